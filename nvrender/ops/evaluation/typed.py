"""What evaluates the operations that a compiler needs besides the languages'.

A name is that of a row without the letter of a type; operands are arrays of float32, int32, uint32 (or of 64
bits) or bool, and so is the result.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np

Numbers = Any

#: Flags of a condition code word (NV_gpu_program4 2.X.4.3); ZF is stored inverted, so that 0 is what +0 sets.
SIGN, NOT_ZERO, OVERFLOW, CARRY = 8, 4, 2, 1


def _number_flags(a: Numbers) -> Numbers:
    """SF and ZF of a result; both of NaN (NV_gpu_program4 2.X.4.3)."""
    nan = a != a
    sign, zero = (a < 0) | nan, (a == 0) | nan
    return (SIGN * sign + NOT_ZERO * ~zero).astype(np.uint32)


def _word_flags(a: Numbers) -> Numbers:
    """The sign of an unsigned word is its most significant bit."""
    return _number_flags(a.view(f"i{a.dtype.itemsize}"))


def _words(a: Numbers) -> Numbers:
    return a.view(f"u{a.dtype.itemsize}")


def _sum_overflow(a: Numbers, b: Numbers) -> Numbers:
    """OF of a + b."""
    a, b = _words(a), _words(b)
    total = a + b
    return ((a ^ total) & (b ^ total)) >> _sign_bit(a) != 0


def _difference_overflow(a: Numbers, b: Numbers) -> Numbers:
    """OF of a − b."""
    a, b = _words(a), _words(b)
    return ((a ^ b) & (a ^ (a - b))) >> _sign_bit(a) != 0


def _sign_bit(a: Numbers) -> Numbers:
    return a.dtype.type(a.dtype.itemsize * 8 - 1)


def _sum_carry(a: Numbers, b: Numbers) -> Numbers:
    """CF of a + b."""
    a, b = _words(a), _words(b)
    return a + b < a


def _difference_carry(a: Numbers, b: Numbers) -> Numbers:
    """CF of a − b: nothing is borrowed."""
    return _words(a) >= _words(b)


def _flags(overflow: Numbers, carry: Numbers) -> Numbers:
    return overflow * np.uint32(OVERFLOW) + carry * np.uint32(CARRY)


def _distance(a: Numbers, b: Numbers) -> Numbers:
    """|a − b| exactly, as a word (NV_gpu_program4 2.X.8, SAD)."""
    one, other = _words(a), _words(b)
    return np.where(a < b, other - one, one - other)


def _address(rounded: Numbers) -> Numbers:
    """Within [−512, 511]; NaN 0 (docs/semantics.md)."""
    return np.where(np.isnan(rounded), np.float32(0.0), np.clip(rounded, -512, 511)).astype(np.int32)


def flushed(a: Numbers) -> Numbers:
    """Numbers whose denormals are zeros of their sign."""
    if a.dtype.kind != "f":
        return a
    return np.where(np.abs(a) < np.finfo(a.dtype).smallest_normal, np.copysign(a.dtype.type(0.0), a), a)


def _number(a: Numbers, dtype: np.dtype[Any]) -> Numbers:
    """Rounded once to nearest where it is a float, else the low bits."""
    return flushed(flushed(a).astype(dtype))


#: Operation → what makes of numbers those of another type, where either has 64 bits.
CONVERSIONS: dict[str, Callable[[Numbers, np.dtype[Any]], Numbers]] = {
    "resize": _number,
    "i2f": _number,
    "u2f": _number,
}


def _fixed_or_nan(a: Numbers) -> Numbers:
    """Within the range of 12-bit fixed point (NV_fragment_program_option 3.11.4.X)."""
    return np.clip(a, np.float32(-2048.0 / 1024.0), np.float32(2047.0 / 1024.0))


def _length(a: Numbers) -> Numbers:
    """OpenGL Shading Language 4.60, 8.5."""
    return np.sqrt(np.sum(a.astype(np.float64) ** 2, axis=0, keepdims=True)).astype(np.float32)


def _reflection(a: Numbers, b: Numbers) -> Numbers:
    """a − 2 (b · a) b (OpenGL Shading Language 4.60, 8.5, reflect), a w of 0."""
    incident, normal = a.astype(np.float64), b.astype(np.float64)
    found = incident - 2 * np.sum(normal * incident, axis=0) * normal
    return _four(list(found[:3]))


def _rows(vector: Numbers, *rows: Numbers) -> Numbers:
    """A matrix of these rows times a vector, the terms of each sum in order."""
    return _four([flushed(_sum([flushed(a * b) for a, b in zip(row, vector, strict=True)])) for row in rows])


def _columns(vector: Numbers, *columns: Numbers) -> Numbers:
    """A matrix of these columns times a vector."""
    products = [flushed(column * number) for column, number in zip(columns, vector, strict=True)]
    return _four(list(flushed(_sum(products))))


def _sum(terms: list[Numbers]) -> Numbers:
    return reduce(np.add, terms)


def _four(rows: list[Numbers]) -> Numbers:
    """Four components, zeros for those that there are not."""
    return np.array([*rows, *[np.zeros_like(rows[0])] * (4 - len(rows))], np.float32)


#: Operation → what evaluates it.
EVALUATIONS: dict[str, Callable[..., Numbers]] = {
    "mov": np.array,
    "equal": np.equal,
    "not_equal": np.not_equal,
    "less": np.less,
    "less_equal": np.less_equal,
    "greater": np.greater,
    "greater_equal": np.greater_equal,
    "holds_any": lambda a: a.any(axis=0, keepdims=True),
    "holds_both": np.logical_and,
    "holds_either": np.logical_or,
    "holds_one": np.logical_xor,
    "holds_not": np.logical_not,
    "address_floor": lambda a: _address(np.floor(a)),
    "address_round": lambda a: _address(np.rint(a)),
    "address_add": lambda a: np.clip(a[[0, 1, 0, 1]] + a[[2, 3, 2, 3]], -512, 511),
    "iadd_saturated": lambda a, b: a + np.minimum(b, np.iinfo(np.int32).max - a),
    "fsaturate": lambda a: np.clip(a, np.float32(0.0), np.float32(1.0)),
    "fsaturate_signed": lambda a: np.clip(a, np.float32(-1.0), np.float32(1.0)),
    "ffixed": lambda a: np.where(a != a, np.float32(0.0), _fixed_or_nan(a)),
    "ffixed_nan": _fixed_or_nan,
    "fclamp": lambda a, b, c: np.minimum(np.maximum(a, b), c),
    "flength": _length,
    "freflection": _reflection,
    **dict.fromkeys(("frows3", "frows3x4", "frows4"), _rows),
    **dict.fromkeys(("fcolumns3", "fcolumns4"), _columns),
    "fflags": _number_flags,
    "iflags": _number_flags,
    "uflags": _word_flags,
    "sum_flags": lambda a, b: _flags(_sum_overflow(a, b), _sum_carry(a, b)),
    "difference_flags": lambda a, b: _flags(_difference_overflow(a, b), _difference_carry(a, b)),
    "sum_overflow": _sum_overflow,
    "sum_carry": _sum_carry,
    "difference_overflow": _difference_overflow,
    "difference_carry": _difference_carry,
    "distance": _distance,
    "fflush": flushed,
    "fopaque": np.array,
    "fhidden": np.array,
    "fnumber": lambda a: np.where(a != a, np.float32(np.nan), a),
    "has_flags": lambda word, passing: (passing >> (word ^ np.uint32(NOT_ZERO)) & np.uint32(1)) != 0,
}
