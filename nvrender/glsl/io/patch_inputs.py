"""What tessellation shaders read of their patch (NV_tessellation_program5 2.X.3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import RESULT_NAMES
from nvrender.glsl.declared.word_types import cast
from nvrender.glsl.expressions import Expression
from nvrender.glsl.io.input_functions import InputFunctions, Vertices
from nvrender.glsl.io.vertex import GEOMETRY_INPUT
from nvrender.languages.arb.generation5_bindings import CONTROL_ATTRIBUTES, EVALUATION_ATTRIBUTES
from nvrender.program import Program, Register
from nvrender.program.profile import Stage

#: What stands before the name of a control program's result of a vertex.
CONTROL_OUTPUT = "control_"
NAMES = {
    Stage.TESSELLATION_CONTROL: CONTROL_ATTRIBUTES,
    Stage.TESSELLATION_EVALUATION: EVALUATION_ATTRIBUTES,
}
_NUMBERS = {
    "primitive.id": "gl_PrimitiveID",
    "primitive.invocation": "gl_InvocationID",
    "primitive.vertexcount": "gl_PatchVerticesIn",
}
#: Attributes of which only x means anything, and what the others are (docs/semantics.md).
_SINGLE = ("vertex.fogcoord", "vertex.pointsize", "vertex.clip[")


def is_of_patch(name: str) -> bool:
    """True for levels and attributes of the patch, as an attribute of either stage is called."""
    return name.removeprefix("primitive.").removeprefix("out.").startswith(("tess", "patch."))


def is_of_vertex(name: str) -> bool:
    """True for attributes of a vertex of the input or the output patch."""
    return name.startswith("vertex.") and name != "vertex.tesscoord"


def result_read(name: str) -> str:
    """The control program's result that an attribute reads: ``patch.tessouter[0]``, ``fogcoord``."""
    if not is_of_patch(name):
        return name.removeprefix("vertex.out.")
    name = name.removeprefix("primitive.").removeprefix("out.")
    return name if name.startswith("patch.") else f"patch.{name}"


@dataclass
class PatchInputs:
    """The attributes' texts; ``chosen`` has what chooses vertices and elements at run time.

    ``kinds`` are the kinds of the words by attribute, ``prefix`` what the names of a vertex's inputs begin
    with, ``written`` the results of the control program, None where a control program reads its own.
    """

    program: Program
    storage: Storage
    kinds: Mapping[int, str]
    prefix: str
    written: frozenset[str]
    chosen: InputFunctions

    @property
    def _names(self) -> tuple[str, ...]:
        return NAMES[self.program.profile.stage]

    def text(self, index: int, vertex: str) -> str:
        """One attribute, of the vertex with this number where it is a vertex's."""
        name = self._names[index]
        if name in _NUMBERS:
            return f"ivec4({self.number(name)}, 0, 0, 0)"
        if name == "vertex.tesscoord":
            declared = self.program.tessellation
            place = self.place()
            third = place if declared and declared.mode == "TRIANGLES" else f"{place}.xy, 0.0"
            return f"vec4({third}, 0.0)"
        result = result_read(name) if is_of_patch(name) or name.startswith("vertex.out.") else ""
        if result and result not in self.written and not self._is_level(name):
            return f"{self.kinds[index]}vec4(0)"
        if is_of_patch(name):
            return self.of_patch(name)
        if result:
            return self.of_output(result, vertex)
        text = self.of_input(name, vertex)
        kind = self.kinds[index]
        if name == "vertex.id":
            return f"{kind}vec4({text}.x, 0, 0, 0)"
        if name.startswith(_SINGLE):
            rest = "0, 0, 0x3F800000" if kind else "0.0, 0.0, 1.0"
            return f"{kind}vec4({text}.x, {rest})"
        return text

    def number(self, name: str) -> str:
        """A number of the primitive, an int."""
        return _NUMBERS[name]

    def place(self) -> str:
        """The coordinates in the patch, three floats."""
        return "gl_TessCoord"

    def of_input(self, name: str, vertex: str) -> str:
        """A vector of a vertex of the input patch."""
        if name == "vertex.position":
            return f"gl_in[{vertex}].gl_Position"
        return f"{self.prefix}{RESULT_NAMES[name.removeprefix('vertex.')]}[{vertex}]"

    def of_output(self, result: str, vertex: str) -> str:
        """A result of a vertex of the output patch."""
        if result == "position":
            return f"gl_out[{vertex}].gl_Position"
        return f"{CONTROL_OUTPUT}{RESULT_NAMES[result]}[{vertex}]"

    def _is_level(self, name: str) -> bool:
        return name.startswith(("primitive.tess", "primitive.in.tess"))

    def of_patch(self, name: str) -> str:
        """A level, with zeros behind it, or an attribute of the patch."""
        if self._is_level(name):
            level = name.removeprefix("primitive.").removeprefix("in.")
            level = level.replace("tessouter", "gl_TessLevelOuter").replace("tessinner", "gl_TessLevelInner")
            return f"vec4({level}, 0.0, 0.0, 0.0)"
        variable = RESULT_NAMES[result_read(name)]
        return f"vec4({variable}.x, 0.0, 0.0, 0.0)" if "tess" in name else variable

    def fetch(self, register: Register) -> tuple[str, str]:
        """A register's text and kind."""
        variable = self.storage.of(register)
        name, number = self._names[register.index], register.vertex
        of_vertex = is_of_vertex(name)
        declared = self.program.tessellation
        own = declared.vertices if declared is not None and name.startswith("vertex.out.") else 1
        there = isinstance(number, int) and number < own
        if register.relative is None and (not of_vertex or there):
            return self.text(register.index, str(number or 0)), self.kinds[register.index]

        def value(index: int, vertex: str) -> str:
            return cast(Expression(self.text(index, vertex), width=4), self.kinds[index], variable.kind).text

        vertices = self._vertices(register.index) if of_vertex else None
        return self.chosen.call(register, variable, vertices, value), variable.kind

    def _vertices(self, index: int) -> Vertices:
        """Those of the input patch, or of the one the program writes."""
        declared = self.program.tessellation
        if self._names[index].startswith("vertex.out.") and declared is not None:
            return Vertices(f"{declared.vertices}u", f"{declared.vertices - 1}u")
        count = f"uint({self.number('primitive.vertexcount')})"
        return Vertices(count, f"{count} - 1u")


def plain_name(varying: str) -> str:
    """What the stage before calls an input of a vertex."""
    return varying.removeprefix(GEOMETRY_INPUT).removeprefix(CONTROL_OUTPUT)
