"""Translated programs against the driver's own assembler, which runs the same text in the same context.

Both read the same vertex buffers through attribute arrays of the same sizes, draw the same points with the
rasteriser off, and are followed by a fragment shader that reads every result they write.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

import numpy as np

from bench.shaders import Work, fragment_source, programs, work
from bench.timing import Row, clock_of, geometric_mean, ratios
from nvrender.glsl.translate import translate
from nvrender.gpu.native.context import Native, compatibility
from nvrender.gpu.native.states import set_state
from nvrender.program import BindingKind, Program
from nvrender.source import ContextError

_POINTS = 500_000
_REPEATS = 15
_BAR = "≥ 0.98"
_VERTEX_PROGRAM, _ASCII = 0x8620, 0x8875
_RASTERIZER_DISCARD = 0x8C89
_BLOCK = 1024

#: What a fragment shader calls the results that the driver's programs write.
_RESULTS = {
    "color.front.primary": "gl_Color",
    "color.front.secondary": "gl_SecondaryColor",
    "fogcoord": "vec4(gl_FogFragCoord)",
    **{f"texcoord[{unit}]": f"gl_TexCoord[{unit}]" for unit in range(8)},
}


def rows() -> Iterator[Row]:
    """Speed of the translation as a share of the native program's, per program and in all."""
    chosen = [name for name, program in programs().items() if program.profile.name == "ARBvp1.0"]
    try:
        found = {name: _speeds(name) for name in chosen}
    except ContextError as error:
        yield Row(
            f"ARB: fast / native, not measured: {str(error).splitlines()[0]}", float("nan"), "ratio", _BAR
        )
        return
    for kind, bar in (("fast", _BAR), ("exact", "")):
        label = f"ARB: {kind} / the driver's own assembler, {len(found)} programs: geometric mean"
        yield Row(label, geometric_mean(row[kind] for row in found.values()), "ratio", bar)
        for name, row in found.items():
            yield Row(f"  {name}", row[kind], "ratio")


def _speeds(name: str) -> dict[str, float]:
    inputs = work(name, _POINTS)
    with compatibility() as native, ExitStack() as stack:
        gl = native.gl
        stack.callback(gl.glBindFramebuffer, gl.GL_FRAMEBUFFER, 0)
        _framebuffer(native, stack)
        buffers = {index: _buffer(native, array, stack) for index, array in inputs.attributes.items()}
        base = _native(native, inputs, buffers, stack)
        others = {kind: _translated(native, inputs, buffers, kind, stack) for kind in ("fast", "exact")}
        return ratios(base, others, _REPEATS, clock=clock_of(native.renderer))


def _framebuffer(native: Native, stack: ExitStack) -> None:
    gl = native.gl
    framebuffer, texture = gl.glGenFramebuffers(1), gl.glGenTextures(1)
    stack.callback(gl.glDeleteFramebuffers, 1, [framebuffer])
    stack.callback(gl.glDeleteTextures, [texture])
    gl.glBindTexture(gl.GL_TEXTURE_2D, texture)
    gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, 16, 16, 0, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, None)
    gl.glBindTexture(gl.GL_TEXTURE_2D, 0)
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, framebuffer)
    gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, texture, 0)
    gl.glViewport(0, 0, 16, 16)


def _buffer(native: Native, array: Any, stack: ExitStack) -> int:
    gl = native.gl
    buffer = gl.glGenBuffers(1)
    stack.callback(gl.glDeleteBuffers, 1, [buffer])
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffer)
    gl.glBufferData(gl.GL_ARRAY_BUFFER, array.nbytes, array, gl.GL_STATIC_DRAW)
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 0)
    return int(buffer)


def _native(native: Native, inputs: Work, buffers: Mapping[int, int], stack: ExitStack) -> Callable[[], None]:
    from OpenGL.GL.ARB import vertex_program as arb

    gl, program = native.gl, inputs.program
    number = np.zeros(1, np.uint32)
    arb.glGenProgramsARB(1, number)
    stack.callback(arb.glDeleteProgramsARB, 1, number)
    arb.glBindProgramARB(_VERTEX_PROGRAM, int(number[0]))
    text = program.source.data
    arb.glProgramStringARB(_VERTEX_PROGRAM, _ASCII, len(text), text)
    set_state(native, program, inputs.state)
    for binding, vector in zip(program.parameters, inputs.parameters, strict=True):
        if binding.kind is BindingKind.LOCAL:
            arb.glProgramLocalParameter4fvARB(_VERTEX_PROGRAM, binding.index, vector)
        elif binding.kind is BindingKind.ENVIRONMENT:
            arb.glProgramEnvParameter4fvARB(_VERTEX_PROGRAM, binding.index, vector)
    read = [_RESULTS[name] for name in program.results if name in _RESULTS]
    stage = _linked(native, {gl.GL_FRAGMENT_SHADER: _fragment(read)}, stack)
    arrays = _conventional_arrays(native, program, buffers, stack)

    def draw() -> None:
        gl.glUseProgram(stage)
        gl.glEnable(_VERTEX_PROGRAM)
        gl.glBindVertexArray(arrays)
        _points(native)
        gl.glDisable(_VERTEX_PROGRAM)

    return draw


def _fragment(read: list[str]) -> str:
    total = " + ".join(read) or "vec4(1.0)"
    return f"#version 330 compatibility\nout vec4 color;\nvoid main() {{ color = {total}; }}\n"


