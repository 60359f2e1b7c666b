"""What the tests of hostile texts share."""

from __future__ import annotations

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
