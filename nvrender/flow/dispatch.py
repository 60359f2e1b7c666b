"""The dispatch form: the whole program as numbered blocks that say where to go next."""

from __future__ import annotations

from nvrender.flow.graph import always, never
from nvrender.flow.regions import DispatchBlock, Jump
from nvrender.flow.saved import saves
from nvrender.program import Instruction, Program


def dispatch(program: Program, labels: dict[int, str]) -> tuple[tuple[DispatchBlock, ...], int | None]:
    """The reachable program as blocks in program order, and the number of the first to run."""
    instructions = program.instructions
    end = len(instructions)
    if program.entry >= end:
        return (), None
    leaders = _leaders(instructions, program.entry)
    number = {index: n for n, index in enumerate(sorted(leaders))}
    blocks = []
    for first, n in number.items():
        index = first
        while True:
            instruction = instructions[index]
            index += 1
            jump = _jump(instruction, index, number)
            if jump is not None:
                break
            if index == end:
                jump = Jump("end")
                break
            if index in leaders:
                jump = Jump("next", target=number[index])
                break
        kept = tuple(one for one in instructions[first:index] if not (one.opcode.is_flow or saves(one)))
        blocks.append(DispatchBlock(n, labels.get(first, ""), kept, index - first, jump))
    return tuple(blocks), number[program.entry]


def _leaders(instructions: tuple[Instruction, ...], entry: int) -> set[int]:
    """The first instruction of every reachable block.

    A branch that never goes still is fetched: the instruction after it starts a block, so that
    instructions come before what a block only counts.
    """
    end = len(instructions)
    leaders = {entry}
    work = [entry]
    reached: set[int] = set()
    while work:
        index = work.pop()
        while index < end and index not in reached:
            reached.add(index)
            instruction = instructions[index]
            index += 1
            if saves(instruction) and index < end:
                leaders.add(index)
            if not instruction.opcode.is_flow:
                continue
            if never(instruction.condition):
                if index < end:
                    leaders.add(index)
                continue
            places = [] if instruction.target is None else [instruction.target]
            comes_back = instruction.opcode.name == "CAL" and instruction.target != end
            if comes_back or not always(instruction.condition):
                places.append(index)
            places = [place for place in places if place < end]
            leaders.update(places)
            work.extend(places)
            break
    return leaders


def _jump(instruction: Instruction, index: int, number: dict[int, int]) -> Jump | None:
    """How ``instruction``, the one before ``index``, ends its block; None if it does not."""
    if saves(instruction):
        kind = "push" if instruction.opcode.name == "PUSHA" else "pop"
        return Jump(kind, target=number.get(index), instruction=instruction)
    if not instruction.opcode.is_flow or never(instruction.condition):
        return None
    condition = None if always(instruction.condition) else instruction.condition
    following = number.get(index)
    target = None if instruction.target is None else number.get(instruction.target)
    match instruction.opcode.name:
        case "RET":
            kind = "return"
        case "CAL" if target is not None:
            return Jump("call", condition, target, following)
        case _:
            kind = "branch"
    if condition is None:
        return Jump(kind, None, target)
    return Jump(kind, condition, target, following)
