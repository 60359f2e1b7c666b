"""The ids of rules: each is documented, and used."""

from __future__ import annotations

import re
from pathlib import Path

from nvrender.languages.load import load
from nvrender.program.rules import RULES
from nvrender.program.sections import RULES as SUBJECTS
from nvrender.program.sections import Sections
from nvrender.source import ProgramError, Section

_ROOT = Path(__file__).parents[2]
_PACKAGE = _ROOT / "nvrender"


_TEXT = "\n".join(
    path.read_text(encoding="utf-8")
    for room in ("arb", "cli", "languages", "lint", "program", "sources")
    for path in (_PACKAGE / room).rglob("*.py")
    if path != _PACKAGE / "program" / "rules.py"
)


def test_every_rule_that_is_given_is_known_and_every_known_one_given() -> None:
    given = set(re.findall(r"rule=\"([^\"]+)\"", _TEXT)) | set(SUBJECTS.values())
    assert given <= RULES.keys()
    assert RULES.keys() <= set(re.findall(r"\"([a-z-]+)\"", _TEXT))


def test_every_subject_has_a_rule() -> None:
    assert SUBJECTS.keys() == Sections.__dataclass_fields__.keys()


def test_the_table_of_rules_is_complete() -> None:
    text = (_ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (error|warning) \| (.+) \|$", text, re.MULTILINE)
    assert rows == [(rule.name, "warning" if rule.warning else "error", rule.text) for rule in RULES.values()]


def test_a_section_tells_its_rule() -> None:
    section = Section("NV_gpu_program4 2.X.5", "flow")
    assert section == "NV_gpu_program4 2.X.5" and section.rule == "flow"
    for text, rule in (
        ("!!VP1.0\nMOV R0, v[17];\nEND", "syntax"),
        ("!!ARBvp1.0\nMOV result.position, vertex.foo;\nEND", "attribute"),
        ("!!NVvp4.0\nTEMP a;\nCOS a, a;\nEND", "wrong-swizzle"),
        ("!!NVvp4.0\nFLOAT TEMP a;\nADD.S a, a, a;\nEND", "data-type"),
        ("!!VP2.0\nARL R0, v[0];\nEND", "instruction"),
    ):
        try:
            load(text)
        except ProgramError as error:
            assert error.rule == rule, text
        else:
            raise AssertionError(text)
