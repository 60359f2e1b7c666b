"""All threads of a patch in one invocation, in lockstep → lines of GLSL (NV_tessellation_program5 2.X.5).

Each thread has its own place in the program. Those at one block run together: the deepest calls first, of
those the earliest in the text, so that the first way of an IF comes before the second and threads meet again
behind it. An instruction whose order can be seen is done by all of them before the next begins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from nvrender.glsl.printer.locals import Locals
from nvrender.glsl.printer.statements import INSTRUCTION, origin_of
from nvrender.glsl.printer.structure import Printer
from nvrender.glsl.threads.lockstep_ends import NAMES as ENDS_NAMES
from nvrender.glsl.threads.lockstep_ends import told_blocks
from nvrender.glsl.threads.patch_hazards import Reached, reached
from nvrender.ir.analysis.blocks import blocks_of
from nvrender.ir.nodes import Assign, Body, Const, Executed, Function, Role, Statement, Var
from nvrender.program import Program

#: The number of the thread that is simulated.
THREAD = "thread"
#: What stands behind the name of what each thread has.
EACH = f"[{THREAD}]"
#: Names the simulation declares.
NAMES = frozenset(
    {
        *(
            THREAD,
            "runs",
            "blocks",
            "stacks",
            "stack_depths",
            "now",
            "deepest",
            "block",
            "stack_depth",
            "kept_results",
        ),
        *("place", *ENDS_NAMES),
    }
)


def is_counter(var: Var) -> bool:
    """True for what counts the turns of a loop over blocks."""
    return var.role is Role.LOCAL and bool(var.own)


class ThreadLocals(Locals):
    """Every thread has its own."""

    def name(self, var: Var) -> str:
        if var.name == "stack":
            return f"stacks{EACH}"
        return self.array(var) + (EACH if is_counter(var) else "")

    def array(self, var: Var) -> str:
        """What has the variable of each thread."""
        return super().name(var)


@dataclass(frozen=True)
class Threads:
    """What runs ``program``: so many threads, or of the first invocation ``alone``.

    ``tells``: whether it is told which threads a driver did not let end. ``copies`` gives the statements that
    keep the results an instruction reads where it writes some of them too, for whose operands
    ``reading_copies`` is told.
    """

    program: Program
    names: ThreadLocals
    count: int
    alone: bool
    tells: bool
    copies: Callable[[frozenset[str]], list[str]]
    reading_copies: Callable[[bool], None]


class LockstepPrinter(Printer):
    """Prints a shader of dispatched blocks for several threads."""

    threads: Threads

    def watched(self, most: int) -> str:
        return f"turns{EACH}++ < {most}"

    def body(self, function: Function) -> None:
        blocks, entry = blocks_of(self.shader), function.body[:1]
        if blocks is None or not isinstance(entry[0], Assign) or not isinstance(entry[0].value, Const):
            return
        self._blocks = blocks
        self.lines.depth += 1
        if self.threads.alone:
            self.lines.add("if (gl_InvocationID == 0) {")
            self.lines.depth += 1
        if len(blocks.cases) == 1:
            self._straight(self._split(blocks.cases[0][1])[0])
        else:
            self._run(entry[0].value.words[0])
        self.lines.depth -= 1
        if self.threads.alone:
            self.lines.add("}")
            self.lines.depth -= 1

    def _run(self, entry: int) -> None:
        self._begin(entry)
        self.lines.add("while (now >= 0) {")
        self.lines.depth += 1
        self.chooses = True
        self.blocks("now", self._blocks)
        self._choose()
        self.lines.depth -= 1
        self.lines.add("}")
        if self.threads.tells:
            for line in told_blocks([f"blocks[{thread}]" for thread in range(self.threads.count)]):
                self.lines.add(line)

    @property
    def _stack(self) -> Var | None:
        return next((var for var in self.shader.variables if var.name == "stack"), None)

    def _begin(self, entry: int) -> None:
        """All threads at the first block."""
        count, stack = self.threads.count, self._stack
        names = ["blocks", "stack_depths"] if stack else ["blocks"]
        self.lines.add(f"int {', '.join(f'{name}[{count}]' for name in names)};")
        if stack:
            self.lines.add(f"int stacks[{count}][{stack.length}];")
        for var in self.shader.variables:
            if is_counter(var):
                name = self.threads.names.array(var)
                self.lines.add(f"int {name}[{count}]{f'[{var.length}]' if var.length else ''};")
        self.lines.add(f"bool runs[{count}];")
        self.lines.add(f"int now = {entry};")
        first = [f"blocks{EACH} = {entry};", f"runs{EACH} = true;"]
        self._each([*first, *[f"stack_depths{EACH} = 0;"] * bool(stack)])

    def _choose(self) -> None:
        """Which block runs next, and which threads run it."""
        self.lines.add("now = -1;")
        if not self._stack:
            test = f"blocks{EACH} >= 0 && (now < 0 || blocks{EACH} < now)"
            self._each([f"if ({test}) now = blocks{EACH};"])
            self._each([f"runs{EACH} = blocks{EACH} == now;"])
            return
        deeper = f"stack_depths{EACH} > deepest || (stack_depths{EACH} == deepest && blocks{EACH} < now)"
        self.lines.add("int deepest = 0;")
        chosen = [f"    now = blocks{EACH};", f"    deepest = stack_depths{EACH};"]
        self._each([f"if (blocks{EACH} >= 0 && (now < 0 || {deeper})) {{", *chosen, "}"])
        self._each([f"runs{EACH} = blocks{EACH} == now && stack_depths{EACH} == deepest;"])

    # --- loops over threads

    def _each(self, lines: list[str]) -> None:
        """Lines for every thread."""
        self._open_each(False)
        for line in lines:
            self.lines.add(line)
        self._close_each()

    def _open_each(self, asked: bool) -> None:
        test = f" if (runs{EACH})" if asked and len(self._blocks.cases) > 1 else ""
        self.lines.add(f"for ({THREAD} = 0; {THREAD} < {self.threads.count}; ++{THREAD}){test} {{")
        self.lines.depth += 1

    def _close_each(self) -> None:
        self.lines.depth -= 1
        self.lines.add("}")

    # --- blocks

    def _split(self, body: Body) -> tuple[Body, Body]:
        """A block's instructions, and how it ends."""
        for place, node in enumerate(body):
            steers = isinstance(node, Assign) and (node.var.name == "block" or is_counter(node.var))
            if steers or not isinstance(node, INSTRUCTION | Executed):
                return body[:place], body[place:]
        return body, ()

    def _straight(self, body: Body) -> None:
        """Instructions that may run thread by thread stand in one loop, others in one of their own."""
        part: list[Statement] = []
        before = Reached()
        for origin, rows in groupby(body, origin_of):
            if origin is None:
                continue
            nodes = list(rows)
            own = reached(self.threads.program, nodes)
            both = own.reads & own.writes
            if part and (both or before.conflicts(own)):
                self._part(part)
                part, before = [], Reached()
            if both:
                for line in self.threads.copies(own.reads):
                    self.lines.add(line)
                self.threads.reading_copies(True)
                self._part(nodes)
                self.threads.reading_copies(False)
                continue
            part += nodes
            before |= own
        if part:
            self._part(part)

    def _part(self, nodes: Sequence[Statement]) -> None:
        self._open_each(True)
        self.statements(tuple(nodes))
        self._close_each()

    def case(self, body: Body) -> None:
        straight, jump = self._split(body)
        self.lines.depth += 1
        self._straight(straight)
        self._open_each(True)
        declared = f", stack_depth = stack_depths{EACH}" if self._stack else ""
        self.lines.add(f"int block = blocks{EACH}{declared};")
        self.statements(jump)
        self.lines.add(f"blocks{EACH} = block;")
        if self._stack:
            self.lines.add(f"stack_depths{EACH} = stack_depth;")
        self._close_each()
        self.lines.depth -= 1
