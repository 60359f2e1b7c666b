"""BlitFramebuffer (EXT_framebuffer_blit 4.3.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import GLError

COLOR, DEPTH, STENCIL = enums.COLOR_BUFFER_BIT, enums.DEPTH_BUFFER_BIT, enums.STENCIL_BUFFER_BIT
NEAREST, LINEAR, DRAW, READ = (
    enums.NEAREST,
    enums.LINEAR,
    enums.DRAW_FRAMEBUFFER_EXT,
    enums.READ_FRAMEBUFFER_EXT,
)
FB, RB = enums.FRAMEBUFFER_EXT, enums.RENDERBUFFER_EXT


def pattern(format: int = enums.RGBA8) -> Context:
    """A window of 6 × 4 that is 0, and framebuffer 1 that is read: red is 10 · column + 40 · row of 4 × 3."""
    gl = Context(backend="oracle", size=(6, 4), raise_errors=True)
    for name, form in ((1, format), (2, enums.DEPTH24_STENCIL8_EXT)):
        gl.BindRenderbuffer(RB, name)
        gl.RenderbufferStorage(RB, form, 4, 3)
    gl.BindFramebuffer(FB, 1)
    points = enums.COLOR_ATTACHMENT0_EXT, enums.DEPTH_ATTACHMENT_EXT, enums.STENCIL_ATTACHMENT_EXT
    for point, name in zip(points, (1, 2, 2), strict=True):
        gl.FramebufferRenderbuffer(FB, point, RB, name)
    gl.Enable(enums.SCISSOR_TEST)
    for row in range(3):
        for column in range(4):
            value = 10 * column + 40 * row
            gl.Scissor(column, row, 1, 1)
            gl.ClearColor(value / 255, 0.2, 0.4, 0.6)
            gl.ClearDepth(value / 255)
            gl.ClearStencil(value)
            gl.Clear(COLOR | DEPTH | STENCIL)
    gl.Disable(enums.SCISSOR_TEST)
    gl.BindFramebuffer(DRAW, 0)
    return gl


def window(gl: Context) -> npt.NDArray[Any]:
    gl.BindFramebuffer(READ, 0)
    found: npt.NDArray[Any] = gl.ReadPixels(0, 0, 6, 4, enums.RGBA, enums.UNSIGNED_BYTE)
    gl.BindFramebuffer(READ, 1)
    return found


def red(gl: Context) -> list[list[int]]:
    found: list[list[int]] = window(gl)[..., 0].tolist()
    return found


def test_a_copy() -> None:
    gl = pattern()
    gl.BlitFramebufferEXT(1, 0, 4, 2, 2, 1, 5, 3, COLOR, NEAREST)
    assert red(gl) == [[0] * 6, [0, 0, 10, 20, 30, 0], [0, 0, 50, 60, 70, 0], [0] * 6]
    assert window(gl)[1, 2].tolist() == [10, 51, 102, 153]


def test_turned_over_and_stretched() -> None:
    gl = pattern()
    gl.BlitFramebuffer(0, 0, 3, 1, 6, 0, 0, 2, COLOR, NEAREST)
    assert red(gl)[:2] == [[20, 20, 10, 10, 0, 0]] * 2
    gl.BlitFramebuffer(0, 3, 4, 0, 0, 0, 2, 3, COLOR, NEAREST)
    assert [row[:2] for row in red(gl)[:3]] == [[90, 110], [50, 70], [10, 30]]


def test_filtered() -> None:
    """LINEAR: half way between pixels; at the sides the last pixel."""
    gl = pattern()
    gl.BlitFramebuffer(0, 0, 2, 1, 0, 0, 4, 1, COLOR, LINEAR)
    assert red(gl)[0][:4] == [0, 2, 8, 12]
    assert window(gl)[0, 1].tolist() == [2, 51, 102, 153]


def test_pixels_that_are_not_there() -> None:
    """Outside of the source or the destination nothing is copied; the scissor box counts (4.3.3)."""
    gl = pattern()
    gl.BlitFramebuffer(-1, -1, 5, 3, 0, 0, 6, 4, COLOR, NEAREST)
    assert (
        red(gl)[0] == [0] * 6
        and red(gl)[1] == [0, 0, 10, 20, 30, 0]
        and red(gl)[3] == [0, 80, 90, 100, 110, 0]
    )
    gl.BlitFramebuffer(0, 0, 4, 3, 100, 100, 104, 103, COLOR, NEAREST)
    gl.BlitFramebuffer(0, 0, 4, 3, 2, 2, 2, 2, COLOR, NEAREST)
    gl.BlitFramebuffer(0, 0, 0, 0, 0, 0, 6, 4, COLOR, NEAREST)
    gl.Enable(enums.SCISSOR_TEST)
    gl.Scissor(1, 0, 1, 4)
    before = red(gl)
    gl.ColorMask(False, False, False, False)
    gl.BlitFramebuffer(3, 2, 4, 3, 0, 0, 6, 4, COLOR, NEAREST)
    assert red(gl) == [[110 if column == 1 else value for column, value in enumerate(row)] for row in before]


def test_depths_and_stencil_values() -> None:
    gl = pattern()
    gl.BlitFramebuffer(0, 0, 4, 3, 0, 0, 4, 3, DEPTH, NEAREST)
    gl.BindFramebuffer(READ, 0)
    assert gl.ReadPixels(1, 1, 1, 1, enums.DEPTH_COMPONENT, enums.FLOAT)[0, 0, 0] == pytest.approx(50 / 255)
    assert not gl.ReadPixels(0, 0, 6, 4, enums.STENCIL_INDEX, enums.UNSIGNED_BYTE).any()
    gl.BindFramebuffer(READ, 1)
    gl.BlitFramebuffer(0, 0, 4, 3, 0, 0, 4, 3, STENCIL | COLOR, NEAREST)
    gl.BindFramebuffer(READ, 0)
    assert gl.ReadPixels(1, 1, 1, 1, enums.STENCIL_INDEX, enums.UNSIGNED_BYTE).tolist() == [[[50]]]
    assert red(gl)[1][1] == 50


def test_formats() -> None:
    """Floats are clamped where they become bytes; alpha that is not there is 1, and stays so."""
    gl = pattern(enums.RGB16F_ARB)
    gl.BlitFramebuffer(0, 0, 4, 3, 0, 0, 4, 3, COLOR, NEAREST)
    assert window(gl)[2, 3].tolist() == [110, 51, 102, 255]
    gl = pattern(enums.RGB8)
    gl.BindFramebuffer(READ, 0)
    gl.BindFramebuffer(DRAW, 1)
    gl.BlitFramebuffer(0, 0, 4, 3, 0, 0, 4, 3, COLOR, LINEAR)
    gl.BindFramebuffer(READ, 1)
    assert gl.ReadPixels(1, 1, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE).tolist() == [[[0, 0, 0, 255]]]


def test_textures_get_it() -> None:
    gl = pattern()
    gl.BindTexture(enums.TEXTURE_2D, 1)
    gl.TexImage2D(enums.TEXTURE_2D, 0, enums.RGBA, 4, 4, 0, enums.RGBA, enums.UNSIGNED_BYTE, None)
    gl.BindFramebuffer(DRAW, 2)
    gl.FramebufferTexture2D(DRAW, enums.COLOR_ATTACHMENT0_EXT, enums.TEXTURE_2D, 1, 0)
    gl.BlitFramebuffer(0, 0, 4, 3, 0, 1, 4, 4, COLOR | DEPTH, NEAREST)
    found = gl.GetTexImage(enums.TEXTURE_2D, 0, enums.RED, enums.UNSIGNED_BYTE)[..., 0]
    assert found.tolist() == [[0] * 4, [0, 10, 20, 30], [40, 50, 60, 70], [80, 90, 100, 110]]


@pytest.mark.parametrize(("call", "name"), [
    (lambda gl: gl.BlitFramebuffer(0, 0, 1, 1, 0, 0, 1, 1, COLOR, COLOR), "INVALID_ENUM"),
    (lambda gl: gl.BlitFramebuffer(0, 0, 1, 1, 0, 0, 1, 1, 1, NEAREST), "INVALID_VALUE"),
    (lambda gl: gl.BlitFramebuffer(0, 0, 1, 1, 0, 0, 1, 1, DEPTH, LINEAR), "INVALID_OPERATION"),
    (lambda gl: gl.BlitFramebuffer(0, 0, 1, 1, 0, 0, 1, 1, STENCIL | COLOR, LINEAR), "INVALID_OPERATION"),
    (lambda gl: gl.BlitFramebuffer(0, 0, 1, 1, 1 << 40, 0, -(1 << 40), 1, COLOR, LINEAR), ""),
])  # fmt: skip
def test_errors(call: Callable[[Context], Any], name: str) -> None:
    assert error_of(call) == name


def test_framebuffers_that_are_not_complete() -> None:
    for target in (DRAW, READ):
        gl = pattern()
        gl.BindFramebuffer(target, 9)
        with pytest.raises(GLError) as caught:
            gl.BlitFramebuffer(0, 0, 1, 1, 0, 0, 1, 1, COLOR, NEAREST)
        assert caught.value.name == "INVALID_FRAMEBUFFER_OPERATION"


def test_what_is_copied_between_overlapping_parts() -> None:
    """Undefined; nvrender reads all before it writes."""
    gl = pattern()
    gl.BindFramebuffer(DRAW, 1)
    gl.BlitFramebuffer(0, 0, 3, 3, 1, 0, 4, 3, COLOR, NEAREST)
    found = gl.ReadPixels(0, 0, 4, 3, enums.RED, enums.UNSIGNED_BYTE)[..., 0]
    assert np.array_equal(found[0], [0, 0, 10, 20])
