"""``!!VP1.1`` (NV_vertex_program1_1)."""

from __future__ import annotations

from dataclasses import replace

from nvrender.languages.common.families import VP1
from nvrender.languages.common.opcode_rows import rows_of, words_of
from nvrender.languages.vp.headers import vp1_0
from nvrender.program.opcodes import named

#: What NV_vertex_program1_1 2.14.1.10 adds to the instructions of !!VP1.0.
_TABLE = """
DPH   -  v,v    ssss  fdot_homogeneous_zero
RCC   -  s      ssss  frcp_clamped_positive
SUB   -  v,v    v     fsub_positive
ABS   -  v      v     fabs
"""
ROWS = rows_of(_TABLE, VP1, "VP1.1", "NV_vertex_program1_1 2.14.1.10", first=18)

PROFILE = replace(
    vp1_0.PROFILE,
    header="!!VP1.1",
    name="VP1.1",
    section="NV_vertex_program1_1 2.14.A",
    position_invariant_instruction_limit=124,
    position_invariant_relative=False,
    options=frozenset({"NV_position_invariant"}),
    opcodes=named(vp1_0.ROWS + ROWS),
    language=replace(vp1_0.LANGUAGE, reserved=vp1_0.LANGUAGE.reserved | words_of(ROWS), unary_plus=True),
)
