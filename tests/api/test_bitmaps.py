"""Bitmap (OpenGL 1.5, 3.7 and 3.6.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

#: Three rows of five bits, the bottom one first, each in four bytes.
LETTER = bytes((0b10100000, 0, 0, 0, 0b11111000, 0, 0, 0, 0b00001000, 0, 0, 0))
ONES = {(0, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (4, 2)}


@pytest.fixture
def gl() -> Context:
    """A context of 10×8 pixels whose raster position is (2, 1)."""
    gl = Context(backend="oracle", size=(10, 8), raise_errors=True)
    gl.WindowPos2f(2, 1)
    return gl


def pixels(gl: Context) -> np.ndarray:
    found: np.ndarray = gl.ReadPixels(0, 0, 10, 8, enums.RGBA, enums.UNSIGNED_BYTE)
    return found


def drawn(gl: Context) -> set[tuple[int, int]]:
    return {(int(x), int(y)) for y, x in np.argwhere(pixels(gl)[..., 3])}


def moved(x: int, y: int) -> set[tuple[int, int]]:
    return {(x + i, y + j) for i, j in ONES if 0 <= x + i < 10 and 0 <= y + j < 8}


def test_ones_are_fragments_and_the_position_moves(gl: Context) -> None:
    gl.WindowPos3f(2.75, 1.25, 0.5)
    gl.Bitmap(5, 3, 0.5, -1, 6.5, 0.25, LETTER)
    assert drawn(gl) == moved(2, 2)
    assert gl.GetFloatv(enums.CURRENT_RASTER_POSITION) == (9.25, 1.5, 0.5, 1)
    gl.Bitmap(0, 0, 0, 0, -8, 2, None)  # which is how a position is moved
    assert gl.GetFloatv(enums.CURRENT_RASTER_POSITION) == (1.25, 3.5, 0.5, 1)
    assert drawn(gl) == moved(2, 2)


@pytest.mark.parametrize("place", [(-3, -1), (8, 6), (-50, 0), (1e30, 3)])
def test_what_is_outside_of_the_window_is_not_drawn(gl: Context, place: tuple[float, float]) -> None:
    gl.WindowPos2f(*place)
    gl.Bitmap(5, 3, 0, 0, 0, 0, LETTER)
    assert drawn(gl) == moved(int(place[0]), int(place[1]))


def test_without_a_valid_position_nothing_happens(gl: Context) -> None:
    """3.7."""
    gl.RasterPos2f(5, 5)
    before = gl.GetFloatv(enums.CURRENT_RASTER_POSITION)
    gl.Bitmap(5, 3, 0, 0, 7, 7, LETTER)
    assert drawn(gl) == set() and gl.GetFloatv(enums.CURRENT_RASTER_POSITION) == before


@pytest.mark.parametrize(
    ("stores", "data"),
    [
        ({"ALIGNMENT": 1}, bytes((0xA0, 0xF8, 0x08))),
        ({"ALIGNMENT": 1, "LSB_FIRST": 1}, bytes((0b101, 0b11111, 0b10000))),
        ({"ALIGNMENT": 2}, np.array([0xA0, 9, 0xF8, 9, 0x08], np.uint8)),
        ({"ALIGNMENT": 1, "SKIP_PIXELS": 6}, bytes((0b10, 0x80, 0b11, 0xE0, 0, 0x20))),
        ({"ALIGNMENT": 1, "SKIP_ROWS": 2, "ROW_LENGTH": 16}, bytes((9, 9, 9, 9, 0xA0, 9, 0xF8, 9, 0x08))),
        ({"ALIGNMENT": 1}, (bytes((7, 7, 0xA0, 0xF8, 0x08)), 2)),
        ({"ALIGNMENT": 1}, [0xA0, 0xF8, 0x08]),
        ({"ALIGNMENT": 8}, LETTER[:4] + bytes(4) + LETTER[4:8] + bytes(4) + LETTER[8:]),
    ],
)
def test_bits_in_memory(gl: Context, stores: dict[str, int], data: Any) -> None:
    """3.6.4, equations 3.12 to 3.14; in a list they are read when they are compiled (5.4)."""
    for name, value in stores.items():
        if name == "SKIP_PIXELS":
            gl.PixelStorei(enums.UNPACK_ROW_LENGTH, 16)
        gl.PixelStorei(getattr(enums, f"UNPACK_{name}"), value)
    gl.NewList(1, enums.COMPILE)
    gl.Bitmap(5, 3, 0, 0, 0, 0, data)
    gl.EndList()
    gl.Bitmap(5, 3, 0, 0, 0, 0, data)
    assert drawn(gl) == moved(2, 1)
    if isinstance(data, np.ndarray):
        data[:] = 0
    gl.PixelStorei(enums.UNPACK_ALIGNMENT, 4)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    gl.CallList(1)
    assert drawn(gl) == moved(2, 1)


def test_fragments_have_the_values_of_the_position(gl: Context) -> None:
    """2.13: not the current ones; whatever the matrices, planes, sizes of points and vertex programs are."""
    gl.Color4f(1, 0.4, 0, 1)
    gl.WindowPos3f(2, 1, 0.25)
    gl.Color4f(0, 0, 1, 0.5)
    gl.Scalef(0, 0, 0)
    gl.PointSize(4)
    gl.PointParameterf(enums.POINT_SIZE_MIN, 3)
    gl.Viewport(0, 0, 1, 1)
    gl.DepthRange(0.5, 0.75)
    gl.Enable(enums.CLIP_PLANE0)
    gl.ClipPlane(enums.CLIP_PLANE0, (0, 0, 0, -1))
    gl.Enable(enums.LIGHTING)
    gl.Enable(enums.VERTEX_PROGRAM_POINT_SIZE_NV)
    gl.LoadProgramNV(enums.VERTEX_PROGRAM_NV, 1, "!!VP1.0 MOV o[HPOS],c[9];END")
    gl.BindProgramNV(enums.VERTEX_PROGRAM_NV, 1)
    gl.Enable(enums.VERTEX_PROGRAM_NV)
    gl.Enable(enums.DEPTH_TEST)
    gl.Bitmap(5, 3, 0, 0, 0, 0, LETTER)
    assert drawn(gl) == moved(2, 1)
    assert pixels(gl)[1, 2].tolist() == [255, 102, 0, 255]
    # Nearer fragments win, farther ones lose: their depth is that of the position.
    for depth, color in ((0.26, 102), (0.24, 51)):
        gl.Color3f(0, 0.2, 0)
        gl.DepthRange(0, 1)
        gl.WindowPos3f(2, 1, depth)
        gl.DepthRange(0.5, 0.75)
        gl.Bitmap(5, 3, 0, 0, 0, 0, LETTER)
        assert pixels(gl)[1, 2, 1] == color


def test_the_fragment_stage_is_the_usual_one(gl: Context) -> None:
    """3.7: fragments are treated as any others; fog by the raster distance, programs, textures, blending."""
    gl.Enable(enums.FOG)
    gl.Fogi(enums.FOG_MODE, enums.LINEAR)
    gl.Fogf(enums.FOG_END, 10)
    gl.Fogfv(enums.FOG_COLOR, (0, 0, 1, 1))
    gl.Fogi(enums.FOG_COORD_SRC, enums.FOG_COORD)
    gl.FogCoordf(4)
    gl.WindowPos2f(2, 1)
    gl.Fogi(enums.FOG_COORD_SRC, enums.FRAGMENT_DEPTH)
    gl.Bitmap(5, 3, 0, 0, 0, 0, LETTER)
    assert pixels(gl)[1, 2].tolist() == [153, 153, 255, 255]
    gl.Disable(enums.FOG)
    text = "!!ARBfp1.0 MUL result.color,fragment.texcoord[1],fragment.color.secondary;END"
    gl.ProgramStringARB(enums.FRAGMENT_PROGRAM_ARB, enums.PROGRAM_FORMAT_ASCII_ARB, text)
    gl.Enable(enums.FRAGMENT_PROGRAM_ARB)
    gl.MultiTexCoord4f(enums.TEXTURE1, 1, 0.5, 0.25, 1)
    gl.SecondaryColor3f(0.4, 1, 0.8)
    gl.WindowPos2f(2, 1)
    gl.MultiTexCoord4f(enums.TEXTURE1, 0, 0, 0, 0)
    gl.Bitmap(5, 3, 0, 0, 0, 0, LETTER)
    assert pixels(gl)[1, 2].tolist() == [102, 128, 51, 255]
    gl.Disable(enums.FRAGMENT_PROGRAM_ARB)
    gl.Enable(enums.COLOR_SUM)
    gl.Color3f(0.2, 0, 0.2)
    gl.WindowPos2f(2, 1)
    gl.Enable(enums.SCISSOR_TEST)
    gl.Scissor(2, 1, 1, 1)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    gl.Bitmap(5, 3, 0, 0, 0, 0, LETTER)
    assert pixels(gl)[1, 2].tolist() == [153, 255, 255, 255]
    gl.Disable(enums.SCISSOR_TEST)
    gl.WindowPos2f(4, 1)
    gl.Disable(enums.COLOR_SUM)
    gl.Bitmap(1, 1, 0, 0, 0, 0, LETTER)
    assert pixels(gl)[1, 4].tolist() == [51, 0, 51, 255]


ERRORS: list[tuple[str, Callable[[Context], Any]]] = [
    ("INVALID_VALUE", lambda gl: gl.Bitmap(-1, 1, 0, 0, 0, 0, b"")),
    ("INVALID_VALUE", lambda gl: gl.Bitmap(1, -1, 0, 0, 0, 0, b"")),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.Bitmap(0, 0, 0, 0, 0, 0, None))),
    (
        "INVALID_OPERATION",
        lambda gl: (gl.Enable(enums.FRAGMENT_PROGRAM_ARB), gl.Bitmap(0, 0, 0, 0, 0, 0, None)),
    ),
]


@pytest.mark.parametrize(("error", "call"), ERRORS)
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    """3.7, 2.6.3; ARB_fragment_program, Errors."""
    assert error_of(call) == error


@pytest.mark.parametrize(
    "data", [None, b"", LETTER[:8], np.zeros(12), 7, 100, "text", (LETTER, -1), (LETTER, 4), [1, 2, 300]]
)
def test_what_no_program_in_c_could_pass(gl: Context, data: Any) -> None:
    with pytest.raises(InputError):
        gl.Bitmap(5, 3, 0, 0, 1, 1, data)
    assert drawn(gl) == set() and gl.GetFloatv(enums.CURRENT_RASTER_POSITION)[:2] == (2, 1)


def test_places_that_are_none(gl: Context) -> None:
    gl.WindowPos2f(float("nan"), 0)
    gl.Bitmap(5, 3, 0, 0, 0, 0, LETTER)
    gl.WindowPos2f(0, 0)
    gl.Bitmap(5, 3, float("inf"), 0, 0, 0, LETTER)
    assert drawn(gl) == set()
