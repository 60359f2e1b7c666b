"""``!!NVtep5.0`` (NV_tessellation_program5)."""

from __future__ import annotations

from nvrender.languages.arb import directives, sections
from nvrender.languages.arb import generation5_bindings as bindings
from nvrender.languages.arb.headers import growth, nvgp4_0, nvvp4_0
from nvrender.program import limits
from nvrender.program.profile import Stage

_LANGUAGE = growth.language(
    nvgp4_0.LANGUAGE,
    sections=sections.NV5_TESSELLATION,
    attributes=bindings.EVALUATION_ROWS,
    threads=bindings.EVALUATION_THREADS,
    results=nvvp4_0.LANGUAGE.results,
    result_components=nvvp4_0.LANGUAGE.result_components,
    vertex_prefixes=frozenset({"vertex", "vertex.in"}),
    directives=directives.EVALUATION,
)

PROFILE = growth.profile(
    nvgp4_0.PROFILE,
    limits.EVALUATION,
    header="!!NVtep5.0",
    name="NVtep5.0",
    stage=Stage.TESSELLATION_EVALUATION,
    target="TESS_EVALUATION_PROGRAM_NV",
    section="NV_tessellation_program5 2.X.2",
    attributes=len(bindings.EVALUATION_ATTRIBUTES),
    results=nvvp4_0.PROFILE.results,
    language=_LANGUAGE,
)
