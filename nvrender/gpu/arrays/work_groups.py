"""Compute programs on the GPU: one dispatch (NV_compute_program5)."""

from __future__ import annotations

from contextlib import ExitStack

import moderngl
import numpy as np

from nvrender.gl.inputs.global_memory import unchanged, with_left
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Results
from nvrender.gl.inputs.work_groups import invocations, missed_barrier
from nvrender.glsl.io.compute import ALL_GROUPS, FIRST_GROUP
from nvrender.glsl.threads.group_barriers import BARRIERS_BINDING, MISSED_WORDS
from nvrender.gpu.arrays.batch import Job
from nvrender.gpu.arrays.compiled import compiled
from nvrender.gpu.context.context import check_errors, supports_compute, using
from nvrender.gpu.context.work import groups_a_call, ranges_of_groups
from nvrender.gpu.resources.image_units import memory_readings
from nvrender.gpu.resources.memory_buffer import MemoryBuffer, bind_memory, memory_of
from nvrender.gpu.resources.readings import readings_of
from nvrender.gpu.resources.textures import bind_textures
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.source import TargetError


def execute(request: Request, groups: tuple[int, int, int]) -> Results:
    """Run ``groups`` work groups; the results hold what is in memory afterwards.

    TargetError where the context has no compute shaders, or none so large.
    """
    stores = request.stores
    if 0 in groups:
        return with_left(Results({}), unchanged(stores))
    with using(request.context) as current, ExitStack() as stack:
        _check(current, request.program)
        reaches = reaching_outside(request.program) is not None
        memory = memory_of(current, stores, stack) if reaches else None
        dispatch(current, request, groups, memory)
        left = unchanged(stores) if memory is None else memory.left()
        check_errors(current, "running a compute program")
    return with_left(Results({}), left)


def dispatch(
    context: moderngl.Context,
    request: Request,
    groups: tuple[int, int, int],
    memory: MemoryBuffer | None,
) -> None:
    """Run ``groups`` work groups over what is in ``memory``. The context is current, and changed.

    They run in parts, one after the other, where all together would hold the GPU up (docs/memory.md);
    progress tells how many are done, and all.

    TargetError where it has no compute shaders, or none so large; InputError for more groups than would end,
    and where only some invocations of a group reached a BAR, at which all of that group then ended.
    """
    program = request.program
    _check(context, program)
    invocations(program, groups)
    if 0 in groups:
        return
    with ExitStack() as stack:
        readings = readings_of(context, program, request.textures)
        reached = memory_readings(program, memory)
        total = groups[0] * groups[1] * groups[2]
        most = groups_a_call(program, request.watchdog)
        divided = most < total
        linked = compiled(
            context, program, request.numerics, "groups", (), request.watchdog, readings,
            reached=reached, divided=divided,
        )  # fmt: skip
        job = Job(context, linked, {}, 0, stack)
        bind_textures(context, linked, request.textures, stack)
        job.set_parameters(request.parameters)
        job.set_buffers(request.buffers)
        bind_memory(memory, [program])
        met = context.buffer(reserve=4 * MISSED_WORDS) if linked.translation.waits else None
        if met is not None:
            stack.callback(met.release)
            met.clear()
            met.bind_to_storage_buffer(BARRIERS_BINDING)
        shader, done = linked.passes[0].program, 0
        for first, part in ranges_of_groups(groups, most):
            if divided:
                _set(shader, FIRST_GROUP, first)
                _set(shader, ALL_GROUPS, groups)
            shader.run(*part)
            if met is not None:
                _check_meetings(context, program, met, first)
            if divided:
                context.memory_barrier()
                context.finish()
            done += part[0] * part[1] * part[2]
            request.tell(done, total)


def _set(shader: moderngl.ComputeShader, name: str, value: tuple[int, int, int]) -> None:
    """A uniform, unless the shader does not need it."""
    if name in shader:
        shader[name] = value


def _check_meetings(
    context: moderngl.Context, program: Program, met: moderngl.Buffer, first: tuple[int, int, int]
) -> None:
    """InputError for a group that did not meet, the first to say so; they are numbered from ``first`` on."""
    context.memory_barrier()
    found, index, here, *place = (int(word) for word in np.frombuffer(met.read(), np.uint32))
    if found:
        x, y, z = (start + number for start, number in zip(first, place, strict=True))
        raise missed_barrier(program, index, here, (x, y, z))


def _check(context: moderngl.Context, program: Program) -> None:
    compute, info = program.compute, context.info
    assert compute is not None
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
