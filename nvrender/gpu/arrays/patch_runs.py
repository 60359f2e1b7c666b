"""Tessellation programs over arrays of patches on the GPU: one dispatch (nvrender.glsl.io.patch_arrays)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.global_memory import unchanged, with_left
from nvrender.gl.inputs.patch_runs import PatchRun
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Float32Array, Results
from nvrender.glsl.io.patch_arrays import COUNTS
from nvrender.glsl.io.patch_inputs import is_of_vertex, result_read
from nvrender.glsl.translate import Translation
from nvrender.gpu.arrays.batch import Job
from nvrender.gpu.arrays.compiled import compiled
from nvrender.gpu.context.context import check_errors, supports_compute, using
from nvrender.gpu.context.lockstep_ends import whole_loops
from nvrender.gpu.context.work import lanes_a_call
from nvrender.gpu.resources.image_units import memory_readings
from nvrender.gpu.resources.memory_buffer import MemoryBuffer, memory_of
from nvrender.gpu.resources.readings import readings_of
from nvrender.gpu.resources.textures import bind_textures
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.program.profile import Stage
from nvrender.source import TargetError

_LOCAL_SIZE = 64
_VECTOR = 16


def execute(
    request: Request,
    run: PatchRun,
    places: tuple[npt.NDArray[np.int32], Float32Array] | None,
    reached: MemoryBuffer | None = None,
) -> Results:
    """Run a program for the patches of ``run``, an evaluation program at ``places``: patches, coordinates.

    Results are as on the oracle. A program that reaches memory finds ``reached``, which is the caller's, or
    the request's. TargetError where the context has no compute shaders, or no room.
    """
    program, stores = request.program, request.stores
    invocations = len(run.ids) if places is None else len(places[0])
    with using(request.context) as current, ExitStack() as stack:
        if not supports_compute(current):
            renderer = current.info["GL_RENDERER"]
            raise TargetError(f"patches over arrays need OpenGL 4.3; {renderer} here has less")
        readings = readings_of(current, program, request.textures)
        known = memory_readings(program, stores if reached is None else reached)
        linked = compiled(
            current, program, request.numerics, "patches", (), request.watchdog, readings, reached=known
        )
        shader, translation = linked.passes[0].program, linked.translation
        words = _records(translation, run, places)
        most = current.info["GL_MAX_SHADER_STORAGE_BLOCK_SIZE"]
        at_once = min(invocations, lanes_a_call(program, request.watchdog, _LOCAL_SIZE))
        each = _vectors(program, translation) * _VECTOR
        size = at_once * each
        if max(size, words.nbytes) > most:
            raise TargetError(
                f"the patches take {max(size, words.nbytes)} bytes, and storage buffers here have {most}; "
                f"give fewer patches"
            )
        job = Job(current, linked, {}, 0, stack)
        given, made = job.buffer(len(words)), job.buffer(size // _VECTOR)
        given.write(words)
        bind_textures(current, linked, request.textures, stack)
        job.set_parameters(request.parameters)
        job.set_buffers(request.buffers)
        memory = reached
        if memory is None and reaching_outside(program) is not None:
            memory = memory_of(current, stores, stack)
        given.bind_to_storage_buffer(0)
        made.bind_to_storage_buffer(1)
        if memory is not None:
            memory.bind()
        found = np.empty((invocations, each // _VECTOR, 4), np.float32) if size else None
        with whole_loops(current, [(program, translation)]):
            for start in range(0, invocations, max(at_once, 1)):
                stop = min(start + at_once, invocations)
                first = len(words) - invocations + start
                if places is None and (start or stop < invocations):
                    stride = len(words) // invocations
                    given.write(words[start * stride : stop * stride])
                if COUNTS in shader:
                    shader[COUNTS] = stop - start, run.size, first
                shader.run(-(-(stop - start) // _LOCAL_SIZE))
                current.memory_barrier()
                if found is not None:
                    made.read_into(found[start:stop], (stop - start) * each)
                request.tell(stop, invocations)
        left = unchanged(stores) if memory is None or memory is reached else memory.left()
        check_errors(current, "running a tessellation program over arrays")
    return with_left(Results(_results(program, translation, found, request.results)), left)


def _vectors(program: Program, translation: Translation) -> int:
    """How many results an invocation leaves."""
    assert program.tessellation is not None
    vertex = [row for row in translation.results if not row.result.startswith("patch.")]
    each = program.tessellation.vertices if program.profile.stage is Stage.TESSELLATION_CONTROL else 1
    return len(vertex) * each + len(translation.results) - len(vertex)


def _records(
    translation: Translation, run: PatchRun, places: tuple[npt.NDArray[np.int32], Float32Array] | None
) -> npt.NDArray[np.uint32]:
    """What the patches are, as nvrender.glsl.io.patch_arrays has it."""
    patches = len(run.ids)
    names = [row.name for row in translation.attributes]
    vertex = [name.removeprefix("vertex.") for name in names if is_of_vertex(name)]
    whole = [result_read(name) for name in names if not is_of_vertex(name)]
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


def _results(
    program: Program, translation: Translation, found: Float32Array | None, wanted: Sequence[str]
) -> dict[str, Float32Array]:
    """Result → words, of the (invocations, vectors, 4) that were left."""
    assert program.tessellation is not None
    vertex = [row.result for row in translation.results if not row.result.startswith("patch.")]
    patch = [row.result for row in translation.results if row.result.startswith("patch.")]
    each = program.tessellation.vertices if program.profile.stage is Stage.TESSELLATION_CONTROL else 1
    if found is None:
        return {name: np.zeros((0, 4), np.float32) for name in wanted}
    of_vertex = found[:, : each * len(vertex)].reshape(-1, len(vertex), 4) if vertex else found
    arrays = {name: of_vertex[:, place] for place, name in enumerate(vertex)}
    arrays |= {name: found[:, each * len(vertex) + place] for place, name in enumerate(patch)}
    return {name: np.ascontiguousarray(arrays[name]) for name in wanted}
