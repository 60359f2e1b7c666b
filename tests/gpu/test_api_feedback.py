"""The object model records vertices by transform feedback (NV_transform_feedback 2.Y and 2.Z)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums

TFB, ASCII = gl_enums.TRANSFORM_FEEDBACK_BUFFER_NV, gl_enums.PROGRAM_FORMAT_ASCII_ARB
VERTEX_TARGET, GEOMETRY_TARGET = gl_enums.VERTEX_PROGRAM_ARB, gl_enums.GEOMETRY_PROGRAM_NV
POS, GENERIC, NEXT = gl_enums.POSITION, gl_enums.GENERIC_ATTRIB_NV, gl_enums.NEXT_BUFFER_NV
MIXED, APART = gl_enums.INTERLEAVED_ATTRIBS_NV, gl_enums.SEPARATE_ATTRIBS_NV
GENERATED, WRITTEN = gl_enums.PRIMITIVES_GENERATED_NV, gl_enums.TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN_NV
VERTEX = """!!NVvp4.0
MOV result.position, vertex.position;
MOV result.color, vertex.color;
ADD result.attrib[3], vertex.position.x, {10, 20, 30, 40};
MOV.S result.id.x, vertex.id.x;
END"""


@pytest.fixture
def gl(backend: str, context: moderngl.Context) -> Any:
    with Context(
        context if backend == "gpu" else None, backend=backend, size=(8, 8), raise_errors=True
    ) as made:
        made.BeginQuery(GENERATED, 1)
        made.BeginQuery(WRITTEN, 2)
        yield made


def load(gl: Context, target: int, text: str) -> None:
    gl.ProgramStringARB(target, ASCII, text)
    gl.Enable(target)


def buffer(gl: Context, point: int, words: int, **range_: int) -> None:
    """Words of 7 at a binding point, all or part of them."""
    if range_:
        gl.BindBufferRangeNV(TFB, point, point + 1, range_["offset"], range_["size"])
    else:
        gl.BindBufferBaseNV(TFB, point, point + 1)
    gl.BufferData(TFB, np.full(words, 7, np.float32), gl_enums.DYNAMIC_READ)


def read(gl: Context, point: int) -> Any:
    gl.BindBuffer(gl_enums.ARRAY_BUFFER, point + 1)
    size = gl.GetBufferParameteriv(gl_enums.ARRAY_BUFFER, gl_enums.BUFFER_SIZE)
    return gl.GetBufferSubData(gl_enums.ARRAY_BUFFER, 0, size).view(np.float32)


def corners(gl: Context, mode: int, count: int) -> None:
    gl.Begin(mode)
    for number in range(count):
        gl.Color3f(number * 0.5, 0.25, 0)
        gl.Vertex2f(number, -number)
    gl.End()


def counted(gl: Context) -> tuple[int, int]:
    gl.EndQuery(GENERATED)
    gl.EndQuery(WRITTEN)
    found = gl.GetQueryObjectiv(1, gl_enums.QUERY_RESULT), gl.GetQueryObjectuiv(2, gl_enums.QUERY_RESULT)
    gl.BeginQuery(GENERATED, 1)
    gl.BeginQuery(WRITTEN, 2)
    return found


def test_attributes_go_into_one_buffer(gl: Context) -> None:
    load(gl, VERTEX_TARGET, VERTEX)
    buffer(gl, 0, 30)
    rows = [POS, 2, 0, gl_enums.SKIP_COMPONENTS1_NV, 0, 0, GENERIC, 1, 3, gl_enums.PRIMARY_COLOR, 1, 0]
    gl.TransformFeedbackAttribsNV(rows, MIXED)
    gl.BeginTransformFeedbackNV(gl_enums.LINES)
    corners(gl, gl_enums.LINE_STRIP, 3)
    gl.EndTransformFeedbackNV()
    found = read(gl, 0).reshape(6, 5)
    # The components that are skipped stay; colours are clamped.
    assert found[:4].tolist() == [
        [0, 0, 7, 10, 0], [1, -1, 7, 11, 0.5], [1, -1, 7, 11, 0.5], [2, -2, 7, 12, 1],
    ]  # fmt: skip
    assert (found[4:] == 7).all() and counted(gl) == (2, 2)


def test_attributes_go_into_buffers_of_their_own(gl: Context) -> None:
    load(gl, VERTEX_TARGET, VERTEX)
    for point in range(3):
        buffer(gl, point, 8)
    gl.TransformFeedbackAttribsNV([POS, 1, 0, GENERIC, 4, 3, gl_enums.VERTEX_ID_NV, 1, 0], APART)
    gl.BeginTransformFeedbackNV(gl_enums.POINTS)
    corners(gl, gl_enums.POINTS, 2)
    gl.EndTransformFeedbackNV()
    assert read(gl, 0).tolist() == [0, 1, 7, 7, 7, 7, 7, 7]
    assert read(gl, 1).tolist() == [10, 20, 30, 40, 11, 21, 31, 41]
    assert read(gl, 2)[:2].view(np.int32).tolist() == [0, 1]


def test_draws_follow_each_other_until_there_is_no_room(gl: Context) -> None:
    """2.Y: no vertices of a primitive that does not fit, in any buffer."""
    load(gl, VERTEX_TARGET, VERTEX)
    buffer(gl, 0, 40, offset=8, size=4 * 28)
    buffer(gl, 1, 21)
    gl.TransformFeedbackAttribsNV([POS, 4, 0, NEXT, 0, 0, GENERIC, 3, 3], MIXED)
    gl.BeginTransformFeedbackNV(gl_enums.TRIANGLES)
    corners(gl, gl_enums.TRIANGLES, 3)
    assert counted(gl) == (1, 1)
    corners(gl, gl_enums.TRIANGLE_FAN, 5)
    assert counted(gl) == (3, 1)
    corners(gl, gl_enums.TRIANGLES, 2)  # no triangle
    gl.EndTransformFeedbackNV()
    assert counted(gl) == (0, 0)
    first, second = read(gl, 0), read(gl, 1)
    assert (first[:2] == 7).all() and (first[26:] == 7).all() and (first[2:26] != 7).all()
    assert (second[18:] == 7).all() and (second[:18] != 7).all()
    gl.BeginTransformFeedbackNV(gl_enums.TRIANGLES)  # from the beginning again
    corners(gl, gl_enums.TRIANGLES, 3)
    gl.EndTransformFeedbackNV()
    assert read(gl, 1)[:9].tolist() == [10, 20, 30, 11, 21, 31, 12, 22, 32] and counted(gl) == (1, 1)


@pytest.mark.parametrize(("mode", "vertices", "triangles"), [
    ("QUADS", 4, 2), ("QUAD_STRIP", 6, 4), ("POLYGON", 5, 3), ("TRIANGLE_STRIP", 5, 3),
])  # fmt: skip
def test_quads_and_polygons_become_triangles(gl: Context, mode: str, vertices: int, triangles: int) -> None:
    load(gl, VERTEX_TARGET, VERTEX)
    buffer(gl, 0, 3 * triangles)
    gl.TransformFeedbackAttribsNV([POS, 1, 0], MIXED)
    gl.BeginTransformFeedbackNV(gl_enums.TRIANGLES)
    corners(gl, getattr(gl_enums, mode), vertices)
    gl.EndTransformFeedbackNV()
    assert counted(gl) == (triangles, triangles)
    assert {*read(gl, 0).tolist()} == {*map(float, range(vertices))}


def test_the_fixed_function_is_recorded(gl: Context) -> None:
    """2.Y: transformed, lit and clamped; coordinates whatever is enabled."""
    buffer(gl, 0, 12)
    gl.MatrixMode(gl_enums.MODELVIEW)
    gl.Translatef(5, 0, 0)
    gl.TexCoord4f(1, 2, 3, 4)
    gl.SecondaryColor3f(0.5, 0.25, 0.125)
    rows = [POS, 4, 0, gl_enums.PRIMARY_COLOR, 2, 0, gl_enums.TEXTURE_COORD_NV, 4, 0]
    gl.TransformFeedbackAttribsNV([*rows, gl_enums.SECONDARY_COLOR_NV, 2, 0], MIXED)
    gl.BeginTransformFeedbackNV(gl_enums.POINTS)
    corners(gl, gl_enums.POINTS, 1)
    gl.EndTransformFeedbackNV()
    assert read(gl, 0).tolist() == [5, 0, 0, 1, 0, 0.25, 1, 2, 3, 4, 0.5, 0.25]


def test_every_component_of_a_colour(gl: Context) -> None:
    """Table X.1: PRIMARY_COLOR and SECONDARY_COLOR have up to four."""
    load(gl, VERTEX_TARGET, VERTEX + "")
    buffer(gl, 0, 10)
    rows = [gl_enums.PRIMARY_COLOR, 4, 0, gl_enums.SECONDARY_COLOR_NV, 4, 0, POS, 2, 0]
    gl.TransformFeedbackAttribsNV(rows, MIXED)
    gl.BeginTransformFeedbackNV(gl_enums.POINTS)
    gl.Begin(gl_enums.POINTS)
    gl.Color4f(0.5, 0.25, 0.125, 0.75)
    gl.Vertex2f(3, 4)
    gl.End()
    gl.EndTransformFeedbackNV()
    assert read(gl, 0).tolist() == [0.5, 0.25, 0.125, 0.75, 0, 0, 0, 0, 3, 4]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("!!VP2.0 MOV o[HPOS],v[OPOS]; END", [0, 0, 0, 1]),
        ("!!NVvp4.0 MOV result.position, vertex.position; END", [0, 0, 0, 0]),
    ],
)
def test_what_the_program_does_not_write(gl: Context, text: str, expected: list[float]) -> None:
    """Undefined in 2.Y: (0, 0, 0, 1) of programs whose results begin so, else 0 (docs/semantics.md)."""
    if text.startswith("!!VP"):
        gl.LoadProgramNV(gl_enums.VERTEX_PROGRAM_NV, 1, text)
        gl.BindProgramNV(gl_enums.VERTEX_PROGRAM_NV, 1)
        gl.Enable(gl_enums.VERTEX_PROGRAM_NV)
    else:
        load(gl, VERTEX_TARGET, text)
    buffer(gl, 0, 14)
    skip = [gl_enums.SKIP_COMPONENTS1_NV, 0, 0]
    gl.TransformFeedbackAttribsNV([POS, 2, 0, gl_enums.TEXTURE_COORD_NV, 4, 3, *skip], MIXED)
    gl.BeginTransformFeedbackNV(gl_enums.POINTS)
    corners(gl, gl_enums.POINTS, 2)
    gl.EndTransformFeedbackNV()
    assert read(gl, 0).tolist() == [0, 0, *expected, 7, 1, -1, *expected, 7]


@pytest.mark.parametrize("discards", [False, True])
def test_nothing_is_rasterised_where_it_is_discarded(gl: Context, discards: bool) -> None:
    """3.X: after transform feedback; Clear and Bitmap too."""
    if discards:
        gl.Enable(gl_enums.RASTERIZER_DISCARD_NV)
    buffer(gl, 0, 12)
    gl.TransformFeedbackAttribsNV([POS, 4, 0], MIXED)
    gl.BeginTransformFeedbackNV(gl_enums.TRIANGLES)
    gl.Begin(gl_enums.TRIANGLES)
    for corner in ((-1, -1), (3, -1), (-1, 3)):
        gl.Vertex2f(*corner)
    gl.End()
    gl.EndTransformFeedbackNV()
    assert read(gl, 0)[:2].tolist() == [-1, -1] and counted(gl) == (1, 1)
    picture = gl.ReadPixels(0, 0, 8, 8, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)
    assert bool(picture.any()) != discards
    gl.ClearColor(1, 1, 1, 1)
    gl.Clear(gl_enums.COLOR_BUFFER_BIT)
    gl.RasterPos2f(0, 0)
    gl.PixelStorei(gl_enums.UNPACK_ALIGNMENT, 1)
    gl.Bitmap(8, 1, 0, 0, 0, 0, b"\xff")
    assert bool(gl.ReadPixels(0, 0, 8, 8, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE).any()) != discards


STREAMS = """!!NVgp5.0
PRIMITIVE_IN LINES; PRIMITIVE_OUT POINTS; VERTICES_OUT 4;
MOV result.position, vertex[0].position;
MOV result.attrib[0], 5;
EMITS 0;
MOV result.position, vertex[1].position;
MOV result.attrib[0], {1, 2, 3, 4};
EMITS 2;
MOV result.attrib[0], {5, 6, 7, 8};
EMITS 2;
END"""


def test_streams_go_into_buffers_of_their_own(gl: Context) -> None:
    """ARB_transform_feedback3: TransformFeedbackStreamAttribsNV, and queries of streams."""
    load(gl, VERTEX_TARGET, VERTEX)
    load(gl, GEOMETRY_TARGET, STREAMS)
    for point in range(3):
        buffer(gl, point, 12)
    gl.BeginQueryIndexed(GENERATED, 2, 3)
    gl.BeginQueryIndexed(WRITTEN, 2, 4)
    gl.BeginQueryIndexed(WRITTEN, 1, 5)
    rows = [POS, 2, 0, NEXT, 0, 0, GENERIC, 3, 0, NEXT, 0, 0, gl_enums.POINT_SIZE, 1, 0]
    gl.TransformFeedbackStreamAttribsNV(rows, [0, 2, 1], MIXED)
    gl.BeginTransformFeedbackNV(gl_enums.POINTS)
    corners(gl, gl_enums.LINE_STRIP, 3)
    gl.EndTransformFeedbackNV()
    assert read(gl, 0)[:5].tolist() == [0, 0, 1, -1, 7]
    assert read(gl, 1).tolist() == [1, 2, 3, 5, 6, 7, 1, 2, 3, 5, 6, 7]
    assert (read(gl, 2) == 7).all()
    for target, stream in ((GENERATED, 2), (WRITTEN, 2), (WRITTEN, 1)):
        gl.EndQueryIndexed(target, stream)
    assert counted(gl) == (2, 2)
    assert [gl.GetQueryObjectiv(name, gl_enums.QUERY_RESULT) for name in (3, 4, 5)] == [4, 4, 0]


def test_patches_are_recorded_as_what_they_become(gl: Context) -> None:
    """NV_tessellation_program5: triangles of the generator."""
    load(gl, VERTEX_TARGET, VERTEX.replace("!!NVvp4.0", "!!NVvp5.0"))
    text = """!!NVtep5.0
