"""Random !!FP1.0 programs: what is drawn, that endings show what registers hold, and no difference found."""

from __future__ import annotations

import pytest

from nvrender.languages.arb.fragment_bindings import FRAGMENT_ATTRIBUTES
from nvrender.languages.fp1.bindings import ATTRIBUTES as FP1_ATTRIBUTES
from nvrender.languages.fp1.headers.fp1_0 import ROWS
from nvrender.languages.load import load
from nvrender.ops.conditions import PASSES
from nvrender.passes import fixed_point
from nvrender.program import Clamp, RegisterFile

from .campaign import campaign
from .declared_compare import Tally
from .families import FAMILIES


def test_oracle_and_gpu_agree() -> None:
    """NV_fragment_program 3.11, at random."""
    tally = Tally()
    failed = [
        f"seed {outcome.sample.seed}, {outcome.mode}: {outcome.mismatch.message}"
        for outcome in campaign("fp1", 7020, 25, tally=tally)
        if outcome.mismatch is not None
    ]
    assert not failed, "\n".join(failed)
    assert tally.open < tally.words / 10


def test_results_of_fixed_point_that_are_not_clamped_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """NV_fragment_program 3.11.4.2."""
    monkeypatch.setattr(fixed_point, "keeps_range", lambda operation: True)
    assert any(outcome.mismatch is not None for outcome in campaign("fp1", 9000, 60, ("pixels",)))


def test_everything_is_drawn() -> None:
    """NV_fragment_program Tables X.1 to X.4: instructions, suffixes, tests, registers, targets."""
    programs = [load(FAMILIES["fp1"].generate(seed).text) for seed in range(400)]
    found = [entry for program in programs for entry in program.instructions]
    assert {entry.opcode.name for entry in found} == {row.name for row in ROWS}
    assert {entry.precision for entry in found} == {"", "R", "H", "X"}
    assert {entry.clamp for entry in found} == {None, Clamp.UNSIGNED}
    assert {entry.texture.target for entry in found if entry.texture} == {"1D", "2D", "3D", "CUBE", "RECT"}
    masks = {entry.destination.condition for entry in found if entry.destination} - {None}
    assert {mask.test for mask in masks if mask is not None} == set(PASSES)
    assert {entry.condition.test for entry in found if entry.condition} == set(PASSES)
    files = {entry.destination.register.file for entry in found if entry.destination}
    assert files == {RegisterFile.TEMPORARY, RegisterFile.RESULT, RegisterFile.CONDITION_CODE}
    assert {name for program in programs for name in program.results} == {"COLR", "COLH", "DEPR"}
    read = {row.name for program in programs for row in program.attributes}
    assert read <= {FRAGMENT_ATTRIBUTES[number] for number in FP1_ATTRIBUTES.values()}
    assert len(read) > 8
    drawn = {(entry.opcode.name, entry.precision) for entry in found}
    assert len(drawn) > 0.9 * sum(1 + len(row.precisions) for row in ROWS)


def test_a_seed_means_one_program() -> None:
    generate = FAMILIES["fp1"].generate
    assert generate(7) == generate(7)
    assert generate(7).text != generate(8).text
