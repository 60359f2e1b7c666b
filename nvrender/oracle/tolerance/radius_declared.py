"""Rules of the declared-name languages' opcodes, as those of ``radius``: balls around the oracle's values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nvrender.languages.common.opcodes import OPCODES
from nvrender.oracle.tolerance import radius
from nvrender.oracle.tolerance.precision import Float64Array, bounds, unit
from nvrender.oracle.tolerance.radius import RULES, Ball, Rule, Setting, add, multiply
from nvrender.program.opcodes import Precision

_SMALLEST_NORMAL = 2.0**-126
#: LIT's exponents lie in (−128, +128) exclusive (ARB_vertex_program 2.14.5.13).
_LIT_LIMIT = float(np.nextafter(np.float32(128.0), np.float32(0.0)))


def open_where_moved(operands: Sequence[Ball]) -> Float64Array:
    """(1, n): INF where any operand is not certain."""
    moved = [(operand.radius > 0).any(axis=0, keepdims=True) for operand in operands]
    return np.where(np.logical_or.reduce(np.broadcast_arrays(*moved)), np.inf, 0.0)


def certain_or_open(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    """The precision each result is owed where its operands are certain, and anything elsewhere."""
    rows = [
        bounds(setting.opcode.precision[component], np.abs(result[row : row + 1]))
        for row, component in enumerate(enabled)
    ]
    owed = np.where(result == 0, 0.0, np.concatenate(rows))
    return owed + open_where_moved(operands) if operands else owed


# --- quotients and roots


def _approximated(
    precision: Precision, result: Float64Array, corners: Sequence[Float64Array], broken: Any
) -> Float64Array:
    """Around what the exact function is at most and at least, ``corners``, within its bound."""
    low, high = np.minimum.reduce(corners), np.maximum.reduce(corners)
    bound = bounds(precision, np.maximum(np.abs(low), np.abs(high)))
    bound = np.where((low == 0) & (high == 0), 0.0, bound)
    return np.where(broken, np.inf, radius.spread(result, low - bound, high + bound))


def quotient(precision: Precision, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    """a / b: anything where b may be 0 and is not surely."""
    corners = [one / two for one in (a.low, a.high) for two in (b.low, b.high)]
    broken = radius.crosses_zero(b) | np.isinf(a.radius) | np.isinf(b.radius)
    moved = _approximated(precision, result, corners, broken)
    return np.where((a.radius == 0) & (b.radius == 0) & ~np.isfinite(result), 0.0, moved)


def _divided(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    return quotient(setting.opcode.precision[0], result, a, b)


def _rounded_to_float(values: Any) -> Float64Array:
    return np.asarray(np.asarray(values).astype(np.float32).astype(np.float64))


def _square(setting: Setting, a: Ball, b: Ball) -> Ball:
    """Three terms added up."""
    terms = multiply(setting, a.pick(range(3)), b.pick(range(3)))
    return add(setting, add(setting, terms.pick((0,)), terms.pick((1,))), terms.pick((2,)))


def _normal(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    """a / √(a · a)."""
    a = operands[0]
    square = _square(setting, a, a)
    value = _rounded_to_float(1.0 / np.sqrt(square.value))
    corners = [1.0 / np.sqrt(np.maximum(end, 0.0)) for end in (square.low, square.high)]
    broken = radius.crosses_zero(square) | np.isinf(square.radius)
    scale = Ball(value, _approximated(setting.opcode.precision[0], value, corners, broken))
    return _in_rows(result, enabled, lambda k: multiply(setting, a.pick((k,)), scale).radius)


def _reflection(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    """2 (a · b) / (a · a) · a − b (NV_gpu_program4 2.X.8, RFL)."""
    a, b = operands
    square, both = _square(setting, a, a), _square(setting, a, b)
    twice = Ball(2.0 * both.value, 2.0 * both.radius)
    value = _rounded_to_float(twice.value / square.value)
    scale = Ball(value, quotient(setting.opcode.precision[0], value, twice, square))

    def reflected(k: int) -> Float64Array:
        product = multiply(setting, scale, a.pick((k,)))
        return add(setting, product, Ball(-b.value[k : k + 1], b.radius[k : k + 1])).radius

    return _in_rows(result, enabled, reflected)


def _in_rows(
    result: Float64Array, enabled: Sequence[int], rule: Callable[[int], Float64Array]
) -> Float64Array:
    """``rule`` for x, y and z; w is 0."""
    found = np.zeros_like(result)
    for row, component in enumerate(enabled):
        if component < 3:
            found[row] = rule(component)
    return found


# --- powers


def power(
    family: str, precision: Precision, result: Float64Array, base: Ball, exponent: Ball
) -> Float64Array:
    """2^(exponent · log2 base), whose logarithm and power are each approximate.

    ARB_fragment_program 3.11.5.20: ApproxPower(a, b) = ApproxExp2(b * ApproxLog2(a)). Anything where the base
    may be negative or 0 and is not surely, and of a base that may be 0 where the exponent may be negative.
    """
    moves = (base.radius > 0) | (exponent.radius > 0)
    logarithms = [np.log2(np.maximum(end, 0.0)) for end in (base.low, base.high)]
    slack = [bounds(OPCODES[family, "LG2"].precision[0], logarithm) for logarithm in logarithms]
    ends = logarithms[0] - slack[0], logarithms[1] + slack[1]
    products = [_times(end, side) for end in ends for side in (exponent.low, exponent.high)]
    corners = [np.exp2(product * (1.0 + sign * 2.0**-23)) for product in products for sign in (-1, 1)]
    last = OPCODES[family, "EX2"].precision[0]
    owed = max(precision, last, key=lambda row: float(bounds(row, np.ones(1))[0]))
    broken = moves & ((base.low < 0) | ((base.low == 0) & (exponent.low <= 0)))
    broken |= np.isinf(base.radius) | np.isinf(exponent.radius)
    found = _approximated(owed, result, corners, broken)
    # What is INF, NaN or 0 by its operands is so everywhere.
    special = ~moves & ((base.value <= 0) | ~np.isfinite(base.value) | ~np.isfinite(exponent.value))
    # NV_fragment_program 3.11.5.25, rules 8 and 11; 1^x and x^0 are 1 wherever LG2 of 1 is 0.
    special |= ~moves & (exponent.value == 0)
    return np.where(special, 0.0, found)


def _times(a: Float64Array, b: Float64Array) -> Float64Array:
    return np.where((a == 0) | (b == 0), 0.0, a * b)


def _power(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    base, exponent = (operand.pick((0,)) for operand in operands)
    opcode = setting.opcode
    return power(opcode.family, opcode.precision[0], result[:1], base, exponent)


def _lit_z(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    """y^w for x > 0 (ARB_fragment_program 3.11.5.13: no more accurate than EX2 and LG2)."""
    x, y, w = (a.pick((component,)) for component in (0, 1, 3))
    base = Ball(np.maximum(y.value, 0.0), y.radius)
    low = np.maximum(base.low, 0.0)
    middle = (low + base.high) / 2
    base = Ball(np.where(y.radius > 0, middle, base.value), np.where(y.radius > 0, base.high - middle, 0.0))
    limit = np.inf if setting.opcode.family == "fp1" else _LIT_LIMIT
    exponent = Ball(np.clip(w.value, -limit, limit), w.radius)
    precision = setting.opcode.precision[2]
    lit = x.value > 0
    unsure = radius.crosses_zero(x)
    power_value = np.where(lit & ~unsure, result, np.power(base.value, exponent.value))
    found = power(setting.opcode.family, precision, power_value, base, exponent)
    surely_one = (w.value == 0) & (w.radius == 0) & (setting.opcode.family != "fp1")
    found = np.where(surely_one & np.isfinite(y.radius), 0.0, found)
    either = np.where(lit, np.abs(result), np.abs(power_value)) + found
    found = np.where(unsure, either, np.where(lit, found, 0.0))
    return np.where(np.isinf(x.radius) | np.isnan(found), np.inf, found)


# --- sums and choices


def _blend(setting: Setting, result: Float64Array, a: Ball, b: Ball, c: Ball) -> Float64Array:
    """a b + (1 − a) c; of ``fast`` also c + a (b − c)."""
    rest = add(setting, Ball(np.ones_like(a.value), np.zeros_like(a.value)), Ball(-a.value, a.radius))
    found = add(setting, multiply(setting, a, b), multiply(setting, rest, c)).radius
    if setting.fast:
        sizes = [np.abs(ball.value) + ball.radius for ball in (a, b, c)]
        terms = np.minimum(sizes[0] * sizes[1] + (1.0 + sizes[0]) * sizes[2], 3e38)
        found = found + np.where(np.isfinite(result) & (terms > 0), 4.0 * unit(terms), 0.0)
    return found


def _cross(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    a, b = operands

    def row(k: int) -> Float64Array:
        one, two = (k + 1) % 3, (k + 2) % 3
        first = multiply(setting, a.pick((one,)), b.pick((two,)))
        second = multiply(setting, a.pick((two,)), b.pick((one,)))
        return add(setting, first, Ball(-second.value, second.radius)).radius

    return _in_rows(result, enabled, row)


def _transform(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    """a + b.x · c + b.y · c' (NV_gpu_program4 2.X.8, X2D)."""
    a, b, c = operands
    found = np.zeros_like(result)
    for row, k in enumerate(enabled):
        first = 0 if k % 2 == 0 else 2
        total = add(setting, a.pick((k % 2,)), multiply(setting, b.pick((0,)), c.pick((first,))))
        found[row] = add(setting, total, multiply(setting, b.pick((1,)), c.pick((first + 1,)))).radius
    return found


