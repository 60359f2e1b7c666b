"""The tables of load rules: each row fails where it says, and its nearest neighbour loads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from declared_rules import GENERATION_5, RULES, limits, program
from digest.corpus import cases_of

from nvrender.languages.load import load
from nvrender.source import ProgramError

SCRIPTS = sorted((Path(__file__).parents[1] / "spec" / "load" / "declared").glob("*.toml"))
ALL = (*RULES, *GENERATION_5)
HEADERS = sorted({header for rule in ALL for header in rule.headers.split()})


@pytest.mark.parametrize("header", HEADERS)
def test_rules(header: str) -> None:
    for rule in ALL:
        if header not in rule.headers.split():
            continue
        load(program(header, rule.loads).encode(), limits=limits(rule))
        before, marked, after = program(header, rule.fails).partition("‸")
        with pytest.raises(ProgramError) as caught:
            load((before + after).encode(), limits=limits(rule))
        assert caught.value.position == len(before), (rule.number, rule.name, marked, str(caught.value))


@pytest.mark.parametrize(
    ("stage", "headers", "count"),
    [(b"f", "AF AF1 AF2 F4", 150), (b"g", "G4", 140), (b"v", "AV AV2 AV3 V4", 145)],
)
def test_every_rule_is_in_a_script_or_in_the_table(stage: bytes, headers: str, count: int) -> None:
    numbers = {
        int(case.name.split()[0][1:])
        for path in SCRIPTS
        for case in cases_of(path)
        if re.match(rb"\s*!!(ARB|NV)" + stage + rb"p[14]\.0", case.program)
    }
    numbers |= {rule.number for rule in RULES if set(rule.headers.split()) & set(headers.split())}
    assert len(numbers) == count


def test_every_rule_of_generation_5_is_there() -> None:
    assert {rule.number for rule in GENERATION_5} == set(range(1, 155))


def test_rules_are_told_apart() -> None:
    named = [(rule.number, rule.name, header) for rule in ALL for header in rule.headers.split()]
    assert len(set(named)) == len(named)
    assert all(rule.sections and rule.fails != rule.loads for rule in ALL)
