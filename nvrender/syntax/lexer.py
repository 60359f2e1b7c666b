"""Program text → tokens, a stretch at a time (NV_vertex_program2 2.14.1.8).

A token is a word, a decimal number or one character; every byte that is no white space belongs to
one, so an illegal byte is simply a token that nothing accepts. Nothing is tokenised much before it
is needed: an error near the start of a huge file is found without reading the rest.
"""

from __future__ import annotations

import re
import sys
from itertools import accumulate

from nvrender.program import Comment
from nvrender.source import Source, Span

#: At least this many tokens are ready when a statement begins; the longest one has 73.
LOOKAHEAD = 128
#: Comments kept for the translation; a program may have more, they are white space.
COMMENT_LIMIT = 65536

_PIECE = re.compile(r"[ \t\r\n]+|#[^\r\n]*|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|.", re.DOTALL)
_STRETCH = 8192
_SKIPPED = " \t\r\n#"


class Lexer:
    """Tokens of a Source from ``position`` on: ``texts[i]`` begins at byte ``starts[i]``.

    The end of the text is an endless run of empty tokens at its length.
    """

    __slots__ = ("_position", "_text", "comments", "limit", "starts", "texts")

    def __init__(self, source: Source, position: int) -> None:
        self._text = source.text
        self._position = position
        self.texts: list[str] = []
        self.starts: list[int] = []
        self.comments: list[Comment] = []
        #: A statement that begins below this index has its LOOKAHEAD tokens.
        self.limit = 0
        self.refill(0)

    def refill(self, index: int) -> int:
        """Forgets the tokens before ``index`` and reads on; returns the new index of that token."""
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
        end = start + _STRETCH
        pieces = _PIECE.findall(self._text, start, end)
        if end < len(self._text):
            pieces.pop()  # it may be cut
            if not pieces:  # one piece longer than the stretch
                match = _PIECE.match(self._text, start)
                assert match is not None
                pieces = [match.group()]
        starts = list(accumulate(map(len, pieces), initial=start))
        self._position = starts[-1]
        # An illegal byte and the tokens around it are read like any others.
        for piece, begin in zip(pieces, starts, strict=False):
            if piece[0] not in _SKIPPED:
                self.texts.append(piece)
                self.starts.append(begin)
            elif piece[0] == "#" and len(self.comments) < COMMENT_LIMIT:
                self.comments.append(Comment(piece[1:], Span(begin, begin + len(piece))))
