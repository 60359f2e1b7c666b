"""Tokens of the declared-name grammar (NV_gpu_program4 2.X.2, ARB_vertex_program 2.14.2)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nvrender.languages.arb.grammar.operands import is_float
from nvrender.languages.common.lexer import DECLARED_PIECE, DECLARED_TAIL, Lexer
from nvrender.languages.common.tokens import (
    HUGE,
    integer_value,
    is_hexadecimal,
    is_integer,
    is_number,
    is_word,
)
from nvrender.languages.load import load
from nvrender.source import ProgramError, Source


def texts(text: str) -> list[str]:
    lexer = Lexer(Source(text.encode("latin-1")), 0, DECLARED_PIECE, DECLARED_TAIL)
    found: list[str] = []
    index = 0
    while True:
        if index >= lexer.limit:
            index = lexer.refill(index)
        token = lexer.texts[index]
        if not token:
            return found
        found.append(token)
        index += 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0..3", ["0", "..", "3"]),
        ("[2..5]", ["[", "2", "..", "5", "]"]),
        ("2.x", ["2", ".", "x"]),
        ("11.0.x", ["11.0", ".", "x"]),
        ("1.0 1. .5 1e5 1E+5 1.e-3 .5e2", ["1.0", "1.", ".5", "1e5", "1E+5", "1.e-3", ".5e2"]),
        ("1.e 1e 1e+", ["1", ".", "e", "1e", "1e", "+"]),
        ("1.;", ["1.", ";"]),
        ("1.2.3", ["1.2", ".3"]),
        ("1.0f", ["1.0", "f"]),
        ("1D 2D 3D 4D", ["1D", "2D", "3D", "4D"]),
        ("0x1F 0X1F 0x", ["0x1F", "0X1F", "0x"]),
        ("$ _ $1 a$b a-b", ["$", "_", "$1", "a$b", "a", "-", "b"]),
        ("ADD.SAT.CC1 r . xy", ["ADD", ".", "SAT", ".", "CC1", "r", ".", "xy"]),
        ("a#b\rc#d\ne#", ["a", "c", "e"]),
        ("a.5", ["a", ".5"]),
        ("\t\r\n  x", ["x"]),
        ("\x0b\x0c\xa0", ["\x0b", "\x0c", "\xa0"]),
        ("²3", ["²", "3"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize("text", ["1.0", "1.", ".5", "1e5", "1E+5", "1.e-3", ".5e2", "007.0", "1e999"])
def test_floats(text: str) -> None:
    assert texts(text) == [text]
    assert is_float(text)
    assert not is_integer(text)


@pytest.mark.parametrize(
    "text", ["1", "007", ".", "e5", "1e", "0x1", "1_0.0", "inf", "nan", "", "1D", "..", "²"]
)
def test_what_is_no_float(text: str) -> None:
    assert not is_float(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("007", 7),
        ("4294967296", 1 << 32),
        ("0x10", 16),
        ("0xFf", 255),
        ("9" * 5000, HUGE),
        ("0" * 5000 + "7", 7),
        ("0x" + "0" * 5000 + "7", 7),
        ("0x" + "f" * 5000, HUGE),
    ],
    ids=lambda value: str(value)[:12],
)
def test_integers(text: str, value: int) -> None:
    assert is_integer(text)
    assert integer_value(text) == value


@pytest.mark.parametrize("text", ["0x", "0X1", "0xg", "0x1.0", "x1"])
def test_what_is_no_hexadecimal_number(text: str) -> None:
    assert not is_hexadecimal(text)


@pytest.mark.parametrize("text", ["", ";", "..", "é", "\0", "\xff", "²"])
def test_what_is_neither_word_nor_number(text: str) -> None:
    assert not is_integer(text)
    assert not is_word(text)
    assert not is_number(text)


ALPHABET = "01.e+-x#\n aD[]_$;"


@given(st.text(ALPHABET, max_size=40), st.integers(8170, 8200), st.sampled_from([" ", "1", "a", ";"]))
@settings(max_examples=150, deadline=None)
def test_a_stretch_cuts_no_token(text: str, length: int, filler: str) -> None:
    """The same tokens whether or not the text is read in stretches."""
    whole = filler * length + "\n" + text
    expected = [match.group() for match in DECLARED_PIECE.finditer(whole)]
    assert texts(whole) == [piece for piece in expected if piece[0] not in " \t\r\n#"]


# White space (NV_gpu_program4 2.X.2)


@pytest.mark.parametrize("space", ["", " ", "\n", "\t\r\n", "#x\n", " # ; END\r"])
def test_white_space_between_any_two_tokens(space: str) -> None:
    words = "a [ 4 ] , i ; ADD . S a [ i . x + 1 ] . x ( GT1 . xyzw ) , - a [ 0 ] . yyzz , { 1 , - 2 } ;"
    # Two words need white space between them.
    text = space.join(words.split()).replace(f"S{space}a", f"S {space}a")
    assert len(load(f"!!NVvp4.0{space}TEMP {space}{text}{space}END").instructions) == 1


def test_a_suffix_is_one_word() -> None:
    """NV_gpu_program4 2.X.4.2: ``.xyzw`` is not split."""
    for text in ("MOV r, r.x y z w;", "MOV r.x y, r;", "MOV r, r.xy zw;"):
        with pytest.raises(ProgramError):
            load(f"!!NVvp4.0 TEMP r; {text} END")


@pytest.mark.parametrize(
    "text",
    [
        "TEMP x, RECT, GT, main, position; MOV x, RECT;",
        "TEMP ADD; ADD ADD, ADD, ADD;",
        "TEMP fragment, primitive, F, CC, S24, row, env, buffer; MOV F, CC;",
        "TEMP r; r: MOV r, r; CAL r;",
    ],
)
def test_words_with_a_meaning_only_in_their_place(text: str) -> None:
    """NV_gpu_program4 2.X.2: only five words are reserved in vertex programs."""
    assert load(f"!!NVvp4.0 {text} END").instructions
