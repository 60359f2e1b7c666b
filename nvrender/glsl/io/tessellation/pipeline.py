"""Shaders of tessellation programs: what they read of vertices and of the patch, and what they make."""

from __future__ import annotations

from nvrender.glsl.io.input_functions import InputFunctions
from nvrender.glsl.io.interface import Fetch, Result, Shader
from nvrender.glsl.io.tessellation.inputs import (
    ATTRIBUTES,
    CONTROL_OUTPUT,
    LEVELS,
    NUMBERS,
    PATCH_RESULTS,
    PatchAttribute,
    PatchInputs,
)
from nvrender.glsl.io.vertices import GEOMETRY_INPUT, VertexMaker
from nvrender.glsl.registers.storage import Storage
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.glsl.varyings import Varying, of_kind
from nvrender.languages.arb.generation5_bindings import CONTROL_RESULTS
from nvrender.program import RegisterFile, Tessellation
from nvrender.program.declared import tessellation_of
from nvrender.program.profile import Stage

_SPACINGS = {
    "EQUAL": "equal_spacing",
    "FRACTIONAL_EVEN": "fractional_even_spacing",
    "FRACTIONAL_ODD": "fractional_odd_spacing",
}
_POSITION = "gl_out[gl_InvocationID].gl_Position"
#: Names the translation of a tessellation program declares besides.
PATCH_NAMES = frozenset(
    prefix + RESULT_NAMES[name] for name in CONTROL_RESULTS for prefix in ("", GEOMETRY_INPUT, CONTROL_OUTPUT)
)


class PatchShader(Shader):
    """The shader around a tessellation program, whose attributes are no variables."""

    integer = "gl_PrimitiveID", True

    @property
    def declared(self) -> Tessellation:
        return tessellation_of(self.program)

    @property
    def is_control(self) -> bool:
        return self.program.profile.stage is Stage.TESSELLATION_CONTROL

    @property
    def attributes_read(self) -> dict[int, PatchAttribute]:
        """The attributes by their numbers, in order."""
        read = sorted(index for file, index in self.storage.variables if file is RegisterFile.ATTRIBUTE)
        return {index: ATTRIBUTES[self.program.profile.stage][index] for index in read}

    @property
    def prefix(self) -> str:
        """What the names of a vertex's inputs begin with."""
        return GEOMETRY_INPUT if self.is_control else CONTROL_OUTPUT

    @property
    def written(self) -> frozenset[str]:
        """The results of the control program before an evaluation program, or the program's own."""
        own = frozenset(self.program.results)
        return own if self.is_control else self.options.link.patch_results or frozenset()

    @property
    def _of_vertices(self) -> dict[int, Varying]:
        """What the stage before hands over with each vertex, by attribute."""
        return {
            index: of_kind(
                self.prefix + RESULT_NAMES[row.result],
                self.storage.variables[RegisterFile.ATTRIBUTE, index].kind,
            )
            for index, row in self.attributes_read.items()
            if row.of_input and row.result != "position"
        }

    @property
    def _of_patches(self) -> dict[int, Varying]:
        """What the control program hands over with each patch, by attribute."""
        written = frozenset() if self.is_control else self.written - LEVELS.keys()
        return {
            index: Varying(
                RESULT_NAMES[row.result], kind=self.storage.variables[RegisterFile.ATTRIBUTE, index].kind
            )
            for index, row in self.attributes_read.items()
            if row.of_patch and row.result in written
        }

    @property
    def read(self) -> tuple[Varying, ...]:
        return (*self._of_vertices.values(), *self._of_patches.values())

    @property
    def input_kinds(self) -> dict[int, str]:
        """The kind of each input's words, by attribute."""
        return {index: self.input_kind(index, row) for index, row in self.attributes_read.items()}

    def input_kind(self, index: int, row: PatchAttribute) -> str:
        """The kind of an input's words: an own result's, or that of the variable it is read into."""
        if row.name in NUMBERS:
            return "i"
        if row.own:
            made = self.storage.variables.get((RegisterFile.RESULT, CONTROL_RESULTS.index(row.result)))
            return "" if made is None else made.kind
        arriving = self._of_vertices | self._of_patches
        return arriving[index].kind if index in arriving else ""

    def input_texts(self, chosen: InputFunctions) -> PatchInputs:
        """What instructions read."""
        return PatchInputs(self.program, self.storage, self.input_kinds, chosen, self.prefix, self.written)

    def fetches(self, through: str) -> list[Fetch]:
        return []

    def inputs(self) -> list[str]:
        declared = self.declared
        layout = f"layout(vertices = {declared.vertices}) out;"
        if not self.is_control:
            words = [declared.mode.lower(), _SPACINGS[declared.spacing], declared.order.lower()]
            layout = f"layout({', '.join([*words, *['point_mode'] * declared.points])}) in;"
        lines = [layout, *(row.declared("in", array="[]") for row in self._of_vertices.values())]
        return lines + [f"patch {row.declared('in')}" for row in self._of_patches.values()]


