"""Conditions → GLSL: comparisons of condition codes with 0, whether they hold or whether they do not."""

from __future__ import annotations

from nvrender.glsl.expressions import vector_type
from nvrender.glsl.operations import comparisons
from nvrender.glsl.printer.expressions import Texts, printed
from nvrender.ir.nodes import Apply, Const, Expression, Load
from nvrender.ir.types import BOOL, Kind
from nvrender.lower.operands import swizzled

_NAMES = {
    "equal": "eq", "not_equal": "ne",
    "less": "lt", "greater_equal": "ge", "less_equal": "le", "greater": "gt",
}  # fmt: skip
#: Comparisons → GLSL's operator and its function of vectors; NaN falls out right.
RELATIONS = {name: comparisons.RELATIONS[relation] for name, relation in _NAMES.items()}
#: Comparisons whose complement is one operator for NaN too.
_COMPLEMENT = {"equal": "!=", "not_equal": "=="}
_FAST_COMPLEMENT = {**_COMPLEMENT, "less": ">=", "greater_equal": "<", "less_equal": ">", "greater": "<="}
#: Comparisons that fail where the opposite holds or an operand is NaN. NaN is named
#: (quirks.OPPOSITES).
_OPPOSITE = {
    "less": "greater_equal",
    "greater_equal": "less",
    "less_equal": "greater",
    "greater": "less_equal",
}
_JOINED = {"holds_both": "&&", "holds_either": "||", "holds_one": "!="}


def condition(texts: Texts, node: Expression, *, negated: bool = False) -> str:
    """A scalar condition, or that it does not hold; "true" or "false" where it is constant."""
    if isinstance(node, Const):
        return "true" if bool(node.words[0]) is not negated else "false"
    if isinstance(node, Load):
        return f"{'!' * negated}{texts.read(node).text}"
    assert isinstance(node, Apply)
    if node.operation == "holds_not":
        return condition(texts, node.operands[0], negated=not negated)
    if node.operation == "holds_both" and node.type.width == 1 and not negated:
        return " && ".join(condition(texts, row) for row in node.operands)
    if node.operation in _JOINED and not negated:
        return _holds(texts, node)
    if node.operands[0].type.kind is Kind.INT:
        operator = _FAST_COMPLEMENT[node.operation] if negated else RELATIONS[node.operation][0]
        return f" {operator} ".join(printed(texts, row).text for row in node.operands)
    if node.operation == "holds_any":
        (tests,) = node.operands
        assert isinstance(tests, Apply)
        return _any(texts, tests, negated=negated)
    operator = RELATIONS[node.operation][0]
    if not negated:
        return _comparison(texts, node, operator)
    complement = (_COMPLEMENT if texts.exact else _FAST_COMPLEMENT).get(node.operation)
    if complement is not None:
        return _comparison(texts, node, complement)
    opposite = RELATIONS[_OPPOSITE[node.operation]][0]
    return f"{_comparison(texts, node, opposite)} || isnan({printed(texts, node.operands[0]).text})"


def test(texts: Texts, node: Expression, component: int) -> str:
    """Whether a condition holds in one of its components."""
    return _holds(texts, _part(node, component))


def _part(node: Expression, component: int) -> Expression:
    """A condition of one component."""
    if isinstance(node, Apply) and node.type.kind is Kind.BOOL:
        return Apply(node.operation, tuple(_part(row, component) for row in node.operands), BOOL)
    return swizzled(node, (component,))


def _holds(texts: Texts, node: Expression, around: str = "") -> str:
    """A scalar condition, in parentheses where an operator ``around`` binds tighter."""
    assert isinstance(node, Apply)
    operator = _JOINED.get(node.operation)
    if operator is None:
        text = _comparison(texts, node, RELATIONS[node.operation][0])
        return f"({text})" if around == "!=" and node.operands[0] != node.operands[1] else text
    text = f" {operator} ".join(_holds(texts, row, operator) for row in node.operands)
    return text if around in ("", operator) or (operator, around) == ("!=", "&&") else f"({text})"


def _comparison(texts: Texts, node: Apply, operator: str) -> str:
    """A comparison of scalars."""
    one, other = node.operands
    if one == other:  # only NaN is not what it is
        return f"{'!' if operator == '==' else ''}isnan({printed(texts, one).text})"
    return f"{printed(texts, one).text} {operator} {printed(texts, other).text}"


def relation(texts: Texts, node: Apply, operation: str = "") -> str:
    """A condition of vectors, component by component."""
    name = operation or node.operation
    if name in _JOINED or node.operands[0] == node.operands[1]:
        width = node.type.width
        return f"bvec{width}({', '.join(test(texts, node, place) for place in range(width))})"
    code, nought = (printed(texts, row, full=True).text for row in node.operands)
    return f"{RELATIONS[name][1]}({code}, {nought})"


def _any(texts: Texts, node: Apply, *, negated: bool) -> str:
    if not (negated and texts.exact and node.operation in _OPPOSITE):
        text = f"any({relation(texts, node)})"
        return f"!{text}" if negated else text
    width = node.type.width
    held = f"u{vector_type(width)}({relation(texts, node, _OPPOSITE[node.operation])})"
    nan = f"u{vector_type(width)}(isnan({printed(texts, node.operands[0], full=True).text}))"
    return f"all(b{vector_type(width)}({held} | {nan}))"
