"""Textures as frozen data: images, formats and parameters as the GL keeps them (OpenGL 1.5, 3.8)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any

import numpy.typing as npt

from nvrender.gl.textures.checks import checked_fields
from nvrender.gl.textures.formats import TARGET_AXES, Image
from nvrender.source import InputError


@dataclass(frozen=True, eq=False)
class Texture:
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

    target: str
    levels: tuple[Image, ...]
    base_format: str = "RGBA"
    kind: str = "float"
    srgb: bool = False
    border: int = 0
    wrap_s: str = ""
    wrap_t: str = ""
    wrap_r: str = ""
    min_filter: str = ""
    mag_filter: str = ""
    border_color: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    base_level: int = 0
    max_level: int = 1000
    min_lod: float = -1000.0
    max_lod: float = 1000.0
    lod_bias: float = 0.0
    compare_function: str = "LEQUAL"
    depth_mode: str = "LUMINANCE"
    max_anisotropy: float = 1.0

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
        from nvrender.gl.textures.sources import with_mipmaps

        return with_mipmaps(self)

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
        from nvrender.gl.textures.sources import from_array

        return from_array(image, target, base_format, mipmaps, fields)

    @staticmethod
    def from_file(
        path: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
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
        from nvrender.gl.textures.sources import from_file

        return from_file(path, target, srgb, mipmaps, fields)

    @property
    def axes(self) -> str:
        """The axes of a level before its components: a value of TARGET_AXES."""
        return TARGET_AXES[self.target]

    @property
    def dimensions(self) -> int:
        """How many of s, t, r choose a texel: 1, 2 or 3."""
        return sum(axis in "DHW" for axis in self.axes)

    @property
    def layers(self) -> int:
        """Layers of an array texture, of ARRAYCUBE whole cube maps; 6 of a cube map, else 1."""
        return int(self.levels[0].shape[0]) if self.axes[0] in "FL" else 1

    @property
    def samples(self) -> int:
        """Samples of a texel, 1 of other than multisample textures."""
        return int(self.levels[0].shape[self.axes.index("S")]) if "S" in self.axes else 1

    @property
    def images(self) -> int:
        """How many images a level has: layers, faces and samples together."""
        return prod(
            size for axis, size in zip(self.axes, self.levels[0].shape, strict=False) if axis in "LFS"
        )

    def extent(self, level: int) -> tuple[int, int, int]:
        """Width, height and depth of a level without its border; 1 where the target has none."""
        sizes = dict(zip(self.axes, self.levels[level].shape, strict=False))
        width, height, depth = (sizes[axis] - 2 * self.border if axis in sizes else 1 for axis in "WHD")
        return width, height, depth

    @property
    def mipmapped(self) -> bool:
        """True if the minifying filter uses more than the base level."""
        return "MIPMAP" in self.min_filter

    @cached_property
    def last_level(self) -> int:
        """q: the last level mipmapping uses (OpenGL 1.5, 3.8.8), −1 where there is no base level."""
        if self.base_level >= len(self.levels):
            return -1
        return min(self.base_level + max(self.extent(self.base_level)).bit_length() - 1, self.max_level)

    @cached_property
    def complete(self) -> bool:
        """Whether a program may read it (OpenGL 1.5, 3.8.10); if not, lookups yield (0, 0, 0, 1).

        The base level is there and not behind the last; where the filter uses them, so are all levels up
        to ``last_level``; integers are not filtered (EXT_texture_integer).
        """
        if self.base_level > min(self.max_level, len(self.levels) - 1):
            return False
        filters = {self.mag_filter, self.min_filter}
        if self.kind != "float" and not filters <= {"NEAREST", "NEAREST_MIPMAP_NEAREST"}:
            return False
        return not self.mipmapped or self.last_level < len(self.levels)


#: Texture image unit → texture.
Textures = Mapping[int, Texture]
