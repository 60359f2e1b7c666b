"""The instructions of ARB_fragment_program and its NVIDIA options, family ``arbfp``.

Each row holds what NV_fragment_program2, the largest table, offers; a profile takes the instructions
and suffixes its options have.
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.isa.rows import (
    ABSOLUTE,
    EXACT,
    LOOKUPS,
    RELATIVE,
    ROUNDED,
    Flow,
    Opcode,
    OperandClass,
    Precisions,
    ResultClass,
)

#: Suffixes under no option, under NV_fragment_program and under NV_fragment_program2 (R, H, X: precision;
#: C: condition code; S: clamp; blank: not there), inputs, output; in the order of the sections
#: (ARB_fragment_program Table X.5, NV_fragment_program_option Table X.5, NV_fragment_program2 Table X.5).
_TABLE = """
ABS    S RHXCS RHXCS  v        v
ADD    S RHXCS RHXCS  v,v      v
CMP    S S     CS     v,v,v    v
COS    S RHCS  RHCS   s        ssss
DP3    S RHXCS RHXCS  v,v      ssss
DP4    S RHXCS RHXCS  v,v      ssss
DPH    S RHXCS RHXCS  v,v      ssss
DST    S RHCS  RHCS   v,v      v
EX2    S RHCS  RHCS   s        ssss
FLR    S RHXCS RHXCS  v        v
FRC    S RHXCS RHXCS  v        v
LG2    S RHCS  RHCS   s        ssss
LIT    S RHCS  RHCS   v        v
LRP    S RHXCS RHXCS  v,v,v    v
MAD    S RHXCS RHXCS  v,v,v    v
MAX    S RHXCS RHXCS  v,v      v
MIN    S RHXCS RHXCS  v,v      v
MOV    S RHXCS RHXCS  v        v
MUL    S RHXCS RHXCS  v,v      v
POW    S RHCS  RHCS   s,s      ssss
RCP    S RHCS  RHCS   s        ssss
RSQ    S RHCS  RHCS   s        ssss
SCS    S S     RHCS   s        v
SGE    S RHXCS RHXCS  v,v      v
SIN    S RHCS  RHCS   s        ssss
SLT    S RHXCS RHXCS  v,v      v
SUB    S RHXCS RHXCS  v,v      v
SWZ    S S     RHCS   V        v
XPD    S S     RHCS   v,v      v
DDX    - RHCS  RHCS   v        v
DDY    - RHCS  RHCS   v        v
PK2H   - .     .      v        ssss
PK2US  - .     .      v        ssss
PK4B   - .     .      v        ssss
PK4UB  - .     .      v        ssss
RFL    - RHCS  RHCS   v,v      v
SEQ    - RHXCS RHXCS  v,v      v
SFL    - RHXCS RHXCS  v,v      v
SGT    - RHXCS RHXCS  v,v      v
SLE    - RHXCS RHXCS  v,v      v
SNE    - RHXCS RHXCS  v,v      v
STR    - RHXCS RHXCS  v,v      v
UP2H   - CS    CS     s        v
UP2US  - CS    CS     s        v
UP4B   - CS    CS     s        v
UP4UB  - CS    CS     s        v
X2D    - RHCS  RHCS   v,v,v    v
DIV    - -     RHCS   v,s      v
DP2    - -     RHXCS  v,v      ssss
DP2A   - -     RHXCS  v,v,v    ssss
NRM    - -     RHCS   v        v
TEX    S CS    CS     v        v
TXP    S CS    CS     v        v
TXB    S CS    CS     v        v
KIL    . .     .      vc       -
TXD    - CS    CS     v,v,v    v
TXL    - -     CS     v        v
BRK    - -     .      c        -
CAL    - -     .      L        -
ELSE   - -     .      -        -
ENDIF  - -     .      -        -
ENDLOOP - -    .      -        -
ENDREP - -     .      -        -
IF     - -     .      c        -
LOOP   - -     .      v        -
REP    - -     .      v        -
RET    - -     .      c        -
"""

_OPERANDS = {
    "v": OperandClass.VECTOR,
    "s": OperandClass.SCALAR,
    "c": OperandClass.CONDITION,
    "vc": OperandClass.VECTOR_OR_CONDITION,
    "V": OperandClass.WHOLE,
    "L": OperandClass.LABEL,
}
_FLOW = {kind.value: kind for kind in Flow}
_ARB, _OPTION, _OPTION2 = "ARB_fragment_program", "NV_fragment_program_option", "NV_fragment_program2"

#: What has the instruction first.
BASE, OPTION1, OPTION2 = range(3)

_PRECISIONS: dict[str, Precisions] = {
    **dict.fromkeys("ADD SUB MUL MAD DP2 DP2A DP3 DP4 DPH FRC LRP X2D XPD UP2H".split(), (ROUNDED,) * 4),
    "DST": (EXACT, ROUNDED, EXACT, EXACT),
    **dict.fromkeys("DIV EX2 NRM POW RCP RFL RSQ UP2US UP4B UP4UB".split(), (RELATIVE,) * 4),
    **dict.fromkeys("COS LG2 SCS SIN".split(), (ABSOLUTE,) * 4),
    "LIT": (EXACT, EXACT, RELATIVE, EXACT),
}


def _section(number: int, name: str) -> str:
    """The section of the instruction in this line of the table."""
    if number <= 29:
        return f"{_ARB} 3.11.5.{number}"
    if number <= 47:
        return f"{_OPTION} 3.11.5.{number}"
    if number <= 51:
        return f"{_OPTION2} 3.11.5.{number}"
    if number <= 55:
        return f"{_ARB} 3.11.6.{number - 51}"
    if number <= 57:
        return f"{_OPTION if name == 'TXD' else _OPTION2} 3.11.6.{number - 51}"
    return f"{_OPTION2} 3.11.X.{number - 57}"


def _row(number: int, line: str) -> tuple[Opcode, tuple[str, str, str]]:
    name, plain, option1, option2, inputs, output = line.split()
    opcode = Opcode(
        family="arbfp",
        name=name,
        operands=() if inputs == "-" else tuple(_OPERANDS[word] for word in inputs.split(",")),
        result=ResultClass(output),
        section=_section(number, name),
        since=_ARB if plain != "-" else _OPTION if option1 != "-" else _OPTION2,
        condition_code="C" in option2,
        precision=_PRECISIONS.get(name, (EXACT,) * 4),
        flow=_FLOW.get(name),
        clamp="S" in option2,
        precisions="".join(letter for letter in option2 if letter in "RHX"),
        texture=LOOKUPS.get(name),
        selectors=name == "SWZ",
        three_components=name == "RFL",
        packs=name.startswith("PK"),
        unpacks=name.startswith("UP"),
    )
    return opcode, (plain, option1, option2)


_LINES = [_row(number, line) for number, line in enumerate(filter(None, _TABLE.split("\n")), start=1)]

#: One row per instruction, as NV_fragment_program2 has it.
ROWS: tuple[Opcode, ...] = tuple(opcode for opcode, _ in _LINES)


def offered(level: int) -> dict[str, Opcode]:
    """The instructions under no option (BASE), NV_fragment_program (OPTION1) or NV_fragment_program2.

    Without an option KIL takes no condition (ARB_fragment_program 3.11.6.4).
    """
    found = {}
    for opcode, suffixes in _LINES:
        letters = suffixes[level]
        if letters != "-":
            found[opcode.name] = replace(
                opcode,
                condition_code="C" in letters,
                clamp="S" in letters,
                precisions="".join(letter for letter in letters if letter in "RHX"),
            )
    if level == BASE:
        found["KIL"] = replace(found["KIL"], operands=(OperandClass.VECTOR,))
    return found


def words(level: int) -> frozenset[str]:
    """Every instruction with every variant it has, which no name may be.

    ARB_fragment_program 3.11.2, NV_fragment_program_option 3.11.2, NV_fragment_program2 3.11.2.
    """
    clamps = ("", "_SAT", "_SSAT") if level == OPTION2 else ("", "_SAT")
    return frozenset(
        name + precision + code + clamp
        for name, opcode in offered(level).items()
        for precision in ("", *opcode.precisions)
        for code in ("", "C")[: 1 + opcode.condition_code]
        for clamp in (clamps if opcode.clamp else ("",))
    )
