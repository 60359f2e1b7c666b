"""What the text of a language consists of, as far as string literals and their names go."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class Kind(Enum):
    """What a token is to somebody who looks for literals."""

    STRING = "string"
    NAME = "name"
    #: ``#define NAME``: what follows is what it stands for.
    DEFINE = "define"
    #: Another line of C's preprocessor.
    DIRECTIVE = "directive"
    #: What joins strings: ``+``, ``..``.
    JOIN = "join"
    ASSIGN = "assign"
    COLON = "colon"
    OPEN = "open"
    CLOSE = "close"
    #: The end of a statement, or of a member of a list.
    END = "end"
    OTHER = "other"


class Run(NamedTuple):
    """Bytes of a literal's value: those at ``at`` of its text, or what is written there."""

    at: int
    data: bytes
    verbatim: bool = True


class Token(NamedTuple):
    """A token at bytes ``start`` to ``end``.

    Of a STRING ``runs`` gives its value; ``terminated`` is False if it runs to the end of the line or text;
    ``macro`` tells that it is the name of one that stands for literals.
    """

    kind: Kind
    start: int
    end: int
    runs: Callable[[], Iterator[Run]] | None = None
    terminated: bool = True
    macro: bool = False


@dataclass(frozen=True)
class Hole(Exception):
    """Part of a literal whose value its text does not tell, from byte ``at`` on."""

    at: int
    text: str


def closed_at(data: bytes, begin: int, stop: re.Pattern[bytes]) -> tuple[int, bool]:
    """Where what is open at ``begin`` closes, and whether it does before its line or the text ends.

    ``stop`` matches escapes, which are stepped over, what closes as its group 1, and line ends.
    """
    for match in stop.finditer(data, begin):
        if match[0][:1] != b"\\":
            return match.start(), bool(match[1])
    return len(data), False


def value_runs(
    data: bytes, begin: int, end: int, escape: re.Pattern[bytes], meaning: Callable[[re.Match[bytes]], bytes]
) -> Iterator[Run]:
    """What stands between the quotes: bytes as they are, and what each ``escape`` means."""
    at = begin
    for match in escape.finditer(data, begin, end):
        if match.start() > at:
            yield Run(at, data[at : match.start()])
        yield Run(match.start(), meaning(match), verbatim=False)
        at = match.end()
    if at < end:
        yield Run(at, data[at:end])


def encoded(number: int) -> bytes:
    """A character as UTF-8; a surrogate or what is beyond Unicode as its bytes."""
    return chr(min(number, 0x10FFFF)).encode("utf-8", "surrogatepass")
