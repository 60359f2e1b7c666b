"""Exercises of extensions. Of the languages, and of what programs reach."""

from __future__ import annotations

import numpy as np
from exercise_helpers import T2, Exercise, arrays, color, fill, image, red, shown
from generation5 import ASCII, COMPUTE, CONTROL, EVALUATION, FRAGMENT, GEOMETRY, VERTEX
from texture_exercises import depths

from nvrender.api import Context, enums

VP1 = "!!VP1.0 MOV o[HPOS], v[OPOS]; MOV o[COL0], c[0]; END"
_STORAGE = "OPTION NV_shader_storage_buffer;"


def vertex(options: str, body: str, header: str = "!!ARBvp1.0") -> Exercise:
    position = "MOV result.position, vertex.position; "
    return lambda gl: shown(gl, VERTEX, f"{header} {options} TEMP t; {position}{body} END")


def fragment(options: str, body: str, header: str = "!!ARBfp1.0") -> Exercise:
    return lambda gl: shown(gl, FRAGMENT, f"{header} {options} TEMP t; {body} END")


def nv_vertex(text: str) -> Exercise:
    def exercise(gl: Context) -> bool:
        gl.LoadProgramNV(enums.VERTEX_PROGRAM_NV, 1, text)
        gl.BindProgramNV(enums.VERTEX_PROGRAM_NV, 1)
        gl.ProgramParameter4fNV(enums.VERTEX_PROGRAM_NV, 0, 1, 1, 1, 1)
        gl.Enable(enums.VERTEX_PROGRAM_NV)
        fill(gl)
        return red(gl) == 255

    return exercise


def nv_fragment(gl: Context) -> bool:
    gl.LoadProgramNV(enums.FRAGMENT_PROGRAM_NV, 1, "!!FP1.0 DECLARE c; MOV o[COLR], c; END")
    gl.BindProgramNV(enums.FRAGMENT_PROGRAM_NV, 1)
    gl.ProgramNamedParameter4fNV(1, b"c", 1, 0, 0, 1)
    gl.Enable(enums.FRAGMENT_PROGRAM_NV)
    fill(gl)
    return color(gl) == [255, 0, 0]


def dispatched(options: str, body: str, value: int = 7) -> Exercise:
    """A work group leaves ``value`` in the first word of a buffer at address program.local[0]."""

    def exercise(gl: Context) -> bool:
        buffer = enums.SHADER_STORAGE_BUFFER
        gl.BindBufferBase(buffer, 0, 1)
        gl.BufferData(buffer, np.zeros(4, np.uint32), enums.DYNAMIC_COPY)
        gl.MakeBufferResidentNV(buffer, enums.READ_WRITE)
        address = gl.GetBufferParameterui64vNV(buffer, enums.BUFFER_GPU_ADDRESS_NV)
        gl.ProgramLocalParameterI4uiNV(COMPUTE, 0, address, 0, 0, 0)
        text = f"!!NVcp5.0 {options} GROUP_SIZE 1; TEMP t; PARAM a = program.local[0]; {body} END"
        gl.ProgramStringARB(COMPUTE, ASCII, text)
        gl.Enable(COMPUTE)
        gl.DispatchCompute(1, 1, 1)
        words = gl.GetBufferSubData(buffer, 0, 4).view(np.uint32)
        return bool(words[0] == value and gl.faults == 0)

    return exercise


def geometry(gl: Context) -> bool:
    head = "PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
    body = "".join(f"MOV result.position, vertex[{number}].position; MOV result.color, 1; EMIT;"
                   for number in range(3))  # fmt: skip
    gl.ProgramStringARB(GEOMETRY, ASCII, f"!!NVgp4.0 {head} {body} END")
    gl.Enable(GEOMETRY)
    arrays(gl)
    gl.Color3f(0, 0, 0)
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    return red(gl) == 255


