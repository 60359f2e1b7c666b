"""Arrays of a mesh: tangents along its texture coordinates, normals of files without, and further places."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nvrender.scene.meshes.assembly import ByIdentity
from nvrender.scene.meshes.shapes import MeshData, unit
from nvrender.source import SceneError

Float64Array = npt.NDArray[np.float64]

#: The attribute that holds them: vertex.texcoord[1].
TANGENTS = 9
_POSITIONS, _NORMALS, _COLORS, _COORDINATES = 0, 2, 3, 8
#: What scenes call the arrays of a mesh.
_PARTS = {
    "position": _POSITIONS,
    "normal": _NORMALS,
    "color": _COLORS,
    "texcoord": _COORDINATES,
    "tangent": TANGENTS,
}


def averaged_normals(positions: Float64Array, triangles: npt.NDArray[np.int64]) -> Float64Array:
    """Unit normals (N, 3) of vertices at ``positions`` (N, 3): averages of those of their triangles (M, 3).

    A triangle counts by its angle at the vertex, so how a face is cut into triangles changes nothing; its
    normal is on the side from which its vertices are counter-clockwise. A vertex without triangles, and
    one whose triangles cancel or have no area, has (0, 1, 0).
    """
    corners = (positions / (np.abs(positions).max(initial=0.0) or 1.0))[triangles]
    sums = np.zeros_like(positions)
    flat = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(flat, axis=1)
    normals = flat / np.where(area > 0.0, area, 1.0)[:, None]
    for place in range(3):
        first, second = (corners[:, (place + step) % 3] - corners[:, place] for step in (1, 2))
        angle = np.arctan2(area, (first * second).sum(axis=1))
        for axis in range(3):
            weights = angle * normals[:, axis]
            sums[:, axis] += np.bincount(triangles[:, place], weights, minlength=len(positions))
    sums[np.linalg.norm(sums, axis=1) < 1e-12] = 0.0
    return unit(sums)


def with_tangents(mesh: MeshData) -> MeshData:
    """A mesh of triangles with attribute 9, (N, 4): a unit vector across the normal, along growing s.

    The fourth component is 1 where normal × tangent is along growing t, and −1 where it is against it.
    Meshes without normals, texture coordinates or triangles stay as they are.
    """
    known = {_POSITIONS, _NORMALS, _COORDINATES} <= mesh.attributes.keys()
    if TANGENTS in mesh.attributes or not known or mesh.primitive != "TRIANGLES":
        return mesh
    return _computed(ByIdentity(mesh))


def with_parts(mesh: MeshData, parts: frozenset[tuple[int, str]]) -> MeshData:
    """The mesh with arrays of it, by their names, as further attributes; SceneError for one it has not."""
    for number, part in sorted(parts):
        if _PARTS[part] not in mesh.attributes:
            has = ", ".join(name for name, place in _PARTS.items() if place in mesh.attributes)
            raise SceneError(f"{number}: the mesh has no {part}; it has {has}")
    return _placed(ByIdentity(mesh), parts)


@lru_cache(maxsize=32)
def _placed(key: ByIdentity, parts: frozenset[tuple[int, str]]) -> MeshData:
    arrays = key.mesh.attributes
    return replace(key.mesh, attributes=arrays | {number: arrays[_PARTS[part]] for number, part in parts})


@lru_cache(maxsize=32)
def _computed(key: ByIdentity) -> MeshData:
    mesh = key.mesh
    points, normals, coordinates = (
        mesh.attributes[number].astype(np.float64) for number in (_POSITIONS, _NORMALS, _COORDINATES)
    )
    order = np.arange(mesh.vertices) if mesh.indices is None else mesh.indices.astype(np.int64)
    corners = order[: len(order) // 3 * 3].reshape(-1, 3)
    along_s, along_t = _directions(points[:, :3], coordinates[:, :2], corners)
    normals = normals[:, :3]
    across = along_s - normals * (along_s * normals).sum(axis=1, keepdims=True)
    bare = ~(np.linalg.norm(across, axis=1) > 1e-12)
    # Where no direction is left any one across the normal will do.
    axis = np.eye(3)[np.abs(normals[bare]).argmin(axis=1)]
    across[bare] = np.cross(normals[bare], axis)
    tangents = unit(across)
    side = np.where((np.cross(normals, tangents) * along_t).sum(axis=1) < 0.0, -1.0, 1.0)
    found = np.concatenate([tangents, side[:, None]], axis=1).astype(np.float32)
    found.flags.writeable = False
    return replace(mesh, attributes={**mesh.attributes, TANGENTS: found})


def _directions(
    points: Float64Array, coordinates: Float64Array, corners: npt.NDArray[np.int64]
) -> tuple[Float64Array, Float64Array]:
    """Where s and t grow at each vertex, summed over its triangles, larger ones counting more."""
    first, second = (points[corners[:, place]] - points[corners[:, 0]] for place in (1, 2))
    (s1, t1), (s2, t2) = (
        (coordinates[corners[:, place]] - coordinates[corners[:, 0]]).T[:, :, None] for place in (1, 2)
    )
    turn = np.sign(s1 * t2 - s2 * t1)
    found = []
    for direction in (first * t2 - second * t1, second * s1 - first * s2):
        sums = np.zeros_like(points)
        for place in range(3):
            np.add.at(sums, corners[:, place], direction * turn)
        found.append(sums)
    return found[0], found[1]
