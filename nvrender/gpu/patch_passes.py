"""The pass before a geometry program that takes patches: the vertex stage, captured as records."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import NamedTuple

import moderngl
import numpy as np

from nvrender.gl.patch_runs import PatchRun, default_values
from nvrender.gl.patches import Patch
from nvrender.gpu.mesh import Mesh
from nvrender.gpu.patch_records import PatchRecords, most_patches, records_read, value_words
from nvrender.program import Program
from nvrender.source import InputError


class PatchDraw(NamedTuple):
    """What is drawn: a mesh of PATCHES, as ``patch`` says, so many times."""

    mesh: Mesh
    patch: Patch
    instances: int

    @property
    def each(self) -> int:
        """Patches of one instance; vertices that complete none are ignored."""
        return self.mesh.count // self.patch.vertices


def patch_records(
    geometry: Program, drawn: PatchDraw, arrays: Sequence[moderngl.VertexArray], stack: ExitStack
) -> PatchRecords:
    """The records of all patches: what ``arrays`` capture of their vertices, and their numbers and levels.

    There is a vertex array for each buffer texture of vertices; buffers live until ``stack`` closes.
    InputError for more patches than buffer textures have room for.
    """
    context, size = drawn.mesh.context, drawn.patch.vertices
    records, count = records_read(geometry), drawn.each * drawn.instances
    most = most_patches(context, records, size)
    if count > most:
        raise InputError(
            f"{count} patches of {size} vertices for {geometry.source.name}; buffer textures here have room "
            f"for {most}: draw fewer at once"
        )
    vertices = []
    for array, group in zip(arrays, records.groups, strict=True):
        buffer = context.buffer(reserve=max(count * size * len(group) * 16, 16))
        stack.callback(buffer.release)
        if count:
            array.transform(buffer, moderngl.POINTS, vertices=drawn.each * size, instances=drawn.instances)
        vertices.append(buffer)
    ids = np.tile(np.arange(drawn.each, dtype=np.int32), drawn.instances)
    run = PatchRun(size, ids, {}, default_values(drawn.patch, count))
    words = value_words(records, run, 0, count)
    values = context.buffer(words) if words.nbytes else context.buffer(reserve=16)
    stack.callback(values.release)
    return PatchRecords(context, count, size, tuple(vertices), values)
