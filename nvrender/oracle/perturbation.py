"""Approximate results moved about within the precision they are owed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from nvrender.isa.opcodes import Opcode, Precision, PrecisionKind
from nvrender.oracle.lanes import Group
from nvrender.oracle.numerics import BoolArray, Float32Array

Float64Array = npt.NDArray[np.float64]

#: One unit in the last place of a result in [1, 2).
_ULP = 2.0**-23
_SMALLEST_EXPONENT = -126
_TURN = 2.0 * np.pi
#: A sine known no better than this is no sine.
_MEANINGLESS = 0.25

#: What to move a result by, as a fraction of its bound, in [−1, 1]: (instruction ordinal, lanes) → (n,).
Fractions = Callable[[int, int], "Float64Array | float"]


def _binade(values: npt.NDArray[np.floating]) -> Float64Array:
    """floor(log2 |v|), no lower than −126, which zeros have too; of no meaning for INF and NaN."""
    _, exponent = np.frexp(values)
    return np.where(values == 0, _SMALLEST_EXPONENT, np.maximum(exponent - 1.0, _SMALLEST_EXPONENT))


def _unit(values: npt.NDArray[np.floating]) -> Float64Array:
    """One unit in the last place of each value."""
    return np.asarray(_ULP * np.exp2(_binade(values)), np.float64)


def bounds(
    precision: Precision,
    result: Float32Array,
    operands: Sequence[Float32Array] = (),
    *,
    rounding: bool = False,
) -> Float64Array:
    """How far from ``result`` a conforming result may lie; float64, shaped as ``result``.

    ``precision.section`` grants it. ``operands`` are LIT's x, y and w for LIT_POWER, the angle for
    PERIODIC. 0 for exact and
    rounded results and for INF and NaN; one unit of the last place for rounded ones with ``rounding``
    (NV_vertex_program 2.14.1.11: round to zero "or better").
    """
    value = result.astype(np.float64)
    size = np.abs(value)
    match precision.kind:
        case PrecisionKind.EXACT:
            return np.zeros_like(value)
        case PrecisionKind.ROUNDED:
            bound = _unit(value) if rounding else np.zeros_like(value)
        case PrecisionKind.ABSOLUTE:
            bound = np.maximum(precision.bound, _unit(value))
        case PrecisionKind.PERIODIC:
            angle = np.abs(operands[0]).astype(np.float64) if operands else np.zeros_like(size)
            bound = np.minimum(precision.bound * np.maximum(np.where(angle < _TURN, 1.0, angle), 1.0), 2.0)
        case PrecisionKind.BINADE:
            bound = precision.bound * np.exp2(_binade(value))
        case PrecisionKind.BINADE_ABOVE:
            exponent = _binade(value)
            above = np.where(size == np.exp2(exponent), exponent, exponent + 1.0)
            bound = precision.bound * np.exp2(above)
        case PrecisionKind.LIT_POWER:
            power = np.abs(operands[2]).astype(np.float64) if operands else np.full_like(size, 128.0)
            bound = size * (
                np.exp2(np.minimum(power, 128.0) * precision.bound) * (1.0 + precision.bound) - 1.0
            )
    return np.where(np.isfinite(value), bound, 0.0)


class Perturbation:
    """Moves approximate results as the machine computes them, and remembers which way branches went.

    ``fractions`` says by how much of the bound; ``decisions`` is a (count,) hash of every lane's branch
    decisions. One Perturbation serves one run.
    """

    def __init__(self, count: int, fractions: Fractions, *, rounding: bool = False) -> None:
        self.decisions = np.zeros(count, np.uint64)
        self._fractions = fractions
        self._rounding = rounding
        self._start = 0

    def begin(self, start: int, stop: int) -> None:
        """The next results and decisions belong to vertices ``start`` to ``stop``."""
        self._start = start

    def result(
        self,
        ordinal: int,
        opcode: Opcode,
        component: int,
        values: Float32Array,
        operands: Sequence[Float32Array],
    ) -> None:
        """Move ``values`` (1, n), component ``component`` of instruction ``ordinal``'s result, in place."""
        precision = opcode.precision[component]
        if precision.kind is PrecisionKind.EXACT:
            return
        if precision.kind is PrecisionKind.ROUNDED and not (self._rounding and opcode.family == "vp1"):
            return
        bound = bounds(precision, values, operands, rounding=self._rounding)
        fractions = self._fractions(ordinal, values.shape[1])
        moved = values + bound * fractions
        if precision.kind is PrecisionKind.PERIODIC:
            # Anything from -1 to 1 is right: what depends on it cannot be compared.
            moved[(bound >= _MEANINGLESS) & (np.asarray(fractions) != 0)] = np.nan
        # A finite result stays finite and keeps its sign where its bound is below its size.
        changed = bound > 0
        np.copyto(values, moved, where=changed, casting="same_kind")

    def witness(self, group: Group, counter: int, taken: BoolArray) -> None:
        """Hash one branch decision of every lane of ``group``."""
        lanes = group.lanes + self._start
        step = np.uint64(2 * counter + 1) + taken.astype(np.uint64)
        self.decisions[lanes] = self.decisions[lanes] * np.uint64(0x9E3779B97F4A7C15) + step
