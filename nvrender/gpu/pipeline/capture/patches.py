"""What tessellation programs make of patches, captured by transform feedback (NV_transform_feedback 2.X).

How many primitives there are only the GPU knows, and says before they are captured.
"""

from __future__ import annotations

import ctypes
from typing import Any

import moderngl
import numpy as np

from nvrender.gl.inputs.results import Results
from nvrender.gl.patches import generated
from nvrender.gpu.arrays.compiled import Pass
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.pipeline.capture.captured import Capture
from nvrender.gpu.pipeline.capture.patch_vertices import PatchDraw
from nvrender.gpu.pipeline.patches import patches
from nvrender.program import Tessellation
from nvrender.source import InputError

_DISCARD, _FEEDBACK, _GENERATED = 0x8C89, 0x8C8E, 0x8C87
_CURRENT_QUERY, _RESULT = 0x8865, 0x8866
#: Bytes of an index → its type.
_WORDS = {1: 0x1401, 2: 0x1403, 4: 0x1405}
#: Primitives → as GL calls them, and their vertices.
_MODES = {"POINTS": (moderngl.POINTS, 1), "LINES": (moderngl.LINES, 2), "TRIANGLES": (moderngl.TRIANGLES, 3)}


def captured_patches(capture: Capture, drawn: PatchDraw, evaluation: Tessellation) -> Results:
    """What the stages make of the patches of ``drawn``: what is rasterized."""
    context, gl, geometry = drawn.mesh.context, GL(drawn.mesh.context), capture.geometry
    mode, corners = _MODES["POINTS" if geometry is not None else generated(evaluation)]
    capture.stack.enter_context(patches(context, drawn.patch))
    arrays = {step: capture.array_of(step.program) for step in capture.passes}
    count = _generated(gl, arrays[capture.passes[0]], drawn) if capture.passes else 0
    most = count * corners
    output = capture.output(context, most)

    def draw(step: Pass) -> None:
        capture.array_of(step.program)  # its uniforms
        gl("glBindBufferBase", "uuu", _FEEDBACK, 0, output.glo)
        context.enable_direct(_DISCARD)
        arrays[step].render(moderngl.PATCHES, vertices=0)  # the program in use, which then must not change
        gl("glBeginTransformFeedback", "u", mode)
        _draw(gl, arrays[step], drawn.mesh.count, drawn.instances)
        gl("glEndTransformFeedback", "")
        context.disable_direct(_DISCARD)
        gl("glBindBufferBase", "uuu", _FEEDBACK, 0, 0)

    if geometry is not None:
        return capture.emitted(geometry, output, most, draw, tessellated=True)
    return capture.primitives(output, most, draw, np.arange(most).reshape(count, corners))


def _draw(gl: GL, array: moderngl.VertexArray, count: int, instances: int) -> None:
    """As the array's render, of the program and the array that are in use."""
    if array.index_buffer is None:
        gl("glDrawArraysInstanced", "uiii", moderngl.PATCHES, 0, count, instances)
        return
    word = _WORDS[array.index_element_size]
    gl("glDrawElementsInstanced", "uiupi", moderngl.PATCHES, count, word, None, instances)


def _generated(gl: GL, array: Any, drawn: PatchDraw) -> int:
    """How many primitives reach rasterization."""
    query, count = (ctypes.c_uint * 1)(), (ctypes.c_uint * 1)()
    context = drawn.mesh.context
    gl("glGetQueryiv", "uup", _GENERATED, _CURRENT_QUERY, ctypes.addressof(query))
    if query[0]:
        raise InputError(
            "a query of PRIMITIVES_GENERATED is active in this context, and OpenGL counts for one at a time; "
            "end it (glEndQuery) before nvrender captures what becomes of patches"
        )
    gl("glGenQueries", "ip", 1, ctypes.addressof(query))
    context.enable_direct(_DISCARD)
    gl("glBeginQuery", "uu", _GENERATED, query[0])
    array.render(moderngl.PATCHES, vertices=drawn.mesh.count, instances=drawn.instances)
    gl("glEndQuery", "u", _GENERATED)
    context.disable_direct(_DISCARD)
    gl("glGetQueryObjectuiv", "uup", query[0], _RESULT, ctypes.addressof(count))
    gl("glDeleteQueries", "ip", 1, ctypes.addressof(query))
    return int(count[0])
