"""The geometry stage of a draw on the oracle, behind the vertex stage (NV_geometry_program4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.geometry import INTEGERS, PRIMITIVE_ID, SINGLE, given_attributes
from nvrender.gl.inputs.primitives import Assembly, assemble, check_mode
from nvrender.gl.inputs.results import Results
from nvrender.languages.arb.geometry_bindings import GEOMETRY_ATTRIBUTES
from nvrender.oracle.frame.vertices import NAMES, ORACLE, Engine
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.raster.triangles import Float32Array, IndexArray
from nvrender.program import Program
from nvrender.program.declared import geometry_of

_UNWRITTEN = np.array([[0.0, 0.0, 0.0, 1.0]], np.float32)


@dataclass(frozen=True)
class Emission:
    """What a geometry program hands over.

    ``values`` are the results of the vertices emitted, under the names of the VP family; ``corners``
    (1 to 3, P) the vertices of each primitive, the last the provoking one, whose ``ids`` and ``layer`` count.
    """

    values: dict[str, Float32Array]
    corners: IndexArray
    ids: npt.NDArray[np.int32]
    layer: IndexArray


def assembled_for(
    program: Program, primitive: str, order: IndexArray, count: int, instances: int
) -> Assembly:
    """The input primitives that ``order`` makes of ``count`` vertices, instance after instance.

    InputError for a ``primitive`` that ``program`` does not take.
    """
    one = assemble(check_mode(geometry_of(program).input, primitive), len(order))
    starts = np.repeat(np.arange(instances) * count, len(one.vertices))
    vertices = np.tile(order[one.vertices], (instances, 1)) + starts[:, None]
    return Assembly(vertices, np.tile(one.ids, instances))


def rasterised(results: Results) -> Emission:
    """What rasterisation gets of what a geometry program emits."""
    assert results.emitted is not None
    made = {"HPOS": np.zeros((len(results.emitted.source), 4), np.float32)}  # docs/semantics.md
    made |= {NAMES[name]: array for name, array in results.items() if name in NAMES}
    corners = np.ascontiguousarray(results.primitives.T.astype(np.intp))
    layer = results.of_primitives("layer").astype(np.intp)
    return Emission(made, corners, results.of_primitives("primid"), layer)


def geometry_results(
    program: Program,
    values: Mapping[str, Float32Array],
    assembly: Assembly,
    resources: Resources,
    engine: Engine = ORACLE,
) -> Results:
    """Run ``program`` for every primitive of ``assembly``, of vertices with ``values``."""
    return engine.geometry(program, _attributes(program, values, assembly), assembly, resources)


def _attributes(
    program: Program, values: Mapping[str, Float32Array], assembly: Assembly
) -> dict[int, Float32Array]:
    """What the program reads, by number: of each vertex, and ``primitive.id`` of each primitive."""
    found = {}
    for index in given_attributes(program):
        name = GEOMETRY_ATTRIBUTES[index].removeprefix("vertex.")
        array = assembly.ids.reshape(-1, 1) if index == PRIMITIVE_ID else values.get(NAMES.get(name, name))
        if GEOMETRY_ATTRIBUTES[index] in INTEGERS:
            words = np.zeros((1, 1), np.int32) if array is None else array[:, :1].view(np.int32)
            source = AttributeSource(name, words, False, True, (0.0, 0.0, 0.0, 0.0))
        else:
            array = _UNWRITTEN if array is None else array
            single = GEOMETRY_ATTRIBUTES[index] in SINGLE
            source = AttributeSource(name, array[:, :1] if single else array, False)
        found[index] = source.rows(0, len(source.array))
    return found
