"""All threads of a patch in one invocation, in lockstep → lines of GLSL (NV_tessellation_program5 2.X.5).

Each thread has its own place in the program. Those at one block run together: the deepest calls first, of
those the earliest in the text, so that the first way of an IF comes before the second and threads meet again
behind it. An instruction whose order can be seen is done by all of them before the next begins.
"""

from __future__ import annotations

from collections.abc import Callable

from nvrender.glsl.flow.regions import Emitter
from nvrender.glsl.threads.lockstep_ends import NAMES as ENDS_NAMES
from nvrender.glsl.threads.lockstep_ends import told_blocks
from nvrender.glsl.threads.patch_hazards import Reached, reached
from nvrender.lower.control_flow.regions import DispatchBlock
from nvrender.program import Instruction, Program

#: The number of the thread that is simulated.
THREAD = "thread"
#: Names the simulation declares.
NAMES = frozenset(
    {
        THREAD,
        "runs",
        "blocks",
        "stacks",
        "depths",
        "now",
        "deepest",
        "block",
        "depth",
        "kept_results",
        "place",
        *ENDS_NAMES,
    }
)


class LockstepEmitter(Emitter):
    """Writes the blocks of a dispatched Flow for ``threads`` threads.

    ``copies`` gives the statements that keep the results an instruction reads where it writes some of them
    too, for whose operands ``reading_copies`` is told.
    """

    program: Program
    threads = 1
    #: Whether the first invocation alone runs them.
    alone = False
    #: Whether threads are told of that a driver did not let end.
    tells = False
    block_number = "now"
    stack = f"stacks[{THREAD}]"
    copies: Callable[[frozenset[str]], list[str]]
    reading_copies: Callable[[bool], None]

    def dispatch(self) -> None:
        flow = self.flow
        if flow.entry is None:
            return
        self.lines.depth += 1
        if self.alone:
            self.lines.add("if (gl_InvocationID == 0) {")
            self.lines.depth += 1
        self._watch = self._watch.replace("turns++", f"turns[{THREAD}]++")
        if len(flow.dispatch) == 1:
            self.block(flow.dispatch[0].instructions, 0)
        else:
            self._begin(flow.entry)
            self.lines.add("while (now >= 0) {")
            self.lines.depth += 1
            self._cases()
            self._choose()
            self.lines.depth -= 1
            self.lines.add("}")
            for line in self._told() if self.tells else ():
                self.lines.add(line)
        self.lines.depth -= 1
        if self.alone:
            self.lines.add("}")
            self.lines.depth -= 1

    def _told(self) -> list[str]:
        return told_blocks([f"blocks[{thread}]" for thread in range(self.threads)])

    def _begin(self, entry: int) -> None:
        """All threads at the first block."""
        names = ["blocks", "depths"] if self._stacked else ["blocks"]
        self.lines.add(f"int {', '.join(f'{name}[{self.threads}]' for name in names)};")
        if self._stacked:
            self.lines.add(f"int stacks[{self.threads}][{self.flow.call_depth}];")
        self._dispatched_counters()
        self.lines.add(f"bool runs[{self.threads}];")
        self.lines.add(f"int now = {entry};")
        first = [f"blocks[{THREAD}] = {entry};", f"runs[{THREAD}] = true;"]
        self._each([*first, *[f"depths[{THREAD}] = 0;"] * self._stacked])

    def _counter(self, name: str, nought: str) -> tuple[str, str]:
        if self.flow.recursive:
            return f"{name}[{THREAD}][depth]", f"[{self.threads}][{self.flow.call_depth + 1}]"
        return f"{name}[{THREAD}]", f"[{self.threads}]"

    def _choose(self) -> None:
        """Which block runs next, and which threads run it."""
        self.lines.add("now = -1;")
        if not self._stacked:
            test = f"blocks[{THREAD}] >= 0 && (now < 0 || blocks[{THREAD}] < now)"
            self._each([f"if ({test}) now = blocks[{THREAD}];"])
            self._each([f"runs[{THREAD}] = blocks[{THREAD}] == now;"])
            return
        deeper = f"depths[{THREAD}] > deepest || (depths[{THREAD}] == deepest && blocks[{THREAD}] < now)"
        self.lines.add("int deepest = 0;")
        chosen = [f"    now = blocks[{THREAD}];", f"    deepest = depths[{THREAD}];"]
        self._each([f"if (blocks[{THREAD}] >= 0 && (now < 0 || {deeper})) {{", *chosen, "}"])
        self._each([f"runs[{THREAD}] = blocks[{THREAD}] == now && depths[{THREAD}] == deepest;"])

    def _each(self, lines: list[str]) -> None:
        """Lines for every thread."""
        self._open_each(False)
        for line in lines:
            self.lines.add(line)
        self._close_each()

    def _open_each(self, asked: bool) -> None:
        test = f" if (runs[{THREAD}])" if asked and len(self.flow.dispatch) > 1 else ""
        self.lines.add(f"for ({THREAD} = 0; {THREAD} < {self.threads}; ++{THREAD}){test} {{")
        self.lines.depth += 1

    def _close_each(self) -> None:
        self.lines.depth -= 1
        self.lines.add("}")

    def block(self, instructions: tuple[Instruction, ...], executed: int) -> None:
        """Instructions that may run thread by thread stand in one loop, others in one of their own."""
        part: list[Instruction] = []
        before = Reached()
        for instruction in instructions:
            own = reached(self.program, instruction)
            both = own.reads & own.writes
            if part and (both or before.conflicts(own)):
                self._part(part)
                part, before = [], Reached()
            if both:
                for line in self.copies(own.reads):
                    self.lines.add(line)
                self.reading_copies(True)
                self._part([instruction])
                self.reading_copies(False)
                continue
            part.append(instruction)
            before |= own
        if part:
            self._part(part)

    def _part(self, instructions: list[Instruction]) -> None:
        self._open_each(True)
        super().block(tuple(instructions), 0)
        self._close_each()

    def _case(self, block: DispatchBlock) -> None:
        self.lines.add(f"case {block.number}:", comment=block.label)
        self.lines.depth += 1
        self.block(block.instructions, 0)
        self._open_each(True)
        depth = f", depth = depths[{THREAD}]" if self._stacked else ""
        self.lines.add(f"int block = blocks[{THREAD}]{depth};")
        self._jump(block.jump)
        self.lines.add(f"blocks[{THREAD}] = block;")
        if self._stacked:
            self.lines.add(f"depths[{THREAD}] = depth;")
        self._close_each()
        self.lines.add("break;")
        self.lines.depth -= 1
