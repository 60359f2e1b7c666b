"""Short ways to run declared-name programs on the oracle, with 32-bit words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Results
from nvrender.languages.load import load
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.program import BindingKind
from nvrender.program.limits import WATCHDOG_TURNS

NAN = math.nan
INF = math.inf

#: A float, or an int that stands for its 32-bit pattern.
Number = float | int
Words = npt.NDArray[np.uint32]


def words(values: Sequence[Number]) -> Words:
    """The 32-bit patterns of floats and of words."""
    return np.array(
        [
            value & 0xFFFFFFFF if isinstance(value, int) else np.float32(value).view(np.uint32)
            for value in values
        ],
        np.uint32,
    )


def vector(value: Number | Sequence[Number]) -> Words:
    """Four words; a single number is all of them, missing ones are 0."""
    if isinstance(value, int | float):
        return words([value] * 4)
    return words([*value, *[0] * (4 - len(value))])


def run(
    text: str,
    v: Mapping[int, Any] | None = None,
    env: Mapping[str, Any] | None = None,
    buffers: Mapping[int, Sequence[Number]] | None = None,
    watchdog: int | None = WATCHDOG_TURNS,
) -> Results:
    """Run program text.

    ``v`` maps attribute numbers to a vector, or a list of them, one a vertex; ``env`` binding names to
    vectors.
    """
    program = load(text)
    parameters = np.zeros((len(program.parameters), 4), np.uint32)
    for row, binding in enumerate(program.parameters):
        if binding.kind is BindingKind.CONSTANT:
            parameters[row] = binding.words
        elif env is not None and binding.name in env:
            parameters[row] = vector(env[binding.name])
    arrays = {}
    for index, value in (v or {}).items():
        rows = value if isinstance(value, list) else [value]
        arrays[index] = np.stack([vector(row) for row in rows])
    count = max((len(array) for array in arrays.values()), default=1)
    shared = {bank: words(list(values)) for bank, values in (buffers or {}).items()}
    return execute(
        program,
        {index: array.view(np.float32) for index, array in arrays.items()},
        Resources(parameters.view(np.float32), shared, watchdog=watchdog),
        count,
    )


def result_words(results: Results, name: str) -> Words:
    """The words of one result, (N, 4)."""
    found: Words = results[name].view(np.uint32)
    return found


def agree(actual: Words, expected: Sequence[Number | None], digits: float = 0.0) -> bool:
    """Word for word; NaN is any NaN, None anything; floats within a relative error of ``digits``."""
    for word, wanted in zip(actual.tolist(), expected, strict=True):
        if wanted is None:
            continue
        if isinstance(wanted, int):
            if word != wanted & 0xFFFFFFFF:
                return False
            continue
        value = float(np.uint32(word).view(np.float32))
        if math.isnan(wanted):
            if not math.isnan(value):
                return False
        elif math.isinf(wanted) or digits == 0.0:
            if word != int(np.float32(wanted).view(np.uint32)):
                return False
        elif not abs(value - wanted) <= digits * max(abs(wanted), 1.0):
            return False
    return True
