"""How large a program may be: the implementation-dependent limits of each header."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from nvrender.ops.texture_targets import TEXEL_OFFSETS
from nvrender.source import InputError

#: How many turns all loops of a vertex take together in a language that sets no limit, unless the caller says
#: otherwise (docs/semantics.md).
WATCHDOG_TURNS = 65535


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits a program is checked against, named after their query tokens.

    ``attributes`` does not count what the GL numbers itself, such as vertex.id.
    ``vertex_units`` and ``palette_matrices`` are 0 where ARB_vertex_blend and ARB_matrix_palette are
    not there. ``vertex_texture_image_units`` is how many units a vertex program may use together, None
    where ``texture_image_units`` alone counts. ``buffer_size`` is in elements of four words. What a program
    may have of ``alu_instructions``, ``texture_instructions`` and ``texture_indirections`` is None where
    they are not told apart. ``output_vertices`` and ``output_components`` bound a geometry program,
    ``output_components`` all that a tessellation control program writes of a patch too.

    ``invocations`` to ``vertex_streams`` are generation 5's: ``shared_memory`` and ``storage_size`` are in
    bytes, ``images_and_outputs`` is for image units and colours of a fragment program together,
    ``double_floats`` tells whether GL_NV_gpu_program_fp64 is there, ``warps`` how many a multiprocessor runs.
    """

    instructions: int = 65536
    temporaries: int = 4096
    parameters: int = 1024
    environment_parameters: int = 1024
    local_parameters: int = 1024
    attributes: int = 16
    address_registers: int = 8
    vertex_attributes: int = 16
    program_matrices: int = 8
    texture_coordinates: int = 8
    texture_units: int = 8
    texture_image_units: int = 16
    vertex_texture_image_units: int | None = None
    lights: int = 8
    clip_planes: int = 6
    clip_distances: int = 8
    generic_results: int = 16
    vertex_units: int = 0
    palette_matrices: int = 0
    if_depth: int = 48
    loop_depth: int = 4
    call_depth: int = 4
    texel_offsets: tuple[int, int] = TEXEL_OFFSETS
    buffer_bindings: int = 8
    buffer_size: int = 4096
    attribute_components: int = 64 + 8
    result_components: int = 128
    generic_attributes: int = 16
    alu_instructions: int | None = None
    texture_instructions: int | None = None
    texture_indirections: int | None = None
    draw_buffers: int = 8
    loop_count: int = 255
    output_vertices: int = 256
    output_components: int = 1024
    invocations: int = 32
    patch_vertices: int = 32
    patch_attributes: int = 30
    group_size: tuple[int, int, int] = (1024, 1024, 64)
    group_invocations: int = 1024
    shared_memory: int = 32768
    storage_bindings: int = 8
    storage_size: int = 2**24
    image_units: int = 8
    images_and_outputs: int = 8
    image_samples: int = 8
    subroutine_parameters: int = 1024
    subroutine_numbers: int = 256
    vertex_streams: int = 4
    double_floats: bool = True
    gather_offsets: tuple[int, int] = (-32, 31)
    interpolation_offsets: tuple[float, float] = (-0.5, 0.5)
    interpolation_offset_bits: int = 4
    dual_source_buffers: int = 1
    warp_size: int = 4
    warps: int = 1
    multiprocessors: int = 1

    @property
    def modelview_matrices(self) -> int:
        """One, or as many as there are vertex units (ARB_vertex_blend)."""
        return max(1, self.vertex_units)


#: What programs are checked against unless the caller says otherwise, and what GetProgramivARB tells: of each
#: program target, whatever the header and its options (ARB_vertex_program 6.1.12: of "a program of type
#: <target>"). More than the specifications' minima, as shipped programs exceed them.
VERTEX = Limits()
#: Of the other stages every attribute there is may be read; where components are counted, they are the limit.
FRAGMENT = Limits(
    attributes=50,
    attribute_components=128,
    address_registers=0,
    alu_instructions=65536,
    texture_instructions=65536,
    texture_indirections=65536,
)
GEOMETRY = Limits(attributes=89, attribute_components=128, address_registers=0)
#: MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS (ARB_tessellation_shader).
CONTROL = replace(GEOMETRY, attributes=129, output_components=4096)
EVALUATION = GEOMETRY
COMPUTE = Limits(attributes=14, address_registers=0)
#: NV_fragment_program 3.11.3 and 3.11.7; the instructions are those of FRAGMENT_PROGRAM_ARB.
FP1 = Limits(
    instructions=FRAGMENT.instructions,
    temporaries=96,
    local_parameters=64,
    environment_parameters=0,
    attributes=12,
    address_registers=0,
)
#: What !!FP2.0 has more registers than it.
FP2 = replace(FP1, temporaries=144, attributes=13)

#: Those of each program target.
TARGETS: Mapping[str, Limits] = MappingProxyType(
    {
        "VERTEX_PROGRAM_ARB": VERTEX,
        "FRAGMENT_PROGRAM_ARB": FRAGMENT,
        "GEOMETRY_PROGRAM_NV": GEOMETRY,
        "TESS_CONTROL_PROGRAM_NV": CONTROL,
        "TESS_EVALUATION_PROGRAM_NV": EVALUATION,
        "COMPUTE_PROGRAM_NV": COMPUTE,
    }
)

#: The minima every implementation must offer (ARB_vertex_program 2.14.3.7, NV_vertex_program3 2.14.3.7,
#: ARB_fragment_program 3.11.3.6, NV_gpu_program4 Table X.21).
MINIMUM_ARB_VERTEX = Limits(
    instructions=128,
    temporaries=12,
    parameters=96,
    environment_parameters=96,
    local_parameters=96,
    address_registers=1,
    texture_coordinates=2,
    texture_units=2,
    texture_image_units=2,
    vertex_texture_image_units=1,
    clip_distances=6,
)
MINIMUM_ARB_FRAGMENT = Limits(
    instructions=72,
    alu_instructions=48,
    texture_instructions=24,
    texture_indirections=4,
    temporaries=16,
    parameters=24,
    attributes=10,
    address_registers=0,
    environment_parameters=24,
    local_parameters=24,
    texture_coordinates=2,
    texture_units=2,
    texture_image_units=2,
    draw_buffers=1,
)
MINIMUM_NV4_VERTEX = replace(MINIMUM_ARB_VERTEX, vertex_texture_image_units=1)


#: Other limits than a profile's: all of them, or (name, value) of those that differ.
Changes = Limits | tuple[tuple[str, Any], ...] | None


def changed(limits: Limits, changes: Changes) -> Limits:
    """``limits`` with the changes made."""
    if changes is None:
        return limits
    return changes if isinstance(changes, Limits) else replace(limits, **dict(changes))


def check_watchdog(turns: int | None) -> None:
    """InputError unless ``turns`` is None or a number of turns that an int of GLSL counts."""
    if turns is not None and (
        isinstance(turns, bool) or not isinstance(turns, int) or not 1 <= turns < 2**31
    ):
        raise InputError(f"watchdog must be a number of turns from 1 to 2147483647, or None, not {turns!r}")
