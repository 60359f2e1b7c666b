"""Operation → the GLSL expression of its result.

A builder gets a View and returns an expression of the instruction's type, or of the type its result
is written as, of one component, which is replicated, or of as many as the view has.
"""

from __future__ import annotations

from nvrender.glsl.calls import built_in, by_numerics, called, operands
from nvrender.glsl.expressions import (
    SUM,
    Expression,
    call,
    minus,
    splat,
    vector,
    vector_type,
)
from nvrender.glsl.operations import table
from nvrender.glsl.operations.bits import BUILDERS as BITS
from nvrender.glsl.operations.comparisons import RELATIONS, holds, related
from nvrender.glsl.operations.composed import exponential, fraction, light, logarithm
from nvrender.glsl.operations.view import Builder, View
from nvrender.glsl.operations.words import BUILDERS as WORDS
from nvrender.glsl.operations.words import of_integers
from nvrender.glsl.threads import quad_groups


def _extreme(name: str) -> Builder:
    """MAX or MIN: words that are denormal are compared as zeros, and go on as they are."""
    plain = by_numerics(called(f"nv_{name}", 2), built_in(name, 2))
    words = called(f"nv_{name}_words", 2)
    return lambda view: words(view) if view.exact and view.passes_words else plain(view)


def _compare(relation: str) -> Builder:
    """TRUE where the relation holds: all ones (NV_gpu_program4 2.X.8, SEQ)."""

    def build(view: View) -> Expression:
        test = holds(view, relation)
        return truth(view, test.text, test.width)

    return build


def truth(view: View, text: str, width: int) -> Expression:
    """1.0 or 0.0, or all ones or 0, as ``text`` holds."""
    match view.kind:
        case "":
            return Expression(f"{vector_type(width)}({text})", width=width)
        case "i":
            return minus(Expression(f"{vector_type(width, 'i')}({text})", width=width))
        case _:
            inner = f"-{vector_type(width, 'i')}({text})"
            return Expression(f"{vector_type(width, 'u')}({inner})", width=width)


def constant(true: bool) -> Builder:
    """TRUE or FALSE whatever the operands are."""

    def build(view: View) -> Expression:
        words = {"": "1.0", "i": "-1", "u": "0xffffffffu"} if true else {"": "", "i": "0", "u": "0u"}
        text = words[view.kind]
        return splat(Expression(text) if text else view.zero(), len(view.components), view.kind)

    return build


def _choose(view: View) -> Expression:
    a, b, c = operands(view, 3)
    relation, one, other = view.negative()
    if a.width == 1:
        return Expression(f"{related(view, relation, one, other).text} ? {b.text} : {c.text}", 0)
    test = related(view, relation, splat(one, a.width), splat(other, a.width))
    return call(view.built_in("mix", a.width), c, b, test, width=a.width)


def _rounded(function: str) -> Builder:
    """A float rounded, then converted to the result's type."""

    def build(view: View) -> Expression:
        a = view.operand(0, view.components)
        if view.result_kind and not view.exact and function == "trunc":
            return call(vector_type(a.width, view.result_kind), a, width=a.width)
        whole = call(view.built_in(function, a.width), a, width=a.width)
        if not view.result_kind:
            return whole
        if view.exact:
            name = "nv_int" if view.result_kind == "i" else "nv_uint"
            return call(view.helper(name, a.width), whole, width=a.width)
        return call(vector_type(a.width, view.result_kind), whole, width=a.width)

    return build


def _to_float(view: View) -> Expression:
    a = view.operand(0, view.components)
    return call(vector_type(a.width), a, width=a.width)


def _clamped(least: str, most: str) -> Builder:
    def build(view: View) -> Expression:
        a = view.operand(0, view.components)
        return Expression(f"clamp({a.text}, {least}, {most})", width=a.width)

    return build


def _opaque(view: View) -> Expression:
    view.hidden_zero()
    return called("nv_opaque")(view)


def _add_address(view: View) -> Expression:
    def component(place: int) -> Expression:
        first, second = (0, 2) if place in (0, 2) else (1, 3)
        return Expression(f"{view.address(first)} + {view.address(second)}", SUM)

    return vector([component(place) for place in view.components], "i")


def _of_every_type(name: str, builder: Builder) -> dict[str, Builder]:
    return {f"f{name}": builder, **of_integers(name, builder)}


#: One builder for every operation of operands and results alone.
BUILDERS: dict[str, Builder] = {
    **table.BUILDERS,
    **WORDS,
    **BITS,
    "fsaturate": by_numerics(called("nv_saturate"), _clamped("0.0", "1.0")),
    "fsaturate_signed": by_numerics(called("nv_saturate_signed"), _clamped("-1.0", "1.0")),
    "ffixed": by_numerics(called("nv_fx12"), called("fx12")),
    "ffixed_nan": by_numerics(called("nv_fixed_point"), _clamped("-2.0", "1.9990234375")),
    "fflush": called("nv_flush"),
    **{name: called(f"nv_{name}", 2) for name in ("sum_overflow", "sum_carry")},
    **{name: called(f"nv_{name}", 2) for name in ("difference_overflow", "difference_carry")},
    "fopaque": _opaque,
    "fmax": _extreme("max"),
    "fmin": _extreme("min"),
    "fcmp": _choose,
    "icmp": called("nv_choose", 3),
    "ucmp": lambda view: view.operand(2, view.components),  # never negative
    **_of_every_type("false", constant(False)),
    **_of_every_type("true", constant(True)),
    **{f"{letter}{relation}": _compare(relation) for letter in "iu" for relation in RELATIONS},
    **of_integers("floor", _rounded("floor")),
    **of_integers("ceil", _rounded("ceil")),
    **of_integers("round", _rounded("roundEven")),
    **of_integers("trunc", _rounded("trunc")),
    **dict.fromkeys(("i2f", "u2f"), _to_float),
    "flight": light("nv_specular"),
    "flight_unclamped": light("nv_specular_fp1", "specular_fp1"),
    "fexponential": exponential(fraction, "nv_ex2"),
    "flogarithm": logarithm("nv_lg2"),
    "iaddress_add": _add_address,
    "fddx": built_in("dFdx"),
    "fddy": built_in("dFdy"),
    **quad_groups.BUILDERS,
}
