"""Handles of textures and images, and their residency (NV_bindless_texture 3.9.X)."""

from __future__ import annotations

from dataclasses import replace

from nvrender.api.arguments import name_of, whole
from nvrender.api.buffers.commands import ACCESSES
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_operation, invalid_value
from nvrender.api.objects.texture_units import Handle, TextureState
from nvrender.api.objects.textures import TextureObject, extent, with_sampler
from nvrender.api.textures.image_units import check_format

_SECTION = "NV_bindless_texture 3.9.X"
_QUERY = "NV_bindless_texture 6.1.4"

#: The upper words of handles: of textures, and of images.
TEXTURES, IMAGES = 1, 2
_TABLE = 1 << 32
#: Targets with layers, and which of width, height and depth their number is.
_LAYERS = {"3D": 2, "ARRAY1D": 1, "ARRAY2D": 2, "ARRAYCUBE": 2}


@command(failing=0)
def GetTextureHandleNV(textures: TextureState, texture: int) -> int:
    """The handle of a texture with its parameters, which from now on stay as they are."""
    name = name_of(texture)
    held = _texture(textures, name)
    _check_complete(name, held)
    return _handle(textures, TEXTURES, Handle(name))


@command(failing=0)
def GetTextureSamplerHandleNV(textures: TextureState, texture: int, sampler: int) -> int:
    """The handle of a texture with the parameters of a sampler object; both stay as they are."""
    name, number = name_of(texture), name_of(sampler)
    held, other = _texture(textures, name), textures.samplers.objects.get(number)
    if other is None:
        raise invalid_value(f"{number} is the name of no sampler", _SECTION)
    if held.target == "BUFFER":
        _check_complete(name, held)
    elif held.sampled(with_sampler(held.parameters, other.parameters)) is None:
        raise invalid_operation(f"texture {name} is not complete with sampler {number}", _SECTION)
    textures.samplers.objects[number] = replace(other, handled=True)
    return _handle(textures, TEXTURES, Handle(name, sampler=number))


@command(failing=0)
def GetImageHandleNV(
    textures: TextureState, texture: int, level: int, layered: bool, layer: int, format: int
) -> int:
    """The handle of a level of a texture as an image, all its layers or one."""
    name, number, place = name_of(texture), whole(level, "level"), whole(layer, "layer")
    held = _texture(textures, name)
    check_format(whole(format, "format"), _SECTION)
    layers = _layers(held, number)
    if not layers:
        raise invalid_value(f"texture {name} has no image of level {number}", _SECTION)
    if not layered and not 0 <= place < layers:
        raise invalid_value(f"layer is {place}; there are 0 to {layers - 1}", _SECTION)
    _check_complete(name, held)
    if layered and held.target != "CUBE" and held.target not in _LAYERS:
        raise invalid_operation(f"a {held.target} texture has no layers", _SECTION)
    return _handle(textures, IMAGES, Handle(name, number, None if layered else place, format))


def _texture(textures: TextureState, name: int) -> TextureObject:
    held = textures.names.objects.get(name)
    if held is None:
        raise invalid_value(f"{name} is the name of no texture", _SECTION)
    return held


def _layers(held: TextureObject, level: int) -> int:
    """How many layers or faces a level has, 0 where there is no level."""
    if held.target == "BUFFER":
        return int(level == 0 and held.buffer is not None and held.buffer.texture is not None)
    array = held.arrays.get((0, level))
    if array is None or 0 in array.shape:
        return 0
    if held.target == "CUBE":
        return 6
    return extent(array)[_LAYERS[held.target]] if held.target in _LAYERS else 1


def _check_complete(name: int, held: TextureObject) -> None:
    texture = held.texture if held.buffer is None else held.buffer.texture
    if texture is None:
        raise invalid_operation(f"texture {name} is not complete", _SECTION)


def _handle(textures: TextureState, kind: int, what: Handle) -> int:
    """The one handle of what it is of."""
    handles, objects = textures.handles, textures.names.objects
    for handle, known in handles.known.items():
        if known == what and handle // _TABLE == kind:
            return handle
    handles.made += 1
    handle = kind * _TABLE + handles.made
    handles.known[handle] = what
    held = objects[what.texture]
    objects[what.texture] = replace(held, handled=True)
    return handle


def forget_handles(textures: TextureState, name: int) -> None:
    """End the handles of a texture that is deleted."""
    handles = textures.handles
    handles.known = {handle: what for handle, what in handles.known.items() if what.texture != name}


@command()
def MakeTextureHandleResidentNV(textures: TextureState, handle: int) -> None:
    """Let programs read a texture by its handle."""
    number = _known(textures, handle, TEXTURES, _SECTION)
    if number in textures.resident:
        raise invalid_operation(f"the handle 0x{number:X} is resident already", _SECTION)
    textures.resident |= {number}


@command()
def MakeTextureHandleNonResidentNV(textures: TextureState, handle: int) -> None:
    """Take a texture from what programs read by handles."""
    number = _known(textures, handle, TEXTURES, _SECTION)
    if number not in textures.resident:
        raise invalid_operation(f"the handle 0x{number:X} is not resident", _SECTION)
    textures.resident -= {number}


@command()
def MakeImageHandleResidentNV(textures: TextureState, handle: int, access: int) -> None:
    """Let programs reach an image by its handle: READ_ONLY, WRITE_ONLY or READ_WRITE."""
    check_enum("access", access, ACCESSES, "READ_ONLY, WRITE_ONLY and READ_WRITE", _SECTION)
    number = _known(textures, handle, IMAGES, _SECTION)
    if number in textures.resident_images:
        raise invalid_operation(f"the handle 0x{number:X} is resident already", _SECTION)
    textures.resident_images[number] = ACCESSES[access]


@command()
def MakeImageHandleNonResidentNV(textures: TextureState, handle: int) -> None:
    """Take an image from what programs reach by handles."""
    number = _known(textures, handle, IMAGES, _SECTION)
    if number not in textures.resident_images:
        raise invalid_operation(f"the handle 0x{number:X} is not resident", _SECTION)
    del textures.resident_images[number]


@command(failing=False)
def IsTextureHandleResidentNV(textures: TextureState, handle: int) -> bool:
    """Whether a texture's handle is resident in this context."""
    return _known(textures, handle, TEXTURES, _QUERY) in textures.resident


@command(failing=False)
def IsImageHandleResidentNV(textures: TextureState, handle: int) -> bool:
    """Whether an image's handle is resident in this context."""
    return _known(textures, handle, IMAGES, _QUERY) in textures.resident_images


def _known(textures: TextureState, handle: int, kind: int, section: str) -> int:
    """A handle as it is; INVALID_OPERATION unless it is one of this kind."""
    number = whole(handle, "handle")
    if number not in textures.handles.known or number // _TABLE != kind:
        what = "a texture" if kind == TEXTURES else "an image"
        raise invalid_operation(f"0x{number & (1 << 64) - 1:X} is no handle of {what}", section)
    return number
