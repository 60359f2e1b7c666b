"""Operands of 64 bits, wherever they are (NV_gpu_program5 2.X.4.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nvrender.ops.evaluation.conversions import UInt64Array
from nvrender.ops.evaluation.numerics import HARDWARE_FLUSH, Float32Array
from nvrender.ops.types import DataType
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import load
from nvrender.oracle.machine.wide_words import KINDS, Fetch, as_wide, normal, own_words_of
from nvrender.program import Operand, Register, RegisterFile, RelativeAddress


def words_of(register: Register, component: int, layout: Layout, parameters: Sequence[Any]) -> Fetch:
    """What a register's component holds, as many bits as it has: LONG ones 64, most others 32.

    Outside an array 0.
    """
    if _is_of_others(register, layout):
        return _words_of_others(register, component, layout)
    return own_words_of(register, component, layout, parameters)


def _is_of_others(register: Register, layout: Layout) -> bool:
    """True for attributes that lanes of a patch share, or of a vertex chosen at run time."""
    if register.file is not RegisterFile.ATTRIBUTE:
        return False
    return register.index in layout.slots or isinstance(register.vertex, RelativeAddress)


def _words_of_others(register: Register, component: int, layout: Layout) -> Fetch:
    """Those, which no stage has in 64 bits, as every instruction loads them."""
    operand = Operand(register, (component, component, component, component))
    loaded = load(operand, 0, layout, (0,), False)
    fetch = loaded.fetch((0,))

    def words(f: Float32Array, c: Float32Array) -> UInt64Array:
        for step in loaded.steps:
            step(f, c)
        found: UInt64Array = fetch(f, c)[0].view(np.uint32).astype(np.uint64)
        return found

    return words


def numbers_of(
    operand: Operand, component: int, layout: Layout, *, flushed_later: bool = False
) -> Callable[..., Any]:
    """A component of an operand, as 64-bit numbers of its type, bars and sign applied.

    ``flushed_later`` says that only sums, products and quotients read it, whose denormals count as zeros.
    """
    type, chosen = operand.type, operand.swizzle[component]
    parameters = layout.program.parameters
    fetch = words_of(operand.register, chosen, layout, parameters)
    binding = parameters[operand.register.index] if operand.register.file is RegisterFile.PARAMETER else None
    whole = operand.register.long or (binding is not None and binding.bits == 64)
    flushes = type is DataType.FLOAT and not (flushed_later and HARDWARE_FLUSH)

    def numbers(f: Float32Array, c: Float32Array) -> Any:
        words = fetch(f, c)
        values = (words if whole else as_wide(words, type)).view(KINDS[type])
        values = normal(values) if flushes else values
        if operand.absolute:
            values = np.absolute(values)
        return np.negative(values) if operand.negate else values

    return numbers
