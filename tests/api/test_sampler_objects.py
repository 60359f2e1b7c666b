"""Sampler objects (ARB_sampler_objects 3.9.2), and handles with them (NV_bindless_texture 3.9.X)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of
from generation5 import ASCII, FRAGMENT

from nvrender.api import Context, enums

T2D, BYTES = enums.TEXTURE_2D, enums.UNSIGNED_BYTE
MIN, MAG, WRAP = enums.TEXTURE_MIN_FILTER, enums.TEXTURE_MAG_FILTER, enums.TEXTURE_WRAP_S
NEAREST, REPEAT, TO_EDGE = enums.NEAREST, enums.REPEAT, enums.CLAMP_TO_EDGE
RED, GREEN, BLACK = [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 0, 255]


def image(gl: Context, name: int = 1, target: int = T2D) -> None:
    """A red and a green texel, which want mipmaps."""
    gl.BindTexture(target, name)
    texels = np.array([[RED, GREEN]], np.uint8)
    gl.TexImage2D(target, 0, enums.RGBA8, 2, 1, 0, enums.RGBA, BYTES, texels)


def sampler(gl: Context, wrap: int = REPEAT) -> int:
    number: int = gl.GenSamplers(1)[0]
    for pname, value in ((MIN, NEAREST), (MAG, NEAREST), (WRAP, wrap)):
        gl.SamplerParameteri(number, pname, value)
    return number


def test_initial_values() -> None:
    """Table 6.X, as of textures."""
    gl = context()
    first, second = gl.GenSamplers(2)
    assert gl.IsSampler(first) and gl.IsSampler(second) and not gl.IsSampler(0)
    assert gl.GetIntegerv(enums.SAMPLER_BINDING) == 0
    told = [
        gl.GetSamplerParameteriv(first, getattr(enums, f"TEXTURE_{name}"))
        for name in ("MIN_FILTER", "MAG_FILTER", "WRAP_S", "WRAP_T", "WRAP_R", "MIN_LOD", "MAX_LOD",
                     "LOD_BIAS", "COMPARE_MODE", "COMPARE_FUNC")
    ]  # fmt: skip
    assert told == [
        enums.NEAREST_MIPMAP_LINEAR, enums.LINEAR, REPEAT, REPEAT, REPEAT, -1000, 1000, 0, enums.NONE,
        enums.LEQUAL,
    ]  # fmt: skip
    assert gl.GetSamplerParameterfv(first, enums.TEXTURE_BORDER_COLOR) == (0, 0, 0, 0)


def test_what_was_set() -> None:
    gl = context()
    number = gl.GenSamplers(1)[0]
    gl.SamplerParameterf(number, enums.TEXTURE_MIN_LOD, 2.5)
    gl.SamplerParameterfv(number, enums.TEXTURE_MAX_LOD, [3.5])
    gl.SamplerParameteriv(number, enums.TEXTURE_COMPARE_FUNC, [enums.GREATER])
    gl.SamplerParameterfv(number, enums.TEXTURE_BORDER_COLOR, (0.5, 1, 2, 3))
    assert gl.GetSamplerParameterfv(number, enums.TEXTURE_MIN_LOD) == 2.5
    assert gl.GetSamplerParameterfv(number, enums.TEXTURE_MAX_LOD) == 3.5
    assert gl.GetSamplerParameteriv(number, enums.TEXTURE_COMPARE_FUNC) == enums.GREATER
    assert gl.GetSamplerParameterfv(number, enums.TEXTURE_BORDER_COLOR) == (0.5, 1, 2, 3)
    for letters in ("i", "ui"):
        getattr(gl, f"SamplerParameterI{letters}v")(number, enums.TEXTURE_BORDER_COLOR, (7, 8, 9, 10))
        found = getattr(gl, f"GetSamplerParameterI{letters}v")(number, enums.TEXTURE_BORDER_COLOR)
        assert found == (7, 8, 9, 10)
    assert gl.GetTexParameterfv(T2D, enums.TEXTURE_MIN_LOD) == -1000
    assert gl.GetError() == enums.NO_ERROR


def test_binding() -> None:
    gl = context()
    number = sampler(gl)
    gl.BindSampler(3, number)
    assert gl.GetIntegerv(enums.SAMPLER_BINDING) == 0
    gl.ActiveTexture(enums.TEXTURE3)
    assert gl.GetIntegerv(enums.SAMPLER_BINDING) == number
    gl.DeleteSamplers([0, 99, number])
    assert gl.GetIntegerv(enums.SAMPLER_BINDING) == 0 and not gl.IsSampler(number)
    assert gl.GetError() == enums.NO_ERROR


def drawing() -> Context:
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.ProgramStringARB(FRAGMENT, ASCII, "!!ARBfp1.0 TEX result.color, {1.75}, texture[0], 2D; END")
    gl.Enable(FRAGMENT)
    image(gl)
    return gl


def shown(gl: Context) -> list[int]:
    gl.Rectf(-1, -1, 1, 1)
    found: list[int] = gl.ReadPixels(1, 1, 1, 1, enums.RGBA, BYTES)[0, 0].tolist()
    return found


def test_a_sampler_counts_in_place_of_the_texture() -> None:
    """3.9.2: also for completeness."""
    gl = drawing()
    assert shown(gl) == BLACK  # not complete
    first, second = sampler(gl), sampler(gl, TO_EDGE)
    gl.BindSampler(0, first)
    assert shown(gl) == GREEN  # 1.75 is 0.75
    gl.SamplerParameteri(first, WRAP, enums.MIRRORED_REPEAT)
    assert shown(gl) == RED  # 1.75 is 0.25
    gl.BindSampler(0, second)
    assert shown(gl) == GREEN
    gl.BindSampler(0, 0)
    assert shown(gl) == BLACK


def test_fixed_function_and_other_contexts_have_them() -> None:
    gl = drawing()
    gl.Disable(FRAGMENT)
    gl.BindSampler(0, sampler(gl))
    gl.Enable(T2D)
    gl.TexCoord2f(0.75, 0.5)
    assert shown(gl) == GREEN
    other = Context(backend="oracle", share=gl)
    assert other.IsSampler(1) and other.GetIntegerv(enums.SAMPLER_BINDING) == 0


def test_rectangles_do_not_repeat() -> None:
    """3.9.2 with ARB_texture_rectangle: such a pair is not complete."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    text = "!!ARBfp1.0 TEX result.color, {1.5, 0.5}, texture[0], RECT; END"
    gl.ProgramStringARB(FRAGMENT, ASCII, text)
    gl.Enable(FRAGMENT)
    image(gl, 1, enums.TEXTURE_RECTANGLE_ARB)
    assert shown(gl) == GREEN
    number = sampler(gl)
    gl.BindSampler(0, number)
    assert shown(gl) == BLACK
    for pname in (WRAP, enums.TEXTURE_WRAP_T, enums.TEXTURE_WRAP_R):
        gl.SamplerParameteri(number, pname, TO_EDGE)
    assert shown(gl) == GREEN


