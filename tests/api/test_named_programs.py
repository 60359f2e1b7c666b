"""Program objects by their names (EXT_direct_state_access)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from api_helpers import error_of

from nvrender.api import Context, GLError, enums

VP, FP, ASCII = enums.VERTEX_PROGRAM_ARB, enums.FRAGMENT_PROGRAM_ARB, enums.PROGRAM_FORMAT_ASCII_ARB
TEXT = "!!ARBfp1.0 MOV result.color, program.local[1]; END"


@pytest.fixture
def gl() -> Context:
    return Context(backend="oracle", raise_errors=True)


def test_a_program_that_is_not_current(gl: Context) -> None:
    gl.BindProgramARB(FP, 1)
    gl.NamedProgramStringEXT(7, FP, ASCII, TEXT)
    assert gl.IsProgramARB(7) and gl.GetProgramivARB(FP, enums.PROGRAM_BINDING_ARB) == 1
    assert gl.GetProgramivARB(FP, enums.PROGRAM_LENGTH_ARB) == 0
    assert gl.GetNamedProgramivEXT(7, FP, enums.PROGRAM_LENGTH_ARB) == len(TEXT)
    assert gl.GetNamedProgramStringEXT(7, FP, enums.PROGRAM_STRING_ARB) == TEXT.encode()
    assert gl.GetNamedProgramivEXT(7, FP, enums.PROGRAM_BINDING_ARB) == 7


def test_local_parameters(gl: Context) -> None:
    gl.NamedProgramLocalParameter4fEXT(7, VP, 0, 1, 2, 3, 4)
    gl.NamedProgramLocalParameter4dvEXT(7, VP, 1, (5, 6, 7, 8))
    gl.NamedProgramLocalParameters4fvEXT(7, VP, 2, [[1, 1, 1, 1], [2, 2, 2, 2]])
    gl.NamedProgramLocalParameterI4iEXT(7, VP, 4, -1, 2, 3, 4)
    gl.NamedProgramLocalParametersI4uivEXT(7, VP, 5, [[0xFFFFFFFF, 0, 0, 0], [1, 0, 0, 0]])
    found = [gl.GetNamedProgramLocalParameterfvEXT(7, VP, number) for number in range(4)]
    assert found == [(1, 2, 3, 4), (5, 6, 7, 8), (1, 1, 1, 1), (2, 2, 2, 2)]
    assert gl.GetNamedProgramLocalParameterIivEXT(7, VP, 4) == (-1, 2, 3, 4)
    assert gl.GetNamedProgramLocalParameterIuivEXT(7, VP, 5)[0] == 0xFFFFFFFF
    assert gl.GetProgramLocalParameterfvARB(VP, 0) == (0, 0, 0, 0)
    gl.BindProgramARB(VP, 7)
    assert gl.GetProgramLocalParameterdvARB(VP, 1) == (5, 6, 7, 8)


def test_the_name_zero_is_the_default_program(gl: Context) -> None:
    gl.BindProgramARB(FP, 3)
    gl.NamedProgramStringEXT(0, FP, ASCII, TEXT)
    gl.NamedProgramLocalParameter4fvEXT(0, FP, 1, (1, 2, 3, 4))
    gl.BindProgramARB(FP, 0)
    assert gl.GetProgramStringARB(FP, enums.PROGRAM_STRING_ARB) == TEXT.encode()
    assert gl.GetProgramLocalParameterfvARB(FP, 1) == (1, 2, 3, 4)


def test_the_binding_is_left_as_it_is(gl: Context) -> None:
    """Also by commands that fail; chosen subroutines stay too."""
    gl.BindProgramARB(FP, 3)
    with pytest.raises(GLError, match="NamedProgramStringEXT: INVALID_OPERATION"):
        gl.NamedProgramStringEXT(7, FP, ASCII, "!!ARBfp1.0 MOV; END")
    assert gl.GetProgramivARB(FP, enums.PROGRAM_BINDING_ARB) == 3
    assert gl.GetIntegerv(enums.PROGRAM_ERROR_POSITION_ARB) == 14


Call = Callable[[Context], Any]


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_OPERATION", lambda gl: gl.NamedProgramLocalParameter4fEXT(1, FP, 0, 0, 0, 0, 0)),
        ("INVALID_ENUM", lambda gl: gl.NamedProgramLocalParameter4fEXT(5, enums.FRONT, 0, 0, 0, 0, 0)),
        ("INVALID_ENUM", lambda gl: gl.GetNamedProgramivEXT(5, FP, enums.FRONT)),
        ("INVALID_VALUE", lambda gl: gl.NamedProgramLocalParameter4fEXT(5, FP, 5000, 0, 0, 0, 0)),
        ("", lambda gl: gl.GetNamedProgramLocalParameterfvEXT(55, FP, 0)),
    ],
)
def test_errors(error: str, call: Call) -> None:
    assert error_of(call) == error
