"""What is known of the signs and the size of floats, as far as what gives them tells."""

from __future__ import annotations

import struct

from nvrender.ir.nodes import Apply, Const, Sample, Swizzle
from nvrender.passes.idioms.matching import (
    DIFFERENCES,
    DOTS3,
    DOTS4,
    MOST,
    PRODUCT_SUMS,
    PRODUCTS,
    RECIPROCALS,
    ROOTS,
    SUMS,
    Seen,
    Site,
)

#: How far values are followed.
_DEEPEST = 12
_ALWAYS = frozenset({"fabs", "fsaturate", "fsqrt", "flength", "fexp2", "fpow", "ffract"}) | ROOTS
#: Not negative where every operand is not.
_OF_ALL = SUMS | PRODUCTS | PRODUCT_SUMS | RECIPROCALS | {"fdiv", "fmin"}
_SQUARES = PRODUCTS | DOTS3 | DOTS4 | {"fdot2"}


def floats(node: Const) -> tuple[float, ...]:
    """The numbers of a constant."""
    found: tuple[float, ...] = struct.unpack(
        f"<{len(node.words)}f", struct.pack(f"<{len(node.words)}I", *node.words)
    )
    return found


def is_not_negative(site: Site, seen: Seen, depth: int = 0) -> bool:
    """True for numbers that are 0 or more."""
    if depth > _DEEPEST:
        return False
    found = site.through(seen)
    match found.node:
        case Const() as node:
            return all(number >= 0 for number in floats(node))
        case Swizzle(Apply() as value):
            return is_not_negative(site, Seen(value, found.place), depth + 1)
        case Apply(operation, operands):
            rows = [found.operand(number) for number in range(len(operands))]
            if operation in _ALWAYS:
                return True
            if operation in _SQUARES and site.same(*rows):
                return True
            if operation in MOST:
                return any(is_not_negative(site, row, depth + 1) for row in rows)
            if operation in PRODUCT_SUMS and site.same(*rows[:2]):
                return is_not_negative(site, rows[2], depth + 1)
            if operation in DIFFERENCES:
                return _is_one(rows[0]) and is_unit(site, rows[1], depth + 1)
            return operation in _OF_ALL and all(is_not_negative(site, row, depth + 1) for row in rows)
    return False


def is_unit(site: Site, seen: Seen, depth: int = 0, *, texels: bool = False) -> bool:
    """True for numbers of [0, 1]; ``texels`` count as such, too."""
    if depth > _DEEPEST:
        return False
    found = site.through(seen)

    def are_units(*rows: Seen) -> bool:
        return all(is_unit(site, row, depth + 1, texels=texels) for row in rows)

    match found.node:
        case Const() as node:
            return all(0 <= number <= 1 for number in floats(node))
        case Sample(operation="sample" | "sample_bias" | "sample_level" | "sample_projected"):
            return texels
        case Swizzle(value):
            return are_units(Seen(value, found.place))
        case Apply("fsaturate" | "ffract"):
            return True
        case Apply(operation, operands):
            rows = [found.operand(number) for number in range(len(operands))]
            if operation in DIFFERENCES:
                return _is_one(rows[0]) and are_units(rows[1])
            if operation == "fpow":
                return are_units(rows[0]) and is_not_negative(site, rows[1], depth + 1)
            return (operation in PRODUCTS or operation == "flrp") and are_units(*rows)
    return False


def _is_one(seen: Seen) -> bool:
    return isinstance(seen.node, Const) and all(number == 1 for number in floats(seen.node))
