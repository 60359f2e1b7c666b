"""ProgramVertexLimitNV and what tells of it (NV_geometry_program4 2.14.6.4)."""

from __future__ import annotations

import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.source import GLError

GP = gl_enums.GEOMETRY_PROGRAM_NV
ASCII = gl_enums.PROGRAM_FORMAT_ASCII_ARB
OUT = gl_enums.GEOMETRY_VERTICES_OUT_EXT
#: Eight components a vertex; for each point four points, to the right of each other.
TEXT = (
    "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 2; TEMP r;"
    "MOV r,vertex[0].position; REP.S 4; MOV result.position,r; MOV result.color,{1,1,1,1}; EMIT;"
    "ADD r.x,r,0.5; ENDREP; END"
)


@pytest.fixture
def gl() -> Context:
    made = Context(backend="oracle", size=(8, 2), raise_errors=True)
    made.ProgramStringARB(GP, ASCII, TEXT)
    return made


def limit(gl: Context) -> int:
    return int(gl.GetProgramivARB(GP, OUT))


def drawn(gl: Context) -> int:
    """How many points there are."""
    gl.Clear(gl_enums.COLOR_BUFFER_BIT)
    gl.Enable(GP)
    gl.Begin(gl_enums.POINTS)
    gl.Vertex2f(-0.875, 0.5)
    gl.End()
    return int(np.count_nonzero(gl.ReadPixels(0, 0, 8, 2, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)[:, :, 0]))


def test_it_replaces_the_limit_of_the_program(gl: Context) -> None:
    assert limit(gl) == 2 == drawn(gl)
    for number in (4, 1, 128, 3):
        gl.ProgramVertexLimitNV(GP, number)
        assert limit(gl) == number and drawn(gl) == min(number, 4)
    assert gl.GetProgramStringARB(GP, gl_enums.PROGRAM_STRING_ARB) == TEXT.encode()
    gl.ProgramStringARB(GP, ASCII, TEXT)
    assert limit(gl) == 2 == drawn(gl)


def test_each_program_has_its_own(gl: Context) -> None:
    """It is state of the program object."""
    gl.ProgramVertexLimitNV(GP, 3)
    gl.BindProgramARB(GP, 5)
    assert limit(gl) == 0
    gl.ProgramStringARB(GP, ASCII, TEXT)
    gl.ProgramVertexLimitNV(GP, 1)
    gl.BindProgramARB(GP, 0)
    assert limit(gl) == 3
    other = Context(backend="oracle", share=gl, raise_errors=True)
    other.BindProgramARB(GP, 5)
    assert limit(other) == 1


@pytest.mark.parametrize(
    ("target", "number", "error"),
    [
        (gl_enums.VERTEX_PROGRAM_ARB, 4, "INVALID_ENUM"),
        (gl_enums.FRAGMENT_PROGRAM_ARB, 0, "INVALID_ENUM"),
        (GP, 0, "INVALID_VALUE"),
        (GP, -1, "INVALID_VALUE"),
        (GP, 257, "INVALID_VALUE"),
        (GP, 129, "INVALID_VALUE"),
    ],
)
def test_errors(gl: Context, target: int, number: int, error: str) -> None:
    """256 vertices and 1024 components are the most there are."""
    with pytest.raises(GLError, match=error):
        gl.ProgramVertexLimitNV(target, number)
    assert limit(gl) == 2


def test_the_largest_limit(gl: Context) -> None:
    """2.14.6.4: it may not exceed the maximum, which is enough."""
    gl.ProgramStringARB(GP, ASCII, TEXT.replace("MOV result.color,{1,1,1,1};", ""))
    gl.ProgramVertexLimitNV(GP, gl.GetProgramivARB(GP, gl_enums.MAX_PROGRAM_OUTPUT_VERTICES_NV))
    assert limit(gl) == 256


def test_without_a_program() -> None:
    gl = Context(backend="oracle", raise_errors=True)
    with pytest.raises(GLError, match="INVALID_OPERATION"):
        gl.ProgramVertexLimitNV(GP, 4)
    gl.BindProgramARB(GP, 5)
    with pytest.raises(GLError, match="INVALID_OPERATION"):
        gl.ProgramVertexLimitNV(GP, 4)
    with pytest.raises(GLError, match="INVALID_VALUE"):
        gl.ProgramVertexLimitNV(GP, 0)


@pytest.mark.parametrize(
    "pname",
    [
        gl_enums.MAX_PROGRAM_OUTPUT_VERTICES_NV,
        gl_enums.MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV,
        gl_enums.GEOMETRY_VERTICES_OUT_EXT,
        gl_enums.GEOMETRY_INPUT_TYPE_EXT,
        gl_enums.GEOMETRY_OUTPUT_TYPE_EXT,
    ],
)
@pytest.mark.parametrize("target", [gl_enums.VERTEX_PROGRAM_ARB, gl_enums.FRAGMENT_PROGRAM_ARB])
def test_only_geometry_programs_have_them(gl: Context, target: int, pname: int) -> None:
    """NV_geometry_program4, Errors."""
    with pytest.raises(GLError, match="INVALID_ENUM"):
        gl.GetProgramivARB(target, pname)


def test_types_of_primitives(gl: Context) -> None:
    """NV_geometry_program4, New State: 0 without a program."""
    pnames = gl_enums.GEOMETRY_INPUT_TYPE_EXT, gl_enums.GEOMETRY_OUTPUT_TYPE_EXT
    points = gl_enums.POINTS
    assert [gl.GetProgramivARB(GP, pname) for pname in pnames] == [points, points]
    gl.BindProgramARB(GP, 9)
    assert [gl.GetProgramivARB(GP, pname) for pname in pnames] == [0, 0]


def test_it_goes_into_lists(gl: Context) -> None:
    """NV_geometry_program4, GLX protocol: a rendering command."""
    gl.NewList(1, gl_enums.COMPILE)
    gl.ProgramVertexLimitNV(GP, 4)
    gl.EndList()
    assert limit(gl) == 2
    gl.CallList(1)
    assert limit(gl) == 4
