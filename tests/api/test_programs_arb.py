"""Program objects and parameters of ARB_vertex_program and its kin (2.14.1, 6.1.12, Errors)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums

VP, FP, GP = enums.VERTEX_PROGRAM_ARB, enums.FRAGMENT_PROGRAM_ARB, enums.GEOMETRY_PROGRAM_NV
ASCII = enums.PROGRAM_FORMAT_ASCII_ARB
AV = "!!ARBvp1.0 MOV result.position,vertex.position;END"
AF = "!!ARBfp1.0 MOV result.color,fragment.color;END"
GEOMETRY = (
    "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
    "MOV result.position,vertex[0].position; EMIT; END"
)
TCP, TEP, CP = enums.TESS_CONTROL_PROGRAM_NV, enums.TESS_EVALUATION_PROGRAM_NV, enums.COMPUTE_PROGRAM_NV
TARGETS = [VP, FP, GP, TCP, TEP, CP]


@pytest.mark.parametrize("target", TARGETS)
def test_initial_values(target: int) -> None:
    """Tables X.6 and X.8: the default object is bound, and has no program."""
    gl = context()
    for pname, value in (
        (enums.PROGRAM_BINDING_ARB, 0), (enums.PROGRAM_LENGTH_ARB, 0), (enums.PROGRAM_FORMAT_ARB, ASCII),
        (enums.PROGRAM_UNDER_NATIVE_LIMITS_ARB, 0),
        *((getattr(enums, f"PROGRAM_{native}{name}_ARB"), 0)
          for native in ("", "NATIVE_")
          for name in ("INSTRUCTIONS", "TEMPORARIES", "PARAMETERS", "ATTRIBS", "ADDRESS_REGISTERS",
                       "ALU_INSTRUCTIONS", "TEX_INSTRUCTIONS", "TEX_INDIRECTIONS")),
        (enums.PROGRAM_ATTRIB_COMPONENTS_NV, 0), (enums.PROGRAM_RESULT_COMPONENTS_NV, 0),
    ):  # fmt: skip
        assert gl.GetProgramivARB(target, pname) == value, hex(pname)
    assert gl.GetProgramStringARB(target, enums.PROGRAM_STRING_ARB) == b""
    env = gl.GetProgramivARB(target, enums.MAX_PROGRAM_ENV_PARAMETERS_ARB)
    local = gl.GetProgramivARB(target, enums.MAX_PROGRAM_LOCAL_PARAMETERS_ARB)
    assert gl.GetProgramEnvParameterfvARB(target, env - 1) == (0, 0, 0, 0)
    assert gl.GetProgramLocalParameterfvARB(target, local - 1) == (0, 0, 0, 0)
    assert gl.GetIntegerv(enums.PROGRAM_ERROR_POSITION_ARB) == -1
    assert gl.GetString(enums.PROGRAM_ERROR_STRING_ARB) == ""
    assert gl.GetError() == enums.NO_ERROR


#: Tables X.11 of ARB_vertex_program and ARB_fragment_program, X.21 of NV_gpu_program4.
MINIMA = {
    VP: {"ENV_PARAMETERS": 96, "LOCAL_PARAMETERS": 96, "INSTRUCTIONS": 128, "TEMPORARIES": 12,
         "PARAMETERS": 96, "ATTRIBS": 16, "ADDRESS_REGISTERS": 1},
    FP: {"ENV_PARAMETERS": 24, "LOCAL_PARAMETERS": 24, "INSTRUCTIONS": 72, "ALU_INSTRUCTIONS": 48,
         "TEX_INSTRUCTIONS": 24, "TEX_INDIRECTIONS": 4, "TEMPORARIES": 16, "PARAMETERS": 24, "ATTRIBS": 10},
    **{target: {"INSTRUCTIONS": 1, "TEMPORARIES": 1, "PARAMETERS": 1, "ATTRIBS": 1}
       for target in (GP, TCP, TEP, CP)},
}  # fmt: skip


@pytest.mark.parametrize("target", TARGETS)
def test_limits(target: int) -> None:
    gl = context()
    for name, least in MINIMA[target].items():
        most = gl.GetProgramivARB(target, getattr(enums, f"MAX_PROGRAM_{name}_ARB"))
        assert most >= least, name
        if not name.endswith(("ENV_PARAMETERS", "LOCAL_PARAMETERS")):
            assert gl.GetProgramivARB(target, getattr(enums, f"MAX_PROGRAM_NATIVE_{name}_ARB")) == most
    for name, least in (("CALL", 4), ("IF", 48), ("LOOP", 4)):
        assert gl.GetProgramivARB(target, getattr(enums, f"MAX_PROGRAM_{name}_DEPTH_NV")) >= least
    assert gl.GetProgramivARB(target, enums.MAX_PROGRAM_PARAMETER_BUFFER_BINDINGS_NV) == 8
    assert gl.GetProgramivARB(target, enums.MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV) == 16384
    assert gl.GetError() == enums.NO_ERROR


def test_only_fragment_programs_tell_alu_and_texture_instructions_apart() -> None:
    """ARB_fragment_program, Dependencies on ARB_vertex_program: 0 elsewhere."""
    gl = context()
    for name in ("ALU_INSTRUCTIONS", "TEX_INSTRUCTIONS", "TEX_INDIRECTIONS"):
        assert gl.GetProgramivARB(VP, getattr(enums, f"MAX_PROGRAM_{name}_ARB")) == 0


def test_the_limits_are_those_programs_are_checked_against() -> None:
    gl = Context(backend="oracle", raise_errors=True)
    for target, header in ((VP, "!!ARBvp1.0"), (FP, "!!ARBfp1.0"), (VP, "!!NVvp4.0")):
        result = "result.color" if target == FP else "result.position"
        for kind in ("env", "local"):
            most = gl.GetProgramivARB(target, getattr(enums, f"MAX_PROGRAM_{kind.upper()}_PARAMETERS_ARB"))
            text = f"{header} MOV {result},program.{kind}[{most - 1}];END"
            gl.ProgramStringARB(target, ASCII, text)


def test_counts() -> None:
    """ARB_vertex_program 2.14.3.7, ARB_fragment_program 3.11.3.6 and 3.11.6."""
    gl = Context(backend="oracle", raise_errors=True)
    gl.ProgramStringARB(
        FP, ASCII,
        "!!ARBfp1.0 TEMP r,s; PARAM p={1,2,3,4}; PARAM q={1,2,3,4}; PARAM e=program.env[3];"
        "TEX r,fragment.texcoord[0],texture[0],2D; MUL r,r,p; MAD s,r,e,q; TEX r,r,texture[1],2D;"
        "KIL s; MUL result.color,r,fragment.color;END",
    )  # fmt: skip
    for name, count in (
        ("INSTRUCTIONS", 6), ("ALU_INSTRUCTIONS", 3), ("TEX_INSTRUCTIONS", 3), ("TEX_INDIRECTIONS", 2),
        ("TEMPORARIES", 2), ("PARAMETERS", 2), ("ATTRIBS", 2), ("ADDRESS_REGISTERS", 0),
    ):  # fmt: skip
        for native in ("", "NATIVE_"):
            pname = getattr(enums, f"PROGRAM_{native}{name}_ARB")
            assert gl.GetProgramivARB(FP, pname) == count, name
    assert gl.GetProgramivARB(FP, enums.PROGRAM_UNDER_NATIVE_LIMITS_ARB) == 1
    # The example of 2.14.3.7.
    arrays = (
        "PARAM arr1[4]={{1,2,3,4},{1,2,3,4},{4,4,4,4},{5,6,7,8}};"
        "PARAM arr2[3]={{1,2,3,4},{5,6,7,8},{0,1,2,3}};"
        "PARAM x={4,3,2,1}; PARAM y={1,2,3,4}; PARAM z=4; PARAM w={4,3,2,1}; ADDRESS a;"
    )
    text = f"!!ARBvp1.0 {arrays} ARL a.x,x.x; MOV result.position,arr1[a.x];END"
    gl.ProgramStringARB(VP, ASCII, text)
    assert gl.GetProgramivARB(VP, enums.PROGRAM_PARAMETERS_ARB) == 6
    assert gl.GetProgramivARB(VP, enums.PROGRAM_ADDRESS_REGISTERS_ARB) == 1
    assert gl.GetProgramivARB(VP, enums.PROGRAM_ALU_INSTRUCTIONS_ARB) == 0


def test_counts_of_generation_4() -> None:
    """NV_gpu_program4 2.X.3.2, 2.X.3.5: components that are read and written."""
    gl = Context(backend="oracle", raise_errors=True)
    text = (
        "!!NVvp4.0 MOV result.position.xy,vertex.position.yyyy;MOV result.pointsize.x,vertex.attrib[5].w;END"
    )
    gl.ProgramStringARB(VP, ASCII, text)
    assert gl.GetProgramivARB(VP, enums.PROGRAM_ATTRIB_COMPONENTS_NV) == 2
    assert gl.GetProgramivARB(VP, enums.PROGRAM_RESULT_COMPONENTS_NV) == 3


def test_geometry_programs_tell_their_primitives() -> None:
    """NV_geometry_program4 6.1.12."""
    gl = Context(backend="oracle", raise_errors=True)
    pnames = enums.GEOMETRY_VERTICES_OUT_EXT, enums.GEOMETRY_INPUT_TYPE_EXT, enums.GEOMETRY_OUTPUT_TYPE_EXT
    assert [gl.GetProgramivARB(GP, pname) for pname in pnames] == [0, 0, 0]
    gl.ProgramStringARB(GP, ASCII, GEOMETRY)
    told = [gl.GetProgramivARB(GP, pname) for pname in pnames]
    assert told == [3, enums.TRIANGLES, enums.TRIANGLE_STRIP]
    assert gl.GetProgramivARB(GP, enums.MAX_PROGRAM_OUTPUT_VERTICES_NV) == 256
    assert gl.GetProgramivARB(GP, enums.MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV) == 1024


def test_binding_makes_objects() -> None:
    """2.14.1: a name exists once it is bound; deleting a bound one binds 0."""
    gl = context()
    name, other = gl.GenProgramsARB(2)
    assert not gl.IsProgramARB(name) and not gl.IsProgramARB(0)
    gl.BindProgramARB(FP, name)
    assert gl.IsProgramARB(name) and not gl.IsProgramARB(other)
    gl.ProgramStringARB(FP, ASCII, AF)
    assert gl.GetProgramivARB(FP, enums.PROGRAM_BINDING_ARB) == name
    assert gl.GetProgramivARB(FP, enums.PROGRAM_LENGTH_ARB) == len(AF)
    gl.BindProgramARB(FP, 0)
    assert gl.GetProgramivARB(FP, enums.PROGRAM_LENGTH_ARB) == 0
    gl.BindProgramARB(FP, name)
    assert gl.GetProgramStringARB(FP, enums.PROGRAM_STRING_ARB) == AF.encode()
    gl.DeleteProgramsARB([0, 4711, name])
    assert gl.GetProgramivARB(FP, enums.PROGRAM_BINDING_ARB) == 0 and not gl.IsProgramARB(name)
    assert gl.GetError() == enums.NO_ERROR


def test_a_string_that_fails_leaves_the_program() -> None:
    """2.14.1: position and string of the error."""
    gl = context()
    gl.ProgramStringARB(VP, ASCII, AV)
    gl.ProgramStringARB(VP, ASCII, "!!ARBvp1.0 MOV result.position,nothing;END")
    assert gl.GetError() == enums.INVALID_OPERATION
    assert gl.GetIntegerv(enums.PROGRAM_ERROR_POSITION_ARB) == 31
    assert "nothing" in gl.GetString(enums.PROGRAM_ERROR_STRING_ARB)
    assert gl.GetProgramStringARB(VP, enums.PROGRAM_STRING_ARB) == AV.encode()
    gl.ProgramStringARB(VP, ASCII, "!!ARBvp1.0 MOV result.position,vertex.position;")
    assert gl.GetIntegerv(enums.PROGRAM_ERROR_POSITION_ARB) == 47
    gl.GetError()
    gl.ProgramStringARB(VP, ASCII, AV)
    assert gl.GetIntegerv(enums.PROGRAM_ERROR_POSITION_ARB) == -1 and gl.GetError() == enums.NO_ERROR


def test_local_parameters_belong_to_the_object() -> None:
    """Issue 83: they survive another string; environment parameters belong to the target."""
    gl = context()
    first, second = gl.GenProgramsARB(2)
    gl.BindProgramARB(VP, first)
    gl.ProgramLocalParameter4fARB(VP, 5, 1, 2, 3, 4)
    gl.ProgramEnvParameter4fARB(VP, 5, 5, 6, 7, 8)
    gl.ProgramStringARB(VP, ASCII, AV)
    assert gl.GetProgramLocalParameterfvARB(VP, 5) == (1, 2, 3, 4)
    gl.BindProgramARB(VP, second)
    assert gl.GetProgramLocalParameterfvARB(VP, 5) == (0, 0, 0, 0)
    assert gl.GetProgramEnvParameterdvARB(VP, 5) == (5, 6, 7, 8)
    assert gl.GetProgramEnvParameterfvARB(FP, 5) == (0, 0, 0, 0)
    gl.BindProgramARB(VP, first)
    assert gl.GetProgramLocalParameterdvARB(VP, 5) == (1, 2, 3, 4)


def test_environment_and_program_parameters_are_the_same() -> None:
    """Interactions with NV_vertex_program."""
    gl = context()
    gl.ProgramEnvParameter4fARB(VP, 9, 5, 6, 7, 8)
    assert gl.GetProgramParameterfvNV(VP, 9, enums.PROGRAM_PARAMETER_NV) == (5, 6, 7, 8)
    gl.Translatef(0, 0, 4)
    gl.TrackMatrixNV(VP, 8, enums.MODELVIEW, enums.IDENTITY_NV)
    assert gl.GetProgramEnvParameterfvARB(VP, 10) == (0, 0, 1, 4)
    gl.ProgramEnvParameter4fARB(VP, 9, 5, 6, 7, 8)
    assert gl.GetError() == enums.INVALID_OPERATION


@pytest.mark.parametrize("kind", ["Env", "Local"])
@pytest.mark.parametrize("target", TARGETS)
def test_every_form_of_parameters(kind: str, target: int) -> None:
    """NV_gpu_program4 2.14.1, EXT_gpu_program_parameters; doubles become floats, bits stay bits."""
    gl = context()

    def call(name: str, *arguments: Any) -> Any:
        return getattr(gl, name.replace("@", f"Program{kind}Parameter"))(target, *arguments)

    for index, (name, *given) in enumerate(
        (
            ("@4fARB", 1, 2, 3, 0.1), ("@4fvARB", [1, 2, 3, 0.1]), ("@4dARB", 1, 2, 3, 0.1),
            ("@4dvARB", np.array([1, 2, 3, 0.1])), ("@s4fvEXT", [[1, 2, 3, 0.1]]),
        )
    ):  # fmt: skip
        call(name, index, *given)
        assert call("Get@fvARB", index) == (1, 2, 3, float(np.float32(0.1))) == call("Get@dvARB", index)
    call("@s4fvEXT", 8, np.arange(12))
    assert [call("Get@fvARB", index)[0] for index in (8, 9, 10)] == [0, 4, 8]
    for name, *given in (("@I4iNV", -1, 2, 3, 4), ("@I4ivNV", [-1, 2, 3, 4]), ("@sI4ivNV", [[-1, 2, 3, 4]])):
        call(name, 20, 0, 0, 0, 0) if name == "@I4iNV" else None
        call(name, 20, *given)
        assert call("Get@IivNV", 20) == (-1, 2, 3, 4)
        assert call("Get@IuivNV", 20) == (2**32 - 1, 2, 3, 4)
    one = int(np.float32(1).view(np.uint32))
    for name, *given in (
        ("@I4uiNV", one, 2**32 - 1, 3, 4), ("@I4uivNV", [one, 2**32 - 1, 3, 4]),
        ("@sI4uivNV", [one, 2**32 - 1, 3, 4]),
    ):  # fmt: skip
        call(name, 21, *given)
        assert call("Get@IuivNV", 21) == (one, 2**32 - 1, 3, 4) and call("Get@fvARB", 21)[0] == 1.0
    call("@s4fvEXT", 0, np.zeros((0, 4)))
    assert gl.GetError() == enums.NO_ERROR


def _most(gl: Context, target: int, kind: str) -> int:
    return int(gl.GetProgramivARB(target, getattr(enums, f"MAX_PROGRAM_{kind.upper()}_PARAMETERS_ARB")))


@pytest.mark.parametrize("kind", ["Env", "Local"])
@pytest.mark.parametrize("target", TARGETS)
def test_parameters_end_at_the_limit(kind: str, target: int) -> None:
    """Errors of ARB_vertex_program, NV_gpu_program4 and EXT_gpu_program_parameters."""
    singles = {"4fARB": (0,) * 4, "4dARB": (0,) * 4, "4fvARB": ((0,) * 4,), "4dvARB": ((0,) * 4,)}
    singles |= {"I4iNV": (0,) * 4, "I4uiNV": (0,) * 4, "I4ivNV": ((0,) * 4,), "I4uivNV": ((0,) * 4,)}
    stem = f"Program{kind}Parameter"
    for name, given in singles.items():
        for past, error in ((0, "INVALID_VALUE"), (1, "")):
            assert error == error_of(
                lambda gl, name=name, given=given, past=past: getattr(gl, stem + name)(
                    target, _most(gl, target, kind) - past, *given
                )
            )
        assert (
            error_of(lambda gl, name=name, given=given: getattr(gl, stem + name)(7, 0, *given))
            == "INVALID_ENUM"
        )
    for name in ("fvARB", "dvARB", "IivNV", "IuivNV"):
        get = f"Get{stem}{name}"
        assert (
            error_of(lambda gl, get=get: getattr(gl, get)(target, _most(gl, target, kind))) == "INVALID_VALUE"
        )
        assert error_of(lambda gl, get=get: getattr(gl, get)(7, 0)) == "INVALID_ENUM"
    for name in ("s4fvEXT", "sI4ivNV", "sI4uivNV"):
        for past, error in ((1, "INVALID_VALUE"), (2, "")):
            assert error == error_of(
                lambda gl, name=name, past=past: getattr(gl, stem + name)(
                    target, _most(gl, target, kind) - past, np.zeros((2, 4), int)
                )
            )


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_VALUE", lambda gl: gl.GenProgramsARB(-1)),
        ("INVALID_ENUM", lambda gl: gl.BindProgramARB(enums.VERTEX_STATE_PROGRAM_NV, 5)),
        ("INVALID_OPERATION", lambda gl: gl.BindProgramARB(FP, 1)),
        ("INVALID_ENUM", lambda gl: gl.ProgramStringARB(7, ASCII, AV)),
        ("INVALID_ENUM", lambda gl: gl.ProgramStringARB(VP, 7, AV)),
        ("INVALID_OPERATION", lambda gl: gl.ProgramStringARB(VP, ASCII, AF)),
        ("INVALID_OPERATION", lambda gl: gl.ProgramStringARB(VP, ASCII, "!!ARBvp1.0 END!")),
        ("INVALID_ENUM", lambda gl: gl.GetProgramivARB(7, enums.PROGRAM_LENGTH_ARB)),
        ("INVALID_ENUM", lambda gl: gl.GetProgramivARB(VP, 7)),
        ("INVALID_ENUM", lambda gl: gl.GetProgramivARB(VP, enums.MAX_PROGRAM_OUTPUT_VERTICES_NV)),
        ("INVALID_ENUM", lambda gl: gl.GetProgramivARB(FP, enums.MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV)),
        ("INVALID_ENUM", lambda gl: gl.GetProgramStringARB(VP, 7)),
        ("INVALID_ENUM", lambda gl: gl.GetProgramStringARB(7, enums.PROGRAM_STRING_ARB)),
    ],
)
def test_errors(error: str, call: Any) -> None:
    """ARB_vertex_program, ARB_fragment_program, NV_geometry_program4: Errors."""
    assert error_of(call) == error
