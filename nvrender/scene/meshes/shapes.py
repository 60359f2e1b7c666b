"""Surfaces from functions of two parameters: positions, normals, texture coordinates, triangles."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.records import once

Float64Array = npt.NDArray[np.float64]
Surface = Callable[[Float64Array, Float64Array], Float64Array]
Curve = Callable[[Float64Array], Float64Array]

#: How far to either side a surface is looked at for its normal, in units of its parameters.
_STEP = 1e-4
#: (radius, y) from the middle of the foot to the rim and back to the middle inside: closed.
_BODY = [
    (0.0, 0.0), (0.35, 0.0), (0.52, 0.012), (0.55, 0.045), (0.535, 0.075), (0.60, 0.13), (0.76, 0.28),
    (0.86, 0.46), (0.885, 0.62), (0.85, 0.78), (0.76, 0.93), (0.64, 1.04), (0.555, 1.10), (0.545, 1.13),
    (0.575, 1.16), (0.57, 1.185), (0.53, 1.19), (0.51, 1.165), (0.50, 1.12), (0.40, 1.08), (0.0, 1.06),
]  # fmt: skip
_LID = [
    (0.0, 1.12), (0.40, 1.13), (0.497, 1.155), (0.505, 1.18), (0.48, 1.205), (0.40, 1.25), (0.26, 1.315),
    (0.13, 1.355), (0.07, 1.385), (0.058, 1.42), (0.085, 1.46), (0.125, 1.50), (0.135, 1.54), (0.115, 1.58),
    (0.06, 1.605), (0.0, 1.61),
]  # fmt: skip
_SPOUT = [
    (0.56, 0.44, 0.0), (0.86, 0.45, 0.0), (1.08, 0.50, 0.0), (1.20, 0.68, 0.0), (1.28, 0.88, 0.0),
    (1.38, 1.03, 0.0), (1.54, 1.13, 0.0),
]  # fmt: skip
_HANDLE = [
    (-0.50, 0.94, 0.0), (-0.80, 1.055, 0.0), (-1.10, 1.08, 0.0), (-1.28, 0.97, 0.0), (-1.33, 0.79, 0.0),
    (-1.27, 0.60, 0.0), (-1.12, 0.44, 0.0), (-0.90, 0.36, 0.0), (-0.60, 0.33, 0.0),
]  # fmt: skip


@dataclass(frozen=True)
class MeshData:
    """Attribute number → (N, k) float32 or int32, (M,) uint32 indices or None, and the primitive."""

    attributes: dict[int, npt.NDArray[Any]]
    indices: npt.NDArray[np.uint32] | None
    primitive: str = "TRIANGLES"
    #: The buffer of the scene that the vertices are in when they are drawn, if not in the attributes.
    source: str | int | None = None

    @property
    def vertices(self) -> int:
        return len(self.attributes[0])

    def filled(self) -> Mapping[int, npt.NDArray[Any]]:
        """The attributes, floats with all four components (NV_vertex_program 2.14.1.1)."""
        return _filled(self)


@once
def _filled(mesh: MeshData) -> dict[int, npt.NDArray[Any]]:
    found = dict(mesh.attributes)
    for number, array in found.items():
        if array.dtype == np.float32 and array.ndim == 2 and array.shape[1] < 4:
            found[number] = AttributeSource("", array, constant=False).rows(0, len(array))
    return found


def patch(surface: Surface, across: int, along: int) -> MeshData:
    """The surface over [0, 1]², ``across`` cells in u and ``along`` in v; normals point along du × dv.

    ``surface`` takes arrays u, v and returns points (…, 3). Seams have their vertices twice, with
    equal positions; poles are allowed.
    """
    u, v = np.meshgrid(np.linspace(0.0, 1.0, across + 1), np.linspace(0.0, 1.0, along + 1), indexing="ij")
    positions = _sewn(_sewn(surface(u, v)).swapaxes(0, 1)).swapaxes(0, 1)
    attributes = {
        0: positions.reshape(-1, 3).astype(np.float32),
        2: normals_of(surface, u, v).reshape(-1, 3).astype(np.float32),
        8: np.stack([u, v], -1).reshape(-1, 2).astype(np.float32),
    }
    return MeshData(attributes, grid_indices(across, along))


def _sewn(points: Float64Array) -> Float64Array:
    """``points`` (n, m, 3); where first and last row meet they are equal, and so are the points of a pole."""
    points = points.copy()
    near = 1e-9 * max(1.0, float(np.abs(points).max()))
    if (np.abs(points[-1] - points[0]) < near).all():
        points[-1] = points[0]
    for row in (points[0], points[-1]):
        if (np.abs(row - row[0]) < near).all():
            row[:] = row[0]
    return points


def normals_of(surface: Surface, u: Float64Array, v: Float64Array) -> Float64Array:
    """Unit normals by central differences, taken a little inside where the surface has its edges."""
    inside_u, inside_v = np.clip(u, 2 * _STEP, 1 - 2 * _STEP), np.clip(v, 2 * _STEP, 1 - 2 * _STEP)
    du = surface(inside_u + _STEP, inside_v) - surface(inside_u - _STEP, inside_v)
    dv = surface(inside_u, inside_v + _STEP) - surface(inside_u, inside_v - _STEP)
    return unit(np.cross(du, dv))


def unit(vectors: Float64Array) -> Float64Array:
    """Vectors of length one; (0, 1, 0) for what has no length."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.where(length > 0, vectors / np.where(length > 0, length, 1.0), np.array([0.0, 1.0, 0.0]))


