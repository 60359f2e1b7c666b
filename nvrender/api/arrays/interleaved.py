"""InterleavedArrays (OpenGL 1.5, 2.8, table 2.5)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.arrays.conventional import conventional_form
from nvrender.api.arrays.vertex import check_array, conventional_array, placed
from nvrender.api.command import command
from nvrender.api.errors import check_enum
from nvrender.api.objects.buffers import BufferState
from nvrender.api.objects.vertices import ArrayState
from nvrender.source import InputError

_SECTION = "OpenGL 1.5, 2.8"


@dataclass(frozen=True, slots=True)
class Part:
    """An array among those of a format, ``offset`` bytes behind the pointer."""

    name: str
    size: int
    type: int
    offset: int


_NAMES = {"T": "TexCoord", "C": "Color", "N": "Normal", "V": "Vertex"}
_ARRAYS = {
    "TexCoord": enums.TEXTURE_COORD_ARRAY, "Color": enums.COLOR_ARRAY, "Normal": enums.NORMAL_ARRAY,
    "Vertex": enums.VERTEX_ARRAY, "SecondaryColor": enums.SECONDARY_COLOR_ARRAY,
    "FogCoord": enums.FOG_COORD_ARRAY,
}  # fmt: skip
_FORMATS = (
    "V2F", "V3F", "C4UB_V2F", "C4UB_V3F", "C3F_V3F", "N3F_V3F", "C4F_N3F_V3F", "T2F_V3F", "T4F_V4F",
    "T2F_C4UB_V3F", "T2F_C3F_V3F", "T2F_N3F_V3F", "T2F_C4F_N3F_V3F", "T4F_C4F_N3F_V4F",
)  # fmt: skip


def _parts(name: str) -> tuple[list[Part], int]:
    """The arrays that the name of a format tells, and how many bytes there are of one vertex."""
    parts, offset = [], 0
    for letter, size, kind in re.findall(r"([TCNV])(\d)(UB|F)", name):
        bytes_ = kind == "UB"
        type = enums.UNSIGNED_BYTE if bytes_ else enums.FLOAT
        parts.append(Part(_NAMES[letter], int(size), type, offset))
        offset += 4 if bytes_ else 4 * int(size)  # four bytes are as long as a float
    return parts, offset


FORMATS = {getattr(enums, name): _parts(name) for name in _FORMATS}


@command()
def InterleavedArrays(
    arrays: ArrayState, buffers: BufferState, format: int, stride: int, pointer: Any
) -> None:
    """Define and enable the arrays of a format, and disable the other conventional ones."""
    check_enum("format", format, FORMATS, "V2F to T4F_C4F_N3F_V4F", _SECTION)
    check_array(0, 4, stride, _SECTION)
    parts, length = FORMATS[format]
    memory = _memory(pointer)
    numbers = {name: conventional_array(arrays, array) for name, array in _ARRAYS.items()}
    enabled = arrays.enabled_conventional - {number for number in numbers.values() if number is not None}
    for part in parts:
        number, form = conventional_form(arrays, part.name, part.size, part.type, stride or length)
        arrays.conventional[number] = placed(buffers, form, _behind(memory, part.offset))
        enabled |= {number}
    arrays.enabled_conventional = enabled


def _memory(pointer: Any) -> Any:
    """A pointer whose array is the bytes it is in memory, for several types are in it."""
    if isinstance(pointer, tuple) and len(pointer) == 2:
        return _memory(pointer[0]), pointer[1]
    if pointer is None or isinstance(pointer, (int, np.integer, bytes, bytearray, memoryview)):
        return pointer
    if not isinstance(pointer, np.ndarray) or not pointer.flags.c_contiguous:
        raise InputError("interleaved arrays are bytes or an array in one piece")
    if pointer.dtype.names is None and pointer.dtype not in (np.float32, np.uint8):
        raise InputError(f"interleaved arrays are of float32, or records or bytes, not of {pointer.dtype}")
    return pointer.reshape(-1).view(np.uint8)


def _behind(pointer: Any, offset: int) -> Any:
    """The pointer ``offset`` bytes further; of a buffer object it is a number."""
    if pointer is None or isinstance(pointer, (int, np.integer)):
        return (pointer or 0) + offset
    if isinstance(pointer, tuple):
        return pointer[0], pointer[1] + offset
    return pointer, offset
