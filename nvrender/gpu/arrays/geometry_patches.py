"""Geometry programs over patches on the GPU: a point for each patch, whose record the shader reads."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.emitted import COLUMNS, emitted_results, growing_emission
from nvrender.gl.inputs.global_memory import unchanged, with_left
from nvrender.gl.inputs.patch_runs import PatchRun
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Results
from nvrender.glsl.io.geometry import EMITTED_PLACE
from nvrender.gpu.arrays.batch import BUFFER_BYTES, Job, bind_pixel
from nvrender.gpu.arrays.compiled import Pass, cached
from nvrender.gpu.arrays.geometry import (
    CAPTURED,
    compile_geometry,
    emitted_words,
    geometry_target,
    most_emitted,
    primitives_a_call,
    stride,
)
from nvrender.gpu.arrays.patch_records import (
    bind_records,
    buffer_of,
    most_patches,
    records_read,
    value_words,
    vertex_words,
)
from nvrender.gpu.context.context import check_errors, using
from nvrender.gpu.resources.image_units import memory_readings
from nvrender.gpu.resources.memory_buffer import reached
from nvrender.gpu.resources.readings import readings_of
from nvrender.gpu.resources.textures import bind_textures


def execute(request: Request, patches: PatchRun) -> Results:
    """Run a program for every patch; what it emits. Raises what ``geometry.execute`` raises."""
    program, results = request.program, request.results
    count = len(patches.ids)
    records = records_read(program)
    each = most_emitted(program)
    with using(request.context) as current, ExitStack() as stack:
        readings = readings_of(current, program, request.textures)
        target = geometry_target(current, program)
        reaches = memory_readings(program, request.stores)
        options = program, target, request.numerics, results, request.watchdog, False, readings, reaches
        linked = cached(current, ("geometry", *options), partial(compile_geometry, current, *options))
        most = max(BUFFER_BYTES // (each * 4 * CAPTURED), 1)
        most = min(most, primitives_a_call(program, request.watchdog))
        size = min(count, most, most_patches(current, records, patches.size))
        job = Job(current, linked, {}, size, stack)
        job.set_parameters(request.parameters)
        job.set_buffers(request.buffers)
        bind_textures(current, linked, request.textures, stack)
        bind_pixel(current, stack)
        memory = reached(current, program, request.stores, stack)
        widest = max(map(stride, linked.passes), default=0)
        output = job.buffer(max(size, 1) * each * -(-widest // 16))
        pieces: list[dict[str, npt.NDArray[Any]]] = []
        growing = growing_emission()
        for start in range(0, count, size) if count else ():
            stop = min(start + size, count)
            with ExitStack() as records_bound:
                names = [step.program.glo for step in linked.passes]
                vertices = [
                    buffer_of(current, words, records_bound)
                    for words in vertex_words(records, patches, start, stop)
                ]
                values = buffer_of(current, value_words(records, patches, start, stop), records_bound)
                bind_records(current, names, vertices, values, patches.size, records_bound)
                found = emitted_words(
                    linked.passes,
                    output,
                    (stop - start) * each,
                    partial(_drawn, current, output, stop - start),
                )
            found[EMITTED_PLACE][:, 0] += start
            pieces.append(found)
            growing.add(sum(array.nbytes for array in found.values()))
            request.tell(stop, count)
        left = unchanged(request.stores) if memory is None else memory.left()
        check_errors(current, "running a geometry program over patches")
    none = np.zeros((0, 4), np.float32)
    places = np.concatenate([np.zeros((0, COLUMNS), np.int32), *(piece[EMITTED_PLACE] for piece in pieces)])
    whole = {name: np.concatenate([none, *(piece[name] for piece in pieces)]) for name in results}
    return with_left(emitted_results(program, places, whole), left)


def _drawn(context: moderngl.Context, output: moderngl.Buffer, count: int, step: Pass) -> None:
    """One point for each patch, captured."""
    array = context.vertex_array(step.program, [])
    array.transform(output, moderngl.POINTS, vertices=count)
    array.release()
