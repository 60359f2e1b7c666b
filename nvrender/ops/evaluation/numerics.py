"""Float32 primitives: pinned dtypes, denormal flushing, special values and bit patterns."""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

Float32Array = npt.NDArray[np.float32]
Int32Array = npt.NDArray[np.int32]
BoolArray = npt.NDArray[np.bool_]

ZERO = np.float32(0.0)
ONE = np.float32(1.0)
NAN = np.float32(np.nan)
INFINITY = np.float32(np.inf)
#: 2^-126; anything smaller in magnitude counts as zero (NV_vertex_program2 2.14.3).
SMALLEST_NORMAL = np.float32(2.0**-126)
#: 0x3F7FFFFF, the largest result of FRC.
BELOW_ONE = np.float32(1.0 - 2.0**-24)

_NEGATIVE_ZERO_BITS = -(2**31)
_BEYOND_INFINITY = 0x7F800001

# MXCSR is the last word of fenv_t on x86-64 Linux; bit 15 flushes results, bit 6 operands.
_MXCSR_WORD = 7
_FLUSH_BITS = 0x8040


def _fenv() -> Any | None:
    """The C library's floating-point environment calls, where their layout is known."""
    if not sys.platform.startswith("linux") or platform.machine() != "x86_64":
        return None
    try:
        library = ctypes.CDLL(None)
        return library if library.fegetenv and library.fesetenv else None
    except (OSError, AttributeError):
        return None


_FENV = _fenv()

# NumPy before 2.4 works limits out when they are first asked for, and warns if denormals are zeros then.
for _kind in (np.float32, np.float64):
    np.finfo(_kind)


@contextmanager
def _hardware_flush() -> Iterator[None]:
    assert _FENV is not None
    saved = (ctypes.c_uint32 * 8)()
    changed = (ctypes.c_uint32 * 8)()
    _FENV.fegetenv(saved)
    ctypes.memmove(changed, saved, ctypes.sizeof(saved))
    changed[_MXCSR_WORD] |= _FLUSH_BITS
    _FENV.fesetenv(changed)
    try:
        yield
    finally:
        _FENV.fesetenv(saved)


def _probe() -> bool:
    """True if the processor flushes operands and results under _hardware_flush, and stops after it."""
    if _FENV is None:
        return False
    factor = np.full(33, 2.0**-70, np.float32)
    tiny = np.full(33, -(2.0**-130), np.float32)
    with np.errstate(all="ignore"):
        with _hardware_flush():
            flushed = (factor * factor, tiny + tiny, (tiny * ONE).astype(np.float64))
            seen = [int(np.count_nonzero(value.view(np.uint8) & 0x7F)) for value in flushed]
        return not any(seen) and bool(np.all(factor * factor != 0))


#: True where the processor flushes denormals, so that ``flush`` need not.
HARDWARE_FLUSH = _probe()


@contextmanager
def arithmetic() -> Iterator[None]:
    """The floating-point environment every operation runs in: silent, denormals flushed keeping the sign.

    NV_vertex_program 2.14.1.11 and NV_vertex_program2 2.14.3: denormals are not supported, and no
    exceptions are generated. Applies to the calling thread until the block ends.
    """
    with np.errstate(all="ignore"):
        if HARDWARE_FLUSH:
            with _hardware_flush():
                yield
        else:
            yield


def flush(values: Float32Array) -> None:
    """Denormals in ``values`` become zeros of the same sign, in place."""
    if HARDWARE_FLUSH:
        return
    tiny = np.less(np.abs(values), SMALLEST_NORMAL)
    if tiny.any():
        np.copyto(values, np.copysign(ZERO, values), where=tiny)


def load(values: npt.NDArray[Any], out: Float32Array) -> None:
    """Copy float32 ``values`` into ``out``: denormals flushed, NaNs quiet."""
    np.multiply(values, ONE, out=out)
    flush(out)


def has_nan(values: Float32Array) -> bool:
    """True if some value is NaN."""
    largest = np.maximum.reduce(values, axis=None)
    return bool(largest != largest)


def has_negative_zero(values: Float32Array) -> bool:
    """True if some value is −0."""
    return bool(np.minimum.reduce(values.view(np.int32), axis=None) == _NEGATIVE_ZERO_BITS)


def positive_nan(values: Float32Array) -> None:
    """Every NaN in ``values`` becomes +NaN, in place (NV_vertex_program 2.14.1.11)."""
    if has_nan(values):
        np.copyto(values, NAN, where=np.isnan(values))


def total_order(values: Float32Array) -> Int32Array:
    """int32 keys in the order −NaN < −INF < … < −0 < +0 < … < +INF < +NaN.

    NV_vertex_program 2.14.1.11; all NaNs of one sign are equal.
    """
    bits = values.view(np.int32)
    keys = bits ^ ((bits >> 31) & np.int32(0x7FFFFFFF))
    ordered: Int32Array = np.clip(keys, np.int32(-_BEYOND_INFINITY - 1), np.int32(_BEYOND_INFINITY))
    return ordered


def power_of_two(exponent: Float32Array) -> Float32Array:
    """2^exponent for integral exponents: 0 below −126, +INF above 127, NaN for NaN; exact."""
    clamped = np.clip(exponent, np.float32(-127.0), np.float32(128.0))
    nan = np.isnan(clamped)
    clamped[nan] = ZERO
    result: Float32Array = ((clamped.astype(np.int32) + np.int32(127)) << np.int32(23)).view(np.float32)
    result[nan] = NAN
    return result


def exponent_and_mantissa(magnitude: Float32Array) -> tuple[Float32Array, Float32Array]:
    """(e, m) with magnitude = m · 2^e and m in [1, 2).

    0 gives (−INF, 1), +INF (+INF, 1), NaN (NaN, NaN) (NV_vertex_program 2.14.1.10.16).
    """
    bits = magnitude.view(np.int32)
    exponent = ((bits >> 23) - np.int32(127)).astype(np.float32)
    mantissa = ((bits & np.int32(0x007FFFFF)) | np.int32(0x3F800000)).view(np.float32)
    zero, special = magnitude == 0, exponent == 128
    if zero.any():
        exponent[zero] = -INFINITY
    if special.any():
        infinite, nan = np.isinf(magnitude), np.isnan(magnitude)
        exponent[infinite] = INFINITY
        exponent[nan] = NAN
        mantissa[infinite] = ONE
        mantissa[nan] = NAN
    return exponent, mantissa


def select(destination: Float32Array, source: Float32Array, mask: BoolArray) -> None:
    """Where ``mask`` holds, ``destination`` becomes ``source``, bit for bit."""
    chosen = np.count_nonzero(mask)
    if chosen == 0:
        return
    if chosen == mask.size:
        np.copyto(destination, source)
        return
    keep = np.negative(mask.view(np.int8), dtype=np.int32)
    old = destination.view(np.int32)
    difference = old ^ source.view(np.int32)
    difference &= keep
    old ^= difference
