"""The opcode tables, one row per opcode and family (NV_vertex_program2 Tables X.4 and X.5).

Family ``vp1`` is the arithmetic of NV_vertex_program 2.14.1.10-11 (VP1.0, VP1.1, VSP1.0); family
``vp2`` that of NV_vertex_program2 2.14.3 (VP2.0); ``arb`` that of ARB_vertex_program with its options
(isa.arb), ``arbfp`` that of ARB_fragment_program with its options (isa.arbfp), ``fp1`` that of
NV_fragment_program (isa.fp1), ``nv4`` that of NV_gpu_program4 (isa.nv4) and ``nv5`` what NV_gpu_program5
adds (isa.nv5).
"""

from __future__ import annotations

from nvrender.isa import arb, arbfp, fp1, nv4, nv5
from nvrender.isa.rows import DataType as DataType
from nvrender.isa.rows import Flow as Flow
from nvrender.isa.rows import Opcode as Opcode
from nvrender.isa.rows import OperandClass as OperandClass
from nvrender.isa.rows import Precision as Precision
from nvrender.isa.rows import PrecisionKind as PrecisionKind
from nvrender.isa.rows import Precisions as Precisions
from nvrender.isa.rows import ResultClass as ResultClass

_V, _S, _A, _L = OperandClass.VECTOR, OperandClass.SCALAR, OperandClass.ADDRESS, OperandClass.LABEL

_EXACT = Precision(PrecisionKind.EXACT)
_ROUNDED = Precision(PrecisionKind.ROUNDED)


def _precision(family: str, name: str) -> Precisions:
    """The precision each opcode is owed (NV_vertex_program 2.14.1.10; NV_vertex_program2 2.14.3)."""
    section = f"NV_vertex_program2 {_VP2_SECTIONS[name]}" if family == "vp2" else _VP1_SECTIONS[name]

    def bound(kind: PrecisionKind, value: float) -> Precision:
        return Precision(kind, value, section)

    match name:
        case "ADD" | "SUB" | "MUL" | "MAD" | "DP3" | "DP4" | "DPH" | "FRC":
            return (_ROUNDED,) * 4
        case "DST":
            return (_EXACT, _ROUNDED, _EXACT, _EXACT)
        case "RCP" | "RCC" | "RSQ":
            return (bound(PrecisionKind.BINADE_ABOVE, 2.0**-22),) * 4
        case "EX2":
            return (bound(PrecisionKind.BINADE, 2.0**-22),) * 4
        case "LG2":
            return (bound(PrecisionKind.ABSOLUTE, 2.0**-22),) * 4
        case "SIN" | "COS":
            return (bound(PrecisionKind.PERIODIC, 2.0**-22),) * 4
        case "EXP":
            return (_EXACT, _ROUNDED, bound(PrecisionKind.BINADE, 2.0**-11), _EXACT)
        case "LOG":
            return (_EXACT, _EXACT, bound(PrecisionKind.ABSOLUTE, 2.0**-11), _EXACT)
        case "LIT":
            return (_EXACT, _EXACT, bound(PrecisionKind.LIT_POWER, 2.0**-11), _EXACT)
        case _:
            return (_EXACT,) * 4


_VP2_SECTIONS = {
    name: f"2.14.3.{number}"
    for number, name in enumerate(
        "ABS ADD ARA ARL ARR BRA CAL COS DP3 DP4 DPH DST EX2 EXP FLR FRC LG2 LIT LOG MAD MAX MIN MOV "
        "MUL RCC RCP RET RSQ SEQ SFL SGE SGT SIN SLE SLT SNE SSG STR SUB".split(),
        start=1,
    )
}

_VP1_SECTIONS = {
    name: f"NV_vertex_program 2.14.1.10.{number}"
    for number, name in enumerate(
        "ARL MOV MUL ADD MAD RCP RSQ DP3 DP4 DST MIN MAX SLT SGE EXP LOG LIT".split(), start=1
    )
} | {
    name: f"NV_vertex_program1_1 2.14.1.10.{number}"
    for number, name in enumerate("DPH RCC SUB ABS".split(), start=18)
}

_OPERANDS: dict[str, tuple[tuple[OperandClass, ...], ResultClass]] = {
    **dict.fromkeys(("ABS", "FLR", "FRC", "LIT", "MOV", "SSG"), ((_V,), ResultClass.VECTOR)),
    **dict.fromkeys(("EXP", "LOG"), ((_S,), ResultClass.VECTOR)),
    **dict.fromkeys(("COS", "EX2", "LG2", "RCC", "RCP", "RSQ", "SIN"), ((_S,), ResultClass.SCALAR)),
    **dict.fromkeys(("DP3", "DP4", "DPH"), ((_V, _V), ResultClass.SCALAR)),
    **dict.fromkeys(
        ("ADD", "DST", "MAX", "MIN", "MUL", "SEQ", "SFL", "SGE", "SGT", "SLE", "SLT", "SNE", "STR", "SUB"),
        ((_V, _V), ResultClass.VECTOR),
    ),
    "MAD": ((_V, _V, _V), ResultClass.VECTOR),
    **dict.fromkeys(("ARL", "ARR"), ((_V,), ResultClass.ADDRESS)),
    "ARA": ((_A,), ResultClass.ADDRESS),
    **dict.fromkeys(("BRA", "CAL"), ((_L,), ResultClass.NONE)),
    "RET": ((), ResultClass.NONE),
}

_FLOW = {"BRA": Flow.BRANCH, "CAL": Flow.CALL, "RET": Flow.RETURN}

_VP1_1_ADDITIONS = ("ABS", "DPH", "RCC", "SUB")


def _vp1(name: str) -> Opcode:
    operands, result = _OPERANDS[name]
    if name == "ARL":  # scalar in VP1.x, vector in VP2.0
        operands = (_S,)
    return Opcode(
        family="vp1",
        name=name,
        operands=operands,
        result=result,
        section=_VP1_SECTIONS[name],
        since="VP1.1" if name in _VP1_1_ADDITIONS else "VP1.0",
        precision=_precision("vp1", name),
    )


def _vp2(name: str) -> Opcode:
    operands, result = _OPERANDS[name]
    return Opcode(
        family="vp2",
        name=name,
        operands=operands,
        result=result,
        section=f"NV_vertex_program2 {_VP2_SECTIONS[name]}",
        flow=_FLOW.get(name),
        condition_code=result is not ResultClass.NONE,
        since="VP2.0",
        precision=_precision("vp2", name),
    )


#: (family, name) → row, for every opcode of every family.
OPCODES: dict[tuple[str, str], Opcode] = {
    row.key: row
    for row in (
        *map(_vp1, _VP1_SECTIONS),
        *map(_vp2, _VP2_SECTIONS),
        *arb.ROWS,
        *arbfp.ROWS,
        *fp1.ROWS,
        *nv4.ROWS,
        *nv5.ROWS,
    )
}


def opcodes_of(family: str, without: tuple[str, ...] = ()) -> dict[str, Opcode]:
    """The opcodes of one family by name, less ``without``."""
    return {row.name: row for row in OPCODES.values() if row.family == family and row.name not in without}
