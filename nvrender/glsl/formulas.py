"""What each instruction of floats multiplies, adds, compares and copies: one formula an opcode.

Compilers fold what they know of an instruction's operands, and lose NaN and the sign of zeros; which operands
exact numerics hide from them (nvrender.glsl.declared.constants) is read off these formulas. ``a``, ``b``,
``c`` are the operands in the component of the result, ``a.x`` is one component, of a scalar operand its only
one. Calls stand for functions whatever they compute; those of ``CHOICES`` give one of their operands, those
of ``COMPARISONS`` numbers of their own by a comparison.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

#: Functions whose result is an operand's word, or its magnitude, or a bound.
CHOICES = frozenset({"abs", "choose", "clamp", "max", "min"})
#: Functions that answer a comparison: 1.0, 0.0, or where an operand is not positive 0.0.
COMPARISONS = frozenset({"equal", "less", "positive", "specular", "vote"})
#: Functions whose result is 0.0 or a number of known sign by an integer or a comparison.
_ANSWERS = COMPARISONS | {"parts"}
#: Functions that ask whether one float is less than another.
_ORDERS = frozenset({"choose", "less", "max", "min", "positive", "sign", "unit"})

_DOT3 = "a.x * b.x + a.y * b.y + a.z * b.z"
_SQUARE3 = "a.x * a.x + a.y * a.y + a.z * a.z"
_NORMAL = f"a * root({_SQUARE3})"
_REFLECTION = f"ratio({_DOT3}, {_SQUARE3}) * a - b"
_ROWS = ("a.x + b.x * c.x + b.y * c.y", "a.y + b.x * c.z + b.y * c.w")

#: Of all components of the result, or of each.
FORMULAS: dict[str, str | tuple[str, str, str, str]] = {
    "ABS": "abs(a)",
    "ADD": "a + b",
    "ARL": "floor(a)",
    "ARR": "round(a)",
    "CEIL": "ceil(a)",
    "CMP": "choose(a, b, c)",
    "COS": "cos(a.x)",
    "DDX": "derivative(a)",
    "DDY": "derivative(a)",
    "DIV": "a * reciprocal(b.x)",
    "DP2": "a.x * b.x + a.y * b.y",
    "DP2A": "a.x * b.x + a.y * b.y + c.x",
    "DP3": _DOT3,
    "DP4": f"{_DOT3} + a.w * b.w",
    "DPH": f"{_DOT3} + b.w",
    "DST": ("1", "a.y * b.y", "a.z", "b.w"),
    "EX2": "exp2(a.x)",
    "EXP": ("exp2(a.x)", "fraction(a.x)", "exp2(a.x)", "1"),
    "FLR": "floor(a)",
    "FRC": "fraction(a)",
    "IPAC": "interpolation(a)",
    "IPAO": "interpolation(a, b.x, b.y)",
    "IPAS": "interpolation(a, b.x)",
    "LG2": "log2(a.x)",
    "LIT": ("1", "positive(a.x)", "specular(a.x, a.w * log2(a.y))", "1"),
    "LOG": ("exponent(a.x)", "mantissa(a.x)", "log2(a.x)", "1"),
    "LRP": "a * b + (1 - a) * c",
    "MAD": "a * b + c",
    "MAX": "max(a, b)",
    "MIN": "min(a, b)",
    "MOV": "a",
    "MUL": "a * b",
    "NRM": (_NORMAL, _NORMAL, _NORMAL, "0"),
    "PK2H": "half(a.x, a.y)",
    "PK2US": "unit(a.x, a.y)",
    "PK4B": "unit(a.x, a.y, a.z, a.w)",
    "PK4UB": "unit(a.x, a.y, a.z, a.w)",
    "PK64": "words(a.x, a.y, a.z, a.w)",
    "POW": "exp2(b.x * log2(a.x))",
    **{f"QSWZ{way}": "quad(a, b)" for way in "0123XY"},
    "RCC": "reciprocal(a.x)",
    "RCP": "reciprocal(a.x)",
    "RFL": (_REFLECTION, _REFLECTION, _REFLECTION, "0"),
    "ROUND": "round(a)",
    "RSQ": "root(a.x)",
    "SCS": ("cos(a.x)", "sin(a.x)", "0", "0"),
    "SEQ": "equal(a, b)",
    "SFL": "0",
    "SGE": "less(a, b)",
    "SGT": "less(a, b)",
    "SIN": "sin(a.x)",
    "SLE": "less(a, b)",
    "SLT": "less(a, b)",
    "SNE": "equal(a, b)",
    "SSG": "sign(a)",
    "STR": "1",
    "SUB": "a - b",
    "SWZ": "a",
    "TGALL": "vote(a)",
    "TGANY": "vote(a)",
    "TGBALLOT": "vote(a)",
    "TGEQ": "vote(a)",
    "TRUNC": "trunc(a)",
    **dict.fromkeys(("UP2H", "UP2US", "UP4B", "UP4UB"), "parts(a.x)"),
    "UP64": "words(a.x, a.y, a.z, a.w)",
    "X2D": (*_ROWS, *_ROWS),
    "XPD": ("a.y * b.z - a.z * b.y", "a.z * b.x - a.x * b.z", "a.x * b.y - a.y * b.x", "0"),
}


@dataclass(frozen=True, slots=True)
class Term:
    """A ``component`` of the operand of this ``number``."""

    number: int
    component: int


@dataclass(frozen=True, slots=True)
class Step:
    """What is computed ``of`` other values: "+", "-", "*" or a function of this ``name``."""

    name: str
    of: tuple[Node, ...]


Node = Term | Step | float

_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}


@cache
def formulas(name: str) -> tuple[Node, ...]:
    """What each component of an opcode's result is; what has no formula reads all of all operands."""
    if name not in FORMULAS:
        every = tuple(Term(number, component) for number in range(4) for component in range(4))
        return (Step("lookup", every),) * 4
    texts = FORMULAS[name]
    each = (texts,) * 4 if isinstance(texts, str) else texts
    return tuple(_node(ast.parse(text, mode="eval").body, component) for component, text in enumerate(each))


