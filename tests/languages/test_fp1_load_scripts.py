"""The load rules of !!FP1.0: which of them the scripts cover, and what messages say."""

from __future__ import annotations

from pathlib import Path

import pytest
from digest.corpus import cases_of

from nvrender.languages.load import load
from nvrender.source import ProgramError

SCRIPTS = sorted((Path(__file__).parents[1] / "spec" / "load" / "fp1").glob("*.toml"))
CASES = [case for path in SCRIPTS for case in cases_of(path)]


def test_every_rule_has_a_program_that_loads_and_one_that_does_not() -> None:
    both: dict[str, set[bool]] = {}
    for case in CASES:
        both.setdefault(case.name.split(" rejects at ")[0].split(" loads: ")[0], set()).add(
            case.position is None
        )
    assert len(both) > 20
    assert [rule for rule, seen in both.items() if len(seen) == 1] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_messages_are_complete(path: Path) -> None:
    """A message, a section of the language's own specification, and a caret at the byte."""
    for case in cases_of(path):
        if case.position is None:
            continue
        with pytest.raises(ProgramError) as caught:
            load(case.program, limits=case.limits or None)
        error = caught.value
        assert error.message and error.message[0] != " " and not error.message.endswith("."), case.name
        if case.program[:7] == b"!!FP1.0":
            assert error.section.startswith("NV_fragment_program "), case.name
        shown, caret = str(error).split("\n")[1:3]
        assert caret.strip() == "^", case.name
        assert shown.isprintable(), case.name
