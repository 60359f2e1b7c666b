"""Bytes in memory ↔ words in registers, by storage modifier (NV_gpu_program5 2.X.4.5)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.global_memory import ByteArray
from nvrender.ops.evaluation.conversions import float_of, narrowed, rounded
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.ops.types import DataType

UInt64Array = npt.NDArray[np.uint64]
_WORDS: dict[int, Any] = {8: "<u1", 16: "<u2", 32: "<u4", 64: "<u8"}


def read(data: ByteArray, places: Any, valid: Any, storage: Storage) -> UInt64Array:
    """(count, n) words as they lie at ``places``, zeros where an access is not ``valid``."""
    found = np.zeros((storage.count, len(places)), np.uint64)
    lanes = np.flatnonzero(np.broadcast_to(valid, len(places)))
    table, rows = rows_of_bytes(data, places[lanes], storage.bytes)
    found[:, lanes] = np.ascontiguousarray(table[rows]).view(_WORDS[storage.bits]).T
    return found


def write(data: ByteArray, places: Any, storage: Storage, words: UInt64Array) -> None:
    """(count, n) words to ``places``; of two that go to one place the later stays."""
    parts = np.ascontiguousarray(words.T.astype(_WORDS[storage.bits])).view(np.uint8)
    table, rows = rows_of_bytes(data, places, storage.bytes)
    table[rows] = parts.reshape(len(places), storage.bytes)


def rows_of_bytes(data: ByteArray, places: Any, size: int) -> tuple[ByteArray, Any]:
    """A view of ``data``, and what chooses ``size`` bytes at each of ``places`` there: (n, size)."""
    if len(data) % size == 0 and not (places % size).any():
        return data.reshape(-1, size), places // size
    return data, places[:, None] + np.arange(size)


def loaded(words: UInt64Array, storage: Storage, *, long: bool) -> UInt64Array:
    """Words of memory as a register of 32 or 64 bits holds them."""
    if storage.bits == (64 if long else 32):
        return words
    if storage.type is not DataType.FLOAT:
        extended = narrowed(words, storage.bits, storage.type is DataType.SIGNED)
        return extended if long else narrowed(extended, 32, signed=False)
    return rounded(float_of(words, storage.bits), 64 if long else 32, Rounding.NEAREST)


def stored(words: UInt64Array, storage: Storage, *, long: bool) -> UInt64Array:
    """Words of registers as they go to memory: integers lose high bits, floats are rounded to nearest."""
    bits = 64 if long else 32
    if storage.bits == bits:
        return words
    if storage.type is not DataType.FLOAT:
        extended = narrowed(words, bits, storage.type is DataType.SIGNED)
        return narrowed(extended, storage.bits, signed=False)
    return rounded(float_of(words, bits), storage.bits, Rounding.NEAREST)
