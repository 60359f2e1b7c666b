"""The instructions of generation 4, family ``nv4`` (NV_gpu_program4 Table X.13).

KIL, DDX and DDY are NV_fragment_program4's, EMIT and ENDPRIM NV_geometry_program4's, TXFMS
NV_explicit_multisample's; a profile takes those its stage and options have.
"""

from __future__ import annotations

from nvrender.isa.rows import Opcode
from nvrender.isa.tables import row_of

#: NV_gpu_program4 Table X.13, with the rows of the stages' own instructions. Columns: float types,
#: integer types, condition code update, clamp, half precision, default type; output; inputs.
_TABLE = """
ABS    X X X X X F  v   v
ADD    X X X X X F  v   v,v
AND    - X X - - S  v   v,v
BRK    - - - - - -  -   c
CAL    - - - - - -  -   L
CEIL   X X X X X F  v   vf
CMP    X X X X X F  v   v,v,v
CONT   - - - - - -  -   c
COS    X - X X X F  s   s
DDX    X - X X X F  v   v
DDY    X - X X X F  v   v
DIV    X X X X X F  v   v,s
DP2    X - X X X F  s   v,v
DP2A   X - X X X F  s   v,v,v
DP3    X - X X X F  s   v,v
DP4    X - X X X F  s   v,v
DPH    X - X X X F  s   v,v
DST    X - X X X F  v   v,v
ELSE   - - - - - -  -   -
EMIT   - - - - - -  -   -
ENDIF  - - - - - -  -   -
ENDPRIM - - - - - - -   -
ENDREP - - - - - -  -   -
EX2    X - X X X F  s   s
FLR    X X X X X F  v   vf
FRC    X - X X X F  v   v
I2F    - X X - - S  vf  v
IF     - - - - - -  -   c
KIL    X X - - X F  -   vc
LG2    X - X X X F  s   s
LIT    X - X X X F  v   v
LRP    X - X X X F  v   v,v,v
MAD    X X X X X F  v   v,v,v
MAX    X X X X X F  v   v,v
MIN    X X X X X F  v   v,v
MOD    - X X - - S  v   v,s
MOV    X X X X X F  v   v
MUL    X X X X X F  v   v,v
NOT    - X X - - S  v   v
NRM    X - X X X F  v   v
OR     - X X - - S  v   v,v
PK2H   X X - - - F  s   vf
PK2US  X X - - - F  s   vf
PK4B   X X - - - F  s   vf
PK4UB  X X - - - F  s   vf
POW    X - X X X F  s   s,s
RCC    X - X X X F  s   s
RCP    X - X X X F  s   s
REP    X X - - X F  -   v
RET    - - - - - -  -   c
RFL    X - X X X F  v   v,v
ROUND  X X X X X F  v   vf
RSQ    X - X X X F  s   s
SAD    - X X - - S  vu  v,v,vu
SCS    X - X X X F  v   s
SEQ    X X X X X F  v   v,v
SFL    X X X X X F  v   v,v
SGE    X X X X X F  v   v,v
SGT    X X X X X F  v   v,v
SHL    - X X - - S  v   v,s
SHR    - X X - - S  v   v,s
SIN    X - X X X F  s   s
SLE    X X X X X F  v   v,v
SLT    X X X X X F  v   v,v
SNE    X X X X X F  v   v,v
SSG    X - X X X F  v   v
STR    X X X X X F  v   v,v
SUB    X X X X X F  v   v,v
SWZ    X - X X X F  v   V
TEX    X X X X - F  v   vf
TRUNC  X X X X X F  v   vf
TXB    X X X X - F  v   vf
TXD    X X X X - F  v   vf,vf,vf
TXF    X X X X - F  v   vs
TXFMS  X X X X - F  v   vs
TXL    X X X X - F  v   vf
TXP    X X X X - F  v   vf
TXQ    - - - - - S  vs  vs
UP2H   X X X X - F  vf  s
UP2US  X X X X - F  vf  s
UP4B   X X X X - F  vf  s
UP4UB  X X X X - F  vf  s
X2D    X - X X X F  v   v,v,v
XOR    - X X - - S  v   v,v
XPD    X - X X X F  v   v,v
"""

_SECTIONS = {
    **dict.fromkeys(("DDX", "DDY", "KIL"), "NV_fragment_program4 2.X.8"),
    **dict.fromkeys(("EMIT", "ENDPRIM"), "NV_geometry_program4 2.X.8"),
    "TXFMS": "NV_explicit_multisample 2.X.8",
}


def _row(line: str) -> Opcode:
    name = line.split(maxsplit=1)[0]
    section = _SECTIONS.get(name, f"NV_gpu_program4 2.X.8, {name}")
    return row_of(line, "nv4", section, "NVvp4.0")


#: One row per instruction of the three stages.
ROWS: tuple[Opcode, ...] = tuple(_row(line) for line in _TABLE.split("\n") if line)

FRAGMENT_ONLY = frozenset({"KIL", "DDX", "DDY"})
GEOMETRY_ONLY = frozenset({"EMIT", "ENDPRIM"})
#: Instructions an option adds (NV_explicit_multisample).
MULTISAMPLE = frozenset({"TXFMS"})
