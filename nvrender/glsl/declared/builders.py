"""(family, opcode) → builder, for the languages whose registers have types or are all floats."""

from __future__ import annotations

from nvrender.glsl.declared import bit_operations as bit_ops
from nvrender.glsl.declared import fp1_operations as fp1_ops
from nvrender.glsl.declared import operations as typed_ops
from nvrender.glsl.declared.site import Builder
from nvrender.glsl.io import interpolation
from nvrender.glsl.memory import images as image_ops
from nvrender.glsl.memory import operations as memory_ops
from nvrender.glsl.textures.lookups import GATHERS
from nvrender.glsl.threads import quad_groups

#: One builder for every row of languages.common.opcodes but control flow and KIL, vertex programs of
#: registers apart.
BUILDERS: dict[tuple[str, str], Builder] = {
    **typed_ops.BUILDERS,
    **fp1_ops.BUILDERS,
    **{("nv5", name): builder for name, builder in bit_ops.BUILDERS.items()},
    **{("nv5", name): builder for name, builder in interpolation.BUILDERS.items()},
    **{("nv5", name): builder for name, builder in (memory_ops.BUILDERS | image_ops.BUILDERS).items()},
    **{("nv5", name): builder for name, builder in (quad_groups.BUILDERS | GATHERS).items()},
}
