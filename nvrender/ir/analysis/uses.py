"""Which components of variables a node reads and writes.

A slot is a component of a variable, by the variable's name; of an array it is that of all elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nvrender.ir import visit
from nvrender.ir.nodes import (
    Apply,
    Assign,
    Bitcast,
    Const,
    Expression,
    Load,
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


def reads(node: visit.Node) -> Slots:
    """What a node reads itself: of the components it loads those that its value is made of."""
    found = set[Slot]()
    if isinstance(node, visit.EXPRESSIONS):
        _read(node, range(node.type.width), found)  # type: ignore[union-attr, arg-type]
    else:
        for child in visit.children(node):
            _read(child, range(child.type.width), found)
    return frozenset(found)


def _read(node: Expression, wanted: Iterable[int], found: set[Slot]) -> None:
    """Adds what ``wanted`` components of a value are made of."""
    match node:
        case Load(var, components):
            found.update((var.name, components[place]) for place in wanted)
        case Swizzle(value, components):
            return _read(value, {components[place] for place in wanted}, found)
        case Apply(operation, operands) if OPERATIONS[operation].form is Form.COMPOSED:
            pairs = [pair for place in wanted for pair in OPERATIONS[operation].reads[place]]
            for number, operand in enumerate(operands):
                places = {place for which, each in pairs if which == number for place in each}
                _read(operand, places, found)
            return None
    same = isinstance(node, Apply) and OPERATIONS[node.operation].form is Form.COMPONENTWISE
    same = same or (isinstance(node, Bitcast) and node.value.type.width == node.type.width)
    for child in visit.children(node):
        _read(child, wanted if same else range(child.type.width), found)
    return None


def writes(node: Statement) -> Slots:
    """What a statement itself may write."""
    var = getattr(node, "var", None)
    if not isinstance(var, Var):
        return NONE
    return frozenset(
        (var.name, component) for component in getattr(node, "components", range(var.type.width))
    )


def overwrites(node: Statement) -> Slots:
    """What a statement itself writes whatever holds, so that nothing is left of what was there."""
    if not isinstance(node, Assign) or node.index is not None:
        return NONE
    always = node.when is None or (isinstance(node.when, Const) and all(node.when.words))
    return writes(node) if always else NONE


def all_statements(shader: Shader) -> Iterator[Statement]:
    """Every statement of every function."""
    for function in shader.functions:
        yield from visit.statements(function.body)
