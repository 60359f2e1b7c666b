"""Targets, faces, layers, comparisons, formats, fetches and sizes (NV_gpu_program4 2.X.4.4)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from texture_helpers import fetched, image, look_up, reds, sizes

from nvrender import Texture
from nvrender.ops.types import DataType
from nvrender.oracle.texture.access import Lookup, sample
from nvrender.program import TextureAccess

#: Texel (i, j) of face f holds 100 f + 10 j + i.
CUBE = Texture.from_array(
    100 * np.arange(6.0)[:, None, None] + 10 * np.arange(2)[:, None] + np.arange(2),
    "CUBE",
    mag_filter="NEAREST",
)


@pytest.mark.parametrize(
    ("direction", "texel"),
    [
        # Table 3.19: sc and tc below zero are texels 0.
        ((1, 0.5, 0.5), 0), ((1, 0.5, -0.5), 1), ((1, -0.5, 0.5), 10), ((1, -0.5, -0.5), 11),
        ((-1, 0.5, -0.5), 100), ((-1, 0.5, 0.5), 101), ((-1, -0.5, -0.5), 110), ((-1, -0.5, 0.5), 111),
        ((-0.5, 1, -0.5), 200), ((0.5, 1, -0.5), 201), ((-0.5, 1, 0.5), 210), ((0.5, 1, 0.5), 211),
        ((-0.5, -1, 0.5), 300), ((0.5, -1, 0.5), 301), ((-0.5, -1, -0.5), 310), ((0.5, -1, -0.5), 311),
        ((-0.5, 0.5, 1), 400), ((0.5, 0.5, 1), 401), ((-0.5, -0.5, 1), 410), ((0.5, -0.5, 1), 411),
        ((0.5, 0.5, -1), 500), ((-0.5, 0.5, -1), 501), ((0.5, -0.5, -1), 510), ((-0.5, -0.5, -1), 511),
    ],
)  # fmt: skip
def test_cube_faces(direction: tuple[float, float, float], texel: float) -> None:
    """OpenGL 1.5, 3.8.6 and table 3.19, whatever the direction's length."""
    longer = tuple(12.0 * each for each in direction)
    assert reds(CUBE, "CUBE", [direction, longer]) == [texel, texel]


def test_faces_of_equal_magnitudes() -> None:
    """The rule must be deterministic: x before y before z (docs/semantics.md)."""
    faces = [
        value // 100
        for value in reds(CUBE, "CUBE", [(1, 1, 1), (-1, 1, 1), (0, 1, 1), (0, -1, 1), (0, 0, -1)])
    ]
    assert faces == [0, 1, 2, 3, 5]
    assert reds(CUBE, "CUBE", [(0, 0, 0), (math.nan, 0, 0)]) == [11, 11], "the middle of face +x"


def test_faces_are_filtered_alone() -> None:
    """OpenGL 1.5, 3.8.6: the face's image is sampled as a two-dimensional texture, wrap modes and all."""
    texture = CUBE.with_(mag_filter="LINEAR", wrap_s="CLAMP_TO_EDGE", wrap_t="CLAMP_TO_EDGE")
    # s = ½ (−0.5 / 1 + 1) = 0.25 is the middle of texel 0, t = ½ (−1 + 1) = 0 half a texel before texel 0.
    assert reds(texture, "CUBE", [(1, 1, 0.5)]) == [0]
    assert reds(texture.with_(wrap_t="REPEAT"), "CUBE", [(1, 1, 0.5)]) == [5]


def test_layers_are_rounded_and_clamped() -> None:
    """EXT_texture_array 3.8.8: clamp(floor(t + 0.5), 0, h_t − 1)."""
    rows = Texture.from_array(image([[1], [2], [3]]), "ARRAY1D")
    points = [(0.5, layer) for layer in (0.49, 0.5, 1.49, 1.5, 2.5, 99, -3, math.nan, math.inf)]
    assert reds(rows, "ARRAY1D", points) == [1, 2, 2, 3, 3, 3, 1, 1, 3]
    sheets = Texture.from_array(image([[[1]], [[2]], [[3]]]), "ARRAY2D")
    assert reds(sheets, "ARRAY2D", [(0.5, 0.5, 1.5), (0.5, 0.5, -0.4)]) == [3, 1]


def test_three_axes_are_filtered() -> None:
    """tau with weights alpha, beta, gamma: texel (i, j, k) holds i + 2j + 4k, so tau is linear in them."""
    texture = Texture.from_array(image(range(8)).reshape(2, 2, 2), "3D")
    # u − ½ = 0.25, 0.5, 0.75.
    assert reds(texture, "3D", [(0.375, 0.5, 0.625)]) == [0.25 + 2 * 0.5 + 4 * 0.75]


# --- depth

