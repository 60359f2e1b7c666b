"""Program text → tokens, a stretch at a time (NV_vertex_program2 2.14.1.8).

A token is a word, a decimal number or one character; every byte that is no white space belongs to
one, so an illegal byte is simply a token that nothing accepts. Nothing is tokenised much before it
is needed: an error near the start of a huge file is found without reading the rest.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import accumulate, compress

from nvrender.program import Comment
from nvrender.source import Source, Span

#: At least this many tokens are ready when a statement begins; the longest one has 73.
LOOKAHEAD = 128
#: Comments kept for the translation; any further ones are only white space.
COMMENT_LIMIT = 65536

_PIECE = re.compile(r"[ \t\r\n]+|#[^\r\n]*|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|.", re.DOTALL)
#: NV_gpu_program4 2.X.2: words with ``$``, ``..``, and numbers. A ``.`` belongs to a number only if what
#: follows is neither another one nor a letter that begins no exponent; ``2D`` is one token.
DECLARED_PIECE = re.compile(
    r"[ \t\r\n]+|#[^\r\n]*|[A-Za-z_$][A-Za-z0-9_$]*|\.\."
    r"|(?:[0-9]+\.[0-9]+|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+\.?[eE][+-]?[0-9]+"
    r"|[0-9]+\.(?![.A-Za-z_$0-9])|[0-9][A-Za-z0-9_$]*|.",
    re.DOTALL,
)
#: NV_fragment_program 3.11.3: words with ``$``, numbers, and the texture targets that begin with a digit.
FP1_PIECE = re.compile(
    r"[ \t\r\n]+|#[^\r\n]*|[A-Za-z_$][A-Za-z0-9_$]*|[123]D(?![A-Za-z0-9_$])"
    r"|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|.",
    re.DOTALL,
)
#: The pieces a stretch may cut a number of DECLARED_PIECE or FP1_PIECE into: ``1``, ``.``, ``e``, ``+``.
DECLARED_TAIL = 4
_STRETCH = 8192
_WHITE_SPACE = frozenset(" \t\r\n#")


def tokens(text: str, position: int) -> Iterator[tuple[str, int]]:
    """(token, start) of every token from ``position`` on, one at a time."""
    while match := _PIECE.match(text, position):
        if text[position] not in _WHITE_SPACE:
            yield match.group(), position
        position = match.end()


class Lexer:
    """Tokens of a Source from ``position`` on: ``texts[i]`` begins at byte ``starts[i]``.

    ``piece`` matches one token or white space, which a cut may split into ``tail`` pieces. The end of the
    text is a run of empty tokens at its length. ``comments`` holds those met so far.
    """

    __slots__ = ("_piece", "_position", "_tail", "_text", "comments", "limit", "starts", "texts")

    def __init__(self, source: Source, position: int, piece: re.Pattern[str] = _PIECE, tail: int = 1) -> None:
        self._piece = piece
        self._tail = tail
        self._text = source.text
        self._position = position
        self.texts: list[str] = []
        self.starts: list[int] = []
        self.comments: list[Comment] = []
        #: LOOKAHEAD tokens follow every token whose index is below this.
        self.limit = 0
        self.refill(0)

    def refill(self, index: int) -> int:
        """Forgets the tokens before ``index`` and reads on; returns that token's new index."""
        del self.texts[:index], self.starts[:index]
        length = len(self._text)
        while len(self.texts) <= LOOKAHEAD and self._position < length:
            self._read()
        if self._position < length:
            self.limit = len(self.texts) - LOOKAHEAD
        else:
            self.limit = sys.maxsize
            self.texts += [""] * LOOKAHEAD
            self.starts += [length] * LOOKAHEAD
        return 0

    def _read(self) -> None:
        start = self._position
        stretch = _STRETCH
        while True:
            end = start + stretch
            pieces: list[str] = self._piece.findall(self._text, start, end)
            if end >= len(self._text):
                break
            del pieces[-self._tail :]  # may be cut short
            if pieces:
                break
            stretch *= 4  # a piece longer than the stretch
        starts = list(accumulate(map(len, pieces), initial=start))
        self._position = starts[-1]
        kept = [piece[0] not in _WHITE_SPACE for piece in pieces]
        self.texts += compress(pieces, kept)
        self.starts += compress(starts, kept)
        if "#" in self._text[start : self._position] and len(self.comments) < COMMENT_LIMIT:
            self.comments += [
                Comment(piece[1:], Span(begin, begin + len(piece)))
                for piece, begin in zip(pieces, starts, strict=False)
                if piece[0] == "#"
            ]
