"""Lookups of the fixed-function stage in 2D textures (OpenGL 1.5, 3.8.8 and 3.8.9)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nvrender.oracle.raster import Float32Array, Float64Array, IndexArray

_ONE = np.float32(255.0)


@dataclass(frozen=True)
class Sampled:
    """RGBA mipmap levels, (H, W, 4) each with the bottom row first."""

    levels: tuple[Float32Array, ...]
    wrap: str
    filter: str


def made(pixels: npt.NDArray[np.uint8], wrap: str, filter: str) -> Sampled:
    """From (H, W) or (H, W, C) pixels, top row first, of LUMINANCE, LUMINANCE_ALPHA, RGB or RGBA."""
    image = (pixels[:, :, None] if pixels.ndim == 2 else pixels)[::-1].astype(np.float32) / _ONE
    components = image.shape[2]
    level = np.ones((*image.shape[:2], 4), np.float32)
    level[:, :, :3] = image[:, :, :3] if components > 2 else image[:, :, :1]
    if components in (2, 4):
        level[:, :, 3] = image[:, :, -1]
    levels = [level]
    while max(level.shape[:2]) > 1 and "MIPMAP" in filter:
        height, width = (max(size // 2, 1) for size in level.shape[:2])
        above, beside = (old // new for old, new in zip(level.shape, (height, width), strict=False))
        boxes = level[: height * above, : width * beside].reshape(height, above, width, beside, 4)
        level = np.rint(boxes.mean(axis=(1, 3)) * _ONE) / _ONE
        levels.append(level)
    return Sampled(tuple(levels), wrap, filter)


def sample(
    texture: Sampled, coordinates: Float32Array, right: Float32Array, up: Float32Array
) -> Float32Array:
    """(N, 4) at s/q, t/q of ``coordinates``, which change by ``right`` and ``up`` from pixel to pixel."""
    place = np.nan_to_num(coordinates[:, :2] / coordinates[:, 3:]).astype(np.float64)
    if "MIPMAP" not in texture.filter:
        return _filtered(texture, place, np.zeros(len(place), np.intp)).astype(np.float32)
    size = np.array(texture.levels[0].shape[1::-1])
    rho = np.maximum(np.hypot(*(right[:, :2] * size).T), np.hypot(*(up[:, :2] * size).T))
    detail = np.clip(np.nan_to_num(np.log2(rho), nan=0.0), 0.0, len(texture.levels) - 1)
    low = np.floor(detail).astype(np.intp)
    share = (detail - low)[:, None]
    high = np.minimum(low + 1, len(texture.levels) - 1)
    near, far = _filtered(texture, place, low), _filtered(texture, place, high)
    return np.asarray(near * (1.0 - share) + far * share).astype(np.float32)


def _filtered(texture: Sampled, place: Float64Array, level: IndexArray) -> Float64Array:
    found = np.zeros((len(place), 4))
    for number in np.unique(level):
        lanes = np.flatnonzero(level == number)
        image = texture.levels[number]
        size = np.array(image.shape[1::-1])
        if texture.filter == "NEAREST":
            column, row = _wrapped(np.floor(place[lanes] * size).astype(np.intp), size, texture.wrap).T
            found[lanes] = image[row, column]
            continue
        between = place[lanes] * size - 0.5
        first = np.floor(between).astype(np.intp)
        share_s, share_t = (between - first).T[:, :, None]
        left, bottom = _wrapped(first, size, texture.wrap).T
        right, top = _wrapped(first + 1, size, texture.wrap).T
        low = image[bottom, left] * (1.0 - share_s) + image[bottom, right] * share_s
        high = image[top, left] * (1.0 - share_s) + image[top, right] * share_s
        found[lanes] = low * (1.0 - share_t) + high * share_t
    return found


def _wrapped(texel: IndexArray, size: IndexArray, wrap: str) -> IndexArray:
    return texel % size if wrap == "REPEAT" else np.clip(texel, 0, size - 1)
