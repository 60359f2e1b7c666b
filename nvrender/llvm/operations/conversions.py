"""CVT: numbers of every storage type into every other (NV_gpu_program5 2.X.8, CVT).

Floats pass as doubles; integers in 64 bits.
"""

from __future__ import annotations

import math
from typing import Any

from llvmlite import ir

from nvrender.ir.nodes import Convert
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.operations.floats import within
from nvrender.llvm.operations.integers import integer_of
from nvrender.llvm.operations.words import half_value
from nvrender.llvm.types import DOUBLE, FLOAT, HALF, I1, I64, Value, bits_of, element_of
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.ops.modifiers import Clamp
from nvrender.ops.types import DataType

_WAYS = {
    Rounding.NEAREST: "rint",
    Rounding.UP: "ceil",
    Rounding.DOWN: "floor",
    Rounding.TOWARD_ZERO: "trunc",
}
_FLOATS = {16: HALF, 32: FLOAT, 64: DOUBLE}
_TWO_64 = 2.0**64


def converted(lanes: Lanes, node: Convert, a: Value) -> Value:
    """A component of one storage type as one of another."""
    words, source, result = lanes.words(a), node.source, node.result
    element = element_of(node.type)
    if source.type is DataType.FLOAT:
        number = _float_of(lanes, words, source.bits)
        if result.type is not DataType.FLOAT:
            found = _integer_of_float(lanes, number, node)
            return lanes.cast(_sized(lanes, found, result, bits_of(element)), element)
        return _float_word(lanes, _clamped(lanes, number, node.clamp), node, element)
    number = _narrowed(lanes, _sized(lanes, words, source, 64), source)
    if result.type is not DataType.FLOAT:
        found = _limited(lanes, number, node) if node.clamp is not None else number
        return lanes.cast(_sized(lanes, found, result, bits_of(element)), element)
    floating = _float_of_integer(lanes, number, node)
    return _float_word(lanes, _clamped(lanes, floating, node.clamp), node, element)


def _signed(storage: Storage) -> bool:
    return storage.type is DataType.SIGNED


def _resized(lanes: Lanes, a: Value, bits: int, *, signed: bool) -> Value:
    own, element = bits_of(a.type.element), ir.IntType(bits)
    if own == bits:
        return a
    return lanes.convert("trunc" if bits < own else "sext" if signed else "zext", a, element)


def _sized(lanes: Lanes, a: Value, storage: Storage, bits: int) -> Value:
    """The low bits that a storage type has, extended to ``bits``."""
    narrow = _resized(lanes, a, min(storage.bits, bits_of(a.type.element)), signed=_signed(storage))
    return _resized(lanes, narrow, bits, signed=_signed(storage))


def _narrowed(lanes: Lanes, a: Value, storage: Storage) -> Value:
    return _resized(lanes, _resized(lanes, a, storage.bits, signed=False), 64, signed=_signed(storage))


def _float_of(lanes: Lanes, words: Value, bits: int) -> Value:
    if bits == 16:
        return lanes.convert("fpext", half_value(lanes, words), DOUBLE)
    if bits == 32:
        return lanes.convert("fpext", lanes.flushed(lanes.cast(words, FLOAT)), DOUBLE)
    return lanes.cast(words, DOUBLE)


def _clamped(lanes: Lanes, a: Value, clamp: Clamp | None) -> Value:
    """NaN stays NaN."""
    if clamp is None:
        return a
    return within(0.0 if clamp is Clamp.UNSIGNED else -1.0, 1.0)(lanes, a)


# --- to integers


def _range(storage: Storage) -> tuple[int, int]:
    if _signed(storage):
        return -(1 << storage.bits - 1), (1 << storage.bits - 1) - 1
    return 0, (1 << storage.bits) - 1


def _integer_of_float(lanes: Lanes, a: Value, node: Convert) -> Value:
    """Rounded, then clamped or modulo 2^bits; infinities are clamped, NaN is 0 (docs/semantics.md)."""
    builder, whole = lanes.builder, lanes.rounded(_WAYS[node.rounding], a)
    limited = integer_of(lanes, whole, ir.IntType(node.result.bits), signed=_signed(node.result))
    limited = _resized(lanes, limited, 64, signed=_signed(node.result))
    if node.clamp is not None:
        return limited
    share = lanes.rounded("trunc", builder.fmul(whole, lanes.like(a, 1.0 / _TWO_64)))
    rest = builder.fsub(whole, builder.fmul(share, lanes.like(a, _TWO_64)))
    size = integer_of(lanes, lanes.absolute(rest), I64, signed=False)
    below = lanes.compare("<", rest, lanes.like(rest, 0.0))
    words = lanes.select(below, builder.neg(size), size)
    infinite = builder.fcmp_ordered("==", lanes.absolute(whole), lanes.like(whole, math.inf))
    return lanes.select(infinite, limited, words)


def _limited(lanes: Lanes, a: Value, node: Convert) -> Value:
    """An integer within the range of the result."""
    builder, (low, high) = lanes.builder, _range(node.result)
    if _signed(node.source):
        if high < 1 << 63:
            most = lanes.like(a, high)
            a = lanes.select(builder.icmp_signed(">", a, most), most, a)
        least = lanes.like(a, low)
        return lanes.select(builder.icmp_signed("<", a, least), least, a)
    most = lanes.like(a, high)
    return lanes.select(builder.icmp_unsigned(">", a, most), most, a)


# --- to floats


