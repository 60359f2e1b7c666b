"""A pipeline's vertex shader."""

from __future__ import annotations

from nvrender.glsl.io.attributes import AttributeShader
from nvrender.glsl.io.vertices import VertexMaker, renamed


class VertexShader(VertexMaker, AttributeShader):
    """Results are outputs, or what GL has of a vertex: position, point size, clip distances."""

    kind = "vertex"
    purpose = "vertex shader"

    def inputs(self) -> list[str]:
        return [*renamed(self.next_stage, self.options.link.output_prefix), *super().inputs()]
