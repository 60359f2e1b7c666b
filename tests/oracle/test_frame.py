"""The oracle's fixed-function fragments and blending, with numbers by hand (OpenGL 1.5, 3.8 to 4.1)."""

from __future__ import annotations

import numpy as np
import pytest
from drawing_helpers import SQUARE, oracle_picture, window

from nvrender.gl.state import AlphaTest, Blend, Depth, Fog, State, TextureUnit
from nvrender.gl.textures.texture import Texture
from nvrender.oracle.fixed.combine import environment
from nvrender.oracle.fixed.fragment_stage import alpha_passes, fogged
from nvrender.oracle.frame.blend import blended, to_bytes
from nvrender.oracle.texture.anisotropy import elliptical

#: Every fragment passes, and writes.
FLAT = Depth(True, "LEQUAL")
BLEND_RESULTS = {
    "ZERO": 0, "ONE": 200, "SRC_COLOR": 157, "ONE_MINUS_SRC_COLOR": 43, "DST_COLOR": 78,
    "ONE_MINUS_DST_COLOR": 122, "SRC_ALPHA": 40, "ONE_MINUS_SRC_ALPHA": 160, "DST_ALPHA": 120,
    "ONE_MINUS_DST_ALPHA": 80,
}  # fmt: skip


@pytest.mark.parametrize("factor", BLEND_RESULTS)
def test_blend_factors(factor: str) -> None:
    """4.1.7, tables 4.1 and 4.2: 200 with alpha 51 over 100 with alpha 153."""
    source, destination = (np.array([[c, c, c, a]], np.uint8) for c, a in ((200, 51), (100, 153)))
    only = blended(source, destination, Blend(True, factor, "ZERO"))
    assert only[0, 0] == BLEND_RESULTS[factor]
    both = blended(source, destination, Blend(True, factor, "ONE"))
    assert both[0, 0] == min(BLEND_RESULTS[factor] + 100, 255)


def test_fragments_are_rounded_before_they_are_blended() -> None:
    """4.1.7 and 2.14.9: colours are fixed point; 0.4 of 255 is nothing, however often it is added."""
    state = State(blend=Blend(True, "ONE", "ONE"))
    picture = oracle_picture("MOV o[COL0], {0.0016, 0.0024, 0, 0};", state=state, times=5)
    assert picture[0, 0, :2].tolist() == [0, 5]


def test_colours_that_are_no_numbers_are_black() -> None:
    found = to_bytes(np.array([[np.nan, np.inf, -np.inf, 0.5]], np.float32))
    assert found.tolist() == [[0, 255, 0, 128]]


def test_a_pixel_is_the_mean_of_its_samples() -> None:
    """3.2.1: the left 3/8 of the second column hold two of its four samples."""
    corners = window([(0, 0), (1.5, 0), (1.5, 4), (0, 4)], (4, 4))
    picture = oracle_picture("MOV o[COL0], {1, 1, 1, 1};", {0: corners}, samples=4)
    assert picture[1, :, 0].tolist() == [255, 128, 0, 0]


#: Cf = (0.8, 0.4, 0.2), Af = 0.5; texel (0.5, 0.25, 1) with alpha 0.6, luminance and intensity 0.5; Cc 0.4.
CF, AF, CT, AT, LT, CC = np.array([0.8, 0.4, 0.2]), 0.5, np.array([0.5, 0.25, 1.0]), 0.6, 0.5, 0.4
ENVIRONMENTS = {
    ("REPLACE", "ALPHA"): (CF, AT),
    ("REPLACE", "LUMINANCE"): ([0.5] * 3, AF),
    ("REPLACE", "LUMINANCE_ALPHA"): ([0.5] * 3, AT),
    ("REPLACE", "INTENSITY"): ([0.5] * 3, 0.5),
    ("REPLACE", "RGB"): (CT, AF),
    ("REPLACE", "RGBA"): (CT, AT),
    ("MODULATE", "ALPHA"): (CF, 0.3),
    ("MODULATE", "LUMINANCE"): ([0.4, 0.2, 0.1], AF),
    ("MODULATE", "LUMINANCE_ALPHA"): ([0.4, 0.2, 0.1], 0.3),
    ("MODULATE", "INTENSITY"): ([0.4, 0.2, 0.1], 0.25),
    ("MODULATE", "RGB"): ([0.4, 0.1, 0.2], AF),
    ("MODULATE", "RGBA"): ([0.4, 0.1, 0.2], 0.3),
    ("DECAL", "ALPHA"): (CF, AF),
    ("DECAL", "LUMINANCE"): (CF, AF),
    ("DECAL", "LUMINANCE_ALPHA"): (CF, AF),
    ("DECAL", "INTENSITY"): (CF, AF),
    ("DECAL", "RGB"): (CT, AF),
    ("DECAL", "RGBA"): ([0.62, 0.31, 0.68], AF),
    ("BLEND", "ALPHA"): (CF, 0.3),
    ("BLEND", "LUMINANCE"): ([0.6, 0.4, 0.3], AF),
    ("BLEND", "LUMINANCE_ALPHA"): ([0.6, 0.4, 0.3], 0.3),
    ("BLEND", "INTENSITY"): ([0.6, 0.4, 0.3], 0.45),
    ("BLEND", "RGB"): ([0.6, 0.4, 0.4], AF),
    ("BLEND", "RGBA"): ([0.6, 0.4, 0.4], 0.3),
    ("ADD", "ALPHA"): (CF, 0.3),
    ("ADD", "LUMINANCE"): ([1.0, 0.9, 0.7], AF),
    ("ADD", "LUMINANCE_ALPHA"): ([1.0, 0.9, 0.7], 0.3),
    ("ADD", "INTENSITY"): ([1.0, 0.9, 0.7], 1.0),
    ("ADD", "RGB"): ([1.0, 0.65, 1.0], AF),
    ("ADD", "RGBA"): ([1.0, 0.65, 1.0], 0.3),
}


@pytest.mark.parametrize(("mode", "base_format"), ENVIRONMENTS)
def test_texture_environments(mode: str, base_format: str) -> None:
    """3.8.13, tables 3.22 and 3.23."""
    grey = base_format in ("LUMINANCE", "LUMINANCE_ALPHA", "INTENSITY")
    alpha = {"LUMINANCE": 1.0, "RGB": 1.0, "INTENSITY": LT}.get(base_format, AT)
    texel = np.array([[*([LT] * 3 if grey else CT), alpha]], np.float32)
    unit = TextureUnit(True, mode, (CC, CC, CC, CC), base_format)
    found = environment(unit, np.array([[*CF, AF]], np.float32), texel)
    color, opacity = ENVIRONMENTS[mode, base_format]
    assert found[0].tolist() == pytest.approx([*color, opacity], abs=1e-6)


def test_units_work_one_after_the_other_at_their_own_coordinates() -> None:
    """3.8.13; texel (0, 0) is the lower left one."""
    checks = Texture.from_array(
        np.array([[[100], [200]], [[50], [150]]], np.uint8), mag_filter="NEAREST", min_filter="NEAREST"
    )
    half = Texture.from_array(np.full((1, 1, 1), 51, np.uint8))
    state = State(
        texture_units=(
            TextureUnit(True, "REPLACE", base_format="LUMINANCE"),
            TextureUnit(True, "ADD", base_format="LUMINANCE"),
        )
    )
    body = "MOV o[COL0], {1, 1, 1, 1}; MOV o[TEX0], v[TEX0]; MOV o[TEX1], v[TEX0];"
    attributes = {0: SQUARE, 8: [(0, 0), (1, 0), (1, 1), (0, 1)]}
    picture = oracle_picture(body, attributes, state=state, size=(2, 2), textures={0: checks, 1: half})
    assert picture[:, :, 0].tolist() == [[151, 251], [101, 201]]


