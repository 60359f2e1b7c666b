"""A pot of our own: turned body and lid, a spout and a handle swept along curves."""

from __future__ import annotations

import numpy as np

from nvrender.scene.meshes.shapes import Float64Array, MeshData, joined, patch, spline, swept, turned

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
