"""What programs wrote is seen by whatever reads it behind MemoryBarrierEXT, bit by bit.

EXT_shader_image_load_store, NV_shader_buffer_store and ARB_shader_storage_buffer_object 2.14.X. Each reader
has read before, so that nothing it kept may stand in for what is new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums

ASCII, COMPUTE = gl_enums.PROGRAM_FORMAT_ASCII_ARB, gl_enums.COMPUTE_PROGRAM_NV
FRAGMENT, STORAGE = gl_enums.FRAGMENT_PROGRAM_ARB, gl_enums.SHADER_STORAGE_BUFFER
ARRAY, FLOAT, POINTS, T2D = gl_enums.ARRAY_BUFFER, gl_enums.FLOAT, gl_enums.POINTS, gl_enums.TEXTURE_2D
RGBA, BYTES, FB = gl_enums.RGBA, gl_enums.UNSIGNED_BYTE, gl_enums.FRAMEBUFFER_EXT
#: Four words into storage buffer 0.
STORE = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 1;
STORAGE words[] = { program.storage[0] };
PARAM given = program.local[0];
STB.U32X4 given, words[0];
END"""
#: A texel of image 0.
IMAGE = """!!NVcp5.0
GROUP_SIZE 1;
IMAGE picture = image[0];
PARAM given = program.local[0];
STOREIM.U32 picture, given, invocation.groupid, 2D;
END"""
#: The first word of storage buffer 0, of address program.local[1], or of image 0, into storage buffer 1.
READ = """!!NVcp5.0
OPTION NV_shader_storage_buffer;
GROUP_SIZE 1;
STORAGE words[] = {{ program.storage[0] }};
STORAGE results[] = {{ program.storage[1] }};
IMAGE picture = image[0];
PARAM address = program.local[1];
TEMP found;
{}
STB.U32 found, results[0];
END"""
_READS = {
    "storage": "LDB.U32 found, words[0];",
    "address": "LOAD.U32 found, address.x;",
    "image": "LOADIM.U32 found, invocation.groupid, picture, 2D;",
}
#: The first words of parameter buffer 0, and of texture 0, as a colour.
SHOWN = {
    "parameters": "!!NVfp4.0 BUFFER4 words[] = { program.buffer[0] }; MOV result.color, words[0]; END",
    "texture": "!!ARBfp1.0 TEX result.color, {0.5, 0.5}, texture[0], 2D; END",
}
Bits = Callable[[Context], None]


@pytest.fixture
def gl(backend: str, context: moderngl.Context) -> Iterator[Context]:
    given = context if backend == "gpu" else None
    with Context(given, backend=backend, size=(4, 4), raise_errors=True) as made:
        made.EnableClientState(gl_enums.VERTEX_ARRAY)
        for number in (0, 1):
            made.BindBufferBase(STORAGE, number, number + 1)
            made.BufferData(STORAGE, np.zeros(16, np.uint32), gl_enums.DYNAMIC_COPY)
        made.BindTexture(T2D, 1)
        made.TexParameteri(T2D, gl_enums.TEXTURE_MIN_FILTER, gl_enums.NEAREST)
        made.TexImage2D(T2D, 0, gl_enums.RGBA8, 1, 1, 0, RGBA, BYTES, np.zeros((1, 1, 4), np.uint8))
        made.BindImageTextureEXT(0, 1, 0, False, 0, gl_enums.READ_WRITE, gl_enums.R32UI)
        yield made


def dispatched(gl: Context, text: str, *words: int) -> None:
    gl.ProgramStringARB(COMPUTE, ASCII, text)
    gl.ProgramLocalParameterI4uiNV(COMPUTE, 0, *(words + (0,) * 4)[:4])
    gl.Enable(COMPUTE)
    gl.DispatchCompute(1, 1, 1)
    gl.Disable(COMPUTE)


def stored(*values: float) -> tuple[int, ...]:
    """Floats as words."""
    return tuple(np.array(values, np.float32).view(np.uint32).tolist())


def pixels(gl: Context) -> list[list[int]]:
    """Where something was drawn, which is then cleared."""
    found = gl.ReadPixels(0, 0, 4, 4, RGBA, BYTES)[..., 3]
    gl.Clear(gl_enums.COLOR_BUFFER_BIT)
    return np.argwhere(found).tolist()


