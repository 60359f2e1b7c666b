"""What each opcode of the declared-name languages computes: (family, name) → one operation a data type.

ARB_vertex_program 2.14.5, NV_vertex_program2_option and NV_vertex_program3 2.14.5 (family ``arb``);
ARB_fragment_program, NV_fragment_program_option and NV_fragment_program2 3.11.5 (family ``arbfp``);
NV_fragment_program 3.11.5 (family ``fp1``, ``fp1``'s own rules in ``fp1``);
NV_gpu_program4 and NV_fragment_program4 2.X.8 (family ``nv4``); NV_gpu_program5 2.X.8
(family ``nv5``). Functions are as in ``ops``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from nvrender.isa import fp1 as fp1_rows
from nvrender.isa.memory import Rounding
from nvrender.isa.opcodes import DataType
from nvrender.oracle import bits, conversions, fp1, integers, quads, thread_groups
from nvrender.oracle.numerics import ONE, ZERO, Float32Array, flush, has_nan
from nvrender.oracle.ops import OPERATIONS, Function, Operation, Shape
from nvrender.program import Instruction

Variants = dict[DataType, Operation]
_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED

_VP2 = {name: operation for (family, name), operation in OPERATIONS.items() if family == "vp2"}
_FLOW = Operation(Shape.FLOW)
_TEXTURE = Operation(Shape.TEXTURE)

_X, _Y, _Z, _W = (0,), (1,), (2,), (3,)
Reads = tuple[tuple[int, tuple[int, ...]], ...]


def _lanewise(function: Function) -> Operation:
    return Operation(Shape.LANEWISE, (function,))


def _scalar(function: Function, *reads: tuple[int, tuple[int, ...]]) -> Operation:
    return Operation(Shape.SCALAR, (function,), (reads or ((0, _X),),))


def _components(*rows: tuple[Function, Reads]) -> Operation:
    return Operation(Shape.COMPONENTS, tuple(row[0] for row in rows), tuple(row[1] for row in rows), False)


# --- floats


def _minimum(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    """The second operand unless it is less than the first (ARB_vertex_program 2.14.5.17)."""
    out[...] = np.where(np.greater(a, b), b, a)


def _maximum(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    out[...] = np.where(np.greater(a, b), a, b)


def _set_on(compare: np.ufunc) -> Function:
    """1.0 or 0.0; NaN compares as in IEEE 754 (ARB_vertex_program 2.14.5.23; NV_gpu_program4 issue 18)."""

    def set_on(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
        np.copyto(out, compare(a, b))

    return set_on


def _product(a: Float32Array, b: Float32Array) -> Float32Array:
    product = np.multiply(a, b)
    flush(product)
    return product


def _sum(a: Float32Array, b: Float32Array) -> Float32Array:
    total = np.add(a, b)
    flush(total)
    return total


def _difference(a: Float32Array, b: Float32Array) -> Float32Array:
    return _sum(a, np.negative(b))


def _dot2(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    out[...] = _sum(_product(a[:1], b[:1]), _product(a[1:2], b[1:2]))


def _dot2_add(
    out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array, c: Float32Array
) -> None:
    out[...] = _sum(_sum(_product(a[:1], b[:1]), _product(a[1:2], b[1:2])), c)


def _divide(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    np.divide(a, b, out=out)
    flush(out)


def _blend(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array, c: Float32Array) -> None:
    out[...] = _sum(_product(a, b), _product(_difference(np.full_like(a, ONE), a), c))


def _choose(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array, c: Float32Array) -> None:
    out[...] = np.where(a < ZERO, b, c)


def _power(out: Float32Array, work: Float32Array, a: Float32Array, b: Float32Array) -> None:
    """2^(b · log2 a), NaN where that is: for negative bases, 0^0, INF^0 (ARB_vertex_program 2.14.5.20)."""
    logarithm = np.log2(np.add(a, ZERO), dtype=np.float64)
    out[...] = np.exp2(b.astype(np.float64) * logarithm)
    flush(out)


#: The largest number below 128: every exponent in the range (−128, +128) exclusive stays as it is
#: (ARB_vertex_program 2.14.5.13; NV_gpu_program4 2.X.8, LIT).
_LIT_LIMIT = np.nextafter(np.float32(128.0), ZERO)


def _lit_z(out: Float32Array, work: Float32Array, x: Float32Array, y: Float32Array, w: Float32Array) -> None:
    """Anything to the power of 0 is 1 (docs/semantics.md)."""
    base = np.maximum(y, ZERO).astype(np.float64)
    power: Any = np.power(base, np.clip(w, -_LIT_LIMIT, _LIT_LIMIT).astype(np.float64))
    if has_nan(w):
        power = np.where(np.isnan(w), np.nan, power)
    out[...] = np.where(x > ZERO, power, 0.0)
    flush(out)


def _reciprocal_root(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    """+INF for zeros of either sign, NaN for negative numbers (docs/semantics.md)."""
    out[...] = 1.0 / np.sqrt(np.add(a, ZERO), dtype=np.float64)


def _reciprocal_root_of_absolute(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
    """ARB_vertex_program 2.14.5.22."""
    _reciprocal_root(out, work, np.absolute(a))


def _cross(out: Float32Array, work: Float32Array, *v: Float32Array) -> None:
    out[...] = _difference(_product(v[0], v[1]), _product(v[2], v[3]))


def _unit(component: int) -> Function:
    def normal(
        out: Float32Array, work: Float32Array, x: Float32Array, y: Float32Array, z: Float32Array
    ) -> None:
        square = _sum(_sum(_product(x, x), _product(y, y)), _product(z, z))
        scale = (1.0 / np.sqrt(square, dtype=np.float64)).astype(np.float32)
        out[...] = _product((x, y, z)[component], scale)

    return normal


def _reflected(component: int) -> Function:
    """2 (a·b) / (a·a) · a − b (NV_gpu_program4 2.X.8, RFL)."""

    def reflected(out: Float32Array, work: Float32Array, *v: Float32Array) -> None:
        a, b = v[:3], v[3:]
        square = _sum(_sum(_product(a[0], a[0]), _product(a[1], a[1])), _product(a[2], a[2]))
        both = _sum(_sum(_product(a[0], b[0]), _product(a[1], b[1])), _product(a[2], b[2]))
        scale = np.divide(_product(np.float32(2.0) * np.ones_like(both), both), square)
        flush(scale)
        out[...] = _difference(_product(scale, a[component]), b[component])

    return reflected


def _transform(out: Float32Array, work: Float32Array, *v: Float32Array) -> None:
    """a + b.x · c + b.y · c' (NV_gpu_program4 2.X.8, X2D)."""
    a, x, one, y, two = v
    out[...] = _sum(_sum(a, _product(x, one)), _product(y, two))


