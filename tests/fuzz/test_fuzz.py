"""Random programs: what the generator makes, what the comparison catches, and no difference found."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from nvrender.gl.inputs.results import Results
from nvrender.languages.load import load
from nvrender.languages.profiles import OPCODES as ALL_OPCODES
from nvrender.languages.profiles import VP_PROFILES
from nvrender.ops.conditions import PASSES
from nvrender.source import ProgramError

from .campaign import Outcome, campaign, record
from .compare import Mismatch, differences
from .generator import Sample, generate
from .inputs import Inputs, draw
from .shrink import shrink

#: The families both back ends execute.
OPCODES = {key: row for key, row in ALL_OPCODES.items() if key[0] in ("vp1", "vp2")}

#: Seeds of the samples run here, in parts that run side by side.
FIRST_SEED = 1000
PARTS, PER_PART = 4, 25


@pytest.mark.parametrize("part", range(PARTS))
def test_oracle_and_gpu_agree(part: int) -> None:
    """NV_vertex_program2 2.14.1 to 2.14.3, at random; ``make fuzz`` runs any number."""
    outcomes = campaign("vp", FIRST_SEED + part * PER_PART, PER_PART)
    failed = [
        f"seed {outcome.sample.seed}, {outcome.mode}: {outcome.mismatch.message}"
        for outcome in outcomes
        if outcome.mismatch is not None
    ]
    assert not failed, "\n".join(failed)


def test_a_seed_means_one_program_and_one_input() -> None:
    assert generate(7) == generate(7)
    assert generate(7).text != generate(8).text
    one, two = draw(generate(7), 8), draw(generate(7), 8)
    assert one.parameters.tobytes() == two.parameters.tobytes()
    assert one.attributes[3].tobytes() == two.attributes[3].tobytes()


def test_everything_the_tables_offer_is_drawn() -> None:
    programs = [load(generate(seed).text) for seed in range(500)]
    instructions = [instruction for program in programs for instruction in program.instructions]
    assert {program.profile.name for program in programs} == {
        profile.name for profile in VP_PROFILES.values()
    }
    assert {instruction.opcode.key for instruction in instructions} == set(OPCODES)
    updates = {entry.opcode.name for entry in instructions if entry.condition_code is not None}
    exact = {key for key, row in OPCODES.items() if row.condition_code}
    assert {name for _, name in exact} - updates <= {"SIN", "COS", "RCP", "RCC", "RSQ", "EX2", "LG2"}
    branches = [entry.condition for entry in instructions if entry.opcode.is_flow]
    assert {condition.test for condition in branches if condition} == set(PASSES)
    masks = [entry.destination.condition for entry in instructions if entry.destination]
    assert {condition.test for condition in masks if condition} == set(PASSES)
    assert any(program.has_relative_parameters for program in programs)
    assert any(program.position_invariant for program in programs)
    assert any(program.entry for program in programs)


def _results(**values: float) -> Results:
    return Results({name: np.full((1, 4), value, np.float32) for name, value in values.items()})


@pytest.mark.parametrize(
    ("wanted", "have", "same"),
    [
        (1.0, 1.0, True), (1.0, 1.0000001, False), (0.0, -0.0, False), (1e-40, 0.0, True),
        (float("nan"), float("nan"), True), (float("nan"), 1.0, False), (float("inf"), 3e38, False),
    ],
)  # fmt: skip
def test_exact_results_are_compared_bit_for_bit(wanted: float, have: float, same: bool) -> None:
    mismatch = differences(generate(1), _results(HPOS=wanted), _results(HPOS=have))
    assert (mismatch is None) == same


@pytest.mark.parametrize(
    ("name", "wanted", "have", "same"),
    [
        ("RCP", 0.75, 0.75 + 2.0**-22, True), ("RCP", 0.75, 0.75 + 2.0**-20, False),
        ("EX2", 8.0, 8.0 + 2.0**-19, True), ("EX2", 8.0, 8.0 + 2.0**-16, False),
        ("LG2", 0.5, 0.5 + 2.0**-22, True), ("LG2", 0.5, 0.5 + 2.0**-20, False),
        ("RCP", float("inf"), 1.0, False), ("RCP", float("nan"), 1.0, False),
    ],
)  # fmt: skip
def test_approximate_results_have_the_bounds_of_the_table(
    name: str, wanted: float, have: float, same: bool
) -> None:
    sample = generate(1)
    approximate = {"HPOS": OPCODES["vp2", name]}
    sample = Sample(sample.seed, sample.profile, (), sample.units, approximate)
    mismatch = differences(sample, _results(HPOS=wanted), _results(HPOS=have))
    assert (mismatch is None) == same


def test_shrinking_keeps_what_fails(tmp_path: Path) -> None:
    seed = next(seed for seed in range(1000) if "SGT" in generate(seed).text)
    sample = generate(seed)
    inputs = draw(sample, 8)

    def broken(candidate: Sample, arrays: Inputs, mode: str) -> Mismatch | None:
        return Mismatch("value", "SGT is wrong", 0) if "SGT" in candidate.text else None

    small, one, mismatch = shrink(sample, inputs, "compute", Mismatch("value", "first", 3), broken)
    assert one.count == 1
    assert mismatch.message == "SGT is wrong"
    assert len(small.units) == 2, small.text
    path = record(Outcome("vp", small, one, "compute", mismatch), tmp_path)
    assert load(path).instructions
    assert "SGT is wrong" in path.with_suffix(".txt").read_text()


def test_mutated_programs_load_or_are_refused() -> None:
    source = random.Random(3)
    for seed in range(300):
        text = bytearray(generate(seed).text, "latin-1")
        for _ in range(source.randint(1, 4)):
            place = source.randrange(len(text))
            match source.randrange(3):
                case 0:
                    text[place] = source.randrange(256)
                case 1:
                    del text[place : place + source.randint(1, 5)]
                case _:
                    text[place:place] = text[source.randrange(len(text)) :][: source.randint(1, 12)]
        try:
            load(bytes(text))
        except ProgramError as error:
            assert 0 <= error.position <= len(text)
