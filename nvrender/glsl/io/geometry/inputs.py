"""What a geometry shader reads of the vertices of its input primitive (NV_geometry_program4 2.X.3.2)."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl.expressions import Vector
from nvrender.glsl.io.input_functions import InputTexts, Vertices, number, numbered_vertices, single
from nvrender.glsl.io.vertices import GEOMETRY_INPUT
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID
from nvrender.languages.arb.generation5_bindings import GEOMETRY_5_ATTRIBUTES, item
from nvrender.languages.arb.geometry_bindings import GEOMETRY_ATTRIBUTES
from nvrender.program.declared import geometry_of

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

    def text(self, index: int, vertex: str) -> Vector:
        if index == POSITION:
            return Vector(f"gl_in[{vertex}].gl_Position")
        if index in NUMBERS:
            return number(self._number(index))
        name = f"{INPUTS[index]}[{vertex}]"
        alone = index in SINGLE
        return single(name, self.kinds[index], number=index == VERTEX_ID) if alone else Vector(name)

    def vertices(self, index: int) -> Vertices | None:
        return None if index in NUMBERS else numbered_vertices(geometry_of(self.program).vertices)

    def _number(self, index: int) -> str:
        """The primitive's number, or what NV_gpu_program5 2.X.3.2 counts: invocations, or vertices."""
        geometry = geometry_of(self.program)
        if index == PRIMITIVE_ID:
            return f"{GIVEN_PRIMITIVE_ID}[0].x" if self.numbers_given else "gl_PrimitiveIDIn"
        if index == VERTEX_COUNT:
            return str(geometry.vertices)
        return "gl_InvocationID" if geometry.invocations > 1 else "0"
