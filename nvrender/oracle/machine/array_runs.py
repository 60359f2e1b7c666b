"""Vertex, vertex state and fragment programs over arrays, in parts that tell of their progress."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.state.state import State
from nvrender.oracle.machine.fragments import finished
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.vertices import run_vertices
from nvrender.program import Program
from nvrender.program.profile import Stage

#: Vertices that run between two calls of ``progress``.
_STEP = 1 << 18


def run_in_parts(
    program: Program,
    sources: Mapping[int, AttributeSource],
    parameters: Float32Array,
    total: int,
    *,
    state: State,
    results: Sequence[str],
    progress: Callable[[int, int], object] | None,
    extra: Mapping[str, Any],
) -> Results:
    """``results`` of ``total`` vertices or fragments, (total, 4) float32 each.

    ``progress`` is called with how many are done, and all; ``extra`` are further arguments of ``execute``.
    """
    # Each execution of a vertex state program sees what the one before wrote: no parts.
    whole = progress is None or program.profile.stage is Stage.VERTEX_STATE
    step = total if whole else _STEP
    parts = []
    for start in range(0, total, step) if total else (0,):
        stop = min(start + step, total)
        parts.append(_part(program, sources, parameters, start, stop, state, extra))
        if progress is not None:
            progress(stop, total)
    if len(parts) == 1:
        return Results({name: parts[0][name] for name in results}, parts[0].executed)
    counts = [part.executed for part in parts if part.executed is not None]
    return Results(
        {name: np.concatenate([part[name] for part in parts]) for name in results},
        np.concatenate(counts) if len(counts) == len(parts) else None,
    )


def _part(
    program: Program,
    sources: Mapping[int, AttributeSource],
    parameters: Float32Array,
    start: int,
    stop: int,
    state: State,
    extra: Mapping[str, Any],
) -> Results:
    """Vertices or fragments ``start`` to ``stop``."""
    if program.profile.stage is not Stage.FRAGMENT:
        return run_vertices(program, sources, parameters, start, stop, state, extra)
    arrays = {index: source.rows(start, stop) for index, source in sources.items()}
    outcome = execute(program, arrays, parameters, stop - start, **extra)
    return finished(program, outcome, arrays, state)
