"""ReadPixels, and what there is to be read (OpenGL 1.5, 4.3.2)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.command import command
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value
from nvrender.api.formats.packing import fractions, packed
from nvrender.api.formats.pixels import PixelFormat, pixel_format
from nvrender.api.framebuffers.draw_buffers import read_from
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.framebuffers import FramebufferState
from nvrender.api.objects.pixels import PixelState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.pixels.color_clamps import read_clamped
from nvrender.gl.textures.surfaces import DEEPEST
from nvrender.memory import check_memory

_SECTION = "OpenGL 1.5, 4.3.2"
_PACKED = "EXT_packed_depth_stencil 4.3.2"


def pixels_read(textures: TextureState, framebuffers: FramebufferState, kind: str) -> npt.NDArray[Any]:
    """The pixels that are read: "colors" (H, W, 4), "depths" (H, W) of 0 to DEEPEST, or "stencils" (H, W).

    The bottom row first; of layers the first one (NV_geometry_program4 4.4.7). INVALID_OPERATION where there
    are none.
    """
    buffers = read_from(framebuffers, textures)
    if buffers.samples:
        number = framebuffers.read_framebuffer
        reason = f"framebuffer {number} has {buffers.samples} samples a pixel; blit it first"
        raise invalid_operation(reason, "EXT_framebuffer_multisample 4.3.2")
    (color,) = buffers.colors
    if kind == "colors":
        if color is None:
            raise invalid_operation("the read buffer is NONE", "EXT_framebuffer_object 4.3.2")
        return np.asarray(color.read()[0][0])
    if buffers.depth is None or not getattr(buffers, kind):
        raise invalid_operation(f"there are no {kind}", _SECTION)
    return np.asarray(buffers.depth.read()[kind == "stencils"][0])


def part_of(picture: npt.NDArray[Any], place: tuple[int, int], size: tuple[int, int]) -> npt.NDArray[Any]:
    """(height, width, …) pixels of ``picture`` from (x, y) on; those outside are 0 (docs/semantics.md)."""
    (left, bottom), (width, height) = place, size
    if 0 <= left <= picture.shape[1] - width and 0 <= bottom <= picture.shape[0] - height:
        return np.array(picture[bottom : bottom + height, left : left + width])
    found = np.zeros((height, width, *picture.shape[2:]), picture.dtype)
    rows = slice(max(bottom, 0), max(min(bottom + height, picture.shape[0]), 0))
    columns = slice(max(left, 0), max(min(left + width, picture.shape[1]), 0))
    part = picture[rows, columns]
    if part.size:
        top, side = rows.start - bottom, columns.start - left
        found[top : top + part.shape[0], side : side + part.shape[1]] = part
    return found


@command()
def ReadPixels(
    pixels: PixelState, textures: TextureState, framebuffers: FramebufferState, fixed: FixedState, x: int,
    y: int, width: int, height: int, format: int, type: int,
) -> npt.NDArray[Any]:  # fmt: skip
    """(height, width, components) elements of ``type``, the bottom row first; of packed types no components.

    Colours, DEPTH_COMPONENT, STENCIL_INDEX and DEPTH_STENCIL; of BITMAP (height, bytes). PACK_SWAP_BYTES and
    PACK_LSB_FIRST of PixelStore count.
    """
    left, bottom, wide, high = (whole(each, "x, y, width, height") for each in (x, y, width, height))
    layout = _checked(format, type)
    if wide < 0 or high < 0:
        raise invalid_value(f"{wide} × {high} layout; neither may be negative", _SECTION)
    _check_together(format, type, layout)
    check_memory(wide * high * layout.elements * layout.element.itemsize, "the layout", "read fewer")
    place, size = (left, bottom), (wide, high)
    if format == enums.STENCIL_INDEX and type == enums.BITMAP:
        values = part_of(pixels_read(textures, framebuffers, "stencils"), place, size) & 1
        return np.packbits(values, axis=1, bitorder="little" if pixels.pack.lsb_first else "big")
    if format in (enums.STENCIL_INDEX, enums.DEPTH_STENCIL_EXT):
        elements = _indices(textures, framebuffers, format, layout, place, size)
        return np.asarray(elements.byteswap() if pixels.pack.swap_bytes else elements)
    if format == enums.DEPTH_COMPONENT:
        components = (part_of(pixels_read(textures, framebuffers, "depths"), place, size) / DEEPEST)[
            ..., None
        ]
    else:
        colors = read_clamped(fixed, part_of(pixels_read(textures, framebuffers, "colors"), place, size))
        components = _components(colors, layout.components)
    elements = packed(components, layout, pixels.pack)
    return elements if layout.packing is None else elements[..., 0]


def _checked(format: int, type: int) -> PixelFormat:
    """Format and type; INVALID_ENUM for what is none."""
    if format == enums.DEPTH_STENCIL_EXT:
        if type != enums.UNSIGNED_INT_24_8_EXT:
            raise invalid_enum("type", type, "UNSIGNED_INT_24_8 with DEPTH_STENCIL", _PACKED)
        return pixel_format(enums.RED, enums.UNSIGNED_INT)
    if type == enums.UNSIGNED_INT_24_8_EXT:
        return pixel_format(format, enums.UNSIGNED_INT)
    if type == enums.BITMAP and format in (enums.STENCIL_INDEX, enums.COLOR_INDEX):
        return pixel_format(format, enums.UNSIGNED_BYTE)
    return pixel_format(format, type)


def _check_together(format: int, type: int, pixels: PixelFormat) -> None:
    """INVALID_OPERATION for what no frame of colours has."""
    if type == enums.UNSIGNED_INT_24_8_EXT and format != enums.DEPTH_STENCIL_EXT:
        raise invalid_operation("UNSIGNED_INT_24_8 goes with DEPTH_STENCIL alone", _PACKED)
    if format == enums.COLOR_INDEX:
        raise invalid_operation("the frame holds colours, not their indices", _SECTION)
    if pixels.integer:
        raise invalid_operation("the frame holds no integers", "EXT_texture_integer 4.3.2")


def _indices(
    textures: TextureState,
    framebuffers: FramebufferState,
    format: int,
    pixels: PixelFormat,
    place: tuple[int, int],
    size: tuple[int, int],
) -> npt.NDArray[Any]:
    """Stencil values of as many bits as the type has, or words of a depth and one."""
    stencils = pixels_read(textures, framebuffers, "stencils")
    if format == enums.DEPTH_STENCIL_EXT:
        depths = pixels_read(textures, framebuffers, "depths").astype(np.uint32)
        return part_of(depths << 8 | stencils, place, size)
    most = 0xFF if pixels.element.kind == "f" else min(np.iinfo(pixels.element).max, 0xFF)  # table 4.7
    return part_of(stencils & np.uint8(most), place, size).astype(pixels.element)[..., None]


def _components(colors: npt.NDArray[Any], letters: str) -> npt.NDArray[Any]:
    """Components by their letters; luminance is the sum of R, G and B ("Conversion to L")."""
    if letters == "RGBA":
        return colors
    if "L" not in letters:
        return colors[..., ["RGBA".index(letter) for letter in letters]]
    values = fractions(colors)
    luminance = values[..., :3].sum(axis=-1)
    if colors.dtype == np.uint8:
        luminance = np.minimum(luminance, 1)
    return np.stack([luminance if letter == "L" else values[..., 3] for letter in letters], axis=-1)
