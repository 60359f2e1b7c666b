"""Every opcode, type, modifier, condition test and binding of NVvp4.0 is executed by a conformance script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from batches import every
from digest.corpus import cases_of

from nvrender.languages.arb.vertex_bindings import (
    NV4_PARAMETERS,
    NV4_VERTEX_ATTRIBUTES,
    NV4_VERTEX_RESULTS,
    VERTEX_RESULTS,
)
from nvrender.languages.common.textures import accepts
from nvrender.languages.load import load
from nvrender.languages.profiles import PROFILES
from nvrender.ops.conditions import FLAG_PASSES
from nvrender.ops.texture_targets import GENERATION_4, TARGETS
from nvrender.ops.types import DataType
from nvrender.program import Clamp, Instruction, Multiply, Program, RegisterFile, Selector
from nvrender.program.opcodes import Flow, Opcode
from nvrender.regression.conformance.script import Case

SPEC = Path(__file__).parent / "spec"
HEADER = "!!NVvp4.0"
OPCODES = list(PROFILES[HEADER].opcodes.values())
TEXTURES = [row for row in OPCODES if row.texture]
TYPED = [(row, type) for row in OPCODES for type in sorted(row.types, key=lambda each: each.value)]
BRANCHES = (Flow.IF, Flow.BREAK, Flow.CONTINUE, Flow.CALL, Flow.RETURN)


@cache
def _programs(folder: str) -> tuple[tuple[Case, Program], ...]:
    """The NVvp4.0 cases below a folder, or in one script, that check results."""
    scripts = [SPEC / folder] if folder.endswith(".toml") else sorted((SPEC / folder).rglob("*.toml"))
    cases = [case for script in scripts for case in cases_of(script)]
    return tuple(
        (case, load(case.program, limits=case.limits or None))
        for case in cases
        if case.expected and case.program.startswith(HEADER.encode())
    )


def _instructions(folder: str = "") -> Iterator[Instruction]:
    for _, program in _programs(folder):
        yield from (each for each in program.instructions if not each.implicit)


def _of(row: Opcode) -> list[Instruction]:
    """Where the opcode's own script uses it."""
    return [each for each in _instructions(f"nv4/{row.name}.toml") if each.opcode.key == row.key]


@cache
def _text() -> str:
    return "\n".join(re.sub("#.*", "", case.program.decode("latin-1")) for case, _ in _programs(""))


def _name(value: object) -> str:
    return value.name if isinstance(value, Opcode) else getattr(value, "value", str(value))


@every(("row", "type"), TYPED)
def test_every_opcode_is_executed_with_every_type(row: Opcode, type: DataType) -> None:
    """NV_gpu_program4 Table X.13."""
    used = {each.type for each in _of(row)}
    assert type in used or (row.unmodified and used)


@pytest.mark.parametrize("row", OPCODES, ids=_name)
def test_every_modifier_an_opcode_may_have_is_executed(row: Opcode) -> None:
    """NV_gpu_program4 Tables X.13 to X.15."""
    used = _of(row)
    if row.condition_code:
        written = {(each.condition_code, each.type) for each in used}
        assert {code for code, _ in written} >= {0, 1}
        assert {type for code, type in written if code is not None} == row.types
        assert any(each.destination and each.destination.condition and each.condition_code for each in used)
    if row.clamp:
        assert {each.clamp for each in used} >= set(Clamp)
    if "H" in row.precisions:
        assert {each.precision for each in used} >= {"R", "H"}
    if row.multiply:
        assert {each.multiply for each in used} >= set(Multiply)
    if row.operation == "repeat":  # NV_gpu_program4 2.X.8, REP: without an operand too
        assert {len(each.operands) for each in used} == {0, 1}
    if row.selectors:
        chosen = {
            pair
            for each in used
            if (extended := each.operands[0].extended)
            for pair in zip(extended.selectors, extended.negate, strict=True)
        }
        assert chosen >= {(s, n) for s in (0, 1, 2, 3, *Selector) for n in (False, True)}
    if used[0].destination:
        assert any(each.unchecked for each in used)


@pytest.mark.parametrize("row", TEXTURES, ids=_name)
def test_every_target_of_an_access_is_executed(row: Opcode) -> None:
    """NV_gpu_program4 Tables X.17 and X.18; texel offsets wherever the target has them."""
    used = [each.texture for each in _of(row) if each.texture]
    targets = {name for name in GENERATION_4 if accepts(TARGETS[name], row.texture)}
    assert {access.target for access in used} == targets
    if row.name in ("TEX", "TXF"):
        moved = {access.target for access in used if any(access.offset)}
        plain = {name for name in targets if TARGETS[name].offsets and not TARGETS[name].reference}
        assert moved >= plain


