"""``!!NVfp5.0`` (NV_gpu_program5 with NV_fragment_program4)."""

from __future__ import annotations

from types import MappingProxyType

from nvrender.languages.arb import generation5_bindings as bindings
from nvrender.languages.arb import sections
from nvrender.languages.arb.headers import growth, nvfp4_0
from nvrender.program import limits

_LANGUAGE = growth.language(
    nvfp4_0.LANGUAGE,
    modifiers={"SAMPLE": frozenset({"ATTRIB"})},
    sections=sections.NV5_FRAGMENT,
    attributes=bindings.FRAGMENT_ROWS,
    threads=bindings.FRAGMENT_THREADS,
    results=bindings.FRAGMENT_RESULT_ROWS,
    result_components=MappingProxyType(bindings.FRAGMENT_5_RESULT_COMPONENTS),
)

PROFILE = growth.profile(
    nvfp4_0.PROFILE,
    limits.FRAGMENT,
    header="!!NVfp5.0",
    name="NVfp5.0",
    section="NV_gpu_program5 2.X.2",
    attributes=len(bindings.FRAGMENT_5_ATTRIBUTES),
    results=bindings.FRAGMENT_5_RESULTS,
    options=growth.OPTIONS | nvfp4_0.PROFILE.options | {"NV_early_fragment_tests", "ARB_blend_func_extended"},
    language=_LANGUAGE,
)
