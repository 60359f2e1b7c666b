"""Compute programs: work group after work group, invocations between two BARs one after the other.

NV_compute_program5 2.X.3.2, 2.X.8, BAR.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.results import Float32Array, Results
from nvrender.gl.textures import Textures
from nvrender.isa.limits import WATCHDOG_TURNS
from nvrender.oracle.lanes import Group
from nvrender.oracle.machine import begin, parameter_table
from nvrender.oracle.memory_spaces import Spaces
from nvrender.oracle.numerics import arithmetic
from nvrender.oracle.prepare import Code, prepare
from nvrender.oracle.schedule import Scheduler
from nvrender.program import Program
from nvrender.source import InputError

Three = tuple[int, int, int]


def execute(
    program: Program,
    parameters: Float32Array,
    groups: Three,
    spaces: Spaces,
    *,
    buffers: Mapping[int, npt.NDArray[Any]] | None = None,
    textures: Textures | None = None,
    watchdog: int | None = WATCHDOG_TURNS,
) -> Results:
    """Run ``groups`` work groups, x fastest; ``executed`` counts by group, then by local index.

    What the program does is in ``spaces``. InputError where only some invocations of a group reach a BAR.
    """
    compute = program.compute
    assert compute is not None
    size = compute.size[0] * compute.size[1] * compute.size[2]
    executed = np.zeros(size * groups[0] * groups[1] * groups[2], np.int32)
    with arithmetic():
        code = prepare(program, textures)
        table = parameter_table(code, parameters, buffers)
        for number, group in enumerate(_ordered(groups)):
            spaces.begin_group()
            f = np.empty((code.layout.total, size), np.float32)
            begin(f, code, _attributes(compute.size, groups, group), 0, size)
            counts = executed[number * size : (number + 1) * size]
            _run_group(code, f, table, counts, spaces, watchdog, group)
    return Results({}, executed)


def _ordered(groups: Three) -> Iterator[Three]:
    for z in range(groups[2]):
        for y in range(groups[1]):
            for x in range(groups[0]):
                yield x, y, z


def _attributes(size: Three, groups: Three, group: Three) -> dict[int, Float32Array]:
    """The rows of NV_compute_program5 Table X.1, in its order; what it leaves undefined is 0."""
    count = size[0] * size[1] * size[2]
    index = np.arange(count, dtype=np.uint32)
    local = np.stack([index % size[0], index // size[0] % size[1], index // (size[0] * size[1])])
    rows = [
        local,
        local + np.array(group, np.uint32)[:, None] * np.array(size, np.uint32)[:, None],
        *(np.repeat(np.array(each, np.uint32)[:, None], count, axis=1) for each in (group, groups, size)),
        index[None],
    ]
    found = {}
    for number, row in enumerate(rows):
        words = np.zeros((count, 4), np.uint32)
        words[:, : len(row)] = row.T
        found[number] = words.view(np.float32)
    return found


def _run_group(
    code: Code,
    f: Float32Array,
    table: Float32Array,
    executed: npt.NDArray[np.int32],
    spaces: Spaces,
    watchdog: int | None,
    place: Three,
) -> None:
    """All invocations of one group, from BAR to BAR."""
    if code.straight is not None:
        for step in code.straight:
            step(f, table)
        executed[:] = code.length
        return

    def finish(group: Group) -> None:
        executed[group.lanes] = group.executed

    count, entry = f.shape[1], code.program.entry
    lanes = [[lane] for lane in range(count)] if code.sequential else [list(range(count))]
    waiting = [Group(entry, f[:, each[0] : each[-1] + 1], np.array(each)) for each in lanes]
    scheduler = Scheduler(code, finish, watchdog, None, spaces)
    while waiting:
        for group in waiting:
            scheduler.run(group, table)
        waiting = sorted(scheduler.stopped, key=lambda group: int(group.lanes[0]))
        scheduler.stopped = []
        _check_barrier(code.program, waiting, count, place)


def _check_barrier(program: Program, waiting: list[Group], count: int, place: Three) -> None:
    """The same BAR must have been reached by all invocations, or none."""
    counters = {group.counter for group in waiting}
    reached = sum(len(group.lanes) for group in waiting)
    if not waiting or (reached == count and len(counters) == 1):
        return
    span = program.instructions[min(counters) - 1].span
    line, column = program.source.line_and_column(span.start)
    here = sum(len(group.lanes) for group in waiting if group.counter == min(counters))
    raise InputError(
        f"{program.source.name}:{line}:{column}: {here} of the {count} invocations of work group {place} "
        f"wait at this BAR, which all must reach, or none (NV_compute_program5 2.X.8, BAR)"
    )
