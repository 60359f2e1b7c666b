"""Functions that implementations approximate, within the precision each language grants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nvrender.ops.evaluation.numerics import BoolArray
from nvrender.oracle.tolerance.ball import Ball, Setting, crosses_zero, open_where_moved, spread, times
from nvrender.oracle.tolerance.precision import Float64Array, bounds, granted
from nvrender.program.families import Family
from nvrender.program.opcodes import Precision

_SMALLEST_NORMAL = 2.0**-126
_CLAMPED = 2.0**64


def within_owed(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    """The precision each result is owed where its operands are certain, and anything elsewhere."""
    rows = [
        bounds(setting.opcode.precision[component], np.abs(result[row : row + 1]))
        for row, component in enumerate(enabled)
    ]
    owed = np.where(result == 0, 0.0, np.concatenate(rows))
    return owed + open_where_moved(operands) if operands else owed


def approximate(
    precision: Precision, result: Float64Array, a: Ball, function: Callable[..., Any], broken: Any = False
) -> Float64Array:
    """A function that rises or falls over the ball (unless ``broken``), within its bound."""
    values = [function(point) for point in (a.low, a.value, a.high)]
    low = np.minimum(np.minimum(values[0], values[1]), values[2])
    high = np.maximum(np.maximum(values[0], values[1]), values[2])
    bound = bounds(precision, np.maximum(np.abs(low), np.abs(high)))
    # 0 is 0 where the precision is relative.
    bound = np.where((low == 0) & (high == 0) & (bound < _SMALLEST_NORMAL), 0.0, bound)
    return np.where(broken | np.isinf(a.radius), np.inf, spread(result, low - bound, high + bound))


def around_corners(
    precision: Precision, result: Float64Array, corners: Sequence[Float64Array], broken: Any
) -> Float64Array:
    """Around what the exact function is at most and at least, ``corners``, within its bound."""
    low, high = np.minimum.reduce(corners), np.maximum.reduce(corners)
    bound = bounds(precision, np.maximum(np.abs(low), np.abs(high)))
    bound = np.where((low == 0) & (high == 0), 0.0, bound)
    return np.where(broken, np.inf, spread(result, low - bound, high + bound))


# --- quotients and roots


def quotient(precision: Precision, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    """a / b: anything where b may be 0 and is not surely."""
    corners = [one / two for one in (a.low, a.high) for two in (b.low, b.high)]
    broken = crosses_zero(b) | np.isinf(a.radius) | np.isinf(b.radius)
    moved = around_corners(precision, result, corners, broken)
    return np.where((a.radius == 0) & (b.radius == 0) & ~np.isfinite(result), 0.0, moved)


def divided(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    return quotient(setting.opcode.precision[0], result, a, b)


def _surely_one(setting: Setting, a: Ball) -> BoolArray | Any:
    """The reciprocal of 1 is 1.

    NV_vertex_program 2.14.1.10.6, ARB_fragment_program 3.11.5.21; NV_gpu_program4 2.X.8 has no such rule.
    """
    return (a.value == 1) & (a.radius == 0) & setting.opcode.family.inverts_one


def reciprocal(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    radius = approximate(setting.opcode.precision[0], result, a, lambda values: 1.0 / values, crosses_zero(a))
    return np.where(_surely_one(setting, a), 0.0, radius)


def _clamped_inverse(values: Float64Array) -> Any:
    inverse = 1.0 / values
    return np.copysign(np.clip(np.abs(inverse), 1.0 / _CLAMPED, _CLAMPED), inverse)


def reciprocal_clamped(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    radius = approximate(setting.opcode.precision[0], result, a, _clamped_inverse)
    radius = np.where(crosses_zero(a) & np.isfinite(radius), 2.0 * _CLAMPED * (1.0 + 2.0**-16), radius)
    return np.where(_surely_one(setting, a), 0.0, radius)


def inverse_root(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    return approximate(
        setting.opcode.precision[0], result, a, lambda values: 1.0 / np.sqrt(values), crosses_zero(a)
    )


def inverse_root_of_magnitude(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    return inverse_root(setting, result, Ball(np.abs(a.value), a.radius))


# --- powers, logarithms, waves


def exponential(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    return approximate(setting.opcode.precision[0], result, a, np.exp2)


def logarithm(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    return approximate(setting.opcode.precision[0], result, a, np.log2, crosses_zero(a))


def wave(function: Callable[..., Any]) -> Callable[..., Any]:
    """Sine or cosine, which move no faster than the angle."""

    def rule(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
        exact = function(a.value)
        bound = bounds(setting.opcode.precision[0], exact, [np.abs(a.value) + a.radius])
        radius = spread(result, exact - a.radius - bound, exact + a.radius + bound)
        radius = np.where(np.isfinite(radius), np.minimum(radius, 2.0), radius)
        return np.where(np.isinf(a.radius), np.inf, radius)

    return rule


def power_of(
    family: Family, precision: Precision, result: Float64Array, base: Ball, exponent: Ball
) -> Float64Array:
    """2^(exponent · log2 base), whose logarithm and power are each approximate.

    ARB_fragment_program 3.11.5.20: ApproxPower(a, b) = ApproxExp2(b * ApproxLog2(a)). Anything where the base
    may be negative or 0 and is not surely, and of a base that may be 0 where the exponent may be negative.
    """
    moves = (base.radius > 0) | (exponent.radius > 0)
    logarithms = [np.log2(np.maximum(end, 0.0)) for end in (base.low, base.high)]
    slack = [bounds(granted(family, "flog2")[0], logarithm) for logarithm in logarithms]
    ends = logarithms[0] - slack[0], logarithms[1] + slack[1]
    products = [times(end, side) for end in ends for side in (exponent.low, exponent.high)]
    corners = [np.exp2(product * (1.0 + sign * 2.0**-23)) for product in products for sign in (-1, 1)]
    last = granted(family, "fexp2")[0]
    owed = max(precision, last, key=lambda row: float(bounds(row, np.ones(1))[0]))
    broken = moves & ((base.low < 0) | ((base.low == 0) & (exponent.low <= 0)))
    broken |= np.isinf(base.radius) | np.isinf(exponent.radius)
    found = around_corners(owed, result, corners, broken)
    # What is INF, NaN or 0 by its operands is so everywhere.
    special = ~moves & ((base.value <= 0) | ~np.isfinite(base.value) | ~np.isfinite(exponent.value))
    # NV_fragment_program 3.11.5.25, rules 8 and 11; 1^x and x^0 are 1 wherever the logarithm of 1 is 0.
    special |= ~moves & (exponent.value == 0)
    return np.where(special, 0.0, found)


def power(setting: Setting, result: Float64Array, base: Ball, exponent: Ball) -> Float64Array:
    return power_of(setting.opcode.family, setting.opcode.precision[0], result, base, exponent)
