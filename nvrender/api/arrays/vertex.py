"""Vertex arrays of attributes and their queries.

NV_vertex_program 2.14.3 and 6.1.14; ARB_vertex_program 2.8 and 6.1.14.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import float32, rounded, whole, word_floats
from nvrender.api.arrays.attributes import check_index
from nvrender.api.command import command, family
from nvrender.api.errors import check_enum, invalid_enum, invalid_operation, invalid_value, natural
from nvrender.api.objects.buffers import BufferState
from nvrender.api.objects.vertices import ArrayState, ImmediateState, VertexArray

_NV = "NV_vertex_program 2.14.3"
_NV_QUERY = "NV_vertex_program 6.1.14"
_ARB = "ARB_vertex_program 2.8"
_ARB_QUERY = "ARB_vertex_program 6.1.14"

#: Type → dtype, in this machine's byte order.
TYPES = {
    enums.BYTE: "i1", enums.UNSIGNED_BYTE: "u1", enums.SHORT: "i2", enums.UNSIGNED_SHORT: "u2",
    enums.INT: "i4", enums.UNSIGNED_INT: "u4", enums.FLOAT: "f4", enums.DOUBLE: "f8",
}  # fmt: skip
LONG_TYPES = {enums.INT64_NV: "i8", enums.UNSIGNED_INT64_NV: "u8", enums.DOUBLE: "f8"}
NV_TYPES = (enums.SHORT, enums.FLOAT, enums.DOUBLE, enums.UNSIGNED_BYTE)


@command()
def VertexAttribPointerNV(
    arrays: ArrayState, buffers: BufferState, index: int, size: int, type: int, stride: int, pointer: Any
) -> None:
    """Define an array; unsigned bytes count as value/255."""
    check_enum("type", type, NV_TYPES, "SHORT, FLOAT, DOUBLE and UNSIGNED_BYTE", _NV)
    number = check_array(index, size, stride, _NV)
    if type == enums.UNSIGNED_BYTE and size != 4:
        raise invalid_operation(f"size is {size}; of unsigned bytes there are 4", _NV)
    form = VertexArray(size, type, stride, normalized=type == enums.UNSIGNED_BYTE)
    arrays.generic[number] = placed(buffers, form, pointer)


@command()
def VertexAttribPointerARB(
    arrays: ArrayState, buffers: BufferState, index: int, size: int, type: int, normalized: bool,
    stride: int, pointer: Any,
) -> None:  # fmt: skip
    """Define an array, whose integers count as fractions where it is ``normalized``."""
    number, form = generic_form(index, size, type, normalized, stride)
    arrays.generic[number] = placed(buffers, form, pointer)


def generic_form(index: int, size: int, type: int, normalized: bool, stride: int) -> tuple[int, VertexArray]:
    """An attribute's number, and the form of its array."""
    check_enum("type", type, TYPES, "BYTE, SHORT, INT, their unsigned kin, FLOAT and DOUBLE", _ARB)
    number = check_array(index, size, stride, _ARB)
    return number, VertexArray(size, type, stride, normalized=bool(normalized))


def placed(buffers: BufferState, form: VertexArray, pointer: Any) -> VertexArray:
    """An array in memory, or in the buffer bound to ARRAY_BUFFER from byte ``pointer`` on."""
    buffer = buffers.array_bindings.get(enums.ARRAY_BUFFER, 0)
    if buffer:
        pointer = 0 if pointer is None else whole(pointer, "pointer, an offset into the buffer,")
    return replace(form, pointer=pointer, buffer=buffer)


def check_array(index: int, size: int, stride: int, section: str) -> int:
    """The attribute's number; INVALID_VALUE for what no array has."""
    number = check_index(index, section)
    if whole(size, "size") not in (1, 2, 3, 4):
        raise invalid_value(f"size is {size}; it takes 1, 2, 3 and 4", section)
    natural(stride, "stride", section)
    return number


@command()
def EnableVertexAttribArrayARB(arrays: ArrayState, index: int) -> None:
    """Let an attribute come from its array, with vertex programs and without."""
    number = check_index(index, _ARB)
    arrays.enabled |= {number}
    arrays.enabled_arb |= {number}


@command()
def DisableVertexAttribArrayARB(arrays: ArrayState, index: int) -> None:
    """Let an attribute no longer come from its array."""
    number = check_index(index, _ARB)
    arrays.enabled -= {number}
    arrays.enabled_arb -= {number}


_PARTS: dict[int, Callable[[VertexArray], int]] = {
    enums.ATTRIB_ARRAY_SIZE_NV: lambda array: array.size,
    enums.ATTRIB_ARRAY_STRIDE_NV: lambda array: array.stride,
    enums.ATTRIB_ARRAY_TYPE_NV: lambda array: array.type,
}
_ARB_PARTS = _PARTS | {
    enums.VERTEX_ATTRIB_ARRAY_NORMALIZED_ARB: lambda array: int(array.normalized),
    enums.VERTEX_ATTRIB_ARRAY_INTEGER_EXT: lambda array: int(array.integer),
    enums.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING: lambda array: array.buffer,
}


def array_of(arrays: ArrayState, number: int) -> VertexArray:
    return arrays.generic.get(number, VertexArray())


