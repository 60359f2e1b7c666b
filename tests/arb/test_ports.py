"""Programs of the corpus that plain ARB assembly can express: their ports compute the same."""

from __future__ import annotations

import pytest
from fuzz.ported import Words, differences

from nvrender.arb.translate import assemble
from nvrender.source import TargetError

from .ports import entries, run_of

#: The corpus in so many parts, of which these are tried.
_PARTS, _TRIED = 4, (1, 2)


@pytest.mark.parametrize("part", _TRIED)
def test_ports_compute_what_their_programs_do(part: int) -> None:
    failed, tally, ported = [], Words(), 0
    for entry in entries(part, _PARTS):
        try:
            port = assemble(entry.program)
        except TargetError:
            continue
        if port.program is not entry.program:
            ported += 1
            failed += [f"{entry.name}: {row}" for row in differences(run_of(entry.program), port, tally)[:1]]
    assert not failed, "\n".join(failed)
    assert ported > 480
    assert tally.open < tally.words / 100
    assert tally.same > tally.words * 0.98
