"""Operation → the GLSL expression of its result in both numerics, where every language has the same.

What is a call of one GLSL function is not here: the op table has it.

A builder gets a View and returns an expression of one component, which is replicated, or of as many as the
view has.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from nvrender.glsl.calls import built_in, by_numerics, called
from nvrender.glsl.expressions import PRODUCT, Expression, call
from nvrender.glsl.operations import arithmetic, comparisons, composed, matrices
from nvrender.glsl.operations.arithmetic import X
from nvrender.glsl.operations.view import Builder, View
from nvrender.ops.rows import Operation


def move(view: View) -> Expression:
    """The operand."""
    return view.operand(0, view.components)


def _reciprocal(view: View) -> Expression:
    return Expression(f"1.0 / {view.operand(0, X).at(PRODUCT + 1)}", PRODUCT)


def _absolute_root(view: View) -> Expression:
    return call("inversesqrt", call("abs", view.operand(0, X)))


def _power(view: View) -> Expression:
    return call(view.helper("nv_pow") if view.exact else "pow", view.operand(0, X), view.operand(1, X))


_reciprocals = by_numerics(called("nv_rcp"), _reciprocal)
_clamped_reciprocals = by_numerics(called("nv_rcc"), called("clamped_reciprocal"))
_absolute_roots = by_numerics(called("nv_rsq_absolute"), _absolute_root)
_roots = by_numerics(called("nv_rsq"), built_in("inversesqrt"))

BUILDERS: dict[str, Builder] = {
    **arithmetic.BUILDERS,
    **composed.BUILDERS,
    **matrices.BUILDERS,
    **comparisons.BUILDERS,
    "mov": move,
    "fsign": by_numerics(called("nv_ssg"), built_in("sign")),
    "ffract": by_numerics(called("nv_frc"), built_in("fract")),
    "fmax_nan": by_numerics(called("nv_max", 2), built_in("max", 2)),
    "fmin_nan": by_numerics(called("nv_min", 2), built_in("min", 2)),
    **dict.fromkeys(("frcp", "frcp_positive"), _reciprocals),
    **dict.fromkeys(("frcp_clamped", "frcp_clamped_positive"), _clamped_reciprocals),
    **dict.fromkeys(("frsq_absolute", "frsq_absolute_positive"), _absolute_roots),
    **dict.fromkeys(("frsq", "frsq_unsigned"), _roots),
    "fexp2": by_numerics(called("nv_ex2"), built_in("exp2")),
    "flog2": by_numerics(called("nv_lg2"), built_in("log2")),
    "fsin": by_numerics(called("nv_sin"), built_in("sin")),
    "fcos": by_numerics(called("nv_cos"), built_in("cos")),
    "fpow": _power,
}


def builder_of(builders: Mapping[str, Builder], row: Operation) -> Builder:
    """What writes an operation: the call that its row has, or one of ``builders``."""
    return _call(row) if row.glsl else builders[row.name]


@cache
def _call(row: Operation) -> Builder:
    return built_in(*row.call)
