"""TexImage and TexSubImage (OpenGL 1.5, 3.8.1 and 3.8.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from nvrender.api.arguments import whole
from nvrender.api.command import command, family
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value
from nvrender.api.formats.internal_formats import as_texels, given
from nvrender.api.formats.packing import unpacked
from nvrender.api.objects.pixels import PixelState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.objects.textures import TexelArray
from nvrender.api.textures.image_checks import (
    ImageRequest,
    Part,
    PartRequest,
    check_depth,
    check_pixels,
    check_room,
    checked_border,
    checked_format,
    checked_level,
    checked_part,
    checked_sizes,
    full,
    shape_of,
    texels_of,
    texture_pixels,
    too_large,
)
from nvrender.api.textures.targets import (
    IMAGES,
    MOST_TEXELS,
    ImageTarget,
    bound_texture,
    check_unhandled,
    image_target,
    replace_texture,
)
from nvrender.gl.textures.formats import Image

_SECTION = "OpenGL 1.5, 3.8.1"
_SUB = "OpenGL 1.5, 3.8.2"
_COMPRESSED = "OpenGL 1.5, 3.8.3"
_NONE = "a specific compressed format, of which NUM_COMPRESSED_TEXTURE_FORMATS tells that there are none"


@dataclass(frozen=True, slots=True)
class PixelData:
    """Pixels in memory as a command is given them."""

    format: int
    type: int
    data: Any


@command()
def TexImage1D(
    textures: TextureState, pixels: PixelState, target: int, level: int, internalformat: int, width: int,
    border: int, format: int, type: int, data: Any,
) -> None:  # fmt: skip
    """A one-dimensional image; ``data`` None leaves its texels 0."""
    asked = ImageRequest(target, level, internalformat, (width,), border)
    _tex_image(textures, pixels, asked, PixelData(format, type, data))


@command()
def TexImage2D(
    textures: TextureState, pixels: PixelState, target: int, level: int, internalformat: int, width: int,
    height: int, border: int, format: int, type: int, data: Any,
) -> None:  # fmt: skip
    """A two-dimensional image, a face of a cube map, or the layers of a one-dimensional array."""
    asked = ImageRequest(target, level, internalformat, (width, height), border)
    _tex_image(textures, pixels, asked, PixelData(format, type, data))


@command()
def TexImage3D(
    textures: TextureState, pixels: PixelState, target: int, level: int, internalformat: int, width: int,
    height: int, depth: int, border: int, format: int, type: int, data: Any,
) -> None:  # fmt: skip
    """A three-dimensional image, or the layers of a two-dimensional array."""
    asked = ImageRequest(target, level, internalformat, (width, height, depth), border)
    _tex_image(textures, pixels, asked, PixelData(format, type, data))


def _tex_image(textures: TextureState, pixels: PixelState, asked: ImageRequest, given_: PixelData) -> None:
    where = image_target(asked.target, len(asked.sizes), _SECTION, proxies=True)
    layout = texture_pixels(given_.format, given_.type)
    number, internal = checked_level(where, asked.level, _SECTION), checked_format(asked.internalformat)
    edge = checked_border(where, asked.border)
    lengths = checked_sizes(where, asked.sizes, edge)
    check_pixels(layout, internal, _SECTION)
    check_depth(where, internal)
    reason, shape = too_large(where, number, lengths, edge), shape_of(lengths, internal)
    if where.proxy:
        fits = reason is None and texels_of(lengths) <= MOST_TEXELS
        empty = TexelArray(np.broadcast_to(np.zeros(1, internal.dtype), shape), asked.internalformat, edge)
        textures.proxies[where.target, number] = empty if fits else None
        return
    if reason is not None:
        raise invalid_value(reason, _SECTION)
    check_unhandled(textures, where.target)
    check_room(lengths)
    if given_.data is None:
        texels: Image = np.zeros(shape, internal.dtype)
    else:
        elements = unpacked(given_.data, full(lengths), layout, pixels.unpack, where.dimensions)
        texels = as_texels(given(elements, layout, internal), layout, internal).reshape(shape)
    put_image(textures, where, number, TexelArray(texels, asked.internalformat, edge))


def put_image(textures: TextureState, where: ImageTarget, level: int, array: TexelArray) -> None:
    """Another image for the texture bound to its target."""
    array.texels.setflags(write=False)
    replace_texture(textures, bound_texture(textures, where.target).with_array((where.face, level), array))


@command()
def TexSubImage1D(
    textures: TextureState, pixels: PixelState, target: int, level: int, xoffset: int, width: int,
    format: int, type: int, data: Any,
) -> None:  # fmt: skip
    """Replace part of a one-dimensional image."""
    part = PartRequest(target, level, (xoffset,), (width,))
    _tex_sub_image(textures, pixels, part, PixelData(format, type, data))


@command()
def TexSubImage2D(
    textures: TextureState, pixels: PixelState, target: int, level: int, xoffset: int, yoffset: int,
    width: int, height: int, format: int, type: int, data: Any,
) -> None:  # fmt: skip
    """Replace part of a two-dimensional image, of a face, or of layers of a one-dimensional array."""
    part = PartRequest(target, level, (xoffset, yoffset), (width, height))
    _tex_sub_image(textures, pixels, part, PixelData(format, type, data))


@command()
def TexSubImage3D(
    textures: TextureState, pixels: PixelState, target: int, level: int, xoffset: int, yoffset: int,
    zoffset: int, width: int, height: int, depth: int, format: int, type: int, data: Any,
) -> None:  # fmt: skip
    """Replace part of a three-dimensional image, or of layers of a two-dimensional array."""
    part = PartRequest(target, level, (xoffset, yoffset, zoffset), (width, height, depth))
    _tex_sub_image(textures, pixels, part, PixelData(format, type, data))


def _tex_sub_image(textures: TextureState, pixels: PixelState, asked: PartRequest, given_: PixelData) -> None:
    where = image_target(asked.target, len(asked.sizes), _SUB)
    layout = texture_pixels(given_.format, given_.type)
    part = checked_part(textures, where, asked)
    internal = part.array.internal
    check_pixels(layout, internal, _SUB)
    elements = unpacked(given_.data, full(part.sizes), layout, pixels.unpack, where.dimensions)
    put_part(textures, part, as_texels(given(elements, layout, internal), layout, internal))


def put_part(textures: TextureState, part: Part, texels: Image) -> None:
    """``texels`` (depth, height, width, C) in place of those of a part."""
    if not texels.size:
        return
    whole_, where = part.array.texels.copy(), part.where
    depth, height, width = texels.shape[:3]
    rows = tuple(
        slice(start, start + length)
        for start, length in zip(part.corner, (width, height, depth), strict=False)
    )[::-1]  # fmt: skip
    whole_[rows] = texels.reshape(*texels.shape[3 - where.dimensions : 3], texels.shape[3])
    put_image(textures, where, part.level, TexelArray(whole_, part.array.format, part.array.border))


def _image(dimensions: int) -> Callable[..., None]:
    def compressed(target: int, level: int, internalformat: int, *rest: Any) -> None:
        image_target(target, dimensions, _COMPRESSED, proxies=True)
        raise invalid_enum("internalformat", internalformat, _NONE, _COMPRESSED)

    return compressed


def _part(dimensions: int) -> Callable[..., None]:
    def compressed(target: int, level: int, *rest: Any) -> None:
        image_target(target, dimensions, _COMPRESSED)
        raise invalid_operation("no image is compressed", _COMPRESSED)

    return compressed


for _count in (1, 2, 3):
    family(f"CompressedTexImage{_count}D", _image(_count), "INVALID_ENUM: there are no compressed formats.")
    family(f"CompressedTexSubImage{_count}D", _part(_count), "INVALID_OPERATION: no image is compressed.")


@command()
def GetCompressedTexImage(target: int, lod: int) -> None:
    """INVALID_OPERATION: no image is compressed."""
    where = IMAGES.get(whole(target, "target"))
    if where is None or where.proxy:
        raise invalid_enum(
            "target", target, "TEXTURE_2D, faces of cube maps and their kin", "OpenGL 1.5, 6.1.4"
        )
    checked_level(where, lod, "OpenGL 1.5, 6.1.4")
    raise invalid_operation("the image is not compressed", "OpenGL 1.5, 6.1.4")
