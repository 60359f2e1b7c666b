"""The memory of a scene on the GPU, and its compute passes."""

from __future__ import annotations

from collections.abc import Mapping

import moderngl
import numpy as np

from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
from nvrender.gl.inputs.work_groups import work_groups
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.arrays.work_groups import dispatch
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.gpu.resources.memory_buffer import MemoryBuffer
from nvrender.gpu.resources.textures import TextureObject
from nvrender.scene.model import Scene
from nvrender.scene.moment.dispatches import Dispatch, Filled
from nvrender.scene.moment.memory import COUNTS_BYTES, BufferKey, first_contents
from nvrender.source import TargetError, named


class SceneMemory:
    """The buffers of ``scene`` beside a picture of ``size``, made when first needed.

    TargetError where the context has no storage buffers.
    """

    def __init__(self, scene: Scene, size: tuple[int, int], context: moderngl.Context, numerics: str) -> None:
        self._scene = scene
        self._size = size
        self._context = context
        self._numerics = numerics
        self._buffer: MemoryBuffer | None = None

    @property
    def buffer(self) -> MemoryBuffer:
        """What programs reach."""
        if self._buffer is None:
            stores = first_contents(self._scene, self._size)
            self._buffer = MemoryBuffer(self._context, stores.memory, stores.storage, stores.images)
        return self._buffer

    def fill(self, filled: Filled) -> None:
        """Buffers hold again what they held at first."""
        if not filled.keys:
            return
        try:
            self.buffer.refill(filled.keys)
        except TargetError as error:
            raise TargetError(f"{named(self._scene.name)}: {error}") from None

    def run(self, one: Dispatch, textures: Mapping[int, Texture | TextureObject]) -> None:
        """A compute pass; InputError where a buffer asks for more groups than there can be."""
        groups = one.groups
        if one.source is not None:
            counts = self.buffer.read(one.source, one.offset, COUNTS_BYTES)
            x, y, z = np.frombuffer(counts, np.uint32).tolist()
            groups = work_groups((x, y, z))
        with state_guard(self._context):
            request = Request(
                one.program,
                parameter_array(one.program, one.parameters, one.state),
                (),
                buffer_arrays(one.program, one.parameters),
                textures,
                numerics=self._numerics,
            )
            dispatch(self._context, request, groups, self.buffer)

    def bring(self, source: BufferKey, mesh: Mesh) -> None:
        """Give a mesh the vertices that lie in a buffer now."""
        self.buffer.copy(source, mesh.vertex_buffer)

    def release(self) -> None:
        """Release the buffers."""
        if self._buffer is not None:
            self._buffer.release()
        self._buffer = None
