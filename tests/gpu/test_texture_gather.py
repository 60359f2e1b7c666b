"""TXG where GL's own gathering would not do, and beside other lookups of the unit (NV_gpu_program5 2.X.8)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.source import TargetError

PLACES = np.random.default_rng(5).uniform(-1.5, 2.5, (400, 4)).astype(np.float32)
IMAGE = np.random.default_rng(6).uniform(0, 1, (5, 7, 4)).astype(np.float32)


def texture(**parameters: Any) -> nvrender.Texture:
    return nvrender.Texture.from_array(IMAGE, "2D", min_filter="NEAREST", mag_filter="NEAREST", **parameters)


@pytest.mark.parametrize("wrap", ["REPEAT", "MIRRORED_REPEAT", "CLAMP_TO_EDGE", "CLAMP_TO_BORDER"])
@pytest.mark.parametrize("numerics", ["exact", "fast"])
def test_both_sides_gather_the_same_texels(wrap: str, numerics: str) -> None:
    """Where coordinates are not within a hundredth of a texel of another footprint."""
    text = "!!NVvp5.0 TXG result.attrib[0], vertex.attrib[0], texture[0].z, 2D, (2, -1); END"
    texels = PLACES[:, :2] * (7, 5) - 0.5
    places = PLACES[(np.abs(texels - np.round(texels)) > 0.01).all(axis=1)]
    given = {0: texture(wrap_s=wrap, wrap_t=wrap, border_color=(2.0, 3.0, 4.0, 5.0))}
    one = nvrender.run(text, {0: places}, textures=given)["attrib[0]"]
    other = nvrender.run(text, {0: places}, textures=given, backend="gpu", numerics=numerics)["attrib[0]"]
    assert len(places) > 300 and np.array_equal(one, other)


@pytest.mark.parametrize("wrap", ["CLAMP", "MIRROR_CLAMP", "MIRROR_CLAMP_TO_BORDER"])
def test_what_gl_cannot_gather_is_refused(wrap: str) -> None:
    text = "!!NVvp5.0 TXG result.attrib[0], vertex.attrib[0], texture[0], 2D; END"
    given = {0: texture(wrap_s=wrap, wrap_t="REPEAT")}
    assert nvrender.run(text, {0: PLACES}, textures=given)["attrib[0]"].any()
    with pytest.raises(TargetError, match=r"texture\[0\] is read by TXG, and core OpenGL gathers no texture"):
        nvrender.run(text, {0: PLACES}, textures=given, backend="gpu")


def test_filtered_lookups_of_the_same_unit_keep_their_filters() -> None:
    text = """!!NVvp5.0 TXG result.attrib[0], vertex.attrib[0], texture[0], 2D;
    TEX result.attrib[1], vertex.attrib[0], texture[0], 2D; END"""
    given = nvrender.Texture.from_array(IMAGE, "2D", min_filter="LINEAR", mag_filter="LINEAR")
    places = np.float32([[0.31, 0.42, 0, 0], [0.77, 0.68, 0, 0]])
    both = [nvrender.run(text, {0: places}, textures={0: given}, backend=name) for name in ("oracle", "gpu")]
    assert np.array_equal(both[0]["attrib[0]"], both[1]["attrib[0]"])
    assert np.allclose(both[0]["attrib[1]"], both[1]["attrib[1]"], atol=1 / 256)
    late = nvrender.Texture.from_array(IMAGE, "2D", mipmaps=True, min_filter="NEAREST_MIPMAP_LINEAR")
    with pytest.raises(TargetError, match="not by LINEAR with NEAREST_MIPMAP_NEAREST"):
        nvrender.run(text, {0: places}, textures={0: late}, backend="gpu")
