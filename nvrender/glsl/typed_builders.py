"""(family, opcode) → builder, for the languages whose registers have types or are all floats."""

from __future__ import annotations

from nvrender.glsl import bit_ops, fp1_ops, image_ops, interpolation, memory_ops, quad_groups, typed_ops
from nvrender.glsl.lookups import GATHERS
from nvrender.glsl.typed_site import Builder

#: One builder for every row of isa.opcodes but control flow and KIL, vertex programs of registers apart.
BUILDERS: dict[tuple[str, str], Builder] = {
    **typed_ops.BUILDERS,
    **fp1_ops.BUILDERS,
    **{("nv5", name): builder for name, builder in bit_ops.BUILDERS.items()},
    **{("nv5", name): builder for name, builder in interpolation.BUILDERS.items()},
    **{("nv5", name): builder for name, builder in (memory_ops.BUILDERS | image_ops.BUILDERS).items()},
    **{("nv5", name): builder for name, builder in (quad_groups.BUILDERS | GATHERS).items()},
}
