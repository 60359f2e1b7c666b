"""VertexAttribI, its arrays and queries (NV_vertex_program4 2.7, 2.8 and 6.1.14)."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.source import InputError

VP = gl_enums.VERTEX_PROGRAM_ARB
#: The four components of attribute 1, each modulo 256, as the colour.
BYTES = (
    "!!NVvp4.0 TEMP r; AND.U r,vertex.attrib[1],255; I2F.U r,r; MUL result.color,r,0.00392156862745098;"
    "MOV result.position,vertex.position;END"
)
CORNERS = np.array([[-1, -1], [3, -1], [-1, 3]], np.float32)


@pytest.fixture
def gl() -> Context:
    made = Context(backend="oracle", size=(4, 4), raise_errors=True)
    made.ProgramStringARB(VP, gl_enums.PROGRAM_FORMAT_ASCII_ARB, BYTES)
    made.Enable(VP)
    return made


def pixel(gl: Context) -> list[int]:
    found: list[int] = gl.ReadPixels(1, 1, 1, 1, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)[0, 0].tolist()
    return found


def draw(gl: Context) -> list[int]:
    gl.Begin(gl_enums.TRIANGLES)
    for corner in CORNERS:
        gl.Vertex2fv(corner)
    gl.End()
    return pixel(gl)


@pytest.mark.parametrize(
    ("name", "values", "found"),
    [
        ("I1i", (-1,), (-1, 0, 0, 1)),
        ("I2i", (-(2**31), 2**31 - 1), (-(2**31), 2**31 - 1, 0, 1)),
        ("I3i", (1, 2, 3), (1, 2, 3, 1)),
        ("I4i", (1, -2, 3, -4), (1, -2, 3, -4)),
        ("I1ui", (2**31 - 1,), (2**31 - 1, 0, 0, 1)),
        ("I2ui", (2**32 - 1, 0), (-1, 0, 0, 1)),
        ("I3ui", (1, 2, 3), (1, 2, 3, 1)),
        ("I4ui", (1, 2, 2**31, 4), (1, 2, -(2**31), 4)),
    ],
)
def test_current_values(name: str, values: tuple[int, ...], found: tuple[int, ...]) -> None:
    """2.7: no conversion; y and z are filled with 0, w with 1. 6.1.14: read as either kind."""
    gl = Context(backend="oracle", raise_errors=True)
    for number, arguments in ((1, values), (2, (values,)), (3, (np.array(values),))):
        getattr(gl, f"VertexAttrib{name}{'' if number == 1 else 'v'}EXT")(number, *arguments)
        assert gl.GetVertexAttribIivEXT(number, gl_enums.CURRENT_VERTEX_ATTRIB_ARB) == found
        unsigned = tuple(value % 2**32 for value in found)
        assert gl.GetVertexAttribIuivEXT(number, gl_enums.CURRENT_VERTEX_ATTRIB_ARB) == unsigned


@pytest.mark.parametrize(
    ("letter", "values"),
    [
        ("b", (-128, 127, 0, -1)),
        ("s", (-(2**15), 2**15 - 1, 0, -1)),
        ("ub", (255, 0, 1, 2)),
        ("us", (65535, 0, 1, 2)),
    ],
)
def test_short_types_are_extended(letter: str, values: tuple[int, ...]) -> None:
    """EXT_gpu_shader4 2.7: to full integers, with their sign."""
    gl = Context(backend="oracle", raise_errors=True)
    getattr(gl, f"VertexAttribI4{letter}vEXT")(5, values)
    assert gl.GetVertexAttribIivEXT(5, gl_enums.CURRENT_VERTEX_ATTRIB_ARB) == values


def test_queries_of_the_other_type() -> None:
    """Undefined in 6.1.14; docs/semantics.md: integers are read as numbers, floats as their words."""
    gl = Context(backend="oracle", raise_errors=True)
    gl.VertexAttribI4iEXT(4, -3, 2, 1, 0)
    assert gl.GetVertexAttribfvARB(4, gl_enums.CURRENT_VERTEX_ATTRIB_ARB) == (-3.0, 2.0, 1.0, 0.0)
    assert gl.GetVertexAttribivARB(4, gl_enums.CURRENT_VERTEX_ATTRIB_ARB) == (-3, 2, 1, 0)
    gl.VertexAttrib1fARB(4, -1.5)
    words = gl.GetVertexAttribIuivEXT(4, gl_enums.CURRENT_VERTEX_ATTRIB_ARB)
    assert words == (*struct.unpack("<I", struct.pack("<f", -1.5)), 0, 0, 0x3F800000)


def test_the_integer_flag() -> None:
    """6.1.14: set by VertexAttribIPointer, which resets the normalized flag; reset by the others."""
    gl = Context(backend="oracle", raise_errors=True)
    integer, normalized = (
        gl_enums.VERTEX_ATTRIB_ARRAY_INTEGER_EXT,
        gl_enums.VERTEX_ATTRIB_ARRAY_NORMALIZED_ARB,
    )

    def flags() -> tuple[int, int]:
        return gl.GetVertexAttribIivEXT(3, integer), gl.GetVertexAttribivARB(3, normalized)

    assert flags() == (0, 0)
    gl.VertexAttribPointerARB(3, 2, gl_enums.SHORT, True, 0, None)
    assert flags() == (0, 1)
    gl.VertexAttribIPointerEXT(3, 3, gl_enums.UNSIGNED_SHORT, 12, None)
    assert flags() == (1, 0)
    assert gl.GetVertexAttribIuivEXT(3, gl_enums.VERTEX_ATTRIB_ARRAY_SIZE_ARB) == 3
    assert gl.GetVertexAttribIuivEXT(3, gl_enums.VERTEX_ATTRIB_ARRAY_STRIDE_ARB) == 12
    assert gl.GetVertexAttribIuivEXT(3, gl_enums.VERTEX_ATTRIB_ARRAY_TYPE_ARB) == gl_enums.UNSIGNED_SHORT
    gl.VertexAttribPointerNV(3, 2, gl_enums.SHORT, 0, None)
    assert flags() == (0, 0)


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        ("VertexAttribI4iEXT", (16, 1, 2, 3, 4), "INVALID_VALUE"),
        ("VertexAttribI1uivEXT", (-1, [1]), "INVALID_VALUE"),
        ("VertexAttribIPointerEXT", (16, 4, gl_enums.INT, 0, None), "INVALID_VALUE"),
        ("VertexAttribIPointerEXT", (0, 5, gl_enums.INT, 0, None), "INVALID_VALUE"),
        ("VertexAttribIPointerEXT", (0, 0, gl_enums.INT, 0, None), "INVALID_VALUE"),
        ("VertexAttribIPointerEXT", (0, 4, gl_enums.INT, -1, None), "INVALID_VALUE"),
        ("VertexAttribIPointerEXT", (0, 4, gl_enums.FLOAT, 0, None), "INVALID_ENUM"),
        ("VertexAttribIPointerEXT", (99, 9, gl_enums.DOUBLE, -1, None), "INVALID_ENUM"),
        ("GetVertexAttribIivEXT", (0, gl_enums.CURRENT_VERTEX_ATTRIB_ARB), "INVALID_OPERATION"),
        ("GetVertexAttribIuivEXT", (16, gl_enums.CURRENT_VERTEX_ATTRIB_ARB), "INVALID_VALUE"),
        ("GetVertexAttribIivEXT", (99, gl_enums.ATTRIB_ARRAY_POINTER_NV), "INVALID_ENUM"),
    ],
)
def test_errors(name: str, arguments: tuple[Any, ...], error: str) -> None:
    """2.7, 2.8 and 6.1.14; ARB_vertex_program 2.8."""
    assert error_of(lambda gl: getattr(gl, name)(*arguments)) == error


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("VertexAttribI1iEXT", (1, 2**31)),
        ("VertexAttribI1uiEXT", (1, -1)),
        ("VertexAttribI4ubvEXT", (1, [0, 0, 0, 256])),
        ("VertexAttribI1iEXT", (1, 0.5)),
        ("VertexAttribI2iEXT", (1, 0)),
        ("VertexAttribI2ivEXT", (1, [0])),
        ("VertexAttribI1iEXT", (1, "1")),
        ("VertexAttribI1iEXT", (1.5, 1)),
        ("VertexAttribI1iEXT", ([1], 1)),
        ("VertexAttrib4fNV", (np.arange(2), 1, 2, 3, 4)),
        ("GetVertexAttribIivEXT", (1, [gl_enums.CURRENT_VERTEX_ATTRIB_ARB])),
    ],
)
def test_what_no_program_could_pass(name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(InputError):
        getattr(Context(backend="oracle"), name)(*arguments)


def test_programs_read_integers(gl: Context) -> None:
    """2.7: "may read these attributes using integer data types"."""
    gl.VertexAttribI4uiEXT(1, 0xFF80_0010, 0x7F80_0120, 30, 255)
    assert draw(gl) == [16, 32, 30, 255]
    gl.VertexAttribI2iEXT(1, -1, 2)
    assert draw(gl) == [255, 2, 0, 1]


def test_programs_read_the_words_of_floats(gl: Context) -> None:
    """Undefined in 2.7; docs/semantics.md."""
    gl.VertexAttrib4fARB(1, 1.0000001, 2, 3, struct.unpack("<f", b"\x21\x43\x80\x3f")[0])
    assert draw(gl) == [1, 0, 0, 0x21]


def test_integers_of_each_vertex(gl: Context) -> None:
    """2.7 and 2.10: as constant as they are over a triangle; the last vertex's where shading is flat."""
    gl.ShadeModel(gl_enums.FLAT)
    gl.Begin(gl_enums.TRIANGLES)
    for number, corner in enumerate(CORNERS):
        gl.VertexAttribI4uiEXT(1, 2**32 - 1 - number, number, 2**31 + number, 255)
        gl.VertexAttrib2fvARB(0, corner)
    gl.End()
    assert pixel(gl) == [253, 2, 2, 255]


