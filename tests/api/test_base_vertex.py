"""Draws whose indices have a number added to each (ARB_draw_elements_base_vertex)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

#: Two triangles; the second covers the frame.
CORNERS = np.array([[9, 9], [9, 9], [9, 9], [-1, -1], [3, -1], [-1, 3]], np.float32)
ORDER = np.array([0, 1, 2], np.uint16)
T, SHORT = enums.TRIANGLES, enums.UNSIGNED_SHORT
Draw = Callable[[Context], Any]
DRAWS: list[Draw] = [
    lambda gl: gl.DrawElementsBaseVertex(T, SHORT, ORDER, 3),
    lambda gl: gl.DrawElementsBaseVertex(T, SHORT, np.array([5, 6, 7, 0], np.uint16), -2, 3),
    lambda gl: gl.DrawRangeElementsBaseVertex(T, 0, 2, SHORT, ORDER, 3),
    lambda gl: gl.DrawElementsInstancedBaseVertex(T, SHORT, ORDER, 2, 3),
    lambda gl: gl.MultiDrawElementsBaseVertex(T, SHORT, [ORDER, ORDER, ORDER + 1], [0, 3, 2]),
    lambda gl: gl.MultiDrawElementsBaseVertex(T, SHORT, [ORDER, ORDER], [3, 900], [3, 0]),
]


def arrays() -> Context:
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.VertexPointer(2, enums.FLOAT, 0, CORNERS)
    gl.EnableClientState(enums.VERTEX_ARRAY)
    return gl


def red(gl: Context) -> int:
    return int(gl.ReadPixels(1, 1, 1, 1, enums.RED, enums.UNSIGNED_BYTE)[0, 0, 0])


@pytest.mark.parametrize("draw", DRAWS)
def test_the_number_is_added(draw: Draw) -> None:
    gl = arrays()
    gl.DrawElements(T, SHORT, ORDER)
    assert red(gl) == 0
    draw(gl)
    assert red(gl) == 255


@pytest.mark.parametrize("draw", [draw for number, draw in enumerate(DRAWS) if number != 3])
def test_lists_keep_what_is_drawn(draw: Draw) -> None:
    """OpenGL 1.5, 5.4: arrays are read when the list is made."""
    gl = arrays()
    gl.NewList(1, enums.COMPILE)
    draw(gl)
    gl.EndList()
    gl.DisableClientState(enums.VERTEX_ARRAY)
    gl.CallList(1)
    assert red(gl) == 255


def test_indices_in_a_buffer() -> None:
    gl = arrays()
    gl.BindBuffer(enums.ELEMENT_ARRAY_BUFFER, 1)
    gl.BufferData(enums.ELEMENT_ARRAY_BUFFER, ORDER, enums.STATIC_DRAW)
    gl.DrawElementsBaseVertex(T, SHORT, 0, 3, 3)
    assert red(gl) == 255


def test_the_vertex_number_has_it_too() -> None:
    """The number of the array's element."""
    gl = arrays()
    text = (
        "!!NVvp4.0 TEMP r; I2F.S r, vertex.id; MUL result.color, r.x, 0.1;"
        "MOV result.position, vertex.position; END"
    )
    gl.ProgramStringARB(enums.VERTEX_PROGRAM_ARB, enums.PROGRAM_FORMAT_ASCII_ARB, text)
    gl.Enable(enums.VERTEX_PROGRAM_ARB)
    gl.ShadeModel(enums.FLAT)
    gl.DrawElementsBaseVertex(T, SHORT, ORDER, 3)
    assert red(gl) == 128


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.DrawElementsBaseVertex(0x77, SHORT, ORDER, 0)),
        ("INVALID_ENUM", lambda gl: gl.DrawElementsBaseVertex(T, enums.FLOAT, ORDER, 0)),
        ("INVALID_VALUE", lambda gl: gl.DrawElementsBaseVertex(T, SHORT, ORDER, 0, -1)),
        ("INVALID_VALUE", lambda gl: gl.DrawRangeElementsBaseVertex(T, 2, 1, SHORT, ORDER, 0)),
        ("INVALID_VALUE", lambda gl: gl.DrawElementsInstancedBaseVertex(T, SHORT, ORDER, -1, 0)),
        ("INVALID_OPERATION", lambda gl: (gl.Begin(T), gl.DrawElementsBaseVertex(T, SHORT, ORDER, 0))),
    ],
)
def test_errors(error: str, call: Draw) -> None:
    assert error_of(call) == error


def test_elements_that_are_not_there() -> None:
    for base in (-1, 4):
        with pytest.raises(InputError, match="element"):
            arrays().DrawElementsBaseVertex(T, SHORT, ORDER, base)
