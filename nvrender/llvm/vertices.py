"""Vertex programs over arrays, by code compiled for the processor."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.global_memory import unchanged, with_left
from nvrender.gl.inputs.params import modelview_projection
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.llvm.kernel import ENTRY, Kernel, kernel
from nvrender.llvm.machine import Code, compiled, host
from nvrender.llvm.passes import prepared
from nvrender.lower.program import lowered
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.program.words import holds_words
from nvrender.program.work import allowed_turns
from nvrender.records import once

#: Vertices whose attributes are converted at once.
_STEP = 1 << 16
#: Vertices from which on threads share the work.
SHARED = 1 << 13
_SMALLEST_NORMAL = np.float32(2.0**-126)
_FUNCTION = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 7, ctypes.c_int64, ctypes.c_int32)


@dataclass(frozen=True)
class Compiled:
    """A program's module and its function."""

    kernel: Kernel
    code: Code
    call: Any


@once
def compiled_program(program: Program, exact: bool, watchdog: int | None) -> Compiled:
    """The function of a program, made once; TargetError for what is not supported."""
    shader = prepared(lowered(program), exact=exact)
    limited = program.profile.execution_limit is not None
    turns = None if limited else allowed_turns(program, watchdog)
    made = kernel(shader, host(), exact=exact, watchdog=turns, flushes=_of_floats(program))
    code = compiled(made.text, ENTRY)
    return Compiled(made, code, _FUNCTION(code.address))


def _of_floats(program: Program) -> bool:
    """True if every word that comes in is a float, whose denormals are flushed."""
    return not program.profile.declares_names or not holds_words(program)


def execute(request: Request, sources: Mapping[int, AttributeSource], total: int) -> Results:
    """Runs a vertex program for ``total`` vertices; result name → (total, 4) float32.

    Raises TargetError for what the back end does not run.
    """
    program = request.program
    found = compiled_program(program, request.numerics == "exact", request.watchdog)
    run = _Run(request, found)
    if program.profile.stage is Stage.VERTEX_STATE:
        whole = {index: source.rows(0, total) for index, source in sources.items()}
        return Results({"c": run.in_order(whole, total)})
    results = {number: np.empty((total, 4), np.float32) for number in found.kernel.outputs}
    for start in range(0, total, _STEP):
        stop = min(start + _STEP, total)
        run.part({index: source.rows(start, stop) for index, source in sources.items()}, results, start, stop)
        request.tell(stop, total)
    names = program.profile.results
    arrays = {names[number]: array for number, array in results.items()}
    if program.position_invariant:
        arrays[program.profile.position] = _transformed(request, sources, total)
    return with_left(Results({name: arrays[name] for name in request.results}), unchanged(request.stores))


def _transformed(request: Request, sources: Mapping[int, AttributeSource], total: int) -> Float32Array:
    """The conventional transform of invariant positions (NV_vertex_program1_1 2.14.B)."""
    rows, vectors = modelview_projection(request.state), sources[0].rows(0, total).T
    found = np.empty((total, 4), np.float32)
    with np.errstate(all="ignore"):
        for row, (x, y, z, w) in enumerate(rows):
            found[:, row] = ((vectors[0] * x + vectors[1] * y) + vectors[2] * z) + vectors[3] * w
    return found


