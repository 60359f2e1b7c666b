"""ReadPixels (OpenGL 1.5, 4.3.2; EXT_packed_depth_stencil 4.3.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

BYTES, FLOAT = enums.UNSIGNED_BYTE, enums.FLOAT


def filled(
    color: tuple[float, ...] = (0.2, 0.4, 0.6, 0.8), depth: float = 0.5, stencil: int = 0xA5
) -> Context:
    """A frame of one colour, depth and stencil value, its pixel (1, 2) black, of depth 1 and value 3."""
    gl = Context(backend="oracle", size=(5, 4), raise_errors=True)
    everything = enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT | enums.STENCIL_BUFFER_BIT
    for values, box in (
        (((0.2, 0.4, 0.6, 0.8), depth, stencil), (0, 0, 5, 4)),
        (((0, 0, 0, 0), 1, 3), (1, 2, 1, 1)),
    ):
        gl.Enable(enums.SCISSOR_TEST)
        gl.Scissor(*box)
        gl.ClearColor(*values[0])
        gl.ClearDepth(values[1])
        gl.ClearStencil(values[2])
        gl.Clear(everything)
    return gl


@pytest.mark.parametrize(("format", "components"), [
    ("RED", [51]), ("GREEN", [102]), ("BLUE", [153]), ("ALPHA", [204]), ("RGB", [51, 102, 153]),
    ("RGBA", [51, 102, 153, 204]), ("BGR", [153, 102, 51]), ("BGRA", [153, 102, 51, 204]),
    ("LUMINANCE", [255]), ("LUMINANCE_ALPHA", [255, 204]),
])  # fmt: skip
def test_formats_of_colours(format: str, components: list[int]) -> None:
    """Luminance is R + G + B, clamped."""
    found = filled().ReadPixels(0, 1, 2, 3, getattr(enums, format), BYTES)
    assert found.dtype == np.uint8 and found.shape == (3, 2, len(components))
    assert found[0, 0].tolist() == components and not found[1, 1].any() and found[1, 0].tolist() == components


@pytest.mark.parametrize(("type", "dtype", "value"), [
    (enums.UNSIGNED_BYTE, np.uint8, 51), (enums.BYTE, np.int8, 25), (enums.UNSIGNED_SHORT, np.uint16, 13107),
    (enums.SHORT, np.int16, 6553),
    (enums.UNSIGNED_INT, np.uint32, 858993459),
    (enums.INT, np.int32, 429496729),
    (enums.FLOAT, np.float32, 0.2), (enums.HALF_FLOAT_ARB, np.float16, 0.2),
])  # fmt: skip
def test_types_of_colours(type: int, dtype: Any, value: float) -> None:
    """Table 4.7: unsigned (2^n - 1) c, signed ((2^n - 1) c - 1) / 2."""
    found = filled().ReadPixels(0, 0, 1, 1, enums.RED, type)
    assert found.dtype == dtype and found[0, 0, 0] == pytest.approx(
        value, abs=0 if found.dtype.kind != "f" else 1e-4
    )


@pytest.mark.parametrize(("format", "type", "value"), [
    (enums.RGB, enums.UNSIGNED_BYTE_3_3_2, 1 << 5 | 3 << 2 | 2),
    (enums.RGB, enums.UNSIGNED_SHORT_5_6_5, 6 << 11 | 25 << 5 | 19),
    (enums.RGBA, enums.UNSIGNED_INT_8_8_8_8, 0x336699CC),
    (enums.BGRA, enums.UNSIGNED_INT_8_8_8_8_REV, 0xCC336699),
])  # fmt: skip
def test_packed_types(format: int, type: int, value: int) -> None:
    """Tables 3.8 and 4.8."""
    found = filled().ReadPixels(0, 0, 2, 1, format, type)
    assert found.shape == (1, 2) and found.tolist() == [[value, value]]


def test_depths() -> None:
    gl = filled(depth=0.25)
    found = gl.ReadPixels(1, 2, 2, 1, enums.DEPTH_COMPONENT, FLOAT)
    assert found.shape == (1, 2, 1) and found[0, :, 0].tolist() == pytest.approx([1.0, 0.25], abs=1e-7)
    assert gl.ReadPixels(0, 0, 1, 1, enums.DEPTH_COMPONENT, enums.UNSIGNED_SHORT).tolist() == [[[16384]]]
    assert gl.ReadPixels(1, 2, 1, 1, enums.DEPTH_COMPONENT, enums.UNSIGNED_INT).tolist() == [[[0xFFFFFFFF]]]


@pytest.mark.parametrize(("type", "value"), [
    (enums.UNSIGNED_BYTE, 0xA5), (enums.BYTE, 0x25), (enums.SHORT, 0xA5), (enums.UNSIGNED_INT, 0xA5),
    (enums.FLOAT, 165.0),
])  # fmt: skip
def test_stencil_values(type: int, value: float) -> None:
    """Table 4.7: as many bits as the type has."""
    found = filled().ReadPixels(0, 2, 2, 1, enums.STENCIL_INDEX, type)
    assert found.tolist() == [[[value], [3]]]


def test_bits_of_stencil_values() -> None:
    """BITMAP: the lowest bit of each, eight in a byte (3.6.4)."""
    gl = filled(stencil=2)
    assert gl.ReadPixels(0, 2, 5, 1, enums.STENCIL_INDEX, enums.BITMAP).tolist() == [[0b01000000]]
    gl.PixelStorei(enums.PACK_LSB_FIRST, 1)
    assert gl.ReadPixels(0, 2, 5, 1, enums.STENCIL_INDEX, enums.BITMAP).tolist() == [[0b10]]


def test_depths_with_stencil_values() -> None:
    gl = filled(depth=1, stencil=0x5A)
    assert gl.ReadPixels(0, 0, 1, 1, enums.DEPTH_STENCIL_EXT, enums.UNSIGNED_INT_24_8_EXT).tolist() == [
        [0xFFFFFF5A]
    ]


def test_swapped_bytes() -> None:
    """PACK_SWAP_BYTES (3.6.1)."""
    gl = filled(depth=1, stencil=3)
    gl.PixelStorei(enums.PACK_SWAP_BYTES, 1)
    assert gl.ReadPixels(0, 0, 1, 1, enums.RED, enums.UNSIGNED_SHORT).tolist() == [[[0x3333]]]
    assert gl.ReadPixels(0, 0, 1, 1, enums.STENCIL_INDEX, enums.UNSIGNED_SHORT).tolist() == [[[0x0300]]]
    packed = enums.DEPTH_STENCIL_EXT, enums.UNSIGNED_INT_24_8_EXT
    assert gl.ReadPixels(0, 0, 1, 1, *packed).tolist() == [[0x03FFFFFF]]


def test_pixels_that_are_not_there() -> None:
    """Undefined; docs/semantics.md: 0."""
    gl = filled()
    found = gl.ReadPixels(-2, -1, 9, 7, enums.RED, BYTES)[..., 0]
    assert found.shape == (7, 9) and (found == 51).sum() == 19 and found[1, 2] == 51 and found[0, 2] == 0
    assert not gl.ReadPixels(100, 100, 2, 2, enums.DEPTH_COMPONENT, FLOAT).any()
    assert gl.ReadPixels(0, 0, 0, 3, enums.RGBA, BYTES).shape == (3, 0, 4)


def test_colours_that_are_floats() -> None:
    """ARB_color_buffer_float 4.3.2: floats are read as they are, and clamped for other types."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.BindRenderbuffer(enums.RENDERBUFFER_EXT, 1)
    gl.RenderbufferStorage(enums.RENDERBUFFER_EXT, enums.RGBA32F_ARB, 4, 4)
    gl.BindFramebuffer(enums.FRAMEBUFFER_EXT, 1)
    gl.FramebufferRenderbuffer(enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT, enums.RENDERBUFFER_EXT, 1)
    source = "!!NVfp4.0 MOV result.color,{2.5,-1,0.5,1};END"
    gl.ProgramStringARB(enums.FRAGMENT_PROGRAM_ARB, enums.PROGRAM_FORMAT_ASCII_ARB, source)
    gl.Enable(enums.FRAGMENT_PROGRAM_ARB)
    gl.Begin(enums.QUADS)
    for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Vertex2f(*corner)
    gl.End()
    assert gl.ReadPixels(0, 0, 1, 1, enums.RGBA, FLOAT).tolist() == [[[2.5, -1.0, 0.5, 1.0]]]
    assert gl.ReadPixels(0, 0, 1, 1, enums.RGBA, BYTES).tolist() == [[[255, 0, 128, 255]]]
    assert gl.ReadPixels(0, 0, 1, 1, enums.LUMINANCE, FLOAT).tolist() == [[[2.0]]]


