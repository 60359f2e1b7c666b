"""How far each opcode's result may move when its operands move: balls around the oracle's values.

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

from nvrender.ops.evaluation.numerics import exponent_and_mantissa
from nvrender.oracle.tolerance.precision import Float64Array, bounds, unit
from nvrender.program.opcodes import Opcode, Precision

_LARGEST = float(np.finfo(np.float32).max)
#: What rounds to INF in float32.
_OVERFLOW = _LARGEST * (1.0 + 2.0**-25)
_SMALLEST_NORMAL = 2.0**-126
#: A GPU's FRC may give 1.0 for −2^-25 ≤ x < 0 (docs/semantics.md).
_FRACTION_SLACK = 2.0**-24
_RCC_LIMIT = 2.0**64
_LIT_LIMIT = 127.99609375


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


@dataclass(frozen=True, slots=True)
class Setting:
    """What rules ask besides operands: the opcode, and how free rounding is.

    ``rounding`` does not concern VP2.0; with ``fast`` sums may be fused and added in any order.
    """

    opcode: Opcode
    rounding: bool = False
    fast: bool = False

    @property
    def free_rounding(self) -> bool:
        """NV_vertex_program 2.14.1.11: round to zero "or better"."""
        return self.fast or (self.rounding and self.opcode.family != "vp2")

    @property
    def zero_wins(self) -> bool:
        """NV_vertex_program 2.14.1.11: 0 · x = 0 for every x."""
        return self.opcode.family == "vp1"


#: (setting, results (k, n), operands of four rows, the k components) → radii (k, n) or (1, n).
Rule = Callable[[Setting, Float64Array, Sequence[Ball], Sequence[int]], Any]


# --- sums and products


def _rounded(setting: Setting, value: Float64Array, radius: Float64Array) -> Float64Array:
    """``radius`` and the rounding of a result that moves: half a unit here, half a unit there."""
    size = np.abs(value) + radius
    last = unit(np.minimum(size, _LARGEST))
    last = np.where(np.abs(value) - radius < _SMALLEST_NORMAL, np.maximum(last, _SMALLEST_NORMAL), last)
    free = unit(np.minimum(size, _LARGEST)) if setting.free_rounding else 0.0
    grown = np.where(radius > 0, radius + last + free, np.where(value != 0, free, 0.0))
    return np.where((grown > 0) & (size + grown >= _OVERFLOW), np.inf, grown)


def _times(a: Float64Array, b: Float64Array) -> Float64Array:
    return np.where((a == 0) | (b == 0), 0.0, a * b)


def _narrow(values: Any) -> Float64Array:
    """Rounded to float32, which a double's sum or product of two floats may be without harm."""
    return np.asarray(np.asarray(values).astype(np.float32).astype(np.float64))


def multiply(setting: Setting, a: Ball, b: Ball) -> Ball:
    """a · b, rounded."""
    value = _narrow(a.value * b.value)
    zero = ((a.value == 0) & (a.radius == 0)) | ((b.value == 0) & (b.radius == 0))
    if setting.zero_wins:
        value = np.where((a.value == 0) | (b.value == 0), 0.0, value)
    size_a, size_b = np.abs(a.value), np.abs(b.value)
    radius = _times(size_a, b.radius) + _times(size_b, a.radius) + _times(a.radius, b.radius)
    radius = np.where(np.isinf(a.radius) | np.isinf(b.radius), np.inf, _rounded(setting, value, radius))
    # A zero whose sign is not certain is no certain operand of RCP.
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
    value = _narrow(a.value + b.value)
    radius = a.radius + b.radius
    special = ~np.isfinite(a.value) | ~np.isfinite(b.value)
    moved = np.where(np.isinf(radius), np.inf, _rounded(setting, value, radius))
    return Ball(value, np.where(special, np.where(np.isfinite(radius), 0.0, np.inf), moved))


def _negative(a: Ball) -> Ball:
    return Ball(-a.value, a.radius)


def _sum(setting: Setting, terms: Ball) -> Float64Array:
    """Left to right (NV_vertex_program2 2.14.3.9)."""
    total = terms.pick((0,))
    for index in range(1, len(terms.value)):
        total = add(setting, total, terms.pick((index,)))
    if not setting.fast:
        return total.radius
    sizes = np.minimum(np.sum(np.abs(terms.value) + terms.radius, axis=0, keepdims=True), _LARGEST)
    reordered = np.where(sizes > 0, len(terms.value) * unit(sizes), 0.0)
    return np.asarray(total.radius + np.where(np.isfinite(total.value), reordered, 0.0))


def dot(count: int) -> Rule:
    def rule(
        setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
    ) -> Float64Array:
        a, b = (operand.pick(range(count)) for operand in operands)
        return _sum(setting, multiply(setting, a, b))

    return rule


