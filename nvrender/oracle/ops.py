"""What each opcode computes: (family, name) → numpy.

NV_vertex_program 2.14.1.10-11, NV_vertex_program1_1 2.14.1.10 and NV_vertex_program2 2.14.3.

Every function writes ``out`` and gets ``work``, four rows of scratch as wide as ``out``. Operands are
float32 (k, n), or (k, 1) where all vertices share them, loaded: swizzled, absolute, negated. Functions
run inside ``numerics.arithmetic``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from nvrender.oracle import numerics
from nvrender.oracle.numerics import BELOW_ONE, NAN, ONE, ZERO, Float32Array, flush, has_nan, positive_nan

Function = Callable[..., None]


class Shape(Enum):
    """How an operation's operands and result are laid out."""

    #: out[k] from a[k], b[k], c[k], for any number of components at once.
    LANEWISE = "lanewise"
    #: One row from scalars, or from whole vectors for the dot products; replicated.
    SCALAR = "scalar"
    #: One function a component, each from the rows it names.
    COMPONENTS = "components"
    #: Changes the program counter and nothing else.
    FLOW = "flow"
    #: Reads a texture.
    TEXTURE = "texture"
    #: As LANEWISE, with the lanes' numbers behind the operand.
    DERIVATIVE = "derivative"
    #: Kills fragments.
    KILL = "kill"


@dataclass(frozen=True, slots=True)
class Operation:
    """One row: a function, or four for COMPONENTS.

    ``reads`` are (operand, components) pairs: one tuple of pairs a function. ``in_place`` is False
    where ``out`` must not be an operand's memory.
    """

    shape: Shape
    functions: tuple[Function, ...] = ()
    reads: tuple[tuple[tuple[int, tuple[int, ...]], ...], ...] = ()
    in_place: bool = True


# --- sums and products


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


# --- copies and comparisons


