"""The programs that are drawn with, and what they demand of a draw."""

from __future__ import annotations

from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.draw.patches import check_patches
from nvrender.api.errors import invalid_enum, invalid_operation
from nvrender.api.framebuffers.attached_images import check_complete
from nvrender.api.framebuffers.draw_buffers import check_second_colors
from nvrender.api.objects.buffers import BufferState, StorageBinding
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.feedback import FeedbackState
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.programs import ProgramObject, ProgramState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.programs.parameter_buffers import bound_words
from nvrender.api.programs.subroutine_parameters import calling
from nvrender.api.programs.targets import target_name
from nvrender.api.programs.tracking import parameter_rows
from nvrender.api.textures.drawing import check_targets
from nvrender.gl.inputs.words import Uint32Array
from nvrender.gl.patches import generated
from nvrender.oracle.frame.draw import Stages
from nvrender.program import BindingKind, Program
from nvrender.program.profile import Stage

#: Mode → its name in gl.inputs.primitives.
MODES = {
    getattr(enums, name + ("_EXT" if "ADJACENCY" in name else "")): name
    for name in (
        "POINTS", "LINES", "LINE_LOOP", "LINE_STRIP", "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN", "QUADS",
        "QUAD_STRIP", "POLYGON", "LINES_ADJACENCY", "LINE_STRIP_ADJACENCY", "TRIANGLES_ADJACENCY",
        "TRIANGLE_STRIP_ADJACENCY", "PATCHES",
    )
}  # fmt: skip
#: Input primitive of a geometry program → modes it takes (NV_geometry_program4, Errors).
_TAKES = {
    "POINTS": ("POINTS",),
    "LINES": ("LINES", "LINE_STRIP", "LINE_LOOP"),
    "TRIANGLES": ("TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN", "QUADS", "QUAD_STRIP", "POLYGON"),
    "LINES_ADJACENCY": ("LINES_ADJACENCY", "LINE_STRIP_ADJACENCY"),
    "TRIANGLES_ADJACENCY": ("TRIANGLES_ADJACENCY", "TRIANGLE_STRIP_ADJACENCY"),
    "PATCHES": ("PATCHES",),
}
_FEEDBACK = "NV_transform_feedback 2.Y"
#: Of the programs that draws run, in their order.
_TARGETS = (
    enums.VERTEX_PROGRAM_NV, enums.TESS_CONTROL_PROGRAM_NV, enums.TESS_EVALUATION_PROGRAM_NV,
    enums.GEOMETRY_PROGRAM_NV, enums.FRAGMENT_PROGRAM_ARB,
)  # fmt: skip


def check_drawable(gl: ContextState, mode: int) -> None:
    """What Begin demands of the mode, the programs and the framebuffer.

    NV_vertex_program, ARB_vertex_program, ARB_fragment_program, NV_geometry_program4 and
    NV_tessellation_program5, Errors; EXT_framebuffer_object 4.4.4.4.
    """
    check_mode(mode)
    check_programs(gl.programs, gl.textures, gl.fixed)
    _, control, evaluation, geometry, _ = (program_of(gl.programs, gl.fixed, target) for target in _TARGETS)
    check_patches(MODES[mode], control, evaluation, geometry)
    if evaluation is None and geometry is not None and geometry.geometry is not None:
        taken = _TAKES[geometry.geometry.input]
        if MODES[mode] not in taken:
            reason = f"the geometry program takes {', '.join(taken)}, not {MODES[mode]}"
            raise invalid_operation(reason, "NV_geometry_program4 2.14.6.1")
    _check_recorded(gl.programs, gl.feedback, gl.fixed, gl.buffers, mode)
    check_second_colors(gl.framebuffers, gl.fixed)
    check_complete(gl.framebuffers, gl.textures, gl.framebuffers.draw_framebuffer)


def check_mode(mode: int) -> None:
    """INVALID_ENUM for what is no mode of Begin."""
    if mode not in MODES:
        known = "POINTS to POLYGON, those with adjacency and PATCHES"
        raise invalid_enum("mode", mode, known, "OpenGL 1.5, 2.6.1")


def check_programs(programs: ProgramState, textures: TextureState, fixed: FixedState) -> None:
    """INVALID_OPERATION unless a program that has been loaded is bound to each target that is enabled.

    Nor may texture units be taken for two targets.
    """
    for target in _TARGETS:
        if target in fixed.enabled:
            _check_loaded(programs, target)
    check_targets(textures, held_programs(programs, fixed))


