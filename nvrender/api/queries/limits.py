"""The limits of generation 5 that GetIntegerv and its kin tell, and EXTENSIONS.

NV_gpu_program5, NV_shader_thread_group, ARB_compute_shader, EXT_shader_image_load_store and
ARB_shader_storage_buffer_object, New Implementation Dependent State.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nvrender.api import enums
from nvrender.api.buffers.storage import STORAGE_ALIGNMENT
from nvrender.api.objects.context import ContextState
from nvrender.api.objects.programs import LIMITS
from nvrender.api.words import constant

_COMPUTE = LIMITS[enums.COMPUTE_PROGRAM_NV]
_GEOMETRY = LIMITS[enums.GEOMETRY_PROGRAM_NV]
_FRAGMENT = LIMITS[enums.FRAGMENT_PROGRAM_ARB]


_STAGES = "VERTEX", "TESS_CONTROL", "TESS_EVALUATION", "GEOMETRY", "FRAGMENT", "COMPUTE"


#: What GetIntegerv and its kin know of them.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    name: constant(value)
    for name, value in {
        enums.MAX_GEOMETRY_PROGRAM_INVOCATIONS_NV: _GEOMETRY.invocations,
        enums.MIN_FRAGMENT_INTERPOLATION_OFFSET_NV: _FRAGMENT.interpolation_offsets[0],
        enums.MAX_FRAGMENT_INTERPOLATION_OFFSET_NV: _FRAGMENT.interpolation_offsets[1],
        enums.FRAGMENT_PROGRAM_INTERPOLATION_OFFSET_BITS_NV: _FRAGMENT.interpolation_offset_bits,
        enums.MIN_PROGRAM_TEXTURE_GATHER_OFFSET_NV: _FRAGMENT.gather_offsets[0],
        enums.MAX_PROGRAM_TEXTURE_GATHER_OFFSET_NV: _FRAGMENT.gather_offsets[1],
        enums.MAX_DUAL_SOURCE_DRAW_BUFFERS: _FRAGMENT.dual_source_buffers,
        enums.WARP_SIZE_NV: _FRAGMENT.warp_size,
        enums.WARPS_PER_SM_NV: _FRAGMENT.warps,
        enums.SM_COUNT_NV: _FRAGMENT.multiprocessors,
        enums.MAX_COMPUTE_WORK_GROUP_INVOCATIONS: _COMPUTE.group_invocations,
        enums.MAX_COMPUTE_SHARED_MEMORY_SIZE: _COMPUTE.shared_memory,
        enums.MAX_COMPUTE_TEXTURE_IMAGE_UNITS: _COMPUTE.texture_image_units,
        enums.MAX_COMPUTE_IMAGE_UNIFORMS: _COMPUTE.image_units,
        enums.MAX_IMAGE_UNITS_EXT: _FRAGMENT.image_units,
        enums.MAX_COMBINED_IMAGE_UNITS_AND_FRAGMENT_OUTPUTS_EXT: _FRAGMENT.images_and_outputs,
        enums.MAX_IMAGE_SAMPLES_EXT: _FRAGMENT.image_samples,
        enums.MAX_SHADER_STORAGE_BUFFER_BINDINGS: _COMPUTE.storage_bindings,
        enums.MAX_SHADER_STORAGE_BLOCK_SIZE: _COMPUTE.storage_size,
        enums.SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT: STORAGE_ALIGNMENT,
        enums.MAX_COMBINED_SHADER_STORAGE_BLOCKS: _COMPUTE.storage_bindings,
        **{
            getattr(enums, f"MAX_{stage}_SHADER_STORAGE_BLOCKS"): _COMPUTE.storage_bindings
            for stage in _STAGES
        },
    }.items()
}


#: Of the languages, and of what programs reach.
_PROGRAMS = """
GL_ARB_fragment_program GL_ARB_fragment_program_shadow GL_ARB_vertex_program GL_EXT_gpu_program_parameters
GL_EXT_shader_image_load_store GL_NV_bindless_texture GL_NV_compute_program5 GL_NV_fragment_program
GL_NV_fragment_program2 GL_NV_fragment_program4 GL_NV_fragment_program_option GL_NV_geometry_program4
GL_NV_gpu_program4 GL_NV_gpu_program5 GL_NV_gpu_program5_mem_extended GL_NV_gpu_program_fp64
GL_NV_parameter_buffer_object GL_NV_parameter_buffer_object2 GL_NV_shader_atomic_float
GL_NV_shader_buffer_load GL_NV_shader_buffer_store GL_NV_shader_storage_buffer_object
GL_NV_shader_thread_group GL_NV_vertex_program GL_NV_vertex_program1_1 GL_NV_vertex_program2
GL_NV_vertex_program2_option GL_NV_vertex_program3 GL_NV_vertex_program4
"""
#: Of vertices and draws.
_VERTICES = """
GL_ARB_draw_elements_base_vertex GL_ARB_draw_indirect GL_ARB_draw_instanced GL_ARB_point_parameters
GL_ARB_point_sprite GL_ARB_transform_feedback2 GL_ARB_transform_feedback_instanced GL_ARB_transpose_matrix
GL_ARB_vertex_buffer_object GL_ARB_window_pos GL_EXT_draw_instanced GL_EXT_draw_range_elements
GL_EXT_fog_coord GL_EXT_multi_draw_arrays GL_EXT_point_parameters GL_EXT_rescale_normal
GL_EXT_secondary_color GL_EXT_separate_specular_color GL_EXT_vertex_attrib_64bit GL_NV_transform_feedback
GL_NV_transform_feedback2 GL_NV_vertex_attrib_integer_64bit GL_NV_vertex_buffer_unified_memory
"""
#: Of textures.
_TEXTURES = """
GL_ARB_depth_texture GL_ARB_half_float_pixel GL_ARB_multitexture GL_ARB_sampler_objects GL_ARB_shadow
GL_ARB_texture_border_clamp GL_ARB_texture_cube_map GL_ARB_texture_cube_map_array GL_ARB_texture_env_add
GL_ARB_texture_env_combine GL_ARB_texture_env_crossbar GL_ARB_texture_env_dot3 GL_ARB_texture_float
GL_ARB_texture_mirrored_repeat GL_ARB_texture_multisample GL_ARB_texture_non_power_of_two
GL_ARB_texture_rectangle GL_ARB_texture_rg GL_ATI_texture_float GL_ATI_texture_mirror_once GL_EXT_bgra
GL_EXT_copy_texture GL_EXT_packed_depth_stencil GL_EXT_packed_float GL_EXT_packed_pixels
GL_EXT_shadow_funcs GL_EXT_subtexture GL_EXT_texture3D GL_EXT_texture_array GL_EXT_texture_buffer_object
GL_EXT_texture_cube_map GL_EXT_texture_env_add GL_EXT_texture_env_combine
GL_EXT_texture_filter_anisotropic GL_EXT_texture_integer GL_EXT_texture_lod_bias
GL_EXT_texture_mirror_clamp GL_EXT_texture_object GL_EXT_texture_sRGB GL_EXT_texture_shared_exponent
GL_EXT_texture_snorm GL_NV_explicit_multisample GL_NV_packed_depth_stencil GL_NV_texgen_reflection
GL_NV_texture_multisample GL_NV_texture_rectangle
"""
#: Of what becomes of fragments.
_FRAGMENTS = """
GL_ARB_blend_func_extended GL_ARB_draw_buffers GL_ARB_multisample GL_ATI_draw_buffers GL_EXT_blend_color
GL_EXT_blend_func_separate GL_EXT_blend_minmax GL_EXT_blend_subtract GL_EXT_framebuffer_blit
GL_EXT_framebuffer_multisample GL_EXT_framebuffer_object GL_EXT_stencil_wrap GL_NV_blend_square
"""

EXTENSIONS: tuple[str, ...] = tuple(sorted(f"{_PROGRAMS}{_VERTICES}{_TEXTURES}{_FRAGMENTS}".split()))
