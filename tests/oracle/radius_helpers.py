"""Balls to try rules with, and moves within them."""

from __future__ import annotations

import numpy as np

from nvrender.oracle.tolerance.ball import Ball
from nvrender.regression.comparison.samples import SPECIAL_VALUES

COUNT = 4096


def balls(generator, scalar):
    """(4, COUNT) values, ordinary and special, and radii from none to large."""
    value = generator.uniform(-3, 3, (4, COUNT)) * 2.0 ** generator.integers(-6, 7, (4, COUNT))
    special = generator.random((4, COUNT)) < 0.15
    value[special] = generator.choice(SPECIAL_VALUES, int(special.sum()))
    whole = generator.random((4, COUNT)) < 0.15
    value[whole] = np.round(value[whole])
    value = value.astype(np.float32).astype(np.float64)
    size = 2.0 ** generator.integers(-24, 2, (4, COUNT))
    radius = np.where(generator.random((4, COUNT)) < 0.4, 0.0, size * np.minimum(np.abs(value), 2.0**60))
    radius = np.where(radius > 0, np.maximum(radius, 2.0**-126), 0.0)
    radius = np.where(np.isfinite(value), radius, 0.0)
    if scalar:
        value[:], radius[:] = value[0], radius[0]
    return Ball(value, radius)


def moved_within(generator, ball, scalar):
    share = generator.uniform(-1, 1, ball.value.shape)
    share = np.where(generator.random(share.shape) < 0.5, np.sign(share), share)
    if scalar:
        share[:] = share[0]
    moved = (ball.value + share * ball.radius).astype(np.float32)
    with np.errstate(invalid="ignore"):
        inside = (np.abs(moved - ball.value) <= ball.radius) & (ball.radius > 0)
    return np.where(inside, moved, ball.value.astype(np.float32)).astype(np.float32)
