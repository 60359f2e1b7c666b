"""Values at places of triangles: varyings with perspective, depths without (OpenGL 1.5, 3.5.1)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.oracle.raster.triangles import (
    SUBPIXELS,
    BoolArray,
    Float32Array,
    Float64Array,
    IndexArray,
    Triangles,
)


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
        first, *others = triangles.inverse_w
        #: Whether w is the same at all corners of each triangle.
        self.level = all(np.array_equal(first, other) for other in others)
        self._constant: dict[str, BoolArray] = {}
        z = triangles.z
        #: The depth at the first corner, and its changes.
        self._depth = (
            z[0],
            *(
                second * (z[1] - z[0]) + third * (z[2] - z[0])
                for second, third in zip(*self._slopes, strict=True)
            ),
        )

    def depths(
        self, triangle: IndexArray, x: IndexArray, y: IndexArray
    ) -> tuple[Float64Array, Float64Array, Float64Array]:
        """Window z at the lower left corners of pixels, and how much it changes along x and y."""
        first, along_x, along_y = (row[triangle] for row in self._depth)
        right, up = x - self._x[0][triangle], y - self._y[0][triangle]
        return np.asarray(first + right * along_x + up * along_y), along_x, along_y

    def lanes(self, triangle: IndexArray, x: npt.NDArray[Any], y: npt.NDArray[Any]) -> Lanes:
        """Places to interpolate at: triangles, and the columns and rows of pixels, whose centres count."""
        right, up = x + 0.5 - self._x[0][triangle], y + 0.5 - self._y[0][triangle]
        slopes = tuple((along_x[triangle], along_y[triangle]) for along_x, along_y in self._slopes)
        second, third = (right * along_x + up * along_y for along_x, along_y in slopes)
        return Lanes(self, self._triangles, triangle, second, third, slopes)

    def constant(self, name: str) -> BoolArray:
        """(4, T): the components of a varying that are one word at all corners of a triangle."""
        if name not in self._constant:
            words = self._triangles.varyings[name].view(np.uint32)
            first, second, third = (words.take(corner, axis=0) for corner in self._triangles.corners)
            self._constant[name] = ((first == second) & (first == third)).T
        return self._constant[name]


#: Pixels to the right and up, (N,) each.
Beside = tuple[npt.NDArray[Any], npt.NDArray[Any]]
#: What each corner counts for, (N,) each.
Shares = tuple[Float64Array, Float64Array, Float64Array]
Slopes = tuple[tuple[Float64Array, Float64Array], ...]


class Lanes:
    """The varyings of pixels, (N,), at their centres and beside them.

    ``Beside`` is so many pixels to the right and up of the centres.
    """

    def __init__(
        self,
        interpolation: Interpolation,
        triangles: Triangles,
        triangle: IndexArray,
        second: Float64Array,
        third: Float64Array,
        slopes: Slopes,
    ) -> None:
        self._interpolation = interpolation
        self._triangles = triangles
        self._triangle = triangle
        self._second, self._third, self._slopes = second, third, slopes
        self._corners = [row[triangle] for row in triangles.corners]
        self._inverse_w = None if interpolation.level else [row[triangle] for row in triangles.inverse_w]
        self._center = self.shares(None)

    def shares(self, beside: Beside | None) -> Shares:
        """The corners' shares of varyings, which add up to 1.

        Barycentric coordinates divided by w, equation 3.6 of OpenGL 1.5, 3.5.1.
        """
        linear = self._barycentric(beside)
        if self._inverse_w is None:
            return linear
        first, second, third = (
            share * inverse for share, inverse in zip(linear, self._inverse_w, strict=True)
        )
        with np.errstate(all="ignore"):
            scale = 1.0 / (first + second + third)
            return first * scale, second * scale, third * scale

    def inverse_w(self) -> Float64Array:
        """1/w at the centres, linear in the window."""
        if self._inverse_w is None:
            return np.asarray(self._triangles.inverse_w[0][self._triangle])
        a, b, c = self._inverse_w
        return np.asarray(a + self._second * (b - a) + self._third * (c - a))

    def weights(self) -> tuple[Float64Array, Float64Array, Float64Array]:
        """What varyings with perspective are divided by, and how it changes to the right and up."""
        if self._inverse_w is None:
            one = np.ones(len(self._triangle))
            return one, np.zeros_like(one), np.zeros_like(one)
        a, b, c = self._inverse_w
        (second_x, second_y), (third_x, third_y) = self._slopes
        right, up = (
            second * (b - a) + third * (c - a) for second, third in ((second_x, third_x), (second_y, third_y))
        )
        return self.inverse_w(), np.asarray(right), np.asarray(up)

    def changes(self, name: str) -> tuple[Float32Array, ...]:
        """How a varying changes to the right and up, (N, 4) each: by so much, over ``weights`` there.

        Of varyings without perspective by so much alone.
        """
        center = self.varying(name)
        if name in self._triangles.flat:
            return np.zeros_like(center), np.zeros_like(center)
        perspective = self._inverse_w is not None and name not in self._triangles.linear
        constant = self._interpolation.constant(name).T[self._triangle]
        rows = [self._triangles.varyings[name].take(corner, axis=0) for corner in self._corners]
        found = []
        for slopes in self._share_slopes():
            shares: list[Float64Array] = list(slopes)
            if perspective and self._inverse_w is not None:
                shares = [share * inverse for share, inverse in zip(shares, self._inverse_w, strict=True)]
            total = np.zeros(center.shape)
            for share, corner in zip(shares, rows, strict=True):
                total += share[:, None] * (corner.astype(np.float64) - center if perspective else corner)
            found.append(np.where(constant, np.float32(0.0), total.astype(np.float32)))
        return tuple(found)

    def _share_slopes(self) -> tuple[tuple[Float64Array, ...], ...]:
        """How the three barycentric coordinates change to the right, and up."""
        (second_x, second_y), (third_x, third_y) = self._slopes
        return (-second_x - third_x, second_x, third_x), (-second_y - third_y, second_y, third_y)

    def beside(self, name: str, beside: Beside) -> Float32Array:
        """(N, 4) of one varying beside the centres."""
        if name in self._triangles.linear and name not in self._triangles.flat:
            return self._total(name, self._barycentric(beside))
        return self.varying(name, self.shares(beside))

    def varying(self, name: str, shares: Shares | None = None) -> Float32Array:
        """(N, 4) of one varying, at the centres or where ``shares`` are."""
        values = self._triangles.varyings[name]
        if name in self._triangles.flat:
            return values.take(self._triangles.last[self._triangle], axis=0)
        if name in self._triangles.linear:
            return self._total(name, self._barycentric(None))
        return self._total(name, self._center if shares is None else shares)

    def _total(self, name: str, shares: Shares) -> Float32Array:
        """What is one word at all corners is that word everywhere: the shares add up to 1."""
        values = self._triangles.varyings[name]
        total: Float32Array = values.take(self._corners[0], axis=0)
        for component, constant in enumerate(self._interpolation.constant(name)):
            if constant.all():
                continue
            column = np.ascontiguousarray(values[:, component])
            first, second, third = (
                column.take(corner) * share for corner, share in zip(self._corners, shares, strict=True)
            )
            first += second
            first += third
            changing = ~constant[self._triangle] if constant.any() else True
            np.copyto(total[:, component], first, "same_kind", where=changing)
        return total

    def _barycentric(self, beside: Beside | None) -> Shares:
        second, third = self._second, self._third
        if beside is not None:
            (second_x, second_y), (third_x, third_y) = self._slopes
            second = second + beside[0] * second_x + beside[1] * second_y
            third = third + beside[0] * third_x + beside[1] * third_y
        return 1.0 - second - third, second, third


def _area(x: Float64Array, y: Float64Array) -> Float64Array:
    """Twice the area."""
    return np.asarray((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]))
