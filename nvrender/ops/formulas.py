"""What each operation on floats multiplies, adds, compares and copies: one formula an operation.

Compilers fold what they know of an operation's operands, and lose NaN and the sign of zeros; which operands
exact numerics hide from them (nvrender.passes.shields) is read off these formulas. ``a``, ``b``,
``c`` … are the operands in the component of the result, ``a.x`` is one component, of a scalar operand its
only one. Calls stand for functions whatever they compute; those of ``CHOICES`` give one of their operands,
those of ``COMPARISONS`` numbers of their own by a comparison.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache

from nvrender.ops.table import OPERATIONS
from nvrender.records import record

#: Functions whose result is an operand's word, or its magnitude, or a bound.
CHOICES = frozenset({"abs", "choose", "clamp", "max", "min"})
#: Functions that answer a comparison: 1.0, 0.0, or where an operand is not positive 0.0.
COMPARISONS = frozenset({"equal", "less", "positive", "specular", "vote"})
#: Functions whose result is 0.0 or a number of known sign by an integer or a comparison.
_ANSWERS = COMPARISONS | {"parts"}
#: Functions that give 1.0 or 0.0, and those that give a part of their operand.
_SETS = frozenset({"equal", "less"})
_PARTS = frozenset({"floor", "fraction"})
#: Functions that ask whether one float is less than another.
_ORDERS = frozenset({"choose", "less", "max", "min", "positive", "sign", "unit"})

_DOT3 = "a.x * b.x + a.y * b.y + a.z * b.z"
_SQUARE3 = "a.x * a.x + a.y * a.y + a.z * a.z"
_NORMAL = f"a * root({_SQUARE3})"
_REFLECTION = f"ratio({_DOT3}, {_SQUARE3}) * a - b"


def _rows(width: int, rows: str) -> tuple[str, ...]:
    """The products of a vector and each row of a matrix."""
    return tuple(" + ".join(f"a.{one} * {row}.{one}" for one in "xyzw"[:width]) for row in rows)


def _columns(columns: str) -> tuple[str, ...]:
    """The columns of a matrix, each times a component of a vector, added up."""
    terms = list(zip("xyzw", columns, strict=False))
    return tuple(" + ".join(f"a.{one} * {column}.{place}" for one, column in terms) for place in "xyzw")


_ROWS = ("a.x + b.x * c.x + b.y * c.y", "a.y + b.x * c.z + b.y * c.w")

#: Operations → the formula of all components of the result, or of each; others are the calls in their rows.
_TABLE: dict[str, str | tuple[str, ...]] = {
    "mov": "a",
    "ffalse ifalse ufalse": "0",
    "ftrue itrue utrue": "1",
    "fadd fadd_positive": "a + b",
    "fsub fsub_positive": "a - b",
    "fmul fmul_zero": "a * b",
    "fmad fmad_zero": "a * b + c",
    "fdiv": "a * reciprocal(b.x)",
    "flrp": "a * b + (1 - a) * c",
    "fdot2": "a.x * b.x + a.y * b.y",
    "fdot2_add": "a.x * b.x + a.y * b.y + c.x",
    "fdot3 fdot3_zero": _DOT3,
    "fdot4 fdot4_zero": f"{_DOT3} + a.w * b.w",
    "fdot_homogeneous fdot_homogeneous_zero": f"{_DOT3} + b.w",
    "uabs": "abs(a)",
    "fsign": "sign(a)",
    "fmin fmin_nan fmin_positive": "min(a, b)",
    "fmax fmax_nan fmax_positive": "max(a, b)",
    "fcmp icmp ucmp": "choose(a, b, c)",
    "feq feq_nan ieq ueq fne fne_nan ine une": "equal(a, b)",
    "fge fge_nan fge_total ige uge fgt fgt_nan igt ugt": "less(a, b)",
    "fle fle_nan ile ule flt flt_nan flt_total ilt ult": "less(a, b)",
    "ffract": "fraction(a)",
    "frcp frcp_positive frcp_clamped frcp_clamped_positive": "reciprocal(a.x)",
    "frsq frsq_unsigned frsq_absolute frsq_absolute_positive": "root(a.x)",
    "fexp2": "exp2(a.x)",
    "flog2": "log2(a.x)",
    "fpow": "exp2(b.x * log2(a.x))",
    "fsin": "sin(a.x)",
    "fcos": "cos(a.x)",
    "fdistance fdistance_zero": ("1", "a.y * b.y", "a.z", "b.w"),
    "flight flight_nan flight_positive flight_unclamped": (
        "1", "positive(a.x)", "specular(a.x, a.w * log2(a.y))", "1",
    ),
    "fexponential fexponential_positive": ("exp2(a.x)", "fraction(a.x)", "exp2(a.x)", "1"),
    "flogarithm flogarithm_positive": ("exponent(a.x)", "mantissa(a.x)", "log2(a.x)", "1"),
    "fsine_cosine": ("cos(a.x)", "sin(a.x)", "0", "0"),
    "fcross": ("a.y * b.z - a.z * b.y", "a.z * b.x - a.x * b.z", "a.x * b.y - a.y * b.x", "0"),
    "fnormalize": (_NORMAL, _NORMAL, _NORMAL, "0"),
    "freflect": (_REFLECTION, _REFLECTION, _REFLECTION, "0"),
    "ftransform": (*_ROWS, *_ROWS),
    "fclamp": "clamp(a, b, c)",
    "flength": "length(a.x, a.y, a.z)",
    "freflection": (*(f"a - 2 * ({_DOT3}) * b",) * 3, "0"),
    "frows3": (*_rows(3, "bcd"), "0"),
    "frows3x4": (*_rows(4, "bcd"), "0"),
    "frows4": _rows(4, "bcde"),
    "fcolumns3": (*_columns("bcd")[:3], "0"),
    "fcolumns4": _columns("bcde"),
    "pack_half2": "half(a.x, a.y)",
    "pack_ushort2": "unit(a.x, a.y)",
    "pack_byte4 pack_ubyte4": "unit(a.x, a.y, a.z, a.w)",
    "unpack_half2 unpack_ushort2 unpack_byte4 unpack_ubyte4": "parts(a.x)",
    "pack64 unpack64": "words(a.x, a.y, a.z, a.w)",
    "fddx fddy": "derivative(a)",
    "quad_0 quad_1 quad_2 quad_3 quad_x quad_y": "quad(a, b)",
    "all any alike ballot": "vote(a)",
    "centroid": "interpolation(a)",
    "at_offset": "interpolation(a, b.x, b.y)",
    "at_sample": "interpolation(a, b.x)",
}  # fmt: skip
FORMULAS = {name: formula for names, formula in _TABLE.items() for name in names.split()}


@record
class Term:
    """A ``component`` of the operand of this ``number``."""

    number: int
    component: int


@record
class Step:
    """What is computed ``of`` other values: "+", "-", "*" or a function of this ``name``."""

    name: str
    of: tuple[Node, ...]


Node = Term | Step | float

_OPERANDS = "abcde"
_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}


@cache
def formulas(operation: str) -> tuple[Node, ...]:
    """What each component of the result is; what has no formula reads all of all operands."""
    texts = FORMULAS.get(operation) or OPERATIONS[operation].glsl
    if not texts:
        every = tuple(Term(number, component) for number in range(4) for component in range(4))
        return (Step("lookup", every),) * 4
    each = (texts,) * 4 if isinstance(texts, str) else texts
    return tuple(_node(ast.parse(text, mode="eval").body, component) for component, text in enumerate(each))


def _node(tree: ast.expr, component: int) -> Node:
    match tree:
        case ast.Name(id=name):
            return Term(_OPERANDS.index(name), component)
        case ast.Attribute(value=ast.Name(id=name), attr=letter):
            return Term(_OPERANDS.index(name), "xyzw".index(letter))
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


@cache
def folds(operation: str, written: frozenset[int]) -> bool:
    """True if some step takes nothing but operands that are ``written`` in the program."""
    return any(_takes(step, written) for node in formulas(operation) for step in _steps(node))


def _takes(node: Node, written: frozenset[int]) -> bool:
    if isinstance(node, Step):
        return all(_takes(part, written) for part in node.of)
    return isinstance(node, float) or node.number in written


@cache
def passes(operation: str) -> bool:
    """True if an operand's words may go on as they are, denormal as a float or not."""
    return any(
        isinstance(node, Term) or (isinstance(node, Step) and node.name in CHOICES)
        for node in formulas(operation)
    )


