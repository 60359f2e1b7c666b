"""Work groups on the evaluator: invocations one after the other, each to its end or to its next barrier."""

from __future__ import annotations

from collections.abc import Callable
from threading import Semaphore, Thread

import numpy as np
import numpy.typing as npt

from nvrender.ir.nodes import Barrier
from nvrender.oracle.machine.lanes import Group
from nvrender.oracle.memory.work_groups import Three, check_barrier
from nvrender.program import Program


class _Abandoned(BaseException):
    """Ends an invocation whose group has ended."""


class Invocation(Thread):
    """One invocation, which runs while whoever started it waits."""

    def __init__(self, run: Callable[[Callable[[Barrier], None]], None]) -> None:
        super().__init__(daemon=True)
        self._run, self._turn, self._done = run, Semaphore(0), Semaphore(0)
        self.barrier: Barrier | None = None
        self.error: BaseException | None = None
        self.abandoned = False

    def run(self) -> None:
        self._turn.acquire()
        try:
            self._run(self._wait)
        except _Abandoned:
            pass
        except BaseException as error:
            self.error = error
        self.barrier = None
        self._done.release()

    def _wait(self, barrier: Barrier) -> None:
        self.barrier = barrier
        self._done.release()
        self._turn.acquire()
        if self.abandoned:
            raise _Abandoned

    def go_on(self) -> None:
        """Runs to the end or to the next barrier."""
        self._turn.release()
        self._done.acquire()
        if self.error is not None:
            raise self.error


def run_group(program: Program, invocations: list[Invocation], place: Three) -> None:
    """Runs all invocations of a group; InputError where some only reach a barrier."""
    for each in invocations:
        each.start()
    running = invocations
    try:
        while running:
            for each in running:
                each.go_on()
            running = [each for each in running if each.barrier is not None]
            check_barrier(program, _waiting(program, running), len(invocations), place)
    finally:
        for each in invocations:
            if each.barrier is not None:
                each.abandoned = True
                each.go_on()


def _waiting(program: Program, running: list[Invocation]) -> list[Group]:
    """Those that wait, by where they do."""
    places = {row.span: number for number, row in enumerate(program.instructions)}
    nobody: npt.NDArray[np.float32] = np.zeros((0, 1), np.float32)
    found = []
    for number, each in enumerate(running):
        assert each.barrier is not None and each.barrier.origin is not None
        found.append(Group(places[each.barrier.origin] + 1, nobody, np.array([number])))
    return found
