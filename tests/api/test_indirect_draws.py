"""Errors and state of instanced and indirect draws (ARB_draw_instanced, ARB_draw_indirect)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

POINTS, U1, U4 = enums.POINTS, enums.UNSIGNED_BYTE, enums.UNSIGNED_INT
INDIRECT, ELEMENTS = enums.DRAW_INDIRECT_BUFFER, enums.ELEMENT_ARRAY_BUFFER
PLACES = np.zeros((4, 2), np.float32)
Call = Callable[[Context], Any]


def ready(gl: Context, words: int = 5) -> None:
    """Arrays in memory, indices and so many words of a draw of nothing in buffers."""
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.VertexPointer(2, enums.FLOAT, 0, PLACES)
    gl.BindBuffer(ELEMENTS, 1)
    gl.BufferData(ELEMENTS, np.zeros(4, np.uint32), enums.STATIC_DRAW)
    gl.BindBuffer(INDIRECT, 2)
    gl.BufferData(INDIRECT, np.zeros(words, np.uint32), enums.STATIC_DRAW)


def after(*calls: Call, words: int = 5) -> Call:
    def call(gl: Context) -> None:
        ready(gl, words)
        for each in calls:
            each(gl)

    return call


def _listed(call: Call, mode: int = enums.COMPILE) -> Call:
    return after(lambda gl: gl.NewList(1, mode), call, lambda gl: gl.EndList())


def program(gl: Context) -> None:
    gl.Enable(enums.GEOMETRY_PROGRAM_NV)


DRAWS: dict[str, Call] = {
    "DrawArraysInstanced": lambda gl: gl.DrawArraysInstanced(POINTS, 0, 1, 1),
    "DrawArraysInstancedARB": lambda gl: gl.DrawArraysInstancedARB(POINTS, 0, 1, 1),
    "DrawArraysInstancedEXT": lambda gl: gl.DrawArraysInstancedEXT(POINTS, 0, 1, 1),
    "DrawElementsInstanced": lambda gl: gl.DrawElementsInstanced(POINTS, U4, 0, 1, 1),
    "DrawElementsInstancedARB": lambda gl: gl.DrawElementsInstancedARB(POINTS, U4, 0, 1, 1),
    "DrawElementsInstancedEXT": lambda gl: gl.DrawElementsInstancedEXT(POINTS, U4, 0, 1, 1),
    "DrawArraysIndirect": lambda gl: gl.DrawArraysIndirect(POINTS, 0),
    "DrawElementsIndirect": lambda gl: gl.DrawElementsIndirect(POINTS, U4, 0),
}


@pytest.mark.parametrize("name", DRAWS)
def test_what_every_draw_demands(name: str) -> None:
    call = DRAWS[name]
    assert error_of(after(call)) == ""
    assert error_of(after(program, call)) == "INVALID_OPERATION"
    mapped = after(lambda gl: gl.BindBuffer(enums.ARRAY_BUFFER, 3), lambda gl: (
        gl.BufferData(enums.ARRAY_BUFFER, PLACES, enums.STATIC_DRAW), gl.VertexPointer(2, enums.FLOAT, 0, 0),
        gl.BufferData(INDIRECT, np.array([1, 1, 0, 0, 0], np.uint32), enums.STATIC_DRAW),
        gl.MapBuffer(enums.ARRAY_BUFFER, enums.READ_ONLY)), call)  # fmt: skip
    assert error_of(mapped) == "INVALID_OPERATION"


@pytest.mark.parametrize("name", DRAWS)
@pytest.mark.parametrize("mode", [enums.COMPILE, enums.COMPILE_AND_EXECUTE])
def test_none_goes_into_a_list(name: str, mode: int) -> None:
    """ARB_draw_instanced 5.4, and the indirect draws stand for those."""
    assert error_of(_listed(DRAWS[name], mode)) == "INVALID_OPERATION"
    gl = Context(backend="oracle", size=(4, 4))
    _listed(DRAWS[name], mode)(gl)
    gl.GetError()
    gl.CallList(1)
    assert gl.GetError() == enums.NO_ERROR
    assert not gl.ReadPixels(0, 0, 4, 4, enums.RGBA, enums.UNSIGNED_BYTE).any()


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.DrawArraysInstanced(99, -1, 1, 1)),
        ("INVALID_VALUE", lambda gl: gl.DrawArraysInstanced(POINTS, -1, 1, 1)),
        ("INVALID_VALUE", lambda gl: gl.DrawArraysInstanced(POINTS, 0, -1, 1)),
        ("INVALID_VALUE", lambda gl: gl.DrawArraysInstanced(POINTS, 0, 1, -1)),
        ("INVALID_VALUE", after(program, lambda gl: gl.DrawArraysInstanced(POINTS, 0, 1, -1))),
        ("INVALID_ENUM", lambda gl: gl.DrawElementsInstanced(99, U1, [0], 1)),
        ("INVALID_ENUM", lambda gl: gl.DrawElementsInstanced(POINTS, enums.SHORT, [0], -1)),
        ("INVALID_VALUE", lambda gl: gl.DrawElementsInstanced(POINTS, U1, [0], -1)),
        ("INVALID_VALUE", lambda gl: gl.DrawElementsInstanced(POINTS, U1, [0], 1, -1)),
        ("INVALID_ENUM", after(lambda gl: gl.DrawArraysIndirect(99, 1))),
        ("INVALID_ENUM", after(lambda gl: gl.DrawElementsIndirect(99, U1, 1))),
        ("INVALID_ENUM", after(lambda gl: gl.DrawElementsIndirect(POINTS, enums.INT, 1))),
        *(("INVALID_OPERATION", after(lambda gl, at=at: gl.DrawArraysIndirect(POINTS, at)))
          for at in (1, 2, 3, 8, 20, -4)),
        *(("", after(lambda gl, at=at: gl.DrawArraysIndirect(POINTS, at))) for at in (0, 4)),
        *(("INVALID_OPERATION", after(lambda gl, at=at: gl.DrawElementsIndirect(POINTS, U1, at)))
          for at in (1, 2, 4, -4)),
        ("INVALID_OPERATION", after(lambda gl: gl.DrawElementsIndirect(POINTS, U1, 0), words=4)),
        ("INVALID_OPERATION", after(
            lambda gl: gl.BindBuffer(ELEMENTS, 0), lambda gl: gl.DrawElementsIndirect(POINTS, U1, 0))),
        *(("INVALID_OPERATION", after(lambda gl: gl.MapBuffer(INDIRECT, enums.READ_ONLY), DRAWS[name]))
          for name in ("DrawArraysIndirect", "DrawElementsIndirect")),
        ("INVALID_OPERATION", after(lambda gl: gl.MapBuffer(ELEMENTS, enums.READ_ONLY), lambda gl: (
            gl.BufferData(INDIRECT, np.ones(5, np.uint32), enums.STATIC_DRAW),
            gl.DrawElementsIndirect(POINTS, U1, 0)))),
        # No first is an error: 2^31 is not negative.
        ("", after(lambda gl: gl.BufferData(INDIRECT, np.array([0, 1, 1 << 31, 0], np.uint32),
                                            enums.STATIC_DRAW), lambda gl: gl.DrawArraysIndirect(POINTS, 0))),
        ("OUT_OF_MEMORY", after(
            lambda gl: gl.BufferData(INDIRECT, np.array([4, (1 << 32) - 1, 0, 0], np.uint32),
                                     enums.STATIC_DRAW), lambda gl: gl.DrawArraysIndirect(POINTS, 0))),
        ("OUT_OF_MEMORY", after(lambda gl: gl.DrawArraysInstanced(POINTS, 0, 4, (1 << 31) - 1))),
        ("OUT_OF_MEMORY", after(lambda gl: gl.DrawElementsInstanced(POINTS, U4, 0, (1 << 31) - 1, 4))),
    ],
)  # fmt: skip
def test_errors(error: str, call: Call) -> None:
    assert error_of(call) == error


@pytest.mark.parametrize(
    "indirect",
    [0, None, [1, 1, 0, 0], np.zeros(3, np.uint32), np.zeros(4, np.float32), np.zeros(4, np.uint8),
     bytes(15), (bytes(20), 8), (bytes(20), -4)],
)  # fmt: skip
def test_memory_of_the_client_that_is_none(indirect: Any) -> None:
    gl = Context(backend="oracle", size=(4, 4))
    with pytest.raises(InputError, match=r"^indirect is memory of 4 words"):
        gl.DrawArraysIndirect(POINTS, indirect)


def test_the_elements_there_are() -> None:
    """What commands name beyond the arrays is as of DrawArrays and DrawElements."""
    gl = Context(backend="oracle", size=(4, 4))
    ready(gl)
    gl.BufferData(INDIRECT, np.array([3, 1, 2, 0], np.uint32), enums.STATIC_DRAW)
    with pytest.raises(InputError, match="element 4 is drawn; its array has 4"):
        gl.DrawArraysIndirect(POINTS, 0)
    gl.BufferData(INDIRECT, np.array([1, 1, 0, -1, 0], np.int32), enums.STATIC_DRAW)
    with pytest.raises(InputError, match="element -1 is drawn"):
        gl.DrawElementsIndirect(POINTS, U4, 0)
    gl.BufferData(INDIRECT, np.array([2, 1, 3, 0, 0], np.uint32), enums.STATIC_DRAW)
    with pytest.raises(InputError, match="2 indices from byte 12 on; buffer 1 has 16 bytes"):
        gl.DrawElementsIndirect(POINTS, U4, 0)


def test_the_binding() -> None:
    """2.9 and table 6.11."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    assert gl.GetIntegerv(enums.DRAW_INDIRECT_BUFFER_BINDING) == 0
    gl.BindBuffer(INDIRECT, 5)
    gl.BufferData(INDIRECT, 16, enums.STREAM_DRAW)
    gl.BufferSubData(INDIRECT, 4, np.uint32(7))
    assert gl.GetBufferSubData(INDIRECT, 0, 16).view(np.uint32).tolist() == [0, 7, 0, 0]
    assert gl.GetIntegerv(enums.DRAW_INDIRECT_BUFFER_BINDING) == 5
    assert gl.GetBufferParameteriv(INDIRECT, enums.BUFFER_SIZE) == 16
    gl.MakeBufferResidentNV(INDIRECT, enums.READ_ONLY)
    assert gl.GetBufferParameterui64vNV(INDIRECT, enums.BUFFER_GPU_ADDRESS_NV) > 0
    gl.DeleteBuffers([5])
    assert gl.GetIntegerv(enums.DRAW_INDIRECT_BUFFER_BINDING) == 0
