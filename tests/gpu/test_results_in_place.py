"""Results of runs over arrays go to where the caller has them, part after part."""

from __future__ import annotations

import numpy as np
import pytest

import nvrender
from nvrender.gl.inputs.request import Request
from nvrender.gpu.arrays.vertices import execute

PROGRAM = nvrender.load(
    "!!VP1.0 MOV R0, v[3]; ADD o[HPOS], v[0], R0; MOV o[COL0], v[3]; MUL o[TEX0], v[0], c[1]; END",
    name="three.vp",
)
COUNT = 150


@pytest.mark.parametrize("mode", ["compute", "feedback"])
@pytest.mark.parametrize("chunk", [64, 1000])
def test_arrays_of_any_layout_are_filled(mode: str, chunk: int) -> None:
    """(NV_vertex_program 2.14.1.1); one attribute is the same for all vertices."""
    first = np.arange(4 * COUNT, dtype=np.float32).reshape(COUNT, 4)
    shared = np.array([[1, 2, 3, 4]], np.float32)
    parameters = np.zeros((96, 4), np.float32)
    parameters[1] = 0.5, 1, 2, -1
    wide = np.full((COUNT, 8), 7, np.float32)
    out = {"HPOS": np.empty((4, COUNT), np.float32).T, "TEX0": wide[:, ::2]}
    request = Request(PROGRAM, parameters, ("HPOS", "COL0", "TEX0"))
    found = execute(request, {0: first, 3: shared}, COUNT, mode=mode, chunk=chunk, out=out)
    assert found["HPOS"] is out["HPOS"]
    assert np.array_equal(out["HPOS"], first + shared)
    assert np.array_equal(found["COL0"], np.repeat(shared, COUNT, axis=0))
    assert np.array_equal(wide[:, ::2], first * parameters[1])
    assert (wide[:, 1::2] == 7).all()
