"""The comparisons of the alpha, stencil and depth tests (OpenGL 1.5, 4.1.4 to 4.1.6)."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.oracle.raster.triangles import BoolArray

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "LESS": operator.lt, "EQUAL": operator.eq, "LEQUAL": operator.le,
    "GREATER": operator.gt, "NOTEQUAL": operator.ne, "GEQUAL": operator.ge,
}  # fmt: skip


def passes(function: str, incoming: npt.ArrayLike, stored: npt.ArrayLike) -> BoolArray:
    """``incoming`` ``function`` ``stored``, (N,); one of the two may be one number."""
    if function in ("NEVER", "ALWAYS"):
        return np.full(np.broadcast(incoming, stored).shape, function == "ALWAYS")
    return np.asarray(_COMPARE[function](incoming, stored))
