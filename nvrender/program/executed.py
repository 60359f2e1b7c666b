"""Which instructions of generation 5 do what, and which stages run where they are asked for."""

from __future__ import annotations

from nvrender.program.profile import Stage

#: The instructions of family ``nv5`` that oracle and GLSL have.
EXECUTED: frozenset[str] = frozenset(
    """
    BFE BFI BFR BTC BTFL BTFM CALI CVT IPAC IPAO IPAS LOD PK64 QSWZ0 QSWZ1 QSWZ2 QSWZ3 QSWZX QSWZY
    TGALL TGANY TGBALLOT TGEQ TXG TXGO UP64
    """.split()
)
#: The same that reach memory, or order what does.
REACHING = frozenset(
    "ATOM ATOMB ATOMIM ATOMS BAR IMQ LDB LDC LDS LOAD LOADIM MEMBAR STB STORE STOREIM STS".split()
)
#: The same that stages have for themselves.
STAGED = frozenset({"EMITS"})
#: Stages that run where they are asked for.
CALLED = frozenset(
    {Stage.COMPUTE, Stage.FRAGMENT, Stage.GEOMETRY, Stage.TESSELLATION_CONTROL, Stage.TESSELLATION_EVALUATION}
)
