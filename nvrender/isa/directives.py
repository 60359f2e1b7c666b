"""What programs of a stage declare before all else (NV_geometry_program4, NV_gpu_program5 2.X.7.Y,
NV_tessellation_program5 2.X.7.Y, NV_compute_program5 2.X.7.Y).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nvrender.isa.geometry_bindings import INPUT_PRIMITIVES, OUTPUT_PRIMITIVES


@dataclass(frozen=True)
class Directive:
    """``keyword``, then one of ``words`` (word → vertices), or as many numbers as there are ``limits``.

    Each limit is that of isa.limits a number may reach; an element of one is given as ``name.2``. Only the
    first number must be there. Numbers begin at ``least``. ``mandatory`` ones stand once, others at most
    once.
    """

    keyword: str
    words: Mapping[str, int] | None = None
    limits: tuple[str, ...] = ()
    least: int = 1
    mandatory: bool = True


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
