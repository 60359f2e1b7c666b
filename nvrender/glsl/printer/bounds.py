"""Conditions of assignments to parts of arrays: that the index lies within, and what the program asks."""

from __future__ import annotations

from nvrender.ir.nodes import Apply, Expression, Swizzle
from nvrender.ir.types import UINT


def bounds(when: Expression | None) -> tuple[Apply | None, Expression | None]:
    """What of a condition tells that an index lies within a part of an array, and what is asked besides."""
    if not isinstance(when, Apply) or when.operation not in ("holds_both", "less"):
        return None, when
    inside, rest = when.operands if when.operation == "holds_both" else (when, None)
    inside = inside.value if isinstance(inside, Swizzle) else inside
    # Condition codes are never unsigned.
    bound = isinstance(inside, Apply) and inside.operation == "less" and inside.operands[0].type == UINT
    return (inside, rest) if bound and isinstance(inside, Apply) else (None, when)
