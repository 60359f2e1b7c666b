"""Buffer textures: texels in buffer objects (EXT_texture_buffer_object 3.8.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import name_of, whole
from nvrender.api.buffers.commands import bound_buffer
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_enum, invalid_operation
from nvrender.api.formats.internal_formats import BUFFER_FORMATS
from nvrender.api.objects.buffers import BufferState
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.texture_units import TextureState
from nvrender.api.objects.textures import LARGEST_BUFFER, TexelBuffer
from nvrender.api.textures.targets import bound_texture, check_unhandled, replace_texture
from nvrender.gl.textures.texture import Texture

_SECTION = "EXT_texture_buffer_object 3.8.1"


@command()
def TexBufferEXT(
    textures: TextureState, buffers: BufferState, target: int, internalformat: int, buffer: int
) -> None:
    """Let the texels of the buffer texture be those of a buffer object, from now on; 0 for none."""
    check_enum("target", whole(target, "target"), (enums.TEXTURE_BUFFER_EXT,), "TEXTURE_BUFFER_EXT", _SECTION)
    if whole(internalformat, "internalformat") not in BUFFER_FORMATS:
        known = "RGBA8, LUMINANCE32F_ARB and their kin of known size, without RGB"
        raise invalid_enum("internalformat", internalformat, known, _SECTION)
    number = name_of(buffer)
    held = buffers.names.objects.get(number)
    if number and held is None:
        raise invalid_operation(f"{number} is the name of no buffer", _SECTION)
    check_unhandled(textures, "BUFFER")
    attached = None if held is None else TexelBuffer(number, internalformat, held)
    replace_texture(
        textures, replace(bound_texture(textures, "BUFFER"), buffer=attached, buffer_format=internalformat)
    )


def read_texels(buffers: BufferState, attached: TexelBuffer) -> Texture | None:
    """What is drawn; INVALID_OPERATION while the buffer is mapped."""
    buffers.readable(attached.name, _SECTION)
    return attached.texture


def _attached(textures: TextureState, buffers: BufferState) -> int:
    held = bound_texture(textures, "BUFFER").buffer
    there = held is not None and buffers.names.objects.get(held.name) is held.buffer
    return held.name if held is not None and there else 0


#: What GetIntegerv and its kin know of them.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    enums.TEXTURE_BUFFER_EXT: lambda gl: bound_buffer(gl.buffers, enums.TEXTURE_BUFFER_EXT),
    enums.TEXTURE_BUFFER_DATA_STORE_BINDING_EXT: lambda gl: _attached(gl.textures, gl.buffers),
    enums.TEXTURE_BUFFER_FORMAT_EXT: lambda gl: bound_texture(gl.textures, "BUFFER").buffer_format,
    enums.MAX_TEXTURE_BUFFER_SIZE_EXT: lambda gl: LARGEST_BUFFER,
}
