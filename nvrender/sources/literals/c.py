"""Literals of C and C++ (ISO C 6.4.5, C++ [lex.string]): adjacent, with escapes, raw, over several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nvrender.sources.literals.tokens import Kind, Run, Token, closed_at, encoded, value_runs

#: A backslash at the end of a line joins it to the next; compilers let white space follow it.
_SPLICE = rb"\\[ \t]*(?:\r\n?|\n)"
_TOKEN = re.compile(
    rb"(?P<skipped>\s+|" + _SPLICE + rb"|/\*.*?(?:\*/|\Z))|(?P<line>//)"
    rb'|(?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\\\s"]{0,16})\()'
    rb'|(?P<string>(?:u8|[uUL])?")'
    rb"|(?P<character>')"
    rb"|(?P<define>\#[ \t]*define[ \t]+[A-Za-z_]\w*(?:\([^()\r\n]*\)?)?)|(?P<directive>\#[ \t]*[a-z]*)"
    rb"|(?P<name>[A-Za-z_]\w*)|(?P<number>\.?[0-9](?:'?[\w.])*)"
    rb"|(?P<compared>[=!<>+*/%&|^-]=)|(?P<join>\+)|(?P<assign>=)|(?P<open>[(\[{])|(?P<close>[)\]}])"
    rb"|(?P<end>[;,])|(?P<rest>.)",
    re.DOTALL,
)
_STEP = _SPLICE + rb"|\\.|[\r\n]|"
_STOPS = {
    "string": re.compile(_STEP + b'(")', re.DOTALL),
    "character": re.compile(_STEP + b"(')", re.DOTALL),
    "line": re.compile(_SPLICE + rb"|([\r\n])"),
}
_KINDS = {
    "name": Kind.NAME,
    "define": Kind.DEFINE,
    "directive": Kind.DIRECTIVE,
    "join": Kind.JOIN,
    "assign": Kind.ASSIGN,
    "open": Kind.OPEN,
    "close": Kind.CLOSE,
    "end": Kind.END,
}
_ESCAPE = re.compile(
    _SPLICE + rb"|\\(?:[0-7]{1,3}|x[0-9A-Fa-f]+|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL
)
_LETTERS = {
    b"a": b"\a", b"b": b"\b", b"e": b"\x1b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v",
}  # fmt: skip
_LINE = re.compile(rb"[\r\n]")
_LINE_END = re.compile(rb"\r\n?")


def tokens(data: bytes) -> Iterator[Token]:
    """The tokens of a text, without white space and comments; a directive ends where its line does."""
    at = 0
    directive = False
    while match := _TOKEN.match(data, at):
        name, start, at = match.lastgroup or "", match.start(), match.end()
        if name == "skipped":
            if directive and data[start:at].isspace() and _LINE.search(data, start, at):
                directive = False
                yield Token(Kind.END, start, at)
            continue
        directive = directive or name in ("define", "directive")
        if match["raw"] is not None:
            token = _raw(data, start, at, match["mark"])
            at = token.end
            yield token
        elif name in _STOPS:
            begin = at
            end, closed = closed_at(data, begin, _STOPS[name])
            at = end + (closed and name != "line")
            if name == "string":
                yield _string(data, start, begin, end, closed)
        else:
            yield Token(_KINDS.get(name, Kind.OTHER), start, at)


def _string(data: bytes, start: int, begin: int, end: int, closed: bool) -> Token:
    def runs() -> Iterator[Run]:
        return value_runs(data, begin, end, _ESCAPE, _meaning)

    return Token(Kind.STRING, start, end + closed, runs, closed)


def _raw(data: bytes, start: int, begin: int, mark: bytes) -> Token:
    """``R"x(…)x"``, which nothing but its end ends."""
    close = b")" + mark + b'"'
    found = data.find(close, begin)
    end = len(data) if found < 0 else found

    def runs() -> Iterator[Run]:
        return value_runs(data, begin, end, _LINE_END, lambda _: b"\n")

    return Token(Kind.STRING, start, end if found < 0 else end + len(close), runs, found >= 0)


def _meaning(match: re.Match[bytes]) -> bytes:
    text = match[0][1:]
    if text[:1] in b"01234567":
        return bytes([int(text, 8) & 0xFF])
    if text[:1] == b"x" and len(text) > 1:
        return bytes([int(text[1:][-2:], 16)])
    if text[:1] in b"uU" and len(text) > 4:
        return encoded(int(text[1:], 16))
    if text.strip(b" \t\r\n") == b"":
        return b""
    return _LETTERS.get(text, text)
