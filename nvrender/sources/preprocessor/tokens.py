"""Tokens of a program that a C preprocessor reads (ISO C 6.4), and errors at them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from nvrender.source import ProgramError, Source

#: What a text is read by; ``1..N`` is a number, two points and a name, as in the languages of programs.
TOKEN = re.compile(
    r"(?P<space>[ \t\f\v\r\n]+|\\[ \t]*(?:\r\n?|\n))|(?P<remark>//[^\r\n]*|#(?!#)[^\r\n]*)"
    r"|(?P<block>/\*.*?(?:\*/|\Z))"
    r"|(?P<name>[A-Za-z_$][A-Za-z0-9_$]*)|(?P<number>(?:[0-9]+\.?(?!\.)|\.[0-9])(?:[eE][+-](?=[0-9])|[A-Za-z0-9_])*)"
    r"|<<|>>|<=|>=|==|!=|&&|\|\||\#\#|\.\.\.|.",
    re.DOTALL,
)
_WORD = re.compile(r"[A-Za-z0-9_$]")


class Token(NamedTuple):
    """A token, with ``space`` before it; ``at`` is where it stands in the text it is of, -1 in no program.

    Macros that ``hidden`` names are not expanded in it.
    """

    text: str
    at: int = -1
    space: bool = False
    is_name: bool = False
    hidden: frozenset[str] = frozenset()


def tokens(text: str, begin: int = 0, end: int | None = None, placed: bool = True) -> Iterator[Token]:
    """The tokens of ``text``; comments of C, and from ``#`` on those of programs, are white space."""
    at, space = begin, False
    end = len(text) if end is None else end
    while at < end:
        match = TOKEN.match(text, at, end)
        assert match is not None
        kind = match.lastgroup
        if kind in ("space", "remark", "block"):
            space = True
        else:
            yield Token(match[0], at if placed else -1, space, kind == "name")
            space = False
        at = match.end()


def written(row: list[Token]) -> str:
    """Tokens as text."""
    parts: list[str] = []
    for token in row:
        if parts and (token.space or pasted(parts[-1], token.text)):
            parts.append(" ")
        parts.append(token.text)
    return "".join(parts)


def pasted(first: str, second: str) -> bool:
    """True for two tokens that would be one without white space between."""
    if not first or not second:
        return False
    return bool(_WORD.match(first[-1]) and _WORD.match(second[0])) or (first[-1] == second[0] in ".+-")


def wrong(source: Source, at: int, message: str, hint: str = "", section: str = "ISO C 6.10") -> ProgramError:
    """The error of what stands at byte ``at``."""
    return ProgramError(source, at, message, hint, section, "preprocessor")
