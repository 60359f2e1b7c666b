"""Every instruction, suffix, test, register and attribute of !!FP2.0 is executed by a script."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from digest.corpus import cases_of

from nvrender.languages.fp1.bindings import ATTRIBUTES2, NAMES, RESULTS
from nvrender.languages.fp1.headers.fp2_0 import ROWS, words
from nvrender.languages.load import load
from nvrender.ops.conditions import PASSES
from nvrender.ops.texture_targets import BASE
from nvrender.program import Instruction
from nvrender.program.opcodes import Flow
from nvrender.regression.conformance.script import Case

SPEC = Path(__file__).parent / "spec" / "fp2"
BRANCHES = frozenset({Flow.IF, Flow.BREAK, Flow.CALL, Flow.RETURN})


@cache
def _cases() -> tuple[Case, ...]:
    return tuple(case for script in sorted(SPEC.glob("*.toml")) for case in cases_of(script) if case.runs)


@cache
def _text() -> str:
    return "\n".join(re.sub("#.*", "", case.program.decode("latin-1")) for case in _cases())


@cache
def _words() -> frozenset[str]:
    return frozenset(re.findall(r"\w+", _text()))


@cache
def _instructions() -> tuple[Instruction, ...]:
    return tuple(row for case in _cases() for row in load(case.program).instructions)


def test_every_instruction_is_executed() -> None:
    assert {row.opcode.key for row in _instructions()} == {row.key for row in ROWS}


def test_every_word_is_executed() -> None:
    """NV_fragment_program2 3.11.4: each instruction with each suffix it takes."""
    assert words() - _words() == set()


def test_every_register_attribute_result_unit_and_target_is_named() -> None:
    wanted = {*NAMES, "RC", "HC", *RESULTS, *ATTRIBUTES2, *BASE, "TEX0", "TEX15"}
    assert wanted - _words() == set()
    assert "f[TEX[A0.x]]" in _text() and "f[TEX[A0.x+1]]" in _text()


@pytest.mark.parametrize("test", PASSES)
def test_every_condition_test_is_executed(test: str) -> None:
    """As a mask, by whatever branches, and by what discards."""
    masks = {
        row.destination.condition.test
        for row in _instructions()
        if row.destination and row.destination.condition
    }
    flows = {row.opcode.flow for row in _instructions() if row.condition and row.condition.test == test}
    assert test in masks and flows >= {*BRANCHES, None}
