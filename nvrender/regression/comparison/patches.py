"""What tessellation programs make of patches on GPU and oracle, compared."""

from __future__ import annotations

from typing import Any

import numpy as np

from nvrender.gl.inputs.patch_runs import COORDINATES, patch_run
from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
from nvrender.gl.patches import Patch
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Textures
from nvrender.gl.textures.units import texture_units
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.tolerance.precision import packed_components
from nvrender.oracle.tolerance.shadow_runs import tolerated_results
from nvrender.oracle.tolerance.tolerance import Comparison, compare, integer_components
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.run import run

#: Places of each patch that evaluation programs are compared at where nobody gives some.
_PLACES = 8


def compare_patches(
    program: Program,
    attributes: Any,
    parameters: Any,
    state: State,
    *,
    backend: str,
    numerics: str,
    textures: Textures | None,
    patch: Patch | None = None,
) -> tuple[dict[str, Comparison], dict[str, tuple[float, float]]]:
    """Result → what compare found, and where it is worst the value expected and the value that came.

    ``patch`` says how many vertices make one. Errors are ``run``'s.
    """
    given = dict(attributes or {})
    evaluates = program.profile.stage is Stage.TESSELLATION_EVALUATION
    if evaluates and not any(str(name).endswith(COORDINATES.removeprefix("vertex.")) for name in given):
        given[COORDINATES] = np.random.default_rng(0).dirichlet((1.0, 1.0, 1.0), _PLACES).astype(np.float32)
    options: dict[str, Any] = {"state": state, "textures": textures, "patch": patch}
    expected = run(program, given, parameters, backend="oracle", **options)
    actual = run(program, given, parameters, backend=backend, numerics=numerics, **options)
    resources = Resources(
        parameter_array(program, parameters, state),
        buffer_arrays(program, parameters),
        texture_units(program, textures),
    )
    patches = patch_run(program, given, patch, None)
    limits = tolerated_results(program, patches, resources, fast=numerics == "fast")
    found = compare(
        dict(expected),
        dict(actual),
        limits,
        integers=integer_components(program),
        packed=packed_components(program, fast=numerics == "fast"),
    )
    worst = {
        name: (float(expected[name][row.worst_at]), float(actual[name][row.worst_at]))
        for name, row in found.items()
        if row.ulps.size
    }
    return found, worst
