"""What atomic operations make of the words they find (NV_gpu_program5 2.X.8, ATOM)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nvrender.isa.memory import Atomic, Storage
from nvrender.isa.opcodes import DataType
from nvrender.oracle.conversions import flushed

#: (what is there, the operand's x and y) → what will be there, words as unsigned integers.
Change = Callable[[int, int, int], int]


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