@pytest.mark.parametrize(("format", "type", "name"), [
    (enums.TEXTURE_2D, BYTES, "INVALID_ENUM"), (enums.RGBA, enums.RGBA, "INVALID_ENUM"),
    (enums.RGBA, enums.BITMAP, "INVALID_ENUM"), (enums.DEPTH_COMPONENT, enums.BITMAP, "INVALID_ENUM"),
    (enums.COLOR_INDEX, BYTES, "INVALID_OPERATION"), (enums.COLOR_INDEX, enums.BITMAP, "INVALID_OPERATION"),
    (enums.RGB, enums.UNSIGNED_INT_8_8_8_8, "INVALID_OPERATION"),
    (enums.RGBA, enums.UNSIGNED_SHORT_5_6_5, "INVALID_OPERATION"),
    (enums.DEPTH_COMPONENT, enums.UNSIGNED_BYTE_3_3_2, "INVALID_OPERATION"),
    (enums.DEPTH_STENCIL_EXT, BYTES, "INVALID_ENUM"),
    (enums.RGBA, enums.UNSIGNED_INT_24_8_EXT, "INVALID_OPERATION"),
    (enums.RGBA_INTEGER_EXT, BYTES, "INVALID_OPERATION"), (enums.RGBA_INTEGER_EXT, FLOAT, "INVALID_ENUM"),
])  # fmt: skip
def test_errors(format: int, type: int, name: str) -> None:
    assert error_of(lambda gl: gl.ReadPixels(0, 0, 1, 1, format, type)) == name


