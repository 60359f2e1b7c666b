"""What runs of generation 5 has scripts and random programs.

Stage by stage, with images, options and every atomic operation: tests/gpu/test_every_opcode.py; bindings:
tests/gpu/test_every_binding.py and test_every_fragment_binding.py.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from batches import every
from digest.corpus import cases_of

from nvrender.glsl.wide.texts import NUMBERS
from nvrender.languages.arb.headers.generation5 import ROWS, rows
from nvrender.languages.load import load
from nvrender.languages.profiles import OPCODES
from nvrender.ops.evaluation.wide import EVALUATIONS
from nvrender.ops.memory_access import EXTENDED, PLAIN, SCALARS, Rounding, Space
from nvrender.ops.rows import Form
from nvrender.ops.types import DataType
from nvrender.program import Clamp, Instruction, RegisterFile
from nvrender.program.opcodes import ResultClass

SPEC = Path(__file__).parent / "spec" / "nv5"
#: What reaches memory, or orders what does; what computes something.
REACHING = frozenset(row.name for row in ROWS if row.row.form in (Form.MEMORY, Form.BARRIER))
#: What computes something; the others are flow.
KEYS = sorted(row.key for row in ROWS if row.name not in REACHING and row.result is not ResultClass.NONE)
#: What CVT converts from and to.
STORED = sorted(SCALARS)


@cache
def _instructions(pattern: str) -> tuple[Instruction, ...]:
    cases = [case for script in sorted(SPEC.glob(pattern)) for case in cases_of(script) if case.runs]
    return tuple(one for case in cases for one in load(case.program).instructions if not one.implicit)


@pytest.mark.parametrize("key", KEYS, ids="/".join)
def test_every_type_and_modifier_is_executed(key: tuple[str, str]) -> None:
    """NV_gpu_program5 Table X.13, in the opcode's own scripts."""
    row = OPCODES[key]
    used = [one for one in _instructions(f"{row.name}*.toml") if one.opcode.key == key]
    assert {one.type for one in used} >= row.types
    masked = [one for one in used if one.destination and one.destination.condition]
    assert masked
    if row.condition_code:
        assert {one.condition_code for one in used} >= {None, 1}
        assert any(one.condition_code is not None for one in masked)


WIDE = [
    (row.name, type)
    for row in rows().values()
    for type in sorted(row.wide, key=lambda each: each.value)
    if not row.is_flow
]


@pytest.mark.parametrize(("name", "type"), WIDE, ids=lambda value: getattr(value, "value", value))
def test_every_operation_of_64_bits_is_there_and_executed(name: str, type: DataType) -> None:
    """NV_gpu_program5 Table X.13: into LONG variables and others, with and without a condition code."""
    operation = rows()[name].operation_of(type)
    assert name == "I2F" or (operation in EVALUATIONS and (operation in NUMBERS or operation == "mov"))
    found = [one for one in _instructions("*.toml") if one.opcode.name == name]
    used = [one for one in found if (one.type, one.bits) == (type, 64)]
    assert {one.destination.register.long for one in used if one.destination} == {False, True}
    assert {one.condition_code for one in used} >= {0, 1}


def test_every_conversion_is_executed() -> None:
    """NV_gpu_program5 2.X.8, CVT: each type to each, each rounding, clamped and not."""
    used = [one for one in _instructions("CVT_*.toml") if one.opcode.name == "CVT"]
    pairs = {(one.storages[0].name, one.storages[1].name) for one in used}
    assert pairs == {(result, source) for result in STORED for source in STORED}
    for result in STORED:
        own = [one for one in used if one.storages[0].name == result]
        assert {one.rounding for one in own} >= {None, Rounding.UP, Rounding.DOWN, Rounding.TOWARD_ZERO}
        clamps = {None, Clamp.UNSIGNED} | ({Clamp.SIGNED} if result.startswith("F") else set())
        assert {one.clamp for one in own} == clamps
    assert any(one.precise for one in used)


def test_sized_types_are_executed() -> None:
    """NV_gpu_program5 2.X.4.1."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in SPEC.glob("*.toml"))
    assert set(re.findall(r"\.([SUF]32)\b", text)) == {"F32", "S32", "U32"}


@pytest.mark.parametrize("keyword", ["BUFFER", "BUFFER4", "CBUFFER", "STORAGE"])
def test_every_way_to_name_an_element_of_several_buffers_is_executed(keyword: str) -> None:
    """NV_gpu_program5 Table X.12.1: the buffer and the element, each by number and at run time."""
    found = set()
    ranged = re.compile(rb"program\.(buffer|storage)\[\d+\.\.")
    cases = [case for script in sorted(SPEC.glob("*.toml")) for case in cases_of(script) if case.runs]
    for program in (load(case.program) for case in cases if ranged.search(case.program)):
        words = {row.bank: row.words for row in program.buffers}
        operands = (row.register for one in program.instructions for row in one.operands)
        for register in (row for row in operands if row.banks):
            kind = "STORAGE" if register.file is RegisterFile.STORAGE else "CBUFFER"
            if not register.bytes:
                kind = "BUFFER4" if words[register.bank] == 4 else "BUFFER"
            if kind == keyword:
                found.add((register.bank_relative is not None, register.relative is not None))
    assert found == {(False, False), (False, True), (True, False), (True, True)}


#: Storage modifiers that run, by instruction.
RUNNING = sorted(
    (row.name, storage)
    for row in OPCODES.values()
    if row.name in REACHING and row.storages and row.space is not Space.IMAGE
    for storage in (row.storages if row.atomics else PLAIN | EXTENDED)
)


@every(("name", "storage"), RUNNING)
def test_every_storage_modifier_is_executed(name: str, storage: str) -> None:
    """NV_gpu_program5 2.X.4.5, NV_gpu_program5_mem_extended 2.X.4.5, each in some script of its family."""
    families = ({"LDB", "LDC", "LDS", "LOAD"}, {"STB", "STORE", "STS"}, {"ATOM"}, {"ATOMB", "ATOMS"})
    names = next(family for family in families if name in family)
    used = [one for one in _instructions("*.toml") if one.opcode.name in names]
    assert storage in {one.storages[0].name for one in used}


@pytest.mark.parametrize("name", ["ATOM", "ATOMB"])
def test_every_atomic_operation_is_executed(name: str) -> None:
    """NV_gpu_program5 2.X.8, ATOM; NV_shader_storage_buffer_object 2.X.8, ATOMB."""
    used = {(one.atomic, one.storages[0].name) for one in _instructions("*.toml") if one.opcode.name == name}
    row = OPCODES["nv5", name]
    assert {atomic for atomic, _ in used} == {atomic for atomic, _ in row.atomics}
    if name == "ATOM":
        wanted = {(atomic, storage) for atomic, storages in row.atomics for storage in storages}
        assert used >= wanted
