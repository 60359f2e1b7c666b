"""Every command of the specifications, by their New Procedures and Functions."""

from __future__ import annotations

import inspect
from itertools import product

import pytest

from nvrender.api import Context
from nvrender.api.command import COMMANDS


def each(*parts: str) -> list[str]:
    """Every name that one word of each part makes."""
    return ["".join(words) for words in product(*(part.split("|") for part in parts))]


NV_VERTEX_PROGRAM = [
    *each("LoadProgram|BindProgram|DeletePrograms|GenPrograms|IsProgram|AreProgramsResident", "NV"),
    *each("RequestResidentPrograms|ExecuteProgram|TrackMatrix|VertexAttribPointer", "NV"),
    *each("ProgramParameter4", "f|d|fv|dv", "NV"), *each("ProgramParameters4", "fv|dv", "NV"),
    *each("GetProgram", "Parameterfv|Parameterdv|iv|String", "NV"), "GetTrackMatrixivNV",
    *each("GetVertexAttrib", "dv|fv|iv|Pointerv", "NV"),
    *each("VertexAttrib", "1|2|3|4", "s|f|d", "|v", "NV"), *each("VertexAttrib4ub", "|v", "NV"),
    *each("VertexAttribs", "1|2|3|4", "s|f|d", "vNV"), "VertexAttribs4ubvNV",
]  # fmt: skip
ARB_VERTEX_PROGRAM = [
    *each("ProgramString|BindProgram|DeletePrograms|GenPrograms|IsProgram|GetProgramiv|GetProgramString",
        "ARB"),
    *each("Program", "Env|Local", "Parameter4", "f|fv|d|dv", "ARB"),
    *each("GetProgram", "Env|Local", "Parameter", "f|d", "vARB"),
    *each("VertexAttrib", "1|2|3|4", "s|f|d", "ARB"), "VertexAttrib4NubARB",
    *each("VertexAttrib", "1|2|3", "s|f|d", "vARB"), *each("VertexAttrib4", "b|s|i|ub|us|ui|f|d", "vARB"),
    *each("VertexAttrib4N", "b|s|i|ub|us|ui", "vARB"),
    *each("VertexAttribPointer|EnableVertexAttribArray|DisableVertexAttribArray", "ARB"),
    *each("GetVertexAttrib", "d|f|i|Pointer", "vARB"),
]  # fmt: skip
PROCEDURES: dict[str, tuple[int, list[str]]] = {
    "NV_vertex_program": (64, NV_VERTEX_PROGRAM),
    "ARB_vertex_program": (62, ARB_VERTEX_PROGRAM),
    "EXT_gpu_program_parameters": (2, each("Program", "Env|Local", "Parameters4fvEXT")),
    "NV_gpu_program4": (16, [
        *each("Program", "Env|Local", "ParameterI4", "i|iv|ui|uiv", "NV"),
        *each("Program", "Env|Local", "ParametersI4", "iv|uiv", "NV"),
        *each("GetProgram", "Env|Local", "ParameterI", "iv|uiv", "NV"),
    ]),
    "NV_parameter_buffer_object": (7, [
        *each("BindBuffer", "Range|Offset|Base", "NV"), *each("ProgramBufferParameters", "f|Ii|Iui", "vNV"),
        "GetIntegerIndexedvEXT",
    ]),
    "NV_vertex_program4": (23, [
        *each("VertexAttribI", "1|2|3|4", "i|ui", "|v", "EXT"), *each("VertexAttribI4", "b|s|ub|us", "vEXT"),
        "VertexAttribIPointerEXT", *each("GetVertexAttribI", "i|ui", "vEXT"),
    ]),
    "NV_geometry_program4": (4, ["ProgramVertexLimitNV", *each("FramebufferTexture", "|Layer|Face", "EXT")]),
    "ARB_draw_buffers and ATI_draw_buffers": (2, each("DrawBuffers", "ARB|ATI")),
    "EXT_framebuffer_multisample": (1, ["RenderbufferStorageMultisampleEXT"]),
    "ARB_texture_multisample": (4, [
        *each("TexImage", "2D|3D", "Multisample"), "GetMultisamplefv", "SampleMaski",
    ]),
    # Without those of EXT_direct_state_access.
    "NV_texture_multisample": (2, each("TexImage", "2D|3D", "MultisampleCoverageNV")),
    "NV_explicit_multisample": (5, [
        "GetMultisamplefvNV", "SampleMaskIndexedNV", "TexRenderbufferNV",
        *each("Get", "Boolean|Integer", "IndexedvEXT"),
    ]),
    "NV_fragment_program": (6, [
        *each("ProgramNamedParameter4", "f|d|fv|dv", "NV"), *each("GetProgramNamedParameter", "f|d", "vNV"),
    ]),
    # ARB_shader_subroutine's own are for GLSL; these are its Dependencies on NV_gpu_program5.
    "NV_gpu_program5": (2, ["ProgramSubroutineParametersuivNV", "GetProgramSubroutineParameteruivNV"]),
    "NV_shader_buffer_load": (14, [
        *each("Make", "|Named", "Buffer", "|Non", "ResidentNV"), *each("Is", "|Named", "BufferResidentNV"),
        *each("Get", "|Named", "BufferParameterui64vNV"), "GetIntegerui64vNV", "GetUniformui64vNV",
        *each("|Program", "Uniformui64", "|v", "NV"),
    ]),
    "NV_shader_storage_buffer_object": (3, ["BindBufferBase", "BindBufferRange", "BindBufferOffsetEXT"]),
    "NV_compute_program5": (2, each("DispatchCompute", "|Indirect")),
    "EXT_shader_image_load_store": (2, ["BindImageTextureEXT", "MemoryBarrierEXT"]),
    "NV_bindless_texture": (13, [
        "GetTextureHandleNV", "GetTextureSamplerHandleNV", "GetImageHandleNV",
        *each("Make", "Texture|Image", "Handle", "|Non", "ResidentNV"),
        *each("Is", "Texture|Image", "HandleResidentNV"), *each("|Program", "UniformHandleui64", "|v", "NV"),
    ]),
    "NV_transform_feedback": (13, [
        *each("BindBuffer", "Range|Offset|Base", "NV"), *each("TransformFeedback", "Attribs|Varyings", "NV"),
        *each("Begin|End", "TransformFeedbackNV"), *each("Get", "VaryingLocation|ActiveVarying", "NV"),
        "ActiveVaryingNV", "GetTransformFeedbackVaryingNV", *each("Get", "Integer|Boolean", "IndexedvEXT"),
    ]),
    "NV_transform_feedback2": (7, [
        *each("Bind|Pause|Resume|Draw", "TransformFeedbackNV"),
        *each("Gen|Delete", "TransformFeedbacksNV"), "IsTransformFeedbackNV",
    ]),
    "ARB_transform_feedback2": (7, [
        *each("Bind|Pause|Resume|Draw|Is", "TransformFeedback"), *each("Gen|Delete", "TransformFeedbacks"),
    ]),
    "ARB_transform_feedback_instanced": (2, each("DrawTransformFeedback", "|Stream", "Instanced")),
    "ARB_transform_feedback3": (5, [
        "TransformFeedbackStreamAttribsNV", "DrawTransformFeedbackStream",
        *each("Begin|End", "QueryIndexed"), "GetQueryIndexediv",
    ]),
    "OpenGL 1.5, queries": (8, [
        *each("Gen|Delete", "Queries"), "IsQuery", *each("Begin|End", "Query"),
        *each("GetQuery", "iv|Objectiv|Objectuiv"),
    ]),
    "EXT_vertex_attrib_64bit": (10, [
        *each("VertexAttribL", "1|2|3|4", "d|dv", "EXT"), "VertexAttribLPointerEXT", "GetVertexAttribLdvEXT",
    ]),
    "NV_vertex_buffer_unified_memory": (12, [
        "BufferAddressRangeNV", "GetIntegerui64i_vNV",
        *each("Vertex|Normal|Color|Index|TexCoord|EdgeFlag|SecondaryColor|FogCoord", "FormatNV"),
        *each("VertexAttrib", "|I", "FormatNV"),
    ]),
    "NV_vertex_attrib_integer_64bit": (19, [
        "VertexAttribLFormatNV",
        *each("VertexAttribL", "1|2|3|4", "i64|ui64", "|v", "NV"),
        *each("GetVertexAttribL", "i64|ui64", "vNV"),
    ]),
    "ARB_sampler_objects": (14, [
        *each("Gen|Delete", "Samplers"), "IsSampler", "BindSampler",
        *each("SamplerParameter", "i|f|iv|fv|Iiv|Iuiv"), *each("GetSamplerParameter", "iv|fv|Iiv|Iuiv"),
    ]),
    "ARB_draw_instanced": (2, each("Draw", "Arrays|Elements", "InstancedARB")),
    "EXT_draw_instanced": (2, each("Draw", "Arrays|Elements", "InstancedEXT")),
    "ARB_draw_indirect": (2, each("Draw", "Arrays|Elements", "Indirect")),
    "NV_tessellation_program5": (2, each("PatchParameter", "i|fv")),
}  # fmt: skip


@pytest.mark.parametrize("extension", PROCEDURES)
def test_there_is_every_command(extension: str) -> None:
    count, names = PROCEDURES[extension]
    assert len(set(names)) == count
    missing = [name for name in names if name not in COMMANDS or not callable(getattr(Context, name, None))]
    assert missing == []


def test_every_command_says_what_it_does() -> None:
    assert [
        name for name, command in COMMANDS.items() if not command.summary.strip().endswith((".", ":"))
    ] == []


def test_methods_say_what_they_take() -> None:
    """The arguments of the specification, whatever of the state a command takes besides."""
    methods = Context(backend="oracle").BindTexture, Context.BindTexture
    assert [list(inspect.signature(method).parameters) for method in methods] == [["target", "texture"]] * 2
    assert {method.__doc__ for method in methods} == {COMMANDS["BindTexture"].summary} != {""}
