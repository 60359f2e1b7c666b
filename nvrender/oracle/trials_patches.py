"""Tolerances of tessellation programs over patches: trial runs with approximate results moved about."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nvrender.gl.patch_runs import PatchRun
from nvrender.gl.results import Float32Array
from nvrender.isa.profiles import Stage
from nvrender.oracle.machine import run_vertices
from nvrender.oracle.numerics import arithmetic
from nvrender.oracle.patch_runs import places_of
from nvrender.oracle.patches import Patches, Surroundings, outputs_of, places_in, threads_of
from nvrender.oracle.trials import Fractions, deviation_of, tolerance_of, trials_of, watched_code
from nvrender.program import Program

_DECISIONS = -1
_Decisions = npt.NDArray[np.uint64]


def tolerated_results(
    program: Program, run: PatchRun, given: Surroundings, *, fast: bool
) -> dict[str, Float32Array]:
    """Result name → how far each value may lie off, INF where threads could go another way."""
    expected, decisions = _run(program, run, lambda ordinal, lanes: 0.0, given, fast)
    trials, margin = trials_of(program, fast)
    worst = {name: np.zeros(value.shape, np.float64) for name, value in expected.items()}
    strayed = np.zeros(len(decisions), np.bool_)
    for fractions in trials:
        moved, went = _run(program, run, fractions, given, fast)
        strayed |= went != decisions
        for name, value in moved.items():
            np.maximum(worst[name], deviation_of(expected[name], value), out=worst[name])
    assert program.tessellation is not None
    size, of_patch = program.tessellation.vertices, strayed
    if program.profile.stage is Stage.TESSELLATION_CONTROL:
        of_patch = np.asarray(strayed.reshape(-1, size).any(axis=1), np.bool_)
        strayed = of_patch.repeat(size)
    return {
        name: tolerance_of(value, worst[name], of_patch if name.startswith("patch.") else strayed, margin)
        for name, value in expected.items()
    }


def _run(
    program: Program, run: PatchRun, fractions: Fractions, given: Surroundings, fast: bool
) -> tuple[dict[str, Float32Array], _Decisions]:
    """Results, and a hash of what each lane decides."""
    patches = Patches(run.size, run.ids, run.vertices, run.values)
    places, size = places_of(program, run), 1
    with arithmetic():
        code, row = watched_code(program, fractions, (fast, fast), given.textures)
        if places is None:
            assert program.tessellation is not None
            size = program.tessellation.vertices
            lanes = size * len(run.ids)
            arrays, table = threads_of(code, patches, given)
        else:
            lanes = len(places[0])
            arrays, table = places_in(code, patches, *places, given)
        outputs = [*code.layout.results, (_DECISIONS, row)]
        found, executed = run_vertices(
            code, arrays, table, lanes, outputs, given.watchdog, spaces=given.reached, patch=size
        )
        decided = found.pop(_DECISIONS)[:, 0].copy().view(np.uint32).astype(np.uint64)
    decisions = decided << np.uint64(32) | executed.astype(np.uint64)
    if places is not None:
        return {program.profile.results[index]: array for index, array in found.items()}, decisions
    made = outputs_of(code, found, table, patches)
    return {**made.vertices, **made.values}, decisions
