"""What the programs compute."""

import numpy as np
import pytest


# RSQ and LIT are approximate: what a GPU makes of them may change with its driver, and the oracle never.
@pytest.mark.parametrize(("backend", "ulps"), [("oracle", 0), ("gpu", 512)])
def test_lit_vertices(nvrender_numbers, backend, ulps):
    angles = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    cone = np.stack([0.6 * np.cos(angles), 0.6 * np.sin(angles), np.full(64, 0.8)], axis=1)
    nvrender_numbers.check(
        "shaders/pot.vp",
        {"vertex.position": cone, "vertex.normal": cone},
        {"program.local[0]": [0.82, 0.36, 0.22, 1.0]},
        results=["color.front.primary"],
        backend=backend,
        ulps=ulps,
    )
