"""Results of two back ends compared bit by bit."""

from __future__ import annotations

from typing import Any

import numpy as np

import nvrender


def compared(program: Any, *given: Any, **more: Any) -> list[str]:
    """What compiled code gives otherwise than the oracle, NaN being NaN: a line a result."""
    expected = nvrender.run(program, *given, **more)
    found = nvrender.run(program, *given, **more, backend="llvm")
    assert list(found) == list(expected)
    return [line for name in expected for line in _differences(name, expected[name], found[name])]


def _differences(name: str, wanted: Any, have: Any) -> list[str]:
    assert wanted.shape == have.shape and wanted.dtype == have.dtype
    if wanted.dtype == np.bool_:
        different = wanted != have
    else:
        different = wanted.view(np.uint32) != have.view(np.uint32)
        different &= ~(np.isnan(wanted) & np.isnan(have))
    if not different.any():
        return []
    place = tuple(np.argwhere(different)[0])
    return [f"{name}: {different.sum()} differ, first {wanted[place]} against {have[place]} at {place}"]
