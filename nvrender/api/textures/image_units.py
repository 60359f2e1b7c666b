"""BindImageTextureEXT and MemoryBarrierEXT (EXT_shader_image_load_store 3.9.X and 2.14.X)."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.api import enums
from nvrender.api.arguments import name_of, whole
from nvrender.api.buffers.commands import ACCESSES
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_value
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.texture_units import IMAGES, ImageBinding, TextureState
from nvrender.ops.image_formats import IMAGE_FORMATS

_SECTION = "EXT_shader_image_load_store 3.9.X"
_BARRIER = "EXT_shader_image_load_store 2.14.X"

#: Suffixes that the formats' names have got by the extensions that define them.
_SUFFIXES = ("", "_ARB", "_EXT")
#: The formats of Table X.2.
FORMATS = {
    next(getattr(enums, name + suffix) for suffix in _SUFFIXES if hasattr(enums, name + suffix)): name
    for name in IMAGE_FORMATS
}


@command()
def BindImageTextureEXT(
    textures: TextureState, index: int, texture: int, level: int, layered: bool, layer: int, access: int,
    format: int,
) -> None:  # fmt: skip
    """Bind a level of a texture to an image unit, all its layers or one; texture 0 leaves the unit empty."""
    unit, name = whole(index, "index"), name_of(texture)
    given = ImageBinding(
        name, whole(level, "level"), bool(layered), whole(layer, "layer"), access, whole(format, "format")
    )
    check_enum("access", access, ACCESSES, "READ_ONLY, WRITE_ONLY and READ_WRITE", _SECTION)
    check_unit(unit)
    check_format(given.format, _SECTION)
    if name and name not in textures.names.objects:
        raise invalid_value(f"{name} is the name of no texture", _SECTION)
    if name and (given.level < 0 or given.layer < 0):
        raise invalid_value(f"level is {given.level}, layer {given.layer}; neither may be negative", _SECTION)
    set_unit(textures, unit, given if name else ImageBinding())


def check_unit(unit: int) -> None:
    if not 0 <= unit < IMAGES:
        raise invalid_value(f"index is {unit}; image units are 0 to {IMAGES - 1}", _SECTION)


def check_format(format: int, section: str) -> None:
    """INVALID_VALUE for what no image is viewed as."""
    if format not in FORMATS:
        raise invalid_value(f"format 0x{format:04X} is none of Table X.2, such as RGBA8 or R32UI", section)


def set_unit(textures: TextureState, unit: int, binding: ImageBinding) -> None:
    textures.images = (*textures.images[:unit], binding, *textures.images[unit + 1 :])


def unbind_texture(textures: TextureState, name: int) -> None:
    """Leave every image unit empty that has a texture which is deleted."""
    for unit, binding in enumerate(textures.images):
        if binding.texture == name:
            set_unit(textures, unit, ImageBinding())


_KNOWN_BITS = 0
for _name, _bit in vars(enums).items():
    if "_BARRIER_BIT" in _name and not _name.startswith("ALL_"):
        _KNOWN_BITS |= _bit


@command()
def MemoryBarrierEXT(barriers: int) -> None:
    """Order what programs did to memory before what comes; it is ordered anyway."""
    bits = whole(barriers, "barriers")
    if bits != enums.ALL_BARRIER_BITS_EXT and bits & ~_KNOWN_BITS:
        raise invalid_value(f"barriers is 0x{bits:X}; only the bits of barriers are allowed", _BARRIER)


def _asked(read: Callable[[ImageBinding], int]) -> Callable[[ContextState, int], int]:
    def value(gl: ContextState, unit: int) -> int:
        check_unit(unit)
        return read(gl.textures.images[unit])

    return value


#: What GetIntegerIndexedvEXT and its kin know of them.
INDEXED: dict[int, Callable[[ContextState, int], int]] = {
    enums.IMAGE_BINDING_NAME_EXT: _asked(lambda unit: unit.texture),
    enums.IMAGE_BINDING_LEVEL_EXT: _asked(lambda unit: unit.level),
    enums.IMAGE_BINDING_LAYERED_EXT: _asked(lambda unit: int(unit.layered)),
    enums.IMAGE_BINDING_LAYER_EXT: _asked(lambda unit: unit.layer),
    enums.IMAGE_BINDING_ACCESS_EXT: _asked(lambda unit: unit.access),
    enums.IMAGE_BINDING_FORMAT_EXT: _asked(lambda unit: unit.format),
}
