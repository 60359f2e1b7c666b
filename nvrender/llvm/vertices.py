"""Vertex programs over arrays, by code compiled for the processor."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.params import modelview_projection
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.llvm.calls import Run, compiled_for
from nvrender.llvm.raster import transform
from nvrender.llvm.raster.drawing import called
from nvrender.llvm.raster.words import packed
from nvrender.llvm.reached import Reached
from nvrender.program.profile import Stage

#: Vertices whose attributes are converted at once.
_STEP = 1 << 16


def execute(
    request: Request,
    sources: Mapping[int, AttributeSource],
    total: int,
    first: int = 0,
    reached: Reached | None = None,
) -> Results:
    """Runs a vertex program for ``total`` vertices from ``first`` on; result name → (total, 4) float32.

    Raises TargetError for what the back end does not run.
    """
    program = request.program
    found = compiled_for(request)
    run = Run(request, found, reached)
    if program.profile.stage is Stage.VERTEX_STATE:
        whole = {index: source.rows(0, total) for index, source in sources.items()}
        return Results({"c": run.in_order(whole, total)})
    results = {number: np.empty((total, 4), np.float32) for number in found.kernel.outputs}
    for start in range(0, total, _STEP):
        stop = min(start + _STEP, total)
        rows = {index: source.rows(first + start, first + stop) for index, source in sources.items()}
        run.part(rows, results, start, stop)
        request.tell(stop, total)
    names = program.profile.results
    arrays = {names[number]: array for number, array in results.items()}
    if program.position_invariant:
        arrays[program.profile.position] = _transformed(
            request, np.broadcast_to(sources[0].rows(first, first + total), (total, 4))
        )
    outcome = Results({name: arrays[name] for name in request.results})
    return run.with_left(outcome)


def _transformed(request: Request, places: Float32Array) -> Float32Array:
    """The conventional transform of invariant positions (NV_vertex_program1_1 2.14.B)."""
    columns = np.ascontiguousarray(modelview_projection(request.state).T)
    places, found = np.ascontiguousarray(places), np.empty((len(places), 4), np.float32)
    words = {"places": places, "columns": columns, "found": found, "count": len(places)}
    called(transform, None, packed(words, transform.NAMES))
    return found
