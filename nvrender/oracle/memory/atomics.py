"""What atomic operations make of the words they find (NV_gpu_program5 2.X.8, ATOM)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.global_memory import ByteArray
from nvrender.ops.evaluation.conversions import flushed
from nvrender.ops.memory_access import Atomic, Storage
from nvrender.ops.types import DataType
from nvrender.oracle.memory import words as memory_words

#: (what is there, the operand's x and y) → what will be there, words as unsigned integers.
Change = Callable[[int, int, int], int]
UInt64Array = npt.NDArray[np.uint64]
#: (bytes, places in them, the operands' x and y) → the words that were there, one operation after the other.
Perform = Callable[[ByteArray, Any, UInt64Array, UInt64Array], UInt64Array]
#: (bytes, places in them, where those are valid, the operand's x) → the operations done, whoever is first.
Unordered = Callable[[ByteArray, Any, Any, UInt64Array], None]

#: Operations of integers that leave the same whoever is first.
_UNORDERED = {
    Atomic.ADD: np.add,
    Atomic.MINIMUM: np.minimum,
    Atomic.MAXIMUM: np.maximum,
    Atomic.AND: np.bitwise_and,
    Atomic.OR: np.bitwise_or,
    Atomic.EXCLUSIVE_OR: np.bitwise_xor,
}


def _signed(word: int) -> int:
    return word - (1 << 32) if word >> 31 else word


def change(atomic: Atomic, storage: Storage) -> Change:
    """The new word; one that is not to be written is the old one."""
    if storage.type is DataType.FLOAT:
        return (lambda old, a, b: a) if atomic is Atomic.EXCHANGE else _float_sum
    mask = (1 << storage.bits) - 1
    order = _signed if storage.type is DataType.SIGNED else int
    match atomic:
        case Atomic.ADD:
            return lambda old, a, b: (old + a) & mask
        case Atomic.MINIMUM:
            return lambda old, a, b: min(a, old, key=order)
        case Atomic.MAXIMUM:
            return lambda old, a, b: max(a, old, key=order)
        case Atomic.WRAPPING_INCREMENT:
            return lambda old, a, b: 0 if old >= a else old + 1
        case Atomic.WRAPPING_DECREMENT:
            return lambda old, a, b: a if old == 0 or old > a else old - 1
        case Atomic.AND:
            return lambda old, a, b: old & a
        case Atomic.OR:
            return lambda old, a, b: old | a
        case Atomic.EXCLUSIVE_OR:
            return lambda old, a, b: old ^ a
        case Atomic.EXCHANGE:
            return lambda old, a, b: a
        case Atomic.COMPARE_AND_SWAP:
            return lambda old, a, b: b if old == a else old


def _float_sum(old: int, a: int, b: int) -> int:
    """float32, denormals zero, the order of terms as written (NV_shader_atomic_float)."""
    words = np.array([a, old], np.uint32)
    terms = flushed(words.view(np.float32).astype(np.float64)).astype(np.float32)
    with np.errstate(all="ignore"):
        total = terms[:1] + terms[1:]
    return int(flushed(total.astype(np.float64)).astype(np.float32).view(np.uint32)[0])


def performed(atomic: Atomic, storage: Storage) -> Perform:
    """The operation on many words, in order."""
    if atomic is Atomic.EXCHANGE or (atomic is Atomic.ADD and storage.type is not DataType.FLOAT):
        return _gathered(storage, adds=atomic is Atomic.ADD)
    new = change(atomic, storage)

    def perform(data: ByteArray, places: Any, a: UInt64Array, b: UInt64Array) -> UInt64Array:
        found = np.zeros(len(places), np.uint64)
        for number, place in enumerate(places):
            there = data[place : place + storage.bytes]
            old = int.from_bytes(there.tobytes(), "little")
            word = new(old, int(a[number]), int(b[number]))
            there[:] = np.frombuffer(word.to_bytes(storage.bytes, "little"), np.uint8)
            found[number] = old
        return found

    return perform


def unordered(atomic: Atomic, storage: Storage) -> Unordered | None:
    """The operation where nobody asks what was there before, None if its order may show."""
    if atomic not in _UNORDERED or storage.type is DataType.FLOAT:
        return None
    operation, in_turn = _UNORDERED[atomic], performed(atomic, storage)
    shift = storage.bytes.bit_length() - 1
    neutral = operation.identity == 0
    kind = np.dtype(f"<{'i' if storage.type is DataType.SIGNED else 'u'}{storage.bytes}")

    def perform(data: ByteArray, places: Any, valid: Any, a: UInt64Array) -> None:
        aligned = not (len(data) % storage.bytes or np.bitwise_or.reduce(places) & (storage.bytes - 1))
        if not (aligned and neutral and len(data)):
            places, a, valid = places[valid], a[valid], True
        if not aligned:
            in_turn(data, places, a, a)
            return
        # Invalid accesses are at place 0.
        operation.at(data.view(kind), places >> shift, a.astype(kind) * valid)

    return perform


def _gathered(storage: Storage, *, adds: bool) -> Perform:
    """ADD and EXCH of integers: all that are done at one place at once."""

    def perform(data: ByteArray, places: Any, a: UInt64Array, b: UInt64Array) -> UInt64Array:
        if not len(places):
            return np.zeros(0, np.uint64)
        order = np.argsort(places, kind="stable")
        there, given = np.asarray(places)[order], a[order]
        begins = np.append(True, there[1:] != there[:-1])
        first = np.maximum.accumulate(np.where(begins, np.arange(len(there)), 0))
        old = memory_words.read(data, there, True, storage)[0]
        if adds:
            before = np.cumsum(given) - given
            old = (old + before - before[first]) & np.uint64((1 << storage.bits) - 1)
            left = old + given
        else:
            old = np.where(begins, old, np.roll(given, 1))
            left = given
        memory_words.write(data, there, storage, left[None])
        found = np.empty(len(old), np.uint64)
        found[order] = old
        return found

    return perform
