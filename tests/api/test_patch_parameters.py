"""PatchParameter and draws of patches (ARB_tessellation_shader 2.X.1; NV_tessellation_program5, Errors)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of
from generation5 import (
    ASCII,
    CONTROL,
    CORNERS,
    EVALUATION,
    GEOMETRY,
    PROGRAMS,
    VERTEX,
    draw,
    loaded,
    pixel,
)

from nvrender.api import Context, enums
from nvrender.source import GLError, InputError

OUTER, INNER = enums.PATCH_DEFAULT_OUTER_LEVEL, enums.PATCH_DEFAULT_INNER_LEVEL
GREEN, BLACK = (0, 255, 0, 255), (0, 0, 0, 0)
#: Takes what an evaluation program makes of triangles, and patches.
TRIANGLES = (
    "!!NVgp5.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
    "MOV result.position,vertex[0].position; MOV result.color,{1,1,0,1}; EMIT;"
    "MOV result.position,vertex[1].position; MOV result.color,{1,1,0,1}; EMIT;"
    "MOV result.position,vertex[2].position; MOV result.color,{1,1,0,1}; EMIT; END"
)
PATCHES = TRIANGLES.replace("PRIMITIVE_IN TRIANGLES", "PRIMITIVE_IN PATCHES")
LINES = TRIANGLES.replace("PRIMITIVE_IN TRIANGLES", "PRIMITIVE_IN LINES").replace("vertex[2]", "vertex[1]")


def tessellating(control: bool = True) -> Context:
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    loaded(gl, VERTEX, PROGRAMS[VERTEX])
    loaded(gl, EVALUATION, PROGRAMS[EVALUATION])
    gl.ProgramEnvParameter4fARB(EVALUATION, 0, *(0, 1, 0, 1))
    if control:
        loaded(gl, CONTROL, PROGRAMS[CONTROL])
        gl.ProgramLocalParameter4fARB(CONTROL, 0, 2, 3, 4, 2)
    return gl


def test_what_patches_are_at_first() -> None:
    """New State: three vertices, levels of 1."""
    gl = context()
    assert gl.GetIntegerv(enums.PATCH_VERTICES) == 3
    assert gl.GetFloatv(OUTER) == (1, 1, 1, 1) and gl.GetFloatv(INNER) == (1, 1)
    gl.PatchParameteri(enums.PATCH_VERTICES, 32)
    gl.PatchParameterfv(OUTER, np.array([1.5, -2, 0, 1e30]))
    gl.PatchParameterfv(INNER, (3, 4))
    assert gl.GetIntegerv(enums.PATCH_VERTICES) == 32 == gl.GetIntegerv(enums.MAX_PATCH_VERTICES)
    assert gl.GetFloatv(OUTER) == (1.5, -2, 0, float(np.float32(1e30))) and gl.GetFloatv(INNER) == (3, 4)
    assert gl.GetError() == enums.NO_ERROR


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_VALUE", lambda gl: gl.PatchParameteri(enums.PATCH_VERTICES, 0)),
        ("INVALID_VALUE", lambda gl: gl.PatchParameteri(enums.PATCH_VERTICES, -1)),
        ("INVALID_VALUE", lambda gl: gl.PatchParameteri(enums.PATCH_VERTICES, 33)),
        ("INVALID_ENUM", lambda gl: gl.PatchParameteri(OUTER, 3)),
        ("INVALID_ENUM", lambda gl: gl.PatchParameterfv(enums.PATCH_VERTICES, (3, 3, 3, 3))),
        ("", lambda gl: gl.PatchParameteri(enums.PATCH_VERTICES, 1)),
        ("INVALID_ENUM", lambda gl: gl.Begin(enums.PATCHES + 1)),
    ],
)
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    assert error_of(call) == error


def test_too_few_levels() -> None:
    gl = context()
    with pytest.raises(InputError, match="values has 3 numbers; it must have 4"):
        gl.PatchParameterfv(OUTER, (1, 2, 3))


@pytest.mark.parametrize("control", [False, True])
def test_patches_are_drawn(control: bool) -> None:
    gl = tessellating(control)
    draw(gl, enums.PATCHES)
    assert pixel(gl) == GREEN


@pytest.mark.parametrize("control", [False, True])
def test_levels_of_0_draw_nothing(control: bool) -> None:
    """2.X.2: a patch with one is discarded; the defaults count without a control program."""
    gl = tessellating(control)
    gl.PatchParameterfv(OUTER, (1, 0, 1, 1))
    draw(gl, enums.PATCHES)
    assert pixel(gl) == (GREEN if control else BLACK)
    gl.ProgramLocalParameter4fARB(CONTROL, 0, 1, 0, 1, 1)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    draw(gl, enums.PATCHES)
    assert pixel(gl) == BLACK


def test_patches_have_as_many_vertices_as_they_were_told() -> None:
    """2.X.1: vertices that are too few for a patch are left out."""
    gl = tessellating()
    gl.PatchParameteri(enums.PATCH_VERTICES, 4)
    draw(gl, enums.PATCHES)
    assert pixel(gl) == BLACK
    gl.VertexPointer(2, enums.FLOAT, 0, np.array([*CORNERS, (0, 0)], np.float32))
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.DrawElements(enums.PATCHES, enums.UNSIGNED_BYTE, [0, 1, 2, 3, 0, 1])
    assert pixel(gl) == GREEN


def test_what_is_generated_goes_to_a_geometry_program() -> None:
    gl = tessellating()
    loaded(gl, GEOMETRY, TRIANGLES)
    draw(gl, enums.PATCHES)
    assert pixel(gl) == (255, 255, 0, 255)


#: What is switched on, the mode, and whether Begin takes it (docs/semantics.md for the last two groups).
DRAWS: list[tuple[tuple[int, ...], str, int, bool]] = [
    ((EVALUATION,), "", enums.TRIANGLES, False),
    ((CONTROL,), "", enums.TRIANGLES, False),
    ((CONTROL, EVALUATION), "", enums.POINTS, False),
    ((EVALUATION,), "", enums.PATCHES, True),
    ((CONTROL, EVALUATION), "", enums.PATCHES, True),
    ((), "", enums.PATCHES, False),
    ((CONTROL,), "", enums.PATCHES, False),
    ((), TRIANGLES, enums.PATCHES, False),
    ((CONTROL,), TRIANGLES, enums.PATCHES, False),
    ((), PATCHES, enums.PATCHES, True),
    ((CONTROL,), PATCHES, enums.PATCHES, True),
    ((), PATCHES, enums.TRIANGLES, False),
    ((EVALUATION,), PATCHES, enums.PATCHES, False),
    ((EVALUATION,), LINES, enums.PATCHES, False),
    ((EVALUATION,), TRIANGLES, enums.PATCHES, True),
]


@pytest.mark.parametrize(("targets", "geometry", "mode", "allowed"), DRAWS)
def test_what_goes_together(targets: tuple[int, ...], geometry: str, mode: int, allowed: bool) -> None:
    def call(gl: Context) -> None:
        for target in targets:
            loaded(gl, target, PROGRAMS[target])
        if geometry:
            loaded(gl, GEOMETRY, geometry)
        gl.Begin(mode)

    assert error_of(call) == ("" if allowed else "INVALID_OPERATION")


@pytest.mark.parametrize(("targets", "named"), [
    ((EVALUATION,), "evaluation"), ((CONTROL,), "control"), ((CONTROL, EVALUATION), "control"),
])  # fmt: skip
def test_the_program_that_takes_patches_is_named(targets: tuple[int, ...], named: str) -> None:
    gl = Context(backend="oracle", raise_errors=True)
    for target in targets:
        loaded(gl, target, PROGRAMS[target])
    message = f"a tessellation {named} program is enabled, which takes PATCHES, not LINES"
    with pytest.raises(GLError, match=message):
        gl.Begin(enums.LINES)


@pytest.mark.parametrize(("declared", "taken"), [
    ("TESS_MODE QUADS;", "TRIANGLES"), ("TESS_MODE ISOLINES;", "LINES"),
    ("TESS_MODE TRIANGLES; TESS_POINT_MODE;", "POINTS"),
])  # fmt: skip
def test_the_geometry_program_takes_what_the_generator_makes(declared: str, taken: str) -> None:
    """NV_geometry_program4 2.14.6.1 with ARB_tessellation_shader 2.X.2."""
    for given in ("POINTS", "LINES", "TRIANGLES", "LINES_ADJACENCY"):

        def call(gl: Context, given: str = given) -> None:
            loaded(gl, EVALUATION, PROGRAMS[EVALUATION].replace("TESS_MODE TRIANGLES;", declared))
            text = PROGRAMS[GEOMETRY].replace("PRIMITIVE_IN TRIANGLES", f"PRIMITIVE_IN {given}")
            loaded(gl, GEOMETRY, text)
            gl.Begin(enums.PATCHES)

        assert error_of(call) == ("" if given == taken else "INVALID_OPERATION")


@pytest.mark.parametrize("target", [CONTROL, EVALUATION])
@pytest.mark.parametrize("command", ["Begin", "DrawArrays", "DrawElements", "MultiDrawArrays", "EvalMesh1"])
def test_a_program_that_is_enabled_must_be_there(target: int, command: str) -> None:
    """NV_tessellation_program5, Errors: Begin, or any command that implicitly calls Begin."""
    given: dict[str, tuple[Any, ...]] = {
        "Begin": (enums.PATCHES,), "DrawArrays": (enums.PATCHES, 0, 3),
        "DrawElements": (enums.PATCHES, enums.UNSIGNED_BYTE, [0, 1, 2]),
        "MultiDrawArrays": (enums.PATCHES, [0], [3]), "EvalMesh1": (enums.POINT, 0, 1),
    }  # fmt: skip

    def call(gl: Context) -> None:
        for each in (CONTROL, EVALUATION):
            gl.Enable(each)
            if each != target:
                gl.ProgramStringARB(each, ASCII, PROGRAMS[each])
        getattr(gl, command)(*given[command])

    assert error_of(call) == "INVALID_OPERATION"


def test_units_are_taken_for_one_target_by_all_programs() -> None:
    """NV_gpu_program4 2.X.4.4, tessellation programs included."""
    lookup = "TEMP t; TEX t, vertex[0].position, texture[3], {}; MOV result.color, t; END"

    def call(gl: Context, target: str) -> None:
        gl.ProgramStringARB(
            enums.FRAGMENT_PROGRAM_ARB, ASCII,
            "!!NVfp5.0 TEMP t; TEX t, fragment.texcoord[0], texture[3], 2D; MOV result.color, t; END",
        )  # fmt: skip
        gl.Enable(enums.FRAGMENT_PROGRAM_ARB)
        loaded(gl, EVALUATION, "!!NVtep5.0 TESS_MODE TRIANGLES; " + lookup.format(target))
        gl.Begin(enums.PATCHES)

    assert error_of(lambda gl: call(gl, "2D")) == ""
    assert error_of(lambda gl: call(gl, "RECT")) == "INVALID_OPERATION"


def test_points_of_the_generator_are_no_polygons() -> None:
    """OpenGL 1.5, 3.5.4: PolygonMode is for polygons."""
    gl = tessellating()
    gl.PolygonMode(enums.FRONT_AND_BACK, enums.LINE)
    with pytest.raises(InputError, match="PolygonMode"):
        draw(gl, enums.PATCHES)
    text = PROGRAMS[EVALUATION].replace("TESS_MODE TRIANGLES;", "TESS_MODE TRIANGLES; TESS_POINT_MODE;")
    gl.ProgramStringARB(EVALUATION, ASCII, text)
    gl.ProgramEnvParameter4fARB(EVALUATION, 0, *(0, 1, 0, 1))
    draw(gl, enums.PATCHES)
    assert (gl.ReadPixels(0, 0, 4, 4, enums.RGBA, enums.UNSIGNED_BYTE)[..., 1] == 255).any()


def test_patch_parameters_go_into_lists() -> None:
    """OpenGL 1.5, 5.4."""
    gl = context()
    gl.NewList(1, enums.COMPILE)
    gl.PatchParameteri(enums.PATCH_VERTICES, 5)
    gl.PatchParameterfv(INNER, [2, 2])
    gl.EndList()
    assert gl.GetIntegerv(enums.PATCH_VERTICES) == 3
    gl.CallList(1)
    assert gl.GetIntegerv(enums.PATCH_VERTICES) == 5 and gl.GetFloatv(INNER) == (2, 2)
