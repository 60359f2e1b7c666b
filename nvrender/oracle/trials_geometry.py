"""Tolerances of what geometry programs emit: trial runs with approximate results moved about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from nvrender.gl.emitted import emitted_results
from nvrender.gl.primitives import Assembly
from nvrender.gl.results import Float32Array, Results
from nvrender.gl.textures import Textures
from nvrender.oracle.emission import Emission
from nvrender.oracle.geometry import lane_arrays
from nvrender.oracle.geometry_patches import patch_lanes
from nvrender.oracle.machine import parameter_table, run_vertices
from nvrender.oracle.numerics import BoolArray, arithmetic
from nvrender.oracle.patches import Patches, Surroundings, table_of
from nvrender.oracle.prepare import Code
from nvrender.oracle.trials import Fractions, deviation_of, tolerance_of, trials_of, watched_code
from nvrender.program import Program

_DECISIONS = -1
#: Attributes of each lane, what lanes share, and how many there are.
_Inputs = tuple[Mapping[int, Float32Array], Float32Array, int]


class Tolerated(NamedTuple):
    """``tolerances`` has for each vertex emitted how far its results may lie off.

    ``strayed`` tells of each lane, of invocations on input primitives, that it could go another way.
    """

    tolerances: Results
    strayed: BoolArray


def tolerated_primitives(
    program: Program,
    attributes: Mapping[int, Float32Array],
    assembly: Assembly,
    given: Surroundings,
    *,
    fast: bool,
) -> Tolerated:
    """Of what ``program`` emits for the primitives of ``assembly``."""
    assert program.geometry is not None
    lanes = len(assembly.vertices) * program.geometry.invocations

    def inputs(code: Code) -> _Inputs:
        table = parameter_table(code, given.parameters, given.buffers)
        return lane_arrays(code, attributes, assembly), table, lanes

    return _tolerated(program, inputs, given, fast=fast)


def tolerated_patches(program: Program, patches: Patches, given: Surroundings, *, fast: bool) -> Tolerated:
    """Of what ``program`` emits for patches."""

    def inputs(code: Code) -> _Inputs:
        arrays, lanes = patch_lanes(code, patches)
        return arrays, table_of(code, patches, given, len(patches.ids) * patches.size), lanes

    return _tolerated(program, inputs, given, fast=fast)


class _Trial(NamedTuple):
    """Places and values of what is emitted, of which lane each vertex is, and what each lane decided."""

    places: np.ndarray[tuple[int, ...], np.dtype[np.int32]]
    values: list[Float32Array]
    lane: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
    decisions: np.ndarray[tuple[int, ...], np.dtype[np.uint64]]


def _tolerated(
    program: Program, inputs: Callable[[Code], _Inputs], given: Surroundings, *, fast: bool
) -> Tolerated:
    expected = _run(program, inputs, lambda ordinal, lanes: 0.0, given.textures, fast)
    trials, margin = trials_of(program, fast)
    moved = [_run(program, inputs, fractions, given.textures, fast) for fractions in trials]
    strayed = np.zeros(len(expected.decisions), np.bool_)
    for trial in moved:
        strayed |= trial.decisions != expected.decisions
    sure = ~strayed[expected.lane]
    worst = [np.zeros(value.shape, np.float64) for value in expected.values]
    for trial in moved:
        same = ~strayed[trial.lane]  # as many vertices, in the same order
        for value, other, found in zip(expected.values, trial.values, worst, strict=True):
            found[sure] = np.maximum(found[sure], deviation_of(value[sure], other[same]))
    names = program.results
    arrays = {
        name: tolerance_of(value, found, ~sure, margin)
        for name, value, found in zip(names, expected.values, worst, strict=True)
    }
    return Tolerated(emitted_results(program, expected.places, arrays), strayed)


def _run(
    program: Program,
    inputs: Callable[[Code], _Inputs],
    fractions: Fractions,
    textures: Textures | None,
    fast: bool,
) -> _Trial:
    geometry = program.geometry
    assert geometry is not None
    with arithmetic():
        code, row = watched_code(program, fractions, (fast, fast), textures)
        arrays, table, lanes = inputs(code)
        rows = tuple(first for _, first in code.layout.results)
        emission = Emission(lanes, rows, geometry.limit, geometry.invocations, geometry.streams)
        found, executed = run_vertices(code, arrays, table, lanes, [(_DECISIONS, row)], emission=emission)
    places, values = emission.collected()
    decided = found[_DECISIONS][:, 0].copy().view(np.uint32).astype(np.uint64)
    lane = places[:, 0].astype(np.int64) * geometry.invocations + places[:, 2]
    return _Trial(places, values, lane, decided << np.uint64(32) | executed.astype(np.uint64))
