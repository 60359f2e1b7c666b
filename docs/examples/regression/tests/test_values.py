"""What the programs compute."""

import numpy as np
import pytest


@pytest.mark.parametrize(("backend", "ulps"), [("oracle", 0), ("gpu", 4)])
def test_lit_vertices(nvrender_numbers, backend, ulps):
    angles = np.linspace(0, 2 * np.pi, 64, endpoint=False)
    circle = np.stack([np.cos(angles), np.sin(angles), np.zeros(64)], axis=1)
    nvrender_numbers.check(
        "shaders/pot.vp",
        {"vertex.position": circle, "vertex.normal": circle},
        {"program.local[0]": [0.82, 0.36, 0.22, 1.0]},
        results=["color.front.primary"],
        backend=backend,
        ulps=ulps,
    )
