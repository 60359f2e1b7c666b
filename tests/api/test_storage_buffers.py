"""Storage buffers at binding points (NV_shader_storage_buffer_object, ARB_shader_storage_buffer_object)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums

SB, VPB = enums.SHADER_STORAGE_BUFFER, enums.VERTEX_PROGRAM_PARAMETER_BUFFER_NV
NAME, START, SIZE = (getattr(enums, f"SHADER_STORAGE_BUFFER_{what}") for what in ("BINDING", "START", "SIZE"))


def told(gl: Context, point: int) -> list[int]:
    return [gl.GetIntegeri_v(pname, point) for pname in (NAME, START, SIZE)]


def test_bindings() -> None:
    """Nothing is bound at first; each bind is BindBuffer too."""
    gl = context()
    assert gl.GetIntegerv(NAME) == 0 and all(told(gl, point) == [0, 0, 0] for point in range(8))
    gl.BindBufferBase(SB, 7, 3)
    gl.BindBufferRange(SB, 2, 4, 64, 10)
    gl.BindBufferOffsetEXT(SB, 1, 4, 32)
    assert gl.IsBuffer(3) and gl.IsBuffer(4) and gl.GetIntegerv(NAME) == 4
    assert [told(gl, point) for point in (1, 2, 7)] == [[4, 32, 0], [4, 64, 10], [3, 0, 0]]
    assert gl.GetInteger64i_v(SIZE, 2) == 10 and gl.GetBooleani_v(NAME, 2) is True
    gl.BindBufferRange(SB, 2, 0, -7, -7)  # of buffer 0 neither counts
    assert told(gl, 2) == [0, 0, 0] and gl.GetIntegerv(NAME) == 0
    gl.BindBuffer(SB, 9)
    assert gl.GetIntegerv(NAME) == 9 and told(gl, 7) == [3, 0, 0]
    gl.DeleteBuffers([3, 9])
    assert told(gl, 7) == [0, 0, 0] and told(gl, 1) == [4, 32, 0] and gl.GetIntegerv(NAME) == 0
    assert gl.GetError() == enums.NO_ERROR


def test_the_names_of_extensions_are_the_same_commands() -> None:
    gl = context()
    gl.BindBufferBaseNV(SB, 0, 1)
    gl.BindBufferRangeNV(SB, 1, 1, 32, 4)
    gl.BindBufferOffsetNV(SB, 2, 1, 64)
    gl.BindBufferBase(VPB, 0, 2)
    gl.BindBufferRange(VPB, 1, 2, 0, 4)
    gl.BindBufferOffsetEXT(VPB, 2, 2, 0)
    assert [told(gl, point)[0] for point in range(4)] == [1, 1, 1, 0]
    assert [gl.GetIntegerIndexedvEXT(VPB, point) for point in range(4)] == [2, 2, 2, 0]
    assert gl.GetError() == enums.NO_ERROR


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.BindBufferBase(enums.ARRAY_BUFFER, 0, 1)),
        ("INVALID_ENUM", lambda gl: gl.BindBufferRange(7, 0, 1, 0, 4)),
        ("INVALID_ENUM", lambda gl: gl.BindBufferOffsetEXT(enums.DISPATCH_INDIRECT_BUFFER, 0, 1, 0)),
        ("INVALID_VALUE", lambda gl: gl.BindBufferBase(SB, 8, 1)),
        ("INVALID_VALUE", lambda gl: gl.BindBufferBase(SB, -1, 1)),
        ("INVALID_VALUE", lambda gl: gl.BindBufferRange(SB, 8, 1, 0, 4)),
        ("INVALID_VALUE", lambda gl: gl.BindBufferRange(SB, 0, 1, 0, 0)),
        ("INVALID_VALUE", lambda gl: gl.BindBufferRange(SB, 0, 1, 0, -4)),
        ("INVALID_VALUE", lambda gl: gl.BindBufferRange(SB, 0, 1, -32, 4)),
        ("INVALID_VALUE", lambda gl: gl.BindBufferRange(SB, 0, 1, 4, 4)),
        ("INVALID_VALUE", lambda gl: gl.BindBufferOffsetEXT(SB, 0, 1, 16)),
        ("INVALID_VALUE", lambda gl: gl.GetIntegeri_v(NAME, 8)),
        ("INVALID_VALUE", lambda gl: gl.GetInteger64i_v(SIZE, -1)),
        ("INVALID_ENUM", lambda gl: gl.GetIntegeri_v(SB, 0)),
        ("INVALID_ENUM", lambda gl: gl.GetBooleani_v(enums.LIGHTING, 0)),
    ],
)
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    assert error_of(call) == error


def test_they_do_not_go_into_lists() -> None:
    """OpenGL 1.5, 5.4: buffers are client state."""
    gl = context()
    gl.NewList(1, enums.COMPILE)
    gl.BindBufferBase(SB, 3, 5)
    gl.EndList()
    assert told(gl, 3)[0] == 5
