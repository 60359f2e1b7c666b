"""The op table is complete: instructions mean rows, and those with values are evaluated and said in GLSL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from batches import every

import nvrender
from nvrender.glsl.operations import builders as declared
from nvrender.glsl.operations import numbered as registers
from nvrender.languages.arb.headers.generation5 import rows
from nvrender.languages.common.families import NV4, VP1, VP2
from nvrender.languages.common.opcode_rows import row_of
from nvrender.languages.profiles import OPCODES, PROFILES
from nvrender.ops.evaluation import quads, typed, wide
from nvrender.ops.evaluation.table import EVALUATIONS, evaluation_of
from nvrender.ops.rows import Form, Operation
from nvrender.ops.table import OPERATIONS, ROWS
from nvrender.program.opcodes import Opcode, ResultClass

#: What the instructions of every language mean, and MUL with HI (NV_gpu_program4 2.X.8).
MEANT = {row.operation_of(type) for row in OPCODES.values() for type in row.types or {row.default}}
MEANT |= {"imul_high", "umul_high"}
#: What programs say without an instruction of its own, in the intermediate representation.
IMPLIED = set(OPERATIONS) - MEANT
#: Forms whose value depends on the operands alone.
VALUES = (Form.COMPONENTWISE, Form.REPLICATED, Form.COMPOSED)
#: What instructions of 64 bits and conversions compute in functions of their own.
APART = {"pack64", "unpack64", "convert"}
#: What the statements of 64 bits and of the call stack say.
SAID_APART = ("pack64", "unpack64", "pop_address")


@every("row", OPCODES.values())
def test_every_instruction_means_a_row_for_each_of_its_types(row: Opcode) -> None:
    assert {row.operation_of(type) for type in row.types or {row.default}} <= set(OPERATIONS)


def test_every_row_is_meant_by_an_instruction_or_lowered_to() -> None:
    assert set(OPERATIONS) >= MEANT
    assert len(ROWS) == len(OPERATIONS)
    typed_rows = set(typed.EVALUATIONS) | set(typed.CONVERSIONS)
    assert typed_rows <= set(OPERATIONS)
    assert {name for name in IMPLIED if not OPERATIONS[name].numpy} <= typed_rows | set(quads.EVALUATIONS)


@every("row", [OPERATIONS[name] for name in sorted(MEANT)])
def test_every_row_that_has_a_value_is_evaluated(row: Operation) -> None:
    """One function, or one a component where the row says what each reads."""
    if row.form not in VALUES or row.name in APART:
        assert evaluation_of(row) is None
        return
    evaluation = evaluation_of(row)
    assert evaluation is not None
    assert len(evaluation.functions) == (4 if row.form is Form.COMPOSED else 1)
    assert len(row.reads) == {Form.COMPONENTWISE: 0, Form.REPLICATED: 1, Form.COMPOSED: 4}[row.form]


@every("row", OPCODES.values())
def test_every_row_that_writes_a_register_has_a_builder(row: Opcode) -> None:
    """In the emitter of the language that has it."""
    written = row.result is not ResultClass.NONE and not row.operation.startswith(SAID_APART)
    builders = registers.BUILDERS if row.family in (VP1, VP2) else declared.BUILDERS
    meant = [OPERATIONS[row.operation_of(type)] for type in row.types or {row.default}]
    written &= meant[0].form not in (Form.TEXTURE, Form.MEMORY, Form.INTERPOLATION)  # nodes of their own
    assert all((bool(one.glsl) or one.name in builders) is written for one in meant)


def test_what_is_a_function_in_the_table_is_written_nowhere_else() -> None:
    """And nothing is written of a row that there is not."""
    plain = {row.name for row in ROWS if row.glsl}
    assert plain == {row.name for row in ROWS if row.numpy}
    written = set(registers.BUILDERS) | set(declared.BUILDERS)
    assert written <= set(OPERATIONS) - plain
    assert set(EVALUATIONS) <= MEANT - plain


@pytest.mark.parametrize("row", [row for row in rows().values() if row.wide], ids=lambda row: row.name)
def test_every_row_of_64_bits_is_evaluated(row: Opcode) -> None:
    """NV_gpu_program5 Table X.13, columns F and I; I2F is computed with its destination."""
    found = {row.operation_of(type) for type in row.wide}
    assert found <= set(wide.EVALUATIONS) or row.name in ("I2F", "REP")


@pytest.mark.parametrize(
    ("header", "read", "text", "call"),
    [
        (
            "!!NVvp4.0",
            lambda: row_of("COSH   X - X X X F  v   v   fcosh", NV4, "a test", "NVvp4.0"),
            "COSH result.position.xy, -vertex.attrib[1].yxzw;",
            "cosh(-{}.yx)",
        ),
        (
            "!!VP2.0",
            lambda: replace(PROFILES["!!VP2.0"].opcodes["ABS"], name="COSH", operation="fcosh"),
            "COSH o[HPOS].xy, -v[1].yxzw;",
            "cosh(-v_WGHT.yx)",
        ),
    ],
    ids=["declared names", "registers"],
)
def test_an_operation_is_added_by_a_row_and_a_line_of_a_table(
    header: str, read: Callable[[], Opcode], text: str, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loader has it then, the oracle, and the translation in both numerics."""
    monkeypatch.setitem(
        OPERATIONS, "fcosh", Operation("fcosh", Form.COMPONENTWISE, glsl="cosh(a)", numpy="cosh")
    )
    profile, opcode = PROFILES[header], read()
    extended = replace(profile, opcodes={**profile.opcodes, opcode.name: opcode})
    monkeypatch.setitem(PROFILES, header, extended)
    program = nvrender.load(f"{header} {text} END")
    values = np.array([[0.5, 2.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.0]], np.float32)
    (found,) = nvrender.run(program, {1: values}).arrays.values()
    np.testing.assert_allclose(found[:, :2], np.cosh(-values[:, 1::-1]), rtol=1e-6)
    for numerics, name in (("exact", "vertex_attrib_1"), ("fast", "attrib1")):
        assert call.format(name) in nvrender.translate(program, numerics=numerics).source
