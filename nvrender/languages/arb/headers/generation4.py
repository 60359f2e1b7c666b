"""The instructions of generation 4, family ``nv4`` (NV_gpu_program4 Table X.13).

KIL, DDX and DDY are NV_fragment_program4's, EMIT and ENDPRIM NV_geometry_program4's, TXFMS
NV_explicit_multisample's; a profile takes those its stage and options have.
"""

from __future__ import annotations

from collections.abc import Mapping

from nvrender.languages.common.families import NV4
from nvrender.languages.common.opcode_rows import row_of
from nvrender.program.opcodes import Opcode, named

#: NV_gpu_program4 Table X.13, with the rows of the stages' own instructions. Columns: float types,
#: integer types, condition code update, clamp, half precision, default type; output; inputs; the operation,
#: whose ``_`` is the letter of the instruction's type.
_TABLE = """
ABS    X X X X X F  v   v         _abs
ADD    X X X X X F  v   v,v       _add
AND    - X X - - S  v   v,v       and
BRK    - - - - - -  -   c         break
CAL    - - - - - -  -   L         call
CEIL   X X X X X F  v   vf        _ceil
CMP    X X X X X F  v   v,v,v     _cmp
CONT   - - - - - -  -   c         continue
COS    X - X X X F  s   s         fcos
DDX    X - X X X F  v   v         fddx
DDY    X - X X X F  v   v         fddy
DIV    X X X X X F  v   v,s       _div
DP2    X - X X X F  s   v,v       fdot2
DP2A   X - X X X F  s   v,v,v     fdot2_add
DP3    X - X X X F  s   v,v       fdot3
DP4    X - X X X F  s   v,v       fdot4
DPH    X - X X X F  s   v,v       fdot_homogeneous
DST    X - X X X F  v   v,v       fdistance
ELSE   - - - - - -  -   -         else
EMIT   - - - - - -  -   -         emit
ENDIF  - - - - - -  -   -         endif
ENDPRIM - - - - - - -   -         end_primitive
ENDREP - - - - - -  -   -         endrepeat
EX2    X - X X X F  s   s         fexp2
FLR    X X X X X F  v   vf        _floor
FRC    X - X X X F  v   v         ffract
I2F    - X X - - S  vf  v         _2f
IF     - - - - - -  -   c         if
KIL    X X - - X F  -   vc        kill
LG2    X - X X X F  s   s         flog2
LIT    X - X X X F  v   v         flight
LRP    X - X X X F  v   v,v,v     flrp
MAD    X X X X X F  v   v,v,v     _mad
MAX    X X X X X F  v   v,v       _max
MIN    X X X X X F  v   v,v       _min
MOD    - X X - - S  v   v,s       _mod
MOV    X X X X X F  v   v         mov
MUL    X X X X X F  v   v,v       _mul
NOT    - X X - - S  v   v         not
NRM    X - X X X F  v   v         fnormalize
OR     - X X - - S  v   v,v       or
PK2H   X X - - - F  s   vf        pack_half2
PK2US  X X - - - F  s   vf        pack_ushort2
PK4B   X X - - - F  s   vf        pack_byte4
PK4UB  X X - - - F  s   vf        pack_ubyte4
POW    X - X X X F  s   s,s       fpow
RCC    X - X X X F  s   s         frcp_clamped
RCP    X - X X X F  s   s         frcp
REP    X X - - X F  -   v         repeat
RET    - - - - - -  -   c         return
RFL    X - X X X F  v   v,v       freflect
ROUND  X X X X X F  v   vf        _round
RSQ    X - X X X F  s   s         frsq_unsigned
SAD    - X X - - S  vu  v,v,vu    _sad
SCS    X - X X X F  v   s         fsine_cosine
SEQ    X X X X X F  v   v,v       _eq
SFL    X X X X X F  v   v,v       _false
SGE    X X X X X F  v   v,v       _ge
SGT    X X X X X F  v   v,v       _gt
SHL    - X X - - S  v   v,s       _shl
SHR    - X X - - S  v   v,s       _shr
SIN    X - X X X F  s   s         fsin
SLE    X X X X X F  v   v,v       _le
SLT    X X X X X F  v   v,v       _lt
SNE    X X X X X F  v   v,v       _ne
SSG    X - X X X F  v   v         fsign
STR    X X X X X F  v   v,v       _true
SUB    X X X X X F  v   v,v       _sub
SWZ    X - X X X F  v   V         mov
TEX    X X X X - F  v   vf        sample
TRUNC  X X X X X F  v   vf        _trunc
TXB    X X X X - F  v   vf        sample_bias
TXD    X X X X - F  v   vf,vf,vf  sample_gradients
TXF    X X X X - F  v   vs        fetch
TXFMS  X X X X - F  v   vs        fetch_sample
TXL    X X X X - F  v   vf        sample_level
TXP    X X X X - F  v   vf        sample_projected
TXQ    - - - - - S  vs  vs        texture_size
UP2H   X X X X - F  vf  s         unpack_half2
UP2US  X X X X - F  vf  s         unpack_ushort2
UP4B   X X X X - F  vf  s         unpack_byte4
UP4UB  X X X X - F  vf  s         unpack_ubyte4
X2D    X - X X X F  v   v,v,v     ftransform
XOR    - X X - - S  v   v,v       xor
XPD    X - X X X F  v   v,v       fcross
"""

_SECTIONS = {
    **dict.fromkeys(("DDX", "DDY", "KIL"), "NV_fragment_program4 2.X.8"),
    **dict.fromkeys(("EMIT", "ENDPRIM"), "NV_geometry_program4 2.X.8"),
    "TXFMS": "NV_explicit_multisample 2.X.8",
}


def _row(line: str) -> Opcode:
    name = line.split(maxsplit=1)[0]
    section = _SECTIONS.get(name, f"NV_gpu_program4 2.X.8, {name}")
    return row_of(line, NV4, section, "NVvp4.0")


#: One row per instruction of the three stages.
ROWS: tuple[Opcode, ...] = tuple(_row(line) for line in _TABLE.split("\n") if line)

FRAGMENT_ONLY = frozenset({"KIL", "DDX", "DDY"})
GEOMETRY_ONLY = frozenset({"EMIT", "ENDPRIM"})
#: Instructions an option adds (NV_explicit_multisample).
MULTISAMPLE = frozenset({"TXFMS"})


def opcodes(absent: frozenset[str]) -> Mapping[str, Opcode]:
    """Those of a stage without options: all but ``absent`` ones, which are other stages'."""
    return named(row for row in ROWS if row.name not in absent | MULTISAMPLE)
