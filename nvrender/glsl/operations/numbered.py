"""Operation → the GLSL expression of its result, for programs whose registers have numbers.

0 · x is 0 in VP1.x, and its comparisons order all floats (NV_vertex_program 2.14.1.11); VP2.0 compares to NaN
where an operand is (NV_vertex_program2 2.14.3).
"""

from __future__ import annotations

from nvrender.glsl.calls import built_in, by_numerics, called, operands
from nvrender.glsl.expressions import Expression, call, vector, vector_type
from nvrender.glsl.operations import builders
from nvrender.glsl.operations.arithmetic import XYZ, XYZW, X, flushing, homogeneous_dot, multiply_add, product
from nvrender.glsl.operations.comparisons import RELATIONS, compare
from nvrender.glsl.operations.composed import distance, exponential, fraction, light, logarithm, y_product
from nvrender.glsl.operations.view import Builder, View


def _product_zero(view: View) -> Expression:
    """A square needs no rule for zeros: NaN comes of NaN alone, and the sign is positive."""
    if not view.exact or view.same(view.components):
        return product(view)
    return called("nv_mul_flush" if view.flush else "nv_mul", 2)(view)


def _dot_zero(components: tuple[int, ...], helper: str, squared: str) -> Builder:
    def build(view: View) -> Expression:
        a, b = (view.operand(number, components, full=True) for number in (0, 1))
        if not view.exact:
            return call("dot", a, b)
        if view.same(components):  # a square needs no rule for zeros
            return call(flushing(view, squared), a)
        return call(flushing(view, helper), a, b)

    return build


def _y_product_zero(view: View) -> Expression:
    if not view.exact or view.same((1,)):
        return y_product(view)
    return call(flushing(view, "nv_mul"), view.operand(0, (1,)), view.operand(1, (1,)))


def _compare_nan(relation: str) -> Builder:
    return by_numerics(called(f"nv_s{relation}", 2), compare(relation))


def _compare_total(relation: str) -> Builder:
    """A total order over all floats (NV_vertex_program 2.14.1.11)."""

    def build(view: View) -> Expression:
        if not view.exact:
            return compare(relation)(view)
        width = operands(view, 2)[0].width
        ordered = (call(view.helper("nv_order", width), row, width=width) for row in operands(view, 2))
        return call(vector_type(width), RELATIONS[relation].plain(*ordered), width=width)

    return build


def _load_address(rounding: str) -> Builder:
    def build(view: View) -> Expression:
        a = view.operand(0, view.components)
        rounded = call(view.built_in(rounding, a.width), a, width=a.width)
        if view.exact:
            return call(view.helper("nv_address", a.width), rounded, width=a.width)
        clamped = f"clamp({rounded.text}, -512.0, 511.0)"
        return Expression(f"{vector_type(a.width, 'i')}({clamped})", width=a.width)

    return build


def _add_address(view: View) -> Expression:
    clamp = view.built_in("iclamp", 1)

    def component(place: int) -> Expression:
        first, second = (0, 2) if place in (0, 2) else (1, 3)
        return Expression(f"{clamp}({view.address(first)} + {view.address(second)}, -512, 511)")

    return vector([component(place) for place in view.components], "i")


def _exponential_fraction(view: View) -> Expression:
    """The fraction of VP1.x."""
    return call(view.helper("nv_exp_fraction"), view.operand(0, X)) if view.exact else fraction(view)


_APPROXIMATION = "nv_exp_approximation"
#: One builder for every operation of families ``vp1`` and ``vp2`` but flow.
BUILDERS: dict[str, Builder] = {
    **builders.BUILDERS,
    "fmul_zero": _product_zero,
    "fmad_zero": multiply_add(_product_zero),
    "fdot3_zero": _dot_zero(XYZ, "nv_mul_dp3", "nv_squared3"),
    "fdot4_zero": _dot_zero(XYZW, "nv_mul_dp4", "nv_squared4"),
    "fdot_homogeneous_zero": homogeneous_dot("nv_mul_dph"),
    "fdistance_zero": distance(_y_product_zero),
    "fmax_positive": by_numerics(called("nv_max", 2), built_in("max", 2)),
    "fmin_positive": by_numerics(called("nv_min", 2), built_in("min", 2)),
    **{f"f{relation}_nan": _compare_nan(relation) for relation in RELATIONS},
    "fge_total": _compare_total("ge"),
    "flt_total": _compare_total("lt"),
    "fnumber": called("nv_number"),
    "flight_positive": light("nv_specular_vp1"),
    "flight_nan": light("nv_specular"),
    "fexponential": exponential(fraction, _APPROXIMATION),
    "fexponential_positive": exponential(_exponential_fraction, _APPROXIMATION),
    **dict.fromkeys(("flogarithm", "flogarithm_positive"), logarithm()),
    "address_floor": _load_address("floor"),
    "address_round": _load_address("roundEven"),
    "address_add": _add_address,
}
