"""Programs over arrays by the driver's own assembler: points drawn one a pixel, results read as words."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gpu.native.context import Native, compatibility
from nvrender.gpu.native.copies import RESULTS_A_COPY, check_copyable, copy_for, free_attribute
from nvrender.gpu.native.programs import VERTEX, check_language, environment_size, loaded, set_parameters
from nvrender.gpu.native.states import moved_state, set_state
from nvrender.program import Program
from nvrender.source import InternalError, TargetError

#: Pixels of one draw: a power of two each way, so that pixel centres are exact.
_WIDTH, _HEIGHT = 512, 256
_POINT_SIZE, _TWO_SIDE = 0x8642, 0x8643
_CLAMP_VERTEX_COLOR, _CLAMP_FRAGMENT_COLOR = 0x891A, 0x891B
_FRAGMENT = """#version 330 compatibility
layout(location = 0) out uvec4 first;
layout(location = 1) out uvec4 second;
void main() {
    first = floatBitsToUint(gl_Color);
    second = floatBitsToUint(gl_SecondaryColor);
}
"""

Attributes = Mapping[int, "AttributeSource | Float32Array"]


def execute(request: Request, attributes: Attributes, count: int) -> Results:
    """Run a program for ``count`` vertices by the driver; result name → (count, 4) float32.

    ``attributes`` are as ``gpu.arrays.vertices.execute`` takes them. The driver is first
    given the program's own text, then a copy for every two results (``copies``). The state is what
    ``state.…`` bindings read unless the parameters say otherwise. Components nobody writes are 0, of VP
    results 0, 0, 0, 1.

    ContextError without PyOpenGL or a compatibility context; TargetError if the driver does not have the
    language or refuses the program, or for what a copy cannot hold.
    """
    program, wanted = request.program, request.results
    if (
        program.position_invariant
        and not program.profile.declares_names
        and program.profile.position in wanted
    ):
        raise TargetError(f"backend native cannot read the position of a {program.profile.name} program back")
    check_copyable(program)
    arrays = {name: np.empty((count, 4), np.float32) for name in wanted}
    nv = not program.profile.declares_names
    with compatibility() as native:
        check_language(native, program)
        with _settings(native, program):
            with loaded(native, VERTEX, program.source.data, program.source.name, nv=nv):
                set_state(native, program, request.state)
            if count and wanted:
                with _targets(native), _fragment_stage(native):
                    _run(native, request, attributes, arrays, count)
    return Results(arrays)


def _run(
    native: Native,
    request: Request,
    attributes: Attributes,
    arrays: Mapping[str, Float32Array],
    count: int,
) -> None:
    """Fill ``arrays``, two results a copy."""
    program, parameters = request.program, request.parameters
    pixel, wanted = free_attribute(program), tuple(arrays)
    groups = [wanted[first : first + RESULTS_A_COPY] for first in range(0, len(wanted), RESULTS_A_COPY)]
    nv = not program.profile.declares_names
    moved = {}
    if not nv:
        moved = moved_state(program, parameters, request.state, environment_size(native, program))
    for number, group in enumerate(groups):
        text = copy_for(program, group, pixel, moved)
        with loaded(native, VERTEX, text, f"the copy of {program.source.name} for {', '.join(group)}", nv=nv):
            set_parameters(native, program, parameters, moved)
            _draw_all(native, attributes, pixel, count, [arrays[name] for name in group])
        request.tell(count * (number + 1) // len(groups), count)


@contextmanager
def _settings(native: Native, program: Program) -> Iterator[None]:
    """Nothing between a vertex and its pixel: colours flat and unclamped, sizes and blending off."""
    gl = native.gl
    gl.glPushAttrib(gl.GL_ALL_ATTRIB_BITS)
    gl.glPushClientAttrib(gl.GL_CLIENT_ALL_ATTRIB_BITS)
    try:
        gl.glShadeModel(gl.GL_FLAT)
        gl.glClampColor(_CLAMP_VERTEX_COLOR, gl.GL_FALSE)
        gl.glClampColor(_CLAMP_FRAGMENT_COLOR, gl.GL_FALSE)
        for setting in (gl.GL_BLEND, gl.GL_DITHER, _TWO_SIDE, gl.GL_DEPTH_TEST):
            gl.glDisable(setting)
        # Copies of declared-name programs write the size, so that state.point.size is free.
        (gl.glDisable if not program.profile.declares_names else gl.glEnable)(_POINT_SIZE)
        gl.glViewport(0, 0, _WIDTH, _HEIGHT)
        yield
    finally:
        gl.glPopClientAttrib()
        gl.glPopAttrib()


@contextmanager
def _targets(native: Native) -> Iterator[None]:
    """A framebuffer with a texture of unsigned words for each result of a copy."""
    gl = native.gl
    framebuffer = gl.glGenFramebuffers(1)
    textures = [gl.glGenTextures(1) for _ in range(RESULTS_A_COPY)]
    attachments = [gl.GL_COLOR_ATTACHMENT0 + number for number in range(RESULTS_A_COPY)]
    try:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
        for texture, attachment in zip(textures, attachments, strict=True):
            gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
            gl.glTexImage2D(
                gl.GL_TEXTURE_2D, 0, gl.GL_RGBA32UI, _WIDTH, _HEIGHT, 0,
                gl.GL_RGBA_INTEGER, gl.GL_UNSIGNED_INT, None,
            )  # fmt: skip
            gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, attachment, gl.GL_TEXTURE_2D, texture, 0)
        gl.glDrawBuffers(len(attachments), attachments)
        if (status := gl.glCheckFramebufferStatus(gl.GL_FRAMEBUFFER)) != gl.GL_FRAMEBUFFER_COMPLETE:
            raise InternalError(f"framebuffer status {int(status):#x} on {native.renderer}")
        yield
    finally:
        gl.glBindTexture(gl.GL_TEXTURE_2D, 0)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glDeleteFramebuffers(1, [framebuffer])
        gl.glDeleteTextures(textures)


@contextmanager
def _fragment_stage(native: Native) -> Iterator[None]:
    """A fragment shader that passes both colours on as words; the vertex stage stays the program's."""
    gl = native.gl
    shader, stage = gl.glCreateShader(gl.GL_FRAGMENT_SHADER), gl.glCreateProgram()
    try:
        gl.glShaderSource(shader, _FRAGMENT)
        gl.glCompileShader(shader)
        gl.glAttachShader(stage, shader)
        gl.glLinkProgram(stage)
        if not gl.glGetProgramiv(stage, gl.GL_LINK_STATUS):
            log = gl.glGetShaderInfoLog(shader) or gl.glGetProgramInfoLog(stage)
            raise InternalError(f"{native.renderer} refuses the fragment stage: {log!r}")
        gl.glUseProgram(stage)
        yield
    finally:
        gl.glUseProgram(0)
        gl.glDeleteProgram(stage)
        gl.glDeleteShader(shader)


