"""ProgramSubroutineParametersuivNV and its query (ARB_shader_subroutine, Dependencies on NV_gpu_program5)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from api_helpers import context, error_of
from generation5 import ASCII, FRAGMENT, PROGRAMS, VERTEX, draw, loaded, pixel

from nvrender.api import Context, enums

#: shade[0] and shade[1] are parameters 0 and 1, edge is parameter 3; 2 is none, and nothing calls 4.
TEXT = """!!NVfp5.0
SUBROUTINETYPE Shade { red, green };
SUBROUTINETYPE Edge { green, blue };
SUBROUTINETYPE Empty { };
SUBROUTINE Shade shade[] = { program.subroutine[0..1] };
SUBROUTINE Edge edge = program.subroutine[3];
SUBROUTINE Empty nothing = program.subroutine[4];
TEMP c;
main:
MOV c, 0;
CALI shade[1];
CALI edge;
MOV result.color, c;
RET;
red SUBROUTINENUM(2): ADD c, c, {1, 0, 0, 0}; RET;
green SUBROUTINENUM(5): ADD c, c, {0, 1, 0, 0}; RET;
blue SUBROUTINENUM(9): ADD c, c, {0, 0, 1, 0}; RET;
END"""
NONE = PROGRAMS[FRAGMENT]


def shaded() -> Context:
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    loaded(gl, FRAGMENT, TEXT)
    return gl


def told(gl: Context) -> list[int]:
    return [gl.GetProgramSubroutineParameteruivNV(FRAGMENT, index) for index in range(6)]


def shown(gl: Context) -> tuple[int, ...]:
    draw(gl)
    return pixel(gl)[:3]


def test_what_a_program_calls_is_what_was_set_last() -> None:
    """2.14.1: all at once; at first the lowest number of each type (docs/semantics.md)."""
    gl = shaded()
    assert told(gl) == [2, 2, 0, 5, 0, 0] and shown(gl) == (255, 255, 0)
    gl.ProgramSubroutineParametersuivNV(FRAGMENT, [2, 5, 7, 9, 8])
    assert told(gl) == [2, 5, 7, 9, 8, 0] and shown(gl) == (0, 255, 255)
    gl.ProgramSubroutineParametersuivNV(FRAGMENT, (5, 2, 0, 9, 0))
    assert shown(gl) == (255, 0, 255)


@pytest.mark.parametrize("again", [
    lambda gl: gl.ProgramStringARB(FRAGMENT, ASCII, TEXT),
    lambda gl: gl.BindProgramARB(FRAGMENT, 0),
    lambda gl: gl.BindProgramNV(enums.FRAGMENT_PROGRAM_NV, 0),
])  # fmt: skip
def test_a_string_or_a_binding_resets_them(again: Callable[[Context], Any]) -> None:
    """2.14.1: even if the specified program is already bound."""
    gl = shaded()
    gl.ProgramSubroutineParametersuivNV(FRAGMENT, [5, 5, 0, 9, 0])
    again(gl)
    assert told(gl)[:4] == [2, 2, 0, 5] and shown(gl) == (255, 255, 0)


def test_they_stay_where_nothing_resets_them() -> None:
    gl = shaded()
    gl.ProgramSubroutineParametersuivNV(FRAGMENT, [5, 5, 0, 9, 0])
    gl.ProgramStringARB(VERTEX, ASCII, PROGRAMS[VERTEX])
    gl.BindProgramARB(VERTEX, 3)
    gl.ProgramLocalParameter4fARB(FRAGMENT, 0, 1, 2, 3, 4)
    assert told(gl)[:4] == [5, 5, 0, 9] and shown(gl) == (0, 255, 255)


def test_a_string_that_does_not_load_leaves_them() -> None:
    gl = Context(backend="oracle", size=(4, 4))
    loaded(gl, FRAGMENT, TEXT)
    gl.ProgramSubroutineParametersuivNV(FRAGMENT, [5, 5, 0, 9, 0])
    gl.ProgramStringARB(FRAGMENT, ASCII, "!!NVfp5.0 MOV")
    assert gl.GetError() == enums.INVALID_OPERATION and told(gl)[1] == 5


def test_deleting_the_current_program_resets_them() -> None:
    """NV_vertex_program 2.14.1.7: as if 0 were bound."""
    gl = shaded()
    gl.BindProgramARB(FRAGMENT, 8)
    gl.ProgramStringARB(FRAGMENT, ASCII, TEXT)
    gl.ProgramSubroutineParametersuivNV(FRAGMENT, [5, 5, 0, 9, 0])
    gl.DeleteProgramsARB([8])
    assert told(gl)[:4] == [2, 2, 0, 5]  # of the default program


def test_they_belong_to_the_context() -> None:
    """Issue 6: not to the program, which contexts share."""
    first = Context(backend="oracle", size=(4, 4), raise_errors=True)
    second = Context(backend="oracle", size=(4, 4), raise_errors=True, share=first)
    for gl in (first, second):
        gl.BindProgramARB(FRAGMENT, 8)
        gl.Enable(FRAGMENT)
    first.ProgramStringARB(FRAGMENT, ASCII, TEXT)
    first.ProgramSubroutineParametersuivNV(FRAGMENT, [2, 2, 0, 9, 0])
    assert told(first)[3] == 9 and told(second)[3] == 5
    assert shown(first) == (255, 0, 255) and shown(second) == (255, 255, 0)
    second.ProgramStringARB(FRAGMENT, ASCII, TEXT)  # the other context's are of a string that is gone
    assert told(first)[3] == 5


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.ProgramSubroutineParametersuivNV(7, [])),
        ("INVALID_ENUM", lambda gl: gl.ProgramSubroutineParametersuivNV(enums.VERTEX_STATE_PROGRAM_NV, [])),
        ("INVALID_ENUM", lambda gl: gl.GetProgramSubroutineParameteruivNV(7, 0)),
        ("INVALID_VALUE", lambda gl: gl.GetProgramSubroutineParameteruivNV(FRAGMENT, 1024)),
        ("INVALID_VALUE", lambda gl: gl.GetProgramSubroutineParameteruivNV(FRAGMENT, -1)),
        ("", lambda gl: gl.GetProgramSubroutineParameteruivNV(FRAGMENT, 1023)),
        # count is one plus the highest index, whichever of them are used.
        ("INVALID_VALUE", lambda gl: gl.ProgramSubroutineParametersuivNV(FRAGMENT, [2, 2, 0, 5])),
        ("INVALID_VALUE", lambda gl: gl.ProgramSubroutineParametersuivNV(FRAGMENT, [2, 2, 0, 5, 0, 0])),
        ("INVALID_VALUE", lambda gl: gl.ProgramSubroutineParametersuivNV(FRAGMENT, [])),
        ("", lambda gl: gl.ProgramSubroutineParametersuivNV(FRAGMENT, [2, 2, 0, 5, 0])),
        # 9 is a number, but no label of Shade; 3 is none at all.
        ("INVALID_OPERATION", lambda gl: gl.ProgramSubroutineParametersuivNV(FRAGMENT, [2, 9, 0, 5, 0])),
        ("INVALID_OPERATION", lambda gl: gl.ProgramSubroutineParametersuivNV(FRAGMENT, [2, 3, 0, 5, 0])),
        ("INVALID_OPERATION", lambda gl: gl.ProgramSubroutineParametersuivNV(FRAGMENT, [2, 2, 0, 2, 0])),
        # What no CALI calls is not live.
        ("", lambda gl: gl.ProgramSubroutineParametersuivNV(FRAGMENT, [77, 2, 88, 5, 99])),
        # Without a program, or without parameters, the count is 0.
        ("", lambda gl: gl.ProgramSubroutineParametersuivNV(VERTEX, [])),
        ("INVALID_VALUE", lambda gl: gl.ProgramSubroutineParametersuivNV(VERTEX, [0])),
    ],
)
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    def with_program(gl: Context) -> None:
        gl.ProgramStringARB(FRAGMENT, ASCII, TEXT)
        call(gl)

    assert error_of(with_program) == error


def test_an_error_changes_nothing() -> None:
    gl = context()
    gl.ProgramStringARB(FRAGMENT, ASCII, TEXT)
    gl.ProgramSubroutineParametersuivNV(FRAGMENT, [2, 5, 0, 9, 0])
    gl.ProgramSubroutineParametersuivNV(FRAGMENT, [2, 2, 0, 2, 0])
    gl.ProgramSubroutineParametersuivNV(FRAGMENT, [2])
    assert told(gl)[:4] == [2, 5, 0, 9]


def test_they_go_into_lists() -> None:
    """OpenGL 1.5, 5.4."""
    gl = shaded()
    numbers = [5, 5, 0, 9, 0]
    gl.NewList(1, enums.COMPILE)
    gl.ProgramSubroutineParametersuivNV(FRAGMENT, numbers)
    gl.EndList()
    numbers[1] = 2
    assert told(gl)[1] == 2
    gl.CallList(1)
    assert told(gl)[1] == 5
