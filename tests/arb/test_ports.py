"""Every program of the corpus that plain ARB assembly can express: its port computes the same."""

from __future__ import annotations

import pytest
from fuzz.ported import Words, differences

from nvrender.arb.translate import assemble
from nvrender.source import TargetError

from .ports import entries, run_of

_PARTS = 4


@pytest.mark.parametrize("part", range(_PARTS))
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
