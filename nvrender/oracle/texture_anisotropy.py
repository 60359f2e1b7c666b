"""Filters for textures seen at a slant (EXT_texture_filter_anisotropic 3.8.5).

The extension leaves the filter to the implementation. Here it is the elliptical weighted average of
P. Heckbert, "Fundamentals of Texture Mapping and Image Warping" (1989), with Mesa's numbers: texels of one
level inside the ellipse that a pixel covers, widened by one texel, weighted by exp(−2 r²).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures import Texture
from nvrender.oracle.texture_images import Texels, along, images_of, read
from nvrender.oracle.texture_wrap import apply_wrap

Float64Array = npt.NDArray[np.float64]

#: Steps in which the weights fall from the middle to the edge of the ellipse.
_STEPS = 1023
_WEIGHTS = np.exp(-2.0 * np.arange(_STEPS + 1) / _STEPS)
_LONGEST = 1e9


def elliptical(
    texture: Texture, place: Float64Array, slopes: tuple[Float64Array, ...], bias: Float64Array | float
) -> Texels:
    """(n, C) texture values of a 2D texture at ``place`` (2, n) with derivatives ``slopes``.

    The level is that of the shorter axis of the pixel's footprint, which counts as at least the longer one's
    ``max_anisotropy``-th part.
    """
    images, base = images_of(texture), texture.base_level
    size = np.array(texture.extent(base)[:2], np.float64)[:, None]
    right, up = (np.clip(np.nan_to_num(each * size), -_LONGEST, _LONGEST) for each in slopes)
    lengths = (right**2).sum(axis=0), (up**2).sum(axis=0)
    longer, shorter = np.maximum(*lengths), np.minimum(*lengths)
    shorter = np.maximum(shorter, longer / texture.max_anisotropy**2)
    detail = np.clip(0.5 * np.log2(shorter) + texture.lod_bias + bias, texture.min_lod, texture.max_lod)
    level = np.clip(base + np.floor(detail), base, texture.last_level).astype(np.int64)
    scale = 0.5 ** (level - base)
    ux, vx, uy, vy = (each * scale for each in (*right, *up))
    a, b, c = vx * vx + vy * vy + 1.0, -2.0 * (ux * vx + uy * vy), ux * ux + uy * uy + 1.0
    edge = a * c - b * b / 4.0
    middle = [place[axis] * images.sizes[axis][level] - 0.5 for axis in (0, 1)]
    reach = np.sqrt(c), np.sqrt(a)
    first = [np.floor(center - far) for center, far in zip(middle, reach, strict=True)]
    last = [np.floor(center + far) for center, far in zip(middle, reach, strict=True)]
    columns, rows = (int((high - low).max(initial=-1.0)) + 1 for low, high in zip(first, last, strict=True))
    total: Texels | None = None
    weights = np.zeros(len(level))
    for row in range(rows):
        for column in range(columns):
            u, v = first[0] + column - middle[0], first[1] + row - middle[1]
            distance = (a * u + b * v) * u + c * v * v
            inside = (distance < edge) & (first[0] + column <= last[0]) & (first[1] + row <= last[1])
            lanes = np.flatnonzero(inside)
            weight = _WEIGHTS[(distance[lanes] * _STEPS / edge[lanes]).astype(np.intp)]
            texels = _texels(texture, level[lanes], (first[0][lanes] + column, first[1][lanes] + row))
            if total is None:
                total = np.zeros((len(level), texels.shape[1]), np.float64)
            total[lanes] += weight[:, None] * texels
            weights[lanes] += weight
    if total is None:
        total = np.zeros((len(level), texture.levels[0].shape[-1]))
    return np.asarray((total / weights[:, None]).astype(np.float32))


def _texels(
    texture: Texture, level: npt.NDArray[np.int64], place: tuple[Float64Array, Float64Array]
) -> Texels:
    sizes = images_of(texture).sizes
    parts = [
        along(texture, axis, level, apply_wrap(each.astype(np.int64), sizes[axis][level], wrap, True))
        for axis, (each, wrap) in enumerate(zip(place, (texture.wrap_s, texture.wrap_t), strict=True))
    ]
    return read(texture, level, np.zeros(len(level), np.int64), parts)
