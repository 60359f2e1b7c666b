"""Program objects of NV_vertex_program: names, binding, loading, residency (2.14.1.7, 2.14.1.8, 6.1.13)."""

from __future__ import annotations

from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import floats, name_of, names_of, text_of, vector
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_enum, invalid_operation, invalid_value, natural
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.programs import ProgramObject, ProgramState
from nvrender.api.programs.targets import NV_BINDINGS, NV_TARGETS, program_held
from nvrender.api.programs.tracking import parameter_rows
from nvrender.languages.load import load
from nvrender.oracle.fixed.state_programs import run_state_program
from nvrender.program import Program, RegisterFile
from nvrender.program.profile import Stage
from nvrender.source import ProgramError

_LOAD = "NV_vertex_program 2.14.1.8"
_NAMES = "NV_vertex_program 2.14.1.7"
_QUERIES = "NV_vertex_program 6.1.13"
_EXECUTE = "NV_vertex_program 2.14.4"


@command()
def LoadProgramNV(programs: ProgramState, target: int, id: int, program: Any) -> None:
    """Load a program string into ``id``; an earlier program of the name is replaced if it loads."""
    number, text = name_of(id), text_of(program)
    check_enum("target", target, NV_TARGETS, ", ".join(NV_TARGETS.values()), _LOAD)
    if number == 0:
        raise invalid_value("no program has the name 0", _LOAD)
    before = program_held(programs, number, target, _LOAD)
    loaded = loaded_program(programs, text, NV_TARGETS[target], number, _LOAD)
    programs.names.reserved.discard(number)
    programs.names.objects[number] = (
        ProgramObject(target, loaded) if before is None else ProgramObject(target, loaded, before.locals_)
    )


def loaded_program(programs: ProgramState, text: bytes, target: str, number: int, section: str) -> Program:
    """The program of a string; sets the error position and string (NV_vertex_program 2.14.1.8)."""
    try:
        program = load(text, name=f"program {number}", target=target)
    except ProgramError as error:
        programs.error_position, programs.error_string = error.position, str(error)
        raise invalid_operation(f"the program does not load: {error}", section) from error
    programs.error_position, programs.error_string = -1, ""
    return program


@command()
def BindProgramNV(programs: ProgramState, target: int, id: int) -> None:
    """Make ``id`` current, whether it exists or not."""
    number = name_of(id)
    check_enum("target", target, NV_BINDINGS, "VERTEX_PROGRAM_NV and FRAGMENT_PROGRAM_NV", _NAMES)
    program_held(programs, number, target, _NAMES)
    programs.bind(NV_BINDINGS[target], number)


@command()
def DeleteProgramsNV(programs: ProgramState, ids: Any) -> None:
    """Delete programs; 0 and unused names are ignored, a binding to one becomes 0."""
    delete_programs(programs, names_of(ids))


def delete_programs(programs: ProgramState, numbers: tuple[int, ...]) -> None:
    """What DeleteProgramsNV and DeleteProgramsARB do."""
    for number in numbers:
        programs.names.drop(number)
        for target, bound in programs.bindings.items():
            if bound == number:
                programs.bind(target, 0)


@command()
def GenProgramsNV(programs: ProgramState, n: int) -> tuple[int, ...]:
    """``n`` unused names."""
    return programs.names.fresh(natural(n, "n", _NAMES))


@command(failing=False)
def IsProgramNV(programs: ProgramState, id: int) -> bool:
    """True for the name of a program that has been loaded."""
    return name_of(id) in programs.names.objects


@command(failing=(False, ()))
def AreProgramsResidentNV(programs: ProgramState, ids: Any) -> tuple[bool, tuple[bool, ...]]:
    """Whether all programs are resident, and which: every program that exists is."""
    numbers = names_of(ids)
    for number in numbers:
        if number not in programs.names.objects:
            raise invalid_value(f"there is no program {number}", _NAMES)
    return True, (True,) * len(numbers)


@command()
def RequestResidentProgramsNV(ids: Any) -> None:
    """A hint, which is not needed here; 0 and names without a program are ignored."""
    names_of(ids)


@command()
def ExecuteProgramNV(programs: ProgramState, fixed: FixedState, target: int, id: int, params: Any) -> None:
    """Run a vertex state program once, with ``params`` in v[0]."""
    numbers = floats(vector(params, 4, "params"), "params")
    if target not in (enums.VERTEX_STATE_PROGRAM_NV, enums.VERTEX_PROGRAM_NV):
        raise invalid_enum("target", target, "VERTEX_STATE_PROGRAM_NV", _EXECUTE)
    held = programs.names.objects.get(name_of(id))
    program = None if held is None else held.program
    if program is None:
        raise invalid_operation(f"there is no program {id}", _EXECUTE)
    if target != enums.VERTEX_STATE_PROGRAM_NV or program.profile.stage is not Stage.VERTEX_STATE:
        raise invalid_operation(f"program {id} is executed as none but a vertex state program is", _EXECUTE)
    for index in sorted(program.writes(RegisterFile.PARAMETER)):
        if programs.tracked(index) is not None:
            raise invalid_operation(f"it writes c[{index}], which tracks a matrix", _EXECUTE)
    rows = parameter_rows(fixed, programs)
    run_state_program(program, numbers, rows)
    written = sorted(program.writes(RegisterFile.PARAMETER))
    programs.nv_parameters[written] = rows[written]


@command()
def GetProgramivNV(programs: ProgramState, id: int, pname: int) -> int:
    """PROGRAM_TARGET_NV, PROGRAM_LENGTH_NV or PROGRAM_RESIDENT_NV of a program."""
    if pname not in (enums.PROGRAM_TARGET_NV, enums.PROGRAM_LENGTH_NV, enums.PROGRAM_RESIDENT_NV):
        known = "PROGRAM_TARGET_NV, PROGRAM_LENGTH_NV and PROGRAM_RESIDENT_NV"
        raise invalid_enum("pname", pname, known, _QUERIES)
    held = _existing(programs, id)
    if pname == enums.PROGRAM_TARGET_NV:
        return held.target
    return len(held.string) if pname == enums.PROGRAM_LENGTH_NV else enums.TRUE


@command()
def GetProgramStringNV(programs: ProgramState, id: int, pname: int) -> bytes:
    """The program string, as it was loaded."""
    check_enum("pname", pname, (enums.PROGRAM_STRING_NV,), "PROGRAM_STRING_NV", _QUERIES)
    return _existing(programs, id).string


def _existing(programs: ProgramState, id: int) -> ProgramObject:
    held = programs.names.objects.get(name_of(id))
    if held is None:
        raise invalid_operation(f"there is no program {id}", _QUERIES)
    return held