def tessellated(gl: Context) -> bool:
    control = (
        "!!NVtcp5.0 VERTICES_OUT 3; ATTRIB p = vertex.position; TEMP t;"
        "MOV.U t.x, primitive.invocation.x; MOV result.position, p[t.x]; "
    )
    levels = "".join(f"MOV result.patch.tessouter[{number}], 1;" for number in range(3))
    evaluation = (
        "!!NVtep5.0 TESS_MODE TRIANGLES; TEMP p; MUL p, vertex[0].position, vertex.tesscoord.x;"
        "MAD p, vertex[1].position, vertex.tesscoord.y, p;"
        "MAD result.position, vertex[2].position, vertex.tesscoord.z, p; MOV result.color, 1; END"
    )
    for target, text in ((CONTROL, f"{control}{levels} MOV result.patch.tessinner[0], 1; END"),
                         (EVALUATION, evaluation)):  # fmt: skip
        gl.ProgramStringARB(target, ASCII, text)
        gl.Enable(target)
    arrays(gl)
    gl.PatchParameteri(enums.PATCH_VERTICES, 3)
    gl.DrawArrays(enums.PATCHES, 0, 3)
    return red(gl) == 255


def parameter_buffer(
    gl: Context, text: str = "BUFFER b[] = {program.buffer[0]}; MOV result.color, b[0];"
) -> bool:
    target = enums.FRAGMENT_PROGRAM_PARAMETER_BUFFER_NV
    gl.BindBufferBaseNV(target, 0, 3)
    gl.BufferData(target, np.ones(4, np.float32), enums.STATIC_DRAW)
    return shown(gl, FRAGMENT, f"!!NVfp5.0 {text} END")


def images(gl: Context) -> bool:
    gl.BindTexture(T2, 2)
    gl.TexImage2D(T2, 0, enums.R32UI, 2, 2, 0, enums.RED_INTEGER_EXT, enums.UNSIGNED_INT, None)
    for pname in (enums.TEXTURE_MIN_FILTER, enums.TEXTURE_MAG_FILTER):
        gl.TexParameteri(T2, pname, enums.NEAREST)
    gl.BindImageTextureEXT(0, 2, 0, False, 0, enums.WRITE_ONLY, enums.R32UI)
    text = "!!NVcp5.0 GROUP_SIZE 1; TEMP t; MOV.S t, {1, 0, 0, 0}; STOREIM.U32 image[0], 9, t, 2D; END"
    gl.ProgramStringARB(COMPUTE, ASCII, text)
    gl.Enable(COMPUTE)
    gl.DispatchCompute(1, 1, 1)
    gl.MemoryBarrierEXT(enums.ALL_BARRIER_BITS_EXT)
    return bool(gl.GetTexImage(T2, 0, enums.RED_INTEGER_EXT, enums.UNSIGNED_INT)[0, 1, 0] == 9)


def bindless(gl: Context) -> bool:
    gl.BindTexture(T2, 2)
    image(gl)
    handle = gl.GetTextureHandleNV(2)
    gl.MakeTextureHandleResidentNV(handle)
    gl.ProgramLocalParameterI4uiNV(FRAGMENT, 0, handle & 0xFFFFFFFF, handle >> 32, 0, 0)
    body = "LONG TEMP h; PK64.U h, program.local[0]; TEX result.color, {0, 0, 0, 0}, handle(h.x), 2D;"
    return shown(gl, FRAGMENT, f"!!NVfp5.0 OPTION NV_bindless_texture; {body} END") and color(gl) == [
        255,
        0,
        0,
    ]


def shadow_program(gl: Context) -> bool:
    depths(gl)
    option = "OPTION ARB_fragment_program_shadow;"
    text = f"!!ARBfp1.0 {option} TEX result.color, {{0, 0, 0.5, 0}}, texture[0], SHADOW2D; END"
    return shown(gl, FRAGMENT, text)


