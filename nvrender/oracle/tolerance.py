"""How far another implementation's results may lie from the oracle's, and whether they do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.results import Float32Array, Results
from nvrender.isa.opcodes import DataType, PrecisionKind
from nvrender.oracle.layout import covered
from nvrender.oracle.machine import execute
from nvrender.oracle.numerics import SMALLEST_NORMAL
from nvrender.oracle.perturbation import Float64Array, Fractions, Perturbation, bounds
from nvrender.program import Mask, Program, RegisterFile

__all__ = ["Comparison", "Perturbation", "bounds", "compare", "envelope", "integer_components"]

#: Random trials find most of the worst case of many errors together; the rest is this factor.
_MARGIN = 1.5

_NO_INTEGERS: Mask = (False, False, False, False)


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


def _signs(approximate: list[int], trial: int) -> Fractions:
    """The whole bound, with one combination of signs a trial."""
    signs = {index: 1.0 if trial >> place & 1 else -1.0 for place, index in enumerate(approximate)}
    return lambda ordinal, lanes: signs[ordinal]


def _random(generator: np.random.Generator) -> Fractions:
    """Any fraction of the bound, half the time the whole of it."""

    def draw(ordinal: int, lanes: int) -> Float64Array:
        fractions = generator.uniform(-1.0, 1.0, lanes)
        whole = generator.random(lanes) < 0.5
        return np.where(whole, np.sign(fractions), fractions)

    return draw


def envelope(
    program: Program,
    attributes: Mapping[int, Float32Array],
    parameters: Float32Array,
    count: int,
    *,
    trials: int = 8,
    seed: int = 0,
    rounding: bool = False,
    buffers: Mapping[int, npt.NDArray[Any]] | None = None,
) -> dict[str, Float32Array]:
    """Result name → (count, 4) float32: how far each result may lie from the oracle's.

    Runs the program ``trials`` times with every approximate result moved within the precision it is
    owed (isa.opcodes.Precision) and takes the largest deviation. With few approximate instructions
    every combination of extremes is tried; otherwise random ones, and half as much again is allowed.
    A vertex whose branches go another way in some trial, or whose result is INF or NaN in some trials
    only, may be anything: its tolerance is INF. ``rounding`` allows !!VP1.x one unit in the last place
    an operation (NV_vertex_program 2.14.1.11). Arguments are execute's.
    """
    approximate = _approximate(program, rounding)
    if not approximate:
        exact = execute(program, attributes, parameters, count, buffers=buffers)
        return {name: np.zeros_like(value) for name, value in exact.items()}
    plain = Perturbation(count, lambda ordinal, lanes: 0.0)
    expected = execute(program, attributes, parameters, count, perturbation=plain, buffers=buffers)
    assert expected.executed is not None
    complete = 2 ** len(approximate) <= trials
    generator = np.random.default_rng(seed)
    deviation = {name: np.zeros(value.shape, np.float64) for name, value in expected.items()}
    strayed = np.zeros(count, np.bool_)
    for trial in range(2 ** len(approximate) if complete else max(trials, 2)):
        fractions = _random(generator)
        if complete:
            fractions = _signs(approximate, trial)
        elif trial < 2:
            fractions = _signs(approximate, -trial)
        moved = Perturbation(count, fractions, rounding=rounding)
        results = execute(program, attributes, parameters, count, perturbation=moved, buffers=buffers)
        strayed |= (moved.decisions != plain.decisions) | (results.executed != expected.executed)
        for name, value in results.items():
            np.maximum(deviation[name], _deviation(expected[name], value), out=deviation[name])
    return {
        name: _tolerance(worst, strayed, 1.0 if complete else _MARGIN) for name, worst in deviation.items()
    }


def _deviation(expected: Float32Array, moved: Float32Array) -> Float64Array:
    same = (expected == moved) | (np.isnan(expected) & np.isnan(moved))
    with np.errstate(all="ignore"):
        distance = np.abs(moved.astype(np.float64) - expected.astype(np.float64))
    distance[~np.isfinite(distance)] = np.inf
    distance[same] = 0.0
    return distance


def _tolerance(worst: Float64Array, strayed: npt.NDArray[np.bool_], margin: float) -> Float32Array:
    """float32, rounded up."""
    with np.errstate(all="ignore"):
        wide = worst * margin
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
    integers: Mapping[str, Mask] | None = None,
) -> dict[str, Comparison]:
    """Compare ``actual`` with ``expected``, result by result, each (N, 4) float32.

    NaN equals NaN; magnitudes below 2^-126 count as zero; zeros of either sign are equal unless
    ``signed_zeros``. ``tolerance`` is envelope's, or one absolute number for everything. Components
    that ``integers`` (integer_components) names must agree word for word. Raises ValueError if the
    results' names or shapes differ.
    """
    if list(expected) != list(actual):
        raise ValueError(f"results {', '.join(actual)} are not {', '.join(expected)}")
    return {
        name: _compare(
            expected[name],
            actual[name],
            tolerance[name] if isinstance(tolerance, Mapping) else np.float32(tolerance),
            signed_zeros,
            (integers or {}).get(name, _NO_INTEGERS),
        )
        for name in expected
    }


def integer_components(program: Program) -> dict[str, Mask]:
    """Result name → the components that some instruction writes as integers, where there are any."""
    found: dict[str, Mask] = {}
    for instruction in program.instructions:
        destination = instruction.destination
        if destination is None or destination.register.file is not RegisterFile.RESULT:
            continue
        if destination.type is DataType.FLOAT:
            continue
        for index in covered(destination.register):
            name = program.profile.results[index]
            x, y, z, w = found.get(name, _NO_INTEGERS)
            mask = destination.mask
            found[name] = (x or mask[0], y or mask[1], z or mask[2], w or mask[3])
    return found


def _compare(
    expected: Float32Array,
    actual: Float32Array,
    tolerance: Float32Array | np.float32,
    signed_zeros: bool,
    integers: Mask,
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
    for place in range(4):
        if integers[place]:
            words = [values[:, place].view(np.uint32).astype(np.int64) for values in (expected, actual)]
            ulps[:, place] = np.abs(words[0] - words[1]).astype(np.float64)
            wrong[:, place] = words[0] != words[1]
    if not ulps.size:
        return Comparison(np.argwhere(wrong), 0.0, (0, 0), ulps)
    vertex, component = np.unravel_index(int(np.argmax(ulps)), ulps.shape)
    return Comparison(np.argwhere(wrong), float(ulps.max()), (int(vertex), int(component)), ulps)


def _flushed(values: Float32Array) -> Float64Array:
    wide = values.astype(np.float64)
    return np.where(np.abs(wide) < SMALLEST_NORMAL, np.copysign(0.0, wide), wide)
