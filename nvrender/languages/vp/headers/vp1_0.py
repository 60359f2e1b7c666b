"""``!!VP1.0`` (NV_vertex_program)."""

from __future__ import annotations

from nvrender.languages.common.families import VP1
from nvrender.languages.common.opcode_rows import rows_of, words_of
from nvrender.languages.common.words import END, OPTION
from nvrender.languages.vp.bindings import VP1_RESULTS
from nvrender.languages.vp.sections import SECTIONS
from nvrender.program.language import Language
from nvrender.program.opcodes import named
from nvrender.program.profile import Profile, Stage

#: Suffixes, inputs, output (NV_vertex_program Table X.4) and operation; ARL reads a scalar.
_TABLE = """
ARL   -  s      A     address_floor
MOV   -  v      v     mov
MUL   -  v,v    v     fmul_zero
ADD   -  v,v    v     fadd_positive
MAD   -  v,v,v  v     fmad_zero
RCP   -  s      ssss  frcp_positive
RSQ   -  s      ssss  frsq_absolute_positive
DP3   -  v,v    ssss  fdot3_zero
DP4   -  v,v    ssss  fdot4_zero
DST   -  v,v    v     fdistance_zero
MIN   -  v,v    v     fmin_positive
MAX   -  v,v    v     fmax_positive
SLT   -  v,v    v     flt_total
SGE   -  v,v    v     fge_total
EXP   -  s      v     fexponential_positive
LOG   -  s      v     flogarithm_positive
LIT   -  v      v     flight_positive
"""
ROWS = rows_of(_TABLE, VP1, "VP1.0", "NV_vertex_program 2.14.1.10")

LANGUAGE = Language(SECTIONS, words_of(ROWS) | {END, OPTION}, unary_plus=False, lettered=True)

PROFILE = Profile(
    header="!!VP1.0",
    generation=1,
    name="VP1.0",
    stage=Stage.VERTEX,
    grammar="vp",
    family=VP1,
    target="VERTEX_PROGRAM_NV",
    section="NV_vertex_program 2.14.1.7",
    instruction_limit=128,
    parameters=96,
    temporaries=12,
    address_registers=1,
    address_components=1,
    relative_offset=(-64, 63),
    attributes=16,
    attribute_mnemonics=True,
    results=VP1_RESULTS,
    opcodes=named(ROWS),
    language=LANGUAGE,
)
