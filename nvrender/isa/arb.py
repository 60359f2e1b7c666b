"""The instructions of ARB_vertex_program and its NVIDIA options, family ``arb``.

The rows are NV_vertex_program3's, the largest table; a profile takes those its options have
(``since``) and the suffixes they offer.
"""

from __future__ import annotations

from nvrender.isa.rows import (
    ABSOLUTE,
    EXACT,
    LOOKUPS,
    RELATIVE,
    ROUNDED,
    Flow,
    Opcode,
    OperandClass,
    Precision,
    PrecisionKind,
    Precisions,
    ResultClass,
)

#: NV_vertex_program3 Table X.5 (condition code update, clamp, inputs, output), in the order of the
#: sections that define the instructions. ARL reads a vector (NV_vertex_program2_option 2.14.5.3); the
#: scalar it reads without an option is the profile's affair.
_TABLE = """
ABS    X X   v       v
ADD    X X   v,v     v
ARL    X -   v       A
DP3    X X   v,v     ssss
DP4    X X   v,v     ssss
DPH    X X   v,v     ssss
DST    X X   v,v     v
EX2    X X   s       ssss
EXP    X X   s       v
FLR    X X   v       v
FRC    X X   v       v
LG2    X X   s       ssss
LIT    X X   v       v
LOG    X X   s       v
MAD    X X   v,v,v   v
MAX    X X   v,v     v
MIN    X X   v,v     v
MOV    X X   v       v
MUL    X X   v,v     v
POW    X X   s,s     ssss
RCP    X X   s       ssss
RSQ    X X   s       ssss
SGE    X X   v,v     v
SLT    X X   v,v     v
SUB    X X   v,v     v
SWZ    X X   V       v
XPD    X X   v,v     v
ARA    X -   A       A
ARR    X -   v       A
BRA    - -   L       -
CAL    - -   L       -
COS    X X   s       ssss
RCC    X X   s       ssss
RET    - -   c       -
SEQ    X X   v,v     v
SFL    X X   v,v     v
SGT    X X   v,v     v
SIN    X X   s       ssss
SLE    X X   v,v     v
SNE    X X   v,v     v
SSG    X X   v       v
STR    X X   v,v     v
POPA   - -   -       A
PUSHA  - -   A       -
TEX    X X   v       v
TXB    X X   v       v
TXL    X X   v       v
TXP    X X   v       v
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
_FLOW = {"BRA": Flow.BRANCH, "CAL": Flow.CALL, "RET": Flow.RETURN}

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
    name, condition_code, clamp, inputs, output = line.split()
    since, specification = _origin(number)
    return Opcode(
        family="arb",
        name=name,
        operands=() if inputs == "-" else tuple(_OPERANDS[word] for word in inputs.split(",")),
        result=ResultClass(output),
        section=f"{specification} 2.14.5.{number}",
        condition_code=condition_code == "X",
        since=since,
        precision=_PRECISIONS.get(name, (EXACT,) * 4),
        flow=_FLOW.get(name),
        clamp=clamp == "X",
        texture=LOOKUPS.get(name),
        selectors=name == "SWZ",
    )


#: One row per instruction, the largest option's.
ROWS: tuple[Opcode, ...] = tuple(
    _row(number, line) for number, line in enumerate(filter(None, _TABLE.split("\n")), start=1)
)
