"""Tessellation programs: one lane a thread of a patch, or a vertex the primitive generator made.

NV_tessellation_program5 2.X.5, 2.X.3.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Results
from nvrender.ops.evaluation.numerics import Float32Array, arithmetic
from nvrender.oracle.machine.machine import check_arrays, parameter_table, run_vertices
from nvrender.oracle.machine.prepare import Code, prepare
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.patches.layout import PLACE, Owner, names_of, owner, read_back
from nvrender.program import Program
from nvrender.program.declared import tessellation_of

_Words = npt.NDArray[Any]


@dataclass(frozen=True)
class Patches:
    """``ids`` (P,) numbers of patches of ``size`` vertices each.

    ``vertices`` maps results of the stage before ("texcoord[0]", …) to (P · size, 4) words, vertex after
    vertex of patch after patch; ``values`` results of the patch ("patch.tessouter[0]", …) to (P, 4) words.
    What is in neither is 0. ``executed`` counts the instructions of each thread that made them.
    """

    size: int
    ids: npt.NDArray[np.int32]
    vertices: Mapping[str, _Words]
    values: Mapping[str, _Words]
    executed: npt.NDArray[np.int32] | None = None


def control(program: Program, patches: Patches, resources: Resources) -> Patches:
    """The output patches of a control program: one thread a vertex, those of a patch in lockstep.

    Levels and attributes of the patch that no thread writes are 0 (docs/semantics.md).
    """
    size, count = tessellation_of(program).vertices, len(patches.ids)
    lanes = count * size
    with arithmetic():
        code = prepare(program, resources.textures)
        arrays, table = threads_of(code, patches, resources)
        outputs = code.layout.results
        shared = Shared(table, resources.watchdog, resources.reached)
        results, executed = run_vertices(code, arrays, shared, lanes, outputs, patch=size)
    return replace(outputs_of(code, results, table, patches), executed=executed)


def outputs_of(
    code: Code, results: Mapping[int, Float32Array], table: Float32Array, patches: Patches
) -> Patches:
    """What threads leave: results by number, and what ``table`` has of the patches they share."""
    program = code.program
    names, size, count = program.profile.results, tessellation_of(program).vertices, len(patches.ids)
    vertices = {names[index]: array for index, array in results.items() if names[index][:6] != "patch."}
    values = {}
    for index in results:
        if names[index].startswith("patch."):
            slot = _slot(code, read_back(names[index]))
            first = code.layout.columns + slot * count * max(size, patches.size)
            values[names[index]] = np.ascontiguousarray(table[:, first : first + count].T)
    return Patches(size, patches.ids, vertices, values)


def threads_of(
    code: Code, patches: Patches, resources: Resources
) -> tuple[dict[int, Float32Array], Float32Array]:
    """What each thread of a control program has for itself, by number, and the table of what they share."""
    size, count = tessellation_of(code.program).vertices, len(patches.ids)
    patch = np.repeat(np.arange(count, dtype=np.int32), size)
    own = {
        "primitive.id": np.repeat(patches.ids, size),
        "primitive.invocation": np.tile(np.arange(size, dtype=np.int32), count),
    }
    arrays = own_attributes(code, patch, patches.size, own)
    check_arrays(code, arrays, resources.parameters, count * size)
    return arrays, table_of(code, patches, resources, count * max(size, patches.size))


def places_in(
    code: Code,
    patches: Patches,
    patch: npt.NDArray[np.int32],
    coordinates: Float32Array,
    resources: Resources,
) -> tuple[dict[int, Float32Array], Float32Array]:
    """The same of the places of an evaluation program."""
    places = np.zeros((len(patch), 4), np.float32)
    places[:, :3] = coordinates
    own = {"primitive.id": patches.ids[patch]}
    arrays = own_attributes(code, patch, patches.size, own, {"vertex.tesscoord": places})
    check_arrays(code, arrays, resources.parameters, len(patch))
    return arrays, table_of(code, patches, resources, len(patches.ids) * patches.size)


def evaluate(
    program: Program,
    patches: Patches,
    patch: npt.NDArray[np.int32],
    coordinates: Float32Array,
    resources: Resources,
) -> Results:
    """Results of an evaluation program for (E,) vertices of ``patch`` at (E, 3) coordinates: (E, 4) words."""
    with arithmetic():
        code = prepare(program, resources.textures)
        arrays, table = places_in(code, patches, patch, coordinates, resources)
        shared = Shared(table, resources.watchdog, resources.reached)
        results, executed = run_vertices(code, arrays, shared, len(patch), code.layout.results)
    return Results({program.profile.results[index]: array for index, array in results.items()}, executed)


def own_attributes(
    code: Code,
    patch: npt.NDArray[np.int32],
    size: int,
    own: Mapping[str, npt.NDArray[np.int32]],
    whole: Mapping[str, Float32Array] | None = None,
) -> dict[int, Float32Array]:
    """What each lane has for itself, by number: x of ``own``, all of ``whole``, and its place."""
    names, found = names_of(code.program), {}
    lanes = len(patch)
    for index, _ in code.layout.attributes:
        words = np.zeros((lanes, 4), np.int32)
        if index == PLACE:
            words[:, 0], words[:, 1], words[:, 2] = np.arange(lanes), patch, size
        elif names[index] == "primitive.vertexcount":
            words[:, 0] = size
        elif names[index] in own:
            words[:, 0] = own[names[index]]
        else:
            found[index] = (whole or {})[names[index]]
            continue
        found[index] = words.view(np.float32)
    return found


def _slot(code: Code, attribute: str) -> int:
    return code.layout.slots[names_of(code.program).index(attribute)]


def table_of(code: Code, patches: Patches, resources: Resources, width: int) -> Float32Array:
    """Parameters and buffers, then a slot of ``width`` columns for everything that lanes share."""
    table = parameter_table(code, resources.parameters, resources.buffers)
    shared = np.zeros((4, width * len(code.layout.slots)), np.float32)
    names = names_of(code.program)
    for index, slot in code.layout.slots.items():
        kind, name = owner(code.program, index), names[index].partition(".")[2]
        rows: _Words | None = None
        if kind is Owner.INPUT:
            rows = patches.vertices.get(name)
        elif kind is Owner.PATCH and not name.startswith("out."):
            rows = patches.values.get(name if name.startswith("patch.") else f"patch.{name}")
        if rows is not None:
            components = 1 if name.startswith("tess") else 4
            words = np.ascontiguousarray(rows).view(np.float32)[:, :components].T
            shared[:components, slot * width : slot * width + len(rows)] = words
    return np.concatenate([table, shared], axis=1)
