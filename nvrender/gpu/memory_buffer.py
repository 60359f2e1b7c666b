"""The storage buffer that holds a program's memory (nvrender.glsl.memory_block says what lies where)."""

from __future__ import annotations

from contextlib import ExitStack

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.global_memory import Left, Stores, bytes_of, like
from nvrender.glsl.memory_block import (
    BASE_ADDRESS,
    DATA,
    FAULTS,
    MEMORY_BINDING,
    PAGE_BYTES,
    PAGES,
    READABLE,
    STORAGES_AT,
    TABLE,
    WRITABLE,
)
from nvrender.source import TargetError

_ALIGNMENT = 64


class MemoryBuffer:
    """``stores`` on the GPU until ``stack`` closes; TargetError where storage buffers are too small."""

    def __init__(self, context: moderngl.Context, stores: Stores, stack: ExitStack) -> None:
        self._context, self._stores = context, stores
        memory = stores.memory
        ends = [memory.address(name) + array.nbytes for name, array in memory.buffers.items()]
        pages = -(-(max(ends, default=BASE_ADDRESS) - BASE_ADDRESS) // PAGE_BYTES)
        self._data = _aligned(4 * (TABLE + pages))
        #: The first byte of each storage buffer.
        self._bound: dict[int, int] = {}
        size = self._data + pages * PAGE_BYTES
        for bank, array in stores.storage.items():
            self._bound[bank] = size
            size = _aligned(size + array.nbytes)
        most = context.info["GL_MAX_SHADER_STORAGE_BLOCK_SIZE"]
        if size > most:
            raise TargetError(
                f"the program's memory takes {size} bytes, and storage buffers here have {most}"
            )
        words = np.zeros(_aligned(max(size, 4)) // 4, np.uint32)
        self._fill(words, pages)
        self._buffer = context.buffer(words)
        stack.callback(self._buffer.release)

    def _fill(self, words: npt.NDArray[np.uint32], pages: int) -> None:
        memory, data = self._stores.memory, words.view(np.uint8)
        words[PAGES], words[DATA] = pages, self._data
        for name, array in memory.buffers.items():
            offset = memory.address(name) - BASE_ADDRESS
            data[self._data + offset : self._data + offset + array.nbytes] = bytes_of(array)
            flags = (READABLE if memory.readable(name) else 0) | (WRITABLE if memory.writable(name) else 0)
            for page in range(-(-array.nbytes // PAGE_BYTES)):
                count = min(array.nbytes - page * PAGE_BYTES, PAGE_BYTES)
                words[TABLE + offset // PAGE_BYTES + page] = count | flags
        for bank, array in self._stores.storage.items():
            start = self._bound[bank]
            words[STORAGES_AT + 2 * bank : STORAGES_AT + 2 * bank + 2] = start, array.nbytes
            data[start : start + array.nbytes] = bytes_of(array)

    def bind(self) -> None:
        self._buffer.bind_to_storage_buffer(MEMORY_BINDING)

    def left(self) -> Left:
        """What is there once everything before has run."""
        self._context.memory_barrier()
        words = np.frombuffer(self._buffer.read(), np.uint32)
        data, memory = words.view(np.uint8), self._stores.memory
        first = self._data - BASE_ADDRESS
        starts = {name: first + memory.address(name) for name in memory.buffers}
        return Left(
            {
                name: like(array, data[starts[name] : starts[name] + array.nbytes])
                for name, array in memory.buffers.items()
            },
            {
                bank: like(array, data[self._bound[bank] : self._bound[bank] + array.nbytes])
                for bank, array in self._stores.storage.items()
            },
            int(words[FAULTS]),
        )


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT
