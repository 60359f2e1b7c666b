"""Where threads of a control program must wait for each other (NV_tessellation_program5 2.X.5).

An instruction of all threads is done before the next begins; of that only the order of what several
threads reach can be seen. GLSL has ``barrier()`` in straight code of main alone (GLSL 4.60 8.16): between
instructions there, and around branches, loops and calls whose own threads share nothing in an order that
can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from nvrender.glsl.threads.patch_hazards import MEMORY, Reached, is_common, reached, results_read
from nvrender.ir import visit
from nvrender.ir.analysis.blocks import blocks_of
from nvrender.ir.nodes import Assign, Body, Call, Effect, Loop, Shader, Statement
from nvrender.program import Program
from nvrender.program.opcodes import Flow
from nvrender.source import Span

_INSTRUCTION = Assign | Effect


@dataclass(frozen=True)
class _Step:
    """What one instruction or loop count reaches, and whether a thread may come to it several times."""

    reached: Reached
    repeats: bool = False


def barriers(program: Program, shader: Shader, *, wrapped: bool) -> dict[int, bool] | None:
    """The ids of statements a barrier stands before, and whether memory waits there too.

    None where barriers do not do: a thread may have ended before one (``wrapped``), or the order is seen
    inside an instruction, a branch, a loop or a subroutine.
    """
    read = {name for one in program.instructions for name in reached(program, one).reads}
    if blocks_of(shader) is not None or shader.limit is not None:
        every = [_Step(_seen(reached(program, one), read), repeats=True) for one in program.instructions]
        return None if _ordered(every) else {}
    found: dict[int, bool] = {}
    before = Reached()
    for key, steps in _parts(program, shader):
        steps = [_Step(_seen(step.reached, read), step.repeats) for step in steps]
        if _ordered(steps):
            return None
        now = Reached()
        for step in steps:
            now |= step.reached
        if before.conflicts(now):
            found[key] = MEMORY in before.writes | now.writes
            before = Reached()
        before |= now
    return None if found and wrapped else found


def _seen(row: Reached, read: set[str]) -> Reached:
    """Without the writes that no other thread can see."""
    return Reached(row.reads, frozenset(name for name in row.writes if is_common(name) or name in read))


def _ordered(steps: list[_Step]) -> bool:
    """True if it can be seen in which order threads take these steps."""
    for place, step in enumerate(steps):
        one = step.reached
        if one.reads & one.writes or (step.repeats and one.conflicts(one)):
            return True
        if any(one.conflicts(other.reached) for other in steps[place + 1 :]):
            return True
    return False


def _parts(program: Program, shader: Shader) -> Iterator[tuple[int, list[_Step]]]:
    """The instructions and statements of main: the id of the first statement of each, the steps inside."""
    steps = _Steps(program, shader)
    for origin, nodes in groupby(shader.functions[-1].body, _origin):
        rows = tuple(nodes)
        if origin in steps.instructions and isinstance(rows[0], _INSTRUCTION):
            yield id(rows[0]), list(steps.of(rows, False))
        else:
            yield from ((id(row), list(steps.of((row,), False))) for row in rows)


def _origin(node: Statement) -> Span | None:
    return getattr(node, "origin", None)


class _Steps:
    """The steps of statements, by the instructions they come of."""

    def __init__(self, program: Program, shader: Shader) -> None:
        self.program = program
        self.instructions = {row.span: row for row in program.instructions}
        self.counts = {
            row.operands[0].span: row.operands[0]
            for row in program.instructions
            if row.opcode.flow is Flow.REPEAT and row.operands
        }
        self.functions = {function.name: function for function in shader.functions}

    def of(self, body: Body, repeats: bool) -> Iterator[_Step]:
        """Those of a body and of what it calls."""
        for origin, nodes in groupby(body, _origin):
            rows = tuple(nodes)
            if origin in self.instructions and isinstance(rows[0], _INSTRUCTION):
                yield _Step(reached(self.program, self.instructions[origin]), repeats)
                continue
            for node in rows:
                if isinstance(node, Loop) and node.origin in self.counts:
                    yield _Step(Reached(frozenset(results_read(self.counts[node.origin]))), repeats)
                if isinstance(node, Call):
                    yield from self.of(self.functions[node.function].body, repeats)
                for inner in visit.bodies(node):
                    yield from self.of(inner, repeats or isinstance(node, Loop))
