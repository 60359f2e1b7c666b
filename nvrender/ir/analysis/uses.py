"""Which components of variables a node reads and writes.

A slot is a component of a variable, by the variable's name; of an array it is that of all elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from nvrender.ir import visit
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Atomic,
    Bitcast,
    Const,
    Expression,
    Load,
    Read,
    Role,
    Shader,
    Statement,
    Swizzle,
    Var,
)
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS
from nvrender.records import Keeping, once

#: What tests read of a condition code beside the number that set it: variables of their own, ``CC0_carry``.
FLAGS = ("overflow", "carry")

Slot = tuple[str, int]
Slots = frozenset[Slot]
NONE: Slots = frozenset()


def slots(var: Var) -> Slots:
    """All of a variable."""
    return frozenset((var.name, component) for component in range(var.type.width))


def loads(node: visit.Node) -> Sequence[Load]:
    """Every Load in a node's expressions, those of the statements within it not."""
    if isinstance(node, Keeping):
        return _loads_of(node)
    return [row for row in visit.expressions(node) if isinstance(row, Load)]


@once
def _loads_of(node: Statement) -> Sequence[Load]:
    return [row for row in visit.expressions(node) if isinstance(row, Load)]


def reads(node: visit.Node, live: Set[Slot] | None = None) -> Slots:
    """What a node reads itself: of the components it loads those that its value is made of.

    Of an assignment, with what is ``live`` behind it, those that live components are made of.
    """
    if not isinstance(node, Keeping):
        return _of_expressions((node,))
    if live is None or not isinstance(node, Assign):
        return _of_statement(node)
    wanted = [place for place, one in enumerate(node.components) if (node.var.name, one) in live]
    if len(wanted) == len(node.components):
        return _of_statement(node)
    found = set[Slot]()
    _read(node.value, wanted, found)
    others = (row for row in (node.when, node.index) if row is not None and wanted)
    return frozenset(found).union(*map(reads, others))


@once
def _of_statement(node: Statement) -> Slots:
    return _of_expressions(visit.children(node))


def _of_expressions(nodes: Iterable[Expression]) -> Slots:
    found = set[Slot]()
    for node in nodes:
        _read(node, None, found)
    return frozenset(found)


def _read(node: Expression, wanted: Iterable[int] | None, found: set[Slot]) -> None:
    """Adds what ``wanted`` components of a value are made of, or all."""
    if isinstance(node, Const):
        return
    if isinstance(node, Load):
        name, read = node.var.name, node.components
        for component in read if wanted is None else [read[place] for place in wanted]:
            found.add((name, component))
        if node.index is not None or node.vertex is not None:
            for child in visit.children(node):
                _read(child, None, found)
    elif isinstance(node, Apply):
        row = OPERATIONS[node.operation]
        if row.form is Form.COMPOSED:
            every = range(node.type.width) if wanted is None else wanted
            pairs = [pair for place in every for pair in row.reads[place]]
            for number, operand in enumerate(node.operands):
                _read(operand, {each for which, of in pairs if which == number for each in of}, found)
            return
        inner = wanted if row.form is Form.COMPONENTWISE else None
        for child in node.operands:
            _read(child, inner, found)
    elif isinstance(node, Swizzle):
        of = node.components
        _read(node.value, set(of if wanted is None else [of[place] for place in wanted]), found)
    else:
        same = isinstance(node, Bitcast) and node.value.type.width == node.type.width
        for child in visit.children(node):
            _read(child, wanted if same else None, found)


@once
def writes(node: Statement) -> Slots:
    """What a statement itself may write."""
    if isinstance(node, Assign):
        name = node.var.name
        return frozenset([(name, component) for component in node.components])
    return slots(node.var) if isinstance(node, Atomic) else NONE


@once
def overwrites(node: Statement) -> Slots:
    """What a statement itself writes whatever holds, so that nothing is left of what was there."""
    if not isinstance(node, Assign) or node.index is not None:
        return NONE
    always = node.when is None or (isinstance(node.when, Const) and all(node.when.words))
    return writes(node) if always else NONE


def in_vain(node: Statement, live: Set[Slot]) -> bool:
    """True for an assignment of which nothing is ``live`` behind it, unless it may count as a fault.

    The number that sets a condition code stays where a flag of the same sum does.
    """
    if not isinstance(node, Assign):
        return False
    name = node.var.name
    for component in node.components:
        if (name, component) in live:
            return False
    if node.var.role is Role.CODE:
        for flag in FLAGS:
            if any((f"{name}_{flag}", component) in live for component in node.components):
                return False
    return not isinstance(node.value, Read)


def may_fault(node: Statement) -> bool:
    """True for what counts as a fault where there is nothing to read."""
    return isinstance(node, Assign) and isinstance(node.value, Read)


@once
def all_statements(shader: Shader) -> Sequence[Statement]:
    """Every statement of every function."""
    return [node for function in shader.functions for node in visit.statements(function.body)]
