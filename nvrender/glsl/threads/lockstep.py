"""Control programs whose threads one invocation runs in lockstep (NV_tessellation_program5 2.X.5).

Where ``barrier()`` cannot order what threads share (nvrender.glsl.threads.patch_barriers) every invocation
runs the whole patch, register by register of every thread, and hands on what its own thread wrote. What is
done in memory is done once, by the first invocation alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from nvrender.glsl.emit.program import Translator
from nvrender.glsl.io.tessellation.inputs import PATCH_RESULTS
from nvrender.glsl.io.tessellation.lockstep import LockstepAlone, LockstepControl
from nvrender.glsl.io.tessellation.pipeline import ControlShader
from nvrender.glsl.lines import Lines
from nvrender.glsl.options import Options
from nvrender.glsl.printer.functions import written_functions
from nvrender.glsl.printer.lockstep import EACH, THREAD, LockstepPrinter, ThreadLocals, Threads
from nvrender.glsl.printer.statements import Remarks
from nvrender.glsl.registers.variables import RESULT_NAMES, Variable
from nvrender.glsl.targets import Target
from nvrender.glsl.threads import lockstep_ends
from nvrender.glsl.threads.lockstep_inputs import BEFORE, LockstepInputs, is_common
from nvrender.glsl.threads.patch_barriers import barriers
from nvrender.glsl.threads.patch_hazards import MEMORY, reached, results_of
from nvrender.ir.analysis.endings import ends_early
from nvrender.ir.analysis.places import nodes_of
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import Assign, Const, Shader
from nvrender.languages.arb.generation5_bindings import CONTROL_RESULTS
from nvrender.lower.program import lowered
from nvrender.program import Program, RegisterFile
from nvrender.program.declared import tessellation_of
from nvrender.program.profile import Stage


def needs_lockstep(program: Program) -> bool:
    """True for control programs that barriers in straight code of main cannot order."""
    if program.profile.stage is not Stage.TESSELLATION_CONTROL:
        return False
    shader = lowered(program)
    if barriers(program, shader, wrapped=ends_early(shader)) is None:
        return True
    read = reached(program, all_statements(shader)).reads
    chosen = {
        name
        for node, _ in nodes_of(shader, Assign)
        if not isinstance(node.index, Const | None)
        for name in results_of(program, node)
    }
    return any(name in read or name in PATCH_RESULTS for name in chosen)


class LockstepTranslator(Translator):
    """Puts such a shader together: every register is an array of one for each thread."""

    def __init__(self, program: Program, target: Target, kind: str, options: Options) -> None:
        super().__init__(program, target, kind, options)
        self.threads = tessellation_of(program).vertices
        self.shared = True
        #: Results that some instruction reads and writes.
        self._copied: list[Variable] = []
        self._rename()

    @property
    def tells_ends(self) -> bool:
        return lockstep_ends.tells_ends(self.body, self.target)

    def _closing(self) -> list[str]:
        lines = super()._closing()
        if self.tells_ends:
            alone = isinstance(self.shape, LockstepAlone)
            lines.append(lockstep_ends.told_threads(THREAD, self.threads, alone=alone))
        return lines

    def _control(self) -> type[ControlShader]:
        return LockstepAlone if _changes_memory(self.program) else LockstepControl

    def _barriers(self) -> dict[int, bool]:
        return {}

    def _lowered(self) -> Shader:
        return lowered(self.program, dispatched=True)

    def _rename(self) -> None:
        for file in (RegisterFile.TEMPORARY, RegisterFile.ADDRESS, RegisterFile.RESULT):
            for variable in self.storage.all(file):
                if file is RegisterFile.RESULT and not variable.array:
                    name = RESULT_NAMES[CONTROL_RESULTS[variable.start]]
                    variable.name = self.names.take(f"{name}_made")
                for row in (variable, variable.high):
                    if row is not None and not is_common(variable):
                        row.threads, row.name = row.name, f"{row.name}{EACH}"
        for code in self.storage.codes.values():
            code.index = EACH

    def _written(self, functions: dict[str, str]) -> Lines:
        self.context.local_names = names = ThreadLocals(self.names.take)
        remarks = Remarks(self.placement, self.indices)
        printer = LockstepPrinter(self.body, self.context, remarks, functions, self.watchdog)
        alone = isinstance(self.shape, LockstepAlone)
        printer.threads = Threads(
            self.program, names, self.threads, alone, self.tells_ends, self._copies, self._reads_copies
        )
        return written_functions(printer, wrapped=False, prologue=self._prologue, closing=self._closing)

    def _result(self, name: str) -> Variable:
        return self.storage.variables[RegisterFile.RESULT, CONTROL_RESULTS.index(name)]

    def _copies(self, names: Iterable[str]) -> list[str]:
        """Keep what results hold; in a loop (quirks.ARRAY_COPIES)."""
        lines = []
        written = sorted(set(names) & set(self.program.results))
        for variable in dict.fromkeys(map(self._result, written)):
            if variable not in self._copied:
                self._copied.append(variable)
            line = f"{variable.of_thread(THREAD, BEFORE).name} = {variable.name};"
            each = f"for ({THREAD} = 0; {THREAD} < {self.threads}; ++{THREAD}) "
            lines.append(line if is_common(variable) else each + line)
        return lines

    def _reads_copies(self, copies: bool) -> None:
        assert isinstance(self.context.inputs, LockstepInputs)
        self.context.inputs.reads_copies(copies)

    def _global_variables(self) -> list[str]:
        precise = "precise " if self.exact else ""
        told = [lockstep_ends.DECLARATION] if self.tells_ends else []
        lines = [*told, f"int {THREAD};", *self._hidden_zero()]
        for variable in self._variables():
            qualifier = "" if variable.kind else precise
            for version in ("", BEFORE) if variable in self._copied else ("",):
                lines.append(f"{qualifier}{variable.of_thread(str(self.threads), version).declaration};")
        for code in self.storage.codes.values():
            all_threads = replace(code, index=f"[{self.threads}]")
            qualifier = "" if code.kind else precise
            lines.append(f"{qualifier}{code.kind}vec4 {all_threads.name};")
            lines += [f"bvec4 {flag};" for flag in all_threads.flags]
        if self.watchdog is not None:
            lines.append(f"int turns[{self.threads}];  // of all loops of a thread: at most {self.watchdog}")
        return lines

    def _hides_first_values(self) -> bool:
        return any(
            variable.file is not RegisterFile.ADDRESS and self._begins_hidden(variable)
            for variable in self._variables()
        )

    def _variables(self) -> list[Variable]:
        rows = [
            variable
            for file in (RegisterFile.TEMPORARY, RegisterFile.ADDRESS, RegisterFile.RESULT)
            for variable in self.storage.all(file)
        ]
        return [row for variable in rows for row in (variable, variable.high) if row is not None]

    def _prologue(self) -> list[str]:
        """First values of every thread's registers."""
        once: list[str] = []
        each: list[str] = []
        for variable in self._variables():
            line = f"{variable.name} = {self._initial(variable)};"
            (once if is_common(variable) else each).append(line)
        for code in self.storage.codes.values():
            nought = "0" if code.kind else "0.0"
            each.append(f"{code.name} = {code.kind}vec4({nought});")
            each += [f"{flag} = bvec4(false);" for flag in code.flags]
        if self.watchdog is not None:
            each.append(f"turns{EACH} = 0;")
        loop = [f"for ({THREAD} = 0; {THREAD} < {self.threads}; ++{THREAD}) {{"]
        loop += [*(f"    {line}" for line in each), "}"] if each else []
        return [*self.shape.prologue(), *once, *(loop if each else [])]


def _changes_memory(program: Program) -> bool:
    return MEMORY in reached(program, all_statements(lowered(program))).writes
