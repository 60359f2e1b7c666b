"""Program objects of NV_vertex_program (2.14.1.7, 2.14.1.8, 2.14.4, 6.1.13)."""

from __future__ import annotations

import pytest
from api_helpers import VP1, VSP, context

from nvrender.api import Context, enums

VP, STATE = enums.VERTEX_PROGRAM_NV, enums.VERTEX_STATE_PROGRAM_NV


def test_generated_names_are_fresh_and_not_yet_programs() -> None:
    gl = context()
    names = gl.GenProgramsNV(3)
    assert len({*names, 1, 2}) == 5
    assert not any(map(gl.IsProgramNV, names))
    assert not set(names) & set(gl.GenProgramsNV(2))
    gl.LoadProgramNV(VP, names[0], VP1)
    assert gl.IsProgramNV(names[0]) and not gl.IsProgramNV(0)


def test_a_program_is_what_was_loaded() -> None:
    gl = context()
    text = b"!!VP1.1 # \xff\nMOV o[HPOS], v[OPOS];\nEND"
    gl.LoadProgramNV(VP, 9, text)
    assert gl.GetProgramStringNV(9, enums.PROGRAM_STRING_NV) == text
    assert gl.GetProgramivNV(9, enums.PROGRAM_LENGTH_NV) == len(text)
    assert gl.GetProgramivNV(9, enums.PROGRAM_TARGET_NV) == VP
    assert gl.GetProgramivNV(2, enums.PROGRAM_TARGET_NV) == STATE
    assert gl.GetProgramivNV(9, enums.PROGRAM_RESIDENT_NV) == enums.TRUE


def test_a_load_that_fails_keeps_the_program() -> None:
    """2.14.1.8: the error position; NV_fragment_program 6.1.11: the error string."""
    gl = context()
    assert gl.GetIntegerv(enums.PROGRAM_ERROR_POSITION_NV) == -1
    gl.LoadProgramNV(VP, 1, "!!VP1.0 MOV o[HPOS],v[16];END")
    assert gl.GetError() == enums.INVALID_OPERATION
    assert gl.GetIntegerv(enums.PROGRAM_ERROR_POSITION_NV) == 22
    assert "program 1:1:23" in gl.GetString(enums.PROGRAM_ERROR_STRING_ARB)
    assert gl.GetProgramStringNV(1, enums.PROGRAM_STRING_NV) == VP1.encode()
    gl.LoadProgramNV(7, 1, VP1)
    assert gl.GetIntegerv(enums.PROGRAM_ERROR_POSITION_NV) == 22
    gl.LoadProgramNV(VP, 3, VSP)
    assert gl.GetIntegerv(enums.PROGRAM_ERROR_POSITION_NV) == 0
    assert not gl.IsProgramNV(3)
    gl.LoadProgramNV(VP, 3, VP1)
    assert gl.GetIntegerv(enums.PROGRAM_ERROR_POSITION_NV) == -1
    assert gl.GetString(enums.PROGRAM_ERROR_STRING_ARB) == ""


def test_a_path_is_a_program_string_too_and_a_bad_one(tmp_path: object) -> None:
    gl = context()
    gl.LoadProgramNV(VP, 3, f"{tmp_path}/no.vp")
    assert gl.GetError() == enums.INVALID_OPERATION


def test_binding() -> None:
    """2.14.1.7: names without a program may be bound; the initial binding is 0."""
    gl = context()
    assert gl.GetIntegerv(enums.VERTEX_PROGRAM_BINDING_NV) == 0
    for name in (1, 77, 0):
        gl.BindProgramNV(VP, name)
        assert gl.GetIntegerv(enums.VERTEX_PROGRAM_BINDING_NV) == name
    assert gl.GetError() == enums.NO_ERROR and not gl.IsProgramNV(77)


