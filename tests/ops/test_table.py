"""The op table is complete: instructions mean rows, and those with values are evaluated and said in GLSL."""

from __future__ import annotations

import pytest

from nvrender.glsl.declared import builders as declared
from nvrender.glsl.registers import operations as registers
from nvrender.languages.arb.generation5_opcodes import rows
from nvrender.languages.common.opcodes import OPCODES
from nvrender.ops.evaluation import wide
from nvrender.ops.evaluation.table import EVALUATIONS
from nvrender.ops.rows import Form, Operation
from nvrender.ops.table import OPERATIONS, ROWS
from nvrender.program.opcodes import Opcode, ResultClass

#: What the instructions of every language mean, and MUL with HI (NV_gpu_program4 2.X.8).
MEANT = {row.operation_of(type) for row in OPCODES.values() for type in row.types or {row.default}}
MEANT |= {"imul_high", "umul_high"}
#: Forms whose value depends on the operands alone.
VALUES = (Form.COMPONENTWISE, Form.REPLICATED, Form.COMPOSED)
#: What instructions of 64 bits and conversions compute in functions of their own.
APART = {"pack64", "unpack64", "convert"}
#: What the statements of 64 bits and of the call stack say.
SAID_APART = ("pack64", "unpack64", "pop_address")


@pytest.mark.parametrize("row", OPCODES.values(), ids=lambda row: "/".join(row.key))
def test_every_instruction_means_a_row_for_each_of_its_types(row: Opcode) -> None:
    assert {row.operation_of(type) for type in row.types or {row.default}} <= set(OPERATIONS)


def test_every_row_is_meant_by_an_instruction() -> None:
    assert set(OPERATIONS) == MEANT
    assert len(ROWS) == len(OPERATIONS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_row_that_has_a_value_is_evaluated(row: Operation) -> None:
    """One function, or one a component where the row says what each reads."""
    if row.form not in VALUES or row.name in APART:
        assert row.name not in EVALUATIONS
        return
    assert len(EVALUATIONS[row.name].functions) == (4 if row.form is Form.COMPOSED else 1)
    assert len(row.reads) == {Form.COMPONENTWISE: 0, Form.REPLICATED: 1, Form.COMPOSED: 4}[row.form]


@pytest.mark.parametrize("row", OPCODES.values(), ids=lambda row: "/".join(row.key))
def test_every_row_that_writes_a_register_has_a_builder(row: Opcode) -> None:
    """In the emitter of the language that has it."""
    written = row.result is not ResultClass.NONE and not row.operation.startswith(SAID_APART)
    builders = registers.BUILDERS if row.family in ("vp1", "vp2") else declared.BUILDERS
    assert all((row.operation_of(type) in builders) is written for type in row.types or {row.default})


def test_no_builder_is_of_a_row_that_no_instruction_means() -> None:
    assert set(registers.BUILDERS) | set(declared.BUILDERS) <= MEANT


@pytest.mark.parametrize("row", [row for row in rows().values() if row.wide], ids=lambda row: row.name)
def test_every_row_of_64_bits_is_evaluated(row: Opcode) -> None:
    """NV_gpu_program5 Table X.13, columns F and I; I2F is computed with its destination."""
    found = {row.operation_of(type) for type in row.wide}
    assert found <= set(wide.EVALUATIONS) or row.name in ("I2F", "REP")
