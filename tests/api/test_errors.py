"""Every error of the Errors sections, and GetError's rules (OpenGL 1.5, 2.5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import VP1, VSP, context, error_of

from nvrender.api import Context, GLError, enums
from nvrender.api.command import COMMANDS
from nvrender.source import InputError, NvrenderError, ProgramError

VP, STATE = enums.VERTEX_PROGRAM_NV, enums.VERTEX_STATE_PROGRAM_NV
ZEROS = (0, 0, 0, 0)
Call = Callable[[Context], Any]

#: NV_vertex_program and NV_vertex_program2, Errors.
NV: list[tuple[str, str, Call]] = [
    ("LoadProgramNV target", "INVALID_ENUM", lambda gl: gl.LoadProgramNV(7, 3, VP1)),
    ("LoadProgramNV target", "INVALID_ENUM", lambda gl: gl.LoadProgramNV(enums.MATRIX0_NV, 3, VP1)),
    ("LoadProgramNV id 0", "INVALID_VALUE", lambda gl: gl.LoadProgramNV(VP, 0, VP1)),
    ("LoadProgramNV other target", "INVALID_OPERATION", lambda gl: gl.LoadProgramNV(STATE, 1, VSP)),
    ("LoadProgramNV text", "INVALID_OPERATION", lambda gl: gl.LoadProgramNV(VP, 3, "!!VP1.0 END")),
    ("LoadProgramNV header", "INVALID_OPERATION", lambda gl: gl.LoadProgramNV(VP, 3, VSP)),
    ("BindProgramNV target", "INVALID_ENUM", lambda gl: gl.BindProgramNV(STATE, 2)),
    ("BindProgramNV other target", "INVALID_OPERATION", lambda gl: gl.BindProgramNV(VP, 2)),
    ("GenProgramsNV n < 0", "INVALID_VALUE", lambda gl: gl.GenProgramsNV(-1)),
    ("AreProgramsResidentNV 0", "INVALID_VALUE", lambda gl: gl.AreProgramsResidentNV([1, 0])),
    ("AreProgramsResidentNV none", "INVALID_VALUE", lambda gl: gl.AreProgramsResidentNV([5])),
    ("ExecuteProgramNV target", "INVALID_ENUM", lambda gl: gl.ExecuteProgramNV(7, 2, ZEROS)),
    ("ExecuteProgramNV none", "INVALID_OPERATION", lambda gl: gl.ExecuteProgramNV(STATE, 5, ZEROS)),
    ("ExecuteProgramNV vertex", "INVALID_OPERATION", lambda gl: gl.ExecuteProgramNV(STATE, 1, ZEROS)),
    ("ExecuteProgramNV target VP", "INVALID_OPERATION", lambda gl: gl.ExecuteProgramNV(VP, 2, ZEROS)),
    *(
        (f"ProgramParameter4{letter} {what}", error, call)
        for letter in "fd"
        for what, error, call in (
            (
                "target",
                "INVALID_ENUM",
                lambda gl, letter=letter: getattr(gl, f"ProgramParameter4{letter}NV")(STATE, 0, *ZEROS),
            ),
            (
                "index",
                "INVALID_VALUE",
                lambda gl, letter=letter: getattr(gl, f"ProgramParameter4{letter}NV")(VP, 256, *ZEROS),
            ),
            (
                "vector target",
                "INVALID_ENUM",
                lambda gl, letter=letter: getattr(gl, f"ProgramParameter4{letter}vNV")(STATE, 0, ZEROS),
            ),
            (
                "vector index",
                "INVALID_VALUE",
                lambda gl, letter=letter: getattr(gl, f"ProgramParameter4{letter}vNV")(VP, 256, ZEROS),
            ),
            (
                "several target",
                "INVALID_ENUM",
                lambda gl, letter=letter: getattr(gl, f"ProgramParameters4{letter}vNV")(STATE, 0, ZEROS),
            ),
            (
                "several index + num",
                "INVALID_VALUE",
                lambda gl, letter=letter: getattr(gl, f"ProgramParameters4{letter}vNV")(
                    VP, 255, np.zeros((2, 4))
                ),
            ),
            (
                "get target",
                "INVALID_ENUM",
                lambda gl, letter=letter: getattr(gl, f"GetProgramParameter{letter}vNV")(
                    STATE, 0, enums.PROGRAM_PARAMETER_NV
                ),
            ),
            (
                "get pname",
                "INVALID_ENUM",
                lambda gl, letter=letter: getattr(gl, f"GetProgramParameter{letter}vNV")(VP, 0, 7),
            ),
            (
                "get index",
                "INVALID_VALUE",
                lambda gl, letter=letter: getattr(gl, f"GetProgramParameter{letter}vNV")(
                    VP, 256, enums.PROGRAM_PARAMETER_NV
                ),
            ),
        )
    ),
    (
        "TrackMatrixNV target",
        "INVALID_ENUM",
        lambda gl: gl.TrackMatrixNV(STATE, 0, enums.MODELVIEW, enums.IDENTITY_NV),
    ),
    (
        "TrackMatrixNV address % 4",
        "INVALID_VALUE",
        lambda gl: gl.TrackMatrixNV(VP, 2, enums.MODELVIEW, enums.IDENTITY_NV),
    ),
    (
        "TrackMatrixNV address",
        "INVALID_VALUE",
        lambda gl: gl.TrackMatrixNV(VP, 256, enums.MODELVIEW, enums.IDENTITY_NV),
    ),
    (
        "TrackMatrixNV matrix",
        "INVALID_ENUM",
        lambda gl: gl.TrackMatrixNV(VP, 0, enums.COLOR, enums.IDENTITY_NV),
    ),
    (
        "TrackMatrixNV MATRIX8",
        "INVALID_ENUM",
        lambda gl: gl.TrackMatrixNV(VP, 0, enums.MATRIX7_NV + 1, enums.IDENTITY_NV),
    ),
    (
        "TrackMatrixNV TEXTURE8",
        "INVALID_ENUM",
        lambda gl: gl.TrackMatrixNV(VP, 0, enums.TEXTURE7 + 1, enums.IDENTITY_NV),
    ),
    ("TrackMatrixNV transform", "INVALID_ENUM", lambda gl: gl.TrackMatrixNV(VP, 0, enums.MODELVIEW, 0)),
    ("GetProgramivNV pname", "INVALID_ENUM", lambda gl: gl.GetProgramivNV(1, enums.PROGRAM_STRING_NV)),
    ("GetProgramivNV none", "INVALID_OPERATION", lambda gl: gl.GetProgramivNV(5, enums.PROGRAM_LENGTH_NV)),
    (
        "GetProgramivNV generated",
        "INVALID_OPERATION",
        lambda gl: gl.GetProgramivNV(gl.GenProgramsNV(1)[0], enums.PROGRAM_LENGTH_NV),
    ),
    ("GetProgramStringNV pname", "INVALID_ENUM", lambda gl: gl.GetProgramStringNV(1, 7)),
    (
        "GetProgramStringNV none",
        "INVALID_OPERATION",
        lambda gl: gl.GetProgramStringNV(5, enums.PROGRAM_STRING_NV),
    ),
    (
        "GetTrackMatrixivNV target",
        "INVALID_ENUM",
        lambda gl: gl.GetTrackMatrixivNV(STATE, 0, enums.TRACK_MATRIX_NV),
    ),
    ("GetTrackMatrixivNV pname", "INVALID_ENUM", lambda gl: gl.GetTrackMatrixivNV(VP, 0, 7)),
    (
        "GetTrackMatrixivNV address % 4",
        "INVALID_VALUE",
        lambda gl: gl.GetTrackMatrixivNV(VP, 1, enums.TRACK_MATRIX_NV),
    ),
    (
        "GetTrackMatrixivNV address",
        "INVALID_VALUE",
        lambda gl: gl.GetTrackMatrixivNV(VP, 256, enums.TRACK_MATRIX_NV),
    ),
    *(
        (f"GetVertexAttrib{letter}vNV {what}", error, call)
        for letter in "dfi"
        for what, error, call in (
            (
                "index",
                "INVALID_VALUE",
                lambda gl, letter=letter: getattr(gl, f"GetVertexAttrib{letter}vNV")(
                    16, enums.ATTRIB_ARRAY_SIZE_NV
                ),
            ),
            (
                "0 current",
                "INVALID_VALUE",
                lambda gl, letter=letter: getattr(gl, f"GetVertexAttrib{letter}vNV")(
                    0, enums.CURRENT_ATTRIB_NV
                ),
            ),
            (
                "pname",
                "INVALID_ENUM",
                lambda gl, letter=letter: getattr(gl, f"GetVertexAttrib{letter}vNV")(
                    1, enums.ATTRIB_ARRAY_POINTER_NV
                ),
            ),
            (
                "0 size",
                "",
                lambda gl, letter=letter: getattr(gl, f"GetVertexAttrib{letter}vNV")(
                    0, enums.ATTRIB_ARRAY_SIZE_NV
                ),
            ),
        )
    ),
    (
        "GetVertexAttribPointervNV index",
        "INVALID_VALUE",
        lambda gl: gl.GetVertexAttribPointervNV(16, enums.ATTRIB_ARRAY_POINTER_NV),
    ),
    (
        "GetVertexAttribPointervNV pname",
        "INVALID_ENUM",
        lambda gl: gl.GetVertexAttribPointervNV(1, enums.ATTRIB_ARRAY_SIZE_NV),
    ),
    (
        "VertexAttribPointerNV index",
        "INVALID_VALUE",
        lambda gl: gl.VertexAttribPointerNV(16, 4, enums.FLOAT, 0, None),
    ),
    (
        "VertexAttribPointerNV size",
        "INVALID_VALUE",
        lambda gl: gl.VertexAttribPointerNV(1, 5, enums.FLOAT, 0, None),
    ),
    (
        "VertexAttribPointerNV size 0",
        "INVALID_VALUE",
        lambda gl: gl.VertexAttribPointerNV(1, 0, enums.FLOAT, 0, None),
    ),
    (
        "VertexAttribPointerNV type",
        "INVALID_ENUM",
        lambda gl: gl.VertexAttribPointerNV(1, 4, enums.INT, 0, None),
    ),
    (
        "VertexAttribPointerNV stride",
        "INVALID_VALUE",
        lambda gl: gl.VertexAttribPointerNV(1, 4, enums.FLOAT, -4, None),
    ),
    (
        "VertexAttribPointerNV bytes",
        "INVALID_OPERATION",
        lambda gl: gl.VertexAttribPointerNV(1, 3, enums.UNSIGNED_BYTE, 0, None),
    ),
    ("MatrixMode MATRIX8_NV", "INVALID_ENUM", lambda gl: gl.MatrixMode(enums.MATRIX7_NV + 1)),
    ("Enable", "INVALID_ENUM", lambda gl: gl.Enable(enums.VERTEX_STATE_PROGRAM_NV)),
    ("EnableClientState", "INVALID_ENUM", lambda gl: gl.EnableClientState(enums.VERTEX_PROGRAM_NV)),
    ("GetIntegerv", "INVALID_ENUM", lambda gl: gl.GetIntegerv(enums.PROGRAM_STRING_NV)),
    ("GetString", "INVALID_ENUM", lambda gl: gl.GetString(enums.PROGRAM_LENGTH_NV)),
]


@pytest.mark.parametrize(
    ("what", "error", "call"), NV, ids=lambda value: value if isinstance(value, str) else ""
)
def test_errors_of_nv_vertex_program(what: str, error: str, call: Call) -> None:
    assert error_of(call) == error


def _attribute_commands() -> list[tuple[str, tuple[Any, ...]]]:
    scalars = [(f"VertexAttrib{n}{letter}", (1,) * n) for n in (1, 2, 3, 4) for letter in "sfd"]
    rows = [(f"{name}NV", given) for name, given in scalars] + [("VertexAttrib4ubNV", (1,) * 4)]
    rows += [(f"{name}vNV", (given,)) for name, given in scalars] + [("VertexAttrib4ubvNV", ((1,) * 4,))]
    rows += [(f"VertexAttribs{n}{letter}vNV", ((1,) * n,)) for n in (1, 2, 3, 4) for letter in "sfd"]
    rows += [("VertexAttribs4ubvNV", ((1,) * 4,))]
    rows += [(f"{name}ARB", given) for name, given in scalars] + [("VertexAttrib4NubARB", (1,) * 4)]
    rows += [(f"{name}vARB", (given,)) for name, given in scalars]
    for letter in ("b", "s", "i", "ub", "us", "ui"):
        rows += [(f"VertexAttrib4{letter}vARB", ((1,) * 4,)), (f"VertexAttrib4N{letter}vARB", ((1,) * 4,))]
    return rows


def test_there_are_all_attribute_commands() -> None:
    """39 of NV_vertex_program, 36 of ARB_vertex_program (New Procedures and Functions)."""
    names = {name for name, _ in _attribute_commands()}
    assert len([name for name in names if name.endswith("NV")]) == 39
    assert len([name for name in names if name.endswith("ARB")]) == 36


@pytest.mark.parametrize(("name", "given"), _attribute_commands(), ids=lambda value: str(value)[:24])
def test_attribute_numbers_end_at_15(name: str, given: tuple[Any, ...]) -> None:
    """NV_vertex_program Errors, ARB_vertex_program Errors: index greater than 15."""
    assert error_of(lambda gl: getattr(gl, name)(16, *given)) == "INVALID_VALUE"
    assert error_of(lambda gl: getattr(gl, name)(-1, *given)) == "INVALID_VALUE"
    assert error_of(lambda gl: getattr(gl, name)(15, *given)) == ""


@pytest.mark.parametrize("size", [1, 2, 3, 4])
@pytest.mark.parametrize("letter", ["s", "f", "d"])
def test_several_attributes_end_at_15(size: int, letter: str) -> None:
    """NV_vertex_program 2.14.1.1: the commands are a loop over VertexAttrib, none of which may fail."""

    def call(gl: Context) -> None:
        getattr(gl, f"VertexAttribs{size}{letter}vNV")(14, [5] * (3 * size))

    assert error_of(call) == "INVALID_VALUE"
    gl = context()
    call(gl)
    assert gl.GetVertexAttribfvNV(14, enums.CURRENT_ATTRIB_NV) == (0, 0, 0, 1)


def test_tracked_parameters_are_not_set() -> None:
    """NV_vertex_program Errors: ProgramParameter(s)4*NV, ExecuteProgramNV."""
    gl = context()
    gl.TrackMatrixNV(VP, 4, enums.MODELVIEW, enums.IDENTITY_NV)
    for index in (4, 7):
        gl.ProgramParameter4fNV(VP, index, 1, 2, 3, 4)
        assert gl.GetError() == enums.INVALID_OPERATION
    gl.ProgramParameters4fvNV(VP, 2, np.ones((3, 4)))
    assert gl.GetError() == enums.INVALID_OPERATION
    assert gl.GetProgramParameterfvNV(VP, 2, enums.PROGRAM_PARAMETER_NV) == (0, 0, 0, 0)
    gl.ProgramParameters4fvNV(VP, 2, np.ones((2, 4)))
    assert gl.GetError() == enums.NO_ERROR
    gl.ExecuteProgramNV(STATE, 2, ZEROS)
    assert gl.GetError() == enums.NO_ERROR
    gl.TrackMatrixNV(VP, 0, enums.PROJECTION, enums.IDENTITY_NV)
    gl.ExecuteProgramNV(STATE, 2, ZEROS)
    assert gl.GetError() == enums.INVALID_OPERATION


def test_memory_that_runs_out_keeps_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """NV_vertex_program 2.14.1.8: OUT_OF_MEMORY."""
    from nvrender.api.programs import nv as programs_nv

    def fails(*_: object, **__: object) -> None:
        raise MemoryError

    gl = context()
    monkeypatch.setattr(programs_nv, "load", fails)
    gl.LoadProgramNV(VP, 1, VP1.replace("v[0]", "v[1]"))
    assert gl.GetError() == enums.OUT_OF_MEMORY
    assert gl.GetProgramStringNV(1, enums.PROGRAM_STRING_NV) == VP1.encode()


def test_the_first_error_counts() -> None:
    gl = context()
    gl.GenProgramsNV(-1)
    gl.BindProgramNV(7, 1)
    assert gl.GetError() == enums.INVALID_VALUE
    assert gl.GetError() == enums.NO_ERROR


def test_errors_can_be_raised() -> None:
    gl = Context(backend="oracle", raise_errors=True)
    with pytest.raises(GLError) as caught:
        gl.TrackMatrixNV(VP, 3, enums.MODELVIEW, enums.IDENTITY_NV)
    assert isinstance(caught.value, NvrenderError)
    assert caught.value.call == "TrackMatrixNV" and caught.value.code == enums.INVALID_VALUE
    assert str(caught.value) == (
        "TrackMatrixNV: INVALID_VALUE: address is 3; it takes multiples of 4 from 0 to 252 "
        "(NV_vertex_program 2.14.5)"
    )
    assert gl.GetError() == enums.NO_ERROR
    with pytest.raises(GLError, match="R12") as caught:
        gl.LoadProgramNV(VP, 1, "!!VP1.0 MOV R12,v[0];END")
    assert isinstance(caught.value.__cause__, ProgramError)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name.startswith("Gen") and name[3:4] != "e"])
def test_names_there_is_no_room_for(name: str) -> None:
    """OpenGL 1.5, table 2.3."""
    assert error_of(lambda gl: getattr(gl, name)(2**31 - 1)) == "OUT_OF_MEMORY"


@pytest.mark.parametrize(
    ("name", "argument", "given"),
    [
        ("Fogi", "pname", ({}, 1)), ("Enable", "cap", ({},)), ("Hint", "target", (np.zeros(3), 1)),
        ("VertexAttrib1fNV", "index", (None, 0)), ("VertexAttrib4fvARB", "index", (0.5, ZEROS)),
        ("EnableClientState", "array", ("a",)), ("PolygonMode", "mode", (enums.BACK, np.zeros(3))),
    ],
)  # fmt: skip
@pytest.mark.parametrize("listed", [False, True])
def test_arguments_that_are_no_integers_have_their_names(
    name: str, argument: str, given: tuple[Any, ...], listed: bool
) -> None:
    gl = context()

    def call() -> None:
        getattr(gl, name)(*given)

    if listed and name != "EnableClientState":
        gl.NewList(1, enums.COMPILE)
        call()
        gl.EndList()
    with pytest.raises(InputError, match=f"{name}: {argument} must be an integer"):
        gl.CallList(1) if gl.IsList(1) else call()
    with pytest.raises(InputError):
        getattr(gl, name)()


@pytest.mark.parametrize(
    "call",
    [
        lambda gl: gl.VertexAttrib4fNV(1, "a", 0, 0, 0),
        lambda gl: gl.VertexAttrib1sNV(1, 40000),
        lambda gl: gl.VertexAttrib1sNV(1, 0.5),
        lambda gl: gl.VertexAttrib3fvNV(1, [0, 0]),
        lambda gl: gl.VertexAttribs3fvNV(1, [0, 0]),
        lambda gl: gl.VertexAttrib4ubNV(1, 256, 0, 0, 0),
        lambda gl: gl.ProgramParameter4fvNV(VP, 0, "abcd"),
        lambda gl: gl.ProgramParameters4fvNV(VP, 0, [1, 2, 3]),
        lambda gl: gl.ExecuteProgramNV(STATE, 2, "abcd"),
        lambda gl: gl.LoadProgramNV(VP, 1, 7),
        lambda gl: gl.LoadProgramNV(VP, "one", VP1),
        lambda gl: gl.DeleteProgramsNV(3),
        lambda gl: gl.LoadMatrixf([1, 2]),
        lambda gl: Context(backend="vulkan"),
    ],
)
def test_what_no_program_in_c_could_pass(call: Call) -> None:
    gl = context()
    with pytest.raises(InputError):
        call(gl)
    assert gl.GetError() == enums.NO_ERROR
