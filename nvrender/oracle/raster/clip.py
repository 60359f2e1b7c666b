"""Clipping of triangles and lines in clip coordinates (OpenGL 1.5, 2.11; NV_vertex_program2 2.11)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.oracle.raster.triangles import BoolArray, Float32Array, Float64Array, IndexArray, Vertices

#: What lies beyond the sides of the view volume is left to the edges of the frame, up to this many times the
#: viewport's width: the same pixels are drawn and no vertices are made. Window coordinates stay below 2^17.
GUARD = 3.0
_LEAST_W = 2.0**-100

#: Bits of the sides of the view volume that every primitive is held against.
_OUTSIDE = 6
_BAD = 1 << 15


@dataclass(frozen=True)
class Codes:
    """For each vertex the planes it lies outside: bit i of plane i, NaN outside of all.

    ``crossing`` (N,) tells of the planes a primitive must be cut at: w, near, far, the guard band's four and
    the enabled clip planes; ``outside`` of those that no primitive wholly beyond is drawn.
    """

    distances: Float64Array
    crossing: npt.NDArray[np.uint16]
    outside: npt.NDArray[np.uint16]


def codes(vertices: Vertices, guard: float = GUARD) -> Codes:
    """Where each vertex lies; ``guard`` is where primitives are cut."""
    x, y, z, w = (np.ascontiguousarray(column) for column in vertices.clip.T.astype(np.float64))
    distances = [w - _LEAST_W, w + z, w - z,
                 guard * w + x, guard * w - x, guard * w + y, guard * w - y,
                 *vertices.distances.T.astype(np.float64)]  # fmt: skip
    crossing = np.zeros(len(x), np.uint16)
    outside = np.zeros(len(x), np.uint16)
    for number, distance in enumerate(distances):
        crossing |= (~(distance >= 0.0)).astype(np.uint16) << np.uint16(number)
    for number, distance in enumerate((w + x, w - x, w + y, w - y, w + z, w - z)):
        outside |= (~(distance >= 0.0)).astype(np.uint16) << np.uint16(number)
    for number in range(len(vertices.distances.T)):
        beyond = (crossing >> np.uint16(7 + number)) & np.uint16(1)
        outside |= beyond << np.uint16(_OUTSIDE + number)
    bad = ~np.isfinite(vertices.clip).all(axis=1)
    outside[bad] |= np.uint16(_BAD)
    return Codes(np.array(distances), crossing, outside)


def visible(found: Codes, corners: IndexArray) -> tuple[BoolArray, BoolArray]:
    """Which primitives may be seen, and which of those must be cut; no vertex may be infinite or NaN."""
    outside = found.outside[corners]
    crossing = found.crossing[corners]
    every, some, cut = outside[0], outside[0], crossing[0]
    for row in range(1, len(corners)):
        every = every & outside[row]
        some = some | outside[row]
        cut = cut | crossing[row]
    seen = (every == 0) & (some < _BAD)
    return seen, seen & (cut != 0)


Ends = tuple[IndexArray, IndexArray]


def cut(
    vertices: Vertices, found: Codes, corners: IndexArray, linear: frozenset[str] = frozenset()
) -> tuple[Vertices, IndexArray, IndexArray]:
    """Cut triangles or lines, ``corners`` (3 or 2, T), at every plane some of them cross.

    The vertices with new ones behind them, the corners of what is left, in order, and which of the T
    primitives each is part of. ``linear`` are the varyings that are linear in the window.
    """
    owner = np.arange(corners.shape[1])
    distances = found.distances
    arrays: list[Float32Array] = [vertices.clip, *vertices.varyings.values(), vertices.distances]
    in_window = [False, *(name in linear for name in vertices.varyings), False]
    planes = int(np.bitwise_or.reduce(found.crossing[corners].ravel())) if corners.size else 0
    divide = _cut_triangles if len(corners) == 3 else _cut_lines
    for plane in range(len(distances)):
        if planes >> plane & 1:
            corners, owner, (inner, outer) = divide(distances[plane], corners, owner)
            step = distances[plane][inner] / (distances[plane][inner] - distances[plane][outer])
            steps = {False: step}
            if any(in_window):
                steps[True] = _in_window(step, arrays[0][inner, 3], arrays[0][outer, 3])
            arrays = [
                _extended(array, inner, outer, steps[which])
                for array, which in zip(arrays, in_window, strict=True)
            ]
            added = distances[:, inner] + step * (distances[:, outer] - distances[:, inner])
            added[plane] = 0.0
            distances = np.concatenate([distances, added], axis=1)
    names = dict(zip(vertices.varyings, arrays[1:-1], strict=True))
    return Vertices(arrays[0], names, arrays[-1], vertices.sizes), corners, owner


def _in_window(step: Float64Array, inner: Float32Array, outer: Float32Array) -> Float64Array:
    """How far on the way out the new vertices are in the window (EXT_gpu_shader4 issue 10).

    ``inner`` and ``outer`` are the ends' w; undefined where one is not positive, and then it is ``step``.
    """
    with np.errstate(all="ignore"):
        near, far = (1.0 - step) * inner, step * outer
        return np.where((inner > 0.0) & (outer > 0.0), far / (near + far), step)


def _extended(array: Float32Array, inner: IndexArray, outer: IndexArray, step: Float64Array) -> Float32Array:
    """With the vertices that lie ``step`` on the way out (OpenGL 1.5, 2.13.8); equal words stay."""
    near, far = array[inner], array[outer]
    with np.errstate(all="ignore"):
        between = near + step[:, None] * (far.astype(np.float64) - near)
    np.copyto(near, between, "same_kind", where=near.view(np.uint32) != far.view(np.uint32))
    return np.concatenate([array, near])


def _cut_triangles(
    distance: Float64Array, corners: IndexArray, owner: IndexArray
) -> tuple[IndexArray, IndexArray, Ends]:
    """One or two triangles for each that crosses the plane, none for those beyond, in order."""
    inside = distance[corners] >= 0.0
    count = inside.sum(axis=0)
    one, two = np.flatnonzero(count == 1), np.flatnonzero(count == 2)
    whole = np.flatnonzero(count == 3)
    # Turned so that the odd one out comes first.
    single = _turned(corners[:, one], inside[:, one].argmax(axis=0))
    double = _turned(corners[:, two], inside[:, two].argmin(axis=0))
    inner = np.concatenate([single[0], single[0], double[1], double[2]])
    outer = np.concatenate([single[1], single[2], double[0], double[0]])
    new = len(distance) + np.arange(len(inner))
    left, right, enter, leave = np.split(new, np.cumsum([len(one), len(one), len(two)]))
    parts = [
        (corners[:, whole], whole),
        (np.stack([single[0], left, right]), one),
        (np.stack([enter, double[1], double[2]]), two),
        (np.stack([enter, double[2], leave]), two),
    ]
    return *_in_order(parts, owner), (inner, outer)


def _cut_lines(
    distance: Float64Array, corners: IndexArray, owner: IndexArray
) -> tuple[IndexArray, IndexArray, Ends]:
    inside = distance[corners] >= 0.0
    whole = np.flatnonzero(inside.all(axis=0))
    leaving, entering = (np.flatnonzero(inside[a] & ~inside[1 - a]) for a in (0, 1))
    inner = np.concatenate([corners[0, leaving], corners[1, entering]])
    outer = np.concatenate([corners[1, leaving], corners[0, entering]])
    new = len(distance) + np.arange(len(inner))
    parts = [
        (corners[:, whole], whole),
        (np.stack([corners[0, leaving], new[: len(leaving)]]), leaving),
        (np.stack([new[len(leaving) :], corners[1, entering]]), entering),
    ]
    return *_in_order(parts, owner), (inner, outer)


def _turned(corners: IndexArray, first: IndexArray) -> IndexArray:
    """Each triangle's corners from number ``first`` on, in the same direction."""
    places = (np.arange(3)[:, None] + first) % 3
    return np.take_along_axis(corners, places, axis=0)


def _in_order(parts: list[tuple[IndexArray, IndexArray]], owner: IndexArray) -> tuple[IndexArray, IndexArray]:
    whose = np.concatenate([source for _, source in parts])
    order = np.argsort(whose, kind="stable")
    return np.concatenate([made for made, _ in parts], axis=1)[:, order], owner[whose[order]]
