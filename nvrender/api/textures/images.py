"""TexImage and TexSubImage (OpenGL 1.5, 3.8.1 and 3.8.2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.command import command
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value, refused
from nvrender.api.objects.pixels import PixelState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.objects.textures import FACES, TexelArray, borders, extent
from nvrender.api.pixels.arrays import Size, unpacked
from nvrender.api.pixels.formats import PixelFormat, pixel_format
from nvrender.api.pixels.internal_formats import INTERNAL_FORMATS, STORED, InternalFormat, as_texels, given
from nvrender.api.textures.targets import (
    MOST_TEXELS,
    ImageTarget,
    bound_texture,
    check_unhandled,
    image_target,
    replace_texture,
)
from nvrender.gl.textures.formats import Image
from nvrender.source import InputError

_SECTION = "OpenGL 1.5, 3.8.1"
_SUB = "OpenGL 1.5, 3.8.2"
_INTEGER = "EXT_texture_integer 3.8.1"


@command()
def TexImage1D(
    textures: TextureState, pixels: PixelState, target: int, level: int, internalformat: int, width: int,
    border: int, format: int, type: int, data: Any,
) -> None:  # fmt: skip
    """A one-dimensional image; ``data`` None leaves its texels 0."""
    _tex_image(textures, pixels, target, level, internalformat, (width,), border, format, type, data)


@command()
def TexImage2D(
    textures: TextureState, pixels: PixelState, target: int, level: int, internalformat: int, width: int,
    height: int, border: int, format: int, type: int, data: Any,
) -> None:  # fmt: skip
    """A two-dimensional image, a face of a cube map, or the layers of a one-dimensional array."""
    _tex_image(textures, pixels, target, level, internalformat, (width, height), border, format, type, data)


@command()
def TexImage3D(
    textures: TextureState, pixels: PixelState, target: int, level: int, internalformat: int, width: int,
    height: int, depth: int, border: int, format: int, type: int, data: Any,
) -> None:  # fmt: skip
    """A three-dimensional image, or the layers of a two-dimensional array."""
    _tex_image(
        textures, pixels, target, level, internalformat, (width, height, depth), border, format, type, data
    )


def _tex_image(
    textures: TextureState, pixels: PixelState, target: int, level: int, internalformat: int,
    sizes: tuple[int, ...], border: int, format: int, type: int, data: Any,
) -> None:  # fmt: skip
    where = image_target(target, len(sizes), _SECTION, proxies=True)
    layout = texture_pixels(format, type)
    number, internal = checked_level(where, level, _SECTION), checked_format(internalformat)
    edge = checked_border(where, border)
    lengths = checked_sizes(where, sizes, edge)
    _check_pixels(layout, internal, _SECTION)
    check_depth(where, internal)
    reason = too_large(where, number, lengths, edge)
    if where.proxy:
        fits = reason is None and _texels_of(where, lengths) <= MOST_TEXELS
        empty = np.broadcast_to(np.zeros(1, internal.dtype), _shape(where, lengths, internal))
        textures.proxies[where.target, number] = TexelArray(empty, internalformat, edge) if fits else None
        return
    if reason is not None:
        raise invalid_value(reason, _SECTION)
    check_unhandled(textures, where.target)
    check_room(where, lengths)
    if data is None:
        texels: Image = np.zeros(_shape(where, lengths, internal), internal.dtype)
    else:
        elements = unpacked(data, full(lengths), layout, pixels.unpack, where.dimensions)
        elements = given(elements, layout, internal)
        texels = as_texels(elements, layout, internal).reshape(_shape(where, lengths, internal))
    put_image(textures, where, number, TexelArray(texels, internalformat, edge))


def put_image(textures: TextureState, where: ImageTarget, level: int, array: TexelArray) -> None:
    """Another image for the texture bound to its target."""
    array.texels.setflags(write=False)
    replace_texture(textures, bound_texture(textures, where.target).with_array((where.face, level), array))


@command()
def TexSubImage1D(
    textures: TextureState,
    pixels: PixelState,
    target: int,
    level: int,
    xoffset: int,
    width: int,
    format: int,
    type: int,
    data: Any,
) -> None:
    """Replace part of a one-dimensional image."""
    _tex_sub_image(textures, pixels, target, level, (xoffset,), (width,), format, type, data)


@command()
def TexSubImage2D(
    textures: TextureState, pixels: PixelState, target: int, level: int, xoffset: int, yoffset: int,
    width: int, height: int, format: int, type: int, data: Any,
) -> None:  # fmt: skip
    """Replace part of a two-dimensional image, of a face, or of layers of a one-dimensional array."""
    _tex_sub_image(textures, pixels, target, level, (xoffset, yoffset), (width, height), format, type, data)


@command()
def TexSubImage3D(
    textures: TextureState, pixels: PixelState, target: int, level: int, xoffset: int, yoffset: int,
    zoffset: int, width: int, height: int, depth: int, format: int, type: int, data: Any,
) -> None:  # fmt: skip
    """Replace part of a three-dimensional image, or of layers of a two-dimensional array."""
    place, sizes = (xoffset, yoffset, zoffset), (width, height, depth)
    _tex_sub_image(textures, pixels, target, level, place, sizes, format, type, data)


def _tex_sub_image(
    textures: TextureState, pixels: PixelState, target: int, level: int, place: tuple[int, ...],
    sizes: tuple[int, ...], format: int, type: int, data: Any,
) -> None:  # fmt: skip
    where = image_target(target, len(sizes), _SUB)
    layout = texture_pixels(format, type)
    number, array, corner, lengths = checked_part(textures, where, level, place, sizes)
    _check_pixels(layout, array.internal, _SUB)
    elements = unpacked(data, full(lengths), layout, pixels.unpack, where.dimensions)
    elements = given(elements, layout, array.internal)
    put_part(textures, where, number, array, corner, as_texels(elements, layout, array.internal))


def put_part(
    textures: TextureState,
    where: ImageTarget,
    level: int,
    array: TexelArray,
    corner: tuple[int, ...],
    texels: Image,
) -> None:
    """``texels`` (depth, height, width, C) in place of those from ``corner`` on, the border counting in."""
    if not texels.size:
        return
    whole_ = array.texels.copy()
    depth, height, width = texels.shape[:3]
    part = tuple(
        slice(start, start + length)
        for start, length in zip(corner, (width, height, depth), strict=False)
    )[::-1]  # fmt: skip
    whole_[part] = texels.reshape(*texels.shape[3 - where.dimensions : 3], texels.shape[3])
    put_image(textures, where, level, TexelArray(whole_, array.format, array.border))


# --- checks, in the order of errors


def texture_pixels(format: int, type: int) -> PixelFormat:
    """What the pixels of a texture's image may be."""
    pixels = pixel_format(format, type)
    if pixels.components == "S":
        raise invalid_enum("format", format, "formats of colours and depths", _SECTION)
    if pixels.components == "I":
        raise InputError("images of COLOR_INDEX are not there; expand them to RGBA")
    return pixels


