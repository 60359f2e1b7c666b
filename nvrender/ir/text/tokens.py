"""The tokens of the intermediate representation's text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nvrender.ir.text import literals
from nvrender.source import InputError

_TOKEN = re.compile(
    rf"\s+|//[^\n]*|(?P<literal>{literals.PATTERN})(?![\w$])|(?P<name>[A-Za-z_$][\w$.]*)"
    r'|(?P<string>"(?:[^"\\]|\\.)*")'
    r"|(?P<components>\.[xyzw]{1,4})|(?P<mark>[][{}(),:@])|(?P<equals>=)"
)


class Tokens:
    """A text's tokens and which of them is next."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(_tokens(text))
        self._next = 0

    @property
    def ahead(self) -> str:
        """The text of the next token, "" at the end."""
        return self._tokens[self._next][1]

    def kind(self, further: int = 0) -> str:
        """What the next token is, or one further on: literal, name, string, components, equals, mark, end."""
        return self._tokens[self._next + further][0]

    def take(self, wanted: str | None = None) -> str:
        """The next token, which must be ``wanted``."""
        kind, text, _ = self._tokens[self._next]
        if kind == "end" or (wanted is not None and text != wanted):
            raise self.error(f"{wanted or 'more'} expected, {text or 'nothing'} found")
        self._next += 1
        return text

    def taken(self, wanted: str) -> bool:
        """Whether ``wanted`` is next, which then is taken."""
        found = self.ahead == wanted
        self._next += found
        return found

    def number(self) -> int:
        """A token that is a number."""
        text = self.take()
        if not text.removeprefix("-").isdecimal():
            self.back()
            raise self.error(f"a number expected, {text} found")
        return int(text)

    def back(self) -> None:
        """The token before is next again."""
        self._next -= 1

    def error(self, message: str) -> InputError:
        """An error at the next token."""
        line = self._text.count("\n", 0, self._tokens[self._next][2]) + 1
        return InputError(f"intermediate representation, line {line}: {message}")


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """(kind, text, place) of each token, then one of the end."""
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            line = text.count("\n", 0, place) + 1
            raise InputError(f"intermediate representation, line {line}: {text[place]!r} begins nothing")
        if match.lastgroup:
            yield match.lastgroup, match[0], place
        place = match.end()
    yield from ((("end", "", place),) * 2)