def _zero(out: Float32Array, work: Float32Array, *operands: Float32Array) -> None:
    out[...] = ZERO


def _wave(ufunc: np.ufunc) -> Function:
    def wave(out: Float32Array, work: Float32Array, a: Float32Array) -> None:
        out[...] = ufunc(a, dtype=np.float64)
        flush(out)

    return wave


_PLAIN = "ABS ADD COS DP3 DP4 DPH DST EX2 EXP FLR FRC LG2 LOG MAD MOV MUL RCC RCP SFL SIN SSG STR SUB".split()
_COMPARISONS = {
    "SEQ": np.equal,
    "SGE": np.greater_equal,
    "SGT": np.greater,
    "SLE": np.less_equal,
    "SLT": np.less,
    "SNE": np.not_equal,
}
_LIT = _VP2["LIT"]
_vector: Reads = ((0, _X), (0, _Y), (0, _Z))
_vectors: Reads = (*_vector, (1, _X), (1, _Y), (1, _Z))

#: Float operations the two families share.
_COMMON: dict[str, Operation] = {
    **{name: _VP2[name] for name in _PLAIN},
    **{name: _lanewise(_set_on(compare)) for name, compare in _COMPARISONS.items()},
    "LIT": Operation(
        Shape.COMPONENTS,
        (_LIT.functions[0], _LIT.functions[1], _lit_z, _LIT.functions[3]),
        _LIT.reads,
        False,
    ),
    "MAX": _lanewise(_maximum),
    "MIN": _lanewise(_minimum),
    "POW": _scalar(_power, (0, _X), (1, _X)),
    "SWZ": _VP2["MOV"],
    "XPD": _components(
        (_cross, ((0, _Y), (1, _Z), (0, _Z), (1, _Y))),
        (_cross, ((0, _Z), (1, _X), (0, _X), (1, _Z))),
        (_cross, ((0, _X), (1, _Y), (0, _Y), (1, _X))),
        (_zero, ()),
    ),
}

