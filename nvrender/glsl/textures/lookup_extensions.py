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
    accesses = [(one.opcode, one.texture) for one in program.instructions if one.texture is not None]
    lines = []
    if any(opcode.texture in _GATHERS for opcode, _ in accesses):
        lines.append("#extension GL_ARB_gpu_shader5 : enable")
    if any(access.target in CUBE_ARRAYS for _, access in accesses):
        lines.append("#extension GL_ARB_texture_cube_map_array : enable")
    moves = any(access.moved is not None and opcode.texture in _SAMPLES for opcode, access in accesses)
    if moves:
        lines.append("#extension GL_ARB_texture_query_levels : enable")
    asks = moves or any(opcode.name == "LOD" for opcode, _ in accesses)
    if asks and program.profile.stage is Stage.FRAGMENT:
        lines.append("#extension GL_ARB_texture_query_lod : enable")
        lines.append("#define textureQueryLod textureQueryLOD")
    return lines
