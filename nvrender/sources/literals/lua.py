"""Literals of Lua (Reference Manual 3.1): quoted with escapes, and in long brackets of any level."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nvrender.sources.literals.tokens import Kind, Run, Token, closed_at, encoded, value_runs

_TOKEN = re.compile(
    rb"(?P<skipped>\s+)|(?P<remark>--(?!\[=*\[)[^\r\n]*)|(?P<long>(?:--)?\[(?P<level>=*)\[)"
    rb"|(?P<quote>[\"'])"
    rb"|(?P<name>[A-Za-z_]\w*)|(?P<number>\.?[0-9][\w.]*)|(?P<rest>[=~<>]=|\.\.\.)|(?P<join>\.\.)|(?P<assign>=)"
    rb"|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>[;,])|(?P<other>.)",
    re.DOTALL,
)
_STEP = rb"\\(?:\r\n|\n\r|z\s*|.)|[\r\n]|"
_STOPS = {quote: re.compile(_STEP + b"(" + quote + b")", re.DOTALL) for quote in (b'"', b"'")}
_KINDS = {
    "name": Kind.NAME,
    "join": Kind.JOIN,
    "assign": Kind.ASSIGN,
    "open": Kind.OPEN,
    "close": Kind.CLOSE,
    "end": Kind.END,
}
_ESCAPE = re.compile(rb"\\(?:\r\n|\n\r|z\s*|x[0-9A-Fa-f]{2}|[0-9]{1,3}|u\{[0-9A-Fa-f]{1,8}\}|.)", re.DOTALL)
_LETTERS = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}
_LINE_END = re.compile(rb"\r\n|\n\r|\r|\n")


def tokens(data: bytes) -> Iterator[Token]:
    """The tokens of a text, without white space and comments."""
    at = 0
    while match := _TOKEN.match(data, at):
        name, start, at = match.lastgroup or "", match.start(), match.end()
        if match["long"] is not None:
            token = _long(data, start, at, match["level"])
            at = token.end
            if match["long"][:2] != b"--":
                yield token
        elif name == "quote":
            end, closed = closed_at(data, at, _STOPS[match["quote"]])
            at = end + closed
            yield _quoted(data, start, end, closed)
        elif name not in ("skipped", "remark"):
            yield Token(_KINDS.get(name, Kind.OTHER), start, at)


def _quoted(data: bytes, start: int, end: int, closed: bool) -> Token:
    def runs() -> Iterator[Run]:
        return value_runs(data, start + 1, end, _ESCAPE, _meaning)

    return Token(Kind.STRING, start, end + closed, runs, closed)


def _long(data: bytes, start: int, begin: int, level: bytes) -> Token:
    """``[=[…]=]``, whose first line end does not count."""
    close = b"]" + level + b"]"
    found = data.find(close, begin)
    end = len(data) if found < 0 else found
    if first := _LINE_END.match(data, begin, end):
        begin = first.end()

    def runs() -> Iterator[Run]:
        return value_runs(data, begin, end, _LINE_END, lambda _: b"\n")

    return Token(Kind.STRING, start, end if found < 0 else end + len(close), runs, found >= 0)


def _meaning(match: re.Match[bytes]) -> bytes:
    text = match[0][1:]
    if text[:1].isdigit():
        return bytes([int(text) & 0xFF])
    if text[:1] == b"x" and len(text) == 3:
        return bytes([int(text[1:], 16)])
    if text[:2] == b"u{":
        return encoded(int(text[2:-1], 16))
    if text[:1] == b"z":
        return b""
    if text[:1] in (b"\r", b"\n"):
        return b"\n"
    return _LETTERS.get(text, text)
