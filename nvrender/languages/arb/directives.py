"""What programs of a stage declare before all else (NV_geometry_program4, NV_gpu_program5 2.X.7.Y,
NV_tessellation_program5 2.X.7.Y, NV_compute_program5 2.X.7.Y).
"""

from __future__ import annotations

from nvrender.languages.arb.geometry_bindings import INPUT_PRIMITIVES, OUTPUT_PRIMITIVES
from nvrender.program.directive_rows import Directive


def _words(text: str) -> dict[str, int]:
    return dict.fromkeys(text.split(), 0)


_OUTPUT = Directive("PRIMITIVE_OUT", OUTPUT_PRIMITIVES)
_VERTICES = Directive("VERTICES_OUT", limits=("output_vertices",))

GEOMETRY_4 = (Directive("PRIMITIVE_IN", INPUT_PRIMITIVES), _OUTPUT, _VERTICES)
GEOMETRY_5 = (
    Directive("PRIMITIVE_IN", INPUT_PRIMITIVES | {"PATCHES": 0}),
    _OUTPUT,
    _VERTICES,
    Directive("INVOCATIONS", limits=("invocations",), mandatory=False),
)
CONTROL = (Directive("VERTICES_OUT", limits=("patch_vertices",)),)
EVALUATION = (
    Directive("TESS_MODE", _words("TRIANGLES QUADS ISOLINES")),
    Directive("TESS_SPACING", _words("EQUAL FRACTIONAL_ODD FRACTIONAL_EVEN"), mandatory=False),
    Directive("TESS_VERTEX_ORDER", _words("CW CCW"), mandatory=False),
    Directive("TESS_POINT_MODE", mandatory=False),
)
COMPUTE = (
    Directive("GROUP_SIZE", limits=("group_size.0", "group_size.1", "group_size.2")),
    Directive("SHARED_MEMORY", limits=("shared_memory",), least=0, mandatory=False),
)
