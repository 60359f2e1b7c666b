"""Values at places of triangles: varyings with perspective, depths without (OpenGL 1.5, 3.5.1)."""

from __future__ import annotations

import numpy as np

from nvrender.oracle.raster import SUBPIXELS, Float32Array, Float64Array, IndexArray, Triangles


class Interpolation:
    """Values of the varyings of ``triangles``.

    The places need not lie inside: of a pixel that a triangle covers only a sample of, the centre counts.
    """

    def __init__(self, triangles: Triangles) -> None:
        self._triangles = triangles
        self._x, self._y = triangles.x, triangles.y
        self._area = _area(self._x, self._y)
        # What rounding to sub-pixels has turned around counts as rounded.
        turned = np.flatnonzero(~(self._area > 0.0))
        if len(turned):
            self._x, self._y = self._x.copy(), self._y.copy()
            self._x[:, turned] = triangles.snapped_x[:, turned] / SUBPIXELS
            self._y[:, turned] = triangles.snapped_y[:, turned] / SUBPIXELS
            self._area = _area(self._x, self._y)

    def shares(self, triangle: IndexArray, x: Float64Array, y: Float64Array) -> Float64Array:
        """(3, N) barycentric coordinates of window coordinates in triangles (3.5.1)."""
        x0, x1, x2 = (row[triangle] for row in self._x)
        y0, y1, y2 = (row[triangle] for row in self._y)
        area = self._area[triangle]
        right, up = x - x0, y - y0
        second = (right * (y2 - y0) - up * (x2 - x0)) / area
        third = (up * (x1 - x0) - right * (y1 - y0)) / area
        return np.stack([1.0 - second - third, second, third])

    def perspective(self, triangle: IndexArray, shares: Float64Array) -> Float64Array:
        """The shares of values divided by w, equation 3.7 of 3.5.1."""
        weighted = shares * np.stack([row[triangle] for row in self._triangles.inverse_w])
        with np.errstate(all="ignore"):
            return np.asarray(weighted / (weighted[0] + weighted[1] + weighted[2]))

    def depth(self, triangle: IndexArray, x: Float64Array, y: Float64Array) -> Float64Array:
        """Window z, from the shares themselves."""
        shares = self.shares(triangle, x, y)
        z = self._triangles.z
        return np.asarray(sum(share * row[triangle] for share, row in zip(shares, z, strict=True)))

    def varying(
        self, name: str, triangle: IndexArray, shares: Float64Array, perspective: Float64Array
    ) -> Float32Array:
        """(N, 4) float32 of one varying."""
        values = self._triangles.varyings[name]
        if name in self._triangles.flat:
            return values[self._triangles.last[triangle]]
        if name in self._triangles.linear:
            perspective = shares
        total = np.zeros((len(triangle), 4))
        for share, corner in zip(perspective, self._triangles.corners, strict=True):
            total += share[:, None] * values[corner[triangle]]
        return total.astype(np.float32)


def _area(x: Float64Array, y: Float64Array) -> Float64Array:
    """Twice the area."""
    return np.asarray((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]))
