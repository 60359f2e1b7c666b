"""The instructions of ARB_fragment_program and its NVIDIA options, family ``arbfp``.

Each row holds what NV_fragment_program2, the largest table, offers; a profile takes the instructions
and suffixes its options have.
"""

from __future__ import annotations

from dataclasses import replace

from nvrender.program.opcodes import (
    ABSOLUTE,
    EXACT,
    RELATIVE,
    ROUNDED,
    Opcode,
    OperandClass,
    Precisions,
    ResultClass,
)

#: Suffixes under no option, under NV_fragment_program and under NV_fragment_program2 (R, H, X: precision;
#: C: condition code; S: clamp; blank: not there), inputs, output, operation; in the order of the sections
#: (ARB_fragment_program Table X.5, NV_fragment_program_option Table X.5, NV_fragment_program2 Table X.5).
_TABLE = """
ABS    S RHXCS RHXCS  v        v     fabs
ADD    S RHXCS RHXCS  v,v      v     fadd
CMP    S S     CS     v,v,v    v     fcmp
COS    S RHCS  RHCS   s        ssss  fcos
DP3    S RHXCS RHXCS  v,v      ssss  fdot3
DP4    S RHXCS RHXCS  v,v      ssss  fdot4
DPH    S RHXCS RHXCS  v,v      ssss  fdot_homogeneous
DST    S RHCS  RHCS   v,v      v     fdistance
EX2    S RHCS  RHCS   s        ssss  fexp2
FLR    S RHXCS RHXCS  v        v     ffloor
FRC    S RHXCS RHXCS  v        v     ffract
LG2    S RHCS  RHCS   s        ssss  flog2
LIT    S RHCS  RHCS   v        v     flight
LRP    S RHXCS RHXCS  v,v,v    v     flrp
MAD    S RHXCS RHXCS  v,v,v    v     fmad
MAX    S RHXCS RHXCS  v,v      v     fmax
MIN    S RHXCS RHXCS  v,v      v     fmin
MOV    S RHXCS RHXCS  v        v     mov
MUL    S RHXCS RHXCS  v,v      v     fmul
POW    S RHCS  RHCS   s,s      ssss  fpow
RCP    S RHCS  RHCS   s        ssss  frcp
RSQ    S RHCS  RHCS   s        ssss  frsq_absolute
SCS    S S     RHCS   s        v     fsine_cosine
SGE    S RHXCS RHXCS  v,v      v     fge
SIN    S RHCS  RHCS   s        ssss  fsin
SLT    S RHXCS RHXCS  v,v      v     flt
SUB    S RHXCS RHXCS  v,v      v     fsub
SWZ    S S     RHCS   V        v     mov
XPD    S S     RHCS   v,v      v     fcross
DDX    - RHCS  RHCS   v        v     fddx
DDY    - RHCS  RHCS   v        v     fddy
PK2H   - .     .      v        ssss  pack_half2
PK2US  - .     .      v        ssss  pack_ushort2
PK4B   - .     .      v        ssss  pack_byte4
PK4UB  - .     .      v        ssss  pack_ubyte4
RFL    - RHCS  RHCS   v,v      v     freflect
SEQ    - RHXCS RHXCS  v,v      v     feq
SFL    - RHXCS RHXCS  v,v      v     ffalse
SGT    - RHXCS RHXCS  v,v      v     fgt
SLE    - RHXCS RHXCS  v,v      v     fle
SNE    - RHXCS RHXCS  v,v      v     fne
STR    - RHXCS RHXCS  v,v      v     ftrue
UP2H   - CS    CS     s        v     unpack_half2
UP2US  - CS    CS     s        v     unpack_ushort2
UP4B   - CS    CS     s        v     unpack_byte4
UP4UB  - CS    CS     s        v     unpack_ubyte4
X2D    - RHCS  RHCS   v,v,v    v     ftransform
DIV    - -     RHCS   v,s      v     fdiv
DP2    - -     RHXCS  v,v      ssss  fdot2
DP2A   - -     RHXCS  v,v,v    ssss  fdot2_add
NRM    - -     RHCS   v        v     fnormalize
TEX    S CS    CS     v        v     sample
TXP    S CS    CS     v        v     sample_projected
TXB    S CS    CS     v        v     sample_bias
KIL    . .     .      vc       -     kill
TXD    - CS    CS     v,v,v    v     sample_gradients
TXL    - -     CS     v        v     sample_level
BRK    - -     .      c        -     break
CAL    - -     .      L        -     call
ELSE   - -     .      -        -     else
ENDIF  - -     .      -        -     endif
ENDLOOP - -    .      -        -     endloop
ENDREP - -     .      -        -     endrepeat
IF     - -     .      c        -     if
LOOP   - -     .      v        -     loop
REP    - -     .      v        -     repeat
RET    - -     .      c        -     return
"""

_OPERANDS = {
    "v": OperandClass.VECTOR,
    "s": OperandClass.SCALAR,
    "c": OperandClass.CONDITION,
    "vc": OperandClass.VECTOR_OR_CONDITION,
    "V": OperandClass.WHOLE,
    "L": OperandClass.LABEL,
}
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
    name, plain, option1, option2, inputs, output, operation = line.split()
    opcode = Opcode(
        family="arbfp",
        name=name,
        operation=operation,
        operands=() if inputs == "-" else tuple(_OPERANDS[word] for word in inputs.split(",")),
        result=ResultClass(output),
        section=_section(number, name),
        since=_ARB if plain != "-" else _OPTION if option1 != "-" else _OPTION2,
        condition_code="C" in option2,
        precision=_PRECISIONS.get(name, (EXACT,) * 4),
        clamp="S" in option2,
        precisions="".join(letter for letter in option2 if letter in "RHX"),
        three_components=name == "RFL",
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
