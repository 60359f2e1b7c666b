"""Lines of a text that are a preprocessor's (ISO C 6.10); see ``preprocess`` for which are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from nvrender.sources.preprocessor.tokens import TOKEN

_END = r"(?=[ \t]*(?:[\r\n#/]|\Z))"
#: ``#if`` that no sentence goes on behind.
_IF = r"(?:el)?if(?![ \t]+(?!defined\b)\w+[ \t]+[A-Za-z_])\b"
_DIRECTIVE = re.compile(
    rf"(?:\A|(?<=[\r\n]))[ \t]*#(?:(?P<word>{_IF}"
    r"|(?:ifdef|ifndef|else|endif|define|undef|include|error|warning|pragma|line)\b)"
    rf"|[ \t]+(?P<apart>{_IF}|(?:ifdef|ifndef|undef)(?=[ \t]+\w+{_END})|(?:else|endif){_END}"
    r"|define(?=[ \t]+\w)|include(?=[ \t]*[\"<])))"
)
#: What a directive cannot begin in, and a directive.
_STEP = re.compile(_DIRECTIVE.pattern + r"|(?P<remark>[#/]/?)", re.DOTALL)
_SPLICE = re.compile(
    r"\\[ \t]*(?:\r\n?|\n)|/\*.*?(?:\*/|\Z)|(?://|(?<!#)#(?!#))[^\r\n]*|(\r\n?|\n)", re.DOTALL
)


class Line(NamedTuple):
    """A directive: its name, where it and what follows begin, and where it ends, with its line end."""

    word: str
    at: int
    rest: int
    end: int


def directives(text: str) -> Iterator[Line]:
    """Each directive of a text, not those in comments of C."""
    at = 0
    while match := _STEP.search(text, at):
        if match["remark"] is not None:
            token = TOKEN.match(text, match.start())
            at = token.end() if token is not None else match.end()
            continue
        begin = match.start()
        at = _line_end(text, match.end())
        yield Line(match["word"] or match["apart"], text.index("#", begin), match.end(), at)


def _line_end(text: str, begin: int) -> int:
    """The end of a directive's line; a backslash and a comment of C go over line ends."""
    return next((match.end() for match in _SPLICE.finditer(text, begin) if match[1] is not None), len(text))
