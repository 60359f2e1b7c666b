"""What operations compute in 64 bits: name → function of numbers of the operands' types.

NV_gpu_program5 2.X.4.1; the sections of NV_gpu_program4 2.X.8 describe them for any width.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nvrender.ops.types import DataType

Numbers = Any
Function = Callable[..., Numbers]
_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED


def _sign(a: Numbers) -> Numbers:
    return np.where(np.isnan(a), a, np.where(a > 0, 1.0, np.where(a < 0, -1.0, 0.0)))


_FLOATS: dict[str, Function] = {
    "abs": np.absolute,
    "add": np.add,
    "ceil": np.ceil,
    "cmp": lambda a, b, c: np.where(a < 0, b, c),
    "div": np.divide,
    "floor": np.floor,
    "fract": lambda a: a - np.floor(a),
    "mad": lambda a, b, c: a * b + c,
    "max": lambda a, b: np.where(a > b, a, b),
    "min": lambda a, b: np.where(a > b, b, a),
    "mul": np.multiply,
    "rcp": lambda a: 1.0 / a,
    "round": np.rint,
    "rsq_unsigned": lambda a: 1.0 / np.sqrt(a + 0.0),
    "sign": _sign,
    "sub": np.subtract,
    "trunc": np.trunc,
}
#: Those that take denormals of their operands as zeros where the processor's arithmetic does.
FLUSHING = frozenset({"fadd", "fdiv", "fmad", "fmul", "frcp", "frsq_unsigned", "fsub"})
_COMPARISONS: dict[str, Function] = {
    "eq": np.equal,
    "false": lambda a, b: np.zeros(np.broadcast(a, b).shape, bool),
    "ge": np.greater_equal,
    "gt": np.greater,
    "le": np.less_equal,
    "lt": np.less,
    "ne": np.not_equal,
    "true": lambda a, b: np.ones(np.broadcast(a, b).shape, bool),
}
_ROUNDINGS = {"ceil": np.ceil, "floor": np.floor, "round": np.rint, "trunc": np.trunc}


def _magnitude(a: Numbers) -> Any:
    words = np.asarray(a).astype(np.uint64) if np.asarray(a).dtype != np.int64 else a.view(np.uint64)
    return np.where(a < 0, np.negative(words), words) if np.asarray(a).dtype == np.int64 else words


def _quotient(a: Numbers, b: Numbers) -> Numbers:
    """Truncated; all ones for a divisor of 0 (docs/semantics.md)."""
    divisor = _magnitude(b)
    size = _magnitude(a) // np.maximum(divisor, np.uint64(1))
    negative = (a < 0) != (b < 0)
    return np.where(divisor == 0, ~np.uint64(0), np.where(negative, np.negative(size), size))


def _remainder(a: Numbers, b: Numbers) -> Numbers:
    """Sign of the dividend; all ones for a divisor of 0 (docs/semantics.md)."""
    divisor = _magnitude(b)
    size = _magnitude(a) % np.maximum(divisor, np.uint64(1))
    return np.where(divisor == 0, ~np.uint64(0), np.where(a < 0, np.negative(size), size))


def _shift_left(a: Numbers, b: Numbers) -> Numbers:
    count = b.view(np.uint64)
    return np.where(count < 64, a.view(np.uint64) << (count & np.uint64(63)), np.uint64(0))


def _shift_right(a: Numbers, b: Numbers) -> Numbers:
    count = b.view(np.uint64)
    if a.dtype == np.int64:
        return a >> np.minimum(count, np.uint64(63)).astype(np.int64)
    return np.where(count < 64, a >> (count & np.uint64(63)), np.uint64(0))


def distance(a: Numbers, b: Numbers) -> Numbers:
    """|a − b|, exactly (NV_gpu_program4 2.X.8, SAD)."""
    one, other = a.view(np.uint64), b.view(np.uint64)
    return np.where(a < b, other - one, one - other)


_INTEGERS: dict[str, Function] = {
    "abs": np.absolute,
    "add": np.add,
    "cmp": lambda a, b, c: np.where(a < 0, b, c),
    "div": _quotient,
    "mad": lambda a, b, c: a * b + c,
    "max": np.maximum,
    "min": np.minimum,
    "mod": _remainder,
    "mul": np.multiply,
    "sad": lambda a, b, c: distance(a, b) + c,
    "shl": _shift_left,
    "shr": _shift_right,
    "sub": np.subtract,
}


def _integer_of(rounding: Function, type: DataType) -> Function:
    """Beyond the type's range the nearest integer, NaN 0 (docs/semantics.md)."""
    low, high = (-(2**63), 2**63 - 1) if type is _S else (0, 2**64 - 1)
    above = 2.0**63 if type is _S else 2.0**64

    def convert(a: Numbers) -> Numbers:
        whole = np.where(np.isnan(a), 0.0, rounding(a))
        inside = (whole >= low) & (whole < above)
        kind = np.int64 if type is _S else np.uint64
        words = np.where(inside, whole, 0.0).astype(kind).view(np.uint64)
        most = np.uint64(high)
        least = np.uint64(low & 0xFFFFFFFFFFFFFFFF)
        return np.where(whole >= above, most, np.where(whole < low, least, words))

    return convert


def _truth(compare: Function, type: DataType) -> Function:
    """TRUE is 1.0, or all ones."""
    if type is _F:
        return lambda a, b: compare(a, b).astype(np.float64)
    return lambda a, b: np.where(compare(a, b), ~np.uint64(0), np.uint64(0))


#: Names of those that make doubles of doubles.
DOUBLES = frozenset(f"f{name}" for name in _FLOATS) | {"mov"}


def _of_type(letter: str, type: DataType) -> dict[str, Function]:
    numbers = _FLOATS if type is _F else _INTEGERS
    found = {**numbers, **{name: _truth(compare, type) for name, compare in _COMPARISONS.items()}}
    if type is not _F:
        found |= {name: _integer_of(rounding, type) for name, rounding in _ROUNDINGS.items()}
    return {letter + name: function for name, function in found.items()}


#: Operation → what evaluates it; the result's words are those of its own type.
EVALUATIONS: dict[str, Function] = {
    **_of_type("f", _F),
    **_of_type("i", _S),
    **_of_type("u", _U),
    "mov": lambda a: a,
    "not": np.invert,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
