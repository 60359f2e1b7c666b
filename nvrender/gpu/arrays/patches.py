"""Tessellation programs over arrays of patches on the GPU: one dispatch (glsl/io/tessellation/arrays.py)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.global_memory import with_left
from nvrender.gl.inputs.patch_runs import PatchRun
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.glsl.io.tessellation.arrays import COUNTS
from nvrender.glsl.io.tessellation.inputs import NAMED, PATCH_RESULTS
from nvrender.glsl.translation import Translation
from nvrender.gpu.arrays.compiled import Compiled, cached, compute_shader, shader_of
from nvrender.gpu.arrays.runner import VECTOR, Job, Plan, ranges, run, run_over
from nvrender.gpu.context.context import check_errors, supports_compute, using
from nvrender.gpu.context.target import target_for
from nvrender.gpu.context.work import lanes_a_call
from nvrender.gpu.resources.image_units import Reached
from nvrender.gpu.resources.memory_buffer import MemoryBuffer
from nvrender.program import Program
from nvrender.program.declared import tessellation_of
from nvrender.program.profile import Stage
from nvrender.source import TargetError

_LOCAL_SIZE = 64
Places = tuple[npt.NDArray[np.int32], Float32Array]


def execute(request: Request, patches: PatchRun, places: Places | None) -> Results:
    """Run a program for ``patches``, an evaluation program at ``places``: numbers of patches, coordinates.

    Results are as on the oracle. Raises what ``runner.run`` raises; TargetError where the context has no
    compute shaders, or no room.
    """
    plan = _plan(request, patches, places)
    left = run(request, plan)
    return with_left(Results(plan.results), left)


def controlled(
    context: moderngl.Context, request: Request, patches: PatchRun, memory: MemoryBuffer | None
) -> dict[str, Float32Array]:
    """The results of a control program for ``patches`` in a caller's context, over what is in ``memory``."""
    plan = _plan(request, patches, None)
    with using(context) as current:
        run_over(current, request, plan, memory)
        check_errors(current, plan.doing)
    return plan.results


def _plan(request: Request, patches: PatchRun, places: Places | None) -> _PatchPlan:
    total = len(patches.ids) if places is None else len(places[0])
    at_once = min(total, lanes_a_call(request.program, request.watchdog, _LOCAL_SIZE))
    return _PatchPlan(total, at_once, patches, places)


@dataclass(frozen=True)
class _PatchPlan(Plan):
    """Every patch, or every place of an evaluation program, leaves ``results``."""

    doing = "running a tessellation program over arrays"

    patches: PatchRun
    places: Places | None
    results: dict[str, Float32Array] = field(default_factory=dict)

    def compiled(self, context: moderngl.Context, request: Request, reached: Reached) -> Compiled:
        if not supports_compute(context):
            renderer = context.info["GL_RENDERER"]
            raise TargetError(f"patches over arrays need OpenGL 4.3; {renderer} here has less")
        target = target_for(context, request.program, "glsl430")
        return cached(context, shader_of(context, request, reached, "patches", target), compute_shader)

    def parts(self, job: Job) -> Iterator[int]:
        translation, shader = job.linked.translation, job.linked.passes[0].program
        layout = _layout(job.request.program, translation)
        words = _records(translation, self.patches, self.places)
        self._check_room(job.context, max(self.at_once * layout.vectors * VECTOR, words.nbytes))
        given, made = job.buffer(len(words)), job.buffer(self.at_once * layout.vectors)
        given.write(words)
        given.bind_to_storage_buffer(0)
        made.bind_to_storage_buffer(1)
        found = np.empty((self.total, layout.vectors, 4), np.float32)
        for start, stop in ranges(self.total, self.at_once):
            first = len(words) - self.total + start
            if self.places is None and (start or stop < self.total):
                stride = len(words) // self.total
                given.write(words[start * stride : stop * stride])
            if COUNTS in shader:
                shader[COUNTS] = stop - start, self.patches.size, first
            shader.run(-(-(stop - start) // _LOCAL_SIZE))
            job.context.memory_barrier()
            if layout.vectors:
                made.read_into(found[start:stop], (stop - start) * layout.vectors * VECTOR)
            yield stop
        arrays = layout.arrays(found)
        self.results.update({name: np.ascontiguousarray(arrays[name]) for name in job.request.results})

    def _check_room(self, context: moderngl.Context, size: int) -> None:
        most = context.info["GL_MAX_SHADER_STORAGE_BLOCK_SIZE"]
        if size > most:
            raise TargetError(
                f"the patches take {size} bytes, and storage buffers here have {most}; give fewer patches"
            )


class _Layout(NamedTuple):
    """What an invocation leaves: ``vertex`` results of each of ``vertices``, then those of its ``patch``."""

    vertex: tuple[str, ...]
    vertices: int
    patch: tuple[str, ...]

    @property
    def vectors(self) -> int:
        return len(self.vertex) * self.vertices + len(self.patch)

    def arrays(self, found: Float32Array) -> dict[str, Float32Array]:
        """Result → words, of the (invocations, vectors, 4) that were left."""
        behind = len(self.vertex) * self.vertices
        of_vertex = found[:, :behind].reshape(len(found) * self.vertices, len(self.vertex), 4)
        arrays = {name: of_vertex[:, place] for place, name in enumerate(self.vertex)}
        return arrays | {name: found[:, behind + place] for place, name in enumerate(self.patch)}


def _layout(program: Program, translation: Translation) -> _Layout:
    names = [row.result for row in translation.results]
    patch = tuple(name for name in names if name in PATCH_RESULTS)
    vertices = output_vertices(program) if program.profile.stage is Stage.TESSELLATION_CONTROL else 1
    return _Layout(tuple(name for name in names if name not in patch), vertices, patch)


def output_vertices(control: Program) -> int:
    """The vertices of the patches that a control program makes."""
    return tessellation_of(control).vertices


def _records(translation: Translation, run: PatchRun, places: Places | None) -> npt.NDArray[np.uint32]:
    """What the patches are, as nvrender.glsl.io.tessellation.arrays has it."""
    patches = len(run.ids)
    read = [NAMED[row.name] for row in translation.attributes]
    vertex = [row.result for row in read if row.of_vertex]
    whole = [row.result for row in read if not row.of_vertex]
    head = np.zeros((patches, 1, 4), np.uint32)
    head[:, 0, 0] = run.ids.view(np.uint32)
    none = np.zeros((patches, 4), np.float32)
    of_patch = [run.values.get(name, none).view(np.uint32)[:, None] for name in whole]
    columns = [np.ascontiguousarray(run.vertices[name]).view(np.uint32) for name in vertex]
    of_vertex = [np.stack(columns, 1).reshape(patches, run.size * len(columns), 4)] if columns else []
    records = np.concatenate([head, *of_patch, *of_vertex], axis=1).reshape(-1, 4)
    if places is None:
        return records
    numbers, coordinates = places
    rows = np.zeros((len(numbers), 4), np.uint32)
    rows[:, :3], rows[:, 3] = np.ascontiguousarray(coordinates).view(np.uint32), numbers
    return np.concatenate([records, rows])
