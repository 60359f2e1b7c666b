"""The limits of generation 5 that GetIntegerv and its kin tell.

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

_COMPUTE = LIMITS[enums.COMPUTE_PROGRAM_NV]
_GEOMETRY = LIMITS[enums.GEOMETRY_PROGRAM_NV]
_FRAGMENT = LIMITS[enums.FRAGMENT_PROGRAM_ARB]


_STAGES = "VERTEX", "TESS_CONTROL", "TESS_EVALUATION", "GEOMETRY", "FRAGMENT", "COMPUTE"


def _constant(value: Any) -> Callable[[ContextState], Any]:
    return lambda gl: value


#: What GetIntegerv and its kin know of them.
VALUES: dict[int, Callable[[ContextState], Any]] = {
    name: _constant(value)
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
