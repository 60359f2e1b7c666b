"""A control shader whose invocations each run all threads of the patch, and keep what their own wrote."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.glsl.emit_lockstep import THREAD
from nvrender.glsl.expressions import Expression
from nvrender.glsl.interface import Result
from nvrender.glsl.patch_interface import ControlInterface
from nvrender.glsl.word_types import cast
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
        own = [f"{row.name} = {self._own(number, row)};" for number, row in enumerate(self._of_vertices)]
        return [*self.handed_over(patch), *own, *self.unwritten_results(), *self.levels()]

    @property
    def _of_patch(self) -> list[Result]:
        return [row for row in self.results if row.result.startswith("patch.")]

    def _kind(self, row: Result) -> str:
        return "" if row.result == "position" else self.result_kind(row)

    def _own(self, number: int, row: Result) -> str:
        return self._words(row, "gl_InvocationID", self._kind(row))

    def handed_over(self, patch: list[str]) -> list[str]:
        """What is done once all threads have ended; ``patch`` are the results of the patch."""
        return patch


@dataclass(frozen=True)
class LockstepAlone(LockstepControl):
    """One invocation runs all threads, for what is done in memory is done once.

    The others find their results among those of the patch.
    """

    def declarations(self, precise: str) -> list[str]:
        lines = super().declarations(precise)
        if self._of_vertices:
            lines.append(f"patch out uvec4 {_KEPT}[{self._kept()}];")
        return lines

    def _kept(self) -> int:
        declared = self.program.tessellation
        assert declared is not None
        count = declared.vertices * len(self._of_vertices)
        room = PATCH_VECTORS - (len(self.results) - len(self._of_vertices))
        if count > room:
            raise TargetError(
                f"{self.program.source.name}: a control program that changes memory in an order that can be "
                f"seen hands {declared.vertices} × {len(self._of_vertices)} results over on the GPU, and "
                f"there is room for {room}; write fewer results, or change memory in straight code of main"
            )
        return count

    def handed_over(self, patch: list[str]) -> list[str]:
        declared, rows = self.program.tessellation, self._of_vertices
        assert declared is not None
        place = f"{len(rows)} * {THREAD}" if len(rows) > 1 else THREAD
        kept = [
            f"    {_KEPT}[{f'{place} + {number}' if number else place}] = {self._words(row, THREAD, 'u')};"
            for number, row in enumerate(rows)
        ]
        each = f"for ({THREAD} = 0; {THREAD} < {declared.vertices}; ++{THREAD}) {{"
        loop = [each, *kept, "}"] if kept else []
        lines = (f"    {line}" for line in [*patch, *loop])
        return ["if (gl_InvocationID == 0) {", *lines, "}", "barrier();"]

    def _own(self, number: int, row: Result) -> str:
        kept = Expression(f"{_KEPT}[{len(self._of_vertices)} * gl_InvocationID + {number}]", width=4)
        return cast(kept, "u", self._kind(row)).text
