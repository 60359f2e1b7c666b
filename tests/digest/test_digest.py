"""Translations and the oracle's results are what the committed digests say; a change of either is read.

``python -m tests.digest`` names what differs, and ``--update`` writes the digests anew.
"""

from __future__ import annotations

import pytest

from .files import Digest, changes, made, read

_PARTS = 8


@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize("digest", Digest, ids=lambda digest: digest.value)
@pytest.mark.filterwarnings("ignore::nvrender.source.LoopsEndedWarning")
@pytest.mark.filterwarnings("ignore::nvrender.source.LongCallWarning")
def test_nothing_changed(digest: Digest, part: int) -> None:
    found = made([digest], part, _PARTS)[digest]
    committed = read(digest)
    assert not [
        f"{row.category}: {row.program}"
        for row in changes({name: committed.get(name, {}) for name in found}, found)
    ]


def test_every_program_is_in_the_digests() -> None:
    """Nothing is in one that is not in the other, and no program of a script twice."""
    programs = {digest: set(read(digest)) for digest in Digest}
    assert programs[Digest.TRANSLATIONS] == programs[Digest.RESULTS]
    assert len(programs[Digest.RESULTS]) > 3300
