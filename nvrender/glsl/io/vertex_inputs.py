"""What a geometry shader reads of the vertices of its input primitive (NV_geometry_program4 2.X.3.2)."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl.declared.variables import RESULT_NAMES
from nvrender.glsl.declared.word_types import read_components
from nvrender.glsl.io.input_functions import InputTexts, Vertices, numbered_vertices, single
from nvrender.glsl.io.vertices import GEOMETRY_INPUT
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID
from nvrender.languages.arb.generation5_bindings import GEOMETRY_5_ATTRIBUTES, item
from nvrender.languages.arb.geometry_bindings import GEOMETRY_ATTRIBUTES
from nvrender.program import FULL_MASK, RegisterFile

POSITION, PRIMITIVE_ID, VERTEX_ID = (
    GEOMETRY_ATTRIBUTES.index(name) for name in ("vertex.position", "primitive.id", "vertex.id")
)
INVOCATION, VERTEX_COUNT = (
    GEOMETRY_5_ATTRIBUTES.index(name) for name in ("primitive.invocation", "primitive.vertexcount")
)
NUMBERS = (PRIMITIVE_ID, INVOCATION, VERTEX_COUNT)
#: Attribute → the array it arrives in.
INPUTS: dict[int, str] = {
    number: GEOMETRY_INPUT + RESULT_NAMES[item(name)]
    for number, name in enumerate(GEOMETRY_ATTRIBUTES)
    if number not in (POSITION, PRIMITIVE_ID)
}
#: Attributes of which only x means anything.
SINGLE = frozenset(
    number
    for number, name in enumerate(GEOMETRY_ATTRIBUTES)
    if name in ("vertex.fogcoord", "vertex.pointsize", "vertex.id", *(f"vertex.clip[{n}]" for n in range(8)))
)


@dataclass
class VertexInputs(InputTexts):
    """The attributes of the input primitive."""

    numbers_given: bool

    def text(self, index: int, vertex: str) -> str:
        if index == POSITION:
            return f"gl_in[{vertex}].gl_Position"
        if index in NUMBERS:
            number = self._number(index)
            return f"ivec4({number}, 0, 0, 0)" if self._reads_beyond_x(index) else f"ivec4({number})"
        name = f"{INPUTS[index]}[{vertex}]"
        if index in SINGLE and self._reads_beyond_x(index):
            return single(name, self.kinds[index], number=index == VERTEX_ID)
        return name

    def vertices(self, index: int) -> Vertices | None:
        assert self.program.geometry is not None
        return None if index in NUMBERS else numbered_vertices(self.program.geometry.vertices)

    def _number(self, index: int) -> str:
        """The primitive's number, or what NV_gpu_program5 2.X.3.2 counts: invocations, or vertices."""
        geometry = self.program.geometry
        assert geometry is not None
        if index == PRIMITIVE_ID:
            return f"{GIVEN_PRIMITIVE_ID}[0].x" if self.numbers_given else "gl_PrimitiveIDIn"
        if index == VERTEX_COUNT:
            return str(geometry.vertices)
        return "gl_InvocationID" if geometry.invocations > 1 else "0"

    def _reads_beyond_x(self, index: int) -> bool:
        """True if some instruction reads a component that the input need not have."""
        for instruction in self.program.instructions:
            mask = FULL_MASK if instruction.destination is None else instruction.destination.mask
            masked = frozenset(component for component in range(4) if mask[component])
            for number, operand in enumerate(instruction.sources):
                register = operand.register
                count = register.count if register.relative is not None else 1
                reads = register.file is RegisterFile.ATTRIBUTE and 0 <= index - register.index < count
                if reads and read_components(instruction, number, operand, masked) != {0}:
                    return True
        return False
