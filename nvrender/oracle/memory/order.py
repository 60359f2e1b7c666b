"""Invocations together, as if one ran after the other.

What invocations do to memory shows the order they run in only where one finds what another wrote. So many run
together on trial; a journal notes who was where. As soon as one comes to a place after another that ought to
follow it, what was written is taken back and fewer are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Protocol

import numpy as np
import numpy.typing as npt

from nvrender.ops.evaluation.numerics import Float32Array
from nvrender.oracle.machine.lanes import Group
from nvrender.oracle.memory.words import rows_of_bytes

Int64Array = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

#: Trials that may fail before one has succeeded; every success allows one more.
_PATIENCE = 3
#: Bytes that the journal tells apart.
_UNIT = 4
#: In the widest access.
_WIDEST = 8


class Conflict(Exception):
    """An invocation came to a place in memory after one that follows it."""


class Journal:
    """Who was where in some bytes ``data`` during a trial, and what was there before."""

    def __init__(self, data: Bytes) -> None:
        self._data = data
        units = -(-len(data) // (_UNIT * _WIDEST)) * _WIDEST
        self._writer = np.full(units, -1, np.int32)
        self._reader = np.full(units, -1, np.int32)
        #: Rows of so many units that were come to, and bytes that were written.
        self._touched: list[tuple[int, Int64Array]] = []
        self._before: list[tuple[Bytes, Int64Array, Bytes]] = []

    def note(self, places: Int64Array, size: int, lanes: Int64Array, *, reads: bool, writes: bool) -> None:
        """Accesses of ``size`` bytes at ``places`` by ``lanes``, which ascend; Conflict if one is late."""
        count, each = max(size // _UNIT, 1), lanes.astype(np.int32)[:, None]
        rows = places // max(size, _UNIT)
        if (places % size).any():  # a storage buffer that is part of another may begin anywhere
            count, behind = 1, np.arange(size)
            rows, each = ((places[:, None] + behind) // _UNIT).reshape(-1), np.repeat(each, size, axis=0)
        writer, reader = self._writer.reshape(-1, count), self._reader.reshape(-1, count)
        if (writer[rows] > each).any() or (writes and (reader[rows] > each).any()):
            raise Conflict
        self._touched.append((count, rows))
        if reads:
            reader[rows] = np.maximum(reader[rows], each)
        if writes:
            writer[rows] = each
            table, where = rows_of_bytes(self._data, places, size)
            self._before.append((table, where, table[where]))

    def forget(self) -> None:
        """End a trial; what was written stays."""
        for count, rows in self._touched:
            self._writer.reshape(-1, count)[rows] = self._reader.reshape(-1, count)[rows] = -1
        self._touched, self._before = [], []

    def undo(self) -> None:
        """End a trial; what was written is taken back."""
        for table, where, bytes_before in reversed(self._before):
            table[where] = bytes_before
        self.forget()


class Trial:
    """The journals of one trial after another; ``faults`` counts the accesses that were invalid.

    Those that are taken back do not count.
    """

    def __init__(self) -> None:
        self.faults = 0
        #: Whether what is done now may be taken back.
        self.runs = False
        self._journals: list[Journal] = []

    def note(
        self, journal: Journal, places: Int64Array, size: int, lanes: Int64Array, *, reads: bool, writes: bool
    ) -> None:
        """``Journal.note`` of a region's journal."""
        if not any(journal is row for row in self._journals):
            self._journals.append(journal)
        journal.note(places, size, lanes, reads=reads, writes=writes)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """What is done inside is taken back where it ends with Conflict."""
        self.runs, faults = True, self.faults
        try:
            yield
        except Conflict:
            self.faults = faults
            for journal in self._journals:
                journal.undo()
            raise
        finally:
            self.runs = False
            for journal in self._journals:
                journal.forget()
            self._journals = []


class Runner(Protocol):
    """What runs lanes to the end, or to where they wait, and forgets what it has begun."""

    def run(self, group: Group, c: Float32Array) -> None: ...

    @property
    def stopped(self) -> list[Group]: ...

    def abandon(self, stopped: int) -> None: ...


def run_in_order(
    whole: Group, state: int, step: int, trial: Trial | None, runner: Runner, table: Float32Array
) -> None:
    """Run the lanes of ``whole``, each ``step`` of them after the ones before, or so that it seems.

    Without ``trial`` each by itself. Rows of registers from ``state`` on are scratch.
    """
    order = np.argsort(whole.lanes)
    first, size, patience = 0, step if trial is None else len(order), _PATIENCE
    while first < len(order):
        part = whole.take(order[first : first + size], state)
        stopped = len(runner.stopped)
        try:
            with nullcontext() if trial is None or size <= step else trial.attempt():
                runner.run(part, table)
        except Conflict:
            runner.abandon(stopped)
            patience -= 1
            if patience == 0:
                trial = None
            size = step if trial is None else max(size // 8 // step, 1) * step
            continue
        first += size
        if trial is not None:
            patience += size > step
            size = min(2 * size, len(order))
