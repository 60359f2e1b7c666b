"""What tessellation programs make of patches, captured by transform feedback (NV_transform_feedback 2.X).

How many primitives there are only the GPU knows, and says before they are captured.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np

from nvrender.gl.inputs.emitted import emitted_results
from nvrender.gl.inputs.results import Emitted, Float32Array, Results
from nvrender.gl.patches import generated
from nvrender.glsl.io.geometry import EMITTED_PLACE, place_components
from nvrender.gpu.arrays.compiled import Pass
from nvrender.gpu.arrays.geometry.emitted import emitted_words, stride
from nvrender.gpu.context.gl_functions import GL
from nvrender.gpu.pipeline.capture.patch_vertices import PatchDraw
from nvrender.gpu.pipeline.capture.stages import BYTES_PER_RESULT, STRIPS, CapturingStages, clamped
from nvrender.gpu.pipeline.patches import patches
from nvrender.memory import check_memory
from nvrender.program import Program
from nvrender.source import InputError

_DISCARD, _FEEDBACK, _GENERATED = 0x8C89, 0x8C8E, 0x8C87
_CURRENT_QUERY, _RESULT = 0x8865, 0x8866
#: Bytes of an index → its type.
_WORDS = {1: 0x1401, 2: 0x1403, 4: 0x1405}
#: Primitives → as GL calls them, and their vertices.
_MODES = {"POINTS": (moderngl.POINTS, 1), "LINES": (moderngl.LINES, 2), "TRIANGLES": (moderngl.TRIANGLES, 3)}


def captured_patches(
    stages: CapturingStages,
    drawn: PatchDraw,
    evaluation: Program,
    geometry: Program | None,
    results: tuple[str, ...],
    array_of: Callable[[moderngl.Program], moderngl.VertexArray],
    stack: ExitStack,
) -> Results:
    """Run ``stages`` over the patches of ``drawn``: what is rasterized, as ``capture.captured`` has it.

    InputError where what is captured fits in no memory.
    """
    context, gl = drawn.mesh.context, GL(drawn.mesh.context)
    place = 0 if geometry is None else place_components(geometry)
    passes = [Pass(linked.program, group, place) for linked, group in stages.passes]
    assert evaluation.tessellation is not None
    mode, corners = _MODES["POINTS" if geometry is not None else generated(evaluation.tessellation)]
    stack.enter_context(patches(context, drawn.patch))
    arrays = {id(step): array_of(step.program) for step in passes}
    count = 0
    if passes:
        count = _generated(gl, arrays[id(passes[0])], drawn)
    most = count * corners
    check_memory(
        most * max(len(results), 1) * BYTES_PER_RESULT,
        f"{most} captured vertices with {len(results)} results",
        "ask for fewer results=, or capture a smaller mesh",
    )
    words = max((stride(step) for step in passes), default=0)
    output = context.buffer(reserve=max(most * words, 4))
    stack.callback(output.release)

    def draw(step: Pass) -> None:
        array_of(step.program)  # its uniforms
        gl("glBindBufferBase", "uuu", _FEEDBACK, 0, output.glo)
        array = arrays[id(step)]
        context.enable_direct(_DISCARD)
        array.render(moderngl.PATCHES, vertices=0)  # the program in use, which then must not change
        gl("glBeginTransformFeedback", "u", mode)
        _draw(gl, array, drawn.mesh.count, drawn.instances)
        gl("glEndTransformFeedback", "")
        context.disable_direct(_DISCARD)
        gl("glBindBufferBase", "uuu", _FEEDBACK, 0, 0)

    if geometry is not None:
        words_of = emitted_words(passes, output, most, draw)
        places = words_of.pop(EMITTED_PLACE)
        return emitted_results(geometry, places, {name: clamped(name, words_of[name]) for name in results})
    found: dict[str, Float32Array] = {name: np.zeros((0, 4), np.float32) for name in results}
    for step in passes if most else ():
        draw(step)
        read = np.frombuffer(output.read(most * stride(step)), np.float32).reshape(most, -1, 4)
        found |= {name: np.ascontiguousarray(read[:, column]) for column, name in enumerate(step.results)}
    source = np.repeat(np.arange(count, dtype=np.int32), corners)
    emitted = Emitted(STRIPS[corners], source, np.zeros(len(source), np.int32))
    return Results({name: clamped(name, found[name]) for name in results}, emitted=emitted)


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
