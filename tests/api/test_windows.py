"""Viewport, Scissor, and what of clears they and the masks let through (OpenGL 1.5, 2.10.1, 4.1.2, 4.2.3)."""

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


def small() -> Context:
    return Context(backend="oracle", size=(6, 4), raise_errors=True)


def square(gl: Context, z: float = 0.0) -> None:
    gl.Begin(enums.QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Vertex3f(x, y, z)
    gl.End()


def red(gl: Context) -> npt.NDArray[Any]:
    """The bottom row first."""
    pixels: npt.NDArray[Any] = gl.ReadPixels(0, 0, 6, 4, enums.RGBA, enums.UNSIGNED_BYTE)[..., 0]
    return pixels


def test_what_there_is_at_first() -> None:
    """Tables 6.9 and 6.19: the size of the window."""
    gl = small()
    assert gl.GetIntegerv(enums.VIEWPORT) == gl.GetIntegerv(enums.SCISSOR_BOX) == (0, 0, 6, 4)
    assert gl.GetIntegerv(enums.MAX_VIEWPORT_DIMS) == (16384, 16384)
    assert not gl.IsEnabled(enums.SCISSOR_TEST) and gl.GetIntegerv(enums.SCISSOR_TEST) == 0


def test_what_was_set() -> None:
    """2.10.1: width and height are clamped, the place is not."""
    gl = small()
    gl.Viewport(-100000, 7, 20000, 3)
    assert gl.GetIntegerv(enums.VIEWPORT) == (-100000, 7, 16384, 3)
    gl.Scissor(-1, 2, 100000, 0)
    assert gl.GetIntegerv(enums.SCISSOR_BOX) == (-1, 2, 100000, 0)
    square(gl)
    assert not red(gl).any()


@pytest.mark.parametrize("call", [
    lambda gl: gl.Viewport(0, 0, -1, 5), lambda gl: gl.Viewport(0, 0, 5, -1),
    lambda gl: gl.Scissor(0, 0, -1, 5), lambda gl: gl.Scissor(0, 0, 5, -1),
])  # fmt: skip
def test_negative_sizes(call: Callable[[Context], Any]) -> None:
    assert error_of(call) == "INVALID_VALUE"


def test_an_error_changes_nothing() -> None:
    gl = small()
    for call in (gl.Viewport, gl.Scissor):
        with pytest.raises(GLError):
            call(1, 1, 2, -2)
    assert gl.GetIntegerv(enums.VIEWPORT) == gl.GetIntegerv(enums.SCISSOR_BOX) == (0, 0, 6, 4)


def test_what_is_drawn() -> None:
    gl = small()
    gl.Viewport(1, 1, 3, 9)
    square(gl)
    expected = np.zeros((4, 6))
    expected[1:, 1:4] = 255
    assert (red(gl) == expected).all()
    gl.Clear(COLOR)
    gl.Scissor(2, 0, 9, 2)
    square(gl)
    assert (red(gl) == expected).all(), "the test is not enabled"
    gl.Clear(COLOR)
    gl.Enable(enums.SCISSOR_TEST)
    square(gl)
    expected[2:], expected[:, :2] = 0, 0
    assert (red(gl) == expected).all()


def test_the_scissor_box_of_clears() -> None:
    """4.2.3; ReadPixels reads without it."""
    gl = small()
    gl.ClearColor(1, 1, 1, 1)
    gl.Enable(enums.SCISSOR_TEST)
    for box in ((-3, 2, 5, 1), (5, 3, 40, 40), (50, 50, 1, 1), (0, 0, 0, 4)):
        gl.Scissor(*box)
        gl.Clear(COLOR)
    expected = np.zeros((4, 6))
    expected[2, :2] = expected[3, 5] = 255
    assert (red(gl) == expected).all()


def test_the_masks_of_clears() -> None:
    """4.2.3: the masks of 4.2.2 count."""
    gl = small()
    gl.ColorMask(False, True, False, True)
    gl.ClearColor(1, 1, 1, 1)
    gl.Clear(COLOR)
    pixel = gl.ReadPixels(0, 0, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE)
    assert pixel.tolist() == [[[0, 255, 0, 255]]]
    gl.ColorMask(True, True, True, True)
    gl.DepthMask(False)
    gl.ClearDepth(0)
    gl.Clear(DEPTH)
    gl.DepthMask(True)
    gl.Enable(enums.DEPTH_TEST)
    square(gl, 0.9)
    assert (red(gl) == 255).all(), "depths are still 1"
    gl.StencilMask(0x0F)
    gl.ClearStencil(0x5A)
    gl.Clear(STENCIL)
    gl.ClearColor(0, 0, 0, 0)
    gl.Clear(COLOR | DEPTH)
    gl.Disable(enums.DEPTH_TEST)
    gl.Enable(enums.STENCIL_TEST)
    gl.StencilFunc(enums.EQUAL, 0x0A, 0xFF)
    square(gl)
    assert (red(gl) == 255).all()