def _node(tree: ast.expr, component: int) -> Node:
    match tree:
        case ast.Name(id=name):
            return Term("abc".index(name), component)
        case ast.Attribute(value=ast.Name(id=name), attr=letter):
            return Term("abc".index(name), "xyzw".index(letter))
        case ast.Constant(value=int(number)):
            return float(number)
        case ast.BinOp(left=left, op=operator, right=right):
            return Step(_OPERATORS[type(operator)], (_node(left, component), _node(right, component)))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return Step(name, tuple(_node(argument, component) for argument in arguments))
    raise ValueError(ast.unparse(tree))


def _steps(node: Node) -> Iterator[Step]:
    if isinstance(node, Step):
        yield node
        for part in node.of:
            yield from _steps(part)


def passes(name: str) -> bool:
    """True if an opcode may pass an operand's words on as they are, denormal as a float or not."""
    return any(
        isinstance(node, Term) or (isinstance(node, Step) and node.name in CHOICES) for node in formulas(name)
    )


def compares(name: str) -> bool:
    """True if operands are compared and no more, so that no zero among them is folded wrongly."""
    return all(isinstance(node, Step) and node.name in COMPARISONS for node in formulas(name))


def orders(name: str) -> bool:
    """True if it is asked whether an operand is less than another, or than 0."""
    return any(step.name in _ORDERS for node in formulas(name) for step in _steps(node))


def answers(name: str, components: tuple[int, ...]) -> bool:
    """True if one of these components of the result answers a comparison, or is made of an integer."""
    nodes = [formulas(name)[component] for component in components]
    return any(isinstance(node, Step) and node.name in _ANSWERS for node in nodes)
