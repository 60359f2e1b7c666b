"""Exact numerics where a compiler would fold: found by random programs on llvmpipe."""

from __future__ import annotations

import numpy as np
import pytest

import nvrender

_NAN = np.array([[np.nan, -1.0, 2.0, 0.5]], np.float32)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # NV_gpu_program4 2.X.8, LRP: a * b + (1 - a) * c, and 0 times NaN is NaN
        ("LRP result.attrib[0], 1, vertex.attrib[2], vertex.attrib[1];", [np.nan, 1.0, 1.0, 1.0]),
        # 2.X.4.1, SAT: no comparison holds for NaN; the words then pass through a variable of mixed type
        (
            "TEMP r, s; MOV.SAT r, vertex.attrib[1]; OR s, r, 0x7FFFFFFF; MOV.NTC result.attrib[0], r;",
            [np.nan, 0.0, 1.0, 0.5],
        ),
    ],
    ids=["LRP", "SAT"],
)
def test_nan_is_not_folded_away(body: str, expected: list[float]) -> None:
    program = nvrender.load(f"!!NVvp4.0\n{body}\nEND")
    attributes = {"attrib[1]": _NAN, "attrib[2]": np.ones((1, 4), np.float32)}
    for backend in ("oracle", "gpu"):
        result = nvrender.run(program, attributes=attributes, backend=backend)["attrib[0]"]
        np.testing.assert_array_equal(result[0], np.float32(expected), backend)
