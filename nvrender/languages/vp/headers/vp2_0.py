"""``!!VP2.0`` (NV_vertex_program2)."""

from __future__ import annotations

from nvrender.languages.vp.bindings import VP2_RESULTS
from nvrender.languages.vp.headers.table_lines import rows_of
from nvrender.program.opcodes import named
from nvrender.program.profile import Profile, Stage

#: Inputs, output (NV_vertex_program2 Tables X.4 and X.5) and operation.
_TABLE = """
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
ROWS = rows_of(_TABLE, "vp2", "VP2.0", "NV_vertex_program2 2.14.3")

PROFILE = Profile(
    header="!!VP2.0",
    generation=2,
    name="VP2.0",
    stage=Stage.VERTEX,
    grammar="vp",
    family="vp2",
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
    unary_plus=True,
    operand_bars=True,
    labels=True,
    call_depth=4,
    execution_limit=65536,
    opcodes=named(ROWS),
)
