"""Which form of a program's control flow compilers are given: regions, or one loop over blocks."""

from __future__ import annotations

from collections.abc import Mapping

from nvrender.lower.control_flow.regions import (
    Block,
    Break,
    Call,
    Choice,
    Continue,
    Flow,
    Function,
    If,
    IfFlag,
    Loop,
    Region,
    Return,
    Terminate,
)
from nvrender.lower.control_flow.saved import saves
from nvrender.lower.control_flow.structure import analyse
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.program.uniform_control_flow import uniform_control_flow

#: Deeper nesting becomes a dispatch loop: no reader follows it, and drivers may drop it (quirks.NESTING).
_DEEPEST = 48
#: Blocks are written as deep as they nest, as long as drivers run them right.
_DEEPEST_BLOCKS = 72


def flow_of(program: Program) -> Flow:
    """The program's control flow; a straight line needs no analysis."""
    if any(instruction.opcode.is_flow or saves(instruction) for instruction in program.instructions):
        if _parts_at_barriers(program):
            return analyse(program, structured=False)
        flow = analyse(program)
        deepest = _DEEPEST_BLOCKS if program.profile.blocks else _DEEPEST
        return flow if _nesting(flow) <= deepest else analyse(program, structured=False)
    instructions = program.instructions[program.entry :]
    return Flow((Function("main", "main", 0, (Block(instructions, len(instructions)),)),))


def _nesting(flow: Flow) -> int:
    """How deep if and while stand inside each other once a compiler has inlined all functions.

    What follows an early end counts as nested in its other way, as compilers without jumps have it.
    """
    depths: dict[str, int] = {}
    ends = {function.name: function.may_terminate for function in flow.functions}
    for function in flow.functions:
        depths[function.name] = _measure(function.body, depths, ends)[0]
    return depths[flow.functions[-1].name] if flow.functions else 0


def _measure(
    regions: tuple[Region, ...], depths: Mapping[str, int], ends: Mapping[str, bool]
) -> tuple[int, bool, bool]:
    """The depth, and whether a path leaves the function or the loop around ``regions`` early."""
    deepest = outer = 0
    ended = left = False
    for region in regions:
        inner, ends_here, leaves_here = 0, False, False
        match region:
            case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                one, other = (_measure(way, depths, ends) for way in (then, otherwise))
                inner = 1 + max(one[0], other[0])
                ends_here, leaves_here = one[1] or other[1], one[2] or other[2]
            case Loop(body=body):
                inner, ends_here, _ = _measure(body, depths, ends)
                inner += 1
            case Call(function=function):
                inner, ends_here = depths[function], ends[function]
            case Choice(ways=ways):
                inner = len(ways) + max(_measure(called, depths, ends)[0] for _, called in ways)
            case Return() | Terminate():
                ended = True
            case Break() | Continue():
                left = True
            case _:
                pass
        deepest = max(deepest, outer + inner)
        outer += ends_here or leaves_here
        ended |= ends_here
        left |= leaves_here
    return max(deepest, outer), ended, left


def _parts_at_barriers(program: Program) -> bool:
    """True if some invocations of a group may miss a BAR that others reach."""
    if program.profile.stage is not Stage.COMPUTE:
        return False
    bars = [index for index, row in enumerate(program.instructions) if row.operation == "barrier"]
    return bool(bars) and not uniform_control_flow(program).issuperset(bars)
