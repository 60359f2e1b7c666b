"""Lengths and roots: what RSQ, RCP, MUL and DP3 spell as GLSL's words for it.

- x · RSQ(x · x), of vectors of three: ``fnormalize``
- 1 / RSQ(x) and x · RSQ(x): ``fsqrt``, of x · x of a vector of three ``flength``
- RSQ of |x|, where x is not negative: of x
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.ir import visit
from nvrender.ir.analysis.liveness import live_after
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import Apply, Assign, Bitcast, Expression, Shader, Statement
from nvrender.ir.types import FLOAT
from nvrender.lower.operands import swizzled
from nvrender.passes.idioms.matching import (
    DOTS3,
    PRODUCTS,
    RECIPROCALS,
    ROOTS,
    Rule,
    Seen,
    Site,
    negated,
    rewritten,
    splat,
)
from nvrender.passes.idioms.signs import is_not_negative

_ABSOLUTE = frozenset({"frsq_absolute", "frsq_absolute_positive"})
_XYZ = (0, 1, 2)


def lengths(shader: Shader) -> Shader:
    """``shader`` with lengths, unit vectors and roots by name."""
    found = rewritten(shader, *_RULES)
    found = found if found is shader else _of_three(found)
    return rewritten(found, Rule(_ABSOLUTE, _without_sign))


def _of_three(shader: Shader) -> Shader:
    """Unit vectors without a fourth component that nothing reads."""
    if not any(map(_has_four, all_statements(shader))):
        return shader
    after = live_after(shader, by_component=True)

    def narrowed(node: Statement) -> list[Statement]:
        if isinstance(node, Assign) and _has_four(node):
            components = node.components[:3]
            if (node.var.name, node.components[3]) not in after[id(node)]:
                return [replace(node, components=components, value=swizzled(node.value, _XYZ))]
        return [node]

    return visit.changed(shader, narrowed)


def _has_four(node: Statement) -> bool:
    """True for the assignment of a unit vector and a fourth component."""
    if not isinstance(node, Assign) or len(node.components) < 4 or node.when is not None:
        return False
    value = node.value.value if isinstance(node.value, Bitcast) else node.value
    return isinstance(value, Apply) and value.operation == "fnormalize"


def _root(site: Site, seen: Seen) -> Seen | None:
    """The RSQ that a scalar is."""
    found = site.scalar(seen)
    return None if found is None else site.of_row(found, ROOTS)


def _square(site: Site, seen: Seen) -> Seen | None:
    """The vector of three, its sign left out, whose product with itself a scalar is."""
    row = site.of_row(seen, DOTS3)
    if row is None or not site.same(row.operand(0), row.operand(1)):
        return None
    return _bare(row.operand(0))


def _bare(seen: Seen) -> Seen:
    """A value without its sign."""
    node = seen.node
    return seen.operand(0) if isinstance(node, Apply) and node.operation == "fneg" else seen


def _normalized(site: Site, node: Apply) -> Expression | None:
    for vector, factor in (node.operands, node.operands[::-1]):
        root = _root(site, site.of(factor))
        square = None if root is None else _square(site, root.operand(0))
        if square is None or not site.here(square) or not site.alone(factor):
            continue
        value = site.of(vector)
        components = site.within(_bare(value), square)
        if components is None:
            components = _dead_behind(site, _bare(value), square)
        if components is not None:
            unit = swizzled(Apply("fnormalize", (square.node,), FLOAT.wide(4)), components)
            return unit if _bare(value) is value else negated(unit)
    return None


def _dead_behind(site: Site, value: Seen, square: Seen) -> tuple[int, ...] | None:
    """The same of a vector of four where nothing reads the fourth component of the product."""
    whole = site.statement
    if value.node.type.width != 4 or whole.value.type.width != 4 or not site.is_dead(whole.components[3]):
        return None
    components = site.within(value.part(_XYZ), square)
    return None if components is None else (*components, 3)


def _root_of_product(site: Site, node: Apply) -> Expression | None:
    """x · RSQ(x), where RSQ takes |x| of numbers that are not negative."""
    for number, factor in (node.operands, node.operands[::-1]):
        root, own = _root(site, site.of(factor)), site.scalar(site.of(number))
        if root is None or own is None or not site.alone(factor):
            continue
        same = site.same(own, root.operand(0)) or site.made_alike(own, root.operand(0))
        if same and (not _takes_absolute(root) or is_not_negative(site, own)):
            found = _length(site, own)
            return None if found is None else splat(found, node.type.width)
    return None


def _root_of_reciprocal(site: Site, node: Apply) -> Expression | None:
    """1 / RSQ(x), of |x| where RSQ takes it."""
    if not site.alone(node.operands[0]):
        return None
    root = site.of_row(site.of(node.operands[0]), ROOTS)
    return None if root is None else _length(site, root.operand(0), absolute=_takes_absolute(root))


def _takes_absolute(root: Seen) -> bool:
    return isinstance(root.node, Apply) and root.node.operation in _ABSOLUTE


def _length(site: Site, number: Seen, *, absolute: bool = False) -> Expression | None:
    """The root of a number, or the length of the vector that it is the square of."""
    square = _square(site, number)
    if square is not None and site.here(square):
        return Apply("flength", (square.node,), FLOAT)
    if not site.here(number):
        return None
    value = number.node
    if absolute and not is_not_negative(site, number):
        value = Apply("fabs", (value,), value.type)
    return Apply("fsqrt", (value,), FLOAT)


def _without_sign(site: Site, node: Apply) -> Expression | None:
    """RSQ of what is not negative."""
    if not is_not_negative(site, site.of(node.operands[0])):
        return None
    return Apply("frsq", node.operands, node.type)


_RULES = (
    Rule(PRODUCTS, _normalized, (ROOTS, DOTS3)),
    Rule(PRODUCTS, _root_of_product, (ROOTS,)),
    Rule(RECIPROCALS, _root_of_reciprocal, (ROOTS,)),
)
