"""The table of load rules: each row fails where it says, and its nearest neighbour loads."""

from __future__ import annotations

from pathlib import Path

import pytest
from declared_rules import LIMITS, RULES, Rule, program

from nvrender.check.load import load
from nvrender.regression.spec import read
from nvrender.source import ProgramError

SCRIPTS = sorted((Path(__file__).parents[1] / "spec" / "load" / "declared").glob("*.toml"))
ROWS = [
    pytest.param(rule, header, id=f"{header}: {rule.name}")
    for rule in RULES
    for header in rule.headers.split()
]


def _limits(rule: Rule) -> dict[str, int] | None:
    return {name: LIMITS[name] for name in rule.limits.split()} or None


@pytest.mark.parametrize(("rule", "header"), ROWS)
def test_rule(rule: Rule, header: str) -> None:
    load(program(header, rule.loads).encode(), limits=_limits(rule))
    before, marked, after = program(header, rule.fails).partition("‸")
    with pytest.raises(ProgramError) as caught:
        load((before + after).encode(), limits=_limits(rule))
    assert caught.value.position == len(before), (marked, str(caught.value))


def test_every_rule_of_the_scripts_is_in_the_table() -> None:
    numbers = {
        int(case.name.split()[0][1:])
        for path in SCRIPTS
        if path.stem not in ("fragment", "geometry")  # whose cases stand for themselves
        for case in read(path)
    }
    assert {rule.number for rule in RULES} == numbers


def test_rules_are_told_apart() -> None:
    named = [(rule.name, header) for rule in RULES for header in rule.headers.split()]
    assert len(set(named)) == len(named)
    assert all(rule.sections and rule.fails != rule.loads for rule in RULES)