def checked_level(where: ImageTarget, level: int, section: str) -> int:
    number = whole(level, "level")
    if not 0 <= number < where.levels:
        raise invalid_value(f"level is {number}; there are 0 to {where.levels - 1}", section)
    return number


def checked_format(internalformat: int) -> InternalFormat:
    if whole(internalformat, "internalformat") not in INTERNAL_FORMATS:
        raise invalid_value(f"internalformat 0x{internalformat:04X} is none of tables 3.15 to 3.18", _SECTION)
    return INTERNAL_FORMATS[internalformat]


def checked_border(where: ImageTarget, border: int) -> int:
    number = whole(border, "border")
    if number not in (0, 1) or (number and where.target == "RECT"):
        known = "0" if where.target == "RECT" else "0 or 1"
        raise invalid_value(f"border is {number}; it must be {known}", _SECTION)
    return number


def checked_sizes(where: ImageTarget, sizes: tuple[int, ...], border: int) -> tuple[int, ...]:
    lengths = tuple(whole(size, "a size") for size in sizes)
    least = borders(where.target, border)
    if any(length < 2 * edge for length, edge in zip(lengths, least, strict=False)):
        raise invalid_value(f"the image is {_shown(lengths)} texels with a border of {border}", _SECTION)
    if where.target == "CUBE" and lengths[0] != lengths[1]:
        raise invalid_value(f"a face is a square, not {_shown(lengths)} texels", _SECTION)
    if where.target == "ARRAYCUBE" and (lengths[0] != lengths[1] or lengths[2] % FACES):
        reason = f"cubes have six square faces each, not {_shown(lengths)} texels"
        raise invalid_value(reason, "ARB_texture_cube_map_array 3.8.1")
    return lengths


