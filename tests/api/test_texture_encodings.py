"""Textures of signed fractions and of small floats.

EXT_texture_snorm, EXT_packed_float and EXT_texture_shared_exponent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums

T2D, BYTES, FLOAT, RGB, RGBA = (
    enums.TEXTURE_2D, enums.UNSIGNED_BYTE, enums.FLOAT, enums.RGB, enums.RGBA,
)  # fmt: skip
PACKED, SHARED = enums.UNSIGNED_INT_10F_11F_11F_REV_EXT, enums.UNSIGNED_INT_5_9_9_9_REV_EXT
R11F, RGB9_E5 = enums.R11F_G11F_B10F_EXT, enums.RGB9_E5_EXT
COMPONENTS = ("RED", "GREEN", "BLUE", "ALPHA", "LUMINANCE", "INTENSITY")
#: Base format → the components it has, and where R, G, B, A of its texels come from; a digit is that value.
SIGNED = {
    "R": (("RED",), "R001"), "RG": (("RED", "GREEN"), "RG01"), "RGB": (("RED", "GREEN", "BLUE"), "RGB1"),
    "RGBA": (("RED", "GREEN", "BLUE", "ALPHA"), "RGBA"), "ALPHA": (("ALPHA",), "000A"),
    "LUMINANCE": (("LUMINANCE",), "R001"), "LUMINANCE_ALPHA": (("LUMINANCE", "ALPHA"), "R00A"),
    "INTENSITY": (("INTENSITY",), "R001"),
}  # fmt: skip


def image(gl: Context, format: int, pixels: Any, layout: int = RGBA, type: int = FLOAT) -> None:
    """An image of (n,) or (n, C) pixels in a row."""
    gl.PixelStorei(enums.UNPACK_ALIGNMENT, 1)
    gl.TexImage2D(T2D, 0, format, len(pixels), 1, 0, layout, type, pixels[None])
    assert gl.GetError() == enums.NO_ERROR


def got(gl: Context, layout: int = RGBA, type: int = FLOAT) -> Any:
    return gl.GetTexImage(T2D, 0, layout, type)[0]


def sizes(gl: Context) -> dict[str, tuple[int, int]]:
    """Bits and type of each component that has some."""
    found = {}
    for name in COMPONENTS:
        bits = gl.GetTexLevelParameteriv(T2D, 0, getattr(enums, f"TEXTURE_{name}_SIZE"))
        kind = gl.GetTexLevelParameteriv(T2D, 0, getattr(enums, f"TEXTURE_{name}_TYPE_ARB"))
        assert bool(bits) == (kind != enums.NONE)
        if bits:
            found[name] = bits, kind
    return found


@pytest.mark.parametrize("base", SIGNED)
@pytest.mark.parametrize("bits", [0, 8, 16])
def test_signed_fractions(base: str, bits: int) -> None:
    """EXT_texture_snorm, table 3.16 and 3.9.1: clamped to [-1, 1], of 8 or 16 bits."""
    if bits:
        name = f"LUMINANCE{bits}_ALPHA{bits}_SNORM" if "_" in base else f"{base}{bits}_SNORM"
    else:
        name = f"{'RED' if base == 'R' else base}_SNORM"
    gl, values = context(), np.array([[-2, -0.5, 0.25, 0.75], [1.5, -1, 0.1, -0.3]], np.float32)
    image(gl, getattr(enums, name), values)
    components, letters = SIGNED[base]
    most = 32767 if bits == 16 else 127
    fixed = np.floor(values.clip(-1, 1).astype(np.float64) * most + 0.5) / most
    expected = [[float(one) if one.isdigit() else row["RGBA".index(one)] for one in letters] for row in fixed]
    assert np.allclose(got(gl), expected, rtol=0, atol=1e-7)
    assert sizes(gl) == dict.fromkeys(components, (bits or 8, enums.SIGNED_NORMALIZED))
    assert gl.GetTexLevelParameteriv(T2D, 0, enums.TEXTURE_INTERNAL_FORMAT) == getattr(enums, name)


@pytest.mark.parametrize(
    ("type", "dtype", "given", "expected"),
    [
        (enums.BYTE, np.int8, [-128, -127, 0, 64, 127], [-1, -1, 0, 64 / 127, 1]),
        (enums.UNSIGNED_BYTE, np.uint8, [0, 1, 127, 128, 255], [0, 1 / 127, 1, 1, 1]),
        (enums.SHORT, np.int16, [-32768, -32767, 0, 16384, 32767], [-1, -1, 0, 16384 / 32767, 1]),
        (enums.UNSIGNED_SHORT, np.uint16, [0, 1, 32767, 65535], [0, 1 / 32767, 1, 1]),
        (enums.INT, np.int32, [-(2**31), 0, 2**30, 2**31 - 1], [-1, 0, 0.5, 1]),
        (enums.UNSIGNED_INT, np.uint32, [0, 2**30, 2**31, 2**32 - 1], [0, 0.5, 1, 1]),
    ],
)
def test_integers_for_signed_fractions(
    type: int, dtype: Any, given: list[int], expected: list[float]
) -> None:
    """Table 2.10: c / (2^(b-1) - 1), -1 at least; then clamped."""
    gl = context()
    image(gl, enums.R16_SNORM, np.array(given, dtype)[:, None], enums.RED, type)
    assert got(gl, enums.RED)[:, 0].tolist() == pytest.approx(expected, abs=1 / 32767 * 0.51)
    gl.TexSubImage2D(T2D, 0, 0, 0, len(given), 1, enums.RED, type, np.zeros((1, len(given), 1), dtype))
    assert not got(gl, enums.RED).any()
    gl.TexSubImage2D(T2D, 0, 0, 0, len(given), 1, enums.RED, type, np.array(given, dtype)[None, :, None])
    assert got(gl, enums.RED)[:, 0].tolist() == pytest.approx(expected, abs=1 / 32767 * 0.51)
    if np.dtype(dtype).kind == "i":  # and back (docs/semantics.md)
        most = np.iinfo(dtype).max
        told = got(gl, enums.RED, type)[:, 0].astype(np.float64) / most
        assert told.tolist() == pytest.approx(expected, abs=1 / 32767 * 0.51)
        assert told.min() == pytest.approx(-1)


def test_unsigned_types_have_no_negatives() -> None:
    """OpenGL 1.5, 4.3.2: clamped to [0, 1]."""
    gl = context()
    image(gl, enums.RGBA8_SNORM, np.array([[-1, -0.5, 0.5, 1]], np.float32))
    assert got(gl, RGBA, BYTES).tolist() == [[0, 0, 129, 255]]  # 64/127


def decoded(word: int, mantissa: int) -> float:
    """EXT_packed_float 2.1.A and 2.1.B, word by word."""
    exponent, fraction = divmod(word, 1 << mantissa)
    if exponent == 31:
        return float("nan") if fraction else float("inf")
    if exponent == 0:
        return 2.0**-14 * (fraction / 2**mantissa)
    return 2.0 ** (exponent - 15) * (1 + fraction / 2**mantissa)


@pytest.mark.parametrize(("component", "bits", "shift"), [(0, 11, 0), (1, 11, 11), (2, 10, 22)])
def test_every_small_float(component: int, bits: int, shift: int) -> None:
    """2.1.A and 2.1.B: R and G of 11 bits, B of 10, R lowest in a word; and back unchanged."""
    gl = context()
    words = (np.arange(1 << bits, dtype=np.uint64) << shift).astype(np.uint32)
    image(gl, R11F, words, RGB, PACKED)
    found = got(gl, RGB)
    expected = [decoded(word, bits - 5) for word in range(1 << bits)]
    assert np.array_equal(found[:, component], np.array(expected, np.float32), equal_nan=True)
    others = [number for number in range(3) if number != component]
    assert not found[:, others].any()
    told = got(gl, RGB, PACKED)
    numbers = told >> np.uint32(shift) & np.uint32((1 << bits) - 1)
    finite = np.isfinite(expected)
    assert np.array_equal(numbers[finite], np.arange(1 << bits)[finite])
    assert all(decoded(int(number), bits - 5) != decoded(int(number), bits - 5)
               for number in numbers[np.isnan(expected)])  # fmt: skip


def test_rounding_to_small_floats() -> None:
    """2.1.A: the closest finite value; negatives are 0, large ones the largest; infinity and NaN stay."""
    gl = context()
    values = np.random.default_rng(5).uniform(0, 3, 400).astype(np.float32)
    values[::2] *= np.float32(2.0) ** np.random.default_rng(6).integers(-22, 15, 200).astype(np.float32)
    special = np.array([-1, -np.inf, 1e9, 65024, np.inf, 2**-21, 2**-20, 1 + 127 / 128, 0], np.float32)
    given = np.concatenate([special, values])
    image(gl, R11F, np.repeat(given[:, None], 3, axis=1), RGB)
    found = got(gl, RGB)
    for component, mantissa in enumerate((6, 6, 5)):
        grid = np.array([decoded(word, mantissa) for word in range(31 << mantissa)])
        finite = np.where(given == np.inf, 0, given.clip(0))
        nearest = np.abs(grid[None] - finite[:, None]).min(axis=1)
        assert np.isin(found[np.isfinite(given) | (given < 0), component], grid).all()
        close = np.abs(found[:, component] - finite)
        assert (close[given != np.inf] == nearest[given != np.inf].astype(np.float32)).all()
    assert found[4].tolist() == [np.inf] * 3 and found[2].tolist() == [65024, 65024, 64512]
    image(gl, R11F, np.full((1, 3), np.nan, np.float32), RGB)
    assert np.isnan(got(gl, RGB)).all()


def shared(values: Any) -> tuple[list[int], int]:
    """EXT_texture_shared_exponent 3.8.1 for one colour: N is 9, B 15, Emax 31."""
    clamped = [
        0.0 if value != value else max(0.0, min(511 / 512 * 2.0**16, float(value))) for value in values
    ]
    most = max(clamped)
    preliminary = max(-16, int(np.floor(np.log2(most))) if most else -16) + 1 + 15
    exponent = preliminary + (np.floor(most / 2.0 ** (preliminary - 24) + 0.5) == 512)
    return [int(np.floor(each / 2.0 ** (exponent - 24) + 0.5)) for each in clamped], int(exponent)


def test_shared_exponents() -> None:
    gl, chosen = context(), np.random.default_rng(9)
    values = chosen.uniform(-0.2, 1, (300, 3)) * 2.0 ** chosen.integers(-20, 18, (300, 1))
    special = [[0, 0, 0], [1e9, 1, 0], [np.nan, 2, np.inf], [-1, -2, -3], [511.6 / 512, 0, 0],
               [2**-24, 0, 2**-25],
               [1, 1 / 256, 1 / 1024], [65408, 65409, 1e-9], [0.9999, 0, 0], [4, 0.0039, 0]]  # fmt: skip
    given = np.concatenate([special, values]).astype(np.float32)
    image(gl, RGB9_E5, given, RGB)
    rows = [shared(row) for row in given]
    expected = [[mantissa * 2.0 ** (exponent - 24) for mantissa in mantissas] for mantissas, exponent in rows]
    assert got(gl, RGB).tolist() == np.array(expected, np.float32).tolist()
    words = [r | g << 9 | b << 18 | exponent << 27 for (r, g, b), exponent in rows]
    assert got(gl, RGB, SHARED).tolist() == words
    other = context()
    image(other, RGB9_E5, np.array(words, np.uint32), RGB, SHARED)
    assert np.array_equal(got(other, RGB), got(gl, RGB))


def test_sizes_of_small_floats() -> None:
    gl = context()
    image(gl, R11F, np.zeros((1, 3), np.float32), RGB)
    assert sizes(gl) == {"RED": (11, FLOAT), "GREEN": (11, FLOAT), "BLUE": (10, FLOAT)}
    assert gl.GetTexLevelParameteriv(T2D, 0, enums.TEXTURE_SHARED_SIZE_EXT) == 0
    image(gl, RGB9_E5, np.zeros((1, 3), np.float32), RGB)
    assert sizes(gl) == dict.fromkeys(("RED", "GREEN", "BLUE"), (9, FLOAT))
    assert gl.GetTexLevelParameterfv(T2D, 0, enums.TEXTURE_SHARED_SIZE_EXT) == 5


def test_levels_that_are_made_have_the_encoding() -> None:
    gl = context()
    gl.TexParameteri(T2D, enums.GENERATE_MIPMAP, 1)
    image(gl, enums.R8_SNORM, np.array([[1.0], [-1 / 127]], np.float32), enums.RED)
    assert gl.GetTexImage(T2D, 1, enums.RED, FLOAT).tolist() == [[[pytest.approx(63 / 127)]]]


def test_pixels_are_read_as_small_floats() -> None:
    """4.3.2 of both: floats are not clamped."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.ClearColor(1, 0.5, 0.25, 0)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    (word,) = gl.ReadPixels(0, 0, 1, 1, RGB, PACKED).reshape(-1).tolist()
    assert word & 2047 == 15 << 6
    (word,) = gl.ReadPixels(0, 0, 1, 1, RGB, SHARED).reshape(-1).tolist()
    assert word == 256 | 129 << 9 | 64 << 18 | 16 << 27  # 128/255 and 64/255 of 1/256 each


