"""Geometry programs: a lane for each invocation on an input primitive or patch.

NV_geometry_program4 2.14.6; NV_gpu_program5 2.14.6.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.primitives import Assembly
from nvrender.gl.inputs.results import Float32Array, Results, emitted_results
from nvrender.languages.arb.generation5_bindings import GEOMETRY_5_ATTRIBUTES
from nvrender.languages.arb.geometry_bindings import GEOMETRY_ATTRIBUTES
from nvrender.ops.evaluation.numerics import arithmetic
from nvrender.oracle.geometry.emission import Emission
from nvrender.oracle.machine.machine import check_arrays, run_vertices, shared_of
from nvrender.oracle.machine.prepare import Code, prepare
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.patches.programs import Patches, own_attributes, table_of
from nvrender.program import Program
from nvrender.program.declared import geometry_of

_INVOCATION = GEOMETRY_5_ATTRIBUTES.index("primitive.invocation")
_VERTEX_COUNT = GEOMETRY_5_ATTRIBUTES.index("primitive.vertexcount")


def execute(
    program: Program,
    attributes: Mapping[int, Float32Array],
    assembly: Assembly,
    resources: Resources,
) -> Results:
    """Run ``program`` for every primitive of ``assembly``; what it emits, (E, 4) float32 a result.

    ``attributes`` maps attribute numbers to (N, 4) or (1, 4) words for N vertices, and ``primitive.id``'s to
    one row a primitive. Vertices come in the order they are emitted, those of the first primitive first, of
    one primitive those of the first invocation (NV_gpu_program5 2.X.7.Y).
    Raises what ``machine.execute`` raises.
    """
    with arithmetic():
        code = prepare(program, resources.textures)
        arrays = lane_arrays(code, attributes, assembly)
        lanes = len(assembly.vertices) * geometry_of(program).invocations
        check_arrays(code, arrays, resources.parameters, lanes)
        return run_lanes(code, arrays, shared_of(code, resources), lanes)


def run_lanes(code: Code, arrays: Mapping[int, Float32Array], shared: Shared, lanes: int) -> Results:
    """What ``lanes`` lanes emit, those of one input primitive next to each other."""
    program, results = code.program, code.layout.results
    geometry = geometry_of(program)
    rows = tuple(row for _, row in results)
    emission = Emission(lanes, rows, geometry.limit, geometry.invocations, geometry.streams)
    _, executed = run_vertices(code, arrays, replace(shared, emission=emission), lanes, ())
    places, values = emission.collected()
    names = [program.profile.results[index] for index, _ in results]
    return emitted_results(program, places, dict(zip(names, values, strict=True)), np.asarray(executed))


def lane_arrays(
    code: Code, attributes: Mapping[int, Float32Array], assembly: Assembly
) -> dict[int, Float32Array]:
    """What each lane reads, under the numbers of ``layout.numbers``: one row, or one a lane."""
    geometry = geometry_of(code.program)
    primitives, invocations = len(assembly.vertices), geometry.invocations
    own = geometry.vertices * len(GEOMETRY_ATTRIBUTES)
    arrays = {}
    for number, _ in code.layout.attributes:
        if number == own + _INVOCATION:
            arrays[number] = _whole(np.tile(np.arange(invocations), primitives))
            continue
        if number == own + _VERTEX_COUNT:
            arrays[number] = _whole(np.array([geometry.vertices]))
            continue
        vertex, index = divmod(number, len(GEOMETRY_ATTRIBUTES))
        array = attributes[index]
        if len(array) != 1:
            array = array[assembly.vertices[:, vertex]] if vertex < geometry.vertices else array
            array = np.repeat(array, invocations, axis=0)
        arrays[number] = array
    return arrays


def _whole(numbers: npt.NDArray[np.int64]) -> Float32Array:
    """(N,) integers as x of attributes, as words."""
    words = np.zeros((len(numbers), 4), np.int32)
    words[:, 0] = numbers
    return words.view(np.float32)


def execute_patches(program: Program, patches: Patches, resources: Resources) -> Results:
    """Run ``program`` for every patch; what it emits, as ``geometry.execute`` has it.

    What is read of vertices that a patch lacks is 0 (docs/semantics.md). Raises what ``machine.execute``
    raises.
    """
    with arithmetic():
        code = prepare(program, resources.textures)
        arrays, lanes = patch_lanes(code, patches)
        check_arrays(code, arrays, resources.parameters, lanes)
        table = table_of(code, patches, resources, len(patches.ids) * patches.size)
        return run_lanes(code, arrays, Shared(table, resources.watchdog, resources.reached), lanes)


def patch_lanes(code: Code, patches: Patches) -> tuple[dict[int, Float32Array], int]:
    """What each lane has for itself, and how many there are: as many as invocations for each patch."""
    geometry = geometry_of(code.program)
    count, invocations = len(patches.ids), geometry.invocations
    own = {
        "primitive.id": np.repeat(patches.ids, invocations),
        "primitive.invocation": np.tile(np.arange(invocations, dtype=np.int32), count),
    }
    patch = np.repeat(np.arange(count, dtype=np.int32), invocations)
    return own_attributes(code, patch, patches.size, own), count * invocations
