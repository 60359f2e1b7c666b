"""Where the specifications of the declared-name languages state their rules."""

from __future__ import annotations

from dataclasses import replace

from nvrender.program.sections import Sections

#: What begins a declaration or a binding → the subject of its section.
_SUBJECTS = {
    "OUTPUT": "results",
    "TEXTURE": "textures",
    "IMAGE": "images",
    "PARAM": "parameters",
    **dict.fromkeys(("BUFFER", "BUFFER4", "CBUFFER", "buffer"), "buffers"),
    **dict.fromkeys(("STORAGE", "storage"), "storages"),
    **dict.fromkeys(("SHARED", "sharedmem"), "shared"),
    **dict.fromkeys(("SUBROUTINE", "subroutine"), "subroutines"),
    "result": "results",
    **dict.fromkeys(("state", "program"), "parameters"),
}


def section_of(sections: Sections, word: str) -> str:
    """The section of what begins with ``word``: of attributes if with no other."""
    section: str = getattr(sections, _SUBJECTS.get(word, "attributes"))
    return section


ARB_VERTEX = Sections(
    grammar="ARB_vertex_program 2.14.2",
    variables="ARB_vertex_program 2.14.3",
    attributes="ARB_vertex_program 2.14.3.1",
    parameters="ARB_vertex_program 2.14.3.2",
    temporaries="ARB_vertex_program 2.14.3.3",
    results="ARB_vertex_program 2.14.3.4",
    addresses="ARB_vertex_program 2.14.3.5",
    aliases="ARB_vertex_program 2.14.3.6",
    limits="ARB_vertex_program 2.14.3.7",
    operands="ARB_vertex_program 2.14.4.1",
    arrays="ARB_vertex_program 2.14.4.2",
    destinations="ARB_vertex_program 2.14.4.3",
    suffixes="ARB_vertex_program 2.14.2",
    options="ARB_vertex_program 2.14.4.5",
    position_invariant="ARB_vertex_program 2.14.4.5.1",
)
ARB_VERTEX_OPTION2 = replace(
    ARB_VERTEX,
    grammar="NV_vertex_program2_option 2.14.2",
    operands="NV_vertex_program2_option 2.14.4.1",
    destinations="NV_vertex_program2_option 2.14.4.3",
    suffixes="NV_vertex_program2_option 2.14.4",
)
ARB_VERTEX_OPTION3 = replace(
    ARB_VERTEX_OPTION2,
    grammar="NV_vertex_program3 2.14.2",
    destinations="NV_vertex_program3 2.14.4.3",
    conditions="NV_vertex_program3 2.14.4.3",
    suffixes="NV_vertex_program3 2.14.4",
)
NV4_VERTEX = Sections(
    grammar="NV_gpu_program4 2.X.2",
    variables="NV_gpu_program4 2.X.3",
    attributes="NV_vertex_program4 2.X.3.2",
    parameters="NV_gpu_program4 2.X.3.3",
    temporaries="NV_gpu_program4 2.X.3.4",
    results="NV_vertex_program4 2.X.3.5",
    addresses="NV_gpu_program4 2.X.4.2",
    aliases="NV_gpu_program4 2.X.3.8",
    limits="NV_gpu_program4 2.X.3.9",
    operands="NV_gpu_program4 2.X.4.2",
    arrays="NV_gpu_program4 2.X.4.2",
    destinations="NV_gpu_program4 2.X.4.3",
    suffixes="NV_gpu_program4 2.X.4.1",
    options="NV_gpu_program4 2.X.6",
    position_invariant="NV_vertex_program4 2.X.6.Y",
    flow="NV_gpu_program4 2.X.5",
    conditions="NV_gpu_program4 2.X.4.3",
    texture="NV_gpu_program4 2.X.4.4",
)
ARB_FRAGMENT = Sections(
    grammar="ARB_fragment_program 3.11.2",
    variables="ARB_fragment_program 3.11.3",
    attributes="ARB_fragment_program 3.11.3.1",
    parameters="ARB_fragment_program 3.11.3.2",
    temporaries="ARB_fragment_program 3.11.3.3",
    results="ARB_fragment_program 3.11.3.4",
    addresses="NV_fragment_program2 3.11.3.Y",
    aliases="ARB_fragment_program 3.11.3.5",
    limits="ARB_fragment_program 3.11.3.6",
    operands="ARB_fragment_program 3.11.4.1",
    arrays="ARB_fragment_program 3.11.4.2",
    destinations="ARB_fragment_program 3.11.4.3",
    suffixes="ARB_fragment_program 3.11.2",
    options="ARB_fragment_program 3.11.4.5",
    position_invariant="",
    flow="NV_fragment_program2 3.11.4.X",
    conditions="NV_fragment_program_option 3.11.4.3",
    texture="ARB_fragment_program 3.11.6",
    types="NV_fragment_program_option 3.11.3.3",
)
ARB_FRAGMENT_OPTION1 = replace(
    ARB_FRAGMENT,
    grammar="NV_fragment_program_option 3.11.2",
    operands="NV_fragment_program_option 3.11.4.1",
    destinations="NV_fragment_program_option 3.11.4.3",
    suffixes="NV_fragment_program_option 3.11.4",
)
ARB_FRAGMENT_OPTION2 = replace(
    ARB_FRAGMENT_OPTION1,
    grammar="NV_fragment_program2 3.11.2",
    attributes="NV_fragment_program2 3.11.3.1",
    arrays="NV_fragment_program2 3.11.3.1",
    suffixes="NV_fragment_program2 3.11.4",
)
NV4_FRAGMENT = replace(
    NV4_VERTEX,
    attributes="NV_fragment_program4 2.X.3.2",
    results="NV_fragment_program4 2.X.3.5",
    options="NV_fragment_program4 2.X.6.Y",
)
NV4_GEOMETRY = replace(
    NV4_VERTEX,
    attributes="NV_geometry_program4 2.X.3.2",
    results="NV_geometry_program4 2.X.3.5",
)

_GENERATION_5 = replace(
    NV4_VERTEX,
    grammar="NV_gpu_program5 2.X.2",
    suffixes="NV_gpu_program5 2.X.4.1",
    texture="NV_gpu_program5 2.X.4.4",
    buffers="NV_gpu_program5 2.X.3.6",
    types="NV_gpu_program5 2.X.3.1",
    interpolation="NV_gpu_program5 2.X.2",
    directives="NV_gpu_program5 2.X.7.Y",
)
NV5_VERTEX = _GENERATION_5
NV5_TESSELLATION = replace(
    _GENERATION_5,
    attributes="NV_tessellation_program5 2.X.3.2",
    results="NV_tessellation_program5 2.X.3.5",
    directives="NV_tessellation_program5 2.X.7.Y",
)
NV5_GEOMETRY = replace(
    _GENERATION_5, attributes="NV_gpu_program5 2.X.3.2", results="NV_geometry_program4 2.X.3.5"
)
NV5_FRAGMENT = replace(
    _GENERATION_5,
    attributes="NV_gpu_program5 2.X.3.2",
    results="NV_gpu_program5 2.X.3.5",
    options="NV_gpu_program5 2.X.6.Y",
    interpolation="NV_fragment_program4 2.X.3.1",
)
NV5_COMPUTE = replace(
    _GENERATION_5,
    attributes="NV_compute_program5 2.X.3.2",
    results="NV_compute_program5 2.X.3.5",
    directives="NV_compute_program5 2.X.7.Y",
)