DEPTH = Texture.from_array(image([[0.25, 0.75]]), "2D", "DEPTH", mag_filter="NEAREST")


@pytest.mark.parametrize(
    ("function", "results"),
    [
        ("LEQUAL", [1, 1, 0]), ("GEQUAL", [0, 1, 1]), ("LESS", [1, 0, 0]), ("GREATER", [0, 0, 1]),
        ("EQUAL", [0, 1, 0]), ("NOTEQUAL", [1, 0, 1]), ("ALWAYS", [1, 1, 1]), ("NEVER", [0, 0, 0]),
    ],
)  # fmt: skip
def test_depth_comparisons(function: str, results: list[float]) -> None:
    """OpenGL 1.5, 3.8.14, table 3.26: r is 1.0 if R is below, at, above the texel 0.25."""
    points = [(0.1, 0.5, reference) for reference in (0.125, 0.25, 0.5)]
    assert reds(DEPTH.with_(compare_function=function), "SHADOW2D", points) == results


def test_references_are_clamped() -> None:
    """NV_gpu_program4 3.8.14: to [0, 1]."""
    full = Texture.from_array(image([1.0]), "1D", "DEPTH")
    assert reds(full, "SHADOW1D", [(0, 0, 7), (0, 0, math.nan)]) == [1, 0]
    empty = Texture.from_array(image([0.0]), "1D", "DEPTH", compare_function="GEQUAL")
    assert reds(empty, "SHADOW1D", [(0, 0, -7)]) == [1]


def test_filtered_comparisons_are_shares() -> None:
    """3.8.14: "proportional to the number of comparison passes"; here by the filter's weights."""
    texture = DEPTH.with_(mag_filter="LINEAR", wrap_s="CLAMP_TO_EDGE")
    # Between the texels 0.25 and 0.75; R = 0.5 passes LEQUAL at the second only.
    assert reds(texture, "SHADOW2D", [(0.375, 0.5, 0.5), (0.5, 0.5, 0.5)]) == [0.25, 0.5]


@pytest.mark.parametrize(
    ("target", "shape", "point"),
    [
        ("SHADOW1D", (1,), (0, 9, 0.5)),
        ("SHADOW2D", (1, 1), (0, 0, 0.5)),
        ("SHADOWRECT", (1, 1), (0, 0, 0.5)),
        ("SHADOWCUBE", (6, 1, 1), (1, 0, 0, 0.5)),
        ("SHADOWARRAY1D", (2, 1), (0, 0.9, 0.5)),
        ("SHADOWARRAY2D", (2, 1, 1), (0, 0, 0.9, 0.5)),
    ],
)
def test_where_the_reference_is(target: str, shape: tuple[int, ...], point: tuple[float, ...]) -> None:
    """NV_gpu_program4 Table X.17: z, or w where z is taken. Layer 0 would give the other result."""
    depths = np.full(shape, 0.5)
    if "ARRAY" in target:
        depths[0] = 0.25
    texture = Texture.from_array(depths, target.removeprefix("SHADOW"), "DEPTH")
    beyond = (*point[:-1], 0.75)
    assert reds(texture, target, [point, beyond]) == [1, 0]


@pytest.mark.parametrize(
    ("mode", "vector"),
    [("LUMINANCE", [0.25, 0.25, 0.25, 1]), ("INTENSITY", [0.25] * 4), ("ALPHA", [0, 0, 0, 0.25])],
)
def test_depth_texture_modes(mode: str, vector: list[float]) -> None:
    """3.8.14; without a SHADOW target the depth itself."""
    texture = DEPTH.with_(depth_mode=mode)
    assert look_up(texture, "2D", [(0.1, 0.5)]) == [vector]
    assert fetched(texture, "2D", [(0, 0)]) == [vector]
    compared = [4 * value if value == 0.25 else value for value in vector]
    assert look_up(texture, "SHADOW2D", [(0.1, 0.5, 0.1)]) == [compared]


# --- formats


@pytest.mark.parametrize(
    ("base_format", "texel", "vector"),
    [
        ("ALPHA", [0.5], [0, 0, 0, 0.5]),
        ("LUMINANCE", [0.5], [0.5, 0.5, 0.5, 1]),
        ("LUMINANCE_ALPHA", [0.5, 0.25], [0.5, 0.5, 0.5, 0.25]),
        ("INTENSITY", [0.5], [0.5, 0.5, 0.5, 0.5]),
        ("RGB", [0.5, 0.25, 2], [0.5, 0.25, 2, 1]),
        ("RGBA", [0.5, 0.25, 2, -3], [0.5, 0.25, 2, -3]),
    ],
)
def test_base_formats(base_format: str, texel: list[float], vector: list[float]) -> None:
    """OpenGL 1.5, table 3.21."""
    texture = Texture.from_array(image([texel]), "1D", base_format)
    assert look_up(texture, "1D", [(0.5,)]) == [vector]
    assert fetched(texture, "1D", [(0,)]) == [vector]
    buffer = base_format != "RGB" and Texture.from_array(image([texel]), "BUFFER", base_format)
    assert not buffer or fetched(buffer, "BUFFER", [(0,)]) == [vector]


