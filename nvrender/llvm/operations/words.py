"""Bit fields, counts and positions of words; packs and unpacks.

NV_gpu_program5 2.X.8, BFE to BTFM; NV_gpu_program4 2.X.8. NaN packs as 0 except as a half
(docs/semantics.md).
"""

from __future__ import annotations

from llvmlite import ir

from nvrender.llvm.lanes import Lanes
from nvrender.llvm.operations.floats import Function
from nvrender.llvm.types import FLOAT, HALF, I1, I32, Rows, Value

# --- bit fields


def _field(lanes: Lanes, count: Value, offset: Value) -> tuple[Value, Value, Value]:
    """Width, offset, and whether both lie in a word; outside it both are 0 (docs/semantics.md)."""
    builder, most = lanes.builder, lanes.like(count, 32)
    known = builder.and_(builder.icmp_unsigned("<=", count, most), builder.icmp_unsigned("<", offset, most))
    fits = builder.icmp_unsigned("<=", builder.add(count, offset), most)
    inside = builder.and_(known, fits)
    zero = lanes.like(count, 0)
    return lanes.select(inside, count, zero), lanes.select(inside, offset, zero), inside


def _extract(shift: str) -> Function:
    def part(lanes: Lanes, count: Value, offset: Value, value: Value) -> Value:
        builder = lanes.builder
        width, start, _ = _field(lanes, count, offset)
        none = builder.icmp_unsigned("==", width, lanes.like(width, 0))
        rest = builder.sub(lanes.like(width, 32), lanes.select(none, lanes.like(width, 1), width))
        up = builder.select(none, lanes.like(width, 0), builder.sub(rest, start))
        found = getattr(builder, shift)(builder.shl(value, up), rest)
        return lanes.select(none, lanes.like(width, 0), found)

    return lambda lanes, a, b: [part(lanes, a[0], a[1], value) for value in b]


def _insert(lanes: Lanes, a: Rows, source: Rows, base: Rows) -> Rows:
    builder = lanes.builder
    width, start, _ = _field(lanes, a[0], a[1])
    none = builder.icmp_unsigned("==", width, lanes.like(width, 0))
    rest = builder.sub(lanes.like(width, 32), lanes.select(none, lanes.like(width, 1), width))
    ones = lanes.select(none, lanes.like(width, 0), builder.lshr(lanes.like(width, -1), rest))
    mask = builder.shl(ones, start)
    return [
        builder.or_(builder.and_(builder.shl(one, start), mask), builder.and_(other, builder.not_(mask)))
        for one, other in zip(source, base, strict=True)
    ]


# --- counts and positions


def _lowest(lanes: Lanes, a: Value) -> Value:
    """−1, which is all ones, where no bit is set."""
    found = _counted(lanes, "llvm.cttz", a)
    return lanes.select(lanes.builder.icmp_unsigned("==", a, lanes.like(a, 0)), lanes.like(a, -1), found)


def _highest(lanes: Lanes, a: Value) -> Value:
    return lanes.builder.sub(lanes.like(a, 31), _counted(lanes, "llvm.ctlz", a))


def _highest_signed(lanes: Lanes, a: Value) -> Value:
    """Of a negative number the highest 0, of −1 and 0 −1 (docs/semantics.md)."""
    return _highest(lanes, lanes.builder.xor(a, lanes.builder.ashr(a, lanes.like(a, 31))))


def _counted(lanes: Lanes, name: str, a: Value) -> Value:
    """Of zero the number of bits."""
    kind = ir.FunctionType(a.type, [a.type, I1])
    function = lanes.declared(f"{name}.v{lanes.width}i32", kind)
    return lanes.builder.call(function, [a, I1(0)])


# --- packs and unpacks


