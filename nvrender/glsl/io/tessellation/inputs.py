"""What tessellation shaders read of their patch (NV_tessellation_program5 2.X.3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from nvrender.glsl.expressions import Vector
from nvrender.glsl.io.input_functions import InputTexts, Vertices, number, numbered_vertices, single
from nvrender.glsl.io.vertices import GEOMETRY_INPUT
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.languages.arb.generation5_bindings import (
    CONTROL_ATTRIBUTES,
    CONTROL_RESULTS,
    EVALUATION_ATTRIBUTES,
)
from nvrender.languages.arb.vertex_bindings import VERTEX_RESULTS
from nvrender.program.declared import tessellation_of
from nvrender.program.profile import Stage

#: What stands before the name of a control program's result of a vertex.
CONTROL_OUTPUT = "control_"
#: What a stage calls the results of the one before → what that one does.
_PLAIN = {
    f"{prefix}{name}": name for prefix in (GEOMETRY_INPUT, CONTROL_OUTPUT) for name in RESULT_NAMES.values()
}
NUMBERS = {
    "primitive.id": "gl_PrimitiveID",
    "primitive.invocation": "gl_InvocationID",
    "primitive.vertexcount": "gl_PatchVerticesIn",
}
_LEVELS = {
    **{f"tessouter[{number}]": f"gl_TessLevelOuter[{number}]" for number in range(4)},
    **{f"tessinner[{number}]": f"gl_TessLevelInner[{number}]" for number in range(2)},
}
#: Result → the level of GL that it is.
LEVELS = {f"patch.{name}": level for name, level in _LEVELS.items()}
#: Results of the patch, as programs and as shaders name them.
PATCH_RESULTS = {name: RESULT_NAMES[name] for name in CONTROL_RESULTS if name not in VERTEX_RESULTS}
#: Results of which only x means anything.
_SINGLE = frozenset({"id", "fogcoord", "pointsize", *(f"clip[{plane}]" for plane in range(8))})


class PatchAttribute(NamedTuple):
    """An attribute of a tessellation program, and the ``result`` of a stage that it reads, "" for none.

    It is a vertex's, the patch's, or neither; ``own`` is what the control program itself writes.
    """

    name: str
    result: str = ""
    own: bool = False

    @property
    def of_patch(self) -> bool:
        return self.result in PATCH_RESULTS

    @property
    def of_vertex(self) -> bool:
        """True for an attribute of a vertex of the input or the output patch."""
        return bool(self.result) and not self.of_patch

    @property
    def of_input(self) -> bool:
        """True for an attribute of a vertex of the input patch."""
        return self.of_vertex and not self.own


#: The attributes that are results of a stage, by their names.
_READ = {
    row.name: row
    for prefix, own in (
        ("vertex.", False),
        ("vertex.out.", True),
        ("primitive.", False),
        ("primitive.out.", True),
    )
    for item in (*RESULT_NAMES, *_LEVELS)
    for row in (PatchAttribute(f"{prefix}{item}", f"patch.{item}" if item in _LEVELS else item, own),)
    if row.name not in NUMBERS
}
#: The attributes of each stage, by their numbers.
ATTRIBUTES = {
    stage: tuple(_READ.get(name, PatchAttribute(name)) for name in names)
    for stage, names in (
        (Stage.TESSELLATION_CONTROL, CONTROL_ATTRIBUTES),
        (Stage.TESSELLATION_EVALUATION, EVALUATION_ATTRIBUTES),
    )
}
#: The same by their names.
NAMED = {row.name: row for rows in ATTRIBUTES.values() for row in rows}


@dataclass
class PatchInputs(InputTexts):
    """The attributes of a patch.

    ``prefix`` is what the names of a vertex's inputs begin with, ``written`` the results of the control
    program.
    """

    prefix: str
    written: frozenset[str]

    def row(self, index: int) -> PatchAttribute:
        """The attribute with a number."""
        return ATTRIBUTES[self.program.profile.stage][index]

    def text(self, index: int, vertex: str) -> Vector:
        row, kind = self.row(index), self.kinds[index]
        if row.name in NUMBERS:
            return number(self.number(row.name))
        if row.name == "vertex.tesscoord":
            place = self.place()
            if tessellation_of(self.program).coordinates == 3:
                return Vector(f"vec4({place}, 0.0)", place, 3)
            return Vector(f"vec4({place}.xy, 0.0, 0.0)", place, 2)
        level = row.result in LEVELS and not row.own
        if not (row.of_input or level or row.result in self.written):
            return Vector(f"{kind}vec4(0)")
        if row.of_patch and row.result in LEVELS:
            text = self.level(row)
            return Vector(f"vec4({text}, 0.0, 0.0, 0.0)", text, 1, scalar=True)
        if row.of_patch:
            return Vector(self.of_patch(row))
        if row.own:
            return Vector(self.of_output(row.result, vertex))
        text = self.of_input(row, vertex)
        return single(text, kind, number=row.result == "id") if row.result in _SINGLE else Vector(text)

    def number(self, name: str) -> str:
        """A number of the primitive, an int."""
        return NUMBERS[name]

    def place(self) -> str:
        """The coordinates in the patch, three floats."""
        return "gl_TessCoord"

    def of_input(self, row: PatchAttribute, vertex: str) -> str:
        """A vector of a vertex of the input patch."""
        if row.result == "position":
            return f"gl_in[{vertex}].gl_Position"
        return f"{self.prefix}{RESULT_NAMES[row.result]}[{vertex}]"

    def of_output(self, result: str, vertex: str) -> str:
        """A result of a vertex of the output patch."""
        if result == "position":
            return f"gl_out[{vertex}].gl_Position"
        return f"{CONTROL_OUTPUT}{RESULT_NAMES[result]}[{vertex}]"

    def of_patch(self, row: PatchAttribute) -> str:
        """An attribute of the patch."""
        return RESULT_NAMES[row.result]

    def level(self, row: PatchAttribute) -> str:
        """A level, a float."""
        return f"{self.of_patch(row)}.x" if row.own else LEVELS[row.result]

    def vertices(self, index: int) -> Vertices | None:
        """Those of the input patch, or of the one the program writes."""
        row = self.row(index)
        if row.own and row.of_vertex:
            return numbered_vertices(tessellation_of(self.program).vertices)
        count = f"uint({self.number('primitive.vertexcount')})"
        return Vertices(count, f"{count} - 1u", 1) if row.of_vertex else None


def plain_name(varying: str) -> str:
    """What the stage before calls an input of a vertex."""
    return _PLAIN.get(varying, varying)
