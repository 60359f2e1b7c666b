"""Vertex, Normal, Color, TexCoord and their kin, which are attributes, and their arrays.

OpenGL 1.5, 2.7 and 2.8; the numbers are those of NV_vertex_program, table X.2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import vector, whole
from nvrender.api.arrays.attributes import Convert, converter, filled, put, setter
from nvrender.api.arrays.vertex import TYPES, check_array, placed
from nvrender.api.command import command, family
from nvrender.api.errors import check_enum, invalid_enum, invalid_value
from nvrender.api.objects.buffers import BufferState
from nvrender.api.objects.vertices import ArrayState, ImmediateState, VertexArray
from nvrender.gl.state.state import TEXTURE_UNITS

_SECTION = "OpenGL 1.5, 2.7"
_ARRAYS = "OpenGL 1.5, 2.8"
_TEXTURE = 8

#: What OpenGL and ARB_multitexture call the same commands.
MULTITEXTURE = ("", "ARB")

#: Command → attribute, sizes, types, whether integers are fractions.
_COMMANDS = (
    ("Vertex", 0, (2, 3, 4), ("s", "i", "f", "d"), False),
    ("Normal", 2, (3,), ("b", "s", "i", "f", "d"), True),
    ("Color", 3, (3, 4), ("b", "s", "i", "ub", "us", "ui", "f", "d"), True),
    ("SecondaryColor", 4, (3,), ("b", "s", "i", "ub", "us", "ui", "f", "d"), True),
    ("TexCoord", _TEXTURE, (1, 2, 3, 4), ("s", "i", "f", "d"), False),
)


def _commands(number: int, size: int, convert: Convert) -> tuple[Callable[..., None], Callable[..., None]]:
    value = setter(size, convert)

    def vertex(immediate: ImmediateState, *numbers: float) -> None:
        found = value(numbers)
        if immediate.begun is not None:
            immediate.current[0] = found
            immediate.vertex(found)

    def other(immediate: ImmediateState, *numbers: float) -> None:
        immediate.current[number], immediate.rest = value(numbers), None

    def one(immediate: ImmediateState, v: Any) -> None:
        put(immediate, number, filled(vector(v, size, "v"), convert), _SECTION)

    return (other if number else vertex), one


def _texture_commands(size: int, convert: Convert) -> tuple[Callable[..., None], Callable[..., None]]:
    value = setter(size, convert)

    def scalar(immediate: ImmediateState, target: int, *numbers: float) -> None:
        put(immediate, _TEXTURE + unit_of(target), value(numbers), _SECTION)

    def one(immediate: ImmediateState, target: int, v: Any) -> None:
        put(immediate, _TEXTURE + unit_of(target), filled(vector(v, size, "v"), convert), _SECTION)

    return scalar, one


def unit_of(texture: int) -> int:
    """The number of a texture unit."""
    unit = whole(texture, "texture") - enums.TEXTURE0
    if not 0 <= unit < TEXTURE_UNITS:
        raise invalid_enum("texture", texture, f"TEXTURE0 to TEXTURE{TEXTURE_UNITS - 1}", _SECTION)
    return unit


def _register() -> None:
    for name, number, sizes, letters, normalized in _COMMANDS:
        for size in sizes:
            for letter in letters:
                convert = converter(letter, normalized=normalized)
                what = f"{name} of {size} numbers: attribute {number}."
                scalar, one = _commands(number, size, convert)
                family(f"{name}{size}{letter}", scalar, what, inside=True)
                family(f"{name}{size}{letter}v", one, what, inside=True)
                if name == "TexCoord":
                    scalar, one = _texture_commands(size, convert)
                    what = f"Texture coordinates of a unit: attribute {number} and those behind it."
                    for suffix in MULTITEXTURE:
                        family(f"MultiTexCoord{size}{letter}{suffix}", scalar, what, inside=True)
                        family(f"MultiTexCoord{size}{letter}v{suffix}", one, what, inside=True)
    for letter in "fd":
        scalar, one = _commands(5, 1, converter(letter, normalized=False))
        family(f"FogCoord{letter}", scalar, "The fog coordinate: attribute 5.", inside=True)
        family(f"FogCoord{letter}v", one, "The fog coordinate: attribute 5.", inside=True)


_register()

#: Command → attribute, sizes, types, whether integers are fractions (OpenGL 1.5, table 2.4).
_WORDS = (enums.SHORT, enums.INT, enums.FLOAT, enums.DOUBLE)
_POINTERS: dict[str, tuple[int, tuple[int, ...], tuple[int, ...], bool]] = {
    "Vertex": (0, (2, 3, 4), _WORDS, False),
    "Color": (3, (3, 4), tuple(TYPES), True),
    "SecondaryColor": (4, (3,), tuple(TYPES), True),
    "TexCoord": (_TEXTURE, (1, 2, 3, 4), _WORDS, False),
    "Normal": (2, (3,), (enums.BYTE, *_WORDS), True),
    "FogCoord": (5, (1,), (enums.FLOAT, enums.DOUBLE), False),
}


def conventional_form(
    arrays: ArrayState, name: str, size: int, type: int, stride: int
) -> tuple[int, VertexArray]:
    """The number of the attribute that Vertex, Color and their kin are, and the form of its array."""
    number, sizes, types, normalized = _POINTERS[name]
    check_enum("type", type, types, "the types OpenGL 1.5, table 2.4 has for it", _ARRAYS)
    check_array(0, size, stride, _ARRAYS)
    if size not in sizes:
        raise invalid_value(f"size is {size}; it takes {', '.join(map(str, sizes))}", _ARRAYS)
    number += arrays.client_texture if name == "TexCoord" else 0
    return number, VertexArray(size, type, stride, normalized=normalized)


def _pointer(name: str) -> Callable[..., None]:
    def define(
        arrays: ArrayState, buffers: BufferState, size: int, type: int, stride: int, pointer: Any
    ) -> None:
        number, form = conventional_form(arrays, name, size, type, stride)
        arrays.conventional[number] = placed(buffers, form, pointer)

    return define


for _name in ("Vertex", "Color", "SecondaryColor", "TexCoord"):
    family(f"{_name}Pointer", _pointer(_name), f"Define the array of {_name}.")


@command()
def NormalPointer(arrays: ArrayState, buffers: BufferState, type: int, stride: int, pointer: Any) -> None:
    """Define the array of Normal."""
    number, form = conventional_form(arrays, "Normal", 3, type, stride)
    arrays.conventional[number] = placed(buffers, form, pointer)


@command()
def FogCoordPointer(arrays: ArrayState, buffers: BufferState, type: int, stride: int, pointer: Any) -> None:
    """Define the array of FogCoord."""
    number, form = conventional_form(arrays, "FogCoord", 1, type, stride)
    arrays.conventional[number] = placed(buffers, form, pointer)


@command(suffixes=MULTITEXTURE)
def ClientActiveTexture(arrays: ArrayState, texture: int) -> None:
    """Choose the texture unit whose array TexCoordPointer and EnableClientState mean."""
    arrays.client_texture = unit_of(texture)
