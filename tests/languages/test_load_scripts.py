"""The load rules of the first languages: all of them have scripts."""

from __future__ import annotations

from pathlib import Path

from digest.corpus import cases_of

SCRIPTS = sorted((Path(__file__).parents[1] / "spec" / "load").glob("*.toml"))


def test_every_rule_has_scripts() -> None:
    groups = {case.name.replace(":", " ").split()[0] for path in SCRIPTS for case in cases_of(path)}
    # R4 is about the target a program is loaded for, see test_load.py.
    assert groups == {f"R{number}" for number in range(1, 70) if number != 4} | {"sweep", "listing"}
