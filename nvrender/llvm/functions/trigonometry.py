"""Sines and cosines of floats of any size: the quadrant and what is left, then a polynomial of that.

Computed in doubles for exact numerics, as exponentials are.
"""

from __future__ import annotations

import math
from typing import Any

from llvmlite import ir

from nvrender.llvm.functions.exponentials import polynomial
from nvrender.llvm.lanes import Lanes
from nvrender.llvm.types import DOUBLE, FLOAT, I32, I64, Value

#: π/2 in parts whose products with whole numbers below 2^20 are exact: 33 bits each, and the rest.
_HALF_PI = (1.57079632673412561417, 6.07710050630396597660e-11, 2.02226624879595063154e-21)
_TWO_OVER_PI = 2.0 / math.pi
#: From here on parts of π/2 are too few.
_LARGE = 2.0**20
#: The bits of 2/π behind its point, 32 a word (OEIS A060294).
_BITS = (
    0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB, 0xDEBBC561,
)  # fmt: skip
#: sin r = r + r³ Σ …, cos r = Σ … of r², |r| ≤ π/4.
_TERMS = {True: 9, False: 5}


def sine(lanes: Lanes, x: Value) -> Value:
    """A float's sine: a double in exact numerics, else a float."""
    value = _of_quadrant(lanes, x, 0)
    zero = lanes.compare("==", x, lanes.like(x, 0.0))
    own = x if value.type.element == x.type.element else lanes.double(x)
    return lanes.select(zero, own, value)  # of its sign


def cosine(lanes: Lanes, x: Value) -> Value:
    return _of_quadrant(lanes, x, 1)


def _of_quadrant(lanes: Lanes, x: Value, ahead: int) -> Value:
    builder = lanes.builder
    rest, quadrant = _reduced(lanes, x)
    rest = rest if lanes.exact else lanes.convert("fptrunc", rest, FLOAT)
    quadrant = builder.add(quadrant, lanes.like(quadrant, ahead))
    square, terms = builder.fmul(rest, rest), _TERMS[lanes.exact]
    odd = [(-1.0) ** k / math.factorial(2 * k + 1) for k in range(1, terms)]
    even = [(-1.0) ** k / math.factorial(2 * k) for k in range(terms)]
    sine = lanes.fused(builder.fmul(rest, square), polynomial(lanes, square, odd), rest)
    cosine = polynomial(lanes, square, even)
    value = lanes.select(_bit(lanes, quadrant, 1), cosine, sine)
    value = lanes.select(_bit(lanes, quadrant, 2), lanes.negative(value), value)
    infinite = builder.fcmp_unordered("==", lanes.absolute(x), lanes.like(x, math.inf))
    return lanes.select(infinite, lanes.like(value, math.nan), value)


def _bit(lanes: Lanes, number: Value, bit: int) -> Value:
    found = lanes.builder.and_(number, lanes.like(number, bit))
    return lanes.builder.icmp_unsigned("!=", found, lanes.like(number, 0))


def _reduced(lanes: Lanes, x: Value) -> tuple[Value, Value]:
    """What is left of x within [−π/4, π/4], a double, and its quadrant, I32."""
    builder, wide = lanes.builder, lanes.double(x)
    large = builder.fcmp_unordered(">=", lanes.absolute(x), lanes.like(x, _LARGE))
    small = lanes.select(large, lanes.like(wide, 0.0), wide)
    whole = lanes.rounded("rint", builder.fmul(small, lanes.like(small, _TWO_OVER_PI)))
    rest = small
    for part in _HALF_PI:
        rest = builder.fsub(rest, builder.fmul(whole, lanes.like(whole, part)))
    quadrant = lanes.convert("fptosi", whole, I32)

    def far() -> list[Value]:
        found = builder.call(_reduction(lanes), [x])
        return [
            lanes.select(large, builder.extract_value(found, 0), rest),
            lanes.select(large, builder.extract_value(found, 1), quadrant),
        ]

    rest, quadrant = lanes.when_any(large, far, (rest, quadrant))
    return rest, quadrant


