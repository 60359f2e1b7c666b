"""Elements of vertex arrays out of the memory or the buffer objects they are in (OpenGL 1.5, 2.8 and 2.9)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arrays.vertex import LONG_TYPES, TYPES
from nvrender.api.buffers.resident import resident_at
from nvrender.api.objects.buffers import BufferObject, BufferState
from nvrender.api.objects.vertices import AddressRange, ArrayState, VertexArray
from nvrender.source import InputError

_SECTION = "OpenGL 1.5, 2.9.1"
_DTYPES = TYPES | LONG_TYPES
_TEXTURE = 8
#: Attribute → the enumerant of the GPU address of its conventional array.
_ADDRESSES = {
    0: enums.VERTEX_ARRAY_ADDRESS_NV, 2: enums.NORMAL_ARRAY_ADDRESS_NV, 3: enums.COLOR_ARRAY_ADDRESS_NV,
    4: enums.SECONDARY_COLOR_ARRAY_ADDRESS_NV, 5: enums.FOG_COORD_ARRAY_ADDRESS_NV,
}  # fmt: skip


class Memory(NamedTuple):
    """Bytes, where in them an array begins, and the version of what is in a buffer object."""

    content: npt.NDArray[np.uint8]
    offset: int
    version: int | None = None


class Elements(Mapping[int, npt.NDArray[Any]]):
    """Elements ``start`` to ``stop`` of arrays by attribute number, made when they are asked for.

    InputError for an array that is in no memory, or ends before ``stop``; INVALID_OPERATION for one in a
    buffer that is mapped.
    """

    def __init__(
        self, buffers: BufferState, arrays: Mapping[int, VertexArray], start: int, stop: int
    ) -> None:
        self._arrays = dict(sorted(arrays.items()))
        self._range = start, stop
        self._memories = {number: _memory(buffers, number, array) for number, array in self._arrays.items()}
        for number, array in self._arrays.items():
            _check_range(number, array, self._memories[number], start, stop)
        self._made: dict[int, npt.NDArray[Any]] = {}

    @property
    def key(self) -> Hashable:
        """Equal for elements that are the same; None where not all of them are in buffer objects."""
        if any(memory.version is None for memory in self._memories.values()):
            return None
        rows = []
        for number, array in self._arrays.items():
            memory = self._memories[number]
            form = array.size, array.type, array.stride, array.normalized, array.integer, array.long
            rows.append((number, memory.version, memory.offset, *form))
        return (*self._range, *rows)

    @property
    def where(self) -> Hashable:
        """Equal for elements of the same memory, whatever is there now."""
        rows = []
        for number, array in self._arrays.items():
            memory = self._memories[number]
            address = memory.content.__array_interface__["data"][0] + memory.offset
            rows.append((number, address, array.size, array.type, array.stride))
        return (*self._range, *rows)

    def __getitem__(self, number: int) -> npt.NDArray[Any]:
        if number not in self._made:
            memory, array = self._memories[number], self._arrays[number]
            self._made[number] = _elements(array, memory, *self._range)
        return self._made[number]

    def __iter__(self) -> Iterator[int]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)


def sourced(
    arrays: ArrayState, numbered: Mapping[int, VertexArray], *, generic: bool
) -> Mapping[int, VertexArray]:
    """Arrays at GPU addresses where VERTEX_ATTRIB_ARRAY_UNIFIED_NV says so, else as they are."""
    if enums.VERTEX_ATTRIB_ARRAY_UNIFIED_NV not in arrays.unified:
        return numbered
    return {
        number: replace(
            array, pointer=arrays.addresses.get(address_key(number, generic), AddressRange()), buffer=0
        )
        for number, array in numbered.items()
    }


def address_key(number: int, generic: bool) -> tuple[int, int]:
    """The enumerant of an attribute's address, and its index."""
    if generic:
        return enums.VERTEX_ATTRIB_ARRAY_ADDRESS_NV, number
    if number >= _TEXTURE:
        return enums.TEXTURE_COORD_ARRAY_ADDRESS_NV, number - _TEXTURE
    return _ADDRESSES[number], 0


def elements(
    buffers: BufferState, number: int, array: VertexArray, start: int, stop: int
) -> npt.NDArray[Any]:
    """Elements ``start`` to ``stop`` of attribute ``number``, (n, size) float32.

    Those of VertexAttribIPointer are int32 or uint32, those of VertexAttribLPointer of their type. Each may
    be a view of the memory, which is bytes, an array of the array's type, or a pair of either and a byte
    offset; a list is made such an array. Errors as of Elements.
    """
    return Elements(buffers, {number: array}, start, stop)[number]


