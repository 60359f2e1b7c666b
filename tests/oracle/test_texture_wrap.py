"""Wrap modes, borders and offsets (NV_gpu_program4 3.8.8, Table X.19)."""

from __future__ import annotations

import math

import pytest
from texture_helpers import fetched, image, look_up, reds

from nvrender import Texture

#: Texels 10, 20, 30, 40; the border is 99.
ROW = Texture.from_array(image([10, 20, 30, 40]), "1D", border_color=(99, 0, 0, 0), mag_filter="NEAREST")
#: In texels: three images to either side, at texel centres.
PLACES = [-4.5, -3.5, -0.5, 0.5, 3.5, 4.5, 5.5, 8.5]


@pytest.mark.parametrize(
    ("wrap", "expected"),
    [
        ("REPEAT", [40, 10, 40, 10, 40, 10, 20, 10]),
        ("MIRRORED_REPEAT", [40, 40, 10, 10, 40, 40, 30, 10]),
        ("CLAMP_TO_EDGE", [10, 10, 10, 10, 40, 40, 40, 40]),
        ("CLAMP_TO_BORDER", [99, 99, 99, 10, 40, 99, 99, 99]),
        ("CLAMP", [10, 10, 10, 10, 40, 40, 40, 40]),
        ("MIRROR_CLAMP_TO_EDGE", [40, 40, 10, 10, 40, 40, 40, 40]),
        ("MIRROR_CLAMP_TO_BORDER", [99, 40, 10, 10, 40, 99, 99, 99]),
        ("MIRROR_CLAMP", [40, 40, 10, 10, 40, 40, 40, 40]),
    ],
)
def test_nearest_texels(wrap: str, expected: list[float]) -> None:
    """MIRRORED_REPEAT by its formula: texel −5 is 3 − mirror(mod(−5, 8) − 4) = 3 − mirror(−1) = 3."""
    found = reds(ROW.with_(wrap_s=wrap), "1D", [(place / 4,) for place in PLACES])
    assert found == expected


@pytest.mark.parametrize(
    ("wrap", "expected"),
    [
        # At −1, 0, 4 and 5 texels: between two texels, or what stands in for them.
        ("REPEAT", [35, 25, 25, 15]),
        ("MIRRORED_REPEAT", [15, 10, 40, 35]),
        ("CLAMP_TO_EDGE", [10, 10, 40, 40]),
        ("CLAMP_TO_BORDER", [99, 54.5, 69.5, 99]),
        ("CLAMP", [54.5, 54.5, 69.5, 69.5]),
        ("MIRROR_CLAMP_TO_EDGE", [15, 10, 40, 40]),
        ("MIRROR_CLAMP_TO_BORDER", [15, 10, 69.5, 99]),
        ("MIRROR_CLAMP", [15, 10, 69.5, 69.5]),
    ],
)
def test_linear_texels(wrap: str, expected: list[float]) -> None:
    """CLAMP first keeps u in [0, 4], so that at most half of the border is seen."""
    texture = ROW.with_(wrap_s=wrap, mag_filter="LINEAR")
    assert reds(texture, "1D", [(place / 4,) for place in (-1, 0, 4, 5)]) == expected


def test_every_axis_has_its_own_mode() -> None:
    """TEXTURE_WRAP_S, T and R, with w_t, h_t and d_t as sizes."""
    values = image(range(2 * 3 * 4)).reshape(2, 3, 4)
    texture = Texture.from_array(
        values, "3D", mag_filter="NEAREST", wrap_s="REPEAT", wrap_t="CLAMP_TO_EDGE", wrap_r="MIRRORED_REPEAT"
    )
    # i = 5 → 1, j = 5 → 2, k = 2 → 1; then i = 0, j = −1 → 0, k = −2 → 1.
    assert reds(texture, "3D", [(5.5 / 4, 5.5 / 3, 2.5 / 2), (0.5 / 4, -0.5 / 3, -1.5 / 2)]) == [
        12 + 8 + 1,
        12,
    ]


