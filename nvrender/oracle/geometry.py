"""Geometry programs: one lane an input primitive (NV_geometry_program4 2.14.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.global_memory import NOTHING
from nvrender.gl.primitives import Assembly
from nvrender.gl.results import Emitted, Float32Array, Results
from nvrender.gl.textures import Textures
from nvrender.isa.geometry_bindings import GEOMETRY_ATTRIBUTES
from nvrender.isa.limits import WATCHDOG_TURNS
from nvrender.oracle.emission import Emission
from nvrender.oracle.machine import check_arrays, parameter_table, run_vertices
from nvrender.oracle.memory_spaces import Spaces
from nvrender.oracle.numerics import arithmetic
from nvrender.oracle.prepare import prepare
from nvrender.program import Program


def execute(
    program: Program,
    attributes: Mapping[int, Float32Array],
    parameters: Float32Array,
    assembly: Assembly,
    *,
    buffers: Mapping[int, npt.NDArray[Any]] | None = None,
    textures: Textures | None = None,
    watchdog: int | None = WATCHDOG_TURNS,
    spaces: Spaces | None = None,
) -> Results:
    """Run ``program`` for every primitive of ``assembly``; what it emits, (E, 4) float32 a result.

    ``attributes`` maps attribute numbers to (N, 4) or (1, 4) words for N vertices, and ``primitive.id``'s to
    one row a primitive. Vertices come in the order they are emitted, those of the first primitive first.
    Raises what ``machine.execute`` raises.
    """
    geometry = program.geometry
    assert geometry is not None
    count = len(assembly.vertices)
    with arithmetic():
        code = prepare(program, textures)
        arrays = {}
        for number, _ in code.layout.attributes:
            vertex, index = divmod(number, len(GEOMETRY_ATTRIBUTES))
            array = attributes[index]
            gathers = vertex < geometry.vertices and len(array) != 1
            arrays[number] = array[assembly.vertices[:, vertex]] if gathers else array
        check_arrays(code, arrays, parameters, count)
        table = parameter_table(code, parameters, buffers)
        results = code.layout.results
        spaces = Spaces(NOTHING, buffers or {}) if spaces is None else spaces
        emission = Emission(count, tuple(row for _, row in results), geometry.limit)
        _, executed = run_vertices(code, arrays, table, count, (), watchdog, emission, spaces)
    source, strip, values = emission.collected()
    names = [program.profile.results[index] for index, _ in results]
    found = dict(zip(names, values, strict=True))
    return Results(found, np.asarray(executed), emitted=Emitted(geometry.output, source, strip))
