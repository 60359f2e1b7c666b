"""A place in the tokens of the declared-name grammar (ARB_vertex_program 2.14.2, NV_gpu_program4 2.X.2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from nvrender.languages.arb.sections import section_of
from nvrender.languages.common.advice import guess, shown
from nvrender.languages.common.leniency import Leniency
from nvrender.languages.common.lexer import DECLARED_PIECE, DECLARED_TAIL, Lexer
from nvrender.languages.common.selectors import SelectorReader
from nvrender.languages.common.tokens import integer_value, is_integer, is_number, is_word
from nvrender.program.limits import Limits
from nvrender.program.profile import Profile
from nvrender.source import ProgramError, Source

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


class ArbCursor(SelectorReader):
    """What declared names and restrictions add to the reader of statements."""

    __slots__ = ("declared", "limits", "restriction")

    limits: Limits

    def __init__(self, source: Source, profile: Profile, leniency: Leniency) -> None:
        lexer = Lexer(source, leniency.start, DECLARED_PIECE, DECLARED_TAIL)
        super().__init__(source, lexer, profile, leniency)
        #: The names declared so far, in order, and the keywords that declared them.
        self.declared: dict[str, str] = {}
        #: What this statement does that the grammar allows and the text forbids.
        self.restriction: Restriction | None = None

    def use(self, profile: Profile) -> None:
        super().use(profile)
        self.limits = profile.declared_limits

    def section_of(self, word: str) -> str:
        """The section of the binding or declaration that begins with ``word``."""
        return section_of(self.sections, word)

    def restrict(self, error: ProgramError, start: int = -1) -> None:
        """Keeps an error that counts only if the grammar has nothing against the statement."""
        if self.restriction is None or error.position < self.restriction.error.position:
            self.restriction = Restriction(error, error.position if start < 0 else start)

    def limit(self, error: ProgramError, start: int = -1) -> None:
        """Raises the error of a number out of range where the grammar states the range, else keeps it."""
        if self.language.bounded:
            raise error
        self.restrict(error, start)

    def end_of_statement(self, what: str) -> None:
        """Steps over ``;`` or raises."""
        if self.texts[self.index] != ";":
            raise self.unended(what)
        self.index += 1

    def unended(self, what: str, hint: str = "") -> ProgramError:
        return super().unended(what, self.missing_end("a number has no suffix"))

    def integer(self, what: str, section: str = "") -> int:
        """An integer constant (<int>)."""
        token = self.token
        if not is_integer(token):
            raise self.error(f"expected {what}, found {shown(token)}", section=section)
        if token[:2] == "0x" and not self.language.hexadecimal:
            raise self.error(f"{self.profile.header} has no hexadecimal numbers", "write it in decimal")
        self.index += 1
        return integer_value(token)

    def name(self, what: str) -> str:
        """An identifier (<identifier>), which no reserved word is."""
        token = self.texts[self.index]
        if not is_word(token):
            raise self.error(f"expected {what}, found {shown(token)}", self._name_hint(token))
        if token in self.language.reserved:
            raise self.error(f"{token} is a reserved word and cannot be {what}", rule="reserved-name")
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
        hint, section = self._undeclared(token), self.sections.variables
        raise self.error(f"{shown(token)} is not declared", hint, section, rule="undeclared-name")

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
