"""The storage buffer that holds a program's memory (nvrender.glsl.memory_block says what lies where)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from sys import byteorder
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.global_memory import Left, Memory, Stores, bytes_of, check_bound, like, stores_of
from nvrender.gl.images import Image, ImageKey, units_given
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
from nvrender.gpu.context import supports_compute
from nvrender.gpu.current import entered
from nvrender.gpu.hold import held
from nvrender.gpu.image_object import ImageObject
from nvrender.gpu.image_units import ImageUnits
from nvrender.isa.limits import Limits
from nvrender.program import Program
from nvrender.program.memory import reaching, reaching_outside
from nvrender.source import InputError, TargetError

_ALIGNMENT = 64


class MemoryBuffer:
    """What programs reach in one context: ``memory`` by GPU address, ``storage`` and ``images`` by number.

    Several pipelines and compute programs may have it, and each finds what those before left. The arrays
    given stay as they are; what is stored into an ImageObject is in its texture. InputError for what
    ``nvrender.run`` does not take either, TargetError where the
    context has no storage buffers, or too small ones.
    """

    def __init__(
        self,
        context: moderngl.Context,
        memory: Memory | None = None,
        storage: Mapping[int, Any] | None = None,
        images: Mapping[int, Image | ImageObject | None] | None = None,
    ) -> None:
        check_storage(context)
        self._context = context
        given = units_given(images, Limits())
        self._objects = {unit: row for unit, row in given.items() if isinstance(row, ImageObject)}
        given = {unit: row for unit, row in given.items() if unit not in self._objects}
        self._stores = stores = stores_of(memory, storage, Limits(), given)
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
        with held(context):
            self._buffer = context.buffer(words)
            self._images = ImageUnits(context, stores.images, self._objects)

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

        for bank, window in self._stores.windows.items():
            start = self._data + memory.address(window.name) - BASE_ADDRESS + window.offset
            words[STORAGES_AT + 2 * bank : STORAGES_AT + 2 * bank + 2] = start, window.size

    @property
    def images(self) -> Mapping[int, Image | ImageObject]:
        """The images by unit."""
        return {**self._stores.images, **self._objects}

    def check(self, program: Program) -> None:
        """InputError unless there is a buffer for every binding ``program`` names."""
        check_bound(program, self._stores)

    def bind(self) -> None:
        """Programs that run from now on reach it, and find what those before left."""
        self._context.memory_barrier()
        self._buffer.bind_to_storage_buffer(MEMORY_BINDING)
        self._images.bind()

    def refill(self, keys: Iterable[str | int | ImageKey]) -> None:
        """Buffers by name and by binding, and images, hold again what they held at first."""
        with held(self._context):
            self._context.memory_barrier()
            for key in keys:
                if isinstance(key, ImageKey):
                    self._images.refill(key.unit)
                    continue
                place, array = self._place(key)
                self._buffer.write(array, place)

    def write(self, key: str | int, data: bytes) -> None:
        """Give one of them other first bytes."""
        with held(self._context):
            self._context.memory_barrier()
            self._buffer.write(data, self._place(key)[0])

    def read(self, key: str | int, first: int, size: int) -> bytes:
        """Bytes of one of them once everything before has run."""
        with held(self._context):
            self._context.memory_barrier()
            data: bytes = self._buffer.read(size, offset=self._place(key)[0] + first)
            return data

    def copy(self, key: str | int, into: moderngl.Buffer) -> None:
        """Fill a buffer with what one of them begins with."""
        with held(self._context):
            self._context.memory_barrier()
            self._context.copy_buffer(into, self._buffer, into.size, read_offset=self._place(key)[0])

    def _place(self, key: str | int) -> tuple[int, npt.NDArray[Any]]:
        """The first byte of a buffer, and what it held at first."""
        if isinstance(key, int):
            return self._bound[key], self._stores.storage[key]
        memory = self._stores.memory
        return self._data + memory.address(key) - BASE_ADDRESS, memory.buffers[key]

    def left(self) -> Left:
        """What is there once everything before has run: copies of the buffers, and the faults so far."""
        with held(self._context):
            self._context.memory_barrier()
            words = np.frombuffer(self._buffer.read(), np.uint32)
            images = self._images.left()
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
            images,
        )

    def faults(self) -> int:
        """How many accesses were invalid so far."""
        with held(self._context):
            self._context.memory_barrier()
            return int.from_bytes(self._buffer.read(4, offset=4 * FAULTS), byteorder)

    def release(self) -> None:
        """Give the buffer and the images back."""
        with entered(self._context):
            self._buffer.release()
            self._images.release()

    def __enter__(self) -> MemoryBuffer:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def check_storage(context: moderngl.Context) -> None:
    """TargetError where the context has no storage buffers."""
    if not supports_compute(context):
        raise TargetError(
            f"memory needs the storage buffers of OpenGL 4.3; {context.info['GL_RENDERER']} here has less"
        )


def memory_of(context: moderngl.Context, stores: Stores, stack: ExitStack) -> MemoryBuffer:
    """``stores`` on the GPU until ``stack`` closes."""
    storage = {**stores.storage, **stores.windows}
    return stack.enter_context(MemoryBuffer(context, stores.memory, storage, stores.images))


def reached(
    context: moderngl.Context, program: Program, stores: Stores, stack: ExitStack
) -> MemoryBuffer | None:
    """The same where ``program`` reaches any of them, bound; None where it does not."""
    if reaching_outside(program) is None:
        return None
    memory = memory_of(context, stores, stack)
    memory.bind()
    return memory


def bind_memory(memory: MemoryBuffer | None, programs: Iterable[Program]) -> None:
    """Bind what ``programs`` reach, where they reach any; InputError if there is none."""
    for program in programs:
        found = reaching(program)
        if found is not None and memory is None:
            line, column = program.source.line_and_column(found.span.start)
            raise InputError(
                f"{program.source.name}:{line}:{column}: {found.opcode.name} reaches memory, and this "
                f"pipeline was given none; give it with set_memory"
            )
        if memory is not None and reaching_outside(program) is not None:
            memory.bind()


def check_passes(program: Program, passes: int) -> None:
    """TargetError where ``program`` would do what it does to memory several times over."""
    if passes > 1 and (found := reaching_outside(program)) is not None:
        line, column = program.source.line_and_column(found.span.start)
        raise TargetError(
            f"{program.source.name}:{line}:{column}: {found.opcode.name} in a program whose results take "
            f"{passes} passes to read back, each of which would do it again; ask for fewer results="
        )


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT
