"""How far what geometry and tessellation programs make may lie from the oracle's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.patch_runs import PatchRun
from nvrender.gl.inputs.primitives import Assembly
from nvrender.gl.inputs.results import Float32Array, Results, emitted_results
from nvrender.ops.evaluation.numerics import BoolArray, arithmetic
from nvrender.oracle.geometry.emission import Emission
from nvrender.oracle.geometry.runs import lane_arrays, patch_lanes
from nvrender.oracle.machine.machine import parameter_table, run_vertices
from nvrender.oracle.machine.prepare import Code
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.patches.programs import (
    Patches,
    outputs_of,
    places_in,
    table_of,
    threads_of,
)
from nvrender.oracle.patches.runs import places_of
from nvrender.oracle.tolerance.shadow import INFINITE, STRAYED, shadow_of
from nvrender.program import Program
from nvrender.program.declared import geometry_of, tessellation_of

#: Attributes of each lane, what lanes share, and how many there are.
_Inputs = tuple[Mapping[int, Float32Array], Float32Array, int]


class Tolerated(NamedTuple):
    """``tolerances`` has for each vertex emitted how far its results may lie off.

    ``strayed`` tells of each lane, of invocations on input primitives, that it could go another way.
    """

    tolerances: Results
    strayed: BoolArray


def tolerated_primitives(
    program: Program,
    attributes: Mapping[int, Float32Array],
    assembly: Assembly,
    resources: Resources,
    *,
    fast: bool,
) -> Tolerated:
    """Of what ``program`` emits for the primitives of ``assembly``."""
    lanes = len(assembly.vertices) * geometry_of(program).invocations

    def inputs(code: Code) -> _Inputs:
        table = parameter_table(code, resources.parameters, resources.buffers)
        return lane_arrays(code, attributes, assembly), table, lanes

    return _emitted(program, inputs, resources, fast=fast)


def tolerated_patches(program: Program, patches: Patches, resources: Resources, *, fast: bool) -> Tolerated:
    """Of what ``program`` emits for patches."""

    def inputs(code: Code) -> _Inputs:
        arrays, lanes = patch_lanes(code, patches)
        return arrays, table_of(code, patches, resources, len(patches.ids) * patches.size), lanes

    return _emitted(program, inputs, resources, fast=fast)


def _emitted(
    program: Program, inputs: Callable[[Code], _Inputs], resources: Resources, *, fast: bool
) -> Tolerated:
    geometry = geometry_of(program)
    with arithmetic():
        shadow = shadow_of(program, resources.textures, rounding=fast, fast=fast)
        code = shadow.code
        arrays, table, lanes = inputs(code)
        rows = tuple(row for _, row in shadow.outputs())
        emission = Emission(lanes, rows, geometry.limit, geometry.invocations, geometry.streams)
        outputs = [(STRAYED, shadow.strayed)]
        found, _ = run_vertices(code, arrays, Shared(table, emission=emission), lanes, outputs)
    strayed = found[STRAYED][:, 0] > 0
    places, radii = emission.collected()
    lane = places[:, 0].astype(np.int64) * geometry.invocations + places[:, 2]
    for array in radii:
        array[strayed[lane]] = INFINITE
    return Tolerated(
        emitted_results(program, places, dict(zip(program.results, radii, strict=True))), strayed
    )


# --- tessellation programs


def tolerated_results(
    program: Program, run: PatchRun, resources: Resources, *, fast: bool
) -> dict[str, Float32Array]:
    """Result name → how far each value may lie off, INF where threads of a patch could go another way."""
    patches = Patches(run.size, run.ids, run.vertices, run.values)
    places, size = places_of(program, run), 1
    with arithmetic():
        shadow = shadow_of(program, resources.textures, rounding=fast, fast=fast)
        code = shadow.code
        if places is None:
            size = tessellation_of(program).vertices
            lanes = size * len(run.ids)
            arrays, table = threads_of(code, patches, resources)
        else:
            lanes = len(places[0])
            arrays, table = places_in(code, patches, *places, resources)
        outputs = [*shadow.outputs(), (STRAYED, shadow.strayed)]
        shared = Shared(table, resources.watchdog, resources.reached)
        found, _ = run_vertices(code, arrays, shared, lanes, outputs, patch=size)
    strayed = found.pop(STRAYED)[:, 0] > 0
    if places is not None:
        radii = {program.profile.results[index]: array for index, array in found.items()}
        return _opened(radii, strayed, strayed)
    of_patch = np.asarray(strayed.reshape(-1, size).any(axis=1), np.bool_)
    made = outputs_of(code, found, shadow.table(table), patches)
    return _opened({**made.vertices, **made.values}, of_patch.repeat(size), of_patch)


def _opened(
    radii: Mapping[str, npt.NDArray[Any]], of_vertex: BoolArray, of_patch: BoolArray
) -> dict[str, Float32Array]:
    found = {name: np.array(array, np.float32) for name, array in radii.items()}
    for name, array in found.items():
        array[of_patch if name.startswith("patch.") else of_vertex] = INFINITE
    return found
