"""How many turns a shader's watched loops can take, so that only those get a watchdog that need one."""

from __future__ import annotations

import math

from nvrender.ir import visit
from nvrender.ir.analysis.ranges import most_turns as most_turns_of
from nvrender.ir.nodes import Body, Call, If, Loop, Shader, Switch


def most_turns(shader: Shader) -> float:
    """The most turns all watched loops of an invocation take together; INF where that is not known."""
    turns: dict[str, float] = {}

    def most(body: Body) -> float:
        total: float = 0
        for node in body:
            match node:
                case Loop(watched=True):
                    times = most_turns_of(node)
                    if times != 0:
                        total += (math.inf if times is None else times) * (1 + most(node.body))
                case Loop():
                    total += math.inf if most(node.body) else 0
                case If() | Switch():
                    total += max(map(most, visit.bodies(node)), default=0)
                case Call(function=function):
                    total += turns[function]
                case _:
                    pass
        return total

    for function in shader.functions:
        turns[function.name] = most(function.body)
    return turns[shader.functions[-1].name]


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
