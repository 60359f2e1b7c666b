"""What Get and GetPointerv tell of conventional arrays (OpenGL 1.5, 6.1.11 and tables 6.6 to 6.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nvrender.api import enums
from nvrender.api.arrays.vertex import conventional_array
from nvrender.api.buffers.commands import bound_buffer
from nvrender.api.command import command
from nvrender.api.errors import check_enum
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.vertices import ArrayState, VertexArray

_SECTION = "OpenGL 1.5, 6.1.11"
_NAMES = ("VERTEX", "NORMAL", "COLOR", "SECONDARY_COLOR", "FOG_COORD", "TEXTURE_COORD")
#: Arrays that have one size only, which Get does not tell.
_FIXED = ("NORMAL", "FOG_COORD")
#: Sizes at first, where they are not 4.
_SIZES = {"SECONDARY_COLOR": 3}


def _array(arrays: ArrayState, name: str) -> VertexArray:
    number = conventional_array(arrays, getattr(enums, f"{name}_ARRAY"))
    initial = VertexArray(size=_SIZES.get(name, 4))
    return initial if number is None else arrays.conventional.get(number, initial)


def _part(name: str, part: str) -> Callable[[ContextState], int]:
    return lambda gl: int(getattr(_array(gl.arrays, name), part))


#: What GetIntegerv and its kin know of arrays.
VALUES: dict[int, Callable[[ContextState], int]] = {
    enums.ARRAY_BUFFER_BINDING: lambda gl: bound_buffer(gl.buffers, enums.ARRAY_BUFFER),
    enums.DRAW_INDIRECT_BUFFER_BINDING: lambda gl: bound_buffer(gl.buffers, enums.DRAW_INDIRECT_BUFFER),
    enums.ELEMENT_ARRAY_BUFFER_BINDING: lambda gl: bound_buffer(gl.buffers, enums.ELEMENT_ARRAY_BUFFER),
    **{getattr(enums, f"{name}_ARRAY_BUFFER_BINDING"): _part(name, "buffer") for name in _NAMES},
    **{getattr(enums, f"{name}_ARRAY_TYPE"): _part(name, "type") for name in _NAMES},
    **{getattr(enums, f"{name}_ARRAY_STRIDE"): _part(name, "stride") for name in _NAMES},
    **{getattr(enums, f"{name}_ARRAY_SIZE"): _part(name, "size") for name in _NAMES if name not in _FIXED},
}
#: What DrawRangeElements is best given at most; more is drawn as well (OpenGL 1.5, 2.8).
_ELEMENTS = 1 << 20
VALUES |= dict.fromkeys((enums.MAX_ELEMENTS_VERTICES, enums.MAX_ELEMENTS_INDICES), lambda _: _ELEMENTS)
_POINTERS = {getattr(enums, f"{name}_ARRAY_POINTER"): name for name in _NAMES}


@command()
def GetPointerv(arrays: ArrayState, pname: int) -> Any:
    """The memory a conventional array is in, or the byte at which it begins in its buffer; None for none."""
    check_enum("pname", pname, _POINTERS, "VERTEX_ARRAY_POINTER and its kin", _SECTION)
    return _array(arrays, _POINTERS[pname]).pointer
