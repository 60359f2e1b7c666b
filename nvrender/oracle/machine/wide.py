"""Instructions that read, compute or write 64 bits (NV_gpu_program5 2.X.4.1; NV_gpu_program4 2.X.4.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

import numpy as np

from nvrender.ops.evaluation.conversions import converted, float_of
from nvrender.ops.evaluation.numerics import HARDWARE_FLUSH, Float32Array
from nvrender.ops.evaluation.wide import EVALUATIONS, FLUSHING, distance
from nvrender.ops.memory_access import Rounding
from nvrender.ops.rows import Addition
from nvrender.ops.types import DataType
from nvrender.oracle.machine.commit import CARRY, OVERFLOW, SIGN, ZERO_FLAG, commit, needs_operands
from nvrender.oracle.machine.layout import Layout
from nvrender.oracle.machine.operands import Step
from nvrender.oracle.machine.wide_operands import numbers_of, words_of
from nvrender.oracle.machine.wide_words import as_narrow, as_wide, joined, normal, parted
from nvrender.program import Clamp, Instruction

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED
#: (state rows, shared values) → the words of one component.
Compute = Callable[[Float32Array, Float32Array], Any]


def is_wide(instruction: Instruction) -> bool:
    """True for what is computed here; a LONG variable alone only narrows what others read and write."""
    if instruction.bits == 64 or instruction.operation in ("pack64", "unpack64"):
        return True
    return instruction.opcode.rounded and any(row.bits in (16, 64) for row in instruction.storages)


def steps(instruction: Instruction, layout: Layout, enabled: Sequence[int]) -> list[Step]:
    """The whole instruction: compute, clamp, set flags, write where its conditions hold."""
    destination = instruction.destination
    assert destination is not None
    long = destination.register.long
    computes = [(component, _result(instruction, component, layout)) for component in enabled]
    form = _form(instruction)
    type, flags = destination.type, layout.flags if instruction.condition_code is not None else None
    half = instruction.opcode.rounded and instruction.storages[0].name == "F16"

    def compute(f: Float32Array, c: Float32Array) -> None:
        found = [(component, one(f, c)) for component, one in computes]
        for component, words in found:
            low = f[layout.out + component]
            high = f[layout.high + component] if long else None
            stored = _stored(words, form, type, long)
            parted(np.ascontiguousarray(stored), low, high)
            if flags is not None:
                written = float_of(stored, 16).view(np.uint64) if half else stored
                f[flags + component].view(np.uint32)[...] = flags_of(written, type, long or half)

    parts: list[Step] = [compute]
    if flags is not None and needs_operands(instruction):
        parts.append(_sums(instruction, layout, enabled, flags))
    return parts + commit(instruction, layout, enabled, layout.out)


def widen(type: DataType, layout: Layout, enabled: Sequence[int]) -> Step:
    """Results of 32 bits as a LONG variable keeps them."""

    def step(f: Float32Array, c: Float32Array) -> None:
        for component in enabled:
            low = f[layout.out + component]
            parted(as_wide(low.view(np.uint32).astype(np.uint64), type), low, f[layout.high + component])

    return step


def clamped(least: float, layout: Layout, enabled: Sequence[int]) -> Step:
    """What is about to become a LONG variable's float, at least ``least`` and at most 1; NaN stays NaN."""

    def step(f: Float32Array, c: Float32Array) -> None:
        for component in enabled:
            low, high = f[layout.out + component], f[layout.high + component]
            values = np.clip(joined(low, high).view(np.float64), least, 1.0)
            parted(values.view(np.uint64), low, high)

    return step


def flagged(type: DataType, layout: Layout, enabled: Sequence[int]) -> Step:
    """SF and ZF of what is about to become a LONG variable's."""

    def step(f: Float32Array, c: Float32Array) -> None:
        for component in enabled:
            words = joined(f[layout.out + component], f[layout.high + component])
            f[layout.flags + component].view(np.uint32)[...] = flags_of(words, type, long=True)

    return step


