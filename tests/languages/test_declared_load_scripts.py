"""The load rules of the declared-name languages: which of them the scripts cover."""

from __future__ import annotations

from pathlib import Path

import pytest
from digest.corpus import cases_of

from nvrender.languages.load import load
from nvrender.source import ProgramError

SCRIPTS = sorted((Path(__file__).parents[1] / "spec" / "load" / "declared").glob("*.toml"))
CASES = [case for path in SCRIPTS for case in cases_of(path)]
#: R3 is about the target, see test_declared_load.py; the others are no rules.
ELSEWHERE = {3, 139, 156, 157, 158, 159}
SPECIFICATIONS = (
    "ARB_vertex_program", "NV_vertex_program2", "NV_vertex_program2_option", "NV_vertex_program3",
    "NV_gpu_program4", "NV_vertex_program4", "ARB_fragment_program", "NV_fragment_program_option",
    "NV_fragment_program2", "NV_fragment_program4", "NV_geometry_program4",
)  # fmt: skip


def test_every_rule_has_scripts() -> None:
    rules = {int(case.name.split()[0][1:]) for case in CASES}
    assert rules >= set(range(1, 178)) - ELSEWHERE


def test_every_rule_has_a_program_that_loads_and_one_that_does_not() -> None:
    both: dict[str, set[bool]] = {}
    for case in CASES:
        both.setdefault(case.name.split()[0], set()).add(case.position is None)
    assert [rule for rule, seen in both.items() if len(seen) == 1] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_messages_are_complete(path: Path) -> None:
    """A message, a section of the language's own specifications, and a caret at the byte."""
    for case in cases_of(path):
        if case.position is None:
            continue
        with pytest.raises(ProgramError) as caught:
            load(case.program, limits=case.limits or None)
        error = caught.value
        assert error.position == case.position, case.name
        assert error.message and error.message[0] != " " and not error.message.endswith("."), case.name
        assert error.section.split()[0] in SPECIFICATIONS, case.name
        shown, caret = str(error).split("\n")[1:3]
        assert caret.strip() == "^", case.name
        assert shown.isprintable(), case.name
