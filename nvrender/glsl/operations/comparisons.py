"""Comparisons of operands, component by component."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from nvrender.glsl.calls import operands
from nvrender.glsl.expressions import SUM, Expression, call, vector_type
from nvrender.glsl.operations.view import Builder, View


class Relation(NamedTuple):
    """GLSL's operator, its function of vectors, and the helper for floats (quirks.OPPOSITES)."""

    operator: str
    function: str
    helper: str

    def plain(self, one: Expression, other: Expression) -> Expression:
        """A comparison in GLSL's own words."""
        if one.width > 1:
            return Expression(f"{self.function}({one.text}, {other.text})", SUM - 1, one.width)
        return Expression(f"{one.at(SUM)} {self.operator} {other.at(SUM)}", SUM - 1)


#: By the end of an operation's name.
RELATIONS = {
    "eq": Relation("==", "equal", "nv_equal"),
    "ge": Relation(">=", "greaterThanEqual", "nv_greater_equal"),
    "gt": Relation(">", "greaterThan", "nv_greater"),
    "le": Relation("<=", "lessThanEqual", "nv_less_equal"),
    "lt": Relation("<", "lessThan", "nv_less"),
    "ne": Relation("!=", "notEqual", "nv_not_equal"),
}
#: Comparisons that give a truth value → the end of the names of those that give numbers.
NAMES = {
    "equal": "eq", "not_equal": "ne",
    "less": "lt", "greater_equal": "ge", "less_equal": "le", "greater": "gt",
}  # fmt: skip


def holds(view: View, relation: str) -> Expression:
    """Whether a relation holds, as bool or a vector of bool."""
    a, b = operands(view, 2)
    return related(view, relation, a, b)


def related(view: View, relation: str, a: Expression, b: Expression) -> Expression:
    """The same of given operands."""
    if view.exact and not view.kind:
        return call(view.helper(RELATIONS[relation].helper, a.width), a, b, width=a.width)
    return RELATIONS[relation].plain(a, b)


def compare(relation: str) -> Builder:
    """1.0 where the relation holds, else 0.0, as the GLSL operator has it."""

    def build(view: View) -> Expression:
        test = holds(view, relation)
        return Expression(f"{vector_type(test.width)}({test.text})", width=test.width)

    return build


BUILDERS: dict[str, Builder] = {
    **{f"f{relation}": compare(relation) for relation in RELATIONS},
    **{name: partial(holds, relation=relation) for name, relation in NAMES.items()},
}