def _vertices(gl: Context) -> Any:
    gl.BindBuffer(ARRAY, 1)
    gl.VertexPointer(4, FLOAT, 0, 0)
    gl.DrawArrays(POINTS, 0, 1)
    return pixels(gl)


def _indices(gl: Context) -> Any:
    gl.BindBuffer(ARRAY, 0)
    gl.VertexPointer(2, FLOAT, 0, np.array([[-0.25, -0.75], [0.25, 0.25]], np.float32))
    gl.BindBuffer(gl_enums.ELEMENT_ARRAY_BUFFER, 1)
    gl.DrawElements(POINTS, gl_enums.UNSIGNED_INT, 0, 1)
    return pixels(gl)


def _shown(kind: str) -> Callable[[Context], Any]:
    def read(gl: Context) -> Any:
        gl.BindBufferBaseNV(gl_enums.FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV, 0, 1)
        gl.ProgramStringARB(FRAGMENT, ASCII, SHOWN[kind])
        gl.Enable(FRAGMENT)
        gl.Rectf(-1, -1, 1, 1)
        gl.Disable(FRAGMENT)
        return gl.ReadPixels(0, 0, 1, 1, RGBA, BYTES)[0, 0].tolist()

    return read


def _loaded(kind: str) -> Callable[[Context], Any]:
    def read(gl: Context) -> Any:
        gl.BindBuffer(ARRAY, 1)
        if not gl.IsBufferResidentNV(ARRAY):
            gl.MakeBufferResidentNV(ARRAY, gl_enums.READ_ONLY)
        address = gl.GetBufferParameterui64vNV(ARRAY, gl_enums.BUFFER_GPU_ADDRESS_NV)
        gl.ProgramLocalParameterI4uiNV(COMPUTE, 1, address, 0, 0, 0)
        dispatched(gl, READ.format(_READS[kind]))
        gl.BindBuffer(ARRAY, 2)
        return int(gl.GetBufferSubData(ARRAY, 0, 4).view(np.uint32)[0])

    return read


def _commands(gl: Context) -> Any:
    gl.BindBuffer(ARRAY, 0)
    gl.VertexPointer(2, FLOAT, 0, np.array([[-0.25, -0.75], [0.25, 0.25]], np.float32))
    gl.BindBuffer(gl_enums.DRAW_INDIRECT_BUFFER, 1)
    gl.DrawArraysIndirect(POINTS, 0)
    return pixels(gl)


def _updated_texture(gl: Context) -> Any:
    gl.TexSubImage2D(T2D, 0, 0, 0, 0, 1, RGBA, BYTES, np.zeros((1, 0, 4), np.uint8))
    return gl.GetTexImage(T2D, 0, RGBA, BYTES)[0, 0].tolist()


def _updated_buffer(gl: Context) -> Any:
    gl.BindBuffer(ARRAY, 1)
    gl.BufferSubData(ARRAY, 4, np.array([5], np.uint32))
    found = gl.MapBuffer(ARRAY, gl_enums.READ_ONLY)[:8].view(np.uint32).tolist()
    gl.UnmapBuffer(ARRAY)
    return found


def _framebuffer(gl: Context) -> Any:
    gl.BindFramebufferEXT(FB, 1)
    gl.FramebufferTexture2DEXT(FB, gl_enums.COLOR_ATTACHMENT0_EXT, T2D, 1, 0)
    gl.Enable(gl_enums.BLEND)
    gl.BlendFunc(gl_enums.ONE, gl_enums.ONE)
    gl.Color4f(0, 0, 0, 0)
    gl.Rectf(-1, -1, 1, 1)
    gl.Disable(gl_enums.BLEND)
    found = gl.ReadPixels(0, 0, 1, 1, RGBA, BYTES)[0, 0].tolist()
    gl.BindFramebufferEXT(FB, 0)
    return found


def _feedback(gl: Context) -> Any:
    """The second word is recorded over."""
    tfb = gl_enums.TRANSFORM_FEEDBACK_BUFFER_NV
    gl.BindBufferRangeNV(tfb, 0, 1, 4, 4)
    gl.TransformFeedbackAttribsNV([gl_enums.POSITION, 1, 0], gl_enums.INTERLEAVED_ATTRIBS_NV)
    gl.Enable(gl_enums.RASTERIZER_DISCARD_NV)
    gl.BeginTransformFeedbackNV(POINTS)
    gl.Begin(POINTS)
    gl.Vertex2f(1, 0)
    gl.End()
    gl.EndTransformFeedbackNV()
    gl.Disable(gl_enums.RASTERIZER_DISCARD_NV)
    return gl.GetBufferSubData(tfb, 0, 8).view(np.uint32).tolist()


