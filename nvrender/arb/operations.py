"""Operations as plain ARB programs have them: what a stage lacks, as expressions of what it has.

A truth is 1 or 0. What NV_vertex_program and its kin define of NaN, INF and signs beyond ARB_vertex_program
and ARB_fragment_program, which leave these open, is not kept (docs/targets.md).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping

from nvrender.arb.refusal import INTEGERS, NOTHING, Refused, refuse
from nvrender.ir import visit
from nvrender.ir.nodes import Apply, Bitcast, Compose, Const, Expression, Load, Sample, Select, Swizzle
from nvrender.ir.types import FLOAT, Kind, signed_word
from nvrender.lower.operands import swizzled
from nvrender.ops.rows import Form
from nvrender.ops.table import OPERATIONS

ZERO, ONE, HALF, TWO = 0, 0x3F800000, 0x3F000000, 0x40000000
_SIGN = 0x80000000

#: Rows that differ in special values alone → the row of the ARB's languages.
_SAME = {
    f"{name}{rule}": name
    for name in (
        "fadd fsub fmul fmad fmin fmax fdot3 fdot4 fdot_homogeneous fdistance feq fne fge fgt fle flt flight "
        "fexponential flogarithm frcp frcp_clamped"
    ).split()
    for rule in ("_positive", "_zero", "_nan", "_total", "_unclamped")
} | dict.fromkeys(("frsq", "frsq_unsigned", "frsq_absolute_positive"), "frsq_absolute")


def word(number: float) -> int:
    """The bits of the float nearest to a number."""
    found: int = struct.unpack("<I", struct.pack("<f", number))[0]
    return found


def constant(word: int, like: Expression) -> Const:
    """A number in each component of a value."""
    return Const(FLOAT.wide(like.type.width), (word,) * like.type.width)


def of(operation: str, *operands: Expression) -> Expression:
    """An operation on floats; what is the same in all components has one."""
    row = OPERATIONS[operation]
    widths = {Form.REPLICATED: 1, Form.COMPOSED: 4}
    return Apply(operation, operands, FLOAT.wide(widths.get(row.form, operands[0].type.width)))


def negative(value: Expression) -> Expression:
    """A value with the other sign."""
    match value:
        case Apply("fneg", (inner,)):
            return inner
        case Const(type, words):
            return Const(type, tuple(word ^ _SIGN for word in words))
    return of("fneg", value)


def one_minus(value: Expression) -> Expression:
    return of("fsub", constant(ONE, value), value)


def lacking(value: Expression) -> Expression:
    """``value`` of operations of the ARB's languages, whatever the stage."""
    return mapped(value, _changed)


