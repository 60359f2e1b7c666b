"""Accesses of memory and images: where each lane's goes, and words as they lie there as numbers.

NV_gpu_program5 2.X.4.5, EXT_shader_image_load_store 2.X.8.
"""

from __future__ import annotations

import numpy as np

from nvrender.ir.evaluation.numbers import dtype_of
from nvrender.ir.evaluation.surroundings import Access, Array, Mask, Surroundings, Value, keys_of
from nvrender.ir.nodes import Atomic, Memory, Read, Store
from nvrender.ops.evaluation.conversions import rounded
from nvrender.ops.image_formats import IMAGE_COORDINATES
from nvrender.ops.memory_access import Rounding, Space, Storage
from nvrender.ops.types import DataType

_LETTERS = {DataType.FLOAT: "f", DataType.SIGNED: "i", DataType.UNSIGNED: "u"}


def read(node: Read, value: Value, lanes: Mask, surroundings: Surroundings) -> Array:
    """What each of ``lanes`` loads; of an image without y, z and w 0, 0, 1."""
    if node.storage is None:
        return surroundings.image_size(_access(node.memory, None, value, lanes))
    words, there = surroundings.read(_access(node.memory, node.storage, value, lanes))
    found = np.zeros((node.type.width, len(lanes)), dtype_of(node.type))
    part = words.astype(f"u{node.storage.bits // 8}").view(_as_stored(node.storage))
    found[: len(part)] = part.astype(found.dtype) if part.dtype != found.dtype else part
    if len(part) < node.type.width:
        found[3] = np.where(there, found.dtype.type(1), found.dtype.type(0))
    return found


def store(node: Store, value: Value, lanes: Mask, surroundings: Surroundings) -> None:
    """Writes what each of ``lanes`` stores."""
    access = _access(node.memory, node.storage, value, lanes, formatted=node.formatted)
    surroundings.write(access, _stored(value(node.value), node.storage))


def atomic(node: Atomic, value: Value, lanes: Mask, surroundings: Surroundings) -> Array:
    """What was there before each of ``lanes`` changed it."""
    access = _access(node.memory, node.storage, value, lanes)
    words = surroundings.change(access, node.change, _stored(value(node.value), node.storage))
    found: Array = words.astype(f"u{node.storage.bits // 8}").view(_as_stored(node.storage))
    return found


def _access(
    memory: Memory, storage: Storage | None, value: Value, lanes: Mask, *, formatted: bool = False
) -> Access:
    address = np.zeros((4, len(lanes)), np.int32)
    if memory.address is not None:
        given = value(memory.address)
        if memory.space is Space.IMAGE:
            address[list(IMAGE_COORDINATES[memory.target])] = given
        else:
            address = given
    return Access(memory, storage, formatted, keys_of(memory, value, len(lanes)), address, lanes)


def _as_stored(storage: Storage) -> str:
    return f"{_LETTERS[storage.type]}{storage.bits // 8}"


def _stored(numbers: Array, storage: Storage) -> Array:
    """Words of 64 bits: integers lose high bits, floats are rounded to nearest."""
    bits = 8 * numbers.dtype.itemsize
    if storage.type is DataType.FLOAT and storage.bits < bits:
        return rounded(numbers.astype(np.float64), storage.bits, Rounding.NEAREST)
    words: Array = np.ascontiguousarray(numbers).view(f"u{bits // 8}").astype(f"u{storage.bits // 8}")
    return words.astype(np.uint64)
