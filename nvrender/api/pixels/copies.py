"""CopyTexImage and CopyTexSubImage: texels from the read buffer (OpenGL 1.5, 3.8.2)."""

from __future__ import annotations

import numpy as np

from nvrender.api.arguments import whole
from nvrender.api.command import command
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value
from nvrender.api.formats.depth_stencil import components_of, from_planes
from nvrender.api.formats.internal_formats import INTERNAL_FORMATS, InternalFormat, as_texels
from nvrender.api.formats.pixels import PixelFormat
from nvrender.api.objects.framebuffers import FramebufferState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.objects.textures import TexelArray
from nvrender.api.pixels.reads import part_of, pixels_read
from nvrender.api.textures.image_checks import (
    ImageRequest,
    PartRequest,
    check_depth,
    check_room,
    checked_border,
    checked_level,
    checked_part,
    checked_sizes,
    too_large,
)
from nvrender.api.textures.images import put_image, put_part
from nvrender.api.textures.targets import check_unhandled, image_target
from nvrender.gl.textures.formats import Image
from nvrender.gl.textures.surfaces import DEEPEST

_SECTION = "OpenGL 1.5, 3.8.2"


@command()
def CopyTexImage1D(
    textures: TextureState, framebuffers: FramebufferState, target: int, level: int, internalformat: int,
    x: int, y: int, width: int, border: int,
) -> None:  # fmt: skip
    """A one-dimensional image of pixels from (x, y) on."""
    asked = ImageRequest(target, level, internalformat, (width,), border)
    _copy_image(textures, framebuffers, asked, (x, y))


@command()
def CopyTexImage2D(
    textures: TextureState, framebuffers: FramebufferState, target: int, level: int, internalformat: int,
    x: int, y: int, width: int, height: int, border: int,
) -> None:  # fmt: skip
    """A two-dimensional image of pixels from (x, y) on."""
    asked = ImageRequest(target, level, internalformat, (width, height), border)
    _copy_image(textures, framebuffers, asked, (x, y))


def _copy_image(
    textures: TextureState, framebuffers: FramebufferState, asked: ImageRequest, from_: tuple[int, int]
) -> None:
    where, format = image_target(asked.target, len(asked.sizes), _SECTION), asked.internalformat
    if whole(format, "internalformat") not in INTERNAL_FORMATS or format in (1, 2, 3, 4):
        raise invalid_enum("internalformat", format, "the names of tables 3.15 to 3.18", _SECTION)
    internal = INTERNAL_FORMATS[format]
    number, edge = checked_level(where, asked.level, _SECTION), checked_border(where, asked.border)
    lengths = checked_sizes(where, asked.sizes, edge)
    if (reason := too_large(where, number, lengths, edge)) is not None:
        raise invalid_value(reason, _SECTION)
    _check_copied(internal)
    check_depth(where, internal)
    check_unhandled(textures, where.target)
    check_room(lengths)
    texels = _copied(textures, framebuffers, from_, lengths, internal)[0]
    texels = texels if where.dimensions == 2 else texels[0]
    put_image(textures, where, number, TexelArray(np.array(texels), format, edge))


@command()
def CopyTexSubImage1D(
    textures: TextureState, framebuffers: FramebufferState, target: int, level: int, xoffset: int, x: int,
    y: int, width: int,
) -> None:  # fmt: skip
    """Replace part of a one-dimensional image by pixels from (x, y) on."""
    _copy_part(textures, framebuffers, PartRequest(target, level, (xoffset,), (width,)), (x, y))


@command()
def CopyTexSubImage2D(
    textures: TextureState, framebuffers: FramebufferState, target: int, level: int, xoffset: int,
    yoffset: int, x: int, y: int, width: int, height: int,
) -> None:  # fmt: skip
    """Replace part of a two-dimensional image by pixels from (x, y) on."""
    part = PartRequest(target, level, (xoffset, yoffset), (width, height))
    _copy_part(textures, framebuffers, part, (x, y))


@command()
def CopyTexSubImage3D(
    textures: TextureState, framebuffers: FramebufferState, target: int, level: int, xoffset: int,
    yoffset: int, zoffset: int, x: int, y: int, width: int, height: int,
) -> None:  # fmt: skip
    """Replace part of one slice or layer by pixels from (x, y) on."""
    part = PartRequest(target, level, (xoffset, yoffset, zoffset), (width, height, 1))
    _copy_part(textures, framebuffers, part, (x, y))


def _copy_part(
    textures: TextureState, framebuffers: FramebufferState, asked: PartRequest, from_: tuple[int, int]
) -> None:
    where = image_target(asked.target, len(asked.sizes), _SECTION)
    part = checked_part(textures, where, asked)
    internal = part.array.internal
    _check_copied(internal)
    put_part(textures, part, _copied(textures, framebuffers, from_, part.sizes[:2], internal))


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