def _check_range(number: int, array: VertexArray, memory: Memory, start: int, stop: int) -> None:
    width = array.size * np.dtype(_DTYPES[array.type]).itemsize
    room = len(memory.content) - memory.offset - width
    there = room // (array.stride or width) + 1 if room >= 0 and memory.offset >= 0 else 0
    if start < 0 or stop > there:
        wrong = start if start < 0 else stop - 1
        raise InputError(f"attribute {number}: element {wrong} is drawn; its array has {there}")


def _elements(array: VertexArray, memory: Memory, start: int, stop: int) -> npt.NDArray[Any]:
    dtype = np.dtype(_DTYPES[array.type])
    stride = array.stride or array.size * dtype.itemsize
    table: npt.NDArray[Any] = np.ndarray(
        (stop - start, array.size), dtype, memory.content.data, memory.offset + start * stride,
        (stride, dtype.itemsize),
    )  # fmt: skip
    if array.long:
        return table
    if array.integer:
        return table.astype(np.int32 if dtype.kind == "i" else np.uint32, copy=False)
    return _converted(table, array.normalized)


def _memory(buffers: BufferState, number: int, array: VertexArray) -> Memory:
    pointer, offset, dtype = array.pointer, 0, np.dtype(_DTYPES[array.type])
    if array.buffer:
        buffer = buffers.readable(array.buffer, _SECTION)
        return Memory(buffer.content, pointer, buffer.version)
    if isinstance(pointer, AddressRange):
        return memory_at(buffers, pointer, f"the array of attribute {number}")
    if isinstance(pointer, BufferObject):
        return Memory(pointer.content, 0, pointer.version)
    if isinstance(pointer, tuple) and len(pointer) == 2 and isinstance(pointer[1], int):
        pointer, offset = pointer
    if pointer is None:
        raise InputError(f"attribute {number} has an array that is enabled and in no memory")
    if isinstance(pointer, (int, np.integer)):
        raise InputError(
            f"attribute {number}: its array is at {pointer}, an offset into a buffer, and none was bound to "
            "ARRAY_BUFFER when that was said, or it has been deleted"
        )
    if isinstance(pointer, (bytes, bytearray, memoryview)):
        return Memory(_bytes(pointer, number), offset)
    if not isinstance(pointer, np.ndarray):
        pointer = np.asarray(pointer, dtype)
    if pointer.dtype not in (dtype, np.dtype(np.uint8)) and pointer.dtype.names is None:
        raise InputError(
            f"attribute {number}: its array was said to be of {dtype} and is of {pointer.dtype}; "
            "give one of the type, or bytes"
        )
    if not pointer.flags.c_contiguous and array.stride:
        raise InputError(f"attribute {number}: an array with a stride must be memory in one piece")
    return Memory(np.ascontiguousarray(pointer).reshape(-1).view(np.uint8), offset)


def memory_at(buffers: BufferState, where: AddressRange, what: str) -> Memory:
    """The bytes at GPU addresses; InputError where no resident buffer has the first."""
    buffer = resident_at(buffers, where.address)
    if buffer is None:
        raise InputError(f"{what} is at GPU address 0x{where.address:X}, and no resident buffer is there")
    offset = where.address - buffer.address
    return Memory(buffer.content[: offset + where.length], offset, buffer.version)


def _bytes(pointer: bytes | bytearray | memoryview, number: int) -> npt.NDArray[np.uint8]:
    try:
        return np.frombuffer(pointer, np.uint8)
    except (ValueError, BufferError) as error:  # released, or not in one piece
        raise InputError(f"attribute {number}: an array is memory in one piece, in use: {error}") from None


def _converted(table: npt.NDArray[Any], normalized: bool) -> npt.NDArray[np.float32]:
    """As table 2.6 of OpenGL 1.5 makes fractions of integers, or as they are."""
    with np.errstate(all="ignore"):
        if not normalized or table.dtype.kind == "f":
            return table.astype(np.float32, copy=False)
        most = float(2 ** (8 * table.dtype.itemsize) - 1)
        values = table.astype(np.float64)
        return np.asarray((values if table.dtype.kind == "u" else 2 * values + 1) / most, np.float32)
