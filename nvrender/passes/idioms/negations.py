"""Signs that differences take in: −(a − b), (−a) · (−b), and −a · b + c."""

from __future__ import annotations

from nvrender.ir.nodes import Apply, Const, Expression, Shader
from nvrender.passes.idioms.matching import DIFFERENCES, PRODUCT_SUMS, PRODUCTS, Site, negated, rewritten
from nvrender.passes.idioms.signs import floats

#: What multiplies as a row that adds, too.
_TIMES = {"fmad": "fmul", "fmad_zero": "fmul_zero"}


def negations(shader: Shader) -> Shader:
    """``shader`` with fewer signs."""
    return rewritten(shader, PRODUCTS | PRODUCT_SUMS | {"fneg"}, (_opposite, _product, _subtracted))


def _is_negative(node: Expression) -> bool:
    if isinstance(node, Const):
        return all(number < 0 for number in floats(node))
    return isinstance(node, Apply) and node.operation == "fneg"


def _opposite(site: Site, node: Apply) -> Expression | None:
    match node:
        case Apply("fneg", (Apply(operation, (one, other), type),)) if operation in DIFFERENCES:
            return Apply(operation, (other, one), type)
    return None


def _product(site: Site, node: Apply) -> Expression | None:
    """Of two negatives."""
    if node.operation == "fneg" or not all(map(_is_negative, node.operands[:2])):
        return None
    return Apply(node.operation, (*map(negated, node.operands[:2]), *node.operands[2:]), node.type)


def _subtracted(site: Site, node: Apply) -> Expression | None:
    """c − a · b, which rounds as −a · b + c does."""
    if node.operation not in PRODUCT_SUMS or _is_negative(node.operands[2]):
        return None
    factors, last = list(node.operands[:2]), node.operands[2]
    for number, factor in enumerate(factors):
        if _is_negative(factor):
            factors[number] = negated(factor)
            return Apply("fsub", (last, Apply(_TIMES[node.operation], (*factors,), node.type)), node.type)
    return None
