"""Every opcode, suffix, test and binding of fragment programs is executed by a conformance script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from batches import every
from digest.corpus import cases_of

from nvrender.languages.arb.fragment_bindings import (
    ARB_FRAGMENT_OPTION2_ATTRIBUTES,
    ARB_FRAGMENT_RESULTS,
    DRAW_BUFFERS,
    FRAGMENT_RESULTS,
    NV4_FRAGMENT_ATTRIBUTES,
    NV4_FRAGMENT_RESULTS,
)
from nvrender.languages.arb.headers import arbfp1_0 as arbfp
from nvrender.languages.arb.headers import generation4 as nv4
from nvrender.languages.arb.vertex_bindings import ARB_FRAGMENT_PARAMETERS
from nvrender.languages.load import load
from nvrender.languages.profiles import PROFILES
from nvrender.ops.conditions import FLAG_PASSES, PASSES
from nvrender.program import Clamp, Instruction, Program
from nvrender.program.binding_rows import BindingRow
from nvrender.program.opcodes import Flow, Opcode
from nvrender.regression.conformance.script import Case

SPEC = Path(__file__).parent / "spec"
ARB, NV4 = "!!ARBfp1.0", "!!NVfp4.0"
LEVELS = (arbfp.BASE, arbfp.OPTION1, arbfp.OPTION2)
NAMES = ("ARBfp1.0", "ARBfp1.0 with NV_fragment_program", "ARBfp1.0 with NV_fragment_program2")
OPCODES = [(level, row) for level in LEVELS for row in arbfp.offered(level).values()]
NV4_OPCODES = [PROFILES[NV4].opcodes[name] for name in sorted(nv4.FRAGMENT_ONLY)]


@cache
def _programs(header: str, folder: str) -> tuple[tuple[Case, Program], ...]:
    """The cases of a header below a folder, or in one script, that load."""
    scripts = [SPEC / folder] if folder.endswith(".toml") else sorted((SPEC / folder).rglob("*.toml"))
    cases = [case for script in scripts for case in cases_of(script) if case.position is None]
    return tuple(
        (case, load(case.program, limits=case.limits or None))
        for case in cases
        if case.program.startswith(header.encode())
    )


def _instructions(header: str, folder: str) -> Iterator[tuple[Program, Instruction]]:
    for case, program in _programs(header, folder):
        for each in program.instructions:
            if case.runs:
                yield program, each


@cache
def _text(header: str, folder: str) -> str:
    return "\n".join(
        re.sub("#.*", "", case.program.decode("latin-1"))
        for case, _ in _programs(header, folder)
        if case.runs
    )


def _name(value: object) -> str:
    return value.name if isinstance(value, Opcode) else str(value)


@every(("level", "row"), OPCODES)
def test_every_opcode_is_executed_with_every_suffix(level: int, row: Opcode) -> None:
    """Table X.5 of ARB_fragment_program and of its two options, by the opcode's own script."""
    used = {
        (each.precision, each.condition_code is not None, each.clamp)
        for program, each in _instructions(ARB, f"arbfp/{row.name}.toml")
        if each.opcode.key == row.key and program.profile.name == NAMES[level]
    }
    clamps = [None, Clamp.UNSIGNED, Clamp.SIGNED] if level == arbfp.OPTION2 else [None, Clamp.UNSIGNED]
    wanted = product(
        ["", *row.precisions], [False, True][: 1 + row.condition_code], clamps if row.clamp else [None]
    )
    if level != arbfp.BASE:
        assert not set(wanted) - used
    assert used


@pytest.mark.parametrize("name", [row.name for row in arbfp.ROWS])
def test_every_script_checks_what_its_opcode_does(name: str) -> None:
    cases = [case for case in cases_of(SPEC / "arbfp" / f"{name}.toml") if case.runs]
    assert any(case.expected or case.killed for case in cases)


@pytest.mark.parametrize("test", PASSES)
def test_every_condition_test_is_executed(test: str) -> None:
    """As a mask and as the condition of every branch and of KIL, under both options that have it."""
    flows = (Flow.IF, Flow.BREAK, Flow.CALL, Flow.RETURN)
    masks, conditions = set(), set()
    for program, each in _instructions(ARB, "arbfp"):
        if each.destination and each.destination.condition:
            masks.add((program.profile.name, each.destination.condition.test))
        if each.condition:
            conditions.add((each.opcode.flow, each.opcode.name, each.condition.test))
    assert {(name, test) for name in NAMES[1:]} <= masks
    assert {flow for flow, _, used in conditions if used == test} >= set(flows)
    assert (None, "KIL", test) in conditions


