"""Control programs whose patches a geometry program takes: a pass of their own between the two.

GL has no control shaders without evaluation shaders. The vertices are captured, the control program runs over
them as over arrays, and what it leaves is what the geometry shader reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.patch_runs import PatchRun
from nvrender.gl.inputs.request import Request
from nvrender.glsl.io.geometry.patch_records import PER_RECORD, records_read
from nvrender.glsl.io.tessellation.inputs import NAMED, PATCH_RESULTS
from nvrender.gpu.arrays.geometry.records import PatchRecords, buffer_of, vertex_words
from nvrender.gpu.arrays.patches import controlled, output_vertices
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.pipeline.capture.patch_vertices import (
    PatchDraw,
    captured_vertices,
    check_room,
    value_buffer,
)
from nvrender.gpu.resources.memory_buffer import MemoryBuffer
from nvrender.languages.arb.generation5_bindings import CONTROL_ATTRIBUTES, GEOMETRY_5_ATTRIBUTES, item
from nvrender.program import Program, RegisterFile

_UNWRITTEN = np.array([[0.0, 0.0, 0.0, 1.0]], np.float32)


def vertex_reads(control: Program) -> list[str]:
    """The results of the vertex stage that a control program reads, as NV programs call them."""
    rows = [NAMED[CONTROL_ATTRIBUTES[index]] for index in sorted(control.reads(RegisterFile.ATTRIBUTE))]
    return [row.result for row in rows if row.of_input]


def control_records(
    request: Request,
    geometry: Program,
    drawn: PatchDraw,
    arrays: Sequence[moderngl.VertexArray],
    memory: MemoryBuffer | None,
    stack: ExitStack,
) -> PatchRecords:
    """The records of the patches that a control program makes of what ``arrays`` capture.

    It reaches ``memory``; InputError where it reaches some and there is none.
    """
    context, size = drawn.mesh.context, output_vertices(request.program)
    records = records_read(geometry)
    check_room(geometry, records, context, drawn.count, size)
    run = PatchRun(drawn.patch.vertices, drawn.ids, _vertices(request.program, drawn, arrays), {})
    GL(context)("glUseProgram", "u", 0)  # quirks.CAPTURING_PROGRAMS
    made = controlled(context, request, run, memory)
    vertices = {name: array for name, array in made.items() if name not in PATCH_RESULTS}
    for index in records.vertices:
        name = item(GEOMETRY_5_ATTRIBUTES[index])
        if name not in vertices:
            vertices[name] = np.broadcast_to(_UNWRITTEN, (drawn.count * size, 4))
    values = {name: array for name, array in made.items() if name in PATCH_RESULTS}
    output = PatchRun(size, drawn.ids, vertices, values)
    words = vertex_words(records, output, 0, drawn.count)
    buffers = tuple(buffer_of(context, part, stack) for part in words)
    return PatchRecords(context, drawn.count, size, buffers, value_buffer(context, records, output, stack))


def _vertices(
    control: Program, drawn: PatchDraw, arrays: Sequence[moderngl.VertexArray]
) -> dict[str, npt.NDArray[np.float32]]:
    """(V, 4) words of each attribute, read back."""
    names = vertex_reads(control)
    groups = [names[first : first + PER_RECORD] for first in range(0, len(names), PER_RECORD)]
    rows = drawn.count * drawn.patch.vertices
    found: dict[str, npt.NDArray[np.float32]] = {}
    with ExitStack() as stack:
        buffers = captured_vertices(drawn, arrays, [len(group) for group in groups], stack)
        for group, buffer in zip(groups, buffers, strict=True):
            words = np.frombuffer(buffer.read(rows * len(group) * 16), np.float32)
            columns = words.reshape(rows, len(group), 4)
            found |= {name: np.ascontiguousarray(columns[:, at]) for at, name in enumerate(group)}
    return found
