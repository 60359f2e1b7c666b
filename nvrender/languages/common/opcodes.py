"""The opcode tables of all languages, one row per opcode and family.

Families ``vp1`` and ``vp2`` are those of register-named vertex programs (languages.vp.opcodes); ``arb`` is
that of ARB_vertex_program and ``arbfp`` that of ARB_fragment_program, with their options; ``fp1`` that of
NV_fragment_program (languages.fp1.opcodes), ``nv4`` that of NV_gpu_program4 and ``nv5`` what NV_gpu_program5
adds.
"""

from __future__ import annotations

from nvrender.languages.arb import fragment_opcodes, generation4_opcodes, generation5_opcodes, vertex_opcodes
from nvrender.languages.fp1 import opcodes as fp1
from nvrender.languages.vp import opcodes as vp
from nvrender.program.opcodes import Opcode

#: (family, name) → row, for every opcode of every family.
OPCODES: dict[tuple[str, str], Opcode] = {
    row.key: row
    for row in (
        *vp.ROWS,
        *vertex_opcodes.ROWS,
        *fragment_opcodes.ROWS,
        *fp1.ROWS,
        *generation4_opcodes.ROWS,
        *generation5_opcodes.ROWS,
    )
}


def opcodes_of(family: str, without: tuple[str, ...] = ()) -> dict[str, Opcode]:
    """The opcodes of one family by name, less ``without``."""
    return {row.name: row for row in OPCODES.values() if row.family == family and row.name not in without}
