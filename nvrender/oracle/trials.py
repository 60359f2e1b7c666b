"""Tolerances of declared-name programs: trial runs with approximate results moved about.

An estimate, not a bound: what ``shadow`` does for the VP family needs a rule for every opcode.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.results import Float32Array
from nvrender.isa.opcodes import Opcode, PrecisionKind
from nvrender.oracle.jumps import Jump
from nvrender.oracle.layout import Layout, lay_out
from nvrender.oracle.machine import check_arrays, parameter_table, run_vertices
from nvrender.oracle.numerics import BoolArray, Int32Array, arithmetic
from nvrender.oracle.operands import Step
from nvrender.oracle.precision import Float64Array, bounds
from nvrender.oracle.prepare import prepare_watched
from nvrender.program import Program

_TRIALS = 8
#: Random trials find most of the worst case of many errors together; the rest is this factor.
_MARGIN = 1.5
_DECISIONS = -1

#: What to move a result by, as a fraction of its bound, in [−1, 1]: (instruction ordinal, lanes) → (n,).
Fractions = Callable[[int, int], "Float64Array | float"]


def spread(
    program: Program,
    attributes: Mapping[int, Float32Array],
    parameters: Float32Array,
    count: int,
    *,
    rounding: bool = False,
    buffers: Mapping[int, npt.NDArray[Any]] | None = None,
) -> dict[str, Float32Array]:
    """Result name → (count, 4) float32: the largest deviation of some runs, INF where they part.

    With few approximate instructions every combination of extremes is tried; otherwise eight random
    ones, and half as much again is allowed. ``rounding`` counts a unit in the last place of every
    rounded operation too. Arguments are execute's.
    """
    approximate = _approximate(program, rounding)

    def run(fractions: Fractions) -> tuple[dict[int, Float32Array], npt.NDArray[Any]]:
        return _run(program, attributes, parameters, count, fractions, rounding, buffers)

    expected, decisions = run(lambda ordinal, lanes: 0.0)
    deviation = {index: np.zeros(value.shape, np.float64) for index, value in expected.items()}
    strayed = np.zeros(count, np.bool_)
    complete = 2 ** len(approximate) <= _TRIALS
    generator = np.random.default_rng(0)
    for trial in range((2 ** len(approximate) if complete else _TRIALS) if approximate else 0):
        fractions = _random(generator)
        if complete:
            fractions = _signs(approximate, trial)
        elif trial < 2:
            fractions = _signs(approximate, -trial)
        moved, went = run(fractions)
        strayed |= went != decisions
        for index, value in moved.items():
            np.maximum(deviation[index], _deviation(expected[index], value), out=deviation[index])
    margin = 1.0 if complete else _MARGIN
    names = program.profile.results
    return {names[index]: _tolerance(worst, strayed, margin) for index, worst in deviation.items()}


def _approximate(program: Program, rounding: bool) -> list[int]:
    """Indices of the instructions whose results may differ between implementations."""
    exact = {PrecisionKind.EXACT} if rounding else {PrecisionKind.EXACT, PrecisionKind.ROUNDED}
    return [
        index
        for index, instruction in enumerate(program.instructions)
        if {precision.kind for precision in instruction.opcode.precision} - exact
    ]


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


def _run(
    program: Program,
    attributes: Mapping[int, Float32Array],
    parameters: Float32Array,
    count: int,
    fractions: Fractions,
    rounding: bool,
    buffers: Mapping[int, npt.NDArray[Any]] | None,
) -> tuple[dict[int, Float32Array], npt.NDArray[Any]]:
    """Results by number, and a hash of each lane's decisions and of the instructions it executed."""
    plain = lay_out(program)
    layout: Layout = replace(plain, state=plain.state + 4)
    row = plain.state

    def observe(
        ordinal: int,
        opcode: Opcode,
        component: int,
        values: Float32Array,
        operands: Sequence[Float32Array],
    ) -> None:
        precision = opcode.precision[component]
        if precision.kind is PrecisionKind.EXACT:
            return
        if precision.kind is PrecisionKind.ROUNDED and not rounding:
            return
        bound = bounds(precision, values, operands, rounding=rounding)
        moved = values + bound * fractions(ordinal, values.shape[1])
        np.copyto(values, moved, where=bound > 0, casting="same_kind")

    with arithmetic():
        code = prepare_watched(
            program, layout, lambda ordinal, step: _witness(ordinal, step, row), observe=observe
        )
        check_arrays(code, attributes, parameters, count)
        table = parameter_table(code, parameters, buffers)
        outputs = [*code.layout.results, (_DECISIONS, row)]
        found, executed = run_vertices(code, attributes, table, count, outputs)
    decisions = found.pop(_DECISIONS)[:, 0].copy().view(np.uint32).astype(np.uint64)
    return found, decisions << np.uint64(32) | executed.astype(np.uint64)


def _witness(ordinal: int, step: Step | Jump, row: int) -> Step | Jump:
    """A flow instruction that adds what it decides to the hash in ``row``."""
    if not isinstance(step, Jump):
        return step

    def note(f: Float32Array, decided: npt.NDArray[Any]) -> None:
        words = f[row].view(np.uint32)
        words *= np.uint32(0x9E3779B1)
        words += np.asarray(decided).astype(np.uint32) + np.uint32(2 * ordinal + 1)

    changed = step
    if (passes := step.passes) is not None:

        def watched(f: Float32Array) -> BoolArray:
            taken = passes(f)
            note(f, taken)
            return taken

        changed = replace(changed, passes=watched)
    if (count := step.count) is not None:

        def counted(f: Float32Array, c: Float32Array) -> Int32Array:
            turns = count(f, c)
            note(f, turns)
            return turns

        changed = replace(changed, count=counted)
    return changed


def _deviation(expected: Float32Array, moved: Float32Array) -> Float64Array:
    same = (expected == moved) | (np.isnan(expected) & np.isnan(moved))
    with np.errstate(all="ignore"):
        distance = np.abs(moved.astype(np.float64) - expected.astype(np.float64))
    distance[~np.isfinite(distance)] = np.inf
    distance[same] = 0.0
    return distance


def _tolerance(worst: Float64Array, strayed: BoolArray, margin: float) -> Float32Array:
    """float32, rounded up."""
    with np.errstate(all="ignore"):
        wide = worst * margin
        narrow = wide.astype(np.float32)
        narrow = np.where(narrow < wide, np.nextafter(narrow, np.float32(np.inf)), narrow)
    narrow[strayed] = np.inf
    return narrow
