"""Signs that differences take in: −(a − b), (−a) · (−b), and −a · b + c."""

from __future__ import annotations

from dataclasses import replace

from nvrender.ir import visit
from nvrender.ir.nodes import Apply, Assign, Const, Expression, Load, Sample, Shader, Statement
from nvrender.passes.idioms.matching import (
    DIFFERENCES,
    PRODUCT_SUMS,
    PRODUCTS,
    is_float,
    negated,
    operations,
)
from nvrender.passes.idioms.signs import floats

_OPERATIONS = PRODUCTS | PRODUCT_SUMS | {"fneg"}
#: What multiplies as a row that adds, too.
_TIMES = {"fmad": "fmul", "fmad_zero": "fmul_zero"}


def negations(shader: Shader) -> Shader:
    """``shader`` with fewer signs."""
    if operations(shader).isdisjoint(_OPERATIONS):
        return shader
    return visit.changed(shader, _statement)


def _statement(node: Statement) -> list[Statement]:
    if not isinstance(node, Assign) or isinstance(node.value, Load | Const | Sample):
        return [node]
    value = visit.mapped(node.value, _changed)
    return [node if value is node.value else replace(node, value=value)]


def _changed(node: Expression) -> Expression:
    if not isinstance(node, Apply) or node.operation not in _OPERATIONS or not is_float(node):
        return node
    if node.operation == "fneg":
        return _opposite(node)
    found = _product(node) or (_subtracted(node) if node.operation in PRODUCT_SUMS else None)
    return node if found is None else found


def _is_negative(node: Expression) -> bool:
    if isinstance(node, Const):
        return all(number < 0 for number in floats(node))
    return isinstance(node, Apply) and node.operation == "fneg"


def _opposite(node: Apply) -> Expression:
    match node.operands[0]:
        case Apply(operation, (one, other), type) if operation in DIFFERENCES:
            return Apply(operation, (other, one), type)
    return node


def _product(node: Apply) -> Expression | None:
    """Of two negatives."""
    if not all(map(_is_negative, node.operands[:2])):
        return None
    return Apply(node.operation, (*map(negated, node.operands[:2]), *node.operands[2:]), node.type)


def _subtracted(node: Apply) -> Expression | None:
    """c − a · b, which rounds as −a · b + c does."""
    if _is_negative(node.operands[2]):
        return None
    factors, last = list(node.operands[:2]), node.operands[2]
    for number, factor in enumerate(factors):
        if _is_negative(factor):
            factors[number] = negated(factor)
            return Apply("fsub", (last, Apply(_TIMES[node.operation], (*factors,), node.type)), node.type)
    return None
