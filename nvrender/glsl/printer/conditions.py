"""Conditions → GLSL: comparisons of condition codes with 0, whether they hold or whether they do not."""

from __future__ import annotations

from nvrender.glsl.expressions import Expression as Text
from nvrender.glsl.expressions import call, splat
from nvrender.glsl.operations import comparisons
from nvrender.glsl.printer.expressions import LETTERS, Texts, printed
from nvrender.ir.nodes import Apply, Const, Expression
from nvrender.ir.types import BOOL, Kind
from nvrender.lower.operands import swizzled
from nvrender.passes.expressions import is_one_number

#: Comparisons → GLSL's operator, its function of vectors, and the helper that keeps NaN (quirks.OPPOSITES).
RELATIONS = {name: comparisons.RELATIONS[relation] for name, relation in comparisons.NAMES.items()}
#: Comparisons that fail where the opposite holds or an operand is NaN.
_OPPOSITE = {
    "less": "greater_equal",
    "greater_equal": "less",
    "less_equal": "greater",
    "greater": "less_equal",
    "equal": "not_equal",
    "not_equal": "equal",
}
_JOINED = {"holds_both": "&&", "holds_either": "||", "holds_one": "!="}


def condition(texts: Texts, node: Expression, *, negated: bool = False) -> str:
    """A scalar condition, or that it does not hold; "true" or "false" where it is constant."""
    if isinstance(node, Apply) and node.operation == "holds_not":
        return condition(texts, node.operands[0], negated=not negated)
    if isinstance(node, Apply) and node.operation == "holds_any":
        return _any(texts, node.operands[0], negated=negated)
    return _holds(texts, _negation(texts, node) if negated else node)


def test(texts: Texts, node: Expression, component: int) -> str:
    """Whether a condition holds in one of its components."""
    return _holds(texts, _part(node, component))


def _part(node: Expression, component: int) -> Expression:
    """A condition of one component."""
    if isinstance(node, Apply) and node.type.kind is Kind.BOOL:
        return Apply(node.operation, tuple(_part(row, component) for row in node.operands), BOOL)
    return swizzled(node, (component,))


def _negation(texts: Texts, node: Expression) -> Expression:
    """That a condition does not hold."""
    match node:
        case Const(words=words):
            return Const(node.type, tuple(int(not word) for word in words))
        case Apply("holds_not", (value,)):
            return value
        case Apply("holds_one", (one, other)):
            return Apply("holds_one", (_negation(texts, one), other), node.type)
        case Apply("holds_either", (Apply(order, (number, _)) as one, Apply("not_equal", (same, nan)))) if (
            order in _OPPOSITE and number == same == nan
        ):
            return Apply(_OPPOSITE[order], one.operands, node.type)
        case Apply("holds_both" | "holds_either" as operation, operands):
            other_operation = "holds_either" if operation == "holds_both" else "holds_both"
            return Apply(other_operation, tuple(_negation(texts, row) for row in operands), node.type)
        case Apply(operation, (number, _) as operands) if operation in _OPPOSITE:
            ordered = operation not in ("equal", "not_equal") and number.type.kind is Kind.FLOAT
            if not (ordered and texts.exact):
                return Apply(_OPPOSITE[operation], operands, node.type)
    return Apply("holds_not", (node,), node.type)


def _holds(texts: Texts, node: Expression, around: str = "") -> str:
    """A scalar condition, in parentheses where an operator ``around`` binds tighter."""
    if isinstance(node, Const):
        return "true" if node.words[0] else "false"
    if not isinstance(node, Apply):
        return printed(texts, node).text
    if node.operation == "holds_not":
        (inner,) = node.operands
        negation = _negation(texts, inner)
        return f"!{_holds(texts, inner)}" if negation == node else _holds(texts, negation, around)
    operator = _JOINED.get(node.operation)
    if operator is None:
        text = _comparison(texts, node)
        return f"({text})" if around == "!=" and node.operands[0] != node.operands[1] else text
    text = f" {operator} ".join(_holds(texts, row, operator) for row in node.operands)
    return text if around in ("", operator) or (operator, around) == ("!=", "&&") else f"({text})"


def _comparison(texts: Texts, node: Apply) -> str:
    """A comparison of scalars."""
    one, other = (printed(texts, row) for row in node.operands)
    if _is_nan(node):  # only NaN is not what it is
        return f"{'!' if node.operation == 'equal' else ''}{texts.built_in('isnan', 1)}({one.text})"
    if _keeps_nan(texts, node):
        return call(texts.use(RELATIONS[node.operation].helper, 1), one, other).text
    return RELATIONS[node.operation].plain(one, other).text


def _keeps_nan(texts: Texts, node: Apply) -> bool:
    """True for a comparison of floats that may be NaN."""
    return texts.exact and node.operands[0].type.kind is Kind.FLOAT


def _is_nan(node: Apply) -> bool:
    return node.operands[0] == node.operands[-1]


def relation(texts: Texts, node: Expression, *, precise: bool = False) -> str:
    """A condition of vectors, component by component; ``precise`` in what is so of itself."""
    if not isinstance(node, Apply):
        return printed(texts, node, full=True).text
    if not _is_relation(node):
        width = node.type.width
        return f"bvec{width}({', '.join(test(texts, node, place) for place in range(width))})"
    code, nought = (_whole(texts, row) for row in node.operands)
    if not precise and _keeps_nan(texts, node):
        return call(texts.use(RELATIONS[node.operation].helper, node.type.width), code, nought).text
    return RELATIONS[node.operation].plain(code, nought).text


def _whole(texts: Texts, node: Expression) -> Text:
    """A vector in all its components, also where one value is in each."""
    return splat(printed(texts, node, full=True), node.type.width, LETTERS[node.type.kind])


def _is_relation(node: Apply) -> bool:
    return node.operation in RELATIONS and not _is_nan(node)


def _any(texts: Texts, node: Expression, *, negated: bool) -> str:
    """Whether a condition holds in any component, or in none."""
    width = node.type.width
    if isinstance(node, Apply) and not _is_relation(node):
        parts = [_part(node, place) for place in range(width)]
        if negated:
            return " && ".join(_holds(texts, _negation(texts, part), "&&") for part in parts)
        return " || ".join(_holds(texts, part, "||") for part in parts)
    if isinstance(node, Apply) and all(map(is_one_number, node.operands)):
        return condition(texts, _part(node, 0), negated=negated)
    return f"{'!' if negated else ''}any({relation(texts, node)})"
