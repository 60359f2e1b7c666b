"""Numbers of few bits, and back.

EXT_packed_float 2.1.A and 2.1.B, EXT_texture_shared_exponent 3.8.1, EXT_texture_snorm 2.19.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint32]

#: Bits of the mantissas of R, G and B, and where each begins in a word; exponents have five bits.
_PACKED = ((6, 0), (6, 11), (5, 22))
_EXPONENTS, _BIAS = 31, 15
#: The shared exponent's own: bits of a mantissa.
_SHARED = 9
_SHARED_MAX = (2**_SHARED - 1) / 2**_SHARED * 2.0 ** (_EXPONENTS - _BIAS)


def packed_floats(values: Floats) -> Words:
    """(…, 3) R, G, B as (…) words of 11, 11 and 10 bits, R lowest: rounded to the closest, none negative.

    Finite values above the largest become that, NaN stays NaN.
    """
    found = np.zeros(values.shape[:-1], np.uint32)
    for component, (mantissa, shift) in enumerate(_PACKED):
        found |= _encoded(values[..., component], mantissa) << np.uint32(shift)
    return found


def _encoded(values: Floats, mantissa: int) -> Words:
    infinity = _EXPONENTS << mantissa
    finite = np.clip(np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0), 0.0, None)
    exponent = np.where(finite > 0, np.maximum(np.frexp(finite)[1] - 1, 1 - _BIAS), 1 - _BIAS)
    steps = np.rint(np.ldexp(finite, mantissa - exponent)).astype(np.int64)
    # Where rounding reaches the next power of two, the carry is the next exponent.
    words = np.minimum(((exponent + _BIAS - 1) << mantissa) + steps, infinity - 1)
    words = np.where(values == np.inf, infinity, np.where(np.isnan(values), infinity + 1, words))
    return words.astype(np.uint32)


def unpacked_floats(words: Words) -> Floats:
    """(…) words as (…, 3) R, G, B."""
    found = []
    for mantissa, shift in _PACKED:
        number = (words >> np.uint32(shift)).astype(np.int64) & ((1 << mantissa + 5) - 1)
        exponent, fraction = number >> mantissa, number & ((1 << mantissa) - 1)
        normal = np.ldexp(1.0 + fraction / (1 << mantissa), (exponent - _BIAS).astype(np.int32))
        small = np.ldexp(fraction / (1 << mantissa), 1 - _BIAS)
        special = np.where(fraction == 0, np.inf, np.nan)
        found.append(np.where(exponent == _EXPONENTS, special, np.where(exponent == 0, small, normal)))
    return np.stack(found, axis=-1)


def shared_exponents(values: Floats) -> Words:
    """(…, 3) R, G, B as (…) words of three mantissas of 9 bits, R lowest, and the exponent they share."""
    clamped = np.fmin(np.fmax(np.nan_to_num(values, nan=0.0, posinf=np.inf, neginf=0.0), 0.0), _SHARED_MAX)
    largest = clamped.max(axis=-1)
    exponent = np.where(largest > 0, np.frexp(largest)[1] - 1, -_BIAS - 1)
    exponent = np.maximum(exponent, -_BIAS - 1) + 1 + _BIAS
    most = np.floor(np.ldexp(largest, _BIAS + _SHARED - exponent) + 0.5)
    exponent = exponent + (most == 1 << _SHARED)
    mantissas = np.floor(np.ldexp(clamped, (_BIAS + _SHARED - exponent)[..., None]) + 0.5).astype(np.uint32)
    red, green, blue = (mantissas[..., component] for component in range(3))
    words: Words = red | green << 9 | blue << 18 | exponent.astype(np.uint32) << 27
    return words


def unshared_exponents(words: Words) -> Floats:
    """(…) words as (…, 3) R, G, B."""
    exponent = (words >> np.uint32(27)).astype(np.int32) - _BIAS - _SHARED
    mantissas = np.stack([(words >> np.uint32(shift)) & np.uint32(511) for shift in (0, 9, 18)], axis=-1)
    return np.asarray(np.ldexp(mantissas.astype(np.float64), exponent[..., None]))


def signed_fractions(numbers: npt.NDArray[np.integer], bits: int) -> Floats:
    """Signed normalized fixed point of so many bits as what it stands for (EXT_texture_snorm 2.19)."""
    return np.maximum(numbers / float((1 << bits - 1) - 1), -1.0)


def as_signed(values: Floats, bits: int) -> npt.NDArray[np.int64]:
    """The signed normalized fixed point nearest to values, which are clamped; NaN is 0."""
    most = (1 << bits - 1) - 1
    return np.floor(np.clip(np.nan_to_num(values), -1.0, 1.0) * most + 0.5).astype(np.int64)
