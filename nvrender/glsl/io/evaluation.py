"""A tessellation evaluation shader: its results leave as a vertex shader's."""

from __future__ import annotations

from nvrender.glsl.io.tessellation import PatchShader
from nvrender.glsl.io.vertices import VertexMaker, renamed

_LAYOUTS = {
    "EQUAL": "equal_spacing",
    "FRACTIONAL_EVEN": "fractional_even_spacing",
    "FRACTIONAL_ODD": "fractional_odd_spacing",
}


class EvaluationShader(VertexMaker, PatchShader):
    """One invocation a place of the patch."""

    kind = "evaluation"
    purpose = "tessellation evaluation shader"

    def inputs(self) -> list[str]:
        declared = self.program.tessellation
        assert declared is not None
        words = [declared.mode.lower(), _LAYOUTS[declared.spacing], declared.order.lower()]
        words += ["point_mode"] * declared.points
        layout = f"layout({', '.join(words)}) in;"
        return [*renamed(self.next_stage, self.options.link.output_prefix), layout, *super().inputs()]
