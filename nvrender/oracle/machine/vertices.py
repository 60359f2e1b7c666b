"""Vertex, vertex state and fragment programs over arrays, in parts that tell of their progress.

Of invariant programs the conventional transform too.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.global_memory import with_left
from nvrender.gl.inputs.params import modelview_projection
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.state.state import State
from nvrender.oracle.machine.fragments import finished
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program
from nvrender.program.profile import Stage

#: Vertices that run between two calls of ``progress``.
_STEP = 1 << 18


def run_vertices(
    program: Program,
    sources: Mapping[int, AttributeSource],
    resources: Resources,
    state: State,
    start: int,
    stop: int,
) -> Results:
    """Vertices ``start`` to ``stop``, with the position where the program is invariant."""
    arrays = {index: source.rows(start, stop) for index, source in sources.items()}
    outcome = execute(program, arrays, resources, stop - start)
    if not program.position_invariant:
        return outcome
    position = transformed(modelview_projection(state), arrays[0], stop - start)
    values = {
        name: position if name == program.profile.position else outcome[name] for name in program.results
    }
    return Results(values, outcome.executed)


def transformed(rows: Float32Array, vectors: Float32Array, count: int) -> Float32Array:
    """Four float32 dot products a vector, left to right (NV_vertex_program1_1 2.14.B); (count, 4)."""
    columns = vectors.T
    products = np.empty((count, 4), np.float32)
    with np.errstate(all="ignore"):
        for row in range(4):
            total = columns[0] * rows[row, 0]
            for component in range(1, 4):
                total = total + columns[component] * rows[row, component]
            products[:, row] = total
    return products


def run_in_parts(request: Request, sources: Mapping[int, AttributeSource], total: int) -> Results:
    """The results of ``total`` vertices or fragments, (total, 4) float32 each, and what is left in memory.

    Progress tells how many are done, and all.
    """
    program, resources = request.program, Resources.of(request)
    # Each execution of a vertex state program sees what the one before wrote: no parts.
    whole = request.progress is None or program.profile.stage is Stage.VERTEX_STATE
    step = total if whole else _STEP
    parts = []
    for start in range(0, total, step) if total else (0,):
        stop = min(start + step, total)
        parts.append(_part(request, sources, resources, start, stop))
        request.tell(stop, total)
    if len(parts) == 1:
        results = parts[0].only(request.results)
    else:
        counts = [part.executed for part in parts if part.executed is not None]
        results = Results(
            {name: np.concatenate([part[name] for part in parts]) for name in request.results},
            np.concatenate(counts) if len(counts) == len(parts) else None,
        )
    return with_left(results, resources.reached.left())


def _part(
    request: Request, sources: Mapping[int, AttributeSource], resources: Resources, start: int, stop: int
) -> Results:
    """Vertices or fragments ``start`` to ``stop``."""
    program = request.program
    if program.profile.stage is not Stage.FRAGMENT:
        return run_vertices(program, sources, resources, request.state, start, stop)
    arrays = {index: source.rows(start, stop) for index, source in sources.items()}
    outcome = execute(program, arrays, resources, stop - start)
    return finished(program, outcome, arrays, request.state)