class _Form(Enum):
    """What a result's words are before they are stored."""

    #: A number of 64 bits.
    WIDE = 64
    #: One of 32.
    NARROW = 32
    #: Bits that stay as they are.
    RAW = 0


def _form(instruction: Instruction) -> _Form:
    if instruction.opcode.rounded:
        name = instruction.storages[0].name
        return {"F16": _Form.RAW, "F32": _Form.NARROW}.get(name, _Form.WIDE)
    return {"pack64": _Form.RAW, "unpack64": _Form.NARROW}.get(instruction.operation, _Form.WIDE)


def _stored(words: Any, form: _Form, type: DataType, long: bool) -> Any:
    """A result as its destination keeps it."""
    if form is _Form.RAW:
        return words
    if form is _Form.WIDE:
        return words if long else as_narrow(words, type)
    return as_wide(words, type) if long else words


def _result(instruction: Instruction, component: int, layout: Layout) -> Compute:
    """The words of one component, of 64 bits."""
    name = instruction.operation
    if name == "pack64":
        return _packed(instruction, component, layout)
    if name == "unpack64":
        return _unpacked(instruction, component, layout)
    if instruction.opcode.rounded:
        return _conversion(instruction, component, layout)
    later = name in FLUSHING
    fetches = [numbers_of(row, component, layout, flushed_later=later) for row in instruction.operands]
    if name in ("i2f", "u2f"):
        return _float_of(instruction, fetches[0])
    compute = computed(instruction)
    return lambda f, c: compute(*[fetch(f, c) for fetch in fetches]).view(np.uint64)


def computed(instruction: Instruction) -> Callable[..., Any]:
    """What an instruction of 64 bits makes of numbers, clamped."""
    function, clamp = EVALUATIONS[instruction.operation], instruction.clamp
    if HARDWARE_FLUSH and isinstance(function, np.ufunc) and clamp is None:
        return function

    def compute(*numbers: Any) -> Any:
        found = np.asarray(function(*numbers))
        if found.dtype == np.float64 and not HARDWARE_FLUSH:
            found = normal(found)
        if clamp is not None:
            found = np.clip(found, 0.0 if clamp is Clamp.UNSIGNED else -1.0, 1.0)
        return found

    return compute


def _float_of(instruction: Instruction, fetch: Callable[..., Any]) -> Compute:
    """I2F: rounded once, to what the destination holds (docs/semantics.md)."""
    assert instruction.destination is not None
    kind: Any = np.float64 if instruction.destination.register.long else np.float32

    def compute(f: Float32Array, c: Float32Array) -> Any:
        return fetch(f, c).astype(kind).astype(np.float64).view(np.uint64)

    return compute


def _packed(instruction: Instruction, component: int, layout: Layout) -> Compute:
    """Words of 32 bits two by two (NV_gpu_program5 2.X.8, PK64)."""
    first = component % 2 * 2
    low, high = (_word(instruction, place, layout) for place in (first, first + 1))
    return lambda f, c: low(f, c) | high(f, c) << np.uint64(32)


def _word(instruction: Instruction, component: int, layout: Layout) -> Compute:
    """A component of the operand in 32 bits, bars and sign applied."""
    operand = instruction.operands[0]
    fetch = words_of(operand.register, operand.swizzle[component], layout, layout.program.parameters)
    type, long = operand.type, operand.register.long

    def word(f: Float32Array, c: Float32Array) -> Any:
        words = fetch(f, c)
        narrow = (as_narrow(words, type) if long else words).astype(np.uint32)
        if type is _F:
            narrow = narrow & np.uint32(0x7FFFFFFF) if operand.absolute else narrow
            narrow = narrow ^ np.uint32(0x80000000) if operand.negate else narrow
        else:
            values = narrow.view(np.int32)
            values = np.absolute(values) if operand.absolute else values
            narrow = (np.negative(values) if operand.negate else values).view(np.uint32)
        return narrow.astype(np.uint64)

    return word


