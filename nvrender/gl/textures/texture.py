"""Textures as frozen data: images, formats and parameters as the GL keeps them (OpenGL 1.5, 3.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy.typing as npt

from nvrender.gl.textures.checks import checked_fields
from nvrender.gl.textures.fields import TextureFields
from nvrender.gl.textures.sources import Paths, fields_of_array, fields_of_pictures, smaller_levels
from nvrender.source import InputError


@dataclass(frozen=True, eq=False)
class Texture(TextureFields):
    """One texture object: its images and its parameters (OpenGL 1.5, 3.8.1 to 3.8.14).

    ``target`` is a key of TARGET_AXES. ``levels`` are the images from level 0 on, arrays of shape

        1D, BUFFER (W, C)   2D, RECT (H, W, C)   3D (D, H, W, C)
        CUBE (6, N, N, C)   ARRAY1D (L, W, C)    ARRAY2D (L, H, W, C)   ARRAYCUBE (L, 6, N, N, C)
        2DMS (S, H, W, C)   ARRAY2DMS (L, S, H, W, C), of S samples a texel

    with texel (i, j, k) at [k, j, i]: row 0 is t = 0, the bottom row of a picture. The faces are +x, −x, +y,
    −y, +z, −z. C follows ``base_format`` and may be left out of the shape where it is 1. With ``border`` 1
    each level has a texel more at either end of W, H and D. Arrays are copied, except those that are
    read-only in memory of their own.

    ``kind`` says what a texel is: "float" (uint8 and uint16 stand for 0 to 1, float16 and float32 for
    themselves; float64 becomes float32), "signed" or "unsigned" integers. ``srgb``: the colours of uint8
    images are sRGB and are linearised before they are filtered (EXT_texture_sRGB).

    Parameters have GL's initial values, except that filters left out ("") suit the images: LINEAR, with
    LINEAR_MIPMAP_LINEAR where there are several levels, NEAREST for integers; and wrap modes left out are
    REPEAT, of RECT, CUBE and ARRAYCUBE CLAMP_TO_EDGE; multisample textures have neither. The instruction's
    target says whether a lookup compares depths.

    ``max_anisotropy`` sharpens mipmapped 2D textures seen at a slant (EXT_texture_filter_anisotropic).

    Textures compare and hash by identity. Raises InputError.
    """

    def __repr__(self) -> str:
        first, count = self.levels[0], len(self.levels)
        levels = f"{count} level{'s' * (count != 1)}"
        return f"<Texture: {self.target}, {self.base_format} {first.shape} {first.dtype}, {levels}>"

    def __post_init__(self) -> None:
        for name, value in checked_fields(self).items():
            object.__setattr__(self, name, value)

    def with_(self, **changes: Any) -> Texture:
        """A copy with some fields changed."""
        unknown = [name for name in changes if name not in self.__dataclass_fields__]
        if unknown:
            raise InputError(
                f"a texture has no {unknown[0]!r}; it has {', '.join(self.__dataclass_fields__)}"
            )
        return replace(self, **changes)

    def with_mipmaps(self) -> Texture:
        """A copy with every level behind ``base_level`` made from it (OpenGL 1.5, 3.8.8).

        A box filter on linear values. LINEAR and NEAREST as minifying filter become
        LINEAR_MIPMAP_LINEAR and NEAREST_MIPMAP_NEAREST. InputError for
        integers, borders and targets without levels.
        """
        return replace(self, **smaller_levels(self))

    @staticmethod
    def from_array(
        image: npt.ArrayLike,
        target: str = "2D",
        base_format: str | None = None,
        *,
        mipmaps: bool = False,
        **fields: Any,
    ) -> Texture:
        """A texture of one image, shaped as ``levels`` are; ``base_format`` follows from its components.

        ``fields`` are those of Texture. ``mipmaps`` makes the other levels.
        """
        texture = Texture(**fields_of_array(image, target, base_format, fields))
        return texture.with_mipmaps() if mipmaps else texture

    @staticmethod
    def from_file(
        path: Paths,
        target: str = "2D",
        *,
        srgb: bool = False,
        mipmaps: bool = True,
        **fields: Any,
    ) -> Texture:
        """A texture from a picture, or from several of one size: six cube faces, layers, slices,
        six faces a layer of ARRAYCUBE.

        The bottom row of a picture is t = 0; of a cube face, which the GL looks at from inside, the top
        row. ``srgb`` says that the colours are sRGB: pictures mostly are, normals and heights are not.
        ``base_format`` follows from the picture unless ``fields`` has it.
        """
        texture = Texture(**fields_of_pictures(path, target, {**fields, "srgb": srgb}))
        return texture.with_mipmaps() if mipmaps and target != "RECT" else texture


#: Texture image unit → texture.
Textures = Mapping[int, Texture]
