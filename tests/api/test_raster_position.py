"""The current raster position (OpenGL 1.5, 2.13; NV_vertex_program 2.14.2; ARB_vertex_program 2.12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

VP, FP, GP = enums.VERTEX_PROGRAM_NV, enums.FRAGMENT_PROGRAM_ARB, enums.GEOMETRY_PROGRAM_NV
POSITION, VALID = enums.CURRENT_RASTER_POSITION, enums.CURRENT_RASTER_POSITION_VALID
COLOR, DISTANCE = enums.CURRENT_RASTER_COLOR, enums.CURRENT_RASTER_DISTANCE
COORDINATES = enums.CURRENT_RASTER_TEXTURE_COORDS


@pytest.fixture
def gl() -> Context:
    """A context of 8×4 pixels."""
    return Context(backend="oracle", size=(8, 4), raise_errors=True)


def test_initial_values(gl: Context) -> None:
    """Table 6.5."""
    assert gl.GetFloatv(POSITION) == (0, 0, 0, 1) and gl.GetBooleanv(VALID) is True
    assert gl.GetFloatv(COLOR) == (1, 1, 1, 1) and gl.GetFloatv(DISTANCE) == 0
    assert gl.GetFloatv(COORDINATES) == (0, 0, 0, 1)


@pytest.mark.parametrize("vector", [False, True])
@pytest.mark.parametrize("letter", "sifd")
@pytest.mark.parametrize(
    ("size", "given", "expected"),
    [
        (2, (1, -1), (8, 0, 0.5, 1)),
        (3, (1, 0, -1), (8, 2, 0, 1)),
        (4, (1, 2, 4, 4), (5, 3, 1, 4)),
    ],
)
def test_every_form(
    gl: Context, letter: str, vector: bool, size: int, given: tuple[int, ...], expected: tuple[float, ...]
) -> None:
    """Windows have z from 0 to 1, and the w of clip coordinates."""
    if vector:
        getattr(gl, f"RasterPos{size}{letter}v")(given)
    else:
        getattr(gl, f"RasterPos{size}{letter}")(*given)
    assert gl.GetFloatv(POSITION) == expected and gl.GetBooleanv(VALID) is True


def test_matrices_viewport_and_depths_count(gl: Context) -> None:
    gl.Viewport(2, 1, 4, 2)
    gl.DepthRange(0.5, 1)
    gl.MatrixMode(enums.PROJECTION)
    gl.Scalef(0.5, 1, 1)
    gl.MatrixMode(enums.MODELVIEW)
    gl.Translatef(1, 0.5, 0)
    gl.RasterPos3f(0, 0, -1)
    assert gl.GetFloatv(POSITION) == (2 + 1.5 * 2, 1 + 1.5, 0.5, 1)


@pytest.mark.parametrize(
    "place", [(2, 0, 0, 1), (0, -1.5, 0, 1), (0, 0, 1.01, 1), (0, 0, 0, -1), (0, 0, 0, 0)]
)
def test_a_point_that_is_culled_is_not_valid(gl: Context, place: tuple[float, ...]) -> None:
    """2.13; what it was stays (docs/semantics.md)."""
    gl.RasterPos2f(0.5, 0.5)
    gl.Color3f(0, 0, 1)
    before = gl.GetFloatv(POSITION)
    gl.RasterPos4f(*place)
    assert gl.GetBooleanv(VALID) is False and gl.GetFloatv(POSITION) == before
    assert gl.GetFloatv(COLOR) == (1, 1, 1, 1)
    gl.RasterPos2f(0, 0)
    assert gl.GetBooleanv(VALID) is True and gl.GetFloatv(COLOR) == (0, 0, 1, 1)


def test_planes_cull_it_unless_there_is_a_program(gl: Context) -> None:
    """2.11; NV_vertex_program 2.14.2: no client-defined planes are enabled then."""
    gl.Enable(enums.CLIP_PLANE0)
    gl.ClipPlane(enums.CLIP_PLANE0, (1, 0, 0, 0))
    gl.RasterPos2f(-0.5, 0)
    assert gl.GetBooleanv(VALID) is False
    gl.RasterPos2f(0.5, 0)
    assert gl.GetBooleanv(VALID) is True
    gl.LoadProgramNV(VP, 1, "!!VP1.0 MOV o[HPOS],v[0];END")
    gl.BindProgramNV(VP, 1)
    gl.Enable(VP)
    gl.RasterPos2f(-0.5, 0)
    assert gl.GetBooleanv(VALID) is True
    # ARB_vertex_program 2.11: planes count for position-invariant programs.
    gl.ProgramStringARB(
        VP, enums.PROGRAM_FORMAT_ASCII_ARB,
        "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color,vertex.color;END",
    )  # fmt: skip
    gl.RasterPos2f(-0.5, 0)
    assert gl.GetBooleanv(VALID) is False


def test_values_of_a_vertex_come_with_it(gl: Context) -> None:
    """2.13: the colour and the texture coordinates that a vertex would have there."""
    gl.Color4f(0.25, 2, -1, 0.5)
    gl.MatrixMode(enums.TEXTURE)
    gl.ActiveTexture(enums.TEXTURE1)
    gl.Scalef(2, 2, 2)
    gl.MultiTexCoord2f(enums.TEXTURE1, 3, 4)
    gl.MatrixMode(enums.MODELVIEW)
    gl.MatrixMode(enums.PROJECTION)
    gl.Ortho(-1, 1, -1, 1, 1, 9)
    gl.RasterPos3f(0, 0, -5)
    assert gl.GetFloatv(COLOR) == (0.25, 1, 0, 0.5)
    assert gl.GetFloatv(COORDINATES) == (6, 8, 0, 1)
    gl.ActiveTexture(enums.TEXTURE0)
    assert gl.GetFloatv(COORDINATES) == (0, 0, 0, 1)
    assert gl.GetFloatv(DISTANCE) == 5
    gl.Fogi(enums.FOG_COORD_SRC, enums.FOG_COORD)
    gl.FogCoordf(7)
    gl.RasterPos3f(0, 0, -5)
    assert gl.GetFloatv(DISTANCE) == 7
    gl.Enable(enums.LIGHTING)
    gl.Materialfv(enums.FRONT, enums.EMISSION, (0.5, 0, 0, 1))
    gl.LightModelfv(enums.LIGHT_MODEL_AMBIENT, (0, 0, 0, 1))
    gl.RasterPos3f(0, 0, -5)
    assert gl.GetFloatv(COLOR) == (0.5, 0, 0, 1)


def test_vertex_programs_compute_it(gl: Context) -> None:
    """NV_vertex_program 2.14.2: RasterPos is a Vertex, and the results are the position's."""
    gl.LoadProgramNV(
        VP, 1,
        "!!VP1.0 ADD o[HPOS],v[0],c[1];MOV o[COL0],v[3];MOV o[TEX2],v[0];MOV o[FOGC],c[1].y;END",
    )  # fmt: skip
    gl.BindProgramNV(VP, 1)
    gl.Enable(VP)
    gl.ProgramParameter4fNV(VP, 1, 0.5, 0.25, 0, 0)
    gl.Color3f(0, 3, 0.5)
    gl.RasterPos2f(0.25, 0)
    assert gl.GetFloatv(POSITION) == (7, 2.5, 0.5, 1)
    assert gl.GetFloatv(COLOR) == (0, 1, 0.5, 1) and gl.GetFloatv(DISTANCE) == 0.25
    gl.ActiveTexture(enums.TEXTURE2)
    assert gl.GetFloatv(COORDINATES) == (0.25, 0, 0, 1)
    gl.RasterPos2f(0.75, 0)
    assert gl.GetBooleanv(VALID) is False


