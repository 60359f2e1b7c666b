"""How far another implementation's results may lie from the oracle's, and whether they do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.gl.results import Float32Array, Results
from nvrender.isa.opcodes import PrecisionKind
from nvrender.oracle.machine import execute
from nvrender.oracle.numerics import SMALLEST_NORMAL
from nvrender.oracle.perturbation import Float64Array, Fractions, Perturbation, bounds
from nvrender.program import Program, RegisterFile

__all__ = ["Comparison", "Perturbation", "bounds", "compare", "envelope"]

#: Terms of second order where several approximate results meet.
_MARGIN = 1.0625
#: Trials that show how rounding goes another way use this share of the bounds …
_SMALL = 0.5
#: … and what they show is taken this many times.
_NOISE = 8.0
#: A result an approximate one flows into may be off by this share of itself though no trial shows it.
_FLOOR = 2.0**-22
#: Trials that look for steps nearby use this multiple of the bounds, and a change beyond this
#: multiple of the tolerance is a step.
_WIDE = 4.0
_STEP = 16.0
#: The runs of one kind execute no more than this a vertex together, though at least two are made.
_RUNS = 200_000


def _approximate(program: Program, rounding: bool) -> list[int]:
    """Indices of the instructions whose results may differ between implementations."""
    found = []
    for index, instruction in enumerate(program.instructions):
        kinds = {precision.kind for precision in instruction.opcode.precision}
        kinds -= {PrecisionKind.EXACT}
        if not (rounding and instruction.opcode.family == "vp1"):
            kinds -= {PrecisionKind.ROUNDED}
        if kinds:
            found.append(index)
    return found


def _one(place: int, sign: float) -> Fractions:
    """The whole bound of one instruction."""
    return lambda ordinal, lanes: sign if ordinal == place else 0.0


def _random(generator: np.random.Generator, scale: float) -> Fractions:
    """Any fraction of ``scale`` times the bounds, half the time the whole of it."""

    def draw(ordinal: int, lanes: int) -> Float64Array:
        fractions = generator.uniform(-scale, scale, lanes)
        whole = generator.random(lanes) < 0.5
        return np.where(whole, np.copysign(scale, fractions), fractions)

    return draw


def envelope(
    program: Program,
    attributes: Mapping[int, Float32Array],
    parameters: Float32Array,
    count: int,
    *,
    trials: int = 16,
    seed: int = 0,
    rounding: bool = False,
) -> dict[str, Float32Array]:
    """Result name → (count, 4) float32: how far each result may lie from the oracle's.

    Every approximate instruction (isa.opcodes.Precision) is moved by its bound, up and down, alone; the
    changes of the results add up. To these come ``trials`` random moves of all, small ones for the
    rounding that goes another way, wide ones for steps nearby (a floor, a comparison): a vertex whose
    branches go another way in some run, or whose result is INF or NaN in some runs only, may be
    anything, and its tolerance is INF. ``rounding`` allows !!VP1.x one unit in the last place an
    operation (NV_vertex_program 2.14.1.11). Arguments are execute's.
    """
    approximate = _approximate(program, rounding)
    if not approximate:
        exact = execute(program, attributes, parameters, count)
        return {name: np.zeros_like(value) for name, value in exact.items()}
    runs = _Runs(program, attributes, parameters, count, rounding)
    trials = max(min(trials, _RUNS // max(runs.longest, 1)), 2)
    generator = np.random.default_rng(seed)
    largest = {name: np.zeros(value.shape) for name, value in runs.expected.items()}
    if 2 * len(approximate) * runs.longest <= _RUNS:
        for place in approximate:
            up, down = runs.deviation(_one(place, 1.0)), runs.deviation(_one(place, -1.0))
            for name, total in largest.items():
                total += np.maximum(up[name], down[name])
    else:
        for _ in range(trials):
            for name, moved in runs.deviation(_random(generator, 1.0)).items():
                np.maximum(largest[name], _WIDE * moved, out=largest[name])
    noise = {name: np.zeros_like(value) for name, value in largest.items()}
    for _ in range(trials):
        for name, moved in runs.deviation(_random(generator, _SMALL)).items():
            with np.errstate(invalid="ignore"):
                beyond = np.nan_to_num(moved - _SMALL * largest[name], nan=0.0, posinf=np.inf)
            np.maximum(noise[name], beyond, out=noise[name])
    margin = _MARGIN if len(approximate) > 1 else 1.0
    tolerance = {name: margin * value + _NOISE * noise[name] for name, value in largest.items()}
    for _ in range(max(trials // 4, 1)):
        for name, moved in runs.deviation(_random(generator, _WIDE)).items():
            step = moved > _STEP * tolerance[name]
            tolerance[name][step & (tolerance[name] > 0)] = np.inf
    reached = _reached(program, approximate) if len(approximate) > 1 else set()
    for name, value in tolerance.items():
        components = [component for result, component in reached if result == name]
        value[:, components] = np.maximum(
            value[:, components], _FLOOR * np.abs(runs.expected[name][:, components].astype(np.float64))
        )
    return {name: _narrowed(value, runs.strayed) for name, value in tolerance.items()}


def _reached(program: Program, approximate: list[int]) -> set[tuple[str, int]]:
    """(result, component) pairs that approximate results may flow into, by any path."""
    tainted: set[tuple[RegisterFile, int, int]] = set()
    before = -1
    while len(tainted) != before:
        before = len(tainted)
        for index, instruction in enumerate(program.instructions):
            destination = instruction.destination
            if destination is None:
                continue
            inherited = index in approximate or any(
                (operand.register.file, operand.register.index, component) in tainted
                for operand in instruction.operands
                for component in operand.swizzle
            )
            if inherited:
                register = destination.register
                tainted |= {(register.file, register.index, k) for k in range(4) if destination.mask[k]}
    results = program.profile.results
    return {
        (results[index] if file is RegisterFile.RESULT else "c", component)
        for file, index, component in tainted
        if file in (RegisterFile.RESULT, RegisterFile.PARAMETER)
    }


class _Runs:
    """Runs of one program on the same inputs, moved and unmoved."""

    def __init__(
        self,
        program: Program,
        attributes: Mapping[int, Float32Array],
        parameters: Float32Array,
        count: int,
        rounding: bool,
    ) -> None:
        self._arguments = (program, attributes, parameters, count)
        self._count = count
        self._rounding = rounding
        self._plain = Perturbation(count, lambda ordinal, lanes: 0.0)
        self.expected = execute(*self._arguments, perturbation=self._plain)
        assert self.expected.executed is not None
        self.longest = int(self.expected.executed.max(initial=0))
        #: Vertices whose branches went another way in some run.
        self.strayed = np.zeros(count, np.bool_)

    def deviation(self, fractions: Fractions) -> dict[str, Float64Array]:
        """How far each result is moved, (count, 4) float64."""
        moved = Perturbation(self._count, fractions, rounding=self._rounding)
        results = execute(*self._arguments, perturbation=moved)
        self.strayed |= moved.decisions != self._plain.decisions
        self.strayed |= results.executed != self.expected.executed
        return {name: _deviation(self.expected[name], value) for name, value in results.items()}


def _deviation(expected: Float32Array, moved: Float32Array) -> Float64Array:
    same = (expected == moved) | (np.isnan(expected) & np.isnan(moved))
    with np.errstate(all="ignore"):
        distance = np.abs(moved.astype(np.float64) - expected.astype(np.float64))
    distance[~np.isfinite(distance)] = np.inf
    distance[same] = 0.0
    return distance


def _narrowed(wide: Float64Array, strayed: npt.NDArray[np.bool_]) -> Float32Array:
    """float32, rounded up; INF for strayed vertices."""
    with np.errstate(all="ignore"):
        narrow = wide.astype(np.float32)
        narrow = np.where(narrow < wide, np.nextafter(narrow, np.float32(np.inf)), narrow)
    if len(strayed) == len(narrow):
        narrow[strayed] = np.inf
    elif strayed.any():
        narrow[...] = np.inf
    return narrow


@dataclass(frozen=True)
class Comparison:
    """What ``compare`` found for one result.

    ``mismatches`` are the (vertex, component) pairs outside the tolerance, in order, as (M, 2) int64.
    ``worst`` is the largest distance in units of the last place of the expected value, over every
    vertex and component, INF where NaN or INF met something else; ``worst_at`` is where, ``ulps``
    every distance, (N, 4) float64.
    """

    mismatches: npt.NDArray[np.int64]
    worst: float
    worst_at: tuple[int, int]
    ulps: Float64Array

    def __bool__(self) -> bool:
        """True if everything agrees."""
        return len(self.mismatches) == 0


def compare(
    expected: Results | Mapping[str, Float32Array],
    actual: Results | Mapping[str, Float32Array],
    tolerance: Mapping[str, Float32Array] | float = 0.0,
    *,
    signed_zeros: bool = False,
) -> dict[str, Comparison]:
    """Compare ``actual`` with ``expected``, result by result, each (N, 4) float32.

    NaN equals NaN; magnitudes below 2^-126 count as zero; zeros of either sign are equal unless
    ``signed_zeros``. ``tolerance`` is envelope's, or one absolute number for everything. Raises
    ValueError if the results' names or shapes differ.
    """
    if list(expected) != list(actual):
        raise ValueError(f"results {', '.join(actual)} are not {', '.join(expected)}")
    return {
        name: _compare(
            expected[name],
            actual[name],
            tolerance[name] if isinstance(tolerance, Mapping) else np.float32(tolerance),
            signed_zeros,
        )
        for name in expected
    }


def _compare(
    expected: Float32Array, actual: Float32Array, tolerance: Float32Array | np.float32, signed_zeros: bool
) -> Comparison:
    if expected.shape != actual.shape:
        raise ValueError(f"{actual.shape} values for {expected.shape}")
    e, a = _flushed(expected), _flushed(actual)
    with np.errstate(all="ignore"):
        equal = (e == a) | (np.isnan(e) & np.isnan(a))
        if signed_zeros:
            equal &= (np.signbit(e) == np.signbit(a)) | (e != 0)
        distance = np.abs(a - e)
        distance[np.isnan(distance)] = np.inf
        distance[equal] = 0.0
        if signed_zeros:
            distance[(e == 0) & (a == 0) & ~equal] = np.inf
        allowed = np.broadcast_to(np.asarray(tolerance, np.float64), e.shape)
        _, exponent = np.frexp(np.where(np.isfinite(e) & (e != 0), e, 2.0**-126))
        ulps = distance / np.exp2(np.maximum(exponent - 24.0, -149.0))
    wrong = ~equal & ~(distance <= allowed)
    if not ulps.size:
        return Comparison(np.argwhere(wrong), 0.0, (0, 0), ulps)
    vertex, component = np.unravel_index(int(np.argmax(ulps)), ulps.shape)
    return Comparison(np.argwhere(wrong), float(ulps.max()), (int(vertex), int(component)), ulps)


def _flushed(values: Float32Array) -> Float64Array:
    wide = values.astype(np.float64)
    return np.where(np.abs(wide) < SMALLEST_NORMAL, np.copysign(0.0, wide), wide)
