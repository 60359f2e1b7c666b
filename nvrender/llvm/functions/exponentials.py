"""2^x, log2 x and powers.

For exact numerics in doubles whose error is some 2^-50, so that rounding to float makes of it what rounding
the exact value does but once in many million times; for fast ones in floats, within some 2^-22.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from nvrender.llvm.lanes import Lanes
from nvrender.llvm.types import FLOAT, I32, I64, Value

_LN2 = math.log(2.0)
#: 2^f = Σ (f ln 2)^k / k! for f within [−1/2, 1/2]: so many terms for doubles and floats.
_POWERS = {True: 14, False: 8}
#: log2 m = 2 / ln 2 · Σ s^(2k+1) / (2k+1), s = (m − 1) / (m + 1), |s| ≤ 0.172.
_ODD = {True: 11, False: 5}
#: Beyond these every result is 0 or infinite, as a float.
_LARGEST = {True: 1000.0, False: 200.0}


def polynomial(lanes: Lanes, x: Value, coefficients: Sequence[float]) -> Value:
    """The first coefficient + the second · x + …"""
    total = lanes.like(x, coefficients[-1])
    for coefficient in reversed(coefficients[:-1]):
        total = lanes.fused(total, x, lanes.like(x, coefficient))
    return total


def exponential(lanes: Lanes, x: Value) -> Value:
    """2^x of doubles in exact numerics, else of floats; for results that are floats."""
    builder, exact = lanes.builder, x.type.element is not FLOAT
    word, bias, place = (I64, 1023, 52) if exact else (I32, 127, 23)
    limited = lanes.at_most(lanes.at_least(x, -_LARGEST[exact]), _LARGEST[exact])
    whole = lanes.rounded("rint", limited)
    fraction = builder.fsub(limited, whole)
    terms = [_LN2**power / math.factorial(power) for power in range(_POWERS[exact])]
    value = polynomial(lanes, fraction, terms)
    sure = lanes.select(lanes.is_nan(whole), lanes.like(whole, 0.0), whole)
    number = lanes.convert("fptosi", sure, word)
    if exact:
        return builder.fmul(value, _power_of_two(lanes, number, word, bias, place, x))
    # Floats need both halves of the exponent, which alone may be beyond the range.
    half = builder.ashr(number, lanes.like(number, 1))
    one = _power_of_two(lanes, half, word, bias, place, x)
    other = _power_of_two(lanes, builder.sub(number, half), word, bias, place, x)
    return builder.fmul(builder.fmul(value, one), other)


def _power_of_two(lanes: Lanes, number: Value, word: object, bias: int, place: int, x: Value) -> Value:
    biased = lanes.builder.add(number, lanes.like(number, bias))
    return lanes.cast(lanes.builder.shl(biased, lanes.like(number, place)), x.type.element)


def logarithm(lanes: Lanes, x: Value) -> Value:
    """log2 x: −INF of zeros, NaN of negative numbers."""
    builder, exact, element, x = lanes.builder, x.type.element is not FLOAT, x.type.element, lanes.settled(x)
    place = 52 if exact else 23
    words = lanes.words(x)
    # The mantissa within [√½, √2): where it is above, the exponent is the next.
    half = lanes.word(element, 0x3FE6A09E667F3BCD if exact else 0x3F3504F3)
    above = builder.sub(words, lanes.words(half))
    exponent = builder.ashr(above, lanes.like(words, place))
    fraction = builder.sub(words, builder.shl(exponent, lanes.like(words, place)))
    mantissa = lanes.cast(fraction, element)
    one = lanes.like(x, 1.0)
    share = builder.fdiv(builder.fsub(mantissa, one), builder.fadd(mantissa, one))
    odd = polynomial(
        lanes, builder.fmul(share, share), [2.0 / _LN2 / (2 * k + 1) for k in range(_ODD[exact])]
    )
    number = lanes.convert("sitofp", exponent, element)
    value = lanes.fused(share, odd, number)
    zero, infinite = lanes.like(x, 0.0), lanes.like(x, math.inf)
    value = lanes.select(lanes.compare("==", x, infinite), infinite, value)
    value = lanes.select(lanes.compare("==", x, zero), lanes.like(x, -math.inf), value)
    below = builder.fcmp_unordered("<", x, zero)
    return lanes.select(below, lanes.like(x, math.nan), value)


def power(lanes: Lanes, base: Value, exponent: Value) -> Value:
    """A base that is not negative to a finite power; anything to the power of 0 is 1."""
    value = exponential(lanes, lanes.builder.fmul(exponent, logarithm(lanes, base)))
    zero = lanes.compare("==", exponent, lanes.like(exponent, 0.0))
    return lanes.select(zero, lanes.like(base, 1.0), value)
