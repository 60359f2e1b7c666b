"""Every instruction of !!FP1.0 is computed on both sides and, with every suffix, executed by a script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from digest.corpus import cases_of

from nvrender.languages.fp1.headers.fp1_0 import ROWS, words
from nvrender.languages.load import load
from nvrender.ops.conditions import PASSES
from nvrender.regression.conformance.script import Case

SPEC = Path(__file__).parent / "spec" / "fp1"
CASES = {row.name: [case for case in cases_of(SPEC / f"{row.name}.toml") if case.runs] for row in ROWS}
HEADER = b"!!FP1.0"


def _words(cases: list[Case]) -> set[str]:
    text = "\n".join(case.program.decode("latin-1") for case in cases if HEADER in case.program)
    return set(re.findall(r"\w+", text))


@pytest.mark.parametrize("name", CASES)
def test_every_instruction_has_a_script(name: str) -> None:
    used = {instruction.opcode.key for case in CASES[name] for instruction in load(case.program).instructions}
    assert ("fp1", name) in used


def test_every_word_is_executed() -> None:
    """NV_fragment_program 3.11.3: 509 words, each in its instruction's own script."""
    executed = {word for cases in CASES.values() for word in _words(cases)}
    assert words() - executed == set()


@pytest.mark.parametrize("test", PASSES)
def test_every_condition_test_discards(test: str) -> None:
    """NV_fragment_program 3.11.5.11."""
    assert test in _words(CASES["KIL"])
