"""What instructions compute in 64 bits: name → function of numbers of the operands' types.

NV_gpu_program5 2.X.4.1; the sections of NV_gpu_program4 2.X.8 describe them for any width.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nvrender.isa.opcodes import DataType

Numbers = Any
Function = Callable[..., Numbers]
_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED


def _sign(a: Numbers) -> Numbers:
    return np.where(np.isnan(a), a, np.where(a > 0, 1.0, np.where(a < 0, -1.0, 0.0)))


_FLOATS: dict[str, Function] = {
    "ABS": np.absolute,
    "ADD": np.add,
    "CEIL": np.ceil,
    "CMP": lambda a, b, c: np.where(a < 0, b, c),
    "DIV": np.divide,
    "FLR": np.floor,
    "FRC": lambda a: a - np.floor(a),
    "MAD": lambda a, b, c: a * b + c,
    "MAX": lambda a, b: np.where(a > b, a, b),
    "MIN": lambda a, b: np.where(a > b, b, a),
    "MOV": lambda a: a,
    "MUL": np.multiply,
    "RCP": lambda a: 1.0 / a,
    "ROUND": np.rint,
    "RSQ": lambda a: 1.0 / np.sqrt(a + 0.0),
    "SSG": _sign,
    "SUB": np.subtract,
    "TRUNC": np.trunc,
}
#: Those that take denormals of their operands as zeros where the processor's arithmetic does.
FLUSHING = frozenset({"ADD", "DIV", "MAD", "MUL", "RCP", "RSQ", "SUB"})
_COMPARISONS: dict[str, Function] = {
    "SEQ": np.equal,
    "SFL": lambda a, b: np.zeros(np.broadcast(a, b).shape, bool),
    "SGE": np.greater_equal,
    "SGT": np.greater,
    "SLE": np.less_equal,
    "SLT": np.less,
    "SNE": np.not_equal,
    "STR": lambda a, b: np.ones(np.broadcast(a, b).shape, bool),
}
_ROUNDINGS = {"CEIL": np.ceil, "FLR": np.floor, "ROUND": np.rint, "TRUNC": np.trunc}


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
    "ABS": np.absolute,
    "ADD": np.add,
    "AND": np.bitwise_and,
    "CMP": lambda a, b, c: np.where(a < 0, b, c),
    "DIV": _quotient,
    "MAD": lambda a, b, c: a * b + c,
    "MAX": np.maximum,
    "MIN": np.minimum,
    "MOD": _remainder,
    "MOV": lambda a: a,
    "MUL": np.multiply,
    "NOT": np.invert,
    "OR": np.bitwise_or,
    "SAD": lambda a, b, c: distance(a, b) + c,
    "SHL": _shift_left,
    "SHR": _shift_right,
    "SUB": np.subtract,
    "XOR": np.bitwise_xor,
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


def function_of(name: str, type: DataType) -> Function:
    """What an instruction of a type computes; the result's words are those of its own type."""
    if name in _COMPARISONS:
        compare = _COMPARISONS[name]
        if type is _F:
            return lambda a, b: compare(a, b).astype(np.float64)
        return lambda a, b: np.where(compare(a, b), ~np.uint64(0), np.uint64(0))
    if type is _F:
        return _FLOATS[name]
    if name in _ROUNDINGS:
        return _integer_of(_ROUNDINGS[name], type)
    return _INTEGERS[name]


#: Names of those that make doubles of doubles.
DOUBLES = frozenset(_FLOATS)
#: (name, type) of every instruction that has a 64-bit form here, I2F apart.
NAMES = frozenset({*((name, _F) for name in (*_FLOATS, *_COMPARISONS))}) | frozenset(
    (name, type) for name in (*_INTEGERS, *_COMPARISONS, *_ROUNDINGS) for type in (_S, _U)
)
