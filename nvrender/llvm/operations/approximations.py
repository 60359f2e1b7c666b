"""Reciprocals, roots, exponentials, logarithms, sines, and what is composed of them."""

from __future__ import annotations

import math
from collections.abc import Callable

from nvrender.llvm.functions.exponentials import exponential, logarithm, power
from nvrender.llvm.functions.trigonometry import cosine, sine
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.operations.floats import Function, positive, root
from nvrender.llvm.types import FLOAT, Rows, Value

Scalar = Callable[[Lanes, Value], Value]


def _scalar(function: Scalar) -> Function:
    """Of the first component."""
    return lambda lanes, a: [function(lanes, a[0])]


def wide(lanes: Lanes, a: Value) -> Value:
    """A float as exact numerics compute functions of it: a double."""
    return lanes.double(a) if lanes.exact else a


def narrow(lanes: Lanes, a: Value) -> Value:
    """Rounded to a float."""
    return lanes.single(a) if lanes.exact else a


def _of_wide(function: Scalar) -> Scalar:
    return lambda lanes, a: narrow(lanes, function(lanes, wide(lanes, a)))


def _of_angle(function: Scalar) -> Scalar:
    return lambda lanes, a: narrow(lanes, function(lanes, a))


# --- reciprocals and roots


def _reciprocal(lanes: Lanes, a: Value) -> Value:
    return lanes.divide(lanes.like(a, 1.0), a)


def _reciprocal_clamped(lanes: Lanes, a: Value) -> Value:
    """The magnitude within [2^−64, 2^64], the sign the reciprocal's (NV_vertex_program1_1 2.14.1.10.19)."""
    found = _reciprocal(lanes, a)
    magnitude = lanes.at_most(lanes.at_least(lanes.absolute(found), 2.0**-64), 2.0**64)
    return lanes.copy_sign(magnitude, found)


def _without_sign_of_zero(lanes: Lanes, a: Value) -> Value:
    """a + 0: +0 for zeros of either sign."""
    return lanes.select(lanes.compare("==", a, lanes.like(a, 0.0)), lanes.like(a, 0.0), a)


def _root_unsigned(lanes: Lanes, a: Value) -> Value:
    """+INF for zeros of either sign, NaN for negative numbers (docs/semantics.md)."""
    a = _without_sign_of_zero(lanes, a)
    if a.type.element is FLOAT:
        return root(lanes, a)
    return lanes.divide(lanes.like(a, 1.0), lanes.intrinsic("llvm.sqrt", a))


def _root_of_absolute(lanes: Lanes, a: Value) -> Value:
    """ARB_vertex_program 2.14.5.22."""
    return root(lanes, lanes.absolute(a))


# --- powers


def _power(lanes: Lanes, a: Rows, b: Rows) -> Rows:
    """2^(b · log2 a), NaN where that is: for negative bases, 0^0, INF^0 (ARB_vertex_program 2.14.5.20)."""
    exponent = lanes.builder.fmul(wide(lanes, b[0]), logarithm(lanes, wide(lanes, a[0])))
    return [narrow(lanes, exponential(lanes, exponent))]


_exponential, _logarithm = _of_wide(exponential), _of_wide(logarithm)
_cosine, _sine = _of_angle(cosine), _of_angle(sine)


def _power_of_floor(lanes: Lanes, a: Value) -> Value:
    """2^⌊a⌋: 0 below −126, INF above 127, NaN for NaN; exact."""
    builder, floor = lanes.builder, lanes.rounded("floor", a)
    limited = lanes.at_most(lanes.at_least(floor, -127.0), 128.0)
    sure = lanes.select(lanes.is_nan(limited), lanes.like(a, 0.0), limited)
    number = builder.add(builder.fptosi(sure, lanes.words(a).type), lanes.like(lanes.words(a), 127))
    found = lanes.cast(builder.shl(number, lanes.like(number, 23)), FLOAT)
    return lanes.select(lanes.is_nan(floor), lanes.like(a, math.nan), found)


def _exponential_parts(lanes: Lanes, a: Rows) -> Rows:
    """2^⌊a⌋, a − ⌊a⌋, 2^a, 1 (NV_vertex_program2 2.14.3.13)."""
    x = a[0]
    share = lanes.subtract(x, lanes.rounded("floor", x))
    return [_power_of_floor(lanes, x), share, _exponential(lanes, x), lanes.like(x, 1.0)]


def _exponential_parts_positive(lanes: Lanes, a: Rows) -> Rows:
    """The share is 0 where 2^⌊a⌋ over- or underflows (NV_vertex_program 2.14.1.10.15)."""
    found = _exponential_parts(lanes, a)
    floor = lanes.rounded("floor", a[0])
    beyond = lanes.builder.or_(
        lanes.compare("<", floor, lanes.like(floor, -126.0)),
        lanes.compare(">", floor, lanes.like(floor, 127.0)),
    )
    found[1] = lanes.select(beyond, lanes.like(floor, 0.0), found[1])
    return [found[0], *map(lanes.positive_nan, found[1:3]), found[3]]


