"""What bounds, blends and decides: clamps of MIN and MAX, absolute values, unsigned integers, blends of MAD,
and numbers compared with themselves.
"""

from __future__ import annotations

from nvrender.ir.nodes import Apply, Const, Expression, Shader
from nvrender.passes.idioms.matching import (
    DIFFERENCES,
    LEAST,
    MOST,
    PRODUCT_SUMS,
    PRODUCTS,
    SUMS,
    Rule,
    Seen,
    Site,
    is_float,
    negated,
    rewritten,
)
from nvrender.passes.idioms.signs import floats, is_not_negative, is_unit

_ONE = 0x3F800000
#: 1 and 0 as programs spell them that have no constant left; SEQ and SNE of a number and itself ask for NaN.
_DECIDED = {"fge": _ONE, "flt": 0}


def ranges(shader: Shader) -> Shader:
    """``shader`` with clamps, absolute values and blends by name, numbers for what is compared with itself,
    and negative numbers 0 without a sign.
    """
    return rewritten(shader, *_RULES)


def _bound(site: Site, seen: Seen) -> tuple[Seen, Const] | None:
    """What is compared with a constant, and the constant."""
    for numbers in ((0, 1), (1, 0)):
        value, bound = (seen.operand(number) for number in numbers)
        if isinstance(bound.node, Const) and not isinstance(value.node, Const):
            return value, bound.node
    return None


def _clamp(site: Site, node: Apply) -> Expression | None:
    """MIN of MAX and MAX of MIN with numbers of which the first is the less (GLSL 4.60, 8.3, clamp)."""
    outer = _bound(site, site.of(node))
    if outer is None:
        return None
    value, bound = outer
    row = site.of_row(value, MOST if node.operation in LEAST else LEAST)
    inner = None if row is None else _bound(site, row)
    if inner is None or not site.here(inner[0]) or not site.alone(value.node):
        return None
    low, high = (inner[1], bound) if node.operation in LEAST else (bound, inner[1])
    pairs = list(zip(floats(low), floats(high), strict=True))
    if not all(one < other for one, other in pairs):
        return None
    if all(pair == (0, 1) for pair in pairs):
        return Apply("fsaturate", (inner[0].node,), node.type)
    return Apply("fclamp", (inner[0].node, low, high), node.type)


def _absolute(site: Site, node: Apply) -> Expression | None:
    """MAX of a number and its negative."""
    one, other = node.operands
    if other == negated(one) or one == negated(other):
        value = other if isinstance(one, Apply) and one.operation == "fneg" else one
        return Apply("fabs", (value,), node.type)
    return None


def _blend(site: Site, node: Apply) -> Expression | None:
    """a · (b − c) + c, of an a of [0, 1]: beyond, it may lie closer than a · b + (1 − a) · c."""
    first, second, last = node.operands
    for share, factor in ((first, second), (second, first)):
        if (pair := _difference(site, site.of(factor))) is None:
            continue
        one, other = pair
        if not site.same(site.of(last), other) or not site.here(one):
            continue
        if site.alone(factor) and is_unit(site, site.of(share), texels=True):
            return Apply("flrp", (share, one.node, last), node.type)
    return None


def _unsigned(site: Site, node: Apply) -> Expression | None:
    """Of negative numbers, which GLSL leaves undefined, the unsigned integer 0 (NV_gpu_program4 issue 41)."""
    (value,) = node.operands
    if is_not_negative(site, site.of(value)):
        return None
    zeros = Const(value.type, (0,) * value.type.width)
    return Apply(node.operation, (Apply("fmax", (value, zeros), value.type),), node.type)


def _decided(site: Site, node: Apply) -> Expression | None:
    """SGE and SLT of a number and itself."""
    one, other = node.operands
    if one != other or not is_float(node):
        return None
    return Const(node.type, (_DECIDED[node.operation],) * node.type.width)


def _difference(site: Site, seen: Seen) -> tuple[Seen, Seen] | None:
    """What a difference is of."""
    row = site.of_row(seen, DIFFERENCES | SUMS)
    if row is None:
        return None
    assert isinstance(row.node, Apply)
    one, other = row.operand(0), row.operand(1)
    if row.node.operation in DIFFERENCES:
        return one, other
    for positive, negative in ((one, other), (other, one)):
        if isinstance(negative.node, Apply) and negative.node.operation == "fneg":
            return positive, negative.operand(0)
    return None


def _share(site: Site, node: Apply) -> Expression | None:
    """a · b + (1 − a) · c."""
    first, second, last = node.operands
    product = site.of_row(site.of(last), PRODUCTS)
    if product is None or not site.alone(last):
        return None
    for share, one in ((first, second), (second, first)):
        for numbers in ((0, 1), (1, 0)):
            rest, other = (product.operand(number) for number in numbers)
            pair = _difference(site, rest)
            if pair is None or not _are_ones(pair[0]) or not site.here(other):
                continue
            if site.same(site.of(share), pair[1]):
                return Apply("flrp", (share, one, other.node), node.type)
    return None


def _are_ones(seen: Seen) -> bool:
    return isinstance(seen.node, Const) and all(number == 1 for number in floats(seen.node))


_RULES = (
    Rule(LEAST | MOST, _clamp, (LEAST, MOST)),
    Rule(MOST, _absolute),
    Rule(frozenset({"ufloor", "uceil", "uround", "utrunc"}), _unsigned),
    Rule(frozenset(_DECIDED), _decided),
    Rule(PRODUCT_SUMS, _blend, (DIFFERENCES | SUMS,)),
    Rule(PRODUCT_SUMS, _share, (DIFFERENCES | SUMS, PRODUCTS)),
)
