"""What the stages before rasterisation make of a draw, as transform feedback captures it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.conventional import conventional_names
from nvrender.gl.inputs.results import Emitted, Float32Array, Results, chosen
from nvrender.gl.patches import check_chain, check_patch
from nvrender.gl.state.checks import validate
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.oracle.fixed.conventional import RESULTS
from nvrender.oracle.frame.draw import Primitives, Stages, patch_results, primitive_results
from nvrender.oracle.frame.geometry import assembled_for
from nvrender.oracle.frame.patches import tessellated
from nvrender.oracle.frame.vertices import COLORS, NAMES, clamped, vertex_results
from nvrender.oracle.raster.assembly import assembled

_MODES = {1: "POINTS", 2: "LINE_STRIP", 3: "TRIANGLE_STRIP"}


def capture(
    stages: Stages,
    primitives: Primitives,
    state: State,
    textures: Mapping[int, Texture],
    results: Iterable[str] | None = None,
) -> Results:
    """Result → (E, 4) float32 of the vertices of each point, line or triangle that would be rasterised.

    ``emitted`` tells which vertex is of which; with a geometry program they are those it emits. ``results``
    picks results of the last stage before rasterisation, all for None: by the names of its program, without
    one those of the VP family. Colours are clamped, nothing is clipped (NV_transform_feedback 2.X). Raises
    what ``frame_draw.draw`` raises.
    """
    validate(state)
    program, geometry, instances = stages.vertex, stages.geometry, primitives.instances
    last = geometry or stages.tess_evaluation or program
    names = chosen(results, conventional_names(state) if last is None else last.results)
    wanted = names if geometry is None and stages.tessellation is None else RESULTS
    environment = stages.environment(state, textures)
    values = vertex_results(
        program, stages.parameters, environment, primitives.attributes, instances, wanted, primitives.indices
    )
    count = len(values["HPOS"]) // instances
    indices = primitives.indices
    order = np.arange(count) if indices is None else np.asarray(indices).reshape(-1).astype(np.intp)
    if stages.takes_patches:
        check_chain(primitives.primitive, stages.tess_control, None, geometry)
        return _clamped(patch_results(stages, primitives, values, order, environment).only(names))
    if stages.tessellation is not None:
        check_chain(primitives.primitive, stages.tess_control, stages.tess_evaluation, geometry)
        check_patch(primitives.patch)
        made = tessellated(stages.tessellation, values, order, primitives.patch, instances, environment)
        if geometry is None:
            return _of_corners(made.values, made.primitives.vertices.T, names)
        emitted = primitive_results(stages, made.values, made.primitives, environment)
        return _clamped(_counted(emitted.only(names)))
    if geometry is not None:
        assembly = assembled_for(geometry, primitives.primitive, order, count, instances)
        emitted = primitive_results(stages, values, assembly, environment)
        return _clamped(emitted.only(names))
    corners = assembled(primitives.primitive, order)
    corners = np.concatenate([corners + count * number for number in range(instances)], axis=1)
    return _of_corners(values, corners, names)


def _counted(results: Results) -> Results:
    """Of input primitives those that emit something are counted (docs/semantics.md)."""
    emitted = [row.emitted for row in results.streams if row.emitted is not None]
    known = np.unique(np.concatenate([row.source for row in emitted]))
    first, *further = (
        replace(row, further=(), emitted=replace(one, source=known.searchsorted(one.source).astype(np.int32)))
        for row, one in zip(results.streams, emitted, strict=True)
    )
    return replace(first, further=tuple(further))


def _of_corners(
    values: Mapping[str, Float32Array], corners: npt.NDArray[Any], names: tuple[str, ...]
) -> Results:
    """The results of vertices at the (1 to 3, P) ``corners`` of points, lines or triangles."""
    found = {name: values[NAMES.get(name, name)][corners.T.reshape(-1)] for name in names}
    source = np.repeat(np.arange(corners.shape[1], dtype=np.int32), len(corners))
    return _clamped(
        Results(found, emitted=Emitted(_MODES[len(corners)], source, np.zeros(len(source), np.int32)))
    )


def _clamped(results: Results) -> Results:
    """Colours clamped, in every stream."""
    found = {
        name: clamped(array) if NAMES.get(name, name) in COLORS else array for name, array in results.items()
    }
    return replace(results, arrays=found, executed=None, further=tuple(map(_clamped, results.further)))
