"""A tessellation control shader: results are outputs, levels outputs that the end makes levels of."""

from __future__ import annotations

from nvrender.glsl.declared.storage import Storage
from nvrender.glsl.declared.variables import RESULT_NAMES
from nvrender.glsl.io.interface import Result
from nvrender.glsl.io.patch_inputs import CONTROL_OUTPUT, LEVELS, PATCH_RESULTS
from nvrender.glsl.io.tessellation import PatchShader
from nvrender.glsl.varyings import Varying, Varyings
from nvrender.program import RegisterFile

_POSITION = "gl_out[gl_InvocationID].gl_Position"


class ControlShader(PatchShader):
    """One invocation a thread, which is a vertex of the output patch."""

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

    def inputs(self) -> list[str]:
        declared = self.program.tessellation
        assert declared is not None
        return [f"layout(vertices = {declared.vertices}) out;", *super().inputs()]

    def outputs(self) -> list[str]:
        lines = []
        for row in self.results:
            kind = self.output_kind(row)
            if row.result in PATCH_RESULTS:
                lines.append(f"patch {Varying(row.name, '', kind).declared('out')}")
            elif row.result != "position":
                lines.append(_of_vertex(Varying(RESULT_NAMES[row.result], "flat" if kind else "", kind)))
        return lines + [_of_vertex(row) for row in self.left_out]

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


def _of_vertex(row: Varying) -> str:
    return row._replace(name=f"{CONTROL_OUTPUT}{row.name}").declared("out", array="[]")


def named_outputs(storage: Storage, next_stage: Varyings, results: tuple[Result, ...]) -> tuple[Result, ...]:
    """Results as outputs of the thread's own vertex, or of the patch, of the kinds that are read."""
    found = []
    for row in results:
        variable = storage.variables[RegisterFile.RESULT, row.index]
        name = row.name if row.result in PATCH_RESULTS else f"{CONTROL_OUTPUT}{row.name}[gl_InvocationID]"
        name = _POSITION if row.result == "position" else name
        if not variable.array:
            variable.name = name
            variable.kind = next_stage[row.name].kind if row.name in next_stage else variable.kind
        found.append(Result(row.result, name, row.index))
    return tuple(found)
