"""Which components of variables a node reads and writes.

A slot is a component of a variable, by the variable's name; of an array it is that of all elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
    Shader,
    Statement,
    Swizzle,
    Var,
)
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS

Slot = tuple[str, int]
Slots = frozenset[Slot]
NONE: Slots = frozenset()


def slots(var: Var) -> Slots:
    """All of a variable."""
    return frozenset((var.name, component) for component in range(var.type.width))


def loads(node: visit.Node) -> Iterator[Load]:
    """Every Load in a node's expressions, those of the statements within it not."""
    return (row for row in visit.expressions(node) if isinstance(row, Load))


def reads(node: visit.Node, live: Slots | None = None) -> Slots:
    """What a node reads itself: of the components it loads those that its value is made of.

    Of an assignment, with what is ``live`` behind it, those that live components are made of.
    """
    found = set[Slot]()
    if live is not None and isinstance(node, Assign):
        wanted = [place for place, one in enumerate(node.components) if (node.var.name, one) in live]
        _read(node.value, wanted, found)
        others = (row for row in (node.when, node.index) if row is not None and wanted)
        return frozenset(found).union(*map(reads, others))
    if isinstance(node, visit.EXPRESSIONS):
        _read(node, None, found)  # type: ignore[arg-type]
    else:
        for child in visit.children(node):
            _read(child, None, found)
    return frozenset(found)


def _read(node: Expression, wanted: Iterable[int] | None, found: set[Slot]) -> None:
    """Adds what ``wanted`` components of a value are made of, or all."""
    same = False
    match node:
        case Const():
            return None
        case Load(var, components):
            read = components if wanted is None else [components[place] for place in wanted]
            found.update([(var.name, component) for component in read])
        case Swizzle(value, components):
            inner = components if wanted is None else [components[place] for place in wanted]
            return _read(value, set(inner), found)
        case Apply(operation, operands):
            row = OPERATIONS[operation]
            if row.form is Form.COMPOSED:
                every = range(node.type.width) if wanted is None else wanted
                pairs = [pair for place in every for pair in row.reads[place]]
                for number, operand in enumerate(operands):
                    _read(operand, {each for which, of in pairs if which == number for each in of}, found)
                return None
            same = row.form is Form.COMPONENTWISE
        case Bitcast(value):
            same = value.type.width == node.type.width
    for child in visit.children(node):
        _read(child, wanted if same else None, found)
    return None


def writes(node: Statement) -> Slots:
    """What a statement itself may write."""
    if isinstance(node, Assign):
        name = node.var.name
        return frozenset([(name, component) for component in node.components])
    return slots(node.var) if isinstance(node, Atomic) else NONE


def overwrites(node: Statement) -> Slots:
    """What a statement itself writes whatever holds, so that nothing is left of what was there."""
    if not isinstance(node, Assign) or node.index is not None:
        return NONE
    always = node.when is None or (isinstance(node.when, Const) and all(node.when.words))
    return writes(node) if always else NONE


def in_vain(node: Statement, live: Slots) -> bool:
    """True for an assignment of which nothing is ``live`` behind it, unless it may count as a fault."""
    return isinstance(node, Assign) and not may_fault(node) and writes(node).isdisjoint(live)


def may_fault(node: Statement) -> bool:
    """True for what counts as a fault where there is nothing to read."""
    return isinstance(node, Assign) and isinstance(node.value, Read)


def all_statements(shader: Shader) -> Iterator[Statement]:
    """Every statement of every function."""
    for function in shader.functions:
        yield from visit.statements(function.body)
