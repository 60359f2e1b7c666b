"""Every load rule's scripts: what must load, and where the error must be in what must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from nvrender.regression.conformance.run import check
from nvrender.regression.conformance.script import Case, read

SCRIPTS = sorted((Path(__file__).parents[1] / "spec" / "load").glob("*.toml"))
CASES = [case for path in SCRIPTS for case in read(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name} ({case.section})")
def test_load_rule(case: Case) -> None:
    assert [str(failure) for failure in check(case)] == []


def test_every_rule_has_scripts() -> None:
    groups = {case.name.replace(":", " ").split()[0] for case in CASES}
    # R4 is about the target a program is loaded for, see test_load.py.
    assert groups == {f"R{number}" for number in range(1, 70) if number != 4} | {"sweep", "listing"}
