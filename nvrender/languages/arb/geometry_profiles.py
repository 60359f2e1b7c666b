"""The geometry profile: !!NVgp4.0."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from nvrender.languages.arb import generation4_opcodes as nv4
from nvrender.languages.arb import languages
from nvrender.languages.arb.geometry_bindings import GEOMETRY_ATTRIBUTES, GEOMETRY_RESULTS
from nvrender.languages.arb.vertex_profiles import NV_VP4_0
from nvrender.languages.common.opcodes import opcodes_of
from nvrender.program import limits
from nvrender.program.profile import Stage, limited

NV_GP4_0 = limited(
    replace(
        NV_VP4_0,
        header="!!NVgp4.0",
        name="NVgp4.0",
        stage=Stage.GEOMETRY,
        target="GEOMETRY_PROGRAM_NV",
        section="NV_geometry_program4 2.X.2",
        attributes=len(GEOMETRY_ATTRIBUTES),
        results=GEOMETRY_RESULTS,
        opcodes=MappingProxyType(opcodes_of("nv4", without=(*nv4.FRAGMENT_ONLY, *nv4.MULTISAMPLE))),
        options=frozenset({"NV_explicit_multisample"}),
        language=languages.NV4_GEOMETRY,
    ),
    limits.GEOMETRY,
)