class EvaluationShader(VertexMaker, PatchShader):
    """One invocation a place of the patch; its results leave as a vertex shader's."""

    kind = "evaluation"
    purpose = "tessellation evaluation shader"


class ControlShader(PatchShader):
    """One invocation a thread, which is a vertex of the output patch: results are outputs."""

    kind = "control"
    purpose = "tessellation control shader"

    @property
    def of_patch(self) -> list[Result]:
        """The results of the patch."""
        return [row for row in self.results if row.result in PATCH_RESULTS]

    @property
    def of_vertex(self) -> list[Result]:
        """The results of each thread's vertex."""
        return [row for row in self.results if row.result not in PATCH_RESULTS]

    def is_output(self, name: str) -> bool:
        return True

    def begins(self, row: Result) -> bool:
        """False for what is the patch's, which one thread begins."""
        return row.result not in PATCH_RESULTS

    def output_kind(self, row: Result) -> str:
        """The kind of the words that leave: what the evaluation program reads, of the rest the program's."""
        wanted = (self.next_stage or {}).get(RESULT_NAMES[row.result])
        return self.result_kind(row) if wanted is None else wanted.kind

    def outputs(self) -> list[str]:
        lines = []
        for row in self.results:
            kind = self.output_kind(row)
            if row.result in PATCH_RESULTS:
                lines.append(f"patch {Varying(row.name, kind=kind).declared('out')}")
            elif row.result != "position":
                output = of_kind(f"{CONTROL_OUTPUT}{RESULT_NAMES[row.result]}", kind)
                lines.append(output.declared("out", array="[]"))
        rows = (row._replace(name=f"{CONTROL_OUTPUT}{row.name}") for row in self.left_out)
        return lines + [row.declared("out", array="[]") for row in rows]

    @property
    def left_out(self) -> list[Varying]:
        """What the evaluation program reads of vertices, and nobody writes."""
        names = {RESULT_NAMES[row.result] for row in self.results} | {*PATCH_RESULTS.values()}
        return [row for row in (self.next_stage or {}).values() if row.name not in names]

    def prologue(self) -> list[str]:
        """Results of the patch begin as 0 before any thread writes them."""
        zeros = [f"    {row.name} = {self.output_kind(row)}vec4(0);" for row in self.of_patch]
        return ["if (gl_InvocationID == 0) {", *zeros, "}", "barrier();"] if zeros else []

    def epilogue(self) -> list[str]:
        rows = (row for row in self.results if self.value(row) != row.name)
        lines = [f"{row.name} = {self.words(row, self.output_kind(row))};" for row in rows]
        if any(row.result in LEVELS for row in self.results):
            lines.append("barrier();  // whichever thread wrote the levels")
        return [*lines, *self.unwritten_results(), *self.levels()]

    def unwritten_results(self) -> list[str]:
        """What the next stage reads of a vertex and the program does not write."""
        zero = "zero" if self.options.exact else "0.0"
        lines = [
            f"{CONTROL_OUTPUT}{row.name}[gl_InvocationID] = {row.unwritten(zero)};" for row in self.left_out
        ]
        written = any(row.result == "position" for row in self.results)
        return lines + [f"{_POSITION} = vec4(0.0, 0.0, 0.0, 1.0);"] * (not written)

    def levels(self) -> list[str]:
        """The levels GL cuts by, 0 where nothing writes them."""
        written = {row.result: f"{row.name}.x" for row in self.results}
        return [f"{level} = {written.get(result, '0.0')};" for result, level in LEVELS.items()]


def named_outputs(storage: Storage, results: tuple[Result, ...]) -> tuple[Result, ...]:
    """Results as outputs of the thread's own vertex, or of the patch."""
    found = []
    for row in results:
        variable = storage.variables[RegisterFile.RESULT, row.index]
        name = row.name if row.result in PATCH_RESULTS else f"{CONTROL_OUTPUT}{row.name}[gl_InvocationID]"
        name = _POSITION if row.result == "position" else name
        if not variable.array:
            variable.name = name
        found.append(row._replace(name=name))
    return tuple(found)