def grid_indices(across: int, along: int) -> npt.NDArray[np.uint32]:
    """Two triangles a cell, counter-clockwise seen from du × dv."""
    i, j = np.meshgrid(np.arange(across), np.arange(along), indexing="ij")
    corner = i * (along + 1) + j
    right, up = corner + along + 1, corner + 1
    cells = np.stack([corner, right, right + 1, corner, right + 1, up], -1)
    return cells.reshape(-1).astype(np.uint32)


def joined(parts: Sequence[MeshData]) -> MeshData:
    """Several meshes with the same attributes as one."""
    offsets = np.cumsum([0, *(part.vertices for part in parts)])
    indices = [
        np.asarray(part.indices, np.uint32) + np.uint32(offset)
        for part, offset in zip(parts, offsets, strict=False)
    ]
    attributes = {
        key: np.concatenate([part.attributes[key] for part in parts]) for key in parts[0].attributes
    }
    return MeshData(attributes, np.concatenate(indices))


def spline(points: Sequence[Sequence[float]]) -> Curve:
    """A smooth curve through ``points`` (Catmull-Rom, centripetal in the chord length), over [0, 1]."""
    given = np.asarray(points, np.float64)
    gaps = np.sqrt(np.linalg.norm(np.diff(given, axis=0), axis=1))
    knots = np.concatenate([[0.0], np.cumsum(np.maximum(gaps, 1e-9))])
    knots /= knots[-1]
    slopes = np.gradient(given, knots, axis=0) if len(given) > 2 else np.diff(given, axis=0).repeat(2, 0)

    def curve(t: Float64Array) -> Float64Array:
        index = np.clip(np.searchsorted(knots, t, side="right") - 1, 0, len(knots) - 2)
        width = knots[index + 1] - knots[index]
        share = ((t - knots[index]) / width)[..., None]
        wide = width[..., None]
        square, cube = share * share, share * share * share
        return np.asarray(
            (2 * cube - 3 * square + 1) * given[index]
            + (cube - 2 * square + share) * wide * slopes[index]
            + (3 * square - 2 * cube) * given[index + 1]
            + (cube - square) * wide * slopes[index + 1]
        )

    return curve


def polyline(points: Sequence[Sequence[float]]) -> Curve:
    """Straight lines through ``points``, over [0, 1] by length."""
    given = np.asarray(points, np.float64)
    lengths = np.maximum(np.linalg.norm(np.diff(given, axis=0), axis=1), 1e-9)
    knots = np.concatenate([[0.0], np.cumsum(lengths)]) / lengths.sum()

    def curve(t: Float64Array) -> Float64Array:
        return np.stack([np.interp(t, knots, given[:, axis]) for axis in range(given.shape[1])], -1)

    return curve


