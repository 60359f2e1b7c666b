"""Comparisons of operands, component by component."""

from __future__ import annotations

from functools import partial

from nvrender.glsl.calls import operands
from nvrender.glsl.expressions import SUM, Expression, vector_type
from nvrender.glsl.operations.view import Builder, View

#: The end of an operation's name → GLSL's operator and its function of vectors.
RELATIONS = {
    "eq": ("==", "equal"),
    "ge": (">=", "greaterThanEqual"),
    "gt": (">", "greaterThan"),
    "le": ("<=", "lessThanEqual"),
    "lt": ("<", "lessThan"),
    "ne": ("!=", "notEqual"),
}
#: Comparisons that give a truth value → the end of the names of those that give numbers.
NAMES = {
    "equal": "eq", "not_equal": "ne",
    "less": "lt", "greater_equal": "ge", "less_equal": "le", "greater": "gt",
}  # fmt: skip


def holds(view: View, relation: str) -> Expression:
    """Whether a relation holds, as bool or a vector of bool."""
    a, b = operands(view, 2)
    operator, function = RELATIONS[relation]
    text = f"{a.at(SUM)} {operator} {b.at(SUM)}" if a.width == 1 else f"{function}({a.text}, {b.text})"
    return Expression(text, SUM - 1, a.width)


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