def test_the_second_colour_is_added_and_clamped() -> None:
    """3.9, NV_vertex_program 3.9: without its alpha."""
    body = "MOV o[COL0], {0.8, 0.2, 0, 0.4}; MOV o[COL1], {0.4, 0.4, 0, 1};"
    assert oracle_picture(body)[0, 0].tolist() == [255, 153, 0, 102]


@pytest.mark.parametrize(("fog", "factor"), [
    (Fog(True, "LINEAR", start=1.0, end=5.0), 0.75),
    (Fog(True, "EXP", density=0.5), 0.36787944),
    (Fog(True, "EXP2", density=0.5), 0.36787944),
    (Fog(True, "LINEAR", start=3.0, end=3.0), 1.0),
    (Fog(True, "LINEAR", start=1.0, end=1.0), 0.0),
    (Fog(True, "LINEAR", start=-9.0, end=1.0), 0.0),
])  # fmt: skip
def test_fog(fog: Fog, factor: float) -> None:
    """3.10, equations 3.24 to 3.26, at distance 2; alpha stays."""
    fog = Fog(fog.enabled, fog.mode, fog.density, fog.start, fog.end, (0.0, 1.0, 0.5, 0.0))
    found = fogged(fog, np.array([[1.0, 0.0, 0.5, 0.25]], np.float32), np.array([2.0], np.float32))
    assert found[0].tolist() == pytest.approx([factor, 1 - factor, 0.5, 0.25], abs=1e-6)


def test_no_fog_where_the_program_writes_no_coordinate() -> None:
    """NV_vertex_program2 2.14.1.5."""
    fog = Fog(True, "EXP", density=1e9, color=(0.0, 1.0, 0.0, 0.0))
    white = "MOV o[COL0], {1, 1, 1, 1};"
    assert oracle_picture(white, state=State(fog=fog))[0, 0].tolist() == [255] * 4
    picture = oracle_picture(f"{white} MOV o[FOGC].x, {{1}};", state=State(fog=fog))
    assert picture[0, 0].tolist() == [0, 255, 0, 255]


@pytest.mark.parametrize(("function", "passing"), [
    ("NEVER", [0, 0, 0]), ("LESS", [1, 0, 0]), ("EQUAL", [0, 1, 0]), ("LEQUAL", [1, 1, 0]),
    ("GREATER", [0, 0, 1]), ("NOTEQUAL", [1, 0, 1]), ("GEQUAL", [0, 1, 1]), ("ALWAYS", [1, 1, 1]),
])  # fmt: skip
def test_the_alpha_test(function: str, passing: list[int]) -> None:
    """4.1.4, against 100/255; 0.3921 is the same number in eight bits."""
    alpha = np.array([0.38, 0.3921, 0.40], np.float32)
    found = alpha_passes(AlphaTest(True, function, 100 / 255), alpha)
    assert found.tolist() == [bool(value) for value in passing]


def test_fragments_that_fail_the_alpha_test_leave_no_depth() -> None:
    """4.1.4 comes before 4.1.6."""
    positions = [(x, y, z, 1) for z in (-0.5, 0.5) for x, y in SQUARE]
    colors = [color for color in ((1, 0, 0, 0.25), (0, 1, 0, 1)) for _ in SQUARE]
    state = State(depth=Depth(True), alpha_test=AlphaTest(True, "GREATER", 0.5))
    picture = oracle_picture("MOV o[COL0], v[COL0];", {0: positions, 3: colors}, state=state)
    assert (picture[:, :, :3] == (0, 255, 0)).all()


