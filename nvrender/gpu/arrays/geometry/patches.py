"""Geometry programs over patches on the GPU: a point for each patch, whose record the shader reads."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass

import moderngl

from nvrender.gl.inputs.patch_runs import PatchRun
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Results
from nvrender.gpu.arrays.compiled import Pass
from nvrender.gpu.arrays.geometry import plan
from nvrender.gpu.arrays.geometry.emitted import Words, emitted_words, most_emitted
from nvrender.gpu.arrays.geometry.plan import Draw, EmittingPlan, output_buffer, primitives_at_once
from nvrender.gpu.arrays.geometry.records import (
    bind_records,
    buffer_of,
    most_patches,
    records_read,
    value_words,
    vertex_words,
)
from nvrender.gpu.arrays.runner import Job


def execute(request: Request, patches: PatchRun) -> Results:
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


def _points(output: moderngl.Buffer, count: int, step: Pass) -> None:
    """One point for each patch, captured."""
    array = output.ctx.vertex_array(step.program, [])
    array.transform(output, moderngl.POINTS, vertices=count)
    array.release()
