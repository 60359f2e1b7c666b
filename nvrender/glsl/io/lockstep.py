"""A control shader whose invocations each run all threads of the patch, and keep what their own wrote."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl.declared.word_types import cast
from nvrender.glsl.expressions import Expression
from nvrender.glsl.io.tessellation import ControlInterface
from nvrender.glsl.io.vertex import Result
from nvrender.glsl.printer.lockstep import THREAD
from nvrender.program import RegisterFile
from nvrender.source import TargetError

#: How many vectors a patch has for its threads (GLSL 4.60 7.3, gl_MaxTessPatchComponents).
PATCH_VECTORS = 30
_KEPT = "kept_results"


@dataclass(frozen=True)
class LockstepControl(ControlInterface):
    """Results are variables of all threads."""

    @property
    def _of_vertices(self) -> list[Result]:
        return [row for row in self.results if not row.result.startswith("patch.")]

    def opening(self) -> list[str]:
        return []

    def _words(self, row: Result, thread: str, kind: str) -> str:
        """A result of a thread, or of the patch, as words of ``kind``."""
        variable = self.storage.variables[RegisterFile.RESULT, row.index]
        text = variable.at(row.index).replace(f"[{THREAD}]", f"[{thread}]")
        return cast(Expression(text, width=4), variable.kind, kind).text

    def closing(self) -> list[str]:
        """Levels are the patch's results, whoever ran the threads."""
        patch = [f"{row.name} = {self._words(row, THREAD, self.result_kind(row))};" for row in self._of_patch]
        return [*self.handed_over(patch), *self.unwritten_results(), *self.levels()]

    @property
    def _of_patch(self) -> list[Result]:
        return [row for row in self.results if row.result.startswith("patch.")]

    def _kind(self, row: Result) -> str:
        return "" if row.result == "position" else self.result_kind(row)

    def handed_over(self, patch: list[str]) -> list[str]:
        """What is done once all threads have ended; ``patch`` are the results of the patch."""
        rows = self._of_vertices
        own = [f"{row.name} = {self._words(row, 'gl_InvocationID', self._kind(row))};" for row in rows]
        return [*patch, *own]


@dataclass(frozen=True)
class LockstepAlone(LockstepControl):
    """One invocation runs all threads, for what is done in memory is done once.

    It hands the others their results over among those of the patch, as many at once as there is room for.
    """

    def declarations(self, precise: str) -> list[str]:
        lines = super().declarations(precise)
        if self._of_vertices:
            lines.append(f"patch out uvec4 {_KEPT}[{self._at_once}];")
        return lines

    @property
    def _count(self) -> int:
        """How many results all threads have of their vertices."""
        declared = self.program.tessellation
        assert declared is not None
        return declared.vertices * len(self._of_vertices)

    @property
    def _at_once(self) -> int:
        room = PATCH_VECTORS - len(self._of_patch)
        if room < 1:
            raise TargetError(
                f"{self.program.source.name}: a control program that changes memory in an order that can be "
                f"seen has {len(self._of_patch)} results of the patch, and the GPU needs one of "
                f"{PATCH_VECTORS} for those of its vertices; write fewer, or change memory in straight code"
            )
        return min(self._count, room)

    def handed_over(self, patch: list[str]) -> list[str]:
        lines = ["if (gl_InvocationID == 0) {", *(f"    {line}" for line in patch), "}"] if patch else []
        for first in range(0, self._count, self._at_once) if self._of_vertices else ():
            lines += ["barrier();"] if first else []
            lines += self._round(first)
        return lines if self._of_vertices else [*lines, "barrier();"]

    def _round(self, first: int) -> list[str]:
        """Some results into the hands of the others: those from number ``first`` on."""
        declared, rows = self.program.tessellation, self._of_vertices
        assert declared is not None
        whole = self._at_once >= self._count

        def place(thread: str, number: int) -> tuple[str, str]:
            text = " + ".join(filter(None, [f"{len(rows)} * {thread}", str(number) if number else ""]))
            text = f"{text} - {first}" if first else text
            return text, "" if whole else f"if (uint({text}) < {self._at_once}u) "

        lines = ["if (gl_InvocationID == 0) {"]
        lines.append(f"    for ({THREAD} = 0; {THREAD} < {declared.vertices}; ++{THREAD}) {{")
        for number, row in enumerate(rows):
            at, test = place(THREAD, number)
            lines.append(f"        {test}{_KEPT}[{at}] = {self._words(row, THREAD, 'u')};")
        lines += ["    }", "}", "barrier();"]
        for number, row in enumerate(rows):
            at, test = place("gl_InvocationID", number)
            kept = cast(Expression(f"{_KEPT}[{at}]", width=4), "u", self._kind(row)).text
            lines.append(f"{test}{row.name} = {kept};")
        return lines
