"""RasterPos, WindowPos, and Bitmap: the fragments of ones there (OpenGL 1.5, 2.13, 3.7 and 3.6.4)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import Vector4, floats, vector, whole
from nvrender.api.arrays.attributes import Convert, converter, filled
from nvrender.api.command import command, family
from nvrender.api.draw.commands import drawn_state
from nvrender.api.draw.feedback import discards
from nvrender.api.draw.memory import keep, reached
from nvrender.api.draw.stages import check_programs, held_programs, program_of, stages
from nvrender.api.errors import invalid_value
from nvrender.api.formats.pixels import PixelStore
from nvrender.api.framebuffers.draw_buffers import drawn, drawn_size
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.drawing import Drawing
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.programs import ProgramState
from nvrender.api.objects.vertices import ImmediateState
from nvrender.api.textures.drawing import drawn_textures
from nvrender.api.textures.targets import coordinate_set
from nvrender.api.words import clamped
from nvrender.gl.state.state import TEXTURE_UNITS
from nvrender.gl.textures.surfaces import Buffers
from nvrender.gl.textures.units import given_textures
from nvrender.languages.load import load
from nvrender.oracle.frame.draw import Primitives, Stages
from nvrender.oracle.raster.position import RasterVertex, raster_vertex
from nvrender.program import Program
from nvrender.source import GLError, InputError

_SECTION = "OpenGL 1.5, 3.7"
_COLOR, _SECONDARY, _FOG, _TEXTURE = 3, 4, 5, 8

Bits = npt.NDArray[np.uint8]


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


@command()
def Bitmap(
    gl: ContextState, w: int, h: int, xbo: float, ybo: float, xbi: float, ybi: float, data: Any
) -> None:
    """Draw the ones of ``w`` × ``h`` bits, (``xbo``, ``ybo``) of which is the raster position, and move that.

    It moves by (``xbi``, ``ybi``). ``data`` is memory as that of images is, None where there are no bits.
    Without a valid raster position nothing happens.
    """
    width, height = whole(w, "w"), whole(h, "h")
    left, bottom, right, up = floats((xbo, ybo, xbi, ybi), "xbo, ybo, xbi, ybi")
    if width < 0 or height < 0:
        raise invalid_value(f"{width} × {height} bits; neither may be negative", _SECTION)
    check_programs(gl.programs, gl.textures, gl.fixed)
    bits = _bits(data, width, height, gl.pixels.unpack)
    if not gl.raster.valid:
        return
    x, y, z, clip_w = gl.raster.vertex.position
    if not discards(gl.fixed) and math.isfinite(x - left) and math.isfinite(y - bottom):
        _draw(gl, bits, math.floor(x - left), math.floor(y - bottom))
    gl.raster.vertex = replace(gl.raster.vertex, position=(x + right, y + up, z, clip_w))


def _bits(data: Any, width: int, height: int, store: PixelStore) -> Bits:
    """(height, width) of 0 and 1, the bottom row first, out of memory (3.6.4, equations 3.12 and 3.14)."""
    if not width * height:
        return np.zeros((0, 0), np.uint8)
    offset = 0
    if isinstance(data, tuple) and len(data) == 2 and isinstance(data[1], int):
        data, offset = data
    known = isinstance(data, (bytes, bytearray, memoryview, list, tuple))
    if not known and not (isinstance(data, np.ndarray) and data.dtype == np.uint8):
        raise InputError(f"bits are bytes or an array of uint8, not {data!r}")
    try:
        memory = np.frombuffer(bytes(data), np.uint8)
    except (TypeError, ValueError) as error:
        raise InputError(f"bits are bytes or an array of uint8: {error}") from None
    row = -(-(store.row_length or width) // (8 * store.alignment)) * store.alignment
    start, length = offset + store.skip_rows * row, -(-(store.skip_pixels + width) // 8)
    end = start + (height - 1) * row + length
    if offset < 0 or end > len(memory):
        raise InputError(f"the bits take bytes {start} to {end} of their memory, which has {len(memory)}")
    rows: Bits = np.ndarray((height, length), np.uint8, memory.data, start, (row, 1))
    order: Any = "little" if store.lsb_first else "big"
    return np.unpackbits(rows, axis=1, bitorder=order)[:, store.skip_pixels : store.skip_pixels + width]


@cache
def _passing() -> Program:
    """A vertex program whose results are the attributes, for the vertices are in the window already."""
    coordinates = (f"texcoord[{unit}]" for unit in range(TEXTURE_UNITS))
    names = ("position", "color", "color.secondary", "fogcoord", *coordinates)
    moves = "".join(f"MOV result.{name}, vertex.{name};" for name in names)
    return load(f"!!ARBvp1.0 {moves} END")


def _draw(gl: ContextState, bits: Bits, left: int, bottom: int) -> None:
    """Points of one pixel with the values of the raster position, for each 1."""
    used = stages(gl.programs, gl.fixed, gl.buffers)
    used = Stages(_passing(), fragment=used.fragment, fragment_parameters=used.fragment_parameters)
    memory, left_there = reached(gl.textures, gl.buffers, used.programs), None
    textures, units = drawn_textures(
        gl.textures, gl.framebuffers, gl.fixed, gl.buffers, held_programs(gl.programs, gl.fixed)
    )
    units = tuple(replace(unit, coord_replace=False) for unit in units)
    for buffers in drawn(gl.framebuffers, gl.textures):
        places = np.argwhere(bits)[:, ::-1] + (left, bottom)
        places = places[((places >= 0) & (places < buffers.size)).all(axis=1)]
        if not len(places):
            continue
        clip = np.empty((len(places), 4), np.float32)
        clip[:, :2] = (2 * places + 1) / buffers.size - 1.0
        clip[:, 2:] = 2.0 * gl.raster.vertex.position[2] - 1.0, 1.0
        state = drawn_state(gl.fixed, buffers, _values(gl.immediate, gl.raster.vertex), units).with_(
            viewport=None, depth_range=(0.0, 1.0), point_size=1.0,
            vertex_program_point_size=False, vertex_program_two_side=False,
            color_sum=_sums(gl.programs, gl.fixed),
        )  # fmt: skip
        points = Primitives("POINTS", {0: clip})
        left_there = gl.screen.draw(Drawing(used, points, state, buffers, textures, memory=memory))
    keep(gl.textures, gl.errors, memory, left_there)


def _values(immediate: ImmediateState, raster: RasterVertex) -> list[Any]:
    """The attributes that the raster position has instead of the current ones."""
    values: list[Any] = list(immediate.current)
    values[_COLOR], values[_SECONDARY] = raster.color, raster.secondary_color
    values[_FOG] = raster.distance, 0.0, 0.0, 1.0
    values[_TEXTURE : _TEXTURE + TEXTURE_UNITS] = raster.texture_coordinates
    return values


def _sums(programs: ProgramState, fixed: FixedState) -> bool:
    """Whether the secondary colour is added, as it would be after a vertex (OpenGL 1.5, 3.9)."""
    vertex = program_of(programs, fixed, enums.VERTEX_PROGRAM_NV)
    if vertex is None:
        return fixed.state.color_sum or fixed.state.lighting
    return fixed.state.color_sum or not vertex.profile.declares_names