def _spelled(row: BindingRow) -> Iterator[str]:
    """Patterns of every spelling: with its numbers and, where one may be left out, without."""
    end = r"(?![\w\[]|\.(?![xyzw]{1,4}\b)\w)"
    for form in {re.sub(r"\[\w+\?\]", "", row.pattern), row.pattern.replace("?]", "]")}:
        yield r"\b" + re.sub(r"\\\[\w+\\\]", r"\\[\\d+(?:\\.\\.\\d+)?\\]", re.escape(form)) + end


@pytest.mark.parametrize(
    "row",
    [*ARB_FRAGMENT_OPTION2_ATTRIBUTES, *ARB_FRAGMENT_PARAMETERS, *ARB_FRAGMENT_RESULTS, DRAW_BUFFERS],
    ids=lambda row: row.pattern,
)
def test_every_arb_binding_is_executed(row: BindingRow) -> None:
    """ARB_fragment_program Tables X.1 to X.4, NV_fragment_program2 3.11.3.1."""
    for pattern in _spelled(row):
        assert re.search(pattern, _text(ARB, "arbfp")), pattern


@pytest.mark.parametrize(
    "row", [*NV4_FRAGMENT_ATTRIBUTES, *NV4_FRAGMENT_RESULTS, DRAW_BUFFERS], ids=lambda row: row.pattern
)
def test_every_generation_4_binding_is_executed(row: BindingRow) -> None:
    """NV_fragment_program4 2.X.3.2 and 2.X.3.5."""
    for pattern in _spelled(row):
        assert re.search(pattern, _text(NV4, "nv4")), pattern


def test_the_loop_index_addresses_texture_coordinates() -> None:
    """NV_fragment_program2 3.11.3.1."""
    text = _text(ARB, "arbfp")
    assert "fragment.texcoord[A0.x]" in text and "fragment.texcoord[A0.x+1]" in text


@pytest.mark.parametrize("header", [ARB, NV4])
def test_every_option_is_executed(header: str) -> None:
    """Renderbuffers are not read yet."""
    wanted = PROFILES[header].options - {"NV_explicit_multisample"}
    folders = ("arbfp", "nv4")
    used = {
        option for folder in folders for _, program in _programs(header, folder) for option in program.options
    }
    if header == NV4:
        wanted -= {"ATI_draw_buffers"}  # another name of ARB_draw_buffers
    assert not wanted - used


@pytest.mark.parametrize("header", [ARB, NV4])
def test_every_result_is_checked(header: str) -> None:
    folders = ("arbfp", "nv4")
    checked = {name for folder in folders for case, _ in _programs(header, folder) for name in case.expected}
    assert checked >= set(FRAGMENT_RESULTS)
    assert any(
        case.killed and True in case.killed for folder in folders for case, _ in _programs(header, folder)
    )


@pytest.mark.parametrize("row", NV4_OPCODES, ids=_name)
def test_every_fragment_opcode_of_generation_4_is_executed(row: Opcode) -> None:
    """With every type, precision, clamp and code (NV_fragment_program4 Table X.13)."""
    used = [each for _, each in _instructions(NV4, f"nv4/{row.name}.toml") if each.opcode.key == row.key]
    assert {each.type for each in used} == row.types
    assert {each.precision for each in used} >= {"R", "H"}
    assert any(each.unchecked for each in used)
    if row.clamp:
        assert {each.clamp for each in used} >= set(Clamp)
    if row.condition_code:
        assert {each.condition_code for each in used} >= {0, 1}


@pytest.mark.parametrize("test", FLAG_PASSES)
def test_every_condition_test_kills(test: str) -> None:
    """NV_gpu_program4 Table X.16."""
    used = {
        each.condition.test for _, each in _instructions(NV4, "nv4/KIL.toml") if each.condition is not None
    }
    assert test in used


@pytest.mark.parametrize("word", ["FLAT", "CENTROID", "NOPERSPECTIVE"])
def test_every_interpolation_modifier_is_executed(word: str) -> None:
    """NV_fragment_program4 2.X.3.1."""
    assert re.search(rf"\b{word}\b", _text(NV4, "nv4"))
