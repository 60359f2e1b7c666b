"""Filters for textures seen at a slant (EXT_texture_filter_anisotropic 3.8.5).

The extension leaves the filter to the implementation. Here it is the elliptical weighted average of
P. Heckbert, "Fundamentals of Texture Mapping and Image Warping" (1989), with Mesa's numbers: texels of one
level inside the ellipse that a pixel covers, widened by one texel, weighted by exp(−2 r²).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.texture import Texture
from nvrender.oracle.machine.ranges import IndexArray, expanded
from nvrender.oracle.texture.images import Texels, along, image_starts, images_of, read
from nvrender.oracle.texture.wrap import apply_wrap, stays_inside

Float64Array = npt.NDArray[np.float64]

#: Steps in which the weights fall from the middle to the edge of the ellipse.
_STEPS = 1023
_WEIGHTS = np.exp(-2.0 * np.arange(_STEPS + 1) / _STEPS)
_LONGEST = 1e9
#: Lanes whose texels are gathered at once, to bound the memory.
_TOGETHER = 8192
#: More than roots are rounded by.
_ROUNDING = 1e-6


def elliptical(
    texture: Texture, place: Float64Array, slopes: tuple[Float64Array, ...], bias: Float64Array | float
) -> Texels:
    """(n, C) texture values of a 2D texture at ``place`` (2, n) with derivatives ``slopes``.

    The level is that of the shorter axis of the pixel's footprint, which counts as at least the longer one's
    ``max_anisotropy``-th part. Where bias, bounds or the last level leave a footprint longer than that of
    the level's own texels could be, it counts as that long.
    """
    lanes = place.shape[1]
    parts = [slice(start, start + _TOGETHER) for start in range(0, lanes, _TOGETHER)] or [slice(0)]
    biases = np.broadcast_to(bias, lanes)
    return np.concatenate(
        [
            _averaged(texture, place[:, part], tuple(each[:, part] for each in slopes), biases[part])
            for part in parts
        ]
    )


def _averaged(
    texture: Texture, place: Float64Array, slopes: tuple[Float64Array, ...], bias: Float64Array
) -> Texels:
    images, base = images_of(texture), texture.base_level
    size = np.array(texture.extent(base)[:2], np.float64)[:, None]
    right, up = (np.clip(np.nan_to_num(each * size), -_LONGEST, _LONGEST) for each in slopes)
    lengths = (right**2).sum(axis=0), (up**2).sum(axis=0)
    longer, shorter = np.maximum(*lengths), np.minimum(*lengths)
    shorter = np.maximum(shorter, longer / texture.max_anisotropy**2)
    detail = np.clip(0.5 * np.log2(shorter) + texture.lod_bias + bias, texture.min_lod, texture.max_lod)
    level = np.clip(base + np.floor(detail), base, texture.last_level).astype(np.int64)
    scale = np.minimum(0.5 ** (level - base), 2.0 * texture.max_anisotropy / np.sqrt(longer))
    ellipse = _ellipse(*(each * scale for each in (*right, *up)))
    middle = np.stack([place[axis] * images.sizes[axis][level] - 0.5 for axis in (0, 1)])
    lane, column, row, distance = _inside(ellipse, middle)
    weight = _WEIGHTS[(distance * _STEPS / ellipse.edge[lane]).astype(np.intp)]
    texels = _texels(texture, level[lane], (column, row))
    count = len(level)
    weights = np.bincount(lane, weight, count)
    totals = [np.bincount(lane, weight * component, count) / weights for component in texels.T]
    return np.stack(totals, axis=1).astype(np.float32)


class _Ellipse(NamedTuple):
    """a u² + b u v + c v² < ``edge``, (n,) each, for texels u, v from the middle."""

    a: Float64Array
    b: Float64Array
    c: Float64Array
    edge: Float64Array

    def of(self, lane: IndexArray) -> _Ellipse:
        return _Ellipse(*(each[lane] for each in self))


def _ellipse(ux: Float64Array, vx: Float64Array, uy: Float64Array, vy: Float64Array) -> _Ellipse:
    a, b, c = vx * vx + vy * vy + 1.0, -2.0 * (ux * vx + uy * vy), ux * ux + uy * uy + 1.0
    return _Ellipse(a, b, c, a * c - b * b / 4.0)


def _inside(
    ellipse: _Ellipse, middle: Float64Array
) -> tuple[IndexArray, IndexArray, IndexArray, Float64Array]:
    """(m,) lanes, columns, rows and distances of all texels inside the ellipses around ``middle`` (2, n)."""
    reach = np.sqrt(ellipse.a)
    lane, row = _between(np.floor(middle[1] - reach), np.floor(middle[1] + reach))
    part = ellipse.of(lane)
    v = row - middle[1][lane]
    half = part.b * v / (2.0 * part.a)
    root = np.sqrt(np.maximum(half * half - (part.c * v * v - part.edge) / part.a, 0.0)) + _ROUNDING
    center = middle[0][lane] - half
    which, column = _between(np.ceil(center - root), np.floor(center + root))
    lane, row, v = lane[which], row[which], v[which]
    u = column - middle[0][lane]
    a, b, c, edge = ellipse.of(lane)
    distance = (a * u + b * v) * u + c * v * v
    inside = np.flatnonzero(distance < edge)
    return lane[inside], column[inside], row[inside], distance[inside]


def _between(first: Float64Array, last: Float64Array) -> tuple[IndexArray, IndexArray]:
    """Each i as often as there are whole numbers from ``first[i]`` to ``last[i]``, and these beside it."""
    counts = np.maximum(last - first + 1.0, 0.0).astype(np.intp)
    return expanded(counts, first.astype(np.intp))


def _texels(texture: Texture, level: IndexArray, place: tuple[IndexArray, IndexArray]) -> Texels:
    sizes = images_of(texture).sizes
    parts = [
        along(
            texture,
            axis,
            level,
            apply_wrap(each, sizes[axis][level], wrap, True),
            inside=stays_inside(wrap, True),
        )
        for axis, (each, wrap) in enumerate(zip(place, (texture.wrap_s, texture.wrap_t), strict=True))
    ]
    return read(texture, image_starts(texture, level, None), parts)
