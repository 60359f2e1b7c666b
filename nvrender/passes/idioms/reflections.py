"""Reflections: 2 (n · v) n − v however it is added up, v − 2 (n · v) n, and RFL."""

from __future__ import annotations

from dataclasses import dataclass, field

from nvrender.ir.nodes import Apply, Const, Expression, Shader, Swizzle
from nvrender.ir.types import FLOAT
from nvrender.lower.operands import swizzled
from nvrender.passes.idioms.matching import (
    DIFFERENCES,
    DOTS3,
    PRODUCT_SUMS,
    PRODUCTS,
    SUMS,
    Rule,
    Seen,
    Site,
    negated,
    rewritten,
)
from nvrender.passes.idioms.signs import floats

_REFLECT = frozenset({"freflect"})
_XYZ = (0, 1, 2)


def reflections(shader: Shader) -> Shader:
    """``shader`` with reflections by name."""
    return rewritten(shader, *_RULES)


@dataclass
class _Product:
    """A number times vectors of three and scalars."""

    number: float = 1.0
    vectors: list[Seen] = field(default_factory=list)
    scalars: list[Seen] = field(default_factory=list)


def _product(site: Site, seen: Seen, found: _Product) -> bool:
    """Adds the factors of a value to ``found``; False where they are too many to be those of a reflection."""
    if len(found.vectors) + len(found.scalars) > 2:
        return False
    alone = site.scalar(seen) or seen
    if isinstance(alone.node, Const):
        numbers = floats(alone.node)
        found.number *= numbers[0]
        return len(numbers) == 1
    row = site.through(alone)
    match row.node:
        case Apply("fneg"):
            found.number = -found.number
            return _product(site, row.operand(0), found)
        case Apply(operation) if operation in PRODUCTS:
            return _product(site, row.operand(0), found) and _product(site, row.operand(1), found)
        case Apply(operation) if operation in SUMS and site.same(row.operand(0), row.operand(1)):
            found.number *= 2
            return _product(site, row.operand(0), found)
        case Const() if row is not alone:
            return _product(site, row, found)
    (found.scalars if alone.node.type.width == 1 else found.vectors).append(alone)
    return True


def _sum(site: Site, node: Apply) -> Expression | None:
    """A product of 2, a vector of three and its product with what is subtracted."""
    if not 1 < node.type.width < 4:
        return None
    found = _Product()
    if node.operation in PRODUCT_SUMS:
        first, second, last = (site.of(row) for row in node.operands)
        if not (_product(site, first, found) and _product(site, second, found)):
            return None
        return _reflection(site, found, last)
    one, other = (site.of(row) for row in node.operands)
    minus = node.operation in DIFFERENCES
    return _of_difference(site, one, other, minus=minus) or (
        None if minus else _of_difference(site, other, one, minus=False)
    )


def _of_difference(site: Site, product: Seen, rest: Seen, *, minus: bool) -> Expression | None:
    found = _Product()
    if _product(site, product, found):
        last = Seen(negated(rest.node), rest.place) if minus else rest
        if (value := _reflection(site, found, last)) is not None:
            return value
    found = _Product(-1.0)
    if minus and _product(site, rest, found):
        return _reflection(site, found, product)
    return None


def _reflection(site: Site, found: _Product, last: Seen) -> Expression | None:
    """±2 (n · v) n ∓ v, as GLSL's reflect(∓v, n)."""
    if abs(found.number) != 2 or len(found.vectors) != 1 or len(found.scalars) != 1:
        return None
    (normal,), (scalar,) = found.vectors, found.scalars
    dot = site.of_row(scalar, DOTS3)
    if dot is None:
        return None
    minus = isinstance(last.node, Apply) and last.node.operation == "fneg"
    other = last.operand(0) if minus else last
    if minus is not (found.number > 0):
        return None
    for numbers in ((0, 1), (1, 0)):
        axis, direction = (dot.operand(number) for number in numbers)
        components, same = site.within(normal, axis), site.within(other, direction)
        if components is None or components != same or not site.here(axis) or not site.here(direction):
            continue
        incident = negated(direction.node) if minus else direction.node
        return swizzled(Apply("freflection", (incident, axis.node), FLOAT.wide(4)), components)
    return None


def _of_axis(site: Site, node: Apply) -> Expression | None:
    """RFL, about an axis of any length (NV_gpu_program4 2.X.8, RFL)."""
    axis, direction = (swizzled(row, _XYZ) for row in node.operands)
    match site.through(site.of(axis)).node:
        case Swizzle(Apply("fnormalize"), components) if components == _XYZ:
            unit = axis
        case _:
            unit = swizzled(Apply("fnormalize", (axis,), FLOAT.wide(4)), _XYZ)
    return Apply("freflection", (negated(direction), unit), node.type)


_RULES = (Rule(PRODUCT_SUMS | DIFFERENCES | SUMS, _sum, (DOTS3,)), Rule(_REFLECT, _of_axis))