def _draw_all(
    native: Native, attributes: Attributes, pixel: int, count: int, outputs: Sequence[Float32Array]
) -> None:
    size = _WIDTH * _HEIGHT
    for start in range(0, count, size):
        stop = min(start + size, count)
        _draw(native, attributes, pixel, start, stop)
        for number, output in enumerate(outputs):
            output[start:stop] = _read(native, number, stop - start).view(np.float32)


def _draw(native: Native, attributes: Attributes, pixel: int, start: int, stop: int) -> None:
    """One point a vertex, each in a pixel of its own, row by row from the lower left."""
    gl = native.gl
    # Client arrays stay referenced here until the draw is over.
    arrays = {index: rows_of(source, start, stop) for index, source in attributes.items()}
    arrays[pixel] = _pixels(stop - start)
    for index, array in arrays.items():
        gl.glVertexAttribPointer(index, 4, gl.GL_FLOAT, gl.GL_FALSE, 0, ctypes.c_void_p(array.ctypes.data))
        gl.glEnableVertexAttribArray(index)
    gl.glDrawArrays(gl.GL_POINTS, 0, stop - start)
    gl.glFinish()
    for index in arrays:
        gl.glDisableVertexAttribArray(index)


def rows_of(source: AttributeSource | Float32Array, start: int, stop: int) -> Float32Array:
    """Rows ``start`` to ``stop`` of an attribute, (stop - start, 4)."""
    if isinstance(source, AttributeSource):
        piece = source.rows(start, stop)
    else:
        piece = source if len(source) == 1 else source[start:stop]
    return np.ascontiguousarray(np.broadcast_to(piece, (stop - start, 4)), np.float32)


def _pixels(count: int) -> Float32Array:
    """The clip coordinates of the first ``count`` pixel centres."""
    number = np.arange(count)
    place = np.zeros((count, 4), np.float32)
    place[:, 0] = (2 * (number % _WIDTH) + 1) / _WIDTH - 1
    place[:, 1] = (2 * (number // _WIDTH) + 1) / _HEIGHT - 1
    place[:, 3] = 1
    return place


def _read(native: Native, number: int, count: int) -> npt.NDArray[np.uint32]:
    gl = native.gl
    rows = -(-count // _WIDTH)
    words = np.empty((rows * _WIDTH, 4), np.uint32)
    gl.glReadBuffer(gl.GL_COLOR_ATTACHMENT0 + number)
    gl.glReadPixels(0, 0, _WIDTH, rows, gl.GL_RGBA_INTEGER, gl.GL_UNSIGNED_INT, words)
    return words[:count]
