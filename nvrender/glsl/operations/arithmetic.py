"""Sums and products of floats in both numerics, the terms of exact ones added from left to right."""

from __future__ import annotations

from nvrender.glsl.calls import called, operands
from nvrender.glsl.expressions import (
    PRIMARY,
    PRODUCT,
    Expression,
    add,
    call,
    minus,
    multiply,
    splat,
    subtract,
    vector,
)
from nvrender.glsl.operations.view import Builder, View

X, XY, XYZ, XYZW = (0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)


def flushed(view: View, value: Expression) -> Expression:
    """A float that may be denormal though no operand is."""
    if not view.flush:
        return value
    return call(view.helper("nv_flush", value.width), value, width=value.width)


def flushing(view: View, name: str) -> str:
    """A helper of sums of products, or the one that makes denormal terms zero too."""
    return view.helper(f"{name}_flush" if view.flush else name)


def total(view: View, one: Expression, other: Expression, *, subtracted: bool = False) -> Expression:
    """one + other, or one - other; zero where that is denormal."""
    if not view.flush:
        return subtract(one, other) if subtracted else add(one, other)
    width = max(one.width, other.width)
    terms = (splat(row, width) for row in (one, minus(other) if subtracted else other))
    return call(view.helper("nv_sum", width), *terms, width=width)


def sums(*, subtracted: bool = False) -> Builder:
    """a + b or a - b; x - x is |x| times a zero that no compiler knows (quirks.FOLDING)."""

    def build(view: View) -> Expression:
        cancelling = [view.exact and view.cancels(k, subtracted=subtracted) for k in view.components]
        if not any(cancelling):
            return total(view, *operands(view, 2, full=False), subtracted=subtracted)
        terms = [
            multiply(call("abs", view.operand(0, (k,))), view.hidden_zero())
            if cancels
            else total(view, view.operand(0, (k,)), view.operand(1, (k,)), subtracted=subtracted)
            for k, cancels in zip(view.components, cancelling, strict=True)
        ]
        return vector(terms)

    return build


def product(view: View) -> Expression:
    """a * b."""
    return called("nv_product", 2)(view) if view.flush else multiply(*operands(view, 2, full=False))


def _divide(view: View) -> Expression:
    """Of every component by a scalar."""
    divisor = view.operand(1, X)
    a = view.operand(0, view.components)
    return flushed(view, Expression(f"{a.at(PRODUCT)} / {divisor.at(PRIMARY)}", PRODUCT, a.width))


def multiply_add(times: Builder) -> Builder:
    """``times`` + c."""
    return lambda view: total(view, times(view), view.operand(2, view.components))


def dot(components: tuple[int, ...], helper: str) -> Builder:
    """The product of two vectors."""

    def build(view: View) -> Expression:
        a, b = (view.operand(number, components, full=True) for number in (0, 1))
        return call(flushing(view, helper), a, b) if view.exact else call("dot", a, b)

    return build


def homogeneous_dot(helper: str) -> Builder:
    """The product of two vectors, the first with a w of 1."""

    def build(view: View) -> Expression:
        a = view.operand(0, XYZ, full=True)
        if view.exact:
            return call(flushing(view, helper), a, view.operand(1, XYZW, full=True))
        return add(call("dot", a, view.operand(1, XYZ, full=True)), view.operand(1, (3,)))

    return build


def _dot_add(view: View) -> Expression:
    a, b = (view.operand(number, XY, full=True) for number in (0, 1))
    c = view.operand(2, X)
    return call(flushing(view, "nv_dp2a"), a, b, c) if view.exact else add(call("dot", a, b), c)


def _blend(view: View) -> Expression:
    a, b, c = operands(view, 3)
    if view.exact:
        name = "nv_lrp_flush" if view.flush else "nv_lrp"
        return call(view.helper(name, a.width), a, b, c, width=a.width)
    return call("mix", c, b, view.operand(0, view.components), width=a.width)


def _cross(view: View) -> Expression:
    a, b = (view.operand(number, XYZ, full=True) for number in (0, 1))
    return of_three(view, call(flushing(view, "nv_xpd") if view.exact else "cross", a, b, width=3))


def _reflect(view: View) -> Expression:
    a, b = (view.operand(number, XYZ, full=True) for number in (0, 1))
    return of_three(view, call(flushing(view, "nv_rfl"), a, b, width=3))


def _normalize(view: View) -> Expression:
    a = view.operand(0, XYZ, full=True)
    return of_three(view, call(flushing(view, "nv_nrm") if view.exact else "normalize", a, width=3))


def of_three(view: View, value: Expression) -> Expression:
    """Of a vector of three the components that are computed; a w that is undefined is 0."""
    width = len(view.components)
    if view.components == XYZ:
        return value
    if 3 not in view.components:
        return Expression(f"{value.text}.{''.join('xyz'[c] for c in view.components)}", width=width)
    four = Expression(f"vec4({value.text}, {view.zero().text})", width=4)
    if view.components == XYZW:
        return four
    return Expression(f"{four.text}.{''.join('xyzw'[c] for c in view.components)}", width=width)


def _transform(view: View) -> Expression:
    a, b = (view.operand(number, XY, full=True) for number in (0, 1))
    value = call(flushing(view, "nv_x2d"), a, b, view.operand(2, XYZW, full=True), width=2)
    letters = "".join("xyxy"[component] for component in view.components)
    return value if letters == "xy" else Expression(f"{value.text}.{letters}", width=len(letters))


_add, _subtract = sums(), sums(subtracted=True)
BUILDERS: dict[str, Builder] = {
    **dict.fromkeys(("fadd", "fadd_positive"), _add),
    **dict.fromkeys(("fsub", "fsub_positive"), _subtract),
    "fmul": product,
    "fdiv": _divide,
    "fmad": multiply_add(product),
    "flrp": _blend,
    "fdot2": dot(XY, "nv_dp2"),
    "fdot2_add": _dot_add,
    "fdot3": dot(XYZ, "nv_dp3"),
    "fdot4": dot(XYZW, "nv_dp4"),
    "fdot_homogeneous": homogeneous_dot("nv_dph"),
    "fcross": _cross,
    "freflect": _reflect,
    "fnormalize": _normalize,
    "ftransform": _transform,
}
