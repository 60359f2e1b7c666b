"""What transform feedback recorded is drawn (NV_transform_feedback2 2.Y.3, ARB_transform_feedback3 2.Y.3)."""

from __future__ import annotations

from collections.abc import Iterator

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums

ASCII, TFB = gl_enums.PROGRAM_FORMAT_ASCII_ARB, gl_enums.TRANSFORM_FEEDBACK_BUFFER_NV
POINTS, FLOAT = gl_enums.POINTS, gl_enums.FLOAT
#: A row further up for each instance.
VERTEX = """!!NVvp4.0
TEMP t;
I2F t.y, vertex.instance.x;
MOV result.position, vertex.position;
MAD result.position.y, t.y, 0.5, vertex.position.y;
MOV result.color, {1, 1, 1, 1};
END"""
#: Everything to stream 0, and to stream 2 what is on the right, to 3 nothing.
GEOMETRY = """!!NVgp5.0
PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 2;
TEMP CC;
MOV result.position, vertex[0].position;
MOV result.attrib[0], vertex[0].position;
EMIT;
MOV result.attrib[1], vertex[0].position;
MOVC CC.x, vertex[0].position.x;
IF GT.x;
  EMITS 2;
ENDIF;
END"""


@pytest.fixture
def gl(backend: str, context: moderngl.Context) -> Iterator[Context]:
    given = context if backend == "gpu" else None
    with Context(given, backend=backend, size=(4, 4), raise_errors=True) as made:
        places = np.array([[(x + 0.5) / 2 - 1, -0.75] for x in range(4)], np.float32)
        made.EnableClientState(gl_enums.VERTEX_ARRAY)
        made.ProgramStringARB(gl_enums.VERTEX_PROGRAM_ARB, ASCII, VERTEX)
        made.Enable(gl_enums.VERTEX_PROGRAM_ARB)
        made.ProgramStringARB(gl_enums.GEOMETRY_PROGRAM_NV, ASCII, GEOMETRY)
        made.Enable(gl_enums.GEOMETRY_PROGRAM_NV)
        generic, following = gl_enums.GENERIC_ATTRIB_NV, (gl_enums.NEXT_BUFFER_NV, 0, 0)
        made.BindTransformFeedbackNV(gl_enums.TRANSFORM_FEEDBACK_NV, 6)
        for point in range(2):
            made.BindBufferBaseNV(TFB, point, point + 1)
            made.BufferData(TFB, 64, gl_enums.DYNAMIC_COPY)
        made.TransformFeedbackStreamAttribsNV(
            [generic, 4, 0, *following, generic, 4, 1], [0, 2], gl_enums.INTERLEAVED_ATTRIBS_NV
        )
        made.Enable(gl_enums.RASTERIZER_DISCARD_NV)
        made.VertexPointer(2, FLOAT, 0, places)
        made.BeginTransformFeedbackNV(POINTS)
        made.DrawArrays(POINTS, 1, 1)
        made.PauseTransformFeedbackNV()
        made.DrawArrays(POINTS, 0, 4)
        made.ResumeTransformFeedbackNV()
        made.DrawArrays(POINTS, 2, 2)
        made.EndTransformFeedbackNV()
        made.Disable(gl_enums.RASTERIZER_DISCARD_NV)
        made.Disable(gl_enums.GEOMETRY_PROGRAM_NV)
        made.BindTransformFeedbackNV(gl_enums.TRANSFORM_FEEDBACK_NV, 0)
        yield made


def drawn(gl: Context) -> list[list[int]]:
    pixels = gl.ReadPixels(0, 0, 4, 4, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)[..., 3]
    return np.argwhere(pixels).tolist()


def source(gl: Context, buffer: int) -> None:
    gl.BindBuffer(gl_enums.ARRAY_BUFFER, buffer)
    gl.VertexPointer(4, FLOAT, 0, 0)


def test_vertices_of_stream_0(gl: Context) -> None:
    source(gl, 1)
    gl.DrawTransformFeedback(POINTS, 6)
    assert drawn(gl) == [[0, 1], [0, 2], [0, 3]]


@pytest.mark.parametrize(("stream", "expected"), [(0, [1, 2, 3]), (1, []), (2, [2, 3]), (3, [])])
def test_vertices_of_a_stream(gl: Context, stream: int, expected: list[int]) -> None:
    """2.Y.3: of a stream that nothing is recorded of there are none."""
    source(gl, 1 if stream == 0 else 2)
    gl.DrawTransformFeedbackStream(POINTS, 6, stream)
    assert drawn(gl) == [[0, x] for x in expected]


def test_instances(gl: Context) -> None:
    source(gl, 1)
    gl.DrawTransformFeedbackInstanced(POINTS, 6, 2)
    assert drawn(gl) == [[y, x] for y in range(2) for x in (1, 2, 3)]
    gl.Clear(gl_enums.COLOR_BUFFER_BIT)
    source(gl, 2)
    gl.DrawTransformFeedbackStreamInstanced(POINTS, 6, 2, 3)
    assert drawn(gl) == [[y, x] for y in range(3) for x in (2, 3)]
    gl.Clear(gl_enums.COLOR_BUFFER_BIT)
    gl.DrawTransformFeedbackStreamInstanced(POINTS, 6, 2, 0)
    assert drawn(gl) == []


def test_what_did_not_fit_is_not_counted(gl: Context) -> None:
    """2.Y.2: vertices of a primitive that fits in no buffer are not recorded."""
    gl.BindTransformFeedbackNV(gl_enums.TRANSFORM_FEEDBACK_NV, 6)
    gl.BindBufferRangeNV(TFB, 0, 1, 0, 32)
    gl.Enable(gl_enums.GEOMETRY_PROGRAM_NV)
    gl.Enable(gl_enums.RASTERIZER_DISCARD_NV)
    gl.BeginTransformFeedbackNV(POINTS)
    gl.DrawArrays(POINTS, 0, 4)
    gl.EndTransformFeedbackNV()
    gl.Disable(gl_enums.GEOMETRY_PROGRAM_NV)
    gl.Disable(gl_enums.RASTERIZER_DISCARD_NV)
    source(gl, 1)
    gl.DrawTransformFeedback(POINTS, 6)
    assert drawn(gl) == [[0, 0], [0, 1]]
