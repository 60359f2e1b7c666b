"""What the tests of hostile texts share."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hypothesis import strategies as st

from nvrender.languages.load import load
from nvrender.source import ProgramError


def attempt(data: bytes) -> ProgramError | None:
    """Loads; anything but a ProgramError within the text fails the test that called."""
    try:
        load(data)
    except ProgramError as error:
        assert 0 <= error.position <= len(data)
        assert error.section and error.message
        lines = str(error).split("\n")
        assert lines[2].strip() == "^"
        assert all(line.isprintable() and len(line) < 600 for line in lines)
        return error
    return None


def attempt_changed(
    program: bytes, piece: re.Pattern[str], words: Sequence[bytes], data: st.DataObject
) -> None:
    """Loads a program with up to two of its tokens gone, and up to two words in their place."""
    pieces = piece.findall(program.decode("latin-1"))
    place = data.draw(st.integers(0, len(pieces)))
    removed = data.draw(st.integers(0, 2))
    added = [word.decode("latin-1") for word in data.draw(st.lists(st.sampled_from(words), max_size=2))]
    attempt("".join(pieces[:place] + added + pieces[place + removed :]).encode("latin-1"))
