"""Short ways to run a program on the oracle and to compare special values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from nvrender.check.load import load
from nvrender.gl.results import Results
from nvrender.oracle.machine import execute

NAN = math.nan
INF = math.inf


def bits(value: int) -> float:
    """The float32 with these bits."""
    return float(np.array([value], np.uint32).view(np.float32)[0])


def run(
    text: str,
    c: Mapping[int, Sequence[float]] | None = None,
    v: Mapping[int, object] | None = None,
    count: int = 1,
) -> Results:
    """Run program text; ``c`` and ``v`` map register numbers to vectors (or arrays of them)."""
    program = load(text)
    parameters = np.zeros((program.profile.parameters, 4), np.float32)
    for index, value in (c or {}).items():
        parameters[index] = value
    arrays = {
        index: np.ascontiguousarray(np.atleast_2d(np.asarray(value, np.float32)))
        for index, value in (v or {}).items()
    }
    return execute(program, arrays, parameters, count)


def same(actual: object, expected: object) -> bool:
    """Equal with the same sign of zeros; NaN equals NaN."""
    a, e = np.broadcast_arrays(np.asarray(actual, np.float32), np.asarray(expected, np.float32))
    equal = (np.isnan(a) & np.isnan(e)) | ((a == e) & (np.signbit(a) == np.signbit(e)))
    return bool(equal.all())
