"""Words that programs unpack go into parameters and attributes, and come back, bit for bit.

NV_fragment_program_option 3.11.5.46, RawBits; NV_gpu_program4 2.X.3.1.
"""

from __future__ import annotations

import array
import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from nvrender import api
from nvrender.api import enums

#: Signaling NaNs, a quiet one, denormals, infinity, -0.
WORDS = np.array([[0xFFB36F80, 0x00000001, 0x7FA00001, 0x807FFFFF],
                  [0x7FC12345, 0x80000000, 0x7F800000, 0xFF800001]], np.uint32)  # fmt: skip
FLOATS = WORDS.view(np.float32)
#: How a caller may hold floats.
FORMS: dict[str, Callable[[npt.NDArray[np.float32]], Any]] = {
    "array": lambda row: row,
    "list": list,
    "tuple": tuple,
    "ctypes": lambda row: (ctypes.c_float * row.size).from_buffer_copy(row.tobytes()),
    "array.array": lambda row: array.array("f", row.tobytes()),
    "mixed": lambda row: [value if value != value else float(value) for value in row],
}
forms = pytest.mark.parametrize("form", FORMS)


def words(values: Any) -> list[int]:
    return np.array(values, np.float32).view(np.uint32).tolist()


def context() -> api.Context:
    gl = api.Context()
    gl.BindProgramARB(enums.FRAGMENT_PROGRAM_ARB, 1)
    gl.ProgramStringARB(
        enums.FRAGMENT_PROGRAM_ARB, enums.PROGRAM_FORMAT_ASCII_ARB, "!!ARBfp1.0 MOV result.color, 0; END"
    )
    return gl


@forms
@pytest.mark.parametrize("kind", ["Env", "Local"])
def test_parameters_of_declared_names(kind: str, form: str) -> None:
    gl, target = context(), enums.FRAGMENT_PROGRAM_ARB
    put, get = (
        getattr(gl, f"{verb}Program{kind}Parameter{rest}")
        for verb, rest in (("", "4fvARB"), ("Get", "fvARB"))
    )
    integers = getattr(gl, f"GetProgram{kind}ParameterIuivNV")
    for row, wanted in zip(FLOATS, WORDS.tolist(), strict=True):
        put(target, 3, FORMS[form](row))
        assert list(integers(target, 3)) == words(get(target, 3)) == wanted
        getattr(gl, f"Program{kind}Parameter4fARB")(target, 4, *row)
        assert list(integers(target, 4)) == wanted
    getattr(gl, f"Program{kind}Parameters4fvEXT")(target, 5, FORMS[form](FLOATS.reshape(-1)))
    assert [list(integers(target, 5)), list(integers(target, 6))] == WORDS.tolist()


@forms
def test_parameters_of_vertex_programs(form: str) -> None:
    gl, target = context(), enums.VERTEX_PROGRAM_NV
    for row, wanted in zip(FLOATS, WORDS.tolist(), strict=True):
        gl.ProgramParameter4fvNV(target, 3, FORMS[form](row))
        assert words(gl.GetProgramParameterfvNV(target, 3, enums.PROGRAM_PARAMETER_NV)) == wanted
        gl.ProgramParameter4fNV(target, 4, *row)
        assert words(gl.GetProgramParameterfvNV(target, 4, enums.PROGRAM_PARAMETER_NV)) == wanted
    gl.ProgramParameters4fvNV(target, 5, FORMS[form](FLOATS.reshape(-1)))
    for index, wanted in zip((5, 6), WORDS.tolist(), strict=True):
        assert list(gl.GetProgramEnvParameterIuivNV(enums.VERTEX_PROGRAM_ARB, index)) == wanted


@forms
def test_parameters_by_name(form: str) -> None:
    gl, target = context(), enums.FRAGMENT_PROGRAM_NV
    gl.LoadProgramNV(target, 7, "!!FP1.0 DECLARE lut; MOV o[COLR], lut; END")
    for row, wanted in zip(FLOATS, WORDS.tolist(), strict=True):
        gl.ProgramNamedParameter4fvNV(7, "lut", FORMS[form](row))
        assert words(gl.GetProgramNamedParameterfvNV(7, "lut")) == wanted
        gl.ProgramNamedParameter4fNV(7, "lut", *row)
        assert words(gl.GetProgramNamedParameterfvNV(7, "lut")) == wanted


@forms
def test_words_of_buffers(form: str) -> None:
    gl, target = context(), enums.FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV
    (number,) = gl.GenBuffers(1)
    gl.BindBufferBaseNV(target, 0, number)
    gl.BufferData(target, 32, enums.STATIC_DRAW)
    gl.ProgramBufferParametersfvNV(target, 0, 0, FORMS[form](FLOATS.reshape(-1)))
    found = np.frombuffer(bytes(gl.GetBufferSubData(target, 0, 32)), np.uint32)
    assert found.tolist() == WORDS.reshape(-1).tolist()


@forms
@pytest.mark.parametrize("suffix", ["NV", "ARB"])
def test_current_attributes(suffix: str, form: str) -> None:
    gl = context()
    for row, wanted in zip(FLOATS, WORDS.tolist(), strict=True):
        getattr(gl, f"VertexAttrib4fv{suffix}")(3, FORMS[form](row))
        getattr(gl, f"VertexAttrib4f{suffix}")(4, *row)
        getattr(gl, f"VertexAttrib3fv{suffix}")(5, FORMS[form](row))
        gl.VertexAttribs4fvNV(6, FORMS[form](FLOATS.reshape(-1)))
        for index in (3, 4):
            assert words(gl.GetVertexAttribfvARB(index, enums.CURRENT_VERTEX_ATTRIB_ARB)) == wanted
            assert list(gl.GetVertexAttribIuivEXT(index, enums.CURRENT_VERTEX_ATTRIB_ARB)) == wanted
        third = words(gl.GetVertexAttribfvARB(5, enums.CURRENT_VERTEX_ATTRIB_ARB))
        assert third == [*wanted[:3], 0x3F800000]
        for index, other in zip((6, 7), WORDS.tolist(), strict=True):
            assert words(gl.GetVertexAttribfvNV(index, enums.CURRENT_ATTRIB_NV)) == other


@forms
def test_conventional_attributes(form: str) -> None:
    """ARB_vertex_program, table X.1: they are the same registers."""
    gl = context()
    for row, wanted in zip(FLOATS, WORDS.tolist(), strict=True):
        gl.MultiTexCoord4fv(enums.TEXTURE0, FORMS[form](row))
        gl.Color4fv(FORMS[form](row))
        gl.FogCoordfv(FORMS[form](row[:1]))
        assert words(gl.GetFloatv(enums.CURRENT_TEXTURE_COORDS)) == wanted
        assert words(gl.GetFloatv(enums.CURRENT_COLOR)) == wanted
        assert words([gl.GetFloatv(enums.CURRENT_FOG_COORD)]) == wanted[:1]
    assert gl.GetIntegerv(enums.CURRENT_FOG_COORD) == 0  # NaN
