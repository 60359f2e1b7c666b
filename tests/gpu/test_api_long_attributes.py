"""Attributes of 64 bits in all that makes vertices of the object model (EXT_vertex_attrib_64bit 2.7, 2.8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums

VP, ASCII, TRIANGLES = gl_enums.VERTEX_PROGRAM_ARB, gl_enums.PROGRAM_FORMAT_ASCII_ARB, gl_enums.TRIANGLES
CORNERS = np.array([[-1, -1], [3, -1], [-1, 3]], np.float32)
#: Of attribute 1 the low bytes of the words of x and of y's low one, as the colour.
BYTES = """!!NVvp5.0
{} LONG ATTRIB a = vertex.attrib[1];
TEMP r;
UP64.U.NTC r, a.xyxy;
AND.U r, r, 255;
I2F.U r, r;
MUL result.color, r, 0.00392156862745098;
MOV result.position, vertex.position;
END"""
DOUBLES = np.array([1.0 + 7 * 2.0**-52 + 9 * 2.0**-12, 2.0 + 5 * 2.0**-51])
SIGNED = np.array([-(1 << 63) + (200 << 32) + 3, 9], np.int64)
UNSIGNED = np.array([(1 << 63) + (100 << 32) + 4, (1 << 64) - 250], np.uint64)
ROWS: list[Any] = [
    ("", "d", "EXT", gl_enums.DOUBLE, DOUBLES), ("INT", "i64", "NV", gl_enums.INT64_NV, SIGNED),
    ("UINT", "ui64", "NV", gl_enums.UNSIGNED_INT64_NV, UNSIGNED),
]  # fmt: skip


@pytest.fixture
def gl(backend: str, context: moderngl.Context) -> Any:
    with Context(
        context if backend == "gpu" else None, backend=backend, size=(4, 4), raise_errors=True
    ) as made:
        yield made


def load(gl: Context, text: str) -> None:
    gl.ProgramStringARB(VP, ASCII, text)
    gl.Enable(VP)


def pixel(gl: Context) -> list[int]:
    found: list[int] = gl.ReadPixels(1, 1, 1, 1, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)[0, 0].tolist()
    return found


def vertices(gl: Context) -> None:
    gl.Begin(TRIANGLES)
    for corner in CORNERS:
        gl.Vertex2fv(corner)
    gl.End()


def _current(gl: Context, command: Callable[..., None], values: Any, type: int) -> None:
    command(1, *values.tolist())
    vertices(gl)


def _each(gl: Context, command: Callable[..., None], values: Any, type: int) -> None:
    """Different ones, of which the last one is the colour of flat shading."""
    gl.ShadeModel(gl_enums.FLAT)
    gl.Begin(TRIANGLES)
    for k, corner in enumerate(CORNERS):
        command(1, *(values if k == 2 else values * 0).tolist())
        gl.Vertex2fv(corner)
    gl.End()


def _define(gl: Context, values: Any, type: int, *, buffer: bool = False) -> None:
    table = np.ascontiguousarray(np.broadcast_to(values, (4, 2)))
    table[0] = 0
    gl.EnableClientState(gl_enums.VERTEX_ARRAY)
    gl.VertexPointer(2, gl_enums.FLOAT, 0, np.concatenate([CORNERS[:1] * 0, CORNERS]))
    gl.EnableVertexAttribArrayARB(1)
    if buffer:
        gl.BindBuffer(gl_enums.ARRAY_BUFFER, 3)
        gl.BufferData(gl_enums.ARRAY_BUFFER, bytes(8) + table.tobytes(), gl_enums.STATIC_DRAW)
    gl.VertexAttribLPointerEXT(1, 2, type, 16, 8 if buffer else table)


def _array(gl: Context, command: Callable[..., None], values: Any, type: int) -> None:
    _define(gl, values, type)
    gl.DrawArrays(TRIANGLES, 1, 3)


def _buffer(gl: Context, command: Callable[..., None], values: Any, type: int) -> None:
    _define(gl, values, type, buffer=True)
    for _ in range(2):  # the second one is of what the first one kept
        gl.DrawElements(TRIANGLES, gl_enums.UNSIGNED_INT, np.array([1, 2, 3], np.uint32))


def _elements(gl: Context, command: Callable[..., None], values: Any, type: int) -> None:
    _define(gl, values, type)
    gl.Begin(TRIANGLES)
    for k in (1, 2, 3):
        gl.ArrayElement(k)
    gl.End()


def _list(gl: Context, command: Callable[..., None], values: Any, type: int) -> None:
    _define(gl, values, type)
    gl.NewList(5, gl_enums.COMPILE)
    gl.DrawArrays(TRIANGLES, 1, 3)
    gl.EndList()
    gl.DisableVertexAttribArrayARB(1)
    gl.CallList(5)


@pytest.mark.parametrize("way", [_current, _each, _array, _buffer, _elements, _list])
@pytest.mark.parametrize("row", ROWS, ids=["doubles", "signed", "unsigned"])
def test_all_bits_arrive(gl: Context, row: Any, way: Callable[..., None]) -> None:
    word, letters, suffix, type, values = row
    load(gl, BYTES.format(word))
    way(gl, getattr(gl, f"VertexAttribL2{letters}{suffix}"), values, type)
    assert pixel(gl) == [int(each) & 255 for each in values.view(np.uint32)]


def test_programs_that_read_32_bits_convert(gl: Context) -> None:
    """And so does the conventional vertex stage; docs/semantics.md."""
    load(gl, "!!NVvp5.0 MOV result.color, vertex.attrib[3]; MOV result.position, vertex.position; END")
    gl.VertexAttribL4dEXT(3, 0.2, 0.4, 0.6, 1)
    vertices(gl)
    assert pixel(gl) == [51, 102, 153, 255]
    gl.Disable(VP)
    gl.VertexAttribL4i64NV(3, 1, 0, 1, 1)
    vertices(gl)
    assert pixel(gl) == [255, 0, 255, 255]
    gl.EnableClientState(gl_enums.VERTEX_ARRAY)
    gl.VertexPointer(2, gl_enums.FLOAT, 0, CORNERS)
    gl.EnableVertexAttribArrayARB(3)
    gl.VertexAttribLPointerEXT(3, 3, gl_enums.DOUBLE, 0, np.full((3, 3), 0.2))
    gl.DrawArrays(TRIANGLES, 0, 3)
    assert pixel(gl) == [51, 51, 51, 255]
