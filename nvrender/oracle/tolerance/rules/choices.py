"""Copies, choices, comparisons and integral parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from nvrender.ops.evaluation.numerics import exponent_and_mantissa
from nvrender.oracle.tolerance.ball import (
    Ball,
    Rule,
    Setting,
    crosses_zero,
    lanewise,
    open_where_moved,
    rounded,
    spread,
)
from nvrender.oracle.tolerance.precision import Float64Array

#: A GPU's fraction may be 1.0 for −2^-25 ≤ x < 0 (docs/semantics.md).
_FRACTION_SLACK = 2.0**-24


def same(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    return a.radius


def constant(setting: Setting, result: Float64Array, *operands: Ball) -> float:
    return 0.0


def extreme(sign: float) -> Rule:
    """Least (−1) or greatest (+1): the winner's radius where there is one, else no more than either's."""

    def rule(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
        distance = sign * (a.value - b.value)
        apart = a.radius + b.radius
        radius = np.where(
            distance > apart,
            a.radius,
            np.where(distance < -apart, b.radius, np.maximum(a.radius, b.radius)),
        )
        return np.where(np.isinf(apart), np.inf, radius)

    return lanewise(rule)


def comparison(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    """1 where the order is not certain."""
    apart = a.radius + b.radius
    nan = np.isnan(a.value) | np.isnan(b.value)
    uncertain = (apart > 0) & ~nan & ~(np.abs(a.value - b.value) > apart)
    return np.where(np.isinf(apart), np.inf, np.where(uncertain, 1.0, 0.0))


def choice(setting: Setting, result: Float64Array, a: Ball, b: Ball, c: Ball) -> Float64Array:
    """b where a < 0, else c; both where that is not certain."""
    either = np.abs(b.value - c.value) + np.maximum(b.radius, c.radius)
    either = np.where(b.value == c.value, np.maximum(b.radius, c.radius), either)
    either = np.where(np.isnan(either), np.inf, either)
    taken = np.where(a.value < 0, b.radius, c.radius)
    return np.where(crosses_zero(a), either, taken)


def monotone(function: Callable[[Float64Array], Any], *, magnitude: bool = False) -> Callable[..., Any]:
    """An exact function that never falls (of the magnitude, if so told)."""

    def rule(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
        low, high = a.low, a.high
        if magnitude:
            size = np.abs(a.value)
            low, high = np.maximum(size - a.radius, 0.0), size + a.radius
        radius = spread(result, np.asarray(function(low)), np.asarray(function(high)))
        return np.where(a.radius == 0, 0.0, np.where(np.isinf(a.radius), np.inf, radius))

    return rule


def address(function: Callable[[Float64Array], Any]) -> Rule:
    """An integral part within the range of addresses."""
    return lanewise(monotone(lambda values: np.clip(function(values), -512.0, 511.0)))


def from_floor(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    """x − floor(x), which is below 1."""
    certain = np.floor(a.low) == np.floor(a.high)
    moved = np.where(certain, rounded(setting, result, a.radius), 1.0)
    moved = np.where(np.isinf(a.radius), np.inf, moved)
    return np.where(np.isfinite(a.value), moved, a.radius)


def fraction(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    """The same where it may be 1."""
    moved = from_floor(setting, result, a)
    beside = (a.low < 0) & (a.high >= -(2.0**-25)) & np.isfinite(a.value)
    return np.where(beside, np.maximum(moved, _FRACTION_SLACK), moved)


def exponent(magnitude: Float64Array) -> Float64Array:
    """floor(log2 x)."""
    return exponent_and_mantissa(magnitude.astype(np.float32))[0].astype(np.float64)


def mantissa(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    """x / 2^floor(log2 x), of the magnitude."""
    size = np.abs(a.value)
    low, high = exponent(np.maximum(size - a.radius, 0.0)), exponent(size + a.radius)
    certain = (low == high) & np.isfinite(low)
    moved = np.where(certain, a.radius * np.exp2(-np.where(certain, low, 0.0)), 1.0)
    moved = np.where(np.isinf(a.radius), np.inf, moved)
    return np.where(a.radius == 0, 0.0, moved)


def integral(function: Callable[[Float64Array], Any]) -> Rule:
    """An integer of a float: certain where the whole ball has the same, else anything."""

    def rule(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
        sure = (a.radius == 0) | (function(a.low) == function(a.high))
        return np.where(sure & np.isfinite(a.radius), 0.0, np.inf)

    return lanewise(rule)


def certain_words(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    """Words of certain operands are certain; others are anything."""
    return open_where_moved(operands) if operands else np.zeros((1, 1))
