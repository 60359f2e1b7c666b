"""``!!VP1.1`` (NV_vertex_program1_1)."""

from __future__ import annotations

from nvrender.languages.vp.bindings import VP1_RESULTS
from nvrender.languages.vp.headers import vp1_0
from nvrender.languages.vp.headers.table_lines import rows_of
from nvrender.program.opcodes import named
from nvrender.program.profile import Profile, Stage

#: What NV_vertex_program1_1 2.14.1.10 adds to the instructions of !!VP1.0.
_TABLE = """
DPH   v,v    ssss  fdot_homogeneous_zero
RCC   s      ssss  frcp_clamped_positive
SUB   v,v    v     fsub_positive
ABS   v      v     fabs
"""
ROWS = rows_of(_TABLE, "vp1", "VP1.1", "NV_vertex_program1_1 2.14.1.10", first=18)

PROFILE = Profile(
    header="!!VP1.1",
    generation=1,
    name="VP1.1",
    stage=Stage.VERTEX,
    grammar="vp",
    family="vp1",
    target="VERTEX_PROGRAM_NV",
    section="NV_vertex_program1_1 2.14.A",
    instruction_limit=128,
    position_invariant_instruction_limit=124,
    position_invariant_relative=False,
    parameters=96,
    temporaries=12,
    address_registers=1,
    address_components=1,
    relative_offset=(-64, 63),
    attributes=16,
    attribute_mnemonics=True,
    results=VP1_RESULTS,
    options=frozenset({"NV_position_invariant"}),
    unary_plus=True,
    opcodes=named(vp1_0.ROWS + ROWS),
)
