"""``!!ARBvp1.0`` (ARB_vertex_program) with NV_vertex_program2_option and NV_vertex_program3.

The rows are NV_vertex_program3's, the largest table; a profile takes those its options have
(``since``) and the suffixes they offer.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from nvrender.languages.arb import sections
from nvrender.languages.arb import vertex_bindings as bindings
from nvrender.languages.arb.headers.shared import KEYWORDS
from nvrender.ops import texture_targets as textures
from nvrender.ops.conditions import PASSES, spellings
from nvrender.program import limits
from nvrender.program.language import Language
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
    named,
)
from nvrender.program.profile import Profile, Stage, limited

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
_NAME, _NAME2, _NAME3 = "ARBvp1.0", "ARBvp1.0 with NV_vertex_program2", "ARBvp1.0 with NV_vertex_program3"

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
        return _NAME, "ARB_vertex_program"
    if number <= _OPTION2_COUNT:
        return _NAME2, "NV_vertex_program2_option"
    return _NAME3, "NV_vertex_program3"


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


def _opcode_words(count: int) -> frozenset[str]:
    return frozenset(row.name for row in ROWS[:count])


#: ARB_vertex_program 2.14.2.
_LANGUAGE = Language(
    sections=sections.ARB_VERTEX,
    attributes=bindings.ARB_VERTEX_ATTRIBUTES,
    results=bindings.ARB_VERTEX_RESULTS,
    parameters=bindings.ARB_VERTEX_PARAMETERS,
    declarations=frozenset("ATTRIB PARAM TEMP OUTPUT ADDRESS ALIAS".split()),
    arrays=frozenset({"PARAM"}),
    reserved=KEYWORDS | _opcode_words(_ARB_COUNT) | {"ADDRESS", "program", "result", "state", "vertex"},
    scalar_constant_suffix=True,
    bounded=True,
    address_components="x",
    relative_offset=(-64, 63),
    next_option="NV_vertex_program2",
    flow_option="NV_vertex_program2",
)
#: NV_vertex_program2_option 2.14.2.
_LANGUAGE2 = replace(
    _LANGUAGE,
    sections=sections.ARB_VERTEX_OPTION2,
    results=bindings.ARB_VERTEX_OPTION2_RESULTS,
    reserved=_LANGUAGE.reserved | _opcode_words(_OPTION2_COUNT),
    code_suffixes=("C",),
    bars=True,
    scalar_constant_suffix=False,
    address_components="xyzw",
    labels=True,
    tests=MappingProxyType(spellings(tuple(PASSES), 1)),
)
#: NV_vertex_program3 2.14.2.
_LANGUAGE3 = replace(
    _LANGUAGE2,
    sections=sections.ARB_VERTEX_OPTION3,
    reserved=_LANGUAGE.reserved | _opcode_words(len(ROWS)),
    code_suffixes=("C", "C0", "C1"),
    clamps=("_SAT",),
    tests=MappingProxyType(spellings(tuple(PASSES), 2)),
    relative_bindings=frozenset({"vertex.texcoord", "vertex.attrib", "result.texcoord"}),
    texture_targets=textures.BASE,
)


def _straight_line() -> dict[str, Opcode]:
    """ARB_vertex_program's own instructions: ARL reads a scalar (2.14.5.3) and nothing sets a code."""
    rows = {
        name: replace(row, condition_code=False, clamp=False)
        for name, row in named(ROWS).items()
        if row.since == _NAME
    }
    rows["ARL"] = replace(rows["ARL"], operands=(OperandClass.SCALAR,))
    return rows


_PLAIN = limited(
    Profile(
        header="!!ARBvp1.0",
        generation=3,
        name=_NAME,
        stage=Stage.VERTEX,
        grammar="arb",
        family="arb",
        target="VERTEX_PROGRAM_ARB",
        section="ARB_vertex_program 2.14.2",
        address_components=1,
        relative_offset=(-64, 63),
        attributes=bindings.VERTEX_ATTRIBUTE_COUNT,
        results=bindings.VERTEX_RESULTS,
        opcodes=MappingProxyType(_straight_line()),
        options=frozenset(
            {
                "ARB_position_invariant",
                "NV_vertex_program2",
                "NV_vertex_program3",
                "ARB_fragment_program_shadow",
            }
        ),
        unary_plus=True,
        position="position",
        language=_LANGUAGE,
    ),
    limits.VERTEX,
)
_OPTION2 = limited(
    replace(
        _PLAIN,
        name=_NAME2,
        section="NV_vertex_program2_option 2.14.2",
        address_components=4,
        opcodes=named(replace(row, clamp=False) for row in ROWS if row.since != _NAME3),
        condition_codes=1,
        operand_bars=True,
        labels=True,
        execution_limit=65536,
        language=_LANGUAGE2,
    ),
    limits.VERTEX,
)
_OPTION3 = limited(
    replace(
        _OPTION2,
        name=_NAME3,
        section="NV_vertex_program3 2.14.2",
        opcodes=named(ROWS),
        condition_codes=2,
        language=_LANGUAGE3,
    ),
    limits.VERTEX,
)
PROFILE = replace(_PLAIN, larger=(("NV_vertex_program3", _OPTION3), ("NV_vertex_program2", _OPTION2)))
