"""Sums, products, choices and integral parts of floats.

NV_vertex_program2 2.14.3; NV_vertex_program 2.14.1.11. A function takes vectors where the operation is
componentwise, else lists of components, and gives as much.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from nvrender.llvm.lanes import Lanes
from nvrender.llvm.types import FLOAT, I32, Rows, Value

Function = Callable[..., Any]
#: 0x3F7FFFFF, the largest result of FRC.
_BELOW_ONE = 1.0 - 2.0**-24
#: Addresses of VP1.x and VP2.0 (NV_vertex_program2 2.14.3.4-5).
_ADDRESSES = (-512, 511)


def positive(function: Function) -> Function:
    """``function`` with +NaN for every NaN (NV_vertex_program 2.14.1.11)."""

    def made(lanes: Lanes, *operands: Any) -> Any:
        found = function(lanes, *operands)
        if not lanes.exact:
            return found
        return [*map(lanes.positive_nan, found)] if isinstance(found, list) else lanes.positive_nan(found)

    return made


# --- sums and products


def multiply_zero(lanes: Lanes, a: Value, b: Value) -> Value:
    """±0 · x = +0 for every x, INF and NaN included (NV_vertex_program 2.14.1.11)."""
    product = lanes.multiply(a, b)
    if not lanes.exact:
        return product
    zero = lanes.like(a, 0.0)
    none = lanes.builder.or_(lanes.compare("==", a, zero), lanes.compare("==", b, zero))
    return lanes.select(none, zero, product)


def _multiply_add(multiply: Function) -> Function:
    return lambda lanes, a, b, c: lanes.add(multiply(lanes, a, b), c)


def total(lanes: Lanes, terms: Rows) -> Value:
    """Left to right, unfused (NV_vertex_program2 2.14.3.9)."""
    found = terms[0]
    for term in terms[1:]:
        found = lanes.add(found, term)
    return found


def dot(lanes: Lanes, a: Rows, b: Rows, multiply: Function = Lanes.multiply) -> Value:
    return total(lanes, [multiply(lanes, one, other) for one, other in zip(a, b, strict=True)])


def _dot(width: int, multiply: Function, *, homogeneous: bool = False) -> Function:
    def made(lanes: Lanes, a: Rows, b: Rows) -> Rows:
        terms = [multiply(lanes, a[place], b[place]) for place in range(width)]
        return [total(lanes, [*terms, b[3]] if homogeneous else terms)]

    return made


def _dot2(lanes: Lanes, a: Rows, b: Rows) -> Rows:
    return [dot(lanes, a[:2], b[:2])]


def _dot2_add(lanes: Lanes, a: Rows, b: Rows, c: Rows) -> Rows:
    return [lanes.add(dot(lanes, a[:2], b[:2]), c[0])]


def _blend(lanes: Lanes, a: Value, b: Value, c: Value) -> Value:
    rest = lanes.subtract(lanes.like(a, 1.0), a)
    return lanes.add(lanes.multiply(a, b), lanes.multiply(rest, c))


# --- vectors


def _distance(multiply: Function) -> Function:
    """(1, a.y · b.y, a.z, b.w) (NV_vertex_program 2.14.1.10.9)."""
    return lambda lanes, a, b: [lanes.like(a[1], 1.0), multiply(lanes, a[1], b[1]), a[2], b[3]]


def _cross(lanes: Lanes, a: Rows, b: Rows) -> Rows:
    found = [
        lanes.subtract(lanes.multiply(a[one], b[other]), lanes.multiply(a[other], b[one]))
        for one, other in ((1, 2), (2, 0), (0, 1))
    ]
    return [*found, lanes.like(a[0], 0.0)]


def root(lanes: Lanes, a: Value) -> Value:
    """1 / √a, rounded once from doubles in exact numerics."""
    if lanes.exact:
        wide = lanes.double(a)
        one = lanes.like(wide, 1.0)
        return lanes.single(lanes.builder.fdiv(one, lanes.intrinsic("llvm.sqrt", wide)))
    return lanes.divide(lanes.like(a, 1.0), lanes.intrinsic("llvm.sqrt", a))


def _normalize(lanes: Lanes, a: Rows) -> Rows:
    scale = root(lanes, dot(lanes, a[:3], a[:3]))
    return [*(lanes.multiply(one, scale) for one in a[:3]), lanes.like(scale, 0.0)]


def _reflect(lanes: Lanes, a: Rows, b: Rows) -> Rows:
    """2 (a·b) / (a·a) · a − b (NV_gpu_program4 2.X.8, RFL)."""
    both = dot(lanes, a[:3], b[:3])
    scale = lanes.divide(lanes.multiply(lanes.like(both, 2.0), both), dot(lanes, a[:3], a[:3]))
    found = [lanes.subtract(lanes.multiply(scale, one), other) for one, other in zip(a[:3], b, strict=False)]
    return [*found, lanes.like(scale, 0.0)]


def _transform(lanes: Lanes, a: Rows, b: Rows, c: Rows) -> Rows:
    """a + b.x · c + b.y · c' (NV_gpu_program4 2.X.8, X2D)."""
    found = [
        lanes.add(lanes.add(a[row], lanes.multiply(b[0], c[2 * row])), lanes.multiply(b[1], c[2 * row + 1]))
        for row in (0, 1)
    ]
    return found * 2