@pytest.mark.parametrize(("call", "name"), [
    (lambda gl: gl.ReadPixels(0, 0, -1, 1, enums.RGBA, BYTES), "INVALID_VALUE"),
    (lambda gl: gl.ReadPixels(0, 0, 1, -1, enums.COLOR_INDEX, BYTES), "INVALID_VALUE"),
    (lambda gl: gl.ReadPixels(0, 0, -1, 1, enums.RGBA, enums.RGBA), "INVALID_ENUM"),
    (lambda gl: gl.ReadPixels(0, 0, 1 << 30, 1 << 30, enums.RGBA, BYTES), "OUT_OF_MEMORY"),
])  # fmt: skip
def test_sizes(call: Callable[[Context], Any], name: str) -> None:
    assert error_of(call) == name


def test_depths_and_stencil_values_there_are_not() -> None:
    gl = Context(backend="oracle", size=(4, 4))
    gl.BindRenderbuffer(enums.RENDERBUFFER_EXT, 1)
    gl.RenderbufferStorage(enums.RENDERBUFFER_EXT, enums.RGBA, 4, 4)
    gl.BindFramebuffer(enums.FRAMEBUFFER_EXT, 1)
    gl.FramebufferRenderbuffer(enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT, enums.RENDERBUFFER_EXT, 1)
    for format, type in (
        (enums.DEPTH_COMPONENT, FLOAT), (enums.STENCIL_INDEX, BYTES),
        (enums.DEPTH_STENCIL_EXT, enums.UNSIGNED_INT_24_8_EXT),
    ):  # fmt: skip
        assert gl.ReadPixels(0, 0, 1, 1, format, type) is None
        assert gl.GetError() == enums.INVALID_OPERATION


def test_finish_and_flush() -> None:
    """5.5."""
    gl = filled()
    assert gl.Finish() is None and gl.Flush() is None


def test_a_number_that_is_no_integer_is_no_format_that_was_known_before() -> None:
    gl = filled()
    gl.ReadPixels(0, 0, 1, 1, enums.RGBA, BYTES)
    with pytest.raises(InputError, match="format must be an integer"):
        gl.ReadPixels(0, 0, 1, 1, float(enums.RGBA), BYTES)


def test_a_read_leaves_the_frame_alone() -> None:
    """What is read is the caller's to change."""
    gl = filled()
    gl.ReadPixels(0, 0, 5, 4, enums.RGBA, BYTES)[:] = 0
    assert gl.ReadPixels(0, 0, 1, 1, enums.RGBA, BYTES).tolist() == [[[51, 102, 153, 204]]]
