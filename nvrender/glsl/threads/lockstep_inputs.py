"""What a thread reads where one invocation runs all threads of a patch."""

from __future__ import annotations

from nvrender.glsl.io.tessellation.inputs import PATCH_RESULTS, PatchAttribute, PatchInputs
from nvrender.glsl.printer.lockstep import THREAD
from nvrender.glsl.registers.variables import Variable
from nvrender.languages.arb.generation5_bindings import CONTROL_RESULTS
from nvrender.program import RegisterFile

#: What stands behind the name of a result as it was before an instruction that reads and writes it.
BEFORE = "_before"


class LockstepInputs(PatchInputs):
    """What a thread reads, the outputs of others among it, as variables of all threads."""

    def reads_copies(self, copies: bool) -> None:
        """Whether results are read as they were kept."""
        self.chosen.version = BEFORE if copies else ""

    def number(self, name: str) -> str:
        return THREAD if name == "primitive.invocation" else super().number(name)

    def of_output(self, result: str, vertex: str) -> str:
        return self._made(result, vertex)

    def of_patch(self, row: PatchAttribute) -> str:
        return self._made(row.result, THREAD) if row.own else super().of_patch(row)

    def _made(self, result: str, thread: str) -> str:
        index = CONTROL_RESULTS.index(result)
        variable = self.storage.variables[RegisterFile.RESULT, index]
        return variable.of_thread(thread, self.chosen.version).at(index)


def is_common(variable: Variable) -> bool:
    """True for results of the patch, which threads share."""
    return variable.file is RegisterFile.RESULT and CONTROL_RESULTS[variable.start] in PATCH_RESULTS
