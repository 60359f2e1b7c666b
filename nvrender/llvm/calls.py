"""Calls of compiled code over arrays, and what all calls of a run have together."""

from __future__ import annotations

import ctypes
import os
from array import array as table
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.global_memory import NOTHING, with_left
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.ir.nodes import Shader
from nvrender.llvm.addresses import address, addresses
from nvrender.llvm.emission import Emitted
from nvrender.llvm.kernel import ENTRY, KILLED, Kernel, kernel, looks_beside, units_of
from nvrender.llvm.machine import Code, compiled, host
from nvrender.llvm.order import together
from nvrender.llvm.passes import prepared
from nvrender.llvm.reached import Reached
from nvrender.llvm.refusal import refused
from nvrender.llvm.textures.samplers import Samplers, samplers_of, words_of
from nvrender.lower.program import lowered
from nvrender.program import Program
from nvrender.program.profile import Stage
from nvrender.program.words import holds_words
from nvrender.program.work import allowed_turns
from nvrender.records import once
from nvrender.source import InputError

Array = npt.NDArray[Any]
#: Lanes from which on threads share the work, and how many.
SHARED = 1 << 13
THREADS = min(os.cpu_count() or 1, 8)
_NOTHING = np.zeros(0, np.uint32)
#: Bytes that vectors in scratch memory are aligned to.
_LINE = 64
_SMALLEST_NORMAL = np.float32(2.0**-126)
_FUNCTION = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 11, ctypes.c_int64, ctypes.c_int32)


@dataclass(frozen=True)
class Compiled:
    """A program's module and its function."""

    kernel: Kernel
    code: Code
    call: Any


def compiled_for(request: Request) -> Compiled:
    """The function of a request's program; TargetError for what is not supported."""
    exact = request.numerics == "exact"
    samplers = samplers_of(request.textures, _units(request.program, exact))
    apart = not request.stores.windows
    return compiled_program(request.program, exact, request.watchdog, samplers, apart)


@once
def _units(program: Program, exact: bool) -> tuple[int, ...]:
    return units_of(_prepared(program, exact))


@once
def _prepared(program: Program, exact: bool) -> Shader:
    return prepared(lowered(program), exact=exact)


@once
def compiled_program(
    program: Program, exact: bool, watchdog: int | None, samplers: Samplers = (), apart: bool = True
) -> Compiled:
    """The function of a program, made once; ``apart``: no storage buffer has a GPU address."""
    limited = program.profile.execution_limit is not None
    turns = None if limited else allowed_turns(program, watchdog)
    shader = _prepared(program, exact)
    machine = host()
    if not together(shader, apart=apart):  # invocations run one after the other
        if looks_beside(shader):
            raise refused("programs that compare fragments with their neighbours and find what others wrote")
        machine = replace(machine, width=1)
    made = kernel(
        shader, machine, exact=exact, watchdog=turns, flushes=_of_floats(program),
        samplers=samplers, emitted=_emitted(program), fragments=program.profile.stage is Stage.FRAGMENT,
    )  # fmt: skip
    code = compiled(made.text, ENTRY)
    return Compiled(made, code, _FUNCTION(code.address))


@once
def _of_floats(program: Program) -> bool:
    """True if every word that comes in is a float, whose denormals are flushed."""
    return not program.profile.declares_names or not holds_words(program)


def _emitted(program: Program) -> Emitted | None:
    geometry = program.geometry
    return None if geometry is None else Emitted(geometry.limit, geometry.streams)


