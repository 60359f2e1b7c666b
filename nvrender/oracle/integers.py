"""Operations on words read as integers, conversions, packs and unpacks (NV_gpu_program4 2.X.8).

Functions get float32 rows, as those of ``ops`` do, and read and write their words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.isa.opcodes import DataType
from nvrender.oracle.numerics import Float32Array
from nvrender.oracle.ops import Function

#: int32 or uint32, wider where a result is wrapped afterwards.
Words = Any
UInt32Array = npt.NDArray[np.uint32]
#: One field of a packed word, as uint32, to its float.
Field = Callable[[UInt32Array], Float32Array]
#: Floats to the bits of their field.
Bits = Callable[[Float32Array], npt.NDArray[Any]]

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


def high_product(type: DataType) -> Function:
    """The upper 32 bits of the 64-bit product (NV_gpu_program4 2.X.8, MUL)."""
    wide: Any = np.int64 if type is DataType.SIGNED else np.uint64
    return _words(lambda a, b: (a.astype(wide) * b.astype(wide)) >> wide(32), type, type, type)


def _flags(compare: np.ufunc) -> Callable[..., Words]:
    """−1, which is all ones, or 0 (NV_gpu_program4 2.X.8, SEQ)."""
    return lambda a, b: np.where(compare(a, b), -1, 0)


def operations(type: DataType) -> dict[str, Function]:
    """name → function on vectors, of one integer type."""
    signed = type is DataType.SIGNED
    unary: dict[str, Callable[..., Words]] = {
        "ABS": np.absolute if signed else np.positive,
        "NOT": np.invert,
    }
    binary: dict[str, Callable[..., Words]] = {
        "ADD": np.add,
        "SUB": np.subtract,
        "MUL": np.multiply,
        "AND": np.bitwise_and,
        "OR": np.bitwise_or,
        "XOR": np.bitwise_xor,
        "MAX": np.maximum,
        "MIN": np.minimum,
        "DIV": _quotient,
        "MOD": _remainder,
        "SHL": _shift_left,
        "SHR": _shift_right_signed if signed else _shift_right_unsigned,
        "SEQ": _flags(np.equal),
        "SGE": _flags(np.greater_equal),
        "SGT": _flags(np.greater),
        "SLE": _flags(np.less_equal),
        "SLT": _flags(np.less),
        "SNE": _flags(np.not_equal),
        "SFL": lambda a, b: np.zeros(1, np.int32),
        "STR": lambda a, b: np.full(1, -1, np.int32),
    }
    ternary: dict[str, Callable[..., Words]] = {
        "CMP": lambda a, b, c: np.where(a < 0, b, c),
        "MAD": lambda a, b, c: a * b + c,
    }
    return {
        **{name: _words(compute, type, type) for name, compute in unary.items()},
        **{name: _words(compute, type, type, type) for name, compute in binary.items()},
        **{name: _words(compute, type, type, type, type) for name, compute in ternary.items()},
        "SAD": _words(_sum_of_differences, DataType.UNSIGNED, type, type, DataType.UNSIGNED),
        "I2F": _words(lambda a: a, DataType.FLOAT, type),
        **{
            name: converted(rounding, type)
            for name, rounding in (
                ("CEIL", np.ceil),
                ("FLR", np.floor),
                ("ROUND", np.rint),
                ("TRUNC", np.trunc),
            )
        },
    }


def converted(rounding: np.ufunc, type: DataType) -> Function:
    """A float rounded to an integer, clamped to the type's range; NaN gives 0 (docs/semantics.md)."""
    info = np.iinfo(_DTYPES[type])

    def convert(values: Float32Array) -> Words:
        exact = np.clip(rounding(values.astype(np.float64)), info.min, info.max)
        return np.where(np.isnan(exact), 0.0, exact).astype(np.int64)

    return _words(convert, type, DataType.FLOAT)


address_sum = _words(np.add, DataType.SIGNED, DataType.SIGNED, DataType.SIGNED)

# --- packs and unpacks; NaN packs as 0 except as a half (docs/semantics.md)


def _scaled(values: Float32Array, low: float, scale: float, offset: float) -> Any:
    ordered = np.where(np.isnan(values), np.float32(0.0), values)
    clamped = np.clip(ordered, np.float32(low), np.float32(1.0))
    return np.rint(np.float32(scale) * clamped + np.float32(offset)).astype(np.uint32)


def half_bits(values: Float32Array) -> Any:
    """Rounded to nearest even, denormal halves kept; a NaN is 0x7E00 with its sign (docs/semantics.md)."""
    bits = values.astype(np.float16).view(np.uint16)
    return np.where(np.isnan(values), bits & np.uint16(0x8000) | np.uint16(0x7E00), bits)


def unsigned_short(values: Float32Array) -> Any:
    """A word of 16 bits for 0 to 1 (NV_gpu_program4 2.X.8, PK2US)."""
    return _scaled(values, 0.0, 65535.0, 0.0)


def unsigned_byte(values: Float32Array) -> Any:
    """A word of 8 bits for 0 to 1 (PK4UB)."""
    return _scaled(values, 0.0, 255.0, 0.0)


def signed_byte(values: Float32Array) -> Any:
    """A word of 8 bits for -128/127 to 1 (PK4B)."""
    return _scaled(values, -128.0 / 127.0, 127.0, 128.0)


def packed(bits: Bits, width: int) -> Function:
    """Fields of ``width`` bits of one word, the first lowest."""

    def pack(out: Float32Array, work: Float32Array, values: Float32Array) -> None:
        word = np.zeros((1, values.shape[1]), np.uint32)
        for index in range(32 // width):
            field = values[index : index + 1] if len(values) > 1 else values
            word |= bits(np.ascontiguousarray(field)).astype(np.uint32) << np.uint32(width * index)
        out.view(np.uint32)[...] = word

    return pack


def unpacked(field: Field, index: int) -> Function:
    """Field ``index`` of a word as a float; the fields are as wide as ``field`` says."""
    width = 16 if field in (from_half, from_unsigned_short) else 8
    mask = np.uint32(2**width - 1)

    def unpack(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
        out[...] = field((a.view(np.uint32) >> np.uint32(width * index)) & mask)

    return unpack


def from_half(bits: UInt32Array) -> Float32Array:
    """The number a half float holds (UP2H)."""
    values: Float32Array = bits.astype(np.uint16).view(np.float16).astype(np.float32)
    return values


def from_unsigned_short(bits: UInt32Array) -> Float32Array:
    """0 to 1 of 16 bits (UP2US)."""
    values: Float32Array = bits.astype(np.float32) / np.float32(65535.0)
    return values


def from_unsigned_byte(bits: UInt32Array) -> Float32Array:
    """0 to 1 of 8 bits (UP4UB)."""
    values: Float32Array = bits.astype(np.float32) / np.float32(255.0)
    return values


def from_signed_byte(bits: UInt32Array) -> Float32Array:
    """-128/127 to 1 of 8 bits (UP4B)."""
    values: Float32Array = (bits.astype(np.float32) - np.float32(128.0)) / np.float32(127.0)
    return values
