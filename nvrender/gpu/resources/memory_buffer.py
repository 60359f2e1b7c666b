"""The storage buffer that holds a program's memory (nvrender.glsl.memory.block says what lies where)."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from sys import byteorder
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.global_memory import (
    Left,
    Memory,
    Span,
    Stores,
    bytes_of,
    check_bound,
    like,
    stores_of,
)
from nvrender.gl.textures.images import Image, ImageKey, units_given
from nvrender.glsl.io.blocks import MEMORY_LAYOUT
from nvrender.glsl.memory.block import (
    BASE_ADDRESS,
    FAULTS,
    HEADER,
    MEMORY_BINDING,
    PAGE_BYTES,
    STORAGE_BUFFERS,
    rows_of,
)
from nvrender.gpu.context.context import check_context, supports_compute
from nvrender.gpu.context.current import gone
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.context.use import deleting, use_of
from nvrender.gpu.resources.image_object import ImageObject
from nvrender.gpu.resources.image_units import ImageUnits
from nvrender.program import Program
from nvrender.program.limits import Limits
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
        #: The first byte of each storage buffer.
        self._bound: dict[int, int] = {}
        size = HEADER + pages * PAGE_BYTES
        for bank, array in stores.storage.items():
            self._bound[bank] = size
            size = _aligned(size + array.nbytes)
        most = context.info["GL_MAX_SHADER_STORAGE_BLOCK_SIZE"]
        if size > most:
            raise TargetError(
                f"the program's memory takes {size} bytes, and storage buffers here have {most}"
            )
        layout = self._layout()
        most = context.info["GL_MAX_UNIFORM_BLOCK_SIZE"]
        if layout.nbytes > most:
            raise TargetError(
                f"{len(memory.buffers)} buffers with GPU addresses take a uniform block of {layout.nbytes} "
                f"bytes, and those here have {most}"
            )
        with state_guard(context):
            self._buffer = context.buffer(self._contents(_aligned(size)))
            self._rows = context.buffer(layout)
            self._images = ImageUnits(context, stores.images, self._objects)

    def _contents(self, size: int) -> npt.NDArray[np.uint8]:
        """The bytes of all buffers, behind the header."""
        data, memory = np.zeros(size, np.uint8), self._stores.memory
        for name, array in memory.buffers.items():
            place = _place_of(memory.address(name))
            data[place : place + array.nbytes] = bytes_of(array)
        for bank, array in self._stores.storage.items():
            data[self._bound[bank] : self._bound[bank] + array.nbytes] = bytes_of(array)
        return data

    def _layout(self) -> npt.NDArray[np.uint32]:
        """The rows that say where each lies (nvrender.glsl.memory.block)."""
        memory = self._stores.memory
        rows = np.zeros((STORAGE_BUFFERS + rows_of(len(self.spans)), 4), np.uint32)
        for bank, array in self._stores.storage.items():
            rows[bank, :2] = self._bound[bank], array.nbytes
        for bank, window in self._stores.windows.items():
            rows[bank, :2] = _place_of(memory.address(window.name)) + window.offset, window.size
        rows[STORAGE_BUFFERS:, 0] = 0xFFFFFFFF
        for row, span in zip(rows[STORAGE_BUFFERS:], self.spans, strict=False):
            row[:3] = span.address, *(span.bytes * way for way in (span.readable, span.writable))
        return rows

    @property
    def images(self) -> Mapping[int, Image | ImageObject]:
        """The images by unit."""
        return {**self._stores.images, **self._objects}

    @property
    def spans(self) -> tuple[Span, ...]:
        """Where buffers with GPU addresses lie."""
        return self._stores.spans

    def check(self, program: Program) -> None:
        """InputError unless there is a buffer for every binding ``program`` names."""
        check_bound(program, self._stores)

    def bind(self) -> None:
        """Programs that run from now on reach it, and find what those before left."""
        use_of(self._context).stored.update(image.name for image in self._objects.values())
        self._context.memory_barrier()
        self._buffer.bind_to_storage_buffer(MEMORY_BINDING)
        self._rows.bind_to_uniform_block(MEMORY_LAYOUT)
        self._images.bind()

    def refill(self, keys: Iterable[str | int | ImageKey]) -> None:
        """Buffers by name and by binding, and images, hold again what they held at first."""
        with state_guard(self._context):
            self._context.memory_barrier()
            for key in keys:
                if isinstance(key, ImageKey):
                    self._images.refill(key.unit)
                    continue
                place, array = self._place(key)
                self._buffer.write(array, place)

    def write(self, key: str | int, data: bytes) -> None:
        """Give one of them other first bytes."""
        with state_guard(self._context):
            self._context.memory_barrier()
            self._buffer.write(data, self._place(key)[0])

    def read(self, key: str | int, first: int, size: int) -> bytes:
        """Bytes of one of them once everything before has run."""
        with state_guard(self._context):
            self._context.memory_barrier()
            data: bytes = self._buffer.read(size, offset=self._place(key)[0] + first)
            return data

    def copy(self, key: str | int, into: moderngl.Buffer) -> None:
        """Fill a buffer with what one of them begins with."""
        with state_guard(self._context):
            self._context.memory_barrier()
            self._context.copy_buffer(into, self._buffer, into.size, read_offset=self._place(key)[0])

    def _place(self, key: str | int) -> tuple[int, npt.NDArray[Any]]:
        """The first byte of a buffer, and what it held at first."""
        if isinstance(key, int):
            return self._bound[key], self._stores.storage[key]
        memory = self._stores.memory
        return _place_of(memory.address(key)), memory.buffers[key]

    def left(self) -> Left:
        """What is there once everything before has run: copies of the buffers, and the faults so far."""
        with state_guard(self._context):
            self._context.memory_barrier()
            words = np.frombuffer(self._buffer.read(), np.uint32)
            images = self._images.left()
        data, memory = words.view(np.uint8), self._stores.memory
        starts = {name: _place_of(memory.address(name)) for name in memory.buffers}
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
        with state_guard(self._context):
            self._context.memory_barrier()
            return int.from_bytes(self._buffer.read(4, offset=4 * FAULTS), byteorder)

    def release(self) -> None:
        """Give the buffer and the images back; of a context that is released nothing is left to do."""
        if gone(self._context):
            return
        with deleting(self._context):
            self._buffer.release()
            self._rows.release()
            self._images.release()

    def __enter__(self) -> MemoryBuffer:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def check_storage(context: moderngl.Context) -> None:
    """TargetError where the context has no storage buffers, InputError where it is none in use."""
    check_context(context)
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
            raise InputError(
                f"{program.source.place(found.span)}: {found.opcode.name} reaches memory, and this "
                f"pipeline was given none; give it with set_memory"
            )
        if memory is not None and reaching_outside(program) is not None:
            memory.bind()


def check_passes(program: Program, passes: int) -> None:
    """TargetError where ``program`` would do what it does to memory several times over."""
    if passes > 1 and (found := reaching_outside(program)) is not None:
        raise TargetError(
            f"{program.source.place(found.span)}: {found.opcode.name} in a program whose results take "
            f"{passes} passes to read back, each of which would do it again; ask for fewer results="
        )


def _place_of(address: int) -> int:
    """The byte of the storage buffer where a GPU address lies."""
    return HEADER + address - BASE_ADDRESS


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


#: Bytes that are written sooner than they are compared.
_WHOLE = 1 << 10


class KeptBuffers:
    """Buffers of one context by name, and what was last uploaded into each."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._commands = use_of(context).commands
        self._buffers: dict[str, moderngl.Buffer] = {}
        self._uploaded: dict[str, bytes] = {}
        #: The first arguments of what writes a whole buffer.
        self._whole: dict[str, tuple[Any, ...]] = {}
        self._write = self._commands.named("glNamedBufferSubData") if self._commands.direct_access else None

    def __getitem__(self, name: str) -> moderngl.Buffer:
        return self._buffers[name]

    def size(self, name: str) -> int:
        """Bytes of a buffer, 0 if there is none of that name."""
        return len(self._uploaded.get(name, b""))

    def holds_other(self, name: str, data: bytes) -> bool:
        """True for a buffer of as many bytes that are others."""
        before = self._uploaded.get(name)
        return before is not None and len(before) == len(data) and before != data

    def upload(self, name: str, data: bytes) -> bool:
        """Make the buffer hold ``data``, by what is other than before; True if it is another buffer then."""
        before = self._uploaded.get(name)
        if before == data:
            return False
        self._uploaded[name] = data
        if before is None or len(before) != len(data):
            if name in self._buffers:
                self._buffers[name].release()
            self._buffers[name] = buffer = self._context.buffer(data)
            self._whole[name] = buffer.glo, ctypes.c_ssize_t(0), ctypes.c_ssize_t(len(data))
            return True
        self.rewrite(name, before, data)
        return False

    def rewrite(self, name: str, before: bytes, data: bytes) -> None:
        """Have ``data`` in a buffer that has ``before``, as many bytes."""
        if len(data) <= _WHOLE and self._write is not None:
            self._write(*self._whole[name], data)
            return
        buffer = self._buffers[name]
        other = np.flatnonzero(np.frombuffer(before, np.uint32) != np.frombuffer(data, np.uint32))
        first, last = 4 * int(other[0]), 4 * int(other[-1]) + 4
        part = data[first:last]
        if self._write is None:
            buffer.write(part, offset=first)
        else:
            self._write(buffer.glo, ctypes.c_ssize_t(first), ctypes.c_ssize_t(last - first), part)

    def release(self) -> None:
        """Release all."""
        for buffer in self._buffers.values():
            buffer.release()
        self._buffers, self._uploaded, self._whole = {}, {}, {}
