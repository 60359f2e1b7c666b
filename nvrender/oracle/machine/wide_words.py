"""LONG registers: two words a component, read in 32 and in 64 bits (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nvrender.ops.evaluation.conversions import UInt64Array, flushed
from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.ops.types import DataType
from nvrender.oracle.machine.addressing import column, element
from nvrender.oracle.machine.layout import Layout
from nvrender.program import Operand, Register, RegisterFile

_LOW = np.uint64(0xFFFFFFFF)
#: Where the halves of a word of 64 bits lie in memory.
_LOW_HALF, _HIGH_HALF = (0, 1) if sys.byteorder == "little" else (1, 0)
#: Numbers of 64 bits of each type.
KINDS: dict[DataType, Any] = {
    DataType.FLOAT: np.float64,
    DataType.SIGNED: np.int64,
    DataType.UNSIGNED: np.uint64,
}
#: (state rows, shared values) → one component's words, 64 bits each, of every lane or of all alike.
Fetch = Callable[[Float32Array, Float32Array], UInt64Array]


def joined(low: Float32Array, high: Float32Array) -> UInt64Array:
    """Two rows of words as one of 64 bits."""
    words = np.empty(len(low), np.uint64)
    halves = words.view(np.uint32)
    halves[_LOW_HALF::2], halves[_HIGH_HALF::2] = low.view(np.uint32), high.view(np.uint32)
    return words


def parted(words: UInt64Array, low: Float32Array, high: Float32Array | None) -> None:
    """The words of 64 bits, which lie next to each other, into rows; the low half where there is no other."""
    halves = words.view(np.uint32)
    np.copyto(low.view(np.uint32), halves[_LOW_HALF::2])
    if high is not None:
        np.copyto(high.view(np.uint32), halves[_HIGH_HALF::2])


def normal(values: Any) -> Any:
    """Doubles whose denormals are zeros of their sign (docs/semantics.md)."""
    tiny = np.abs(values) < 2.0**-1022
    return np.where(tiny, np.copysign(0.0, values), values) if tiny.any() else values


def as_wide(words: UInt64Array, type: DataType) -> UInt64Array:
    """Words of 32 bits as those of 64: floats exactly, integers by their type."""
    narrow = words.astype(np.uint32)
    if type is DataType.FLOAT:
        return flushed(narrow.view(np.float32).astype(np.float64)).view(np.uint64)
    if type is DataType.SIGNED:
        return narrow.view(np.int32).astype(np.int64).view(np.uint64)
    return narrow.astype(np.uint64)


def as_narrow(words: UInt64Array, type: DataType) -> UInt64Array:
    """Words of 64 bits as those of 32: floats rounded to nearest, integers without their high half."""
    if type is not DataType.FLOAT:
        low: UInt64Array = words & _LOW
        return low
    with np.errstate(all="ignore"):
        rounded = words.view(np.float64).astype(np.float32).astype(np.float64)
    narrow: UInt64Array = flushed(rounded).astype(np.float32).view(np.uint32).astype(np.uint64)
    return narrow


def own_words_of(register: Register, component: int, layout: Layout, parameters: Sequence[Any]) -> Fetch:
    """What a register's component holds, as many bits as it has: LONG ones 64, most others 32.

    Outside an array 0.
    """
    if register.file is RegisterFile.PARAMETER and register.relative is None:
        binding = parameters[register.index]
        if binding.bits == 64:
            constant = np.array([binding.words[component]], np.uint64)
            return lambda f, c: constant
    if register.file in (RegisterFile.PARAMETER, RegisterFile.BUFFER):
        find_column = column(register, layout)
        return lambda f, c: np.atleast_1d(c[component, find_column(f)]).view(np.uint32).astype(np.uint64)
    if register.relative is None:
        row = layout.row(register) + component
        if register.long:
            return lambda f, c: joined(f[row], f[row + 4])
        return lambda f, c: f[row].view(np.uint32).astype(np.uint64)
    find = element(register, layout)
    stride = 8 if register.long else 4
    start = layout.row(register) + component

    def gather(f: Float32Array, c: Float32Array) -> UInt64Array:
        which, inside = find(f)
        lanes = np.arange(f.shape[1])
        rows = start + stride * np.where(inside, np.broadcast_to(which, lanes.shape), 0)
        low = np.ascontiguousarray(f[rows, lanes])
        found = (
            joined(low, np.ascontiguousarray(f[rows + 4, lanes]))
            if register.long
            else low.view(np.uint32).astype(np.uint64)
        )
        zero: UInt64Array = np.where(inside, found, np.uint64(0))
        return zero

    return gather


def narrowed(operand: Operand, layout: Layout, scratch: int, components: Sequence[int]) -> Any:
    """A step that puts a LONG operand's components into scratch rows as 32 bits."""
    fetches = [
        (scratch + component, own_words_of(operand.register, operand.swizzle[component], layout, ()))
        for component in dict.fromkeys(components)
    ]
    type = operand.type

    def step(f: Float32Array, c: Float32Array) -> None:
        for row, fetch in fetches:
            np.copyto(f[row].view(np.uint32), as_narrow(fetch(f, c), type).astype(np.uint32))

    return step
