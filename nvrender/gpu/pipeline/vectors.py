"""Vectors as callers write them, as the words that GL has of them."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

_PACK = [struct.Struct(f"={count}f").pack for count in range(5)]
#: What is filled up with, by the number of components there are (OpenGL 1.5, 2.7).
_FILL = [b"", *(struct.pack("=4f", 0.0, 0.0, 0.0, 1.0)[4 * count :] for count in range(1, 5))]
_PACK_FOUR = _PACK[4]
_FLOATS, _INTEGERS, _MIXED = {float}, {int}, {int, float}
#: Integers that doubles have.
_MOST = 1 << 53


def row_of(value: Any, integers: bool) -> bytes | None:
    """The four floats of a tuple or list of one to four numbers of Python's, or of an array of as many.

    None for all else: what does not fit floats, arrays but of floats of 32 and 64 bits. ``integers``:
    integers alone are floats as well.
    """
    kind = type(value)
    if kind is tuple or kind is list:
        if len(value) == 4:
            x, y, z, w = value
            if type(x) is type(y) is type(z) is type(w) is float:
                try:
                    return _PACK_FOUR(x, y, z, w)
                except OverflowError:
                    return None
        return _row_of_numbers(value, integers)
    if kind is np.ndarray and value.ndim == 1 and 1 <= value.size <= 4:
        if value.dtype == np.float32:
            row: bytes = value.tobytes() + _FILL[value.size]
            return row
        if value.dtype == np.float64:
            return _row_of_numbers(value.tolist(), integers)
    return None


def _row_of_numbers(value: Any, integers: bool) -> bytes | None:
    count = len(value)
    try:
        if not 1 <= count <= 4:
            return None
        kinds = set(map(type, value))
        if kinds != _FLOATS:
            floats = kinds == _MIXED or (integers and kinds == _INTEGERS)
            if not floats or max(map(abs, value)) > _MOST:
                return None
        return _PACK[count](*value) + _FILL[count]
    except (OverflowError, struct.error):
        return None