def test_geometry_programs_are_not_run(gl: Context) -> None:
    """NV_geometry_program4, issue 11."""
    text = "!!NVgp4.0 PRIMITIVE_IN LINES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; EMIT; END"
    gl.ProgramStringARB(GP, enums.PROGRAM_FORMAT_ASCII_ARB, text)
    gl.Enable(GP)
    gl.RasterPos2f(0, 0)
    assert gl.GetFloatv(POSITION) == (4, 2, 0.5, 1)


@pytest.mark.parametrize("target", [VP, FP, GP])
@pytest.mark.parametrize("loaded", [False, True])
def test_programs_that_are_not_there(target: int, loaded: bool) -> None:
    """Errors: INVALID_OPERATION; without the vertex program the position is not valid (2.14.2)."""
    gl = Context(backend="oracle", size=(8, 4))
    gl.RasterPos2f(0.5, 0.5)
    if loaded:
        gl.LoadProgramNV(VP, 9, "!!VP1.0 MOV o[HPOS],v[0];END")
        gl.DeleteProgramsNV([9])
    gl.Enable(target)
    gl.RasterPos2f(0, 0)
    assert gl.GetError() == enums.INVALID_OPERATION
    assert gl.GetBooleanv(VALID) is (target != VP) and gl.GetFloatv(POSITION)[:2] == (6, 3)
    gl.WindowPos2f(1, 1)
    assert gl.GetError() == enums.NO_ERROR and gl.GetBooleanv(VALID) is True


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda gl: gl.WindowPos2f(3.5, -70), (3.5, -70, 0.25, 1)),
        (lambda gl: gl.WindowPos3d(3, 900, 0.5), (3, 900, 0.5, 1)),
        (lambda gl: gl.WindowPos3iv((3, 4, 9)), (3, 4, 0.75, 1)),
        (lambda gl: gl.WindowPos3s(3, 4, -9), (3, 4, 0.25, 1)),
    ],
)
def test_places_in_the_window(
    gl: Context, call: Callable[[Context], Any], expected: tuple[float, ...]
) -> None:
    """2.13: whatever the matrices and the view volume; z is clamped and goes from near to far."""
    gl.Translatef(100, 0, 0)
    gl.DepthRange(0.25, 0.75)
    gl.Enable(enums.LIGHTING)
    gl.Color3f(1, 0, 2)
    gl.FogCoordf(5)
    gl.MultiTexCoord2f(enums.TEXTURE0, 3, 4)
    gl.RasterPos2f(99, 99)
    call(gl)
    assert gl.GetFloatv(POSITION) == expected and gl.GetBooleanv(VALID) is True
    assert gl.GetFloatv(COLOR) == (1, 0, 1, 1) and gl.GetFloatv(DISTANCE) == 0
    assert gl.GetFloatv(COORDINATES) == (3, 4, 0, 1)
    gl.Fogi(enums.FOG_COORD_SRC, enums.FOG_COORD)
    call(gl)
    assert gl.GetFloatv(DISTANCE) == 5


@pytest.mark.parametrize("name", ["RasterPos2f", "WindowPos2i"])
def test_not_between_begin_and_end(name: str) -> None:
    assert error_of(lambda gl: (gl.Begin(enums.POINTS), getattr(gl, name)(0, 0))) == "INVALID_OPERATION"


def test_what_no_program_in_c_could_pass(gl: Context) -> None:
    for name, given in (
        ("RasterPos2f", (1,)), ("RasterPos2f", ("a", 0)), ("RasterPos3sv", ((1, 2, 40000),)),
        ("RasterPos4fv", ((1, 2, 3),)), ("WindowPos2i", (0.5, 0)), ("WindowPos3fv", (7,)),
    ):  # fmt: skip
        with pytest.raises(InputError):
            getattr(gl, name)(*given)
    nan = float("nan")
    gl.RasterPos2f(nan, 0)
    assert gl.GetBooleanv(VALID) is False
    gl.RasterPos4f(1e38, 0, 0, 1e38)
    gl.RasterPos4f(0, 0, 0, 1e-45)
    gl.WindowPos3f(nan, float("inf"), nan)
