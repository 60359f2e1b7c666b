"""Tolerances of declared-name programs: trial runs with approximate results moved about.

An estimate, not a bound: what ``shadow`` does for the VP family needs a rule for every opcode.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.fragments import fog_mode
from nvrender.gl.results import Float32Array
from nvrender.gl.textures import Textures
from nvrender.isa.opcodes import Opcode, PrecisionKind
from nvrender.isa.profiles import Stage
from nvrender.isa.rows import Lookup
from nvrender.oracle.jumps import Jump
from nvrender.oracle.layout import Layout, lay_out
from nvrender.oracle.machine import check_arrays, parameter_table, run_vertices
from nvrender.oracle.numerics import SMALLEST_NORMAL, BoolArray, Int32Array, arithmetic
from nvrender.oracle.operands import Step
from nvrender.oracle.precision import Float64Array, bounds, unit
from nvrender.oracle.prepare import Code, prepare_watched
from nvrender.oracle.quads import compares_neighbours
from nvrender.oracle.texture_spread import moved_sample
from nvrender.program import Program

_TRIALS = 8
#: Random trials find most of the worst case of many errors together; the rest is this factor.
_MARGIN = 1.5
#: Units of the last place that any result may lie off which approximate results flow into: trials whose
#: roundings all fall together show none.
_LEAST = 2.0
_DECISIONS, _FRAGMENT = -1, -2
#: What filters texels.
_LOOKUPS = (Lookup.SAMPLE, Lookup.SAMPLE_WITH_W)
#: How far a fog factor may lie off: results are accurate to about 1 part in 10^5 (OpenGL 1.5 2.1.1).
_FOG = np.float32(1e-5)

#: The absolute values of the terms of a sum, added up: what its rounding depends on when it is fused or
#: added in another order. Rows of an operand are its components.
_TERMS: Mapping[str, Callable[..., Float64Array]] = {
    "ADD": lambda a, b: a + b,
    "SUB": lambda a, b: a + b,
    "MAD": lambda a, b, c: a * b + c,
    "LRP": lambda a, b, c: a * b + (1.0 + a) * c,
    "DP2": lambda a, b: (a * b).sum(axis=0, keepdims=True),
    "DP2A": lambda a, b, c: (a * b).sum(axis=0, keepdims=True) + c,
    "DP3": lambda a, b: (a * b).sum(axis=0, keepdims=True),
    "DP4": lambda a, b: (a * b).sum(axis=0, keepdims=True),
    "DPH": lambda a, b: (a * b[:3]).sum(axis=0, keepdims=True) + b[3:],
    "XPD": lambda a, b, c, d: a * b + c * d,
    "X2D": lambda a, x, one, y, two: a + x * one + y * two,
}
#: A sum of as many terms is rounded as often, on either side.
_MOST_TERMS = 4

#: What to move a result by, as a fraction of its bound, in [−1, 1]: (instruction ordinal, lanes) → (n,).
Fractions = Callable[[int, int], "Float64Array | float"]


def spread(
    program: Program,
    attributes: Mapping[int, Float32Array],
    parameters: Float32Array,
    count: int,
    *,
    rounding: bool = False,
    fast: bool = False,
    buffers: Mapping[int, npt.NDArray[Any]] | None = None,
    textures: Textures | None = None,
) -> dict[str, Float32Array]:
    """Result name → (count, 4) float32: the largest deviation of some runs, INF where they part.

    Of fragments also "killed": 0, or INF where it could go either way.

    With few approximate instructions every combination of extremes is tried; otherwise eight random
    ones, and half as much again is allowed. ``rounding`` counts a unit in the last place of every
    rounded operation too, ``fast`` that and sums fused and added in any order. Arguments are execute's.
    Colours and depths of fragments are moved as the program leaves them, before clamps and fog, which bring
    them no further apart.
    """
    rounding = rounding or fast

    def run(fractions: Fractions) -> tuple[dict[int, Float32Array], npt.NDArray[Any]]:
        return _run(program, attributes, parameters, count, fractions, (rounding, fast), buffers, textures)

    expected, decisions = run(lambda ordinal, lanes: 0.0)
    deviation = {index: np.zeros(value.shape, np.float64) for index, value in expected.items()}
    strayed = np.zeros(count, np.bool_)
    trials, margin = trials_of(program, rounding)
    for fractions in trials:
        moved, went = run(fractions)
        strayed |= went != decisions
        for index, value in moved.items():
            np.maximum(deviation[index], deviation_of(expected[index], value), out=deviation[index])
    if compares_neighbours(program):
        strayed = _with_neighbours(strayed)
    names = program.profile.results
    found = {
        names[index]: tolerance_of(expected[index], worst, strayed, margin)
        for index, worst in deviation.items()
    }
    if fog_mode(program) and "color[0]" in found:
        found["color[0]"][:, :3] += _FOG
    if program.profile.stage is Stage.FRAGMENT:
        found["killed"] = np.where(strayed, np.float32(np.inf), np.float32(0.0))[:, None].repeat(4, axis=1)
    return found


def trials_of(program: Program, rounding: bool) -> tuple[list[Fractions], float]:
    """What each trial moves results by, and how much more than the worst of them is allowed."""
    approximate = _approximate(program, rounding)
    lookups = any(entry.opcode.texture in _LOOKUPS for entry in program.instructions)
    pairs = any(program.instructions[index].opcode.name == "SCS" for index in approximate)
    complete = 2 ** len(approximate) <= _TRIALS and not (lookups or pairs)
    generator = np.random.default_rng(0)
    found = []
    for trial in range((2 ** len(approximate) if complete else _TRIALS) if approximate else 0):
        fractions = _random(generator)
        if complete:
            fractions = _signs(approximate, trial)
        elif trial < 2:
            fractions = _signs(approximate, -trial)
        found.append(fractions)
    return found, 1.0 if complete else _MARGIN


def _with_neighbours(strayed: BoolArray) -> BoolArray:
    """Where one fragment of a quad strays, none of them is sure."""
    quads = np.zeros(-(-len(strayed) // 4) * 4, np.bool_)
    quads[: len(strayed)] = strayed
    return quads.reshape(-1, 4).any(axis=1).repeat(4)[: len(strayed)]


def _approximate(program: Program, rounding: bool) -> list[int]:
    """Indices of the instructions whose results may differ between implementations."""
    exact = {PrecisionKind.EXACT} if rounding else {PrecisionKind.EXACT, PrecisionKind.ROUNDED}
    return [
        index
        for index, instruction in enumerate(program.instructions)
        if {precision.kind for precision in instruction.opcode.precision} - exact
        or instruction.opcode.texture in _LOOKUPS
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
    allowed: tuple[bool, bool],
    buffers: Mapping[int, npt.NDArray[Any]] | None,
    textures: Textures | None,
) -> tuple[dict[int, Float32Array], npt.NDArray[Any]]:
    """Results by number, and a hash of each lane's decisions and of the instructions it executed.

    Whether a fragment is killed is a decision.
    """
    with arithmetic():
        code, row = watched_code(program, fractions, allowed, textures)
        check_arrays(code, attributes, parameters, count)
        table = parameter_table(code, parameters, buffers)
        outputs = [*code.layout.results, (_DECISIONS, row), (_FRAGMENT, code.layout.fragment or row)]
        found, executed = run_vertices(code, attributes, table, count, outputs)
    decisions = found.pop(_DECISIONS)[:, 0].copy().view(np.uint32).astype(np.uint64)
    killed = found.pop(_FRAGMENT)[:, 0].copy().view(np.uint32).astype(np.uint64)
    if code.layout.fragment:
        decisions += killed
    return found, decisions << np.uint64(32) | executed.astype(np.uint64)


def watched_code(
    program: Program, fractions: Fractions, allowed: tuple[bool, bool], textures: Textures | None
) -> tuple[Code, int]:
    """``program`` with results moved by ``fractions``, and the row with a hash of what a lane decides.

    ``allowed`` are ``rounding`` and ``fast``.
    """
    rounding, fast = allowed
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
        if precision.kind is PrecisionKind.EXACT or (not operands and opcode.texture is None):
            return  # nor is what reads nothing, as w of XPD, computed
        if precision.kind is PrecisionKind.ROUNDED and not rounding:
            return
        bound = bounds(precision, values, operands, rounding=rounding)
        if fast and opcode.name in _TERMS:
            bound = _sum_bound(opcode.name, values, operands)
        if opcode.name == "MUL":
            # Denormal numbers may be flushed or not (docs/semantics.md).
            lost = (np.abs(values) <= SMALLEST_NORMAL) & (operands[0] != 0) & (operands[1] != 0)
            bound = np.where(lost, SMALLEST_NORMAL, bound)
        moved = values + bound * fractions(ordinal, values.shape[1])
        np.copyto(values, moved, where=bound > 0, casting="same_kind")

    code = prepare_watched(
        program,
        layout,
        lambda ordinal, step: _witness(ordinal, step, row),
        observe=observe,
        textures=textures,
        look_ups=lambda ordinal: moved_sample(lambda lanes: fractions(ordinal, lanes)),
    )
    return code, row


def _sum_bound(name: str, values: Float32Array, operands: Sequence[Float32Array]) -> Float64Array:
    """How far a sum may lie from ``values`` when it is fused or added in another order."""
    sizes = [np.abs(operand.astype(np.float64)) for operand in operands]
    bound = _MOST_TERMS * unit(_TERMS[name](*sizes))
    return np.where(np.isfinite(values), bound, 0.0)


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


def deviation_of(expected: Float32Array, moved: Float32Array) -> Float64Array:
    same = (expected == moved) | (np.isnan(expected) & np.isnan(moved))
    with np.errstate(all="ignore"):
        distance = np.abs(moved.astype(np.float64) - expected.astype(np.float64))
    distance[~np.isfinite(distance)] = np.inf
    distance[same] = 0.0
    return distance


def tolerance_of(
    expected: Float32Array, worst: Float64Array, strayed: BoolArray, margin: float
) -> Float32Array:
    """float32, rounded up; at least _LEAST units for components that anything has moved."""
    with np.errstate(all="ignore"):
        least = np.where(worst.any(axis=0) & np.isfinite(expected), _LEAST * unit(expected), 0.0)
        wide = np.maximum(worst * margin, least)
        narrow = wide.astype(np.float32)
        narrow = np.where(narrow < wide, np.nextafter(narrow, np.float32(np.inf)), narrow)
    narrow[strayed] = np.inf
    return narrow
