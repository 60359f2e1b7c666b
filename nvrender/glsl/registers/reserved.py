"""Names that a translation declares itself, which no register takes."""

from __future__ import annotations

from nvrender.glsl import library
from nvrender.glsl.io.blocks import BUFFERS, MEMORY_LAYOUT_BLOCK, buffer_block, parameter_block
from nvrender.glsl.io.fragment.arrays import EMITTED
from nvrender.glsl.io.fragment.attributes import VARYINGS
from nvrender.glsl.io.fragment.fixed_function import FIXED_NAMES
from nvrender.glsl.io.fragment.interpolation import NAMES as INTERPOLATION_NAMES
from nvrender.glsl.io.fragment.interpolation import interpolating
from nvrender.glsl.io.fragment.sprites import NAMES as SPRITE_NAMES
from nvrender.glsl.io.geometry.pipeline import GEOMETRY_NAMES
from nvrender.glsl.io.groups import NAMES as DIVIDED_NAMES
from nvrender.glsl.io.subroutines import subroutine_array
from nvrender.glsl.io.tessellation.arrays import NAMES as PATCH_ARRAY_NAMES
from nvrender.glsl.io.tessellation.pipeline import PATCH_NAMES
from nvrender.glsl.link import Link
from nvrender.glsl.memory.block import COUNTED_FAULTS, MEMORY, RESIDENT, SHARED, STORAGES, VECTORS
from nvrender.glsl.printer.lockstep import NAMES as LOCKSTEP_NAMES
from nvrender.glsl.registers.variables import ENVIRONMENT, PARAMETERS, RESULT_NAMES
from nvrender.glsl.threads.group_barriers import NAMES as BARRIER_NAMES
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID
from nvrender.glsl.wide.requirements import is_wide
from nvrender.glsl.wide.statements import LOCAL_NAMES
from nvrender.ir.analysis.blocks import blocks_of, waits_between
from nvrender.ir.analysis.places import accesses
from nvrender.ir.nodes import Shader
from nvrender.program import Program
from nvrender.program.profile import Stage

#: Names the translation itself declares in any shader.
_OWN_NAMES = frozenset(
    {
        *("vertex", "vertex_count", "attributes", "results", "Attributes", "Results"),
        *(PARAMETERS, "run_program", "turns", "value", "passed", "index", "zero", "overflow", "carry"),
        *("CC0", "CC1", "CC0_overflow", "CC1_overflow", "CC0_carry", "CC1_carry"),
        *(buffer_block(bank, stage) for bank in range(BUFFERS) for stage in Stage),
        *map(parameter_block, Stage),
        *map(subroutine_array, Stage),
        "chosen",
        *SPRITE_NAMES,
    }
)
#: Those of shaders that reach memory.
_MEMORY_NAMES = frozenset(
    {
        *("Memory", "MemoryVectors", MEMORY, VECTORS, SHARED, COUNTED_FAULTS),
        *("nowhere", "discarded", "outside"),
        *(MEMORY_LAYOUT_BLOCK, STORAGES, RESIDENT),
        *("found", "found_0", "found_1", "place", "nv_constant"),
        *("idle", "there", "pixel", "fragment", "rest", "word"),
    }
)
_INVARIANT_NAMES = frozenset({"FixedFunction", "mvp"})
_CLIPPING_NAMES = frozenset({"modelview", "clip_plane", "eye_position"})
_FRAGMENT_NAMES = FIXED_NAMES | {"fragments", "killed", EMITTED, "color", "depth", *VARYINGS.values(),
                               "BFC0", "BFC1", *(f"words_{place}" for place in range(9)),
                               GIVEN_PRIMITIVE_ID}  # fmt: skip
_DISPATCH_NAMES = frozenset({"executed", "block", "stack", "saved", "stack_depth"})


def reserved_names(program: Program, shader: Shader, link: Link) -> frozenset[str]:
    """Those of one program's shader."""
    varyings = link.read or ()
    own = _OWN_NAMES | library.names() | {RESULT_NAMES[name] for name in program.results} | set(varyings)
    for needed, names in (
        (link.indexed, {ENVIRONMENT}),
        (bool(link.output_prefix), {link.output_prefix + name for name in varyings}),
        (accesses(shader), _MEMORY_NAMES),
        (program.position_invariant, _INVARIANT_NAMES),
        (link.state.clip_planes, _CLIPPING_NAMES),
        (is_wide(shader), LOCAL_NAMES),
        (program.profile.nesting_ends, {"A0", "step"}),
        (blocks_of(shader) or shader.limit is not None, _DISPATCH_NAMES),
    ):
        own |= names if needed else frozenset()
    return own | _names_of_stage(program, shader, link)


def _names_of_stage(program: Program, shader: Shader, link: Link) -> frozenset[str]:
    match program.profile.stage:
        case Stage.FRAGMENT:
            own = _FRAGMENT_NAMES | {RESULT_NAMES[f"color[{place}]"] for place in range(link.state.colors)}
            return own | (
                INTERPOLATION_NAMES
                if interpolating(program) or link.state.weighted or link.state.central
                else frozenset()
            )
        case Stage.COMPUTE:
            own = BARRIER_NAMES if waits_between(blocks_of(shader)) else frozenset()
            return own | DIVIDED_NAMES if link.divided else own
        case Stage.GEOMETRY:
            return GEOMETRY_NAMES
        case Stage.TESSELLATION_CONTROL | Stage.TESSELLATION_EVALUATION:
            return PATCH_NAMES | PATCH_ARRAY_NAMES | LOCKSTEP_NAMES
        case _:
            return frozenset()