def test_sprites() -> None:
    """ARB_point_sprite 3.3: (0, 0) at the upper left, s to the right, t downwards."""
    ramp = np.zeros((4, 4, 3), np.uint8)
    ramp[:, :, 0] = [10, 20, 30, 40]
    ramp[:, :, 1] = np.array([10, 20, 30, 40])[:, None]
    texture = Texture.from_array(ramp, mag_filter="NEAREST", min_filter="NEAREST")
    unit = TextureUnit(True, "REPLACE", base_format="RGB", coord_replace=True)
    state = State(point_size=4.0, texture_units=(unit,))
    picture = oracle_picture(
        "MOV o[COL0], {1, 1, 1, 1};", {0: [(0, 0)]}, primitive="POINTS", state=state, textures={0: texture}
    )
    assert picture[0, :, 0].tolist() == [10, 20, 30, 40]
    assert picture[:, 0, 1].tolist() == [40, 30, 20, 10]


def test_textures_at_a_slant() -> None:
    """EXT_texture_filter_anisotropic: sharper than without along the other axis, and as bright."""
    stripes = np.zeros((64, 64, 1), np.uint8)
    stripes[:, ::4] = stripes[:, 1::4] = 200
    plain = Texture.from_array(stripes, mipmaps=True)
    state = State(texture_units=(TextureUnit(True, "REPLACE", base_format="LUMINANCE"),))
    # One texel a pixel across, four upwards.
    attributes = {0: SQUARE, 8: [(0, 0), (1, 0), (1, 4), (0, 4)]}
    body = "MOV o[COL0], v[OPOS]; MOV o[TEX0], v[TEX0];"
    contrast = []
    for texture in (plain, plain.with_(max_anisotropy=4.0)):
        picture = oracle_picture(body, attributes, state=state, size=(64, 64), textures={0: texture})
        assert picture[:, :, 0].mean() == pytest.approx(100, abs=1)
        contrast.append(int(np.ptp(picture[:, :, 0])))
    assert contrast[0] <= 5 and contrast[1] >= 60


def test_a_texture_of_one_colour_stays_that_colour_at_every_slant() -> None:
    grey = Texture.from_array(np.full((16, 16, 1), 77, np.uint8), mipmaps=True, max_anisotropy=8.0)
    state = State(texture_units=(TextureUnit(True, "REPLACE", base_format="LUMINANCE"),))
    body = "MOV o[COL0], v[OPOS]; MOV o[TEX0], v[TEX0];"
    for far in (0.01, 1.0, 50.0):
        attributes = {0: SQUARE, 8: [(0, 0), (1, 0), (1, far), (0, far)]}
        picture = oracle_picture(body, attributes, state=state, size=(8, 8), textures={0: grey})
        assert (picture[:, :, 0] == 77).all()


def test_sums_stop_at_the_largest_colour() -> None:
    """4.1.7: four squares in one draw, added in whatever way."""
    positions = SQUARE * 4
    colors = [color for color in ((100 / 255, 10 / 255, 0, 0),) * 4 for _ in SQUARE]
    for state in (State(blend=Blend(True, "ONE", "ONE")), State(blend=Blend(True, "ONE", "ONE"), depth=FLAT)):
        picture = oracle_picture("MOV o[COL0], v[COL0];", {0: positions, 3: colors}, state=state)
        assert (picture[:, :, :2] == (255, 40)).all()


def test_footprints_no_level_is_made_for_are_bounded() -> None:
    """docs/semantics.md: with max_lod 0 one of millions of texels counts as some."""
    checks = np.zeros((16, 16, 1), np.uint8)
    checks[::2, ::2] = checks[1::2, 1::2] = 200
    texture = Texture.from_array(checks, mipmaps=True, max_anisotropy=4.0, max_lod=0.0)
    place = np.random.default_rng(5).uniform(0, 1, (2, 10000))
    far = np.full((2, 10000), 1e6)
    far[:, ::2] = 0.0
    with np.errstate(divide="ignore"):
        found = elliptical(texture, place, (far, far * [[1.0], [-1.0]]), 0.0)
        alone = elliptical(texture, place[:, ::2], (far[:, ::2],) * 2, 0.0)
    assert found[1::2] * 255 == pytest.approx(100, abs=20)
    assert (found[::2] == alone).all() and np.ptp(alone) > 0.4
