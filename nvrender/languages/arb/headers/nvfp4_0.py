"""``!!NVfp4.0`` (NV_gpu_program4 with NV_fragment_program4)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from nvrender.languages.arb import fragment_bindings as bindings
from nvrender.languages.arb import sections
from nvrender.languages.arb.headers import generation4, nvvp4_0
from nvrender.languages.arb.headers.shared import EXCLUSIVE, FRAGMENT_OPTIONS, FRAGMENT_ROOTS
from nvrender.program import limits
from nvrender.program.profile import Stage, limited

#: NV_gpu_program4 2.X.2 with NV_fragment_program4 2.X.2.
LANGUAGE = replace(
    nvvp4_0.LANGUAGE,
    sections=sections.NV4_FRAGMENT,
    attributes=bindings.NV4_FRAGMENT_ATTRIBUTES,
    results=bindings.NV4_FRAGMENT_RESULTS,
    arrays=frozenset("ATTRIB PARAM TEMP BUFFER BUFFER4".split()),
    reserved=FRAGMENT_ROOTS | {"primitive"},
    modifiers=MappingProxyType(
        {
            **nvvp4_0.LANGUAGE.modifiers,
            **dict.fromkeys(("FLAT", "CENTROID", "NOPERSPECTIVE"), frozenset({"ATTRIB"})),
        }
    ),
    result_components=MappingProxyType(bindings.FRAGMENT_RESULT_COMPONENTS),
    exclusive=EXCLUSIVE,
)

PROFILE = limited(
    replace(
        nvvp4_0.PROFILE,
        header="!!NVfp4.0",
        name="NVfp4.0",
        stage=Stage.FRAGMENT,
        target="FRAGMENT_PROGRAM_ARB",
        section="NV_fragment_program4 2.X.2",
        attributes=len(bindings.FRAGMENT_ATTRIBUTES),
        results=bindings.FRAGMENT_RESULTS,
        opcodes=generation4.opcodes(generation4.GEOMETRY_ONLY),
        options=FRAGMENT_OPTIONS | {"NV_explicit_multisample"},
        position="",
        language=LANGUAGE,
    ),
    limits.FRAGMENT,
)
