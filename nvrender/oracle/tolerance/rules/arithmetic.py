"""Sums and products, left to right (NV_vertex_program2 2.14.3.9) or in any order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nvrender.oracle.tolerance.ball import Ball, Rule, Setting, narrow, rounded, times
from nvrender.oracle.tolerance.precision import Float64Array, unit

_LARGEST = float(np.finfo(np.float32).max)
_SMALLEST_NORMAL = 2.0**-126


def multiply(setting: Setting, a: Ball, b: Ball) -> Ball:
    """a · b, rounded."""
    value = narrow(a.value * b.value)
    zero = ((a.value == 0) & (a.radius == 0)) | ((b.value == 0) & (b.radius == 0))
    if setting.zero_wins:
        value = np.where((a.value == 0) | (b.value == 0), 0.0, value)
    size_a, size_b = np.abs(a.value), np.abs(b.value)
    radius = times(size_a, b.radius) + times(size_b, a.radius) + times(a.radius, b.radius)
    radius = np.where(np.isinf(a.radius) | np.isinf(b.radius), np.inf, rounded(setting, value, radius))
    # A zero whose sign is not certain is no certain operand of a reciprocal.
    flips = ((a.radius > 0) & (size_a <= a.radius)) | ((b.radius > 0) & (size_b <= b.radius))
    radius = np.where(zero & flips & np.isfinite(radius), _SMALLEST_NORMAL, radius)
    special_a, special_b = ~np.isfinite(a.value), ~np.isfinite(b.value)
    certain = ((a.radius == 0) & (b.radius == 0)) | (
        (special_a & (a.radius == 0) & (size_b > b.radius))
        | (special_b & (b.radius == 0) & (size_a > a.radius))
    )
    radius = np.where(special_a | special_b, np.where(certain, 0.0, np.inf), radius)
    if setting.zero_wins:
        radius = np.where(zero, 0.0, radius)
    if setting.fast:
        # Denormal numbers may be flushed or not (docs/semantics.md).
        lost = (np.abs(value) <= _SMALLEST_NORMAL) & (a.value != 0) & (b.value != 0)
        radius = np.where(lost, np.maximum(radius, _SMALLEST_NORMAL), radius)
    return Ball(value, radius)


def add(setting: Setting, a: Ball, b: Ball) -> Ball:
    """a + b, rounded."""
    value = narrow(a.value + b.value)
    radius = a.radius + b.radius
    special = ~np.isfinite(a.value) | ~np.isfinite(b.value)
    moved = np.where(np.isinf(radius), np.inf, rounded(setting, value, radius))
    return Ball(value, np.where(special, np.where(np.isfinite(radius), 0.0, np.inf), moved))


def add_components(setting: Setting, terms: Ball) -> Ball:
    """The components of ``terms``, added up left to right."""
    total = terms.pick((0,))
    for index in range(1, len(terms.value)):
        total = add(setting, total, terms.pick((index,)))
    return total


def product(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    return multiply(setting, a, b).radius


def product_and_sum(setting: Setting, result: Float64Array, a: Ball, b: Ball, c: Ball) -> Float64Array:
    return add(setting, multiply(setting, a, b), c).radius


def plus(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    return add(setting, a, b).radius


def minus(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    return add(setting, a, b.negative).radius


def blend(setting: Setting, result: Float64Array, a: Ball, b: Ball, c: Ball) -> Float64Array:
    """a b + (1 − a) c; of ``fast`` also c + a (b − c)."""
    rest = add(setting, Ball(np.ones_like(a.value), np.zeros_like(a.value)), a.negative)
    found = add(setting, multiply(setting, a, b), multiply(setting, rest, c)).radius
    if setting.fast:
        sizes = [np.abs(ball.value) + ball.radius for ball in (a, b, c)]
        terms = np.minimum(sizes[0] * sizes[1] + (1.0 + sizes[0]) * sizes[2], 3e38)
        found = found + np.where(np.isfinite(result) & (terms > 0), 4.0 * unit(terms), 0.0)
    return found


def _sum(setting: Setting, terms: Ball) -> Float64Array:
    total = add_components(setting, terms)
    if not setting.fast:
        return total.radius
    sizes = np.minimum(np.sum(np.abs(terms.value) + terms.radius, axis=0, keepdims=True), _LARGEST)
    reordered = np.where(sizes > 0, len(terms.value) * unit(sizes), 0.0)
    return np.asarray(total.radius + np.where(np.isfinite(total.value), reordered, 0.0))


def dot(count: int) -> Rule:
    """The sum of ``count`` products."""

    def rule(
        setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
    ) -> Float64Array:
        a, b = (operand.pick(range(count)) for operand in operands)
        return _sum(setting, multiply(setting, a, b))

    return rule


def dot_homogeneous(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    """Three products and b's w."""
    a, b = operands
    terms = multiply(setting, a.pick(range(3)), b.pick(range(3)))
    last = b.pick((3,))
    width = max(terms.value.shape[1], last.value.shape[1])
    join = [np.broadcast_to(part, (len(part), width)) for part in (terms.value, last.value)]
    radii = [np.broadcast_to(part, (len(part), width)) for part in (terms.radius, last.radius)]
    return _sum(setting, Ball(np.concatenate(join), np.concatenate(radii)))


def dot2_and_sum(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    """Two products and c's x."""
    a, b, c = operands
    terms = multiply(setting, a.pick((0, 1)), b.pick((0, 1)))
    return add(setting, add_components(setting, terms), c.pick((0,))).radius


def cross_row(setting: Setting, component: int, a: Ball, b: Ball) -> Float64Array:
    """One component of the cross product."""
    one, two = (component + 1) % 3, (component + 2) % 3
    first = multiply(setting, a.pick((one,)), b.pick((two,)))
    second = multiply(setting, a.pick((two,)), b.pick((one,)))
    return add(setting, first, second.negative).radius


def transform_row(setting: Setting, component: int, a: Ball, b: Ball, c: Ball) -> Float64Array:
    """One component of a + b.x · c + b.y · c' (NV_gpu_program4 2.X.8, X2D)."""
    first = 0 if component % 2 == 0 else 2
    total = add(setting, a.pick((component % 2,)), multiply(setting, b.pick((0,)), c.pick((first,))))
    return add(setting, total, multiply(setting, b.pick((1,)), c.pick((first + 1,)))).radius
