"""Programs over arrays of patches (NV_tessellation_program5 2.X.5; NV_gpu_program5 2.14.6.1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.patch_runs import PatchRun
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.oracle.geometry.runs import execute_patches
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.patches.generated import generate
from nvrender.oracle.patches.programs import Patches, control, evaluate
from nvrender.program import Program
from nvrender.program.profile import Stage


def execute(program: Program, run: PatchRun, resources: Resources, results: Sequence[str]) -> Results:
    """What ``program`` makes of the patches of ``run``: (N, 4) float32 words a result.

    Of a control program N counts vertices of output patches, of ``patch.`` results patches; of an evaluation
    program the places of every patch, patch after patch.
    """
    patches = Patches(run.size, run.ids, run.vertices, run.values)
    if program.geometry is not None:
        return execute_patches(program, patches, resources).only(results)
    if program.profile.stage is Stage.TESSELLATION_CONTROL:
        made = control(program, patches, resources)
        both = {**made.vertices, **made.values}
        return Results({name: both[name] for name in results}, made.executed)
    places = places_of(program, run)
    assert places is not None
    found = evaluate(program, patches, *places, resources)
    return Results({name: found[name] for name in results}, found.executed)


def places_of(program: Program, run: PatchRun) -> tuple[npt.NDArray[np.int32], Float32Array] | None:
    """(E,) patches and (E, 3) coordinates an evaluation program runs at; None for a control program.

    Where nobody gives coordinates they are the vertices the primitive generator makes of each patch.
    """
    if program.profile.stage is Stage.TESSELLATION_CONTROL:
        return None
    count = len(run.ids)
    if run.coordinates is None:
        made = generate(program, run.values, count)
        return made.patch, made.coordinates
    numbers = np.repeat(np.arange(count, dtype=np.int32), len(run.coordinates))
    return numbers, np.tile(run.coordinates, (count, 1))
