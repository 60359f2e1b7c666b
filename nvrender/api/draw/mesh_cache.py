"""What draws on the GPU keep: vertices and memory that are not sent again while they are the same."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nvrender.api.arrays.memory import Elements
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
#: How many of the client's memory, and how much memory is known to have been drawn from.
CLIENT_MESHES = 32
PLACES = 1 << 10
#: Vertices that are compared at a time.
_PART = 1 << 14


@dataclass(slots=True, eq=False)
class ClientMesh:
    """A mesh of vertices out of the client's memory."""

    mesh: Mesh
    #: What is in it, in memory that stays as it is; None where nobody knows, or the mesh is gone.
    content: Primitives | None
    #: Whether the same memory was drawn from again.
    again: bool = False


class KeptMeshes:
    """Meshes out of the client's memory by where that is, and those out of buffer objects by draws' keys."""

    def __init__(self) -> None:
        #: None for vertices between Begin and End.
        self._client: dict[Hashable, ClientMesh] = {}
        #: Memory that was drawn from.
        self._seen: set[Hashable] = set()
        self._keyed: dict[Hashable, Mesh] = {}

    def mesh(self, context: moderngl.Context, given: Primitives, key: Hashable) -> Mesh:
        """The vertices on the GPU. What has a key is found by it, what has None is compared."""
        if key is not None:
            return self._of_key(context, given, key)
        where = given.attributes.where if isinstance(given.attributes, Elements) else None
        kept = self._client.get(where)
        if kept is None:
            kept = self._taken_over(where)
        else:
            kept.again = True
            self._client[where] = self._client.pop(where)  # the last one used is the last to go
        if kept is not None and kept.content is not None and _same_order(kept.content, given):
            before = kept.content
            if _same_values(before, given):
                return kept.mesh
            kept.content = None
            if kept.mesh.write(given.attributes):
                kept.content = _copied(given, before)
                return kept.mesh
        return self._made(context, where, given)

    def _taken_over(self, where: Hashable) -> ClientMesh | None:
        """The last mesh, of memory that was drawn from once, for other such memory; None for none."""
        last = next(reversed(self._client), None)
        if where in self._seen or last is None or self._client[last].again:
            return None
        if len(self._seen) >= PLACES:
            self._seen.clear()
        self._seen.add(where)
        self._client[where] = kept = self._client.pop(last)
        return kept

    def _made(self, context: moderngl.Context, where: Hashable, given: Primitives) -> Mesh:
        """A mesh of its own, in place of the one of the same memory; the oldest ones make room."""
        from nvrender.gpu.pipeline.mesh import Mesh

        self._drop(where)
        mesh = Mesh(context, given.attributes, given.indices, given.primitive)
        room = VERTICES - mesh.vertices
        while self._client and (len(self._client) >= CLIENT_MESHES or self._client_vertices() > room):
            self._drop(next(iter(self._client)))
        self._client[where] = ClientMesh(mesh, _copied(given, None), again=where is None)
        return mesh

    def _drop(self, where: Hashable) -> None:
        if (kept := self._client.pop(where, None)) is not None:
            kept.content = None
            kept.mesh.release()

    def rewrite(self, mesh: Mesh, attributes: Mapping[int, npt.NDArray[Any]]) -> bool:
        """Give the mesh of vertices between Begin and End other values, of arrays that nobody changes.

        False, and nothing is done, where it is another or has other attributes.
        """
        kept = self._client.get(None)
        if kept is None or kept.mesh is not mesh or kept.content is None or not mesh.write(attributes):
            return False
        kept.content = replace(kept.content, attributes=attributes)
        return True

    def kept(self, mesh: Mesh) -> ClientMesh | None:
        """What is known of a mesh out of the client's memory."""
        return next((each for each in self._client.values() if each.mesh is mesh), None)

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

    def _client_vertices(self) -> int:
        return sum(kept.mesh.vertices for kept in self._client.values())

    def release(self) -> None:
        for mesh in self._keyed.values():
            mesh.release()
        self._keyed = {}
        for where in [*self._client]:
            self._drop(where)


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
