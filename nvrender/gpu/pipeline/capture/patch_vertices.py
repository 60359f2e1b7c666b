"""The pass before a geometry program that takes patches: the vertex stage, captured as records."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.patch_runs import PatchRun, default_values
from nvrender.gl.patches import Patch
from nvrender.glsl.io.geometry.patch_records import Records, records_read
from nvrender.gpu.arrays.geometry.records import (
    PatchRecords,
    buffer_of,
    most_patches,
    value_words,
)
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.program import Program
from nvrender.source import InputError

_VECTOR = 16


@dataclass(frozen=True)
class PatchDraw:
    """What is drawn: a mesh of PATCHES, as ``patch`` says, so many times."""

    mesh: Mesh
    patch: Patch
    instances: int

    @property
    def each(self) -> int:
        """Patches of one instance; vertices that complete none are ignored."""
        return self.mesh.count // self.patch.vertices

    @property
    def count(self) -> int:
        """Patches of all instances."""
        return self.each * self.instances

    @property
    def ids(self) -> npt.NDArray[np.int32]:
        """Their numbers: each instance counts anew."""
        return np.tile(np.arange(self.each, dtype=np.int32), self.instances)


def captured_vertices(
    drawn: PatchDraw, arrays: Sequence[moderngl.VertexArray], widths: Sequence[int], stack: ExitStack
) -> list[moderngl.Buffer]:
    """What each of ``arrays`` captures of the vertices of all patches: so many vectors a vertex.

    The buffers live until ``stack`` closes.
    """
    context, size = drawn.mesh.context, drawn.patch.vertices
    buffers = []
    for array, width in zip(arrays, widths, strict=True):
        buffer = context.buffer(reserve=max(drawn.count * size * width * _VECTOR, _VECTOR))
        stack.callback(buffer.release)
        if drawn.count:
            array.transform(buffer, moderngl.POINTS, vertices=drawn.each * size, instances=drawn.instances)
        buffers.append(buffer)
    return buffers


def patch_records(
    geometry: Program, drawn: PatchDraw, arrays: Sequence[moderngl.VertexArray], stack: ExitStack
) -> PatchRecords:
    """The records of all patches: what ``arrays`` capture of their vertices, and their numbers and levels.

    There is a vertex array for each buffer texture of vertices; buffers live until ``stack`` closes.
    InputError for more patches than buffer textures have room for.
    """
    records = records_read(geometry)
    check_room(geometry, records, drawn.mesh.context, drawn.count, drawn.patch.vertices)
    widths = [len(group) for group in records.groups]
    vertices = captured_vertices(drawn, arrays, widths, stack)
    run = PatchRun(drawn.patch.vertices, drawn.ids, {}, default_values(drawn.patch, drawn.count))
    values = value_buffer(drawn.mesh.context, records, run, stack)
    return PatchRecords(drawn.mesh.context, drawn.count, run.size, tuple(vertices), values)


def check_room(geometry: Program, records: Records, context: moderngl.Context, count: int, size: int) -> None:
    """InputError for more patches than the buffer textures of one draw have room for."""
    most = most_patches(context, records, size)
    if count > most:
        raise InputError(
            f"{count} patches of {size} vertices for {geometry.source.name}; buffer textures here have room "
            f"for {most}: draw fewer at once"
        )


def value_buffer(
    context: moderngl.Context, records: Records, run: PatchRun, stack: ExitStack
) -> moderngl.Buffer:
    """What is the patches' own."""
    return buffer_of(context, value_words(records, run, 0, len(run.ids)), stack)
