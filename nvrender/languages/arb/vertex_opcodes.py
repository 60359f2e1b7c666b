"""The instructions of ARB_vertex_program and its NVIDIA options, family ``arb``.

The rows are NV_vertex_program3's, the largest table; a profile takes those its options have
(``since``) and the suffixes they offer.
"""

from __future__ import annotations

from nvrender.program.opcodes import (
    ABSOLUTE,
    EXACT,
    RELATIVE,
    ROUNDED,
    Opcode,
    OperandClass,
    Precision,
    PrecisionKind,
    Precisions,
    ResultClass,
)

#: NV_vertex_program3 Table X.5 (condition code update, clamp, inputs, output) and operation, in the order of
#: the sections that define the instructions. ARL reads a vector (NV_vertex_program2_option 2.14.5.3); the
#: scalar it reads without an option is the profile's affair.
_TABLE = """
ABS    X X   v       v     fabs
ADD    X X   v,v     v     fadd
ARL    X -   v       A     ifloor
DP3    X X   v,v     ssss  fdot3
DP4    X X   v,v     ssss  fdot4
DPH    X X   v,v     ssss  fdot_homogeneous
DST    X X   v,v     v     fdistance
EX2    X X   s       ssss  fexp2
EXP    X X   s       v     fexponential
FLR    X X   v       v     ffloor
FRC    X X   v       v     ffract
LG2    X X   s       ssss  flog2
LIT    X X   v       v     flight
LOG    X X   s       v     flogarithm
MAD    X X   v,v,v   v     fmad
MAX    X X   v,v     v     fmax
MIN    X X   v,v     v     fmin
MOV    X X   v       v     mov
MUL    X X   v,v     v     fmul
POW    X X   s,s     ssss  fpow
RCP    X X   s       ssss  frcp
RSQ    X X   s       ssss  frsq_absolute
SGE    X X   v,v     v     fge
SLT    X X   v,v     v     flt
SUB    X X   v,v     v     fsub
SWZ    X X   V       v     mov
XPD    X X   v,v     v     fcross
ARA    X -   A       A     iaddress_add
ARR    X -   v       A     iround
BRA    - -   L       -     branch
CAL    - -   L       -     call
COS    X X   s       ssss  fcos
RCC    X X   s       ssss  frcp_clamped
RET    - -   c       -     return
SEQ    X X   v,v     v     feq
SFL    X X   v,v     v     ffalse
SGT    X X   v,v     v     fgt
SIN    X X   s       ssss  fsin
SLE    X X   v,v     v     fle
SNE    X X   v,v     v     fne
SSG    X X   v       v     fsign
STR    X X   v,v     v     ftrue
POPA   - -   -       A     pop_address
PUSHA  - -   A       -     push_address
TEX    X X   v       v     sample
TXB    X X   v       v     sample_bias
TXL    X X   v       v     sample_level
TXP    X X   v       v     sample_projected
"""
_ARB_COUNT, _OPTION2_COUNT = 27, 42

_OPERANDS = {
    "v": OperandClass.VECTOR,
    "s": OperandClass.SCALAR,
    "c": OperandClass.CONDITION,
    "A": OperandClass.ADDRESS,
    "V": OperandClass.WHOLE,
    "L": OperandClass.LABEL,
}

_PRECISIONS: dict[str, Precisions] = {
    **dict.fromkeys("ADD SUB MUL MAD DP3 DP4 DPH FRC XPD".split(), (ROUNDED,) * 4),
    "DST": (EXACT, ROUNDED, EXACT, EXACT),
    **dict.fromkeys("EX2 POW RCC RCP RSQ".split(), (RELATIVE,) * 4),
    **dict.fromkeys("COS LG2 SIN".split(), (ABSOLUTE,) * 4),
    "EXP": (
        EXACT,
        ROUNDED,
        Precision(PrecisionKind.BINADE, 2.0**-11, "ARB_vertex_program 2.14.5.9"),
        EXACT,
    ),
    "LOG": (
        EXACT,
        EXACT,
        Precision(PrecisionKind.ABSOLUTE, 2.0**-11, "ARB_vertex_program 2.14.5.14"),
        EXACT,
    ),
    "LIT": (
        EXACT,
        EXACT,
        Precision(PrecisionKind.LIT_POWER, 2.0**-11, "ARB_vertex_program 2.14.5.13"),
        EXACT,
    ),
}


def _origin(number: int) -> tuple[str, str]:
    """The profile that has instruction ``number`` first, and the specification that defines it."""
    if number <= _ARB_COUNT:
        return "ARBvp1.0", "ARB_vertex_program"
    if number <= _OPTION2_COUNT:
        return "ARBvp1.0 with NV_vertex_program2", "NV_vertex_program2_option"
    return "ARBvp1.0 with NV_vertex_program3", "NV_vertex_program3"


def _row(number: int, line: str) -> Opcode:
    name, condition_code, clamp, inputs, output, operation = line.split()
    since, specification = _origin(number)
    return Opcode(
        family="arb",
        name=name,
        operation=operation,
        operands=() if inputs == "-" else tuple(_OPERANDS[word] for word in inputs.split(",")),
        result=ResultClass(output),
        section=f"{specification} 2.14.5.{number}",
        condition_code=condition_code == "X",
        since=since,
        precision=_PRECISIONS.get(name, (EXACT,) * 4),
        clamp=clamp == "X",
    )


#: One row per instruction, the largest option's.
ROWS: tuple[Opcode, ...] = tuple(
    _row(number, line) for number, line in enumerate(filter(None, _TABLE.split("\n")), start=1)
)