class _Run:
    """What all calls of a run have together."""

    def __init__(self, request: Request, program: Compiled) -> None:
        self._kernel, self._call, self._width = program.kernel, program.call, host().width
        given = np.ascontiguousarray(request.parameters)
        self._parameters = _flushed(given) if _of_floats(request.program) else given
        self._buffers = [_padded(request.buffers[bank], words) for bank, words in self._kernel.buffers]
        chosen = {row.index: row.chosen for row in request.program.subroutine_parameters}
        self._subroutines = np.full((max(chosen, default=0) + 1, 4), -1, np.int32)
        for index, number in chosen.items():
            self._subroutines[index] = number

    def part(
        self, arrays: Mapping[int, Float32Array], results: Mapping[int, Float32Array], start: int, stop: int
    ) -> None:
        """Vertices ``start`` to ``stop``, whose attributes ``arrays`` are."""
        count, width = stop - start, self._width
        whole = count // width
        inputs = [self._input(arrays[number], count) for number in self._kernel.inputs]
        outputs = [results[number][start:stop] for number in self._kernel.outputs]
        parts = _shares(whole) if count >= SHARED else [(0, whole)]
        jobs = [part for part in parts if part[1] > part[0]]
        if len(jobs) > 1:
            with ThreadPoolExecutor(len(jobs)) as pool:
                list(pool.map(lambda part: self._vectors(inputs, outputs, *part), jobs))
        elif jobs:
            self._vectors(inputs, outputs, *jobs[0])
        if rest := count - whole * width:
            self._rest(inputs, outputs, whole, rest)

    def in_order(self, arrays: Mapping[int, Float32Array], count: int) -> Float32Array:
        """The parameters behind ``count`` runs, each on those that the one before left, (96, 4)."""
        parameters = np.array(self._parameters)
        self._parameters = parameters
        inputs = [
            np.repeat(np.broadcast_to(arrays[number], (count, 4)), self._width, axis=0)
            for number in self._kernel.inputs
        ]
        addresses = [array.ctypes.data for array in inputs]
        self._invoke(addresses, [self._width * 16] * len(inputs), [], count, self._width)
        return parameters

    def _input(self, array: Float32Array, count: int) -> tuple[npt.NDArray[Any], int]:
        """Words of a lane, one behind the other, and the bytes from one vector to the next."""
        if len(array) == 1 and count != 1:
            return np.repeat(np.ascontiguousarray(array), self._width, axis=0), 0
        return np.ascontiguousarray(array), self._width * array.itemsize * 4

    def _vectors(
        self, inputs: list[tuple[npt.NDArray[Any], int]], outputs: list[Float32Array], first: int, last: int
    ) -> None:
        places = [array.ctypes.data + first * stride for array, stride in inputs]
        begin = first * self._width
        goals = [array[begin:].ctypes.data for array in outputs]
        self._invoke(places, [stride for _, stride in inputs], goals, last - first, self._width)

    def _rest(
        self, inputs: list[tuple[npt.NDArray[Any], int]], outputs: list[Float32Array], whole: int, rest: int
    ) -> None:
        """Fewer lanes than a vector has: in copies of as many."""
        width, begin = self._width, whole * self._width
        copies = []
        for array, stride in inputs:
            copy = np.zeros((width, 4), array.dtype)
            copy[: rest if stride else width] = array[begin : begin + rest] if stride else array
            copies.append(copy)
        goals = [np.empty((width, 4), np.float32) for _ in outputs]
        addresses = [goal.ctypes.data for goal in goals]
        self._invoke([copy.ctypes.data for copy in copies], [0] * len(copies), addresses, 1, rest)
        for array, goal in zip(outputs, goals, strict=True):
            array[begin:] = goal[:rest]

    def _invoke(
        self, inputs: list[int], strides: list[int], outputs: list[int], vectors: int, lanes: int
    ) -> None:
        scratch = np.empty(self._kernel.scratch + 64, np.uint8)
        tables = [np.array([*row, 0], np.int64) for row in (inputs, strides, outputs)]
        banks = np.array([*(words.ctypes.data for words in self._buffers), 0], np.int64)
        aligned = -(-scratch.ctypes.data // 64) * 64
        self._call(
            *(table.ctypes.data for table in tables),
            self._parameters.ctypes.data,
            banks.ctypes.data,
            self._subroutines.ctypes.data,
            aligned,
            vectors,
            lanes,
        )


def _shares(vectors: int) -> list[tuple[int, int]]:
    """Parts of so many vectors, one for each processor."""
    count = min(os.cpu_count() or 1, 8)
    bounds = [vectors * number // count for number in range(count + 1)]
    return list(pairwise(bounds))


def _flushed(values: Float32Array) -> Float32Array:
    """Numbers whose denormals are zeros of their sign."""
    found: Float32Array = np.where(
        np.abs(values) < _SMALLEST_NORMAL, np.copysign(np.float32(0.0), values), values
    )
    return np.ascontiguousarray(found, np.float32)


def _padded(words: npt.NDArray[Any], count: int) -> npt.NDArray[np.uint32]:
    """So many words, zeros behind those that there are."""
    found = np.zeros(count, np.uint32)
    given = np.ascontiguousarray(words).reshape(-1).view(np.uint32)[:count]
    found[: len(given)] = given
    return found
