"""``!!NVvp4.0`` (NV_gpu_program4 with NV_vertex_program4)."""

from __future__ import annotations

from types import MappingProxyType

from nvrender.languages.arb import sections
from nvrender.languages.arb import vertex_bindings as bindings
from nvrender.languages.arb.headers import generation4
from nvrender.languages.common.families import NV4
from nvrender.ops import texture_targets as textures
from nvrender.ops.conditions import FLAG_CONDITIONS, spellings
from nvrender.program import limits
from nvrender.program.language import Language
from nvrender.program.profile import Profile, Stage, limited

_TYPES = frozenset("ATTRIB PARAM TEMP OUTPUT BUFFER BUFFER4".split())

#: NV_gpu_program4 2.X.2 with NV_vertex_program4 2.X.2.
LANGUAGE = Language(
    sections=sections.NV4_VERTEX,
    attributes=bindings.NV4_VERTEX_ATTRIBUTES,
    results=bindings.NV4_VERTEX_RESULTS,
    parameters=bindings.NV4_PARAMETERS,
    declarations=frozenset("ATTRIB PARAM TEMP OUTPUT ALIAS BUFFER BUFFER4".split()),
    arrays=frozenset("ATTRIB PARAM TEMP OUTPUT BUFFER BUFFER4".split()),
    reserved=frozenset({"program", "result", "state", "texture", "vertex"}),
    modifiers=MappingProxyType(
        {
            **dict.fromkeys(("FLOAT", "INT", "UINT"), _TYPES),
            "SHORT": frozenset({"TEMP", "OUTPUT"}),
            "LONG": frozenset({"TEMP"}),
        }
    ),
    precisions=("R", "H"),
    code_suffixes=("C", "C0", "C1"),
    clamps=("_SAT", "_SSAT"),
    dotted=True,
    typed=True,
    hexadecimal=True,
    rgba=True,
    bars=True,
    labels=True,
    tests=MappingProxyType(spellings(tuple(FLAG_CONDITIONS), 2)),
    bare_tests=True,
    mixed_selectors=True,
    texture_targets=textures.GENERATION_4,
    texel_offsets=True,
    result_components=MappingProxyType(bindings.VERTEX_RESULT_COMPONENTS),
)

PROFILE = limited(
    Profile(
        header="!!NVvp4.0",
        generation=4,
        name="NVvp4.0",
        stage=Stage.VERTEX,
        grammar="arb",
        family=NV4,
        target="VERTEX_PROGRAM_ARB",
        section="NV_vertex_program4 2.X.2",
        attributes=bindings.VERTEX_ATTRIBUTE_COUNT,
        results=bindings.VERTEX_RESULTS,
        opcodes=generation4.opcodes(generation4.FRAGMENT_ONLY | generation4.GEOMETRY_ONLY),
        options=frozenset({"ARB_position_invariant", "NV_explicit_multisample"}),
        condition_codes=2,
        labels=True,
        position="position",
        language=LANGUAGE,
        flags=True,
        call_overflow="skip",
        blocks=True,
    ),
    limits.VERTEX,
)
