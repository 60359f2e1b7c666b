"""Behind every pass the evaluator gives what the committed digest says that the oracle gives."""

from __future__ import annotations

import pytest
from digest.corpus import Entry
from digest.files import hash_of, read
from digest.translations import variants
from ir.corpus import evaluations, quick

from nvrender.ir.nodes import Shader
from nvrender.passes.pipeline import IDIOMS, PIPELINE, through

#: The corpus in so many parts, of which these are tried.
_PARTS, _TRIED = 32, range(12)

#: Those that change no bit; of others see test_idioms.
_EXACT = [row for row in PIPELINE if row not in IDIOMS]


def _behind(name: str, shader: Shader) -> Shader:
    names = [row.name for row in _EXACT]
    return through(_EXACT[: names.index(name) + 1], shader)


def _expected(entry: Entry, committed: dict[str, str], found: dict[str, bytes]) -> dict[str, str]:
    absent = {*variants(entry), *({"executed"} - found.keys())}
    return {name: value for name, value in committed.items() if name not in absent}


def _is_as_committed(entry: Entry, committed: dict[str, str], name: str) -> bool:
    found = evaluations(entry, lambda shader: _behind(name, shader))
    return {key: hash_of(data) for key, data in found.items()} == _expected(entry, committed, found)


@pytest.mark.parametrize("part", _TRIED)
def test_results_stay(part: int) -> None:
    """Behind all passes; where they do not, the first pass behind which they are others is named."""
    committed, different = read(), list[str]()
    names = [row.name for row in _EXACT]
    for entry in quick(part, _PARTS):
        rows = committed[entry.name]
        if not _is_as_committed(entry, rows, names[-1]):
            first = next(name for name in names if not _is_as_committed(entry, rows, name))
            different.append(f"{entry.name}: {first}")
    assert not different