def _unpacked(instruction: Instruction, component: int, layout: Layout) -> Compute:
    """The words of the operand's x and y (NV_gpu_program5 2.X.8, UP64); floats are clamped then."""
    operand = instruction.operands[0]
    fetch = numbers_of(operand, component // 2, layout)
    if not (operand.absolute or operand.negate):
        # Words that are no number go on as they are.
        fetch = words_of(operand.register, operand.swizzle[component // 2], layout, ())
    shift, clamp = np.uint64(component % 2 * 32), instruction.clamp

    def compute(f: Float32Array, c: Float32Array) -> Any:
        words = fetch(f, c).view(np.uint64) >> shift & np.uint64(0xFFFFFFFF)
        if clamp is not None:
            low = np.float32(0.0 if clamp is Clamp.UNSIGNED else -1.0)
            clipped = np.clip(words.astype(np.uint32).view(np.float32), low, np.float32(1.0))
            words = clipped.view(np.uint32).astype(np.uint64)
        return words

    return compute


def _conversion(instruction: Instruction, component: int, layout: Layout) -> Compute:
    """CVT: its operand as the type of its second modifier has it (NV_gpu_program5 2.X.8, CVT)."""
    result, source = instruction.storages
    operand = instruction.operands[0]
    if source.bits == 64:
        wide = numbers_of(operand, component, layout)
        fetch: Compute = lambda f, c: wide(f, c).view(np.uint64)  # noqa: E731
    elif source.name == "F16":
        fetch = words_of(operand.register, operand.swizzle[component], layout, layout.program.parameters)
    else:
        fetch = _word(instruction, component, layout)
    rounding, clamp = instruction.rounding or Rounding.NEAREST, instruction.clamp

    return lambda f, c: converted(fetch(f, c), source, result, rounding, clamp)


# --- condition codes


def flags_of(words: Any, type: DataType, long: bool) -> Any:
    """SF and ZF of what is written (NV_gpu_program4 2.X.4.3); ZF is kept inverted."""
    if type is _F:
        values = words.view(np.float64) if long else words.astype(np.uint32).view(np.float32)
        nan = np.isnan(values)
        sign, zero = (values < 0) | nan, (values == 0) | nan
    else:
        sign = words >> np.uint64(63 if long else 31) != 0
        zero = words == 0
    return sign * np.uint32(SIGN) + ~zero * np.uint32(ZERO_FLAG)


def _sums(instruction: Instruction, layout: Layout, enabled: Sequence[int], flags: int) -> Step:
    """OF and CF of the last addition, of 64 bits (NV_gpu_program4 2.X.4.3)."""
    signs = [operand.negate for operand in instruction.operands]
    addition = instruction.row.addition
    fetches = {
        component: [numbers_of(operand, component, layout) for operand in instruction.operands]
        for component in enabled
    }

    def step(f: Float32Array, c: Float32Array) -> None:
        for component in enabled:
            values = [fetch(f, c) for fetch in fetches[component]]
            words = [value.view(np.uint64) for value in values]
            if addition is Addition.OF_PRODUCT:
                one, minus_one, two, minus_two = words[0] * words[1], signs[0] != signs[1], words[2], signs[2]
            elif addition is Addition.OF_DISTANCE:
                one, minus_one, two, minus_two = distance(values[0], values[1]), False, words[2], signs[2]
            else:
                one, minus_one, two, minus_two = words[0], signs[0], words[1], signs[1]
            if addition is Addition.NEGATED:
                two, minus_two = np.negative(two), not minus_two
            code = f[flags + component].view(np.uint32)
            if not minus_one and not minus_two:
                total = one + two
                code |= _pair((one ^ total) & (two ^ total), total < one)
            elif not (minus_one and minus_two):
                a, b = (one, np.negative(two)) if not minus_one else (two, np.negative(one))
                code |= _pair((a ^ b) & (a ^ (a - b)), a >= b)

    return step


def _pair(overflow: Any, carry: Any) -> Any:
    bit = (overflow >> np.uint64(63)).astype(np.uint32)
    return bit * np.uint32(OVERFLOW) + carry * np.uint32(CARRY)