def _dot_homogeneous(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    a, b = operands
    terms = multiply(setting, a.pick(range(3)), b.pick(range(3)))
    last = b.pick((3,))
    width = max(terms.value.shape[1], last.value.shape[1])
    join = [np.broadcast_to(part, (len(part), width)) for part in (terms.value, last.value)]
    radii = [np.broadcast_to(part, (len(part), width)) for part in (terms.radius, last.radius)]
    return _sum(setting, Ball(np.concatenate(join), np.concatenate(radii)))


def lanewise(function: Callable[..., Any]) -> Rule:
    """A rule over the enabled components of each operand."""

    def rule(setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]) -> Any:
        return function(setting, result, *[operand.pick(enabled) for operand in operands])

    return rule


def _product(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    return multiply(setting, a, b).radius


def _product_sum(setting: Setting, result: Float64Array, a: Ball, b: Ball, c: Ball) -> Float64Array:
    return add(setting, multiply(setting, a, b), c).radius


def _plus(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    return add(setting, a, b).radius


def _minus(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    return add(setting, a, _negative(b)).radius


# --- copies, comparisons, integral parts


def _same(setting: Setting, result: Float64Array, a: Ball, *others: Ball) -> Float64Array:
    return a.radius


def _constant(setting: Setting, result: Float64Array, *operands: Ball) -> float:
    return 0.0


def _extreme(sign: float) -> Rule:
    """MIN (−1) or MAX (+1): the winner's radius where there is one, else no more than either's."""

    def extreme(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
        distance = sign * (a.value - b.value)
        apart = a.radius + b.radius
        radius = np.where(
            distance > apart,
            a.radius,
            np.where(distance < -apart, b.radius, np.maximum(a.radius, b.radius)),
        )
        return np.where(np.isinf(apart), np.inf, radius)

    return lanewise(extreme)


def _set_on(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    """1 where the order is not certain."""
    apart = a.radius + b.radius
    nan = np.isnan(a.value) | np.isnan(b.value)
    uncertain = (apart > 0) & ~nan & ~(np.abs(a.value - b.value) > apart)
    return np.where(np.isinf(apart), np.inf, np.where(uncertain, 1.0, 0.0))


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


def _clipped(function: Callable[[Float64Array], Any]) -> Callable[[Float64Array], Any]:
    return lambda values: np.clip(function(values), -512.0, 511.0)


def _fraction(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    certain = np.floor(a.low) == np.floor(a.high)
    moved = np.where(certain, _rounded(setting, result, a.radius), 1.0)
    moved = np.where((a.low < 0) & (a.high >= -(2.0**-25)), np.maximum(moved, _FRACTION_SLACK), moved)
    moved = np.where(np.isinf(a.radius), np.inf, moved)
    return np.where(np.isfinite(a.value), moved, a.radius)


def _exponent_of(magnitude: Float64Array) -> Float64Array:
    return exponent_and_mantissa(magnitude.astype(np.float32))[0].astype(np.float64)


def _mantissa(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    size = np.abs(a.value)
    low, high = _exponent_of(np.maximum(size - a.radius, 0.0)), _exponent_of(size + a.radius)
    certain = (low == high) & np.isfinite(low)
    moved = np.where(certain, a.radius * np.exp2(-np.where(certain, low, 0.0)), 1.0)
    moved = np.where(np.isinf(a.radius), np.inf, moved)
    return np.where(a.radius == 0, 0.0, moved)


# --- approximations


def _approximate(
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


def crosses_zero(a: Ball) -> npt.NDArray[np.bool_]:
    return np.asarray((a.radius > 0) & ~(np.abs(a.value) > a.radius))


def _inverse(values: Float64Array) -> Any:
    return 1.0 / values


def _reciprocal(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    a = operands[0].pick((0,))
    radius = _approximate(setting.opcode.precision[0], result[:1], a, _inverse, crosses_zero(a))
    # NV_vertex_program 2.14.1.10.6, ARB_fragment_program 3.11.5.21: the reciprocal of 1 is 1; NV_gpu_program4
    # 2.X.8 has no such rule.
    sure = (a.value == 1) & (a.radius == 0) & (setting.opcode.family not in ("nv4", "fp1"))
    return np.where(sure, 0.0, radius)


def _clamped_inverse(values: Float64Array) -> Any:
    inverse = 1.0 / values
    return np.copysign(np.clip(np.abs(inverse), 1.0 / _RCC_LIMIT, _RCC_LIMIT), inverse)


def _reciprocal_clamped(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    a = operands[0].pick((0,))
    radius = _approximate(setting.opcode.precision[0], result[:1], a, _clamped_inverse)
    radius = np.where(crosses_zero(a) & np.isfinite(radius), 2.0 * _RCC_LIMIT * (1.0 + 2.0**-16), radius)
    sure = (a.value == 1) & (a.radius == 0) & (setting.opcode.family not in ("nv4", "fp1"))
    return np.where(sure, 0.0, radius)


def _reciprocal_root(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    a = operands[0].pick((0,))
    if setting.opcode.family in ("vp1", "arb", "arbfp"):
        a = Ball(np.abs(a.value), a.radius)
    return _approximate(
        setting.opcode.precision[0], result[:1], a, lambda values: 1.0 / np.sqrt(values), crosses_zero(a)
    )


def _power(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    return _approximate(setting.opcode.precision[0], result[:1], operands[0].pick((0,)), np.exp2)


def _logarithm(
    setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
) -> Float64Array:
    a = operands[0].pick((0,))
    return _approximate(setting.opcode.precision[0], result[:1], a, np.log2, crosses_zero(a))


def _wave(function: Callable[..., Any]) -> Rule:
    """SIN and COS, which move no faster than the angle."""

    def rule(
        setting: Setting, result: Float64Array, operands: Sequence[Ball], enabled: Sequence[int]
    ) -> Float64Array:
        a = operands[0].pick((0,))
        exact = function(a.value)
        bound = bounds(setting.opcode.precision[0], exact, [np.abs(a.value) + a.radius])
        radius = spread(result[:1], exact - a.radius - bound, exact + a.radius + bound)
        radius = np.where(np.isfinite(radius), np.minimum(radius, 2.0), radius)
        return np.where(np.isinf(a.radius), np.inf, radius)

    return rule


# --- EXP, LOG, LIT, DST, one function a component


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


def of_x(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda setting, result, a: function(setting, result, a.pick((0,)))


def _exp_z(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    return _approximate(setting.opcode.precision[2], result, a, np.exp2)


def _exp_y(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    """x − floor(x), which does not reach for FRC's limit; 1.0 is not slack here."""
    certain = np.floor(a.low) == np.floor(a.high)
    moved = np.where(certain, _rounded(setting, result, a.radius), 1.0)
    moved = np.where(np.isinf(a.radius), np.inf, moved)
    return np.where(np.isfinite(a.value), moved, a.radius)


def _log_z(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    size = Ball(np.abs(a.value), a.radius)
    return _approximate(setting.opcode.precision[2], result, size, np.log2, crosses_zero(a))


def lit_y(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    return np.where(np.isinf(a.radius) | (a.high > 0), a.radius, 0.0)


def _lit_z(setting: Setting, result: Float64Array, a: Ball) -> Float64Array:
    """y^w for x > 0, by the corners of what y and w may be (NV_vertex_program 2.14.1.10.17)."""
    x, y, w = (a.pick((component,)) for component in (0, 1, 3))
    moves = (y.radius > 0) | (w.radius > 0)
    corners = [
        np.power(np.maximum(base, 0.0), np.clip(exponent, -_LIT_LIMIT, _LIT_LIMIT))
        for base in (y.low, y.high)
        for exponent in (w.low, w.high)
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


def _dst_y(setting: Setting, result: Float64Array, a: Ball, b: Ball) -> Float64Array:
    return multiply(setting, a.pick((1,)), b.pick((1,))).radius


def one(setting: Setting, result: Float64Array, *operands: Ball) -> float:
    return 0.0


def _address_sum(first: int, second: int) -> Callable[..., Any]:
    return lambda setting, result, a: a.radius[first : first + 1] + a.radius[second : second + 1]


_set_rule = lanewise(_set_on)
_constant_rule = lanewise(_constant)

#: Opcode name → rule, for every opcode but the flow instructions.
RULES: dict[str, Rule] = {
    "ABS": lanewise(_same),
    "ADD": lanewise(_plus),
    "ARA": components(*[_address_sum(k % 2, k % 2 + 2) for k in range(4)]),
    "ARL": lanewise(monotone(_clipped(np.floor))),
    "ARR": lanewise(monotone(_clipped(np.rint))),
    "COS": _wave(np.cos),
    "DP3": dot(3),
    "DP4": dot(4),
    "DPH": _dot_homogeneous,
    "DST": components(one, _dst_y, lambda s, r, a, b: a.radius[2:3], lambda s, r, a, b: b.radius[3:4]),
    "EX2": _power,
    "EXP": components(
        of_x(monotone(lambda values: np.exp2(np.floor(values)))), of_x(_exp_y), of_x(_exp_z), one
    ),
    "FLR": lanewise(monotone(np.floor)),
    "FRC": lanewise(_fraction),
    "LG2": _logarithm,
    "LIT": components(one, of_x(lit_y), _lit_z, one),
    "LOG": components(of_x(monotone(_exponent_of, magnitude=True)), of_x(_mantissa), of_x(_log_z), one),
    "MAD": lanewise(_product_sum),
    "MAX": _extreme(1.0),
    "MIN": _extreme(-1.0),
    "MOV": lanewise(_same),
    "MUL": lanewise(_product),
    "RCC": _reciprocal_clamped,
    "RCP": _reciprocal,
    "RSQ": _reciprocal_root,
    "SEQ": _set_rule,
    "SFL": _constant_rule,
    "SGE": _set_rule,
    "SGT": _set_rule,
    "SIN": _wave(np.sin),
    "SLE": _set_rule,
    "SLT": _set_rule,
    "SNE": _set_rule,
    "SSG": lanewise(monotone(np.sign)),
    "STR": _constant_rule,
    "SUB": lanewise(_minus),
}
