"""``!!NVgp4.0`` (NV_gpu_program4 with NV_geometry_program4)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from nvrender.languages.arb import geometry_bindings as bindings
from nvrender.languages.arb import sections
from nvrender.languages.arb.directives import GEOMETRY_4
from nvrender.languages.arb.headers import generation4, nvvp4_0
from nvrender.program import limits
from nvrender.program.profile import Stage, limited

#: NV_gpu_program4 2.X.2 with NV_geometry_program4 2.X.2.
LANGUAGE = replace(
    nvvp4_0.LANGUAGE,
    sections=sections.NV4_GEOMETRY,
    attributes=bindings.NV4_GEOMETRY_ATTRIBUTES,
    results=bindings.NV4_GEOMETRY_RESULTS,
    reserved=nvvp4_0.LANGUAGE.reserved | {"primitive"},
    result_components=MappingProxyType(bindings.GEOMETRY_RESULT_COMPONENTS),
    vertex_prefixes=frozenset({"vertex"}),
    directives=GEOMETRY_4,
)

PROFILE = limited(
    replace(
        nvvp4_0.PROFILE,
        header="!!NVgp4.0",
        name="NVgp4.0",
        stage=Stage.GEOMETRY,
        target="GEOMETRY_PROGRAM_NV",
        section="NV_geometry_program4 2.X.2",
        attributes=len(bindings.GEOMETRY_ATTRIBUTES),
        results=bindings.GEOMETRY_RESULTS,
        opcodes=generation4.opcodes(generation4.FRAGMENT_ONLY),
        options=frozenset({"NV_explicit_multisample"}),
        language=LANGUAGE,
    ),
    limits.GEOMETRY,
)
