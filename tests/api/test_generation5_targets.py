"""The program targets of generation 5 (NV_tessellation_program5 and NV_compute_program5, New Tokens)."""

from __future__ import annotations

import pytest
from api_helpers import context, error_of
from generation5 import ASCII, COMPUTE, CONTROL, EVALUATION, FRAGMENT, GEOMETRY, PROGRAMS, VERTEX

from nvrender.api import Context, enums

NEW = [CONTROL, EVALUATION, COMPUTE]


@pytest.mark.parametrize("target", PROGRAMS)
def test_a_target_loads_the_programs_of_its_own_headers(target: int) -> None:
    """ARB_vertex_program 2.14.1: INVALID_OPERATION for every other, which leaves the program."""
    gl = context()
    for other, text in PROGRAMS.items():
        gl.ProgramStringARB(target, ASCII, PROGRAMS[target])
        gl.ProgramStringARB(target, ASCII, text)
        assert gl.GetError() == (enums.NO_ERROR if other == target else enums.INVALID_OPERATION)
        assert gl.GetIntegerv(enums.PROGRAM_ERROR_POSITION_ARB) == (-1 if other == target else 0)
        assert gl.GetProgramStringARB(target, enums.PROGRAM_STRING_ARB) == PROGRAMS[target].encode()


@pytest.mark.parametrize("target", NEW)
def test_each_target_has_an_enable_and_objects_of_its_own(target: int) -> None:
    """New State: disabled at first, and GetIntegerv tells it."""
    gl = context()
    assert not gl.IsEnabled(target) and gl.GetIntegerv(target) == 0
    gl.Enable(target)
    assert gl.IsEnabled(target) and gl.GetIntegerv(target) == 1
    assert not any(gl.IsEnabled(other) for other in PROGRAMS if other != target)
    gl.BindProgramARB(target, 7)
    assert gl.GetProgramivARB(target, enums.PROGRAM_BINDING_ARB) == 7
    for other in PROGRAMS:
        if other != target:
            assert gl.GetProgramivARB(other, enums.PROGRAM_BINDING_ARB) == 0
            gl.BindProgramARB(other, 7)
            assert gl.GetError() == enums.INVALID_OPERATION
    gl.ProgramEnvParameter4fARB(target, 0, 1, 2, 3, 4)
    assert [gl.GetProgramEnvParameterfvARB(other, 0)[0] for other in PROGRAMS].count(1) == 1
    gl.DeleteProgramsARB([7])
    assert gl.GetProgramivARB(target, enums.PROGRAM_BINDING_ARB) == 0


@pytest.mark.parametrize("target", PROGRAMS)
def test_attributes_of_patches_are_counted_where_programs_have_some(target: int) -> None:
    """NV_tessellation_program5, New Implementation Dependent State: 30 at least (docs/semantics.md)."""
    gl = context()
    count = gl.GetProgramivARB(target, enums.MAX_PROGRAM_PATCH_ATTRIBS_NV)
    if target in (CONTROL, EVALUATION, GEOMETRY):
        assert count == 30
    else:
        assert count is None and gl.GetError() == enums.INVALID_ENUM


@pytest.mark.parametrize("target", PROGRAMS)
def test_limits_of_subroutines(target: int) -> None:
    """ARB_shader_subroutine, new implementation dependent state."""
    gl = context()
    assert gl.GetProgramivARB(target, enums.MAX_PROGRAM_SUBROUTINE_PARAMETERS_NV) == 1024
    assert gl.GetProgramivARB(target, enums.MAX_PROGRAM_SUBROUTINE_NUM_NV) == 256


def test_a_geometry_program_of_patches_tells_so() -> None:
    """NV_geometry_program4 6.1.12 with NV_gpu_program5 2.X.7.Y."""
    gl = Context(backend="oracle", raise_errors=True)
    text = PROGRAMS[GEOMETRY].replace("PRIMITIVE_IN TRIANGLES", "PRIMITIVE_IN PATCHES")
    gl.ProgramStringARB(GEOMETRY, ASCII, text)
    assert gl.GetProgramivARB(GEOMETRY, enums.GEOMETRY_INPUT_TYPE_EXT) == enums.PATCHES


@pytest.mark.parametrize("target", NEW)
@pytest.mark.parametrize("call", [
    lambda gl, target: gl.BindProgramNV(target, 3), lambda gl, target: gl.LoadProgramNV(target, 3, ""),
    lambda gl, target: gl.TrackMatrixNV(target, 0, enums.MODELVIEW, enums.IDENTITY_NV),
    lambda gl, target: gl.ProgramVertexLimitNV(target, 3),
])  # fmt: skip
def test_older_commands_do_not_take_them(target: int, call: object) -> None:
    assert callable(call)
    assert error_of(lambda gl: call(gl, target)) == "INVALID_ENUM"


def test_a_program_that_is_not_drawn_does_not_stand_in_the_way() -> None:
    """Begin looks at the programs of draws; that of DispatchCompute may be missing."""

    def call(gl: Context) -> None:
        gl.Enable(COMPUTE)
        gl.Begin(enums.POINTS)

    assert error_of(call) == ""


def test_targets_are_one_word_each() -> None:
    assert len({VERTEX, FRAGMENT, *PROGRAMS}) == len(PROGRAMS) == 6


def test_the_extensions_are_told() -> None:
    """NV_gpu_program5, Dependencies on NV_tessellation_program5: tessellation has no string of its own."""
    names = context().GetString(enums.EXTENSIONS).split(" ")
    assert names == sorted(set(names))
    told = (
        "NV_gpu_program5 NV_gpu_program5_mem_extended NV_gpu_program_fp64 NV_compute_program5 "
        "NV_parameter_buffer_object2 NV_shader_atomic_float NV_shader_buffer_load NV_bindless_texture "
        "NV_shader_storage_buffer_object NV_shader_thread_group EXT_shader_image_load_store "
        "NV_transform_feedback ARB_blend_func_extended ARB_texture_cube_map_array ARB_texture_rg"
    )
    assert {f"GL_{name}" for name in told.split()} <= set(names)
    assert not any("tessellation" in name for name in names)
