"""Vertex, vertex state and fragment programs over arrays, in parts that tell of their progress."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.global_memory import with_left
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Results
from nvrender.oracle.machine.fragments import finished
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.vertices import run_vertices
from nvrender.program.profile import Stage

#: Vertices that run between two calls of ``progress``.
_STEP = 1 << 18


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
