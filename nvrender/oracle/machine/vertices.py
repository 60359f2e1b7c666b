"""The vertex stage on arrays: a program's results, and the conventional transform of invariant programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.params import modelview_projection
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.state.state import State
from nvrender.oracle.machine.machine import execute
from nvrender.program import Program


def run_vertices(
    program: Program,
    sources: Mapping[int, AttributeSource],
    parameters: Float32Array,
    start: int,
    stop: int,
    state: State,
    extra: Mapping[str, Any],
) -> Results:
    """Vertices ``start`` to ``stop``: ``machine.execute`` with the position where the program is invariant.

    ``extra`` are further arguments of ``execute``.
    """
    arrays = {index: source.rows(start, stop) for index, source in sources.items()}
    outcome = execute(program, arrays, parameters, stop - start, **extra)
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
