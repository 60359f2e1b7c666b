"""Elements of vertex arrays out of the memory they are in (OpenGL 1.5, 2.8)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api.record import VertexArray
from nvrender.api.vertex_arrays import TYPES
from nvrender.source import InputError


def elements(number: int, array: VertexArray, start: int, stop: int) -> npt.NDArray[Any]:
    """Elements ``start`` to ``stop`` of attribute ``number``, (n, size) float32.

    Those of VertexAttribIPointer are int32 or uint32. Either may be a view of the memory, which is bytes, an
    array of the array's type, or a pair of either and a byte offset; a list is made such an array. InputError
    where there is none, or where it ends before ``stop``.
    """
    dtype = np.dtype(TYPES[array.type])
    memory, offset = _memory(number, array, dtype)
    stride = array.stride or array.size * dtype.itemsize
    room = len(memory) - offset - array.size * dtype.itemsize
    there = room // stride + 1 if room >= 0 else 0
    if start < 0 or stop > there:
        raise InputError(f"attribute {number}: element {stop - 1} is drawn; its array has {there}")
    table: npt.NDArray[Any] = np.ndarray(
        (stop - start, array.size), dtype, memory.data, offset + start * stride, (stride, dtype.itemsize)
    )
    if array.integer:
        return table.astype(np.int32 if dtype.kind == "i" else np.uint32, copy=False)
    return _converted(table, array.normalized)


def _memory(number: int, array: VertexArray, dtype: np.dtype[Any]) -> tuple[npt.NDArray[np.uint8], int]:
    pointer, offset = array.pointer, 0
    if isinstance(pointer, tuple) and len(pointer) == 2 and isinstance(pointer[1], int):
        pointer, offset = pointer
    if pointer is None:
        raise InputError(f"attribute {number} has an array that is enabled and in no memory")
    if isinstance(pointer, (bytes, bytearray, memoryview)):
        return np.frombuffer(pointer, np.uint8), offset
    if not isinstance(pointer, np.ndarray):
        pointer = np.asarray(pointer, dtype)
    if pointer.dtype not in (dtype, np.dtype(np.uint8)) and pointer.dtype.names is None:
        raise InputError(
            f"attribute {number}: its array was said to be of {dtype} and is of {pointer.dtype}; "
            "give one of the type, or bytes"
        )
    if not pointer.flags.c_contiguous and array.stride:
        raise InputError(f"attribute {number}: an array with a stride must be memory in one piece")
    return np.ascontiguousarray(pointer).reshape(-1).view(np.uint8), offset


def _converted(table: npt.NDArray[Any], normalized: bool) -> npt.NDArray[np.float32]:
    """As table 2.6 of OpenGL 1.5 makes fractions of integers, or as they are."""
    with np.errstate(all="ignore"):
        if not normalized or table.dtype.kind == "f":
            return table.astype(np.float32, copy=False)
        most = float(2 ** (8 * table.dtype.itemsize) - 1)
        values = table.astype(np.float64)
        return np.asarray((values if table.dtype.kind == "u" else 2 * values + 1) / most, np.float32)