def test_fixed_point_texels_stand_for_zero_to_one() -> None:
    """OpenGL 1.5, table 2.9; sRGB colours are linearised before filtering, alpha is not."""
    shorts = Texture.from_array(np.array([65535, 13107], np.uint16), "1D", mag_filter="NEAREST")
    assert reds(shorts, "1D", [(0.1,), (0.9,)]) == [1, pytest.approx(0.2, abs=1e-7)]
    white = np.array([[0, 255, 128, 128], [255, 255, 10, 128]], np.uint8)
    texture = Texture.from_array(white, "1D", srgb=True)
    (vector,) = look_up(texture, "1D", [(0.5,)])
    # (128/255 → ((0.50196 + 0.055)/1.055)^2.4 = 0.215861; 10/255/12.92 = 0.0030353.
    assert vector == pytest.approx([0.5, 1, (0.215861 + 0.0030353) / 2, 128 / 255], abs=1e-6)


@pytest.mark.parametrize(
    ("kind", "dtype", "type"),
    [("signed", np.int8, DataType.SIGNED), ("unsigned", np.uint32, DataType.UNSIGNED)],
)
def test_integers_are_returned_as_they_are(kind: str, dtype: type, type: DataType) -> None:
    """EXT_texture_integer: unconverted, not filtered; missing alpha is the integer 1."""
    largest = int(np.iinfo(dtype).max)
    texture = Texture.from_array(
        np.array([[1, 2, largest]], dtype),
        "1D",
        kind=kind,
        wrap_s="CLAMP_TO_BORDER",
        border_color=(5, 6, 7, 8),
    )
    access = TextureAccess(0, "1D")
    points = np.array([[0.5, 4.0], [0, 0], [0, 0], [0, 0]], np.float32)
    words = sample(Lookup(texture, access, points, type=type)).view(
        np.int32 if kind == "signed" else np.uint32
    )
    assert words.T.tolist() == [[1, 2, largest, 1], [5, 6, 7, 1]]
    incomplete = sample(Lookup(texture.with_(mag_filter="LINEAR"), access, points, type=type)).view(np.int32)
    assert incomplete.T.tolist() == [[0, 0, 0, 1]] * 2


@pytest.mark.parametrize(
    "texture", [None, Texture.from_array(np.ones((2, 2)), min_filter="LINEAR_MIPMAP_LINEAR")]
)
def test_missing_and_incomplete_textures(texture: Texture | None) -> None:
    """Undefined in NV_gpu_program4 2.X.4.4 (docs/semantics.md)."""
    assert look_up(texture, "2D", [(0, 0), (1, 1)]) == [[0, 0, 0, 1]] * 2
    assert look_up(texture, "SHADOW2D", [(0, 0)]) == [[0, 0, 0, 1]]
    assert fetched(texture, "2D", [(0, 0)]) == [[0, 0, 0, 1]]
    assert sizes(texture, "2D", [0]) == [[0, 0, 0, 0]]


# --- fetches and sizes


def mipmapped(shape: int | tuple[int, ...], target: str) -> Texture:
    return Texture.from_array(np.zeros(shape), target, mipmaps=True)


VOLUME = Texture(
    "3D",
    (image(range(24)).reshape(2, 3, 4), np.full((1, 1, 2), 50, np.float32), image([[[60]]])),
    "LUMINANCE",
)


def test_fetched_texels() -> None:
    """NV_gpu_program4 Table X.18: i, j, k, and the level in w."""
    points = [(1, 2, 1, 0), (0, 0, 0, 1), (1, 0, 0, 1), (0, 0, 0, 2)]
    assert [vector[0] for vector in fetched(VOLUME, "3D", points)] == [12 + 8 + 1, 50, 50, 60]
    assert fetched(VOLUME, "3D", [(0, 0, 0)], (1, 2, 1))[0][0] == 21


@pytest.mark.parametrize(
    "point",
    [(-1, 0, 0, 0), (4, 0, 0, 0), (0, 3, 0, 0), (0, 0, 2, 0), (0, -1, 0, 0), (2, 0, 0, 1), (0, 0, 0, 3),
     (0, 0, 0, -1), (2**31 - 1, 0, 0, 0), (0, 0, 0, 2**31 - 1)],
)  # fmt: skip
def test_texels_that_are_not_there(point: tuple[int, ...]) -> None:
    """Undefined in 2.X.4.4; zeros (docs/semantics.md)."""
    assert fetched(VOLUME, "3D", [point]) == [[0, 0, 0, 0]]
    assert fetched(VOLUME, "3D", [(2**31 - 1, 0, 0, 0)], (7, 0, 0)) == [[0, 0, 0, 0]], "no wrap-around"


