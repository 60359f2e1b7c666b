"""LOD on both sides: the level accessed, and lambda (ARB_texture_query_lod, docs/semantics.md)."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import moderngl
import numpy as np
import pytest
from drawing import SQUARE

import nvrender
from nvrender.gl.textures.formats import MIN_FILTERS, TARGET_AXES
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.resources.textures import TextureObject

SIZES = {"W": 8, "H": 8, "D": 8, "L": 2, "F": 6}
TARGETS = ["1D", "2D", "3D", "CUBE", "RECT", "ARRAY1D", "ARRAY2D", "ARRAYCUBE", "SHADOW2D", "SHADOWARRAYCUBE"]


def texture(target: str, **fields: Any) -> nvrender.Texture:
    plain = target.removeprefix("SHADOW")
    shape = [SIZES[axis] for axis in TARGET_AXES[plain]]
    image = np.random.default_rng(3).uniform(0, 1, shape).astype(np.float32)
    base_format = "DEPTH" if plain != target else None
    several = plain != "RECT" and "MIPMAP" in fields.get("min_filter", "LINEAR_MIPMAP_LINEAR")
    return nvrender.Texture.from_array(image, plain, base_format, mipmaps=several, **fields)


def quads(count: int, seed: int) -> np.ndarray:
    """Places of fragments whose coordinates change by 2^-9 to 2^3 a pixel, along both axes."""
    random = np.random.default_rng(seed)
    slopes = random.normal(size=(count, 2, 4)) * 2.0 ** random.uniform(-9, 3, (count, 2, 1))
    slopes[::8] = 0
    steps = np.array([[0, 0], [1, 0], [0, 1], [1, 1]])
    places = random.uniform(-1, 1, (count, 1, 4)) + np.einsum("sk,qkc->qsc", steps, slopes)
    return places.reshape(-1, 4).astype(np.float32)


def both(target: str, given: nvrender.Texture, places: np.ndarray) -> list[np.ndarray]:
    second = "fragment.texcoord[0]," if target == "SHADOWARRAYCUBE" else ""
    text = f"!!NVfp5.0 LOD result.color, fragment.texcoord[0], {second} texture[0], {target}; END"
    options: dict[str, Any] = {"textures": {0: given}}
    sides = ("oracle", "gpu")
    attributes = {"texcoord[0]": places}
    return [nvrender.run(text, attributes, **options, backend=side)["color[0]"] for side in sides]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("filter", MIN_FILTERS)
def test_both_sides_agree(target: str, filter: str) -> None:
    """Where a logarithm, and on cube maps a quotient, does not fall just beside a choice."""
    if target == "RECT" and "MIPMAP" in filter:
        pytest.skip("rectangles have one level")
    given = texture(target, min_filter=filter, mag_filter="LINEAR", lod_bias=0.25, min_lod=-2.0, max_lod=2.5)
    one, other = both(target, given, quads(64, 5))
    with np.errstate(invalid="ignore"):
        near = (one == other) | (np.abs(one - other) < 1e-3 * np.maximum(1.0, np.abs(one)))
    assert near.all(axis=1).mean() > 0.98, (one[~near.all(axis=1)][:4], other[~near.all(axis=1)][:4])
    assert np.isinf(one[:4, 1]).all(), "nothing changes"
    assert not one[:, 2:].any() and not other[:, 2:].any()
    if "MIPMAP" not in filter:
        assert not one[:, 0].any()


def test_what_is_very_large_or_no_number() -> None:
    """NaN counts as 0, and what is beyond the range of floats is infinite (docs/semantics.md)."""
    special = np.float32([0, 1, np.nan, np.inf, -np.inf, 1e30, -1e20, 3e38, 0.5, 1e-20])
    places = np.random.default_rng(4).choice(special, (400, 4))
    one, other = both("2D", texture("2D"), places)
    assert np.array_equal(np.isinf(one), np.isinf(other)) and not np.isnan(one).any()
    known = np.isfinite(one)
    assert np.allclose(one[known], other[known], atol=1e-3)


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_no_texture_has_no_level(backend: str) -> None:
    text = "!!NVfp5.0 LOD result.color, fragment.texcoord[0], texture[0], 2D; END"
    incomplete = texture("2D").with_(base_level=7)
    for given in ({}, {0: incomplete}):
        found = nvrender.run(text, {"texcoord[0]": quads(4, 1)}, textures=given, backend=backend)
        assert not found["color[0]"].any()


def test_gl_tells_of_texture_objects(context: moderngl.Context) -> None:
    """Of a caller's with mipmaps: what textureQueryLod says."""
    own = context.texture((8, 8), 4, bytes(256))
    own.build_mipmaps()
    vertex = nvrender.load(
        "!!NVvp5.0 MOV result.position, vertex.position; MUL result.texcoord[0], vertex.position, 0.5; END"
    )
    fragment = nvrender.load(
        "!!NVfp5.0 TEMP r; LOD r, fragment.texcoord[0], texture[0], 2D; MUL result.color, r, 0.25; END"
    )
    with ExitStack() as stack:
        frame = stack.enter_context(Target(context, (4, 4)))
        mesh = stack.enter_context(Mesh(context, {0: SQUARE}, primitive="QUADS"))
        pipeline = stack.enter_context(Pipeline(context, vertex, fragment))
        frame.clear()
        pipeline.draw(mesh, frame, {0: TextureObject(own, "2D", min_filter="LINEAR_MIPMAP_LINEAR")})
        # Four pixels across a texture of eight: level 1, of which 0.25 are 64.
        assert np.abs(frame.read()[:, :, :2].astype(int) - 64).max() <= 2
    own.release()
