"""Draws whose vertices have no attribute 0, or no attributes at all: they are drawn (docs/semantics.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import moderngl
import numpy as np
import pytest

import nvrender
from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.gl.patches import Patch
from nvrender.gl.state import State
from nvrender.gpu.draw import Mesh, Target
from nvrender.source import InputError

#: Each point into the pixel of its number.
BY_NUMBER = """!!NVvp4.0
TEMP t;
I2F t, vertex.id.x;
MAD result.position, t, {0.25, 0, 0, 0}, {-0.875, 0, 0, 1};
MOV result.color, {1, 0, 0, 1};
END"""
BY_GENERIC = "!!ARBvp1.0 MOV result.position, vertex.attrib[6]; MOV result.color, {1, 0, 0, 1}; END"
BY_POSITION = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, {1, 0, 0, 1}; END"
SIZE = 8
#: What a point of size 2 at the origin covers.
MIDDLE = [3, 4]
PLACES = np.array([[-0.875 + 0.25 * number, 0, 0, 1] for number in range(SIZE)], np.float32)


@pytest.fixture
def gl(backend: str) -> Iterator[Context]:
    with Context(backend=backend, size=(SIZE, 1), raise_errors=True) as made:
        yield made


def _program(gl: Context, text: str) -> None:
    gl.Enable(gl_enums.VERTEX_PROGRAM_ARB)
    gl.BindProgramARB(gl_enums.VERTEX_PROGRAM_ARB, 1)
    gl.ProgramStringARB(gl_enums.VERTEX_PROGRAM_ARB, gl_enums.PROGRAM_FORMAT_ASCII_ARB, text)


def _generic(gl: Context) -> None:
    gl.EnableVertexAttribArrayARB(6)
    gl.VertexAttribPointerARB(6, 4, gl_enums.FLOAT, False, 0, PLACES)


def _lit(gl: Context, component: int = 0) -> list[int]:
    pixels: Any = gl.ReadPixels(0, 0, SIZE, 1, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)
    gl.Clear(gl_enums.COLOR_BUFFER_BIT)
    return [number for number in range(SIZE) if pixels[0, number, component]]


def _draws(gl: Context) -> list[list[int]]:
    """Points 1, 2, 3 by each of the commands."""
    order = np.array([3, 1, 2], np.uint16)
    found = []
    for draw in (
        lambda: gl.DrawArrays(gl_enums.POINTS, 1, 3),
        lambda: gl.DrawElements(gl_enums.POINTS, gl_enums.UNSIGNED_SHORT, order),
        lambda: gl.DrawRangeElements(gl_enums.POINTS, 1, 3, gl_enums.UNSIGNED_SHORT, order),
        lambda: gl.MultiDrawArrays(gl_enums.POINTS, [1, 3], [2, 1]),
        lambda: gl.DrawArraysInstancedARB(gl_enums.POINTS, 1, 3, 2),
    ):
        draw()
        found.append(_lit(gl))
    return found


def test_of_generic_arrays_other_than_0__arb_vertex_program_2_8(gl: Context) -> None:
    _program(gl, BY_GENERIC)
    _generic(gl)
    assert _draws(gl) == [[1, 2, 3]] * 5


def test_without_arrays_by_vertex_id__nv_vertex_program4_2_x_3_2(gl: Context) -> None:
    _program(gl, BY_NUMBER)
    assert _draws(gl) == [[1, 2, 3]] * 5


def test_positions_are_the_origin_whatever_was_drawn_before(gl: Context) -> None:
    """Attribute 0 has no current value (ARB_vertex_program 2.7)."""
    _program(gl, BY_POSITION)
    gl.Begin(gl_enums.POINTS)
    gl.Vertex2f(-0.875, 0.0)
    gl.End()
    assert _lit(gl) == [0]
    gl.PointSize(2.0)
    gl.DrawArrays(gl_enums.POINTS, 0, 1)
    assert _lit(gl) == MIDDLE
    _generic(gl)
    gl.DrawArrays(gl_enums.POINTS, 0, 1)
    assert _lit(gl) == MIDDLE


@pytest.mark.parametrize("array", [True, False])
def test_the_conventional_stage_draws_too(gl: Context, array: bool) -> None:
    gl.PointSize(2.0)
    gl.Color4f(0.0, 1.0, 0.0, 1.0)
    if array:
        gl.EnableClientState(gl_enums.COLOR_ARRAY)
        gl.ColorPointer(4, gl_enums.FLOAT, 0, np.array([[1, 0, 0, 1]], np.float32))
    gl.DrawArrays(gl_enums.POINTS, 0, 1)
    assert _lit(gl, 0 if array else 1) == MIDDLE


def test_lists_and_feedback_have_them(gl: Context) -> None:
    _program(gl, BY_GENERIC)
    _generic(gl)
    gl.NewList(1, gl_enums.COMPILE)
    gl.DrawArrays(gl_enums.POINTS, 4, 2)
    gl.EndList()
    gl.CallList(1)
    assert _lit(gl) == [4, 5]


def test_array_elements_alone_make_no_vertex__opengl_1_5_2_8(gl: Context) -> None:
    """They set attributes; Vertex or attribute 0 is what makes one."""
    _program(gl, BY_GENERIC)
    _generic(gl)
    gl.Begin(gl_enums.POINTS)
    gl.ArrayElement(2)
    gl.End()
    assert _lit(gl) == []


def test_more_vertices_than_there_is_memory_for(backend: str) -> None:
    with Context(backend=backend, size=(SIZE, 1)) as gl:
        _program(gl, BY_NUMBER)
        gl.DrawArrays(gl_enums.POINTS, 0, 1 << 40)
        assert gl.GetError() == gl_enums.OUT_OF_MEMORY


def _frame(pipeline: nvrender.Pipeline, mesh: Mesh, **options: Any) -> list[int]:
    with Target(pipeline.context, (SIZE, 1)) as target:
        target.clear()
        pipeline.draw(mesh, target, **options)
        return [number for number in range(SIZE) if target.read()[0, number, 0]]


def test_meshes_without_positions(context: moderngl.Context) -> None:
    with (
        nvrender.Pipeline(context, nvrender.load(BY_GENERIC)) as pipeline,
        Mesh(context, {6: PLACES[2:4]}, primitive="POINTS") as mesh,
    ):
        assert _frame(pipeline, mesh) == [2, 3]
        assert pipeline.capture(mesh)["position"].tolist() == PLACES[2:4].tolist()


@pytest.mark.parametrize(("indices", "lit"), [(None, [0, 1, 2]), ([2, 0], [0, 2])])
def test_meshes_without_attributes(
    context: moderngl.Context, indices: list[int] | None, lit: list[int]
) -> None:
    with (
        nvrender.Pipeline(context, nvrender.load(BY_NUMBER)) as pipeline,
        Mesh(context, {}, indices, "POINTS", vertices=3) as mesh,
    ):
        assert mesh.arrays() == {}
        assert _frame(pipeline, mesh) == lit
        assert sorted(pipeline.capture(mesh)["position"][:, 0].tolist()) == PLACES[lit, 0].tolist()


def test_meshes_without_attributes_have_the_states_current_ones(context: moderngl.Context) -> None:
    current = State().with_(current_attributes=((0.625, 0.0, 0.0, 1.0), *State().current_attributes[1:]))
    with (
        nvrender.Pipeline(context, nvrender.load(BY_POSITION), state=current) as pipeline,
        Mesh(context, {}, primitive="POINTS", vertices=2) as mesh,
    ):
        assert _frame(pipeline, mesh) == [6]
    with (
        nvrender.Pipeline(context, state=State(point_size=2.0)) as pipeline,
        Mesh(context, {}, primitive="POINTS", vertices=1) as mesh,
    ):
        assert _frame(pipeline, mesh) == MIDDLE


def test_patches_without_attributes(context: moderngl.Context) -> None:
    """A geometry program of patches reads numbers that the vertex program makes."""
    geometry = nvrender.load(
        "!!NVgp5.0 PRIMITIVE_IN PATCHES; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; "
        "MOV result.position, vertex[1].position; MOV result.color, vertex[0].color; EMIT; END"
    )
    with (
        nvrender.Pipeline(context, nvrender.load(BY_NUMBER), geometry=geometry) as pipeline,
        Mesh(context, {}, primitive="PATCHES", vertices=4) as mesh,
    ):
        assert _frame(pipeline, mesh, patch=Patch(2)) == [1, 3]


@pytest.mark.parametrize(
    ("attributes", "vertices", "message"),
    [
        ({}, None, "at least one attribute"),
        ({}, 0, "a number of vertices, 1 to"),
        ({}, 1 << 31, "a number of vertices, 1 to"),
        ({}, 2.5, "a number of vertices, 1 to"),
        ({0: PLACES}, 3, "the attributes have 8; leave it out"),
    ],
)
def test_numbers_of_vertices(context: moderngl.Context, attributes: Any, vertices: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Mesh(context, attributes, primitive="POINTS", vertices=vertices)
