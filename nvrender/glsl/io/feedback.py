"""A vertex shader whose outputs are the raw results, for transform feedback."""

from __future__ import annotations

from nvrender.glsl.io.attributes import AttributeShader
from nvrender.glsl.varyings import Varying


class FeedbackShader(AttributeShader):
    """Results are outputs; those of a vertex state program are the parameters it writes."""

    kind = "feedback"
    purpose = "vertex shader for transform feedback"

    def is_output(self, name: str) -> bool:
        return True

    @property
    def has_final_section(self) -> bool:
        return any(self.value(row) != row.name for row in self.results)

    def outputs(self) -> list[str]:
        lines = []
        for row in self.results:
            kind = self.result_kind(row)
            output = Varying(row.name, "flat" if kind else "", kind)
            lines.append(output.declared("out", "" if kind else self.precise))
        return lines

    def epilogue(self) -> list[str]:
        rows = (row for row in self.results if self.value(row) != row.name)
        return [f"{row.name} = {self.value(row)};" for row in rows]
