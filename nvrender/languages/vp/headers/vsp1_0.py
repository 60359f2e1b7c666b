"""``!!VSP1.0``, vertex state programs (NV_vertex_program2 2.14.5)."""

from __future__ import annotations

from dataclasses import replace

from nvrender.languages.vp.headers import vp1_0
from nvrender.program.profile import Stage

PROFILE = replace(
    vp1_0.PROFILE,
    header="!!VSP1.0",
    generation=2,
    name="VSP1.0",
    stage=Stage.VERTEX_STATE,
    target="VERTEX_STATE_PROGRAM_NV",
    section="NV_vertex_program2 2.14.5",
    attributes=1,
    attribute_mnemonics=False,
    results=(),
    writable_parameters=True,
)
