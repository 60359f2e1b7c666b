"""GetError, GetIntegerv and its kin, GetString (OpenGL 1.5, 6.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.arguments import float32, rounded, word_float, word_floats
from nvrender.api.arrays import queries as array_queries
from nvrender.api.arrays import unified as unified_arrays
from nvrender.api.arrays.vertex import conventional_array, generic_array
from nvrender.api.buffers import storage as storage_buffers
from nvrender.api.buffers.commands import bound_buffer
from nvrender.api.command import command, family
from nvrender.api.draw import bitmaps
from nvrender.api.draw import patches as patch_draws
from nvrender.api.errors import invalid_enum
from nvrender.api.feedback import commands as transform_feedback
from nvrender.api.framebuffers.commands import VALUES as FRAMEBUFFERS
from nvrender.api.framebuffers.draw_buffers import OUTPUTS, draw_buffer, read_buffer
from nvrender.api.framebuffers.multisample import VALUES as MULTISAMPLE
from nvrender.api.lists.steps import NESTING
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.errors import ErrorState
from nvrender.api.objects.programs import LIMITS
from nvrender.api.pixels import color_clamps as clamps
from nvrender.api.pixels import store as pixel_store
from nvrender.api.programs.parameter_buffers import TARGETS as PARAMETER_TARGETS
from nvrender.api.queries import fixed, limits
from nvrender.api.queries.limits import EXTENSIONS
from nvrender.api.state import attribute_stack, evaluator_maps, rasterization
from nvrender.api.state.enables import CAPABILITIES, is_enabled
from nvrender.api.state.matrices import DEPTHS, columns, current_matrix, rows_of, stack_depth
from nvrender.api.textures import queries as texture_queries
from nvrender.api.textures.targets import coordinate_set
from nvrender.api.words import whole_fraction
from nvrender.gl.state.state import CLIP_PLANES, LIGHTS, MOST_VIEWPORT, TEXTURE_UNITS, TRACKING_MATRICES
from nvrender.program.limits import FP1

_SECTION = "OpenGL 1.5, 6.1.1"
_VERTEX = LIMITS[enums.VERTEX_PROGRAM_ARB]
_FRAGMENT = LIMITS[enums.FRAGMENT_PROGRAM_ARB]


def _bound_buffer(target: int) -> Callable[[ContextState], int]:
    return lambda gl: bound_buffer(gl.buffers, target)


def _drawn_into(output: int) -> Callable[[ContextState], int]:
    return lambda gl: draw_buffer(gl.framebuffers, output)


#: What GetIntegerv and its kin know besides capabilities.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    **array_queries.VALUES,
    **pixel_store.VALUES,
    **texture_queries.VALUES,
    enums.PROGRAM_ERROR_POSITION_NV: lambda gl: gl.programs.error_position,
    enums.VERTEX_PROGRAM_BINDING_NV: lambda gl: gl.programs.bindings[enums.VERTEX_PROGRAM_NV],
    enums.MAX_TRACK_MATRICES_NV: lambda gl: TRACKING_MATRICES,
    enums.MAX_TRACK_MATRIX_STACK_DEPTH_NV: lambda gl: DEPTHS["MATRIX"],
    enums.MAX_MODELVIEW_STACK_DEPTH: lambda gl: DEPTHS["MODELVIEW"],
    enums.MAX_PROJECTION_STACK_DEPTH: lambda gl: DEPTHS["PROJECTION"],
    enums.MAX_TEXTURE_STACK_DEPTH: lambda gl: DEPTHS["TEXTURE"],
    enums.CURRENT_MATRIX_STACK_DEPTH_NV: lambda gl: stack_depth(gl.fixed, gl.textures),
    enums.CURRENT_MATRIX_NV: lambda gl: current_matrix(gl.fixed, gl.textures, transpose=False),
    enums.TRANSPOSE_CURRENT_MATRIX_ARB: lambda gl: current_matrix(gl.fixed, gl.textures, transpose=True),
    enums.MATRIX_MODE: lambda gl: gl.fixed.matrix_mode,
    enums.ATTRIB_STACK_DEPTH: lambda gl: len(gl.stacks.server),
    enums.CLIENT_ATTRIB_STACK_DEPTH: lambda gl: len(gl.stacks.client),
    enums.MAX_ATTRIB_STACK_DEPTH: lambda gl: attribute_stack.DEPTH,
    enums.MAX_CLIENT_ATTRIB_STACK_DEPTH: lambda gl: attribute_stack.DEPTH,
    enums.LIST_BASE: lambda gl: gl.lists.base,
    enums.LIST_INDEX: lambda gl: 0 if gl.lists.compiling is None else gl.lists.compiling.name,
    enums.LIST_MODE: lambda gl: 0 if gl.lists.compiling is None else gl.lists.compiling.mode,
    enums.MAX_LIST_NESTING: lambda gl: NESTING,
    enums.ACTIVE_TEXTURE: lambda gl: enums.TEXTURE0 + gl.textures.active_texture,
    enums.MAX_VERTEX_ATTRIBS_ARB: lambda gl: _VERTEX.vertex_attributes,
    enums.FRAGMENT_PROGRAM_BINDING_NV: lambda gl: gl.programs.bindings[enums.FRAGMENT_PROGRAM_ARB],
    enums.MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV: lambda gl: FP1.local_parameters,
    enums.MAX_TEXTURE_COORDS_NV: lambda gl: FP1.texture_coordinates,
    enums.MAX_TEXTURE_IMAGE_UNITS_NV: lambda gl: FP1.texture_image_units,
    enums.MAX_TEXTURE_COORDS_ARB: lambda gl: _FRAGMENT.texture_coordinates,
    enums.MAX_TEXTURE_IMAGE_UNITS_ARB: lambda gl: _FRAGMENT.texture_image_units,
    enums.MAX_TEXTURE_UNITS: lambda gl: TEXTURE_UNITS,
    enums.MAX_CLIP_PLANES: lambda gl: CLIP_PLANES,
    enums.MAX_LIGHTS: lambda gl: LIGHTS,
    enums.MIN_PROGRAM_TEXEL_OFFSET_EXT: lambda gl: _VERTEX.texel_offsets[0],
    enums.MAX_PROGRAM_TEXEL_OFFSET_EXT: lambda gl: _VERTEX.texel_offsets[1],
    **{target: _bound_buffer(target) for target in PARAMETER_TARGETS},
    enums.MODELVIEW_MATRIX: lambda gl: columns(gl.fixed, "MODELVIEW"),
    enums.PROJECTION_MATRIX: lambda gl: columns(gl.fixed, "PROJECTION"),
    enums.TEXTURE_MATRIX: lambda gl: columns(gl.fixed, f"TEXTURE{coordinate_set(gl.textures)}"),
    enums.TRANSPOSE_MODELVIEW_MATRIX: lambda gl: rows_of(gl.fixed, "MODELVIEW"),
    enums.TRANSPOSE_PROJECTION_MATRIX: lambda gl: rows_of(gl.fixed, "PROJECTION"),
    enums.TRANSPOSE_TEXTURE_MATRIX: lambda gl: rows_of(gl.fixed, f"TEXTURE{coordinate_set(gl.textures)}"),
    enums.CURRENT_COLOR: lambda gl: gl.immediate.current[3],
    enums.CURRENT_NORMAL: lambda gl: gl.immediate.current[2][:3],
    enums.CURRENT_SECONDARY_COLOR: lambda gl: gl.immediate.current[4],
    enums.CURRENT_FOG_COORD: lambda gl: gl.immediate.current[5][0],
    enums.CURRENT_TEXTURE_COORDS: lambda gl: gl.immediate.current[8 + coordinate_set(gl.textures)],
    enums.CLIENT_ACTIVE_TEXTURE: lambda gl: enums.TEXTURE0 + gl.arrays.client_texture,
    **evaluator_maps.VALUES,
    **limits.VALUES,
    **patch_draws.VALUES,
    **storage_buffers.VALUES,
    **transform_feedback.VALUES,
    **unified_arrays.VALUES,
    **bitmaps.VALUES,
    **fixed.VALUES,
    **rasterization.VALUES,
    enums.POINT_SIZE: lambda gl: gl.fixed.state.point_size,
    enums.LINE_WIDTH: lambda gl: gl.fixed.state.line_width,
    enums.CULL_FACE_MODE: lambda gl: getattr(enums, gl.fixed.cull_mode),
    enums.FRONT_FACE: lambda gl: getattr(enums, gl.fixed.state.front_face),
    enums.SHADE_MODEL: lambda gl: enums.FLAT if gl.fixed.state.flat_shading else enums.SMOOTH,
    enums.DEPTH_FUNC: lambda gl: getattr(enums, gl.fixed.state.depth.function),
    enums.DEPTH_WRITEMASK: lambda gl: gl.fixed.state.depth.write,
    enums.VIEWPORT: lambda gl: gl.fixed.viewport,
    enums.SCISSOR_BOX: lambda gl: gl.fixed.scissor_box,
    enums.MAX_VIEWPORT_DIMS: lambda gl: (MOST_VIEWPORT, MOST_VIEWPORT),
    **{enums.DRAW_BUFFER0_ARB + output: _drawn_into(output) for output in range(OUTPUTS)},
    enums.DRAW_BUFFER: _drawn_into(0),
    enums.READ_BUFFER: lambda gl: read_buffer(gl.framebuffers),
    **FRAMEBUFFERS,
    **MULTISAMPLE,
    **clamps.VALUES,
    enums.DOUBLEBUFFER: lambda gl: True,
    enums.STEREO: lambda gl: False,
    enums.AUX_BUFFERS: lambda gl: 0,
    enums.RGBA_MODE: lambda gl: True,
    enums.INDEX_MODE: lambda gl: False,
    enums.SUBPIXEL_BITS: lambda gl: 8,
    enums.DEPTH_RANGE: lambda gl: gl.fixed.state.depth_range,
    enums.COLOR_WRITEMASK: lambda gl: gl.fixed.state.color_mask,
    enums.COLOR_CLEAR_VALUE: lambda gl: gl.framebuffers.clear_color,
    enums.DEPTH_CLEAR_VALUE: lambda gl: gl.framebuffers.clear_depth,
    enums.STENCIL_CLEAR_VALUE: lambda gl: gl.framebuffers.clear_stencil,
    enums.MAX_DRAW_BUFFERS_ARB: lambda gl: _FRAGMENT.draw_buffers,
}


#: Those that are fractions of the largest integer where integers are asked for (OpenGL 1.5, 6.1.2).
FRACTIONS = frozenset(
    (
        enums.CURRENT_COLOR, enums.CURRENT_SECONDARY_COLOR, enums.CURRENT_NORMAL, enums.CURRENT_RASTER_COLOR,
        enums.COLOR_CLEAR_VALUE, enums.FOG_COLOR, enums.LIGHT_MODEL_AMBIENT, enums.BLEND_COLOR,
        enums.DEPTH_RANGE, enums.DEPTH_CLEAR_VALUE,
    )
)  # fmt: skip


@command(failing=enums.NO_ERROR)
def GetError(errors: ErrorState) -> int:
    """The first error since the last GetError, NO_ERROR for none."""
    error, errors.code = errors.code, enums.NO_ERROR
    return error


def _value(gl: ContextState, pname: int) -> Any:
    if pname in VALUES:
        return VALUES[pname](gl)
    if pname in CAPABILITIES:
        return is_enabled(gl.fixed, gl.textures, pname)
    if (number := generic_array(pname)) is not None:
        return number in gl.arrays.enabled
    if (number := conventional_array(gl.arrays, pname)) is not None:
        return number in gl.arrays.enabled_conventional
    raise invalid_enum("pname", pname, "what the context can be asked for", _SECTION)


def _integer(gl: ContextState, pname: int) -> Any:
    value = _value(gl, pname)
    convert = whole_fraction if pname in FRACTIONS else rounded
    if isinstance(value, tuple):
        return tuple(map(convert, value))
    return convert(float(value)) if isinstance(value, (float, np.float32)) else int(value)


def _float(gl: ContextState, pname: int) -> Any:
    value = _value(gl, pname)
    return word_floats(float32(value)) if isinstance(value, tuple) else word_float(value)


def _boolean(gl: ContextState, pname: int) -> Any:
    value = _value(gl, pname)
    return tuple(map(bool, value)) if isinstance(value, tuple) else bool(value)


family("GetIntegerv", _integer, "An integer of the state, rounded where it is none; several as a tuple.")
family("GetFloatv", _float, "A number of the state; several as a tuple.")
family("GetDoublev", _float, "A number of the state; several as a tuple.")
family("GetBooleanv", _boolean, "Whether a number of the state is not 0.")


def _version() -> str:
    from nvrender import __version__

    return f"1.5 nvrender {__version__}"


_STRINGS: dict[int, Callable[[ContextState], str]] = {
    enums.VENDOR: lambda gl: "nvrender",
    enums.RENDERER: lambda gl: f"nvrender {gl.screen.backend}",
    enums.VERSION: lambda gl: _version(),
    enums.EXTENSIONS: lambda gl: " ".join(EXTENSIONS),
    enums.PROGRAM_ERROR_STRING_ARB: lambda gl: gl.programs.error_string,
}


@command()
def GetString(gl: ContextState, name: int) -> str:
    """VENDOR, RENDERER, VERSION, EXTENSIONS; PROGRAM_ERROR_STRING_ARB: why the last program did not load."""
    if name not in _STRINGS:
        known = "VENDOR, RENDERER, VERSION, EXTENSIONS and PROGRAM_ERROR_STRING_ARB"
        raise invalid_enum("name", name, known, "OpenGL 1.5, 6.1.11")
    return _STRINGS[name](gl)
