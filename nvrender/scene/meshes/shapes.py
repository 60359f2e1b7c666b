"""Surfaces from functions of two parameters: positions, normals, texture coordinates, triangles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Float64Array = npt.NDArray[np.float64]
Surface = Callable[[Float64Array, Float64Array], Float64Array]
Curve = Callable[[Float64Array], Float64Array]

#: How far to either side a surface is looked at for its normal, in units of its parameters.
_STEP = 1e-4


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
