"""GetIntegerIndexedvEXT and its kin.

NV_explicit_multisample 6.1.1, EXT_shader_image_load_store, ARB_compute_shader,
ARB_shader_storage_buffer_object.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.arrays import unified as unified_arrays
from nvrender.api.buffers import storage as storage_buffers
from nvrender.api.command import family
from nvrender.api.draw import compute
from nvrender.api.errors import invalid_enum
from nvrender.api.feedback import commands as transform_feedback
from nvrender.api.framebuffers.multisample import sample_mask
from nvrender.api.objects.context import ContextState
from nvrender.api.programs.parameter_buffers import TARGETS, bound_to
from nvrender.api.textures import image_units

_SECTION = "NV_explicit_multisample 6.1.1"


def _bound(target: int) -> Callable[[ContextState, int], int]:
    return lambda gl, point: bound_to(gl.buffers, target, point)


#: Target → what is asked of it by an index.
INDEXED: dict[int, Callable[[ContextState, int], Any]] = {
    **{target: _bound(target) for target in TARGETS},
    enums.SAMPLE_MASK_VALUE_NV: lambda gl, index: sample_mask(gl.fixed, index),
    **storage_buffers.INDEXED,
    **compute.INDEXED,
    **image_units.INDEXED,
    **transform_feedback.INDEXED,
    **unified_arrays.INDEXED,
}


def _integer(gl: ContextState, target: int, index: int) -> Any:
    number = whole(index, "index")
    if target not in INDEXED:
        known = "SAMPLE_MASK_VALUE_NV, VERTEX_PROGRAM_PARAMETER_BUFFER_NV, SHADER_STORAGE_BUFFER_BINDING, …"
        raise invalid_enum("target", target, known, _SECTION)
    return INDEXED[target](gl, number)


def _boolean(gl: ContextState, target: int, index: int) -> Any:
    value = _integer(gl, target, index)
    return tuple(map(bool, value)) if isinstance(value, tuple) else bool(value)


for _name in ("GetIntegerIndexedvEXT", "GetIntegeri_v", "GetInteger64i_v"):
    family(_name, _integer, "A number of the state that has one for each binding point, unit or dimension.")
for _name in ("GetBooleanIndexedvEXT", "GetBooleani_v"):
    family(_name, _boolean, "Whether what GetIntegerIndexedvEXT gives is not 0.")
