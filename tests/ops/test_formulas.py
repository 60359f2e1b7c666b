"""What compilers are kept from folding is read off one formula an operation: each has one, and it is true."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.languages.common.families import ARB, NV4
from nvrender.languages.profiles import OPCODES
from nvrender.ops.formulas import (
    CHOICES,
    COMPARISONS,
    FORMULAS,
    Node,
    Step,
    Term,
    copies,
    formulas,
    keeps_range,
    sets,
)
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.ops.types import DataType
from nvrender.program.opcodes import Opcode, OperandClass, ResultClass

Floats = npt.NDArray[np.float32]

#: Rows that compute no number: they load an address, ask, or reach a texture or memory.
_COMPUTING = [
    row
    for row in OPCODES.values()
    if row.flow is None and row.texture is None and row.space is None
    if DataType.FLOAT in row.types and row.result in (ResultClass.VECTOR, ResultClass.SCALAR)
    if row.operands
]
#: What scripts test instead are neighbours, quads, places in a pixel, words of other types.
_RUN = sorted(
    {
        row.name: row
        for row in sorted(_COMPUTING, key=lambda row: row.family.name)
        if row.family in (ARB, NV4) and not (row.packs or row.unpacks)
        if OPERATIONS[row.operation_of(DataType.FLOAT)].form
        in (Form.COMPONENTWISE, Form.REPLICATED, Form.COMPOSED)
    }.values(),
    key=lambda row: row.name,
)


def test_every_operation_on_floats_has_a_formula() -> None:
    """Of every instruction table; none is of operations that there are not, or that are one function."""
    plain = {name for name, row in OPERATIONS.items() if row.glsl}
    assert {row.operation_of(DataType.FLOAT) for row in _COMPUTING} <= FORMULAS.keys() | plain
    assert FORMULAS.keys() <= OPERATIONS.keys() - plain


def _terms(node: Node) -> Iterator[Term]:
    if isinstance(node, Term):
        yield node
    elif isinstance(node, Step):
        for part in node.of:
            yield from _terms(part)


def _results(row: Opcode, operands: list[Floats]) -> Floats:
    """What the oracle computes of the opcode."""
    head = "!!NVvp4.0" if row.family == NV4 else "!!ARBvp1.0 OPTION NV_vertex_program3;"
    scalar = [".x" if each is OperandClass.SCALAR else "" for each in row.operands]
    given = [f"vertex.attrib[{number + 1}]{suffix}" for number, suffix in enumerate(scalar)]
    text = (
        f"{row.name} result.texcoord[0], {given[0] + ', x, y, z, w' if row.selectors else ', '.join(given)};"
    )
    attributes = {f"attrib[{number + 1}]": each for number, each in enumerate(operands)}
    program = nvrender.load(f"{head} {text} MOV result.position, 0; END")
    read = {key: attributes[key] for key in list(attributes)[: len(given)]}
    return nvrender.run(program, read)["texcoord[0]"]


@pytest.mark.parametrize("row", _RUN, ids=lambda row: row.name)
def test_a_formula_reads_what_the_opcode_reads(row: Opcode) -> None:
    """A component of the result changes with a component of an operand if and only if its formula has it."""
    random = np.random.default_rng(1)
    first = [(random.integers(-9, 9, (800, 4)) / np.float32(4)).astype(np.float32) for _ in range(3)]
    plain = _results(row, first)
    nodes = formulas(row.operation_of(DataType.FLOAT))
    for number in range(len(row.operands)):
        for component in range(4):
            others = [each.copy() for each in first]
            others[number][:, component] = np.roll(others[number][:, component], 1)
            changed = (_results(row, others).view(np.uint32) != plain.view(np.uint32)).any(axis=0)
            has = [Term(number, component) in set(_terms(node)) for node in nodes]
            assert changed.tolist() == has, f"{number}.{'xyzw'[component]}"


@pytest.mark.parametrize("row", _RUN, ids=lambda row: row.name)
def test_what_computes_is_told_from_what_copies_and_compares(row: Opcode) -> None:
    """Of random numbers a copy is an operand's word or its magnitude, a comparison 0 or 1, a step neither."""
    random = np.random.default_rng(2)
    operands = [random.uniform(-3, 3, (400, 4)).astype(np.float32) for _ in range(3)]
    results = _results(row, operands)
    copies = np.concatenate([np.abs(each) for each in operands], axis=1)
    for component, node in enumerate(formulas(row.operation_of(DataType.FLOAT))):
        found = results[:, component]
        copied = (np.abs(found)[:, None] == copies).any(axis=1)
        answered = np.isin(found, [0, 1]).all()
        if isinstance(node, float):
            assert (found == node).all()
        elif isinstance(node, Term) or node.name in CHOICES:
            assert copied.all()
        elif node.name in COMPARISONS and row.operation != "flight":
            assert answered
        else:
            assert not copied.all() and not answered


@pytest.mark.parametrize("row", _RUN, ids=lambda row: row.name)
def test_what_is_said_of_results_is_true_of_them(row: Opcode) -> None:
    """That they are 0 or 1, that they lie within the operands' range, that they are operands' magnitudes."""
    random = np.random.default_rng(3)
    operands = [random.uniform(-2, 2, (400, 4)).astype(np.float32) for _ in range(3)]
    found, operation = _results(row, operands), row.operation_of(DataType.FLOAT)
    assert sets(operation) == np.isin(found, [0, 1]).all()
    assert not keeps_range(operation) or (np.abs(found) <= 2).all()
    magnitudes = np.abs(np.concatenate(operands, axis=1))[:, None]
    copied = (np.abs(found)[..., None] == magnitudes).any(axis=2) | np.isin(found, [0, 1])
    assert not copies(operation) or copied.all()


@pytest.mark.parametrize("clamp", ["", ".SAT", ".SSAT"])
@pytest.mark.parametrize(
    "text",
    ["TEX{} r, {{1, 2, 0, 0}}, texture[0], 2D;", "TXD{} r, 1, 2, 3, texture[0], 2D;", "MAD{} r, 1, 2, 3;"],
)
def test_constant_operands_of_clamped_results_translate(text: str, clamp: str) -> None:
    """NV_gpu_program4 2.X.4.1: a clamp of what is known, of a lookup too."""
    program = nvrender.load(f"!!NVfp4.0 TEMP r; {text.format(clamp)} MOV result.color, r; END")
    assert "r = " in nvrender.translate(program).source
