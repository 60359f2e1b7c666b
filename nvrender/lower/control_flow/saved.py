"""What PUSHA and POPA save, where every path agrees on it (NV_vertex_program3 2.14.5.43-44).

They share the call stack with CAL and RET. Most programs restore in every subroutine what they saved there;
then no stack is needed at run time, and none of the ways to end a program abnormally is in reach.
"""

from __future__ import annotations

from nvrender.lower.control_flow.graph import always, never
from nvrender.program import Instruction, Program
from nvrender.program.opcodes import Flow

_STEPS = {"push_address": 1, "pop_address": -1}


def saves(instruction: Instruction) -> bool:
    """True for PUSHA and POPA."""
    return instruction.operation in _STEPS


def saved_places(program: Program) -> dict[int, int] | None:
    """PUSHA's or POPA's index → how many registers its subroutine has saved below the one it moves.

    None where paths disagree, or where a run can come to a POPA or RET that finds the other's entry on
    the stack, or find the stack full.
    """
    places: dict[int, int] = {}
    peaks: dict[int, int] = {}
    limit = program.profile.call_depth

    def peak(entry: int, calls: int) -> int | None:
        """How high the stack grows above an entry; None where that is not settled, or too high."""
        if calls > limit:
            return None
        if calls and entry in peaks:
            return peaks[entry]
        found = _heights(program, entry, main=not calls)
        if found is None:
            return None
        highest = 0
        for index, height in found.items():
            instruction = program.instructions[index]
            above: int | None = 0
            match instruction.operation:
                case operation if operation in _STEPS:
                    place = height - (operation == "pop_address")
                    if places.setdefault(index, place) != place:
                        return None
                    above = operation == "push_address"
                case _ if instruction.opcode.flow is Flow.CALL and not never(instruction.condition):
                    assert instruction.target is not None
                    above = peak(instruction.target, calls + 1)
                    above = None if above is None else above + 1
                case _:
                    pass
            if above is None:
                return None
            highest = max(highest, height + above)
        peaks[entry] = highest
        return highest

    highest = peak(program.entry, 0)
    return places if highest is not None and highest <= limit else None


def _heights(program: Program, entry: int, main: bool) -> dict[int, int] | None:
    """Index → registers saved since ``entry`` before the instruction runs; None where that is not settled."""
    heights: dict[int, int] = {}
    work = [(entry, 0)]
    while work:
        index, height = work.pop()
        if index >= len(program.instructions):
            continue  # the end of the program, whatever the stack holds
        if index in heights:
            if heights[index] != height:
                return None
            continue
        heights[index] = height
        instruction = program.instructions[index]
        flow, condition = instruction.opcode.flow, instruction.condition
        if instruction.operation == "pop_address" and not height:
            return None
        if flow is Flow.RETURN and height and not main and not never(condition):
            return None
        if flow is Flow.BRANCH and not never(condition):
            assert instruction.target is not None
            work.append((instruction.target, height))
        if flow not in (Flow.BRANCH, Flow.RETURN) or not always(condition):
            work.append((index + 1, height + _STEPS.get(instruction.operation, 0)))
    return heights