def test_every_spelling_of_a_modifier_is_executed() -> None:
    """NV_gpu_program4 Tables X.14 and X.15."""
    dotted = set(re.findall(r"\.([A-Z][A-Z0-9]*)", _text()))
    assert dotted >= set("F U S CC CC0 CC1 SAT SSAT NTC S24 U24 HI".split())
    words = set(re.findall(r"\w+", _text()))
    for row in OPCODES:
        if "H" in row.precisions:
            assert words >= {f"{row.name}R", f"{row.name}H"}
        if row.clamp and row.condition_code:
            assert f"{row.name}C0_SAT" in words
    assert words >= set("ADDR ADDH_SAT ADDRC1_SSAT ADDC SUBC0".split())


@pytest.mark.parametrize("register", [0, 1])
@pytest.mark.parametrize("test", FLAG_PASSES)
def test_every_condition_test_is_executed(test: str, register: int) -> None:
    """As a mask and as the condition of a branch, on both registers (NV_gpu_program4 Table X.16)."""
    masks = {
        (c.test, c.register) for each in _instructions() if (d := each.destination) and (c := d.condition)
    }
    tests = {(each.condition.test, each.condition.register) for each in _instructions() if each.condition}
    assert (test, register) in masks
    assert (test, register) in tests
    assert re.search(rf"[\s(]{test}\b", _text())
    assert re.search(rf"[\s(]{test}{register}\b", _text())


@pytest.mark.parametrize("flow", BRANCHES, ids=_name)
def test_every_branch_is_executed_with_and_without_a_test(flow: Flow) -> None:
    """On both registers, swizzled (NV_gpu_program4 2.X.5); an IF always has a test."""
    conditions = [each.condition for each in _instructions() if each.opcode.flow is flow]
    assert flow is Flow.IF or None in conditions
    assert {condition.register for condition in conditions if condition} == {0, 1}
    assert any(condition.swizzle != (0, 1, 2, 3) for condition in conditions if condition)


_ROWS = (*NV4_VERTEX_ATTRIBUTES, *NV4_VERTEX_RESULTS, *NV4_PARAMETERS)


@every("pattern", [row.pattern for row in _ROWS])
def test_every_binding_is_executed(pattern: str) -> None:
    """As its table writes it; where the number may be left out, with and without it."""
    forms = {re.sub(r"\[\w+\?\]", "", pattern), pattern.replace("?]", "]")}
    for form in forms:
        words = re.sub(r"\\\[\w+\\\]", r"\\[[0-9]+(?:\\.\\.[0-9]+)?\\]", re.escape(form))
        assert re.search(rf"{words}(?![\[\w]|\.[a-z]{{5}}|\.row)", _text()), form


def test_every_result_is_checked() -> None:
    """NV_vertex_program4 Table X.4."""
    checked = {name for case, program in _programs("") for name in case.expected if name in program.results}
    assert checked == set(VERTEX_RESULTS)


def test_every_array_is_addressed_relatively() -> None:
    """Read and written in every file that has arrays (NV_gpu_program4 2.X.4.2, 2.X.4.3)."""
    operands = [operand.register for each in _instructions() for operand in each.operands]
    read = {register.file for register in operands if register.relative}
    written = {
        each.destination.register.file
        for each in _instructions()
        if each.destination and each.destination.register.relative
    }
    files = RegisterFile
    assert read == {files.PARAMETER, files.ATTRIBUTE, files.TEMPORARY, files.BUFFER}
    assert written == {files.TEMPORARY, files.RESULT}
    buffers = {buffer.words for _, program in _programs("") for buffer in program.buffers}
    assert buffers == {1, 4}


@pytest.mark.parametrize("type", DataType, ids=_name)
def test_every_operand_modifier_is_executed_with_every_type(type: DataType) -> None:
    """NV_gpu_program4 2.X.4.2; bars around an unsigned operand are gone once it is loaded."""
    operands = [operand for each in _instructions() for operand in each.operands if operand.type is type]
    wanted = {(False, False), (False, True), (True, False), (True, True)}
    if type is DataType.UNSIGNED:
        wanted = {(False, False), (False, True)}
    assert {(operand.absolute, operand.negate) for operand in operands} == wanted
    assert any(operand.swizzle == (3, 2, 1, 0) for operand in operands)


@pytest.mark.parametrize("word", "FLOAT INT UINT SHORT LONG".split())
def test_every_declaration_modifier_is_executed(word: str) -> None:
    """NV_gpu_program4 2.X.3.1."""
    assert re.search(rf"\b{word}\b", _text())
