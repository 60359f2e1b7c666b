"""What draws on the GPU keep: vertices and memory that are not sent again while they are the same."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nvrender.api.objects.drawing import Reached
from nvrender.gl.inputs.global_memory import Left
from nvrender.oracle.frame.draw import Primitives

if TYPE_CHECKING:
    import moderngl

    from nvrender.gpu.pipeline.mesh import Mesh
    from nvrender.gpu.resources.memory_buffer import MemoryBuffer

#: How many meshes out of buffer objects stay, and how many vertices they have together.
MESHES = 256
VERTICES = 1 << 23
#: Vertices that are compared at a time.
_PART = 1 << 14


class KeptMeshes:
    """The last mesh out of the client's memory, and those out of buffer objects by their draws' keys."""

    def __init__(self) -> None:
        self._mesh: Mesh | None = None
        self._last: Primitives | None = None
        self._keyed: dict[Hashable, Mesh] = {}

    def mesh(self, context: moderngl.Context, given: Primitives, key: Hashable) -> Mesh:
        """The vertices on the GPU. What has a key is found by it, what has None is compared to the last."""
        from nvrender.gpu.pipeline.mesh import Mesh

        if key is not None:
            return self._of_key(context, given, key)
        last, mesh = self._last, self._mesh
        if mesh is not None and last is not None and _same_order(last, given):
            if _same_values(last, given):
                return mesh
            self._last = None
            if mesh.write(given.attributes):
                self._last = _copied(given, last)
                return mesh
        if mesh is not None:
            mesh.release()
        self._mesh, self._last = None, None
        mesh = Mesh(context, given.attributes, given.indices, given.primitive)
        self._mesh, self._last = mesh, _copied(given, last)
        return mesh

    def rewrite(self, mesh: Mesh, attributes: Mapping[int, npt.NDArray[Any]]) -> bool:
        """Give the last mesh other values, of arrays that nobody changes.

        False, and nothing is done, where it is another or has other attributes.
        """
        last = self._last
        if self._mesh is not mesh or last is None or not mesh.write(attributes):
            return False
        self._last = replace(last, attributes=attributes)
        return True

    @property
    def last(self) -> Primitives | None:
        """What is in the last mesh out of the client's memory."""
        return self._last

    def _of_key(self, context: moderngl.Context, given: Primitives, key: Hashable) -> Mesh:
        from nvrender.gpu.pipeline.mesh import Mesh

        if (found := self._keyed.pop(key, None)) is None:
            found = Mesh(context, given.attributes, given.indices, given.primitive)
            room = VERTICES - found.vertices
            while self._keyed and (len(self._keyed) >= MESHES or self._vertices() > room):
                self._keyed.pop(next(iter(self._keyed))).release()
        self._keyed[key] = found  # the last one used is the last to go
        return found

    def _vertices(self) -> int:
        return sum(mesh.vertices for mesh in self._keyed.values())

    def release(self) -> None:
        for mesh in self._keyed.values():
            mesh.release()
        if self._mesh is not None:
            self._mesh.release()
        self._keyed, self._mesh, self._last = {}, None, None


def _same_order(one: Primitives, other: Primitives) -> bool:
    """Whether as many vertices are drawn in the same order."""
    if (one.primitive, one.attributes.keys()) != (other.primitive, other.attributes.keys()):
        return False
    if one.indices is None or other.indices is None:
        return one.indices is other.indices
    return bool(np.array_equal(one.indices, other.indices))


def _same_values(one: Primitives, other: Primitives) -> bool:
    return all(_equal(array, other.attributes[number]) for number, array in one.attributes.items())


def _equal(one: npt.NDArray[Any], other: npt.NDArray[Any]) -> bool:
    """Bit for bit, for NaN too; a part at a time, which a processor's cache has room for."""
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    return all(
        np.array_equal(
            one[start : start + _PART].view(np.uint32), other[start : start + _PART].view(np.uint32)
        )
        for start in range(0, len(one), _PART)
    )


def _copied(given: Primitives, last: Primitives | None) -> Primitives:
    """The same in memory that stays as it is, that of ``last`` where it has the form."""
    attributes = {}
    for number, array in given.attributes.items():
        room = None if last is None else last.attributes.get(number)
        if room is None or (room.shape, room.dtype) != (array.shape, array.dtype):
            room = np.empty_like(array, order="C")
        np.copyto(room, array)
        attributes[number] = room
    return replace(given, attributes=attributes)


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
