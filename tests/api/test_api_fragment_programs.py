"""Fragment programs of NV_fragment_program: objects, parameters, queries, draws (3.11, 5.7, 6.1.13)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.source import GLError, InputError

NV, ARB, VP = gl_enums.FRAGMENT_PROGRAM_NV, gl_enums.FRAGMENT_PROGRAM_ARB, gl_enums.VERTEX_PROGRAM_NV
ASCII = gl_enums.PROGRAM_FORMAT_ASCII_ARB
NAMED = "!!FP1.0 DECLARE tint={0.2,0.4,0.6};DECLARE $unused=3;DECLARE none;MOV o[COLR],tint;END"
NUMBERED = "!!FP1.0 MOV o[COLR],p[63];END"
ARB_TEXT = "!!ARBfp1.0 MOV result.color,program.local[63];END"


@pytest.fixture
def gl() -> Context:
    """One in which program 1 has named parameters and 2 is a vertex program."""
    made = Context(backend="oracle", size=(4, 4), raise_errors=True)
    made.LoadProgramNV(NV, 1, NAMED)
    made.LoadProgramNV(VP, 2, "!!VP1.0 MOV o[HPOS],v[0];END")
    return made


def drawn(gl: Context) -> list[int]:
    """The colour of a triangle that covers the frame."""
    gl.Begin(gl_enums.TRIANGLES)
    for corner in ((-1, -1), (3, -1), (-1, 3)):
        gl.Vertex2f(*corner)
    gl.End()
    found: list[int] = gl.ReadPixels(1, 1, 1, 1, gl_enums.RGBA, gl_enums.UNSIGNED_BYTE)[0, 0].tolist()
    return found


def error(gl: Context, name: str, *arguments: Any) -> str:
    with pytest.raises(GLError) as raised:
        getattr(gl, name)(*arguments)
    return raised.value.name


def test_initial_state() -> None:
    """Tables X.6 and X.7, and the implementation's."""
    gl = Context(backend="oracle", raise_errors=True)
    assert gl.IsEnabled(NV) is False
    assert gl.GetIntegerv(gl_enums.FRAGMENT_PROGRAM_BINDING_NV) == 0
    assert gl.GetIntegerv(gl_enums.PROGRAM_ERROR_POSITION_NV) == -1
    assert gl.GetString(gl_enums.PROGRAM_ERROR_STRING_NV) == ""
    assert gl.GetIntegerv(gl_enums.MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV) == 64
    assert gl.GetIntegerv(gl_enums.MAX_TEXTURE_COORDS_NV) == 8
    assert gl.GetIntegerv(gl_enums.MAX_TEXTURE_IMAGE_UNITS_NV) == 16
    assert gl.GetProgramLocalParameterfvARB(NV, 63) == (0, 0, 0, 0)


def test_objects(gl: Context) -> None:
    """5.7: what a program is, whether NV's queries or ARB's ask."""
    assert gl.IsProgramNV(1) and gl.GetProgramivNV(1, gl_enums.PROGRAM_TARGET_NV) == NV
    assert gl.GetProgramivNV(1, gl_enums.PROGRAM_LENGTH_NV) == len(NAMED)
    assert gl.GetProgramStringNV(1, gl_enums.PROGRAM_STRING_NV) == NAMED.encode()
    assert gl.AreProgramsResidentNV([1, 2]) == (True, (True, True))
    gl.BindProgramNV(NV, 1)
    assert gl.GetIntegerv(gl_enums.FRAGMENT_PROGRAM_BINDING_NV) == 1
    assert gl.GetProgramivARB(ARB, gl_enums.PROGRAM_BINDING_ARB) == 1
    assert gl.GetProgramStringARB(ARB, gl_enums.PROGRAM_STRING_ARB) == NAMED.encode()
    assert gl.GetProgramivARB(ARB, gl_enums.PROGRAM_INSTRUCTIONS_ARB) == 1
    gl.DeleteProgramsNV([1])
    assert gl.GetIntegerv(gl_enums.FRAGMENT_PROGRAM_BINDING_NV) == 0 and not gl.IsProgramNV(1)