def test_rectangles_take_texels() -> None:
    """ARB_texture_rectangle 3.8.8: u = s, v = t."""
    texture = Texture.from_array(image(range(12)).reshape(3, 4), "RECT", mag_filter="NEAREST")
    assert reds(texture, "RECT", [(0.5, 0.5), (3.9, 2.9), (7, -1), (1, 1)]) == [0, 11, 3, 5]
    assert reds(texture.with_(mag_filter="LINEAR"), "RECT", [(1, 1), (2.5, 1.75)]) == [2.5, 7]
    clamped = texture.with_(wrap_s="CLAMP", wrap_t="CLAMP", mag_filter="LINEAR", border_color=(100, 0, 0, 0))
    # u' = 4: half texel 3, half border.
    assert reds(clamped, "RECT", [(9, 0.5)]) == [51.5]


def test_border_texels_are_used_before_the_border_color() -> None:
    """3.8.8: "i < -b_s … i >= w_t + b_s"; the coordinates count the inside only."""
    texture = Texture.from_array(
        image([7, 10, 20, 8]), "1D", border=1, mag_filter="LINEAR", wrap_s="CLAMP", border_color=(99, 0, 0, 0)
    )
    assert reds(texture, "1D", [(0.0,), (0.25,), (1.0,)]) == [8.5, 10, 14]
    near = texture.with_(mag_filter="NEAREST", wrap_s="CLAMP_TO_BORDER")
    assert reds(near, "1D", [(-0.25,), (-3.0,), (1.25,)]) == [7, 7, 8]
    mirrored = near.with_(wrap_s="MIRROR_CLAMP_TO_BORDER")
    assert reds(mirrored, "1D", [(-0.25,), (-3.0,)]) == [10, 8]


def test_the_border_color_is_of_the_base_format() -> None:
    """OpenGL 1.5, table 3.15: luminance and intensity are its red."""
    expected = {
        "ALPHA": [0, 0, 0, 0.5], "LUMINANCE": [0.25, 0.25, 0.25, 1], "INTENSITY": [0.25] * 4,
        "LUMINANCE_ALPHA": [0.25, 0.25, 0.25, 0.5], "RGB": [0.25, 0.75, 1, 1], "RGBA": [0.25, 0.75, 1, 0.5],
        "DEPTH": [0.25, 0.25, 0.25, 1],
    }  # fmt: skip
    sizes = {"LUMINANCE_ALPHA": 2, "RGB": 3, "RGBA": 4}
    for base_format, vector in expected.items():
        texture = Texture.from_array(
            image([[0.0] * sizes.get(base_format, 1)]), "1D", base_format,
            wrap_s="CLAMP_TO_BORDER", border_color=(0.25, 0.75, 1, 0.5),
        )  # fmt: skip
        assert look_up(texture, "1D", [(5,)]) == [vector], base_format


def test_offsets_count_texels_of_the_level_read() -> None:
    """NV_gpu_program4 2.X.4.4 and issue 30: added to u, v, w, before wrapping."""
    levels = (image(range(8)), image([10, 11, 12, 13]), image([20, 21]), image([30]))
    texture = Texture("1D", levels, "LUMINANCE", min_filter="NEAREST_MIPMAP_NEAREST", mag_filter="NEAREST")
    assert reds(texture, "1D", [(0.1,)] * 3, (1, 0, 0), detail=[0, 1, 2]) == [1, 11, 21]
    assert reds(texture, "1D", [(0.1,)] * 3, (-1, 0, 0), detail=[0, 1, 2]) == [7, 13, 21]
    assert reds(texture.with_(wrap_s="CLAMP_TO_EDGE"), "1D", [(0.9,)], (5, 0, 0)) == [7]
    flat = Texture.from_array(image(range(12)).reshape(3, 4), "2D", mag_filter="NEAREST")
    assert reds(flat, "2D", [(0.1, 0.1)], (1, 2, 0)) == [9]


def test_coordinates_that_are_no_place() -> None:
    """docs/semantics.md: NaN counts as 0, infinities as very far."""
    points = [(math.nan,), (math.inf,), (-math.inf,), (3e38,)]
    assert reds(ROW.with_(wrap_s="CLAMP_TO_EDGE"), "1D", points) == [10, 40, 10, 40]
    # 2^30 texels are a whole number of images.
    assert reds(ROW, "1D", points) == [10, 10, 10, 10]


def test_fetches_do_not_wrap() -> None:
    """NV_gpu_program4 Table X.18: "do not support LOD clamping or any texture wrap mode"."""
    assert [vector[0] for vector in fetched(ROW, "1D", [(0,), (3,), (4,), (-1,)])] == [10, 40, 0, 0]
