"""What the lookups of a program need beyond GLSL 3.30."""

from __future__ import annotations

from nvrender.ops.texture_targets import CUBE_ARRAYS
from nvrender.program import Program
from nvrender.program.opcodes import Lookup
from nvrender.program.profile import Stage

_GATHERS = (Lookup.GATHER, Lookup.GATHER_OFFSETS)
_SAMPLES = (Lookup.SAMPLE, Lookup.SAMPLE_WITH_W)


def lookup_extensions(program: Program) -> list[str]:
    """Lines of a shader of GLSL 3.30; where a context has not what they name, texels are fetched."""
    accesses = [(one, one.texture) for one in program.instructions if one.texture is not None]
    lines = []
    if any(one.opcode.texture in _GATHERS for one, _ in accesses):
        lines.append("#extension GL_ARB_gpu_shader5 : enable")
    if any(access.target in CUBE_ARRAYS for _, access in accesses):
        lines.append("#extension GL_ARB_texture_cube_map_array : enable")
    moves = any(access.moved is not None and one.opcode.texture in _SAMPLES for one, access in accesses)
    if moves:
        lines.append("#extension GL_ARB_texture_query_levels : enable")
    asks = moves or any(one.operation == "texture_level" for one, _ in accesses)
    if asks and program.profile.stage is Stage.FRAGMENT:
        lines.append("#extension GL_ARB_texture_query_lod : enable")
        lines.append("#define textureQueryLod textureQueryLOD")
    return lines
