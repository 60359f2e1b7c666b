"""Where threads of a control program must wait for each other (NV_tessellation_program5 2.X.5).

An instruction of all threads is done before the next begins; of that only the order of what several
threads reach can be seen. GLSL has ``barrier()`` in straight code of main alone (GLSL 4.60 8.16): between
instructions there, and around branches, loops and calls whose own threads share nothing in an order that
can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nvrender.glsl.threads.patch_hazards import MEMORY, Reached, is_common, reached, results_read
from nvrender.lower.control_flow.regions import Block, Call, Choice, Flow, Function, If, IfFlag, Loop, Region
from nvrender.program import Program


@dataclass(frozen=True)
class _Step:
    """What one instruction or loop count reaches, and whether a thread may come to it several times."""

    reached: Reached
    repeats: bool = False


def barriers(program: Program, flow: Flow, *, wrapped: bool) -> dict[int, bool] | None:
    """The ids of instructions and regions a barrier stands before, and whether memory waits there too.

    None where barriers do not do: a thread may have ended before one (``wrapped``), or the order is seen
    inside an instruction, a branch, a loop or a subroutine.
    """
    read = {name for one in program.instructions for name in reached(program, one).reads}
    if flow.dispatch or flow.counted:
        every = [_Step(_seen(reached(program, one), read), repeats=True) for one in program.instructions]
        return None if _ordered(every) else {}
    found: dict[int, bool] = {}
    before = Reached()
    for key, steps in _parts(program, flow):
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


def _parts(program: Program, flow: Flow) -> Iterator[tuple[int, list[_Step]]]:
    """The instructions and regions that main consists of: id, and the steps inside."""
    functions = {function.name: function for function in flow.functions}
    for region in flow.functions[-1].body if flow.functions else ():
        if isinstance(region, Block):
            yield from ((id(one), [_Step(reached(program, one))]) for one in region.instructions)
        else:
            yield id(region), list(_steps(program, (region,), functions, False))


def _steps(
    program: Program, regions: tuple[Region, ...], functions: dict[str, Function], repeats: bool
) -> Iterator[_Step]:
    """Those of ``regions`` and of what they call."""
    for region in regions:
        match region:
            case Block(instructions=instructions):
                yield from (_Step(reached(program, one), repeats) for one in instructions)
            case If(then=then, otherwise=otherwise) | IfFlag(then=then, otherwise=otherwise):
                yield from _steps(program, then, functions, repeats)
                yield from _steps(program, otherwise, functions, repeats)
            case Loop(body=body, count=count):
                if count is not None:
                    yield _Step(Reached(frozenset(results_read(count))), repeats)
                yield from _steps(program, body, functions, True)
            case Call(function=name):
                yield from _steps(program, functions[name].body, functions, repeats)
            case Choice(ways=ways):
                for _, called in ways:
                    yield from _steps(program, called, functions, repeats)
            case _:
                pass