_TEXTURES = ("TEX", "TXB", "TXL", "TXP")
_arb_flow = ("BRA", "CAL", "RET", "PUSHA", "POPA")

_ARB: dict[str, Operation] = {
    **_COMMON,
    "ARA": _components(*((integers.address_sum, ((0, (k,)), (0, (k + 2,)))) for k in (0, 1, 0, 1))),
    "ARL": _lanewise(integers.converted(np.floor, _S)),
    "ARR": _lanewise(integers.converted(np.rint, _S)),
    "RSQ": _scalar(_reciprocal_root_of_absolute),
    **dict.fromkeys(_arb_flow, _FLOW),
    **dict.fromkeys(_TEXTURES, _TEXTURE),
}

_FLOATS: dict[str, Operation] = {
    **{name: row for name, row in _COMMON.items() if name not in ("EXP", "LOG")},
    "CEIL": _lanewise(lambda out, work, a: np.ceil(a, out=out)),
    "CMP": _lanewise(_choose),
    "DIV": _lanewise(_divide),
    "DP2": _scalar(_dot2, (0, (0, 1)), (1, (0, 1))),
    "DP2A": _scalar(_dot2_add, (0, (0, 1)), (1, (0, 1)), (2, _X)),
    "LRP": _lanewise(_blend),
    "NRM": _components(*((_unit(component), _vector) for component in range(3)), (_zero, ())),
    "RFL": _components(*((_reflected(component), _vectors) for component in range(3)), (_zero, ())),
    "ROUND": _lanewise(lambda out, work, a: np.rint(a, out=out)),
    "RSQ": _scalar(_reciprocal_root),
    "SCS": _components((_wave(np.cos), ((0, _X),)), (_wave(np.sin), ((0, _X),)), (_zero, ()), (_zero, ())),
    "TRUNC": _lanewise(lambda out, work, a: np.trunc(a, out=out)),
    "DDX": Operation(Shape.DERIVATIVE, (quads.along(quads.ALONG_X),), in_place=False),
    "DDY": Operation(Shape.DERIVATIVE, (quads.along(quads.ALONG_Y),), in_place=False),
    "X2D": _components(
        *(
            (_transform, ((0, (k,)), (1, _X), (2, (first,)), (1, _Y), (2, (first + 1,))))
            for k, first in ((0, 0), (1, 2), (0, 0), (1, 2))
        )
    ),
}


def _unpacked(function: integers.Field, fields: tuple[int, int, int, int]) -> Operation:
    return _components(*((integers.unpacked(function, field), ((0, _X),)) for field in fields))


_halves, _bytes = (0, 1, 0, 1), (0, 1, 2, 3)
#: Operations that are the same whatever type the instruction has.
_WORDS: dict[str, Operation] = {
    "PK2H": _scalar(integers.packed(integers.half_bits, 16), (0, (0, 1))),
    "PK2US": _scalar(integers.packed(integers.unsigned_short, 16), (0, (0, 1))),
    "PK4B": _scalar(integers.packed(integers.signed_byte, 8), (0, (0, 1, 2, 3))),
    "PK4UB": _scalar(integers.packed(integers.unsigned_byte, 8), (0, (0, 1, 2, 3))),
    "UP2H": _unpacked(integers.from_half, _halves),
    "UP2US": _unpacked(integers.from_unsigned_short, _halves),
    "UP4B": _unpacked(integers.from_signed_byte, _bytes),
    "UP4UB": _unpacked(integers.from_unsigned_byte, _bytes),
    **dict.fromkeys(("TEX", "TXB", "TXD", "TXF", "TXFMS", "TXL", "TXP", "TXQ"), _TEXTURE),
    **dict.fromkeys(
        ("BRK", "CAL", "CONT", "ELSE", "EMIT", "ENDIF", "ENDPRIM", "ENDREP", "IF", "REP", "RET"),
        _FLOW,
    ),
    "KIL": Operation(Shape.KILL),
}


