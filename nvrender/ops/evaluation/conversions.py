"""CVT: numbers of every storage type into every other (NV_gpu_program5 2.X.8, CVT).

Numbers pass as uint64 words: an integer's two's complement extended to 64 bits, a float's bits of its own
size.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.ops.evaluation.function import Function
from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.ops.memory_access import Rounding, Storage
from nvrender.ops.modifiers import Clamp
from nvrender.ops.types import DataType

UInt64Array = npt.NDArray[np.uint64]
Float64Array = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
_FLOATS: dict[int, Any] = {16: np.float16, 32: np.float32, 64: np.float64}
_WORDS: dict[int, Any] = {16: np.uint16, 32: np.uint32, 64: np.uint64}
_LEAST_NORMAL = 2.0**-126
_QUIET = np.uint64(1 << 51)
_MAGNITUDE, _LARGEST_DENORMAL = np.uint32(0x7FFFFFFF), np.uint32(0x007FFFFF)


@dataclass(frozen=True, slots=True)
class _Integer:
    """Integers of any sign with 64 bits of magnitude."""

    magnitude: UInt64Array
    negative: BoolArray


def narrowed(words: UInt64Array, bits: int, signed: bool) -> UInt64Array:
    """The low ``bits``, extended to 64 again."""
    if bits == 64:
        return words
    low = words & np.uint64((1 << bits) - 1) if not signed else words.astype(f"i{bits // 8}").astype(np.int64)
    found: UInt64Array = low.view(np.uint64)
    return found


def flushed(values: Float64Array) -> Float64Array:
    """Float32 numbers whose denormals are zeros of their sign."""
    return np.where(np.abs(values) < _LEAST_NORMAL, np.copysign(0.0, values), values)


def float_of(words: UInt64Array, bits: int) -> Float64Array:
    """The numbers that words of 16, 32 or 64 bits are."""
    narrow = words.astype(_WORDS[bits])
    if bits == 32:
        denormal = (narrow & _MAGNITUDE) - np.uint32(1) < _LARGEST_DENORMAL
        if denormal.any():
            narrow = np.where(denormal, narrow & ~_MAGNITUDE, narrow)
    values: Float64Array = narrow.view(_FLOATS[bits]).astype(np.float64)
    if bits == 16:
        # IEEE 754 6.2.1: what is NaN becomes quiet.
        quiet = (values.view(np.uint64) | _QUIET).view(np.float64)
        return np.where(np.isnan(values), quiet, values)
    return values


def converted(
    words: UInt64Array, source: Storage, result: Storage, rounding: Rounding, clamp: Clamp | None
) -> UInt64Array:
    """Words of one storage type as words of another."""
    with np.errstate(all="ignore"):
        if source.type is DataType.FLOAT:
            values = float_of(words, source.bits)
            if result.type is not DataType.FLOAT:
                return _integer_of_float(values, result, rounding, clamp)
            return rounded(_clamped(values, clamp), result.bits, rounding)
        integer = _read(words, source)
        if result.type is not DataType.FLOAT:
            return _integer_of_integer(integer, result, clamp)
        return rounded(
            _clamped(_float_of_integer(integer, result.bits, rounding), clamp), result.bits, rounding
        )


def _read(words: UInt64Array, source: Storage) -> _Integer:
    signed = source.type is DataType.SIGNED
    extended = narrowed(words, source.bits, signed)
    negative = (extended >> np.uint64(63)).astype(bool) & signed
    return _Integer(np.where(negative, np.negative(extended), extended), negative)


def _clamped(values: Float64Array, clamp: Clamp | None) -> Float64Array:
    """NaN stays NaN."""
    if clamp is None:
        return values
    return np.clip(values, 0.0 if clamp is Clamp.UNSIGNED else -1.0, 1.0)


# --- to integers


_ROUND = {
    Rounding.NEAREST: np.rint,
    Rounding.UP: np.ceil,
    Rounding.DOWN: np.floor,
    Rounding.TOWARD_ZERO: np.trunc,
}


#: What takes some denormals to another integer than 0.
_AWAY = (Rounding.UP, Rounding.DOWN)


def _range(result: Storage) -> tuple[int, int]:
    if result.type is DataType.SIGNED:
        return -(1 << result.bits - 1), (1 << result.bits - 1) - 1
    return 0, (1 << result.bits) - 1


def _word(number: int) -> Any:
    return np.uint64(number & 0xFFFFFFFFFFFFFFFF)


def _integer_of_float(
    values: Float64Array, result: Storage, rounding: Rounding, clamp: Clamp | None
) -> UInt64Array:
    """Rounded, then clamped or modulo 2^bits; infinities are clamped, NaN is 0 (docs/semantics.md)."""
    whole, signed = _ROUND[rounding](values), result.type is DataType.SIGNED
    if clamp is None and np.abs(whole).max(initial=0.0) < 2.0**63:  # not of NaN
        return narrowed(whole.astype(np.int64).view(np.uint64), result.bits, signed)
    low, high = _range(result)
    limited = np.isinf(whole) | (clamp is not None)
    above, below = limited & (whole >= float(high + 1)), limited & (whole < low)
    # The remainder is exact, and less than 2^64.
    rest = np.fmod(np.where(np.isfinite(whole), whole, 0.0), 2.0**64)
    size = np.abs(rest).astype(np.uint64)
    words = np.where(rest < 0, np.negative(size), size)
    words = np.where(above, _word(high), np.where(below, _word(low), words))
    return narrowed(words, result.bits, signed)


def _integer_of_integer(integer: _Integer, result: Storage, clamp: Clamp | None) -> UInt64Array:
    size, negative = integer.magnitude, integer.negative
    words = np.where(negative, np.negative(size), size)
    if clamp is not None:
        low, high = _range(result)
        words = np.where(~negative & (size > _word(high)), _word(high), words)
        words = np.where(negative & (size > _word(-low)), _word(low), words)
    return narrowed(words, result.bits, result.type is DataType.SIGNED)


# --- to floats


def _float_of_integer(integer: _Integer, bits: int, rounding: Rounding) -> Float64Array:
    """Exact, or such a double that rounding it once more gives what rounding the integer once would."""
    size = integer.magnitude
    nearest = size.astype(np.float64)
    over = nearest >= 2.0**64
    back = np.where(over, 0.0, nearest).astype(np.uint64)
    above, exact = over | (back > size), ~over & (back == size)
    toward_zero = np.where(above, np.nextafter(nearest, 0.0), nearest)
    if bits < 64:
        # To odd: the last bit says that something is missing.
        odd = (toward_zero.view(np.uint64) | np.uint64(1)).view(np.float64)
        found = np.where(exact, nearest, odd)
    else:
        away = {Rounding.UP: ~integer.negative, Rounding.DOWN: integer.negative}.get(rounding, False)
        higher = np.nextafter(toward_zero, np.inf)
        found = nearest if rounding is Rounding.NEAREST else np.where(away & ~exact, higher, toward_zero)
    return np.where(integer.negative, -found, found)


def rounded(values: Float64Array, bits: int, rounding: Rounding) -> UInt64Array:
    """The bits of the floats of 16, 32 or 64 bits next to doubles; beyond the largest as IEEE 754 rounds."""
    kind = _FLOATS[bits]
    nearest = values.astype(kind)
    back = nearest.astype(np.float64)
    match rounding:
        case Rounding.UP:
            wrong, toward = back < values, np.inf
        case Rounding.DOWN:
            wrong, toward = back > values, -np.inf
        case Rounding.TOWARD_ZERO:
            wrong, toward = np.abs(back) > np.abs(values), 0.0
        case _:
            wrong, toward = np.zeros(values.shape, bool), 0.0
    found = np.where(wrong, np.nextafter(nearest, kind(toward)), nearest).astype(kind)
    if bits == 32:
        found = flushed(found.astype(np.float64)).astype(kind)
    if bits == 16:
        # As PK2H does (docs/semantics.md).
        words = found.view(np.uint16)
        nan = np.isnan(found)
        return np.where(nan, words & np.uint16(0x8000) | np.uint16(0x7E00), words).astype(np.uint64)
    bit_words: UInt64Array = found.view(_WORDS[bits]).astype(np.uint64)
    return bit_words


def conversion(source: Storage, result: Storage, rounding: Rounding, clamp: Clamp | None) -> Function:
    """CVT of 32-bit registers into 32-bit registers, of types that have no more."""

    whole = result.bits == 32 and result.type is not DataType.FLOAT
    plain = clamp is None and source == Storage(DataType.FLOAT, 32) and whole

    def convert(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
        if plain and _small_integers(out, a, rounding):
            return
        words = converted(a.view(np.uint32).astype(np.uint64), source, result, rounding, clamp)
        np.copyto(out.view(np.uint32), words.astype(np.uint32))

    return convert


def _small_integers(out: Float32Array, a: Float32Array, rounding: Rounding) -> bool:
    """The integers of floats that are all within 31 bits; False, and nothing done, where one is not."""
    with np.errstate(invalid="ignore"):
        if rounding in _AWAY:
            a = np.where(np.abs(a) < _LEAST_NORMAL, np.float32(0), a)
        whole = _ROUND[rounding](a)
        if not (whole.min(initial=0.0) > -(2.0**31) and whole.max(initial=0.0) < 2.0**31):
            return False
    out.view(np.int32)[...] = whole
    return True
