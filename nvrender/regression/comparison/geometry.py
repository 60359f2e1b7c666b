"""What a geometry program emits on GPU and oracle, compared."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.geometry import geometry_inputs
from nvrender.gl.inputs.patch_runs import COORDINATES, patch_run
from nvrender.gl.inputs.results import Float32Array, Results, lanes_of
from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
from nvrender.gl.patches import Patch
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Textures
from nvrender.gl.textures.units import texture_units
from nvrender.languages.arb.geometry_bindings import PATCHES
from nvrender.ops.evaluation.numerics import BoolArray
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.patches.programs import Patches
from nvrender.oracle.tolerance.precision import packed_components
from nvrender.oracle.tolerance.shadow_runs import (
    Tolerated,
    tolerated_patches,
    tolerated_primitives,
    tolerated_results,
)
from nvrender.oracle.tolerance.tolerance import Comparison, compare, integer_components
from nvrender.program import Program
from nvrender.program.declared import geometry_of
from nvrender.program.profile import Stage
from nvrender.run import run

#: The result that counts the vertices each invocation emits, of streams 0 to 3 in x to w.
EMITTED = "emitted"
#: Places of each patch that evaluation programs are compared at where nobody gives some.
_PLACES = 8


def compare_emitted(
    program: Program,
    attributes: Any,
    parameters: Any,
    state: State,
    *,
    backend: str,
    numerics: str,
    textures: Textures | None,
    mode: str | None = None,
    patch: Patch | None = None,
) -> tuple[dict[str, Comparison], dict[str, tuple[float, float]]]:
    """Result → what compare found, and where it is worst the value expected and the value that came.

    ``emitted`` counts the vertices of each invocation on each input primitive; the others are compared
    vertex by vertex where these are equal. ``mode``, ``patch`` and errors are ``run``'s.
    """
    options: dict[str, Any] = {"state": state, "textures": textures, "mode": mode, "patch": patch}
    expected = run(program, attributes, parameters, backend="oracle", **options)
    actual = run(program, attributes, parameters, backend=backend, numerics=numerics, **options)
    fast = numerics == "fast"
    tolerated = _tolerated(program, attributes, parameters, options, fast=fast)
    counts = [_counts(program, side, len(tolerated.strayed)) for side in (expected, actual)]
    allowed = np.where(tolerated.strayed, np.float32(np.inf), np.float32(0.0))[:, None].repeat(4, axis=1)
    sides: list[dict[str, Float32Array]] = [{EMITTED: rows} for rows in counts]
    limits: dict[str, Float32Array] = {EMITTED: allowed}
    alike = (counts[0] == counts[1]).all(axis=1)
    integers, packed = dict(integer_components(program)), packed_components(program, fast=fast)
    streams = zip(expected.streams, actual.streams, tolerated.tolerances.streams, strict=True)
    for number, (one, other, limit) in enumerate(streams):
        prefix = f"stream[{number}]." if number else ""
        rows = [alike[lanes_of(program, side)] for side in (one, other)]
        for name in one:
            sides[0][prefix + name], sides[1][prefix + name] = one[name][rows[0]], other[name][rows[1]]
            limits[prefix + name] = limit[name][rows[0]]
            for masks in (integers, packed):
                if name in masks:
                    masks[prefix + name] = masks[name]
        for side, found, which in zip(sides, (one, other), rows, strict=True):
            side[f"{prefix}strip"] = _column(found, which)
        limits[f"{prefix}strip"] = np.zeros_like(sides[0][f"{prefix}strip"])
    comparisons = compare(sides[0], sides[1], limits, integers=integers, packed=packed)
    worst = {
        name: (float(sides[0][name][row.worst_at]), float(sides[1][name][row.worst_at]))
        for name, row in comparisons.items()
        if row.ulps.size
    }
    return comparisons, worst


def _counts(program: Program, results: Results, lanes: int) -> Float32Array:
    """(lanes, 4): how many vertices go to each stream."""
    found = np.zeros((lanes, 4), np.float32)
    for stream, side in enumerate(results.streams):
        found[:, stream] = np.bincount(lanes_of(program, side), minlength=lanes)
    return found


def _column(results: Results, rows: BoolArray) -> Float32Array:
    """The numbers of strips, as x."""
    assert results.emitted is not None
    strips = results.emitted.strip[rows]
    found = np.zeros((len(strips), 4), np.float32)
    found[:, 0] = strips
    return found


def _tolerated(
    program: Program,
    attributes: Any,
    parameters: Any,
    options: dict[str, Any],
    *,
    fast: bool,
) -> Tolerated:
    buffers: dict[int, npt.NDArray[Any]] = dict(buffer_arrays(program, parameters))
    rows = parameter_array(program, parameters, options["state"])
    given = Resources(rows, buffers, texture_units(program, options["textures"]))
    if geometry_of(program).input == PATCHES:
        patches = patch_run(program, attributes, options["patch"], None)
        made = Patches(patches.size, patches.ids, patches.vertices, patches.values)
        return tolerated_patches(program, made, given, fast=fast)
    sources, assembly, _ = geometry_inputs(program, attributes, options["mode"], None)
    arrays = {index: source.rows(0, len(source.array)) for index, source in sources.items()}
    return tolerated_primitives(program, arrays, assembly, given, fast=fast)


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
