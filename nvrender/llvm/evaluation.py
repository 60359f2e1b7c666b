"""Tessellation evaluation programs by code compiled for the processor: a lane a vertex of a patch.

NV_tessellation_program5 2.X.3.2.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.llvm.calls import Run, compiled_for
from nvrender.llvm.kernel import VERTEX
from nvrender.llvm.reached import Reached

#: Words of an attribute by its number, of one of the patch's vertices: a row a lane, or one for all.
Attribute = Callable[[int, int], Float32Array]


def execute(request: Request, attribute: Attribute, total: int, reached: Reached | None = None) -> Results:
    """Runs an evaluation program for ``total`` vertices; result name → (total, 4) float32.

    Raises TargetError for what the back end does not run.
    """
    run = Run(request, compiled_for(request), reached)
    arrays = {number: attribute(number % VERTEX, number // VERTEX) for number in run.inputs}
    results = {number: np.empty((total, 4), np.float32) for number in run.results}
    run.part(arrays, results, 0, total)
    names = request.program.profile.results
    return run.with_left(Results({names[number]: array for number, array in results.items()}))
