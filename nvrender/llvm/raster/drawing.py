"""A draw by compiled code: its functions, the words they share, and the threads that divide its rows."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir

from nvrender.llvm.calls import Run
from nvrender.llvm.machine import Code, compiled, host
from nvrender.llvm.raster import cover, interpolation, merging
from nvrender.llvm.raster.cover import Cover
from nvrender.llvm.raster.interpolation import Interpolation
from nvrender.llvm.raster.merging import Merge
from nvrender.llvm.raster.words import PIXELS, QUADS, packed

Array = npt.NDArray[Any]
#: Triangles and pixels of a frame from which on threads divide a draw.
_FEW, _SMALL = 1 << 9, 1 << 14
_LANES = QUADS * PIXELS
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
    """What is filled: ``words`` of triangles and frame by name, and the ``colors`` of its buffers."""

    words: Mapping[str, Any]
    colors: Sequence[Array]
    cover: Cover
    merge: Merge
    fragments: Fragments | None


class Filling:
    """Draws one after the other into frames, while the caller prepares the next one.

    What a draw is given must stay as it is until the one behind the next begins, or ``finish``.
    """

    def __init__(self) -> None:
        self._running: list[Future[None]] = []

    def fill(self, draw: Draw) -> None:
        """Begins to draw into the frame's arrays, once the draw before has ended."""
        parts = min(os.cpu_count() or 1, 8)
        if draw.words["stop"] < _FEW and draw.words["width"] * draw.words["height"] < _SMALL:
            parts = 1
        functions = [_compiled(cover, draw.cover), _compiled(merging, draw.merge)]
        if draw.fragments is not None:
            functions.append(_compiled(interpolation, draw.fragments.interpolation))
        self.finish()
        pool = _pool(os.getpid())
        self._running = [pool.submit(_part, draw, functions, part, parts) for part in range(parts)]

    def finish(self) -> None:
        """Waits until what was begun is drawn."""
        running, self._running = self._running, []
        for part in running:
            part.result()


@lru_cache(maxsize=2)
def _pool(process: int) -> ThreadPoolExecutor:
    """Threads do not survive a fork: each process has its own."""
    return ThreadPoolExecutor(min(os.cpu_count() or 1, 8), thread_name_prefix="raster")


@lru_cache(maxsize=256)
def _compiled(room: Any, made_for: Any) -> Code:
    module = ir.Module(room.ENTRY)
    module.triple = host().triple
    room.written(made_for, module)
    return compiled(str(module), room.ENTRY)


def called(room: Any, made_for: Any, words: Array) -> None:
    """Runs a function of ``room`` over its words, one that divides nothing among threads."""
    _FUNCTION(_compiled(room, made_for).address)(words.ctypes.data)


class _Workspace(threading.local):
    """Memory of a thread, which lasts."""

    def __init__(self) -> None:
        self.bytes = np.empty(1 << 20, np.uint8)

    def arrays(self, shapes: Sequence[tuple[tuple[int, ...], Any]]) -> Iterator[Array]:
        """Arrays behind each other, aligned to lines."""
        sizes = [-(-int(np.prod(shape)) * np.dtype(kind).itemsize // 64) * 64 for shape, kind in shapes]
        if sum(sizes) + 64 > len(self.bytes):
            self.bytes = np.empty(2 * sum(sizes) + 64, np.uint8)
        start = -self.bytes.ctypes.data % 64
        for size, (shape, kind) in zip(sizes, shapes, strict=True):
            count = int(np.prod(shape)) * np.dtype(kind).itemsize
            yield self.bytes[start : start + count].view(kind).reshape(shape)
            start += size


_workspace = _Workspace()


def _part(draw: Draw, functions: Sequence[Code], part: int, parts: int) -> None:
    """The rows of one of ``parts`` threads."""
    quads = (PIXELS * len(draw.cover.samples),)
    lists = {
        "quad_triangle": ((QUADS,), np.int32), "quad_x": ((QUADS,), np.int32), "quad_y": ((QUADS,), np.int32),
        "quad_mask": ((QUADS,), np.int32), "quad_covered": ((QUADS,), np.int32),
        "quad_place": ((QUADS,), np.int64), "quad_depth": ((QUADS, *quads), np.int32),
    }  # fmt: skip
    fragments = draw.fragments
    vectors = 0 if fragments is None else len(fragments.numbers) + len(fragments.run.results)
    scratch = 0 if fragments is None else fragments.run.scratch
    shapes: list[tuple[tuple[int, ...], Any]] = [*lists.values(), *[((_LANES, 4), np.float32)] * vectors]
    *arrays, kills, spare = _workspace.arrays([*shapes, ((_LANES,), np.uint32), ((scratch,), np.uint8)])
    words = {**draw.words, "part": part, "parts": parts, "colors": _addresses(draw.colors)}
    words |= dict(zip(lists, arrays, strict=False))
    if fragments is not None:
        interpolate = functions[2].address
        words |= _shaded(fragments, interpolate, arrays[len(lists) :], kills, spare)
    words["merge"] = functions[1].address
    shared = packed(words)
    _FUNCTION(functions[0].address)(shared.ctypes.data)


def _shaded(
    fragments: Fragments, interpolate: int, vectors: Sequence[Array], kills: Array, scratch: Array
) -> dict[str, Any]:
    """The words of a fragment program, whose attributes and results go to ``vectors``."""
    run, width, count = fragments.run, host().width, len(fragments.numbers)
    given, made = vectors[:count], vectors[count:]
    constant = [row is not None and len(row) == 1 for row in fragments.values]
    for row, value, same in zip(given, fragments.values, constant, strict=True):
        if same:
            row[:width] = value
    places = [fragments.numbers.index(number) for number in run.inputs]
    tables = [
        _addresses([given[place] for place in places]),
        np.array([*(0 if constant[place] else 16 * width for place in places), 0], np.int64),
        _addresses([*made, *[kills] * run.kills]),
    ]
    arguments = run.arguments([table.ctypes.data for table in tables], scratch.ctypes.data)
    hook = None if fragments.hook is None else _hooked(fragments, given, made, kills)
    words = {
        "interpolate": interpolate, "shade": run.address, "program": np.array(arguments, np.int64),
        "values": _addresses(fragments.values), "backs": _addresses(fragments.backs), "kills": kills,
        "inputs": _addresses(given), "outputs": tables[2],
        "hook": 0 if hook is None else ctypes.cast(hook, ctypes.c_void_p).value,
    }  # fmt: skip
    # What only addresses are known of must last as long.
    return words | {"kept": (tables, hook)}


def _hooked(fragments: Fragments, given: Sequence[Array], made: Sequence[Array], kills: Array) -> Any:
    hook, results = fragments.hook, fragments.run.results
    assert hook is not None

    def called(quads: int) -> None:
        count = quads * PIXELS
        rows = {number: array[:count] for number, array in zip(fragments.numbers, given, strict=True)}
        arrays = {number: array[:count] for number, array in zip(results, made, strict=True)}
        killed = kills[:count] != 0 if fragments.run.kills else np.zeros(count, np.bool_)
        hook(rows, arrays, killed)

    return _HOOK(called)


def _addresses(arrays: Sequence[Array | None]) -> npt.NDArray[np.int64]:
    """Where arrays are; one more, so that there is some."""
    return np.array([*(0 if row is None else row.ctypes.data for row in arrays), 0], np.int64)
