"""Errors and state of arrays at GPU addresses (NV_vertex_buffer_unified_memory)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

FLOAT, POINTS = enums.FLOAT, enums.POINTS
SINGLE = [
    "VERTEX_ARRAY", "NORMAL_ARRAY", "COLOR_ARRAY", "INDEX_ARRAY", "EDGE_FLAG_ARRAY", "SECONDARY_COLOR_ARRAY",
    "FOG_COORD_ARRAY", "ELEMENT_ARRAY", "DRAW_INDIRECT",
]  # fmt: skip
UNIFIED = ["VERTEX_ATTRIB_ARRAY", "ELEMENT_ARRAY", "DRAW_INDIRECT"]


def enum(name: str) -> int:
    value: int = getattr(enums, f"{name}_NV")
    return value


@pytest.fixture
def gl() -> Context:
    return Context(backend="oracle", size=(4, 4), raise_errors=True)


@pytest.mark.parametrize("name", SINGLE)
def test_addresses(gl: Context, name: str) -> None:
    """Table 6.9: 0 at first; <index> is ignored."""
    address, length = enum(f"{name}_ADDRESS"), enum(f"{name}_LENGTH")
    assert [gl.GetIntegerui64vNV(address), gl.GetIntegerui64vNV(length), gl.GetIntegerv(length)] == [0, 0, 0]
    gl.BufferAddressRangeNV(address, 99, 1 << 40, 12)
    assert [gl.GetIntegerui64vNV(address), gl.GetIntegerui64vNV(length)] == [1 << 40, 12]
    assert gl.GetIntegerv(length) == 12
    others = [enum(f"{other}_ADDRESS") for other in SINGLE if other != name]
    assert [gl.GetIntegerui64vNV(other) for other in others] == [0] * len(others)


@pytest.mark.parametrize(("name", "count"), [("VERTEX_ATTRIB_ARRAY", 16), ("TEXTURE_COORD_ARRAY", 8)])
def test_addresses_with_an_index(gl: Context, name: str, count: int) -> None:
    address, length = enum(f"{name}_ADDRESS"), enum(f"{name}_LENGTH")
    for index in range(count):
        assert gl.GetIntegerui64i_vNV(address, index) == 0 == gl.GetIntegeri_v(length, index)
    gl.BufferAddressRangeNV(address, count - 1, 4096, 8)
    for index in range(count):
        last = index == count - 1
        assert gl.GetIntegerui64i_vNV(address, index) == 4096 * last
        assert gl.GetIntegerui64i_vNV(length, index) == gl.GetIntegerIndexedvEXT(length, index) == 8 * last
    for wrong in (-1, count):
        made = Context(backend="oracle")
        made.BufferAddressRangeNV(address, wrong, 0, 0)
        assert made.GetError() == enums.INVALID_VALUE
        for query, pname in (("GetIntegerui64i_vNV", address), ("GetIntegerui64i_vNV", length),
                             ("GetIntegeri_v", length)):  # fmt: skip
            assert getattr(made, query)(pname, wrong) is None
            assert made.GetError() == enums.INVALID_VALUE


@pytest.mark.parametrize("name", UNIFIED)
def test_enables(gl: Context, name: str) -> None:
    cap = enum(f"{name}_UNIFIED")
    others = [enum(f"{other}_UNIFIED") for other in UNIFIED if other != name]
    assert not gl.IsEnabled(cap)
    gl.EnableClientState(cap)
    assert gl.IsEnabled(cap) and not any(map(gl.IsEnabled, others))
    gl.PushClientAttrib(enums.CLIENT_VERTEX_ARRAY_BIT)
    gl.DisableClientState(cap)
    gl.PopClientAttrib()  # table 6.9: the attribute is none
    assert not gl.IsEnabled(cap)
    assert error_of(lambda gl: gl.Enable(cap)) == "INVALID_ENUM"


#: Format → what it takes that is right.
FORMATS: dict[str, tuple[int, ...]] = {
    "VertexFormatNV": (2, FLOAT, 8), "NormalFormatNV": (FLOAT, 8), "ColorFormatNV": (4, FLOAT, 8),
    "IndexFormatNV": (FLOAT, 8), "TexCoordFormatNV": (3, FLOAT, 8), "EdgeFlagFormatNV": (8,),
    "SecondaryColorFormatNV": (3, FLOAT, 8), "FogCoordFormatNV": (FLOAT, 8),
    "VertexAttribFormatNV": (1, 2, FLOAT, 1, 8), "VertexAttribIFormatNV": (1, 2, enums.SHORT, 8),
    "VertexAttribLFormatNV": (1, 2, enums.DOUBLE, 8),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_errors_of_formats(name: str) -> None:
    """2.9: those of the command with Pointer in its name."""
    right = FORMATS[name]
    assert error_of(lambda gl: getattr(gl, name)(*right)) == ""
    assert error_of(lambda gl: getattr(gl, name)(*right[:-1], -1)) == "INVALID_VALUE"
    if "Edge" not in name:
        kind = len(right) - (3 if name == "VertexAttribFormatNV" else 2)
        wrong = (*right[:kind], enums.BITMAP, *right[kind + 1 :])
        assert error_of(lambda gl: getattr(gl, name)(*wrong)) == "INVALID_ENUM"
    if "Attrib" in name:
        assert error_of(lambda gl: getattr(gl, name)(16, *right[1:])) == "INVALID_VALUE"
    if len(right) > 2:
        place = 1 if "Attrib" in name else 0
        for size in (0, 5):
            wrong = (*right[:place], size, *right[place + 1 :])
            assert error_of(lambda gl, wrong=wrong: getattr(gl, name)(*wrong)) == "INVALID_VALUE"  # type: ignore[misc]
    assert error_of(lambda gl: (gl.NewList(1, enums.COMPILE), getattr(gl, name)(*right), gl.EndList())) == ""


def test_types_of_64_bits() -> None:
    """NV_vertex_attrib_integer_64bit, New Tokens."""
    for type in (enums.INT64_NV, enums.UNSIGNED_INT64_NV, enums.DOUBLE):
        assert error_of(lambda gl, type=type: gl.VertexAttribLFormatNV(0, 4, type, 0)) == ""  # type: ignore[misc]
    assert error_of(lambda gl: gl.VertexAttribLFormatNV(0, 4, FLOAT, 0)) == "INVALID_ENUM"
    assert error_of(lambda gl: gl.VertexAttribFormatNV(0, 4, enums.INT64_NV, False, 0)) == "INVALID_ENUM"
    assert error_of(lambda gl: gl.VertexAttribIFormatNV(0, 4, FLOAT, 0)) == "INVALID_ENUM"


def test_what_formats_set(gl: Context) -> None:
    """2.9: the state of the Pointer commands, whatever is bound to ARRAY_BUFFER, and never the pointer."""
    memory = np.zeros(64, np.float32)
    gl.VertexPointer(4, FLOAT, 0, memory)
    gl.VertexAttribPointerARB(5, 4, FLOAT, False, 0, memory)
    gl.BindBuffer(enums.ARRAY_BUFFER, 3)
    gl.VertexFormatNV(3, enums.SHORT, 6)
    gl.NewList(1, enums.COMPILE)  # 5.4: they are carried out at once
    gl.VertexAttribFormatNV(5, 2, enums.UNSIGNED_BYTE, True, 7)
    gl.EndList()
    got = [gl.GetIntegerv(getattr(enums, f"VERTEX_ARRAY_{name}")) for name in ("SIZE", "TYPE", "STRIDE")]
    assert got == [3, enums.SHORT, 6] and gl.GetPointerv(enums.VERTEX_ARRAY_POINTER) is memory
    assert gl.GetIntegerv(enums.VERTEX_ARRAY_BUFFER_BINDING) == 0
    get = gl.GetVertexAttribivARB
    names = "ATTRIB_ARRAY_SIZE_NV", "ATTRIB_ARRAY_TYPE_NV", "ATTRIB_ARRAY_STRIDE_NV"
    assert [get(5, getattr(enums, name)) for name in names] == [2, enums.UNSIGNED_BYTE, 7]
    assert get(5, enums.VERTEX_ATTRIB_ARRAY_NORMALIZED_ARB) and not get(
        5, enums.VERTEX_ATTRIB_ARRAY_INTEGER_EXT
    )
    assert gl.GetVertexAttribPointervARB(5, enums.ATTRIB_ARRAY_POINTER_NV) is memory
    gl.VertexAttribIFormatNV(5, 1, enums.BYTE, 0)
    assert get(5, enums.VERTEX_ATTRIB_ARRAY_INTEGER_EXT) and not get(
        5, enums.VERTEX_ATTRIB_ARRAY_NORMALIZED_ARB
    )
    gl.ClientActiveTexture(enums.TEXTURE0 + 2)
    gl.TexCoordFormatNV(1, FLOAT, 4)
    assert gl.GetIntegerv(enums.TEXTURE_COORD_ARRAY_SIZE) == 1
    gl.ClientActiveTexture(enums.TEXTURE0)
    assert gl.GetIntegerv(enums.TEXTURE_COORD_ARRAY_SIZE) == 4


ADDRESS = enums.VERTEX_ARRAY_ADDRESS_NV


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.BufferAddressRangeNV(enums.VERTEX_ARRAY, 0, 0, -1)),
        ("INVALID_ENUM", lambda gl: gl.BufferAddressRangeNV(enums.VERTEX_ARRAY_LENGTH_NV, 0, 0, 0)),
        ("INVALID_VALUE", lambda gl: gl.BufferAddressRangeNV(ADDRESS, 0, 0, -1)),
        ("INVALID_ENUM", lambda gl: gl.GetIntegerui64vNV(enums.VERTEX_ATTRIB_ARRAY_ADDRESS_NV)),
        ("INVALID_ENUM", lambda gl: gl.GetIntegerui64i_vNV(ADDRESS, 0)),
        ("INVALID_ENUM", lambda gl: gl.GetIntegerv(ADDRESS)),
        ("INVALID_ENUM", lambda gl: gl.GetIntegeri_v(enums.VERTEX_ATTRIB_ARRAY_ADDRESS_NV, 0)),
        ("", lambda gl: gl.GetIntegerui64vNV(enums.MAX_SHADER_BUFFER_ADDRESS_NV)),
        ("INVALID_OPERATION", lambda gl: (
            gl.EnableClientState(enums.DRAW_INDIRECT_UNIFIED_NV),
            gl.DrawElementsIndirect(POINTS, enums.UNSIGNED_BYTE, 0))),
    ],
)  # fmt: skip
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    assert error_of(call) == error


def resident(gl: Context, size: int) -> int:
    gl.BindBuffer(enums.ARRAY_BUFFER, 1)
    gl.BufferData(enums.ARRAY_BUFFER, size, enums.STATIC_DRAW)
    gl.MakeBufferResidentNV(enums.ARRAY_BUFFER, enums.READ_ONLY)
    address: int = gl.GetBufferParameterui64vNV(enums.ARRAY_BUFFER, enums.BUFFER_GPU_ADDRESS_NV)
    return address


def test_indirect_draws_end_with_their_range(gl: Context) -> None:
    """ARB_draw_indirect, Dependencies on NV_vertex_buffer_unified_memory."""
    address = resident(gl, 64)
    gl.EnableClientState(enums.DRAW_INDIRECT_UNIFIED_NV)
    right, wrong = ((16, 0), (20, 4), (99, 48)), ((16, 4), (15, 0), (64, 2), (99, 52))
    for length, start in (*right, *wrong):
        made = Context(backend="oracle", share=gl)
        made.MakeNamedBufferResidentNV(1, enums.READ_ONLY)
        made.EnableClientState(enums.DRAW_INDIRECT_UNIFIED_NV)
        made.BufferAddressRangeNV(enums.DRAW_INDIRECT_ADDRESS_NV, 0, address, length)
        made.DrawArraysIndirect(POINTS, start)
        assert made.GetError() == (enums.INVALID_OPERATION if (length, start) in wrong else enums.NO_ERROR)


def test_addresses_where_nothing_is(gl: Context) -> None:
    """Undefined in 2.9.1: what is read is refused, as of other arrays."""
    address = resident(gl, 64)
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY_UNIFIED_NV)
    gl.VertexFormatNV(2, FLOAT, 0)
    with pytest.raises(
        InputError, match="the array of attribute 0 is at GPU address 0x0, and no resident buffer"
    ):
        gl.DrawArrays(POINTS, 0, 1)
    gl.BufferAddressRangeNV(ADDRESS, 0, address, 16)
    gl.DrawArrays(POINTS, 0, 2)
    with pytest.raises(InputError, match="attribute 0: element 2 is drawn; its array has 2"):
        gl.DrawArrays(POINTS, 0, 3)
    gl.MakeNamedBufferNonResidentNV(1)
    with pytest.raises(InputError, match="no resident buffer is there"):
        gl.DrawArrays(POINTS, 0, 2)
    gl.MakeNamedBufferResidentNV(1, enums.READ_ONLY)
    gl.EnableClientState(enums.ELEMENT_ARRAY_UNIFIED_NV)
    gl.BufferAddressRangeNV(enums.ELEMENT_ARRAY_ADDRESS_NV, 0, address + 60, 4)
    gl.DrawElements(POINTS, enums.UNSIGNED_BYTE, 0, 4)
    for start, count in ((0, 5), (2, 3), (-1, 2)):
        with pytest.raises(InputError, match=f"^{count} indices from byte {start} on; their range has 4"):
            gl.DrawElements(POINTS, enums.UNSIGNED_BYTE, start, count)
    gl.DeleteBuffers([1])
    with pytest.raises(InputError, match="the array of indices is at GPU address"):
        gl.DrawElements(POINTS, enums.UNSIGNED_BYTE, 0, 4)
