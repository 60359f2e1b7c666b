"""What a geometry shader reads of the vertices of its input primitive (NV_geometry_program4 2.X.3.2)."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import RESULT_NAMES
from nvrender.glsl.declared.word_types import cast, read_components
from nvrender.glsl.expressions import Expression
from nvrender.glsl.io.input_functions import InputFunctions, Vertices
from nvrender.glsl.io.vertex import GEOMETRY_INPUT
from nvrender.glsl.varyings import GIVEN_PRIMITIVE_ID
from nvrender.languages.arb.generation5_bindings import GEOMETRY_5_ATTRIBUTES
from nvrender.languages.arb.geometry_bindings import GEOMETRY_ATTRIBUTES
from nvrender.program import FULL_MASK, Program, Register, RegisterFile, RelativeAddress

POSITION, PRIMITIVE_ID, VERTEX_ID = (
    GEOMETRY_ATTRIBUTES.index(name) for name in ("vertex.position", "primitive.id", "vertex.id")
)
INVOCATION, VERTEX_COUNT = (
    GEOMETRY_5_ATTRIBUTES.index(name) for name in ("primitive.invocation", "primitive.vertexcount")
)
#: Attribute → the array it arrives in.
INPUTS: dict[int, str] = {
    number: GEOMETRY_INPUT + RESULT_NAMES[name.removeprefix("vertex.")]
    for number, name in enumerate(GEOMETRY_ATTRIBUTES)
    if number not in (POSITION, PRIMITIVE_ID)
}
#: Attributes of which only x means anything: what the others are (docs/semantics.md).
SINGLE = {
    number: "{x}, 0, 0, 0" if number == VERTEX_ID else "{x}, 0.0, 0.0, 1.0"
    for number, name in enumerate(GEOMETRY_ATTRIBUTES)
    if name in ("vertex.fogcoord", "vertex.pointsize", "vertex.id") or name.startswith("vertex.clip[")
}


@dataclass
class VertexInputs:
    """The attributes' texts; ``chosen`` has what chooses vertices and elements at run time.

    ``kinds`` are the kinds of the inputs' words, by attribute.
    """

    program: Program
    storage: Storage
    kinds: dict[int, str]
    numbers_given: bool
    chosen: InputFunctions

    def text(self, index: int, vertex: str) -> str:
        """One attribute of the vertex with this number."""
        if index == POSITION:
            return f"gl_in[{vertex}].gl_Position"
        if index == PRIMITIVE_ID:
            number = f"{GIVEN_PRIMITIVE_ID}[0].x" if self.numbers_given else "gl_PrimitiveIDIn"
            return f"ivec4({number}, 0, 0, 0)" if self._reads_beyond_x(index) else f"ivec4({number})"
        if index in (INVOCATION, VERTEX_COUNT):
            number = self._number(index)
            return f"ivec4({number}, 0, 0, 0)" if self._reads_beyond_x(index) else f"ivec4({number})"
        name = f"{INPUTS[index]}[{vertex}]"
        if index in SINGLE and self._reads_beyond_x(index):
            components = SINGLE[index].format(x=f"{name}.x")
            if self.kinds[index]:
                components = components.replace("0.0", "0").replace("1.0", "0x3F800000")
            return f"{self.kinds[index]}vec4({components})"
        return name

    def fetch(self, register: Register) -> tuple[str, str]:
        """A register's text and kind."""
        variable = self.storage.of(register)
        if register.relative is None and not isinstance(register.vertex, RelativeAddress):
            return self.text(register.index, str(register.vertex)), self.kinds[register.index]
        geometry = self.program.geometry
        assert geometry is not None
        vertices = Vertices(f"{geometry.vertices}u", f"{geometry.vertices - 1}u")

        def value(index: int, vertex: str) -> str:
            text = Expression(self.text(index, vertex), width=4)
            return cast(text, self.kinds[index], variable.kind).text

        return self.chosen.call(register, variable, vertices, value), variable.kind

    def _number(self, index: int) -> str:
        """What NV_gpu_program5 2.X.3.2 counts: invocations before, or vertices of the primitive."""
        geometry = self.program.geometry
        assert geometry is not None
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