def test_fetched_levels_count_from_the_base_level() -> None:
    """And end at level_max; without a mipmapping filter there is the base level only."""
    texture = VOLUME.with_(base_level=1)
    assert [vector[0] for vector in fetched(texture, "3D", [(1, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, -1)])] == [
        50,
        60,
        0,
    ]
    assert fetched(texture.with_(max_level=1), "3D", [(0, 0, 0, 1)]) == [[0, 0, 0, 0]]
    plain = VOLUME.with_(min_filter="LINEAR")
    assert [vector[0] for vector in fetched(plain, "3D", [(1, 0, 0, 0), (0, 0, 0, 1)])] == [1, 0]
    # Neither bias nor bounds of the level of detail count.
    assert fetched(VOLUME.with_(min_lod=1, lod_bias=2), "3D", [(1, 0, 0, 0)])[0][0] == 1


def test_fetched_layers_rectangles_and_buffers() -> None:
    """The layer is not rounded or clamped; RECT has its base level; BUFFER has x alone."""
    rows = Texture.from_array(image([[1, 2], [3, 4]]), "ARRAY1D")
    assert [v[0] for v in fetched(rows, "ARRAY1D", [(1, 1), (0, 2), (0, -1)])] == [4, 0, 0]
    sheets = Texture.from_array(image(range(8)).reshape(2, 2, 2), "ARRAY2D")
    assert [v[0] for v in fetched(sheets, "ARRAY2D", [(1, 0, 1, 0), (0, 0, 2, 0)], (0, 1, 0))] == [7, 0]
    rectangle = Texture.from_array(image([[1, 2, 3]]), "RECT")
    assert [v[0] for v in fetched(rectangle, "RECT", [(2, 0, 9, 0), (2, 0, 0, 1)])] == [3, 0]
    buffer = Texture.from_array(image([5, 6, 7]), "BUFFER", "INTENSITY")
    assert fetched(buffer, "BUFFER", [(2, 9, 9, 9), (3, 0, 0, 0)]) == [[7] * 4, [0] * 4]


def test_fetched_borders() -> None:
    """2.X.4.4: border texels are at −1 and at the size."""
    texture = Texture.from_array(image([[1, 2, 3], [4, 5, 6], [7, 8, 9]]), border=1)
    assert [v[0] for v in fetched(texture, "2D", [(-1, -1), (0, 0), (1, 0), (1, 1), (2, 0)])] == [
        1,
        5,
        6,
        9,
        0,
    ]


@pytest.mark.parametrize(
    ("texture", "target", "expected"),
    [
        (mipmapped(5, "1D"), "1D", [[5, 0, 0, 0], [2, 0, 0, 0], [1, 0, 0, 0]]),
        (mipmapped((3, 5), "2D"), "2D", [[5, 3, 0, 0], [2, 1, 0, 0], [1, 1, 0, 0]]),
        (VOLUME, "3D", [[4, 3, 2, 0], [2, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]]),
        (CUBE, "CUBE", [[2, 2, 0, 0]]),
        (Texture.from_array(np.zeros((3, 5)), "RECT"), "RECT", [[5, 3, 0, 0], [0, 0, 0, 0]]),
        (mipmapped((3, 5), "ARRAY1D"), "ARRAY1D", [[5, 3, 0, 0], [2, 3, 0, 0]]),
        (mipmapped((7, 3, 5), "ARRAY2D"), "ARRAY2D", [[5, 3, 7, 0], [2, 1, 7, 0]]),
        (Texture.from_array(np.zeros((3, 5)), "2D", "DEPTH"), "SHADOW2D", [[5, 3, 0, 0]]),
        (Texture.from_array(np.zeros(9), "BUFFER"), "BUFFER", [[9, 0, 0, 0]]),
        (Texture.from_array(np.zeros((6, 4)), "2D", border=1), "2D", [[2, 4, 0, 0]]),
        (VOLUME.with_(base_level=1), "3D", [[2, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 0]]),
        (VOLUME.with_(max_level=1), "3D", [[4, 3, 2, 0], [2, 1, 1, 0], [0, 0, 0, 0]]),
    ],
)  # fmt: skip
def test_sizes(texture: Texture, target: str, expected: list[list[int]]) -> None:
    """NV_gpu_program4 2.X.8, TXQ: layers behind the sizes, no borders; zeros where it says undefined."""
    assert sizes(texture, target, list(range(len(expected)))) == expected
    assert sizes(texture, target, [-1]) == [[0, 0, 0, 0]]
