"""Instructions → lines of GLSL, with their comments; what regions and dispatched blocks share."""

from __future__ import annotations

from nvrender.glsl.comments import Placement
from nvrender.glsl.flow.trip_counts import stands_alone
from nvrender.glsl.lines import Lines
from nvrender.glsl.registers.statements import EmitContext
from nvrender.lower.control_flow.regions import Flow
from nvrender.lower.control_flow.saved import saves
from nvrender.ops.types import DataType
from nvrender.program import Condition, Instruction, Operand, RegisterFile

#: Cases of one switch: Mesa's llvmpipe nests one in the other and silently drops what lies 80 deep.
GROUP = 24


class BlockEmitter:
    """Writes straight instructions.

    ``functions`` maps a Function's name to its GLSL name; ``flags`` likewise for boolean flags.
    """

    def __init__(
        self,
        context: EmitContext,
        flow: Flow,
        placement: Placement,
        indices: dict[int, int],
        functions: dict[str, str],
        flags: dict[str, str],
        limit: int,
        watchdog: int | None = None,
    ) -> None:
        """``indices``: id of an Instruction or of a branch's Condition → the instruction's index.

        ``limit``: how many instructions a program may execute (NV_vertex_program2 2.14.2.3).
        ``watchdog``: how many turns its loops may take together, None where they need none.
        """
        self.context = context
        self.flow = flow
        self.placement = placement
        self.indices = indices
        self.functions = functions
        self.flags = flags
        self.limit = limit
        self._most = watchdog if watchdog is not None and stands_alone(flow) else None
        self._watch = f"turns++ < {watchdog}" if watchdog is not None and self._most is None else ""
        self.lines = Lines()
        self._counters = 0
        #: PUSHA's places → variables.
        self.saved: dict[int, str] = {}
        #: False while so few instructions can have run that the limit is out of reach.
        self._limited = flow.counted

    def block(self, instructions: tuple[Instruction, ...], executed: int) -> None:
        """Statements; where instructions are counted, a result is written up to the limit only."""
        for position, instruction in enumerate(instructions, start=1):
            index = self.indices[id(instruction)]
            self._remarks(self.placement.before.get(index))
            guard = ""
            destination = instruction.destination
            if self._limited and (
                instruction.operation == "kill"
                or (destination and destination.register.file is RegisterFile.RESULT)
            ):
                guard = f"executed < {self.limit + 1 - position}"
            statements = (
                [self._saving(instruction)]
                if saves(instruction)
                else self.context.statements(instruction, guard)
            )
            statements = [*self.context.waits(id(instruction)), *statements]
            comment = self.placement.behind.get(index)
            if not statements and comment is not None:
                self.lines.add(f"// {comment}".rstrip(), instruction.span)
            for statement in statements:
                self.lines.add(statement, instruction.span, comment)
                comment = None
            self._remarks(self.placement.after.get(index))
        if self.flow.counted and executed:
            self.lines.add(f"executed += {executed};" if executed > 1 else "++executed;")

    def _saving(self, instruction: Instruction) -> str:
        """PUSHA or POPA where the function knows what it has saved."""
        place, register = self._saved(instruction), self.context.saved_register(instruction)
        pushes = instruction.operation == "push_address"
        return f"{place} = {register};" if pushes else f"{register} = {place};"

    def _saved(self, instruction: Instruction) -> str:
        """The variable that keeps an address register."""
        place = self.flow.saved[self.indices[id(instruction)]]
        if place not in self.saved:
            self.saved[place] = self.context.numbered("saved", place + 1)
        return self.saved[place]

    def _remarks(self, comments: list[str] | None) -> None:
        for comment in comments or ():
            self.lines.add(f"// {comment}".rstrip())

    def _test(self, text: str, condition: Condition | None) -> None:
        """A line that holds a branch's test, with the branch's comments."""
        index = self.indices.get(id(condition), -1)
        self._remarks(self.placement.before.get(index))
        self.lines.add(text, None if condition is None else condition.span, self.placement.behind.get(index))
        self._remarks(self.placement.after.get(index))


def counter_type(count: Operand) -> tuple[str, str]:
    """The type of a loop's counter, and its zero."""
    return ("uint", "0u") if count.type is DataType.UNSIGNED and count.bits == 32 else ("int", "0")


def both(first: str, second: str) -> str:
    """Two tests, either of which may be missing."""
    tests = [test for test in (first, second) if test and test != "true"]
    if len(tests) > 1:
        tests = [f"({test})" if "||" in test else test for test in tests]
    return " && ".join(tests) if tests else "true"
