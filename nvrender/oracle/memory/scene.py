"""The memory of a scene on the oracle, and its compute passes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
from nvrender.gl.inputs.work_groups import work_groups
from nvrender.gl.textures.texture import Texture
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.memory.spaces import Held, Spaces
from nvrender.oracle.memory.work_groups import execute
from nvrender.scene.meshes.shapes import MeshData
from nvrender.scene.model import Scene
from nvrender.scene.moment.dispatches import Dispatch, Filled
from nvrender.scene.moment.memory import COUNTS_BYTES, first_contents, vertices


class SceneMemory:
    """The buffers of ``scene`` beside a picture of ``size``."""

    def __init__(self, scene: Scene, size: tuple[int, int]) -> None:
        self.held = Held(first_contents(scene, size))

    def fill(self, filled: Filled) -> None:
        """Buffers hold again what they held at first."""
        self.held.refill(filled.keys)

    def run(self, one: Dispatch, textures: Mapping[int, Texture]) -> None:
        """A compute pass; InputError where a buffer asks for more groups than there can be."""
        groups = one.groups
        if one.source is not None:
            counts = self.held.bytes_of(one.source)[one.offset : one.offset + COUNTS_BYTES]
            x, y, z = np.frombuffer(counts.tobytes(), np.uint32).tolist()
            groups = work_groups((x, y, z))
        if 0 in groups:
            return
        program = one.program
        buffers = buffer_arrays(program, one.parameters)
        rows = parameter_array(program, one.parameters, one.state)
        spaces = Spaces.of(program, self.held, buffers)
        execute(program, groups, Resources(rows, buffers, textures, spaces=spaces))

    def bring(self, mesh: MeshData) -> MeshData:
        """A mesh with the vertices that lie in its buffer now."""
        if mesh.source is None:
            return mesh
        return MeshData(vertices(self.held.bytes_of(mesh.source), mesh), mesh.indices, mesh.primitive)
