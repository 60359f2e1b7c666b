"""The images of a texture laid end to end, so that lanes at different levels read together."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.texels import decoded
from nvrender.gl.textures.texture import Texture

#: An index or level of every lane, or one for all.
Index = npt.NDArray[np.int64]
#: Texels (n, C): float32, or integers of the images' own type.
Texels = npt.NDArray[Any]

#: The components of an RGBA border colour that an image of each base format has (OpenGL 1.5, table 3.15).
_STORED = {
    "ALPHA": [3], "LUMINANCE": [0], "LUMINANCE_ALPHA": [0, 3], "INTENSITY": [0], "RGB": [0, 1, 2],
    "RGBA": [0, 1, 2, 3], "DEPTH": [0],
}  # fmt: skip


#: Textures of at most as many numbers are decoded once instead of at every lookup.
_DECODED = 1 << 22


@dataclass(frozen=True, slots=True)
class Images:
    """Every level's texels (T, C) in a row, ``decoded`` or as they are stored.

    Texel (i, j, k) of a layer, or face, is at ``starts[level] + layer * layers[level]`` and its place along
    each axis times ``strides[axis, level]``. ``sizes`` (3, L) are width, height, depth without border.
    """

    texels: Texels
    decoded: bool
    starts: Index
    layers: Index
    strides: Index
    sizes: Index


_known: weakref.WeakKeyDictionary[Texture, Images] = weakref.WeakKeyDictionary()


def images_of(texture: Texture) -> Images:
    """The images of ``texture``; kept as long as the texture is."""
    found = _known.get(texture)
    if found is None:
        found = _known[texture] = _laid_out(texture)
    return found


def _laid_out(texture: Texture) -> Images:
    rows = [level.reshape(-1, level.shape[-1]) for level in texture.levels]
    texels = rows[0] if len(rows) == 1 else np.concatenate(rows)
    small = texels.size <= _DECODED
    borders = [texture.border if axis in texture.axes else 0 for axis in "WHD"]
    sizes = np.array([texture.extent(level) for level in range(len(rows))], np.int64).T
    whole = sizes + 2 * np.array(borders)[:, None]
    strides = np.stack([np.ones_like(whole[0]), whole[0], whole[0] * whole[1]])
    starts = np.cumsum([0, *(len(row) for row in rows[:-1])], dtype=np.int64)
    starts += (strides * np.array(borders)[:, None]).sum(axis=0)
    return Images(decoded(texels, texture) if small else texels, small, starts, whole.prod(0), strides, sizes)


#: Where texels are along one axis, as part of their address, and which are outside (None: none is).
Part = tuple[Index, "npt.NDArray[np.bool_] | None"]


def along(texture: Texture, axis: int, level: Index, place: Index, *, inside: bool = False) -> Part:
    """``place`` along an axis of each lane's level; outside are those beyond the image and its border.

    ``inside`` says that there are none.
    """
    images = images_of(texture)
    if inside:
        return (place if axis == 0 else place * images.strides[axis][level]), None
    kept = np.clip(place, -texture.border, images.sizes[axis][level] + texture.border - 1)
    outside = kept != place
    return kept * images.strides[axis][level], outside if outside.any() else None


def image_starts(texture: Texture, level: Index, layer: Index | None) -> Index:
    """Where the image of each lane's level and layer, or face, begins; None is layer 0."""
    images = images_of(texture)
    return images.starts[level] if layer is None else images.starts[level] + layer * images.layers[level]


def read(texture: Texture, starts: Index, parts: Sequence[Part]) -> Texels:
    """(n, C) texels, an array of its own: ``parts`` along i, j and k of the images at ``starts``.

    What is outside is the border colour (OpenGL 1.5, 3.8.8).
    """
    images = images_of(texture)
    address = starts
    for part, _ in parts:
        address = address + part
    texels: Texels = images.texels.take(address, axis=0)
    if not images.decoded:
        texels = decoded(texels, texture)
    for _, outside in parts:
        if outside is not None:
            texels[np.broadcast_to(outside, address.shape)] = border_texel(texture).astype(texels.dtype)
    return texels


def border_texel(texture: Texture) -> Texels:
    """(C,): the border colour as a texel of the texture's base format."""
    return np.array(texture.border_color)[_STORED[texture.base_format]]
