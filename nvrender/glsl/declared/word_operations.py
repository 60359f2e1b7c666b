"""Builders of what works on integers and words: division, shifts, bits, packing (NV_gpu_program4 2.X.8)."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.glsl.calls import called, operands
from nvrender.glsl.declared.site import Builder, TypedSite
from nvrender.glsl.expressions import (
    PRIMARY,
    PRODUCT,
    SUM,
    UNARY,
    Expression,
    add,
    call,
    multiply,
    splat,
    subtract,
    vector_type,
)
from nvrender.glsl.operations.arithmetic import XY, XYZW, X, flushed
from nvrender.glsl.operations.table import move


def _bitwise(operator: str) -> Builder:
    def build(site: TypedSite) -> Expression:
        a, b = operands(site, 2, full=False)
        width = max(a.width, b.width)
        return Expression(f"{a.at(UNARY)} {operator} {b.at(UNARY)}", SUM - 1, width)

    return build


def _product(site: TypedSite) -> Expression:
    return multiply(*operands(site, 2, full=False))


def _sum(operator: Callable[[Expression, Expression], Expression]) -> Builder:
    return lambda site: operator(*operands(site, 2, full=False))


def _divide(site: TypedSite) -> Expression:
    divisor = site.operand(1, X)
    a = site.operand(0, site.components)
    quotient = Expression(f"{a.at(PRODUCT)} / {divisor.at(PRIMARY)}", PRODUCT, a.width)
    return flushed(site, quotient)


def _quotient(operator: str, helper: str) -> Builder:
    """Of integers by a helper, which has what GLSL leaves undefined (docs/semantics.md)."""

    def build(site: TypedSite) -> Expression:
        a, divisor = site.operand(0, site.components), site.operand(1, X)
        if site.kind == "u" and site.constant(1):  # GLSL leaves % of negative numbers undefined
            return Expression(f"{a.at(PRODUCT)} {operator} {divisor.text}", PRODUCT, a.width)
        return call(site.helper(helper, a.width), a, splat(divisor, a.width, site.kind), width=a.width)

    return build


def _shift(operator: str, shifted: Callable[[TypedSite, Expression, Expression], Expression]) -> Builder:
    """By GLSL's operator where the count is known, else as ``shifted`` has it of the words and the count."""

    def build(site: TypedSite) -> Expression:
        a, count = site.operand(0, site.components), site.operand(1, X)
        known = site.constant(1)
        if known is not None and known < 32:
            return Expression(f"{a.at(UNARY)} {operator} {count.text}", SUM - 1, a.width)
        count = count if site.kind == "u" else call("uint", count)
        return shifted(site, a, splat(count, a.width, "u"))

    return build


def _left(site: TypedSite, a: Expression, count: Expression) -> Expression:
    words = a if site.kind == "u" else call(vector_type(a.width, "u"), a, width=a.width)
    value = call(site.helper("nv_shl", a.width), words, count, width=a.width)
    return value if site.kind == "u" else call(vector_type(a.width, "i"), value, width=a.width)


def _right(helper: str) -> Callable[[TypedSite, Expression, Expression], Expression]:
    return lambda site, a, count: call(site.helper(helper, a.width), a, count, width=a.width)


def _complement(site: TypedSite) -> Expression:
    a = site.operand(0, site.components)
    return Expression(f"~{a.at(PRIMARY)}", UNARY, a.width)


def _sum_of_differences(helper: str) -> Builder:
    def build(site: TypedSite) -> Expression:
        a, b = operands(site, 2)
        difference = call(site.helper(helper, a.width), a, b, width=a.width)
        return add(difference, site.operand(2, site.components))

    return build


def _packed(name: str, components: tuple[int, ...]) -> Builder:
    """The word that a helper makes of an operand's ``components``."""

    def build(site: TypedSite) -> Expression:
        return _word(site, call(site.helper(name), site.operand(0, components, full=True)))

    return build


def _word(site: TypedSite, word: Expression) -> Expression:
    """An unsigned word as the result's type, its bits as they are."""
    function = {"": "uintBitsToFloat", "i": "int"}.get(site.result_kind)
    return call(function, word) if function else word


def _unpacked(name: str) -> Builder:
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


def _both(name: str, builder: Builder) -> dict[str, Builder]:
    """Of signed and of unsigned integers."""
    return {f"i{name}": builder, f"u{name}": builder}


#: Operation → builder.
BUILDERS: dict[str, Builder] = {
    "uabs": move,
    **_both("add", _sum(add)),
    **_both("sub", _sum(subtract)),
    **_both("mul", _product),
    **_both("mad", lambda site: add(_product(site), site.operand(2, site.components))),
    "imul_high": called("nv_mul_high", 2),
    "umul_high": called("nv_umul_high", 2),
    "fdiv": _divide,
    "idiv": _quotient("/", "nv_div"),
    "udiv": _quotient("/", "nv_udiv"),
    "imod": _quotient("%", "nv_mod"),
    "umod": _quotient("%", "nv_umod"),
    "isad": _sum_of_differences("nv_difference"),
    "usad": _sum_of_differences("nv_udifference"),
    "not": _complement,
    "and": _bitwise("&"),
    "or": _bitwise("|"),
    "xor": _bitwise("^"),
    **_both("shl", _shift("<<", _left)),
    "ishr": _shift(">>", _right("nv_shr")),
    "ushr": _shift(">>", _right("nv_ushr")),
    "pack_half2": _packed("nv_pk2h", XY),
    "pack_ushort2": _packed("nv_pk2us", XY),
    "pack_byte4": _packed("nv_pk4b", XYZW),
    "pack_ubyte4": _packed("nv_pk4ub", XYZW),
    "unpack_half2": _unpacked("nv_up2h"),
    "unpack_ushort2": _unpacked("nv_up2us"),
    "unpack_byte4": _unpacked("nv_up4b"),
    "unpack_ubyte4": _unpacked("nv_up4ub"),
}
