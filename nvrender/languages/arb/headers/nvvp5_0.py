"""``!!NVvp5.0`` (NV_gpu_program5 with NV_vertex_program4)."""

from __future__ import annotations

from nvrender.languages.arb import generation5_bindings as bindings
from nvrender.languages.arb import sections
from nvrender.languages.arb.headers import growth, nvvp4_0
from nvrender.program import limits

_LANGUAGE = growth.language(
    nvvp4_0.LANGUAGE,
    modifiers={"LONG": frozenset({"ATTRIB"})},
    sections=sections.NV5_VERTEX,
    attributes=bindings.VERTEX_ATTRIBUTES,
    threads=bindings.VERTEX_THREADS,
)

PROFILE = growth.profile(
    nvvp4_0.PROFILE,
    limits.VERTEX,
    header="!!NVvp5.0",
    name="NVvp5.0",
    section="NV_gpu_program5 2.X.2",
    attributes=bindings.VERTEX_ATTRIBUTE_TOTAL,
    options=growth.OPTIONS | {"ARB_position_invariant"},
    language=_LANGUAGE,
)
