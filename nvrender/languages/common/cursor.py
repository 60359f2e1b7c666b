"""A place in the token stream of the register-named grammars: expectations, suffixes, conditions, errors."""

from __future__ import annotations

from typing import ClassVar

from nvrender.languages.common.advice import Advice, shown
from nvrender.languages.common.lexer import Lexer
from nvrender.languages.common.words import MASKS, VECTOR_SUFFIXES
from nvrender.ops.conditions import PASSES
from nvrender.program import COMPONENTS, IDENTITY_SWIZZLE, Condition, Mask, Swizzle
from nvrender.source import ProgramError, Source, Span

_AFTER_TEST = frozenset(");")


class Cursor:
    """The current token and what reads only the next few.

    ``texts`` and ``starts`` are the lexer's; ``index`` is the current token. Errors are returned, for
    the caller to raise. ``grammar``, ``operands`` and ``results`` are the sections of the specification.
    """

    __slots__ = ("index", "lexer", "source", "starts", "texts")

    grammar: ClassVar[str]
    operands: ClassVar[str]
    results: ClassVar[str]

    def __init__(self, source: Source, lexer: Lexer) -> None:
        self.source = source
        self.lexer = lexer
        self.texts = self.lexer.texts
        self.starts = self.lexer.starts
        self.index = 0

    @property
    def token(self) -> str:
        return self.texts[self.index]

    def error(self, message: str, hint: str = "", section: str = "", offset: int = 0) -> ProgramError:
        """An error at ``offset`` bytes into the current token."""
        place = self.starts[self.index] + offset
        return ProgramError(self.source, place, message, hint, section or self.grammar)

    def advise(self, advice: Advice) -> ProgramError:
        """The error an Advice describes, at the current token."""
        return self.error(advice.message, advice.hint, advice.section)

    def expect(self, token: str, place: str) -> None:
        """Steps over ``token`` or raises."""
        if self.texts[self.index] != token:
            raise self.error(f"expected `{token}` {place}, found {shown(self.token)}")
        self.index += 1

    def letters(self, most: int, ordered: bool = False) -> tuple[str, int]:
        """At most ``most`` component letters, each a token of its own that white space may precede.

        Returns them and the byte within the current token where they end, 0 if before it. With
        ``ordered`` they ascend from x to w.
        """
        found = ""
        lowest = 0
        while self.token:
            for offset, letter in enumerate(self.token):
                place = COMPONENTS.find(letter)
                if place < lowest or len(found) == most:
                    return found, offset
                found += letter
                lowest = place + 1 if ordered else 0
            self.index += 1
        return found, 0

    def _found(self, offset: int) -> str:
        return shown(self.token[offset:])

    def vector_suffix(self) -> Swizzle:
        """One component or four, after the ``.`` (swizzleSuffix)."""
        letters, offset = self.letters(4)
        if len(letters) in (1, 4) and not offset:
            return VECTOR_SUFFIXES[letters]
        if not letters:
            message = f"expected a component x, y, z or w, found {self._found(offset)}"
        elif len(letters) < 4:
            message = f"a swizzle has one component or four, not {len(letters)}; found {self._found(offset)}"
            if len(letters) == 1:
                message = f"expected a component x, y, z or w, found {self._found(offset)}"
        else:
            message = f"a swizzle has at most four components; found {self._found(offset)}"
        raise self.error(message, section=self.operands, offset=offset)

    def scalar_suffix(self) -> Swizzle:
        """Exactly one component, after the ``.`` (scalarSuffix)."""
        letters, offset = self.letters(1)
        if letters and not offset:
            return VECTOR_SUFFIXES[letters]
        if letters:
            message = f"a scalar operand has exactly one component; found {self._found(offset)}"
        else:
            message = f"expected a component x, y, z or w, found {self._found(offset)}"
        raise self.error(message, section=self.operands, offset=offset)

    def write_mask(self) -> Mask:
        """One to four components in order, after the ``.`` (optionalWriteMask)."""
        letters, offset = self.letters(4, ordered=True)
        if letters and not offset:
            return MASKS[letters]
        rest = self.token[offset:]
        if letters and rest[0] in COMPONENTS:
            message = f"`{rest[0]}` after `.{letters}`: a write mask has x y z w in this order, each once"
        else:
            message = f"expected a component x, y, z or w, found {shown(rest)}"
        raise self.error(message, section=self.results, offset=offset)

    def test(self) -> tuple[str, Swizzle]:
        """``GT.x``, a condition's test and the components it is of (ccMask)."""
        test = self.token
        if test not in PASSES:
            hint = f"conditions are {', '.join(PASSES)}"
            raise self.error(f"expected a condition, found {shown(test)}", hint, self.results)
        self.index += 1
        if self.token != ".":
            return test, IDENTITY_SWIZZLE
        found = VECTOR_SUFFIXES.get(self.texts[self.index + 1])
        if found is not None and self.texts[self.index + 2] in _AFTER_TEST:
            self.index += 2
            return test, found
        self.index += 1
        return test, self.vector_suffix()

    def parenthesised(self) -> Condition:
        """``(GT.x)``, the condition of a write or a branch (optionalCCMask)."""
        begin = self.starts[self.index]
        self.index += 1
        test, swizzle = self.test()
        self.expect(")", "to close the condition")
        return Condition(test, swizzle, 0, Span(begin, self.starts[self.index - 1] + 1))
