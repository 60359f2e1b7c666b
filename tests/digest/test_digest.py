"""Translations and the oracle's results are what the committed digest says; a change of either is read.

``python -m tests.digest`` names what differs, and ``--update`` writes the digest anew.
"""

from __future__ import annotations

import pytest

from .corpus import corpus
from .files import changes, made, read

_PARTS = 16


@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.filterwarnings("ignore::nvrender.source.LoopsEndedWarning")
@pytest.mark.filterwarnings("ignore::nvrender.source.LongCallWarning")
def test_nothing_changed(part: int) -> None:
    found = made(part, _PARTS)
    committed = read()
    assert not [
        f"{row.category}: {row.program}"
        for row in changes({name: committed.get(name, {}) for name in found}, found)
    ]


def test_every_program_is_in_the_digest() -> None:
    """By a name of its own, and no other is."""
    names = [entry.name for entry in corpus()]
    assert sorted(names) == sorted(read())
    assert len(names) > 3300
