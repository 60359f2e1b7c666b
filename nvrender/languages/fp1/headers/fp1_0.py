"""``!!FP1.0`` (NV_fragment_program)."""

from __future__ import annotations

from types import MappingProxyType

from nvrender.languages.arb import fragment_bindings
from nvrender.languages.common.families import FP1
from nvrender.languages.common.opcode_rows import rows_of, words_of
from nvrender.languages.fp1 import bindings
from nvrender.languages.fp1.sections import SECTIONS
from nvrender.ops import texture_targets as textures
from nvrender.ops.conditions import PASSES, spellings
from nvrender.program import limits
from nvrender.program.language import Language
from nvrender.program.opcodes import named
from nvrender.program.profile import Profile, Stage, limited

#: NV_fragment_program Table X.4: suffixes (R, H, X: precision; C: condition code; S: _SAT), inputs, output,
#: operation; in the order of the sections 3.11.5.1-45.
_TABLE = """
ADD    RHXCS  v,v      v     fadd
COS    RHCS   s        ssss  fcos
DDX    RHCS   v        v     fddx
DDY    RHCS   v        v     fddy
DP3    RHXCS  v,v      ssss  fdot3
DP4    RHXCS  v,v      ssss  fdot4
DST    RHCS   v,v      v     fdistance
EX2    RHCS   s        ssss  fexp2
FLR    RHXCS  v        v     ffloor
FRC    RHXCS  v        v     ffract
KIL    -      c        -     kill
LG2    RHCS   s        ssss  flog2
LIT    RHCS   v        v     flight_unclamped
LRP    RHXCS  v,v,v    v     flrp
MAD    RHXCS  v,v,v    v     fmad
MAX    RHXCS  v,v      v     fmax_nan
MIN    RHXCS  v,v      v     fmin_nan
MOV    RHXCS  v        v     mov
MUL    RHXCS  v,v      v     fmul
PK2H   -      v        ssss  pack_half2
PK2US  -      v        ssss  pack_ushort2
PK4B   -      v        ssss  pack_byte4
PK4UB  -      v        ssss  pack_ubyte4
POW    RHCS   s,s      ssss  fpow
RCP    RHCS   s        ssss  frcp
RFL    RHCS   v,v      v     freflect
RSQ    RHCS   s        ssss  frsq
SEQ    RHXCS  v,v      v     feq
SFL    RHXCS  v,v      v     ffalse
SGE    RHXCS  v,v      v     fge
SGT    RHXCS  v,v      v     fgt
SIN    RHCS   s        ssss  fsin
SLE    RHXCS  v,v      v     fle
SLT    RHXCS  v,v      v     flt
SNE    RHXCS  v,v      v     fne
STR    RHXCS  v,v      v     ftrue
SUB    RHXCS  v,v      v     fsub
TEX    CS     v        v     sample
TXD    CS     v,v,v    v     sample_gradients
TXP    CS     v        v     sample_projected
UP2H   CS     s        v     unpack_half2
UP2US  CS     s        v     unpack_ushort2
UP4B   CS     s        v     unpack_byte4
UP4UB  CS     s        v     unpack_ubyte4
X2D    RHCS   v,v,v    v     ftransform
"""

#: One row per instruction.
ROWS = rows_of(_TABLE, FP1, "FP1.0", "NV_fragment_program 3.11.5")


def words() -> frozenset[str]:
    """The 509 instruction names (NV_fragment_program 3.11.3): every suffix each instruction takes."""
    return words_of(ROWS)


#: The registers are named by the text, the attributes and numbered parameters are those of
#: ARB_fragment_program (NV_fragment_program 3.11.3).
_LANGUAGE = Language(
    sections=SECTIONS,
    attributes=fragment_bindings.ARB_FRAGMENT_ATTRIBUTES,
    parameters=bindings.PARAMETERS,
    declarations=frozenset({"DECLARE", "DEFINE"}),
    reserved=words() | bindings.WORDS | frozenset(PASSES),
    precisions=("R", "H", "X"),
    code_suffixes=("C",),
    clamps=("_SAT",),
    bars=True,
    lettered=True,
    tests=MappingProxyType(spellings(tuple(PASSES), 1)),
    texture_targets=textures.BASE,
    result_components=MappingProxyType({"DEPR": (2,)}),
)

PROFILE = limited(
    Profile(
        header="!!FP1.0",
        generation=3,
        name="FP1.0",
        stage=Stage.FRAGMENT,
        grammar="fp1",
        family=FP1,
        target="FRAGMENT_PROGRAM_NV",
        section="NV_fragment_program 3.11.3",
        attributes=len(fragment_bindings.FRAGMENT_ATTRIBUTES),
        results=bindings.RESULTS,
        opcodes=named(ROWS),
        condition_codes=1,
        position="",
        language=_LANGUAGE,
    ),
    limits.FP1,
)