@pytest.mark.parametrize(
    ("type", "dtype"),
    [
        (gl_enums.BYTE, np.int8),
        (gl_enums.UNSIGNED_BYTE, np.uint8),
        (gl_enums.SHORT, np.int16),
        (gl_enums.UNSIGNED_SHORT, np.uint16),
        (gl_enums.INT, np.int32),
        (gl_enums.UNSIGNED_INT, np.uint32),
    ],
)
@pytest.mark.parametrize("way", ["DrawArrays", "ArrayElement", "CallList"])
def test_arrays_stay_integers(gl: Context, type: int, dtype: Any, way: str) -> None:
    """2.8, table 2.4: every integer type."""
    memory = np.array([[100, 50, 25]] * 3).astype(dtype)
    if np.issubdtype(dtype, np.signedinteger):
        memory[:, 1] = -2
    gl.VertexAttribIPointerEXT(1, 3, type, 0, memory)
    gl.VertexPointer(2, gl_enums.FLOAT, 0, CORNERS)
    gl.EnableVertexAttribArrayARB(1)
    gl.EnableClientState(gl_enums.VERTEX_ARRAY)
    if way == "CallList":
        gl.NewList(1, gl_enums.COMPILE)
        gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
        gl.EndList()
        memory, kept = memory.copy(), memory
        kept[:] = 0
        gl.CallList(1)
    elif way == "DrawArrays":
        gl.DrawArrays(gl_enums.TRIANGLES, 0, 3)
    else:
        gl.Begin(gl_enums.TRIANGLES)
        for number in range(3):
            gl.ArrayElement(number)
        gl.End()
    assert pixel(gl) == [100, int(memory[0, 1]) % 256, 25, 1]


def test_array_element_leaves_integers_current(gl: Context) -> None:
    """2.8: it stands for VertexAttribI."""
    gl.VertexAttribIPointerEXT(1, 2, gl_enums.UNSIGNED_INT, 0, np.array([[7, 2**32 - 1]], np.uint32))
    gl.EnableVertexAttribArrayARB(1)
    gl.ArrayElement(0)
    current = gl.GetVertexAttribIuivEXT(1, gl_enums.CURRENT_VERTEX_ATTRIB_ARB)
    assert current == (7, 2**32 - 1, 0, 1)


def test_a_vertex_of_integers() -> None:
    """2.7: attribute 0 makes a vertex, whatever its type; read as floats they are numbers."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.VertexAttribI3iEXT(3, 1, 0, 1)
    gl.Begin(gl_enums.TRIANGLES)
    for corner in ((-1, -1), (3, -1), (-1, 3)):
        gl.VertexAttribI2iEXT(0, *corner)
    gl.End()
    assert pixel(gl) == [255, 0, 255, 255]
