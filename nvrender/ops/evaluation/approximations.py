"""Reciprocals, roots, exponentials, logarithms, sines and what is composed of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from nvrender.ops.evaluation import numerics
from nvrender.ops.evaluation.function import (
    Evaluation,
    Function,
    composed,
    each,
    one,
    with_positive_nan,
    zero,
)
from nvrender.ops.evaluation.numerics import (
    ONE,
    ZERO,
    Float32Array,
    flush,
    has_nan,
)


def _double(ufunc: np.ufunc) -> Function:
    def compute(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
        out[...] = ufunc(a, dtype=np.float64)
        flush(out)

    return compute


def _reciprocal(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    np.divide(ONE, a, out=out)
    flush(out)


def _reciprocal_clamped(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    """The magnitude within [2^-64, 2^64], the sign the reciprocal's (NV_vertex_program1_1 2.14.1.10.19)."""
    reciprocal = work[:1]
    np.divide(ONE, a, out=reciprocal)
    np.absolute(reciprocal, out=out)
    np.clip(out, np.float32(2.0**-64), np.float32(2.0**64), out=out)
    np.copysign(out, reciprocal, out=out)


def _reciprocal_root(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    out[...] = 1.0 / np.sqrt(a, dtype=np.float64)


def _reciprocal_root_of_absolute_vp1(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    _reciprocal_root(out, work, np.absolute(a))


def _reciprocal_root_unsigned(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    """+INF for zeros of either sign, NaN for negative numbers (docs/semantics.md)."""
    out[...] = 1.0 / np.sqrt(np.add(a, ZERO), dtype=np.float64)


def _reciprocal_root_of_absolute(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    """ARB_vertex_program 2.14.5.22."""
    _reciprocal_root_unsigned(out, work, np.absolute(a))


def _power(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    """2^(b · log2 a), NaN where that is: for negative bases, 0^0, INF^0 (ARB_vertex_program 2.14.5.20)."""
    logarithm = np.log2(np.add(a, ZERO), dtype=np.float64)
    out[...] = np.exp2(b.astype(np.float64) * logarithm)
    flush(out)


def _exp_x(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    out[...] = numerics.power_of_two(np.floor(a))


def _exp_y(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    np.subtract(a, np.floor(a), out=out)


def _exp_y_positive(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    """0 where 2^floor over- or underflows (NV_vertex_program 2.14.1.10.15)."""
    floor = np.floor(a)
    np.subtract(a, floor, out=out)
    np.copyto(out, ZERO, where=(floor < -126) | (floor > 127))


def _log_x(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    out[...] = numerics.exponent_and_mantissa(np.absolute(a))[0]


def _log_y(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    out[...] = numerics.exponent_and_mantissa(np.absolute(a))[1]


def _log_z(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    out[...] = np.log2(np.absolute(a), dtype=np.float64)


#: 128 − 1/256 (NV_vertex_program 2.14.1.10.17).
_LIMIT_NAN = 127.99609375

#: The largest number below 128: every exponent in the range (−128, +128) exclusive stays as it is
#: (ARB_vertex_program 2.14.5.13; NV_gpu_program4 2.X.8, LIT).
_LIT_LIMIT = np.nextafter(np.float32(128.0), ZERO)


def _lit_y(out: Float32Array, work: Float32Array, x: Float32Array) -> None:
    np.maximum(x, ZERO, out=out)
    np.add(out, ZERO, out=out)


def _lit_z_nan(
    out: Float32Array, work: Float32Array, x: Float32Array, y: Float32Array, w: Float32Array
) -> None:
    lit = x > ZERO
    base = np.maximum(y, ZERO).astype(np.float64)
    exponent = np.clip(w, -_LIMIT_NAN, _LIMIT_NAN, dtype=np.float64)
    power: Any = np.power(base, exponent)
    # power(1, NaN) and power(NaN, 0) are 1 in C; here NaN stays (NV_vertex_program2 2.14.3.18).
    if has_nan(y) or has_nan(w):
        power = np.where(np.isnan(y) | np.isnan(w), np.nan, power)
    if lit.all():
        out[...] = power
    else:
        out[...] = np.where(lit, power, 0.0)
    flush(out)


def _lit_z_positive(
    out: Float32Array, work: Float32Array, x: Float32Array, y: Float32Array, w: Float32Array
) -> None:
    """Any base, NaN too, to the power 0 is 1 (NV_vertex_program 2.14.1.10.17)."""
    powerless = (x > ZERO) & (w == ZERO)
    _lit_z_nan(out, work, x, y, w)
    np.copyto(out, np.float32(1.0), where=powerless)


def _lit_z(out: Float32Array, work: Float32Array, x: Float32Array, y: Float32Array, w: Float32Array) -> None:
    """Anything to the power of 0 is 1 (docs/semantics.md)."""
    base = np.maximum(y, ZERO).astype(np.float64)
    power: Any = np.power(base, np.clip(w, -_LIT_LIMIT, _LIT_LIMIT).astype(np.float64))
    if has_nan(w):
        power = np.where(np.isnan(w), np.nan, power)
    out[...] = np.where(x > ZERO, power, 0.0)
    flush(out)


def _lit_z_unclamped(
    out: Float32Array, work: Float32Array, x: Float32Array, y: Float32Array, w: Float32Array
) -> None:
    """POW of the clamped y and w where x is above 0: the exponent is not clamped, 0^0 is NaN.

    NV_fragment_program 3.11.5.13.
    """
    base = np.where(y < ZERO, ZERO, y).astype(np.float64)
    power = np.exp2(w.astype(np.float64) * np.log2(np.add(base, 0.0)))
    out[...] = np.where(x > ZERO, power, 0.0)
    flush(out)


_exponential, _cosine, _sine = _double(np.exp2), _double(np.cos), _double(np.sin)

#: Operation → what evaluates it.
EVALUATIONS: dict[str, Evaluation] = {
    **each(
        {
            "frcp": _reciprocal,
            "frcp_positive": with_positive_nan(_reciprocal),
            "frcp_clamped": _reciprocal_clamped,
            "frcp_clamped_positive": with_positive_nan(_reciprocal_clamped),
            "frsq": _reciprocal_root,
            "frsq_unsigned": _reciprocal_root_unsigned,
            "frsq_absolute": _reciprocal_root_of_absolute,
            "frsq_absolute_positive": with_positive_nan(_reciprocal_root_of_absolute_vp1),
            "fexp2": _exponential,
            "flog2": _double(np.log2),
            "fsin": _sine,
            "fcos": _cosine,
            "fpow": _power,
        }
    ),
    "fexponential": composed(_exp_x, _exp_y, _exponential, one),
    "fexponential_positive": composed(
        _exp_x, with_positive_nan(_exp_y_positive), with_positive_nan(_exponential), one
    ),
    "flogarithm": composed(_log_x, _log_y, _log_z, one),
    "flogarithm_positive": composed(_log_x, _log_y, with_positive_nan(_log_z), one),
    "flight": composed(one, _lit_y, _lit_z, one),
    "flight_nan": composed(one, _lit_y, _lit_z_nan, one),
    "flight_positive": composed(one, with_positive_nan(_lit_y), with_positive_nan(_lit_z_positive), one),
    "flight_unclamped": composed(one, _lit_y, _lit_z_unclamped, one),
    "fsine_cosine": composed(_cosine, _sine, zero, zero),
}
