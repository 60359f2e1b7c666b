"""Which variables of floats may hold words that are none, since words were only passed on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from nvrender.ir import visit
from nvrender.ir.analysis.computed import Computed, computed
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import (
    Assign,
    Atomic,
    Bitcast,
    Expression,
    Load,
    Read,
    Role,
    Shader,
    Statement,
    Store,
    Var,
)
from nvrender.ir.types import Kind
from nvrender.ops.formulas import passes
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS

#: What another stage, or another invocation, has left.
_GIVEN = frozenset({Role.INPUT, Role.OUTPUT})
#: Operations whose operands are compared by the order of zeros and NaNs where they are equal
#: (NV_fragment_program 3.11.5.17-18).
_ORDERED = frozenset({"fmax_nan", "fmin_nan"})


@dataclass(frozen=True, slots=True)
class RawWords:
    """``moved`` are the names of variables whose floats may go on as they are, ``passed`` where such go."""

    moved: frozenset[str]
    passed: frozenset[str]


def passes_words(node: Computed) -> bool:
    """True if operands read as floats may be no numbers, or go on as they are."""
    row = OPERATIONS[node.operation]
    whole = row.unpacks or row.form is Form.INTERPOLATION
    return whole or (passes(row.name) and row.name not in _ORDERED)


def raw_words(shader: Shader, kinds: Mapping[str, Kind]) -> RawWords:
    """What ``shader`` passes on, its variables being of these ``kinds``."""
    moved, passed = set[str](), set[str]()
    copies = list[tuple[str, list[Var]]]()
    for node in all_statements(shader):
        if isinstance(node, Atomic) or (isinstance(node, Assign) and isinstance(node.value, Read)):
            passed.add(node.var.name)
        found = computed(node.value) if isinstance(node, Assign) else None
        moved.update(load.var.name for value in _values(node, found) for load in _loads(value))
        if isinstance(node, Assign) and found and node.var.role is not Role.CODE and passes(found.operation):
            copies.append((node.var.name, [load.var for row in found.operands for load in _loads(row)]))
    size = -1
    while size != len(passed):
        size = len(passed)
        for name, sources in copies:
            if name not in passed and any(
                var.role in _GIVEN
                or kinds.get(var.name, var.type.kind) is not Kind.FLOAT
                or var.name in passed
                for var in sources
            ):
                passed.add(name)
    return RawWords(frozenset(moved), frozenset(passed))


def _values(node: Statement, found: Computed | None) -> list[Expression]:
    """The floats that a statement passes on; ``found`` is what it computes."""
    if isinstance(node, Store | Atomic):
        return [node.value] if node.value.type.kind is Kind.FLOAT else []
    if found is None or not passes_words(found):
        return []
    return [row for row in found.operands if _is_float(row) or (found.copies and isinstance(row, Load))]


def _is_float(value: Expression) -> bool:
    """True for a float, and for the bits of one with bars or a sign."""
    if isinstance(value, Bitcast) and not isinstance(value.value, Load):
        value = value.value
    return value.type.kind is Kind.FLOAT


def _loads(value: Expression) -> Iterator[Load]:
    """What is loaded, what chooses elements aside."""
    if isinstance(value, Load):
        yield value
    else:
        for row in visit.children(value):
            yield from _loads(row)
