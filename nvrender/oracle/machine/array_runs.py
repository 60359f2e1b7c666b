"""Vertex, vertex state and fragment programs over arrays, in parts that tell of their progress."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Results
from nvrender.oracle.machine.fragments import finished
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.vertices import run_vertices
from nvrender.oracle.memory.spaces import Spaces
from nvrender.program.profile import Stage

#: Vertices that run between two calls of ``progress``.
_STEP = 1 << 18


def run_in_parts(
    request: Request, sources: Mapping[int, AttributeSource], total: int, spaces: Spaces
) -> Results:
    """The results of ``total`` vertices or fragments, (total, 4) float32 each; they reach ``spaces``.

    Progress tells how many are done, and all.
    """
    program = request.program
    # Each execution of a vertex state program sees what the one before wrote: no parts.
    whole = request.progress is None or program.profile.stage is Stage.VERTEX_STATE
    step = total if whole else _STEP
    parts = []
    for start in range(0, total, step) if total else (0,):
        stop = min(start + step, total)
        parts.append(_part(request, sources, start, stop, spaces))
        request.tell(stop, total)
    if len(parts) == 1:
        return Results({name: parts[0][name] for name in request.results}, parts[0].executed)
    counts = [part.executed for part in parts if part.executed is not None]
    return Results(
        {name: np.concatenate([part[name] for part in parts]) for name in request.results},
        np.concatenate(counts) if len(counts) == len(parts) else None,
    )


def _part(
    request: Request, sources: Mapping[int, AttributeSource], start: int, stop: int, spaces: Spaces
) -> Results:
    """Vertices or fragments ``start`` to ``stop``."""
    program, parameters = request.program, request.parameters
    extra: dict[str, Any] = {
        "buffers": request.buffers,
        "textures": request.textures,
        "watchdog": request.watchdog,
        "spaces": spaces,
    }
    if program.profile.stage is not Stage.FRAGMENT:
        return run_vertices(program, sources, parameters, start, stop, request.state, extra)
    arrays = {index: source.rows(start, stop) for index, source in sources.items()}
    outcome = execute(program, arrays, parameters, stop - start, **extra)
    return finished(program, outcome, arrays, request.state)
