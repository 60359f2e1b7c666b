"""Vectors as callers write them, as the words that GL has of them."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

_PACK = [struct.Struct(f"={count}f").pack for count in range(5)]
#: What is filled up with, by the number of components there are (OpenGL 1.5, 2.7).
_FILL = [b"", *(struct.pack("=4f", 0.0, 0.0, 0.0, 1.0)[4 * count :] for count in range(1, 5))]
_FLOATS, _INTEGERS, _MIXED = {float}, {int}, {int, float}
#: Integers that doubles have.
_MOST = 1 << 53


def row_of(value: Any, integers: bool) -> bytes | None:
    """The four floats of a tuple or list of one to four numbers of Python's, or an array of as many floats.

    None for all else. ``integers``: integers alone are floats as well. None too for what does not fit floats.
    """
    kind = type(value)
    if kind is np.ndarray:
        if value.dtype == np.float32 and value.ndim == 1 and 1 <= value.size <= 4:
            row: bytes = value.tobytes() + _FILL[value.size]
            return row
        return None
    if (kind is not tuple and kind is not list) or not 1 <= (count := len(value)) <= 4:
        return None
    kinds = set(map(type, value))
    if kinds != _FLOATS:
        floats = kinds == _MIXED or (integers and kinds == _INTEGERS)
        if not floats or max(map(abs, value)) > _MOST:
            return None
    try:
        return _PACK[count](*value) + _FILL[count]
    except (OverflowError, struct.error):
        return None
