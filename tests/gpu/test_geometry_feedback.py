"""What several invocations and patches emit to vertex streams, recorded by the object model.

NV_gpu_program5 2.X.8.Z (EMITS) and 2.X.7.Y (INVOCATIONS, PATCHES), NV_transform_feedback 2.Y.
"""

from __future__ import annotations

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums

ASCII, TFB = gl_enums.PROGRAM_FORMAT_ASCII_ARB, gl_enums.TRANSFORM_FEEDBACK_BUFFER_NV
VERTEX = """!!NVvp5.0
MOV result.position, vertex.position;
ADD result.attrib[3], vertex.position.x, {10, 20, 30, 40};
END"""
CONTROL = """!!NVtcp5.0
VERTICES_OUT 4;
ATTRIB position = vertex.position;
ATTRIB third = vertex.attrib[3];
INT TEMP i;
MOV.S i.x, primitive.invocation.x;
MOV result.position, position[i.x];
MUL result.attrib[3], third[i.x], 2.0;
MOV result.patch.attrib[1], {5, 6, 7, 8};
MOV result.patch.tessouter[0].x, 3.0;
END"""
GEOMETRY = """!!NVgp5.0
PRIMITIVE_IN {};
PRIMITIVE_OUT POINTS;
VERTICES_OUT 4;
INVOCATIONS 3;
INT TEMP i;
TEMP number;
MOV.S i.x, primitive.invocation.x;
I2F number, i.x;
ADD result.position, vertex[0].position, number.x;
MOV result.attrib[3], vertex[{}].attrib[3];
{}
MOV.S result.attrib[5].x, primitive.id.x;
MOV.S result.attrib[5].y, primitive.vertexcount.x;
EMIT;
EMITS i.x;
EMITS 3;
END"""
OF_PATCHES = (
    "MOV result.attrib[3].y, primitive.patch.attrib[1].z; MOV result.attrib[3].z, primitive.tessouter[0].x;"
)
#: How many vertices there are, which one the program reads, and which vertices begin primitives.
SHAPES = {
    "POINTS": (4, 0, [0, 1, 2, 3]),
    "LINES": (5, 1, [0, 2]),
    "TRIANGLES_ADJACENCY": (13, 2, [0, 6]),
    "PATCHES": (9, 2, [0, 4]),
}
SIZES = {"POINTS": 1, "LINES": 2, "TRIANGLES_ADJACENCY": 6, "PATCHES": 4}
MODES = {
    "POINTS": gl_enums.POINTS,
    "LINES": gl_enums.LINES,
    "TRIANGLES_ADJACENCY": gl_enums.TRIANGLES_ADJACENCY_EXT,
    "PATCHES": gl_enums.PATCHES,
}
_WORDS = 96


@pytest.mark.parametrize("discards", [False, True])
@pytest.mark.parametrize(
    ("primitive", "controlled"), [*((name, False) for name in SHAPES), ("PATCHES", True)]
)
def test_each_invocation_is_recorded(
    backend: str, context: moderngl.Context, primitive: str, controlled: bool, discards: bool
) -> None:
    count, read, begins = SHAPES[primitive]
    patches = primitive == "PATCHES"
    streams, generated = recorded(
        backend,
        context,
        primitive,
        count,
        GEOMETRY.format(primitive, read, OF_PATCHES if patches else ""),
        control=CONTROL if controlled else None,
        discards=discards,
    )
    # Of each invocation the number of its primitive, the first vertex of that, and its own number.
    everything = [(number, begin, i) for number, begin in enumerate(begins) for i in range(3)]
    first = [row for row in everything for _ in range(2 if row[2] == 0 else 1)]
    assert generated == len(first)
    assert streams[0][: 2 * len(first)].view(np.float32).reshape(-1, 2).tolist() == [
        [begin + i, i - begin] for _, begin, i in first
    ]
    factor = 2 if controlled else 1
    assert streams[2][: 3 * len(begins)].view(np.float32).reshape(-1, 3).tolist() == [
        [
            factor * (10 + begin + read),
            (7 * controlled) if patches else 20 + begin + read,
            (3 if controlled else 1) if patches else 30 + begin + read,
        ]
        for begin in begins
    ]
    assert streams[3][: 2 * len(everything)].view(np.int32).reshape(-1, 2).tolist() == [
        [number, SIZES[primitive]] for number, _, _ in everything
    ]
    # Nothing is written behind.
    for stream, written in ((0, 2 * len(first)), (2, 3 * len(begins)), (3, 2 * len(everything))):
        assert (streams[stream][written:].view(np.float32) == 7).all()


def recorded(
    backend: str,
    context: moderngl.Context,
    primitive: str,
    count: int,
    geometry: str,
    *,
    control: str | None,
    discards: bool,
) -> tuple[dict[int, npt.NDArray[np.uint32]], int]:
    """The words of streams 0, 2 and 3, buffers of 7 at first, and how many primitives stream 0 had."""
    made = Context(context if backend == "gpu" else None, backend=backend, size=(8, 8), raise_errors=True)
    with made as gl:
        gl.ProgramStringARB(gl_enums.VERTEX_PROGRAM_ARB, ASCII, VERTEX)
        gl.Enable(gl_enums.VERTEX_PROGRAM_ARB)
        gl.ProgramStringARB(gl_enums.GEOMETRY_PROGRAM_NV, ASCII, geometry)
        gl.Enable(gl_enums.GEOMETRY_PROGRAM_NV)
        if control is not None:
            gl.ProgramStringARB(gl_enums.TESS_CONTROL_PROGRAM_NV, ASCII, control)
            gl.Enable(gl_enums.TESS_CONTROL_PROGRAM_NV)
        gl.PatchParameteri(gl_enums.PATCH_VERTICES, 4)
        if discards:
            gl.Enable(gl_enums.RASTERIZER_DISCARD_NV)
        for point in range(3):
            gl.BindBufferBaseNV(TFB, point, point + 1)
            gl.BufferData(TFB, np.full(_WORDS, 7, np.float32), gl_enums.DYNAMIC_READ)
        generic, following = gl_enums.GENERIC_ATTRIB_NV, (gl_enums.NEXT_BUFFER_NV, 0, 0)
        rows = [gl_enums.POSITION, 2, 0, *following, generic, 3, 3, *following, generic, 2, 5]
        gl.TransformFeedbackStreamAttribsNV(rows, [0, 2, 3], gl_enums.INTERLEAVED_ATTRIBS_NV)
        gl.BeginQuery(gl_enums.PRIMITIVES_GENERATED_NV, 1)
        gl.BeginTransformFeedbackNV(gl_enums.POINTS)
        gl.Begin(MODES[primitive])
        for number in range(count):
            gl.Vertex2f(number, -number)
        gl.End()
        gl.EndTransformFeedbackNV()
        gl.EndQuery(gl_enums.PRIMITIVES_GENERATED_NV)
        streams = {}
        for point, stream in enumerate((0, 2, 3)):
            gl.BindBuffer(gl_enums.ARRAY_BUFFER, point + 1)
            streams[stream] = gl.GetBufferSubData(gl_enums.ARRAY_BUFFER, 0, 4 * _WORDS).view(np.uint32).copy()
        return streams, int(gl.GetQueryObjectiv(1, gl_enums.QUERY_RESULT))
