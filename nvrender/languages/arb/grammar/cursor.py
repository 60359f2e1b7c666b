"""A place in the tokens of the declared-name grammar (ARB_vertex_program 2.14.2, NV_gpu_program4 2.X.2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from nvrender.languages.arb.grammar.words import RGBA, SWIZZLES, WRITE_MASKS
from nvrender.languages.common.advice import guess, shown
from nvrender.languages.common.lexer import DECLARED_PIECE, DECLARED_TAIL, Lexer
from nvrender.languages.common.tokens import (
    integer_value,
    is_integer,
    is_number,
    is_word,
)
from nvrender.program import COMPONENTS, IDENTITY_SWIZZLE, Mask, Swizzle
from nvrender.program.language import Language
from nvrender.program.limits import Limits
from nvrender.program.profile import Profile
from nvrender.program.sections import Sections
from nvrender.source import ProgramError, Source, Span

#: Among more names a misspelt one is not looked for.
_SUGGESTED = 256
#: Registers of the register-named grammar.
_REGISTER = re.compile(r"[RA]([0-9]{1,2})|[ovc]()")
_REGISTER_FILES = {
    "o": "results are named result.position, result.texcoord[0] and so on",
    "v": "attributes are named vertex.position, vertex.attrib[1] and so on",
    "c": "parameters are named program.env[0], program.local[0] and so on",
}
_ROOTS = ("vertex", "state", "program", "result")
_OTHER_ROOTS = ("fragment", "primitive")


def close(word: str, words: Mapping[str, object] | frozenset[str]) -> str:
    """A hint that names the word probably meant, or ""."""
    return guess(word, list(words))


class Restriction(NamedTuple):
    """An error of a well-formed statement, in a construct that begins at byte ``start``."""

    error: ProgramError
    start: int


class ArbCursor:
    """The current token and what reads only the next few.

    ``texts`` and ``starts`` are the lexer's; ``index`` is the current token. Errors are returned, for
    the caller to raise.
    """

    __slots__ = (
        "declared",
        "index",
        "language",
        "lexer",
        "limits",
        "masks",
        "profile",
        "restriction",
        "sections",
        "source",
        "starts",
        "swizzles",
        "texts",
    )

    language: Language
    limits: Limits
    sections: Sections

    def __init__(self, source: Source, profile: Profile) -> None:
        self.source = source
        self.lexer = Lexer(source, len(profile.header), DECLARED_PIECE, DECLARED_TAIL)
        self.texts = self.lexer.texts
        self.starts = self.lexer.starts
        self.index = 0
        #: The names declared so far, in order, and the keywords that declared them.
        self.declared: dict[str, str] = {}
        #: What this statement does that the grammar allows and the text forbids.
        self.restriction: Restriction | None = None
        self.use(profile)

    def use(self, profile: Profile) -> None:
        """Reads on by the grammar of ``profile``."""
        self.profile = profile
        self.language = profile.declared_language
        self.limits = profile.declared_limits
        self.sections = self.language.sections
        self.swizzles = SWIZZLES[self.language.rgba]
        self.masks = WRITE_MASKS[self.language.rgba]

    @property
    def token(self) -> str:
        return self.texts[self.index]

    def window(self) -> None:
        """Makes sure that enough tokens follow; called once a statement and once a list element."""
        if self.index >= self.lexer.limit:
            self.index = self.lexer.refill(self.index)

    def error(self, message: str, hint: str = "", section: str = "", offset: int = 0) -> ProgramError:
        """An error at ``offset`` bytes into the current token."""
        place = self.starts[self.index] + offset
        return ProgramError(self.source, place, message, hint, section or self.sections.grammar)

    def error_at(self, start: int, message: str, hint: str = "", section: str = "") -> ProgramError:
        return ProgramError(self.source, start, message, hint, section or self.sections.grammar)

    def restrict(self, error: ProgramError, start: int = -1) -> None:
        """Keeps an error that counts only if the grammar has nothing against the statement."""
        if self.restriction is None or error.position < self.restriction.error.position:
            self.restriction = Restriction(error, error.position if start < 0 else start)

    def limit(self, error: ProgramError, start: int = -1) -> None:
        """Raises the error of a number out of range where the grammar states the range, else keeps it."""
        if self.language.bounded:
            raise error
        self.restrict(error, start)

    def expect(self, token: str, place: str) -> None:
        """Steps over ``token`` or raises."""
        if self.texts[self.index] != token:
            raise self.error(f"expected `{token}` {place}, found {shown(self.token)}")
        self.index += 1

    def end_of_statement(self, what: str) -> None:
        """Steps over ``;`` or raises."""
        if self.texts[self.index] != ";":
            raise self.unended(what)
        self.index += 1

    def unended(self, what: str) -> ProgramError:
        """Something else where the ``;`` after ``what`` must be."""
        hint = ""
        token, start = self.token, self.starts[self.index]
        if self.index:
            before = self.texts[self.index - 1]
            end = self.starts[self.index - 1] + len(before)
            if is_number(before) and is_word(token) and end == start:
                hint = "a number has no suffix"
            elif "\n" in self.source.text[end:start]:
                line, column = self.source.line_and_column(end)
                hint = f"the statement lacks its `;` at line {line}, column {column}"
        return self.error(f"expected `;` after {what}, found {shown(token)}", hint)

    def take(self, token: str) -> bool:
        """Steps over ``token`` if it is there."""
        if self.texts[self.index] != token:
            return False
        self.index += 1
        return True

    def span(self, begin: int) -> Span:
        """From byte ``begin`` to the end of the token before the current one."""
        last = self.index - 1
        return Span(begin, self.starts[last] + len(self.texts[last]))

    def integer(self, what: str, section: str = "") -> int:
        """An integer constant (<int>)."""
        token = self.token
        if not is_integer(token):
            raise self.error(f"expected {what}, found {shown(token)}", section=section)
        if token[:2] == "0x" and not self.language.hexadecimal:
            hint = "write it in decimal"
            raise self.error(f"{self.profile.header} has no hexadecimal numbers", hint)
        self.index += 1
        return integer_value(token)

    def name(self, what: str) -> str:
        """An identifier (<identifier>), which no reserved word is."""
        token = self.texts[self.index]
        if not is_word(token):
            raise self.error(f"expected {what}, found {shown(token)}", self._name_hint(token))
        if token in self.language.reserved:
            raise self.error(f"{token} is a reserved word and cannot be {what}")
        self.index += 1
        return token

    def declared_name(self, what: str, type: bool = False) -> str:
        """A name that has been declared (establishedName); of a subroutine type only for ``type``."""
        token = self.texts[self.index]
        keyword = self.declared.get(token)
        if keyword is not None:
            if keyword == "SUBROUTINETYPE" and not type:
                raise self.error(f"{shown(token)} is a subroutine type", section=self.sections.subroutines)
            self.index += 1
            return token
        self.name(what)
        self.index -= 1
        raise self.error(f"{shown(token)} is not declared", self._undeclared(token), self.sections.variables)

    def _undeclared(self, word: str) -> str:
        """What would be right in place of a name that is not declared."""
        if match := _REGISTER.fullmatch(word):
            kind = "TEMP" if word[0] == "R" else "ADDRESS"
            if match[1] and kind in self.language.declarations:
                return f"registers are declared: {kind} {word};"
            return _REGISTER_FILES.get(word, "")
        if word in _OTHER_ROOTS or (word == "vertex" and word not in self.language.reserved):
            return f"a {self.profile.stage.value} program has no {word}.…"
        names = [*self.declared, *_ROOTS] if len(self.declared) <= _SUGGESTED else _ROOTS
        return guess(word, names)

    @staticmethod
    def _name_hint(token: str) -> str:
        return "names begin with a letter, `_` or `$`" if is_number(token) else ""

    def swizzle(self) -> Swizzle:
        """An optional ``.`` and one component or four (swizzleSuffix)."""
        if self.texts[self.index] != ".":
            return IDENTITY_SWIZZLE
        found = self.swizzles.get(self.texts[self.index + 1])
        self.index += 1
        if found is None:
            raise self._bad_swizzle("a swizzle has one component or four")
        self.index += 1
        return found

    def component(self, what: str, hint: str = "write a suffix .x, .y, .z or .w") -> Swizzle:
        """``.`` and exactly one component (scalarSuffix)."""
        if self.texts[self.index] != ".":
            message = f"{what} needs a component, found {shown(self.token)}"
            raise self.error(message, hint, self.sections.operands)
        self.index += 1
        word = self.token
        if len(word) != 1 or word not in self.swizzles:
            raise self._bad_swizzle(f"{what} has exactly one component")
        self.index += 1
        return self.swizzles[word]

    def _bad_swizzle(self, rule: str) -> ProgramError:
        word = self.token
        section = self.sections.operands
        if is_word(word) and set(word) <= set(COMPONENTS + RGBA):
            if not self.language.rgba and not set(word) <= set(COMPONENTS):
                hint = "write x, y, z and w"
                return self.error(f"{self.profile.header} has no components r, g, b, a", hint, section)
            if not set(word) <= set(COMPONENTS) and not set(word) <= set(RGBA):
                return self.error(f"{shown(word)} mixes xyzw and rgba components", section=section)
            hint = (
                f"write .{word + word[-1] * (4 - len(word))}" if 1 < len(word) < 4 and "four" in rule else ""
            )
            return self.error(f"{rule}; found {shown(word)}", hint, section)
        letters = "x, y, z or w" + (" or r, g, b or a" if self.language.rgba else "")
        return self.error(f"expected components {letters}, found {shown(word)}", section=section)

    def write_mask(self) -> Mask:
        """Components in order, after the ``.`` (optWriteMask)."""
        word = self.token
        found = self.masks.get(word)
        if found is None:
            if is_word(word) and set(word) <= set(COMPONENTS + RGBA):
                section = self.sections.destinations
                hint = "a write mask has x y z w in this order, each once"
                if self.language.rgba:
                    hint += ", or r g b a"
                raise self.error(f"{shown(word)} is no write mask", hint, section)
            raise self._bad_swizzle("")
        self.index += 1
        return found
