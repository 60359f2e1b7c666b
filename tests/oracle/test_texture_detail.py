"""The level of detail and the filters between levels (OpenGL 1.5, 3.8.8 and 3.8.9)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from texture_helpers import image, reds

from nvrender import Texture

#: Level n of 16 … 1 texels holds n.
LEVELS = tuple(np.full(16 >> n, n, np.float32) for n in range(5))


def pyramid(min_filter: str, **fields: object) -> Texture:
    return Texture("1D", LEVELS, "LUMINANCE", min_filter=min_filter, mag_filter="NEAREST", **fields)  # type: ignore[arg-type]


def at(texture: Texture, *details: float) -> list[float]:
    return reds(texture, "1D", [(0.5,)] * len(details), detail=list(details))


@pytest.mark.parametrize("within", ["NEAREST", "LINEAR"])
def test_the_nearest_level(within: str) -> None:
    """d = base + ceil(lambda + 1/2) − 1, from 1/2 on, up to q."""
    details = (-3, 0, 0.5, 0.501, 1.5, 1.501, 3.5, 3.75, 4.5, 9, 1e30, math.inf)
    assert at(pyramid(f"{within}_MIPMAP_NEAREST"), *details) == [0, 0, 0, 1, 1, 2, 3, 4, 4, 4, 4, 4]


@pytest.mark.parametrize("within", ["NEAREST", "LINEAR"])
def test_between_two_levels(within: str) -> None:
    """tau = (1 − frac(lambda)) tau_1 + frac(lambda) tau_2, with both d at q from there on."""
    assert at(pyramid(f"{within}_MIPMAP_LINEAR"), -1, 0.25, 1, 2.5, 3.75, 4, 7) == [
        0,
        0.25,
        1,
        2.5,
        3.75,
        4,
        4,
    ]


@pytest.mark.parametrize("min_filter", ["NEAREST", "LINEAR"])
def test_without_mipmapping_the_base_level_is_read(min_filter: str) -> None:
    assert at(pyramid(min_filter, base_level=1), -1, 0, 3, 30) == [1, 1, 1, 1]


def test_base_and_maximum_level() -> None:
    """Levels count from level_base; q = min(p, level_max)."""
    texture = pyramid("NEAREST_MIPMAP_NEAREST", base_level=1, max_level=3)
    assert at(texture, 0, 1, 2, 3) == [1, 2, 3, 3]
    assert at(texture.with_(min_filter="NEAREST_MIPMAP_LINEAR"), 0.5, 1.5, 2, 9) == [1.5, 2.5, 3, 3]


def test_bias_and_bounds() -> None:
    """lambda' = lambda_base + bias, then TEXTURE_MIN_LOD and TEXTURE_MAX_LOD; explicit levels too."""
    texture = pyramid("LINEAR_MIPMAP_LINEAR", lod_bias=1.0, min_lod=0.5, max_lod=2.25)
    assert at(texture, -2, -0.5, 0, 1, 2) == [0.5, 0.5, 1, 2, 2.25]
    found = reds(texture.with_(max_lod=100.0), "1D", [(0.5,)] * 3, bias=[0.5, -3, math.nan])
    assert found == [1.5, 0.5, 0.5], "NaN counts as a level of detail of 0"
    assert at(texture, math.nan) == [0.5]


