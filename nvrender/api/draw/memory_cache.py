"""The memory of draws on the GPU, which is not sent again while it holds the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nvrender.api.objects.drawing import Reached
from nvrender.gl.inputs.global_memory import Left

if TYPE_CHECKING:
    import moderngl

    from nvrender.gpu.resources.memory_buffer import MemoryBuffer


class KeptMemory:
    """The memory of the last draw that reached any."""

    def __init__(self) -> None:
        self._given: Reached | None = None
        self._buffer: MemoryBuffer | None = None
        #: Invalid accesses that earlier draws told of.
        self._faults = 0

    def buffer(self, context: moderngl.Context, given: Reached | None) -> MemoryBuffer | None:
        """What a draw reaches, on the GPU; None for nothing.

        A draw into several buffers finds the same in each.
        """
        from nvrender.gpu.resources.memory_buffer import MemoryBuffer

        if given is None:
            return None
        before = self._given
        if before is None or before.content != given.content or (before is given and given.writes):
            self.release()
            self._buffer = MemoryBuffer(context, given.memory, given.storage, given.images)
        self._given = given
        return self._buffer

    def left(self, given: Reached | None) -> Left | None:
        """What the draw left there; of memory that it only reads the faults alone."""
        if given is None:
            return None
        assert self._buffer is not None
        found = self._buffer.left() if given.writes else Left({}, {}, self._buffer.faults())
        before, self._faults = self._faults, found.faults
        return Left(found.memory, {}, found.faults - before, found.images)

    def release(self) -> None:
        if self._buffer is not None:
            self._buffer.release()
        self._buffer, self._given, self._faults = None, None, 0
