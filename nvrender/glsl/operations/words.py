"""Builders of what works on integers and words: division, shifts, bits, packing (NV_gpu_program4 2.X.8)."""

from __future__ import annotations

from collections.abc import Callable

from nvrender.glsl.calls import by_numerics, called, operands
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
from nvrender.glsl.operations.arithmetic import XY, XYZW, X
from nvrender.glsl.operations.table import move
from nvrender.glsl.operations.view import Builder, View
from nvrender.glsl.word_types import cast


def _bitwise(operator: str) -> Builder:
    def build(view: View) -> Expression:
        a, b = operands(view, 2, full=False)
        width = max(a.width, b.width)
        return Expression(f"{a.at(UNARY)} {operator} {b.at(UNARY)}", SUM - 1, width)

    return build


def _applied(operator: Callable[[Expression, Expression], Expression]) -> Builder:
    """A sum, difference or product, its low 32 bits."""
    return lambda view: operator(*operands(view, 2, full=False))


_product = _applied(multiply)


def _multiply_add(view: View) -> Expression:
    return add(_product(view), view.operand(2, view.components))


def _quotient(operator: str, helper: str) -> Builder:
    """Of integers by a helper, which has what GLSL leaves undefined (docs/semantics.md)."""

    def build(view: View) -> Expression:
        a, divisor = view.operand(0, view.components), view.operand(1, X)
        if view.kind == "u" and view.constant(1):  # GLSL leaves % of negative numbers undefined
            return Expression(f"{a.at(PRODUCT)} {operator} {divisor.text}", PRODUCT, a.width)
        return call(view.helper(helper, a.width), a, splat(divisor, a.width, view.kind), width=a.width)

    return build


def _shift(operator: str, shifted: Callable[[View, Expression, Expression], Expression]) -> Builder:
    """By GLSL's operator where the count is known, else as ``shifted`` has it of the words and the count."""

    def build(view: View) -> Expression:
        a, count = view.operand(0, view.components), view.operand(1, X)
        known = view.constant(1)
        if known is not None and known < 32:
            return Expression(f"{a.at(UNARY)} {operator} {count.text}", SUM - 1, a.width)
        count = count if view.kind == "u" else call("uint", count)
        return shifted(view, a, splat(count, a.width, "u"))

    return build


def _left(view: View, a: Expression, count: Expression) -> Expression:
    words = a if view.kind == "u" else call(vector_type(a.width, "u"), a, width=a.width)
    value = call(view.helper("nv_shl", a.width), words, count, width=a.width)
    return value if view.kind == "u" else call(vector_type(a.width, "i"), value, width=a.width)


def _right(helper: str) -> Callable[[View, Expression, Expression], Expression]:
    return lambda view, a, count: call(view.helper(helper, a.width), a, count, width=a.width)


def _complement(view: View) -> Expression:
    a = view.operand(0, view.components)
    return Expression(f"~{a.at(PRIMARY)}", UNARY, a.width)


def _sum_of_differences(helper: str) -> Builder:
    def build(view: View) -> Expression:
        a, b = operands(view, 2)
        difference = call(view.helper(helper, a.width), a, b, width=a.width)
        return add(difference, view.operand(2, view.components))

    return build


def _packed(name: str, components: tuple[int, ...]) -> Builder:
    """The word that a helper makes of an operand's ``components``."""

    def build(view: View) -> Expression:
        return _word(view, call(view.helper(name), view.operand(0, components, full=True)))

    return build


def _word(view: View, word: Expression) -> Expression:
    """An unsigned word as the result's type, its bits as they are."""
    return cast(word, "u", view.result_kind)


def _unpacked(name: str) -> Builder:
    """Of the four numbers that a helper makes of a word the components that are computed."""

    def build(view: View) -> Expression:
        word = view.operand(0, X)
        four = call(view.helper(name), cast(word, view.kind, "u"), width=4)
        if view.components == XYZW:
            return four
        letters = "".join("xyzw"[component] for component in view.components)
        return Expression(f"{four.text}.{letters}", width=len(letters))

    return build


def of_integers(name: str, builder: Builder) -> dict[str, Builder]:
    """The same of signed and of unsigned integers."""
    return {f"i{name}": builder, f"u{name}": builder}


#: Operation → builder.
BUILDERS: dict[str, Builder] = {
    "uabs": move,
    **of_integers("add", _applied(add)),
    "iadd_saturated": by_numerics(called("nv_index_sum", 2), _applied(add)),
    **of_integers("sub", _applied(subtract)),
    **of_integers("mul", _product),
    **of_integers("mad", _multiply_add),
    "imul_high": called("nv_mul_high", 2),
    "umul_high": called("nv_umul_high", 2),
    "idiv": _quotient("/", "nv_div"),
    "udiv": _quotient("/", "nv_udiv"),
    "imod": _quotient("%", "nv_mod"),
    "umod": _quotient("%", "nv_umod"),
    "isad": _sum_of_differences("nv_difference"),
    "usad": _sum_of_differences("nv_udifference"),
    "distance": lambda view: called("nv_difference" if view.kind == "i" else "nv_udifference", 2)(view),
    "not": _complement,
    "and": _bitwise("&"),
    "or": _bitwise("|"),
    "xor": _bitwise("^"),
    **of_integers("shl", _shift("<<", _left)),
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
