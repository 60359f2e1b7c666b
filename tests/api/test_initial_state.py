"""The specifications' state tables (New State, New Implementation Dependent State) of a new context."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from batches import every

from nvrender.api import Context, enums

#: Command, its arguments with enumerants by name, what it answers.
Row = tuple[str, tuple[Any, ...], Any]

VERTEX, FRAGMENT, GEOMETRY = ["VERTEX_PROGRAM_ARB"], ["FRAGMENT_PROGRAM_ARB"], ["GEOMETRY_PROGRAM_NV"]
TESSELLATION, COMPUTE = ["TESS_CONTROL_PROGRAM_NV", "TESS_EVALUATION_PROGRAM_NV"], ["COMPUTE_PROGRAM_NV"]
EVERY = VERTEX + FRAGMENT + GEOMETRY + TESSELLATION + COMPUTE
ZEROS = (0, 0, 0, 0)


def answers(command: str, value: Any, *arguments: Iterable[Any]) -> list[Row]:
    """A row for each combination of the arguments."""
    return [(command, row, value) for row in product(*arguments)]


def answer(gl: Context, command: str, arguments: tuple[Any, ...]) -> Any:
    numbers = [getattr(enums, each) if isinstance(each, str) else each for each in arguments]
    return getattr(gl, command)(*numbers)


NV_VERTEX_PROGRAM = [  # tables X.5 and X.8
    *answers("IsEnabled", False,
             ["VERTEX_PROGRAM_NV", "VERTEX_PROGRAM_POINT_SIZE_NV", "VERTEX_PROGRAM_TWO_SIDE_NV"]),
    *answers("IsEnabled", False, [f"VERTEX_ATTRIB_ARRAY{index}_NV" for index in range(16)]),
    *answers("GetIntegerv", -1, ["PROGRAM_ERROR_POSITION_NV"]),
    *answers("GetIntegerv", 0, ["VERTEX_PROGRAM_BINDING_NV"]),
    *answers("GetIntegerv", 1, ["CURRENT_MATRIX_STACK_DEPTH_NV"]),
    *answers("GetProgramParameterfvNV", ZEROS, ["VERTEX_PROGRAM_NV"], (0, 1, 95, 96, 255),
             ["PROGRAM_PARAMETER_NV"]),
    *answers("GetTrackMatrixivNV", enums.NONE, ["VERTEX_PROGRAM_NV"], range(0, 256, 4), ["TRACK_MATRIX_NV"]),
    *answers("GetTrackMatrixivNV", enums.IDENTITY_NV, ["VERTEX_PROGRAM_NV"], range(0, 256, 4),
             ["TRACK_MATRIX_TRANSFORM_NV"]),
    *answers("GetVertexAttribivNV", 4, range(16), ["ATTRIB_ARRAY_SIZE_NV"]),
    *answers("GetVertexAttribivNV", 0, range(16), ["ATTRIB_ARRAY_STRIDE_NV"]),
    *answers("GetVertexAttribivNV", enums.FLOAT, range(16), ["ATTRIB_ARRAY_TYPE_NV"]),
    *answers("GetVertexAttribPointervNV", None, range(16), ["ATTRIB_ARRAY_POINTER_NV"]),
    # CURRENT_ATTRIB_NV by the aliases of table X.2: a normal, a colour.
    *answers("GetVertexAttribfvNV", (0, 0, 1, 1), [2], ["CURRENT_ATTRIB_NV"]),
    *answers("GetVertexAttribfvNV", (1, 1, 1, 1), [3], ["CURRENT_ATTRIB_NV"]),
    *answers("GetVertexAttribfvNV", (0, 0, 0, 1), [1, *range(4, 16)], ["CURRENT_ATTRIB_NV"]),
]  # fmt: skip

PROGRAMS = [  # ARB_vertex_program, tables X.6 to X.8; ARB_fragment_program, X.6, X.7; NV_gpu_program4, X.20
    *answers("IsEnabled", False, ["VERTEX_PROGRAM_ARB", "VERTEX_PROGRAM_POINT_SIZE_ARB", "COLOR_SUM_ARB",
                                  "VERTEX_PROGRAM_TWO_SIDE_ARB", "FRAGMENT_PROGRAM_ARB",
                                      "GEOMETRY_PROGRAM_NV"]),
    *answers("GetIntegerv", -1, ["PROGRAM_ERROR_POSITION_ARB"]),
    *answers("GetString", "", ["PROGRAM_ERROR_STRING_ARB"]),
    *answers("GetIntegerv", 1, ["CURRENT_MATRIX_STACK_DEPTH_ARB"]),
    *answers("GetProgramivARB", 0, EVERY, [
        f"PROGRAM_{what}" for what in (
            "BINDING_ARB", "LENGTH_ARB", "INSTRUCTIONS_ARB", "TEMPORARIES_ARB", "PARAMETERS_ARB",
                "ATTRIBS_ARB",
            "NATIVE_INSTRUCTIONS_ARB", "NATIVE_TEMPORARIES_ARB", "NATIVE_PARAMETERS_ARB",
                "NATIVE_ATTRIBS_ARB",
            "UNDER_NATIVE_LIMITS_ARB", "ATTRIB_COMPONENTS_NV", "RESULT_COMPONENTS_NV")]),
    *answers("GetProgramivARB", 0, VERTEX,
             ["PROGRAM_ADDRESS_REGISTERS_ARB", "PROGRAM_NATIVE_ADDRESS_REGISTERS_ARB"]),
    *answers("GetProgramivARB", 0, FRAGMENT, [
        f"PROGRAM_{native}{what}_ARB" for native in ("", "NATIVE_")
        for what in ("ALU_INSTRUCTIONS", "TEX_INSTRUCTIONS", "TEX_INDIRECTIONS")]),
    *answers("GetProgramivARB", enums.PROGRAM_FORMAT_ASCII_ARB, EVERY, ["PROGRAM_FORMAT_ARB"]),
    *answers("GetProgramStringARB", b"", EVERY, ["PROGRAM_STRING_ARB"]),
    *answers("GetProgramEnvParameterfvARB", ZEROS, EVERY, (0, 23, 95)),
    *answers("GetProgramLocalParameterfvARB", ZEROS, EVERY, (0, 23, 95)),
    *answers("GetVertexAttribivARB", 0, range(16), [
        f"VERTEX_ATTRIB_ARRAY_{what}" for what in ("ENABLED_ARB", "STRIDE_ARB", "NORMALIZED_ARB",
            "INTEGER_EXT")]),
    *answers("GetVertexAttribivARB", 4, range(16), ["VERTEX_ATTRIB_ARRAY_SIZE_ARB"]),
    *answers("GetVertexAttribivARB", enums.FLOAT, range(16), ["VERTEX_ATTRIB_ARRAY_TYPE_ARB"]),
    *answers("GetVertexAttribPointervARB", None, range(16), ["VERTEX_ATTRIB_ARRAY_POINTER_ARB"]),
]  # fmt: skip

STAGES = "VERTEX", "GEOMETRY", "FRAGMENT", "TESS_CONTROL", "TESS_EVALUATION", "COMPUTE"
OTHERS = [
    # NV_tessellation_program5, NV_compute_program5 and ARB_tessellation_shader
    *answers("IsEnabled", False, TESSELLATION + COMPUTE),
    *answers("GetIntegerv", 3, ["PATCH_VERTICES"]),
    *answers("GetFloatv", (1, 1, 1, 1), ["PATCH_DEFAULT_OUTER_LEVEL"]),
    *answers("GetFloatv", (1, 1), ["PATCH_DEFAULT_INNER_LEVEL"]),
    # ARB_shader_storage_buffer_object, ARB_compute_shader
    *answers("GetIntegerv", 0, ["SHADER_STORAGE_BUFFER_BINDING", "DISPATCH_INDIRECT_BUFFER_BINDING"]),
    *answers("GetIntegeri_v", 0, [f"SHADER_STORAGE_BUFFER_{what}" for what in ("BINDING", "START", "SIZE")],
             (0, 7)),
    # EXT_shader_image_load_store
    *answers("GetIntegeri_v", 0, [f"IMAGE_BINDING_{what}_EXT" for what in ("NAME", "LEVEL", "LAYER")],
             (0, 7)),
    *answers("GetBooleani_v", False, ["IMAGE_BINDING_LAYERED_EXT"], (0, 7)),
    *answers("GetIntegeri_v", enums.READ_ONLY, ["IMAGE_BINDING_ACCESS_EXT"], (0, 7)),
    *answers("GetIntegeri_v", enums.R8, ["IMAGE_BINDING_FORMAT_EXT"], (0, 7)),
    # ARB_shader_subroutine
    *answers("GetProgramSubroutineParameteruivNV", 0, EVERY, (0, 1023)),
    # NV_geometry_program4
    *answers("GetProgramivARB", 0, GEOMETRY,
             ["GEOMETRY_VERTICES_OUT_EXT", "GEOMETRY_INPUT_TYPE_EXT", "GEOMETRY_OUTPUT_TYPE_EXT"]),
    # NV_parameter_buffer_object
    *answers("GetIntegerIndexedvEXT", 0,
             [f"{stage}_PROGRAM_PARAMETER_BUFFER_NV" for stage in STAGES], (0, 7)),
    *answers("GetIntegerv", 0, [f"{stage}_PROGRAM_PARAMETER_BUFFER_NV" for stage in STAGES]),
    # NV_explicit_multisample
    *answers("IsEnabled", False, ["SAMPLE_MASK_NV"]),
    *answers("GetIntegerIndexedvEXT", 0xFFFFFFFF, ["SAMPLE_MASK_VALUE_NV"], [0]),
    *answers("GetIntegerv", 0, ["TEXTURE_BINDING_RENDERBUFFER_NV"]),
    # NV_fragment_program
    *answers("IsEnabled", False, ["FRAGMENT_PROGRAM_NV"]),
    *answers("GetIntegerv", 0, ["FRAGMENT_PROGRAM_BINDING_NV"]),
    # EXT_texture_array
    *answers("GetIntegerv", 0, ["TEXTURE_BINDING_1D_ARRAY_EXT", "TEXTURE_BINDING_2D_ARRAY_EXT"]),
    # ARB_draw_buffers
    *answers("GetIntegerv", enums.BACK, ["DRAW_BUFFER0_ARB"]),
    *answers("GetIntegerv", enums.NONE, ["DRAW_BUFFER1_ARB"]),
    # EXT_framebuffer_object
    *answers("GetIntegerv", 0, ["FRAMEBUFFER_BINDING_EXT", "RENDERBUFFER_BINDING_EXT"]),
]  # fmt: skip

MINIMA = [
    # NV_vertex_program, table X.9; ARB_vertex_program, X.11
    *answers("GetIntegerv", 8, ["MAX_TRACK_MATRICES_NV", "MAX_PROGRAM_MATRICES_ARB"]),
    *answers("GetIntegerv", 1, ["MAX_TRACK_MATRIX_STACK_DEPTH_NV", "MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB"]),
    *answers("GetIntegerv", 16, ["MAX_VERTEX_ATTRIBS_ARB"]),
    *answers("GetProgramivARB", 96, VERTEX, [
        f"MAX_PROGRAM_{what}_ARB" for what in ("ENV_PARAMETERS", "LOCAL_PARAMETERS", "PARAMETERS")]),
    *answers("GetProgramivARB", 128, VERTEX, ["MAX_PROGRAM_INSTRUCTIONS_ARB"]),
    *answers("GetProgramivARB", 12, VERTEX, ["MAX_PROGRAM_TEMPORARIES_ARB"]),
    *answers("GetProgramivARB", 16, VERTEX, ["MAX_PROGRAM_ATTRIBS_ARB"]),
    *answers("GetProgramivARB", 1, VERTEX, ["MAX_PROGRAM_ADDRESS_REGISTERS_ARB"]),
    # ARB_fragment_program
    *answers("GetIntegerv", 2, ["MAX_TEXTURE_COORDS_ARB", "MAX_TEXTURE_IMAGE_UNITS_ARB"]),
    *answers("GetProgramivARB", 24, FRAGMENT, [
        f"MAX_PROGRAM_{what}_ARB"
        for what in ("ENV_PARAMETERS", "LOCAL_PARAMETERS", "PARAMETERS", "TEX_INSTRUCTIONS")]),
    *answers("GetProgramivARB", 72, FRAGMENT, ["MAX_PROGRAM_INSTRUCTIONS_ARB"]),
    *answers("GetProgramivARB", 48, FRAGMENT, ["MAX_PROGRAM_ALU_INSTRUCTIONS_ARB"]),
    *answers("GetProgramivARB", 4, FRAGMENT, ["MAX_PROGRAM_TEX_INDIRECTIONS_ARB"]),
    *answers("GetProgramivARB", 16, FRAGMENT, ["MAX_PROGRAM_TEMPORARIES_ARB"]),
    *answers("GetProgramivARB", 10, FRAGMENT, ["MAX_PROGRAM_ATTRIBS_ARB"]),
    # NV_gpu_program4, table X.21; EXT_gpu_shader4
    *answers("GetProgramivARB", 4, EVERY, ["MAX_PROGRAM_CALL_DEPTH_NV", "MAX_PROGRAM_LOOP_DEPTH_NV"]),
    *answers("GetProgramivARB", 48, EVERY, ["MAX_PROGRAM_IF_DEPTH_NV"]),
    *answers("GetIntegerv", 7, ["MAX_PROGRAM_TEXEL_OFFSET_EXT"]),
    # NV_geometry_program4
    *answers("GetProgramivARB", 256, GEOMETRY, ["MAX_PROGRAM_OUTPUT_VERTICES_NV"]),
    *answers("GetProgramivARB", 1024, GEOMETRY, ["MAX_PROGRAM_TOTAL_OUTPUT_COMPONENTS_NV"]),
    # NV_gpu_program5, NV_shader_thread_group
    *answers("GetIntegerv", 32, ["MAX_GEOMETRY_PROGRAM_INVOCATIONS_NV"]),
    *answers("GetFloatv", 0.5, ["MAX_FRAGMENT_INTERPOLATION_OFFSET_NV"]),
    *answers("GetIntegerv", 4, ["FRAGMENT_PROGRAM_INTERPOLATION_OFFSET_BITS_NV"]),
    *answers("GetIntegerv", 31, ["MAX_PROGRAM_TEXTURE_GATHER_OFFSET_NV"]),
    *answers("GetIntegerv", 1, ["WARP_SIZE_NV", "WARPS_PER_SM_NV", "SM_COUNT_NV"]),
    # NV_tessellation_program5, ARB_tessellation_shader
    *answers("GetProgramivARB", 30, TESSELLATION + GEOMETRY, ["MAX_PROGRAM_PATCH_ATTRIBS_NV"]),
    *answers("GetIntegerv", 32, ["MAX_PATCH_VERTICES"]),
    *answers("GetIntegerv", 64, ["MAX_TESS_GEN_LEVEL"]),
    *answers("GetIntegerv", 1024, ["MAX_TESS_CONTROL_UNIFORM_COMPONENTS",
                                   "MAX_TESS_EVALUATION_UNIFORM_COMPONENTS"]),
    *answers("GetIntegerv", 16, ["MAX_TESS_CONTROL_TEXTURE_IMAGE_UNITS",
                                 "MAX_TESS_EVALUATION_TEXTURE_IMAGE_UNITS"]),
    *answers("GetIntegerv", 128, ["MAX_TESS_CONTROL_INPUT_COMPONENTS", "MAX_TESS_CONTROL_OUTPUT_COMPONENTS",
             "MAX_TESS_EVALUATION_INPUT_COMPONENTS", "MAX_TESS_EVALUATION_OUTPUT_COMPONENTS"]),
    *answers("GetIntegerv", 120, ["MAX_TESS_PATCH_COMPONENTS"]),
    *answers("GetIntegerv", 4096, ["MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS"]),
    # ARB_compute_shader
    *answers("GetIntegerv", 1024, ["MAX_COMPUTE_WORK_GROUP_INVOCATIONS"]),
    *answers("GetIntegerv", 32768, ["MAX_COMPUTE_SHARED_MEMORY_SIZE"]),
    *answers("GetIntegeri_v", 65535, ["MAX_COMPUTE_WORK_GROUP_COUNT"], range(3)),
    *answers("GetIntegeri_v", 64, ["MAX_COMPUTE_WORK_GROUP_SIZE"], range(3)),
    # NV_shader_buffer_load
    *answers("GetIntegerui64vNV", 0xFFFFFFFF, ["MAX_SHADER_BUFFER_ADDRESS_NV"]),
    *answers("GetIntegerv", 16, ["MAX_COMPUTE_TEXTURE_IMAGE_UNITS"]),
    *answers("GetIntegerv", 8, ["MAX_COMPUTE_IMAGE_UNIFORMS"]),
    # ARB_shader_subroutine
    *answers("GetProgramivARB", 1024, EVERY, ["MAX_PROGRAM_SUBROUTINE_PARAMETERS_NV"]),
    *answers("GetProgramivARB", 256, EVERY, ["MAX_PROGRAM_SUBROUTINE_NUM_NV"]),
    # EXT_shader_image_load_store
    *answers("GetIntegerv", 8, ["MAX_IMAGE_UNITS_EXT", "MAX_COMBINED_IMAGE_UNITS_AND_FRAGMENT_OUTPUTS_EXT"]),
    *answers("GetIntegerv", 0, ["MAX_IMAGE_SAMPLES_EXT"]),
    # ARB_shader_storage_buffer_object
    *answers("GetIntegerv", 8, ["MAX_SHADER_STORAGE_BUFFER_BINDINGS", "MAX_COMBINED_SHADER_STORAGE_BLOCKS",
                                "MAX_COMPUTE_SHADER_STORAGE_BLOCKS", "MAX_FRAGMENT_SHADER_STORAGE_BLOCKS"]),
    *answers("GetIntegerv", 2**24, ["MAX_SHADER_STORAGE_BLOCK_SIZE"]),
    # ARB_draw_buffers, EXT_texture_array, NV_explicit_multisample, NV_fragment_program
    *answers("GetIntegerv", 1, ["MAX_DRAW_BUFFERS_ARB", "MAX_SAMPLE_MASK_WORDS_NV"]),
    *answers("GetIntegerv", 64, ["MAX_ARRAY_TEXTURE_LAYERS_EXT", "MAX_FRAGMENT_PROGRAM_LOCAL_PARAMETERS_NV"]),
]  # fmt: skip


@pytest.fixture(scope="module")
def gl() -> Context:
    return Context(backend="oracle", raise_errors=True)


@every(("command", "arguments", "value"), [*NV_VERTEX_PROGRAM, *PROGRAMS, *OTHERS])
def test_initial_values(gl: Context, command: str, arguments: tuple[Any, ...], value: Any) -> None:
    assert answer(gl, command, arguments) == value


@every(("command", "arguments", "least"), MINIMA)
def test_limits_reach_their_minimum(
    gl: Context, command: str, arguments: tuple[Any, ...], least: int
) -> None:
    assert answer(gl, command, arguments) >= least


@pytest.mark.parametrize(("name", "most"), [
    ("MIN_FRAGMENT_INTERPOLATION_OFFSET_NV", -0.5),  # NV_gpu_program5
    ("MIN_PROGRAM_TEXTURE_GATHER_OFFSET_NV", -32),  # of the first hardware (NV_gpu_program5 issue 2)
    ("MIN_PROGRAM_TEXEL_OFFSET_EXT", -8),  # EXT_gpu_shader4
    ("SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT", 256),  # ARB_shader_storage_buffer_object
])  # fmt: skip
def test_limits_that_are_at_most_their_minimum(gl: Context, name: str, most: float) -> None:
    assert answer(gl, "GetFloatv", (name,)) <= most


@pytest.mark.parametrize(
    "mode", ["MODELVIEW", "PROJECTION", "TEXTURE", "MATRIX0_NV", "MATRIX7_NV", "MATRIX0_ARB"]
)
def test_initial_matrices(mode: str) -> None:
    """NV_vertex_program, table X.8; ARB_vertex_program, table X.10."""
    gl = Context(backend="oracle", raise_errors=True)
    gl.MatrixMode(getattr(enums, mode))
    identity = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    assert (
        gl.GetFloatv(enums.CURRENT_MATRIX_NV) == gl.GetFloatv(enums.TRANSPOSE_CURRENT_MATRIX_ARB) == identity
    )
    assert gl.GetIntegerv(enums.CURRENT_MATRIX_STACK_DEPTH_NV) == 1


def test_no_program_exists(gl: Context) -> None:
    """NV_vertex_program, table X.6 and 2.14.1.7."""
    assert not any(gl.IsProgramNV(name) or gl.IsProgramARB(name) for name in range(100))
