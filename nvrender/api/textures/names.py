"""Texture objects by name, and the units they are bound to (OpenGL 1.5, 2.7, 3.8.12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import floats, name_of, names_of, whole
from nvrender.api.arrays.conventional import MULTITEXTURE
from nvrender.api.command import command
from nvrender.api.errors import invalid_enum, invalid_operation, invalid_value, natural
from nvrender.api.objects.framebuffers import FramebufferState
from nvrender.api.objects.texture_units import IMAGE_UNITS, TextureState
from nvrender.api.objects.textures import RECTANGLE, TextureObject
from nvrender.api.textures.handles import forget_handles
from nvrender.api.textures.image_units import unbind_texture
from nvrender.api.textures.targets import change_unit, target_word
from nvrender.api.words import clamped
from nvrender.source import InputError

_SECTION = "OpenGL 1.5, 3.8.12"


@command()
def GenTextures(textures: TextureState, n: int) -> tuple[int, ...]:
    """``n`` unused names of textures."""
    return textures.names.fresh(natural(n, "n", _SECTION))


@command()
def DeleteTextures(textures_state: TextureState, framebuffers: FramebufferState, textures: Any) -> None:
    """Delete textures; where one is bound, texture 0 is."""
    for number in names_of(textures):
        if number and textures_state.names.drop(number) is not None:
            for unit, row in enumerate(textures_state.units):
                if any(name == number for _, name in row.bindings):
                    kept = tuple(pair for pair in row.bindings if pair[1] != number)
                    change_unit(textures_state, unit, bindings=kept)
            framebuffers.detach(enums.TEXTURE, number)
            unbind_texture(textures_state, number)
            forget_handles(textures_state, number)


@command(failing=False)
def IsTexture(textures: TextureState, texture: int) -> bool:
    """True for the name of a texture that has been bound."""
    return name_of(texture) in textures.names.objects


@command()
def BindTexture(textures: TextureState, target: int, texture: int) -> None:
    """Bind a texture to a target of the active unit, made where there is none of the name yet."""
    word, number = target_word(target, _SECTION), name_of(texture)
    table = textures.names
    held = table.objects.get(number)
    if held is not None and held.target != word:
        raise invalid_operation(f"{number} is a {held.target} texture, not {word}", _SECTION)
    if number and held is None:
        parameters = RECTANGLE if word == "RECT" else TextureObject(word).parameters
        table.put(number, TextureObject(word, parameters=parameters))
    bindings = dict(textures.units[textures.active_texture].bindings) | {word: number}
    change_unit(textures, textures.active_texture, bindings=tuple(bindings.items()))


@command()
def AreTexturesResident(textures_state: TextureState, textures: Any) -> tuple[bool, ...]:
    """True for each: all textures are resident."""
    names = names_of(textures)
    for number in names:
        if number not in textures_state.names.objects:
            raise invalid_value(f"{number} is the name of no texture", _SECTION)
    return (True,) * len(names)


@command()
def PrioritizeTextures(textures_state: TextureState, textures: Any, priorities: Any) -> None:
    """How much it matters that textures are resident; names of none are left out."""
    names, numbers = names_of(textures), floats(priorities, "priorities")
    if len(names) != len(numbers):
        raise InputError(f"there are {len(names)} textures and {len(numbers)} priorities")
    objects = textures_state.names.objects
    for name, number in zip(names, numbers, strict=True):
        if name in objects:
            parameters = replace(objects[name].parameters, priority=clamped(number))
            objects[name] = replace(objects[name], parameters=parameters)


@command(suffixes=MULTITEXTURE)
def ActiveTexture(textures: TextureState, texture: int) -> None:
    """Choose the texture unit that commands act on."""
    unit = whole(texture, "texture") - enums.TEXTURE0
    if not 0 <= unit < IMAGE_UNITS:
        known = f"TEXTURE0 to TEXTURE{IMAGE_UNITS - 1}"
        raise invalid_enum("texture", texture, known, "ARB_fragment_program 2.10.2")
    textures.active_texture = unit
