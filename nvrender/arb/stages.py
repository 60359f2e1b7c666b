"""What one of the two stages lacks (ARB_vertex_program 2.14.5, ARB_fragment_program 3.11.5)."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from nvrender.arb.operations import HALF, ONE, ZERO, constant, mapped, negative, of, one_minus, word
from nvrender.ir.nodes import Apply, Compose, Const, Expression, Select
from nvrender.ir.types import FLOAT
from nvrender.lower.operands import swizzled


def of_stage(value: Expression, *, fragment: bool, wild: Callable[[Expression], bool]) -> Expression:
    """``value`` of operations that the stage has, with selections.

    ``wild`` tells what may be INF or NaN of ordinary numbers.
    """
    return mapped(value, _of_fragment if fragment else lambda node: _of_vertex(node, wild))


def _of_fragment(node: Expression) -> Expression:
    """A selection chooses by the sign of a number."""
    if not isinstance(node, Select):
        return node
    match node.condition:
        case Apply("flt", (tested, Const(words=words))) if not any(words):
            return of("fcmp", tested, node.yes, node.no)
        case Apply("flt", (Const(words=words), tested)) if not any(words):
            return of("fcmp", negative(tested), node.yes, node.no)
        case Apply("fsub", (Const(words=words), truth)) if set(words) == {ONE}:
            return of("fcmp", negative(truth), node.no, node.yes)
    return of("fcmp", negative(node.condition), node.yes, node.no)


def _of_vertex(node: Expression, wild: Callable[[Expression], bool]) -> Expression:
    match node:
        case Select(condition, yes, no):
            return _chosen(condition, yes, no, wild)
        case Apply("fcmp", (a, yes, no)):
            return _chosen(of("flt", a, constant(ZERO, a)), yes, no, wild)
        case Apply("fsaturate", (a,)):
            return of("fmin", of("fmax", a, constant(ZERO, a)), constant(ONE, a))
        case Apply("flrp", (a, b, c)):
            return of("fadd", of("fmul", a, b), of("fmul", one_minus(a), c))
        case Apply("fsin", (a,)):
            return _sine(a, 0.0)
        case Apply("fcos", (a,)):
            return _sine(a, 0.25)
        case Apply("fsine_cosine", (a,)):
            angle = swizzled(a, (0,))
            zero = Const(FLOAT, (ZERO,))
            return Compose((_sine(angle, 0.25), _sine(angle, 0.0), zero, zero))
    return node


def _chosen(
    condition: Expression, yes: Expression, no: Expression, wild: Callable[[Expression], bool]
) -> Expression:
    """Both ways weighed by 1 and 0; what may be INF or NaN within as much as the weight lets it."""
    if isinstance(no, Const) and not any(word << 1 & 0xFFFFFFFF for word in no.words):
        return _within(yes, condition) if wild(yes) else of("fmul", yes, condition)
    other = one_minus(condition)
    kept = _within(no, other) if wild(no) else of("fmul", no, other)
    return of("fadd", _within(yes, condition), kept) if wild(yes) else of("fmad", yes, condition, kept)


def _within(value: Expression, weight: Expression) -> Expression:
    """``value`` within INF where its weight is 1, and within 0 where it is 0.

    Twice the largest number would do, but drivers make one constant of both factors, and 0 * INF is NaN.
    """
    large = of("fmul", weight, constant(_LARGEST, value))
    most = of("fmul", large, of("fadd", large, constant(ONE, value)))
    return of("fmin", of("fmax", value, negative(most)), most)


#: Times more than 1 it is INF.
_LARGEST = 0x7F7FFFFF


#: sin(2 π t) of t in [−1/4, 1/4] by odd powers of t, within 2^-21.
_POWERS = (2 * pi, -41.341702, 81.605209, -76.703668, 41.99999, -14.337023)


def _sine(angle: Expression, turn: float) -> Expression:
    """The sine of an angle, ``turn`` of a circle further on.

    In turns t from −1/2 on, |t| ≤ 1/4 by sin(π − x) = sin x, then a polynomial in t² times t.
    """

    def number(value: float) -> Const:
        return Const(FLOAT, (word(value),))

    turns = of("fmad", angle, number(1 / (2 * pi)), number(turn + 0.25))
    # 1/4 further on the sine rises from −1 at 0 to 1 at 1/2 and falls again.
    place = of("fsub", Const(FLOAT, (HALF,)), of("ffract", turns))
    t = of("fsub", number(0.25), of("fabs", place))
    square = of("fmul", t, t)
    found: Expression = number(_POWERS[-1])
    for power in reversed(_POWERS[:-1]):
        found = of("fmad", found, square, number(power))
    return of("fmul", found, t)
