"""The level of detail: scale factor, bias and bounds, and which levels it stands for (OpenGL 1.5, 3.8.8)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.texture import Texture

Float64Array = npt.NDArray[np.float64]
Index = npt.NDArray[np.int64]


def _sizes(texture: Texture, dimensions: int) -> npt.NDArray[np.int64]:
    """(dimensions, 1): u / s, v / t and w / r of the base level."""
    sizes = (1, 1, 1) if texture.target == "RECT" else texture.extent(texture.base_level)
    return np.array(sizes)[:dimensions, None]


def scale_factor(texture: Texture, ddx: Float64Array, ddy: Float64Array) -> Float64Array:
    """(n,): rho of (dimensions, n) derivatives of s, t, r, with u = w_t s and so on of the base level."""
    sizes = _sizes(texture, len(ddx))
    lengths = [np.sqrt(((sizes * each) ** 2).sum(axis=0)) for each in (ddx, ddy)]
    longest: Float64Array = np.maximum(*lengths)
    return longest


def scale_bounds(texture: Texture, ddx: Float64Array, ddy: Float64Array) -> tuple[Float64Array, Float64Array]:
    """(n,) each: between which an implementation's rho may lie: max(m_u, m_v, m_w) and their sum."""
    changes = _sizes(texture, len(ddx)) * np.maximum(np.abs(ddx), np.abs(ddy))
    return changes.max(axis=0), changes.sum(axis=0)


def level_of_detail(texture: Texture, base: Float64Array, bias: Float64Array | float = 0.0) -> Float64Array:
    """(n,): lambda, from lambda_base and the instruction's bias.

    The texture's bias is added and the sum kept in min_lod to max_lod. Biases are not bounded; NaN
    counts as 0 (docs/semantics.md).
    """
    detail = base + texture.lod_bias + bias
    detail = np.where(np.isnan(detail), 0.0, detail)
    return np.clip(detail, texture.min_lod, texture.max_lod)


def detail_matters(texture: Texture) -> bool:
    """Whether what a lookup gives depends on the level of detail."""
    return texture.mipmapped or texture.min_filter != texture.mag_filter


def magnified(texture: Texture, detail: Float64Array) -> npt.NDArray[np.bool_]:
    """(n,): lambda <= c, the switch-over point between minification and magnification (3.8.9)."""
    half = texture.mag_filter == "LINEAR" and texture.min_filter.startswith("NEAREST_MIPMAP")
    return detail <= (0.5 if half else 0.0)


def nearest_level(texture: Texture, detail: Float64Array) -> Index:
    """(n,): d of the _MIPMAP_NEAREST filters."""
    base, last = texture.base_level, texture.last_level
    level = np.where(detail > 0.5, base + np.ceil(detail + 0.5) - 1, base)
    return np.clip(level, base, last).astype(np.int64)


def two_levels(texture: Texture, detail: Float64Array) -> tuple[Index, Index, Float64Array]:
    """(n,) each: d_1, d_2 of the _MIPMAP_LINEAR filters, and the weight of d_2."""
    base, last = texture.base_level, texture.last_level
    beyond = base + detail >= last
    first = np.where(beyond, last, base + np.floor(detail))
    second = np.where(beyond, last, first + 1)
    return first.astype(np.int64), second.astype(np.int64), detail - np.floor(detail)


def queried(texture: Texture, base: Float64Array) -> tuple[Float64Array, Float64Array]:
    """(n,) each: the level a lookup would access, counted from the base level, and lambda without its bounds.

    Between two levels the first is a fraction; it is 0 where nothing but the base level is accessed
    (ARB_texture_query_lod).
    """
    detail = level_of_detail(texture, base)
    whole = base + texture.lod_bias
    whole = np.where(np.isnan(whole), 0.0, whole)
    last = texture.last_level - texture.base_level
    level = np.zeros_like(detail)
    if texture.min_filter.endswith("MIPMAP_NEAREST"):
        level = (nearest_level(texture, detail) - texture.base_level).astype(np.float64)
    elif texture.mipmapped:
        level = np.clip(detail, 0.0, last)
    return np.where(magnified(texture, detail), 0.0, level), whole