def _get_nv(arrays: ArrayState, immediate: ImmediateState, index: int, pname: int) -> Any:
    if pname not in _PARTS and pname != enums.CURRENT_ATTRIB_NV:
        raise invalid_enum("pname", pname, "ATTRIB_ARRAY_SIZE_NV and its kin, CURRENT_ATTRIB_NV", _NV_QUERY)
    number = check_index(index, _NV_QUERY)
    if pname in _PARTS:
        return _PARTS[pname](array_of(arrays, number))
    if number == 0:
        raise invalid_value("attribute 0 has no current value", _NV_QUERY)
    return immediate.current[number]


def get_arb(arrays: ArrayState, immediate: ImmediateState, index: int, pname: int) -> Any:
    whole_ = (enums.CURRENT_VERTEX_ATTRIB_ARB, enums.VERTEX_ATTRIB_ARRAY_ENABLED_ARB)
    if pname not in _ARB_PARTS and pname not in whole_:
        known = "VERTEX_ATTRIB_ARRAY_ENABLED_ARB and its kin, CURRENT_VERTEX_ATTRIB_ARB"
        raise invalid_enum("pname", pname, known, _ARB_QUERY)
    number = check_index(index, _ARB_QUERY)
    if pname in _ARB_PARTS:
        return _ARB_PARTS[pname](array_of(arrays, number))
    if pname == enums.VERTEX_ATTRIB_ARRAY_ENABLED_ARB:
        return int(number in arrays.enabled_arb)
    if number == 0:
        raise invalid_operation("attribute 0 has no current value", _ARB_QUERY)
    return immediate.current[number]


def _as_float(value: Any) -> Any:
    return word_floats(float32(value)) if isinstance(value, tuple) else float(value)


def _as_int(value: Any) -> Any:
    """Rounded to the nearest integer (OpenGL 1.5, 6.1.2)."""
    return tuple(rounded(one) for one in float32(value).tolist()) if isinstance(value, tuple) else value


def _query(
    convert: Callable[[Any], Any], get: Callable[[ArrayState, ImmediateState, int, int], Any]
) -> Callable[..., Any]:
    def query(arrays: ArrayState, immediate: ImmediateState, index: int, pname: int) -> Any:
        return convert(get(arrays, immediate, index, pname))

    return query


def _register() -> None:
    for letter, convert in (("d", _as_float), ("f", _as_float), ("i", _as_int)):
        for suffix, get in (("NV", _get_nv), ("ARB", get_arb)):
            what = "What an array or a current value is."
            family(f"GetVertexAttrib{letter}v{suffix}", _query(convert, get), what)


_register()


@command()
def GetVertexAttribPointervNV(arrays: ArrayState, index: int, pname: int) -> Any:
    """The memory an array is in, None for none."""
    return _pointer(arrays, index, pname, _NV_QUERY)


@command()
def GetVertexAttribPointervARB(arrays: ArrayState, index: int, pname: int) -> Any:
    """The memory an array is in, None for none."""
    return _pointer(arrays, index, pname, _ARB_QUERY)


def _pointer(arrays: ArrayState, index: int, pname: int, section: str) -> Any:
    check_enum("pname", pname, (enums.ATTRIB_ARRAY_POINTER_NV,), "ATTRIB_ARRAY_POINTER_NV", section)
    return array_of(arrays, check_index(index, section)).pointer


#: What may be read from GPU addresses (NV_vertex_buffer_unified_memory 2.9.1, ARB_draw_indirect 2.9).
UNIFIED = (
    enums.VERTEX_ATTRIB_ARRAY_UNIFIED_NV, enums.ELEMENT_ARRAY_UNIFIED_NV, enums.DRAW_INDIRECT_UNIFIED_NV,
)  # fmt: skip
_CLIENT = {
    enums.VERTEX_ARRAY: 0, enums.NORMAL_ARRAY: 2, enums.COLOR_ARRAY: 3, enums.SECONDARY_COLOR_ARRAY: 4,
    enums.FOG_COORD_ARRAY: 5,
}  # fmt: skip


@command()
def EnableClientState(arrays: ArrayState, array: int) -> None:
    """Let an attribute come from its array, a generic or a conventional one."""
    _client(arrays, array, on=True)


@command()
def DisableClientState(arrays: ArrayState, array: int) -> None:
    """Let an attribute no longer come from its array."""
    _client(arrays, array, on=False)


def generic_array(value: int) -> int | None:
    """The attribute number of VERTEX_ATTRIB_ARRAYi_NV."""
    number = value - enums.VERTEX_ATTRIB_ARRAY0_NV
    return number if 0 <= number < 16 else None


def conventional_array(arrays: ArrayState, value: int) -> int | None:
    """The attribute number a conventional array aliases."""
    return 8 + arrays.client_texture if value == enums.TEXTURE_COORD_ARRAY else _CLIENT.get(value)


def _client(arrays: ArrayState, array: int, *, on: bool) -> None:
    if array in UNIFIED:
        arrays.unified = arrays.unified | {array} if on else arrays.unified - {array}
        return
    number, conventional = generic_array(array), conventional_array(arrays, array)
    if number is not None:
        arrays.enabled = arrays.enabled | {number} if on else arrays.enabled - {number}
    elif conventional is not None:
        held = arrays.enabled_conventional
        arrays.enabled_conventional = held | {conventional} if on else held - {conventional}
    else:
        known = (
            "VERTEX_ARRAY and its kin, VERTEX_ATTRIB_ARRAYi_NV, VERTEX_ATTRIB_ARRAY_UNIFIED_NV and its kin"
        )
        raise invalid_enum("array", array, known, "NV_vertex_program 2.14.3")
