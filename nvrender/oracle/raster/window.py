"""Clip coordinates → triangles in window coordinates (OpenGL 1.5, 2.10, 3.3 to 3.5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from nvrender.oracle.raster.clip import GUARD, codes, cut, visible
from nvrender.oracle.raster.triangles import (
    SAMPLES,
    SUBPIXELS,
    BoolArray,
    Float32Array,
    Float64Array,
    IndexArray,
    Rules,
    Triangles,
    Vertices,
)

#: The varying that holds a point's own coordinates, (0, 0) at its upper left (ARB_point_sprite 3.3).
SPRITE = "sprite"


@dataclass(frozen=True)
class _Window:
    """Window coordinates of vertices, (N,) each."""

    x: Float64Array
    y: Float64Array
    z: Float64Array
    inverse_w: Float64Array


@np.errstate(all="ignore")
def triangles(vertices: Vertices, corners: IndexArray, rules: Rules) -> Triangles:
    """What ``corners``, (3, T) as assembled, give to be filled.

    Clipped, facing found and culled; triangles that can contain no sample are left out.
    """
    found = codes(vertices)
    seen, crossing = visible(found, corners)
    window = windowed(vertices.clip, rules)
    if not crossing.any():
        owner = np.flatnonzero(seen)
        corners = corners[:, owner]
        return _set_up(window, corners, corners[2], owner, vertices.varyings, rules)
    whole, cross = np.flatnonzero(seen & ~crossing), np.flatnonzero(crossing)
    more, pieces, parts_of = cut(vertices, found, corners[:, cross], rules.linear)
    # Window coordinates of the old vertices stay as they are, bit for bit.
    window = _joined(window, windowed(more.clip[len(vertices.clip) :], rules))
    source = np.concatenate([whole, cross[parts_of]])
    order = np.argsort(source, kind="stable")
    together = np.concatenate([corners[:, whole], pieces], axis=1)[:, order]
    owner = source[order]
    return _set_up(window, together, corners[2, owner], owner, more.varyings, rules)


@np.errstate(all="ignore")
def lines(vertices: Vertices, corners: IndexArray, rules: Rules) -> Triangles:
    """Lines, ``corners`` (2, T), as rectangles of their width (OpenGL 1.5, 3.4.4).

    They end at the viewport's sides, and their width may reach beyond (2.11).
    """
    found = codes(vertices, GUARD if rules.fills_frame else 1.0)
    seen, _ = visible(found, corners)
    chosen = np.flatnonzero(seen)
    vertices, pieces, parts_of = cut(vertices, found, corners[:, chosen], rules.linear)
    owner = chosen[parts_of]
    window = windowed(vertices.clip, rules)
    a, b = pieces
    across, along = window.x[b] - window.x[a], window.y[b] - window.y[a]
    scale = 0.5 * rules.line_width / np.hypot(across, along)
    right, up = along * scale, -across * scale
    long = np.isfinite(scale)
    a, b, right, up, owner = a[long], b[long], right[long], up[long], owner[long]
    ends = np.stack([a, b, b, a])
    moved = np.array([1.0, 1.0, -1.0, -1.0])[:, None]
    last = corners[1, owner]
    return _rectangles(window, ends, moved * right, moved * up, last, owner, vertices.varyings, rules)


@np.errstate(all="ignore")
def points(vertices: Vertices, corners: IndexArray, rules: Rules) -> Triangles:
    """Points, ``corners`` (1, T), as squares of their size (OpenGL 1.5, 3.3; ARB_point_sprite 3.3).

    Those whose centre is outside the view volume are not drawn (OpenGL 1.5, 2.11). Sizes below 1 count as 1.
    """
    found = codes(vertices)
    owner = np.flatnonzero(visible(found, corners)[0])
    chosen = corners[0, owner]
    window = windowed(vertices.clip, rules)
    if vertices.sizes is None:
        sizes = np.full(len(chosen), max(rules.point_size, 1.0))
    else:
        sizes = np.fmax(vertices.sizes[chosen].astype(np.float64), 1.0)
    place = np.repeat(chosen[None], 4, axis=0)
    corners_right, corners_up = np.array([[0.0, 1.0, 1.0, 0.0], [0.0, 0.0, 1.0, 1.0]])[:, :, None]
    right, up = (corners_right - 0.5) * sizes, (corners_up - 0.5) * sizes
    # Centre and size are rounded to sub-pixels, each by itself.
    snapped_sizes = np.rint(sizes * SUBPIXELS)
    first_x, first_y = (
        np.rint(each[chosen] * SUBPIXELS) - np.floor(0.5 * snapped_sizes) for each in (window.x, window.y)
    )
    snapped = first_x + corners_right * snapped_sizes, first_y + corners_up * snapped_sizes
    varyings = {name: values[place.ravel()] for name, values in vertices.varyings.items()}
    own = np.array([[0.0, 1.0, 0.0, 1.0], [1.0, 1.0, 0.0, 1.0], [1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]])
    varyings[SPRITE] = np.repeat(own.astype(np.float32), len(chosen), axis=0)
    expanded = _Window(*(values[place.ravel()] for values in _arrays(window)))
    ends = np.arange(place.size).reshape(4, -1)
    constant = frozenset(vertices.varyings)
    return _rectangles(
        expanded, ends, right, up, ends[0], owner, varyings, replace(rules, flat=constant), snapped
    )


def _arrays(window: _Window) -> tuple[Float64Array, Float64Array, Float64Array, Float64Array]:
    return window.x, window.y, window.z, window.inverse_w


def windowed(clip: Float32Array, rules: Rules) -> _Window:
    """OpenGL 1.5, 2.10: perspective division, viewport, depth range."""
    x, y, z, w = (np.ascontiguousarray(column, np.float64) for column in clip.T)
    left, bottom, width, height = rules.viewport or (0, 0, *rules.size)
    near, far = rules.depth_range
    inverse = 1.0 / w
    return _Window(
        (x * inverse + 1.0) * (0.5 * width) + left,
        (y * inverse + 1.0) * (0.5 * height) + bottom,
        z * inverse * (0.5 * (far - near)) + 0.5 * (far + near),
        inverse,
    )


def _joined(first: _Window, second: _Window) -> _Window:
    pairs = zip(_arrays(first), _arrays(second), strict=True)
    return _Window(*(np.concatenate(pair) for pair in pairs))


def _set_up(
    window: _Window,
    corners: IndexArray,
    last: IndexArray,
    owner: IndexArray,
    varyings: Mapping[str, Float32Array],
    rules: Rules,
) -> Triangles:
    """Facing and culling (OpenGL 1.5, 3.5.1)."""
    snapped_x, snapped_y = np.rint(window.x * SUBPIXELS), np.rint(window.y * SUBPIXELS)
    x, y = snapped_x[corners], snapped_y[corners]
    area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])
    keep = _holds_samples(x, rules.size[0], rules, 0) & _holds_samples(y, rules.size[1], rules, 1)
    front = (area > 0.0) == (rules.front_face == "CCW")
    keep &= area != 0.0
    if rules.cull_face:
        culled = {"FRONT": front, "BACK": ~front}.get(rules.cull_face, np.ones_like(front))
        keep &= ~culled
    chosen = np.flatnonzero(keep)
    x, y, corners, area = x[:, chosen], y[:, chosen], corners[:, chosen], area[chosen]
    # Counter-clockwise all.
    turn = area < 0.0
    for array in (x, y, corners):
        array[1, turn], array[2, turn] = array[2, turn], array[1, turn]
    return Triangles(
        x, y,
        window.x[corners], window.y[corners], window.z[corners], window.inverse_w[corners],
        corners, last[chosen], front[chosen], owner[chosen], varyings, rules.flat, rules.linear,
    )  # fmt: skip


def _holds_samples(places: Float64Array, size: int, rules: Rules, axis: int) -> BoolArray:
    """Whether a row or column of samples, inside the frame, lies between the corners."""
    offsets = sorted(sample[axis] for sample in SAMPLES[rules.samples])
    first, step = offsets[0], SUBPIXELS / len(offsets)
    low = np.maximum(np.minimum(np.minimum(places[0], places[1]), places[2]), 0.0)
    high = np.minimum(np.maximum(np.maximum(places[0], places[1]), places[2]), size * SUBPIXELS)
    inside: BoolArray = np.ceil((low - first) / step) <= np.floor((high - first) / step)
    return inside


def _rectangles(
    window: _Window,
    ends: IndexArray,
    right: Float64Array,
    up: Float64Array,
    last: IndexArray,
    owner: IndexArray,
    varyings: Mapping[str, Float32Array],
    rules: Rules,
    snapped: tuple[Float64Array, Float64Array] | None = None,
) -> Triangles:
    """Two triangles each, but for those that can contain no sample.

    Corner i of rectangle t is vertex ``ends[i, t]`` moved ``right`` and ``up``.

    ``snapped`` are the corners' places in whole sub-pixels, those nearest if None. Lines and points always
    face the front and are never culled (OpenGL 1.5, 2.14.1, 3.5.1).
    """
    split = np.array([[0, 0], [1, 2], [2, 3]])
    picked = split.reshape(-1)

    def chosen(values: Float64Array) -> Float64Array:
        return np.asarray(values[picked].reshape(3, 2, -1).transpose(0, 2, 1).reshape(3, -1))

    corners = ends[picked].reshape(3, 2, -1).transpose(0, 2, 1).reshape(3, -1)
    x, y = chosen(window.x[ends] + right), chosen(window.y[ends] + up)
    if snapped is None:
        snapped_x, snapped_y = np.rint(x * SUBPIXELS), np.rint(y * SUBPIXELS)
    else:
        snapped_x, snapped_y = map(chosen, snapped)
    keep = _holds_samples(snapped_x, rules.size[0], rules, 0)
    keep &= _holds_samples(snapped_y, rules.size[1], rules, 1)
    found = Triangles(
        snapped_x, snapped_y,
        x, y, window.z[corners], window.inverse_w[corners],
        corners, np.repeat(last, 2), np.ones(x.shape[1], np.bool_), np.repeat(owner, 2),
        varyings, rules.flat, rules.linear, True,
    )  # fmt: skip
    return found.chosen(keep)
