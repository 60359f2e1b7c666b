"""Random !!FP2.0 programs: what is drawn, and no difference found."""

from __future__ import annotations

from nvrender.languages.fp1.headers.fp2_0 import ROWS
from nvrender.languages.load import load
from nvrender.program import Clamp

from .campaign import campaign
from .declared_compare import Tally
from .families import FAMILIES


def test_oracle_and_gpu_agree() -> None:
    """docs/semantics.md, at random."""
    tally = Tally()
    failed = [
        f"seed {outcome.sample.seed}, {outcome.mode}: {outcome.mismatch.message}"
        for outcome in campaign("fp2", 7020, 20, tally=tally)
        if outcome.mismatch is not None
    ]
    assert not failed, "\n".join(failed)
    assert tally.open < tally.words / 10


def test_everything_is_drawn() -> None:
    """Instructions, suffixes, and the loop index."""
    programs = [load(FAMILIES["fp2"].generate(seed).text) for seed in range(400)]
    found = [entry for program in programs for entry in program.instructions]
    assert {entry.opcode.name for entry in found} == {row.name for row in ROWS}
    assert {entry.precision for entry in found} == {"", "R", "H", "X"}
    assert {entry.clamp for entry in found} == {None, *Clamp}
    assert any(row.register.relative for entry in found for row in entry.operands)
