"""Every instruction one invocation of a geometry or compute program executes, beside the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from nvrender.gl.inputs.primitives import Assembly
from nvrender.gl.inputs.work_groups import invocations
from nvrender.ops.evaluation.numerics import Float32Array, arithmetic
from nvrender.oracle.geometry.runs import lane_arrays, patch_lanes, run_lanes
from nvrender.oracle.machine.lanes import Group
from nvrender.oracle.machine.machine import shared_of
from nvrender.oracle.machine.prepare import Code, prepare
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.schedule import Scheduler
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.memory.access import writes_memory
from nvrender.oracle.memory.work_groups import (
    Three,
    attributes_of,
    begin_groups,
    check_barrier,
    place_of,
    run_groups,
    run_to_barrier,
)
from nvrender.oracle.patches.programs import Patches, table_of
from nvrender.oracle.trace.programs import Step, steps_of
from nvrender.program import Program
from nvrender.program.declared import compute_of, geometry_of
from nvrender.source import InputError


def trace_invocation(
    program: Program,
    groups: Three,
    resources: Resources,
    number: int,
) -> Iterator[Step]:
    """The steps of invocation ``number``: group after group, in each by its local index.

    The groups before it run first, and from BAR to BAR the others of its group, in order, as they do in
    ``work_groups.execute``. InputError for an invocation that is not there, and, after the steps before it,
    where only some invocations reach a BAR.
    """
    compute = compute_of(program)
    size = compute.size[0] * compute.size[1] * compute.size[2]
    total = invocations(program, groups)
    if not 0 <= number < total:
        raise InputError(f"there is no invocation {number}; there are {_counted(total)}")
    code = prepare(program, resources.textures)
    read = frozenset(index for index, _ in code.layout.attributes)
    group, local = divmod(number, size)
    given = attributes_of(compute.size, groups, np.array([group]), read)
    rows = {index: array[local : local + 1] for index, array in given.items()}
    with arithmetic():
        shared = shared_of(code, resources)
    if any(map(writes_memory, program.instructions)):
        run_groups(code, shared, groups, group)
    others = _Others(code, shared, groups, group, local)
    others.go_on()
    yield from steps_of(code, rows, shared, others.meet)
    others.end()


class _Others:
    """The other invocations of a work group: those with lower numbers run before the one that is traced."""

    def __init__(self, code: Code, shared: Shared, groups: Three, group: int, local: int) -> None:
        self._code, self._shared = code, shared
        self._place = place_of(group, groups)
        self._scheduler = Scheduler(code, lambda finished: None, shared)
        with arithmetic():
            f = begin_groups(code, groups, np.array([group]), shared.spaces)
        self._count = f.shape[1]
        whole = Group(code.program.entry, f, np.arange(self._count))
        state = code.layout.state
        self._before, self._after = (
            [whole.take(part, state)] if len(part) and code.straight is None else []
            for part in (np.arange(local), np.arange(local + 1, self._count))
        )

    def _run(self, waiting: list[Group]) -> list[Group]:
        if not waiting:
            return []
        with arithmetic():
            return run_to_barrier(self._code, waiting, self._scheduler, self._shared)

    def go_on(self) -> None:
        """Run those before the one traced to the next BAR."""
        self._before = self._run(self._before)

    def meet(self, one: Group) -> None:
        """``one``, the invocation traced, has come to a BAR: run those behind it there, then go on."""
        self._after = self._run(self._after)
        check_barrier(self._code.program, [*self._before, one, *self._after], self._count, self._place)
        self.go_on()

    def end(self) -> None:
        """The invocation traced is at its end: InputError where others wait at a BAR for it."""
        if any(row.operation == "barrier" for row in self._code.program.instructions):
            self._after = self._run(self._after)
            check_barrier(self._code.program, [*self._before, *self._after], self._count, self._place)


def _counted(total: int) -> str:
    return f"{total}, 0 to {total - 1}" if total > 1 else "none but 0" if total else "none"


def trace_primitive(
    program: Program,
    attributes: Mapping[int, Float32Array],
    assembly: Assembly,
    resources: Resources,
    primitive: int,
    invocation: int = 0,
) -> Iterator[Step]:
    """The steps of one invocation on one input primitive; other arguments are ``geometry.execute``'s.

    Where the program writes memory those before it run first. InputError for a primitive or an
    invocation that is not there.
    """
    lane = _lane(program, len(assembly.vertices), primitive, invocation, "primitive")
    with arithmetic():
        code = prepare(program, resources.textures)
        arrays = lane_arrays(code, attributes, assembly)
        shared = shared_of(code, resources)
    return _steps(code, arrays, lane, shared)


def trace_patch(
    program: Program, patches: Patches, resources: Resources, patch: int, invocation: int = 0
) -> Iterator[Step]:
    """The same of a program that takes patches."""
    lane = _lane(program, len(patches.ids), patch, invocation, "patch")
    with arithmetic():
        code = prepare(program, resources.textures)
        arrays, _ = patch_lanes(code, patches)
        table = table_of(code, patches, resources, len(patches.ids) * patches.size)
    return _steps(code, arrays, lane, Shared(table, resources.watchdog, resources.reached))


def _steps(code: Code, arrays: Mapping[int, Float32Array], lane: int, shared: Shared) -> Iterator[Step]:
    if lane and any(map(writes_memory, code.program.instructions)):
        before = {number: array if len(array) == 1 else array[:lane] for number, array in arrays.items()}
        with arithmetic():
            run_lanes(code, before, shared, lane)
    row = {
        number: array[:1] if len(array) == 1 else array[lane : lane + 1] for number, array in arrays.items()
    }
    return steps_of(code, row, shared)


def _lane(program: Program, count: int, primitive: int, invocation: int, what: str) -> int:
    geometry = geometry_of(program)
    for number, most, name in (
        (primitive, count, what),
        (invocation, geometry.invocations, "invocation"),
    ):
        if not 0 <= number < most:
            there = f"there are {most}" if most != 1 else "there is 1, 0"
            raise InputError(f"there is no {name} {number}; {there}")
    return primitive * geometry.invocations + invocation
