"""A control shader whose invocations each run all threads of the patch, and keep what their own wrote."""

from __future__ import annotations

from nvrender.glsl.expressions import Expression
from nvrender.glsl.io.input_functions import InputFunctions
from nvrender.glsl.io.interface import Result
from nvrender.glsl.io.tessellation.inputs import PatchInputs
from nvrender.glsl.io.tessellation.pipeline import ControlShader
from nvrender.glsl.printer.lockstep import THREAD
from nvrender.glsl.threads.lockstep_inputs import LockstepInputs
from nvrender.glsl.word_types import cast
from nvrender.program import RegisterFile
from nvrender.source import TargetError

#: How many vectors a patch has for its threads (GLSL 4.60 7.3, gl_MaxTessPatchComponents).
PATCH_VECTORS = 30
_KEPT = "kept_results"


class LockstepControl(ControlShader):
    """Results are variables of all threads."""

    def input_texts(self, chosen: InputFunctions) -> PatchInputs:
        return LockstepInputs(self.program, self.storage, self.input_kinds, chosen, self.prefix, self.written)

    def prologue(self) -> list[str]:
        return []

    def _of_thread(self, row: Result, thread: str, kind: str) -> str:
        """A result of a thread, or of the patch, as words of ``kind``."""
        text = self.storage.variables[RegisterFile.RESULT, row.index].of_thread(thread).at(row.index)
        return cast(Expression(text, width=4), self.result_kind(row), kind).text

    def epilogue(self) -> list[str]:
        """Levels are the patch's results, whoever ran the threads."""
        rows = self.of_patch
        patch = [f"{row.name} = {self._of_thread(row, THREAD, self.output_kind(row))};" for row in rows]
        return [*self.handed_over(patch), *self.unwritten_results(), *self.levels()]

    def _kind(self, row: Result) -> str:
        return "" if row.result == "position" else self.output_kind(row)

    def handed_over(self, patch: list[str]) -> list[str]:
        """What is done once all threads have ended; ``patch`` are the results of the patch."""
        rows = self.of_vertex
        own = [f"{row.name} = {self._of_thread(row, 'gl_InvocationID', self._kind(row))};" for row in rows]
        return [*patch, *own]


class LockstepAlone(LockstepControl):
    """One invocation runs all threads, for what is done in memory is done once.

    It hands the others their results over among those of the patch, as many at once as there is room for.
    """

    def outputs(self) -> list[str]:
        kept = f"patch out uvec4 {_KEPT}[{self._at_once}];" if self.of_vertex else ""
        return [*super().outputs(), *filter(None, [kept])]

    @property
    def _count(self) -> int:
        """How many results all threads have of their vertices."""
        return self.declared.vertices * len(self.of_vertex)

    @property
    def _at_once(self) -> int:
        room = PATCH_VECTORS - len(self.of_patch)
        if room < 1:
            raise TargetError(
                f"{self.program.source.name}: a control program that changes memory in an order that can be "
                f"seen has {len(self.of_patch)} results of the patch, and the GPU needs one of "
                f"{PATCH_VECTORS} for those of its vertices; write fewer, or change memory in straight code"
            )
        return min(self._count, room)

    def handed_over(self, patch: list[str]) -> list[str]:
        lines = ["if (gl_InvocationID == 0) {", *(f"    {line}" for line in patch), "}"] if patch else []
        for first in range(0, self._count, self._at_once) if self.of_vertex else ():
            lines += ["barrier();"] if first else []
            lines += self._round(first)
        return lines if self.of_vertex else [*lines, "barrier();"]

    def _round(self, first: int) -> list[str]:
        """Some results into the hands of the others: those from number ``first`` on."""
        rows, whole = self.of_vertex, self._at_once >= self._count

        def place(thread: str, number: int) -> tuple[str, str]:
            text = " + ".join(filter(None, [f"{len(rows)} * {thread}", str(number) if number else ""]))
            text = f"{text} - {first}" if first else text
            return text, "" if whole else f"if (uint({text}) < {self._at_once}u) "

        lines = ["if (gl_InvocationID == 0) {"]
        lines.append(f"    for ({THREAD} = 0; {THREAD} < {self.declared.vertices}; ++{THREAD}) {{")
        for number, row in enumerate(rows):
            at, test = place(THREAD, number)
            lines.append(f"        {test}{_KEPT}[{at}] = {self._of_thread(row, THREAD, 'u')};")
        lines += ["    }", "}", "barrier();"]
        for number, row in enumerate(rows):
            at, test = place("gl_InvocationID", number)
            kept = cast(Expression(f"{_KEPT}[{at}]", width=4), "u", self._kind(row)).text
            lines.append(f"{test}{row.name} = {kept};")
        return lines
