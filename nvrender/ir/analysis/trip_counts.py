"""How often at most a shader does what is bounded: takes turns of watched loops, emits vertices."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from nvrender.ir import visit
from nvrender.ir.analysis.ranges import most_turns as most_turns_of
from nvrender.ir.nodes import Body, Call, EmitVertex, If, Loop, Shader, Statement, Switch


def most_turns(shader: Shader) -> float:
    """The most turns all watched loops of an invocation take together; INF where that is not known."""
    return _most(shader, lambda node: isinstance(node, Loop) and node.watched)


def most_emitted(shader: Shader) -> float:
    """The most vertices an invocation emits; INF where that is not known."""
    return _most(shader, lambda node: isinstance(node, EmitVertex))


def emits_in_loops(shader: Shader) -> bool:
    """True if a vertex is emitted in a loop, or in a function that one calls."""
    emitting: set[str] = set()

    def emits(body: Body) -> bool:
        rows = visit.statements(body)
        return any(isinstance(node, EmitVertex) or _calls(node, emitting) for node in rows)

    repeats = False
    for function in shader.functions:
        if emits(function.body):
            emitting.add(function.name)
        loops = (node for node in visit.statements(function.body) if isinstance(node, Loop))
        repeats |= any(emits(loop.body) for loop in loops)
    return repeats


def _calls(node: Statement, names: set[str]) -> bool:
    return isinstance(node, Call) and node.function in names


def _most(shader: Shader, counts: Callable[[Statement], bool]) -> float:
    """How often statements that count are come to at most, a loop once a turn."""
    times: dict[str, float] = {}
    for function in shader.functions:
        times[function.name] = _most_in(function.body, counts, times)
    return times[shader.functions[-1].name]


def _most_in(body: Body, counts: Callable[[Statement], bool], times: Mapping[str, float]) -> float:
    """The same of a body; ``times`` has the functions that it calls."""
    total: float = 0
    for node in body:
        match node:
            case Loop():
                turns, each = most_turns_of(node), counts(node) + _most_in(node.body, counts, times)
                if turns != 0 and each:
                    total += math.inf if turns is None else turns * each
            case If() | Switch():
                ways = (_most_in(way, counts, times) for way in visit.bodies(node))
                total += max(ways, default=0)
            case Call(function=function):
                total += times[function]
            case _:
                total += counts(node)
    return total


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
