"""What images of textures are asked for, and the checks of it, in the order of errors (OpenGL 1.5, 3.8.1)."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value, refused
from nvrender.api.formats.internal_formats import INTERNAL_FORMATS, STORED, InternalFormat
from nvrender.api.formats.packing import Size
from nvrender.api.formats.pixels import PixelFormat, pixel_format
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.objects.textures import FACES, TexelArray, borders, extent
from nvrender.api.textures.targets import MOST_TEXELS, ImageTarget, bound_texture
from nvrender.source import InputError

_SECTION = "OpenGL 1.5, 3.8.1"
_SUB = "OpenGL 1.5, 3.8.2"
_INTEGER = "EXT_texture_integer 3.8.1"


@dataclass(frozen=True, slots=True)
class ImageRequest:
    """The image that a command is given, or makes of pixels that are read; nothing of it is checked."""

    target: int
    level: int
    internalformat: int
    sizes: tuple[int, ...]
    border: int


@dataclass(frozen=True, slots=True)
class PartRequest:
    """The part of an image that a command replaces; nothing of it is checked."""

    target: int
    level: int
    corner: tuple[int, ...]
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """``sizes`` texels of an image from ``corner`` on, the border counting in."""

    where: ImageTarget
    level: int
    array: TexelArray
    corner: tuple[int, ...]
    sizes: tuple[int, ...]


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


def check_room(lengths: tuple[int, ...]) -> None:
    """OUT_OF_MEMORY for more texels than there is room for."""
    if texels_of(lengths) > MOST_TEXELS:
        reason = f"{_shown(lengths)} texels are more than {MOST_TEXELS}"
        raise refused(enums.OUT_OF_MEMORY, reason, "OpenGL 1.5, 2.5")


def texels_of(lengths: tuple[int, ...]) -> int:
    width, height, depth = full(lengths)
    return width * height * depth


def check_pixels(pixels: PixelFormat, internal: InternalFormat, section: str) -> None:
    if pixels.depths != (internal.base_format == "DEPTH"):
        raise invalid_operation("depths go into depth formats, and nothing else does", section)
    if pixels.integer != internal.integer:
        raise invalid_operation("integer formats go into integer formats, and nothing else does", _INTEGER)


def check_depth(where: ImageTarget, internal: InternalFormat) -> None:
    if internal.base_format == "DEPTH" and where.target == "3D":
        raise invalid_operation("three-dimensional textures have no depth formats", _SECTION)


def checked_part(textures: TextureState, where: ImageTarget, asked: PartRequest) -> Part:
    """The part that a request is for (3.8.2)."""
    number = checked_level(where, asked.level, _SUB)
    starts = tuple(whole(start, "an offset") for start in asked.corner)
    lengths = tuple(whole(size, "a size") for size in asked.sizes)
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
    return Part(where, number, array, corner, lengths)


def full(lengths: tuple[int, ...]) -> Size:
    """Width, height and depth."""
    width, height, depth = (*lengths, 1, 1)[:3]
    return width, height, depth


def shape_of(lengths: tuple[int, ...], internal: InternalFormat) -> tuple[int, ...]:
    return (*lengths[::-1], len(STORED[internal.base_format]))
