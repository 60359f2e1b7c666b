"""The vertex under the pointer: of the triangle in front there, the nearest corner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.primitives import OWN, assemble
from nvrender.gl.inputs.vertices import attributes_read
from nvrender.gl.textures.texture import Texture
from nvrender.languages.arb.vertex_bindings import VERTEX_ID
from nvrender.oracle.fixed.state_programs import prepared
from nvrender.program import Program
from nvrender.run import run
from nvrender.scene.model import Scene
from nvrender.scene.moment.evaluate import Draw, Pass, passes
from nvrender.scene.textures.made import made

Float64Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

#: How near the pointer, in pixels, a point or a line's end must be.
_REACH = 8.0
_POSITIONS = ("HPOS", "position")
_TRIANGLE = 3


@dataclass(frozen=True)
class Picked:
    """Vertex number ``vertex`` of ``draw``'s mesh, ``depth`` from -1 to 1."""

    draw: Draw
    vertex: int
    depth: float


def picked(scene: Scene, frame: int, size: tuple[int, int], x: float, y: float) -> Picked | None:
    """What is in front at ``x``, ``y`` in pixels from the upper left of a picture of ``size``.

    Of draws with several instances the first counts; of those with a geometry program what comes out of
    their vertex programs. Squares that are laid over the picture, without a depth test, count only where
    there is nothing else in it, nor in what the same camera sees in other passes: they show those.
    """
    *others, picture = (one for one in passes(scene, frame, size) if isinstance(one, Pass))
    found = _found(scene, picture, x / size[0], y / size[1])
    solid = [one for one in found if one.draw.state.depth.enabled]
    if not solid:
        same = {form.name for form in scene.form.passes if form.camera is None and form.layer is None}
        inside = (_found(scene, one, x / size[0], y / size[1]) for one in others if one.name in same)
        solid = [one for several in inside for one in several if one.draw.state.depth.enabled]
    return min(solid or found, key=lambda one: one.depth, default=None)


def inputs_of(scene: Scene, draw: Draw, vertex: int | None = None) -> dict[str, Any]:
    """What nvrender.run takes for the vertex program of a draw, of all its vertices or one."""
    program = draw.program
    assert program is not None
    read = attributes_read(program)
    chosen = slice(None) if vertex is None else slice(vertex, vertex + 1)
    attributes: dict[Any, Any] = {
        number: array[chosen] for number, array in draw.mesh.attributes.items() if number in read
    }
    if vertex is not None and VERTEX_ID in read:
        attributes["vertex.id"] = [[vertex]]
    return {
        "program": program,
        "attributes": attributes,
        "parameters": prepared(draw),
        "state": draw.state.with_(tracking=()),
        "count": draw.mesh.vertices if vertex is None else 1,
        "textures": _textures(scene, draw, program),
    }


def clip_coordinates(scene: Scene, draw: Draw) -> Float64Array | None:
    """(N, 4) of the draw's vertices; None where its program gives none."""
    if draw.program is None:
        positions = np.ones((draw.mesh.vertices, 4))
        given = draw.mesh.attributes[0]
        positions[:, : given.shape[1]] = given
        matrix = np.asarray(draw.state.projection) @ np.asarray(draw.state.modelview)
        return np.asarray(positions @ matrix.T)
    name = next((name for name in _POSITIONS if name in draw.program.results), None)
    if name is None:
        return None
    return np.asarray(run(**inputs_of(scene, draw), results=[name])[name], np.float64)


def _found(scene: Scene, one: Pass, x: float, y: float) -> list[Picked]:
    """Of each draw of a pass what is in front at parts of its width and height."""
    place = one.size, x * one.size[0], y * one.size[1]
    return [hit for draw in one.draws if (hit := _in_front(scene, draw, *place)) is not None]


def _in_front(scene: Scene, draw: Draw, size: tuple[int, int], x: float, y: float) -> Picked | None:
    clip = clip_coordinates(scene, draw)
    if clip is None:
        return None
    with np.errstate(all="ignore"):
        window = clip[:, :3] / clip[:, 3:]
        window[:, 0] = (window[:, 0] + 1.0) * 0.5 * size[0] - x
        window[:, 1] = (1.0 - window[:, 1]) * 0.5 * size[1] - y
    usable = (clip[:, 3] > 0.0) & np.isfinite(window).all(axis=1)
    hit = _foremost(_primitives(draw), window, usable)
    return None if hit is None else Picked(draw, *hit)


def _primitives(draw: Draw) -> Indices:
    """(P, 1…3) numbers of vertices."""
    mesh = draw.mesh
    order = np.arange(mesh.vertices) if mesh.indices is None else mesh.indices.astype(np.int64)
    corners = assemble(mesh.primitive, len(order)).vertices
    return order[corners[:, OWN.get(mesh.primitive, slice(None))]]


def _foremost(rows: Indices, window: Float64Array, usable: npt.NDArray[np.bool_]) -> tuple[int, float] | None:
    """Vertex and depth of the foremost primitive at (0, 0), if there is one."""
    rows = rows[usable[rows].all(axis=1)]
    if rows.shape[1] < _TRIANGLE:
        ends = np.unique(rows)
        near = np.hypot(window[ends, 0], window[ends, 1])
        ends = ends[(near <= _REACH) & (abs(window[ends, 2]) <= 1.0)]
        if not len(ends):
            return None
        vertex = int(ends[np.argmin(window[ends, 2])])
        return vertex, float(window[vertex, 2])
    corners = window[rows]
    shares = _shares(corners[:, :, :2])
    depths = (shares * corners[:, :, 2]).sum(axis=1)
    inside = (shares >= 0.0).all(axis=1) & (abs(depths) <= 1.0)
    if not inside.any():
        return None
    place = int(np.flatnonzero(inside)[np.argmin(depths[inside])])
    nearest = int(np.argmin(np.hypot(corners[place, :, 0], corners[place, :, 1])))
    return int(rows[place, nearest]), float(depths[place])


def _shares(corners: Float64Array) -> Float64Array:
    """(T, 3): how the triangles' corners (T, 3, 2) make up (0, 0); -1 of triangles without an area."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    parts = np.stack([_cross(b, c), _cross(c, a), _cross(a, b)], axis=1)
    area = parts.sum(axis=1, keepdims=True)
    with np.errstate(all="ignore"):
        return np.where(area != 0.0, parts / area, -1.0)


def _cross(one: Float64Array, other: Float64Array) -> Float64Array:
    return np.asarray(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])


def _textures(scene: Scene, draw: Draw, program: Program) -> Mapping[int, Texture]:
    """What a vertex program looks up; targets, which are on the GPU, it finds missing."""
    accesses = [one.texture for one in program.instructions if one.texture is not None]
    units = {unit for access in accesses for unit in access.numbers}
    return {
        unit: made(scene, use.name)
        for unit, use in draw.textures.items()
        if unit in units and use.name in scene.form.textures
    }
