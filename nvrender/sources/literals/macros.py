"""Macros of C that stand for literals and nothing else (ISO C 6.10.3), as far as a file itself tells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from nvrender.sources.literals.tokens import Kind, Run, Token

_DEFINITION = re.compile(rb"\#[ \t]*define[ \t]+([A-Za-z_]\w*)")
#: So much text macros may make of a file: of two that each hold the one before twice, thirty are all memory.
_MOST = 2**22


class _Macro(NamedTuple):
    strings: Sequence[Token]
    length: int


class Macros:
    """Those of one text, read token by token; what is defined twice may be either, and is none."""

    def __init__(self, data: bytes = b"") -> None:
        self._data = data
        self._once = {name for name, count in Counter(_DEFINITION.findall(data)).items() if count == 1}
        self._known: dict[bytes, _Macro] = {}
        self._left = _MOST
        #: The macro that literals which begin here are the definition of, b"" where they are of none.
        self.being_defined = b""
        #: Macros that are joined to other literals.
        self.continued: set[bytes] = set()

    def expanded(self, token: Token) -> Token:
        """The token itself, or as a STRING what a macro stands for."""
        text = self._data[token.start : token.end] if token.kind in (Kind.DEFINE, Kind.NAME) else b""
        if (macro := self._known.get(text)) is not None and macro.length <= self._left:
            self._left -= macro.length
            strings = macro.strings
            terminated = all(string.terminated for string in strings)
            return Token(Kind.STRING, token.start, token.end, lambda: _runs(strings), terminated, macro=True)
        if token.kind is Kind.DEFINE:
            name = _DEFINITION.fullmatch(text)  # not one with parameters
            self.being_defined = name[1] if name is not None and name[1] in self._once else b""
        elif token.kind is not Kind.STRING:
            self.being_defined = b""
        return token

    def read(self, strings: Sequence[Token], defined: bytes, end: Token, *, whole: bool) -> None:
        """Literals that are one, if they are the ``whole`` of ``defined``, whose line ends behind them."""
        if len(strings) > 1 or not whole:
            self.continued.update(self._data[row.start : row.end] for row in strings if row.macro)
        if whole and defined and end.kind is Kind.END and self._data[end.start : end.end].isspace():
            lengths = (
                self._known[self._data[row.start : row.end]].length if row.macro else row.end - row.start
                for row in strings
            )
            self._known[defined] = _Macro(tuple(strings), sum(lengths))


def _runs(strings: Sequence[Token]) -> Iterator[Run]:
    return chain.from_iterable(string.runs() for string in strings if string.runs is not None)
