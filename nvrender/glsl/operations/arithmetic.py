"""Sums and products of floats in both numerics, the terms of exact ones added from left to right."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.glsl.calls import called, operands
from nvrender.glsl.expressions import Expression, add, call, multiply, subtract, vector
from nvrender.glsl.operations.site import AnySite, Builder, Site

X, XY, XYZ, XYZW = (0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)


def flushed(site: Site, value: Expression) -> Expression:
    """A float that may be denormal though no operand is."""
    if not site.flush:
        return value
    return call(site.helper("nv_flush", value.width), value, width=value.width)


def flushing(site: Site, name: str) -> str:
    """A helper of sums of products, or the one that makes denormal terms zero too."""
    return site.helper(f"{name}_flush" if site.flush else name)


def sums(operator: Callable[[Expression, Expression], Expression], *, subtracted: bool) -> Builder:
    """a + b or a - b. Mesa folds x - x to 0.0 even if ``precise``, and loses NaN and INF - INF."""

    def build(site: Site) -> Expression:
        cancelling = [site.exact and site.cancels(k, subtracted=subtracted) for k in site.components]
        if not any(cancelling):
            return flushed(site, operator(*operands(site, 2, full=False)))
        terms = [
            multiply(call("abs", site.operand(0, (k,))), site.hidden_zero())
            if cancels
            else operator(site.operand(0, (k,)), site.operand(1, (k,)))
            for k, cancels in zip(site.components, cancelling, strict=True)
        ]
        return flushed(site, vector(terms))

    return build


def product(site: Site) -> Expression:
    """a * b."""
    return called("nv_product", 2)(site) if site.flush else multiply(*operands(site, 2, full=False))


def multiply_add(times: Callable[[AnySite], Expression]) -> Callable[[AnySite], Expression]:
    """``times`` + c."""
    return lambda site: flushed(site, add(times(site), site.operand(2, site.components)))


def dot(components: tuple[int, ...], helper: str) -> Builder:
    """The product of two vectors."""

    def build(site: Site) -> Expression:
        a, b = (site.operand(number, components, full=True) for number in (0, 1))
        return call(flushing(site, helper), a, b) if site.exact else call("dot", a, b)

    return build


def homogeneous_dot(helper: str) -> Builder:
    """The product of two vectors, the first with a w of 1."""

    def build(site: Site) -> Expression:
        a = site.operand(0, XYZ, full=True)
        if site.exact:
            return call(flushing(site, helper), a, site.operand(1, XYZW, full=True))
        return add(call("dot", a, site.operand(1, XYZ, full=True)), site.operand(1, (3,)))

    return build


def _dot_add(site: Site) -> Expression:
    a, b = (site.operand(number, XY, full=True) for number in (0, 1))
    c = site.operand(2, X)
    return call(flushing(site, "nv_dp2a"), a, b, c) if site.exact else add(call("dot", a, b), c)


def _blend(site: Site) -> Expression:
    a, b, c = operands(site, 3)
    if site.exact:
        name = "nv_lrp_flush" if site.flush else "nv_lrp"
        return call(site.helper(name, a.width), a, b, c, width=a.width)
    return call("mix", c, b, a, width=a.width)


def _cross(site: Site) -> Expression:
    a, b = (site.operand(number, XYZ, full=True) for number in (0, 1))
    return _three(site, call(flushing(site, "nv_xpd") if site.exact else "cross", a, b, width=3))


def _reflect(site: Site) -> Expression:
    a, b = (site.operand(number, XYZ, full=True) for number in (0, 1))
    return _three(site, call(flushing(site, "nv_rfl"), a, b, width=3))


def _normalize(site: Site) -> Expression:
    a = site.operand(0, XYZ, full=True)
    return _three(site, call(flushing(site, "nv_nrm") if site.exact else "normalize", a, width=3))


def _three(site: Site, value: Expression) -> Expression:
    """Of a vector of three the site's components; a w that is undefined is 0."""
    width = len(site.components)
    if site.components == XYZ:
        return value
    if 3 not in site.components:
        return Expression(f"{value.text}.{''.join('xyz'[c] for c in site.components)}", width=width)
    four = Expression(f"vec4({value.text}, {site.zero().text})", width=4)
    if site.components == XYZW:
        return four
    return Expression(f"{four.text}.{''.join('xyzw'[c] for c in site.components)}", width=width)


def _transform(site: Site) -> Expression:
    a, b = (site.operand(number, XY, full=True) for number in (0, 1))
    value = call(flushing(site, "nv_x2d"), a, b, site.operand(2, XYZW, full=True), width=2)
    letters = "".join("xyxy"[component] for component in site.components)
    return value if letters == "xy" else Expression(f"{value.text}.{letters}", width=len(letters))


_add, _subtract = sums(add, subtracted=False), sums(subtract, subtracted=True)
BUILDERS: dict[str, Builder] = {
    **dict.fromkeys(("fadd", "fadd_positive"), _add),
    **dict.fromkeys(("fsub", "fsub_positive"), _subtract),
    "fmul": product,
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
