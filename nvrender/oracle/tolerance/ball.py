"""Balls around the oracle's values, and what rules that take balls to radii are made of.

A ball is the oracle's value and a radius; whatever another implementation that keeps the precision
table holds there lies inside. A value that is INF or NaN has radius 0 (every implementation has it) or
INF (anything). Rules take balls to radii, in float64; they are outer bounds, not estimates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.ops.types import DataType
from nvrender.oracle.tolerance.precision import Float64Array, unit
from nvrender.program.opcodes import Opcode

_LARGEST = float(np.finfo(np.float32).max)
#: What rounds to INF in float32.
_OVERFLOW = _LARGEST * (1.0 + 2.0**-25)
_SMALLEST_NORMAL = 2.0**-126


@dataclass(frozen=True, slots=True)
class Ball:
    """``value`` and ``radius``, float64 (k, n), or (k, 1) where all lanes share them."""

    value: Float64Array
    radius: Float64Array

    def pick(self, components: Sequence[int]) -> Ball:
        """Some of the components."""
        rows = list(components)
        return Ball(self.value[rows], self.radius[rows])

    @property
    def low(self) -> Float64Array:
        return np.asarray(self.value - self.radius)

    @property
    def high(self) -> Float64Array:
        return np.asarray(self.value + self.radius)

    @property
    def negative(self) -> Ball:
        return Ball(-self.value, self.radius)


@dataclass(frozen=True, slots=True)
class Setting:
    """What rules ask besides operands: the opcode, and how free rounding is.

    ``rounding`` does not concern VP2.0; with ``fast`` sums may be fused and added in any order.
    """

    opcode: Opcode
    rounding: bool = False
    fast: bool = False

    @property
    def operation(self) -> str:
        return self.opcode.operation_of(DataType.FLOAT)

    @property
    def free_rounding(self) -> bool:
        """NV_vertex_program 2.14.1.11: round to zero "or better"."""
        return self.fast or (self.rounding and not self.opcode.family.rounds_to_nearest)

    @property
    def zero_wins(self) -> bool:
        """NV_vertex_program 2.14.1.11: 0 · x = 0 for every x."""
        return self.operation.endswith("_zero")


#: (setting, results (k, n), operands of four rows, the k components) → radii (k, n) or (1, n).
Rule = Callable[[Setting, Float64Array, Sequence[Ball], Sequence[int]], Any]


def lanewise(function: Callable[..., Any]) -> Rule:
    """A rule over the enabled components of each operand."""

    def rule(setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]) -> Any:
        return function(setting, result, *[operand.pick(enabled) for operand in operands])

    return rule


def replicated(function: Callable[..., Any]) -> Rule:
    """A rule over the first component of each operand."""

    def rule(setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]) -> Any:
        return function(setting, result[:1], *[operand.pick((0,)) for operand in operands])

    return rule


def components(*functions: Callable[..., Any]) -> Rule:
    """(setting, one row of results, operands) → radii, for x, y, z and w."""

    def rule(
        setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
    ) -> Float64Array:
        radii = np.zeros_like(result)
        for row, component in enumerate(enabled):
            radii[row] = functions[component](setting, result[row : row + 1], *operands)
        return radii

    return rule


def rounded(setting: Setting, value: Float64Array, radius: Float64Array) -> Float64Array:
    """``radius`` and the rounding of a result that moves: half a unit here, half a unit there."""
    size = np.abs(value) + radius
    last = unit(np.minimum(size, _LARGEST))
    last = np.where(np.abs(value) - radius < _SMALLEST_NORMAL, np.maximum(last, _SMALLEST_NORMAL), last)
    free = unit(np.minimum(size, _LARGEST)) if setting.free_rounding else 0.0
    grown = np.where(radius > 0, radius + last + free, np.where(value != 0, free, 0.0))
    return np.where((grown > 0) & (size + grown >= _OVERFLOW), np.inf, grown)


def narrow(values: Any) -> Float64Array:
    """Rounded to float32, which a double's sum or product of two floats may be without harm."""
    return np.asarray(np.asarray(values).astype(np.float32).astype(np.float64))


def times(a: Float64Array, b: Float64Array) -> Float64Array:
    """a · b; 0 · INF is 0."""
    return np.where((a == 0) | (b == 0), 0.0, a * b)


def spread(result: Float64Array, low: Float64Array, high: Float64Array) -> Float64Array:
    """The radius around ``result`` that takes in ``low`` to ``high``, rounded to float32."""
    radius = np.maximum(high - result, result - low)
    smallest = np.where(low * high > 0, np.minimum(np.abs(low), np.abs(high)), 0.0)
    radius = np.where(
        (smallest < _SMALLEST_NORMAL) & (low != high), np.maximum(radius, np.abs(result)), radius
    )
    beyond = np.maximum(np.abs(low), np.abs(high)) >= _OVERFLOW
    radius = np.where(beyond | np.isnan(radius), np.inf, radius)
    same = ((low == result) & (high == result)) | (np.isnan(low) & np.isnan(high) & np.isnan(result))
    same |= np.isposinf(result) & (low >= _OVERFLOW) | np.isneginf(result) & (high <= -_OVERFLOW)
    return np.where(same, 0.0, radius)


def crosses_zero(a: Ball) -> npt.NDArray[np.bool_]:
    """Where the ball may be on either side of 0."""
    return np.asarray((a.radius > 0) & ~(np.abs(a.value) > a.radius))


def open_where_moved(operands: Sequence[Ball]) -> Float64Array:
    """(1, n): INF where any operand is not certain."""
    moved = [(operand.radius > 0).any(axis=0, keepdims=True) for operand in operands]
    return np.where(np.logical_or.reduce(np.broadcast_arrays(*moved)), np.inf, 0.0)
