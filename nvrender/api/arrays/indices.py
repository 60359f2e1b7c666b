"""The indices of DrawElements, of the client or in a buffer object (OpenGL 1.5, 2.8 and 2.9.2)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.arrays.memory import memory_at
from nvrender.api.errors import check_enum, natural
from nvrender.api.objects.buffers import BufferState
from nvrender.api.objects.vertices import AddressRange, ArrayState
from nvrender.source import InputError

_ARRAYS = "OpenGL 1.5, 2.8"
_BUFFERS = "OpenGL 1.5, 2.9.2"
#: Type → dtype.
INDEX_TYPES = {enums.UNSIGNED_BYTE: "u1", enums.UNSIGNED_SHORT: "u2", enums.UNSIGNED_INT: "u4"}


def indices_of(
    arrays: ArrayState, buffers: BufferState, type: int, indices: Any, count: Any
) -> npt.NDArray[Any]:
    """The ``count`` indices, (n,) of the type; None is all there are, which a buffer does not tell."""
    dtype = checked_type(type)
    number = None if count is None else natural(count, "count", _ARRAYS)
    if in_buffer(arrays, buffers):
        return _in_buffer(arrays, buffers, dtype, indices, number)
    order = np.asarray(indices).reshape(-1)
    if order.size and order.dtype.kind not in "iu":
        raise InputError(f"indices are {order.dtype}; integers are needed")
    most = np.iinfo(dtype).max
    if order.size and not (int(order.min()) >= 0 and int(order.max()) <= most):
        raise InputError(f"indices are from 0 to {most}")
    if number is not None and number > len(order):
        raise InputError(f"count is {number}; there are {len(order)} indices")
    return order[:number].astype(dtype)


def checked_type(type: int) -> np.dtype[Any]:
    """The dtype of indices; INVALID_ENUM for a type that they have not."""
    check_enum("type", type, INDEX_TYPES, "UNSIGNED_BYTE, UNSIGNED_SHORT and UNSIGNED_INT", _ARRAYS)
    return np.dtype(INDEX_TYPES[type])


def in_buffer(arrays: ArrayState, buffers: BufferState) -> bool:
    """Whether indices are an offset into a buffer, or behind a GPU address."""
    unified = enums.ELEMENT_ARRAY_UNIFIED_NV in arrays.unified
    return unified or bool(buffers.array_bindings.get(enums.ELEMENT_ARRAY_BUFFER, 0))


def _in_buffer(
    arrays: ArrayState, buffers: BufferState, dtype: np.dtype[Any], indices: Any, count: int | None
) -> npt.NDArray[Any]:
    offset = 0 if indices is None else whole(indices, "indices, an offset into the buffer,")
    if count is None:
        raise InputError("indices in a buffer need a count")
    if not count:
        return np.zeros(0, dtype)
    start = offset
    if enums.ELEMENT_ARRAY_UNIFIED_NV in arrays.unified:
        where = arrays.addresses.get((enums.ELEMENT_ARRAY_ADDRESS_NV, 0), AddressRange())
        memory = memory_at(buffers, where, "the array of indices")
        content, start, what = memory.content, offset + memory.offset, "their range"
    else:
        name = buffers.array_bindings[enums.ELEMENT_ARRAY_BUFFER]
        content, what = buffers.readable(name, _BUFFERS).content, f"buffer {name}"
    if offset < 0 or start + count * dtype.itemsize > len(content):
        there = len(content) - (start - offset)
        raise InputError(
            f"{count} indices from byte {offset} on; {what} has {there} bytes, and each takes "
            f"{dtype.itemsize}"
        )
    return np.frombuffer(content.data, dtype, count, start)
