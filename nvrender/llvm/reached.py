"""The memory that one run reaches: bytes of its own, and what compiled code is told of where they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.global_memory import Left, Stores, bytes_of, like
from nvrender.gl.textures.images import Image
from nvrender.llvm import images as image_words
from nvrender.llvm import memory as words
from nvrender.records import once

Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Reached:
    """Buffers by name and by binding, as bytes that may be changed; those of a window are parts of others.

    ``access`` has address, and whether it is read and written, of each name; ``shared`` is a work group's.
    ``images`` by unit have the bytes of their texels, the same where texels are the same.
    """

    memory: Mapping[str, Bytes]
    access: Mapping[str, tuple[int, bool, bool]]
    storage: Mapping[int, Bytes]
    shared: Bytes
    images: Mapping[int, tuple[Image, Bytes]] = field(default_factory=dict)
    faults: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))

    @classmethod
    def of(cls, stores: Stores, shared: int = 0) -> Reached:
        """Copies of what a run is given, and so many bytes that a work group shares."""
        memory = {name: bytes_of(array).copy() for name, array in stores.memory.buffers.items()}
        storage = {bank: bytes_of(array).copy() for bank, array in stores.storage.items()}
        texels: dict[tuple[int, str, str], Bytes] = {}
        for image in stores.images.values():
            texels.setdefault(image.storage_key, bytes_of(image.texels).copy())
        images = {unit: (image, texels[image.storage_key]) for unit, image in stores.images.items()}
        return cls.within(stores, memory, storage, images, shared)

    @classmethod
    def within(
        cls,
        stores: Stores,
        memory: Mapping[str, Bytes],
        buffers: Mapping[int, Bytes],
        images: Mapping[int, tuple[Image, Bytes]],
        shared: int = 0,
    ) -> Reached:
        """The bytes of the buffers of ``stores``, which a run changes."""
        given, storage = stores.memory, {**buffers}
        access = {name: (given.address(name), given.readable(name), given.writable(name)) for name in memory}
        for bank, window in stores.windows.items():
            storage[bank] = memory[window.name][window.offset : window.offset + window.size]
        return cls(memory, access, storage, np.zeros(shared, np.uint8), images)

    def left(self, stores: Stores) -> Left:
        """What is there after the run."""
        return Left(
            {name: like(array, self.memory[name]) for name, array in stores.memory.buffers.items()},
            {bank: like(array, self.storage[bank]) for bank, array in stores.storage.items()},
            int(self.faults[0]),
            {unit: like(image.texels, part) for unit, (image, part) in self.images.items()},
        )

    @once
    def table(self, bindings: int, images: int) -> tuple[npt.NDArray[np.int64], list[Any]]:
        """The words that code is given, and the rows that they have the addresses of."""
        spans = np.array(
            [
                (address, len(self.memory[name]), self.memory[name].ctypes.data, reads, writes)
                for name, (address, reads, writes) in self.access.items()
            ],
            np.uint64,
        )
        rows = np.zeros((max(bindings, 1), 2), np.int64)
        for bank, part in self.storage.items():
            if bank < len(rows):
                rows[bank] = part.ctypes.data, len(part)
        found = np.zeros(words.WORDS + 1, np.int64)
        found[words.FAULTS] = self.faults.ctypes.data
        found[words.SHARED], found[words.SHARED_BYTES] = self.shared.ctypes.data, len(self.shared)
        found[words.SPANS], found[words.SPAN_ROWS] = len(spans), spans.ctypes.data
        found[words.STORAGE_ROWS] = rows.ctypes.data
        units = np.zeros((max(images, 1), image_words.WORDS), np.int64)
        for unit, (image, part) in self.images.items():
            if unit < images:
                units[unit] = _image_row(image, part)
        found[words.IMAGE_ROWS] = units.ctypes.data
        return found, [spans, rows, units]


def _image_row(image: Image, part: Bytes) -> tuple[int, ...]:
    """The words of ``images.py``."""
    whole, bytes = image.extent, image.unit_format.bytes
    layer = whole.width * whole.height * whole.samples * bytes
    return (
        part.ctypes.data + image.first_layer * layer, bytes, image.readable, image.writable,
        *image.bound_extent, image.bound_target.endswith("2DMS"), *image.size,
    )  # fmt: skip
