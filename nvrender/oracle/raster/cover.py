"""Which samples of which pixels each triangle covers, found in 2×2 quads of pixels (OpenGL 1.5, 3.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from nvrender.oracle.machine.ranges import expanded
from nvrender.oracle.raster.triangles import (
    SAMPLES,
    SUBPIXELS,
    BoolArray,
    Float64Array,
    IndexArray,
    Triangles,
)

#: Quads looked at together: at most, at least, and between these a part of all.
_MOST, _LEAST, _PARTS = 1 << 16, 1 << 14, 4
_QUAD = 2 * SUBPIXELS


@dataclass(frozen=True)
class Quads:
    """Quads that triangles cover a part of, in the order drawn.

    ``triangle``, ``x`` and ``y`` (Q,): the triangle, and the column and row of the quad's lower left pixel.
    ``covered`` (Q, 4, S): the samples covered of pixels (0, 0), (1, 0), (0, 1), (1, 1) of the quad.
    """

    triangle: IndexArray
    x: IndexArray
    y: IndexArray
    covered: BoolArray


def cover(triangles: Triangles, size: tuple[int, int], samples: int) -> Iterator[Quads]:
    """The quads of all triangles inside a frame of ``size`` pixels, some thousand at a time."""
    if not len(triangles):
        return
    edges = _edges(triangles)
    for triangle, column, row in _candidates(triangles, edges, size):
        covered = _covered(edges, triangle, column, row, samples)
        # Of a frame of odd size the last quads are half outside.
        if size[0] % 2:
            covered[1::2, :, column == size[0] // 2] = False
        if size[1] % 2:
            covered[2:, :, row == size[1] // 2] = False
        hit = np.flatnonzero(covered.any(axis=(0, 1)))
        if len(hit):
            seen = np.ascontiguousarray(covered[:, :, hit].transpose(2, 0, 1))
            quads = Quads(triangle[hit], 2 * column[hit], 2 * row[hit], seen)
            yield _whole(quads, triangles.owner) if triangles.rectangles else quads


def _whole(quads: Quads, owner: IndexArray) -> Quads:
    """Points and lines, of halves: of each pixel one fragment, row by row (OpenGL 1.5, 3.3 and 3.4)."""
    height, width = quads.y.max() + 1, quads.x.max() + 1
    keys = (owner[quads.triangle] * height + quads.y) * width + quads.x
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    covered = np.zeros((len(first), *quads.covered.shape[1:]), np.bool_)
    np.logical_or.at(covered, number, quads.covered)
    return Quads(quads.triangle[first], quads.x[first], quads.y[first], covered)


@dataclass(frozen=True)
class _Edges:
    """a x + b y + c ≥ 0 for the sub-pixels inside each of three edges, (3, T), whole numbers below 2^53.

    An edge that two triangles share belongs to one of them (OpenGL 1.5, 3.5.1): to the one on its right,
    of a horizontal edge the one above. For the other, c is 1 less.
    """

    a: Float64Array
    b: Float64Array
    c: Float64Array


def _edges(triangles: Triangles) -> _Edges:
    x, y = triangles.snapped_x, triangles.snapped_y
    a = y - np.roll(y, -1, axis=0)
    b = np.roll(x, -1, axis=0) - x
    owned = (a > 0.0) | ((a == 0.0) & (b > 0.0))
    return _Edges(a, b, -(a * x + b * y) - ~owned)


def _candidates(
    triangles: Triangles, edges: _Edges, size: tuple[int, int]
) -> Iterator[tuple[IndexArray, IndexArray, IndexArray]]:
    """(triangle, column, row) of quads that triangles may touch, in order, in chunks."""
    low, high = _bounds(triangles.snapped_x, size[0])
    bottom, top = _bounds(triangles.snapped_y, size[1])
    triangle, row = expanded(np.maximum(top - bottom + 1, 0), bottom)
    first, last = low[triangle], high[triangle]
    wide = np.flatnonzero(last - first > 1)
    if len(wide):
        left, right = _span(edges, triangle[wide], row[wide])
        first[wide] = np.maximum(first[wide], left)
        last[wide] = np.minimum(last[wide], right)
    counts = np.maximum(last - first + 1, 0)
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    chunk = min(max(total // _PARTS, _LEAST), _MOST)
    owners = triangles.owner[triangle] if triangles.rectangles else triangle
    start = 0
    while start < len(counts):
        done = ends[start - 1] if start else 0
        stop = max(int(np.searchsorted(ends, done + chunk, side="right")), start + 1)
        if triangles.rectangles and stop < len(counts):  # not between halves
            stop = int(np.searchsorted(owners, owners[stop - 1], side="right"))
        here, column = expanded(counts[start:stop], first[start:stop])
        yield triangle[start:stop][here], column, row[start:stop][here]
        start = stop


def _bounds(places: Float64Array, size: int) -> tuple[IndexArray, IndexArray]:
    """The first and last quad between the corners and inside the frame."""
    low = np.floor(np.minimum(np.minimum(places[0], places[1]), places[2]) / _QUAD)
    high = np.floor(np.maximum(np.maximum(places[0], places[1]), places[2]) / _QUAD)
    limit = (size + 1) // 2 - 1
    return np.maximum(low, 0).astype(np.intp), np.minimum(high, limit).astype(np.intp)


def _span(edges: _Edges, triangle: IndexArray, row: IndexArray) -> tuple[IndexArray, IndexArray]:
    """The first and last quad of a row that the edges allow, never too few."""
    left = np.zeros(len(row))
    right = np.full(len(row), 2.0**30)
    bottom = row * float(_QUAD)
    with np.errstate(all="ignore"):
        for a, b, c in zip(edges.a, edges.b, edges.c, strict=True):
            a, b, c = a[triangle], b[triangle], c[triangle]
            most = c + b * bottom + np.maximum(b, 0.0) * _QUAD
            place = -most / a
            left = np.where(a > 0.0, np.maximum(left, place - 1.0), left)
            right = np.where(a < 0.0, np.minimum(right, place + 1.0), right)
            right = np.where((a == 0.0) & (most < 0.0), -1.0, right)
    return np.floor(left / _QUAD).astype(np.intp), np.floor(right / _QUAD).astype(np.intp)


def _covered(
    edges: _Edges, triangle: IndexArray, column: IndexArray, row: IndexArray, samples: int
) -> BoolArray:
    """(4, S, n): which samples of the quads' pixels are covered."""
    places = SAMPLES[samples]
    offsets = [
        (float(SUBPIXELS * (pixel % 2) + x), float(SUBPIXELS * (pixel // 2) + y))
        for pixel in range(4)
        for x, y in places
    ]
    inside = np.ones((len(offsets), len(triangle)), np.bool_)
    x, y = column * float(_QUAD), row * float(_QUAD)
    for a, b, c in zip(edges.a, edges.b, edges.c, strict=True):
        a, b = a[triangle], b[triangle]
        corner = a * x + b * y + c[triangle]
        across = {right: a * right for right in {right for right, _ in offsets}}
        along = {up: b * up + corner for up in {up for _, up in offsets}}
        for place, (right, up) in enumerate(offsets):
            inside[place] &= across[right] + along[up] >= 0.0
    return inside.reshape(4, len(places), len(triangle))
