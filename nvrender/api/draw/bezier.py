"""Bézier curves and surfaces of any order (OpenGL 1.5, 5.1)."""

from __future__ import annotations

from math import comb

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


def _basis(order: int, t: Array) -> Array:
    """(N, order): Bernstein's polynomials of degree order - 1 at ``t`` (N,)."""
    degree = order - 1
    columns = [comb(degree, i) * t**i * (1.0 - t) ** (degree - i) for i in range(order)]
    return np.stack(columns, axis=1)


def curve(points: Array, t: Array) -> Array:
    """(N, k): the curve of control points (order, k) at ``t`` (N,), which is from 0 to 1 between its ends."""
    return _basis(len(points), t) @ points


def surface(points: Array, s: Array, t: Array) -> Array:
    """(N, k): the surface of control points (s's order, t's order, k) at ``s`` and ``t`` (N,)."""
    along_s = np.einsum("ni,ijk->njk", _basis(points.shape[0], s), points)
    found: Array = np.einsum("nj,njk->nk", _basis(points.shape[1], t), along_s)
    return found


def derivatives(points: Array, s: Array, t: Array) -> tuple[Array, Array]:
    """The surface's partial derivatives by s and by t, (N, k) each."""
    nothing = np.zeros((len(s), points.shape[2]))
    rows, columns = points.shape[0] - 1, points.shape[1] - 1
    by_s = surface(rows * np.diff(points, axis=0), s, t) if rows else nothing
    by_t = surface(columns * np.diff(points, axis=1), s, t) if columns else nothing
    return by_s, by_t
