"""The dispatch form: the whole program as numbered blocks that say where to go next."""

from __future__ import annotations

from dataclasses import replace

from nvrender.lower.control_flow.graph import always, never
from nvrender.lower.control_flow.regions import DispatchBlock, Jump
from nvrender.lower.control_flow.saved import saves
from nvrender.program import Program
from nvrender.program.opcodes import Flow
from nvrender.program.subroutines import subroutine_targets

_BARRIER = "barrier"


def dispatch(program: Program, labels: dict[int, str]) -> tuple[tuple[DispatchBlock, ...], int | None]:
    """The reachable program as blocks in program order, and the number of the first to run."""
    instructions = program.instructions
    end = len(instructions)
    if program.entry >= end:
        return (), None
    leaders = _leaders(program)
    number = {index: n for n, index in enumerate(sorted(leaders))}
    blocks = []
    for first, n in number.items():
        index = first
        while True:
            jump = _jump(program, index)
            index += 1
            if jump is not None:
                break
            if index == end:
                jump = Jump("end")
                break
            if index in leaders:
                jump = Jump("next", target=index)
                break
        jump = replace(
            jump,
            target=_numbered(jump.target, number),
            following=_numbered(jump.following, number),
            ways=tuple((key, number[target]) for key, target in jump.ways),
        )
        kept = tuple(
            one
            for one in instructions[first:index]
            if not (one.opcode.is_flow or saves(one) or one.operation == _BARRIER)
        )
        blocks.append(DispatchBlock(n, labels.get(first, ""), kept, index - first, jump))
    return tuple(blocks), number[program.entry]


def _numbered(index: int | None, number: dict[int, int]) -> int | None:
    return None if index is None else number.get(index)


def _leaders(program: Program) -> set[int]:
    """The first instruction of every reachable block."""
    end = len(program.instructions)
    leaders = {program.entry}
    work = [program.entry]
    reached: set[int] = set()
    while work:
        index = work.pop()
        while index < end and index not in reached:
            reached.add(index)
            jump = _jump(program, index)
            index += 1
            if jump is not None:
                places = {
                    place
                    for place in (jump.target, jump.following, *dict(jump.ways).values())
                    if place is not None and place < end
                }
                leaders |= places
                work.extend(places)
                break
    return leaders


def _jump(program: Program, index: int) -> Jump | None:
    """How the instruction at ``index`` ends its block, with places as indices; None if it does not.

    A branch that never goes ends it too, so that instructions come before what a block only counts.
    """
    instruction = program.instructions[index]
    following = index + 1
    condition = None if always(instruction.condition) else instruction.condition
    target = -1 if instruction.target is None else instruction.target
    match instruction.opcode.flow:
        case None if saves(instruction):
            kind = "push" if instruction.operation == "push_address" else "pop"
            return Jump(kind, target=following, instruction=instruction)
        case None if instruction.operation == _BARRIER:
            return Jump("wait", target=following, instruction=instruction)
        case None | Flow.ENDIF:
            return None
        case Flow.IF:
            places = following, target + 1  # behind ELSE, or ENDIF
            if condition is None or never(condition):
                return Jump("next", target=places[never(condition)])
            return Jump("branch", condition, *places)
        case Flow.ELSE:
            return Jump("next", target=target + 1)
        case Flow.REPEAT:
            return Jump("repeat", None, following, target + 1, instruction)
        case Flow.END_REPEAT:
            return Jump("again", None, target + 1, following, program.instructions[target])
        case _ if never(condition):
            return Jump("next", target=following)
        case Flow.CALL if target == len(program.instructions):
            if program.profile.blocks:
                return Jump("next", target=following)  # to an empty subroutine
        case Flow.CALL:
            return Jump("call", condition, target, following)
        case Flow.CALL_INDIRECT:
            ways = subroutine_targets(program, instruction.operands[0].register.index)
            return Jump("choose", condition, None, following, instruction, tuple(ways.items()))
        case Flow.RETURN:
            return Jump("return", condition, None, None if condition is None else following)
        case Flow.BREAK:
            target += 1
        case _:
            pass
    return Jump("branch", condition, target, None if condition is None else following)
