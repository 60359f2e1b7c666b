"""Where threads of a control program must wait for each other (NV_tessellation_program5 2.X.5).

An instruction of all threads is done before the next begins; of that only the order of what several
threads reach can be seen. GLSL has ``barrier()`` in straight code of main alone (GLSL 4.60 8.16): between
instructions there, and around branches, loops and calls whose own threads share nothing in an order that
can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property

from nvrender.glsl.threads.patch_hazards import MEMORY, Reached, instructions, is_common, reached
from nvrender.ir import visit
from nvrender.ir.analysis.blocks import blocks_of
from nvrender.ir.analysis.uses import all_statements
from nvrender.ir.nodes import Body, Call, Loop, Shader
from nvrender.program import Program


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
    read = reached(program, all_statements(shader)).reads
    steps_of, main = _Steps(program, shader), shader.functions[-1].body
    if blocks_of(shader) is not None or shader.limit is not None:
        every = [_Step(_seen(step.reached, read), repeats=True) for step in steps_of(main, True)]
        return None if _ordered(every) else {}
    found: dict[int, bool] = {}
    before = Reached()
    for rows in instructions(main):
        steps = [_Step(_seen(step.reached, read), step.repeats) for step in steps_of(rows, False)]
        if _ordered(steps):
            return None
        now = Reached()
        for step in steps:
            now |= step.reached
        if before.conflicts(now):
            found[id(rows[0])] = MEMORY in before.writes | now.writes
            before = Reached()
        before |= now
    return None if found and wrapped else found


def _seen(row: Reached, read: Set[str]) -> Reached:
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


@dataclass(frozen=True)
class _Steps:
    """The steps of a body and of what it calls."""

    program: Program
    shader: Shader

    def __call__(self, body: Body, repeats: bool) -> Iterator[_Step]:
        for rows in instructions(body):
            yield _Step(reached(self.program, rows), repeats)
            for node in rows:
                if isinstance(node, Call):
                    yield from self(self.functions[node.function], repeats)
                for inner in visit.bodies(node):
                    yield from self(inner, repeats or isinstance(node, Loop))

    @cached_property
    def functions(self) -> dict[str, Body]:
        return {function.name: function.body for function in self.shader.functions}
