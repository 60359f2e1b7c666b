"""Textures of one and two components (ARB_texture_rg 3.8)."""

from __future__ import annotations

import numpy as np
import pytest
from api_helpers import context
from generation5 import ASCII, FRAGMENT

from nvrender.api import Context, enums

T2D, BYTES = enums.TEXTURE_2D, enums.UNSIGNED_BYTE
NAMES = [
    f"{letters}{bits}{kind}"
    for letters in ("R", "RG")
    for bits, kinds in ((8, ("", "I", "UI")), (16, ("", "F", "I", "UI")), (32, ("F", "I", "UI")))
    for kind in kinds
]


@pytest.mark.parametrize("name", [*NAMES, "RED", "RG"])
def test_components_that_are_there(name: str) -> None:
    """Table 3.16 and 6.1: red, or red and green; blue is 0 and alpha 1."""
    gl = context()
    integer = name.endswith("I")
    layout = enums.RGBA_INTEGER_EXT if integer else enums.RGBA
    pixels = np.array([[[7, 9, 11, 13], [1, 2, 3, 4]]], np.uint8)
    gl.TexImage2D(T2D, 0, getattr(enums, name), 2, 1, 0, layout, BYTES, pixels)
    assert gl.GetError() == enums.NO_ERROR
    found = gl.GetTexImage(T2D, 0, layout, BYTES).tolist()[0]
    two, one = name.startswith("RG"), 1 if integer else 255
    assert found == [[7, 9 * two, 0, one], [1, 2 * two, 0, one]]
    bits = int("".join(filter(str.isdigit, name)) or 8)
    sizes = [gl.GetTexLevelParameteriv(T2D, 0, getattr(enums, f"TEXTURE_{what}_SIZE"))
             for what in ("RED", "GREEN", "BLUE", "ALPHA")]  # fmt: skip
    assert sizes == [bits, bits * two, 0, 0]
    assert gl.GetTexLevelParameteriv(T2D, 0, enums.TEXTURE_INTERNAL_FORMAT) == getattr(enums, name)


@pytest.mark.parametrize(("format", "shape"), [("RG", 2), ("RED", 1), ("RG_INTEGER", 2)])
def test_pixels_of_two_components(format: str, shape: int) -> None:
    """Table 3.6."""
    gl = context()
    integer = format.endswith("INTEGER")
    pixels = np.arange(2 * shape, dtype=np.uint8).reshape(1, 2, shape)
    internal = enums.RGBA8UI_EXT if integer else enums.RGBA8
    gl.TexImage2D(T2D, 0, internal, 2, 1, 0, getattr(enums, format), BYTES, pixels)
    assert np.array_equal(gl.GetTexImage(T2D, 0, getattr(enums, format), BYTES), pixels)
    assert gl.GetError() == enums.NO_ERROR


def test_programs_read_0_and_1_for_the_others() -> None:
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    for name in ("R8", "RG8"):
        gl.TexParameteri(T2D, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
        texels = np.full((2, 2, 4), 102, np.uint8)
        gl.TexImage2D(T2D, 0, getattr(enums, name), 2, 2, 0, enums.RGBA, BYTES, texels)
        text = "!!ARBfp1.0 TEX result.color, {0.5}, texture[0], 2D; END"
        gl.ProgramStringARB(FRAGMENT, ASCII, text)
        gl.Enable(FRAGMENT)
        gl.Rectf(-1, -1, 1, 1)
        found = gl.ReadPixels(1, 1, 1, 1, enums.RGBA, BYTES)[0, 0].tolist()
        assert found == [102, 102 * (name == "RG8"), 0, 255]


def test_the_environment_takes_no_alpha_from_them() -> None:
    """Table 3.22: as RGB."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.TexParameteri(T2D, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
    gl.TexImage2D(T2D, 0, enums.R8, 1, 1, 0, enums.RED, BYTES, np.full((1, 1, 1), 51, np.uint8))
    gl.TexEnvi(enums.TEXTURE_ENV, enums.TEXTURE_ENV_MODE, enums.REPLACE)
    gl.Enable(T2D)
    gl.Color4f(1, 1, 1, 0.4)
    gl.Rectf(-1, -1, 1, 1)
    assert gl.ReadPixels(1, 1, 1, 1, enums.RGBA, BYTES).tolist() == [[[51, 0, 0, 102]]]


def test_framebuffers_of_them_are_not_supported() -> None:
    """EXT_framebuffer_object 4.4.4.2: they may be drawn into, and nvrender does not."""
    gl = context()
    gl.BindTexture(T2D, 1)
    gl.TexImage2D(T2D, 0, enums.R8, 4, 4, 0, enums.RED, BYTES, None)
    gl.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 1)
    gl.FramebufferTexture2DEXT(enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT, T2D, 1, 0)
    status = gl.CheckFramebufferStatusEXT(enums.FRAMEBUFFER_EXT)
    assert status == enums.FRAMEBUFFER_UNSUPPORTED_EXT


@pytest.mark.parametrize("name", NAMES)
def test_buffer_textures(name: str) -> None:
    """EXT_texture_buffer_object 3.8.1 with them."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.BindTexture(enums.TEXTURE_BUFFER_EXT, 1)
    gl.BindBuffer(enums.TEXTURE_BUFFER_EXT, 2)
    gl.BufferData(enums.TEXTURE_BUFFER_EXT, 64, enums.STATIC_DRAW)
    gl.TexBufferEXT(enums.TEXTURE_BUFFER_EXT, getattr(enums, name), 2)
    held = gl._state.textures.names.objects[1].buffer
    assert held is not None and held.texture is not None
    width = int("".join(filter(str.isdigit, name))) // 8 * (2 if name.startswith("RG") else 1)
    texels = held.texture.levels[0]
    assert texels.shape == (64 // width, 4) and not texels[:, :3].any()
    assert (texels[:, 3] == (255 if name in ("R8", "RG8") else 65535 if name in ("R16", "RG16") else 1)).all()