def _float_of_integer(lanes: Lanes, a: Value, node: Convert) -> Value:
    """Exact, or such a double that rounding it once more gives what rounding the integer once would."""
    builder, zero = lanes.builder, lanes.like(a, 0)
    below = builder.icmp_signed("<", a, zero) if _signed(node.source) else lanes.constant(I1, 0)
    size = lanes.select(below, builder.neg(a), a)
    if node.result.bits == 64:
        found = _rounded_size(lanes, size, below, node.rounding)
    else:
        low = builder.and_(size, lanes.like(size, 0x7FF))
        large = builder.icmp_unsigned(">=", size, lanes.like(size, 1 << 53))
        lost = builder.icmp_unsigned("!=", low, zero)
        kept = builder.and_(size, lanes.like(size, ~0x7FF))
        odd = builder.or_(kept, lanes.select(lost, lanes.like(size, 0x800), zero))
        found = lanes.convert("uitofp", lanes.select(large, odd, size), DOUBLE)
    return lanes.select(below, lanes.negative(found), found)


def _rounded_size(lanes: Lanes, size: Value, below: Value, rounding: Rounding) -> Value:
    """The double next to an unsigned integer: of what is ``below`` 0 up is towards it."""
    builder = lanes.builder
    if rounding is Rounding.NEAREST:
        return lanes.convert("uitofp", size, DOUBLE)
    kind = ir.FunctionType(size.type, [size.type, I1])
    count = builder.call(lanes.declared(f"llvm.ctlz.v{lanes.width}i64", kind), [size, I1(0)])
    eleven = lanes.like(size, 11)
    few = builder.icmp_unsigned("<", count, eleven)
    shift = lanes.select(few, builder.sub(eleven, count), lanes.like(size, 0))
    kept = builder.shl(builder.lshr(size, shift), shift)
    toward_zero = lanes.convert("uitofp", kept, DOUBLE)
    if rounding is Rounding.TOWARD_ZERO:
        return toward_zero
    step = lanes.convert("uitofp", builder.shl(lanes.like(size, 1), shift), DOUBLE)
    away = below if rounding is Rounding.DOWN else builder.not_(below)
    lost = builder.icmp_unsigned("!=", kept, size)
    return lanes.select(builder.and_(lost, away), builder.fadd(toward_zero, step), toward_zero)


def _float_word(lanes: Lanes, a: Value, node: Convert, element: Any) -> Value:
    """The float of the result's size next to a double, its bits in ``element``."""
    words = lanes.words(rounded(lanes, a, node.result.bits, node.rounding))
    return lanes.cast(_resized(lanes, words, bits_of(element), signed=False), element)


def rounded(lanes: Lanes, a: Value, bits: int, rounding: Rounding) -> Value:
    """The float of 16, 32 or 64 bits next to a double, beyond the largest as IEEE 754 rounds; as words."""
    if bits == 64:
        return lanes.words(a)
    builder = lanes.builder
    nearest = lanes.convert("fptrunc", a if bits == 32 else _odd(lanes, a), _FLOATS[bits])
    words = lanes.words(nearest)
    if rounding is not Rounding.NEAREST:
        words = _moved(lanes, a, lanes.convert("fpext", nearest, DOUBLE), words, rounding)
    if bits == 32:
        return lanes.words(lanes.flushed(lanes.cast(words, FLOAT)))
    sign = builder.and_(words, lanes.like(words, 0x8000))
    quiet = builder.or_(sign, lanes.like(words, 0x7E00))  # as PK2H does (docs/semantics.md)
    return lanes.select(lanes.is_nan(a), quiet, words)


def _odd(lanes: Lanes, a: Value) -> Value:
    """The float next to a double towards 0, odd where they differ: what is rounded again is rounded once.

    Few processors have an instruction that makes halves of doubles.
    """
    builder = lanes.builder
    nearest = lanes.convert("fptrunc", a, FLOAT)
    words = lanes.words(nearest)
    words = _moved(lanes, a, lanes.convert("fpext", nearest, DOUBLE), words, Rounding.TOWARD_ZERO)
    back = lanes.convert("fpext", lanes.cast(words, FLOAT), DOUBLE)
    odd = builder.or_(words, lanes.like(words, 1))
    return lanes.cast(lanes.select(builder.fcmp_ordered("!=", back, a), odd, words), FLOAT)


def _moved(lanes: Lanes, a: Value, back: Value, words: Value, rounding: Rounding) -> Value:
    """The word before or behind that of the nearest float, where this lies on the wrong side."""
    builder = lanes.builder
    one = lanes.like(words, 1)
    bits = bits_of(words.type.element)
    magnitude = builder.and_(words, lanes.like(words, (1 << bits - 1) - 1))
    zero = builder.icmp_unsigned("==", magnitude, lanes.like(words, 0))
    negative = builder.icmp_signed("<", words, lanes.like(words, 0))
    outward, inward = builder.add(words, one), builder.sub(words, one)
    if rounding is Rounding.TOWARD_ZERO:
        wrong = builder.fcmp_ordered(">", lanes.absolute(back), lanes.absolute(a))
        return lanes.select(wrong, inward, words)
    sign = lanes.like(words, 1 << bits - 1)
    if rounding is Rounding.UP:
        wrong = builder.fcmp_ordered("<", back, a)
        moved = lanes.select(zero, one, lanes.select(negative, inward, outward))
    else:
        wrong = builder.fcmp_ordered(">", back, a)
        moved = lanes.select(zero, builder.or_(sign, one), lanes.select(negative, outward, inward))
    return lanes.select(wrong, moved, words)
