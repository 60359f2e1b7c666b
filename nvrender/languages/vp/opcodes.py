"""The instructions of the register-named vertex programs, families ``vp1`` and ``vp2``.

Family ``vp1`` is the arithmetic of NV_vertex_program 2.14.1.10-11 with NV_vertex_program1_1 2.14.1.10 (VP1.0,
VP1.1, VSP1.0); family ``vp2`` that of NV_vertex_program2 2.14.3 (VP2.0).
"""

from __future__ import annotations

from nvrender.program.opcodes import (
    EXACT,
    ROUNDED,
    Opcode,
    OperandClass,
    Precision,
    PrecisionKind,
    Precisions,
    ResultClass,
)

#: Inputs, output (NV_vertex_program Table X.4, NV_vertex_program1_1) and operation, in the order of the
#: sections; the last four are VP1.1's. ARL reads a scalar.
_VP1 = """
ARL   s      A     address_floor
MOV   v      v     mov
MUL   v,v    v     fmul_zero
ADD   v,v    v     fadd_positive
MAD   v,v,v  v     fmad_zero
RCP   s      ssss  frcp_positive
RSQ   s      ssss  frsq_absolute_positive
DP3   v,v    ssss  fdot3_zero
DP4   v,v    ssss  fdot4_zero
DST   v,v    v     fdistance_zero
MIN   v,v    v     fmin_positive
MAX   v,v    v     fmax_positive
SLT   v,v    v     flt_total
SGE   v,v    v     fge_total
EXP   s      v     fexponential_positive
LOG   s      v     flogarithm_positive
LIT   v      v     flight_positive
DPH   v,v    ssss  fdot_homogeneous_zero
RCC   s      ssss  frcp_clamped_positive
SUB   v,v    v     fsub_positive
ABS   v      v     fabs
"""
_VP1_0_COUNT = 17
#: The same of NV_vertex_program2 Tables X.4 and X.5.
_VP2 = """
ABS   v      v     fabs
ADD   v,v    v     fadd
ARA   A      A     address_add
ARL   v      A     address_floor
ARR   v      A     address_round
BRA   L      -     branch
CAL   L      -     call
COS   s      ssss  fcos
DP3   v,v    ssss  fdot3
DP4   v,v    ssss  fdot4
DPH   v,v    ssss  fdot_homogeneous
DST   v,v    v     fdistance
EX2   s      ssss  fexp2
EXP   s      v     fexponential
FLR   v      v     ffloor
FRC   v      v     ffract
LG2   s      ssss  flog2
LIT   v      v     flight_nan
LOG   s      v     flogarithm
MAD   v,v,v  v     fmad
MAX   v,v    v     fmax_nan
MIN   v,v    v     fmin_nan
MOV   v      v     mov
MUL   v,v    v     fmul
RCC   s      ssss  frcp_clamped
RCP   s      ssss  frcp
RET   -      -     return
RSQ   s      ssss  frsq
SEQ   v,v    v     feq_nan
SFL   v,v    v     ffalse
SGE   v,v    v     fge_nan
SGT   v,v    v     fgt_nan
SIN   s      ssss  fsin
SLE   v,v    v     fle_nan
SLT   v,v    v     flt_nan
SNE   v,v    v     fne_nan
SSG   v      v     fsign
STR   v,v    v     ftrue
SUB   v,v    v     fsub
"""


def _precision(name: str, section: str) -> Precisions:
    """The precision each opcode is owed (NV_vertex_program 2.14.1.10; NV_vertex_program2 2.14.3)."""

    def bound(kind: PrecisionKind, value: float) -> Precision:
        return Precision(kind, value, section)

    match name:
        case "ADD" | "SUB" | "MUL" | "MAD" | "DP3" | "DP4" | "DPH" | "FRC":
            return (ROUNDED,) * 4
        case "DST":
            return (EXACT, ROUNDED, EXACT, EXACT)
        case "RCP" | "RCC" | "RSQ":
            return (bound(PrecisionKind.BINADE_ABOVE, 2.0**-22),) * 4
        case "EX2":
            return (bound(PrecisionKind.BINADE, 2.0**-22),) * 4
        case "LG2":
            return (bound(PrecisionKind.ABSOLUTE, 2.0**-22),) * 4
        case "SIN" | "COS":
            return (bound(PrecisionKind.PERIODIC, 2.0**-22),) * 4
        case "EXP":
            return (EXACT, ROUNDED, bound(PrecisionKind.BINADE, 2.0**-11), EXACT)
        case "LOG":
            return (EXACT, EXACT, bound(PrecisionKind.ABSOLUTE, 2.0**-11), EXACT)
        case "LIT":
            return (EXACT, EXACT, bound(PrecisionKind.LIT_POWER, 2.0**-11), EXACT)
        case _:
            return (EXACT,) * 4


def _row(family: str, since: str, section: str, line: str) -> Opcode:
    name, inputs, output, operation = line.split()
    result = ResultClass(output)
    return Opcode(
        family=family,
        name=name,
        operation=operation,
        operands=() if inputs == "-" else tuple(map(OperandClass, inputs.split(","))),
        result=result,
        section=section,
        condition_code=family == "vp2" and result is not ResultClass.NONE,
        since=since,
        precision=_precision(name, section),
    )


def _vp1(number: int, line: str) -> Opcode:
    first = number <= _VP1_0_COUNT
    specification = "NV_vertex_program" if first else "NV_vertex_program1_1"
    return _row("vp1", "VP1.0" if first else "VP1.1", f"{specification} 2.14.1.10.{number}", line)


#: One row per instruction of each family.
ROWS: tuple[Opcode, ...] = (
    *(_vp1(number, line) for number, line in enumerate(_VP1.split("\n")[1:-1], start=1)),
    *(
        _row("vp2", "VP2.0", f"NV_vertex_program2 2.14.3.{number}", line)
        for number, line in enumerate(_VP2.split("\n")[1:-1], start=1)
    ),
)
