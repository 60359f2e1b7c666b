"""Textures of depths and stencil values (EXT_packed_depth_stencil)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums

T2, PACKED, WORDS = enums.TEXTURE_2D, enums.DEPTH_STENCIL_EXT, enums.UNSIGNED_INT_24_8_EXT
D24S8 = enums.DEPTH24_STENCIL8_EXT
#: Of every depth and stencil value there is one at an edge.
IMAGE = np.array([[0, 0xFFFFFFFF, 0x80000001], [0x7FFFFF80, 0x000001FF, 0x123456AB]], np.uint32)


def textured(internal: int = PACKED, image: Any = IMAGE, **options: Any) -> Context:
    gl = Context(size=(4, 4), raise_errors=True, **({"backend": "oracle"} | options))
    gl.TexParameteri(T2, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
    gl.TexParameteri(T2, enums.TEXTURE_MAG_FILTER, enums.NEAREST)
    gl.TexImage2D(T2, 0, internal, 3, 2, 0, PACKED, WORDS, image)
    return gl


@pytest.mark.parametrize("internal", [PACKED, D24S8])
def test_words_come_back_as_they_are(internal: int) -> None:
    """3.8.1 and 6.1.4."""
    gl = textured(internal)
    assert gl.GetTexImage(T2, 0, PACKED, WORDS).tolist() == IMAGE.tolist()
    depths = gl.GetTexImage(T2, 0, enums.DEPTH_COMPONENT, enums.FLOAT)[..., 0]
    assert depths.tolist() == ((IMAGE >> 8) / (2**24 - 1)).astype(np.float32).tolist()
    for pname, value in (
        (enums.TEXTURE_DEPTH_SIZE, 24), (enums.TEXTURE_STENCIL_SIZE_EXT, 8), (enums.TEXTURE_RED_SIZE, 0),
        (enums.TEXTURE_INTERNAL_FORMAT, internal),
    ):  # fmt: skip
        assert gl.GetTexLevelParameteriv(T2, 0, pname) == value


def test_parts_and_depths_alone() -> None:
    """3.8.1: depths go into images of both, and words into images of depths."""
    gl = textured()
    gl.TexSubImage2D(T2, 0, 1, 0, 1, 2, PACKED, WORDS, np.array([[5], [6]], np.uint32))
    assert gl.GetTexImage(T2, 0, PACKED, WORDS)[:, 1].tolist() == [5, 6]
    gl.TexSubImage2D(
        T2, 0, 0, 0, 1, 1, enums.DEPTH_COMPONENT, enums.UNSIGNED_SHORT, np.full((1, 1), 65535, np.uint16)
    )
    assert gl.GetTexImage(T2, 0, PACKED, WORDS)[0, 0] == 0xFFFFFF00
    gl.TexImage2D(T2, 0, enums.DEPTH_COMPONENT24, 3, 2, 0, PACKED, WORDS, IMAGE)
    assert gl.GetTexLevelParameteriv(T2, 0, enums.TEXTURE_STENCIL_SIZE_EXT) == 0
    found = gl.GetTexImage(T2, 0, enums.DEPTH_COMPONENT, enums.UNSIGNED_INT)[..., 0]
    assert (np.abs(found.astype(np.float64) - IMAGE) < 512).all()


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_the_depths_are_sampled(backend: str) -> None:
    """3.8.14: as of depth textures."""
    image = np.full((2, 3), 0x80000000, np.uint32)
    image[0, 0] = 0x40000033
    gl = textured(image=image, backend=backend)
    gl.Enable(T2)
    gl.TexEnvi(enums.TEXTURE_ENV, enums.TEXTURE_ENV_MODE, enums.REPLACE)
    gl.TexCoord2f(0.1, 0.1)
    gl.Rectf(-1, -1, 1, 1)
    assert gl.ReadPixels(1, 1, 1, 1, enums.RGB, enums.UNSIGNED_BYTE).tolist() == [[[64, 64, 64]]]


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_one_texture_is_both_buffers_of_a_framebuffer(backend: str) -> None:
    """EXT_framebuffer_object 4.4.4: attached as depths and as stencil values; what was drawn is in it."""
    gl = Context(size=(4, 4), backend=backend, raise_errors=True)
    gl.BindTexture(T2, 1)
    gl.TexParameteri(T2, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
    gl.TexImage2D(T2, 0, D24S8, 4, 4, 0, PACKED, WORDS, np.full((4, 4), 0xFFFFFF07, np.uint32))
    gl.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 1)
    for point in (enums.DEPTH_ATTACHMENT_EXT, enums.STENCIL_ATTACHMENT_EXT):
        gl.FramebufferTexture2DEXT(enums.FRAMEBUFFER_EXT, point, T2, 1, 0)
    gl.DrawBuffer(enums.NONE)
    gl.ReadBuffer(enums.NONE)
    assert gl.CheckFramebufferStatusEXT(enums.FRAMEBUFFER_EXT) == enums.FRAMEBUFFER_COMPLETE_EXT
    gl.Enable(enums.DEPTH_TEST)
    gl.Enable(enums.STENCIL_TEST)
    gl.StencilFunc(enums.EQUAL, 7, 0xFF)
    gl.StencilOp(enums.KEEP, enums.KEEP, enums.INCR)
    gl.Viewport(0, 0, 4, 4)
    gl.Rectf(-1, -1, 0, 1)
    words = gl.GetTexImage(T2, 0, PACKED, WORDS)
    assert (words & 0xFF).tolist() == [[8, 8, 7, 7]] * 4
    assert ((words[:, 2:] >> 8) == 0xFFFFFF).all() and (abs((words[:, :2] >> 8) - 2.0**23) <= 1).all()
    assert gl.ReadPixels(0, 0, 4, 4, PACKED, WORDS).tolist() == words.tolist()
    gl.CopyTexImage2D(T2, 1, D24S8, 1, 0, 2, 2, 0)
    assert gl.GetTexImage(T2, 1, PACKED, WORDS).tolist() == words[:2, 1:3].tolist()


def test_smaller_levels_have_both() -> None:
    gl = textured()
    gl.TexParameteri(T2, enums.GENERATE_MIPMAP, enums.TRUE)
    image = np.array([[0x100, 0x301], [0x502, 0x703]], np.uint32)
    gl.TexImage2D(T2, 0, D24S8, 2, 2, 0, PACKED, WORDS, image)
    assert gl.GetTexImage(T2, 1, PACKED, WORDS).tolist() == [[0x400]]


Call = Callable[[Context], Any]


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.TexImage2D(
            T2, 0, PACKED, 1, 1, 0, PACKED, enums.UNSIGNED_INT, None)),
        ("INVALID_ENUM", lambda gl: gl.TexImage2D(
            T2, 0, PACKED, 1, 1, 0, PACKED, enums.UNSIGNED_INT_8_8_8_8, None)),
        ("INVALID_OPERATION", lambda gl: gl.TexImage2D(
            T2, 0, PACKED, 1, 1, 0, enums.DEPTH_COMPONENT, WORDS, None)),
        ("INVALID_OPERATION", lambda gl: gl.TexImage2D(
            T2, 0, enums.RGBA8, 1, 1, 0, enums.RGBA, WORDS, None)),
        ("INVALID_OPERATION", lambda gl: gl.TexImage2D(T2, 0, enums.RGBA8, 1, 1, 0, PACKED, WORDS, None)),
        ("INVALID_OPERATION", lambda gl: gl.TexImage2D(
            T2, 0, D24S8, 1, 1, 0, enums.RGBA, enums.UNSIGNED_BYTE, None)),
        ("INVALID_OPERATION", lambda gl: gl.TexImage3D(
            enums.TEXTURE_3D, 0, D24S8, 1, 1, 1, 0, PACKED, WORDS, None)),
        ("", lambda gl: gl.TexImage3D(
            enums.TEXTURE_2D_ARRAY_EXT, 0, D24S8, 1, 1, 1, 0, PACKED, WORDS, None)),
        ("", lambda gl: gl.TexImage1D(enums.TEXTURE_1D, 0, D24S8, 1, 0, PACKED, WORDS, None)),
        ("INVALID_OPERATION", lambda gl: (
            gl.TexImage2D(T2, 0, enums.DEPTH_COMPONENT, 1, 1, 0, enums.DEPTH_COMPONENT, enums.FLOAT, None),
            gl.GetTexImage(T2, 0, PACKED, WORDS))),
    ],
)  # fmt: skip
def test_errors(error: str, call: Call) -> None:
    """3.6.4, 3.8.1 and 6.1.4."""
    assert error_of(call) == error
