"""A program's text as statements and comments, with the line breaks between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from nvrender.languages.common.lexer import DECLARED_PIECE, FP1_PIECE
from nvrender.languages.common.words import END
from nvrender.program import Program
from nvrender.source import Source

#: Grammar → what a token is; numbers of register-named vertex programs are read as those of !!FP1.0 are.
_PIECES = {"arb": DECLARED_PIECE, "fp1": FP1_PIECE, "vp": FP1_PIECE}
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass
class Piece:
    """A token or a comment, its byte, and how many ends of lines stand before it."""

    text: str
    start: int
    breaks: int

    @property
    def comment(self) -> bool:
        return self.text.startswith("#")


@dataclass
class Statement:
    """What one ``;``, a label's ``:``, or END ends, with the comments within it; or a comment between two.

    ``trailing`` is the comment behind it in its last line.
    """

    pieces: list[Piece] = field(default_factory=list)
    trailing: str = ""

    @property
    def comment(self) -> bool:
        """True for a comment on lines of its own."""
        return self.pieces[0].comment

    @property
    def broken(self) -> bool:
        """True if there is a comment within."""
        return any(piece.comment for piece in self.pieces)

    @property
    def label(self) -> bool:
        return self.pieces[-1].text == ":"


def pieces(source: Source, grammar: str, start: int) -> Iterator[Piece]:
    """Every token and comment from byte ``start`` on; none ends in white space."""
    breaks = 0
    for match in _PIECES[grammar].finditer(source.text, start):
        text = match[0]
        if text[0] in " \t\r\n":
            breaks += len(_LINE_END.findall(text))
            continue
        yield Piece(text.rstrip() if text[0] == "#" else text, match.start(), breaks)
        breaks = 0


def statements(program: Program) -> list[Statement]:
    """All of a program behind its header, in order."""
    header = program.profile.header
    first = Statement([Piece(header, 0, 0)])
    found, current = [first], Statement()
    for piece in pieces(program.source, program.profile.grammar, len(header)):
        if not current.pieces and piece.comment:
            if not piece.breaks and not found[-1].comment and not found[-1].trailing:
                found[-1].trailing = piece.text
            else:
                found.append(Statement([piece]))
            continue
        current.pieces.append(piece)
        if piece.text in (";", ":") or (piece.text == END and len(current.pieces) == 1):
            found.append(current)
            current = Statement()
    return [*found, current] if current.pieces else found
