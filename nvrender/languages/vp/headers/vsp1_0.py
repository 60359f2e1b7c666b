"""``!!VSP1.0``, vertex state programs (NV_vertex_program2 2.14.5)."""

from __future__ import annotations

from nvrender.languages.vp.headers import vp1_0
from nvrender.program.opcodes import named
from nvrender.program.profile import Profile, Stage

PROFILE = Profile(
    header="!!VSP1.0",
    generation=2,
    name="VSP1.0",
    stage=Stage.VERTEX_STATE,
    grammar="vp",
    family="vp1",
    target="VERTEX_STATE_PROGRAM_NV",
    section="NV_vertex_program2 2.14.5",
    instruction_limit=128,
    parameters=96,
    temporaries=12,
    address_registers=1,
    address_components=1,
    relative_offset=(-64, 63),
    attributes=1,
    attribute_mnemonics=False,
    results=(),
    writable_parameters=True,
    opcodes=named(vp1_0.ROWS),
)
