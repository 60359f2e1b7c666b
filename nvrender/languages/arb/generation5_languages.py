"""What the grammar of NV_gpu_program5 2.X.2 accepts under each header, and what options add to it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from nvrender.languages.arb import directives, sections
from nvrender.languages.arb import generation5_bindings as bindings
from nvrender.languages.arb.languages import NV4_FRAGMENT, NV4_GEOMETRY, NV4_VERTEX
from nvrender.ops import texture_targets as textures
from nvrender.program.binding_rows import BindingRow
from nvrender.program.language import Language

_DECLARATIONS = frozenset({"CBUFFER", "TEXTURE", "IMAGE", "SUBROUTINE", "SUBROUTINETYPE"})
_ARRAYS = frozenset({"CBUFFER", "TEXTURE", "IMAGE", "SUBROUTINE"})
_ATTRIBUTE = frozenset({"ATTRIB"})


def _grown(language: Language, **changes: object) -> Language:
    """A language of generation 4 with what every stage has."""
    modifiers = {
        word: keywords | ({"CBUFFER"} if "BUFFER" in keywords else set())
        for word, keywords in language.modifiers.items()
    }
    base = replace(
        language,
        declarations=language.declarations | _DECLARATIONS,
        arrays=language.arrays | _ARRAYS,
        reserved=language.reserved | {"image"},
        modifiers=MappingProxyType(modifiers),
        texture_targets=textures.GENERATION_5,
        sized=True,
    )
    return replace(base, **changes)  # type: ignore[arg-type]


_VERTEX = _grown(NV4_VERTEX)
VERTEX = replace(
    _VERTEX,
    sections=sections.NV5_VERTEX,
    attributes=bindings.VERTEX_ATTRIBUTES,
    modifiers=MappingProxyType({**_VERTEX.modifiers, "LONG": _VERTEX.modifiers["LONG"] | _ATTRIBUTE}),
)
CONTROL = _grown(
    NV4_GEOMETRY,
    sections=sections.NV5_TESSELLATION,
    attributes=bindings.CONTROL_ROWS,
    results=bindings.CONTROL_RESULT_ROWS,
    result_components=MappingProxyType(bindings.CONTROL_RESULT_COMPONENTS),
    vertex_prefixes=frozenset({"vertex", "vertex.in", "vertex.out"}),
    directives=directives.CONTROL,
)
EVALUATION = _grown(
    NV4_GEOMETRY,
    sections=sections.NV5_TESSELLATION,
    attributes=bindings.EVALUATION_ROWS,
    results=NV4_VERTEX.results,
    result_components=NV4_VERTEX.result_components,
    vertex_prefixes=frozenset({"vertex", "vertex.in"}),
    directives=directives.EVALUATION,
)
GEOMETRY = _grown(
    NV4_GEOMETRY,
    sections=sections.NV5_GEOMETRY,
    attributes=bindings.GEOMETRY_ROWS,
    directives=directives.GEOMETRY_5,
)
_FRAGMENT = _grown(NV4_FRAGMENT)
FRAGMENT = replace(
    _FRAGMENT,
    sections=sections.NV5_FRAGMENT,
    attributes=bindings.FRAGMENT_ROWS,
    results=bindings.FRAGMENT_RESULT_ROWS,
    result_components=MappingProxyType(bindings.FRAGMENT_5_RESULT_COMPONENTS),
    modifiers=MappingProxyType({**_FRAGMENT.modifiers, "SAMPLE": _ATTRIBUTE}),
)
COMPUTE = _grown(
    NV4_VERTEX,
    sections=sections.NV5_COMPUTE,
    attributes=bindings.COMPUTE_ROWS,
    results=(),
    declarations=(NV4_VERTEX.declarations | _DECLARATIONS | {"SHARED"}) - {"OUTPUT"},
    arrays=(NV4_VERTEX.arrays | _ARRAYS | {"SHARED"}) - {"OUTPUT"},
    reserved=frozenset({"program", "result", "state", "texture", "invocation", "image"}),
    result_components=MappingProxyType({}),
    directives=directives.COMPUTE,
)

_THREADS: dict[Language, tuple[BindingRow, ...]] = {
    VERTEX: bindings.VERTEX_THREADS,
    CONTROL: bindings.CONTROL_THREADS,
    EVALUATION: bindings.EVALUATION_THREADS,
    GEOMETRY: bindings.GEOMETRY_THREADS,
    FRAGMENT: bindings.FRAGMENT_THREADS,
    COMPUTE: bindings.COMPUTE_THREADS,
}


def with_options(language: Language, options: frozenset[str]) -> Language:
    """A language of generation 5 with what options add to its grammar."""
    if "NV_shader_thread_group" in options:
        attributes = (*language.attributes, *_THREADS[language])
        parameters = (*language.parameters, *bindings.THREAD_STATE)
        language = replace(language, attributes=attributes, parameters=parameters)
    if "NV_shader_storage_buffer" in options:
        language = replace(
            language,
            declarations=language.declarations | {"STORAGE"},
            arrays=language.arrays | {"STORAGE"},
            parameters=(*language.parameters, *bindings.STORAGE_LENGTHS),
        )
    if "NV_bindless_texture" in options:
        language = replace(language, handles=True)
    if "NV_texture_multisample" in options:
        language = replace(language, texture_targets=(*language.texture_targets, *textures.MULTISAMPLE))
    if "ARB_blend_func_extended" in options:
        numbered = not options.isdisjoint(("ARB_draw_buffers", "ATI_draw_buffers"))
        language = replace(language, results=(*language.results, *bindings.blended(numbered)))
    return language
