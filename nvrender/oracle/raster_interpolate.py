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
        x, y = self._x, self._y
        #: How much the second and third share change along x and y.
        self._slopes = (
            ((y[2] - y[0]) / self._area, (x[0] - x[2]) / self._area),
            ((y[0] - y[1]) / self._area, (x[1] - x[0]) / self._area),
        )
        z = triangles.z
        #: The depth at the first corner, and its changes.
        self._depth = (
            z[0],
            *(
                second * (z[1] - z[0]) + third * (z[2] - z[0])
                for second, third in zip(*self._slopes, strict=True)
            ),
        )

    def shares(self, triangle: IndexArray, x: Float64Array, y: Float64Array) -> Float64Array:
        """(3, N) barycentric coordinates of window coordinates in triangles (3.5.1)."""
        right, up = x - self._x[0][triangle], y - self._y[0][triangle]
        shares = np.empty((3, len(triangle)))
        for row, (along_x, along_y) in enumerate(self._slopes, 1):
            np.multiply(right, along_x[triangle], out=shares[row])
            shares[row] += up * along_y[triangle]
        np.subtract(1.0, shares[1], out=shares[0])
        shares[0] -= shares[2]
        return shares

    def perspective(self, triangle: IndexArray, shares: Float64Array) -> Float64Array:
        """The shares of values divided by w, equation 3.7 of 3.5.1."""
        weighted = shares * np.stack([row[triangle] for row in self._triangles.inverse_w])
        with np.errstate(all="ignore"):
            return np.asarray(weighted / (weighted[0] + weighted[1] + weighted[2]))

    def depth(self, triangle: IndexArray, x: Float64Array, y: Float64Array) -> Float64Array:
        """Window z, which is linear in x and y."""
        first, along_x, along_y = (row[triangle] for row in self._depth)
        right, up = x - self._x[0][triangle], y - self._y[0][triangle]
        return np.asarray(first + right * along_x + up * along_y)

    def varying(
        self, name: str, triangle: IndexArray, shares: Float64Array, perspective: Float64Array
    ) -> Float32Array:
        """(N, 4) float32 of one varying."""
        values = self._triangles.varyings[name]
        if name in self._triangles.flat:
            return values.take(self._triangles.last[triangle], axis=0)
        if name in self._triangles.linear:
            perspective = shares
        total = np.zeros((len(triangle), 4), np.float32)
        for share, corner in zip(perspective, self._triangles.corners, strict=True):
            part = values.take(corner[triangle], axis=0)
            part *= share.astype(np.float32)[:, None]
            total += part
        return total


def _area(x: Float64Array, y: Float64Array) -> Float64Array:
    """Twice the area."""
    return np.asarray((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]))
