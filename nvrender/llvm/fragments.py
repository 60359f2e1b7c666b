"""Fragment programs over arrays, by code compiled for the processor: lanes 4k…4k+3 are a quad."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.fragments import FOG_COORDINATE, fog_mode
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.state.fragments import Fog
from nvrender.languages.arb.fragment_bindings import DEPTHS
from nvrender.llvm.calls import Run, compiled_for
from nvrender.llvm.kernel import KILLED
from nvrender.program import Program

#: Fragments whose attributes are converted at once: whole quads.
_STEP = 1 << 16
_SMALLEST_NORMAL = np.float32(2.0**-126)


def execute(request: Request, sources: Mapping[int, AttributeSource], total: int) -> Results:
    """Runs a fragment program for ``total`` fragments; result name → (total, 4) float32, ``killed`` bool.

    Results of killed fragments are 0. Raises TargetError for what the back end does not run.
    """
    program = request.program
    found = compiled_for(request)
    run = Run(request, found)
    results: dict[int, npt.NDArray[Any]] = {
        number: np.empty((total, 4), np.float32) for number in found.kernel.outputs
    }
    if found.kernel.kills:
        results[KILLED] = np.zeros(total, np.uint32)
    names = program.profile.results
    arrays: dict[str, npt.NDArray[Any]] = {
        names[number]: array for number, array in results.items() if number != KILLED
    }
    arrays["killed"] = np.zeros(total, np.bool_)
    for start in range(0, total, _STEP):
        stop = min(start + _STEP, total)
        rows = {index: source.rows(start, stop) for index, source in sources.items()}
        run.part(rows, results, start, stop)
        if found.kernel.kills:
            arrays["killed"][start:stop] = results[KILLED][start:stop] != 0
        part = {name: array[start:stop] for name, array in arrays.items()}
        finish(program, part, rows, request.state.fog)
        request.tell(stop, total)
    outcome = Results({name: arrays[name] for name in request.results})
    return run.with_left(outcome)


def finish(
    program: Program, arrays: Mapping[str, npt.NDArray[Any]], rows: Mapping[int, Float32Array], fog: Fog
) -> None:
    """What becomes of results behind a program, in place: fog, clamps, zeros of killed fragments.

    ARB_fragment_program 3.11.4.4-5; docs/semantics.md. NaN stays NaN; colours of NVfp4.0 programs without fog
    are what the program wrote.
    """
    mode = fog_mode(program)
    for name, array in arrays.items():
        if name == "killed":
            continue
        fogged = name == "color[0]" and bool(mode)
        if name in DEPTHS:
            array[np.abs(array) < _SMALLEST_NORMAL] *= np.float32(0.0)
        if name in DEPTHS or not program.profile.flags or fogged:
            np.clip(array, np.float32(0.0), np.float32(1.0), out=array)
        if fogged:
            _blend(array, _factor(mode, rows[FOG_COORDINATE][:, 0], fog)[:, None], fog)
        array[arrays["killed"]] = 0.0


def _factor(mode: str, coordinate: Float32Array, fog: Fog) -> Float32Array:
    """How much of a fragment's own colour is left (OpenGL 1.5, 3.10); 0 for NaN (docs/semantics.md)."""
    with np.errstate(all="ignore"):
        z = coordinate.astype(np.float64)
        if mode == "LINEAR":
            extent = fog.end - fog.start
            share = np.where(z < fog.end, 1.0, 0.0) if extent == 0 else (fog.end - z) / extent
        else:
            share = np.exp(-((fog.density * z) ** (2 if mode.endswith("2") else 1)))
    found: Float32Array = np.clip(np.nan_to_num(share, nan=0.0), 0.0, 1.0).astype(np.float32)
    return found


def _blend(color: Float32Array, share: Float32Array, fog: Fog) -> None:
    far = np.clip(np.array(fog.color[:3], np.float32), np.float32(0.0), np.float32(1.0))
    color[:, :3] = share * color[:, :3] + (np.float32(1.0) - share) * far