ONE = 0x3F800000
RED, GREEN = 0xFF0000FF, 0xFF00FF00
#: Bit → what writes twice, what reads, and what is read after each.
CASES: dict[str, tuple[str, tuple[tuple[int, ...], tuple[int, ...]], Callable[[Context], Any], list[Any]]] = {
    "VERTEX_ATTRIB_ARRAY_BARRIER_BIT_EXT": (
        STORE, (stored(-0.25, 0.25, 0, 1), stored(0.75, -0.75, 0, 1)), _vertices, [[[2, 1]], [[0, 3]]]
    ),
    "ELEMENT_ARRAY_BARRIER_BIT_EXT": (STORE, ((1,), (0,)), _indices, [[[2, 2]], [[0, 1]]]),
    "UNIFORM_BARRIER_BIT_EXT": (
        STORE, (stored(1, 0, 0, 1), stored(0, 1, 0.2, 1)), _shown("parameters"),
        [[255, 0, 0, 255], [0, 255, 51, 255]],
    ),
    "TEXTURE_FETCH_BARRIER_BIT_EXT": (
        IMAGE, ((RED,), (GREEN,)), _shown("texture"), [[255, 0, 0, 255], [0, 255, 0, 255]]
    ),
    "SHADER_GLOBAL_ACCESS_BARRIER_BIT_NV": (STORE, ((7,), (9,)), _loaded("address"), [7, 9]),
    "SHADER_IMAGE_ACCESS_BARRIER_BIT_EXT": (IMAGE, ((7,), (9,)), _loaded("image"), [7, 9]),
    "COMMAND_BARRIER_BIT_EXT": (
        STORE, ((1, 1, 1, 0), (2, 1, 0, 0)), _commands, [[[2, 2]], [[0, 1], [2, 2]]]
    ),
    "TEXTURE_UPDATE_BARRIER_BIT_EXT": (
        IMAGE, ((RED,), (GREEN,)), _updated_texture, [[255, 0, 0, 255], [0, 255, 0, 255]]
    ),
    "BUFFER_UPDATE_BARRIER_BIT_EXT": (STORE, ((7, 8), (9, 1)), _updated_buffer, [[7, 5], [9, 5]]),
    "FRAMEBUFFER_BARRIER_BIT_EXT": (
        IMAGE, ((RED,), (GREEN,)), _framebuffer, [[255, 0, 0, 255], [0, 255, 0, 255]]
    ),
    "TRANSFORM_FEEDBACK_BARRIER_BIT_EXT": (STORE, ((7, 8), (9, 1)), _feedback, [[7, ONE], [9, ONE]]),
    "SHADER_STORAGE_BARRIER_BIT": (STORE, ((7,), (9,)), _loaded("storage"), [7, 9]),
}  # fmt: skip
#: Bits of what the object model has not: pixel buffer objects and atomic counters.
NOTHING = {"PIXEL_BUFFER_BARRIER_BIT_EXT", "ATOMIC_COUNTER_BARRIER_BIT_EXT"}


@pytest.mark.parametrize("bit", CASES)
def test_what_was_written_is_read(gl: Context, bit: str) -> None:
    writer, words, read, expected = CASES[bit]
    for given, wanted in zip(words, expected, strict=True):
        dispatched(gl, writer, *given)
        gl.MemoryBarrierEXT(getattr(gl_enums, bit))
        assert read(gl) == wanted
    assert gl.faults == 0


def test_every_bit_is_tried() -> None:
    known = {
        value
        for name, value in vars(gl_enums).items()
        if "_BARRIER_BIT" in name and not name.startswith("ALL_")
    }
    assert known == {getattr(gl_enums, name) for name in CASES.keys() | NOTHING}


@pytest.mark.parametrize("bit", sorted(NOTHING))
def test_bits_that_order_nothing(gl: Context, bit: str) -> None:
    gl.MemoryBarrierEXT(getattr(gl_enums, bit))
