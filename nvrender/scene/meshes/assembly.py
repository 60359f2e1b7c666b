"""A mesh drawn as other primitives than its own: points, edges, and triangles with their neighbours."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.scene.forms.meshes import Galaxy, Mesh
from nvrender.scene.meshes.shapes import MeshData
from nvrender.source import SceneError

IndexArray = npt.NDArray[np.int64]

_DERIVED = ("POINTS", "LINES", "LINES_ADJACENCY", "TRIANGLES_ADJACENCY")


def assembled(mesh: MeshData, primitive: str | None) -> MeshData:
    """``mesh`` drawn as ``primitive``, None for its own.

    Of triangles POINTS are the vertices, each once; LINES the edges, each once; LINES_ADJACENCY the edges
    between the third corners of the two triangles that share it; TRIANGLES_ADJACENCY the triangles with the
    third corner of the triangle behind each edge (NV_geometry_program4 2.6.1). Vertices at one place count as
    one, and triangles with two corners at one place as none. Where there is no triangle behind an edge its
    own first vertex stands for the corner. All other primitives take the indices as they come. SceneError
    where the mesh has no triangles to derive them from.
    """
    if primitive is None or primitive == mesh.primitive:
        return mesh
    if primitive not in _DERIVED or (primitive in ("POINTS", "LINES") and mesh.primitive != "TRIANGLES"):
        return replace(mesh, primitive=primitive)
    _check_triangles(mesh.primitive, primitive)
    return _derived(ByIdentity(mesh), primitive)


def drawn_as(form: Mesh, primitive: str | None) -> str:
    """What a mesh is drawn as, before it is built. SceneError as ``assembled`` raises it."""
    own = "POINTS" if isinstance(form, Galaxy) else "TRIANGLES"
    if primitive is not None and primitive in _DERIVED and primitive.endswith("ADJACENCY"):
        _check_triangles(own, primitive)
    return primitive or own


def _check_triangles(own: str, primitive: str) -> None:
    if own != "TRIANGLES":
        raise SceneError(f"the neighbours of {primitive} are those of triangles; the mesh is of {own}")


class ByIdentity:
    """A mesh as a key, by identity: built meshes are kept and never change."""

    def __init__(self, mesh: MeshData) -> None:
        self.mesh = mesh

    def __hash__(self) -> int:
        return id(self.mesh)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, ByIdentity) and self.mesh is other.mesh


@lru_cache(maxsize=32)
def _derived(key: ByIdentity, primitive: str) -> MeshData:
    mesh = key.mesh
    indices = np.arange(mesh.vertices) if mesh.indices is None else mesh.indices.astype(np.int64)
    if primitive == "POINTS":
        found = np.unique(indices)
    else:
        triangles = indices[: len(indices) // 3 * 3].reshape(-1, 3)
        found = _edges(mesh, triangles, primitive)
    return replace(mesh, indices=found.reshape(-1).astype(np.uint32), primitive=primitive)


def _edges(mesh: MeshData, triangles: IndexArray, primitive: str) -> IndexArray:
    _, place = np.unique(mesh.attributes[0], axis=0, return_inverse=True)
    place = place.reshape(-1)
    starts = triangles.reshape(-1)
    ends = triangles[:, [1, 2, 0]].reshape(-1)
    corners = triangles[:, [2, 0, 1]].reshape(-1)
    held = place[triangles]
    real = (held != held[:, [1, 2, 0]]).all(axis=1)
    behind = _behind(place[starts], place[ends], corners, starts, np.repeat(real, 3))
    if primitive == "TRIANGLES_ADJACENCY":
        return np.stack([starts, behind], axis=-1)
    low, high = np.minimum(place[starts], place[ends]), np.maximum(place[starts], place[ends])
    _, first = np.unique(np.stack([low, high], axis=-1), axis=0, return_index=True)
    first = np.sort(first[low[first] != high[first]])
    if primitive == "LINES":
        return np.stack([starts[first], ends[first]], axis=-1)
    return np.stack([corners[first], starts[first], ends[first], behind[first]], axis=-1)


def _behind(
    start: IndexArray, end: IndexArray, corners: IndexArray, missing: IndexArray, real: npt.NDArray[np.bool_]
) -> IndexArray:
    """Of each edge the third corner of the first ``real`` triangle that has it the other way round."""
    span = int(max(start.max(initial=0), end.max(initial=0))) + 1
    own, other = (start * span + end)[real], end * span + start
    if not len(own):
        return missing
    sorted_own, first = np.unique(own, return_index=True)
    found = np.minimum(np.searchsorted(sorted_own, other), len(sorted_own) - 1)
    return np.where(sorted_own[found] == other, corners[real][first[found]], missing)
