"""Builders of what works on integers and words: division, shifts, bits, packing (NV_gpu_program4 2.X.8)."""

from __future__ import annotations

from nvrender.glsl.calls import operands
from nvrender.glsl.declared.calls import XYZW, X
from nvrender.glsl.declared.site import Builder, TypedSite
from nvrender.glsl.expressions import PRODUCT, SUM, UNARY, Expression, add, call, splat, vector_type


def bitwise(operator: str) -> Builder:
    """AND, OR and XOR."""

    def build(site: TypedSite) -> Expression:
        a, b = operands(site, 2, full=False)
        width = max(a.width, b.width)
        return Expression(f"{a.at(UNARY)} {operator} {b.at(UNARY)}", SUM - 1, width)

    return build


def divide(site: TypedSite) -> Expression:
    """DIV: of integers by a helper, which gives all ones for a divisor of 0 (docs/semantics.md)."""
    divisor = site.operand(1, X)
    a = site.operand(0, site.components)
    if not site.kind:
        return Expression(f"{a.at(PRODUCT)} / {divisor.at(UNARY + 1)}", PRODUCT, a.width)
    if site.kind == "u" and site.constant(1):
        return Expression(f"{a.at(PRODUCT)} / {divisor.text}", PRODUCT, a.width)
    return call(
        site.helper("nv_div" if site.kind == "i" else "nv_udiv", a.width),
        a,
        splat(divisor, a.width, site.kind),
        width=a.width,
    )


def modulus(site: TypedSite) -> Expression:
    """MOD, with the sign of the first operand (docs/semantics.md)."""
    a = site.operand(0, site.components)
    if site.kind == "u" and site.constant(1):  # GLSL leaves % of negative numbers undefined
        return Expression(f"{a.at(PRODUCT)} % {site.operand(1, X).text}", PRODUCT, a.width)
    divisor = splat(site.operand(1, X), a.width, site.kind)
    return call(site.helper("nv_mod" if site.kind == "i" else "nv_umod", a.width), a, divisor, width=a.width)


def shift(left: bool) -> Builder:
    """SHL and SHR."""

    def build(site: TypedSite) -> Expression:
        a = site.operand(0, site.components)
        count = site.operand(1, X)
        known = site.constant(1)
        if known is not None and known < 32:
            return Expression(f"{a.at(UNARY)} {'<<' if left else '>>'} {count.text}", SUM - 1, a.width)
        count = count if site.kind == "u" else call("uint", count)
        if left:
            words = a if site.kind == "u" else call(vector_type(a.width, "u"), a, width=a.width)
            value = call(site.helper("nv_shl", a.width), words, splat(count, a.width, "u"), width=a.width)
            return value if site.kind == "u" else call(vector_type(a.width, "i"), value, width=a.width)
        helper = site.helper("nv_shr" if site.kind == "i" else "nv_ushr", a.width)
        return call(helper, a, splat(count, a.width, "u"), width=a.width)

    return build


def complement(site: TypedSite) -> Expression:
    """NOT."""
    a = site.operand(0, site.components)
    return Expression(f"~{a.at(UNARY + 1)}", UNARY, a.width)


def sum_of_differences(site: TypedSite) -> Expression:
    """SAD."""
    a, b = operands(site, 2)
    name = "nv_difference" if site.kind == "i" else "nv_udifference"
    difference = call(site.helper(name, a.width), a, b, width=a.width)
    return add(difference, site.operand(2, site.components))


def packed(name: str, components: tuple[int, ...]) -> Builder:
    """The word that a helper makes of an operand's ``components``."""

    def build(site: TypedSite) -> Expression:
        return _word(site, call(site.helper(name), site.operand(0, components, full=True)))

    return build


def _word(site: TypedSite, word: Expression) -> Expression:
    """An unsigned word as the result's type, its bits as they are."""
    function = {"": "uintBitsToFloat", "i": "int"}.get(site.result_kind)
    return call(function, word) if function else word


def unpacked(name: str) -> Builder:
    """Of the four numbers that a helper makes of a word the site's components."""

    def build(site: TypedSite) -> Expression:
        word = site.operand(0, X)
        cast = {"": "floatBitsToUint", "i": "uint"}.get(site.kind)
        four = call(site.helper(name), call(cast, word) if cast else word, width=4)
        if site.components == XYZW:
            return four
        letters = "".join("xyzw"[component] for component in site.components)
        return Expression(f"{four.text}.{letters}", width=len(letters))

    return build
