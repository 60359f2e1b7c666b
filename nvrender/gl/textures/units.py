"""The textures a caller gives a program, by image unit, checked against how it accesses them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from nvrender.gl.textures.texture import Texture, Textures
from nvrender.ops.texture_targets import TARGETS
from nvrender.ops.types import DataType
from nvrender.program import FIRST_HANDLE, Instruction, Program
from nvrender.program.limits import FRAGMENT
from nvrender.program.opcodes import Lookup
from nvrender.source import InputError

#: NV_gpu_program4 table 6.X; no language has more.
_UNITS = FRAGMENT.texture_image_units
_KINDS = {DataType.FLOAT: "float", DataType.SIGNED: "signed", DataType.UNSIGNED: "unsigned"}
#: The GL's words for texture targets → those of textures here.
TARGET_WORDS = {
    "TEXTURE_1D": "1D", "TEXTURE_2D": "2D", "TEXTURE_3D": "3D", "TEXTURE_CUBE_MAP": "CUBE",
    "TEXTURE_RECTANGLE_ARB": "RECT", "TEXTURE_1D_ARRAY_EXT": "ARRAY1D", "TEXTURE_2D_ARRAY_EXT": "ARRAY2D",
    "TEXTURE_BUFFER_EXT": "BUFFER", "TEXTURE_CUBE_MAP_ARRAY": "ARRAYCUBE", "TEXTURE_2D_MULTISAMPLE": "2DMS",
    "TEXTURE_2D_MULTISAMPLE_ARRAY": "ARRAY2DMS", "TEXTURE_RENDERBUFFER_NV": "2DMS",
}  # fmt: skip


def texture_units(program: Program, textures: Any) -> dict[int, Texture]:
    """Unit or handle → texture, for all the program may access that are there; ``textures`` may hold more.

    What NV_gpu_program4 2.X.4.4 leaves undefined is an InputError that names the instruction: a texture
    of another target or kind than it reads, and depths compared in a texture that has none.
    """
    found: dict[int, Texture] = {}
    given = given_textures(textures)
    for instruction in program.instructions:
        access = instruction.texture
        for unit in () if access is None else access.keys(given):
            if unit not in given:
                continue
            texture = given[unit]
            if unit >= FIRST_HANDLE:
                found[unit] = texture  # of another target or kind than is read it gives zeros
                continue
            if problem := texture_problem(instruction, texture):
                place = program.source.place(instruction.span)
                raise InputError(f"{place}: texture[{unit}]: {instruction.opcode.name} {problem}")
            found[unit] = texture
    return found


def given_textures(textures: Any) -> Textures:
    """``textures`` as a mapping from units and handles, without those that are None. InputError."""
    if textures is None:
        return {}
    if not isinstance(textures, Mapping):
        raise InputError(f"textures must be a mapping from image units, not {type(textures).__name__}")
    for unit, texture in textures.items():
        if isinstance(unit, bool) or not isinstance(unit, (int, np.integer)) or not _names_texture(int(unit)):
            raise InputError(
                f"textures: {unit!r} is not the number of an image unit, 0 to {_UNITS - 1}, "
                f"nor a handle, 2^32 to 2^64 - 1"
            )
        if texture is not None and not isinstance(texture, Texture):
            raise InputError(f"textures[{unit}] must be a nvrender.Texture, not {type(texture).__name__}")
    return {int(unit): texture for unit, texture in textures.items() if texture is not None}


def _names_texture(key: int) -> bool:
    return 0 <= key < _UNITS or FIRST_HANDLE <= key < 1 << 64


def texture_problem(instruction: Instruction, texture: Texture) -> str:
    """What an instruction cannot do with a texture, "" if it can."""
    assert instruction.texture is not None
    query = instruction.opcode.texture is Lookup.QUERY
    return lookup_problem(instruction.texture.target, None if query else instruction.type, texture)


def lookup_problem(name: str, type: DataType | None, texture: Texture) -> str:
    """What cannot be read of a texture as target ``name``, texels of ``type`` or its size, "" if all can."""
    target = TARGETS[name]
    wanted = TARGET_WORDS.get(target.texture, target.name)
    if texture.target != wanted:
        return f"reads a {wanted} texture, and the one given is {texture.target}"
    if type is None:
        return ""
    if target.compares and texture.base_format != "DEPTH":
        return (
            f"compares depths ({name}), and the texture given is of base format "
            f"{texture.base_format}; DEPTH is needed"
        )
    kind = _KINDS[type]
    if texture.kind != kind:
        return f"reads {kind} texels, and those of the texture given are {texture.kind}"
    return ""
