"""Copies, comparisons, extremes and integral parts of floats (NV_vertex_program2 2.14.3)."""

from __future__ import annotations

import numpy as np

from nvrender.ops.evaluation import numerics
from nvrender.ops.evaluation.function import (
    Evaluation,
    Function,
    composed,
    copy,
    each,
    one,
    with_positive_nan,
    zero,
)
from nvrender.ops.evaluation.numerics import (
    BELOW_ONE,
    NAN,
    ZERO,
    Float32Array,
    has_nan,
)


def _extreme(ufunc: np.ufunc, combine: np.ufunc) -> Function:
    """MIN or MAX: NaN if either operand is, and −0 below +0 (``combine`` joins the signs of zeros)."""

    def extreme(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
        other = work[: len(out)]
        ufunc(b, a, out=other)
        ufunc(a, b, out=out)
        bits = out.view(np.int32)
        combine(bits, other.view(np.int32), out=bits)

    return extreme


def _set_on_nan(compare: np.ufunc) -> Function:
    """1.0 where the comparison holds, else 0.0; NaN if either operand is (NV_vertex_program2 2.14.3.29)."""

    def set_on(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
        nan = np.isnan(a) | np.isnan(b) if has_nan(a) or has_nan(b) else None
        np.copyto(out, compare(a, b))
        if nan is not None:
            np.copyto(out, NAN, where=nan)

    return set_on


def _set_on(compare: np.ufunc) -> Function:
    """1.0 or 0.0; NaN compares as in IEEE 754 (ARB_vertex_program 2.14.5.23; NV_gpu_program4 issue 18)."""

    def set_on(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
        np.copyto(out, compare(a, b))

    return set_on


def _minimum(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    """The second operand unless it is less than the first (ARB_vertex_program 2.14.5.17)."""
    out[...] = np.where(np.greater(a, b), b, a)


def _maximum(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    out[...] = np.where(np.greater(a, b), a, b)


def _choose(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array, c: Float32Array) -> None:
    out[...] = np.where(a < ZERO, b, c)


def _has_order_of_its_own(values: Float32Array) -> bool:
    return has_nan(values) or numerics.has_negative_zero(values)


def _set_on_total(compare: np.ufunc) -> Function:
    """1.0 or 0.0 by the total order of NV_vertex_program 2.14.1.11."""

    def set_on(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
        if _has_order_of_its_own(a) or _has_order_of_its_own(b):
            np.copyto(out, compare(numerics.total_order(a), numerics.total_order(b)))
        else:
            np.copyto(out, compare(a, b))

    return set_on


def _sign(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    np.sign(a, out=out)
    np.add(out, ZERO, out=out)


def _fraction(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    floor = work[: len(out)]
    np.floor(a, out=floor)
    np.subtract(a, floor, out=out)
    np.minimum(out, BELOW_ONE, out=out)


def _address(rounding: np.ufunc) -> Function:
    """An integer in [−512, 511]; NaN gives 0 (NV_vertex_program2 2.14.3.4-5)."""

    def address(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
        rounding(a, out=out)
        np.clip(out, np.float32(-512.0), np.float32(511.0), out=out)
        if has_nan(out):
            np.copyto(out, ZERO, where=np.isnan(out))
        np.add(out, ZERO, out=out)

    return address


def _address_add(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    np.add(a, b, out=out)
    np.clip(out, np.float32(-512.0), np.float32(511.0), out=out)


_lesser = _extreme(np.minimum, np.bitwise_or)
_greater = _extreme(np.maximum, np.bitwise_and)
_COMPARISONS = {
    "eq": np.equal,
    "ge": np.greater_equal,
    "gt": np.greater,
    "le": np.less_equal,
    "lt": np.less,
    "ne": np.not_equal,
}

#: Operation → what evaluates it.
EVALUATIONS: dict[str, Evaluation] = {
    **each(
        {
            "mov": copy,
            "ffalse": zero,
            "ftrue": one,
            "fsign": _sign,
            "fmin": _minimum,
            "fmin_nan": _lesser,
            "fmin_positive": with_positive_nan(_lesser),
            "fmax": _maximum,
            "fmax_nan": _greater,
            "fmax_positive": with_positive_nan(_greater),
            "fcmp": _choose,
            **{f"f{name}": _set_on(compare) for name, compare in _COMPARISONS.items()},
            **{f"f{name}_nan": _set_on_nan(compare) for name, compare in _COMPARISONS.items()},
            "fge_total": _set_on_total(np.greater_equal),
            "flt_total": _set_on_total(np.less),
            "ffract": _fraction,
            "address_floor": _address(np.floor),
            "address_round": _address(np.rint),
        }
    ),
    "address_add": composed(*(_address_add,) * 4),
}
