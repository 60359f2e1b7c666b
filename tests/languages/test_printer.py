"""Program → text → Program."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_programs import programs, without_spans

from nvrender.languages.common.lexer import tokens
from nvrender.languages.load import load
from nvrender.languages.printer import print_program
from nvrender.program import Program
from nvrender.source import Span

SHADERS = sorted((Path(__file__).parents[2] / "shaders").glob("*.vp"))


def assert_equal(one: Program, other: Program) -> None:
    assert other.profile is one.profile
    assert other.options == one.options
    assert [(label.name, label.index) for label in other.labels] == [
        (label.name, label.index) for label in one.labels
    ]
    assert list(map(without_spans, other.instructions)) == list(map(without_spans, one.instructions))


@given(programs())
@settings(max_examples=80, deadline=None)
def test_a_printed_program_loads_as_itself(program: Program) -> None:
    assert_equal(program, load(print_program(program)))


@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.stem)
def test_shaders_survive_printing(path: Path) -> None:
    program = load(path)
    text = print_program(program)
    again = load(text)
    assert_equal(program, again)
    assert again.entry == program.entry
    assert [replace(row, span=Span(0, 0)) for row in again.variables] == [
        replace(row, span=Span(0, 0)) for row in program.variables
    ]
    assert print_program(again) == text


@given(programs(), st.data())
@settings(max_examples=80, deadline=None)
def test_white_space_between_tokens_does_not_matter(program: Program, data: st.DataObject) -> None:
    """NV_vertex_program2 2.14.1.8; the letters of a suffix are tokens of their own."""
    text = print_program(program)
    header = len(program.profile.header)
    space = st.sampled_from([" ", "\t\r\n", "#c[1], v[2]\n", " # .x\r"])
    parts = [text[:header]]
    after_dot = False
    for token, _ in tokens(text, header):
        letters = list(token) if after_dot else [token]
        parts += [data.draw(space) + letter for letter in letters]
        after_dot = token == "."
    assert_equal(program, load("".join(parts)))


def test_canonical_text() -> None:
    source = (
        "!!VP2.0 OPTION NV_position_invariant;a:ARL A0.xyzw,v[1].xyzw;main:b:MADC R1 . x z (GT.yyyy),"
        "-|+c[A0.x-07].wzyx|,v[6],+v[06].z;BRA a(TR.xyzw);CAL b;RET(EQ.w);ARAC A1(LE),A0;e:END"
    )
    assert print_program(load(source)) == (
        "!!VP2.0\nOPTION NV_position_invariant;\na:\nARL A0, v[WGHT];\nmain:\nb:\n"
        "MADC R1.xz(GT.y), -|c[A0.x-7].wzyx|, v[6], v[6].z;\nBRA a (TR);\nCAL b;\nRET (EQ.w);\n"
        "ARAC A1(LE), A0;\ne:\nEND\n"
    )


def test_a_vertex_state_program_names_attributes_by_number() -> None:
    """NV_vertex_program2 2.14.5."""
    text = "!!VSP1.0\nARL A0.x, v[0].w;\nMUL c[95].xw, -c[A0.x+3], v[0];\nEND\n"
    assert print_program(load(text)) == text
