"""Geometry programs of PATCHES: a lane for each invocation on a patch (NV_gpu_program5 2.14.6.1)."""

from __future__ import annotations

import numpy as np

from nvrender.gl.inputs.results import Results
from nvrender.ops.evaluation.numerics import Float32Array, arithmetic
from nvrender.oracle.geometry.runs import run_lanes
from nvrender.oracle.machine.machine import check_arrays
from nvrender.oracle.machine.prepare import Code, prepare
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.patches.programs import Patches, own_attributes, table_of
from nvrender.program import Program
from nvrender.program.declared import geometry_of


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
