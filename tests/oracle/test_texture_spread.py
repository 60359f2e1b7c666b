"""Lookups moved within what OpenGL leaves open, and tolerances that follow."""

from __future__ import annotations

import numpy as np
import pytest

from nvrender import Texture
from nvrender.gl.inputs.vertices import parameter_array
from nvrender.gl.state import State
from nvrender.languages.load import load
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.texture.access import Lookup, sample
from nvrender.oracle.texture.spread import moved_sample
from nvrender.oracle.tolerance.tolerance import envelope
from nvrender.program import TextureAccess

RAMP = Texture("1D", (np.linspace(0, 1, 8, dtype=np.float32),), "LUMINANCE", wrap_s="CLAMP_TO_EDGE")
ACCESS = TextureAccess(0, "1D", (0, 0, 0))
PLACES = np.float32([[0.2, 0.5, 0.9], [0, 0, 0], [0, 0, 0], [1, 1, 1]])


def test_nothing_moved_is_the_same() -> None:
    found = moved_sample(lambda lanes: 0.0)(Lookup(RAMP, ACCESS, PLACES))
    assert np.array_equal(found, sample(Lookup(RAMP, ACCESS, PLACES)))


def test_coordinates_and_weights_move_by_1_part_in_100000() -> None:
    """OpenGL 1.5, 2.1.1: 8/7 a texel's step, for the coordinate, and the sum itself."""
    found = moved_sample(lambda lanes: 1.0)(Lookup(RAMP, ACCESS, PLACES))[0]
    plain = sample(Lookup(RAMP, ACCESS, PLACES))[0]
    assert found - plain == pytest.approx(1e-5 * (1 + 8 / 7 * PLACES[0]), rel=0.05)


def test_nearest_texels_stay_or_change() -> None:
    nearest = RAMP.with_(min_filter="NEAREST", mag_filter="NEAREST")
    found = moved_sample(lambda lanes: -1.0)(Lookup(nearest, ACCESS, PLACES))[0]
    plain = sample(Lookup(nearest, ACCESS, PLACES))[0]
    # 0.5 is between texels 3 and 4.
    assert (found == plain).tolist() == [True, False, True]


@pytest.mark.parametrize(("fraction", "level"), [(-1.0, 2.0), (1.0, 3.0)])
def test_the_scale_factor_has_the_bounds_of_the_specification(fraction: float, level: float) -> None:
    """OpenGL 1.5, 3.8.8: m_u = m_v = 4 texels, so that rho lies in 4 to 8."""
    levels = tuple(np.full((16 >> n, 16 >> n, 1), n / 8, np.float32) for n in range(5))
    texture = Texture("2D", levels, "LUMINANCE")
    slopes = np.zeros((4, 1), np.float32), np.zeros((4, 1), np.float32)
    slopes[0][0], slopes[1][1] = 0.25, 0.25
    access = TextureAccess(0, "2D", (0, 0, 0))
    found = moved_sample(lambda lanes: fraction)(Lookup(texture, access, PLACES[:, :1], derivatives=slopes))
    assert found[0, 0] * 8 == pytest.approx(level, abs=1e-3)


def test_tolerances_follow_lookups() -> None:
    program = load("!!ARBfp1.0 TEX result.color, fragment.texcoord[0], texture[0], 1D; END")
    places = np.float32([[0.2, 0, 0, 1], [0.01, 0, 0, 1]])
    rows = parameter_array(program, None, State())
    index = program.attributes[0].index
    found = envelope(program, {index: places}, Resources(rows, textures={0: RAMP}), 2)["color[0]"]
    assert 1e-6 < found[0, 0] < 1e-4
    exact = envelope(program, {index: places}, Resources(rows), 2)["color[0]"]
    assert not exact.any()
