"""Buffer textures (EXT_texture_buffer_object 3.8.1; NV_gpu_program4 table X.18)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums

BUFFER, RGBA, BYTE = enums.TEXTURE_BUFFER_EXT, enums.RGBA, enums.UNSIGNED_BYTE
FP = enums.FRAGMENT_PROGRAM_ARB


def made() -> Context:
    return Context(backend="oracle", size=(4, 4), raise_errors=True)


def filled(gl: Context, name: int, data: Any) -> None:
    gl.BindBuffer(BUFFER, name)
    gl.BufferData(BUFFER, data, enums.STATIC_DRAW)


def texel(gl: Context, place: int, letter: str = "F") -> list[int]:
    """Times 0.1, as a pixel."""
    convert = "" if letter == "F" else "I2F r,r;"
    text = (
        f"!!NVfp4.0 TEMP r; INT TEMP i; MOV.S i,{place}; TXF.{letter} r,i,texture[1],BUFFER; {convert}"
        "MUL result.color,r,0.1; END"
    )
    gl.ProgramStringARB(FP, enums.PROGRAM_FORMAT_ASCII_ARB, text)
    gl.Enable(FP)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    gl.Begin(enums.QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Vertex2f(x, y)
    gl.End()
    found: list[int] = gl.ReadPixels(2, 2, 1, 1, RGBA, BYTE)[0, 0].tolist()
    return found


def test_initial_state() -> None:
    gl = made()
    assert gl.GetIntegerv(enums.TEXTURE_BINDING_BUFFER_EXT) == 0 and gl.GetIntegerv(BUFFER) == 0
    assert gl.GetIntegerv(enums.TEXTURE_BUFFER_DATA_STORE_BINDING_EXT) == 0
    assert gl.GetIntegerv(enums.TEXTURE_BUFFER_FORMAT_EXT) == enums.LUMINANCE8
    assert gl.GetIntegerv(enums.MAX_TEXTURE_BUFFER_SIZE_EXT) >= 65536


def test_texels_are_the_buffer_s() -> None:
    """As they are when they are read; the binding is the texture object's."""
    gl = made()
    gl.ActiveTexture(enums.TEXTURE1)
    gl.BindTexture(BUFFER, 5)
    assert texel(gl, 0) == [0, 0, 0, 26]  # no buffer
    filled(gl, 3, np.array([1, 2, 3, 4, 5, 6, 7, 8], np.float32))
    gl.TexBufferEXT(BUFFER, enums.RGBA32F_ARB, 3)
    assert gl.GetIntegerv(enums.TEXTURE_BUFFER_DATA_STORE_BINDING_EXT) == 3
    assert gl.GetIntegerv(enums.TEXTURE_BUFFER_FORMAT_EXT) == enums.RGBA32F_ARB
    assert texel(gl, 1) == pytest.approx([128, 153, 179, 204], abs=1)
    assert texel(gl, 2) == [0, 0, 0, 0]  # behind the end
    gl.BufferSubData(BUFFER, 16, np.array([2], np.float32))
    assert texel(gl, 1) == pytest.approx([51, 153, 179, 204], abs=1)
    gl.BufferData(BUFFER, np.array([3, 0, 0, 0], np.float32), enums.STATIC_DRAW)
    assert texel(gl, 0) == pytest.approx([77, 0, 0, 0], abs=1)
    gl.BufferData(BUFFER, 15, enums.STATIC_DRAW)
    assert texel(gl, 0) == [0, 0, 0, 26]  # not one texel
    gl.BindTexture(BUFFER, 0)
    assert gl.GetIntegerv(enums.TEXTURE_BUFFER_DATA_STORE_BINDING_EXT) == 0
    gl.BindTexture(BUFFER, 5)
    gl.DeleteBuffers([3])
    filled(gl, 3, np.ones(4, np.float32))  # another one of this name
    assert gl.GetIntegerv(enums.TEXTURE_BUFFER_DATA_STORE_BINDING_EXT) == 0
    gl.TexBufferEXT(BUFFER, enums.RGBA32F_ARB, 3)
    gl.TexBufferEXT(BUFFER, enums.ALPHA8, 0)
    assert gl.GetIntegerv(enums.TEXTURE_BUFFER_DATA_STORE_BINDING_EXT) == 0
    assert gl.GetIntegerv(enums.TEXTURE_BUFFER_FORMAT_EXT) == enums.ALPHA8


@pytest.mark.parametrize(
    ("internal", "data", "letter", "expected"),
    [
        ("ALPHA8", np.array([0, 255], "u1"), "F", [0, 0, 0, 26]),
        ("LUMINANCE16", np.array([0, 65535], "u2"), "F", [26, 26, 26, 26]),
        ("LUMINANCE8_ALPHA8", np.array([0, 0, 255, 0], "u1"), "F", [26, 26, 26, 0]),
        ("INTENSITY16F_ARB", np.array([0, 5], "f2"), "F", [128] * 4),
        ("RGBA8", np.array([0, 0, 0, 0, 255, 0, 255, 0], "u1"), "F", [26, 0, 26, 0]),
        ("RGBA8I_EXT", np.array([0, 0, 0, 0, 7, -7, 1, 0], "i1"), "S", [179, 0, 26, 0]),
        ("LUMINANCE_ALPHA32UI_EXT", np.array([0, 0, 3, 4], "u4"), "U", [77, 77, 77, 102]),
    ],
)
def test_formats(internal: str, data: Any, letter: str, expected: list[int]) -> None:
    """Table 3.15 of EXT_texture_buffer_object."""
    gl = made()
    gl.ActiveTexture(enums.TEXTURE1)
    filled(gl, 3, data)
    gl.TexBufferEXT(BUFFER, getattr(enums, internal), 3)
    assert texel(gl, 1, letter) == pytest.approx(expected, abs=1)


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.TexBufferEXT(enums.TEXTURE_2D, enums.RGBA8, 0)),
        ("INVALID_ENUM", lambda gl: gl.TexBufferEXT(BUFFER, enums.RGBA, 0)),
        ("INVALID_ENUM", lambda gl: gl.TexBufferEXT(BUFFER, enums.RGB8, 0)),
        ("INVALID_ENUM", lambda gl: gl.TexBufferEXT(BUFFER, enums.DEPTH_COMPONENT24, 0)),
        ("INVALID_ENUM", lambda gl: gl.TexBufferEXT(BUFFER, enums.LUMINANCE8_ALPHA8 + 1, 0)),
        ("INVALID_OPERATION", lambda gl: gl.TexBufferEXT(BUFFER, enums.RGBA8, 9)),
        ("INVALID_ENUM", lambda gl: gl.TexImage1D(BUFFER, 0, RGBA, 1, 0, RGBA, BYTE, None)),
        ("INVALID_ENUM", lambda gl: gl.Enable(BUFFER)),
        ("INVALID_OPERATION", lambda gl: (gl.BindTexture(BUFFER, 1), gl.BindTexture(enums.TEXTURE_1D, 1))),
        ("", lambda gl: gl.TexBufferEXT(BUFFER, enums.RGBA8, 0)),
    ],
)
def test_errors(error: str, call: Any) -> None:
    assert error_of(call) == error
