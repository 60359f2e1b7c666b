"""ClampColor (ARB_color_buffer_float), and DrawBuffers of OpenGL 2.0."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

VERTEX, FRAGMENT, READ = (
    enums.CLAMP_VERTEX_COLOR_ARB,
    enums.CLAMP_FRAGMENT_COLOR_ARB,
    enums.CLAMP_READ_COLOR_ARB,
)
FBO, T2, ASCII = enums.FRAMEBUFFER_EXT, enums.TEXTURE_2D, enums.PROGRAM_FORMAT_ASCII_ARB


def floats(text: str = "") -> Context:
    """A context that draws into floats, with a fragment program."""
    gl = Context(backend="oracle", size=(2, 2), raise_errors=True)
    gl.BindTexture(T2, 1)
    texels = np.full((2, 2, 4), [2.0, -1.0, 0.5, 1.0], np.float32)
    gl.TexImage2D(T2, 0, enums.RGBA32F_ARB, 2, 2, 0, enums.RGBA, enums.FLOAT, texels)
    gl.BindFramebufferEXT(FBO, 1)
    gl.FramebufferTexture2DEXT(FBO, enums.COLOR_ATTACHMENT0_EXT, T2, 1, 0)
    if text:
        gl.ProgramStringARB(enums.FRAGMENT_PROGRAM_ARB, ASCII, text)
        gl.Enable(enums.FRAGMENT_PROGRAM_ARB)
    return gl


def test_initial_values_and_attribute_groups() -> None:
    """New State: TRUE, FIXED_ONLY and FIXED_ONLY; lighting, color-buffer and enable."""
    gl = Context(backend="oracle", raise_errors=True)
    for target, initial, bit in (
        (VERTEX, enums.TRUE, enums.LIGHTING_BIT), (FRAGMENT, enums.FIXED_ONLY_ARB, enums.COLOR_BUFFER_BIT),
        (READ, enums.FIXED_ONLY_ARB, enums.COLOR_BUFFER_BIT),
    ):  # fmt: skip
        for mask in (bit, enums.ENABLE_BIT):
            assert gl.GetIntegerv(target) == initial
            gl.PushAttrib(mask)
            gl.ClampColorARB(target, enums.FALSE)
            assert gl.GetIntegerv(target) == enums.FALSE
            gl.PopAttrib()


def test_what_is_read_is_clamped() -> None:
    """4.3.2."""
    gl = floats()
    assert gl.GetBooleanv(enums.RGBA_FLOAT_MODE_ARB)
    for clamp, value in ((enums.FIXED_ONLY_ARB, [2, -1, 0.5, 1]), (enums.TRUE, [1, 0, 0.5, 1]),
                         (enums.FALSE, [2, -1, 0.5, 1])):  # fmt: skip
        gl.ClampColor(READ, clamp)
        assert gl.ReadPixels(0, 0, 1, 1, enums.RGBA, enums.FLOAT).tolist() == [[value]]
    gl.BindFramebufferEXT(FBO, 0)
    assert not gl.GetBooleanv(enums.RGBA_FLOAT_MODE_ARB)


@pytest.mark.parametrize(
    ("header", "fragment", "value"),
    [("ARBfp1.0", enums.FIXED_ONLY_ARB, 1), ("ARBfp1.0", enums.TRUE, 1), ("NVfp4.0", enums.FIXED_ONLY_ARB, 3),
     ("NVfp4.0", enums.FALSE, 3)],
)  # fmt: skip
def test_draws_have_the_clamps_of_their_languages(header: str, fragment: int, value: float) -> None:
    gl = floats(f"!!{header} MOV result.color, {{3, 3, 3, 3}}; END")
    gl.ClampColor(FRAGMENT, fragment)
    gl.Rectf(-1, -1, 1, 1)
    assert gl.ReadPixels(0, 0, 1, 1, enums.RED, enums.FLOAT)[0, 0, 0] == value


@pytest.mark.parametrize(
    ("header", "target", "clamp"),
    [("ARBfp1.0", FRAGMENT, enums.FALSE), ("NVfp4.0", FRAGMENT, enums.TRUE),
     ("ARBfp1.0", VERTEX, enums.FALSE), ("ARBfp1.0", VERTEX, enums.FIXED_ONLY_ARB)],
)  # fmt: skip
def test_other_clamps_are_said_to_be_missing(header: str, target: int, clamp: int) -> None:
    """docs/semantics.md."""
    gl = floats(f"!!{header} MOV result.color, 3; END")
    gl.ClampColor(target, clamp)
    with pytest.raises(InputError, match="ClampColor"):
        gl.Rectf(-1, -1, 1, 1)


Call = Callable[[Context], Any]


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.ClampColorARB(enums.FRONT, enums.TRUE)),
        ("INVALID_ENUM", lambda gl: gl.ClampColor(READ, enums.FRONT)),
        ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.ClampColor(READ, enums.TRUE))),
        # OpenGL 2.0, 4.2.1 and ARB_draw_buffers 4.2.1.
        ("INVALID_VALUE", lambda gl: gl.DrawBuffers([enums.NONE] * 9)),
        ("INVALID_OPERATION", lambda gl: gl.DrawBuffersARB([enums.NONE] * 9)),
        ("INVALID_OPERATION", lambda gl: gl.DrawBuffersATI([enums.NONE] * 9)),
        ("", lambda gl: gl.DrawBuffers([enums.BACK_LEFT, enums.NONE])),
    ],
)
def test_errors(error: str, call: Call) -> None:
    assert error_of(call) == error
