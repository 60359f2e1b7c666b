"""``!!VP2.0`` (NV_vertex_program2)."""

from __future__ import annotations

from types import MappingProxyType

from nvrender.languages.common.families import VP2
from nvrender.languages.common.opcode_rows import rows_of, words_of
from nvrender.languages.common.words import END, OPTION
from nvrender.languages.vp.bindings import VP2_RESULTS
from nvrender.languages.vp.sections import SECTIONS
from nvrender.ops.conditions import PASSES, spellings
from nvrender.program.language import Language
from nvrender.program.opcodes import named
from nvrender.program.profile import Profile, Stage

#: Suffixes, inputs, output (NV_vertex_program2 Tables X.4 and X.5) and operation.
_TABLE = """
ABS   C  v      v     fabs
ADD   C  v,v    v     fadd
ARA   C  A      A     address_add
ARL   C  v      A     address_floor
ARR   C  v      A     address_round
BRA   -  L      -     branch
CAL   -  L      -     call
COS   C  s      ssss  fcos
DP3   C  v,v    ssss  fdot3
DP4   C  v,v    ssss  fdot4
DPH   C  v,v    ssss  fdot_homogeneous
DST   C  v,v    v     fdistance
EX2   C  s      ssss  fexp2
EXP   C  s      v     fexponential
FLR   C  v      v     ffloor
FRC   C  v      v     ffract
LG2   C  s      ssss  flog2
LIT   C  v      v     flight_nan
LOG   C  s      v     flogarithm
MAD   C  v,v,v  v     fmad
MAX   C  v,v    v     fmax_nan
MIN   C  v,v    v     fmin_nan
MOV   C  v      v     mov
MUL   C  v,v    v     fmul
RCC   C  s      ssss  frcp_clamped
RCP   C  s      ssss  frcp
RET   -  -      -     return
RSQ   C  s      ssss  frsq
SEQ   C  v,v    v     feq_nan
SFL   C  v,v    v     ffalse
SGE   C  v,v    v     fge_nan
SGT   C  v,v    v     fgt_nan
SIN   C  s      ssss  fsin
SLE   C  v,v    v     fle_nan
SLT   C  v,v    v     flt_nan
SNE   C  v,v    v     fne_nan
SSG   C  v      v     fsign
STR   C  v,v    v     ftrue
SUB   C  v,v    v     fsub
"""
ROWS = rows_of(_TABLE, VP2, "VP2.0", "NV_vertex_program2 2.14.3")

_LANGUAGE = Language(
    SECTIONS,
    words_of(ROWS) | {END, OPTION},
    code_suffixes=("C",),
    bars=True,
    lettered=True,
    labels=True,
    tests=MappingProxyType(spellings(tuple(PASSES), 1)),
)

PROFILE = Profile(
    header="!!VP2.0",
    generation=2,
    name="VP2.0",
    stage=Stage.VERTEX,
    grammar="vp",
    family=VP2,
    target="VERTEX_PROGRAM_NV",
    section="NV_vertex_program2 2.14.1.8",
    instruction_limit=256,
    position_invariant_instruction_limit=252,
    parameters=256,
    temporaries=16,
    address_registers=2,
    address_components=4,
    relative_offset=(-256, 255),
    attributes=16,
    attribute_mnemonics=True,
    results=VP2_RESULTS,
    options=frozenset({"NV_position_invariant"}),
    condition_codes=1,
    labels=True,
    call_depth=4,
    execution_limit=65536,
    opcodes=named(ROWS),
    language=_LANGUAGE,
)
