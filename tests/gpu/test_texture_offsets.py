"""Texel offsets from registers: as constants are, of every lane its own (NV_gpu_program5 2.X.4.4)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nvrender
from nvrender.gl.textures.formats import TARGET_AXES
from nvrender.ops.texture_targets import TARGETS

RANDOM = np.random.default_rng(11)
#: What an offset may be added to; the texture each reads.
MOVED = {
    name: name.removeprefix("SHADOW") for name, row in TARGETS.items() if row.offsets and not row.multisample
}
SIZES = {"W": 9, "H": 7, "D": 5, "L": 3}
LANES = 64


def texture(target: str, **fields: Any) -> nvrender.Texture:
    shadow = target.startswith("SHADOW")
    axes = TARGET_AXES[MOVED[target]]
    shape = [SIZES[axis] for axis in axes] + ([] if shadow else [4])
    image = np.random.default_rng(len(target)).uniform(0, 1, shape).astype(np.float32)
    base_format = "DEPTH" if shadow else None
    wraps = dict.fromkeys(("wrap_s", "wrap_t", "wrap_r"), "CLAMP_TO_EDGE")
    mipmaps = target.removeprefix("SHADOW") != "RECT"
    return nvrender.Texture.from_array(image, MOVED[target], base_format, mipmaps=mipmaps, **wraps, **fields)


def instructions(target: str) -> list[str]:
    row = TARGETS[target]
    names = ["TEX", *(["TXB", "TXL", "TXP"] if row.projected else []), *(["TXF"] if row.fetched else [])]
    return names + (["TXG"] if row.gathered else [])


def program(name: str, target: str, offset: str) -> str:
    place = "vertex.attrib[2]" if name == "TXF" else "vertex.attrib[0]"
    return f"!!NVvp5.0 {name} result.attrib[0], {place}, texture[0], {target}, {offset}; END"


@pytest.mark.parametrize("target", MOVED)
@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_registers_move_lookups_as_constants_do(target: str, backend: str) -> None:
    places = RANDOM.uniform(-0.5, 1.5, (LANES, 4)).astype(np.float32)
    if target.endswith("RECT"):
        places[:, :2] *= 9
    places[:, 3] = RANDOM.uniform(0.5, 1.5, LANES)
    texels = RANDOM.integers(-1, 8, (LANES, 4)).astype(np.int32)
    texels[:, 3] %= 2
    given = {0: texture(target)}
    for name in instructions(target):
        for offset in ((1, -2, 1), (-8, 7, -3)):
            numbers = ", ".join(map(str, offset[: TARGETS[target].offsets]))
            # What a target has no use for is ignored; w always.
            words = np.int32([*offset[: TARGETS[target].offsets], 5, 6, 7, 8][:4])
            options: Any = {"textures": given, "backend": backend}
            fixed = nvrender.run(program(name, target, f"({numbers})"), {0: places, 2: texels}, **options)
            attributes = {0: places, 1: np.tile(words, (LANES, 1)), 2: texels}
            moved = nvrender.run(program(name, target, "offset(vertex.attrib[1])"), attributes, **options)
            assert np.allclose(fixed["attrib[0]"], moved["attrib[0]"], atol=4 / 256), name
            assert name == "TXF" or moved["attrib[0]"].any()


@pytest.mark.parametrize("target", MOVED)
def test_lanes_have_offsets_of_their_own(target: str) -> None:
    """Both sides agree; beyond -8 and 7 offsets are kept within (docs/semantics.md)."""
    places = RANDOM.uniform(-0.5, 1.5, (LANES, 4)).astype(np.float32)
    if target.endswith("RECT"):
        places[:, :2] *= 9
    places[:, 3] = RANDOM.uniform(0.5, 1.5, LANES)
    texels = RANDOM.integers(-1, 8, (LANES, 4)).astype(np.int32)
    words = RANDOM.integers(-20, 20, (LANES, 4)).astype(np.int32)
    words[:2] = [[2**31 - 1] * 4, [-(2**31)] * 4]
    attributes = {0: places, 1: words, 2: texels}
    kept = {**attributes, 1: np.clip(words, -8, 7)}
    for name in instructions(target):
        text = program(name, target, "offset(vertex.attrib[1].yxzw)")
        one = nvrender.run(text, attributes, textures={0: texture(target)})["attrib[0]"]
        same = nvrender.run(text, kept, textures={0: texture(target)})["attrib[0]"]
        other = nvrender.run(text, attributes, textures={0: texture(target)}, backend="gpu")["attrib[0]"]
        assert np.array_equal(one, same), name
        assert np.mean(np.abs(one - other).max(axis=1) < 2e-5) > 0.98, name


@pytest.mark.parametrize("minifying", ["LINEAR_MIPMAP_LINEAR", "LINEAR_MIPMAP_NEAREST"])
def test_offsets_are_of_the_texels_of_each_level(minifying: str) -> None:
    """2.X.4.4: they are added to u, v and w, which count texels of the level."""
    levels = tuple(np.arange(size, dtype=np.float32) * 10**n for n, size in enumerate((8, 4, 2, 1)))
    row = nvrender.Texture("1D", levels, "LUMINANCE", min_filter=minifying, wrap_s="CLAMP_TO_EDGE")
    text = "!!NVvp5.0 TXL result.attrib[0], vertex.attrib[0], texture[0], 1D, offset(vertex.attrib[1]); END"
    # Between the first two texels of level 1, and one further; half of level 0, at its texel 1.
    places = np.float32([[0.25, 0, 0, 1], [0.25, 0, 0, 0.5]])
    attributes = {0: places, 1: np.ones((2, 4), np.int32)}
    wanted = [15.0, (2.5 + 15.0) / 2] if minifying.endswith("LINEAR") else [15.0, 2.5]
    for backend in ("oracle", "gpu"):
        found = nvrender.run(text, attributes, textures={0: row}, backend=backend)
        assert found["attrib[0]"][:, 0].tolist() == pytest.approx(wanted, abs=1e-4)


def test_buffer_textures_have_no_offsets() -> None:
    """2.X.4.4: components not needed for the target are ignored."""
    row = nvrender.Texture("BUFFER", (np.float32([[5.0], [6.0], [7.0]]),), "LUMINANCE")
    text = "!!NVvp5.0 TXF result.attrib[0], {1, 0, 0, 0}, texture[0], BUFFER, offset(vertex.attrib[1]); END"
    for backend in ("oracle", "gpu"):
        found = nvrender.run(text, {1: np.int32([[1, 1, 1, 1]])}, textures={0: row}, backend=backend)
        assert found["attrib[0]"][0, 0] == 6.0


def test_fragments_keep_their_level_of_detail() -> None:
    """2.X.8, TEX: the derivatives are those of the coordinates, whatever the offsets."""
    flat = texture("2D")
    text = """!!NVfp5.0 TEX result.color, fragment.texcoord[0], texture[0], 2D, offset(fragment.texcoord[1]);
    END"""
    places = np.zeros((4, 4), np.float32)
    places[:, :2] = np.float32([[0, 0], [1, 0], [0, 1], [1, 1]]) * 0.25 + 0.3
    words = np.int32([[1, 0, 0, 0], [0, 7, 0, 0], [-8, 0, 0, 0], [3, 3, 0, 0]])
    attributes = {"texcoord[0]": places, "texcoord[1]": words}
    found = [
        nvrender.run(text, attributes, textures={0: flat}, backend=name)["color[0]"]
        for name in ("oracle", "gpu")
    ]
    assert np.allclose(*found, atol=2e-5) and len(np.unique(found[0], axis=0)) == 4
