"""What the stored texels of a texture stand for, and back."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.textures.fields import TextureFields
from nvrender.gl.textures.formats import Image


def decoded(texels: Image, texture: TextureFields) -> Image:
    """Texels (…, C) as what they stand for: float32 of kind float, their own integers otherwise.

    Unsigned c of b bits is c / (2^b − 1) (OpenGL 1.5, table 2.9); sRGB colours are linearised, alpha is
    not (EXT_texture_sRGB).
    """
    if texture.kind != "float":
        return texels
    if texels.dtype == np.uint8:
        if not texture.srgb:
            return _share(texels, 255)
        linear: Image = _LINEAR[texels]
        if texture.base_format in ("LUMINANCE_ALPHA", "RGBA"):
            linear[..., -1] = _share(texels[..., -1], 255)
        return linear
    if texels.dtype == np.uint16:
        return _share(texels, 65535)
    return texels.astype(np.float32)


def _share(texels: Image, whole: int) -> Image:
    share: Image = np.divide(texels, np.float32(whole), dtype=np.float32)
    return share


def _linear(encoded: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4)


_LINEAR = _linear(np.arange(256) / 255.0).astype(np.float32)


def encoded(values: npt.NDArray[np.float64], texture: TextureFields, dtype: np.dtype[Any]) -> Image:
    """The texels nearest to ``values``; the reverse of ``decoded``."""
    if dtype.kind == "f":
        return values.astype(dtype)
    if texture.srgb:
        alpha = texture.base_format in ("LUMINANCE_ALPHA", "RGBA")
        values = values.copy()
        colors = values[..., :-1] if alpha else values
        curve = 1.055 * np.maximum(colors, 0.0031308) ** (1 / 2.4) - 0.055
        colors[...] = np.where(colors <= 0.0031308, 12.92 * colors, curve)
    largest = np.iinfo(dtype).max
    texels: Image = np.floor(values * largest + 0.5).clip(0, largest).astype(dtype)
    return texels
