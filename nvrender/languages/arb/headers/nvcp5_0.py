"""``!!NVcp5.0`` (NV_compute_program5)."""

from __future__ import annotations

from types import MappingProxyType

from nvrender.languages.arb import directives, sections
from nvrender.languages.arb import generation5_bindings as bindings
from nvrender.languages.arb.headers import growth, nvvp4_0
from nvrender.program import limits
from nvrender.program.profile import Stage

_LANGUAGE = growth.language(
    nvvp4_0.LANGUAGE,
    sections=sections.NV5_COMPUTE,
    attributes=bindings.COMPUTE_ROWS,
    threads=bindings.COMPUTE_THREADS,
    results=(),
    declarations=(nvvp4_0.LANGUAGE.declarations | growth.DECLARATIONS | {"SHARED"}) - {"OUTPUT"},
    arrays=(nvvp4_0.LANGUAGE.arrays | growth.ARRAYS | {"SHARED"}) - {"OUTPUT"},
    reserved=frozenset({"program", "result", "state", "texture", "invocation", "image"}),
    result_components=MappingProxyType({}),
    directives=directives.COMPUTE,
)

PROFILE = growth.profile(
    nvvp4_0.PROFILE,
    limits.COMPUTE,
    header="!!NVcp5.0",
    name="NVcp5.0",
    stage=Stage.COMPUTE,
    target="COMPUTE_PROGRAM_NV",
    section="NV_compute_program5 2.X.2",
    attributes=len(bindings.COMPUTE_ATTRIBUTES),
    results=(),
    language=_LANGUAGE,
)
