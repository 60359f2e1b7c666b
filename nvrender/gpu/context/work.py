"""How much one GL call does: no signal is heard before it ends, and drivers reset GPUs that do not answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from warnings import warn

from nvrender.ir.analysis.trip_counts import most_turns
from nvrender.lower.program import lowered
from nvrender.program import Program
from nvrender.program.declared import compute_of
from nvrender.program.profile import Stage
from nvrender.program.work import allowed_turns, work_of
from nvrender.records import once
from nvrender.source import LongCallWarning

#: Instructions that all lanes of one call execute together: about a second of a processor's.
CALL_INSTRUCTIONS = 1 << 30
#: What a work group takes besides its invocations.
_GROUP = 128
#: What cannot be cut is told of from so many on: minutes.
_LONG = CALL_INSTRUCTIONS << 6
#: Turns of loops that nothing bounds.
_ANY = 1 << 31

Three = tuple[int, int, int]


@once
def lane_work(program: Program, watchdog: int | None) -> int:
    """The most instructions of one lane: a vertex, a fragment, an invocation, all threads of a patch."""
    profile = program.profile
    if not profile.blocks:
        flows = any(row.opcode.is_flow for row in program.instructions)
        return (
            profile.execution_limit if flows and profile.execution_limit else len(program.instructions) or 1
        )
    work, most = work_of(program), 0.0
    if work.turn:
        allowed = allowed_turns(program, watchdog)
        most = min(most_turns(lowered(program)), _ANY if allowed is None else allowed)
    threads = 1
    if profile.stage is Stage.TESSELLATION_CONTROL and program.tessellation is not None:
        threads = program.tessellation.vertices
    return max(int(work.once + work.turn * most) * threads, 1)


def lanes_a_call(program: Program, watchdog: int | None, least: int = 64) -> int:
    """How many lanes one call is given, a multiple of ``least``, which run together anyway."""
    return _parts(program, lane_work(program, watchdog) * least) * least


def groups_a_call(program: Program, watchdog: int | None) -> int:
    """How many work groups one dispatch is given."""
    return _parts(program, lane_work(program, watchdog) * prod(compute_of(program).size) + _GROUP)


def _parts(program: Program, work: int) -> int:
    """How many times ``work`` one call does, once at least: that cannot be cut."""
    tell_long(program, work)
    return max(CALL_INSTRUCTIONS // work, 1)


def tell_long(program: Program, work: int) -> None:
    """Warn of a call that takes ``work`` instructions, where those are minutes."""
    if work >= _LONG:
        warn(
            f"{program.source.name}: what runs together may take {work} instructions, in one call to the "
            f"driver, which nothing interrupts; fewer turns of its loops or a lower watchdog= would be right",
            LongCallWarning,
            stacklevel=3,
        )


def ranges_of_groups(groups: Three, most: int) -> Iterator[tuple[Three, Three]]:
    """Where parts of ``groups`` work groups begin, and how many they are, ``most`` at once, x fastest."""
    x = min(groups[0], most)
    y = min(groups[1], max(most // groups[0], 1)) if x == groups[0] else 1
    z = min(groups[2], max(most // (groups[0] * groups[1]), 1)) if y == groups[1] else 1
    steps = (x, y, z)
    places = (range(0, count, step) for count, step in zip(groups[::-1], steps[::-1], strict=True))
    for first in product(*places):
        begin = first[2], first[1], first[0]
        sizes = tuple(
            min(step, count - start) for step, count, start in zip(steps, groups, begin, strict=True)
        )
        yield begin, (sizes[0], sizes[1], sizes[2])
