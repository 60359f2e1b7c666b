"""Operations composed of others: a rule a component, or one for x, y and z."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nvrender.oracle.tolerance.ball import Ball, Rule, Setting, components, crosses_zero, narrow, spread
from nvrender.oracle.tolerance.precision import Float64Array, bounds
from nvrender.oracle.tolerance.rules.approximations import (
    approximate,
    around_corners,
    power_of,
    quotient,
    wave,
)
from nvrender.oracle.tolerance.rules.arithmetic import (
    add,
    add_components,
    cross_row,
    multiply,
    transform_row,
)
from nvrender.oracle.tolerance.rules.choices import exponent, from_floor, mantissa, monotone

#: The largest exponent of NV_vertex_program 2.14.1.10.17.
_POWER_LIMIT = 127.99609375
#: Exponents lie in (−128, +128) exclusive (ARB_vertex_program 2.14.5.13).
_ARB_POWER_LIMIT = float(np.nextafter(np.float32(128.0), np.float32(0.0)))


def _one(setting: Setting, result: Float64Array, *operands: Ball) -> float:
    return 0.0


def _of_x(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda setting, result, a: function(setting, result, a.pick((0,)))


def in_rows(row: Callable[..., Float64Array], count: int = 3) -> Rule:
    """``row`` for each of the first ``count`` components; what is left is 0."""

    def rule(
        setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
    ) -> Float64Array:
        found = np.zeros_like(result)
        for place, component in enumerate(enabled):
            if component < count:
                found[place] = row(setting, component, *operands)
        return found

    return rule


# --- distances, exponentials, logarithms, sine and cosine


def _distance_y(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    return multiply(setting, a.pick((1,)), b.pick((1,))).radius


distance = components(_one, _distance_y, lambda s, r, a, b: a.radius[2:3], lambda s, r, a, b: b.radius[3:4])


def _exponential_z(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    return approximate(setting.opcode.precision[2], result, a, np.exp2)


partial_exponential = components(
    _of_x(monotone(lambda values: np.exp2(np.floor(values)))), _of_x(from_floor), _of_x(_exponential_z), _one
)


def _logarithm_z(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    size = Ball(np.abs(a.value), a.radius)
    return approximate(setting.opcode.precision[2], result, size, np.log2, crosses_zero(a))


partial_logarithm = components(
    _of_x(monotone(exponent, magnitude=True)), _of_x(mantissa), _of_x(_logarithm_z), _one
)

sine_and_cosine = components(_of_x(wave(np.cos)), _of_x(wave(np.sin)), _one, _one)


def _address_sum(first: int, second: int) -> Callable[..., Any]:
    return lambda setting, result, a: a.radius[first : first + 1] + a.radius[second : second + 1]


address_add = components(*[_address_sum(k % 2, k % 2 + 2) for k in range(4)])


# --- lighting coefficients


def _diffuse(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    return np.where(np.isinf(a.radius) | (a.high > 0), a.radius, 0.0)


def _specular(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    """y^w for x > 0, by the corners of what y and w may be (NV_vertex_program 2.14.1.10.17)."""
    x, y, w = (a.pick((component,)) for component in (0, 1, 3))
    moves = (y.radius > 0) | (w.radius > 0)
    corners = [
        np.power(np.maximum(base, 0.0), np.clip(power, -_POWER_LIMIT, _POWER_LIMIT))
        for base in (y.low, y.high)
        for power in (w.low, w.high)
    ]
    lit = np.where(x.high > 0, 1.0, 0.0)
    low = np.where(moves, np.minimum.reduce(corners), result)
    high = np.where(moves, np.maximum.reduce(corners), result)
    low, high = np.where(lit > 0, low, 0.0), np.where(lit > 0, high, 0.0)
    uncertain = crosses_zero(x)
    if uncertain.any():
        # A result of 0 for x ≤ 0 does not tell the power.
        low = np.where(uncertain, 0.0, low)
        high = np.where(uncertain, np.maximum.reduce(corners), high)
    exponents = np.abs(w.value) + w.radius
    powers = np.maximum(np.abs(low), np.abs(high))
    bound = bounds(setting.opcode.precision[2], powers, [powers, powers, exponents])
    radius = spread(result, np.maximum(low - bound, 0.0), high + bound)
    # What is INF or NaN by its operands is so everywhere, and so is 0.
    certain = ~moves & ~uncertain & (~np.isfinite(result) | (result == 0))
    overflows = certain & np.isposinf(result) & (y.value > 0) & np.isfinite(y.value)
    radius = np.where(certain & ~overflows, 0.0, np.where(overflows, np.inf, radius))
    return np.where(np.isinf(x.radius) | np.isinf(y.radius) | np.isinf(w.radius), np.inf, radius)


def _specular_power(limit: float, zero_is_one: bool) -> Callable[..., Any]:
    """y^w for x > 0 (ARB_fragment_program 3.11.5.13: no more accurate than EX2 and LG2).

    w is clamped to ±``limit``; ``zero_is_one``: a w of 0 makes 1 exactly.
    """

    def rule(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
        x, y, w = (a.pick((component,)) for component in (0, 1, 3))
        base = Ball(np.maximum(y.value, 0.0), y.radius)
        low = np.maximum(base.low, 0.0)
        middle = (low + base.high) / 2
        moves = y.radius > 0
        base = Ball(np.where(moves, middle, base.value), np.where(moves, base.high - middle, 0.0))
        power = Ball(np.clip(w.value, -limit, limit), w.radius)
        lit, unsure = x.value > 0, crosses_zero(x)
        value = np.where(lit & ~unsure, result, np.power(base.value, power.value))
        found = power_of(setting.opcode.family, setting.opcode.precision[2], value, base, power)
        if zero_is_one:
            found = np.where((w.value == 0) & (w.radius == 0) & np.isfinite(y.radius), 0.0, found)
        either = np.where(lit, np.abs(result), np.abs(value)) + found
        found = np.where(unsure, either, np.where(lit, found, 0.0))
        return np.where(np.isinf(x.radius) | np.isnan(found), np.inf, found)

    return rule


light_of_corners = components(_one, _of_x(_diffuse), _specular, _one)
light = components(_one, _of_x(_diffuse), _specular_power(_ARB_POWER_LIMIT, True), _one)
light_unclamped = components(_one, _of_x(_diffuse), _specular_power(np.inf, False), _one)


# --- vectors


def _square(setting: Setting, a: Ball, b: Ball) -> Ball:
    """Three products, added up."""
    return add_components(setting, multiply(setting, a.pick(range(3)), b.pick(range(3))))


def normal(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    """a / √(a · a)."""
    a = operands[0]
    square = _square(setting, a, a)
    value = narrow(1.0 / np.sqrt(square.value))
    corners = [1.0 / np.sqrt(np.maximum(end, 0.0)) for end in (square.low, square.high)]
    broken = crosses_zero(square) | np.isinf(square.radius)
    scale = Ball(value, around_corners(setting.opcode.precision[0], value, corners, broken))

    def row(setting: Setting, component: int, a: Ball) -> Float64Array:
        return multiply(setting, a.pick((component,)), scale).radius

    found: Float64Array = in_rows(row)(setting, result, operands, enabled)
    return found


def reflection(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    """2 (a · b) / (a · a) · a − b (NV_gpu_program4 2.X.8, RFL)."""
    a, b = operands
    square, both = _square(setting, a, a), _square(setting, a, b)
    twice = Ball(2.0 * both.value, 2.0 * both.radius)
    value = narrow(twice.value / square.value)
    scale = Ball(value, quotient(setting.opcode.precision[0], value, twice, square))

    def row(setting: Setting, component: int, a: Ball, b: Ball) -> Float64Array:
        product = multiply(setting, scale, a.pick((component,)))
        return add(setting, product, b.pick((component,)).negative).radius

    found: Float64Array = in_rows(row)(setting, result, operands, enabled)
    return found


cross = in_rows(cross_row)
transform = in_rows(transform_row, 4)
