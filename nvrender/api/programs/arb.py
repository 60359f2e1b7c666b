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
from nvrender.api.programs.nv import delete_programs, loaded_program
from nvrender.api.programs.targets import ARB_TARGETS, check_program_target, program_held, target_name
from nvrender.languages.arb.rules.check import components
from nvrender.languages.arb.rules.resources import Resources
from nvrender.languages.arb.rules.rules import Context
from nvrender.program import Program, RegisterFile
from nvrender.program.limits import Limits
from nvrender.program.profile import Stage

#: Resource → (count, native count, limit, native limit). Nothing here is less native than it is elsewhere.
_RESOURCES = {
    name: tuple(
        getattr(enums, f"{prefix}{name}_ARB")
        for prefix in ("PROGRAM_", "PROGRAM_NATIVE_", "MAX_PROGRAM_", "MAX_PROGRAM_NATIVE_")
    )
    for name in (
        "INSTRUCTIONS", "TEMPORARIES", "PARAMETERS", "ATTRIBS", "ADDRESS_REGISTERS",
        "ALU_INSTRUCTIONS", "TEX_INSTRUCTIONS", "TEX_INDIRECTIONS",
    )
}  # fmt: skip
_PRIMITIVES = {
    "POINTS": enums.POINTS,
    "LINES": enums.LINES,
    "LINE_STRIP": enums.LINE_STRIP,
    "TRIANGLES": enums.TRIANGLES,
    "TRIANGLE_STRIP": enums.TRIANGLE_STRIP,
    "LINES_ADJACENCY": enums.LINES_ADJACENCY_EXT,
    "TRIANGLES_ADJACENCY": enums.TRIANGLES_ADJACENCY_EXT,
    "PATCHES": enums.PATCHES,
}

#: Targets whose programs have attributes of patches (docs/semantics.md).
_PATCHES = (enums.TESS_CONTROL_PROGRAM_NV, enums.TESS_EVALUATION_PROGRAM_NV, enums.GEOMETRY_PROGRAM_NV)


def limits(target: int) -> dict[int, int]:
    """Query token → limit, of every limit that programs of ``target`` have."""
    most = LIMITS[target]
    found = {
        enums.MAX_PROGRAM_ENV_PARAMETERS_ARB: most.environment_parameters,
        enums.MAX_PROGRAM_LOCAL_PARAMETERS_ARB: most.local_parameters,
        enums.MAX_PROGRAM_EXEC_INSTRUCTIONS_NV: 65536,
        enums.MAX_PROGRAM_CALL_DEPTH_NV: most.call_depth,
        enums.MAX_PROGRAM_IF_DEPTH_NV: most.if_depth,
        enums.MAX_PROGRAM_LOOP_DEPTH_NV: most.loop_depth,
        enums.MAX_PROGRAM_LOOP_COUNT_NV: most.loop_count,
        enums.MAX_PROGRAM_ATTRIB_COMPONENTS_NV: most.attribute_components,
        enums.MAX_PROGRAM_RESULT_COMPONENTS_NV: most.result_components,
        enums.MAX_PROGRAM_GENERIC_ATTRIBS_NV: most.generic_attributes,
        enums.MAX_PROGRAM_GENERIC_RESULTS_NV: most.generic_results,
        enums.MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV: most.buffer_bindings,
        enums.MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV: most.buffer_size * 4,
        enums.MAX_PROGRAM_SUBROUTINE_PARAMETERS_NV: most.subroutine_parameters,
        enums.MAX_PROGRAM_SUBROUTINE_NUM_NV: most.subroutine_numbers,
    }
    if target in _PATCHES:
        found[enums.MAX_PROGRAM_PATCH_ATTRIBS_NV] = most.patch_attributes
    for name, value in _most(most, target).items():
        _, _, limit, native = _RESOURCES[name]
        found[limit] = found[native] = value
    if target == enums.GEOMETRY_PROGRAM_NV:  # NV_geometry_program4, Errors
        found[enums.MAX_PROGRAM_OUTPUT_VERTICES_NV] = most.output_vertices
        found[enums.MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV] = most.output_components
    return found


def _most(most: Limits, target: int) -> dict[str, int]:
    """ALU and texture instructions are told apart in fragment programs only (ARB_fragment_program 3.11.6)."""
    fragment = target == enums.FRAGMENT_PROGRAM_ARB
    return {
        "INSTRUCTIONS": most.instructions,
        "TEMPORARIES": most.temporaries,
        "PARAMETERS": most.parameters,
        "ATTRIBS": most.attributes,
        "ADDRESS_REGISTERS": most.address_registers,
        "ALU_INSTRUCTIONS": (most.alu_instructions or 0) * fragment,
        "TEX_INSTRUCTIONS": (most.texture_instructions or 0) * fragment,
        "TEX_INDIRECTIONS": (most.texture_indirections or 0) * fragment,
    }


def counts(target: int, program: Program | None) -> dict[int, int]:
    """Query token → what ``program`` has of it; 0 of everything without one."""
    found = {enums.PROGRAM_UNDER_NATIVE_LIMITS_ARB: int(program is not None)}
    for name, value in _sizes(program).items():
        count, native, _, _ = _RESOURCES[name]
        found[count] = found[native] = value
    for token, file in (
        (enums.PROGRAM_ATTRIB_COMPONENTS_NV, RegisterFile.ATTRIBUTE),
        (enums.PROGRAM_RESULT_COMPONENTS_NV, RegisterFile.RESULT),
    ):
        declared = program is not None and program.profile.declares_names
        found[token] = len(components(program.as_written, file)) if declared and program is not None else 0
    if target == enums.GEOMETRY_PROGRAM_NV:
        frame = None if program is None else program.geometry
        found[enums.GEOMETRY_VERTICES_OUT_EXT] = 0 if frame is None else frame.limit
        found[enums.GEOMETRY_INPUT_TYPE_EXT] = 0 if frame is None else _PRIMITIVES[frame.input]
        found[enums.GEOMETRY_OUTPUT_TYPE_EXT] = 0 if frame is None else _PRIMITIVES[frame.output]
    return found


def _sizes(program: Program | None) -> dict[str, int]:
    sizes = dict.fromkeys(_RESOURCES, 0)
    if program is None:
        return sizes
    written = [instruction for instruction in program.instructions if not instruction.implicit]
    sizes["INSTRUCTIONS"] = len(written)
    sizes["TEMPORARIES"] = program.temporaries
    sizes["PARAMETERS"] = program.parameter_count
    sizes["ATTRIBS"] = sum(row.counts for row in program.as_written.attributes)
    sizes["ADDRESS_REGISTERS"] = sum(
        row.count for row in program.variables if row.file is RegisterFile.ADDRESS and not row.alias
    )
    if program.profile.stage is Stage.FRAGMENT:
        resources = Resources(Context(program.source, program.profile, Limits()))
        for instruction in written:
            resources.count(instruction)
        sizes["ALU_INSTRUCTIONS"] = resources.alu
        sizes["TEX_INSTRUCTIONS"] = resources.texture
        sizes["TEX_INDIRECTIONS"] = resources.indirections
    return sizes


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
