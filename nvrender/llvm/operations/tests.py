"""Comparisons, truth values, and condition codes as flags (NV_gpu_program4 2.X.4.3)."""

from __future__ import annotations

from typing import Any

from nvrender.llvm.lanes import Lanes
from nvrender.llvm.operations.floats import Function
from nvrender.llvm.operations.integers import compare
from nvrender.llvm.types import I32, Rows, Value, bits_of, is_float

#: Flags of a condition code word; ZF is stored inverted, so that 0 is what +0 sets.
_SIGN, _NOT_ZERO, _OVERFLOW, _CARRY = 8, 4, 2, 1


def relation(name: str) -> Any:
    """A comparison of numbers, signed where ``signed``."""

    def made(lanes: Lanes, a: Value, b: Value, *, signed: bool) -> Value:
        if is_float(a.type.element):
            return lanes.compare(name, a, b)
        return compare(signed, name, lanes, a, b)

    return made


def _float_flags(lanes: Lanes, a: Value) -> Value:
    """SF and ZF of a result; both of NaN."""
    zero = lanes.like(a, 0.0)
    below, above = lanes.compare("<", a, zero), lanes.compare(">", a, zero)
    found = lanes.select(above, _flag(lanes, _NOT_ZERO), _flag(lanes, 0))
    found = lanes.select(below, _flag(lanes, _SIGN | _NOT_ZERO), found)
    return lanes.select(lanes.is_nan(a), _flag(lanes, _SIGN), found)


def _word_flags(lanes: Lanes, a: Value) -> Value:
    """The sign of an unsigned word is its most significant bit."""
    zero = lanes.like(a, 0)
    found = lanes.select(
        lanes.builder.icmp_signed(">", a, zero), _flag(lanes, _NOT_ZERO), _flag(lanes, _SIGN | _NOT_ZERO)
    )
    return lanes.select(lanes.builder.icmp_signed("==", a, zero), _flag(lanes, 0), found)


def _flag(lanes: Lanes, flags: int) -> Value:
    return lanes.constant(I32, flags)


def _sum_overflow(lanes: Lanes, a: Value, b: Value) -> Value:
    builder = lanes.builder
    total = builder.add(a, b)
    return _negative(lanes, builder.and_(builder.xor(a, total), builder.xor(b, total)))


def _difference_overflow(lanes: Lanes, a: Value, b: Value) -> Value:
    builder = lanes.builder
    return _negative(lanes, builder.and_(builder.xor(a, b), builder.xor(a, builder.sub(a, b))))


def _negative(lanes: Lanes, a: Value) -> Value:
    return lanes.builder.icmp_signed("<", a, lanes.like(a, 0))


def _sum_carry(lanes: Lanes, a: Value, b: Value) -> Value:
    return lanes.builder.icmp_unsigned("<", lanes.builder.add(a, b), a)


def _difference_carry(lanes: Lanes, a: Value, b: Value) -> Value:
    """Nothing is borrowed."""
    return lanes.builder.icmp_unsigned(">=", a, b)


def _both(overflow: Function, carry: Function) -> Function:
    def made(lanes: Lanes, a: Value, b: Value) -> Value:
        one = lanes.select(overflow(lanes, a, b), _flag(lanes, _OVERFLOW), _flag(lanes, 0))
        other = lanes.select(carry(lanes, a, b), _flag(lanes, _CARRY), _flag(lanes, 0))
        return lanes.builder.or_(one, other)

    return made


def _has_flags(lanes: Lanes, word: Value, passing: Value) -> Value:
    """Whether a test passes: bit i of ``passing`` is for the flags i (NV_gpu_program4 Table X.16)."""
    builder = lanes.builder
    flags = builder.and_(builder.xor(word, lanes.like(word, _NOT_ZERO)), lanes.like(word, 31))
    bit = builder.and_(builder.lshr(passing, flags), lanes.like(passing, 1))
    return builder.icmp_unsigned("!=", bit, lanes.like(bit, 0))


def _holds_any(lanes: Lanes, a: Rows) -> Rows:
    found = a[0]
    for other in a[1:]:
        found = lanes.builder.or_(found, other)
    return [found]


def truth(lanes: Lanes, element: Any, *, holds: bool) -> Value:
    """What a comparison that always holds, or never, gives: 1.0, all ones, 0."""
    return lanes.constant(
        element, (1.0 if is_float(element) else (1 << bits_of(element)) - 1) if holds else 0
    )


RELATIONS = {
    "equal": relation("=="),
    "not_equal": relation("!="),
    "less": relation("<"),
    "less_equal": relation("<="),
    "greater": relation(">"),
    "greater_equal": relation(">="),
}

#: Operation → what builds it.
OPERATIONS: dict[str, Function] = {
    "holds_both": lambda lanes, a, b: lanes.builder.and_(a, b),
    "holds_either": lambda lanes, a, b: lanes.builder.or_(a, b),
    "holds_one": lambda lanes, a, b: lanes.builder.xor(a, b),
    "holds_not": lambda lanes, a: lanes.builder.not_(a),
    "holds_any": _holds_any,
    "fflags": _float_flags,
    "iflags": _word_flags,
    "uflags": _word_flags,
    "sum_flags": _both(_sum_overflow, _sum_carry),
    "difference_flags": _both(_difference_overflow, _difference_carry),
    "sum_overflow": _sum_overflow,
    "sum_carry": _sum_carry,
    "difference_overflow": _difference_overflow,
    "difference_carry": _difference_carry,
    "has_flags": _has_flags,
}
