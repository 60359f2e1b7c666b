"""What formatted stores write: components as the texels of a format (EXT_shader_image_load_store 3.9.X).

They are converted as TexImage converts RGBA FLOAT, or RGBA_INTEGER INT or UNSIGNED_INT, to the format.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.ops.evaluation.conversions import float_of, rounded
from nvrender.ops.image_formats import Encoding, ImageFormat
from nvrender.ops.memory_access import Rounding
from nvrender.ops.types import DataType

UInt64Array = npt.NDArray[np.uint64]
ByteArray = npt.NDArray[np.uint8]
#: Exponent bits and bias of floats below 32 bits.
_EXPONENT, _BIAS = 5, 15


def takes(format: ImageFormat, type: DataType) -> bool:
    """True if a format can hold what is stored: TexImage refuses floats for integers and the reverse."""
    return format.encoding.whole is (type is not DataType.FLOAT)


def texels(format: ImageFormat, type: DataType, words: UInt64Array) -> ByteArray:
    """(4, n) words of registers as (n, bytes) texels; components the format has not are left out."""
    fields = [_field(format.encoding, size, type, words[place]) for place, size in enumerate(format.bits)]
    if not format.packed:
        kind: Any = f"<u{format.bits[0] // 8}"
        parts = np.stack(fields, axis=1).astype(kind)
        return np.ascontiguousarray(parts).view(np.uint8).reshape(len(parts), format.bytes)
    whole = np.zeros(words.shape[1], np.uint64)
    first = 0
    for size, field in zip(format.bits, fields, strict=True):
        whole |= field << np.uint64(first)
        first += size
    return whole.astype("<u4").view(np.uint8).reshape(-1, 4)


def _field(encoding: Encoding, size: int, type: DataType, words: UInt64Array) -> UInt64Array:
    match encoding:
        case Encoding.FLOAT:
            return _float_bits(size, words)
        case Encoding.NORMALIZED:
            return _scaled(words, 0.0, (1 << size) - 1, size)
        case Encoding.SIGNED_NORMALIZED:
            return _scaled(words, -1.0, (1 << size - 1) - 1, size)
        case Encoding.UNSIGNED:
            return _limited(words, type, 0, (1 << size) - 1, size)
        case Encoding.SIGNED:
            return _limited(words, type, -(1 << size - 1), (1 << size - 1) - 1, size)


def _limited(words: UInt64Array, type: DataType, least: int, most: int, size: int) -> UInt64Array:
    """Integers in the range of a component (EXT_texture_integer 3.8.1)."""
    numbers = words.astype(np.uint32)
    wide = (numbers.view(np.int32) if type is DataType.SIGNED else numbers).astype(np.int64)
    return _bits(np.clip(wide, least, most), size)


def _scaled(words: UInt64Array, least: float, whole: int, size: int) -> UInt64Array:
    """Clamped, then rounded to the nearest number; NaN is 0, as where PK4UB packs."""
    values = words.astype(np.uint32).view(np.float32)
    clamped = np.clip(np.where(np.isnan(values), np.float32(0), values), np.float32(least), np.float32(1))
    return _bits(np.rint(clamped * np.float32(whole)).astype(np.int64), size)


def _bits(numbers: npt.NDArray[np.int64], size: int) -> UInt64Array:
    """The low bits of each number."""
    low: UInt64Array = numbers.view(np.uint64) & np.uint64((1 << size) - 1)
    return low


def _float_bits(size: int, words: UInt64Array) -> UInt64Array:
    if size == 32:
        return words
    values = float_of(words, 32)
    return rounded(values, 16, Rounding.NEAREST) if size == 16 else _unsigned_bits(size, values)


def _unsigned_bits(size: int, values: npt.NDArray[np.float64]) -> UInt64Array:
    """Floats of 11 and 10 bits, without a sign (OpenGL 3.0, 2.1.3 and 2.1.4).

    Negative numbers are 0, those beyond the largest finite one are it.
    """
    fraction = size - _EXPONENT
    infinity = ((1 << _EXPONENT) - 1) << fraction
    positive = np.where(values > 0, values, 0.0)
    finite = np.where(np.isfinite(positive), positive, 1.0)
    exponent = np.where(finite > 0, np.maximum(np.frexp(finite)[1] - 1, 1 - _BIAS), 1 - _BIAS)
    steps = np.rint(np.ldexp(finite, fraction - exponent)).astype(np.int64)
    bits = steps + ((exponent + _BIAS - 1).astype(np.int64) << fraction)
    bits = np.minimum(bits, infinity - 1)
    bits = np.where(np.isposinf(values), infinity, bits)
    return np.where(np.isnan(values), infinity | 1 << fraction - 1, bits).astype(np.uint64)
