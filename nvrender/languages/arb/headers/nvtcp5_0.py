"""``!!NVtcp5.0`` (NV_tessellation_program5)."""

from __future__ import annotations

from types import MappingProxyType

from nvrender.languages.arb import directives, sections
from nvrender.languages.arb import generation5_bindings as bindings
from nvrender.languages.arb.headers import growth, nvgp4_0
from nvrender.program import limits
from nvrender.program.profile import Stage

_LANGUAGE = growth.language(
    nvgp4_0.LANGUAGE,
    sections=sections.NV5_TESSELLATION,
    attributes=bindings.CONTROL_ROWS,
    threads=bindings.CONTROL_THREADS,
    results=bindings.CONTROL_RESULT_ROWS,
    result_components=MappingProxyType(bindings.CONTROL_RESULT_COMPONENTS),
    vertex_prefixes=frozenset({"vertex", "vertex.in", "vertex.out"}),
    directives=directives.CONTROL,
)

PROFILE = growth.profile(
    nvgp4_0.PROFILE,
    limits.CONTROL,
    header="!!NVtcp5.0",
    name="NVtcp5.0",
    stage=Stage.TESSELLATION_CONTROL,
    target="TESS_CONTROL_PROGRAM_NV",
    section="NV_tessellation_program5 2.X.2",
    attributes=len(bindings.CONTROL_ATTRIBUTES),
    results=bindings.CONTROL_RESULTS,
    language=_LANGUAGE,
)