def _shown(lengths: tuple[int, ...]) -> str:
    return " × ".join(map(str, lengths))


def too_large(where: ImageTarget, level: int, lengths: tuple[int, ...], border: int) -> str | None:
    """Why an image is larger than its level may be."""
    edges = borders(where.target, border)
    for number, (length, most, edge) in enumerate(zip(lengths, where.largest, edges, strict=False)):
        most = max(1, most >> level) if number < where.shrinks else most
        if length - 2 * edge > most:
            return f"the image is {_shown(lengths)} texels; a size of level {level} is at most {most}"
    return None


def check_room(where: ImageTarget, lengths: tuple[int, ...]) -> None:
    """OUT_OF_MEMORY for more texels than there is room for."""
    if _texels_of(where, lengths) > MOST_TEXELS:
        reason = f"{_shown(lengths)} texels are more than {MOST_TEXELS}"
        raise refused(enums.OUT_OF_MEMORY, reason, "OpenGL 1.5, 2.5")


def _texels_of(where: ImageTarget, lengths: tuple[int, ...]) -> int:
    width, height, depth = full(lengths)
    return width * height * depth


def _check_pixels(pixels: PixelFormat, internal: InternalFormat, section: str) -> None:
    if pixels.depths != (internal.base_format == "DEPTH"):
        raise invalid_operation("depths go into depth formats, and nothing else does", section)
    if pixels.integer != internal.integer:
        raise invalid_operation("integer formats go into integer formats, and nothing else does", _INTEGER)


def check_depth(where: ImageTarget, internal: InternalFormat) -> None:
    if internal.base_format == "DEPTH" and where.target == "3D":
        raise invalid_operation("three-dimensional textures have no depth formats", _SECTION)


def checked_part(
    textures: TextureState, where: ImageTarget, level: int, place: tuple[int, ...], sizes: tuple[int, ...]
) -> tuple[int, TexelArray, tuple[int, ...], tuple[int, ...]]:
    """Level, image, first texel with the border counting in, and sizes, of part of an image (3.8.2)."""
    number = checked_level(where, level, _SUB)
    starts = tuple(whole(start, "an offset") for start in place)
    lengths = tuple(whole(size, "a size") for size in sizes)
    if min(lengths) < 0:
        raise invalid_value(f"the part is {_shown(lengths)} texels; no size may be negative", _SUB)
    array = bound_texture(textures, where.target).arrays.get((where.face, number))
    if array is None:
        raise invalid_operation(f"there is no image of level {number}", _SUB)
    edges = borders(where.target, array.border)
    corner = tuple(start + edge for start, edge in zip(starts, edges, strict=False))
    for start, length, most in zip(corner, lengths, extent(array), strict=False):
        if start < 0 or start + length > most:
            reason = f"the part of {_shown(lengths)} texels from {starts} on is not inside the image"
            raise invalid_value(reason, _SUB)
    return number, array, corner, lengths


def full(lengths: tuple[int, ...]) -> Size:
    """Width, height and depth."""
    width, height, depth = (*lengths, 1, 1)[:3]
    return width, height, depth


def _shape(where: ImageTarget, lengths: tuple[int, ...], internal: InternalFormat) -> tuple[int, ...]:
    return (*lengths[::-1], len(STORED[internal.base_format]))
