"""Uniform blocks that are others at each draw: one buffer of a context, mapped for good, filled in turns.

Drivers have to find out of a buffer that is written between draws whether those before still read it, and
some prepare all textures anew. Here each content has a place of its own (ARB_buffer_storage).
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Set

import moderngl

from nvrender.gpu.context.gl_functions import Commands
from nvrender.gpu.context.slots import Call
from nvrender.gpu.context.use import use_of
from nvrender.source import InternalError

#: Bytes, and those of which a fence tells whether they are read still.
_SIZE = 1 << 20
_PART = _SIZE // 4
#: Bytes of the largest block; those of all stages together are less than a part.
MOST = 1 << 13
#: MAP_WRITE_BIT, MAP_PERSISTENT_BIT and MAP_COHERENT_BIT
_FLAGS = 0x0002 | 0x0040 | 0x0080
_UNIFORM_BUFFER, _SYNC_GPU_COMMANDS_COMPLETE, _SYNC_FLUSH_COMMANDS_BIT = 0x8A11, 0x9117, 0x0001
_TIMEOUT_EXPIRED, _WAIT_FAILED = 0x911B, 0x911D
_NANOSECONDS = 1_000_000_000


class UniformRing:
    """Places for blocks, from a first one on counted through all turns.

    A draw may read what was written at most one part before; what then is overwritten, nothing reads.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self._commands = gl = use_of(context).commands
        names = (ctypes.c_uint * 1)()
        gl.named("glCreateBuffers")(1, names)
        self.name = names[0]
        size = ctypes.c_ssize_t(_SIZE)
        gl.named("glNamedBufferStorage")(self.name, size, None, _FLAGS)
        address = gl.named("glMapNamedBufferRange", ctypes.c_void_p)(
            self.name, ctypes.c_ssize_t(0), size, _FLAGS
        )
        if not address:
            raise InternalError(f"{context.info['GL_RENDERER']} maps no buffer of {_SIZE} bytes")
        self._bytes = memoryview((ctypes.c_char * _SIZE).from_address(address)).cast("B")
        #: Offsets of blocks are multiples of a power of two.
        self._padding = int(context.info["GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT"]) - 1
        #: How many bytes were written in all turns, and up to which nothing reads any more.
        self.written = 0
        self._free = _PART
        #: Of the draws before the part that is being filled.
        self._fence: int | None = None
        self.users = 0

    def write(self, data: bytes) -> int:
        """Where ``data``, at most MOST bytes, are from now on."""
        start = self.written
        place = start % _SIZE
        end = place + len(data)
        if end > _SIZE:
            start += _SIZE - place
            place, end = 0, len(data)
        self.written = start + (end - place + self._padding & ~self._padding)
        if self.written > self._free:
            self._enter_next()
        self._bytes[place:end] = data
        return start

    def _enter_next(self) -> None:
        """Wait until nothing reads the next part, which the draws before the one that is left may have."""
        if self._fence is not None:
            self._wait(self._fence)
        fence = self._commands.named("glFenceSync", ctypes.c_void_p)
        self._fence = fence(_SYNC_GPU_COMMANDS_COMPLETE, 0)
        self._free += _PART

    def _wait(self, fence: int) -> None:
        sync, found = ctypes.c_void_p(fence), _TIMEOUT_EXPIRED
        wait = self._commands.named("glClientWaitSync", ctypes.c_uint)
        while found == _TIMEOUT_EXPIRED:
            found = wait(sync, _SYNC_FLUSH_COMMANDS_BIT, ctypes.c_uint64(_NANOSECONDS))
        self._commands.named("glDeleteSync")(sync)
        if found == _WAIT_FAILED:
            raise InternalError("the driver does not tell when it has drawn")

    def release(self) -> None:
        """One user less; behind the last one it is gone."""
        self.users -= 1
        if self.users:
            return
        if self._fence is not None:
            self._commands.named("glDeleteSync")(ctypes.c_void_p(self._fence))
        self._commands.named("glDeleteBuffers")(1, (ctypes.c_uint * 1)(self.name))


_rings: weakref.WeakKeyDictionary[moderngl.Context, UniformRing] = weakref.WeakKeyDictionary()


def _ring_of(context: moderngl.Context) -> UniformRing:
    """The ring of a context for one user more."""
    ring = _rings.get(context)
    if ring is None or not ring.users:
        ring = _rings[context] = UniformRing(context)
    ring.users += 1
    return ring


class _Block:
    """A uniform block in the ring, with what binds it."""

    __slots__ = ("call", "data", "place", "ring", "start")

    def __init__(self, gl: Commands, ring: UniformRing, point: int, size: int) -> None:
        self.data, self.start, self.ring = b"", 0, ring
        self.place = (ctypes.c_ssize_t * 1)()
        names, sizes = (ctypes.c_uint * 1)(ring.name), (ctypes.c_ssize_t * 1)(size)
        bind = gl.named("glBindBuffersRange")
        self.call: Call = bind, (_UNIFORM_BUFFER, point, 1, names, self.place, sizes)

    def write(self, data: bytes) -> None:
        self.data = data
        self.start = start = self.ring.write(data)
        self.place[0] = start % _SIZE


class MovingBlocks:
    """The uniform blocks of one pipeline that are others at each draw, by name."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context, self._commands = context, use_of(context).commands
        self.ring: UniformRing | None = None
        self._blocks: dict[str, _Block] = {}
        #: What binds them.
        self.calls: tuple[Call, ...] = ()
        #: Another one whenever they have to be bound again.
        self.bound = object()
        #: How far the ring may be filled until one of them is to be written again.
        self.until = 0

    @property
    def names(self) -> Set[str]:
        """Which blocks they are."""
        return self._blocks.keys()

    def take(self, name: str, point: int, data: bytes) -> bool:
        """Keep a block here from now on; False, and nothing is done, where the context has no ring for it."""
        if not self._commands.direct_access or len(data) > MOST:
            return False
        if self.ring is None:
            self.ring = _ring_of(self._context)
        self._blocks[name] = _Block(self._commands, self.ring, point, len(data))
        self.calls = tuple(block.call for block in self._blocks.values())
        return self.write(name, data)

    def write(self, name: str, data: bytes) -> bool:
        """Have ``data`` in a block, of its size; False, and nothing is done, for one that is elsewhere."""
        block = self._blocks.get(name)
        if block is None:
            return False
        if block.data != data:
            block.write(data)
            self.bound = object()
        return True

    def drop(self, name: str) -> bool:
        """Keep a block elsewhere from now on; False where it is."""
        if self._blocks.pop(name, None) is None:
            return False
        self.calls = tuple(block.call for block in self._blocks.values())
        return True

    def keep(self) -> None:
        """Before a draw, where the ring is filled up to ``until``: what goes soon is written again."""
        ring = self.ring
        if ring is None:
            return
        for block in self._blocks.values():
            if ring.written - block.start > _PART // 2:
                block.write(block.data)
        self.until = min((block.start for block in self._blocks.values()), default=ring.written) + _PART
        self.bound = object()

    def release(self) -> None:
        """Keep none any more."""
        if self.ring is not None:
            self.ring.release()
        self.ring, self._blocks, self.calls = None, {}, ()