def test_deleting() -> None:
    """2.14.1.7: 0 and unused names are ignored, a bound program's binding becomes 0."""
    gl = context()
    gl.BindProgramNV(VP, 1)
    gl.DeleteProgramsNV([0, 55, 1])
    assert gl.GetError() == enums.NO_ERROR
    assert not gl.IsProgramNV(1) and gl.IsProgramNV(2)
    assert gl.GetIntegerv(enums.VERTEX_PROGRAM_BINDING_NV) == 0


def test_residency() -> None:
    gl = context()
    assert gl.AreProgramsResidentNV([1, 2]) == (True, (True, True))
    assert gl.AreProgramsResidentNV([1, 3]) == (False, ())
    gl.GetError()
    gl.RequestResidentProgramsNV([0, 1, 99])
    assert gl.GetError() == enums.NO_ERROR


def test_programs_are_shared_and_parameters_are_not() -> None:
    """2.14.1.7."""
    first = context()
    second = Context(backend="oracle", share=first)
    assert second.IsProgramNV(1)
    second.ProgramParameter4fNV(VP, 0, 1, 2, 3, 4)
    assert first.GetProgramParameterfvNV(VP, 0, enums.PROGRAM_PARAMETER_NV) == (0, 0, 0, 0)
    second.DeleteProgramsNV([1])
    assert not first.IsProgramNV(1)


def _parameter(gl: Context, index: int) -> tuple[float, ...]:
    return tuple(gl.GetProgramParameterfvNV(VP, index, enums.PROGRAM_PARAMETER_NV))


def test_a_vertex_state_program_normalizes_a_parameter() -> None:
    """2.14.4: temporaries are used, masked components keep their values."""
    gl = context()
    gl.ProgramParameter4fNV(VP, 1, 3, 4, 0, 9)
    text = "!!VSP1.0 DP3 R0.w,c[1],c[1];RSQ R0.w,R0.w;MUL c[1].xyz,c[1],R0.w;END"
    gl.LoadProgramNV(STATE, 5, text)
    gl.ExecuteProgramNV(STATE, 5, (0, 0, 0, 1))
    assert gl.GetError() == enums.NO_ERROR
    assert _parameter(gl, 1) == pytest.approx((0.6, 0.8, 0, 9), rel=1e-6)


def test_a_vertex_state_program_reads_what_it_has_written() -> None:
    """2.14.4, also relatively; the parameters of ExecuteProgramNV are v[0]."""
    gl = context()
    gl.LoadProgramNV(STATE, 5, "!!VSP1.0 MOV c[2],v[0];ARL A0.x,v[0].x;MOV c[3],c[A0.x+1];END")
    gl.ExecuteProgramNV(STATE, 5, (1, 7, 8, 9))
    assert _parameter(gl, 2) == _parameter(gl, 3) == (1, 7, 8, 9)


def test_a_vertex_state_program_reads_tracked_rows() -> None:
    """2.14.5: tracking is of the parameters both kinds of program read."""
    gl = context()
    gl.Translatef(5, 6, 7)
    gl.TrackMatrixNV(VP, 4, enums.MODELVIEW, enums.IDENTITY_NV)
    gl.LoadProgramNV(STATE, 5, "!!VSP1.0 MOV c[8],c[5];END")
    gl.ExecuteProgramNV(STATE, 5, (0, 0, 0, 1))
    assert _parameter(gl, 8) == (0, 1, 0, 6)


def test_execution_leaves_binding_and_attributes() -> None:
    """2.14.4."""
    gl = context()
    gl.BindProgramNV(VP, 1)
    gl.ExecuteProgramNV(STATE, 2, (1, 2, 3, 4))
    assert gl.GetIntegerv(enums.VERTEX_PROGRAM_BINDING_NV) == 1
    assert gl.GetVertexAttribfvNV(3, enums.CURRENT_ATTRIB_NV) == (1, 1, 1, 1)
    assert _parameter(gl, 2) == (1, 2, 3, 4)
