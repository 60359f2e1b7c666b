"""Draws out of GPU addresses (NV_vertex_buffer_unified_memory 2.9.1 and 2.9.2, ARB_draw_indirect 2.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums

ASCII, POINTS, FLOAT = gl_enums.PROGRAM_FORMAT_ASCII_ARB, gl_enums.POINTS, gl_enums.FLOAT
ADDRESS, STATIC = gl_enums.BUFFER_GPU_ADDRESS_NV, gl_enums.STATIC_DRAW
ATTRIBUTES, ELEMENTS = gl_enums.VERTEX_ATTRIB_ARRAY_UNIFIED_NV, gl_enums.ELEMENT_ARRAY_UNIFIED_NV
#: Four points of a row, with a colour each; a point before them is in no picture.
PLACES = np.array([[9, 9, 9, 9]] + [[(x + 0.5) / 2 - 1, -0.75, x / 4, 1] for x in range(4)], np.float32)
#: The x of attributes of every kind: 1/255 of a byte, an integer, and a double.
VERTEX = """!!NVvp5.0
LONG ATTRIB long = vertex.attrib[3];
INT ATTRIB whole = vertex.attrib[2];
LONG TEMP d;
TEMP t;
MUL.F64 d.x, long.x, 4.0;
CVT.F32.F64 t.x, d.x;
I2F t.y, whole.x;
MOV result.position, vertex.position;
MOV result.color.x, vertex.attrib[1].x;
MUL result.color.y, t.y, 0.1;
MOV result.color.z, t.x;
MOV result.color.w, 1;
END"""


@pytest.fixture
def gl(backend: str, context: moderngl.Context) -> Iterator[Context]:
    given = context if backend == "gpu" else None
    with Context(given, backend=backend, size=(4, 4), raise_errors=True) as made:
        yield made


def resident(gl: Context, name: int, content: Any) -> int:
    """The address of a buffer that is resident."""
    gl.BindBuffer(gl_enums.ARRAY_BUFFER, name)
    gl.BufferData(gl_enums.ARRAY_BUFFER, content, STATIC)
    gl.MakeBufferResidentNV(gl_enums.ARRAY_BUFFER, gl_enums.READ_ONLY)
    address: int = gl.GetBufferParameterui64vNV(gl_enums.ARRAY_BUFFER, ADDRESS)
    gl.BindBuffer(gl_enums.ARRAY_BUFFER, 0)
    return address


def conventional(gl: Context) -> None:
    """Places and colours are at addresses, 16 bytes behind where their buffer begins."""
    gl.EnableClientState(gl_enums.VERTEX_ARRAY)
    gl.EnableClientState(gl_enums.COLOR_ARRAY)
    gl.VertexFormatNV(2, FLOAT, 16)
    gl.ColorFormatNV(3, FLOAT, 16)
    gl.EnableClientState(ATTRIBUTES)
    address = resident(gl, 1, np.concatenate([PLACES, np.zeros((1, 4), np.float32)]))
    gl.BufferAddressRangeNV(gl_enums.VERTEX_ARRAY_ADDRESS_NV, 77, address + 16, 72)
    gl.BufferAddressRangeNV(gl_enums.COLOR_ARRAY_ADDRESS_NV, 0, address + 24, 72)


def drawn(gl: Context) -> list[int]:
    """Which columns of the first row were drawn; their red is a quarter of it."""
    pixels = gl.ReadPixels(0, 0, 4, 1, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)[0].astype(int)
    found = np.flatnonzero(pixels[:, 3]).tolist()
    assert [abs(pixels[x, 0] - 255 * x / 4) < 1 for x in found] == [True] * len(found)
    return found


def _immediate(gl: Context) -> None:
    gl.Begin(POINTS)
    gl.ArrayElement(2)
    gl.End()


def _elements(gl: Context) -> None:
    gl.EnableClientState(ELEMENTS)
    address = resident(gl, 2, np.array([9, 9, 3, 1, 0], np.uint16))
    gl.BufferAddressRangeNV(gl_enums.ELEMENT_ARRAY_ADDRESS_NV, 0, address + 2, 8)


def _multi(gl: Context) -> None:
    _elements(gl)
    gl.MultiDrawElements(POINTS, gl_enums.UNSIGNED_SHORT, [2, 6], [1, 1])


def _indirect(gl: Context) -> None:
    address = resident(gl, 3, np.array([7, 2, 1, 1, 0], np.uint32))
    gl.EnableClientState(gl_enums.DRAW_INDIRECT_UNIFIED_NV)
    gl.BufferAddressRangeNV(gl_enums.DRAW_INDIRECT_ADDRESS_NV, 0, address, 20)
    gl.DrawArraysIndirect(POINTS, 4)


def _elements_indirect(gl: Context) -> None:
    _elements(gl)
    address = resident(gl, 3, np.array([2, 1, 1, 0, 0], np.uint32))
    gl.EnableClientState(gl_enums.DRAW_INDIRECT_UNIFIED_NV)
    gl.BufferAddressRangeNV(gl_enums.DRAW_INDIRECT_ADDRESS_NV, 0, address, 20)
    gl.DrawElementsIndirect(POINTS, gl_enums.UNSIGNED_SHORT, 0)


DRAWS: dict[str, tuple[Callable[[Context], Any], list[int]]] = {
    "arrays": (lambda gl: gl.DrawArrays(POINTS, 1, 2), [1, 2]),
    "elements": (lambda gl: gl.DrawElements(POINTS, gl_enums.UNSIGNED_BYTE, [3, 0]), [0, 3]),
    "elements at an address": (
        lambda gl: (_elements(gl), gl.DrawElements(POINTS, gl_enums.UNSIGNED_SHORT, 2, 2)), [1, 3]
    ),
    "instances": (lambda gl: gl.DrawArraysInstanced(POINTS, 0, 1, 2), [0]),
    "several": (lambda gl: gl.MultiDrawArrays(POINTS, [0, 2], [1, 1]), [0, 2]),
    "several of elements": (_multi, [0, 3]),
    "one element": (_immediate, [2]),
    "indirect": (_indirect, [1, 2]),
    "indirect elements": (_elements_indirect, [1, 3]),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWS)
def test_arrays_at_addresses(gl: Context, name: str) -> None:
    conventional(gl)
    call, expected = DRAWS[name]
    call(gl)
    assert drawn(gl) == expected


def test_pointers_stay_where_they_are(gl: Context) -> None:
    """2.9: a format changes neither the pointer nor the buffer, and counts for both."""
    memory = PLACES[1:3].copy()
    gl.VertexPointer(4, FLOAT, 0, memory)
    conventional(gl)
    gl.DisableClientState(ATTRIBUTES)
    gl.DisableClientState(gl_enums.COLOR_ARRAY)
    gl.Color3f(0, 0, 0)
    gl.DrawArrays(POINTS, 0, 1)
    assert drawn(gl) == [0]


def test_what_is_written_later_is_drawn(gl: Context) -> None:
    conventional(gl)
    gl.DrawArrays(POINTS, 0, 1)
    gl.BindBuffer(gl_enums.ARRAY_BUFFER, 1)
    gl.BufferSubData(gl_enums.ARRAY_BUFFER, 16, PLACES[4])
    gl.Clear(gl_enums.COLOR_BUFFER_BIT)
    gl.DrawArrays(POINTS, 0, 1)
    assert drawn(gl) == [3]


def test_attributes_of_every_kind(gl: Context) -> None:
    """VertexAttribFormatNV, VertexAttribIFormatNV, and VertexAttribLFormatNV of 64 bits."""
    gl.ProgramStringARB(gl_enums.VERTEX_PROGRAM_ARB, ASCII, VERTEX)
    gl.Enable(gl_enums.VERTEX_PROGRAM_ARB)
    arrays = (PLACES[1:, :2].copy(), np.array([[51], [102], [153], [204]], np.uint8),
              np.array([-1, 2, 4, 6], np.int16), np.array([1 / 5, 1 / 20, 1 / 10, 1 / 4]))  # fmt: skip
    gl.VertexAttribFormatNV(0, 2, FLOAT, False, 0)
    gl.VertexAttribFormatNV(1, 1, gl_enums.UNSIGNED_BYTE, True, 0)
    gl.VertexAttribIFormatNV(2, 1, gl_enums.SHORT, 0)
    gl.VertexAttribLFormatNV(3, 1, gl_enums.DOUBLE, 0)
    gl.EnableClientState(ATTRIBUTES)
    for number, array in enumerate(arrays):
        gl.EnableVertexAttribArrayARB(number)
        address = resident(gl, number + 1, array)
        gl.BufferAddressRangeNV(gl_enums.VERTEX_ATTRIB_ARRAY_ADDRESS_NV, number, address, array.nbytes)
    gl.DrawArrays(POINTS, 0, 4)
    pixels = gl.ReadPixels(0, 0, 4, 1, gl_enums.RGB, gl_enums.UNSIGNED_BYTE)[0].tolist()
    assert pixels == [[51, 0, 204], [102, 51, 51], [153, 102, 102], [204, 153, 255]]


def test_a_list_has_what_was_there(gl: Context) -> None:
    """OpenGL 1.5, 5.4: arrays and indices are read when they are compiled."""
    conventional(gl)
    _elements(gl)
    gl.NewList(1, gl_enums.COMPILE)
    gl.DrawElements(POINTS, gl_enums.UNSIGNED_SHORT, 2, 2)
    gl.EndList()
    for name in (1, 2):
        gl.BindBuffer(gl_enums.ARRAY_BUFFER, name)
        size = gl.GetBufferParameteriv(gl_enums.ARRAY_BUFFER, gl_enums.BUFFER_SIZE)
        gl.BufferSubData(gl_enums.ARRAY_BUFFER, 0, bytes(size))
    gl.CallList(1)
    assert drawn(gl) == [1, 3]
    assert gl.IsEnabled(ATTRIBUTES) and gl.IsEnabled(ELEMENTS)