def _copy(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    np.copyto(out, a)


def _fill(value: np.float32) -> Function:
    def fill(out: Float32Array, work: Float32Array, *operands: Float32Array) -> None:
        out[...] = value

    return fill


def _absolute(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    np.absolute(a, out=out)


def _extreme(ufunc: np.ufunc, combine: np.ufunc) -> Function:
    """MIN or MAX: NaN if either operand is, and −0 below +0 (``combine`` joins the signs of zeros)."""

    def extreme(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
        other = work[: len(out)]
        ufunc(b, a, out=other)
        ufunc(a, b, out=out)
        bits = out.view(np.int32)
        combine(bits, other.view(np.int32), out=bits)

    return extreme


def _set_on(compare: np.ufunc) -> Function:
    """1.0 where the comparison holds, else 0.0; NaN if either operand is (NV_vertex_program2 2.14.3.29)."""

    def set_on(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
        nan = np.isnan(a) | np.isnan(b) if has_nan(a) or has_nan(b) else None
        np.copyto(out, compare(a, b))
        if nan is not None:
            np.copyto(out, NAN, where=nan)

    return set_on


def _has_order_of_its_own(values: Float32Array) -> bool:
    return has_nan(values) or numerics.has_negative_zero(values)


def _set_on_vp1(compare: np.ufunc) -> Function:
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


# --- integral parts


def _floor(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    np.floor(a, out=out)


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


# --- approximations, each correctly rounded from double precision or by division


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


def _reciprocal_root_vp1(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    _reciprocal_root(out, work, np.absolute(a))


# --- EXP, LOG, LIT, DST, one function a component


def _exp_x(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    out[...] = numerics.power_of_two(np.floor(a))


def _exp_y(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    np.subtract(a, np.floor(a), out=out)


def _exp_y_vp1(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
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
_LIT_LIMIT = 127.99609375


def _lit_y(out: Float32Array, work: Float32Array, x: Float32Array) -> None:
    np.maximum(x, ZERO, out=out)
    np.add(out, ZERO, out=out)


def _lit_z(out: Float32Array, work: Float32Array, x: Float32Array, y: Float32Array, w: Float32Array) -> None:
    lit = x > ZERO
    base = np.maximum(y, ZERO).astype(np.float64)
    exponent = np.clip(w, -_LIT_LIMIT, _LIT_LIMIT, dtype=np.float64)
    power: Any = np.power(base, exponent)
    # power(1, NaN) and power(NaN, 0) are 1 in C; here NaN stays (NV_vertex_program2 2.14.3.18).
    if has_nan(y) or has_nan(w):
        power = np.where(np.isnan(y) | np.isnan(w), np.nan, power)
    if lit.all():
        out[...] = power
    else:
        out[...] = np.where(lit, power, 0.0)
    flush(out)


def _lit_z_vp1(
    out: Float32Array, work: Float32Array, x: Float32Array, y: Float32Array, w: Float32Array
) -> None:
    """Any base, NaN too, to the power 0 is 1 (NV_vertex_program 2.14.1.10.17)."""
    powerless = (x > ZERO) & (w == ZERO)
    _lit_z(out, work, x, y, w)
    np.copyto(out, np.float32(1.0), where=powerless)


def _plus_nan(function: Function) -> Function:
    """``function`` with +NaN for every NaN (NV_vertex_program 2.14.1.11)."""

    def compute(out: Float32Array, work: Float32Array, *operands: Float32Array) -> None:
        function(out, work, *operands)
        positive_nan(out)

    return compute


# --- the table

_X, _Y, _Z, _W = (0,), (1,), (2,), (3,)
_ALL, _XYZ = (0, 1, 2, 3), (0, 1, 2)


def _lanewise(function: Function, *, in_place: bool = True) -> Operation:
    return Operation(Shape.LANEWISE, (function,), in_place=in_place)


def _scalar(function: Function, *reads: tuple[int, tuple[int, ...]], in_place: bool = True) -> Operation:
    return Operation(Shape.SCALAR, (function,), (reads or ((0, _X),),), in_place)


def _components(*rows: tuple[Function, tuple[tuple[int, tuple[int, ...]], ...]]) -> Operation:
    return Operation(Shape.COMPONENTS, tuple(row[0] for row in rows), tuple(row[1] for row in rows), False)


_one = _fill(ONE)
_scalar_x = ((0, _X),)


def _dst(multiply: Function) -> Operation:
    return _components((_one, ()), (multiply, ((0, _Y), (1, _Y))), (_copy, ((0, _Z),)), (_copy, ((1, _W),)))


_FLOW = Operation(Shape.FLOW)
_lit_reads = ((0, _X), (0, _Y), (0, _W))
_minimum = _extreme(np.minimum, np.bitwise_or)
_maximum = _extreme(np.maximum, np.bitwise_and)
_sums = ((0, _X), (0, _Z)), ((0, _Y), (0, _W))

_VP2: dict[str, Operation] = {
    "ABS": _lanewise(_absolute),
    "ADD": _lanewise(_add),
    "ARA": _components(*((_address_add, _sums[component % 2]) for component in range(4))),
    "ARL": _lanewise(_address(np.floor)),
    "ARR": _lanewise(_address(np.rint)),
    "BRA": _FLOW,
    "CAL": _FLOW,
    "COS": _scalar(_double(np.cos)),
    "DP3": _scalar(_dot, (0, _XYZ), (1, _XYZ)),
    "DP4": _scalar(_dot, (0, _ALL), (1, _ALL)),
    "DPH": _scalar(_dot_homogeneous, (0, _XYZ), (1, _ALL)),
    "DST": _dst(_multiply),
    "EX2": _scalar(_double(np.exp2)),
    "EXP": _components((_exp_x, _scalar_x), (_exp_y, _scalar_x), (_double(np.exp2), _scalar_x), (_one, ())),
    "FLR": _lanewise(_floor),
    "FRC": _lanewise(_fraction),
    "LG2": _scalar(_double(np.log2)),
    "LIT": _components((_one, ()), (_lit_y, _scalar_x), (_lit_z, _lit_reads), (_one, ())),
    "LOG": _components((_log_x, _scalar_x), (_log_y, _scalar_x), (_log_z, _scalar_x), (_one, ())),
    "MAD": _lanewise(_multiply_add),
    "MAX": _lanewise(_maximum),
    "MIN": _lanewise(_minimum),
    "MOV": _lanewise(_copy),
    "MUL": _lanewise(_multiply),
    "RCC": _scalar(_reciprocal_clamped),
    "RCP": _scalar(_reciprocal),
    "RET": _FLOW,
    "RSQ": _scalar(_reciprocal_root),
    "SEQ": _lanewise(_set_on(np.equal)),
    "SFL": _lanewise(_fill(ZERO)),
    "SGE": _lanewise(_set_on(np.greater_equal)),
    "SGT": _lanewise(_set_on(np.greater)),
    "SIN": _scalar(_double(np.sin)),
    "SLE": _lanewise(_set_on(np.less_equal)),
    "SLT": _lanewise(_set_on(np.less)),
    "SNE": _lanewise(_set_on(np.not_equal)),
    "SSG": _lanewise(_sign),
    "STR": _lanewise(_one),
    "SUB": _lanewise(_subtract),
}

_VP1: dict[str, Operation] = {
    "ABS": _VP2["ABS"],
    "ADD": _lanewise(_plus_nan(_add)),
    "ARL": _VP2["ARL"],
    "DP3": _scalar(_dot_vp1, (0, _XYZ), (1, _XYZ), in_place=False),
    "DP4": _scalar(_dot_vp1, (0, _ALL), (1, _ALL), in_place=False),
    "DPH": _scalar(_dot_vp1, (0, _XYZ), (1, _ALL), in_place=False),
    "DST": _dst(_multiply_vp1),
    "EXP": _components(
        (_exp_x, _scalar_x),
        (_plus_nan(_exp_y_vp1), _scalar_x),
        (_plus_nan(_double(np.exp2)), _scalar_x),
        (_one, ()),
    ),
    "LIT": _components(
        (_one, ()), (_plus_nan(_lit_y), _scalar_x), (_plus_nan(_lit_z_vp1), _lit_reads), (_one, ())
    ),
    "LOG": _components((_log_x, _scalar_x), (_log_y, _scalar_x), (_plus_nan(_log_z), _scalar_x), (_one, ())),
    "MAD": _lanewise(_multiply_add_vp1, in_place=False),
    "MAX": _lanewise(_plus_nan(_maximum)),
    "MIN": _lanewise(_plus_nan(_minimum)),
    "MOV": _VP2["MOV"],
    "MUL": _lanewise(_multiply_vp1, in_place=False),
    "RCC": _scalar(_plus_nan(_reciprocal_clamped)),
    "RCP": _scalar(_plus_nan(_reciprocal)),
    "RSQ": _scalar(_plus_nan(_reciprocal_root_vp1)),
    "SGE": _lanewise(_set_on_vp1(np.greater_equal)),
    "SLT": _lanewise(_set_on_vp1(np.less)),
    "SUB": _lanewise(_plus_nan(_subtract)),
}

#: (family, name) → operation, for every row of isa.opcodes.OPCODES.
OPERATIONS: dict[tuple[str, str], Operation] = {
    **{("vp1", name): row for name, row in _VP1.items()},
    **{("vp2", name): row for name, row in _VP2.items()},
}
