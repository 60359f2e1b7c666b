"""CopyTexImage and CopyTexSubImage: texels from the read buffer (OpenGL 1.5, 3.8.2)."""

from __future__ import annotations

import numpy as np

from nvrender.api.arguments import whole
from nvrender.api.command import command
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value
from nvrender.api.objects.framebuffers import FramebufferState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.objects.textures import TexelArray
from nvrender.api.pixels.formats import PixelFormat
from nvrender.api.pixels.internal_formats import INTERNAL_FORMATS, InternalFormat, as_texels
from nvrender.api.pixels.reads import part_of, pixels_read
from nvrender.api.textures.depth_stencil import components_of, from_planes
from nvrender.api.textures.images import (
    check_depth,
    check_room,
    checked_border,
    checked_level,
    checked_part,
    checked_sizes,
    put_image,
    put_part,
    too_large,
)
from nvrender.api.textures.targets import check_unhandled, image_target
from nvrender.gl.textures.formats import Image
from nvrender.gl.textures.surfaces import DEEPEST

_SECTION = "OpenGL 1.5, 3.8.2"


@command()
def CopyTexImage1D(
    textures: TextureState,
    framebuffers: FramebufferState,
    target: int,
    level: int,
    internalformat: int,
    x: int,
    y: int,
    width: int,
    border: int,
) -> None:
    """A one-dimensional image of pixels from (x, y) on."""
    _copy_image(textures, framebuffers, target, level, internalformat, (x, y), (width,), border)


@command()
def CopyTexImage2D(
    textures: TextureState, framebuffers: FramebufferState, target: int, level: int, internalformat: int,
    x: int, y: int, width: int, height: int, border: int,
) -> None:  # fmt: skip
    """A two-dimensional image of pixels from (x, y) on."""
    _copy_image(textures, framebuffers, target, level, internalformat, (x, y), (width, height), border)


def _copy_image(
    textures: TextureState, framebuffers: FramebufferState, target: int, level: int, internalformat: int,
    from_: tuple[int, int], sizes: tuple[int, ...], border: int,
) -> None:  # fmt: skip
    where = image_target(target, len(sizes), _SECTION)
    if whole(internalformat, "internalformat") not in INTERNAL_FORMATS or internalformat in (1, 2, 3, 4):
        raise invalid_enum("internalformat", internalformat, "the names of tables 3.15 to 3.18", _SECTION)
    internal = INTERNAL_FORMATS[internalformat]
    number, edge = checked_level(where, level, _SECTION), checked_border(where, border)
    lengths = checked_sizes(where, sizes, edge)
    if (reason := too_large(where, number, lengths, edge)) is not None:
        raise invalid_value(reason, _SECTION)
    _check_copied(internal)
    check_depth(where, internal)
    check_unhandled(textures, where.target)
    check_room(where, lengths)
    texels = _copied(textures, framebuffers, from_, lengths, internal)[0]
    texels = texels if where.dimensions == 2 else texels[0]
    put_image(textures, where, number, TexelArray(np.array(texels), internalformat, edge))


@command()
def CopyTexSubImage1D(
    textures: TextureState,
    framebuffers: FramebufferState,
    target: int,
    level: int,
    xoffset: int,
    x: int,
    y: int,
    width: int,
) -> None:
    """Replace part of a one-dimensional image by pixels from (x, y) on."""
    _copy_part(textures, framebuffers, target, level, (xoffset,), (x, y), (width,))


@command()
def CopyTexSubImage2D(
    textures: TextureState,
    framebuffers: FramebufferState,
    target: int,
    level: int,
    xoffset: int,
    yoffset: int,
    x: int,
    y: int,
    width: int,
    height: int,
) -> None:
    """Replace part of a two-dimensional image by pixels from (x, y) on."""
    _copy_part(textures, framebuffers, target, level, (xoffset, yoffset), (x, y), (width, height))


@command()
def CopyTexSubImage3D(
    textures: TextureState, framebuffers: FramebufferState, target: int, level: int, xoffset: int,
    yoffset: int, zoffset: int, x: int, y: int, width: int, height: int,
) -> None:  # fmt: skip
    """Replace part of one slice or layer by pixels from (x, y) on."""
    _copy_part(textures, framebuffers, target, level, (xoffset, yoffset, zoffset), (x, y), (width, height, 1))


def _copy_part(
    textures: TextureState, framebuffers: FramebufferState, target: int, level: int,
    place: tuple[int, ...], from_: tuple[int, int], sizes: tuple[int, ...],
) -> None:  # fmt: skip
    where = image_target(target, len(sizes), _SECTION)
    number, array, corner, lengths = checked_part(textures, where, level, place, sizes)
    _check_copied(array.internal)
    put_part(
        textures,
        where,
        number,
        array,
        corner,
        _copied(textures, framebuffers, from_, lengths[:2], array.internal),
    )


def _check_copied(internal: InternalFormat) -> None:
    if internal.integer:
        reason = "the frame holds no integers, and the internal format does"
        raise invalid_operation(reason, "EXT_texture_integer 3.8.2")


def _copied(
    textures: TextureState,
    framebuffers: FramebufferState,
    from_: tuple[int, int],
    lengths: tuple[int, ...],
    internal: InternalFormat,
) -> Image:
    """(1, height, width, C) texels; pixels outside the frame are 0 (docs/semantics.md)."""
    left, bottom = (whole(each, "x, y") for each in from_)
    width, height = (*lengths, 1)[:2]
    if internal.stencil:
        planes = (
            pixels_read(textures, framebuffers, "depths"),
            pixels_read(textures, framebuffers, "stencils"),
        )
        picture, pixels = components_of(from_planes(planes)), _BOTH
    elif internal.base_format == "DEPTH":
        picture, pixels = (pixels_read(textures, framebuffers, "depths") / DEEPEST)[..., None], _DEPTHS
    else:
        picture, pixels = pixels_read(textures, framebuffers, "colors"), _COLORS
    return as_texels(part_of(picture, (left, bottom), (width, height))[None], pixels, internal)


_COLORS = PixelFormat("RGBA", np.dtype(np.uint8))
_DEPTHS = PixelFormat("D", np.dtype(np.float64))
_BOTH = PixelFormat("DS", np.dtype(np.float64))
