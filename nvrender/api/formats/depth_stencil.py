"""Texels of a depth and a stencil value: words of UNSIGNED_INT_24_8 (EXT_packed_depth_stencil 3.6.4)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api.formats.packing import fractions
from nvrender.api.formats.pixels import PixelFormat
from nvrender.gl.textures.formats import Image
from nvrender.gl.textures.surfaces import DEEPEST, Planes

#: A stencil value is the low byte of a word, the depth is above it.
STENCIL_BITS = 8
_STENCILS = 255

Words = npt.NDArray[np.uint32]


def words_of(elements: Image, pixels: PixelFormat) -> Words:
    """Unpacked pixels (…, C) as words (…, 1); without stencil values they are 0 (docs/semantics.md)."""
    words = _whole(elements[..., pixels.components.index("D")], DEEPEST) << STENCIL_BITS
    if "S" in pixels.components:
        words = words | _whole(elements[..., pixels.components.index("S")], _STENCILS)
    return np.asarray(words[..., None], np.uint32)


def _whole(elements: Image, most: int) -> npt.NDArray[Any]:
    values = np.fmin(np.fmax(fractions(elements).astype(np.float64), 0.0), 1.0)
    return np.asarray(np.floor(values * most + 0.5), np.uint32)


def components_of(words: Image) -> Image:
    """Words (…, 1) as fractions (…, 2) of depths and stencil values."""
    parts = (words[..., 0] >> STENCIL_BITS) / DEEPEST, (words[..., 0] & _STENCILS) / _STENCILS
    return np.stack(parts, axis=-1)


def depths_of(words: Image) -> Image:
    """Words (…, 1) as the float32 depths (…, 1) that a program samples."""
    found = ((words >> STENCIL_BITS) / DEEPEST).astype(np.float32)
    found.setflags(write=False)
    return found


def planes_of(words: Image) -> Planes:
    """Words (L, H, W, 1) as planes of depths and stencil values."""
    return (words[..., 0] >> STENCIL_BITS).astype(np.int32), (words[..., 0] & _STENCILS).astype(np.uint8)


def from_planes(planes: Planes) -> Words:
    """Planes of depths and stencil values as words (L, H, W, 1)."""
    depths, stencils = planes
    return np.asarray(depths.astype(np.uint32) << STENCIL_BITS | stencils, np.uint32)[..., None]


def with_stencils(depths: Image, base: Image) -> Words:
    """Depths (…, 1) of a smaller level as words; stencil values of the first of ``base``'s texels."""
    places = [
        np.arange(count) * whole // count for count, whole in zip(depths.shape, base.shape, strict=True)
    ]
    stencils = base[np.ix_(*places)] & np.uint32(_STENCILS)
    return np.asarray(_whole(depths, DEEPEST) << STENCIL_BITS | stencils, np.uint32)
