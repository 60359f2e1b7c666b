"""``!!ARBfp1.0`` (ARB_fragment_program) with NV_fragment_program_option and NV_fragment_program2.

Each row holds what NV_fragment_program2, the largest table, offers; a profile takes the instructions
and suffixes its options have.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import starmap
from types import MappingProxyType

from nvrender.languages.arb import fragment_bindings as bindings
from nvrender.languages.arb import sections
from nvrender.languages.arb.headers.shared import EXCLUSIVE, FRAGMENT_OPTIONS, FRAGMENT_ROOTS, KEYWORDS
from nvrender.languages.arb.vertex_bindings import ARB_FRAGMENT_PARAMETERS
from nvrender.languages.common.families import ARBFP
from nvrender.languages.common.opcode_rows import columns_of, suffixed, suffixed_row, words_of
from nvrender.ops import texture_targets as textures
from nvrender.ops.conditions import PASSES, spellings
from nvrender.program import limits
from nvrender.program.language import Language
from nvrender.program.opcodes import Opcode, OperandClass
from nvrender.program.profile import Profile, Stage, limited

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

_SPECIFICATION, _SPECIFICATION1 = "ARB_fragment_program", "NV_fragment_program_option"
_SPECIFICATION2 = "NV_fragment_program2"

#: What has the instruction first.
BASE, OPTION1, OPTION2 = range(3)


def _section(number: int, name: str) -> str:
    """The section of the instruction in this line of the table."""
    if number <= 29:
        return f"{_SPECIFICATION} 3.11.5.{number}"
    if number <= 47:
        return f"{_SPECIFICATION1} 3.11.5.{number}"
    if number <= 51:
        return f"{_SPECIFICATION2} 3.11.5.{number}"
    if number <= 55:
        return f"{_SPECIFICATION} 3.11.6.{number - 51}"
    if number <= 57:
        return f"{_SPECIFICATION1 if name == 'TXD' else _SPECIFICATION2} 3.11.6.{number - 51}"
    return f"{_SPECIFICATION2} 3.11.X.{number - 57}"


def _row(number: int, columns: list[str]) -> tuple[Opcode, list[str]]:
    name, plain, option1, option2, *rest = columns
    since = _SPECIFICATION if plain != "-" else _SPECIFICATION1 if option1 != "-" else _SPECIFICATION2
    opcode = suffixed_row((name, option2, *rest), ARBFP, _section(number, name), since)
    return opcode, [plain, option1, option2]


_LINES = list(starmap(_row, columns_of(_TABLE)))

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
            found[opcode.name] = replace(opcode, **suffixed(letters))  # type: ignore[arg-type]
    if level == BASE:
        found["KIL"] = replace(found["KIL"], operands=(OperandClass.VECTOR,))
    return found


def words(level: int) -> frozenset[str]:
    """Every instruction with every variant it has, which no name may be.

    ARB_fragment_program 3.11.2, NV_fragment_program_option 3.11.2, NV_fragment_program2 3.11.2.
    """
    clamps = ("_SAT", "_SSAT") if level == OPTION2 else ("_SAT",)
    return words_of(offered(level).values(), clamps)


#: ARB_fragment_program 3.11.2.
_LANGUAGE = Language(
    sections=sections.ARB_FRAGMENT,
    attributes=bindings.ARB_FRAGMENT_ATTRIBUTES,
    results=bindings.ARB_FRAGMENT_RESULTS,
    parameters=ARB_FRAGMENT_PARAMETERS,
    declarations=frozenset("ATTRIB PARAM TEMP OUTPUT ALIAS".split()),
    arrays=frozenset({"PARAM"}),
    reserved=KEYWORDS | words(BASE) | FRAGMENT_ROOTS,
    clamps=("_SAT",),
    rgba=True,
    bounded=True,
    scalar_constant_suffix=True,
    texture_targets=textures.BASE,
    result_components=MappingProxyType(bindings.FRAGMENT_RESULT_COMPONENTS),
    exclusive=EXCLUSIVE,
    next_option="NV_fragment_program",
    flow_option="NV_fragment_program2",
)
_SIZED = frozenset({"TEMP", "OUTPUT"})
#: NV_fragment_program_option 3.11.2.
_LANGUAGE1 = replace(
    _LANGUAGE,
    sections=sections.ARB_FRAGMENT_OPTION1,
    reserved=KEYWORDS | words(OPTION1) | FRAGMENT_ROOTS,
    modifiers=MappingProxyType({"SHORT": _SIZED, "LONG": _SIZED}),
    precisions=("R", "H", "X"),
    code_suffixes=("C",),
    bars=True,
    scalar_constant_suffix=False,
    tests=MappingProxyType(spellings(tuple(PASSES), 1)),
)
#: NV_fragment_program2 3.11.2.
_LANGUAGE2 = replace(
    _LANGUAGE1,
    sections=sections.ARB_FRAGMENT_OPTION2,
    attributes=bindings.ARB_FRAGMENT_OPTION2_ATTRIBUTES,
    reserved=KEYWORDS | words(OPTION2) | FRAGMENT_ROOTS | {"A0"},
    clamps=("_SAT", "_SSAT"),
    address_components="x",
    relative_offset=(0, 9),
    relative_bindings=frozenset({"fragment.texcoord"}),
    labels=True,
    loop_register="A0",
    counted_parameters=True,
)

_PLAIN = limited(
    Profile(
        header="!!ARBfp1.0",
        generation=3,
        name="ARBfp1.0",
        stage=Stage.FRAGMENT,
        grammar="arb",
        family=ARBFP,
        target="FRAGMENT_PROGRAM_ARB",
        section="ARB_fragment_program 3.11.2",
        attributes=len(bindings.FRAGMENT_ATTRIBUTES),
        results=bindings.FRAGMENT_RESULTS,
        opcodes=MappingProxyType(offered(BASE)),
        options=FRAGMENT_OPTIONS | {"NV_fragment_program", "NV_fragment_program2"},
        position="",
        language=_LANGUAGE,
    ),
    limits.FRAGMENT,
)
_OPTION1 = limited(
    replace(
        _PLAIN,
        name="ARBfp1.0 with NV_fragment_program",
        section="NV_fragment_program_option 3.11.2",
        opcodes=MappingProxyType(offered(OPTION1)),
        condition_codes=1,
        language=_LANGUAGE1,
    ),
    limits.FRAGMENT,
)
_OPTION2 = limited(
    replace(
        _OPTION1,
        name="ARBfp1.0 with NV_fragment_program2",
        section="NV_fragment_program2 3.11.2",
        opcodes=MappingProxyType(offered(OPTION2)),
        labels=True,
        execution_limit=65536,
        nesting_ends=True,
        language=_LANGUAGE2,
    ),
    limits.FRAGMENT,
)
PROFILE = replace(_PLAIN, larger=(("NV_fragment_program2", _OPTION2), ("NV_fragment_program", _OPTION1)))
