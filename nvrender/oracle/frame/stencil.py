"""Comparisons of tests, and the stencil test and what it does to the frame.

OpenGL 1.5, 4.1.4 to 4.1.6; 2.0, 4.1.4 for two faces.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.state.fragments import Stencil
from nvrender.oracle.raster.triangles import BoolArray

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "LESS": operator.lt, "EQUAL": operator.eq, "LEQUAL": operator.le,
    "GREATER": operator.gt, "NOTEQUAL": operator.ne, "GEQUAL": operator.ge,
}  # fmt: skip
UInt8Array = npt.NDArray[np.uint8]

#: The largest stencil value, of eight bits.
STENCIL_MAX = 255

_Wide = npt.NDArray[np.int32]
#: Operation → the new value from the old one and the reference.
_OPERATIONS: dict[str, Callable[[_Wide, int], _Wide]] = {
    "KEEP": lambda old, reference: old,
    "ZERO": lambda old, reference: np.zeros_like(old),
    "REPLACE": lambda old, reference: np.full_like(old, reference),
    "INCR": lambda old, reference: np.minimum(old + 1, STENCIL_MAX),
    "INCR_WRAP": lambda old, reference: (old + 1) & STENCIL_MAX,
    "DECR": lambda old, reference: np.maximum(old - 1, 0),
    "DECR_WRAP": lambda old, reference: (old - 1) & STENCIL_MAX,
    "INVERT": lambda old, reference: ~old & STENCIL_MAX,
}


def passes(function: str, incoming: npt.ArrayLike, stored: npt.ArrayLike) -> BoolArray:
    """``incoming`` ``function`` ``stored``, (N,); one of the two may be one number."""
    if function in ("NEVER", "ALWAYS"):
        return np.full(np.broadcast(incoming, stored).shape, function == "ALWAYS")
    return np.asarray(_COMPARE[function](incoming, stored))


def stencil_passes(stencil: Stencil, stored: UInt8Array) -> BoolArray:
    """Masked reference ``function`` masked stored value."""
    reference = _reference(stencil) & stencil.mask
    return passes(stencil.function, reference, stored.astype(np.int32) & stencil.mask)


def stencilled(stencil: Stencil, stored: UInt8Array, passed: BoolArray, near: BoolArray) -> UInt8Array:
    """The values afterwards: ``passed`` tells of the stencil test, ``near`` of the depth test after it."""
    old = stored.astype(np.int32)
    reference = _reference(stencil)
    fail, depth_fail, depth_pass = (
        _OPERATIONS[word](old, reference) for word in (stencil.fail, stencil.depth_fail, stencil.depth_pass)
    )
    new = np.where(passed, np.where(near, depth_pass, depth_fail), fail)
    write = stencil.write_mask & STENCIL_MAX
    return np.asarray(((old & ~write) | (new & write)).astype(np.uint8))


def _reference(stencil: Stencil) -> int:
    """Clamped to the values there are."""
    return min(max(stencil.reference, 0), STENCIL_MAX)
