"""A draw by compiled code: its functions, the words they share, and the threads that divide its rows."""

from __future__ import annotations

import ctypes
import os
import threading
from array import array as table
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from queue import SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir

from nvrender.llvm.addresses import address, addresses
from nvrender.llvm.calls import THREADS, Run
from nvrender.llvm.machine import Code, compiled, host
from nvrender.llvm.raster import cover, interpolation, merging
from nvrender.llvm.raster.cover import Cover
from nvrender.llvm.raster.interpolation import Interpolation
from nvrender.llvm.raster.merging import Merge
from nvrender.llvm.raster.words import LISTS, NAMES, PIXELS, QUADS, packed, places_of

Array = npt.NDArray[Any]
#: Pixels of a draw up to which no other thread draws it, and those that each of several takes; how many
#: a triangle counts as.
_SMALL, _LARGE, _TRIANGLE = 3_000, 30_000, 4
_LANES, _VECTOR, _LINE = QUADS * PIXELS, 16, 64
#: Bytes of an attribute or result of all lanes, and from one to the next, which caches tell apart.
_BYTES = _LANES * _VECTOR
_STEP = _BYTES + 3 * _LINE
#: Where in the memory of a thread its lists, the words of who is killed, and then vectors begin.
_PLACES = np.cumsum([0, *(QUADS * bytes for bytes in LISTS.values())])[:-1]
_KILLS = QUADS * sum(LISTS.values())
_FIXED = _KILLS + 4 * _LANES
_LISTS = slice(NAMES.index("quad_triangle"), NAMES.index("quad_triangle") + len(LISTS))
_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_HOOK = ctypes.CFUNCTYPE(None, ctypes.c_int64)
#: Called with attributes by number and results by number, (N, 4) each, and which of N fragments are killed.
Hook = Callable[[Mapping[int, Array], Mapping[int, Array], Array], None]


@dataclass(frozen=True)
class Fragments:
    """The fragment program of a draw, and what it is given.

    ``values`` are a row of varyings an attribute, in the order of ``interpolation``, one row alone where it
    is the same everywhere; ``backs`` of triangles that face away. ``hook`` is what is done to results.
    """

    run: Run
    numbers: tuple[int, ...]
    interpolation: Interpolation
    values: Sequence[Array | None]
    backs: Sequence[Array | None]
    hook: Hook | None = None


@dataclass(frozen=True)
class Draw:
    """What is filled: ``words`` of triangles and frame by name, and the ``colors`` of its buffers.

    ``pixels`` are about how many there are.
    """

    words: Mapping[str, Any]
    pixels: float
    colors: Sequence[Array]
    cover: Cover
    merge: Merge
    fragments: Fragments | None


class Filling:
    """Draws one after the other into frames, while the caller prepares the next one.

    What a draw is given must stay as it is until the one behind the next begins, or ``finish``.
    """

    def __init__(self) -> None:
        #: Of the draws that have begun, in order: how many parts there are, and what tells of an end.
        self._running: list[tuple[int, SimpleQueue[None]]] = []

    def fill(self, draw: Draw) -> None:
        """Begins to draw into the frame's arrays; the draw before the last has ended then.

        Each part of the rows is one thread's, which draws one after the other; a small draw is drawn at once.
        """
        work = draw.pixels + _TRIANGLE * int(draw.words["stop"])
        parts = min(max(int(work / _LARGE), 1), THREADS)
        if draw.fragments is not None and draw.fragments.run.writes:  # which shows in which order
            parts = 1
        parts = 1 << (parts - 1).bit_length()
        job = _job(draw, parts)
        if work < _SMALL:
            self.finish()
            _run(job, 0, _workspace)
            return
        if self._running and self._running[-1][0] != parts:
            self.finish()
        ended: SimpleQueue[None] = SimpleQueue()
        for part, worker in enumerate(_workers(os.getpid())[:parts]):
            worker.jobs.put((job, part, ended))
        self._running.append((parts, ended))
        self._wait(1)

    def finish(self) -> None:
        """Waits until what was begun is drawn."""
        self._wait(0)

    def _wait(self, most: int) -> None:
        """Until no more than so many draws have not ended."""
        while len(self._running) > most:
            parts, ended = self._running.pop(0)
            for _ in range(parts):
                ended.get()


@dataclass(frozen=True)
class _Job:
    """A draw with what all of its ``parts``, a power of two, have: words that are the same, and arrays."""

    draw: Draw
    parts: int
    cover: Code
    words: npt.NDArray[np.int64]
    #: What only addresses are known of must last as long; values of attributes that are constant, by number.
    kept: Sequence[Any]
    constants: Mapping[int, Array]


def _job(draw: Draw, parts: int) -> _Job:
    merge = _compiled(merging, draw.merge)
    colors = addresses(map(address, draw.colors))
    words = {**draw.words, "parts": parts, "merge": merge.address, "colors": colors.buffer_info()[0]}
    kept: list[Any] = [colors, merge]
    constants: dict[int, Array] = {}
    fragments = draw.fragments
    if fragments is not None:
        interpolate = _compiled(interpolation, fragments.interpolation)
        values, backs = (
            addresses(0 if row is None else address(row) for row in rows)
            for rows in (fragments.values, fragments.backs)
        )
        for number, row in zip(fragments.numbers, fragments.values, strict=True):
            if row is not None and len(row) == 1:
                constants[number] = np.repeat(row, fragments.run.width, axis=0)
        words |= {
            "interpolate": interpolate.address, "shade": fragments.run.address,
            "values": values.buffer_info()[0], "backs": backs.buffer_info()[0],
        }  # fmt: skip
        kept += [interpolate, values, backs]
    return _Job(draw, parts, _compiled(cover, draw.cover), packed(words), kept, constants)


