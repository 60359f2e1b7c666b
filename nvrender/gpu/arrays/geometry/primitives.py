"""Geometry programs over primitives of vertices, and over patches, on the GPU.

A patch is a point, whose record the shader reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass

import moderngl
import numpy as np

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.geometry import PRIMITIVE_ID
from nvrender.gl.inputs.patch_runs import PatchRun
from nvrender.gl.inputs.primitives import MODES, POLYGONS, Assembly
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.glsl.io.geometry.patch_records import records_read
from nvrender.gpu.arrays.compiled import Pass
from nvrender.gpu.arrays.geometry import plan
from nvrender.gpu.arrays.geometry.emitted import Words, emitted_words, most_emitted
from nvrender.gpu.arrays.geometry.plan import Draw, EmittingPlan, output_buffer, primitives_at_once
from nvrender.gpu.arrays.geometry.records import (
    bind_records,
    buffer_of,
    most_patches,
    value_words,
    vertex_words,
)
from nvrender.gpu.arrays.geometry.shaders import fed
from nvrender.gpu.arrays.runner import Job
from nvrender.gpu.arrays.vertices import vertex_array
from nvrender.program.declared import geometry_of


def execute(
    request: Request, sources: Mapping[int, AttributeSource], assembly: Assembly, mode: str, count: int
) -> Results:
    """Run a geometry program for the primitives that ``count`` vertices make in ``mode``; what it emits.

    GL assembles the primitives, unless it knows not the mode, or not the numbers ``assembly`` gives them, or
    they are too many at once: then each is drawn by its own vertices.
    """
    total, most = len(assembly.vertices), primitives_at_once(request)
    numbered = np.array_equal(assembly.ids, np.arange(total))
    apart = mode in POLYGONS or not numbered or total > most
    return plan.execute(request, _PrimitivePlan(total, most, sources, assembly, mode, count, apart))


@dataclass(frozen=True)
class _PrimitivePlan(EmittingPlan):
    """Primitives that GL assembles of ``count`` vertices in ``mode``, or each ``apart``."""

    doing = "running a geometry program over arrays"

    sources: Mapping[int, AttributeSource]
    assembly: Assembly
    mode: str
    count: int
    apart: bool

    @property
    def numbers_given(self) -> bool:
        return self.apart and PRIMITIVE_ID in self.sources

    def _drawing(self, job: Job, size: int) -> Draw:
        geometry, passes = geometry_of(job.request.program), job.linked.passes
        mode = getattr(moderngl, MODES[geometry.input][0] if self.apart else self.mode)
        room = size * geometry.vertices if self.apart else self.count
        columns = [(f"input_{row.location}", self.sources[row.index]) for row in fed(job.linked.translation)]
        inputs = [(name, source, job.buffer(1 if source.constant else room)) for name, source in columns]
        arrays = {step: vertex_array(job, step, inputs) for step in passes}
        output = output_buffer(job, size)

        def draw(start: int, stop: int) -> Words:
            for _, source, buffer in inputs:
                buffer.write(self._rows(source, geometry.vertices, start, stop))
            vertices = (stop - start) * geometry.vertices if self.apart else self.count
            most = (stop - start) * most_emitted(job.request.program)
            return emitted_words(
                passes, output, most, lambda step: arrays[step].transform(output, mode, vertices=vertices)
            )

        return draw

    def _rows(self, source: AttributeSource, each: int, start: int, stop: int) -> Float32Array:
        """What vertices have of ``source``: all, or those of some primitives, ``each`` for itself."""
        if not self.apart:
            return source.rows(0, self.count)
        rows = source.rows(0, len(source.array))
        if source.name == "primitive.id":
            rows = np.repeat(rows[start:stop], each, axis=0)
        elif not source.constant:
            rows = rows[self.assembly.vertices[start:stop].reshape(-1)]
        return np.ascontiguousarray(rows)


def execute_patches(request: Request, patches: PatchRun) -> Results:
    """Run a geometry program for every patch; what it emits."""
    return plan.execute(request, _PatchPlan(len(patches.ids), primitives_at_once(request), patches))


@dataclass(frozen=True)
class _PatchPlan(EmittingPlan):
    """Points for patches."""

    doing = "running a geometry program over patches"

    patches: PatchRun

    def _size(self, job: Job) -> int:
        room = most_patches(job.context, records_read(job.request.program), self.patches.size)
        return min(self.total, self.at_once, room)

    def _drawing(self, job: Job, size: int) -> Draw:
        passes, patches = job.linked.passes, self.patches
        records, each = records_read(job.request.program), most_emitted(job.request.program)
        output = output_buffer(job, size)

        def draw(start: int, stop: int) -> Words:
            with ExitStack() as stack:
                words = vertex_words(records, patches, start, stop)
                vertices = [buffer_of(job.context, part, stack) for part in words]
                values = buffer_of(job.context, value_words(records, patches, start, stop), stack)
                names = [step.program.glo for step in passes]
                bind_records(job.context, names, vertices, values, patches.size, stack)
                return emitted_words(
                    passes, output, (stop - start) * each, lambda step: points(step, stop - start)
                )

        def points(step: Pass, count: int) -> None:
            array = job.context.vertex_array(step.program, [])
            array.transform(output, moderngl.POINTS, vertices=count)
            array.release()

        return draw