def _translated(
    native: Native, inputs: Work, buffers: Mapping[int, int], numerics: str, stack: ExitStack
) -> Callable[[], None]:
    gl = native.gl
    translation = translate(inputs.program, "glsl330", numerics=numerics)
    stages = {gl.GL_VERTEX_SHADER: translation.source, gl.GL_FRAGMENT_SHADER: fragment_source(translation)}
    linked = _linked(native, stages, stack)
    blocks = []
    for point, (name, rows) in enumerate(inputs.blocks(translation).items()):
        if (index := gl.glGetUniformBlockIndex(linked, name)) != gl.GL_INVALID_INDEX:
            gl.glUniformBlockBinding(linked, index, point)
            table = np.zeros((_BLOCK, 4), np.float32)
            table[: len(rows)] = rows
            blocks.append((point, _buffer(native, table, stack)))
    with _vertex_array(native, stack) as arrays:
        for index, buffer in buffers.items():
            gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffer)
            gl.glVertexAttribPointer(index, _size(inputs.program, index), gl.GL_FLOAT, gl.GL_FALSE, 16, None)
            gl.glEnableVertexAttribArray(index)

    def draw() -> None:
        gl.glUseProgram(linked)
        for point, buffer in blocks:
            gl.glBindBufferBase(gl.GL_UNIFORM_BUFFER, point, buffer)
        gl.glBindVertexArray(arrays)
        _points(native)

    return draw


def _points(native: Native) -> None:
    gl = native.gl
    gl.glEnable(_RASTERIZER_DISCARD)
    gl.glDrawArrays(gl.GL_POINTS, 0, _POINTS)
    gl.glDisable(_RASTERIZER_DISCARD)
    gl.glFinish()


def _linked(native: Native, stages: Mapping[int, str], stack: ExitStack) -> int:
    gl = native.gl
    program = gl.glCreateProgram()
    stack.callback(gl.glDeleteProgram, program)
    stack.callback(gl.glUseProgram, 0)
    for kind, text in stages.items():
        shader = gl.glCreateShader(kind)
        gl.glShaderSource(shader, text)
        gl.glCompileShader(shader)
        gl.glAttachShader(program, shader)
        gl.glDeleteShader(shader)
    gl.glLinkProgram(program)
    if not gl.glGetProgramiv(program, gl.GL_LINK_STATUS):
        raise SystemExit(f"{native.renderer} refuses a shader: {gl.glGetProgramInfoLog(program)!r}")
    return int(program)


@contextmanager
def _vertex_array(native: Native, stack: ExitStack) -> Iterator[int]:
    """A vertex array object, bound inside the block."""
    gl = native.gl
    array = int(gl.glGenVertexArrays(1))
    stack.callback(gl.glDeleteVertexArrays, 1, [array])
    gl.glBindVertexArray(array)
    yield array
    gl.glBindVertexArray(0)
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 0)


def _conventional_arrays(
    native: Native, program: Program, buffers: Mapping[int, int], stack: ExitStack
) -> int:
    """The arrays that the attributes' bindings name."""
    gl = native.gl
    names = {row.index: row.name for row in program.attributes}
    with _vertex_array(native, stack) as array:
        for index, buffer in buffers.items():
            gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffer)
            size, start = _size(program, index), ctypes.c_void_p(None)
            match names.get(index, "vertex.position").split("[")[0]:
                case "vertex.position":
                    gl.glVertexPointer(size, gl.GL_FLOAT, 16, start)
                    gl.glEnableClientState(gl.GL_VERTEX_ARRAY)
                case "vertex.normal":
                    gl.glNormalPointer(gl.GL_FLOAT, 16, start)
                    gl.glEnableClientState(gl.GL_NORMAL_ARRAY)
                case "vertex.color.primary":
                    gl.glColorPointer(size, gl.GL_FLOAT, 16, start)
                    gl.glEnableClientState(gl.GL_COLOR_ARRAY)
                case "vertex.color.secondary":
                    gl.glSecondaryColorPointer(size, gl.GL_FLOAT, 16, start)
                    gl.glEnableClientState(gl.GL_SECONDARY_COLOR_ARRAY)
                case "vertex.fogcoord":
                    gl.glFogCoordPointer(gl.GL_FLOAT, 16, start)
                    gl.glEnableClientState(gl.GL_FOG_COORD_ARRAY)
                case "vertex.texcoord":
                    gl.glClientActiveTexture(gl.GL_TEXTURE0 + index - 8)
                    gl.glTexCoordPointer(size, gl.GL_FLOAT, 16, start)
                    gl.glEnableClientState(gl.GL_TEXTURE_COORD_ARRAY)
                case _:
                    gl.glVertexAttribPointer(index, size, gl.GL_FLOAT, gl.GL_FALSE, 16, start)
                    gl.glEnableVertexAttribArray(index)
    return array


def _size(program: Program, index: int) -> int:
    """Components an array has where GL fixes them for the conventional attribute."""
    name = next((row.name for row in program.attributes if row.index == index), "")
    return {"vertex.normal": 3, "vertex.color.secondary": 3, "vertex.fogcoord": 1}.get(name, 4)


if __name__ == "__main__":
    for row in rows():
        print(f"{row.name:80}{row.figure:8.3f}", flush=True)
