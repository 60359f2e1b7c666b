"""Where arrays are in memory, as words that compiled code reads."""

from __future__ import annotations

import ctypes
from array import array as table
from collections.abc import Iterable
from typing import Any

_NO_BYTES = ctypes.c_char * 0


def address(array: Any) -> int:
    """Where the words of an array are; ``ctypes`` of NumPy's takes four times as long."""
    try:
        return ctypes.addressof(_NO_BYTES.from_buffer(array))
    except (TypeError, ValueError):  # that nobody may write, or with gaps
        return int(array.__array_interface__["data"][0])


def addresses(numbers: Iterable[int]) -> table[int]:
    """Numbers as words in memory, at least one."""
    return table("q", [*numbers, 0])
