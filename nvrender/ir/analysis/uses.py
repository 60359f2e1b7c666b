"""Which components of variables a node reads and writes.

A slot is a component of a variable, by the variable's name; of an array it is that of all elements.
"""

from __future__ import annotations

from collections.abc import Iterator

from nvrender.ir import visit
from nvrender.ir.nodes import Assign, Const, Load, Shader, Statement, Var

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
    """What a node reads itself."""
    return frozenset((row.var.name, component) for row in loads(node) for component in row.components)


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
