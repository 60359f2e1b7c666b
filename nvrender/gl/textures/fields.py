"""What a texture is, whether or not it has been checked: its fields, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from nvrender.gl.textures.formats import TARGET_AXES, Image
from nvrender.source import InputError


@dataclass(frozen=True, eq=False)
class TextureFields:
    """The fields of a Texture, which says what they are."""

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


def check_names(fields: Mapping[str, Any]) -> None:
    """InputError unless a texture made from images takes all of these."""
    for name in fields:
        if name not in TextureFields.__dataclass_fields__ or name == "levels":
            raise InputError(f"a texture made from images takes no {name!r}")
