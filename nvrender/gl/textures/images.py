"""Images: levels of textures that programs load from and store into (EXT_shader_image_load_store 3.9.X)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import whole_number
from nvrender.gl.textures.formats import TARGET_AXES
from nvrender.gl.textures.image_texels import checked_texels
from nvrender.ops.image_formats import IMAGE_FORMATS, ImageFormat
from nvrender.ops.texture_targets import SINGLE_LAYERS
from nvrender.program import FIRST_HANDLE, Program
from nvrender.program.limits import Limits
from nvrender.source import InputError

if TYPE_CHECKING:
    from nvrender.gl.textures.texture import Texture

#: What may be done with an image.
READ_ONLY, READ_WRITE, WRITE_ONLY = ACCESSES = ("READ_ONLY", "READ_WRITE", "WRITE_ONLY")
#: Base format and dtype of textures → their internal format; Table X.2 has no others.
_FORMATS = {
    ("float", "uint8"): "RGBA8",
    ("float", "uint16"): "RGBA16",
    ("float", "float16"): "RGBA16F",
    ("float", "float32"): "RGBA32F",
    **{("signed", f"int{bits}"): f"RGBA{bits}I" for bits in (8, 16, 32)},
    **{("unsigned", f"uint{bits}"): f"RGBA{bits}UI" for bits in (8, 16, 32)},
}


class ImageKey(NamedTuple):
    """The image on a unit, where buffers go by name or binding."""

    unit: int


class Extent(NamedTuple):
    """How many texels an image has along each coordinate, 1 where the target has none, and samples."""

    width: int
    height: int
    layers: int
    samples: int


@dataclass(frozen=True, eq=False)
class Image:
    """A level of a texture as an image unit has it (BindImageTextureEXT).

    ``texels`` has the axes of ``target`` (TARGET_AXES), then the components of ``format``, a name of Table
    X.2; one component needs no axis, and texels of RGB10_A2, RGB10_A2UI and R11F_G11F_B10F are uint32. The
    dtype is that of a component. ``access`` is READ_ONLY, READ_WRITE or WRITE_ONLY. ``view`` is the image
    unit format, what formatted stores convert to ("": the format itself). ``layer`` binds one layer or face
    alone, as an image without layers; None binds all. With ``exists`` False every access is invalid, as of a
    texture that is incomplete.

    Images made of the same texels by ``with_``, and images of one level of a Texture, share what is stored.
    InputError for what does not fit together.
    """

    texels: npt.NDArray[Any]
    format: str = "RGBA8"
    target: str = "2D"
    access: str = READ_WRITE
    view: str = ""
    layer: int | None = None
    exists: bool = True

    def __repr__(self) -> str:
        return f"<Image: {self.target}, {self.format} {self.texels.shape}, {self.access}>"

    def __post_init__(self) -> None:
        if not isinstance(self.target, str) or self.target not in TARGET_AXES:
            raise InputError(f"image target {self.target!r}; it must be one of {', '.join(TARGET_AXES)}")
        for what, name in (("format", self.format), ("view", self.view or self.format)):
            if not isinstance(name, str) or name not in IMAGE_FORMATS:
                raise InputError(f"image {what} {name!r}; it must be one of {', '.join(IMAGE_FORMATS)}")
        if self.access not in ACCESSES:
            raise InputError(f"an image's access is {self.access!r}; it is one of {', '.join(ACCESSES)}")
        if self.layer is not None:
            layer = whole_number(self.layer)
            if layer is None or layer < 0:
                raise InputError(f"an image's layer is a number from 0, or None for all, not {self.layer!r}")
            object.__setattr__(self, "layer", layer)
        texels = checked_texels(self.texels, self.target, IMAGE_FORMATS[self.format])
        object.__setattr__(self, "texels", texels)

    @staticmethod
    def of(
        texture: Texture,
        level: int = 0,
        *,
        layer: int | None = None,
        access: str = READ_WRITE,
        view: str = "",
    ) -> Image:
        """A level of a texture, which has to be RGBA without a border, complete, and have the level.

        Of another texture the image is there, and every access to it invalid. InputError for a level that
        no texture has.
        """
        number = whole_number(level)
        if number is None or number < 0:
            raise InputError(f"an image's level is a number from 0, not {level!r}")
        found = _FORMATS.get((texture.kind, texture.levels[0].dtype.name), "")
        suits = texture.base_format == "RGBA" and not texture.srgb and not texture.border and bool(found)
        last = min(texture.max_level, len(texture.levels) - 1)
        if not (suits and texture.complete and texture.base_level <= number <= last):
            shape = tuple(6 if axis == "F" else 1 for axis in texture.axes)
            return Image(np.zeros(shape, np.uint8), "R8UI", texture.target, access, "", layer, exists=False)
        return Image(texture.levels[number], found, texture.target, access, view, layer)

    def with_(self, **changes: Any) -> Image:
        """A copy with some fields changed; without new ``texels`` it has the same texels."""
        unknown = [name for name in changes if name not in self.__dataclass_fields__]
        if unknown:
            raise InputError(f"an image has no {unknown[0]!r}; it has {', '.join(self.__dataclass_fields__)}")
        return replace(self, **changes)

    @property
    def storage_key(self) -> tuple[int, str, str]:
        """What is the same for images that share what is stored."""
        return id(self.texels), self.target, self.format

    @property
    def unit_format(self) -> ImageFormat:
        """The image unit format."""
        return IMAGE_FORMATS[self.view or self.format]

    @property
    def bound_target(self) -> str:
        """The target accesses see: of one layer alone that of a layer."""
        return self.target if self.layer is None else SINGLE_LAYERS.get(self.target, self.target)

    @cached_property
    def extent(self) -> Extent:
        """The whole level."""
        shape = dict(zip(TARGET_AXES[self.target], self.texels.shape, strict=False))
        layers = prod(shape.get(axis, 1) for axis in "DFL")
        return Extent(shape["W"], shape.get("H", 1), layers, shape.get("S", 1))

    @cached_property
    def bound_extent(self) -> Extent:
        """What is bound of it; no layers where an access finds nothing at all."""
        extent = self.extent
        if not self._accessible:
            return extent._replace(layers=0)
        return extent if self.bound_target == self.target else extent._replace(layers=1)

    @property
    def size(self) -> tuple[int, int, int]:
        """What IMQ gives: width, then height, layers or depth as the target has them; cubes, not faces.

        Zeros of an image that every access finds invalid (docs/semantics.md).
        """
        width, height, layers, _ = self.bound_extent
        if not layers:
            return 0, 0, 0
        match self.bound_target:
            case "ARRAY1D":
                return width, layers, 0
            case "3D" | "ARRAY2D" | "ARRAY2DMS":
                return width, height, layers
            case "ARRAYCUBE":
                return width, height, layers // 6
            case "1D" | "BUFFER":
                return width, 0, 0
            case _:
                return width, height, 0

    @property
    def first_layer(self) -> int:
        """The layer that coordinate 0 is."""
        return 0 if self.bound_target == self.target else self.layer or 0

    @property
    def _accessible(self) -> bool:
        extent = self.extent
        return (
            self.exists
            and IMAGE_FORMATS[self.format].bytes == self.unit_format.bytes
            and extent.samples <= Limits().image_samples
            and self.first_layer < extent.layers
        )

    @property
    def readable(self) -> bool:
        return self.access != WRITE_ONLY

    @property
    def writable(self) -> bool:
        return self.access != READ_ONLY


def units_given(images: Any, limits: Limits) -> dict[int, Any]:
    """The argument ``images``: unit or handle → what is given for it, without None; InputError."""
    if images is None:
        return {}
    if not isinstance(images, Mapping):
        raise InputError(f"images must map image units to images, not {type(images).__name__}")
    units, found = limits.image_units, {}
    for key, image in images.items():
        unit = whole_number(key)
        if unit is None or not (0 <= unit < units or FIRST_HANDLE <= unit < 1 << 64):
            raise InputError(
                f"images has the key {key!r}; image units are 0 to {units - 1}, handles 2^32 to 2^64 - 1"
            )
        if image is not None:
            found[unit] = image
    return found


def images_given(images: Any, limits: Limits) -> Mapping[int, Image]:
    """The same where all are Images."""
    found = units_given(images, limits)
    for unit, image in found.items():
        if not isinstance(image, Image):
            raise InputError(f"images[{unit}] must be a nvrender.Image, not {type(image).__name__}")
    return MappingProxyType(found)


def image_units(program: Program) -> frozenset[int]:
    """The image units that instructions name."""
    return frozenset(
        unit for row in program.instructions if row.image is not None for unit in row.image.numbers
    )