@pytest.mark.parametrize(
    ("text", "position"), [("!!FP1.0 MOV o[COLR],f[COL2];END", 22), (ARB_TEXT, 0), ("!!VP1.0 END", 0)]
)
def test_programs_that_do_not_load(gl: Context, text: str, position: int) -> None:
    """5.7 and 6.1.11: the error's position and string; what the name held stays."""
    assert error(gl, "LoadProgramNV", NV, 1, text) == "INVALID_OPERATION"
    assert gl.GetIntegerv(gl_enums.PROGRAM_ERROR_POSITION_NV) == position
    assert "program 1" in gl.GetString(gl_enums.PROGRAM_ERROR_STRING_NV)
    assert gl.GetProgramStringNV(1, gl_enums.PROGRAM_STRING_NV) == NAMED.encode()
    gl.LoadProgramNV(NV, 1, NUMBERED)
    assert gl.GetString(gl_enums.PROGRAM_ERROR_STRING_NV) == ""


@pytest.mark.parametrize(
    ("name", "arguments", "found"),
    [
        ("LoadProgramNV", (ARB, 3, NAMED), "INVALID_ENUM"),
        ("LoadProgramNV", (NV, 0, NAMED), "INVALID_VALUE"),
        ("LoadProgramNV", (NV, 2, NAMED), "INVALID_OPERATION"),
        ("LoadProgramNV", (VP, 1, "!!VP1.0 MOV o[HPOS],v[0];END"), "INVALID_OPERATION"),
        ("BindProgramNV", (ARB, 1), "INVALID_ENUM"),
        ("BindProgramNV", (gl_enums.VERTEX_STATE_PROGRAM_NV, 1), "INVALID_ENUM"),
        ("BindProgramNV", (NV, 2), "INVALID_OPERATION"),
        ("BindProgramNV", (VP, 1), "INVALID_OPERATION"),
        ("BindProgramARB", (NV, 1), "INVALID_ENUM"),
        ("ProgramStringARB", (NV, ASCII, ARB_TEXT), "INVALID_ENUM"),
        ("ProgramStringARB", (ARB, ASCII, NAMED), "INVALID_OPERATION"),
        ("GetProgramivARB", (NV, gl_enums.PROGRAM_LENGTH_ARB), "INVALID_ENUM"),
        ("ExecuteProgramNV", (NV, 1, (0, 0, 0, 0)), "INVALID_ENUM"),
        ("ProgramEnvParameter4fARB", (NV, 0, 1, 2, 3, 4), "INVALID_ENUM"),
        ("ProgramLocalParameter4fARB", (NV, 64, 1, 2, 3, 4), "INVALID_VALUE"),
        ("ProgramLocalParameter4dvARB", (NV, -1, (1, 2, 3, 4)), "INVALID_VALUE"),
        ("GetProgramLocalParameterfvARB", (NV, 64), "INVALID_VALUE"),
        ("GetProgramLocalParameterdvARB", (gl_enums.VERTEX_STATE_PROGRAM_NV, 0), "INVALID_ENUM"),
        ("ProgramLocalParameterI4iNV", (NV, 0, 1, 2, 3, 4), "INVALID_ENUM"),
        ("ProgramLocalParameters4fvEXT", (NV, 0, (1, 2, 3, 4)), "INVALID_ENUM"),
        ("ProgramNamedParameter4fNV", (9, "tint", 1, 2, 3, 4), "INVALID_OPERATION"),
        ("ProgramNamedParameter4dNV", (0, "tint", 1, 2, 3, 4), "INVALID_OPERATION"),
        ("ProgramNamedParameter4fvNV", (2, "tint", (1, 2, 3, 4)), "INVALID_OPERATION"),
        ("ProgramNamedParameter4dvNV", (1, "", (1, 2, 3, 4)), "INVALID_VALUE"),
        ("ProgramNamedParameter4fvNV", (9, b"", (1, 2, 3, 4)), "INVALID_VALUE"),
        ("ProgramNamedParameter4fvNV", (1, "Tint", (1, 2, 3, 4)), "INVALID_VALUE"),
        ("ProgramNamedParameter4fvNV", (1, "p[0]", (1, 2, 3, 4)), "INVALID_VALUE"),
        ("GetProgramNamedParameterfvNV", (2, "tint"), "INVALID_OPERATION"),
        ("GetProgramNamedParameterdvNV", (9, "tint"), "INVALID_OPERATION"),
        ("GetProgramNamedParameterfvNV", (1, "t\u00fcr"), "INVALID_VALUE"),
        ("GetProgramNamedParameterdvNV", (1, ""), "INVALID_VALUE"),
    ],
)
def test_errors(gl: Context, name: str, arguments: tuple[Any, ...], found: str) -> None:
    """NV_fragment_program, Errors and New Tokens."""
    assert error(gl, name, *arguments) == found
    assert gl.GetProgramNamedParameterfvNV(1, "tint") == pytest.approx((0.2, 0.4, 0.6, 1))


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("ProgramNamedParameter4fvNV", (1, "tint", (1, 2))),
        ("ProgramNamedParameter4fNV", (1, "tint", 1, 2, 3, "4")),
        ("ProgramNamedParameter4fNV", (1, 5, 1, 2, 3, 4)),
        ("GetProgramNamedParameterfvNV", ("1", "tint")),
    ],
)
def test_what_no_program_could_pass(gl: Context, name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(InputError):
        getattr(gl, name)(*arguments)


def test_named_parameters(gl: Context) -> None:
    """3.11.2 and 5.7: declared values, then those they are given; each program has its own."""
    gl.LoadProgramNV(NV, 3, NAMED)
    assert gl.GetProgramNamedParameterfvNV(1, "none") == (0, 0, 0, 0)
    assert gl.GetProgramNamedParameterdvNV(1, b"$unused") == (3, 3, 3, 3)
    gl.ProgramNamedParameter4fNV(1, "none", 1, -2, 0.5, np.inf)
    gl.ProgramNamedParameter4dNV(1, "$unused", 1e300, 0, 0, 1)
    gl.ProgramNamedParameter4fvNV(1, b"tint", np.array([1, 2, 3, 4]))
    assert gl.GetProgramNamedParameterfvNV(1, "none") == (1, -2, 0.5, np.inf)
    assert gl.GetProgramNamedParameterfvNV(1, "$unused") == (np.inf, 0, 0, 1)
    assert gl.GetProgramNamedParameterdvNV(1, "tint") == (1, 2, 3, 4)
    assert gl.GetProgramNamedParameterfvNV(3, "none") == (0, 0, 0, 0)
    gl.ProgramNamedParameter4dvNV(3, "tint", [0, 0, 0, 0])
    gl.LoadProgramNV(NV, 1, NAMED)
    assert gl.GetProgramNamedParameterfvNV(1, "none") == (0, 0, 0, 0)


def test_named_parameters_in_draws(gl: Context) -> None:
    """3.11: the bound program runs on each fragment, with its parameters of now."""
    gl.BindProgramNV(NV, 1)
    gl.Enable(NV)
    assert drawn(gl) == [51, 102, 153, 255]
    gl.ProgramNamedParameter4fNV(1, "tint", 1, 0, 0.2, 0.4)
    assert drawn(gl) == [255, 0, 51, 102]
    gl.LoadProgramNV(NV, 1, NAMED)
    assert drawn(gl) == [51, 102, 153, 255]
    gl.Disable(NV)
    assert drawn(gl) == [255, 255, 255, 255]


def test_numbered_parameters(gl: Context) -> None:
    """5.7: of the program that is bound, the same whether NV's target names it or ARB's."""
    gl.LoadProgramNV(NV, 4, NUMBERED)
    gl.BindProgramNV(NV, 4)
    gl.Enable(NV)
    gl.ProgramLocalParameter4fARB(NV, 63, 0.2, 0, 0, 1)
    assert gl.GetProgramLocalParameterdvARB(ARB, 63) == pytest.approx((0.2, 0, 0, 1))
    assert drawn(gl) == [51, 0, 0, 255]
    gl.ProgramLocalParameter4dvARB(ARB, 63, (0, 0.4, 0, 1))
    assert drawn(gl) == [0, 102, 0, 255]
    gl.BindProgramNV(NV, 1)
    assert gl.GetProgramLocalParameterfvARB(NV, 63) == (0, 0, 0, 0)


def test_one_mode(gl: Context) -> None:
    """ARB_fragment_program, Interactions: two enables of the same effect, programs of one kind."""
    gl.Enable(NV)
    assert gl.IsEnabled(ARB) and gl.GetBooleanv(NV) is True
    gl.Disable(ARB)
    assert not gl.IsEnabled(NV)
    gl.Enable(ARB)
    gl.BindProgramARB(ARB, 1)
    assert drawn(gl) == [51, 102, 153, 255]
    gl.BindProgramARB(ARB, 7)
    gl.ProgramStringARB(ARB, ASCII, ARB_TEXT)
    gl.ProgramLocalParameter4fARB(NV, 63, 0, 0, 0.6, 1)
    assert gl.GetProgramivNV(7, gl_enums.PROGRAM_TARGET_NV) == ARB
    gl.BindProgramNV(NV, 7)
    assert drawn(gl) == [0, 0, 153, 255]
    gl.LoadProgramNV(NV, 7, NUMBERED)
    assert drawn(gl) == [0, 0, 153, 255]
    assert gl.GetProgramivNV(7, gl_enums.PROGRAM_TARGET_NV) == NV
    assert error(gl, "ProgramNamedParameter4fNV", 7, "tint", 0, 0, 0, 0) == "INVALID_VALUE"


def test_drawing_without_a_program(gl: Context) -> None:
    """NV_fragment_program, Errors: Begin and its kin, where the mode is enabled."""
    gl.BindProgramNV(NV, 99)
    gl.Enable(NV)
    assert error(gl, "Begin", gl_enums.POINTS) == "INVALID_OPERATION"
    assert error(gl, "DrawArrays", gl_enums.POINTS, 0, 1) == "INVALID_OPERATION"
    gl.LoadProgramNV(NV, 99, NAMED)
    assert drawn(gl) == [51, 102, 153, 255]
    gl.BindProgramNV(NV, 0)
    assert error(gl, "Begin", gl_enums.POINTS) == "INVALID_OPERATION"


def test_named_parameters_go_into_lists(gl: Context) -> None:
    """NV_fragment_program, GLX protocol: it is a rendering command; queries are not."""
    gl.NewList(1, gl_enums.COMPILE)
    name = bytearray(b"tint")
    gl.ProgramNamedParameter4fvNV(1, name, [1, 1, 1, 1])
    assert gl.GetProgramNamedParameterfvNV(1, "tint") == pytest.approx((0.2, 0.4, 0.6, 1))
    name[:] = b"none"
    gl.EndList()
    gl.CallList(1)
    assert gl.GetProgramNamedParameterfvNV(1, "tint") == (1, 1, 1, 1)


def test_every_count_of_such_a_program_can_be_asked_for(gl: Context) -> None:
    """ARB_fragment_program 6.1.12; counts are not defined for them."""
    gl.BindProgramNV(NV, 1)
    names = [name for name in vars(gl_enums) if name.startswith(("PROGRAM_", "MAX_PROGRAM_"))]
    kept = Context(backend="oracle", share=gl)
    kept.BindProgramNV(NV, 1)
    found = {name: kept.GetProgramivARB(ARB, getattr(gl_enums, name)) for name in names}
    assert found["PROGRAM_TEMPORARIES_ARB"] is not None and found["PROGRAM_TEX_INSTRUCTIONS_ARB"] == 0


def test_programs_of_fp2_0(gl: Context) -> None:
    """!!FP2.0 is loaded as !!FP1.0 is, with the same parameters (docs/semantics.md)."""
    text = (
        "!!FP2.0 DECLARE tint={0.2,0.4,0.6};DECLARE turns={2};MOVR R0,{0}.x;REP turns;MADR R0,p[1],0.5,R0;"
        "ENDREP;MOVRC RC,R0;IF GT.x;MULR o[COLR],R0,tint;ELSE;MOVR o[COLR],tint;ENDIF;END"
    )
    gl.LoadProgramNV(NV, 1, text)
    gl.BindProgramNV(NV, 1)
    gl.Enable(NV)
    assert gl.GetProgramivNV(1, gl_enums.PROGRAM_TARGET_NV) == NV
    assert drawn(gl) == [51, 102, 153, 255]
    gl.ProgramLocalParameter4fARB(NV, 1, 1, 1, 1, 1)
    gl.ProgramNamedParameter4fNV(1, "tint", 1, 0.2, 0.4, 1)
    assert drawn(gl) == [255, 51, 102, 255]
    gl.ProgramNamedParameter4fNV(1, "turns", 1, 0, 0, 0)
    assert drawn(gl) == [128, 26, 51, 128]
    assert error(gl, "LoadProgramNV", NV, 1, "!!FP2.0 REP R0;ENDREP;END") == "INVALID_OPERATION"
    assert gl.GetIntegerv(gl_enums.PROGRAM_ERROR_POSITION_NV) == 12
    assert error(gl, "LoadProgramNV", VP, 2, text) == "INVALID_OPERATION"
    assert error(gl, "ProgramStringARB", ARB, ASCII, text) == "INVALID_OPERATION"
