"""Sums and products of floats (NV_vertex_program2 2.14.3; NV_vertex_program 2.14.1.11)."""

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
    ONE,
    ZERO,
    Float32Array,
    flush,
    has_nan,
    positive_nan,
)


def _multiply(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    np.multiply(a, b, out=out)
    flush(out)


def _zero_wins(product: Float32Array, a: Float32Array, b: Float32Array) -> None:
    """±0 · x = +0 for every x, INF and NaN included (NV_vertex_program 2.14.1.11)."""
    np.copyto(product, ZERO, where=np.equal(a, ZERO) | np.equal(b, ZERO))


def _multiply_vp1(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    np.multiply(a, b, out=out)
    flush(out)
    if has_nan(out) or numerics.has_negative_zero(out):
        _zero_wins(out, a, b)
        positive_nan(out)


def _add(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    np.add(a, b, out=out)
    flush(out)


def _subtract(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    np.subtract(a, b, out=out)
    flush(out)


def _multiply_add(
    out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array, c: Float32Array
) -> None:
    product = work[: len(out)]
    _multiply(product, work, a, b)
    np.add(product, c, out=out)
    flush(out)


def _multiply_add_vp1(
    out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array, c: Float32Array
) -> None:
    _multiply_add(out, work, a, b, c)
    # A product's wrong zero or NaN shows in the sum as −0 or NaN, or not at all.
    if has_nan(out) or numerics.has_negative_zero(out):
        product = work[: len(out)]
        _multiply(product, work, a, b)
        _zero_wins(product, a, b)
        np.add(product, c, out=out)
        flush(out)
        positive_nan(out)


def _sum(out: Float32Array, terms: Float32Array) -> None:
    """Left to right, unfused (NV_vertex_program2 2.14.3.9)."""
    partial = terms[0]
    for term in terms[1:-1]:
        np.add(partial, term, partial)
        flush(partial)
    np.add(partial, terms[-1], out[0])
    flush(out)


def _dot(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    terms = work[: len(a)]
    _multiply(terms, work, a, b)
    _sum(out, terms)


def _dot_homogeneous(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    _multiply(work[:3], work, a, b[:3])
    work[3:4] = b[3:4]
    _sum(out, work)


def _dot_vp1(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    if len(b) > len(a):
        _dot_homogeneous(out, work, a, b)
    else:
        _dot(out, work, a, b)
    if has_nan(out) or numerics.has_negative_zero(out):
        terms = work[: len(a)]
        _multiply(terms, work, a, b[: len(a)])
        _zero_wins(terms, a, b[: len(a)])
        work[len(a) : len(b)] = b[len(a) :]
        _sum(out, work[: len(b)])
        positive_nan(out)


def _product(a: Float32Array, b: Float32Array) -> Float32Array:
    product = np.multiply(a, b)
    flush(product)
    return product


def _total(a: Float32Array, b: Float32Array) -> Float32Array:
    total = np.add(a, b)
    flush(total)
    return total


def _difference(a: Float32Array, b: Float32Array) -> Float32Array:
    return _total(a, np.negative(b))


def _dot2(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    out[...] = _total(_product(a[:1], b[:1]), _product(a[1:2], b[1:2]))


def _dot2_add(
    out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array, c: Float32Array
) -> None:
    out[...] = _total(_total(_product(a[:1], b[:1]), _product(a[1:2], b[1:2])), c)


def _divide(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    np.divide(a, b, out=out)
    flush(out)


def _blend(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array, c: Float32Array) -> None:
    out[...] = _total(_product(a, b), _product(_difference(np.full_like(a, ONE), a), c))


def _cross(out: Float32Array, work: Float32Array, *v: Float32Array) -> None:
    out[...] = _difference(_product(v[0], v[1]), _product(v[2], v[3]))


def _unit(component: int) -> Function:
    def normal(
        out: Float32Array, work: Float32Array, x: Float32Array, y: Float32Array, z: Float32Array
    ) -> None:
        square = _total(_total(_product(x, x), _product(y, y)), _product(z, z))
        scale = (1.0 / np.sqrt(square, dtype=np.float64)).astype(np.float32)
        out[...] = _product((x, y, z)[component], scale)

    return normal


def _reflected(component: int) -> Function:
    """2 (a·b) / (a·a) · a − b (NV_gpu_program4 2.X.8, RFL)."""

    def reflected(out: Float32Array, work: Float32Array, *v: Float32Array) -> None:
        a, b = v[:3], v[3:]
        square = _total(_total(_product(a[0], a[0]), _product(a[1], a[1])), _product(a[2], a[2]))
        both = _total(_total(_product(a[0], b[0]), _product(a[1], b[1])), _product(a[2], b[2]))
        scale = np.divide(_product(np.float32(2.0) * np.ones_like(both), both), square)
        flush(scale)
        out[...] = _difference(_product(scale, a[component]), b[component])

    return reflected


def _transform(out: Float32Array, work: Float32Array, *v: Float32Array) -> None:
    """a + b.x · c + b.y · c' (NV_gpu_program4 2.X.8, X2D)."""
    a, x, one, y, two = v
    out[...] = _total(_total(a, _product(x, one)), _product(y, two))


#: Operation → what evaluates it.
EVALUATIONS: dict[str, Evaluation] = {
    **each(
        {
            "fadd": _add,
            "fadd_positive": with_positive_nan(_add),
            "fsub": _subtract,
            "fsub_positive": with_positive_nan(_subtract),
            "fmul": _multiply,
            "fmad": _multiply_add,
            "fdiv": _divide,
            "flrp": _blend,
            "fdot2": _dot2,
            "fdot2_add": _dot2_add,
            "fdot3": _dot,
            "fdot4": _dot,
            "fdot_homogeneous": _dot_homogeneous,
        }
    ),
    **each(
        {
            "fmul_zero": _multiply_vp1,
            "fmad_zero": _multiply_add_vp1,
            "fdot3_zero": _dot_vp1,
            "fdot4_zero": _dot_vp1,
            "fdot_homogeneous_zero": _dot_vp1,
        },
        in_place=False,
    ),
    "fdistance": composed(one, _multiply, copy, copy),
    "fdistance_zero": composed(one, _multiply_vp1, copy, copy),
    "fcross": composed(_cross, _cross, _cross, zero),
    "fnormalize": composed(*map(_unit, range(3)), zero),
    "freflect": composed(*map(_reflected, range(3)), zero),
    "ftransform": composed(*(_transform,) * 4),
}
