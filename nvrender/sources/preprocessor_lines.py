"""Lines of a C preprocessor in a program, which its language takes for comments."""

from __future__ import annotations

import re
from typing import NamedTuple

from nvrender.source import Source

#: ``#if`` without white space between and no words in a row behind it, or a line that is nothing else than
#: the preprocessor's.
_LINE = re.compile(
    rb"#(?:(?:if|elif)(?![ \t]+(?!defined\b)\w+[ \t]+\w)[ \t(!]|(?:ifdef|ifndef|define|undef)[ \t]+\w"
    rb"|[ \t]*(?:ifn?def[ \t]+\w+|else|endif|include[ \t]*[\"<][^\r\n\"<>]{1,256}[\">])[ \t]*(?=[\r\n#/]|\Z))"
)
_WORD = re.compile(rb"#[ \t]*([a-z]+)")


class Lines(NamedTuple):
    """The first of them, where it begins, and how many there are."""

    word: str
    start: int
    number: int


def preprocessor_lines(source: Source) -> Lines | None:
    """What of a text looks as if a C preprocessor were to read it; None if nothing does."""
    data = source.data
    first, count, before = -1, 0, 0
    for match in _LINE.finditer(data):
        start = match.start()
        line = max(data.rfind(b"\n", before, start), data.rfind(b"\r", before, start)) + 1
        if not data[max(line, before) : start].strip(b" \t"):
            first = start if first < 0 else first
            count += 1
        before = start
    if not count:
        return None
    word = _WORD.match(data, first)
    assert word is not None
    return Lines(f"#{word[1].decode()}", first, count)
