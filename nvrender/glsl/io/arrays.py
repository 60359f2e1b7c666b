"""Vertex programs over arrays: compute shaders whose invocations are vertices."""

from __future__ import annotations

from nvrender.glsl.io.attributes import AttributeShader
from nvrender.glsl.io.interface import Fetch
from nvrender.program import RegisterFile

#: Vertices a compute work group runs.
LOCAL_SIZE = 64


def array_declarations(kind: str = "u", *, inputs: bool = True) -> list[str]:
    """The buffers of what all invocations read and write: words, or floats of kind ""."""
    lines = [f"layout(local_size_x = {LOCAL_SIZE}) in;"]
    if inputs:
        lines.append(
            f"layout(std430, binding = 0) readonly buffer Attributes {{\n    {kind}vec4 attributes[];\n}};"
        )
    lines.append(f"layout(std430, binding = 1) writeonly buffer Results {{\n    {kind}vec4 results[];\n}};")
    return lines


class ArrayShader(AttributeShader):
    """Attributes and results lie side by side: floats, or words in languages that type them."""

    kind = "compute"
    purpose = "compute shader"
    integer = "vertex_count", False
    keeps_denormals = True

    @property
    def _words(self) -> str:
        return "u" if self.program.profile.declares_names else ""

    def inputs(self) -> list[str]:
        return [*array_declarations(self._words, inputs=bool(self.attributes)), "uniform uint vertex_count;"]

    def outputs(self) -> list[str]:
        return []

    def prologue(self) -> list[str]:
        return ["uint vertex = gl_GlobalInvocationID.x;", "if (vertex >= vertex_count) return;"]

    def reads_directly(self, index: int) -> bool:
        return False

    def element(self, index: int) -> tuple[str, str]:
        place = next(place for place, row in enumerate(self.attributes) if row.index == index)
        return f"attributes[{_element(place, len(self.attributes))}]", self._words

    def fetches(self, through: str) -> list[Fetch]:
        rows = super().fetches(through)
        if self.program.position_invariant and (RegisterFile.ATTRIBUTE, 0) not in self.storage.variables:
            value = self.element(0)[0] if not self._words else f"uintBitsToFloat({self.element(0)[0]})"
            rows.append(Fetch(self.position, f"{through}({value})" if through else value, ""))
        return rows

    def epilogue(self) -> list[str]:
        return [
            f"results[{_element(place, len(self.results))}] = {self.words(row, self._words)};"
            for place, row in enumerate(self.results)
        ]


def _element(place: int, stride: int) -> str:
    """The index of a vertex' vector in an array that holds ``stride`` for each."""
    index = "vertex" if stride == 1 else f"vertex * {stride}u"
    return f"{index} + {place}u" if place else index
