"""A text that is being typed: its language, its tokens, its names, and what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from nvrender.languages.arb.options import with_options
from nvrender.languages.common.spellings import spellings
from nvrender.languages.common.words import OPTION
from nvrender.languages.layout.pieces import Piece, pieces
from nvrender.languages.load import load
from nvrender.languages.profiles import PROFILES
from nvrender.lint.warnings import warnings_of
from nvrender.program import Program
from nvrender.program.profile import Profile
from nvrender.source import InputError, NvrenderError, ProgramError, Source

#: What stands for a character that no file of a program has: comments alone may.
SUBSTITUTE = "\x1a"
_WORD = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
#: An operand's register or binding, or a word, up to the place of the cursor and behind it.
_BEFORE = re.compile(r"(?:!!)?[A-Za-z_$][\w$.\[\]]*$")
_BEHIND = re.compile(r"[\w$.]*(?:\[[\w$]*\][\w$.]*)*")
#: Declarations of one variable that a type stands before.
_TYPED = "SUBROUTINE"


@dataclass(frozen=True)
class Document:
    """``text`` as the editor has it: a character each, whatever a file would make of it."""

    text: str
    name: str = "<text>"

    @cached_property
    def source(self) -> Source:
        text = "".join(letter if letter <= "\xff" else SUBSTITUTE for letter in self.text)
        return Source(text.encode("latin-1"), self.name)

    @cached_property
    def profile(self) -> Profile | None:
        """That of the header and of the options in front, None where there is none."""
        header = next((header for header in PROFILES if self.text.startswith(header)), None)
        if header is None:
            return None
        profile = PROFILES[header]
        asked = frozenset(self.options) & profile.options
        return with_options(profile, asked) if asked and profile.grammar == "arb" else profile

    @cached_property
    def options(self) -> tuple[str, ...]:
        return tuple(re.findall(rf"^[ \t]*{OPTION}\s+(\w+)\s*;", self.text, re.MULTILINE))

    @cached_property
    def program(self) -> Program | None:
        """The program, None where it does not load."""
        try:
            return load(self.source)
        except NvrenderError:
            return None

    def faults(self) -> list[ProgramError]:
        """Every error; of a program that loads every warning."""
        try:
            return list(warnings_of(load(self.source)))
        except ProgramError as error:
            return [error, *error.others]
        except InputError:
            return []

    @cached_property
    def tokens(self) -> tuple[Piece, ...]:
        """All behind the header, without comments."""
        if self.profile is None:
            return ()
        found = pieces(self.source, self.profile.grammar, len(self.profile.header))
        return tuple(piece for piece in found if not piece.comment)

    @cached_property
    def names(self) -> dict[str, Piece]:
        """What is declared, labels too → where."""
        found: dict[str, Piece] = {}
        for statement in self._statements():
            for piece in self._declared(statement):
                found.setdefault(piece.text, piece)
        return found

    def uses(self, name: str) -> list[Piece]:
        """Where a declared name stands; what is behind a dot is none."""
        rows = self.tokens
        return [
            piece
            for place, piece in enumerate(rows)
            if piece.text == name and (place == 0 or rows[place - 1].text != ".")
        ]

    def _statements(self) -> Iterator[Sequence[Piece]]:
        current: list[Piece] = []
        for piece in self.tokens:
            current.append(piece)
            if piece.text in (";", ":"):
                yield current
                current = []
        yield current

    def _declared(self, statement: Sequence[Piece]) -> Iterator[Piece]:
        assert self.profile is not None
        language = self.profile.language
        if len(statement) > 1 and statement[-1].text == ":":
            yield statement[0]
            return
        place = 0
        while place < len(statement) and statement[place].text in language.modifiers:
            place += 1
        if place == len(statement) or statement[place].text not in language.declarations:
            return
        place += 2 if statement[place].text == _TYPED else 1
        depth, begins = 0, True
        for piece in statement[place:]:
            if begins and depth == 0 and _WORD.fullmatch(piece.text):
                yield piece
                begins = False
            depth += (piece.text in "[{(") - (piece.text in "]})")
            begins = piece.text == "," and depth == 0
            if piece.text == "=":
                return

    def expression(self, offset: int) -> tuple[int, str]:
        """Where the register, binding or word around ``offset`` begins, and itself; "" for none."""
        start = self.text.rfind("\n", 0, offset) + 1
        before = _BEFORE.search(self.text[start:offset])
        begin = offset - len(before[0]) if before else offset
        behind = _BEHIND.match(self.text, offset)
        end = offset if behind is None else behind.end()
        return begin, self.text[begin:end]

    def commented(self, offset: int) -> bool:
        """True within a comment."""
        start = max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset)) + 1
        return "#" in self.text[start:offset]

    def begins(self, offset: int) -> bool:
        """True where a statement begins, before a word of it is complete."""
        before = [piece for piece in self.tokens if piece.start + len(piece.text) < offset]
        inside = any(piece.start < offset <= piece.start + len(piece.text) for piece in self.tokens)
        if not inside:
            before = [piece for piece in self.tokens if piece.start < offset]
        return not before or before[-1].text in (";", ":")

    def word_end(self, offset: int) -> int:
        """Where the token at ``offset`` ends, at least one character behind it."""
        match = _WORD.match(self.text, offset)
        return match.end() if match else min(offset + 1, len(self.text))

    def instruction(self, word: str) -> str:
        """The instruction that ``word`` is, suffixes and all; "" if it is none."""
        spelling = spellings(self.profile).get(word) if self.profile is not None else None
        return "" if spelling is None else spelling.opcode.name
