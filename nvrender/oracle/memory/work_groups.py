"""Compute programs: work group after work group, invocations between two BARs one after the other.

NV_compute_program5 2.X.3.2, 2.X.8, BAR.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.request import Progress
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.gl.inputs.work_groups import invocations, missed_barrier
from nvrender.memory import check_memory
from nvrender.ops.evaluation.numerics import arithmetic
from nvrender.ops.memory_access import Space
from nvrender.oracle.machine.lanes import Group, merge
from nvrender.oracle.machine.machine import CHUNK, LARGEST_CHUNK, begin, shared_of
from nvrender.oracle.machine.prepare import Code, prepare
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.schedule import Scheduler
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.memory.order import run_in_order
from nvrender.oracle.memory.spaces import Spaces
from nvrender.program import Program
from nvrender.program.declared import compute_of

Three = tuple[int, int, int]


def execute(
    program: Program, groups: Three, resources: Resources, progress: Progress | None = None
) -> Results:
    """Run ``groups`` work groups, x fastest; ``executed`` counts by group, then by local index.

    What the program does is in the memory of ``resources``. InputError where only some invocations of a group
    reach a BAR, and for more groups than this machine has room for.
    """
    count = invocations(program, groups)
    check_memory(np.dtype(np.int32).itemsize * count, f"{count} invocations", "run fewer work groups")
    with arithmetic():
        code = prepare(program, resources.textures)
        shared = shared_of(code, resources)
    executed = run_groups(code, shared, groups, prod(groups), progress)
    return Results({}, executed)


def run_groups(
    code: Code, shared: Shared, groups: Three, count: int, progress: Progress | None = None
) -> npt.NDArray[np.int32]:
    """Run the first ``count`` of the work groups; the number of instructions each invocation executed."""
    compute = compute_of(code.program)
    size = compute.size[0] * compute.size[1] * compute.size[2]
    executed = np.zeros(size * count, np.int32)
    most = CHUNK if code.straight is not None else LARGEST_CHUNK
    together = 1 if _meet(code.program) else max(most // size, 1)
    with arithmetic():
        for first in range(0, count, together):
            numbers = np.arange(first, min(first + together, count))
            f = begin_groups(code, groups, numbers, shared.spaces)
            counts = executed[first * size : (first + len(numbers)) * size]
            _run_group(code, f, shared, counts, place_of(first, groups))
            if progress is not None:
                progress(first + len(numbers), count)
    return executed


def begin_groups(
    code: Code, groups: Three, numbers: npt.NDArray[np.intp], spaces: Spaces | None
) -> Float32Array:
    """The rows of all invocations of the groups ``numbers`` before their first instruction."""
    compute = compute_of(code.program)
    if spaces is not None:
        spaces.begin_group()
    read = frozenset(index for index, _ in code.layout.attributes)
    attributes = attributes_of(compute.size, groups, numbers, read)
    size = compute.size[0] * compute.size[1] * compute.size[2]
    f = np.empty((code.layout.total, size * len(numbers)), np.float32)
    begin(f, code, attributes, 0, f.shape[1])
    return f


def _meet(program: Program) -> bool:
    """True if the invocations of a group share memory, or wait for each other."""
    return any(row.operation == "barrier" or row.opcode.space is Space.SHARED for row in program.instructions)


def place_of(number: Any, groups: Three) -> tuple[Any, Any, Any]:
    """Where the group ``number`` lies, or each of an array of numbers."""
    return number % groups[0], number // groups[0] % groups[1], number // (groups[0] * groups[1])


def attributes_of(
    size: Three, groups: Three, numbers: npt.NDArray[np.intp], read: frozenset[int]
) -> dict[int, Float32Array]:
    """What is ``read`` of NV_compute_program5 Table X.1, in its order; what that leaves undefined is 0.

    Of the invocations of the groups ``numbers``, one group after the other.
    """
    count = size[0] * size[1] * size[2]
    index = np.tile(np.arange(count), len(numbers))
    local = np.stack([index % size[0], index // size[0] % size[1], index // (size[0] * size[1])])
    which = np.repeat(np.stack(np.broadcast_arrays(*place_of(numbers, groups))), count, axis=1)
    rows = [
        local,
        local + which * np.array(size)[:, None],
        which,
        *(np.array(each)[:, None] for each in (groups, size)),
        index[None],
    ]
    found = {}
    for number in sorted(read):
        words = np.zeros((len(index), 4), np.uint32)
        words[:, : len(rows[number])] = rows[number].T
        found[number] = words.view(np.float32)
    return found


def _run_group(
    code: Code, f: Float32Array, shared: Shared, executed: npt.NDArray[np.int32], place: Three
) -> None:
    """All invocations of one group, from BAR to BAR."""
    if code.straight is not None:
        for step in code.straight:
            step(f, shared.table)
        executed[:] = code.length
        return

    def finish(group: Group) -> None:
        executed[group.lanes] = group.executed

    count = f.shape[1]
    waiting = [Group(code.program.entry, f, np.arange(count))]
    scheduler = Scheduler(code, finish, shared)
    while waiting:
        waiting = run_to_barrier(code, waiting, scheduler, shared)
        check_barrier(code.program, waiting, count, place)


def run_to_barrier(code: Code, waiting: list[Group], scheduler: Scheduler, shared: Shared) -> list[Group]:
    """Run invocations, one after the other or so that it seems; those that wait at a BAR then."""
    state = code.layout.state
    whole, scheduler.stopped = merge(waiting, state), []
    if code.sequential:
        trial = shared.spaces.held.trial if code.tried and shared.spaces is not None else None
        run_in_order(whole, state, 1, trial, scheduler, shared.table)
    else:
        scheduler.run(whole, shared.table)
    return scheduler.stopped


def check_barrier(program: Program, waiting: list[Group], count: int, place: Three) -> None:
    """The same BAR must have been reached by all invocations, or none."""
    counters = {group.counter for group in waiting}
    reached = sum(len(group.lanes) for group in waiting)
    if not waiting or (reached == count and len(counters) == 1):
        return
    here = sum(len(group.lanes) for group in waiting if group.counter == min(counters))
    raise missed_barrier(program, min(counters) - 1, here, place)
