"""Literals of Python (Language Reference 2.4): adjacent, raw, with three quotes, of bytes, formatted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from nvrender.sources.literals.tokens import Hole, Kind, Run, Token, closed_at, encoded, value_runs

_TOKEN = re.compile(
    rb"(?P<skipped>[ \t\f]+|\\(?:\r\n?|\n)|\#[^\r\n]*)|(?P<line>\r\n?|\n)"
    rb"|(?P<prefix>[rRbBuUfF]{0,2})(?P<quote>\"\"\"|'''|\"|')"
    rb"|(?P<name>[A-Za-z_]\w*)|(?P<number>\.?[0-9][\w.]*)|(?P<rest>[=!<>+*/%&|^@:-]=|->|\.\.\.)|(?P<join>\+)"
    rb"|(?P<assign>=)|(?P<colon>:)|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<end>[;,])|(?P<other>.)",
    re.DOTALL,
)
_KINDS = {
    "name": Kind.NAME,
    "join": Kind.JOIN,
    "assign": Kind.ASSIGN,
    "colon": Kind.COLON,
    "open": Kind.OPEN,
    "close": Kind.CLOSE,
    "end": Kind.END,
}
#: What steps over escapes up to the end of a literal, by its quotes.
_STOPS = {
    quote: re.compile(rb"\\(?:\r\n|.)|" + rb"[\r\n]|" * (len(quote) == 1) + b"(" + quote + b")", re.DOTALL)
    for quote in (b'"', b"'", b'"""', b"'''")
}
_ESCAPE = (
    rb"\\(?:\r\n?|\n|[0-7]{1,3}|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|N\{[^{}\r\n]{1,128}\}|.)"
)
_LINE_END = rb"\r\n?"
_BRACES = rb"\{\{|\}\}|\{[^{}]{0,80}\}?"
_LETTERS = {
    b"\\": b"\\", b"'": b"'", b'"': b'"', b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r",
    b"t": b"\t", b"v": b"\v",
}  # fmt: skip


def tokens(data: bytes) -> Iterator[Token]:
    """The tokens of a text, without white space and comments; a line ends what no bracket holds open."""
    at = depth = 0
    while match := _TOKEN.match(data, at):
        name, start, at = match.lastgroup or "", match.start(), match.end()
        if match["quote"] is not None:
            end, closed = closed_at(data, at, _STOPS[match["quote"]])
            token = _string(data, match, end, closed)
            at = token.end
            yield token
        elif name == "line":
            if not depth:
                yield Token(Kind.END, start, at)
        elif name != "skipped":
            depth = max(depth + (name == "open") - (name == "close"), 0)
            yield Token(_KINDS.get(name, Kind.OTHER), start, at)


def _string(data: bytes, opened: re.Match[bytes], end: int, closed: bool) -> Token:
    begin = opened.end()
    prefix = opened["prefix"].lower()
    patterns = [_LINE_END] + [_ESCAPE] * (b"r" not in prefix) + [_BRACES] * (b"f" in prefix)
    escape = re.compile(b"|".join(patterns), re.DOTALL)

    def meaning(match: re.Match[bytes]) -> bytes:
        return _meaning(match, b"b" in prefix)

    def runs() -> Iterator[Run]:
        return value_runs(data, begin, end, escape, meaning)

    return Token(Kind.STRING, opened.start(), end + len(opened["quote"]) * closed, runs, closed)


def _meaning(match: re.Match[bytes], of_bytes: bool) -> bytes:
    whole = match[0]
    if whole[:1] == b"\r":
        return b"\n"
    if whole in (b"{{", b"}}"):
        return whole[:1]
    if whole[:1] == b"{":
        raise Hole(match.start(), whole.decode("utf-8", "replace"))
    text = whole[1:]
    if text[:1] in (b"\r", b"\n"):
        return b""
    if text[:1] in b"01234567":
        number = int(text, 8)
        return bytes([number & 0xFF]) if of_bytes else encoded(number)
    if text[:1] == b"x" and len(text) == 3:
        number = int(text[1:], 16)
        return bytes([number]) if of_bytes else encoded(number)
    if text[:1] in b"uU" and len(text) > 4 and not of_bytes:
        return encoded(int(text[1:], 16))
    if text[:2] == b"N{" and not of_bytes:
        try:
            return unicodedata.lookup(text[2:-1].decode("ascii", "replace")).encode()
        except KeyError:
            return whole
    return _LETTERS.get(text, whole)
