"""Operations on words read as integers, and conversions of them (NV_gpu_program4 2.X.8)."""

from __future__ import annotations

from typing import Any

from nvrender.llvm.lanes import Lanes
from nvrender.llvm.operations.floats import Function
from nvrender.llvm.types import I64, Rows, Value, bits_of


def _plain(name: str) -> Function:
    """LLVM's own instruction."""
    return lambda lanes, *operands: getattr(lanes.builder, name)(*operands)


def compare(signed: bool, relation: str, lanes: Lanes, a: Value, b: Value) -> Value:
    builder = lanes.builder
    found: Value = (builder.icmp_signed if signed else builder.icmp_unsigned)(relation, a, b)
    return found


def _magnitude(lanes: Lanes, a: Value) -> Value:
    below = lanes.builder.icmp_signed("<", a, lanes.like(a, 0))
    return lanes.select(below, lanes.builder.neg(a), a)


def _by_magnitude(signed: bool, name: str) -> Function:
    """Truncated quotient, or the remainder, whose sign is the dividend's; all ones for a divisor of 0.

    docs/semantics.md.
    """

    def made(lanes: Lanes, a: Value, b: Value) -> Value:
        builder, zero = lanes.builder, lanes.like(a, 0)
        none = builder.icmp_unsigned("==", b, zero)
        divisor = lanes.select(none, lanes.like(b, 1), b)
        size, other = (_magnitude(lanes, a), _magnitude(lanes, divisor)) if signed else (a, divisor)
        found = getattr(builder, name)(size, other)
        if signed:
            sign = builder.xor(a, b) if name == "udiv" else a
            found = lanes.select(builder.icmp_signed("<", sign, zero), builder.neg(found), found)
        return lanes.select(none, lanes.like(a, -1), found)

    return made


def _high_product(extend: str) -> Function:
    """The upper 32 bits of the 64-bit product (NV_gpu_program4 2.X.8, MUL)."""

    def made(lanes: Lanes, a: Value, b: Value) -> Value:
        product = lanes.builder.mul(lanes.convert(extend, a, I64), lanes.convert(extend, b, I64))
        shifted = lanes.builder.lshr(product, lanes.like(product, 32))
        return lanes.convert("trunc", shifted, a.type.element)

    return made


def _shift(name: str) -> Function:
    """0 for counts beyond the word, or its sign (docs/semantics.md)."""

    def made(lanes: Lanes, a: Value, b: Value) -> Value:
        builder, most = lanes.builder, lanes.like(b, bits_of(a.type.element) - 1)
        small = builder.icmp_unsigned("<=", b, most)
        if name == "ashr":
            return builder.ashr(a, lanes.select(small, b, most))
        shifted = getattr(builder, name)(a, builder.and_(b, most))
        return lanes.select(small, shifted, lanes.like(a, 0))

    return made


def distance(signed: bool) -> Function:
    """|a − b| exactly, as a word (NV_gpu_program4 2.X.8, SAD)."""

    def made(lanes: Lanes, a: Value, b: Value) -> Value:
        below, builder = compare(signed, "<", lanes, a, b), lanes.builder
        return lanes.select(below, builder.sub(b, a), builder.sub(a, b))

    return made


def _sum_of_differences(signed: bool) -> Function:
    return lambda lanes, a, b, c: lanes.builder.add(distance(signed)(lanes, a, b), c)


def _multiply_add(lanes: Lanes, a: Value, b: Value, c: Value) -> Value:
    return lanes.builder.add(lanes.builder.mul(a, b), c)


def _extreme(signed: bool, relation: str) -> Function:
    return lambda lanes, a, b: lanes.select(compare(signed, relation, lanes, a, b), a, b)


def _flags(signed: bool, relation: str) -> Function:
    """−1, which is all ones, or 0 (NV_gpu_program4 2.X.8, SEQ)."""

    def made(lanes: Lanes, a: Value, b: Value) -> Value:
        return lanes.convert("sext", compare(signed, relation, lanes, a, b), a.type.element)

    return made


def _choose(lanes: Lanes, a: Value, b: Value, c: Value) -> Value:
    return lanes.select(lanes.builder.icmp_signed("<", a, lanes.like(a, 0)), b, c)


def _add_saturated(lanes: Lanes, a: Value, b: Value) -> Value:
    """Of an index that is not negative: no more than the largest integer."""
    builder = lanes.builder
    room = builder.sub(lanes.like(a, (1 << bits_of(a.type.element) - 1) - 1), a)
    return builder.add(a, lanes.select(builder.icmp_signed("<", b, room), b, room))


def _address_add(lanes: Lanes, a: Rows) -> Rows:
    return [lanes.builder.add(a[0], a[2]), lanes.builder.add(a[1], a[3])] * 2


def integer_of(lanes: Lanes, whole: Value, element: Any, *, signed: bool) -> Value:
    """A whole float as an integer: beyond the range the nearest, NaN 0 (docs/semantics.md)."""
    bits = bits_of(element)
    high = 2.0 ** (bits - 1 if signed else bits)
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    above = lanes.builder.fcmp_ordered(">=", whole, lanes.like(whole, high))
    below = lanes.builder.fcmp_unordered("<", whole, lanes.like(whole, float(least)))  # NaN too
    inside = lanes.select(lanes.builder.or_(above, below), lanes.like(whole, 0.0), whole)
    found = lanes.convert("fptosi" if signed else "fptoui", inside, element)
    found = lanes.select(above, lanes.constant(element, most), found)
    lowest = lanes.select(lanes.is_nan(whole), lanes.constant(element, 0), lanes.constant(element, least))
    return lanes.select(below, lowest, found)


def rounding(way: str, *, signed: bool) -> Function:
    """A float as an integer of a type."""
    return lambda lanes, a, element: integer_of(lanes, lanes.rounded(way, a), element, signed=signed)


def _of_type(letter: str) -> dict[str, Function]:
    signed = letter == "i"
    relations = {"eq": "==", "ge": ">=", "gt": ">", "le": "<=", "lt": "<", "ne": "!="}
    found: dict[str, Function] = {
        "add": _plain("add"),
        "sub": _plain("sub"),
        "mul": _plain("mul"),
        "mad": _multiply_add,
        "mul_high": _high_product("sext" if signed else "zext"),
        "div": _by_magnitude(signed, "udiv"),
        "mod": _by_magnitude(signed, "urem"),
        "sad": _sum_of_differences(signed),
        "shl": _shift("shl"),
        "shr": _shift("ashr" if signed else "lshr"),
        "min": _extreme(signed, "<"),
        "max": _extreme(signed, ">"),
        "cmp": _choose if signed else lambda lanes, a, b, c: c,
        **{name: _flags(signed, relation) for name, relation in relations.items()},
    }
    return {letter + name: function for name, function in found.items()}


#: Operation → what builds it.
OPERATIONS: dict[str, Function] = {
    **_of_type("i"),
    **_of_type("u"),
    "ineg": lambda lanes, a: lanes.builder.neg(a),
    "iabs": _magnitude,
    "uabs": lambda lanes, a: a,
    "iadd_saturated": _add_saturated,
    "iaddress_add": _address_add,
    "not": lambda lanes, a: lanes.builder.not_(a),
    "and": _plain("and_"),
    "or": _plain("or_"),
    "xor": _plain("xor"),
}
