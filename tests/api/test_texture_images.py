"""TexImage, TexSubImage, CopyTexImage and the queries of images (OpenGL 1.5, 3.6.4, 3.8.1, 3.8.2, 6.1.4)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

T1, T2, T3, RECT = enums.TEXTURE_1D, enums.TEXTURE_2D, enums.TEXTURE_3D, enums.TEXTURE_RECTANGLE_ARB
CUBE, FACE = enums.TEXTURE_CUBE_MAP, enums.TEXTURE_CUBE_MAP_NEGATIVE_Y
ARRAY1, ARRAY2 = enums.TEXTURE_1D_ARRAY_EXT, enums.TEXTURE_2D_ARRAY_EXT
RGBA, RGB, BYTE, FLOAT = enums.RGBA, enums.RGB, enums.UNSIGNED_BYTE, enums.FLOAT


def made() -> Context:
    return Context(backend="oracle", raise_errors=True)


def stored(internal: int, format: int, type: int, data: Any, *, width: int = 1) -> list[Any]:
    """What a row of texels is kept as, as RGBA floats."""
    gl = made()
    gl.PixelStorei(enums.UNPACK_ALIGNMENT, 1)
    gl.TexImage2D(T2, 0, internal, width, 1, 0, format, type, data)
    return gl.GetTexImage(T2, 0, RGBA, FLOAT)[0].tolist()


@pytest.mark.parametrize(
    ("format", "data", "expected"),
    [
        (enums.RED, [51], [0.2, 0, 0, 1]),
        (enums.GREEN, [51], [0, 0.2, 0, 1]),
        (enums.BLUE, [51], [0, 0, 0.2, 1]),
        (enums.ALPHA, [51], [0, 0, 0, 0.2]),
        (RGB, [51, 102, 153], [0.2, 0.4, 0.6, 1]),
        (enums.BGR, [51, 102, 153], [0.6, 0.4, 0.2, 1]),
        (RGBA, [51, 102, 153, 204], [0.2, 0.4, 0.6, 0.8]),
        (enums.BGRA, [51, 102, 153, 204], [0.6, 0.4, 0.2, 0.8]),
        (enums.LUMINANCE, [51], [0.2, 0.2, 0.2, 1]),
        (enums.LUMINANCE_ALPHA, [51, 102], [0.2, 0.2, 0.2, 0.4]),
    ],
)
def test_formats_expand_to_rgba(format: int, data: list[int], expected: list[float]) -> None:
    """3.6.4, final expansion to RGBA; table 3.6."""
    assert stored(RGBA, format, BYTE, data) == [pytest.approx(expected)]


@pytest.mark.parametrize(
    ("internal", "expected"),
    [
        (enums.ALPHA, [0, 0, 0, 0.8]), (enums.LUMINANCE, [0.2, 0, 0, 1]),
        (enums.LUMINANCE_ALPHA, [0.2, 0, 0, 0.8]), (enums.INTENSITY, [0.2, 0, 0, 1]),
        (RGB, [0.2, 0.4, 0.6, 1]), (RGBA, [0.2, 0.4, 0.6, 0.8]), (1, [0.2, 0, 0, 1]), (2, [0.2, 0, 0, 0.8]),
        (3, [0.2, 0.4, 0.6, 1]), (4, [0.2, 0.4, 0.6, 0.8]), (enums.RGB10_A2, [0.2, 0.4, 0.6, 0.8]),
        (enums.COMPRESSED_LUMINANCE_ALPHA, [0.2, 0, 0, 0.8]), (enums.RGB16F_ARB, [0.2, 0.4, 0.6, 1]),
        (enums.SRGB8_ALPHA8_EXT, [0.2, 0.4, 0.6, 0.8]),
    ],
)  # fmt: skip
def test_internal_formats_choose_components(internal: int, expected: list[float]) -> None:
    """Tables 3.15 and 6.1: luminance and intensity come back in R alone."""
    assert stored(internal, RGBA, BYTE, [51, 102, 153, 204]) == [pytest.approx(expected, abs=2e-4)]


@pytest.mark.parametrize(
    ("type", "dtype", "value", "expected"),
    [
        (enums.UNSIGNED_BYTE, "u1", 255, 1), (enums.UNSIGNED_SHORT, "u2", 13107, 0.2),
        (enums.UNSIGNED_INT, "u4", 858993459, 0.2), (enums.BYTE, "i1", 127, 1),
        (enums.BYTE, "i1", 25, 51 / 255), (enums.SHORT, "i2", 6553, 13107 / 65535),
        (enums.INT, "i4", 2**31 - 1, 1), (enums.INT, "i4", -5, 0), (FLOAT, "f4", 0.2, 0.2),
        (FLOAT, "f4", 7, 1), (FLOAT, "f4", float("nan"), 0), (enums.HALF_FLOAT_ARB, "f2", 0.5, 0.5),
    ],
)  # fmt: skip
def test_types_as_fractions(type: int, dtype: str, value: float, expected: float) -> None:
    """Table 2.6; fixed point is clamped to 0 to 1 (3.6.4)."""
    found = stored(enums.LUMINANCE16, enums.LUMINANCE, type, np.array([value], dtype))
    assert found[0][0] == pytest.approx(expected, abs=1 / 65535)


@pytest.mark.parametrize(
    ("type", "dtype", "format", "value", "expected"),
    [
        ("UNSIGNED_BYTE_3_3_2", "u1", RGB, 0b101_011_10, (5 / 7, 3 / 7, 2 / 3, 1)),
        ("UNSIGNED_BYTE_2_3_3_REV", "u1", RGB, 0b10_011_101, (5 / 7, 3 / 7, 2 / 3, 1)),
        ("UNSIGNED_SHORT_5_6_5", "u2", RGB, 0b10101_110011_00111, (21 / 31, 51 / 63, 7 / 31, 1)),
        ("UNSIGNED_SHORT_5_6_5_REV", "u2", RGB, 0b00111_110011_10101, (21 / 31, 51 / 63, 7 / 31, 1)),
        ("UNSIGNED_SHORT_4_4_4_4", "u2", RGBA, 0x369C, (0.2, 0.4, 0.6, 0.8)),
        ("UNSIGNED_SHORT_4_4_4_4", "u2", enums.BGRA, 0x369C, (0.6, 0.4, 0.2, 0.8)),
        ("UNSIGNED_SHORT_4_4_4_4_REV", "u2", RGBA, 0xC963, (0.2, 0.4, 0.6, 0.8)),
        ("UNSIGNED_SHORT_5_5_5_1", "u2", RGBA, 0b10101_11001_00111_0, (21 / 31, 25 / 31, 7 / 31, 0)),
        ("UNSIGNED_SHORT_1_5_5_5_REV", "u2", RGBA, 0b1_00111_11001_10101, (21 / 31, 25 / 31, 7 / 31, 1)),
        ("UNSIGNED_INT_8_8_8_8", "u4", RGBA, 0x336699CC, (0.2, 0.4, 0.6, 0.8)),
        ("UNSIGNED_INT_8_8_8_8_REV", "u4", RGBA, 0xCC996633, (0.2, 0.4, 0.6, 0.8)),
        ("UNSIGNED_INT_10_10_10_2", "u4", RGBA, 1023 << 22 | 341 << 12 | 2, (1, 1 / 3, 0, 2 / 3)),
        ("UNSIGNED_INT_2_10_10_10_REV", "u4", RGBA, 2 << 30 | 341 << 10 | 1023, (1, 1 / 3, 0, 2 / 3)),
    ],
)
def test_packed_types(type: str, dtype: str, format: int, value: int, expected: tuple[float, ...]) -> None:
    """Tables 3.8 and 3.9, and back."""
    gl = made()
    data = np.array([[value]], dtype)
    gl.TexImage2D(T2, 0, enums.RGBA16, 1, 1, 0, format, getattr(enums, type), data)
    assert gl.GetTexImage(T2, 0, RGBA, FLOAT)[0, 0].tolist() == pytest.approx(expected, abs=1e-4)
    assert gl.GetTexImage(T2, 0, format, getattr(enums, type)).tolist() == [[value]]


def test_images_are_read_as_any_type() -> None:
    """4.3.2 and table 4.7."""
    gl = made()
    gl.TexImage1D(T1, 0, enums.RGBA16, 2, 0, RGBA, FLOAT, [0, 0.25, 0.5, 1, 1, 0.75, 0.2, 0.1])
    for type, dtype, one, quarter in (
        (BYTE, "u1", 255, 64), (enums.BYTE, "i1", 127, 31), (enums.UNSIGNED_SHORT, "u2", 65535, 16384),
        (enums.SHORT, "i2", 32767, 8192), (enums.UNSIGNED_INT, "u4", 2**32 - 1, 2**30),
        (enums.INT, "i4", 2**31 - 1, 2**29), (FLOAT, "f4", 1, 0.25), (enums.HALF_FLOAT_ARB, "f2", 1, 0.25),
    ):  # fmt: skip
        pixels = gl.GetTexImage(T1, 0, enums.BGRA, type)
        assert pixels.dtype == dtype and pixels.shape == (2, 4)
        assert pixels[0, 3] == one
        assert float(pixels[0, 1]) == pytest.approx(quarter, rel=2e-2)
    gl.TexImage1D(T1, 1, RGBA, 1, 0, RGBA, BYTE, [51, 102, 153, 204])
    words = gl.GetTexImage(T1, 1, RGBA, enums.UNSIGNED_INT)
    assert words.tolist() == [[(2**32 - 1) // 5 * number for number in (1, 2, 3, 4)]]
    alone = gl.GetTexImage(T1, 0, enums.GREEN, FLOAT)
    assert alone.shape == (2, 1) and alone[1, 0] == pytest.approx(0.75, abs=1e-5)
    gl.PixelStorei(enums.PACK_SWAP_BYTES, 1)
    assert gl.GetTexImage(T1, 0, enums.ALPHA, enums.UNSIGNED_SHORT)[1, 0] == int.from_bytes(
        int(0.1 * 65535 + 0.5).to_bytes(2, "little"), "big"
    )


def test_rows_in_memory() -> None:
    """3.6.1 and 3.6.4: alignment, row length, skips, images, swapped bytes."""
    gl = made()
    memory = bytes(range(100))

    def image(width: int, height: int, depth: int, format: int = enums.LUMINANCE, data: Any = memory) -> Any:
        gl.TexImage3D(T3, 0, enums.RGB, width, height, depth, 0, format, BYTE, data)
        return gl.GetTexImage(T3, 0, enums.RED, BYTE)[..., 0].tolist()

    assert image(3, 2, 1) == [[[0, 1, 2], [4, 5, 6]]]
    gl.PixelStorei(enums.UNPACK_ALIGNMENT, 1)
    assert image(3, 2, 2) == [[[0, 1, 2], [3, 4, 5]], [[6, 7, 8], [9, 10, 11]]]
    gl.PixelStorei(enums.UNPACK_ALIGNMENT, 8)
    assert image(1, 2, 1, RGB) == [[[0], [8]]]
    gl.PixelStoref(enums.UNPACK_ALIGNMENT, 1.6)
    gl.PixelStorei(enums.UNPACK_ROW_LENGTH, 5)
    gl.PixelStorei(enums.UNPACK_SKIP_ROWS, 1)
    gl.PixelStorei(enums.UNPACK_SKIP_PIXELS, 2)
    assert image(2, 2, 1) == [[[8, 9], [14, 15]]]
    gl.PixelStorei(enums.UNPACK_IMAGE_HEIGHT, 3)
    gl.PixelStorei(enums.UNPACK_SKIP_IMAGES, 1)
    assert image(2, 1, 2) == [[[26, 27]], [[44, 45]]]
    gl.TexImage2D(T2, 0, RGB, 2, 2, 0, enums.LUMINANCE, BYTE, (memory, 1))  # heights and images do not count
    assert gl.GetTexImage(T2, 0, enums.RED, BYTE)[..., 0].tolist() == [[9, 10], [15, 16]]
    with pytest.raises(InputError, match="bytes"):
        image(2, 4, 6)
    for pname in (enums.UNPACK_ROW_LENGTH, enums.UNPACK_SKIP_ROWS, enums.UNPACK_SKIP_PIXELS):
        gl.PixelStorei(pname, 0)
    gl.PixelStorei(enums.UNPACK_SWAP_BYTES, 5)
    assert gl.GetIntegerv(enums.UNPACK_SWAP_BYTES) == 1
    data = np.array([0x0102, 0x0304], np.uint16)
    gl.TexImage1D(T1, 0, enums.LUMINANCE16, 2, 0, enums.LUMINANCE, enums.UNSIGNED_SHORT, data)
    assert gl.GetTexImage(T1, 0, enums.RED, enums.UNSIGNED_SHORT)[:, 0].tolist() == [0x0201, 0x0403]


def test_arrays_of_the_image_s_shape() -> None:
    """They are the image, whatever ALIGNMENT says, and wherever their rows are."""
    gl = made()
    whole = np.arange(5 * 7 * 3, dtype=np.uint8).reshape(5, 7, 3)
    gl.TexImage2D(T2, 0, RGB, 5, 4, 0, RGB, BYTE, whole[1:, :5])
    assert (gl.GetTexImage(T2, 0, RGB, BYTE) == whole[1:, :5]).all()
    gl.TexSubImage2D(T2, 0, 1, 1, 3, 2, enums.GREEN, BYTE, whole[:2, :3, 0])
    assert (gl.GetTexImage(T2, 0, enums.GREEN, BYTE)[1:3, 1:4, 0] == whole[:2, :3, 0]).all()
    whole[:] = 0  # the texture has its own
    assert gl.GetTexImage(T2, 0, RGB, BYTE).any()


def test_parts_of_images() -> None:
    """3.8.2: with borders from -1 on; what is outside stays."""
    gl = made()
    gl.TexImage3D(T3, 0, enums.LUMINANCE, 6, 4, 3, 1, enums.LUMINANCE, BYTE, None)
    gl.TexSubImage3D(
        T3, 0, -1, 2, 0, 2, 1, 2, enums.LUMINANCE, BYTE, np.array([[[9, 8]], [[7, 6]]], np.uint8)
    )
    expected = np.zeros((3, 4, 6), int)
    expected[1:, 3, :2] = [[9, 8], [7, 6]]
    assert (gl.GetTexImage(T3, 0, enums.RED, BYTE)[..., 0] == expected).all()
    for pname, value in ((enums.TEXTURE_WIDTH, 6), (enums.TEXTURE_HEIGHT, 4), (enums.TEXTURE_DEPTH, 3),
                         (enums.TEXTURE_BORDER, 1)):  # fmt: skip
        assert gl.GetTexLevelParameteriv(T3, 0, pname) == value
    gl.TexSubImage3D(T3, 0, 4, 2, 1, 0, 0, 0, enums.LUMINANCE, BYTE, b"")
    gl.TexImage2D(ARRAY1, 0, RGBA, 2, 3, 0, RGBA, BYTE, None)
    gl.TexSubImage2D(ARRAY1, 0, 1, 2, 1, 1, RGBA, BYTE, [1, 2, 3, 4])
    assert gl.GetTexImage(ARRAY1, 0, RGBA, BYTE)[2, 1].tolist() == [1, 2, 3, 4]
    gl.TexImage3D(ARRAY2, 0, RGBA, 2, 2, 3, 0, RGBA, BYTE, None)
    gl.TexSubImage3D(ARRAY2, 0, 0, 1, 2, 1, 1, 1, RGBA, BYTE, [1, 2, 3, 4])
    assert gl.GetTexImage(ARRAY2, 0, RGBA, BYTE)[2, 1, 0].tolist() == [1, 2, 3, 4]
    gl.TexImage2D(FACE, 1, RGBA, 2, 2, 0, RGBA, BYTE, None)
    gl.TexSubImage2D(FACE, 1, 1, 0, 1, 2, RGBA, BYTE, [[1, 2, 3, 4], [5, 6, 7, 8]])
    assert gl.GetTexImage(FACE, 1, RGBA, BYTE)[1, 1].tolist() == [5, 6, 7, 8]
    assert gl.GetTexImage(enums.TEXTURE_CUBE_MAP_POSITIVE_Y, 1, RGBA, BYTE).size == 0


def test_copies_of_the_frame() -> None:
    """3.8.2; pixels outside the frame are 0 (docs/semantics.md)."""
    gl = Context(backend="oracle", size=(4, 3), raise_errors=True)
    gl.ClearColor(0.2, 0.4, 0.6, 0.8)
    gl.ClearDepth(0.25)
    gl.Clear(enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT)
    gl.CopyTexImage2D(T2, 0, enums.LUMINANCE_ALPHA, 2, -1, 4, 3, 0)
    found = gl.GetTexImage(T2, 0, RGBA, BYTE)
    assert found[1:, :2].tolist() == [[[51, 0, 0, 204]] * 2] * 2
    assert (found[0] == [0, 0, 0, 0]).all() and (found[:, 2:] == [0, 0, 0, 0]).all()
    gl.CopyTexImage1D(T1, 0, RGB, 0, 0, 3, 0)
    assert gl.GetTexImage(T1, 0, RGB, BYTE).tolist() == [[51, 102, 153]] * 3
    gl.CopyTexImage2D(T2, 1, enums.DEPTH_COMPONENT24, 0, 0, 2, 2, 0)
    depths = gl.GetTexImage(T2, 1, enums.DEPTH_COMPONENT, FLOAT)
    assert depths.shape == (2, 2, 1) and depths == pytest.approx(0.25, abs=1e-7)
    gl.TexImage1D(T1, 0, RGB, 4, 0, RGB, BYTE, None)
    gl.CopyTexSubImage1D(T1, 0, 2, 0, 0, 1)
    assert gl.GetTexImage(T1, 0, enums.RED, BYTE)[:, 0].tolist() == [0, 0, 51, 0]
    gl.TexImage3D(T3, 0, RGB, 2, 2, 2, 0, RGB, BYTE, None)
    gl.CopyTexSubImage3D(T3, 0, 1, 0, 1, 0, 0, 1, 2)
    assert gl.GetTexImage(T3, 0, enums.RED, BYTE)[..., 0].tolist() == [[[0, 0], [0, 0]], [[0, 51], [0, 51]]]
    gl.CopyTexImage2D(FACE, 0, RGBA, 99, 99, 2, 2, 0)
    assert not gl.GetTexImage(FACE, 0, RGBA, BYTE).any()


def test_mipmaps_are_made() -> None:
    """3.8.8: whenever the base level changes, and no further than MAX_LEVEL."""
    gl = made()
    gl.TexParameteri(T2, enums.GENERATE_MIPMAP, 1)
    gl.TexParameteri(T2, enums.TEXTURE_MAX_LEVEL, 1)
    gl.TexImage2D(T2, 0, RGBA, 4, 2, 0, RGBA, BYTE, np.full((2, 4, 4), 8, np.uint8))
    assert gl.GetTexImage(T2, 1, RGBA, BYTE).tolist() == [[[8] * 4] * 2]
    gl.TexSubImage2D(T2, 0, 0, 0, 2, 2, RGBA, BYTE, np.full((2, 2, 4), 88, np.uint8))
    assert gl.GetTexImage(T2, 1, enums.RED, BYTE)[..., 0].tolist() == [[88, 8]]
    assert gl.GetTexLevelParameteriv(T2, 2, enums.TEXTURE_WIDTH) == 0
    gl.TexImage2D(T2, 1, RGBA, 2, 1, 0, RGBA, BYTE, None)  # another level makes none
    assert not gl.GetTexImage(T2, 1, RGBA, BYTE).any()


def test_mipmaps_that_cannot_be_made() -> None:
    """docs/semantics.md: nothing changes."""
    gl = made()
    gl.TexParameteri(T2, enums.GENERATE_MIPMAP, 1)
    for internal, format, border in ((enums.RGBA8I_EXT, enums.RGBA_INTEGER_EXT, 0), (RGBA, RGBA, 1)):
        with pytest.raises(InputError):
            gl.TexImage2D(T2, 0, internal, 4, 4, border, format, BYTE, None)
        assert gl.GetTexLevelParameteriv(T2, 0, enums.TEXTURE_WIDTH) == 0


def test_level_parameters() -> None:
    """6.1.3 and table 6.17: those of images, of none, and of proxies."""
    gl = made()
    for pname, value in (
        (enums.TEXTURE_WIDTH, 0), (enums.TEXTURE_HEIGHT, 0), (enums.TEXTURE_DEPTH, 0),
        (enums.TEXTURE_BORDER, 0), (enums.TEXTURE_INTERNAL_FORMAT, 1), (enums.TEXTURE_RED_SIZE, 0),
        (enums.TEXTURE_COMPRESSED, 0),
    ):  # fmt: skip
        for target in (T2, FACE, enums.PROXY_TEXTURE_2D):
            assert gl.GetTexLevelParameteriv(target, 3, pname) == value
            assert gl.GetTexLevelParameterfv(target, 3, pname) == value
    for internal, bits in (
        (enums.RGB5_A1, {"RED": 8, "GREEN": 8, "BLUE": 8, "ALPHA": 8}), (enums.RGB12, {"RED": 16}),
        (enums.LUMINANCE6_ALPHA2, {"LUMINANCE": 8, "ALPHA": 8, "RED": 0}),
        (enums.INTENSITY16, {"INTENSITY": 16}),
        (enums.DEPTH_COMPONENT16, {"DEPTH": 16, "RED": 0}), (enums.DEPTH_COMPONENT, {"DEPTH": 24}),
        (enums.ALPHA32F_ARB, {"ALPHA": 32}), (enums.RGB16I_EXT, {"RED": 16, "ALPHA": 0}),
    ):  # fmt: skip
        depth = "DEPTH" in bits
        format = enums.DEPTH_COMPONENT if depth else enums.RGBA
        format = enums.RGBA_INTEGER_EXT if internal == enums.RGB16I_EXT else format
        type = BYTE
        for target in (T2, enums.PROXY_TEXTURE_2D):
            gl.TexImage2D(target, 2, internal, 4, 2, 0, format, type, None)
            assert gl.GetTexLevelParameteriv(target, 2, enums.TEXTURE_INTERNAL_FORMAT) == internal
            for name, count in bits.items():
                assert gl.GetTexLevelParameteriv(target, 2, getattr(enums, f"TEXTURE_{name}_SIZE")) == count
    for internal, type in (
        (enums.RGBA8, enums.UNSIGNED_NORMALIZED_ARB), (enums.RGBA32F_ARB, FLOAT),
    ):  # fmt: skip
        gl.TexImage2D(T2, 0, internal, 1, 1, 0, RGBA, BYTE, None)
        assert gl.GetTexLevelParameteriv(T2, 0, enums.TEXTURE_ALPHA_TYPE_ARB) == type
        assert gl.GetTexLevelParameteriv(T2, 0, enums.TEXTURE_LUMINANCE_TYPE_ARB) == enums.NONE


def test_proxies_tell_what_there_is_room_for() -> None:
    """3.8.11: no error and no sizes for what is too large."""
    gl = made()
    proxy = enums.PROXY_TEXTURE_3D
    gl.TexImage3D(proxy, 0, RGBA, 64, 32, 16, 0, RGBA, BYTE, None)
    assert gl.GetTexLevelParameteriv(proxy, 0, enums.TEXTURE_DEPTH) == 16
    for sizes in ((512, 512, 512), (100000, 1, 1), (1, 1, 513)):
        gl.TexImage3D(proxy, 0, RGBA, *sizes, 0, RGBA, BYTE, None)
        assert gl.GetTexLevelParameteriv(proxy, 0, enums.TEXTURE_WIDTH) == 0
    gl.TexImage2D(enums.PROXY_TEXTURE_CUBE_MAP, 0, RGBA, 8, 8, 0, RGBA, BYTE, None)
    assert gl.GetTexLevelParameteriv(enums.PROXY_TEXTURE_CUBE_MAP, 0, enums.TEXTURE_WIDTH) == 8
    assert gl.GetTexLevelParameteriv(FACE, 0, enums.TEXTURE_WIDTH) == 0


def test_integers() -> None:
    """EXT_texture_integer: integers as they are, clamped to what the format holds."""
    gl = made()
    data = np.array([[[5, -7, 300, -(2**31)]]], np.int32)
    gl.TexImage2D(T2, 0, enums.RGBA8I_EXT, 1, 1, 0, enums.RGBA_INTEGER_EXT, enums.INT, data)
    assert gl.GetTexImage(T2, 0, enums.BGRA_INTEGER_EXT, enums.INT).tolist() == [[[127, -7, 5, -128]]]
    assert gl.GetTexImage(T2, 0, enums.RGBA_INTEGER_EXT, BYTE).tolist() == [[[5, 0, 127, 0]]]
    gl.TexImage2D(T2, 0, enums.LUMINANCE_ALPHA32UI_EXT, 1, 1, 0, enums.RED_INTEGER_EXT, enums.UNSIGNED_INT,
                  [4000000000])  # fmt: skip
    found = gl.GetTexImage(T2, 0, enums.LUMINANCE_ALPHA_INTEGER_EXT, enums.UNSIGNED_INT)
    assert found.tolist() == [[[4000000000, 1]]]


def image2(**changes: Any) -> Any:
    """TexImage2D of a small image, with some arguments changed."""
    given = {
        "target": T2, "level": 0, "internalformat": RGBA, "width": 2, "height": 2, "border": 0,
        "format": RGBA, "type": BYTE, "data": None,
    } | changes  # fmt: skip
    return lambda gl: gl.TexImage2D(**given)


def part2(**changes: Any) -> Any:
    """TexSubImage2D inside a 4 × 4 image."""
    given = {
        "target": T2, "level": 0, "xoffset": 1, "yoffset": 1, "width": 2, "height": 2, "format": RGBA,
        "type": BYTE, "data": bytes(64),
    } | changes  # fmt: skip

    def calls(gl: Context) -> None:
        gl.TexImage2D(T2, 0, RGBA, 4, 4, 0, RGBA, BYTE, None)
        gl.TexSubImage2D(**given)

    return calls


DEPTH = {"internalformat": enums.DEPTH_COMPONENT, "format": enums.DEPTH_COMPONENT}


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", image2(target=T3)),
        ("INVALID_ENUM", image2(target=CUBE)),
        ("INVALID_ENUM", image2(format=enums.POSITION)),
        ("INVALID_ENUM", image2(format=enums.STENCIL_INDEX)),
        ("INVALID_ENUM", image2(type=enums.DOUBLE)),
        ("INVALID_ENUM", image2(type=enums.BITMAP)),
        ("INVALID_ENUM", image2(internalformat=enums.RGBA8I_EXT, format=enums.RGBA_INTEGER_EXT, type=FLOAT)),
        ("INVALID_VALUE", image2(internalformat=5)),
        ("INVALID_VALUE", image2(internalformat=0)),
        ("INVALID_VALUE", image2(level=-1)),
        ("INVALID_VALUE", image2(level=13)),
        ("INVALID_VALUE", image2(width=-1)),
        ("INVALID_VALUE", image2(height=-2)),
        ("INVALID_VALUE", image2(border=2)),
        ("INVALID_VALUE", image2(border=-1)),
        ("INVALID_VALUE", image2(width=1, border=1)),
        ("INVALID_VALUE", image2(width=4097)),
        ("INVALID_VALUE", image2(width=2**31 - 1, height=2**31 - 1)),
        ("INVALID_VALUE", image2(width=4096, level=1)),
        ("INVALID_VALUE", image2(target=FACE, width=4)),
        ("INVALID_VALUE", image2(target=RECT, level=1)),
        ("INVALID_VALUE", image2(target=RECT, border=1, width=4, height=4)),
        ("INVALID_VALUE", image2(target=ARRAY1, height=513)),
        ("INVALID_VALUE", image2(target=enums.PROXY_TEXTURE_2D, width=-1)),
        ("INVALID_OPERATION", image2(format=RGB, type=enums.UNSIGNED_SHORT_4_4_4_4)),
        ("INVALID_OPERATION", image2(format=RGBA, type=enums.UNSIGNED_SHORT_5_6_5)),
        ("INVALID_OPERATION", image2(format=enums.BGR, type=enums.UNSIGNED_BYTE_3_3_2)),
        ("INVALID_OPERATION", image2(format=enums.DEPTH_COMPONENT)),
        ("INVALID_OPERATION", image2(internalformat=enums.DEPTH_COMPONENT)),
        ("INVALID_OPERATION", image2(internalformat=enums.RGBA8UI_EXT)),
        ("INVALID_OPERATION", image2(format=enums.RGBA_INTEGER_EXT)),
        ("INVALID_OPERATION", lambda gl: gl.TexImage3D(
            T3, 0, enums.DEPTH_COMPONENT, 2, 2, 2, 0, enums.DEPTH_COMPONENT, BYTE, None)),
        ("OUT_OF_MEMORY", lambda gl: gl.TexImage3D(T3, 0, RGBA, 512, 512, 512, 0, RGBA, BYTE, None)),
        ("", image2(**DEPTH)),
        ("", image2(target=FACE, **DEPTH)),
        ("", image2(width=0)),
        ("", image2(width=3, height=5)),
        ("", image2(width=2048, height=1, level=1)),
        # Enumerants before values before operations.
        ("INVALID_ENUM", image2(type=0, level=-1, format=enums.DEPTH_COMPONENT)),
        ("INVALID_VALUE", image2(level=-1, format=enums.DEPTH_COMPONENT)),
        ("", part2()),
        ("INVALID_ENUM", part2(target=T3)),
        ("INVALID_ENUM", part2(target=enums.PROXY_TEXTURE_2D)),
        ("INVALID_ENUM", part2(format=0)),
        ("INVALID_ENUM", part2(type=0)),
        ("INVALID_VALUE", part2(level=-1)),
        ("INVALID_VALUE", part2(level=13)),
        ("INVALID_VALUE", part2(width=-1)),
        ("INVALID_VALUE", part2(xoffset=-1)),
        ("INVALID_VALUE", part2(xoffset=3)),
        ("INVALID_VALUE", part2(yoffset=3)),
        ("INVALID_OPERATION", part2(level=1)),
        ("INVALID_OPERATION", part2(target=FACE)),
        ("INVALID_OPERATION", part2(format=enums.DEPTH_COMPONENT)),
        ("INVALID_OPERATION", part2(format=enums.RGBA_INTEGER_EXT)),
        ("INVALID_ENUM", lambda gl: gl.CopyTexImage2D(T2, 0, 4, 0, 0, 2, 2, 0)),
        ("INVALID_ENUM", lambda gl: gl.CopyTexImage2D(T2, 0, 0x7777, 0, 0, 2, 2, 0)),
        ("INVALID_ENUM", lambda gl: gl.CopyTexImage2D(enums.PROXY_TEXTURE_2D, 0, RGBA, 0, 0, 2, 2, 0)),
        ("INVALID_ENUM", lambda gl: gl.CopyTexImage1D(T2, 0, RGBA, 0, 0, 2, 0)),
        ("INVALID_VALUE", lambda gl: gl.CopyTexImage2D(T2, 0, RGBA, 0, 0, 5000, 2, 0)),
        ("INVALID_VALUE", lambda gl: gl.CopyTexImage2D(T2, 0, RGBA, 0, 0, -1, 2, 0)),
        ("INVALID_VALUE", lambda gl: gl.CopyTexImage2D(T2, 0, RGBA, 0, 0, 2, 2, 3)),
        ("INVALID_VALUE", lambda gl: gl.CopyTexImage2D(FACE, 0, RGBA, 0, 0, 2, 4, 0)),
        ("INVALID_OPERATION", lambda gl: gl.CopyTexImage2D(T2, 0, enums.RGBA8UI_EXT, 0, 0, 2, 2, 0)),
        ("INVALID_OPERATION", lambda gl: gl.CopyTexSubImage2D(T2, 0, 0, 0, 0, 0, 1, 1)),
        ("INVALID_VALUE", lambda gl: (image2()(gl), gl.CopyTexSubImage2D(T2, 0, 1, 1, 0, 0, 2, 1))),
        ("INVALID_ENUM", lambda gl: gl.CopyTexSubImage3D(T2, 0, 0, 0, 0, 0, 0, 1, 1)),
        ("INVALID_ENUM", lambda gl: gl.GetTexLevelParameteriv(CUBE, 0, enums.TEXTURE_WIDTH)),
        ("INVALID_ENUM", lambda gl: gl.GetTexLevelParameteriv(T2, 0, enums.TEXTURE_WRAP_S)),
        ("INVALID_VALUE", lambda gl: gl.GetTexLevelParameteriv(T2, -1, enums.TEXTURE_WIDTH)),
        ("INVALID_VALUE", lambda gl: gl.GetTexLevelParameterfv(T2, 13, enums.TEXTURE_WIDTH)),
        ("INVALID_OPERATION",
         lambda gl: gl.GetTexLevelParameteriv(T2, 0, enums.TEXTURE_COMPRESSED_IMAGE_SIZE)),
        ("INVALID_ENUM", lambda gl: gl.GetTexImage(CUBE, 0, RGBA, BYTE)),
        ("INVALID_ENUM", lambda gl: gl.GetTexImage(enums.PROXY_TEXTURE_2D, 0, RGBA, BYTE)),
        ("INVALID_ENUM", lambda gl: gl.GetTexImage(T2, 0, enums.POSITION, BYTE)),
        ("INVALID_VALUE", lambda gl: gl.GetTexImage(T2, 99, RGBA, BYTE)),
        ("INVALID_OPERATION", lambda gl: (image2()(gl), gl.GetTexImage(T2, 0, enums.DEPTH_COMPONENT, BYTE))),
        ("INVALID_OPERATION", lambda gl: (image2()(gl), gl.GetTexImage(T2, 0, enums.RGBA_INTEGER_EXT, BYTE))),
        ("INVALID_ENUM", lambda gl: gl.PixelStorei(enums.RED_SCALE, 1)),
        ("INVALID_VALUE", lambda gl: gl.PixelStorei(enums.UNPACK_ALIGNMENT, 3)),
        ("INVALID_VALUE", lambda gl: gl.PixelStorei(enums.PACK_ROW_LENGTH, -1)),
        ("INVALID_ENUM", lambda gl: gl.PixelTransferf(enums.UNPACK_ALIGNMENT, 1)),
        ("INVALID_ENUM", lambda gl: gl.CompressedTexImage2D(T2, 0, RGBA, 4, 4, 0, b"")),
        ("INVALID_OPERATION", lambda gl: gl.GetCompressedTexImage(T2, 0)),
        ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), image2()(gl), gl.End())),
        ("INVALID_OPERATION", lambda gl: (gl.Begin(enums.POINTS), gl.BindTexture(T2, 1), gl.End())),
        ("INVALID_OPERATION", lambda gl: (
            gl.Begin(enums.POINTS), gl.TexParameteri(T2, enums.TEXTURE_WRAP_S, enums.CLAMP), gl.End())),
        ("INVALID_OPERATION", lambda gl: (
            gl.Begin(enums.POINTS), gl.TexEnvi(enums.TEXTURE_ENV, enums.TEXTURE_ENV_MODE, enums.ADD),
            gl.End())),
    ],
)  # fmt: skip
def test_errors(error: str, call: Any) -> None:
    """3.8.1, 3.8.2, 6.1.3, 6.1.4; EXT_texture_integer and ARB_texture_rectangle, Errors."""
    assert error_of(call) == error


def test_errors_change_nothing() -> None:
    gl = Context(backend="oracle")
    image2(data=np.full((2, 2, 4), 7, np.uint8))(gl)
    before = gl._state.textures.defaults["2D"]
    for call in (image2(format=enums.DEPTH_COMPONENT), image2(width=-1), part2(xoffset=9)):
        kept = gl._state.textures.defaults["2D"]
        call(gl)
        assert gl.GetError() != enums.NO_ERROR
        assert kept is before or kept.arrays
    assert before.arrays


@pytest.mark.parametrize(
    "data",
    [b"", bytes(15), np.zeros(4, np.float32), np.zeros((2, 2, 4), np.int8), ["x"] * 16, [300] * 16, 7,
     (bytes(99), -1), (bytes(16), 1), object(), [[1, 2], [3]]],
)  # fmt: skip
def test_memory_that_is_no_image(data: Any) -> None:
    with pytest.raises(InputError):
        image2(data=data)(made())


def test_transfer_has_the_initial_values_alone() -> None:
    """3.6.3."""
    gl = made()
    gl.PixelTransferf(enums.RED_SCALE, 1)
    gl.PixelTransferi(enums.MAP_COLOR, 0)
    assert gl.GetFloatv(enums.DEPTH_SCALE) == 1 and gl.GetIntegerv(enums.INDEX_SHIFT) == 0
    with pytest.raises(InputError, match="transferred"):
        gl.PixelTransferf(enums.RED_SCALE, 2)


def test_images_in_lists() -> None:
    """5.4: the client's memory and pixel storage are those of the compilation."""
    gl = made()
    data = np.arange(8, dtype=np.uint8)
    gl.PixelStorei(enums.UNPACK_SKIP_PIXELS, 2)
    gl.NewList(1, enums.COMPILE)
    gl.TexImage1D(T1, 0, enums.LUMINANCE, 4, 0, enums.LUMINANCE, BYTE, data)
    gl.EndList()
    data[:] = 99
    gl.PixelStorei(enums.UNPACK_SKIP_PIXELS, 0)
    assert gl.GetTexLevelParameteriv(T1, 0, enums.TEXTURE_WIDTH) == 0
    gl.CallList(1)
    assert gl.GetTexImage(T1, 0, enums.RED, BYTE)[:, 0].tolist() == [2, 3, 4, 5]
    assert gl.GetIntegerv(enums.UNPACK_SKIP_PIXELS) == 0