class _Worker(threading.Thread):
    """A thread that draws what is put into ``jobs``, and says so to whoever waits."""

    def __init__(self, number: int) -> None:
        super().__init__(name=f"raster {number}", daemon=True)
        self.jobs: SimpleQueue[tuple[_Job, int, SimpleQueue[None]]] = SimpleQueue()
        self.start()

    def run(self) -> None:
        workspace = _Workspace()
        while True:
            job, part, ended = self.jobs.get()
            _run(job, part, workspace)
            del job
            ended.put(None)


@lru_cache(maxsize=2)
def _workers(process: int) -> list[_Worker]:
    """Threads do not survive a fork: each process has its own."""
    return [_Worker(number) for number in range(1 << (THREADS - 1).bit_length())]


@lru_cache(maxsize=256)
def _compiled(room: Any, made_for: Any) -> Code:
    module = ir.Module(room.ENTRY)
    module.triple = host().triple
    room.written(made_for, module)
    return compiled(str(module), room.ENTRY)


def called(room: Any, made_for: Any, words: Array) -> None:
    """Runs a function of ``room`` over its words, one that divides nothing among threads."""
    _FUNCTION(_compiled(room, made_for).address)(address(words))


class _Workspace:
    """Memory of a thread, which lasts."""

    def __init__(self) -> None:
        self.bytes = np.empty(1 << 20, np.uint8)

    def start(self, count: int) -> int:
        """Where so many bytes begin in ``bytes``, at a line."""
        if count + _LINE > len(self.bytes):
            self.bytes = np.empty(2 * count + _LINE, np.uint8)
        return -address(self.bytes) % _LINE


class _Own(threading.local, _Workspace):
    """That of the caller's own thread."""


_workspace = _Own()


def _run(job: _Job, part: int, workspace: _Workspace) -> None:
    """The rows of one part."""
    words, fragments = job.words.copy(), job.draw.fragments
    vectors = 0 if fragments is None else len(fragments.numbers) + len(fragments.run.results)
    scratch = 0 if fragments is None else fragments.run.scratch
    start = workspace.start(_FIXED + vectors * _STEP + scratch)
    begin = address(workspace.bytes) + start
    words[_LISTS] = _PLACES + begin
    found: dict[str, Any] = {"part": part, "kills": begin + _KILLS}
    tables: list[table[int]] = []
    if fragments is not None:
        places = [begin + _FIXED + number * _STEP for number in range(vectors + 1)]
        tables = _tables(fragments, job.constants, places, found["kills"])
        found |= zip(("inputs", "outputs", "program"), (row.buffer_info()[0] for row in tables), strict=False)
    if fragments is not None and fragments.hook is not None:
        hook = _hooked(fragments, fragments.hook, job.constants, workspace.bytes[start:])
        found["hook"] = ctypes.cast(hook, ctypes.c_void_p).value
    place = places_of(NAMES)
    for name, word in found.items():
        words[place[name]] = word
    _FUNCTION(job.cover.address)(address(words))
    tables.clear()  # which must last until now


def _tables(
    fragments: Fragments, constants: Mapping[int, Array], places: Sequence[int], kills: int
) -> list[table[int]]:
    """What the fragment program is given: where attributes and results are, all its arguments, and their own.

    ``places`` are of attributes, results, and memory of its own.
    """
    run, count = fragments.run, len(fragments.numbers)
    given = dict(zip(fragments.numbers, places, strict=False))
    given |= {number: address(row) for number, row in constants.items()}
    step = _VECTOR * run.width
    read = addresses(given[number] for number in run.inputs)
    strides = addresses(0 if number in constants else step for number in run.inputs)
    outputs = addresses([*places[count:-1], *[kills] * run.kills])
    own = [row.buffer_info()[0] for row in (read, strides, outputs)]
    return [addresses(given.values()), outputs, addresses(run.arguments(own, places[-1])), read, strides]


def _hooked(fragments: Fragments, hook: Hook, constants: Mapping[int, Array], bytes: Array) -> Any:
    """The hook as a function of quads; ``bytes`` are the memory of the thread."""
    run = fragments.run
    vectors = len(fragments.numbers) + len(run.results)
    rows = bytes[_FIXED : _FIXED + vectors * _STEP].reshape(vectors, _STEP)[:, :_BYTES]
    every = rows.view(np.float32).reshape(vectors, _LANES, 4)
    kills = bytes[_KILLS:_FIXED].view(np.uint32)

    def called(quads: int) -> None:
        count = quads * PIXELS
        rows = dict(zip(fragments.numbers, every[:, :count], strict=False))
        rows |= {number: np.broadcast_to(row[:1], (count, 4)) for number, row in constants.items()}
        arrays = dict(zip(run.results, every[len(fragments.numbers) :, :count], strict=True))
        hook(rows, arrays, kills[:count] != 0 if run.kills else np.zeros(count, np.bool_))

    return _HOOK(called)
