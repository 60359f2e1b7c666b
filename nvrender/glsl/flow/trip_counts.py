"""How many turns a program's loops can take, so that only those get a watchdog that need one."""

from __future__ import annotations

import math

from nvrender.lower.control_flow.counts import constant_number
from nvrender.lower.control_flow.regions import Call, Choice, Flow, If, IfFlag, Loop, Region
from nvrender.program import Operand, Program


def most_turns(program: Program, flow: Flow) -> float:
    """The most turns all loops of a vertex take together; INF where counts are not constant."""
    if flow.dispatch:
        return math.inf if any(block.jump.kind == "repeat" for block in flow.dispatch) else 0
    turns: dict[str, float] = {}

    def most(regions: tuple[Region, ...]) -> float:
        total: float = 0
        for region in regions:
            match region:
                case Loop(body=body, repeats=True, count=count):
                    times = math.inf if count is None else constant_count(program, count)
                    total += times * (1 + most(body)) if times else 0
                case Loop(body=body):
                    total += most(body)
                case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                    total += max(most(then), most(otherwise))
                case Call(function=function):
                    total += turns[function]
                case Choice(ways=ways):
                    total += max((most(called) for _, called in ways), default=0)
                case _:
                    pass
        return total

    for function in flow.functions:
        turns[function.name] = most(function.body)
    return turns[flow.functions[-1].name] if flow.functions else 0


def stands_alone(flow: Flow) -> bool:
    """True if one loop alone repeats, with a count, and is come to once at most.

    Then the least of its count and the watchdog's turns is how often it runs.
    """

    def loops(regions: tuple[Region, ...]) -> list[Loop]:
        found: list[Loop] = []
        for region in regions:
            match region:
                case Loop(body=body):
                    found += [region, *loops(body)]
                case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                    found += [*loops(then), *loops(otherwise)]
                case _:
                    pass
        return found

    if flow.dispatch or not flow.functions:
        return False
    own = loops(flow.functions[-1].body)
    if any(loops(function.body) for function in flow.functions[:-1]) or len(own) != 1:
        return False
    return own[0].repeats and own[0].count is not None


def constant_count(program: Program, operand: Operand) -> float:
    """A loop's count where it is a constant, else INF."""
    count = constant_number(program, operand)
    return math.inf if count is None else max(0.0, count)
