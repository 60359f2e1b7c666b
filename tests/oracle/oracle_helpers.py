"""Short ways to run a program on the oracle and to compare special values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from nvrender.gl.inputs.results import Results
from nvrender.languages.load import load
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.trace.programs import trace

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
    return execute(program, arrays, Resources(parameters), count)


def registers(text: str, c: Mapping[int, Sequence[float]]) -> dict[str, list[float]]:
    """What the registers a traced program changed hold at its end."""
    program = load(text)
    parameters = np.zeros((program.profile.parameters, 4), np.float32)
    for index, value in c.items():
        parameters[index] = value
    found: dict[str, list[float]] = {}
    for step in trace(program, {0: np.array([[5, 6, 7, 8]], np.float32)}, Resources(parameters), 0):
        for change in step.changes:
            initial = [0.0, 0.0, 0.0, 1.0] if change.register.startswith("o[") else [0.0] * 4
            found.setdefault(change.register, initial)["xyzw".index(change.component)] = change.new
    return found


def same(actual: object, expected: object) -> bool:
    """Equal with the same sign of zeros; NaN equals NaN."""
    a, e = np.broadcast_arrays(np.asarray(actual, np.float32), np.asarray(expected, np.float32))
    equal = (np.isnan(a) & np.isnan(e)) | ((a == e) & (np.signbit(a) == np.signbit(e)))
    return bool(equal.all())
