"""``!!ARBvp1.0`` (ARB_vertex_program) with NV_vertex_program2_option and NV_vertex_program3.

The rows are NV_vertex_program3's, the largest table; a profile takes those its options have
(``since``) and the suffixes they offer.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import starmap
from types import MappingProxyType

from nvrender.languages.arb import sections
from nvrender.languages.arb import vertex_bindings as bindings
from nvrender.languages.arb.headers.shared import KEYWORDS
from nvrender.languages.common.families import ARB
from nvrender.languages.common.opcode_rows import columns_of, suffixed_row
from nvrender.ops import texture_targets as textures
from nvrender.ops.conditions import PASSES, spellings
from nvrender.program import limits
from nvrender.program.language import Language
from nvrender.program.opcodes import Opcode, OperandClass, named
from nvrender.program.profile import Profile, Stage, limited

#: NV_vertex_program3 Table X.5 (suffixes, inputs, output) and operation, in the order of
#: the sections that define the instructions. ARL reads a vector (NV_vertex_program2_option 2.14.5.3); the
#: scalar it reads without an option is the profile's affair.
_TABLE = """
ABS    CS  v       v     fabs
ADD    CS  v,v     v     fadd
ARL    C   v       A     ifloor
DP3    CS  v,v     ssss  fdot3
DP4    CS  v,v     ssss  fdot4
DPH    CS  v,v     ssss  fdot_homogeneous
DST    CS  v,v     v     fdistance
EX2    CS  s       ssss  fexp2
EXP    CS  s       v     fexponential
FLR    CS  v       v     ffloor
FRC    CS  v       v     ffract
LG2    CS  s       ssss  flog2
LIT    CS  v       v     flight
LOG    CS  s       v     flogarithm
MAD    CS  v,v,v   v     fmad
MAX    CS  v,v     v     fmax
MIN    CS  v,v     v     fmin
MOV    CS  v       v     mov
MUL    CS  v,v     v     fmul
POW    CS  s,s     ssss  fpow
RCP    CS  s       ssss  frcp
RSQ    CS  s       ssss  frsq_absolute
SGE    CS  v,v     v     fge
SLT    CS  v,v     v     flt
SUB    CS  v,v     v     fsub
SWZ    CS  V       v     mov
XPD    CS  v,v     v     fcross
ARA    C   A       A     iaddress_add
ARR    C   v       A     iround
BRA    -   L       -     branch
CAL    -   L       -     call
COS    CS  s       ssss  fcos
RCC    CS  s       ssss  frcp_clamped
RET    -   c       -     return
SEQ    CS  v,v     v     feq
SFL    CS  v,v     v     ffalse
SGT    CS  v,v     v     fgt
SIN    CS  s       ssss  fsin
SLE    CS  v,v     v     fle
SNE    CS  v,v     v     fne
SSG    CS  v       v     fsign
STR    CS  v,v     v     ftrue
POPA   -   -       A     pop_address
PUSHA  -   A       -     push_address
TEX    CS  v       v     sample
TXB    CS  v       v     sample_bias
TXL    CS  v       v     sample_level
TXP    CS  v       v     sample_projected
"""
_ARB_COUNT, _OPTION2_COUNT = 27, 42
_NAME, _NAME2, _NAME3 = "ARBvp1.0", "ARBvp1.0 with NV_vertex_program2", "ARBvp1.0 with NV_vertex_program3"


def _origin(number: int) -> tuple[str, str]:
    """The profile that has instruction ``number`` first, and the specification that defines it."""
    if number <= _ARB_COUNT:
        return _NAME, "ARB_vertex_program"
    if number <= _OPTION2_COUNT:
        return _NAME2, "NV_vertex_program2_option"
    return _NAME3, "NV_vertex_program3"


def _row(number: int, columns: list[str]) -> Opcode:
    since, specification = _origin(number)
    return suffixed_row(columns, ARB, f"{specification} 2.14.5.{number}", since)


#: One row per instruction, the largest option's.
ROWS = tuple(starmap(_row, columns_of(_TABLE)))


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
        family=ARB,
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
