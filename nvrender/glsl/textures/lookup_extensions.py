"""What the lookups of a program need beyond GLSL 3.30."""

from __future__ import annotations

from nvrender.ir.analysis.places import nodes_of
from nvrender.ir.nodes import Sample
from nvrender.lower.program import lowered
from nvrender.ops.rows import Lookup
from nvrender.ops.table import OPERATIONS
from nvrender.ops.texture_targets import CUBE_ARRAYS
from nvrender.program import Program
from nvrender.program.profile import Stage

_GATHERS = (Lookup.GATHER, Lookup.GATHER_OFFSETS)
_SAMPLES = (Lookup.SAMPLE, Lookup.SAMPLE_WITH_W)


def lookup_extensions(program: Program) -> list[str]:
    """Lines of a shader of GLSL 3.30; where a context has not what they name, texels are fetched."""
    lookups = [node for node, _ in nodes_of(lowered(program), Sample)]
    kinds = {OPERATIONS[node.operation].lookup for node in lookups}
    lines = []
    if not kinds.isdisjoint(_GATHERS):
        lines.append("#extension GL_ARB_gpu_shader5 : enable")
    if any(node.texture.target in CUBE_ARRAYS for node in lookups):
        lines.append("#extension GL_ARB_texture_cube_map_array : enable")
    moves = any(node.texture.moved and OPERATIONS[node.operation].lookup in _SAMPLES for node in lookups)
    if moves:
        lines.append("#extension GL_ARB_texture_query_levels : enable")
    asks = moves or any(node.operation == "texture_level" for node in lookups)
    if asks and program.profile.stage is Stage.FRAGMENT:
        lines.append("#extension GL_ARB_texture_query_lod : enable")
        lines.append("#define textureQueryLod textureQueryLOD")
    return lines
