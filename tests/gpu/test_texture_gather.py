"""TXG and TXGO by GL's own gathering and by texels, and beside other lookups (NV_gpu_program5 2.X.8)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest

import nvrender
from nvrender.gpu.resources import texture_keys

WRAPS = [
    "REPEAT", "MIRRORED_REPEAT", "CLAMP", "CLAMP_TO_EDGE", "CLAMP_TO_BORDER", "MIRROR_CLAMP",
    "MIRROR_CLAMP_TO_EDGE", "MIRROR_CLAMP_TO_BORDER",
]  # fmt: skip
RANDOM = np.random.default_rng(5)
PLACES = RANDOM.uniform(-1.5, 2.5, (400, 4)).astype(np.float32)
OFFSETS = RANDOM.integers(-40, 40, (400, 4)).astype(np.int32)
IMAGE = np.random.default_rng(6).uniform(0, 1, (5, 7, 4)).astype(np.float32)


def texture(**parameters: Any) -> nvrender.Texture:
    return nvrender.Texture.from_array(IMAGE, "2D", min_filter="NEAREST", mag_filter="NEAREST", **parameters)


def inside(size: tuple[int, int]) -> np.ndarray:
    """Lanes whose coordinates are not within a hundredth of a texel of another footprint."""
    texels = PLACES[:, :2] * size - 0.5
    return np.flatnonzero((np.abs(texels - np.round(texels)) > 0.01).all(axis=1))


def agree(text: str, given: dict[int, nvrender.Texture], lanes: np.ndarray, **options: Any) -> np.ndarray:
    attributes = {0: PLACES[lanes], 1: OFFSETS[lanes], 2: OFFSETS[lanes][:, ::-1]}
    one = nvrender.run(text, attributes, textures=given)["attrib[0]"]
    other = nvrender.run(text, attributes, textures=given, backend="gpu", **options)["attrib[0]"]
    assert len(lanes) > 300 and one.any() and np.array_equal(one, other)
    return one


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("border", [0, 1])
@pytest.mark.parametrize("numerics", ["exact", "fast"])
def test_both_sides_gather_the_same_texels(wrap: str, border: int, numerics: str) -> None:
    """OpenGL 1.5, 3.8.8: borders and wrap modes that core OpenGL has no more, too."""
    text = "!!NVvp5.0 TXG result.attrib[0], vertex.attrib[0], texture[0].z, 2D, (2, -1); END"
    given = {0: texture(wrap_s=wrap, wrap_t=wrap, border=border, border_color=(2.0, 3.0, 4.0, 5.0))}
    agree(text, given, inside((7 - 2 * border, 5 - 2 * border)), numerics=numerics)


@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("border", [0, 1])
def test_both_sides_gather_four_texels_apart(wrap: str, border: int) -> None:
    """NV_gpu_program5 2.X.8, TXGO; 2.X.4.4: offsets beyond -32 and 31 are kept within (docs/semantics.md)."""
    arguments = "vertex.attrib[0], vertex.attrib[1], vertex.attrib[2], texture[0].y, 2D"
    text = f"!!NVvp5.0 TXGO result.attrib[0], {arguments}; END"
    given = {0: texture(wrap_s=wrap, wrap_t=wrap, border=border, border_color=(2.0, 3.0, 4.0, 5.0))}
    agree(text, given, inside((7 - 2 * border, 5 - 2 * border)))


@pytest.mark.parametrize("limits", [(0, -1), (-8, 7)])
def test_contexts_that_gather_nothing_or_near_texels_fetch_them(
    limits: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """TXGO's offsets reach from -32 to 31, TXG's are constants (NV_gpu_program5 issue 2)."""
    monkeypatch.setattr(texture_keys, "gather_offsets", lambda context: limits)
    arguments = "vertex.attrib[0], vertex.attrib[1], vertex.attrib[2], texture[0].y, 2D"
    agree(f"!!NVvp5.0 TXGO result.attrib[0], {arguments}; END", {0: texture()}, inside((7, 5)))
    text = "!!NVvp5.0 TXG result.attrib[0], vertex.attrib[0], texture[0].z, 2D; END"
    agree(text, {0: texture()}, inside((7, 5)))


def test_the_contexts_limits_are_asked_for(context: moderngl.Context) -> None:
    """OpenGL 4.0, table 6.46: at most -8 and at least 7."""
    least, most = texture_keys.gather_offsets(context)
    assert least <= -8 and most >= 7


@pytest.mark.parametrize("target", ["CUBE", "ARRAYCUBE"])
@pytest.mark.parametrize("wrap", ["CLAMP_TO_EDGE", "REPEAT", "CLAMP_TO_BORDER"])
def test_faces_are_gathered_alone(target: str, wrap: str) -> None:
    """OpenGL 1.5, 3.8.6: a face is sampled as a two-dimensional texture; of NV_gpu_program5 2.X.8, TXG."""
    shape = (6, 5, 5, 4) if target == "CUBE" else (3, 6, 5, 5, 4)
    image = np.random.default_rng(7).uniform(0, 1, shape).astype(np.float32)
    given = nvrender.Texture.from_array(image, target, wrap_s=wrap, wrap_t=wrap)
    text = f"!!NVvp5.0 TXG result.attrib[0], vertex.attrib[0], texture[0].w, {target}; END"
    size = np.sort(np.abs(PLACES[:, :3]), axis=1)
    texels = 2.5 * (size[:, :2] / size[:, 2:] + 1) - 0.5
    near = np.abs(texels - np.round(texels)).min(axis=1) < 0.01
    near |= size[:, 2] - size[:, 1] < 0.01
    agree(text, {0: given}, np.flatnonzero(~near))


def test_filtered_lookups_of_the_same_unit_keep_their_filters() -> None:
    text = """!!NVvp5.0 TXG result.attrib[0], vertex.attrib[0], texture[0], 2D;
    TXL result.attrib[1], vertex.attrib[0], texture[0], 2D; END"""
    places = np.float32([[0.31, 0.42, 0, 0.25], [0.77, 0.68, 0, 0.75]])
    for filters in ({"min_filter": "LINEAR"}, {"min_filter": "NEAREST_MIPMAP_LINEAR", "mipmaps": True}):
        given = nvrender.Texture.from_array(IMAGE, "2D", mag_filter="LINEAR", **filters)
        run = [
            nvrender.run(text, {0: places}, textures={0: given}, backend=name) for name in ("oracle", "gpu")
        ]
        assert np.array_equal(run[0]["attrib[0]"], run[1]["attrib[0]"])
        assert np.allclose(run[0]["attrib[1]"], run[1]["attrib[1]"], atol=1 / 256)


def test_contexts_without_cube_map_arrays_have_them_in_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cube map arrays came with OpenGL 4.0; without them the shader filters faces that are layers."""
    monkeypatch.setattr(
        texture_keys, "_misses_target", lambda context, texture: texture.target == "ARRAYCUBE"
    )
    image = np.random.default_rng(8).uniform(0, 1, (3, 6, 4, 4, 4)).astype(np.float32)
    given = nvrender.Texture.from_array(image, "ARRAYCUBE", min_filter="NEAREST", mag_filter="NEAREST")
    size = np.sort(np.abs(PLACES[:, :3]), axis=1)
    texels = 2 * (size[:, :2] / size[:, 2:] + 1)
    near = np.abs(texels - np.round(texels)).min(axis=1) < 0.01
    near |= size[:, 2] - size[:, 1] < 0.01
    for name in ("TEX", "TXG"):
        text = f"!!NVvp5.0 {name} result.attrib[0], vertex.attrib[0], texture[0], ARRAYCUBE; END"
        agree(text, {0: given}, np.flatnonzero(~near))