class Run:
    """What all calls of a run have together."""

    def __init__(self, request: Request, program: Compiled, reached: Reached | None = None) -> None:
        self._kernel, self._call, self._width = program.kernel, program.call, program.kernel.width
        self._stores, self._reached, self._program = request.stores, reached, request.program
        #: Whether the caller asks what is left in the memory that a run is given.
        self._asked = reached is None and request.stores is not NOTHING
        self._memory: tuple[Array, list[Array]] | None = None
        if self._kernel.access.reaches:
            access = self._kernel.access
            self._memory = self.reached.table(access.bindings, access.images)
        self._address = program.code.address
        self._outputs = (*self._kernel.outputs, *[KILLED] * self._kernel.kills)
        given = np.ascontiguousarray(request.parameters)
        flushes = request.numerics == "exact" and _of_floats(request.program)
        self._parameters = _flushed(given) if flushes else given
        for bank, _ in self._kernel.buffers:
            if bank not in request.buffers:
                raise InputError(f"program.buffer[{bank}] is read by the program but not given")
        self._buffers = [_padded(request.buffers[bank], words) for bank, words in self._kernel.buffers]
        self._constants = _table(request.buffers, self._kernel.constants)
        self._subroutines = _subroutines(request.program)
        here = request.textures
        self._textures = [words_of(here[unit]) for unit in self._kernel.textures]
        self._banks = addresses(map(address, self._buffers))
        self._descriptors = addresses(address(words.descriptor) for words in self._textures)

    @property
    def reached(self) -> Reached:
        """The memory of the run, with what it has done there."""
        if self._reached is None:
            shared = self._program.compute
            self._reached = Reached.of(self._stores, (shared and shared.shared) or 0)
        return self._reached

    def part(
        self,
        arrays: Mapping[int, Float32Array],
        results: Mapping[int, npt.NDArray[Any]],
        start: int,
        stop: int,
    ) -> None:
        """Lanes ``start`` to ``stop``, whose attributes ``arrays`` are."""
        count, width = stop - start, self._width
        whole = count // width
        inputs = [self._input(arrays[number], count) for number in self._kernel.inputs]
        outputs = [results[number][start:stop] for number in self._outputs]
        alone = count < SHARED or self._kernel.access.reaches
        parts = [(0, whole)] if alone else _shares(whole)
        jobs = [part for part in parts if part[1] > part[0]]
        if len(jobs) > 1:
            list(_pool(os.getpid()).map(lambda part: self._vectors(inputs, outputs, *part), jobs))
        elif jobs:
            self._vectors(inputs, outputs, *jobs[0])
        rest = count - whole * width
        whole_quads = count % 4 == 0 or self._program.profile.stage is not Stage.FRAGMENT
        if rest and whole and whole_quads and not self._kernel.access.reaches:
            # Of lanes that nothing but their results tells of some are run again.
            self._vectors(inputs, outputs, 0, 1, count - width)
        elif rest:
            self._rest(inputs, outputs, whole, rest)

    def in_order(self, arrays: Mapping[int, Float32Array], count: int) -> Float32Array:
        """The parameters behind ``count`` runs, each on those that the one before left, (96, 4)."""
        parameters = np.array(self._parameters)
        self._parameters = parameters
        inputs = [
            np.repeat(np.broadcast_to(arrays[number], (count, 4)), self._width, axis=0)
            for number in self._kernel.inputs
        ]
        self._invoke([*map(address, inputs)], [self._width * 16] * len(inputs), [], count, self._width)
        return parameters

    def emitted(self, arrays: Mapping[int, Float32Array], vectors: int, emission: Array) -> None:
        """So many vectors of lanes of a geometry program, with ``arrays`` of as many rows or of one."""
        count = vectors * self._width
        inputs = [self._input(arrays[number], count) for number in self._kernel.inputs]
        scratch = ctypes.create_string_buffer(self.scratch)
        tables = [
            addresses(address(array) for array, _ in inputs), addresses(stride for _, stride in inputs),
            _NO_ADDRESSES,
        ]  # fmt: skip
        places = [row.buffer_info()[0] for row in tables]
        given = self.arguments(places, ctypes.addressof(scratch), address(emission))
        self._call(*given, vectors, self._width)

    def _input(self, array: Float32Array, count: int) -> tuple[npt.NDArray[Any], int]:
        """Words of a lane, one behind the other, and the bytes from one vector to the next."""
        if len(array) == 1 and count != 1:
            return np.repeat(np.ascontiguousarray(array), self._width, axis=0), 0
        return np.ascontiguousarray(array), self._width * array.itemsize * 4

    def _vectors(
        self,
        inputs: list[tuple[npt.NDArray[Any], int]],
        outputs: list[npt.NDArray[Any]],
        first: int,
        last: int,
        ahead: int = 0,
    ) -> None:
        """Vectors ``first`` to ``last``, which begin ``ahead`` lanes behind the first lane."""
        begin = first * self._width + ahead
        places = [address(array) + begin * stride // self._width for array, stride in inputs]
        goals = [address(array) + begin * array.strides[0] for array in outputs]
        self._invoke(places, [stride for _, stride in inputs], goals, last - first, self._width)

    def _rest(
        self,
        inputs: list[tuple[npt.NDArray[Any], int]],
        outputs: list[npt.NDArray[Any]],
        whole: int,
        rest: int,
    ) -> None:
        """Fewer lanes than a vector has: in copies of as many."""
        width, begin = self._width, whole * self._width
        copies = []
        for array, stride in inputs:
            copy = np.zeros((width, 4), array.dtype)
            copy[: rest if stride else width] = array[begin : begin + rest] if stride else array
            copies.append(copy)
        goals = [np.zeros((width, *array.shape[1:]), array.dtype) for array in outputs]
        self._invoke([*map(address, copies)], [0] * len(copies), [*map(address, goals)], 1, rest)
        for array, goal in zip(outputs, goals, strict=True):
            array[begin:] = goal[:rest]

    def _invoke(
        self, inputs: list[int], strides: list[int], outputs: list[int], vectors: int, lanes: int
    ) -> None:
        scratch = ctypes.create_string_buffer(self.scratch) if self._kernel.scratch else None
        tables = [addresses(row) for row in (inputs, strides, outputs)]
        place = 0 if scratch is None else ctypes.addressof(scratch)
        given = self.arguments([row.buffer_info()[0] for row in tables], place)
        self._call(*given, vectors, lanes)

    def with_left(self, results: Results) -> Results:
        """Results with what the run left in memory of its own."""
        if not self._asked:
            return results
        return with_left(results, self.reached.left(self._stores))

    # --- what functions that call this one need

    @property
    def address(self) -> int:
        """Of the compiled function."""
        return self._address

    @property
    def inputs(self) -> tuple[int, ...]:
        """The numbers of attributes."""
        return self._kernel.inputs

    @property
    def results(self) -> tuple[int, ...]:
        """The numbers of results, behind which is what tells who is killed, where ``kills``."""
        return self._kernel.outputs

    @property
    def width(self) -> int:
        """Lanes of a vector."""
        return self._width

    @property
    def kills(self) -> bool:
        return self._kernel.kills

    @property
    def reaches(self) -> bool:
        """Whether memory is reached, and who is killed tells before who is there for others alone."""
        return self._kernel.access.reaches

    @property
    def writes(self) -> bool:
        """Whether memory is written."""
        return self._kernel.access.writes

    @property
    def scratch(self) -> int:
        """Bytes of memory that a call takes, wherever they begin."""
        return self._kernel.scratch + _LINE

    def arguments(self, tables: list[int], scratch: int, emission: int = 0) -> list[int]:
        """What the function is given: tables of inputs, strides and outputs, memory of its own."""
        return [
            *tables,
            address(self._parameters),
            self._banks.buffer_info()[0],
            self._subroutines.buffer_info()[0],
            self._descriptors.buffer_info()[0],
            self._constants[0].buffer_info()[0],
            emission,
            0 if self._memory is None else address(self._memory[0]),
            -(-scratch // _LINE) * _LINE,
        ]


@lru_cache(maxsize=2)
def _pool(process: int) -> ThreadPoolExecutor:
    """Threads do not survive a fork: each process has its own."""
    return ThreadPoolExecutor(THREADS, thread_name_prefix="lanes")


def _shares(vectors: int) -> list[tuple[int, int]]:
    """Parts of so many vectors, one for each processor."""
    bounds = [vectors * number // THREADS for number in range(THREADS + 1)]
    return list(pairwise(bounds))


def _flushed(values: Float32Array) -> Float32Array:
    """Numbers whose denormals are zeros of their sign."""
    tiny = np.abs(values) < _SMALLEST_NORMAL
    if not (tiny & (values != 0.0)).any():
        return values
    found: Float32Array = np.where(tiny, np.copysign(np.float32(0.0), values), values)
    return found


_NO_ADDRESSES = addresses(())


@once
def _subroutines(program: Program) -> table[int]:
    """The number of the label that each subroutine parameter is set to, −1 for none, four words each."""
    chosen = {row.index: row.chosen for row in program.subroutine_parameters}
    words = [chosen.get(index, -1) for index in range(max(chosen, default=0) + 1) for _ in range(4)]
    return table("i", words)


def _table(buffers: Mapping[int, Array], count: int) -> tuple[table[int], list[Array]]:
    """Address and bytes of so many buffers, from binding point 0 on, zeros where there are none.

    And the words there, which must stay.
    """
    if not count:
        return _NO_ADDRESSES, []
    words = [np.ascontiguousarray(buffers.get(bank, _NOTHING)) for bank in range(count)]
    rows = [number for row in words for number in (address(row), row.nbytes)]
    return addresses(rows), words


def _padded(words: npt.NDArray[Any], count: int) -> npt.NDArray[np.uint32]:
    """So many words, zeros behind those that there are."""
    found = np.zeros(count, np.uint32)
    given = np.ascontiguousarray(words).reshape(-1).view(np.uint32)[:count]
    found[: len(given)] = given
    return found