# --- what idioms of fast numerics say in a word


def _rows(width: int) -> Function:
    def made(lanes: Lanes, vector: Rows, *rows: Rows) -> Rows:
        found = [dot(lanes, vector[:width], row[:width]) for row in rows]
        return found + [lanes.like(vector[0], 0.0)] * (4 - len(found))

    return made


def _columns(height: int) -> Function:
    def made(lanes: Lanes, vector: Rows, *columns: Rows) -> Rows:
        found = [
            dot(lanes, vector[: len(columns)], [column[row] for column in columns]) for row in range(height)
        ]
        return found + [lanes.like(vector[0], 0.0)] * (4 - height)

    return made


def _length(lanes: Lanes, a: Rows) -> Rows:
    return [lanes.intrinsic("llvm.sqrt", dot(lanes, a[:3], a[:3]))]


def _reflection(lanes: Lanes, a: Rows, b: Rows) -> Rows:
    """a − 2 (b · a) b (OpenGL Shading Language 4.60, 8.5, reflect)."""
    both = lanes.multiply(lanes.like(a[0], 2.0), dot(lanes, a[:3], b[:3]))
    found = [lanes.subtract(one, lanes.multiply(both, other)) for one, other in zip(a[:3], b, strict=False)]
    return [*found, lanes.like(both, 0.0)]


def _clamp(lanes: Lanes, a: Value, low: Value, high: Value) -> Value:
    above = lanes.select(lanes.builder.fcmp_unordered(">", a, low), a, low)
    return lanes.select(lanes.builder.fcmp_unordered("<", above, high), above, high)


# --- signs, extremes, choices


def _above(lanes: Lanes, a: Value, b: Value) -> Value:
    """a > b, in a form that is no processor's own maximum, which would make denormals zeros."""
    if lanes.exact:
        a, b = lanes.flushed(a), lanes.flushed(b)
    return lanes.compare(">", a, b)


def _minimum(lanes: Lanes, a: Value, b: Value) -> Value:
    """The second operand unless it is less than the first (ARB_vertex_program 2.14.5.17)."""
    return lanes.select(_above(lanes, a, b), b, a)


def _maximum(lanes: Lanes, a: Value, b: Value) -> Value:
    return lanes.select(_above(lanes, a, b), a, b)


def _extreme(relation: str, join: str) -> Function:
    """NaN if either operand is, and −0 below +0 (``join`` joins the signs of zeros)."""

    def made(lanes: Lanes, a: Value, b: Value) -> Value:
        chosen = lanes.select(lanes.compare(relation, a, b), a, b)
        if not lanes.exact:
            return chosen
        one, other = lanes.flushed(a), lanes.flushed(b)
        joined = getattr(lanes.builder, join)(lanes.words(one), lanes.words(other))
        chosen = lanes.select(lanes.compare("==", a, b), lanes.cast(joined, a.type.element), chosen)
        return lanes.select(lanes.is_nan(a, b), lanes.like(a, math.nan), chosen)

    return made


