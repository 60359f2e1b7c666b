"""Compute programs on the GPU: one dispatch (NV_compute_program5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import moderngl
import numpy as np

from nvrender.gl.inputs.global_memory import unchanged, with_left
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Results
from nvrender.gl.inputs.work_groups import invocations, missed_barrier
from nvrender.glsl.io.groups import ALL_GROUPS, FIRST_GROUP
from nvrender.glsl.link import Link
from nvrender.glsl.threads.group_barriers import BARRIERS_BINDING, MISSED_WORDS
from nvrender.gpu.arrays.compiled import Compiled, cached, compute_shader, shader_of
from nvrender.gpu.arrays.runner import Job, Plan, run, run_over
from nvrender.gpu.context.context import supports_compute
from nvrender.gpu.context.target import target_for
from nvrender.gpu.context.work import Three, groups_a_call, ranges_of_groups
from nvrender.gpu.resources.image_units import Reached
from nvrender.gpu.resources.memory_buffer import MemoryBuffer
from nvrender.program import Program
from nvrender.program.declared import compute_of
from nvrender.source import TargetError


def execute(request: Request, groups: Three) -> Results:
    """Run ``groups`` work groups; the results hold what is in memory afterwards.

    TargetError where the context has no compute shaders, or none so large.
    """
    left = run(request, _plan(request, groups)) if all(groups) else unchanged(request.stores)
    return with_left(Results({}), left)


def dispatch(context: moderngl.Context, request: Request, groups: Three, memory: MemoryBuffer | None) -> None:
    """Run ``groups`` work groups over what is in ``memory``. The context is current, and changed.

    They run in parts, one after the other, where all together would hold the GPU up (docs/memory.md).

    TargetError where it has no compute shaders, or none so large; InputError for more groups than would end,
    and where only some invocations of a group reached a BAR, at which all of that group then ended.
    """
    if all(groups):
        run_over(context, request, _plan(request, groups), memory)


def _plan(request: Request, groups: Three) -> _GroupPlan:
    return _GroupPlan(prod(groups), groups_a_call(request.program, request.watchdog), groups)


@dataclass(frozen=True)
class _GroupPlan(Plan):
    """``groups`` work groups, in each direction."""

    doing = "running a compute program"

    groups: Three

    @property
    def divided(self) -> bool:
        """Whether one dispatch is a part of all groups."""
        return self.at_once < self.total

    def compiled(self, context: moderngl.Context, request: Request, reached: Reached) -> Compiled:
        _check(context, request.program)
        invocations(request.program, self.groups)
        target = target_for(context, request.program, "glsl430")
        shader = shader_of(context, request, reached, "groups", target, Link(divided=self.divided))
        return cached(context, shader, compute_shader)

    def parts(self, job: Job) -> Iterator[int]:
        missed = _missed(job) if job.linked.translation.waits else None
        shader, done = job.linked.passes[0].program, 0
        for first, part in ranges_of_groups(self.groups, self.at_once):
            if self.divided:
                _set(shader, FIRST_GROUP, first)
                _set(shader, ALL_GROUPS, self.groups)
            shader.run(*part)
            if missed is not None:
                _check_meetings(job, missed, first)
            if self.divided:
                job.context.memory_barrier()
                job.context.finish()
            done += prod(part)
            yield done


def _missed(job: Job) -> moderngl.Buffer:
    """The buffer in which groups tell that they did not meet."""
    buffer = job.context.buffer(reserve=4 * MISSED_WORDS)
    job.stack.callback(buffer.release)
    buffer.clear()
    buffer.bind_to_storage_buffer(BARRIERS_BINDING)
    return buffer


def _set(shader: moderngl.ComputeShader, name: str, value: Three) -> None:
    """A uniform, unless the shader does not need it."""
    if name in shader:
        shader[name] = value


def _check_meetings(job: Job, missed: moderngl.Buffer, first: Three) -> None:
    """InputError for a group that did not meet, the first to say so; they are numbered from ``first`` on."""
    job.context.memory_barrier()
    found, index, here, *place = (int(word) for word in np.frombuffer(missed.read(), np.uint32))
    if found:
        x, y, z = (start + number for start, number in zip(first, place, strict=True))
        raise missed_barrier(job.request.program, index, here, (x, y, z))


def _check(context: moderngl.Context, program: Program) -> None:
    """TargetError where the context has no compute shaders, or none so large."""
    compute, info = compute_of(program), context.info
    if not supports_compute(context):
        raise TargetError(f"compute programs need OpenGL 4.3; {info['GL_RENDERER']} here has less")
    count = compute.size[0] * compute.size[1] * compute.size[2]
    most = info["GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS"]
    if count > most:
        raise TargetError(
            f"a work group has {count} invocations, and {info['GL_RENDERER']} takes {most} at most"
        )
    shared = info.get("GL_MAX_COMPUTE_SHARED_MEMORY_SIZE", compute.shared or 0)
    if (compute.shared or 0) > shared:
        raise TargetError(
            f"a work group shares {compute.shared} bytes, and {info['GL_RENDERER']} has {shared}"
        )