def _logarithm_parts(lanes: Lanes, a: Rows) -> Rows:
    """e and m, |a| = m · 2^e with m in [1, 2), log2 |a|, 1 (NV_vertex_program 2.14.1.10.16).

    0 gives (−INF, 1), INF (INF, 1), NaN NaNs.
    """
    builder, x = lanes.builder, lanes.absolute(a[0])
    words = lanes.words(x)
    number = builder.sub(builder.lshr(words, lanes.like(words, 23)), lanes.like(words, 127))
    exponent = lanes.convert("sitofp", number, FLOAT)
    fraction = builder.and_(words, lanes.like(words, 0x7FFFFF))
    mantissa = lanes.cast(builder.or_(fraction, lanes.like(words, 0x3F800000)), FLOAT)
    zero, infinite, one = (lanes.like(x, number) for number in (0.0, math.inf, 1.0))
    nothing, endless = lanes.compare("==", x, zero), lanes.compare("==", x, infinite)
    exponent = lanes.select(nothing, lanes.like(x, -math.inf), lanes.select(endless, infinite, exponent))
    nan = lanes.is_nan(x)
    return [
        lanes.select(nan, x, exponent),
        lanes.select(nan, x, mantissa),
        _logarithm(lanes, x),
        one,
    ]


def _logarithm_parts_positive(lanes: Lanes, a: Rows) -> Rows:
    found = _logarithm_parts(lanes, a)
    return [*found[:2], lanes.positive_nan(found[2]), found[3]]


# --- LIT

#: 128 − 1/256 (NV_vertex_program 2.14.1.10.17).
_LIMIT_NAN = 127.99609375
#: The largest number below 128: every exponent in the range (−128, +128) exclusive stays as it is
#: (ARB_vertex_program 2.14.5.13; NV_gpu_program4 2.X.8, LIT).
_LIMIT = 128.0 - 2.0**-17


def _light(lanes: Lanes, a: Rows, specular: Callable[[Lanes, Value, Value], Value]) -> Rows:
    x, one, zero = a[0], lanes.like(a[0], 1.0), lanes.like(a[0], 0.0)
    lit = lanes.compare(">", x, zero)
    return [one, lanes.at_least(x, 0.0), lanes.select(lit, specular(lanes, a[1], a[3]), zero), one]


def _specular(lanes: Lanes, y: Value, w: Value, limit: float = _LIMIT) -> Value:
    """Anything to the power of 0 is 1 (docs/semantics.md)."""
    exponent = lanes.at_most(lanes.at_least(w, -limit), limit)
    return narrow(lanes, power(lanes, wide(lanes, lanes.at_least(y, 0.0)), wide(lanes, exponent)))


def _specular_nan(lanes: Lanes, y: Value, w: Value) -> Value:
    """NaN where y or w is (NV_vertex_program2 2.14.3.18)."""
    found = _specular(lanes, y, w, _LIMIT_NAN)
    return lanes.select(lanes.is_nan(y, w), lanes.like(y, math.nan), found)


def _specular_positive(lanes: Lanes, y: Value, w: Value) -> Value:
    """Any base, NaN too, to the power 0 is 1 (NV_vertex_program 2.14.1.10.17)."""
    powerless = lanes.compare("==", w, lanes.like(w, 0.0))
    return lanes.select(powerless, lanes.like(w, 1.0), _specular_nan(lanes, y, w))


def _specular_unclamped(lanes: Lanes, y: Value, w: Value) -> Value:
    """2^(w · log2 y): the exponent is not clamped, 0^0 is NaN (NV_fragment_program 3.11.5.13)."""
    return _power(lanes, [lanes.at_least(y, 0.0)], [w])[0]


def _light_positive(lanes: Lanes, a: Rows) -> Rows:
    found = _light(lanes, a, _specular_positive)
    return [found[0], *map(lanes.positive_nan, found[1:3]), found[3]]


def _sine_cosine(lanes: Lanes, a: Rows) -> Rows:
    zero = lanes.like(a[0], 0.0)
    return [_cosine(lanes, a[0]), _sine(lanes, a[0]), zero, zero]


#: Operation → what builds it.
OPERATIONS: dict[str, Function] = {
    "frcp": _scalar(_reciprocal),
    "frcp_positive": positive(_scalar(_reciprocal)),
    "frcp_clamped": _scalar(_reciprocal_clamped),
    "frcp_clamped_positive": positive(_scalar(_reciprocal_clamped)),
    "frsq": _scalar(root),
    "frsq_unsigned": _scalar(_root_unsigned),
    "frsq_absolute": _scalar(_root_of_absolute),
    "frsq_absolute_positive": positive(_scalar(_root_of_absolute)),
    "fexp2": _scalar(_exponential),
    "flog2": _scalar(_logarithm),
    "fsin": _scalar(_sine),
    "fcos": _scalar(_cosine),
    "fpow": _power,
    "fexponential": _exponential_parts,
    "fexponential_positive": _exponential_parts_positive,
    "flogarithm": _logarithm_parts,
    "flogarithm_positive": _logarithm_parts_positive,
    "flight": lambda lanes, a: _light(lanes, a, _specular),
    "flight_nan": lambda lanes, a: _light(lanes, a, _specular_nan),
    "flight_positive": _light_positive,
    "flight_unclamped": lambda lanes, a: _light(lanes, a, _specular_unclamped),
    "fsine_cosine": _sine_cosine,
}