@pytest.mark.parametrize(
    ("mag_filter", "min_filter", "switch_over"),
    [
        ("LINEAR", "NEAREST_MIPMAP_NEAREST", 0.5),
        ("LINEAR", "NEAREST_MIPMAP_LINEAR", 0.5),
        ("LINEAR", "LINEAR_MIPMAP_NEAREST", 0.0),
        ("LINEAR", "NEAREST", 0.0),
        ("NEAREST", "NEAREST_MIPMAP_NEAREST", 0.0),
        ("NEAREST", "LINEAR", 0.0),
    ],
)
def test_where_magnification_ends(mag_filter: str, min_filter: str, switch_over: float) -> None:
    """3.8.9: c = 1/2 for LINEAR with NEAREST_MIPMAP_x; magnification up to and with c."""
    levels = tuple(image(list(range(4 >> n))) + 10 * n for n in range(3))
    texture = Texture(
        "1D", levels, "LUMINANCE", min_filter=min_filter, mag_filter=mag_filter, wrap_s="CLAMP_TO_EDGE"
    )
    # At 1.9 texels NEAREST has 1, LINEAR 1.4.
    before, after = reds(texture, "1D", [(1.9 / 4,)] * 2, detail=[switch_over, switch_over + 2**-20])
    magnified = 1.4 if mag_filter == "LINEAR" else 1
    assert before == pytest.approx(magnified, abs=1e-6)
    between = min_filter.endswith("MIPMAP_LINEAR") and switch_over
    minified = 1.4 if min_filter.startswith("LINEAR") else 1
    if min_filter == "NEAREST_MIPMAP_NEAREST" and switch_over:
        minified = 10  # d = ceil(1.0…1) − 1 = 1
    if between:
        minified = 0.5 * 1 + 0.5 * 10
    assert after == pytest.approx(minified, abs=1e-4)


def test_rho_is_the_longer_derivative_in_texels() -> None:
    """rho = max(sqrt((du/dx)^2 + (dv/dx)^2), the same for y), u = w_t s of the base level."""
    sizes = [(16, 8), (8, 4), (4, 2), (2, 1), (1, 1)]
    levels = tuple(np.full((h, w), n, np.float32) for n, (w, h) in enumerate(sizes))
    texture = Texture("2D", levels, "LUMINANCE", min_filter="LINEAR_MIPMAP_LINEAR")
    point = [(0.5, 0.5)]

    def level(ddx: tuple[float, ...], ddy: tuple[float, ...]) -> float:
        return reds(texture, "2D", point, derivatives=([ddx], [ddy]))[0]

    assert level((2 / 16, 0), (0, 0)) == 1
    assert level((0, 4 / 8), (1 / 16, 0)) == 2
    assert level((0, 0), (0, 2 / 8)) == 1
    assert level((3 / 16, 4 / 8), (0, 0)) == pytest.approx(math.log2(5), abs=1e-6)
    assert level((0.01, 0), (0.01, 0)) == 0, "magnified"
    assert level((0, 0), (0, 0)) == 0
    assert level((math.inf, 0), (0, 0)) == 4
    deeper = texture.with_(base_level=1)
    assert reds(deeper, "2D", point, derivatives=([(2 / 8, 0)], [(0, 0)])) == [2]
    biased = reds(texture, "2D", point, derivatives=([(2 / 16, 0)], [(0, 0)]), bias=[0.5])
    assert biased == [1.5]


def test_derivatives_of_rectangles_are_in_texels() -> None:
    """ARB_texture_rectangle 3.8.8: u = s, so three quarters of a texel magnify, five quarters minify."""
    texture = Texture.from_array(image([[0, 8, 16, 24]]), "RECT", min_filter="NEAREST", mag_filter="LINEAR")
    points, still = [(1.75, 0.5)] * 2, [(0, 0)] * 2
    assert reds(texture, "RECT", points, derivatives=([(0.75, 0), (1.25, 0)], still)) == [10, 8]


def test_layers_do_not_enter_the_level_of_detail() -> None:
    """EXT_texture_array 3.8.8 and issue 15."""
    levels = tuple(np.full((3, size), n, np.float32) for n, size in enumerate((4, 2, 1)))
    texture = Texture("ARRAY1D", levels, "LUMINANCE")
    assert reds(texture, "ARRAY1D", [(0.5, 1)], derivatives=([(0.5, 9)], [(0, 9)])) == [1]


def test_depth_is_the_third_size() -> None:
    levels = tuple(np.full((size, size, size), n, np.float32) for n, size in enumerate((4, 2, 1)))
    texture = Texture("3D", levels, "LUMINANCE")
    assert reds(texture, "3D", [(0.5, 0.5, 0.5)], derivatives=([(0, 0, 0.5)], [(0, 0, 0)])) == [1]


