"""Tokens and their positions (NV_vertex_program2 2.14.1.8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nvrender.languages.common import lexer as lexer_module
from nvrender.languages.common.lexer import COMMENT_LIMIT, LOOKAHEAD, Lexer, tokens
from nvrender.source import Source


def read(text: str, start: int = 0) -> list[tuple[str, int]]:
    """Every token by refilling as a parser does."""
    lexer = Lexer(Source(text.encode("latin-1")), start)
    found: list[tuple[str, int]] = []
    index = 0
    while True:
        if index >= lexer.limit:
            index = lexer.refill(index)
        if not lexer.texts[index]:
            assert lexer.starts[index] == len(text)
            return found
        found.append((lexer.texts[index], lexer.starts[index]))
        index += 1


def test_tokens_and_positions() -> None:
    assert read("MOV o[HPOS].xy,-c[A0.x+12];") == [
        ("MOV", 0), ("o", 4), ("[", 5), ("HPOS", 6), ("]", 10), (".", 11), ("xy", 12), (",", 14), ("-", 15),
        ("c", 16), ("[", 17), ("A0", 18), (".", 20), ("x", 21), ("+", 22), ("12", 23), ("]", 25), (";", 26),
    ]  # fmt: skip


def test_words_and_numbers_are_maximal_runs() -> None:
    assert [token for token, _ in read("1a a1 _9b 007x R 0 a-b")] == [
        "1", "a", "a1", "_9b", "007", "x", "R", "0", "a", "-", "b",
    ]  # fmt: skip


def test_start() -> None:
    assert read("!!VP1.0END", 7) == [("END", 7)]


@pytest.mark.parametrize("byte", ["\0", "\v", "\f", "\x80", "\xa0", "\xff", "@", "$", "é", "²"], ids=repr)
def test_a_byte_that_is_no_white_space_is_a_token(byte: str) -> None:
    assert read(f"a{byte}b") == [("a", 0), (byte, 1), ("b", 2)]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"], ids=repr)
def test_a_comment_ends_at_lf_or_cr(end: str) -> None:
    assert read(f"a#b;\0c{end}d") == [("a", 0), ("d", 6 + len(end))]


def test_a_comment_at_the_end() -> None:
    assert read("a#b") == [("a", 0)]


@given(st.text(st.sampled_from("aZ_09;.[#\n\r \t\0\xff")), st.integers(1, 9))
def test_stretches_do_not_matter(text: str, stretch: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexer_module, "_STRETCH", stretch)
        patch.setattr(lexer_module, "LOOKAHEAD", 3)
        assert read(text) == list(tokens(text, 0))


@given(st.text(st.sampled_from("a#\n ;")), st.integers(1, 9))
def test_stretches_do_not_cut_comments(text: str, stretch: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lexer_module, "_STRETCH", stretch)
        cut = Lexer(Source(text.encode()), 0)
    assert cut.comments == Lexer(Source(text.encode()), 0).comments
    assert len(cut.comments) == sum("#" in line for line in text.split("\n"))


def test_lookahead() -> None:
    lexer = Lexer(Source(b"a;" * 100_000), 0)
    assert lexer.limit > 0
    assert len(lexer.texts) - (lexer.limit - 1) > LOOKAHEAD


def test_nothing_far_ahead_is_tokenised() -> None:
    lexer = Lexer(Source(b"a;" * 1_000_000), 0)
    assert len(lexer.texts) < 10_000


def test_a_long_piece_is_one_token() -> None:
    size = 1_000_000
    assert read("a" * size + " #" + "b" * size + "\n" + " " * size + "c") == [
        ("a" * size, 0),
        ("c", 3 * size + 3),
    ]


def test_comments_are_kept_up_to_a_limit() -> None:
    lexer = Lexer(Source(b"#x\n" * (COMMENT_LIMIT + 20_000)), 0)
    assert COMMENT_LIMIT <= len(lexer.comments) < COMMENT_LIMIT + 20_000
