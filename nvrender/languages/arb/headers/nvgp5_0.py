"""``!!NVgp5.0`` (NV_gpu_program5 with NV_geometry_program4)."""

from __future__ import annotations

from nvrender.languages.arb import directives, sections
from nvrender.languages.arb import generation5_bindings as bindings
from nvrender.languages.arb.headers import growth, nvgp4_0
from nvrender.program import limits

_LANGUAGE = growth.language(
    nvgp4_0.LANGUAGE,
    sections=sections.NV5_GEOMETRY,
    attributes=bindings.GEOMETRY_ROWS,
    threads=bindings.GEOMETRY_THREADS,
    directives=directives.GEOMETRY_5,
)

PROFILE = growth.profile(
    nvgp4_0.PROFILE,
    limits.GEOMETRY,
    header="!!NVgp5.0",
    name="NVgp5.0",
    section="NV_gpu_program5 2.X.2",
    attributes=len(bindings.GEOMETRY_5_ATTRIBUTES),
    language=_LANGUAGE,
)
