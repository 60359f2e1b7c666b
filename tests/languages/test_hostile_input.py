"""Nothing that is no program does anything but raise ProgramError at a byte of the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from digest.corpus import cases_of
from hostile_texts import attempt
from hypothesis import given, settings
from hypothesis import strategies as st

from nvrender.languages.common.lexer import tokens

SCRIPTS = sorted((Path(__file__).parents[1] / "spec" / "load").glob("*.toml"))
VALID = [
    case.program
    for path in SCRIPTS
    for case in cases_of(path)
    if case.position is None and len(case.program) < 300
]
WORDS = [
    b" ",
    *b"MOV ADD RCP ARL ARA BRA CAL RET MADC END OPTION NV_position_invariant l: R0 R15 R16 A0 A1".split(),
    *b"CC c[ v[ o[ ] A0.x HPOS CLP0 OPOS 0 7 95 256 -1 + - | ( ) GT (GT.x) . .xyzw .xx x q , ; # $".split(),
    *(b"\n", b"\r", b"\0", b"\xff"),
]
HEADERS = [b"!!VP1.0", b"!!VP1.1", b"!!VP2.0", b"!!VSP1.0"]


@given(st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_bytes(data: bytes) -> None:
    attempt(data)


@given(st.sampled_from(HEADERS), st.binary(max_size=100))
@settings(max_examples=200, deadline=None)
def test_any_bytes_after_a_header(header: bytes, data: bytes) -> None:
    attempt(header + data)


@given(st.sampled_from(HEADERS), st.lists(st.sampled_from(WORDS), max_size=40))
@settings(max_examples=500, deadline=None)
def test_words_of_the_language_in_any_order(header: bytes, words: list[bytes]) -> None:
    attempt(header + b"".join(words))


@given(st.data())
@settings(max_examples=500, deadline=None)
def test_damaged_programs(data: st.DataObject) -> None:
    program = bytearray(data.draw(st.sampled_from(VALID)))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(program)))
        end = min(len(program), start + data.draw(st.integers(0, 3)))
        program[start:end] = data.draw(st.one_of(st.just(b""), st.binary(max_size=3), st.sampled_from(WORDS)))
    attempt(bytes(program))


def test_an_illegal_byte_counts_before_a_hole_of_a_template() -> None:
    error = attempt(b"!!VP1.0 \0%a")
    assert error is not None and error.position == 8


@given(st.sampled_from(VALID), st.data())
@settings(max_examples=300, deadline=None)
def test_an_illegal_byte_is_reported_where_it_stands_or_before(program: bytes, data: st.DataObject) -> None:
    """R7, R63 NV_vertex_program2 2.14.1.8: nothing behind the first error counts."""
    # A comment may hold any byte.
    place = data.draw(st.integers(8, (program + b"#").index(b"#")))
    damaged = attempt(program[:place] + b"\0" + program[place:])
    assert damaged is not None
    assert damaged.position <= place
    garbage = attempt(program[:place] + b"\0" + data.draw(st.binary(max_size=20)))
    assert garbage is not None
    assert garbage.position == damaged.position


@given(st.sampled_from(VALID), st.data())
@settings(max_examples=300, deadline=None)
def test_a_truncated_program(program: bytes, data: st.DataObject) -> None:
    """R5 NV_vertex_program2 2.14.1.8: without END no program loads."""
    *_, (_, end) = tokens(program.decode("latin-1"), 8)
    assert attempt(program[: data.draw(st.integers(0, end + 2))]) is not None


BIG = 4_000_000


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("!!VP2.0 #" + "x" * BIG + "\nMOV o[HPOS],v[0];END", None),
        ("!!VP2.0 " + " \n" * (BIG // 2) + "MOV o[HPOS],v[0];END", None),
        ("!!VP2.0 " + "#\n" * (BIG // 2) + "MOV o[HPOS],v[0];END", None),
        ("!!VP2.0 MOV o[HPOS],v[" + "0" * BIG + "3];END", None),
        ("!!VP2.0 MOV o[HPOS],v[0];END" + "\r" * BIG + "x", 28 + BIG),
        ("!!VP2.0 " + "a" * BIG + " MOV", 8),
        ("!!VP2.0 MOV o[HPOS],c[" + "1" * BIG + "];END", 22),
        ("!!VP2.0 MOV o[HPOS],c[A0.x+" + "1" * BIG + "];END", 27),
        ("!!VP2.0 MOV o[HPOS],v[0]." + "x" * BIG + ";END", 29),
        ("!!VP2.0 " + "MOV o[HPOS],v[0];" * (BIG // 17), 8 + 256 * 17),
        ("!!VP2.0 " + "\0" * BIG, 8),
        ("!!VP2.0 " + "(" * BIG, 8),
        ("\0" * BIG, 0),
        ("!!VP2.0 MOV o[HPOS],v[0]" + " #;\n" * (BIG // 4), 24 + BIG),
    ],
    ids=lambda value: f"{value[:30]!r}" if isinstance(value, str) else str(value),
)
def test_huge_programs(text: str, position: int | None) -> None:
    error = attempt(text.encode("latin-1"))
    assert (error.position if error else None) == position
    assert error is None or len(str(error)) < 1000
