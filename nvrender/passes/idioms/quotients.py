"""Quotients and powers: MUL by RCP as a division, EX2 of a product with LG2 as a power."""

from __future__ import annotations

from nvrender.ir.nodes import Apply, Expression, Shader
from nvrender.passes.idioms.matching import (
    PRODUCT_SUMS,
    PRODUCTS,
    RECIPROCALS,
    Rule,
    Site,
    rewritten,
    splat,
)

_LOGARITHM = frozenset({"flog2"})


def quotients(shader: Shader) -> Shader:
    """``shader`` with divisions and powers by name."""
    return rewritten(shader, *_RULES)


def _quotient(site: Site, node: Apply) -> Expression | None:
    """a · 1/b, and a · 1/b + c."""
    first, second, *rest = node.operands
    for dividend, factor in ((first, second), (second, first)):
        alone = site.scalar(site.of(factor))
        row = None if alone is None else site.of_row(alone, RECIPROCALS)
        if row is None or not site.alone(factor):
            continue
        if not site.here(divisor := row.operand(0)):
            continue
        value = Apply("fdiv", (dividend, splat(divisor.node, node.type.width)), node.type)
        return Apply("fadd", (value, *rest), node.type) if rest else value
    return None


def _power(site: Site, node: Apply) -> Expression | None:
    """2 to the power of y · log2 x."""
    product = site.of_row(site.of(node.operands[0]), PRODUCTS)
    if product is None:
        return None
    for numbers in ((0, 1), (1, 0)):
        factor, exponent = (product.operand(number) for number in numbers)
        row = site.of_row(factor, _LOGARITHM)
        if row is None or not site.here(row.operand(0)) or not site.here(exponent):
            continue
        return Apply("fpow", (row.operand(0).node, exponent.node), node.type)
    return None


_RULES = (
    Rule(PRODUCTS | PRODUCT_SUMS, _quotient, (RECIPROCALS,)),
    Rule(frozenset({"fexp2"}), _power, (PRODUCTS, _LOGARITHM)),
)
