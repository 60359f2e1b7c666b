"""Instanced and indirect draws of the object model (ARB_draw_instanced 2.8, ARB_draw_indirect 2.8.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums

ASCII, TFB = gl_enums.PROGRAM_FORMAT_ASCII_ARB, gl_enums.TRANSFORM_FEEDBACK_BUFFER_NV
INDIRECT, ELEMENTS = gl_enums.DRAW_INDIRECT_BUFFER, gl_enums.ELEMENT_ARRAY_BUFFER
POINTS, U1, U2, U4 = (
    gl_enums.POINTS, gl_enums.UNSIGNED_BYTE, gl_enums.UNSIGNED_SHORT, gl_enums.UNSIGNED_INT,
)  # fmt: skip
#: A point in the column of the vertex and the row of the instance, whose colour has vertex.id too.
VERTEX = """!!NVvp4.0
TEMP t;
I2F t.y, vertex.instance.x;
I2F t.z, vertex.id.x;
MOV result.position, vertex.position;
MAD result.position.y, t.y, 0.5, -0.75;
MAD result.color, t.zzzz, {0.1, 0.0, 0.0, 0.0}, {0.0, 0.0, 0.0, 1.0};
MOV result.attrib[3].x, vertex.position.x;
MOV result.attrib[3].y, t.y;
END"""
#: A strip of two lines for each point.
STRIP = """!!NVgp4.0
PRIMITIVE_IN POINTS; PRIMITIVE_OUT LINE_STRIP; VERTICES_OUT 3;
MOV result.position, vertex[0].position;
MOV result.attrib[3], vertex[0].attrib[3];
EMIT;
MOV result.position, vertex[0].position;
ADD result.attrib[3], vertex[0].attrib[3], {100, 0, 0, 0};
EMIT;
MOV result.position, vertex[0].position;
ADD result.attrib[3], vertex[0].attrib[3], {200, 0, 0, 0};
EMIT;
END"""
SPOTS = STRIP.replace("LINE_STRIP", "POINTS").replace("VERTICES_OUT 3", "VERTICES_OUT 2").replace(
    "EMIT;\nEND", "END"
)  # fmt: skip
OF_PATCHES = STRIP.replace("!!NVgp4.0", "!!NVgp5.0").replace("PRIMITIVE_IN POINTS", "PRIMITIVE_IN PATCHES")
EVALUATION = """!!NVtep5.0
TESS_MODE TRIANGLES; TESS_SPACING EQUAL; TESS_POINT_MODE;
MOV result.position, vertex[0].position;
MOV result.attrib[3], vertex[0].attrib[3];
END"""
PLACES = np.array([[(x + 0.5) / 2 - 1, 0] for x in range(4)], np.float32)


@pytest.fixture
def gl(backend: str, context: moderngl.Context) -> Iterator[Context]:
    given = context if backend == "gpu" else None
    with Context(given, backend=backend, size=(4, 4), raise_errors=True) as made:
        made.ProgramStringARB(gl_enums.VERTEX_PROGRAM_ARB, ASCII, VERTEX)
        made.Enable(gl_enums.VERTEX_PROGRAM_ARB)
        made.EnableClientState(gl_enums.VERTEX_ARRAY)
        made.VertexPointer(2, gl_enums.FLOAT, 0, PLACES)
        yield made


def drawn(gl: Context) -> list[list[int]]:
    """For each row of pixels the columns that were drawn, with vertex.id: ten times it and the column."""
    pixels = gl.ReadPixels(0, 0, 4, 4, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE).astype(int)
    ids = np.rint(pixels[..., 0] / 25.5).astype(int)
    return [[10 * ids[y, x] + x for x in range(4) if pixels[y, x, 3]] for y in range(4)]


def commands(gl: Context, *words: int, before: int = 0) -> int:
    """The place of words in the buffer of indirect draws."""
    gl.BindBuffer(INDIRECT, 7)
    gl.BufferData(
        INDIRECT, np.array([9] * before + [*words], np.int64).astype(np.uint32), gl_enums.STATIC_DRAW
    )
    return 4 * before


def elements(gl: Context, values: Any, dtype: Any) -> None:
    gl.BindBuffer(ELEMENTS, 8)
    gl.BufferData(ELEMENTS, np.array(values, dtype), gl_enums.STATIC_DRAW)


def _elements_indirect(gl: Context) -> None:
    elements(gl, [9, 9, 2, 1], np.uint16)
    gl.DrawElementsIndirect(POINTS, U2, commands(gl, 2, 2, 2, 0, 0, before=3))


def _moved_elements(gl: Context) -> None:
    elements(gl, [4, 5], np.uint8)
    gl.DrawElementsIndirect(POINTS, U1, commands(gl, 2, 2, 0, -3, 0))


CALLS: dict[str, tuple[Callable[[Context], Any], list[list[int]]]] = {
    "arrays": (lambda gl: gl.DrawArraysInstanced(POINTS, 1, 2, 3), [[11, 22]] * 3 + [[]]),
    "arrays once": (lambda gl: gl.DrawArraysInstancedARB(POINTS, 0, 4, 1), [[0, 11, 22, 33], [], [], []]),
    "arrays never": (lambda gl: gl.DrawArraysInstancedEXT(POINTS, 0, 4, 0), [[]] * 4),
    "elements": (
        lambda gl: gl.DrawElementsInstanced(POINTS, U1, [3, 1, 2], 2, 2), [[11, 33], [11, 33], [], []]
    ),
    "arrays, indirect": (
        lambda gl: gl.DrawArraysIndirect(POINTS, commands(gl, 3, 4, 1, 0)), [[11, 22, 33]] * 4
    ),
    "elements, indirect": (_elements_indirect, [[11, 22], [11, 22], [], []]),
    "elements moved back": (_moved_elements, [[11, 22], [11, 22], [], []]),
    "out of the client's memory": (
        lambda gl: gl.DrawArraysIndirect(POINTS, (np.array([9, 1, 2, 3, 0], np.uint32), 4)),
        [[33], [33], [], []],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_each_instance_has_its_number(gl: Context, name: str) -> None:
    """vertex.instance counts instances, vertex.id elements (NV_vertex_program4 2.X.3.2)."""
    call, expected = CALLS[name]
    call(gl)
    assert drawn(gl) == expected


@pytest.mark.parametrize("name", CALLS)
def test_arrays_in_buffers(gl: Context, name: str) -> None:
    gl.BindBuffer(gl_enums.ARRAY_BUFFER, 1)
    gl.BufferData(gl_enums.ARRAY_BUFFER, PLACES, gl_enums.STATIC_DRAW)
    gl.VertexPointer(2, gl_enums.FLOAT, 0, 0)
    call, expected = CALLS[name]
    call(gl)
    assert drawn(gl) == expected
    call(gl)
    assert drawn(gl) == expected


def test_a_compute_program_writes_what_is_drawn(gl: Context) -> None:
    """ARB_draw_indirect, Overview: the arguments come from the GPU."""
    gl.ProgramStringARB(
        gl_enums.COMPUTE_PROGRAM_NV,
        ASCII,
        """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 1;
