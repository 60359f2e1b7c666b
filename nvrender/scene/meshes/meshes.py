"""Mesh forms → vertices: attribute 0 positions, 2 normals, 8 texture coordinates, others as the kind says."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.scene.files import MESH_BYTES, existing, mesh_file
from nvrender.scene.forms import meshes as forms
from nvrender.scene.meshes.limbs import limb, tube
from nvrender.scene.meshes.shapes import (
    Curve,
    Float64Array,
    MeshData,
    Surface,
    joined,
    patch,
    polyline,
    spline,
    swept,
    teapot,
    turned,
)


def build(form: forms.Mesh, directory: Path, key: str = "path") -> MeshData:
    """The mesh a form describes; files are relative to ``directory``.

    SceneError, which begins with ``key``, for a bad file.
    """
    if isinstance(form, forms.File):
        path = existing(directory, form.path, key, MESH_BYTES)
        return _read(form, directory, key, path.stat().st_mtime_ns)
    return _built(form)


@lru_cache(maxsize=8)
def _read(form: forms.File, directory: Path, key: str, changed: int) -> MeshData:
    """``changed`` is when the file was: another time is another mesh."""
    return mesh_file(form, directory, key)


@lru_cache(maxsize=32)
def _built(form: forms.Mesh) -> MeshData:
    mesh = _BUILDERS[type(form)](form)
    for array in mesh.attributes.values():
        array.flags.writeable = False
    if mesh.indices is not None:
        mesh.indices.flags.writeable = False
    return mesh


def _torus(form: forms.Torus) -> MeshData:
    def surface(u: Float64Array, v: Float64Array) -> Float64Array:
        around, across = -2 * np.pi * u, 2 * np.pi * v
        level = form.radius + form.tube * np.cos(across)
        return np.stack([level * np.cos(around), form.tube * np.sin(across), level * np.sin(around)], -1)

    return patch(surface, form.segments, form.sides)


def _sphere(form: forms.Sphere) -> MeshData:
    return patch(turned(_arc(form.radius, 180.0)), form.segments, form.rings)


def _bowl(form: forms.Bowl) -> MeshData:
    return patch(turned(_arc(form.radius, form.cut)), form.segments, form.rings)


def _arc(radius: float, degrees: float) -> Curve:
    """From the south pole of a sphere up."""

    def curve(t: Float64Array) -> Float64Array:
        angle = np.radians(degrees) * t
        # sin(π) is not 0 in floating point, but a pole has to be one point.
        level = np.where((t >= 1.0) & (degrees == 180.0), 0.0, np.sin(angle))
        return np.stack([radius * level, -radius * np.cos(angle)], -1)

    return curve


def _grid(form: forms.Grid) -> MeshData:
    def surface(u: Float64Array, v: Float64Array) -> Float64Array:
        return np.stack([(u - 0.5) * form.size[0], np.zeros_like(u), (0.5 - v) * form.size[1]], -1)

    return patch(surface, *form.cells)


def _square(form: forms.Square) -> MeshData:
    return patch(lambda u, v: np.stack([2 * u - 1, 2 * v - 1, np.zeros_like(u)], -1), 1, 1)


def _cube(form: forms.Cube) -> MeshData:
    half = np.asarray(form.size) / 2

    def face(axis: int, sign: float) -> Surface:
        # On the faces up and down v runs along z as well, as pictures on long beams want it.
        first, second, way = (0, 2, -1.0) if axis == 1 else ((axis + 1) % 3, (axis + 2) % 3, 1.0)

        def surface(u: Float64Array, v: Float64Array) -> Float64Array:
            points = np.empty((*u.shape, 3))
            points[..., axis] = sign * half[axis]
            points[..., first] = sign * (2 * u - 1) * half[first]
            points[..., second] = way * (2 * v - 1) * half[second]
            return points

        return surface

    return joined(
        [patch(face(axis, sign), form.cells, form.cells) for axis in range(3) for sign in (-1.0, 1.0)]
    )


def _cylinder(form: forms.Cylinder) -> MeshData:
    top = form.radius if form.top is None else form.top

    def point(u: Float64Array, radius: Float64Array, height: Float64Array) -> Float64Array:
        angle = -2 * np.pi * u
        # A groove is half a wave wide; between grooves stands a narrow ridge.
        grooves = np.abs(np.sin(form.flutes * np.pi * u)) if form.flutes else np.zeros_like(u)
        level = radius * (1.0 - form.depth * grooves)
        return np.stack([level * np.cos(angle), height, level * np.sin(angle)], -1)

    def side(u: Float64Array, v: Float64Array) -> Float64Array:
        return point(u, form.radius + (top - form.radius) * v, form.height * v)

    def lid(u: Float64Array, v: Float64Array) -> Float64Array:
        return point(u, top * (1 - v), np.full_like(u, form.height))

    def foot(u: Float64Array, v: Float64Array) -> Float64Array:
        return point(u, form.radius * v, np.zeros_like(u))

    return joined(
        [patch(side, form.segments, form.cells), patch(lid, form.segments, 2), patch(foot, form.segments, 2)]
    )


def _lathe(form: forms.Lathe) -> MeshData:
    if not form.sharp:
        return patch(turned(spline(form.profile)), form.segments, form.cells)
    cells = max(1, form.cells // (len(form.profile) - 1))
    pieces = zip(form.profile, form.profile[1:], strict=False)
    return joined([patch(turned(polyline(piece)), form.segments, cells) for piece in pieces])


def _torus_knot(radius: float, tube: float, p: int, q: int) -> Curve:
    def curve(t: Float64Array) -> Float64Array:
        around, across = 2 * np.pi * p * t, 2 * np.pi * q * t
        level = radius + (tube * np.cos(across) if q else 0.0)
        return np.stack(
            [level * np.cos(around), level * np.sin(around), tube * np.sin(across) if q else 0 * t], -1
        )

    return curve


def _knot(form: forms.Knot) -> MeshData:
    curve = _torus_knot(form.radius, form.tube, form.p, form.q)
    surface = swept(curve, lambda t: np.full_like(t, form.thickness), closed=True)
    return patch(surface, form.sides, form.segments)


def _ribbon(form: forms.Ribbon) -> MeshData:
    curve = _torus_knot(form.radius, form.tube, form.p if form.q else 1, form.q)
    around = swept(curve, lambda t: np.full_like(t, form.width), closed=True)

    def surface(u: Float64Array, v: Float64Array) -> Float64Array:
        turn = form.twists * np.mod(v, 1.0)
        middle = curve(np.mod(v, 1.0))
        return np.asarray(middle + (2 * u - 1)[..., None] * (around(turn, v) - middle))

    return patch(surface, form.cells, form.segments)


def _disk(form: forms.Disk) -> MeshData:
    def surface(u: Float64Array, v: Float64Array) -> Float64Array:
        radius = form.inner * (form.outer / form.inner) ** v
        angle = np.radians(form.start + form.sweep * u)
        return np.stack([radius * np.sin(angle), np.zeros_like(u), -radius * np.cos(angle)], -1)

    mesh = patch(surface, form.segments, form.rings)
    normals = np.broadcast_to(np.array([0.0, 1.0, 0.0], np.float32), mesh.attributes[2].shape).copy()
    indices = np.asarray(mesh.indices).reshape(-1, 3)[:, ::-1].reshape(-1).copy()
    first, second, third = mesh.attributes[0][indices[:3]].astype(np.float64)
    if np.cross(second - first, third - first)[1] < 0:
        indices = indices.reshape(-1, 3)[:, ::-1].reshape(-1).copy()
    return MeshData(mesh.attributes | {2: normals}, indices)


def _galaxy(form: forms.Galaxy) -> MeshData:
    random = np.random.default_rng(form.seed)
    count = form.count
    core = random.random(count) < form.core
    reach = random.random(count)
    bulge = np.hypot(*random.normal(0, 0.1, (2, count)))  # as dense in the middle as around it: no column
    radius = np.where(core, bulge, 0.08 + 0.92 * reach**0.8)
    arm = random.integers(form.arms, size=count) / form.arms
    stray = random.normal(0.0, form.spread, count) * (0.35 + 0.5 * (1 - reach))
    winding = 2 * np.pi * (arm + form.turns * radius + stray / 2)
    angle = np.where(core, random.random(count) * 2 * np.pi, winding)
    thin = np.where(core, 1.6, 0.3 + 0.7 * np.exp(-4 * radius))
    height = random.normal(0.0, form.thickness, count) * thin
    low, high = form.size
    size = low + (high - low) * random.random(count) ** 6
    attributes = {
        0: np.stack([radius * form.radius, angle, height * form.radius], -1),
        2: np.broadcast_to([0.0, 1.0, 0.0], (count, 3)),
        3: _star_colors(form, radius, core, random),
        6: np.stack([size, random.random(count) * 2 * np.pi, random.random(count) * 0.4], -1),
        8: np.stack([radius, arm], -1),
    }
    return MeshData({key: np.array(value, np.float32) for key, value in attributes.items()}, None, "POINTS")


def _star_colors(
    form: forms.Galaxy, radius: Float64Array, core: npt.NDArray[np.bool_], random: np.random.Generator
) -> Float64Array:
    """From the inner to the outer colour, some in the accent colour, brighter and fainter."""
    share = np.clip(radius * 1.5 + random.normal(0, 0.12, form.count), 0, 1)[:, None]
    color = (1 - share) * np.asarray(form.inner) + share * np.asarray(form.outer)
    nebula = (random.random(form.count) < 0.07) & ~core
    color = np.where(nebula[:, None], np.asarray(form.accent), color)
    return np.asarray(color * random.uniform(0.45, 1.0, (form.count, 1)))


def _teapot(form: forms.Teapot) -> MeshData:
    return teapot(form.detail)


def _many(form: forms.Many) -> MeshData:
    return joined([_built(form.of)] * form.count)


_BUILDERS: dict[type, Callable[[Any], MeshData]] = {
    forms.Torus: _torus,
    forms.Sphere: _sphere,
    forms.Grid: _grid,
    forms.Cube: _cube,
    forms.Cylinder: _cylinder,
    forms.Tube: tube,
    forms.Limb: limb,
    forms.Lathe: _lathe,
    forms.Teapot: _teapot,
    forms.Ribbon: _ribbon,
    forms.Knot: _knot,
    forms.Bowl: _bowl,
    forms.Disk: _disk,
    forms.Square: _square,
    forms.Galaxy: _galaxy,
    forms.Many: _many,
}
