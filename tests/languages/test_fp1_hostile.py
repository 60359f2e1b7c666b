"""Damaged, huge and ill-named !!FP1.0 programs: a ProgramError within the text, or a program."""

from __future__ import annotations

from pathlib import Path

import pytest
from digest.corpus import cases_of
from hostile_texts import attempt, attempt_changed
from hypothesis import given, settings
from hypothesis import strategies as st

from nvrender.languages.common.lexer import FP1_PIECE
from nvrender.languages.load import load
from nvrender.languages.printer import print_program

SCRIPTS = sorted((Path(__file__).parents[1] / "spec" / "load" / "fp1").glob("*.toml"))
VALID = [
    case.program
    for path in SCRIPTS
    for case in cases_of(path)
    if case.position is None and len(case.program) < 300 and not case.limits
]
RICH = b"""!!FP1.0 # c
DEFINE pi = 3.14; DEFINE $v = {pi, -2e1, .5}; DECLARE k; DECLARE q = $v;
MULHC_SAT R0.xy(GT.x), -|+f[TEX0].xyzw|, -pi; TXD H63, R0, R1, q, TEX15, RECT;
KIL NE.xyzz; DP3R o[COLH], p[63].wzyx, R1; MAX HC, {1, 2, 3, 4}, -|3|; END # d"""
SMALL = (
    b"!!FP1.0RCP o[COLR].x,-p[1].y;END",
    b"!!FP1.0DECLARE a={1,.5};TEX o[DEPR],a,TEX0,2D;END",
    b"!!FP1.0RFL R0.xyz,f[COL0],2;KIL TR;PK2H o[COLR],R0;END",
)
#: Every character the grammar has, some letters and digits, white space, and bytes no rule knows.
BYTES = b"CDEHRTX_$aefoprwxz0129.,;:|()[]{}=+-#% \n\0\xff"
WORDS = [
    *b"MOV ADDRC_SAT RCP RFL PK2H UP4B KIL TEX TXD END DEFINE DECLARE R0 R31 R32 H0 H63 RC HC".split(),
    *b"f[ o[ p[ ] TEX0 COLR COLH DEPR COL0 0 63 64 1.5 .5 2e3 2D RECT { }".split(),
    *b"+ - | a $ = , ; . ( ) GT (GT.x) .xyzw .x # \n \0 \xff".split(b" "),
]


def test_a_program_cut_short_anywhere() -> None:
    end = RICH.index(b"END") + 3
    for length in range(7, end):
        assert attempt(RICH[:length]) is not None, length
    for length in range(end, len(RICH) + 1):
        assert attempt(RICH[:length]) is None, length


@pytest.mark.parametrize("program", SMALL, ids=lambda program: program[7:30].decode())
def test_every_byte_exchanged_removed_and_added(program: bytes) -> None:
    """A program that still loads prints as one that loads; what is behind the first error does not count."""
    for place in range(7, len(program)):
        attempt(program[:place] + program[place + 1 :])
        # Each for a third of what there is, three neighbours for all of it.
        for byte in BYTES[place % 3 :: 3]:
            for damaged in (
                program[:place] + bytes([byte]) + program[place + 1 :],
                program[:place] + bytes([byte]) + program[place:],
            ):
                error = attempt(damaged)
                if error is None:
                    assert load(print_program(load(damaged))).instructions
                elif byte == 0 and error.position <= place:
                    # A token that the illegal byte ends is judged without what follows it.
                    again = attempt(damaged[: place + 1] + b"%({;")
                    assert again is not None and again.position == error.position, damaged


@given(st.binary(max_size=100))
@settings(max_examples=200, deadline=None)
def test_any_bytes_after_the_header(data: bytes) -> None:
    attempt(b"!!FP1.0" + data)


@given(st.lists(st.sampled_from(WORDS), max_size=40))
@settings(max_examples=500, deadline=None)
def test_any_words_after_the_header(words: list[bytes]) -> None:
    attempt(b"!!FP1.0 " + b" ".join(words))


@given(st.sampled_from([RICH, *VALID]), st.data())
@settings(max_examples=400, deadline=None)
def test_programs_with_tokens_changed(program: bytes, data: st.DataObject) -> None:
    attempt_changed(program, FP1_PIECE, WORDS, data)


BIG = 2_000_000


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("#" + "x" * BIG + "\nMOV o[COLR],R0;END", None),
        (" \n" * (BIG // 2) + "MOV o[COLR],R0;END", None),
        ("MOV o[COLR],p[" + "0" * BIG + "3];END", None),
        ("MOV o[COLR],p[" + "1" * BIG + "];END", 22),
        ("MOV o[COLR]," + "0" * BIG + "2;END", None),
        ("MOV o[COLR],0." + "0" * BIG + "2;END", None),
        ("MOV o[COLR],{" + "1," * (BIG // 2) + "1};END", 28),
        ("MOV o[COLR]," + "-" * BIG + "1;END", 21),
        ("DEFINE " + "a" * BIG + "=1;MOV o[COLR],R0;END", None),
        ("a" * BIG + " MOV", 8),
        ("MOV o[COLR],R0." + "x" * BIG + ";END", 27),
        ("MOV o[COLR],R0;" * (BIG // 15), 8 + 65536 * 15),
        ("\0" * BIG, 8),
    ],
    ids=lambda value: f"{value[:30]!r}" if isinstance(value, str) else str(value),
)
def test_huge_programs(text: str, position: int | None) -> None:
    error = attempt(b"!!FP1.0 " + text.encode("latin-1"))
    assert (error.position if error else None) == position
    assert error is None or len(str(error)) < 1000


def test_ten_thousand_names() -> None:
    names = "".join(f"DEFINE n{number}=n{number - 1};" for number in range(1, 10000))
    found = load(f"!!FP1.0 DEFINE n0=7;{names} MOV o[COLR],n9999;END")
    assert [binding.name for binding in found.parameters] == ["{7.0, 7.0, 7.0, 7.0}"]
    declared = "".join(f"DECLARE d{number};" for number in range(10000))
    assert len(load(f"!!FP1.0 {declared} MOV o[COLR],d9999;END").parameters) == 10000


@pytest.mark.parametrize("name", "gl_Position main float texture2D __ $ R32 H64 TEX16 e E1 x0".split())
def test_odd_names(name: str) -> None:
    found = load(f"!!FP1.0 DECLARE {name}=2;MOV o[COLR],{name};END")
    assert [row.name for row in found.variables] == [name]
