"""The memory programs reach: bytes, where an access may go, and how many went elsewhere.

NV_gpu_program5 2.X.4.5, NV_shader_storage_buffer_object 2.X.3.Y, NV_compute_program5 2.X.3.Y.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.global_memory import NOTHING, ByteArray, Left, Stores, bytes_of, check_bound, like
from nvrender.gl.textures.images import ImageKey
from nvrender.oracle.memory.image_spaces import Images
from nvrender.oracle.memory.order import Trial
from nvrender.oracle.memory.regions import Region
from nvrender.program import Program
from nvrender.program.limits import Limits
from nvrender.program.memory import reaching, reaching_outside
from nvrender.source import InputError

Int64Array = npt.NDArray[np.int64]
UInt64Array = npt.NDArray[np.uint64]
BoolArray = npt.NDArray[np.bool_]

#: MAX_PROGRAM_PARAMETER_BUFFER_SIZE_NV: LDC reads no further (NV_gpu_program5 2.X.8, LDC).
_CONSTANT_WORDS = 4 * Limits().buffer_size


@dataclass(frozen=True)
class _Spans:
    """Where several buffers start in a region, and how many bytes they have."""

    starts: Int64Array
    sizes: Int64Array


class Held:
    """The buffers that programs read and write, one run or draw after the other.

    An access is valid where it is aligned, lies in one
    buffer as a whole and goes the way its access allows (docs/semantics.md).
    """

    def __init__(self, stores: Stores) -> None:
        self._stores = stores
        memory = self._memory = stores.memory
        self._storage = stores.storage
        names = list(memory.buffers)
        parts = [*memory.buffers.values(), *stores.storage.values()]
        #: One region, since windows are parts of resident buffers.
        self.buffers = Region([bytes_of(part) for part in parts])
        self._addresses = np.array([memory.address(name) for name in names], np.uint64)
        self._readable = np.array([memory.readable(name) for name in names], bool)
        self._writable = np.array([memory.writable(name) for name in names], bool)
        self.images = Images(stores.images)
        places = {bank: len(names) + place for place, bank in enumerate(stores.storage)}
        self._bindings = places
        starts = [*self.buffers.starts[list(places.values())]]
        sizes = [*self.buffers.sizes[list(places.values())]]
        for window in stores.windows.values():
            starts.append(self.buffers.starts[names.index(window.name)] + window.offset)
            sizes.append(window.size)
        self._bound = _Spans(np.array(starts, np.int64), np.array(sizes, np.int64))
        self._banks = {bank: place for place, bank in enumerate((*stores.storage, *stores.windows))}
        #: What invocations do that run together, and how many accesses were invalid.
        self.trial = Trial()

    def resident_at(
        self, addresses: UInt64Array, size: int, *, reads: bool, writes: bool
    ) -> tuple[Int64Array, BoolArray]:
        """Where accesses of ``size`` bytes lie in ``buffers``, and which are valid."""
        if not len(self._addresses):
            return np.zeros(addresses.shape, np.int64), np.zeros(addresses.shape, bool)
        which = np.searchsorted(self._addresses, addresses, side="right").astype(np.int64) - 1
        valid = which >= 0
        which = np.maximum(which, 0)
        inside = addresses - self._addresses[which]
        sizes = self.buffers.sizes[which].astype(np.uint64)
        valid &= (addresses % np.uint64(size) == 0) & (inside < sizes)
        valid &= np.where(valid, sizes - inside, np.uint64(0)) >= np.uint64(size)
        if reads:
            valid &= self._readable[which]
        if writes:
            valid &= self._writable[which]
        return np.where(valid, self.buffers.starts[which] + inside.astype(np.int64), 0), valid

    def stored_at(self, banks: Int64Array, indices: Int64Array, size: int) -> tuple[Int64Array, BoolArray]:
        """The same of storage buffers, by binding and byte."""
        return _in_spans(self._bound, _places(banks, self._banks), indices, size)

    def refill(self, keys: Iterable[str | int | ImageKey]) -> None:
        """Buffers by name and by binding, and images, hold again what they held at first."""
        for key in keys:
            if isinstance(key, ImageKey):
                self.images.refill(key.unit)
                continue
            array = self._storage[key] if isinstance(key, int) else self._memory.buffers[key]
            self.bytes_of(key)[:] = bytes_of(array)

    @property
    def keys(self) -> tuple[str | int, ...]:
        """The buffers of memory by name, then those of storage by binding."""
        return (*self._memory.buffers, *self._storage)

    def bytes_of(self, key: str | int) -> ByteArray:
        """What is in one of them."""
        if isinstance(key, int):
            return self.buffers.part(self._bindings[key])
        return self.buffers.part(list(self._memory.buffers).index(key))

    @property
    def stores(self) -> Stores:
        """What there was at first."""
        return self._stores

    def check(self, program: Program) -> None:
        """InputError unless there is a buffer for every binding ``program`` names."""
        check_bound(program, self._stores)

    def left(self) -> Left:
        """What is there now."""
        memory = self._memory
        return Left(
            {
                name: like(memory.buffers[name], self.buffers.part(place))
                for place, name in enumerate(memory.buffers)
            },
            {
                bank: like(array, self.buffers.part(self._bindings[bank]))
                for bank, array in self._storage.items()
            },
            self.trial.faults,
            self.images.left(),
        )


class Spaces:
    """What one run of a program reaches: what is ``held``, and memory that is this run's alone.

    ``constants`` are the words of program parameter buffers, ``shared`` how many bytes a work group shares.
    """

    def __init__(
        self, held: Held | Stores, constants: Mapping[int, npt.NDArray[Any]], shared: int = 0
    ) -> None:
        self.held = held if isinstance(held, Held) else Held(held)
        self.buffers = self.held.buffers
        self._banks = {bank: place for place, bank in enumerate(constants)}
        self._constants, self._shared = constants, shared
        #: The lanes that an instruction is executed for.
        self.lanes: Int64Array = np.zeros(0, np.int64)

    @cached_property
    def constants(self) -> Region:
        return Region([bytes_of(words[:_CONSTANT_WORDS]) for words in self._constants.values()])

    @cached_property
    def shared(self) -> Region:
        return Region([np.zeros(self._shared, np.uint8)])

    @classmethod
    def of(cls, program: Program, held: Held | Stores, constants: Mapping[int, npt.NDArray[Any]]) -> Spaces:
        """With as many bytes for a work group as ``program`` shares."""
        compute = program.compute
        return cls(held, constants, (compute and compute.shared) or 0)

    def shared_at(self, indices: Int64Array, size: int) -> tuple[Int64Array, BoolArray]:
        return _in_spans(self.shared, np.zeros(indices.shape, np.int64), indices, size)

    def constant_at(
        self, banks: Int64Array, indices: Int64Array, step: int, count: int
    ) -> tuple[Int64Array, BoolArray]:
        """(count, n): each component of ``step`` bytes; what is beyond the end is invalid by itself."""
        aligned = indices % (step * count) == 0
        each = indices[None] + step * np.arange(count, dtype=np.int64)[:, None]
        places, valid = _in_spans(self.constants, _places(banks, self._banks), each, step)
        return places, valid & aligned

    def begin_group(self) -> None:
        """Shared memory is zeros when a work group starts (docs/semantics.md)."""
        self.shared.data[:] = 0

    def fault(self, count: int) -> None:
        """So many accesses were invalid."""
        self.held.trial.faults += count

    def in_order(self, valid: BoolArray) -> Int64Array:
        """The places among ``lanes`` of those that are ``valid``, the first lane first."""
        chosen = np.flatnonzero(valid)
        lanes = self.lanes[chosen]
        return chosen if (lanes[1:] > lanes[:-1]).all() else chosen[np.argsort(lanes)]

    def note(
        self, region: Region, places: Int64Array, size: int, which: Int64Array, *, reads: bool, writes: bool
    ) -> None:
        """On trial: the lanes at ``which`` of ``lanes`` come to ``places`` in a region."""
        trial = self.held.trial
        if trial.runs and len(which):
            trial.note(region.journal, places, size, self.lanes[which], reads=reads, writes=writes)

    def note_change(self, region: Region, places: Int64Array, size: int, valid: BoolArray) -> None:
        """On trial: the ``lanes`` that are ``valid`` read and write at their ``places``."""
        if self.held.trial.runs:
            which = self.in_order(valid)
            self.note(region, places[which], size, which, reads=True, writes=True)

    def left(self) -> Left:
        """What is there now."""
        return self.held.left()


def spaces_of(
    program: Program, held: Held | None, constants: Mapping[int, npt.NDArray[Any]]
) -> Spaces | None:
    """What ``program`` reaches in a draw, None where it reaches nothing; InputError if nothing is held.

    Image units may be empty.
    """
    found = reaching(program)
    if found is None:
        if (held is None or not constants) and reaching_outside(program) is None:
            return None
        return Spaces(NOTHING if held is None else held, constants)
    if held is None:
        raise InputError(
            f"{program.source.place(found.span)}: {found.opcode.name} reaches memory, and this draw was "
            f"given none"
        )
    held.check(program)
    return Spaces(held, constants)


def _places(banks: Int64Array, known: Mapping[int, int]) -> Int64Array:
    """The numbers of buffers in their region, −1 where there is none."""
    found = np.full(banks.shape, -1, np.int64)
    for bank, place in known.items():
        found[banks == bank] = place
    return found


def _in_spans(
    spans: Region | _Spans, which: Int64Array, indices: Int64Array, size: int
) -> tuple[Int64Array, BoolArray]:
    if not len(spans.sizes):
        return np.zeros(indices.shape, np.int64), np.zeros(indices.shape, bool)
    there = np.maximum(which, 0)
    valid = (which >= 0) & (indices >= 0) & (indices % size == 0) & (indices + size <= spans.sizes[there])
    return np.where(valid, spans.starts[there] + indices, 0), valid