def _choose(lanes: Lanes, a: Value, b: Value, c: Value) -> Value:
    return lanes.select(lanes.compare("<", a, lanes.like(a, 0.0)), b, c)


def _sign(lanes: Lanes, a: Value) -> Value:
    zero = lanes.like(a, 0.0)
    below = lanes.select(lanes.compare("<", a, zero), lanes.like(a, -1.0), zero)
    found = lanes.select(lanes.compare(">", a, zero), lanes.like(a, 1.0), below)
    return lanes.select(lanes.is_nan(a), a, found)


def _set_on(relation: str) -> Function:
    """1.0 or 0.0 (ARB_vertex_program 2.14.5.23; NV_gpu_program4 issue 18)."""
    return lambda lanes, a, b: lanes.select(
        lanes.compare(relation, a, b), lanes.like(a, 1.0), lanes.like(a, 0.0)
    )


def _set_on_nan(relation: str) -> Function:
    """NaN if either operand is (NV_vertex_program2 2.14.3.29)."""
    plain = _set_on(relation)

    def made(lanes: Lanes, a: Value, b: Value) -> Value:
        found = plain(lanes, a, b)
        return lanes.select(lanes.is_nan(a, b), lanes.like(a, math.nan), found) if lanes.exact else found

    return made


def _order(lanes: Lanes, a: Value) -> Value:
    """Integers in the order −NaN < −INF < … < −0 < +0 < … < +NaN; NaNs of one sign are equal."""
    builder, bits = lanes.builder, lanes.words(lanes.flushed(a))
    key = builder.xor(bits, builder.lshr(builder.ashr(bits, lanes.like(bits, 31)), lanes.like(bits, 1)))
    most, least = lanes.like(bits, 0x7F800001), lanes.like(bits, -0x7F800002)
    key = lanes.select(builder.icmp_signed(">", key, most), most, key)
    return lanes.select(builder.icmp_signed("<", key, least), least, key)


def _set_on_total(relation: str) -> Function:
    """By the total order of NV_vertex_program 2.14.1.11."""

    def made(lanes: Lanes, a: Value, b: Value) -> Value:
        if not lanes.exact:
            return _set_on(relation)(lanes, a, b)
        holds = lanes.builder.icmp_signed(relation, _order(lanes, a), _order(lanes, b))
        return lanes.select(holds, lanes.like(a, 1.0), lanes.like(a, 0.0))

    return made


# --- integral parts and ranges


def _rounded(way: str) -> Function:
    return lambda lanes, a: lanes.rounded(way, a)


def fraction(lanes: Lanes, a: Value) -> Value:
    found = lanes.subtract(a, lanes.rounded("floor", a))
    return lanes.at_most(found, _BELOW_ONE if a.type.element is FLOAT else math.inf)


def _address(way: str) -> Function:
    """An integer within [−512, 511]; NaN gives 0."""

    def made(lanes: Lanes, a: Value) -> Value:
        limited = lanes.at_most(lanes.at_least(lanes.rounded(way, a), _ADDRESSES[0]), _ADDRESSES[1])
        sure = lanes.select(lanes.is_nan(limited), lanes.like(a, 0.0), limited)
        return lanes.convert("fptosi", sure, I32)

    return made


def _address_add(lanes: Lanes, a: Rows) -> Rows:
    builder, (low, high) = lanes.builder, (lanes.like(a[0], bound) for bound in _ADDRESSES)
    found = []
    for one, other in ((0, 2), (1, 3)):
        total = builder.add(a[one], a[other])
        total = lanes.select(builder.icmp_signed("<", total, low), low, total)
        found.append(lanes.select(builder.icmp_signed(">", total, high), high, total))
    return found * 2


