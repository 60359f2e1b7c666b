"""The instructions of NV_fragment_program, family ``fp1`` (NV_fragment_program Table X.4)."""

from __future__ import annotations

from nvrender.isa.rows import LOOKUPS, Opcode, OperandClass, Precision, PrecisionKind, Precisions, ResultClass

_SPECIFICATION = "NV_fragment_program"

#: Suffixes (R, H, X: precision; C: condition code; S: _SAT), inputs, output; in the order of the sections
#: 3.11.5.1-45.
_TABLE = """
ADD    RHXCS  v,v      v
COS    RHCS   s        ssss
DDX    RHCS   v        v
DDY    RHCS   v        v
DP3    RHXCS  v,v      ssss
DP4    RHXCS  v,v      ssss
DST    RHCS   v,v      v
EX2    RHCS   s        ssss
FLR    RHXCS  v        v
FRC    RHXCS  v        v
KIL    -      c        -
LG2    RHCS   s        ssss
LIT    RHCS   v        v
LRP    RHXCS  v,v,v    v
MAD    RHXCS  v,v,v    v
MAX    RHXCS  v,v      v
MIN    RHXCS  v,v      v
MOV    RHXCS  v        v
MUL    RHXCS  v,v      v
PK2H   -      v        ssss
PK2US  -      v        ssss
PK4B   -      v        ssss
PK4UB  -      v        ssss
POW    RHCS   s,s      ssss
RCP    RHCS   s        ssss
RFL    RHCS   v,v      v
RSQ    RHCS   s        ssss
SEQ    RHXCS  v,v      v
SFL    RHXCS  v,v      v
SGE    RHXCS  v,v      v
SGT    RHXCS  v,v      v
SIN    RHCS   s        ssss
SLE    RHXCS  v,v      v
SLT    RHXCS  v,v      v
SNE    RHXCS  v,v      v
STR    RHXCS  v,v      v
SUB    RHXCS  v,v      v
TEX    CS     v        v
TXD    CS     v,v,v    v
TXP    CS     v        v
UP2H   CS     s        v
UP2US  CS     s        v
UP4B   CS     s        v
UP4UB  CS     s        v
X2D    RHCS   v,v,v    v
"""

_EXACT = Precision(PrecisionKind.EXACT)
_ROUNDED = Precision(PrecisionKind.ROUNDED)
_BITS = 2.0**-22
#: Where the instruction's section states no precision, results are accurate to about 1 part in 10^5.
_RELATIVE = Precision(PrecisionKind.RELATIVE, 1e-5, "OpenGL 2.1.1")


def _precision(name: str, section: str) -> Precisions:
    """What a result is owed at fp32."""

    def bound(kind: PrecisionKind) -> Precision:
        return Precision(kind, _BITS, section)

    match name:
        case "ADD" | "SUB" | "MUL" | "MAD" | "DP3" | "DP4" | "FRC" | "LRP" | "X2D" | "UP2H":
            return (_ROUNDED,) * 4
        case "DST":
            return (_EXACT, _ROUNDED, _EXACT, _EXACT)
        case "RCP" | "RSQ":
            return (bound(PrecisionKind.BINADE_ABOVE),) * 4
        case "EX2":
            return (bound(PrecisionKind.BINADE),) * 4
        case "LG2":
            return (bound(PrecisionKind.ABSOLUTE),) * 4
        case "SIN" | "COS":
            return (bound(PrecisionKind.PERIODIC),) * 4
        case "POW" | "RFL" | "UP2US" | "UP4B" | "UP4UB":
            return (_RELATIVE,) * 4
        case "LIT":
            return (_EXACT, _EXACT, _RELATIVE, _EXACT)
        case _:
            return (_EXACT,) * 4


def _row(number: int, line: str) -> Opcode:
    name, suffixes, inputs, output = line.split()
    section = f"{_SPECIFICATION} 3.11.5.{number}"
    return Opcode(
        family="fp1",
        name=name,
        operands=tuple(map(OperandClass, inputs.split(","))),
        result=ResultClass(output),
        section=section,
        since="FP1.0",
        condition_code="C" in suffixes,
        precision=_precision(name, section),
        clamp="S" in suffixes,
        precisions="".join(letter for letter in suffixes if letter in "RHX"),
        texture=LOOKUPS.get(name),
        three_components=name == "RFL",
        packs=name.startswith("PK"),
        unpacks=name.startswith("UP"),
    )


#: One row per instruction.
ROWS: tuple[Opcode, ...] = tuple(
    _row(number, line) for number, line in enumerate(filter(None, _TABLE.split("\n")), start=1)
)


def words() -> frozenset[str]:
    """The 509 instruction names (NV_fragment_program 3.11.3): every suffix each instruction takes."""
    return frozenset(
        row.name + precision + code + clamp
        for row in ROWS
        for precision in ("", *row.precisions)
        for code in ("", "C")[: 1 + row.condition_code]
        for clamp in ("", "_SAT")[: 1 + row.clamp]
    )
