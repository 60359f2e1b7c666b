"""Strings of JSON (RFC 8259, 7), each with the keys that lead to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nvrender.sources.literals.tokens import Kind, Run, Token, closed_at, encoded, value_runs

_TOKEN = re.compile(rb"[^\"{}\[\]:,]+|(?P<quote>\")|(?P<open>[{\[])|(?P<close>[}\]])|(?P<colon>:)|(?P<end>,)")
_STOP = re.compile(rb"\\.|(\")", re.DOTALL)
_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|.)", re.DOTALL
)
_LETTERS = {b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t"}


def tokens(data: bytes) -> Iterator[Token]:
    """Strings and what tells of their keys; all else is of no interest."""
    at = 0
    while match := _TOKEN.match(data, at):
        kind, start, at = match.lastgroup, match.start(), match.end()
        if kind == "quote":
            end, closed = closed_at(data, at, _STOP)
            at = end + closed
            yield _string(data, start, end, closed)
        elif kind is not None:
            yield Token(Kind[kind.upper()], start, at)


def _string(data: bytes, start: int, end: int, closed: bool) -> Token:
    def runs() -> Iterator[Run]:
        return value_runs(data, start + 1, end, _ESCAPE, _meaning)

    return Token(Kind.STRING, start, end + closed, runs, closed)


def _meaning(match: re.Match[bytes]) -> bytes:
    text = match[0][1:]
    if len(text) > 5:
        high, low = int(text[1:5], 16), int(text[7:], 16)
        return encoded(0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF))
    if len(text) == 5:
        return encoded(int(text[1:], 16))
    return _LETTERS.get(text, text)
