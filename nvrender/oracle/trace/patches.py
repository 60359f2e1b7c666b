"""Every instruction one thread of a patch executes, or an evaluation program for one vertex of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from nvrender.gl.inputs.patch_runs import PatchRun
from nvrender.ops.evaluation.numerics import Float32Array, arithmetic
from nvrender.oracle.machine.jumps import Jump
from nvrender.oracle.machine.lanes import Group
from nvrender.oracle.machine.layout import lay_out
from nvrender.oracle.machine.machine import begin
from nvrender.oracle.machine.operands import Step as Operation
from nvrender.oracle.machine.prepare import Code, prepare, prepare_watched
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.machine.schedule import Scheduler
from nvrender.oracle.machine.shared import Shared
from nvrender.oracle.memory.access import writes_memory
from nvrender.oracle.memory.changes import bytes_before, words_changed
from nvrender.oracle.patches.programs import Patches, control, evaluate, places_in, threads_of
from nvrender.oracle.patches.runs import places_of
from nvrender.oracle.trace.programs import Change, Step, changes_of, register_names, steps_of
from nvrender.oracle.trace.values import OperandValue, operand_values
from nvrender.program import Program
from nvrender.program.declared import tessellation_of
from nvrender.program.profile import Stage
from nvrender.source import InputError

_LOOPS = ("repeat", "endrepeat")
_BLOCKS = ("else", "endif", *_LOOPS)


def trace_patches(
    program: Program, run: PatchRun, vertex: int, resources: Resources, limit: int
) -> Iterator[Step]:
    """The steps of thread number ``vertex`` of all output patches, or of that vertex that is evaluated.

    ``limit`` is how many are wanted at most. Where the program writes memory the patches, or places, before
    it run first. InputError for a vertex that is not there.
    """
    patches = Patches(run.size, run.ids, run.vertices, run.values)
    resources = replace(resources, spaces=resources.reached)
    writes = any(map(writes_memory, program.instructions))
    if program.profile.stage is Stage.TESSELLATION_CONTROL:
        size = tessellation_of(program).vertices
        _check(vertex, len(run.ids) * size)
        if writes and vertex >= size:
            control(program, _part(patches, slice(vertex // size)), resources)
        one = _part(patches, slice(vertex // size, vertex // size + 1))
        return iter(_thread_steps(program, one, vertex % size, resources, limit))
    places = places_of(program, run)
    assert places is not None
    _check(vertex, len(places[0]))
    if writes and vertex:
        evaluate(program, patches, places[0][:vertex], places[1][:vertex], resources)
    with arithmetic():
        code = prepare(program, resources.textures)
        arrays, table = places_in(code, patches, *places, resources)
    rows = {index: array[vertex : vertex + 1] for index, array in arrays.items()}
    return steps_of(code, rows, Shared(table, resources.watchdog, resources.reached))


def _check(vertex: int, count: int) -> None:
    if not 0 <= vertex < count:
        there = f"there are {count} vertices, 0 to {count - 1}" if count else "there is none"
        raise InputError(f"--vertex {vertex}: {there}")


def _part(patches: Patches, which: slice) -> Patches:
    """Some of the patches."""
    rows = slice((which.start or 0) * patches.size, which.stop * patches.size)
    return replace(
        patches,
        ids=patches.ids[which],
        vertices={name: array[rows] for name, array in patches.vertices.items()},
        values={name: array[which] for name, array in patches.values.items()},
    )


@dataclass
class _Seen:
    """An instruction the thread executed: its place, the state before and after, whether it was taken.

    ``memory`` is what it changed there, ``invalid`` whether that was not to be reached, ``operands`` what it
    read.
    """

    index: int
    before: Float32Array
    after: Float32Array
    taken: bool | None = None
    memory: tuple[Change, ...] = ()
    invalid: bool = False
    operands: tuple[OperandValue, ...] = ()


class _Recorder(Scheduler):
    """Notes what one thread does among those of its patch."""

    def __init__(self, code: Code, thread: int, most: int, shared: Shared) -> None:
        """``most`` is after how many instructions nothing more is noted."""
        super().__init__(code, lambda group: None, shared)
        self.seen: list[_Seen] = []
        self._thread, self._notes_most = thread, most
        self._table = shared.table
        #: Where the thread is among the lanes that run, empty where it is not.
        self._column = np.array([thread])

    def enter(self, group: Group) -> None:
        self._column = np.flatnonzero(group.lanes == self._thread)
        super().enter(group)

    def note(self, index: int, f: Float32Array) -> _Seen | None:
        """What the thread is about to execute, None where others do."""
        if not len(self._column) or len(self.seen) > self._notes_most:
            return None
        state = f[: self._state, self._column[0]]
        lane = f[:, self._column[:1]]
        read = operand_values(self._code.program, self._code.layout, index, lane, self._table)
        self.seen.append(_Seen(index, state.copy(), state.copy(), operands=read))
        return self.seen[-1]

    def obey(self, group: Group, jump: Jump) -> bool:
        self._column = np.flatnonzero(group.lanes == self._thread)
        noted = self.note(group.counter - 1, group.f)
        if noted is not None and jump.name not in _BLOCKS and jump.access is None:
            noted.taken = not jump.never and (
                jump.passes is None or bool(jump.passes(group.f)[self._column[0]])
            )
        f, column = group.f, self._column
        if noted is not None and jump.access is not None:
            self._reach(group, jump, noted)
            goes_on = True
        else:
            goes_on = super().obey(group, jump)
        if noted is not None:
            noted.after = f[: self._state, column[0]].copy()
        return goes_on

    def _reach(self, group: Group, jump: Jump, noted: _Seen) -> None:
        """A memory instruction: threads before the one followed, then that, then those behind it."""
        instruction = self._code.program.instructions[noted.index]
        for order in (-1, 0, 1):
            columns = np.flatnonzero(np.sign(group.lanes - self._thread) == order)
            if not len(columns):
                continue
            part = group.take(columns, self._state)
            before, faults = bytes_before(self.spaces, instruction), self.spaces.held.trial.faults
            super().obey(part, jump)
            group.f[: self._state, columns] = part.f[: self._state]
            if order == 0:
                noted.memory = tuple(Change(*row) for row in words_changed(self.spaces, before))
                noted.invalid = self.spaces.held.trial.faults > faults

    def do(self, index: int, step: Operation, f: Float32Array, c: Float32Array) -> None:
        """An instruction that is none of flow."""
        noted = self.note(index, f)
        step(f, c)
        if noted is not None:
            noted.after = f[: self._state, self._column[0]].copy()


def _thread_steps(
    program: Program, patches: Patches, thread: int, resources: Resources, limit: int
) -> list[Step]:
    """Those of one thread of one patch, whose other threads run with it."""
    recorder: list[_Recorder] = []

    def watch(index: int, step: Operation | Jump) -> Operation | Jump:
        if isinstance(step, Jump):
            return step

        return lambda f, c: recorder[0].do(index, step, f, c)

    with arithmetic():
        code = prepare_watched(program, lay_out(program), watch, textures=resources.textures)
        arrays, table = threads_of(code, patches, resources)
        size = tessellation_of(program).vertices
        f = np.zeros((code.layout.total, size), np.float32)
        begin(f, code, arrays, 0, size)
        one = _Recorder(code, thread, limit, Shared(table, resources.watchdog, resources.reached))
        recorder.append(one)
        if code.straight is not None:
            for step in code.straight:
                step(f, table)
        else:
            one.run(Group(program.entry, f, np.arange(size)), table)
    return _steps(program, one.seen, register_names(code))


def _steps(program: Program, seen: list[_Seen], names: list[tuple[str, str]]) -> list[Step]:
    found: list[Step] = []
    for place, row in enumerate(seen):
        instruction = program.instructions[row.index]
        if instruction.implicit:
            continue
        following = seen[place + 1].index if place + 1 < len(seen) else len(program.instructions)
        taken = row.taken
        if instruction.operation in _LOOPS:
            taken = (following == row.index + 1) == (instruction.operation == "repeat")
        last = place + 1 == len(seen) or program.instructions[following].implicit
        end = "RET with no call pending" if last and instruction.operation == "return" and taken else ""
        changes = (*changes_of(names, instruction, row.before, row.after, flags=True), *row.memory)
        found.append(
            Step(len(found) + 1, row.index, instruction, changes, taken, end, row.invalid, row.operands)
        )
    return found