def _integer_variants() -> dict[str, Variants]:
    found: dict[str, Variants] = {}
    for type in (_S, _U):
        rows = integers.operations(type)
        rows["MOV"] = _VP2["MOV"].functions[0]
        for name, function in rows.items():
            found.setdefault(name, {})[type] = _lanewise(function)
    return found


_INTEGERS = _integer_variants()

#: What ARB fragment programs do not share with generation 4's float operations.
_NOT_ARBFP = frozenset("CEIL RCC ROUND SSG TRUNC".split())
_ARBFP: dict[str, Operation] = {
    **{name: row for name, row in _FLOATS.items() if name not in _NOT_ARBFP},
    **{
        name: row
        for name, row in _WORDS.items()
        if name not in ("CONT", "EMIT", "ENDPRIM", "TXF", "TXFMS", "TXQ")
    },
    **dict.fromkeys(("LOOP", "ENDLOOP"), _FLOW),
    "RSQ": _scalar(_reciprocal_root_of_absolute),
}


def _fp1() -> dict[str, Operation]:
    """What NV_fragment_program shares with ARB's fragment programs or with VP2.0, and its own."""
    own = {
        "LIT": replace(_LIT, functions=(*_LIT.functions[:2], fp1.lit_z, _LIT.functions[3]), in_place=False),
        "MAX": _VP2["MAX"],
        "MIN": _VP2["MIN"],
        "RSQ": _scalar(fp1.reciprocal_root),
    }
    return {row.name: own[row.name] if row.name in own else _ARBFP[row.name] for row in fp1_rows.ROWS}


def _nv4() -> dict[str, Variants]:
    names = dict.fromkeys((*_FLOATS, *_INTEGERS, *_WORDS))
    return {
        name: dict.fromkeys((_F, _S, _U), _WORDS[name])
        if name in _WORDS
        else {**({_F: _FLOATS[name]} if name in _FLOATS else {}), **_INTEGERS.get(name, {})}
        for name in names
    }


#: (family, name) → type → operation, for every row of isa.opcodes.OPCODES.
VARIANTS: dict[tuple[str, str], Variants] = {
    **{("arb", name): {_F: row} for name, row in _ARB.items()},
    **{("arbfp", name): {_F: row} for name, row in _ARBFP.items()},
    **{("fp1", name): {_F: row} for name, row in _fp1().items()},
    **{("nv4", name): row for name, row in _nv4().items()},
    **{("nv5", name): row for name, row in bits.VARIANTS.items()},
    **{("nv5", name): row for name, row in thread_groups.VARIANTS.items()},
    ("nv5", "CVT"): {},
    **{("nv5", name): dict.fromkeys((_F, _S, _U), _TEXTURE) for name in ("TXG", "TXGO")},
    ("nv5", "LOD"): {_F: _TEXTURE},
    **{("nv5", name): dict.fromkeys((_F, _S, _U), _FLOW) for name in ("CALI", "EMITS")},
    # Computed in oracle.interpolation.
    **{("nv5", name): {_F: Operation(Shape.LANEWISE)} for name in ("IPAC", "IPAO", "IPAS")},
    # Computed in oracle.wide.
    **{("nv5", name): dict.fromkeys((_F, _S, _U), Operation(Shape.LANEWISE)) for name in ("PK64", "UP64")},
}

_MULTIPLIED = {type: _lanewise(integers.high_product(type)) for type in (_S, _U)}


def operation_of(instruction: Instruction) -> Operation:
    """What an instruction of any family computes."""
    key = instruction.opcode.key
    variants = VARIANTS.get(key)
    if variants is None:
        return OPERATIONS[key]
    if fp1.is_fixed_point(instruction):
        return fp1.in_fixed_point(variants[_F])
    if instruction.opcode.rounded:
        result, source = instruction.storages
        rounding = instruction.rounding or Rounding.NEAREST
        return _lanewise(conversions.conversion(source, result, rounding, instruction.clamp))
    if instruction.multiply is not None and instruction.multiply.value == "HI":
        return _MULTIPLIED[instruction.type]
    return variants[instruction.type]