def mapped(value: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """An expression whose parts are changed first, but what chooses elements of arrays."""
    if isinstance(value, Load | Const):
        return change(value)
    return change(visit.rebuilt(value, lambda part: mapped(part, change)))


def _changed(node: Expression) -> Expression:
    match node:
        case Const(type, words) if type.kind is Kind.BOOL:
            return Const(FLOAT.wide(type.width), tuple(ONE if word else ZERO for word in words))
        case Const(type, words) if (
            type.kind is Kind.INT and max(abs(signed_word(row)) for row in words) < 1 << 24
        ):
            return Const(FLOAT.wide(type.width), tuple(word(float(signed_word(row))) for row in words))
        case Bitcast():
            refuse(INTEGERS)
        case Select(condition, yes, no) if condition.type.width != yes.type.width:
            return Select(swizzled(condition, (0,) * yes.type.width), yes, no)
        case Apply(operation, operands):
            name = _SAME.get(operation, operation)
            rule = _RULES.get(name)
            if rule is not None:
                return rule(*operands)
            return node if name == operation else Apply(name, operands, node.type)
        case Load() | Const() | Select() | Compose() | Swizzle() | Sample():
            return node
    raise Refused(NOTHING)


# --- truths


def _equal(a: Expression, b: Expression) -> Expression:
    if isinstance(b, Const) and not any(word & ~_SIGN for word in b.words):
        return of("fge", negative(of("fabs", a)), constant(ZERO, a))
    return of("fmul", of("fge", a, b), of("fge", b, a))


def _unequal(a: Expression, b: Expression) -> Expression:
    if isinstance(b, Const) and not any(word & ~_SIGN for word in b.words):
        return of("flt", negative(of("fabs", a)), constant(ZERO, a))
    return one_minus(_equal(a, b))


def _holds_any(value: Expression) -> Expression:
    width = value.type.width
    if width == 1:
        return value
    name = "fdot4" if width == 4 else "fdot3"
    parts = value if width > 2 else swizzled(value, (0, 1, 1))
    return of("fmin", of(name, parts, constant(ONE, parts)), Const(FLOAT, (ONE,)))


# --- arithmetic


def _sign(a: Expression) -> Expression:
    return of("fsub", of("flt", constant(ZERO, a), a), of("flt", a, constant(ZERO, a)))


def _dot2(a: Expression, b: Expression) -> Expression:
    product = of("fmul", a, b)
    return of("fadd", swizzled(product, (0,)), swizzled(product, (1,)))


def _normal(a: Expression) -> Expression:
    vector = swizzled(a, (0, 1, 2))
    root = of("frsq_absolute", of("fdot3", vector, vector))
    scaled = of("fmul", vector, swizzled(root, (0, 0, 0)))
    return Compose((scaled, Const(FLOAT, (ZERO,))))


def _reflected(a: Expression, b: Expression) -> Expression:
    """2 (a · b) / (a · a) a − b."""
    a, b = (swizzled(row, (0, 1, 2)) for row in (a, b))
    twice = of("fmul", of("fdot3", a, b), Const(FLOAT, (TWO,)))
    ratio = of("fmul", twice, of("frcp", of("fdot3", a, a)))
    return Compose((of("fmad", swizzled(ratio, (0, 0, 0)), a, negative(b)), Const(FLOAT, (ZERO,))))


def _transformed(a: Expression, b: Expression, c: Expression) -> Expression:
    def places(row: Expression, numbers: tuple[int, ...]) -> Expression:
        return swizzled(row, numbers)

    first = of("fmad", places(b, (0,) * 4), places(c, (0, 2, 0, 2)), places(a, (0, 1, 0, 1)))
    return of("fmad", places(b, (1,) * 4), places(c, (1, 3, 1, 3)), first)


def _reciprocal_clamped(a: Expression) -> Expression:
    """The magnitude within [2^-64, 2^64]."""
    found = of("frcp", a)
    least, most = (Const(FLOAT, (127 + power << 23,)) for power in (-64, 64))
    size = of("fmin", of("fmax", of("fabs", found), least), most)
    below = of("flt", found, Const(FLOAT, (ZERO,)))
    return of("fmul", size, of("fmad", below, Const(FLOAT, (0xC0000000,)), Const(FLOAT, (ONE,))))


def _rounded(a: Expression) -> Expression:
    """To the nearest integer, of two the even one."""
    above = of("fadd", a, constant(HALF, a))
    rest, nearest = of("ffract", above), of("ffloor", above)
    half = of("ffract", of("fmul", nearest, constant(HALF, a)))
    halfway = of("fge", negative(rest), constant(ZERO, a))
    return of("fsub", nearest, of("fmul", of("fadd", half, half), halfway))


def _truncated(a: Expression) -> Expression:
    zero = constant(ZERO, a)
    return of("fsub", of("ffloor", of("fmax", a, zero)), of("ffloor", of("fmax", negative(a), zero)))


def _address_add(a: Expression) -> Expression:
    """x + z, y + w."""
    return of("fadd", swizzled(a, (0, 1, 0, 1)), swizzled(a, (2, 3, 2, 3)))


def _within(least: int, most: int) -> Callable[[Expression], Expression]:
    return lambda a: of("fmin", of("fmax", a, constant(least, a)), constant(most, a))


def _same(a: Expression) -> Expression:
    return a


def _refused(reason: str) -> Callable[..., Expression]:
    def rule(*operands: Expression) -> Expression:
        refuse(reason)

    return rule


_RULES: Mapping[str, Callable[..., Expression]] = {
    "less": lambda a, b: of("flt", a, b),
    "greater": lambda a, b: of("flt", b, a),
    "less_equal": lambda a, b: of("fge", b, a),
    "greater_equal": lambda a, b: of("fge", a, b),
    "equal": _equal,
    "not_equal": _unequal,
    "fgt": lambda a, b: of("flt", b, a),
    "fle": lambda a, b: of("fge", b, a),
    "feq": _equal,
    "fne": _unequal,
    "holds_both": lambda a, b: of("fmul", a, b),
    "holds_either": lambda a, b: of("fmax", a, b),
    "holds_one": lambda a, b: of("fabs", of("fsub", a, b)),
    "holds_not": one_minus,
    "holds_any": _holds_any,
    "ffalse": lambda a, *_: constant(ZERO, a),
    "ftrue": lambda a, *_: constant(ONE, a),
    "fsign": _sign,
    "fdot2": _dot2,
    "fdot2_add": lambda a, b, c: of("fadd", _dot2(a, b), c),
    "fdiv": lambda a, b: of("fmul", a, _each(of, "frcp", b)),
    "fnormalize": _normal,
    "freflect": _reflected,
    "ftransform": _transformed,
    "frcp_clamped": _reciprocal_clamped,
    "fceil": lambda a: negative(of("ffloor", negative(a))),
    "fround": _rounded,
    "ftrunc": _truncated,
    "ifloor": lambda a: of("ffloor", a),
    "iceil": lambda a: negative(of("ffloor", negative(a))),
    "iround": _rounded,
    "itrunc": _truncated,
    "address_floor": lambda a: of("ffloor", a),
    "address_round": _rounded,
    "address_add": _address_add,
    "iaddress_add": _address_add,
    "iadd": lambda a, b: of("fadd", a, b),
    "isub": lambda a, b: of("fsub", a, b),
    "ineg": negative,
    "imin": lambda a, b: of("fmin", a, b),
    "imax": lambda a, b: of("fmax", a, b),
    "i2f": _same,
    "ffixed": _within(0xC0000000, 0x3FFFE000),
    "ffixed_nan": _within(0xC0000000, 0x3FFFE000),
    "fsaturate_signed": _within(0xBF800000, ONE),
    "mov": _same,
    "fflush": _same,
    **dict.fromkeys(("fddx", "fddy"), _refused("plain ARB programs have no derivatives")),
    **dict.fromkeys(
        (
            "pack_half2", "pack_ushort2", "pack_byte4", "pack_ubyte4",
            "unpack_half2", "unpack_ushort2", "unpack_byte4", "unpack_ubyte4",
        ),
        _refused("plain ARB programs have no words of packed numbers"),
    ),
}  # fmt: skip


def _each(make: Callable[..., Expression], operation: str, value: Expression) -> Expression:
    """A scalar operation on a value that is the same in every component, or on each."""
    width = value.type.width
    if len(set(_places(value))) == 1:
        return swizzled(make(operation, swizzled(value, (0,))), (0,) * width)
    return Compose(tuple(make(operation, swizzled(value, (place,))) for place in range(width)))


def _places(value: Expression) -> tuple[int, ...]:
    match value:
        case Load(components=components) | Swizzle(components=components):
            return components
        case Const(words=words):
            return words
        case Apply("fneg" | "fabs", (inner,)):
            return _places(inner)
    return tuple(range(value.type.width))
