"""Program objects of ARB_vertex_program, ARB_fragment_program and NV_geometry_program4 (2.14.1, 6.1.12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.arguments import name_of, names_of, text_of, whole
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_operation, invalid_value, natural
from nvrender.api.objects.programs import LIMITS, ProgramObject, ProgramState
from nvrender.api.programs.counts import counts, limits
from nvrender.api.programs.nv import delete_programs, loaded_program
from nvrender.api.programs.targets import ARB_TARGETS, check_program_target, program_held, target_name
from nvrender.languages.arb.rules.check import components
from nvrender.program import RegisterFile

_SECTION = "ARB_vertex_program 2.14.1"
_QUERY = "ARB_vertex_program 6.1.12"
_LIMIT = "NV_geometry_program4 2.14.6.4"


@command()
def GenProgramsARB(programs: ProgramState, n: int) -> tuple[int, ...]:
    """``n`` unused names."""
    return programs.names.fresh(natural(n, "n", _SECTION))


@command()
def DeleteProgramsARB(programs_state: ProgramState, programs: Any) -> None:
    """Delete programs; 0 and unused names are ignored, a binding to one becomes 0."""
    delete_programs(programs_state, names_of(programs))


@command(failing=False)
def IsProgramARB(programs: ProgramState, program: int) -> bool:
    """True for the name of a program object, which exists once it has been bound."""
    return name_of(program) in programs.names.objects


@command()
def BindProgramARB(programs: ProgramState, target: int, program: int) -> None:
    """Make a program object current, made where there is none yet; 0 is the target's own object."""
    number = name_of(program)
    check_program_target(target, _SECTION)
    object_made(programs, number, target, _SECTION)
    programs.bind(target, number)


def object_made(programs: ProgramState, number: int, target: int, section: str) -> None:
    """Make the program object of a name where there is none; INVALID_OPERATION for one of another target."""
    if program_held(programs, number, target, section) is None and number:
        programs.names.put(number, ProgramObject(target))


@command()
def ProgramStringARB(programs: ProgramState, target: int, format: int, string: Any) -> None:
    """Load a program string into the current object, which keeps what it has if that fails."""
    text = text_of(string)
    check_program_target(target, _SECTION)
    check_enum("format", format, (enums.PROGRAM_FORMAT_ASCII_ARB,), "PROGRAM_FORMAT_ASCII_ARB", _SECTION)
    number = programs.bindings[target]
    program = loaded_program(programs, text, ARB_TARGETS[target], number, _SECTION)
    held = programs.bound(target) or ProgramObject(target)
    programs.replace_bound(target, replace(held, target=target, program=program, named={}, calling={}))


@command()
def ProgramVertexLimitNV(programs: ProgramState, target: int, limit: int) -> None:
    """How many vertices the current geometry program may emit, in place of its VERTICES_OUT."""
    number = whole(limit, "limit")
    check_enum("target", target, (enums.GEOMETRY_PROGRAM_NV,), "GEOMETRY_PROGRAM_NV", _LIMIT)
    most = LIMITS[target]
    if not 0 < number <= most.output_vertices:
        raise invalid_value(f"limit is {number}; it is from 1 to {most.output_vertices}", _LIMIT)
    held = programs.bound(target)
    program = None if held is None else held.program
    if held is None or program is None or program.geometry is None:
        raise invalid_operation("the current geometry program has not been loaded", _LIMIT)
    each = len(components(program, RegisterFile.RESULT))
    if number * each > most.output_components:
        reason = f"{number} vertices of {each} components are more than {most.output_components} components"
        raise invalid_value(reason, _LIMIT)
    if number != program.geometry.limit:
        changed = replace(program, geometry=replace(program.geometry, limit=number))
        programs.replace_bound(target, replace(held, program=changed, calling={}))


def object_of(programs: ProgramState, target: int, section: str) -> ProgramObject:
    """The object whose local parameters and state are asked for, with room for the parameters."""
    check_program_target(target, section)
    held = programs.bound(target) or ProgramObject(target)
    if not len(held.locals_):
        held = replace(held, locals_=np.zeros((LIMITS[target].local_parameters, 4), np.uint32))
        programs.replace_bound(target, held)
    return held


@command()
def GetProgramivARB(programs: ProgramState, target: int, pname: int) -> int:
    """A limit of ``target``, or a property of the current program."""
    check_program_target(target, _QUERY)
    known = limits(target)
    if pname in known:
        return known[pname]
    held = programs.bound(target) or ProgramObject(target)
    own = {
        enums.PROGRAM_LENGTH_ARB: len(held.string),
        enums.PROGRAM_FORMAT_ARB: enums.PROGRAM_FORMAT_ASCII_ARB,
        enums.PROGRAM_BINDING_ARB: programs.bindings[target],
        **counts(target, held.program),
    }
    check_enum("pname", pname, own, f"a count or a limit of {target_name(target)} programs", _QUERY)
    return own[pname]


@command()
def GetProgramStringARB(programs: ProgramState, target: int, pname: int) -> bytes:
    """The string of the current program, as it was given."""
    check_program_target(target, _QUERY)
    check_enum("pname", pname, (enums.PROGRAM_STRING_ARB,), "PROGRAM_STRING_ARB", _QUERY)
    held = programs.bound(target)
    return b"" if held is None else held.string
