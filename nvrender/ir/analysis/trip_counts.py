"""How often at most a shader does what is bounded: takes turns of watched loops, emits vertices."""

from __future__ import annotations

import math
from collections.abc import Callable

from nvrender.ir import visit
from nvrender.ir.analysis.ranges import most_turns as most_turns_of
from nvrender.ir.nodes import Body, Call, EmitVertex, If, Loop, Shader, Statement, Switch


def most_turns(shader: Shader) -> float:
    """The most turns all watched loops of an invocation take together; INF where that is not known."""
    return _most(shader, lambda node: isinstance(node, Loop) and node.watched)


def most_emitted(shader: Shader) -> float:
    """The most vertices an invocation emits; INF where that is not known."""
    return _most(shader, lambda node: isinstance(node, EmitVertex))


def _most(shader: Shader, counts: Callable[[Statement], bool]) -> float:
    """How often statements that count are come to at most, a loop once a turn."""
    times: dict[str, float] = {}

    def most(body: Body) -> float:
        total: float = 0
        for node in body:
            match node:
                case Loop():
                    turns, each = most_turns_of(node), counts(node) + most(node.body)
                    if turns != 0 and each:
                        total += math.inf if turns is None else turns * each
                case If() | Switch():
                    total += max(map(most, visit.bodies(node)), default=0)
                case Call(function=function):
                    total += times[function]
                case _:
                    total += counts(node)
        return total

    for function in shader.functions:
        times[function.name] = most(function.body)
    return times[shader.functions[-1].name]


def stands_alone(shader: Shader) -> bool:
    """True if one watched loop alone repeats, with a count, and is come to once at most.

    Then the least of its count and the watchdog's turns is how often it runs.
    """
    loops = [
        (node, function)
        for function in shader.functions
        for node in visit.statements(function.body)
        if isinstance(node, Loop)
    ]
    return len(loops) == 1 and loops[0][1] is shader.functions[-1] and loops[0][0].turns is not None
