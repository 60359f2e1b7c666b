"""Bounds of lookups: no coordinate within its radius gives a texel further off than they say."""

from __future__ import annotations

import numpy as np
import pytest

from nvrender import Texture
from nvrender.gl.inputs.vertices import attribute_arrays, parameter_array
from nvrender.gl.state import State
from nvrender.languages.load import load
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.texture.access import Lookup, sample
from nvrender.oracle.tolerance.texture_bound import Reach, bounded_sample
from nvrender.oracle.tolerance.tolerance import envelope
from nvrender.program import TextureAccess

COUNT, MOVES = 512, 24
_SHAPES = {"1D": (16,), "2D": (16, 8), "3D": (4, 8, 4), "CUBE": (6, 8, 8), "RECT": (16, 16)}
PICTURE = np.random.default_rng(3)


@pytest.mark.parametrize("filtering", ["NEAREST", "LINEAR"])
@pytest.mark.parametrize("target", _SHAPES)
def test_moved_coordinates_stay_within(target: str, filtering: str) -> None:
    """Near or anything: INF where a coordinate may be half a texel off."""
    image = PICTURE.random((*_SHAPES[target], 4)).astype(np.float32)
    texture = Texture(target, (image,), "RGBA", min_filter=filtering, mag_filter=filtering)
    wrap = "CLAMP_TO_EDGE" if target in ("CUBE", "RECT") else "REPEAT"
    texture = texture.with_(wrap_s=wrap, wrap_t=wrap)
    generator = np.random.default_rng(4)
    places = generator.uniform(0.1, 0.9, (4, COUNT)).astype(np.float32)
    if target == "RECT":
        places *= np.float32(16.0)
    radius = np.where(generator.random((4, COUNT)) < 0.2, 0.0, 10.0 ** generator.uniform(-7, 0, (4, COUNT)))
    reach, access = Reach(radius), TextureAccess(0, target, (0, 0, 0))
    expected = bounded_sample(reach)(Lookup(texture, access, places))
    assert np.array_equal(expected, sample(Lookup(texture, access, places)))
    assert reach.radius is not None
    assert 0.2 < np.isfinite(reach.radius).mean() < 1.0
    for _ in range(MOVES):
        share = generator.uniform(-1.0, 1.0, places.shape) * generator.choice((0.5, 1.0))
        moved = sample(Lookup(texture, access, (places + share * radius).astype(np.float32)))
        away = np.abs(moved.astype(np.float64) - expected)
        assert (away <= reach.radius * (1 + 1e-4) + 1e-6).all()


def test_what_is_certain_is_compared_to_the_accuracy_of_filters() -> None:
    """1 part in 10^5 of coordinates and sums (OpenGL 1.5, 2.1.1)."""
    image = np.linspace(0, 1, 8, dtype=np.float32)
    texture = Texture("1D", (image,), "LUMINANCE", wrap_s="CLAMP_TO_EDGE")
    reach, places = Reach(), np.float32([[0.2, 0.9], [0, 0], [0, 0], [1, 1]])
    bounded_sample(reach)(Lookup(texture, TextureAccess(0, "1D", (0, 0, 0)), places))
    assert reach.radius is not None
    assert (reach.radius[0] < 5e-5).all() and (reach.radius[0] > 1e-6).all()


def test_a_lookup_that_may_choose_another_texel_is_as_far_off_as_that() -> None:
    """RCP is owed 1 part in 10^5: of a place on an edge between texels either may be read."""
    program = load(
        "!!ARBfp1.0 TEMP t; RCP t, fragment.texcoord[0].x; TEX result.color, t, texture[0], 1D; END"
    )
    image = np.float32([0.0, 1.0])
    texture = Texture("1D", (image,), "LUMINANCE", min_filter="NEAREST", mag_filter="NEAREST")
    arrays, count = attribute_arrays(program, {"texcoord[0]": [[2.0], [4.0]]}, State())
    rows = parameter_array(program, {}, State())
    found = envelope(program, arrays, Resources(rows, textures={0: texture}), count)["color[0]"]
    assert (found[0, :3] == 1.0).all() and (found[1] < 1e-4).all()