def _reduction(lanes: Lanes) -> Any:
    """The function that reduces large numbers, made once a module."""
    results = ir.LiteralStructType([lanes.vector(DOUBLE), lanes.vector(I32)])
    kind = ir.FunctionType(results, [lanes.vector(FLOAT)])
    function = lanes.declared("reduced_angle", kind)
    if not function.blocks:
        function.linkage = "internal"
        function.attributes.add("noinline")
        builder = ir.IRBuilder(function.append_basic_block())
        inside = Lanes(builder, lanes.width, exact=True, flushes=False)
        rest, quadrant = _product(inside, function.args[0])
        found = builder.insert_value(ir.Constant(results, ir.Undefined), rest, 0)
        builder.ret(builder.insert_value(found, quadrant, 1))
    return function


def _product(lanes: Lanes, x: Value) -> tuple[Value, Value]:
    """x · 2/π modulo 4 in 64 bits, two of them the quadrant: x is an integer of 24 bits times 2^s.

    Of 2/π · 2^s bits above 4 make no difference, and those 94 places behind the point none that a double
    shows.
    """
    builder = lanes.builder
    words = lanes.words(x)
    exponent = builder.and_(builder.lshr(words, lanes.like(words, 23)), lanes.like(words, 255))
    mantissa = builder.or_(builder.and_(words, lanes.like(words, 0x7FFFFF)), lanes.like(words, 0x800000))
    # The first bit is that of weight 2^(1 - s); a word of zeros stands before the point.
    first = builder.sub(exponent, lanes.like(words, 150 + 2 - 32))
    parts = [_bits_of_quotient(lanes, first, number) for number in range(3)]
    wide = lanes.convert("zext", mantissa, I64)
    high, middle, low = (builder.mul(wide, lanes.convert("zext", part, I64)) for part in parts)
    total = builder.add(builder.shl(high, lanes.like(wide, 32)), middle)
    total = builder.add(total, builder.lshr(low, lanes.like(wide, 32)))
    rounded = builder.add(total, lanes.like(wide, 1 << 61))
    whole = builder.lshr(rounded, lanes.like(wide, 62))
    left = builder.sub(total, builder.shl(whole, lanes.like(wide, 62)))
    rest = builder.fmul(lanes.convert("sitofp", left, DOUBLE), lanes.constant(DOUBLE, math.pi / 2 * 2.0**-62))
    quadrant = lanes.convert("trunc", whole, I32)
    negative = builder.icmp_signed("<", words, lanes.like(words, 0))
    return (
        lanes.select(negative, lanes.negative(rest), rest),
        lanes.select(negative, builder.sub(lanes.like(quadrant, 0), quadrant), quadrant),
    )


def _bits_of_quotient(lanes: Lanes, first: Value, number: int) -> Value:
    """32 bits of 2/π, from bit ``first`` + 32 · ``number`` on of the table."""
    builder = lanes.builder
    table = _table(lanes)
    place = builder.add(builder.lshr(first, lanes.like(first, 5)), lanes.like(first, number))
    last = lanes.like(first, len(_BITS) - 1)  # of infinities, whose result is not used
    place = lanes.select(builder.icmp_unsigned(">", place, last), last, place)
    offset = builder.shl(lanes.convert("zext", place, I64), lanes.constant(I64, 2))
    one, other = (
        lanes.gather(I32, lanes.addresses(table, builder.add(offset, lanes.like(offset, 4 * ahead))), None)
        for ahead in (0, 1)
    )
    kind = ir.FunctionType(one.type, [one.type] * 3)
    function = lanes.declared(f"llvm.fshl.v{lanes.width}i32", kind)
    return builder.call(function, [one, other, builder.and_(first, lanes.like(first, 31))])


def _table(lanes: Lanes) -> Any:
    found = lanes.module.globals.get("two_over_pi")
    if found is None:
        words = ir.Constant(ir.ArrayType(I32, len(_BITS) + 1), [0, *_BITS])
        found = ir.GlobalVariable(lanes.module, words.type, "two_over_pi")
        found.initializer, found.global_constant, found.linkage = words, True, "internal"
    return found