def turned(profile: Curve) -> Surface:
    """``profile``, a curve of (radius, y) from the bottom up, turned around y; normals point outwards."""

    def surface(u: Float64Array, v: Float64Array) -> Float64Array:
        radius, height = np.moveaxis(profile(v), -1, 0)
        angle = -2.0 * np.pi * u
        return np.stack(
            [np.maximum(radius, 0.0) * np.cos(angle), height, np.maximum(radius, 0.0) * np.sin(angle)], -1
        )

    return surface


def swept(
    path: Curve, radius: Callable[[Float64Array], Float64Array], flatten: float = 1.0, closed: bool = False
) -> Surface:
    """A round tube along ``path``, whose frame is carried along without twisting.

    ``flatten`` scales the section along the frame's second axis. v runs along the path, u around
    it. An open tube's ends are as wide as ``radius`` says there: 0 closes them.
    """
    samples = 2048
    t = np.linspace(0.0, 1.0, samples + 1)
    first, second = _frames(path, t, closed)

    def surface(u: Float64Array, v: Float64Array) -> Float64Array:
        angle = 2.0 * np.pi * u
        along = np.mod(v, 1.0 + 1e-12) if closed else v
        a, b = _interpolated(t, first, along), _interpolated(t, second, along)
        wide = radius(along)[..., None]
        return np.asarray(
            path(along) + wide * (np.cos(angle)[..., None] * a + flatten * np.sin(angle)[..., None] * b)
        )

    return surface


def _frames(path: Curve, t: Float64Array, closed: bool) -> tuple[Float64Array, Float64Array]:
    inside = np.clip(t, _STEP, 1.0 - _STEP) if not closed else t
    ahead, behind = inside + _STEP, inside - _STEP
    if closed:
        ahead, behind = np.mod(ahead, 1.0), np.mod(behind, 1.0)
    tangents = unit(path(ahead) - path(behind))
    normal = np.cross(tangents[0], [0.0, 0.0, 1.0])
    if np.linalg.norm(normal) < 1e-3:
        normal = np.cross(tangents[0], [0.0, 1.0, 0.0])
    frames = [normal / np.linalg.norm(normal)]
    for tangent in tangents[1:]:
        carried = frames[-1] - tangent * float(frames[-1] @ tangent)
        frames.append(carried / np.linalg.norm(carried))
    first = np.array(frames)
    if closed:
        # What the frame has turned by at the end is taken back evenly along the way.
        other = np.cross(tangents[-1], first[-1])
        gap = np.arctan2(float(first[0] @ other), float(first[0] @ first[-1]))
        angle = (gap * t)[:, None]
        first = np.cos(angle) * first + np.sin(angle) * np.cross(tangents, first)
    return first, np.cross(tangents, first)


def _interpolated(t: Float64Array, values: Float64Array, at: Float64Array) -> Float64Array:
    return np.stack([np.interp(at, t, values[:, axis]) for axis in range(3)], -1)


def teapot(detail: int) -> MeshData:
    """About 1.6 high on y = 0, the spout towards +x; four closed surfaces that reach into each other."""
    return joined(
        [
            patch(turned(spline(_BODY)), 32 * detail, 32 * detail),
            patch(turned(spline(_LID)), 32 * detail, 24 * detail),
            patch(swept(spline(_SPOUT), _spout_radius, flatten=0.8), 12 * detail, 20 * detail),
            patch(swept(spline(_HANDLE), _handle_radius, flatten=1.35), 10 * detail, 24 * detail),
        ]
    )


def _spout_radius(t: Float64Array) -> Float64Array:
    wide = 0.215 - 0.15 * np.minimum(t / 0.75, 1.0) ** 0.8 + 0.03 * np.clip((t - 0.75) / 0.25, 0.0, 1.0) ** 2
    return np.asarray(wide * _closing(t, 0.012))


def _handle_radius(t: Float64Array) -> Float64Array:
    return np.asarray((0.062 + 0.02 * np.cos(2 * np.pi * t)) * _closing(t, 0.02))


def _closing(t: Float64Array, share: float) -> Float64Array:
    """1, and down to 0 at both ends as a circle comes down, so that the tube is closed."""
    end = np.clip(np.minimum(t, 1.0 - t) / share, 0.0, 1.0)
    return np.asarray(np.sqrt(np.maximum(1.0 - (1.0 - end) ** 2, 0.0)))
