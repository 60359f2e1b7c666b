"""Every instruction one thread of a patch executes, or an evaluation program for one vertex of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from nvrender.gl.patch_runs import PatchRun
from nvrender.isa.profiles import Stage
from nvrender.oracle.jumps import Jump
from nvrender.oracle.lanes import Group
from nvrender.oracle.layout import lay_out
from nvrender.oracle.machine import begin
from nvrender.oracle.numerics import Float32Array, arithmetic
from nvrender.oracle.operands import Step as Operation
from nvrender.oracle.patch_runs import places_of
from nvrender.oracle.patches import Patches, Surroundings, places_in, threads_of
from nvrender.oracle.prepare import Code, prepare, prepare_watched
from nvrender.oracle.schedule import Scheduler
from nvrender.oracle.trace import Step, changes_of, register_names, steps_of
from nvrender.program import Program
from nvrender.source import InputError

_LOOPS = ("REP", "ENDREP")
_BLOCKS = ("ELSE", "ENDIF", *_LOOPS)


def trace_patches(
    program: Program, run: PatchRun, vertex: int, given: Surroundings, limit: int
) -> Iterator[Step]:
    """The steps of thread number ``vertex`` of all output patches, or of that vertex that is evaluated.

    ``limit`` is how many are wanted at most. InputError for a vertex that is not there.
    """
    patches = Patches(run.size, run.ids, run.vertices, run.values)
    if program.profile.stage is Stage.TESSELLATION_CONTROL:
        assert program.tessellation is not None
        size = program.tessellation.vertices
        _check(vertex, len(run.ids) * size)
        return iter(_thread_steps(program, _one(patches, vertex // size), vertex % size, given, limit))
    places = places_of(program, run)
    assert places is not None
    _check(vertex, len(places[0]))
    with arithmetic():
        code = prepare(program, given.textures)
        arrays, table = places_in(code, patches, *places, given)
    rows = {index: array[vertex : vertex + 1] for index, array in arrays.items()}
    return steps_of(code, rows, table, given.reached, given.watchdog)


def _check(vertex: int, count: int) -> None:
    if not 0 <= vertex < count:
        there = f"there are {count} vertices, 0 to {count - 1}" if count else "there is none"
        raise InputError(f"--vertex {vertex}: {there}")


def _one(patches: Patches, number: int) -> Patches:
    """One of the patches."""
    rows = slice(number * patches.size, (number + 1) * patches.size)
    return replace(
        patches,
        ids=patches.ids[number : number + 1],
        vertices={name: array[rows] for name, array in patches.vertices.items()},
        values={name: array[number : number + 1] for name, array in patches.values.items()},
    )


@dataclass
class _Seen:
    """An instruction the thread executed: its place, the state before and after, whether it was taken."""

    index: int
    before: Float32Array
    after: Float32Array
    taken: bool | None = None


class _Recorder(Scheduler):
    """Notes what one thread does among those of its patch."""

    def __init__(self, code: Code, thread: int, most: int, given: Surroundings) -> None:
        """``most`` is after how many instructions nothing more is noted."""
        super().__init__(code, lambda group: None, given.watchdog, None, given.reached)
        self.seen: list[_Seen] = []
        self._thread, self._notes_most = thread, most
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
        self.seen.append(_Seen(index, state.copy(), state.copy()))
        return self.seen[-1]

    def obey(self, group: Group, jump: Jump) -> bool:
        self._column = np.flatnonzero(group.lanes == self._thread)
        noted = self.note(group.counter - 1, group.f)
        if noted is not None and jump.name not in _BLOCKS and jump.access is None:
            noted.taken = not jump.never and (
                jump.passes is None or bool(jump.passes(group.f)[self._column[0]])
            )
        f, column = group.f, self._column
        goes_on = super().obey(group, jump)
        if noted is not None:
            noted.after = f[: self._state, column[0]].copy()
        return goes_on

    def do(self, index: int, step: Operation, f: Float32Array, c: Float32Array) -> None:
        """An instruction that is none of flow."""
        noted = self.note(index, f)
        step(f, c)
        if noted is not None:
            noted.after = f[: self._state, self._column[0]].copy()


def _thread_steps(
    program: Program, patches: Patches, thread: int, given: Surroundings, limit: int
) -> list[Step]:
    """Those of one thread of one patch, whose other threads run with it."""
    recorder: list[_Recorder] = []

    def watch(index: int, step: Operation | Jump) -> Operation | Jump:
        if isinstance(step, Jump):
            return step

        return lambda f, c: recorder[0].do(index, step, f, c)

    with arithmetic():
        code = prepare_watched(program, lay_out(program), watch, textures=given.textures)
        arrays, table = threads_of(code, patches, given)
        assert program.tessellation is not None
        size = program.tessellation.vertices
        f = np.zeros((code.layout.total, size), np.float32)
        begin(f, code, arrays, 0, size)
        one = _Recorder(code, thread, limit, given)
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
        if instruction.opcode.name in _LOOPS:
            taken = (following == row.index + 1) == (instruction.opcode.name == "REP")
        last = place + 1 == len(seen) or program.instructions[following].implicit
        end = "RET with no call pending" if last and instruction.opcode.name == "RET" and taken else ""
        changes = changes_of(names, instruction, row.before, row.after)
        found.append(Step(len(found) + 1, row.index, instruction, changes, taken, end))
    return found