TESS_MODE TRIANGLES;
MOV result.position, vertex.tesscoord;
MOV result.attrib[1], vertex[1].attrib[3];
END"""
    load(gl, gl_enums.TESS_EVALUATION_PROGRAM_NV, text)
    gl.PatchParameterfv(gl_enums.PATCH_DEFAULT_OUTER_LEVEL, (2, 1, 1, 1))
    buffer(gl, 0, 80)
    gl.TransformFeedbackAttribsNV([POS, 3, 0, GENERIC, 1, 1], MIXED)
    gl.BeginTransformFeedbackNV(gl_enums.TRIANGLES)
    corners(gl, gl_enums.PATCHES, 3)
    gl.EndTransformFeedbackNV()
    generated, written = counted(gl)
    found = read(gl, 0)[: 12 * written].reshape(-1, 4)
    assert generated == written == 4 and (found[:, 3] == 11).all()
    assert found[:, :3].sum(1) == pytest.approx(np.ones(12))


@pytest.mark.parametrize("discards", [False, True])
def test_programs_reach_memory_once(gl: Context, discards: bool) -> None:
    """EXT_shader_image_load_store 2.14.X: recording and drawing are one draw."""
    text = """!!NVvp5.0
TEMP old;
ATOM.ADD.U32 old, 1, program.local[0].x;
MOV result.position, vertex.position;
END"""
    load(gl, VERTEX_TARGET, text)
    gl.BindBuffer(gl_enums.ARRAY_BUFFER, 9)
    gl.BufferData(gl_enums.ARRAY_BUFFER, 4, gl_enums.DYNAMIC_READ)
    gl.MakeBufferResidentNV(gl_enums.ARRAY_BUFFER, gl_enums.READ_WRITE)
    address = gl.GetBufferParameterui64vNV(gl_enums.ARRAY_BUFFER, gl_enums.BUFFER_GPU_ADDRESS_NV)
    gl.ProgramLocalParameterI4uiNV(VERTEX_TARGET, 0, address, 0, 0, 0)
    if discards:
        gl.Enable(gl_enums.RASTERIZER_DISCARD_NV)
    buffer(gl, 0, 12)
    gl.TransformFeedbackAttribsNV([POS, 4, 0], MIXED)
    gl.BeginTransformFeedbackNV(gl_enums.POINTS)
    corners(gl, gl_enums.POINTS, 3)
    gl.EndTransformFeedbackNV()
    assert gl.GetBufferSubData(gl_enums.ARRAY_BUFFER, 0, 4).view(np.uint32).tolist() == [3]
    gl.EndQuery(GENERATED)
    gl.EndQuery(WRITTEN)
    corners(gl, gl_enums.POINTS, 2)  # nothing records, and discarded or not the program runs
    assert gl.GetBufferSubData(gl_enums.ARRAY_BUFFER, 0, 4).view(np.uint32).tolist() == [5]
    gl.BeginQuery(GENERATED, 1)
    gl.BeginQuery(WRITTEN, 2)