def within(low: float, high: float) -> Function:
    """NaN stays NaN, and −0 of a range from 0 on −0."""

    def made(lanes: Lanes, a: Value) -> Value:
        a, bound = lanes.settled(a), lanes.like(a, low)
        above = lanes.select(lanes.builder.fcmp_unordered(">=", a, bound), a, bound)
        return lanes.at_most(above, high)

    return made


#: The range of 12-bit fixed point (NV_fragment_program_option 3.11.4.X).
_FIXED = within(-2048.0 / 1024.0, 2047.0 / 1024.0)


def _fixed(lanes: Lanes, a: Value) -> Value:
    return lanes.select(lanes.is_nan(a), lanes.like(a, 0.0), _FIXED(lanes, a))


_RELATIONS = {"eq": "==", "ge": ">=", "gt": ">", "le": "<=", "lt": "<", "ne": "!="}

#: Operation → what builds it.
OPERATIONS: dict[str, Function] = {
    "fadd": Lanes.add,
    "fadd_positive": positive(Lanes.add),
    "fsub": Lanes.subtract,
    "fsub_positive": positive(Lanes.subtract),
    "fmul": Lanes.multiply,
    "fmul_zero": positive(multiply_zero),
    "fmad": _multiply_add(Lanes.multiply),
    "fmad_zero": positive(_multiply_add(multiply_zero)),
    "fdiv": Lanes.divide,
    "flrp": _blend,
    "fdot2": _dot2,
    "fdot2_add": _dot2_add,
    "fdot3": _dot(3, Lanes.multiply),
    "fdot4": _dot(4, Lanes.multiply),
    "fdot_homogeneous": _dot(3, Lanes.multiply, homogeneous=True),
    "fdot3_zero": positive(_dot(3, multiply_zero)),
    "fdot4_zero": positive(_dot(4, multiply_zero)),
    "fdot_homogeneous_zero": positive(_dot(3, multiply_zero, homogeneous=True)),
    "fdistance": _distance(Lanes.multiply),
    "fdistance_zero": _distance(positive(multiply_zero)),
    "fcross": _cross,
    "fnormalize": _normalize,
    "freflect": _reflect,
    "ftransform": _transform,
    "frows3": _rows(3),
    "frows3x4": _rows(4),
    "frows4": _rows(4),
    "fcolumns3": _columns(3),
    "fcolumns4": _columns(4),
    "flength": _length,
    "freflection": _reflection,
    "fsqrt": lambda lanes, a: lanes.intrinsic("llvm.sqrt", a),
    "fclamp": _clamp,
    "fabs": Lanes.absolute,
    "fneg": Lanes.negative,
    "fmin": _minimum,
    "fmax": _maximum,
    "fmin_nan": _extreme("<", "or_"),
    "fmax_nan": _extreme(">", "and_"),
    "fmin_positive": positive(_extreme("<", "or_")),
    "fmax_positive": positive(_extreme(">", "and_")),
    "fcmp": _choose,
    "fsign": _sign,
    **{f"f{name}": _set_on(relation) for name, relation in _RELATIONS.items()},
    **{f"f{name}_nan": _set_on_nan(relation) for name, relation in _RELATIONS.items()},
    "fge_total": _set_on_total(">="),
    "flt_total": _set_on_total("<"),
    "ffloor": _rounded("floor"),
    "fceil": _rounded("ceil"),
    "fround": _rounded("rint"),
    "ftrunc": _rounded("trunc"),
    "ffract": fraction,
    "address_floor": _address("floor"),
    "address_round": _address("rint"),
    "address_add": _address_add,
    "fsaturate": within(0.0, 1.0),
    "fsaturate_signed": within(-1.0, 1.0),
    "ffixed": _fixed,
    "ffixed_nan": _FIXED,
    "fflush": Lanes.flushed,
    "fopaque": lambda lanes, a: a,
    "fhidden": lambda lanes, a: a,
    "fnumber": Lanes.positive_nan,
}
