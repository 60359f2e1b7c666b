"""The oracle's memory and images around a shader on the evaluator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.ir.evaluation.surroundings import Access, Mask
from nvrender.ir.nodes import Barrier
from nvrender.ops.memory_access import Atomic, Space
from nvrender.oracle.memory import atomics, image_formats, words
from nvrender.oracle.memory.image_spaces import Images
from nvrender.oracle.memory.regions import Region
from nvrender.oracle.memory.spaces import Spaces

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Reached:
    """What a run reaches."""

    reached: Spaces | None
    #: What an invocation that is alone does at a barrier.
    waits: Callable[[Barrier], None] | None

    @property
    def spaces(self) -> Spaces:
        assert self.reached is not None
        return self.reached

    def read(self, access: Access) -> tuple[Array, Mask]:
        storage = access.storage
        assert storage is not None
        if access.memory.space is Space.CONSTANT:
            return self._constants(access)
        region, places, valid = self._find(access, reads=True, writes=False)
        return words.read(region.data, places, valid, storage), valid

    def _constants(self, access: Access) -> tuple[Array, Mask]:
        storage = access.storage
        assert storage is not None
        size, index = storage.bits // 8, access.address[0].astype(np.int64)
        places, valid = self.spaces.constant_at(access.keys, index, size, storage.count)
        data, single = self.spaces.constants.data, type(storage)(storage.type, storage.bits)
        rows = [words.read(data, *row, single) for row in zip(places, valid & access.lanes, strict=True)]
        return np.concatenate(rows), valid.any(axis=0)

    def write(self, access: Access, stored: Array) -> None:
        region, places, valid = self._find(access, reads=False, writes=True)
        which = np.flatnonzero(valid)
        storage = access.storage
        assert storage is not None
        if not access.formatted:
            words.write(region.data, places[which], storage, stored[:, which])
            return
        images = self.spaces.held.images
        for unit, lanes in images.chosen(_units(images, access)[which]):
            format = images.format(unit)
            if image_formats.takes(format, storage.type):
                texels = image_formats.texels(format, storage.type, stored[:, which[lanes]])
                region.data[places[which[lanes]][:, None] + np.arange(format.bytes)] = texels

    def change(self, access: Access, change: Atomic, stored: Array) -> Array:
        storage = access.storage
        assert storage is not None
        region, places, valid = self._find(access, reads=True, writes=True)
        which = np.flatnonzero(valid)
        found = np.zeros((1, len(valid)), np.uint64)
        perform = atomics.performed(change, storage)
        found[0, which] = perform(region.data, places[which], stored[0, which], stored[1, which])
        return found

    def wait(self, barrier: Barrier, lanes: Mask) -> None:
        assert self.waits is not None
        self.waits(barrier)

    def image_size(self, access: Access) -> Array:
        images, found = self.spaces.held.images, np.zeros((4, len(access.lanes)), np.int32)
        for unit, lanes in images.chosen(_units(images, access)):
            found[:3, lanes] = np.array(images.size(unit))[:, None]
        return found

    def _find(self, access: Access, *, reads: bool, writes: bool) -> tuple[Region, Array, Mask]:
        """Where the lanes' accesses lie, and which are valid; the others are counted."""
        spaces, storage = self.spaces, access.storage
        assert storage is not None
        match access.memory.space:
            case Space.IMAGE:
                images, size = spaces.held.images, None if access.formatted else storage.bytes
                place = access.address.astype(np.int64)
                found = images.at(_units(images, access), [*place], size, reads=reads, writes=writes)
                return images.region, found[0], found[1] & access.lanes
            case Space.GLOBAL:
                addresses = access.address[0].view(np.uint64)
                found = spaces.held.resident_at(addresses, storage.bytes, reads=reads, writes=writes)
            case Space.STORAGE:
                found = spaces.held.stored_at(access.keys, access.address[0].astype(np.int64), storage.bytes)
            case _:
                found = spaces.shared_at(access.address[0].astype(np.int64), storage.bytes)
        spaces.fault(int(np.count_nonzero(~found[1] & access.lanes)))
        region = spaces.shared if access.memory.space is Space.SHARED else spaces.buffers
        return region, found[0], found[1] & access.lanes


def _units(images: Images, access: Access) -> Array:
    return access.keys if access.memory.handle is None else images.handled(access.keys.view(np.uint64))
