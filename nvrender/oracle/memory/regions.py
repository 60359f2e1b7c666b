"""Bytes of several buffers, one behind the other."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from nvrender.gl.inputs.global_memory import ByteArray
from nvrender.oracle.memory.order import Journal

#: Of buffers in a region: no access has more bytes (NV_gpu_program5 2.X.4.5).
_ALIGNMENT = 32


class Region:
    """Several buffers one behind the other, each found by a number: an address, or a binding and an index."""

    def __init__(self, parts: list[ByteArray]) -> None:
        sizes = [len(part) for part in parts]
        #: Where each buffer starts in ``data``, and how many bytes it has.
        self.starts = np.cumsum([0, *(-(-size // _ALIGNMENT) * _ALIGNMENT for size in sizes)])[:-1]
        self.starts = self.starts.astype(np.int64)
        self.sizes = np.array(sizes, np.int64)
        end = int(max(self.starts + self.sizes, default=0))
        self.data = np.zeros(-(-end // _ALIGNMENT) * _ALIGNMENT, np.uint8)
        for place, part in enumerate(parts):
            self.part(place)[:] = part

    @cached_property
    def journal(self) -> Journal:
        """Who was where in ``data``."""
        return Journal(self.data)

    def part(self, number: int) -> ByteArray:
        start = int(self.starts[number])
        return self.data[start : start + int(self.sizes[number])]