def _check_loaded(programs: ProgramState, target: int) -> None:
    held = programs.bound(target)
    if held is None or held.program is None:
        reason = f"{target_name(target)} is enabled and no program that has been loaded is bound"
        raise invalid_operation(reason, "ARB_vertex_program 2.14.1")


def check_dispatch(programs: ProgramState, textures: TextureState, fixed: FixedState) -> None:
    """INVALID_OPERATION unless there is a compute program to dispatch (docs/semantics.md).

    Nor may it take a texture unit for two targets.
    """
    target = enums.COMPUTE_PROGRAM_NV
    if target not in fixed.enabled:
        raise invalid_operation("COMPUTE_PROGRAM_NV is not enabled", "ARB_compute_shader, Errors")
    _check_loaded(programs, target)
    held = programs.bound(target)
    check_targets(textures, [] if held is None else [held])


#: Transform feedback mode → the primitives that it records (Table X.1).
_RECORDED = {
    "POINTS": ("POINTS",),
    "LINES": ("LINES", "LINE_LOOP", "LINE_STRIP"),
    "TRIANGLES": ("TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN", "QUADS", "QUAD_STRIP", "POLYGON"),
}


def _check_recorded(
    programs: ProgramState, feedback: FeedbackState, fixed: FixedState, buffers: BufferState, mode: int
) -> None:
    """INVALID_OPERATION where transform feedback records other primitives, or its buffers are mapped."""
    held = feedback.bound
    if not held.recording:
        return
    made = output_primitive(programs, fixed, mode)
    if made not in _RECORDED[held.mode]:
        raise invalid_operation(f"transform feedback records {held.mode}, not {made}", _FEEDBACK)
    for point, rows in enumerate(held.feedback.parts):
        if rows:
            buffers.readable(held.buffers.get(point, StorageBinding(0)).buffer, _FEEDBACK)


def output_primitive(programs: ProgramState, fixed: FixedState, mode: int) -> str:
    """What is made into fragments of primitives of ``mode``."""
    geometry = program_of(programs, fixed, enums.GEOMETRY_PROGRAM_NV)
    if geometry is not None and geometry.geometry is not None:
        return geometry.geometry.output
    evaluation = program_of(programs, fixed, enums.TESS_EVALUATION_PROGRAM_NV)
    if evaluation is not None and evaluation.tessellation is not None:
        return generated(evaluation.tessellation)
    return MODES[mode]


def held_programs(programs: ProgramState, fixed: FixedState) -> list[ProgramObject]:
    """The program objects that are drawn with."""
    found = [programs.bound(target) for target in _TARGETS if target in fixed.enabled]
    return [held for held in found if held is not None]


def program_of(programs: ProgramState, fixed: FixedState, target: int) -> Program | None:
    """The program that is drawn with."""
    held = programs.bound(target) if target in fixed.enabled else None
    return None if held is None else calling(programs, target, held)


def stages(programs: ProgramState, fixed: FixedState, buffers: BufferState) -> Stages:
    """The programs that are drawn with, and their parameters."""
    found = [program_of(programs, fixed, target) for target in _TARGETS]
    vertex, control, evaluation, geometry, fragment = (
        (program, None if program is None else parameters_of(programs, fixed, buffers, target, program))
        for target, program in zip(_TARGETS, found, strict=True)
    )
    return Stages(*vertex, *geometry, *fragment, *control, *evaluation)


def parameters_of(
    programs: ProgramState, fixed: FixedState, buffers: BufferState, target: int, program: Program
) -> Any:
    """What a program's parameters are, as a Pipeline takes them."""
    if not program.profile.declares_names:
        return parameter_rows(fixed, programs)[: program.profile.parameters]
    vertex = program.profile.stage is Stage.VERTEX
    environment = parameter_rows(fixed, programs).view(np.uint32) if vertex else programs.parameters[target]
    held = programs.bound(target)
    local: Uint32Array = np.zeros((0, 4), np.uint32) if held is None else held.locals_
    declared = {f"program.buffer[{row.bank}]" for row in program.buffers}
    banks = bound_words(buffers, target) if declared else {}
    found: dict[str, Any] = {name: words for name, words in banks.items() if name in declared}
    for binding in program.parameters:
        if binding.kind is BindingKind.ENVIRONMENT:
            found[binding.name] = environment[binding.index].view(np.float32)
        elif binding.kind is BindingKind.LOCAL and binding.index < len(local):
            found[binding.name] = local[binding.index].view(np.float32)
        elif held is not None and binding.name in held.named:
            found[binding.name] = held.named[binding.name]
    return found