PROGRAM_EXERCISES: dict[str, Exercise] = {
    "ARB_vertex_program": vertex("", "MOV result.color, 1;"),
    "NV_vertex_program2_option": vertex("OPTION NV_vertex_program2;", "COS result.color, 0.0;"),
    "NV_vertex_program3": vertex(
        "OPTION NV_vertex_program3;", "ADDRESS a; MOV t, 1; PUSHA a; POPA a; MOV result.color, t;"),
    "NV_vertex_program4": vertex("", "I2F.S t, vertex.id; MAX result.color, t, 1;", "!!NVvp4.0"),
    "NV_gpu_program4": vertex("", "MOV.S t, 1; I2F.S result.color, t;", "!!NVvp4.0"),
    "NV_gpu_program5": tessellated,
    "NV_gpu_program_fp64": vertex(
        "", "LONG TEMP d; CVT.F64.F32 d, {1, 0, 0, 0}; CVT.F32.F64 result.color, d;", "!!NVvp5.0"),
    "NV_vertex_program": nv_vertex(VP1),
    "NV_vertex_program1_1": nv_vertex("!!VP1.1 MOV o[HPOS], v[OPOS]; ABS o[COL0], -c[0]; END"),
    "NV_vertex_program2": nv_vertex("!!VP2.0 MOV o[HPOS], v[OPOS]; FLR o[COL0], c[0]; END"),
    "ARB_fragment_program": fragment("", "MOV result.color, 1;"),
    "ARB_fragment_program_shadow": shadow_program,
    "NV_fragment_program_option": fragment("OPTION NV_fragment_program;", "SGTH result.color, 2.0, 1.0;"),
    "NV_fragment_program2": fragment(
        "OPTION NV_fragment_program2;",
        "MOV t, 0; REP {3, 0, 0, 0}.x; ADD t, t, 0.5; ENDREP; MOV result.color, t;"),
    "NV_fragment_program4": fragment("", "MOV.S t, 1; I2F.S result.color, t;", "!!NVfp4.0"),
    "NV_fragment_program": nv_fragment,
    "NV_geometry_program4": geometry,
    "NV_compute_program5": dispatched(_STORAGE, "STORAGE s[] = {program.storage[0]}; STB.U32 7, s[0];"),
    "NV_shader_storage_buffer_object": dispatched(
        _STORAGE, "STORAGE s[] = {program.storage[0]}; STB.U32 7, s[0]; LDB.U32 t.x, s[0]; STB.U32 t, s[0];"),
    "NV_gpu_program5_mem_extended": dispatched(
        "OPTION NV_gpu_program5_mem_extended;", "MOV.U t.x, 7; STORE.U32 t, a.x;"),
    "NV_shader_atomic_float": dispatched(
        "OPTION NV_shader_atomic_float;", "ATOM.ADD.F32 t.x, 1.0, a.x;", 0x3F800000),
    "NV_shader_buffer_load": dispatched("", "STORE.U32 7, a.x; LOAD.U32 t.x, a.x; STORE.U32 t, a.x;"),
    "NV_shader_buffer_store": dispatched("", "ATOM.ADD.U32 t, 7, a.x; MEMBAR;"),
    "NV_shader_thread_group": dispatched(
        "OPTION NV_shader_thread_group;",
        "MOV.U t.x, invocation.threadid.x; ADD.U t.x, t.x, 7; STORE.U32 t, a.x;"),
    "NV_parameter_buffer_object": parameter_buffer,
    "NV_parameter_buffer_object2": lambda gl: parameter_buffer(
        gl, "CBUFFER b[] = {program.buffer[0]}; LDC.F32X4 result.color, b[0];"),
    "EXT_gpu_program_parameters": lambda gl: (
        gl.ProgramLocalParameters4fvEXT(FRAGMENT, 3, [[1] * 4] * 2) is None) and shown(
        gl, FRAGMENT, "!!ARBfp1.0 MOV result.color, program.local[4]; END"),
    "EXT_shader_image_load_store": images,
    "NV_bindless_texture": bindless,
}  # fmt: skip