def test_handles_of_pairs() -> None:
    """NV_bindless_texture 3.9.X: unique for each texture/sampler pair, and both stay as they are."""
    gl = context()
    image(gl)
    first, second = sampler(gl), sampler(gl)
    given = [gl.GetTextureSamplerHandleNV(1, number) for number in (first, second, first)]
    assert given[0] == given[2] != given[1] and all(given) and gl.GetError() == enums.NO_ERROR
    gl.SamplerParameteri(first, WRAP, TO_EDGE)
    assert gl.GetError() == enums.INVALID_OPERATION
    gl.TexParameteri(T2D, WRAP, TO_EDGE)
    assert gl.GetError() == enums.INVALID_OPERATION
    gl.MakeTextureHandleResidentNV(given[0])
    gl.DeleteSamplers([first])
    assert gl.IsTextureHandleResidentNV(given[0]) is False and gl.GetError() == enums.INVALID_OPERATION
    gl.MakeTextureHandleResidentNV(given[1])
    assert gl.GetError() == enums.NO_ERROR


def test_a_handle_of_a_pair_is_read_as_the_sampler_says() -> None:
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    image(gl)
    text = """!!NVfp5.0
OPTION NV_bindless_texture;
LONG TEMP handle;
TEMP t;
PK64.U handle.x, program.local[0];
TEX t, {1.75}, handle(handle.x), 2D;
MOV result.color, t;
END"""
    gl.ProgramStringARB(FRAGMENT, ASCII, text)
    gl.Enable(FRAGMENT)
    for wrap, expected in ((REPEAT, GREEN), (enums.MIRRORED_REPEAT, RED)):
        handle = gl.GetTextureSamplerHandleNV(1, sampler(gl, wrap))
        gl.MakeTextureHandleResidentNV(handle)
        gl.ProgramLocalParameterI4uiNV(FRAGMENT, 0, handle & 0xFFFFFFFF, handle >> 32, 0, 0)
        assert shown(gl) == expected


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_VALUE", lambda gl: gl.GenSamplers(-1)),
        ("INVALID_VALUE", lambda gl: gl.BindSampler(16, 0)),
        ("INVALID_OPERATION", lambda gl: gl.BindSampler(0, 99)),
        ("INVALID_OPERATION", lambda gl: gl.SamplerParameteri(99, WRAP, REPEAT)),
        ("INVALID_OPERATION", lambda gl: gl.GetSamplerParameteriv(99, WRAP)),
        ("INVALID_ENUM", lambda gl: gl.SamplerParameteri(sampler(gl), enums.TEXTURE_BASE_LEVEL, 0)),
        ("INVALID_ENUM", lambda gl: gl.GetSamplerParameteriv(sampler(gl), enums.TEXTURE_PRIORITY)),
        ("INVALID_ENUM", lambda gl: gl.SamplerParameteri(sampler(gl), WRAP, enums.LINEAR)),
        ("INVALID_ENUM", lambda gl: gl.SamplerParameteri(sampler(gl), enums.TEXTURE_BORDER_COLOR, 1)),
        ("INVALID_VALUE", lambda gl: (image(gl), gl.GetTextureSamplerHandleNV(1, 99))),
        ("INVALID_VALUE", lambda gl: gl.GetTextureSamplerHandleNV(77, sampler(gl))),
        ("INVALID_OPERATION", lambda gl: (image(gl), gl.GetTextureSamplerHandleNV(1, gl.GenSamplers(1)[0]))),
    ],
)
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    assert error_of(call) == error