def _dot2_add(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    a, b, c = operands
    terms = multiply(setting, a.pick((0, 1)), b.pick((0, 1)))
    return add(setting, add(setting, terms.pick((0,)), terms.pick((1,))), c.pick((0,))).radius


def _choice(setting: Setting, result: Float64Array, a: Ball, b: Ball, c: Ball) -> Float64Array:
    """CMP: b where a < 0, else c; both where that is not certain."""
    either = np.abs(b.value - c.value) + np.maximum(b.radius, c.radius)
    either = np.where(b.value == c.value, np.maximum(b.radius, c.radius), either)
    either = np.where(np.isnan(either), np.inf, either)
    taken = np.where(a.value < 0, b.radius, c.radius)
    return np.where(radius.crosses_zero(a), either, taken)


def _waves(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    """SCS: cosine and sine; z and w are 0."""
    found = np.zeros_like(result)
    for row, component in enumerate(enabled):
        if component < 2:
            rule = RULES["COS" if component == 0 else "SIN"]
            found[row] = rule(setting, result[row : row + 1], operands, (0,))
    return found


def _same(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    return a.radius


_Rounding = Callable[[Float64Array], Any]
_ROUNDINGS: dict[str, _Rounding] = {
    "CEIL": np.ceil,
    "FLR": np.floor,
    "ROUND": np.rint,
    "TRUNC": np.trunc,
}

_DECLARED: dict[str, Rule] = {
    **{name: radius.lanewise(radius.monotone(function)) for name, function in _ROUNDINGS.items()},
    "CMP": radius.lanewise(_choice),
    "DIV": radius.lanewise(_divided),
    "DP2": radius.dot(2),
    "DP2A": _dot2_add,
    "LIT": radius.components(radius.one, radius.of_x(radius.lit_y), _lit_z, radius.one),
    "LRP": radius.lanewise(_blend),
    "NRM": _normal,
    "POW": _power,
    "RFL": _reflection,
    "SCS": _waves,
    "SWZ": radius.lanewise(_same),
    "X2D": _transform,
    "XPD": _cross,
}


def rule_of(family: str, name: str) -> Rule:
    """The rule of a float instruction; ``certain_or_open`` where there is none."""
    if name in _DECLARED and not (family == "vp1" or family == "vp2"):
        return _DECLARED[name]
    return RULES.get(name, certain_or_open)


#: Instructions that make integers of floats → how.
_INTEGERS: dict[str, _Rounding] = {**_ROUNDINGS, "ARL": np.floor, "ARR": np.rint}


def integer_rule(name: str, from_float: bool) -> Rule:
    """The rule of an instruction that yields integers: they are what they are, or anything."""
    function = _INTEGERS.get(name) if from_float else None

    def rule(
        setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
    ) -> Float64Array:
        if function is None:
            return open_where_moved(operands) if operands else np.zeros((1, 1))
        a = operands[0].pick(enabled)
        sure = (a.radius == 0) | (function(a.low) == function(a.high))
        return np.where(sure & np.isfinite(a.radius), 0.0, np.inf)

    return rule
