"""The images of a texture laid end to end, so that lanes at different levels read together."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.texels import decoded
from nvrender.gl.textures import Texture

#: An index or level of every lane, or one for all.
Index = npt.NDArray[np.int64]
#: Texels (n, C): float32, or integers of the images' own type.
Texels = npt.NDArray[Any]

#: The components of an RGBA border colour that an image of each base format has (OpenGL 1.5, table 3.15).
_STORED = {
    "ALPHA": [3], "LUMINANCE": [0], "LUMINANCE_ALPHA": [0, 3], "INTENSITY": [0], "RGB": [0, 1, 2],
    "RGBA": [0, 1, 2, 3], "DEPTH": [0],
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Images:
    """Every level's texels (T, C) in a row; ``starts`` (L,) and ``sizes`` (3, L): width, height, depth.

    Sizes are without the ``borders`` of the three axes, which are 0 where a target has no such axis.
    """

    texels: Texels
    starts: Index
    sizes: Index
    borders: tuple[int, int, int]


_known: weakref.WeakKeyDictionary[Texture, Images] = weakref.WeakKeyDictionary()


def images_of(texture: Texture) -> Images:
    """The images of ``texture``; kept as long as the texture is."""
    found = _known.get(texture)
    if found is None:
        rows = [level.reshape(-1, level.shape[-1]) for level in texture.levels]
        lengths = [len(row) for row in rows]
        found = Images(
            rows[0] if len(rows) == 1 else np.concatenate(rows),
            np.cumsum([0, *lengths[:-1]], dtype=np.int64),
            np.array([texture.extent(level) for level in range(len(rows))], np.int64).T,
            tuple(texture.border if axis in texture.axes else 0 for axis in "WHD"),  # type: ignore[arg-type]
        )
        _known[texture] = found
    return found


def read(texture: Texture, level: Index, layer: Index, place: Sequence[Index]) -> Texels:
    """(n, C): texel ``place`` (i, then j and k where the target has them) of each lane's level and layer.

    The layer is a cube map's face. What lies outside the image and its border is the border colour
    (OpenGL 1.5, 3.8.8).
    """
    images = images_of(texture)
    address: Index | int = layer
    inside: npt.NDArray[np.bool_] | np.bool_ = np.True_
    clamped = []
    for axis in range(3):
        size, border = images.sizes[axis][level], images.borders[axis]
        if axis < len(place):
            inside = inside & (place[axis] >= -border) & (place[axis] < size + border)
            clamped.append((np.clip(place[axis], -border, size + border - 1) + border, size + 2 * border))
        else:
            clamped.append((np.int64(0), np.int64(1)))
    for position, extent in reversed(clamped):
        address = address * extent + position
    address = np.atleast_1d(images.starts[level] + address)
    texels = decoded(images.texels[address], texture)
    if not np.all(inside):
        outside = np.broadcast_to(~inside, address.shape)
        texels[outside] = border_texel(texture).astype(texels.dtype)
    return texels


def border_texel(texture: Texture) -> Texels:
    """(C,): the border colour as a texel of the texture's base format."""
    return np.array(texture.border_color)[_STORED[texture.base_format]]
