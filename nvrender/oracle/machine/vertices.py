"""The vertex stage on arrays: a program's results, and the conventional transform of invariant programs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.params import modelview_projection
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.state.state import State
from nvrender.oracle.machine.machine import execute
from nvrender.oracle.machine.resources import Resources
from nvrender.program import Program


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
