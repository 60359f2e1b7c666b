"""What GetProgramivARB tells of a target's limits and of a program's size (ARB_vertex_program 6.1.12)."""

from __future__ import annotations

from nvrender.api import enums
from nvrender.api.objects.programs import LIMITS
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
