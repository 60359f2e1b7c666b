"""Program parameter buffers (NV_parameter_buffer_object 2.14.1, Errors)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of
from batches import every

from nvrender.api import Context, enums

VERTEX = enums.VERTEX_PROGRAM_PARAMETER_BUFFER_NV
TARGETS = [
    VERTEX, enums.GEOMETRY_PROGRAM_PARAMETER_BUFFER_NV, enums.FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV,
    enums.TESS_CONTROL_PROGRAM_PARAMETER_BUFFER_NV, enums.TESS_EVALUATION_PROGRAM_PARAMETER_BUFFER_NV,
    enums.COMPUTE_PROGRAM_PARAMETER_BUFFER_NV,
]  # fmt: skip


def filled(gl: Context, target: int, point: int, words: int) -> int:
    """A buffer of zeros at a binding point."""
    (name,) = gl.GenBuffers(1)
    gl.BindBufferBaseNV(target, point, name)
    gl.BufferData(target, 4 * words, enums.DYNAMIC_DRAW)
    return int(name)


@pytest.mark.parametrize("target", TARGETS)
def test_bindings(target: int) -> None:
    """All are 0 at first; each bind is BindBuffer too."""
    gl = context()
    assert gl.GetIntegerv(target) == 0
    assert {gl.GetIntegerIndexedvEXT(target, point) for point in range(8)} == {0}
    name = filled(gl, target, 7, 4)
    assert gl.GetIntegerv(target) == name == gl.GetIntegerIndexedvEXT(target, 7)
    assert sum(gl.GetIntegerIndexedvEXT(other, 7) != 0 for other in TARGETS) == 1
    gl.BindBufferRangeNV(target, 3, name, 0, 8)
    gl.BindBufferOffsetNV(target, 4, name, 0)
    gl.BindBufferBaseNV(target, 7, 0)
    assert [gl.GetIntegerIndexedvEXT(target, point) for point in (3, 4, 7)] == [name, name, 0]
    assert gl.IsBuffer(name)
    gl.DeleteBuffers([0, name, 999])
    assert not gl.IsBuffer(name) and gl.GetIntegerIndexedvEXT(target, 3) == 0 == gl.GetIntegerv(target)
    assert gl.GetError() == enums.NO_ERROR


@pytest.mark.parametrize("target", TARGETS)
@every(
    ("error", "call"),
    [
        ("INVALID_VALUE", lambda gl, t: gl.BindBufferBaseNV(t, 8, 1)),
        ("INVALID_VALUE", lambda gl, t: gl.BindBufferOffsetNV(t, 8, 1, 0)),
        ("INVALID_VALUE", lambda gl, t: gl.BindBufferRangeNV(t, 8, 1, 0, 4)),
        ("INVALID_VALUE", lambda gl, t: gl.BindBufferRangeNV(t, 0, 1, 2, 4)),
        ("INVALID_VALUE", lambda gl, t: gl.BindBufferRangeNV(t, 0, 1, 4, 4)),
        ("INVALID_VALUE", lambda gl, t: gl.BindBufferOffsetNV(t, 0, 1, 4)),
        ("INVALID_VALUE", lambda gl, t: gl.BindBufferRangeNV(t, 0, 1, 0, 6)),
        ("INVALID_VALUE", lambda gl, t: gl.BindBufferRangeNV(t, 0, 1, 0, 0)),
        ("INVALID_VALUE", lambda gl, t: gl.BindBufferRangeNV(t, 0, 1, 0, -4)),
        ("INVALID_VALUE", lambda gl, t: gl.GetIntegerIndexedvEXT(t, 8)),
        ("INVALID_OPERATION", lambda gl, t: gl.ProgramBufferParametersfvNV(t, 0, 0, [1])),
        ("INVALID_OPERATION", lambda gl, t: gl.ProgramBufferParametersIivNV(t, 0, 0, [1])),
        ("INVALID_OPERATION", lambda gl, t: gl.ProgramBufferParametersIuivNV(t, 0, 0, [1])),
        ("INVALID_OPERATION", lambda gl, t: gl.BufferData(t, 4, enums.STATIC_DRAW)),
        ("INVALID_VALUE",
         lambda gl, t: (filled(gl, t, 0, 4), gl.ProgramBufferParametersfvNV(t, 0, 3, [1, 2]))),
        ("INVALID_VALUE",
         lambda gl, t: (filled(gl, t, 0, 99999), gl.ProgramBufferParametersfvNV(t, 0, 16384, [1]))),
        ("", lambda gl, t: (filled(gl, t, 0, 99999), gl.ProgramBufferParametersfvNV(t, 0, 16383, [1]))),
        ("INVALID_VALUE", lambda gl, t: (filled(gl, t, 0, 4), gl.BufferSubData(t, 12, b"12345"))),
        ("INVALID_ENUM", lambda gl, t: gl.BindBuffer(7, 1)),
        ("INVALID_ENUM", lambda gl, t: gl.BindBufferBaseNV(7, 0, 1)),
    ],
)  # fmt: skip
def test_errors(target: int, error: str, call: Any) -> None:
    assert error_of(lambda gl: call(gl, target)) == error


def test_programs_read_the_buffers() -> None:
    """NV_gpu_program4 2.X.3.6; floats, integers and bytes are words of one buffer."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.ProgramStringARB(
        enums.VERTEX_PROGRAM_ARB, enums.PROGRAM_FORMAT_ASCII_ARB,
        "!!NVvp4.0 BUFFER4 b[]={program.buffer[2]}; TEMP r; I2F r,b[1];"
        "MOV result.position,vertex.position; MUL result.color,b[0],r; END",
    )  # fmt: skip
    gl.Enable(enums.VERTEX_PROGRAM_ARB)
    filled(gl, VERTEX, 2, 8)
    gl.ProgramBufferParametersfvNV(VERTEX, 2, 0, [0.2, 0.4, 0.6])
    gl.BufferSubData(VERTEX, 12, np.float32(1))
    gl.ProgramBufferParametersIivNV(VERTEX, 2, 4, [1, -1])
    gl.ProgramBufferParametersIuivNV(VERTEX, 2, 6, [1, 1])
    gl.Begin(enums.TRIANGLES)
    for corner in ((-1, -1), (3, -1), (-1, 3)):
        gl.Vertex2f(*corner)
    gl.End()
    pixels = gl.ReadPixels(1, 1, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE)
    assert pixels.tolist() == [[[51, 0, 153, 255]]]
