"""Points, polygon modes, edge flags, logic operations, hints and Rect (OpenGL 1.5, 3.3 to 5.6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

HINTS = (
    enums.PERSPECTIVE_CORRECTION_HINT, enums.POINT_SMOOTH_HINT, enums.LINE_SMOOTH_HINT,
    enums.POLYGON_SMOOTH_HINT, enums.FOG_HINT, enums.GENERATE_MIPMAP_HINT, enums.TEXTURE_COMPRESSION_HINT,
)  # fmt: skip


@pytest.fixture
def gl() -> Context:
    """A context of 8×8 pixels."""
    return Context(backend="oracle", size=(8, 8), raise_errors=True)


def picture(gl: Context) -> np.ndarray:
    pixels: np.ndarray = gl.ReadPixels(0, 0, 8, 8, enums.RGBA, enums.UNSIGNED_BYTE)
    return pixels


def test_initial_values() -> None:
    """Tables 6.5, 6.12, 6.19 and 6.24."""
    gl = context()
    for pname, value in (
        (enums.POINT_SIZE_MIN, 0), (enums.POINT_FADE_THRESHOLD_SIZE, 1), (enums.EDGE_FLAG, 1),
        (enums.POINT_DISTANCE_ATTENUATION, (1, 0, 0)), (enums.POLYGON_MODE, (enums.FILL, enums.FILL)),
        (enums.LINE_STIPPLE_PATTERN, 0xFFFF), (enums.LINE_STIPPLE_REPEAT, 1), (enums.DITHER, 1),
        (enums.LOGIC_OP_MODE, enums.COPY), *((target, enums.DONT_CARE) for target in HINTS),
    ):  # fmt: skip
        assert gl.GetIntegerv(pname) == value, hex(pname)
    assert gl.GetFloatv(enums.POINT_SIZE_MAX) == gl._state.fixed.state.point.maximum
    assert not gl.IsEnabled(enums.COLOR_LOGIC_OP) and not gl.IsEnabled(enums.POINT_SPRITE)


def test_what_is_set_is_what_is_there() -> None:
    gl = context()
    gl.PointParameterf(enums.POINT_SIZE_MIN, 2.5)
    gl.PointParameteri(enums.POINT_SIZE_MAX, 9)
    gl.PointParameterfv(enums.POINT_FADE_THRESHOLD_SIZE, [3])
    gl.PointParameteriv(enums.POINT_DISTANCE_ATTENUATION, (1, 2, 3))
    gl.PolygonMode(enums.FRONT, enums.LINE)
    gl.PolygonMode(enums.BACK, enums.POINT)
    gl.LogicOp(enums.AND_INVERTED)
    gl.EdgeFlag(0)
    gl.Hint(enums.FOG_HINT, enums.NICEST)
    assert gl.GetError() == enums.NO_ERROR
    assert gl.GetFloatv(enums.POINT_SIZE_MIN) == 2.5 and gl.GetFloatv(enums.POINT_SIZE_MAX) == 9
    assert gl.GetFloatv(enums.POINT_FADE_THRESHOLD_SIZE) == 3
    assert gl.GetFloatv(enums.POINT_DISTANCE_ATTENUATION) == (1, 2, 3)
    assert gl.GetIntegerv(enums.POLYGON_MODE) == (enums.LINE, enums.POINT)
    assert gl.GetIntegerv(enums.LOGIC_OP_MODE) == enums.AND_INVERTED
    assert gl.GetBooleanv(enums.EDGE_FLAG) is False
    gl.Begin(enums.POINTS)
    gl.EdgeFlagv([True])
    gl.End()
    assert gl.GetBooleanv(enums.EDGE_FLAG) is True
    assert gl.GetIntegerv(enums.FOG_HINT) == enums.NICEST
    assert gl.GetIntegerv(enums.LINE_SMOOTH_HINT) == enums.DONT_CARE
    gl.PolygonMode(enums.FRONT_AND_BACK, enums.FILL)
    assert gl.GetIntegerv(enums.POLYGON_MODE) == (enums.FILL, enums.FILL)


ERRORS: list[tuple[str, Callable[[Context], Any]]] = [
    ("INVALID_ENUM", lambda gl: gl.PointParameterf(enums.POINT_SIZE, 1)),
    ("INVALID_VALUE", lambda gl: gl.PointParameterf(enums.POINT_SIZE_MIN, -1)),
    ("INVALID_VALUE", lambda gl: gl.PointParameteri(enums.POINT_SIZE_MAX, -1)),
    ("INVALID_VALUE", lambda gl: gl.PointParameterfv(enums.POINT_FADE_THRESHOLD_SIZE, [float("nan")])),
    ("INVALID_ENUM", lambda gl: gl.PolygonMode(enums.CW, enums.FILL)),
    ("INVALID_ENUM", lambda gl: gl.PolygonMode(enums.FRONT, enums.FRONT)),
    ("INVALID_ENUM", lambda gl: gl.LogicOp(enums.ONE)),
    ("INVALID_ENUM", lambda gl: gl.Hint(enums.FOG, enums.NICEST)),
    ("INVALID_ENUM", lambda gl: gl.Hint(enums.FOG_HINT, enums.FOG)),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.Rectf(0, 0, 1, 1))),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.Hint(enums.FOG_HINT, enums.NICEST))),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.LogicOp(enums.COPY))),
    ("INVALID_OPERATION", lambda gl: (gl.Enable(enums.VERTEX_PROGRAM_NV), gl.Rectf(0, 0, 1, 1))),
    ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.LineStipple(1, 1))),
    ("", lambda gl: (gl.Begin(enums.POINTS), gl.EdgeFlag(1), gl.End())),
]


@pytest.mark.parametrize(("error", "call"), ERRORS)
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    assert error_of(call) == error


@pytest.mark.parametrize(
    "call",
    [
        lambda gl: gl.PointParameterf(enums.POINT_SIZE_MIN, "a"),
        lambda gl: gl.PointParameterfv(enums.POINT_DISTANCE_ATTENUATION, [1, 2]),
        lambda gl: gl.EdgeFlagv([]),
        lambda gl: gl.Rectf("a", 0, 1, 1),
        lambda gl: gl.Rectsv((0, 0), (70000, 0)),
        lambda gl: gl.Rectfv((0,), (1, 1)),
    ],
)
def test_what_no_program_in_c_could_pass(call: Callable[[Context], Any]) -> None:
    gl = context()
    with pytest.raises(InputError):
        call(gl)
    assert gl.GetError() == enums.NO_ERROR and gl._state.immediate.begun is None


def test_points_become_smaller_with_the_distance(gl: Context) -> None:
    """3.3: between the least and the largest size."""
    gl.PointSize(4)
    gl.PointParameterfv(enums.POINT_DISTANCE_ATTENUATION, (0, 0, 1))

    def pixels(z: float) -> int:
        gl.Clear(enums.COLOR_BUFFER_BIT)
        gl.Begin(enums.POINTS)
        gl.Vertex3f(0, 0, z)
        gl.End()
        return int((picture(gl)[..., 3] > 0).sum())

    gl.Scalef(1, 1, 0.25)  # the distance of eye coordinates is a quarter
    assert pixels(4) == 16 and pixels(3.999) == 16
    gl.LoadIdentity()
    gl.MatrixMode(enums.PROJECTION)
    gl.Scalef(1, 1, 0.25)
    assert pixels(2) == 4 and pixels(4) == 1
    gl.PointParameterf(enums.POINT_SIZE_MIN, 2)
    assert pixels(4) == 4
    gl.PointParameterf(enums.POINT_SIZE_MAX, 2)
    assert pixels(1) == 4


@pytest.mark.parametrize("letter", "sifd")
def test_rectangles(gl: Context, letter: str) -> None:
    """2.10: (x1, y1), (x2, y1), (x2, y2), (x1, y2) of a polygon."""
    gl.Color3f(1, 0, 0)
    getattr(gl, f"Rect{letter}")(0, -1, 1, 1)
    assert (picture(gl)[..., 0] == 255).sum() == 32 and (picture(gl)[:, 4:, 0] == 255).all()
    gl.Enable(enums.CULL_FACE)
    gl.Color3f(0, 1, 0)
    getattr(gl, f"Rect{letter}v")((1, -1), (0, 1))  # clockwise
    assert (picture(gl)[..., 1] == 0).all()
    getattr(gl, f"Rect{letter}v")((-1, -1), np.array([0, 1]))
    assert (picture(gl)[:, :4, 1] == 255).all() and (picture(gl)[..., 1] == 255).sum() == 32


def test_logic_operations(gl: Context) -> None:
    """4.1.9: only where COLOR_LOGIC_OP is enabled, and then without blending."""
    gl.ClearColor(1, 0.2, 0, 1)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    gl.LogicOp(enums.XOR)
    gl.Color4ub(240, 15, 255, 0)
    gl.Enable(enums.COLOR_LOGIC_OP)
    gl.Rectf(-1, -1, 0, 1)
    assert picture(gl)[0, 0].tolist() == [15, 51 ^ 15, 255, 255]
    gl.Disable(enums.COLOR_LOGIC_OP)
    gl.Rectf(-1, -1, 0, 1)
    assert picture(gl)[0, 0].tolist() == [240, 15, 255, 0]


def test_polygons_are_filled_or_refused(gl: Context) -> None:
    """3.5.4; docs/api.md."""
    gl.PolygonMode(enums.BACK, enums.LINE)
    with pytest.raises(InputError, match="PolygonMode of BACK is LINE"):
        gl.Rectf(-1, -1, 1, 1)
    assert gl._state.immediate.begun is None
    gl.Enable(enums.CULL_FACE)
    gl.Rectf(-1, -1, 1, 1)
    assert (picture(gl) == 255).all()
    gl.CullFace(enums.FRONT)
    with pytest.raises(InputError, match="FILL only"):
        gl.Rectf(-1, -1, 1, 1)
    gl.CullFace(enums.FRONT_AND_BACK)
    gl.Rectf(-1, -1, 1, 1)
    gl.Disable(enums.CULL_FACE)
    for mode in (enums.POINTS, enums.LINES, enums.LINE_STRIP):
        gl.Begin(mode)
        gl.Vertex2f(0, 0)
        gl.Vertex2f(1, 0)
        gl.End()
    text = "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3; EMIT; END"
    gl.ProgramStringARB(enums.GEOMETRY_PROGRAM_NV, enums.PROGRAM_FORMAT_ASCII_ARB, text)
    gl.Enable(enums.GEOMETRY_PROGRAM_NV)
    with pytest.raises(InputError, match="PolygonMode"):
        gl.Begin(enums.POINTS)
        gl.Vertex2f(0, 0)
        gl.End()


@pytest.mark.parametrize(
    ("cap", "refused"),
    [
        ("POINT_SMOOTH", enums.POINTS), ("LINE_SMOOTH", enums.LINE_LOOP), ("LINE_STIPPLE", enums.LINES),
        ("POLYGON_SMOOTH", enums.TRIANGLES),
    ],
)  # fmt: skip
def test_what_is_smooth_or_stippled_is_refused(gl: Context, cap: str, refused: int) -> None:
    """3.3, 3.4.2, 3.5: of its own primitives, and only where it is enabled; docs/api.md."""
    gl.LineStipple(300, 0x10FF0)
    assert gl.GetIntegerv(enums.LINE_STIPPLE_REPEAT) == 256
    assert gl.GetIntegerv(enums.LINE_STIPPLE_PATTERN) == 0x0FF0

    def draw(mode: int) -> None:
        gl.Begin(mode)
        for place in ((-0.5, -0.5), (0.5, -0.5), (0, 0.5)):
            gl.Vertex2f(*place)
        gl.End()

    for mode in (enums.POINTS, enums.LINE_LOOP, enums.LINES, enums.TRIANGLES):
        draw(mode)
    gl.Enable(getattr(enums, cap))
    with pytest.raises(InputError, match=cap):
        draw(refused)
    draw(enums.TRIANGLES if refused != enums.TRIANGLES else enums.POINTS)
    if cap == "LINE_STIPPLE":
        gl.LineStipple(0, 0xFFFF)
        draw(refused)
        assert gl.GetIntegerv(enums.LINE_STIPPLE_REPEAT) == 1


def test_what_changes_nothing(gl: Context) -> None:
    """4.1.10, 3.5.5: dithering is the implementation's, and polygons are not drawn as points or lines."""
    gl.Disable(enums.DITHER)
    gl.Enable(enums.POLYGON_OFFSET_LINE)
    gl.Enable(enums.POLYGON_OFFSET_POINT)
    gl.Rectf(-1, -1, 1, 1)
    assert (picture(gl) == 255).all() and not gl.IsEnabled(enums.DITHER)