@cache
def copies(operation: str) -> bool:
    """True if nothing is computed: every component is an operand's, or its magnitude, or a constant."""
    return all(not isinstance(node, Step) or node.name == "abs" for node in formulas(operation))


@cache
def compares(operation: str) -> bool:
    """True if operands are compared and no more, so that no zero among them is folded wrongly."""
    return all(isinstance(node, Step) and node.name in COMPARISONS for node in formulas(operation))


@cache
def sets(operation: str) -> bool:
    """True if every component is 1.0 or 0.0 whatever the operands are."""
    return all(
        isinstance(node, float) or (isinstance(node, Step) and node.name in _SETS)
        for node in formulas(operation)
    )


@cache
def keeps_range(operation: str) -> bool:
    """True if the result lies within what the operands do, and 0.0 and 1.0."""
    return all(
        not isinstance(node, Step) or node.name in CHOICES | _SETS | _PARTS for node in formulas(operation)
    )


@cache
def ones_of(operation: str) -> tuple[bool, ...]:
    """Of each component whether it is 1.0 whatever the operands are."""
    return tuple(node == 1.0 for node in formulas(operation))


@cache
def orders(operation: str) -> bool:
    """True if it is asked whether an operand is less than another, or than 0."""
    return any(step.name in _ORDERS for node in formulas(operation) for step in _steps(node))


@cache
def chooses_by(operation: str, number: int) -> bool:
    """True if of an operand no more is asked than its sign, to choose among others."""
    nodes = formulas(operation)
    return all(
        isinstance(node, Step) and node.name == "choose" and node.of[0] == Term(number, component)
        for component, node in enumerate(nodes)
    )


def answers(operation: str, components: tuple[int, ...]) -> bool:
    """True if one of these components of the result answers a comparison, or is made of an integer."""
    nodes = [formulas(operation)[component] for component in components]
    return any(isinstance(node, Step) and node.name in _ANSWERS for node in nodes)