def _scaled(lanes: Lanes, a: Value, low: float, scale: float, offset: float) -> Value:
    sure = lanes.select(lanes.is_nan(a), lanes.like(a, 0.0), a)
    limited = lanes.at_most(lanes.at_least(sure, low), 1.0)
    moved = lanes.add(lanes.multiply(limited, lanes.like(a, scale)), lanes.like(a, offset))
    return lanes.convert("fptoui", lanes.rounded("rint", moved), I32)


def half_bits(lanes: Lanes, a: Value) -> Value:
    """Rounded to nearest even, denormal halves kept; a NaN is 0x7E00 with its sign (docs/semantics.md)."""
    builder, words = lanes.builder, lanes.words(a)
    half = lanes.convert("zext", lanes.words(lanes.convert("fptrunc", a, HALF)), I32)
    sign = builder.lshr(builder.and_(words, lanes.like(words, 0x80000000)), lanes.like(words, 16))
    return lanes.select(lanes.is_nan(a), builder.or_(sign, lanes.like(words, 0x7E00)), half)


def _packed(bits: Function, width: int) -> Function:
    """Fields of ``width`` bits of one word, the first lowest."""

    def made(lanes: Lanes, a: Rows) -> Rows:
        word = lanes.constant(I32, 0)
        for number in range(32 // width):
            field = bits(lanes, a[min(number, len(a) - 1)])
            word = lanes.builder.or_(word, lanes.builder.shl(field, lanes.like(word, width * number)))
        return [word]

    return made


def _unpacked(value: Function, width: int) -> Function:
    """The fields of a word as floats, the first again where there are two."""

    def made(lanes: Lanes, a: Rows) -> Rows:
        word, mask = lanes.words(a[0]), (1 << width) - 1
        found = []
        for number in range(32 // width):
            shifted = lanes.builder.lshr(word, lanes.like(word, width * number))
            found.append(value(lanes, lanes.builder.and_(shifted, lanes.like(word, mask))))
        return found * (4 // len(found))

    return made


def half_value(lanes: Lanes, bits: Value) -> Value:
    """The number a half float holds (UP2H)."""
    return lanes.convert("fpext", lanes.cast(lanes.convert("trunc", bits, ir.IntType(16)), HALF), FLOAT)


def _unsigned_share(most: float) -> Function:
    def made(lanes: Lanes, bits: Value) -> Value:
        number = lanes.convert("uitofp", bits, FLOAT)
        return lanes.builder.fdiv(number, lanes.like(number, most))

    return made


def _signed_share(lanes: Lanes, bits: Value) -> Value:
    """−128/127 to 1 of 8 bits (UP4B)."""
    number = lanes.convert("uitofp", bits, FLOAT)
    moved = lanes.builder.fsub(number, lanes.like(number, 128.0))
    return lanes.builder.fdiv(moved, lanes.like(number, 127.0))


#: Operation → what builds it.
OPERATIONS: dict[str, Function] = {
    "iextract": _extract("ashr"),
    "uextract": _extract("lshr"),
    "insert": _insert,
    "reverse": lambda lanes, a: lanes.intrinsic("llvm.bitreverse", a),
    "count": lambda lanes, a: lanes.intrinsic("llvm.ctpop", a),
    "lowest": _lowest,
    "ihighest": _highest_signed,
    "uhighest": _highest,
    "pack_half2": _packed(half_bits, 16),
    "pack_ushort2": _packed(lambda lanes, a: _scaled(lanes, a, 0.0, 65535.0, 0.0), 16),
    "pack_byte4": _packed(lambda lanes, a: _scaled(lanes, a, -128.0 / 127.0, 127.0, 128.0), 8),
    "pack_ubyte4": _packed(lambda lanes, a: _scaled(lanes, a, 0.0, 255.0, 0.0), 8),
    "unpack_half2": _unpacked(half_value, 16),
    "unpack_ushort2": _unpacked(_unsigned_share(65535.0), 16),
    "unpack_byte4": _unpacked(_signed_share, 8),
    "unpack_ubyte4": _unpacked(_unsigned_share(255.0), 8),
}
