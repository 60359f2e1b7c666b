"""Arrays, indices and indirect draws at GPU addresses (NV_vertex_buffer_unified_memory 2.9 and 6.1.11)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.arrays.conventional import conventional_form
from nvrender.api.arrays.integer_attributes import integer_form
from nvrender.api.arrays.long_attributes import long_form
from nvrender.api.arrays.vertex import check_array, generic_form
from nvrender.api.command import command, family
from nvrender.api.errors import invalid_enum, invalid_value, natural
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.programs import LIMITS
from nvrender.api.objects.vertices import AddressRange, ArrayState, VertexArray
from nvrender.gl.inputs.global_memory import LAST_ADDRESS
from nvrender.gl.state.state import TEXTURE_UNITS

_SECTION = "NV_vertex_buffer_unified_memory 2.9.1"
_QUERY = "NV_vertex_buffer_unified_memory 6.1.11"

#: Addresses that have an index → how many there are of them, and the enumerant of their lengths.
_INDEXED = {
    enums.VERTEX_ATTRIB_ARRAY_ADDRESS_NV: (
        LIMITS[enums.VERTEX_PROGRAM_ARB].vertex_attributes, enums.VERTEX_ATTRIB_ARRAY_LENGTH_NV
    ),
    enums.TEXTURE_COORD_ARRAY_ADDRESS_NV: (TEXTURE_UNITS, enums.TEXTURE_COORD_ARRAY_LENGTH_NV),
}  # fmt: skip
#: The others → the enumerant of the length.
_SINGLE = {
    getattr(enums, f"{name}_ADDRESS_NV"): getattr(enums, f"{name}_LENGTH_NV")
    for name in (
        "VERTEX_ARRAY", "NORMAL_ARRAY", "COLOR_ARRAY", "INDEX_ARRAY", "EDGE_FLAG_ARRAY",
        "SECONDARY_COLOR_ARRAY", "FOG_COORD_ARRAY", "ELEMENT_ARRAY", "DRAW_INDIRECT",
    )
}  # fmt: skip
_WORD = (1 << 64) - 1


@command()
def BufferAddressRangeNV(arrays: ArrayState, pname: int, index: int, address: int, length: int) -> None:
    """Say at which GPU addresses an array, the indices or the arguments of indirect draws are."""
    if pname not in _INDEXED and pname not in _SINGLE:
        raise invalid_enum("pname", pname, "VERTEX_ARRAY_ADDRESS_NV and its kin", _SECTION)
    number, size = whole(index, "index"), natural(length, "length", _SECTION)
    number = _place(pname, number) if pname in _INDEXED else 0
    arrays.addresses[pname, number] = AddressRange(whole(address, "address") & _WORD, size)


def _place(pname: int, index: int) -> int:
    count = _INDEXED[pname][0]
    if not 0 <= index < count:
        raise invalid_value(f"index is {index}; there are 0 to {count - 1}", _SECTION)
    return index


def _set_form(arrays: dict[int, VertexArray], number: int, form: VertexArray) -> None:
    """Another form of an array, which stays where it is."""
    held = arrays.get(number, VertexArray())
    arrays[number] = replace(form, pointer=held.pointer, buffer=held.buffer)


@command()
def VertexAttribFormatNV(
    arrays: ArrayState, index: int, size: int, type: int, normalized: bool, stride: int
) -> None:
    """VertexAttribPointer without the pointer."""
    _set_form(arrays.generic, *generic_form(index, size, type, normalized, stride))


@command()
def VertexAttribIFormatNV(arrays: ArrayState, index: int, size: int, type: int, stride: int) -> None:
    """VertexAttribIPointer without the pointer."""
    _set_form(arrays.generic, *integer_form(index, size, type, stride))


@command()
def VertexAttribLFormatNV(arrays: ArrayState, index: int, size: int, type: int, stride: int) -> None:
    """VertexAttribLPointer without the pointer (NV_vertex_attrib_integer_64bit)."""
    _set_form(arrays.generic, *long_form(index, size, type, stride))


def _sized(name: str) -> Callable[..., None]:
    def define(arrays: ArrayState, size: int, type: int, stride: int) -> None:
        _set_form(arrays.conventional, *conventional_form(arrays, name, size, type, stride))

    return define


def _typed(name: str, size: int) -> Callable[..., None]:
    def define(arrays: ArrayState, type: int, stride: int) -> None:
        _set_form(arrays.conventional, *conventional_form(arrays, name, size, type, stride))

    return define


for _name in ("Vertex", "Color", "TexCoord", "SecondaryColor"):
    family(f"{_name}FormatNV", _sized(_name), f"{_name}Pointer without the pointer.")
for _name, _size in (("Normal", 3), ("FogCoord", 1)):
    family(f"{_name}FormatNV", _typed(_name, _size), f"{_name}Pointer without the pointer.")


@command()
def IndexFormatNV(type: int, stride: int) -> None:
    """Of colour indices, which nothing is drawn with."""
    if type not in (enums.UNSIGNED_BYTE, enums.SHORT, enums.INT, enums.FLOAT, enums.DOUBLE):
        raise invalid_enum("type", type, "UNSIGNED_BYTE, SHORT, INT, FLOAT and DOUBLE", _SECTION)
    check_array(0, 1, stride, _SECTION)


@command()
def EdgeFlagFormatNV(stride: int) -> None:
    """Of edge flags, which change nothing."""
    check_array(0, 1, stride, _SECTION)


def _range(arrays: ArrayState, pname: int, index: int = 0) -> AddressRange:
    return arrays.addresses.get((pname, index), AddressRange())


@command()
def GetIntegerui64i_vNV(arrays: ArrayState, value: int, index: int) -> int:
    """The GPU address, or how many bytes are there, of the array of a generic attribute or a texture unit."""
    number = whole(index, "index")
    for pname, (_, length) in _INDEXED.items():
        if value in (pname, length):
            held = _range(arrays, pname, _place(pname, number))
            return held.address if value == pname else held.length
    known = "VERTEX_ATTRIB_ARRAY_ADDRESS_NV, TEXTURE_COORD_ARRAY_ADDRESS_NV and their lengths"
    raise invalid_enum("value", value, known, _QUERY)


@command()
def GetIntegerui64vNV(gl: ContextState, value: int) -> int:
    """MAX_SHADER_BUFFER_ADDRESS_NV, or a GPU address or a length that BufferAddressRangeNV set."""
    if value == enums.MAX_SHADER_BUFFER_ADDRESS_NV:
        return LAST_ADDRESS
    if value in _SINGLE:
        return _range(gl.arrays, value).address
    if value in VALUES:
        return VALUES[value](gl)
    known = "MAX_SHADER_BUFFER_ADDRESS_NV, VERTEX_ARRAY_ADDRESS_NV and its kin"
    raise invalid_enum("value", value, known, "NV_shader_buffer_load 6.1.11")


def _length(pname: int) -> Callable[[ContextState], int]:
    return lambda gl: _range(gl.arrays, pname).length


def _indexed_length(pname: int) -> Callable[[ContextState, int], int]:
    return lambda gl, index: _range(gl.arrays, pname, _place(pname, index)).length


#: What GetIntegerv and its kin know of them.
VALUES: dict[int, Callable[[ContextState], int]] = {
    length: _length(pname) for pname, length in _SINGLE.items()
}
#: What GetIntegerIndexedvEXT and its kin know of them.
INDEXED: dict[int, Callable[[ContextState, int], Any]] = {
    length: _indexed_length(pname) for pname, (_, length) in _INDEXED.items()
}