STORAGE command[] = { program.storage[0] };
STB.U32X4 {2, 3, 1, 0}, command[0];
END""",
    )
    gl.Enable(gl_enums.COMPUTE_PROGRAM_NV)
    start = commands(gl, 0, 0, 0, 0)
    gl.BindBufferBase(gl_enums.SHADER_STORAGE_BUFFER, 0, 7)
    gl.DispatchCompute(1, 1, 1)
    gl.MemoryBarrierEXT(gl_enums.COMMAND_BARRIER_BIT_EXT)
    gl.DrawArraysIndirect(POINTS, start)
    assert drawn(gl) == [[11, 22]] * 3 + [[]]


def recorded(gl: Context, mode: int, recording: int, call: Callable[[Context], Any]) -> list[list[float]]:
    """What is recorded of attrib[3]."""
    gl.Enable(gl_enums.RASTERIZER_DISCARD_NV)
    gl.TransformFeedbackAttribsNV([gl_enums.GENERIC_ATTRIB_NV, 2, 3], gl_enums.INTERLEAVED_ATTRIBS_NV)
    gl.BindBufferBaseNV(TFB, 0, 3)
    gl.BufferData(TFB, np.full(160, -7, np.float32), gl_enums.DYNAMIC_READ)
    gl.BeginQuery(gl_enums.PRIMITIVES_GENERATED_NV, 1)
    gl.BeginTransformFeedbackNV(recording)
    call(gl)
    gl.EndTransformFeedbackNV()
    gl.EndQuery(gl_enums.PRIMITIVES_GENERATED_NV)
    each = {POINTS: 1, gl_enums.LINES: 2, gl_enums.TRIANGLES: 3}[recording]
    size = gl.GetBufferParameteriv(TFB, gl_enums.BUFFER_SIZE)
    rows = gl.GetBufferSubData(TFB, 0, size).view(np.float32).reshape(-1, 2)
    count = gl.GetQueryObjectiv(1, gl_enums.QUERY_RESULT) * each
    assert (rows[count:] == -7).all()
    return [[round(float(x * 2 + 1.5)), float(y)] for x, y in rows[:count]]


def test_all_instances_are_recorded(gl: Context) -> None:
    """NV_transform_feedback 2.Y: primitives in the order they are drawn."""
    found = recorded(gl, POINTS, POINTS, lambda gl: gl.DrawArraysInstanced(POINTS, 1, 2, 3))
    assert found == [[x, y] for y in range(3) for x in (1, 2)]
    found = recorded(
        gl, POINTS, gl_enums.LINES, lambda gl: gl.DrawElementsInstanced(gl_enums.LINE_STRIP, U1, [2, 0, 1], 2)
    )
    assert found == [[x, y] for y in range(2) for x in (2, 0, 0, 1)]


@pytest.mark.parametrize("count", [1, 2])
def test_strips_of_instances_are_recorded_apart(gl: Context, count: int) -> None:
    """NV_geometry_program4 2.14.6.2: a strip ends with the primitive it is emitted for."""
    gl.ProgramStringARB(gl_enums.GEOMETRY_PROGRAM_NV, ASCII, STRIP)
    gl.Enable(gl_enums.GEOMETRY_PROGRAM_NV)
    call: Callable[[Context], Any] = lambda gl: gl.DrawArraysInstanced(POINTS, 0, count, 3)  # noqa: E731
    found = recorded(gl, POINTS, gl_enums.LINES, call)
    steps = (0, 200, 200, 400)
    assert found == [[x + step, y] for y in range(3) for x in range(count) for step in steps]


def test_points_of_a_geometry_program_are_recorded(gl: Context) -> None:
    gl.ProgramStringARB(gl_enums.GEOMETRY_PROGRAM_NV, ASCII, SPOTS)
    gl.Enable(gl_enums.GEOMETRY_PROGRAM_NV)
    found = recorded(gl, POINTS, POINTS, lambda gl: gl.DrawArraysInstanced(POINTS, 2, 2, 2))
    assert found == [[x + step, y] for y in range(2) for x in (2, 3) for step in (0, 200)]


def test_patches_of_instances_are_recorded(gl: Context) -> None:
    gl.PatchParameteri(gl_enums.PATCH_VERTICES, 1)
    gl.ProgramStringARB(gl_enums.GEOMETRY_PROGRAM_NV, ASCII, OF_PATCHES)
    gl.Enable(gl_enums.GEOMETRY_PROGRAM_NV)
    draw: Callable[[Context], Any] = lambda gl: gl.DrawArraysInstanced(gl_enums.PATCHES, 1, 2, 2)  # noqa: E731
    found = recorded(gl, gl_enums.PATCHES, gl_enums.LINES, draw)
    assert found == [[x + step, y] for y in range(2) for x in (1, 2) for step in (0, 200, 200, 400)]


@pytest.mark.parametrize("indexed", [False, True])
@pytest.mark.parametrize("strips", [False, True])
def test_tessellated_instances_are_recorded(gl: Context, indexed: bool, strips: bool) -> None:
    gl.PatchParameteri(gl_enums.PATCH_VERTICES, 1)
    gl.ProgramStringARB(gl_enums.TESS_EVALUATION_PROGRAM_NV, ASCII, EVALUATION)
    gl.Enable(gl_enums.TESS_EVALUATION_PROGRAM_NV)
    if strips:
        gl.ProgramStringARB(gl_enums.GEOMETRY_PROGRAM_NV, ASCII, STRIP)
        gl.Enable(gl_enums.GEOMETRY_PROGRAM_NV)

    def draw(gl: Context) -> None:
        if indexed:
            gl.DrawElementsInstanced(gl_enums.PATCHES, U4, [1, 2], 2)
        else:
            gl.DrawArraysInstanced(gl_enums.PATCHES, 1, 2, 2)

    # A triangle of one level has three points.
    found = recorded(gl, gl_enums.PATCHES, gl_enums.LINES if strips else POINTS, draw)
    steps = (0, 200, 200, 400) if strips else (0,)
    assert found == [[x + step, y] for y in range(2) for x in (1, 2) for _ in range(3) for step in steps]
