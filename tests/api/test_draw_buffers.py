"""The window's buffers: what is drawn into and read (OpenGL 1.5, 4.2.1, 4.3.2; ARB_draw_buffers 4.2.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import GLError

COLOR = enums.COLOR_BUFFER_BIT
#: Colours of two outputs.
TWO = "!!ARBfp1.0 OPTION ARB_draw_buffers; MOV result.color[0],{1,0,0,1}; MOV result.color[1],{0,1,0,1};END"


def small() -> Context:
    return Context(backend="oracle", size=(4, 3), raise_errors=True)


def pixel(gl: Context, buffer: int) -> list[int]:
    gl.ReadBuffer(buffer)
    found: list[int] = gl.ReadPixels(1, 1, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE)[0, 0].tolist()
    return found


def square(gl: Context) -> None:
    gl.Begin(enums.QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Vertex3f(x, y, 0)
    gl.End()


def test_what_there_is_at_first() -> None:
    """Tables 6.19 and 6.20: BACK of a window with two buffers; outputs but 0 go nowhere."""
    gl = small()
    assert gl.GetIntegerv(enums.DRAW_BUFFER) == gl.GetIntegerv(enums.READ_BUFFER) == enums.BACK
    assert gl.GetIntegerv(enums.DRAW_BUFFER0_ARB) == enums.BACK
    assert all(gl.GetIntegerv(enums.DRAW_BUFFER0_ARB + output) == enums.NONE for output in range(1, 8))
    assert gl.GetIntegerv(enums.MAX_DRAW_BUFFERS_ARB) == 8
    assert gl.GetIntegerv(enums.DOUBLEBUFFER) == 1
    assert gl.GetIntegerv(enums.STEREO) == gl.GetIntegerv(enums.AUX_BUFFERS) == 0


@pytest.mark.parametrize(("buffer", "front", "back"), [
    (enums.FRONT, 255, 0), (enums.BACK, 0, 255), (enums.FRONT_LEFT, 255, 0), (enums.BACK_LEFT, 0, 255),
    (enums.LEFT, 255, 255), (enums.FRONT_AND_BACK, 255, 255), (enums.NONE, 0, 0),
])  # fmt: skip
def test_the_buffers_of_draws_and_clears(buffer: int, front: int, back: int) -> None:
    """Table 4.3; each of several passes the same tests (4.2.1)."""
    for fill in (square, lambda gl: gl.Clear(COLOR | enums.DEPTH_BUFFER_BIT)):
        gl = small()
        gl.ClearColor(1, 1, 1, 1)
        gl.Enable(enums.DEPTH_TEST)
        gl.DrawBuffer(buffer)
        assert gl.GetIntegerv(enums.DRAW_BUFFER) == buffer
        fill(gl)
        assert (pixel(gl, enums.FRONT)[0], pixel(gl, enums.BACK)[0]) == (front, back)


def test_depths_of_several_buffers_are_written_once() -> None:
    gl = small()
    gl.Enable(enums.STENCIL_TEST)
    gl.StencilOp(enums.KEEP, enums.KEEP, enums.INCR)
    gl.DrawBuffer(enums.FRONT_AND_BACK)
    square(gl)
    gl.StencilFunc(enums.EQUAL, 1, 0xFF)
    gl.Color3f(0, 0, 1)
    square(gl)
    assert pixel(gl, enums.FRONT) == pixel(gl, enums.BACK) == [0, 0, 255, 255]


def test_outputs_of_a_program() -> None:
    """ARB_draw_buffers 4.2.1: in order; those beyond the list go to NONE."""
    gl = small()
    gl.ProgramStringARB(enums.FRAGMENT_PROGRAM_ARB, enums.PROGRAM_FORMAT_ASCII_ARB, TWO)
    gl.Enable(enums.FRAGMENT_PROGRAM_ARB)
    red, green, nothing = [255, 0, 0, 255], [0, 255, 0, 255], [0] * 4
    for buffers, front, back in (
        ((enums.FRONT_LEFT, enums.BACK_LEFT), red, green), ((enums.BACK_LEFT, enums.FRONT_LEFT), green, red),
        ((enums.FRONT_LEFT,), red, nothing), ((enums.NONE, enums.FRONT_LEFT), green, nothing),
        ((enums.NONE, enums.NONE, enums.BACK_LEFT), nothing, nothing), ((), nothing, nothing),
    ):  # fmt: skip
        gl.DrawBuffer(enums.FRONT_AND_BACK)
        gl.Clear(COLOR)
        gl.DrawBuffersARB(buffers)
        assert [gl.GetIntegerv(enums.DRAW_BUFFER0_ARB + each) for each in range(4)] == [
            *buffers, *[enums.NONE] * (4 - len(buffers))
        ]  # fmt: skip
        square(gl)
        found = pixel(gl, enums.FRONT), pixel(gl, enums.BACK)
        assert found == (front, back)


def test_without_the_option_every_buffer_gets_colour_0() -> None:
    """ARB_draw_buffers 4.2.1; fixed function and clears too."""
    gl = small()
    gl.DrawBuffersATI([enums.BACK_LEFT, enums.NONE, enums.FRONT_LEFT])
    gl.Color3f(0, 1, 1)
    square(gl)
    assert pixel(gl, enums.FRONT) == pixel(gl, enums.BACK) == [0, 255, 255, 255]
    gl.ClearColor(1, 0, 1, 1)
    gl.Clear(COLOR)
    assert pixel(gl, enums.FRONT) == pixel(gl, enums.BACK) == [255, 0, 255, 255]
    source = "!!ARBfp1.0 MOV result.color,{0,0,1,1};END"
    gl.ProgramStringARB(enums.FRAGMENT_PROGRAM_ARB, enums.PROGRAM_FORMAT_ASCII_ARB, source)
    gl.Enable(enums.FRAGMENT_PROGRAM_ARB)
    square(gl)
    assert pixel(gl, enums.FRONT) == pixel(gl, enums.BACK) == [0, 0, 255, 255]


def test_draw_buffer_sets_the_others_to_none() -> None:
    gl = small()
    gl.DrawBuffersARB([enums.BACK_LEFT, enums.FRONT_LEFT])
    gl.DrawBuffer(enums.BACK)
    assert gl.GetIntegerv(enums.DRAW_BUFFER1_ARB) == enums.NONE


@pytest.mark.parametrize(("call", "name"), [
    (lambda gl: gl.DrawBuffer(enums.TEXTURE0), "INVALID_ENUM"),
    (lambda gl: gl.DrawBuffer(enums.RIGHT), "INVALID_OPERATION"),
    (lambda gl: gl.DrawBuffer(enums.AUX0), "INVALID_OPERATION"),
    (lambda gl: gl.ReadBuffer(enums.NONE), "INVALID_ENUM"),
    (lambda gl: gl.ReadBuffer(enums.FRONT_AND_BACK), "INVALID_OPERATION"),
    (lambda gl: gl.ReadBuffer(enums.BACK_RIGHT), "INVALID_OPERATION"),
    (lambda gl: gl.DrawBuffersARB([enums.NONE] * 9), "INVALID_OPERATION"),
    (lambda gl: gl.DrawBuffersARB([enums.BACK_LEFT, enums.BACK_LEFT]), "INVALID_OPERATION"),
    (lambda gl: gl.DrawBuffersATI([enums.BACK_LEFT, enums.NONE, enums.BACK_LEFT]), "INVALID_OPERATION"),
    *((lambda gl, each=each: gl.DrawBuffersARB([each]), "INVALID_OPERATION") for each in (
        enums.FRONT, enums.BACK, enums.LEFT, enums.RIGHT, enums.FRONT_AND_BACK, enums.AUX1,
        enums.FRONT_RIGHT, enums.TEXTURE0,
    )),
])  # fmt: skip
def test_errors(call: Callable[[Context], Any], name: str) -> None:
    """4.2.1, 4.3.2; ARB_draw_buffers, Errors."""
    assert error_of(call) == name
    gl = small()
    with pytest.raises(GLError):
        call(gl)
    assert gl.GetIntegerv(enums.DRAW_BUFFER) == gl.GetIntegerv(enums.READ_BUFFER) == enums.BACK
