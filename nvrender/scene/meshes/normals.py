"""Normals of meshes whose files have none."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nvrender.scene.meshes.shapes import Float64Array, unit


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