@pytest.mark.parametrize(
    ("error", "call"),
    [
        *(("INVALID_OPERATION", lambda gl, type=type, layout=layout: gl.TexImage2D(
            T2D, 0, R11F, 1, 1, 0, layout, type, None))
          for type in (PACKED, SHARED) for layout in (RGBA, enums.BGRA, enums.RED, enums.RGB_INTEGER_EXT)),
        *(("INVALID_OPERATION", lambda gl, type=type: gl.ReadPixels(0, 0, 1, 1, RGBA, type))
          for type in (PACKED, SHARED)),
        *(("", lambda gl, format=format: gl.CopyTexImage2D(T2D, 0, format, 0, 0, 1, 1, 0))
          for format in (R11F, RGB9_E5, enums.RGBA8_SNORM)),
        *(("INVALID_ENUM", lambda gl, format=format: gl.TexBufferEXT(enums.TEXTURE_BUFFER_EXT, format, 0))
          for format in (R11F, RGB9_E5, enums.RGBA8_SNORM, enums.R8_SNORM)),
        ("INVALID_OPERATION", lambda gl: gl.TexImage2D(
            T2D, 0, enums.R8_SNORM, 1, 1, 0, enums.RED_INTEGER_EXT, enums.BYTE, None)),
    ],
)  # fmt: skip
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    assert error_of(call) == error


@pytest.mark.parametrize(
    ("format", "status"),
    [
        (RGB9_E5, enums.FRAMEBUFFER_INCOMPLETE_ATTACHMENT_EXT),
        (R11F, enums.FRAMEBUFFER_UNSUPPORTED_EXT),
        (enums.RGBA8_SNORM, enums.FRAMEBUFFER_UNSUPPORTED_EXT),
    ],
)
def test_what_is_drawn_into(format: int, status: int) -> None:
    """EXT_texture_shared_exponent: it is not color-renderable; the others are unsupported here."""
    gl = context()
    gl.BindTexture(T2D, 3)
    image(gl, format, np.zeros((1, 4), np.float32))
    gl.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 1)
    gl.FramebufferTexture2DEXT(enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT, T2D, 3, 0)
    assert gl.CheckFramebufferStatusEXT(enums.FRAMEBUFFER_EXT) == status
