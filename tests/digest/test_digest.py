"""Translations and the oracle's results are what the committed digest says; a change of either is read.

Of every program a part of its translations is made here, each kind of four hundred programs.
``python -m tests.digest`` makes all, names what differs, and ``--update`` writes the digest anew.
"""

from __future__ import annotations

import pytest

from .corpus import corpus
from .files import differing, read

_PARTS, _SHARE = 12, 8


@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.filterwarnings("ignore::nvrender.source.LoopsEndedWarning")
@pytest.mark.filterwarnings("ignore::nvrender.source.LongCallWarning")
def test_nothing_changed(part: int) -> None:
    assert not [f"{row.category}: {row.program}" for row in differing(part, _PARTS, _SHARE)]


def test_every_program_is_in_the_digest() -> None:
    """By a name of its own, and no other is."""
    names = [entry.name for entry in corpus()]
    assert sorted(names) == sorted(read())
    assert len(names) > 3300
