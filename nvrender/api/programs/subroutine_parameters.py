"""Program subroutine parameters, which a context keeps for each target (ARB_shader_subroutine 2.14.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from nvrender.api.arguments import flat, whole
from nvrender.api.command import command
from nvrender.api.errors import invalid_operation, invalid_value
from nvrender.api.objects.programs import LIMITS, ChosenSubroutines, ProgramObject, ProgramState
from nvrender.api.programs.parameter_buffers import UINT
from nvrender.api.programs.targets import check_program_target
from nvrender.program import Program, RegisterFile, SubroutineParameter
from nvrender.program.subroutines import subroutine_targets

_SECTION = "ARB_shader_subroutine 2.14.1"


@command()
def ProgramSubroutineParametersuivNV(programs: ProgramState, target: int, params: Any) -> None:
    """Set all subroutine parameters of the current program, each to the SUBROUTINENUM of a label."""
    numbers = UINT(flat(params, "params")).tolist()
    check_program_target(target, _SECTION)
    held = programs.bound(target)
    program = None if held is None else held.program
    rows = () if program is None else program.subroutine_parameters
    count = 1 + max((row.index for row in rows), default=-1)
    if len(numbers) != count:
        reason = f"{len(numbers)} parameters are given, and the current program has {count}"
        raise invalid_value(reason, _SECTION)
    if program is None:
        return
    for row in _live(program):
        known = subroutine_targets(program, row.index)
        if numbers[row.index] not in known:
            labels = ", ".join(map(str, known)) or "none"
            reason = f"program.subroutine[{row.index}] is {numbers[row.index]}; {row.type} has {labels}"
            raise invalid_operation(reason, "ARB_shader_subroutine 2.X.5")
    programs.subroutines[target] = ChosenSubroutines(program.source, tuple(numbers))


@command()
def GetProgramSubroutineParameteruivNV(programs: ProgramState, target: int, index: int) -> int:
    """A subroutine parameter as it is now, 0 where the current program has none of this number."""
    number = whole(index, "index")
    check_program_target(target, _SECTION)
    most = LIMITS[target].subroutine_parameters
    if not 0 <= number < most:
        raise invalid_value(f"index is {number}; parameters are 0 to {most - 1}", _SECTION)
    held = programs.bound(target)
    program = None if held is None else held.program
    if program is None:
        return 0
    if (numbers := _numbers(programs, target, program)) is not None:
        return numbers[number] if number < len(numbers) else 0
    return next((max(row.chosen, 0) for row in program.subroutine_parameters if row.index == number), 0)


def _live(program: Program) -> list[SubroutineParameter]:
    """The parameters that some CALI may call."""
    called = program.reads(RegisterFile.SUBROUTINE)
    return [row for row in program.subroutine_parameters if row.index in called]


def _numbers(programs: ProgramState, target: int, program: Program) -> tuple[int, ...] | None:
    """What the parameters were set to for this very string, None where they were not."""
    chosen = programs.subroutines.get(target)
    return None if chosen is None or chosen.source is not program.source else chosen.numbers


def calling(programs: ProgramState, target: int, held: ProgramObject) -> Program | None:
    """The program of the current object of ``target``, with the subroutines this context has chosen."""
    program = held.program
    if program is None or (numbers := _numbers(programs, target, program)) is None:
        return program
    if numbers not in held.calling:
        live = _live(program)
        given = program.subroutine_parameters
        rows = tuple(replace(row, chosen=numbers[row.index]) if row in live else row for row in given)
        same = rows == given
        held.calling[numbers] = program if same else replace(program, subroutine_parameters=rows)
    return held.calling[numbers]
