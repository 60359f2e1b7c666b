"""Products about 2^-126 where the GPU keeps denormals: what lies below is zero before it is rounded."""

from __future__ import annotations

import numpy as np
import pytest

import nvrender

LEAST = 2.0**-126
#: Factors, and what they give: products that rounding would bring to 2^-126 are below it.
FACTORS = np.array(
    [[2.0**-63, -(2.0**-63), 2.0**-64, 1.5 * 2.0**-63], [2.0**-63, 2.0**-100, -1.0, 2.0**-126]], np.float32
)
OTHERS = np.array(
    [[2.0**-63, 2.0**-63, 2.0**-62, 2.0**-63], [(1 - 2.0**-24) * 2.0**-63, 2.0**-30, 2.0**-127, -2.0]],
    np.float32,
)
PRODUCTS = [[LEAST, -LEAST, LEAST, 1.5 * LEAST], [0.0, 0.0, 0.0, -2 * LEAST]]


@pytest.mark.parametrize("backend", ["oracle", "gpu", "llvm"])
@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("header", ["!!NVvp4.0", "!!ARBvp1.0"])
def test_products_below_the_least_normal_number_are_zero(header: str, width: int, backend: str) -> None:
    """NV_vertex_program2 2.14.3, of products of any width."""
    mask = "xyzw"[:width]
    text = f"{header}\nMUL result.position.{mask}, vertex.attrib[1], vertex.attrib[2];\nEND"
    found = nvrender.run(text, {1: FACTORS, 2: OTHERS}, backend=backend)["position"]
    wanted = np.array(PRODUCTS, np.float32)[:, :width]
    assert found[:, :width].tolist() == wanted.tolist()
