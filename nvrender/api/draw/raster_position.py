"""RasterPos and WindowPos (OpenGL 1.5, 2.13; NV_vertex_program 2.14.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import Vector4, vector
from nvrender.api.arrays.attributes import Convert, converter, filled
from nvrender.api.command import family
from nvrender.api.draw.commands import drawn_state
from nvrender.api.draw.memory import keep, reached
from nvrender.api.draw.stages import check_programs, held_programs, program_of, stages
from nvrender.api.framebuffers.draw_buffers import drawn_size
from nvrender.api.objects.context import ContextState
from nvrender.api.textures.drawing import drawn_textures
from nvrender.api.textures.targets import coordinate_set
from nvrender.api.words import clamped
from nvrender.gl.state.state import TEXTURE_UNITS
from nvrender.gl.textures.surfaces import Buffers
from nvrender.gl.textures.units import given_textures
from nvrender.oracle.raster.position import RasterVertex, raster_vertex
from nvrender.source import GLError, InputError

_COLOR, _SECONDARY, _FOG, _TEXTURE = 3, 4, 5, 8


def _raster_position(gl: ContextState, position: Vector4) -> None:
    """INVALID_OPERATION without a program that is enabled; without that of vertices it is not valid then."""
    try:
        check_programs(gl.programs, gl.textures, gl.fixed)
    except GLError:
        if (
            program_of(gl.programs, gl.fixed, enums.VERTEX_PROGRAM_NV) is None
            and enums.VERTEX_PROGRAM_NV in gl.fixed.enabled
        ):
            gl.raster.valid = False
        raise
    size, used = drawn_size(gl.framebuffers, gl.textures), stages(gl.programs, gl.fixed, gl.buffers)
    textures, units = drawn_textures(
        gl.textures, gl.framebuffers, gl.fixed, gl.buffers, held_programs(gl.programs, gl.fixed)
    )
    state = drawn_state(gl.fixed, Buffers(size, ()), gl.immediate.current, units)
    memory = None if used.vertex is None else reached(gl.textures, gl.buffers, [used.vertex])
    held = None if memory is None else memory.held()
    found = raster_vertex(used.vertex, used.parameters, position, state, given_textures(textures), size, held)
    keep(gl.textures, gl.errors, memory, None if held is None else held.left())
    gl.raster.valid = found is not None
    gl.raster.vertex = found or gl.raster.vertex


def _window_position(gl: ContextState, position: Vector4) -> None:
    """In the window, with the current values as they are; z is from the near to the far plane."""
    near, far = gl.fixed.state.depth_range
    depth = near + clamped(position[2]) * (far - near)
    fog = gl.immediate.current[_FOG][0] if gl.fixed.state.fog.coordinate_source == "FOG_COORD" else 0.0
    gl.raster.vertex = RasterVertex(
        (position[0], position[1], depth, 1.0),
        _clamped(gl.immediate.current[_COLOR]),
        _clamped(gl.immediate.current[_SECONDARY]),
        fog,
        tuple(gl.immediate.current[_TEXTURE : _TEXTURE + TEXTURE_UNITS]),
    )
    gl.raster.valid = True


def _clamped(color: Vector4) -> Vector4:
    r, g, b, a = map(clamped, color)
    return r, g, b, a


def _forms(
    size: int, convert: Convert, put: Callable[[ContextState, Vector4], None]
) -> tuple[Callable[..., None], Callable[..., None]]:
    def scalar(gl: ContextState, *numbers: float) -> None:
        if len(numbers) != size:
            raise InputError(f"{size} numbers are needed, not {len(numbers)}")
        put(gl, filled(numbers, convert))

    def one(gl: ContextState, v: Any) -> None:
        put(gl, filled(vector(v, size, "v"), convert))

    return scalar, one


def _register() -> None:
    for letter in "sifd":
        convert = converter(letter, normalized=False)
        for name, sizes, put, what in (
            ("RasterPos", (2, 3, 4), _raster_position, "as a vertex would be"),
            ("WindowPos", (2, 3), _window_position, "in window coordinates"),
        ):
            for size in sizes:
                scalar, one = _forms(size, convert, put)
                family(f"{name}{size}{letter}", scalar, f"Place the current raster position {what}.")
                family(f"{name}{size}{letter}v", one, f"Place the current raster position {what}.")


_register()

#: What GetFloatv and its kin know of it.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    enums.CURRENT_RASTER_POSITION: lambda gl: gl.raster.vertex.position,
    enums.CURRENT_RASTER_POSITION_VALID: lambda gl: gl.raster.valid,
    enums.CURRENT_RASTER_DISTANCE: lambda gl: gl.raster.vertex.distance,
    enums.CURRENT_RASTER_COLOR: lambda gl: gl.raster.vertex.color,
    enums.CURRENT_RASTER_TEXTURE_COORDS: lambda gl: gl.raster.vertex.texture_coordinates[
        coordinate_set(gl.textures)
    ],
}
