"""Behind every pass the evaluator gives what the committed digest says that the oracle gives."""

from __future__ import annotations

import pytest
from digest.corpus import Entry, corpus
from digest.files import hash_of, read
from digest.translations import variants
from ir.corpus import evaluations

from nvrender.ir.nodes import Shader
from nvrender.passes.pipeline import IDIOMS, PIPELINE, through

#: The corpus in so many parts, of which these are tried: none with loops whose evaluation takes seconds.
_PARTS, _TRIED = 32, range(2, 5)


#: Those that change no bit; of others see test_idioms.
_EXACT = [row for row in PIPELINE if row not in IDIOMS]


def _behind(name: str, shader: Shader) -> Shader:
    names = [row.name for row in _EXACT]
    return through(_EXACT[: names.index(name) + 1], shader)


def _expected(entry: Entry, committed: dict[str, str], found: dict[str, bytes]) -> dict[str, str]:
    absent = {*variants(entry), *({"executed"} - found.keys())}
    return {name: value for name, value in committed.items() if name not in absent}


@pytest.mark.parametrize("part", _TRIED)
@pytest.mark.parametrize("name", [row.name for row in _EXACT])
def test_results_stay(name: str, part: int) -> None:
    committed, different = read(), []
    for entry in corpus(part, _PARTS):
        found = evaluations(entry, lambda shader: _behind(name, shader))
        expected = _expected(entry, committed[entry.name], found)
        if {key: hash_of(data) for key, data in found.items()} != expected:
            different.append(entry.name)
    assert not different
