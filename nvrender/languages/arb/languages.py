"""What the declared-name grammar accepts under each header and option.

The grammar of ARB_vertex_program 2.14.2, its options and NV_gpu_program4 2.X.2 is one; these rows say
which parts of it a header has.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from nvrender.languages.arb import fragment_bindings, geometry_bindings, sections
from nvrender.languages.arb import fragment_opcodes as arbfp
from nvrender.languages.arb import vertex_bindings as arb_bindings
from nvrender.languages.arb import vertex_opcodes as arb
from nvrender.languages.arb.directives import GEOMETRY_4
from nvrender.languages.fp1 import opcodes as fp1
from nvrender.ops import texture_targets as textures
from nvrender.ops.conditions import FLAG_CONDITIONS, PASSES, spellings
from nvrender.program.language import Language

_KEYWORDS = frozenset("ALIAS ATTRIB END OPTION OUTPUT PARAM TEMP".split())


def _opcode_words(count: int) -> frozenset[str]:
    return frozenset(row.name for row in arb.ROWS[:count])


#: ARB_vertex_program 2.14.2.
ARB_VERTEX = Language(
    sections=sections.ARB_VERTEX,
    attributes=arb_bindings.ARB_VERTEX_ATTRIBUTES,
    results=arb_bindings.ARB_VERTEX_RESULTS,
    parameters=arb_bindings.ARB_VERTEX_PARAMETERS,
    declarations=frozenset("ATTRIB PARAM TEMP OUTPUT ADDRESS ALIAS".split()),
    arrays=frozenset({"PARAM"}),
    reserved=_KEYWORDS | _opcode_words(27) | {"ADDRESS", "program", "result", "state", "vertex"},
    scalar_constant_suffix=True,
    bounded=True,
    address_components="x",
    relative_offset=(-64, 63),
    next_option="NV_vertex_program2",
    flow_option="NV_vertex_program2",
)
#: NV_vertex_program2_option 2.14.2.
ARB_VERTEX_OPTION2 = replace(
    ARB_VERTEX,
    sections=sections.ARB_VERTEX_OPTION2,
    results=arb_bindings.ARB_VERTEX_OPTION2_RESULTS,
    reserved=ARB_VERTEX.reserved | _opcode_words(42),
    code_suffixes=("C",),
    bars=True,
    scalar_constant_suffix=False,
    address_components="xyzw",
    labels=True,
    tests=MappingProxyType(spellings(tuple(PASSES), 1)),
)
#: NV_vertex_program3 2.14.2.
ARB_VERTEX_OPTION3 = replace(
    ARB_VERTEX_OPTION2,
    sections=sections.ARB_VERTEX_OPTION3,
    reserved=ARB_VERTEX.reserved | _opcode_words(48),
    code_suffixes=("C", "C0", "C1"),
    clamps=("_SAT",),
    tests=MappingProxyType(spellings(tuple(PASSES), 2)),
    relative_bindings=frozenset({"vertex.texcoord", "vertex.attrib", "result.texcoord"}),
    texture_targets=textures.BASE,
)

_TYPES = frozenset("ATTRIB PARAM TEMP OUTPUT BUFFER BUFFER4".split())

#: NV_gpu_program4 2.X.2 with NV_vertex_program4 2.X.2.
NV4_VERTEX = Language(
    sections=sections.NV4_VERTEX,
    attributes=arb_bindings.NV4_VERTEX_ATTRIBUTES,
    results=arb_bindings.NV4_VERTEX_RESULTS,
    parameters=arb_bindings.NV4_PARAMETERS,
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
    result_components=MappingProxyType(arb_bindings.VERTEX_RESULT_COMPONENTS),
)

_FOG = frozenset({"ARB_fog_exp", "ARB_fog_exp2", "ARB_fog_linear"})
_HINTS = frozenset({"ARB_precision_hint_fastest", "ARB_precision_hint_nicest"})
_FRAGMENT_ROOTS = frozenset({"fragment", "program", "result", "state", "texture"})

#: ARB_fragment_program 3.11.2.
ARB_FRAGMENT = Language(
    sections=sections.ARB_FRAGMENT,
    attributes=fragment_bindings.ARB_FRAGMENT_ATTRIBUTES,
    results=fragment_bindings.ARB_FRAGMENT_RESULTS,
    parameters=arb_bindings.ARB_FRAGMENT_PARAMETERS,
    declarations=frozenset("ATTRIB PARAM TEMP OUTPUT ALIAS".split()),
    arrays=frozenset({"PARAM"}),
    reserved=_KEYWORDS | arbfp.words(arbfp.BASE) | _FRAGMENT_ROOTS,
    clamps=("_SAT",),
    rgba=True,
    bounded=True,
    scalar_constant_suffix=True,
    texture_targets=textures.BASE,
    result_components=MappingProxyType(fragment_bindings.FRAGMENT_RESULT_COMPONENTS),
    exclusive=(_FOG, _HINTS),
    next_option="NV_fragment_program",
    flow_option="NV_fragment_program2",
)
_SIZED = frozenset({"TEMP", "OUTPUT"})
#: NV_fragment_program_option 3.11.2.
ARB_FRAGMENT_OPTION1 = replace(
    ARB_FRAGMENT,
    sections=sections.ARB_FRAGMENT_OPTION1,
    reserved=_KEYWORDS | arbfp.words(arbfp.OPTION1) | _FRAGMENT_ROOTS,
    modifiers=MappingProxyType({"SHORT": _SIZED, "LONG": _SIZED}),
    precisions=("R", "H", "X"),
    code_suffixes=("C",),
    bars=True,
    scalar_constant_suffix=False,
    tests=MappingProxyType(spellings(tuple(PASSES), 1)),
)
#: NV_fragment_program2 3.11.2.
ARB_FRAGMENT_OPTION2 = replace(
    ARB_FRAGMENT_OPTION1,
    sections=sections.ARB_FRAGMENT_OPTION2,
    attributes=fragment_bindings.ARB_FRAGMENT_OPTION2_ATTRIBUTES,
    reserved=_KEYWORDS | arbfp.words(arbfp.OPTION2) | _FRAGMENT_ROOTS | {"A0"},
    clamps=("_SAT", "_SSAT"),
    address_components="x",
    relative_offset=(0, 9),
    relative_bindings=frozenset({"fragment.texcoord"}),
    labels=True,
    loop_register="A0",
    counted_parameters=True,
)
#: What !!FP1.0 has of it: the registers are named by the text, the attributes and numbered parameters are
#: those of ARB_fragment_program (NV_fragment_program 3.11.3).
FP1 = Language(
    sections=sections.FP1,
    attributes=fragment_bindings.ARB_FRAGMENT_ATTRIBUTES,
    results=(),
    parameters=arb_bindings.FP1_PARAMETERS,
    declarations=frozenset({"DECLARE", "DEFINE"}),
    arrays=frozenset(),
    reserved=fp1.words() | fragment_bindings.FP1_WORDS | frozenset(PASSES),
    precisions=("R", "H", "X"),
    code_suffixes=("C",),
    clamps=("_SAT",),
    bars=True,
    tests=MappingProxyType(spellings(tuple(PASSES), 1)),
    texture_targets=textures.BASE,
    result_components=MappingProxyType({"DEPR": (2,)}),
)
#: NV_gpu_program4 2.X.2 with NV_fragment_program4 2.X.2.
NV4_FRAGMENT = replace(
    NV4_VERTEX,
    sections=sections.NV4_FRAGMENT,
    attributes=fragment_bindings.NV4_FRAGMENT_ATTRIBUTES,
    results=fragment_bindings.NV4_FRAGMENT_RESULTS,
    arrays=frozenset("ATTRIB PARAM TEMP BUFFER BUFFER4".split()),
    reserved=_FRAGMENT_ROOTS | {"primitive"},
    modifiers=MappingProxyType(
        {
            **NV4_VERTEX.modifiers,
            **dict.fromkeys(("FLAT", "CENTROID", "NOPERSPECTIVE"), frozenset({"ATTRIB"})),
        }
    ),
    result_components=MappingProxyType(fragment_bindings.FRAGMENT_RESULT_COMPONENTS),
    exclusive=(_FOG, _HINTS),
)
#: NV_gpu_program4 2.X.2 with NV_geometry_program4 2.X.2.
NV4_GEOMETRY = replace(
    NV4_VERTEX,
    sections=sections.NV4_GEOMETRY,
    attributes=geometry_bindings.NV4_GEOMETRY_ATTRIBUTES,
    results=geometry_bindings.NV4_GEOMETRY_RESULTS,
    reserved=NV4_VERTEX.reserved | {"primitive"},
    result_components=MappingProxyType(geometry_bindings.GEOMETRY_RESULT_COMPONENTS),
    vertex_prefixes=frozenset({"vertex"}),
    directives=GEOMETRY_4,
)
