"""Operations on words read as integers, and conversions of them (NV_gpu_program4 2.X.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from nvrender.ops.evaluation.function import Evaluation, Function, composed, copy, each
from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.ops.types import DataType

#: int32 or uint32, wider where a result is wrapped afterwards.
Words = Any

_DTYPES: dict[DataType, Any] = {
    DataType.FLOAT: np.float32,
    DataType.SIGNED: np.int32,
    DataType.UNSIGNED: np.uint32,
}


def _words(compute: Callable[..., Words], out: DataType, *operands: DataType) -> Function:
    """``compute`` on operands read as ``operands`` say, its result wrapped and written as ``out``."""
    result, reads = _DTYPES[out], [_DTYPES[operand] for operand in operands]
    if isinstance(compute, np.ufunc):
        ufunc = compute

        def direct(out: Float32Array, work: Float32Array, *values: Float32Array) -> None:
            ufunc(
                *[value.view(read) for value, read in zip(values, reads, strict=True)], out=out.view(result)
            )

        return direct

    def function(out: Float32Array, work: Float32Array, *values: Float32Array) -> None:
        found = compute(*[value.view(read) for value, read in zip(values, reads, strict=True)])
        np.copyto(out.view(result), found, casting="unsafe")

    return function


# --- arithmetic


def _quotient(a: Words, b: Words) -> Words:
    """Truncated; all ones for a divisor of 0 (docs/semantics.md)."""
    wide, divisor = a.astype(np.int64), b.astype(np.int64)
    size = np.abs(wide) // np.maximum(np.abs(divisor), 1)
    quotient = np.where((wide < 0) != (divisor < 0), -size, size)
    return np.where(divisor == 0, -1, quotient)


def _remainder(a: Words, b: Words) -> Words:
    """Sign of the dividend; all ones for a divisor of 0 (docs/semantics.md)."""
    wide, divisor = a.astype(np.int64), b.astype(np.int64)
    size = np.abs(wide) % np.maximum(np.abs(divisor), 1)
    return np.where(divisor == 0, -1, np.where(wide < 0, -size, size))


def _shift_left(a: Words, b: Words) -> Words:
    """0 for counts outside 0 to 31 (docs/semantics.md)."""
    count = b.view(np.uint32)
    shifted = a.view(np.uint32) << (count & np.uint32(31))
    small = count < 32
    return shifted if small.all() else np.where(small, shifted, np.uint32(0))


def _shift_right_signed(a: Words, b: Words) -> Words:
    count = np.minimum(b.view(np.uint32), np.uint32(31)).astype(np.int32)
    return a >> count


def _shift_right_unsigned(a: Words, b: Words) -> Words:
    shifted = a >> (b & np.uint32(31))
    small = b < 32
    return shifted if small.all() else np.where(small, shifted, np.uint32(0))


def _sum_of_differences(a: Words, b: Words, c: Words) -> Words:
    return np.abs(a.astype(np.int64) - b.astype(np.int64)) + c


def _high_product(type: DataType) -> Callable[..., Words]:
    """The upper 32 bits of the 64-bit product (NV_gpu_program4 2.X.8, MUL)."""
    wide: Any = np.int64 if type is DataType.SIGNED else np.uint64
    return lambda a, b: (a.astype(wide) * b.astype(wide)) >> wide(32)


def _flags(compare: np.ufunc) -> Callable[..., Words]:
    """−1, which is all ones, or 0 (NV_gpu_program4 2.X.8, SEQ)."""
    return lambda a, b: np.where(compare(a, b), -1, 0)


def _converted(rounding: np.ufunc, type: DataType) -> Function:
    """A float rounded to an integer, clamped to the type's range; NaN gives 0 (docs/semantics.md)."""
    info = np.iinfo(_DTYPES[type])

    def convert(values: Float32Array) -> Words:
        exact = np.clip(rounding(values.astype(np.float64)), info.min, info.max)
        return np.where(np.isnan(exact), 0.0, exact).astype(np.int64)

    return _words(convert, type, DataType.FLOAT)


def _of_type(letter: str, type: DataType) -> dict[str, Function]:
    """Operation → function, of one integer type."""
    signed = type is DataType.SIGNED
    binary: dict[str, Callable[..., Words]] = {
        "add": np.add,
        "sub": np.subtract,
        "mul": np.multiply,
        "mul_high": _high_product(type),
        "div": _quotient,
        "mod": _remainder,
        "shl": _shift_left,
        "shr": _shift_right_signed if signed else _shift_right_unsigned,
        "eq": _flags(np.equal),
        "ge": _flags(np.greater_equal),
        "gt": _flags(np.greater),
        "le": _flags(np.less_equal),
        "lt": _flags(np.less),
        "ne": _flags(np.not_equal),
        "false": lambda a, b: np.zeros(1, np.int32),
        "true": lambda a, b: np.full(1, -1, np.int32),
    }
    ternary: dict[str, Callable[..., Words]] = {
        "cmp": lambda a, b, c: np.where(a < 0, b, c),
        "mad": lambda a, b, c: a * b + c,
    }
    roundings = {"ceil": np.ceil, "floor": np.floor, "round": np.rint, "trunc": np.trunc}
    found = {
        **{name: _words(compute, type, type, type) for name, compute in binary.items()},
        **{name: _words(compute, type, type, type, type) for name, compute in ternary.items()},
        "sad": _words(_sum_of_differences, DataType.UNSIGNED, type, type, DataType.UNSIGNED),
        "2f": _words(lambda a: a, DataType.FLOAT, type),
        **{name: _converted(rounding, type) for name, rounding in roundings.items()},
    }
    return {letter + name: function for name, function in found.items()}


_S = DataType.SIGNED

#: Operation → what evaluates it.
EVALUATIONS: dict[str, Evaluation] = {
    **each({**_of_type("i", DataType.SIGNED), **_of_type("u", DataType.UNSIGNED)}),
    **each(
        {
            "uabs": copy,
            "not": _words(np.invert, _S, _S),
            "and": _words(np.bitwise_and, _S, _S, _S),
            "or": _words(np.bitwise_or, _S, _S, _S),
            "xor": _words(np.bitwise_xor, _S, _S, _S),
        }
    ),
    "iaddress_add": composed(*(_words(np.add, _S, _S, _S),) * 4),
}