def test_derivatives_of_cube_maps_are_projected() -> None:
    """On face +x at rx = 2, dt/dx = −½ (dry · 2) / 2²: a step of 2 in −y crosses half a face of 4."""
    levels = tuple(np.full((6, size, size), n, np.float32) for n, size in enumerate((4, 2, 1)))
    texture = Texture("CUBE", levels, "LUMINANCE")
    along, across = (0, -2, 0), (0, 0, 0)
    assert reds(texture, "CUBE", [(2, 0, 0)], derivatives=([along], [across])) == [1]
    # Straight towards the face nothing moves; at ry = 1 the same step moves t by ½ · 1 · 2 / 4.
    assert reds(texture, "CUBE", [(2, 0, 0)], derivatives=([(2, 0, 0)], [across])) == [0]
    assert reds(texture, "CUBE", [(2, 1, 0)], derivatives=([(4, 0, 0)], [across])) == [1]


def test_lanes_have_filters_and_levels_of_their_own() -> None:
    """A magnified lane beside minified ones."""
    texture = pyramid("LINEAR_MIPMAP_LINEAR")
    assert at(texture, 3, -1, 0.5, 2) == [3, 0, 0.5, 2]


def test_levels_count_from_the_base_up_to_the_last() -> None:
    """d_1 = d_2 = q where level_base + lambda >= q."""
    texture = pyramid("LINEAR_MIPMAP_LINEAR", base_level=1)
    assert at(texture, 2.5, 3, 3.5, 9) == [3.5, 4, 4, 4]


def test_biases_are_not_bounded() -> None:
    """docs/semantics.md: no implementation's bound on the sum of biases."""
    texture = pyramid("NEAREST_MIPMAP_NEAREST", lod_bias=3.0)
    assert at(texture, 0) == [3]
    assert reds(texture, "1D", [(0.5,)], bias=[1.0]) == [4]
    assert reds(texture.with_(lod_bias=-40.0), "1D", [(0.5,)], bias=[43.0]) == [3]


def test_slanted_textures_take_the_level_of_the_shorter_axis() -> None:
    """EXT_texture_filter_anisotropic 3.8.5: lambda' = log2(P_max / N), with N up to ``max_anisotropy``."""
    levels = tuple(np.full((16 >> n, 16 >> n), n, np.float32) for n in range(5))
    texture = Texture("2D", levels, "LUMINANCE", max_anisotropy=4.0)

    def level(most: float, ddy: float, bias: float = 0.0, **fields: float) -> float:
        """Of a footprint eight texels across and ``ddy`` up."""
        changed = texture.with_(max_anisotropy=most, **fields)
        slopes = ([(8 / 16, 0)], [(0, ddy / 16)])
        return reds(changed, "2D", [(0.5, 0.5)], derivatives=slopes, bias=[bias])[0]

    assert level(1, 2) == 3
    assert level(2, 2) == 2
    assert level(4, 2) == level(16, 2) == 1
    assert level(16, 3) == 1, "log2 3 is 1.58"
    assert level(4, 2, bias=1.0) == level(4, 2, lod_bias=1.0) == 2
    assert level(4, 2, max_lod=0.0) == 0


def test_slanted_comparisons_compare() -> None:
    """NV_gpu_program4 3.8.14: a SHADOW target gives what passed, never a depth."""
    depths = tuple(np.full((16 >> n, 16 >> n), 0.5, np.float32) for n in range(5))
    texture = Texture("2D", depths, "DEPTH", max_anisotropy=8.0)
    slopes = ([(8 / 16, 0)] * 2, [(0, 1 / 16)] * 2)
    points = [(0.5, 0.5, 0.25), (0.5, 0.5, 0.75)]
    assert reds(texture, "SHADOW2D", points, derivatives=slopes) == [1, 0]
