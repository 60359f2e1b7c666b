"""Fragment programs over arrays on the GPU: each fragment is a pixel, each four a quad of pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.global_memory import unchanged, with_left
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Results
from nvrender.glsl.io.memory_block import FRAGMENTS_THERE
from nvrender.glsl.targets import Target
from nvrender.glsl.threads.quad_groups import grouped
from nvrender.glsl.translate import translate
from nvrender.gpu.arrays.batch import BUFFER_BYTES, Job
from nvrender.gpu.arrays.compiled import Compiled, Pass, cached
from nvrender.gpu.arrays.grid import WIDEST, Grid
from nvrender.gpu.arrays.linked import check_block_size
from nvrender.gpu.context.context import check_errors, using
from nvrender.gpu.context.making import make_program
from nvrender.gpu.context.preservation import drop_released_framebuffer
from nvrender.gpu.context.target import target_for
from nvrender.gpu.context.work import lanes_a_call
from nvrender.gpu.fixed.fragment_stage import FRAGMENT_BLOCK, fragment_numbers
from nvrender.gpu.pipeline.raster import neutral
from nvrender.gpu.resources.image_units import MemoryReadings, check_image_units, memory_readings
from nvrender.gpu.resources.memory_buffer import reached
from nvrender.gpu.resources.readings import Readings, readings_of
from nvrender.gpu.resources.textures import bind_textures
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.source import InputError, InternalError, TargetError

#: Colour attachments every context has (OpenGL 3.3, table 6.52), less the one of fragments not discarded.
_RESULTS_PER_PASS = 7
_UNITS = 16  # image units a caller finds as they were
#: One triangle over every pixel, so that no quad of pixels has an edge in it.
_VERTEX = """\
#version 330 core
void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
"""


def execute(request: Request, sources: Mapping[int, AttributeSource], count: int) -> Results:
    """Run a program for ``count`` fragments; result name → (count, 4) float32, ``killed`` (count,) bool.

    What memory the program reaches holds afterwards is in the results.

    Fragments 4k … 4k + 3 are one 2×2 quad. Results of killed fragments are 0. The state gives the fog.
    ContextError without usable GL; TargetError for what has no translation; InternalError with the driver's
    log if it refuses the translation.
    """
    program = request.program
    names = tuple(name for name in request.results if name != "killed")
    found: dict[str, npt.NDArray[Any]] = {name: np.zeros((count, 4), np.float32) for name in names}
    found["killed"] = np.zeros(count, np.bool_)
    if count % 4 == 3 and grouped(program) and _differentiates(program):
        raise InputError(
            f"{program.source.name} asks its quad and compares neighbours too, which on a GPU takes whole "
            f"quads: give a multiple of four fragments, not {count}"
        )
    with using(request.context) as current, ExitStack() as stack:
        target = target_for(current, program, "glsl330")
        read = readings_of(current, program, request.textures)
        reaches = memory_readings(program, request.stores)
        options = program, target, request.numerics, names, request.watchdog, read, reaches
        linked = cached(current, ("pixels", *options), partial(_compile, current, *options))
        layers = max(len(linked.translation.attributes), 1)
        quads = max(BUFFER_BYTES // (16 * 4 * layers) // WIDEST, 1) * WIDEST
        size = min(count, 4 * quads, lanes_a_call(program, request.watchdog))
        job = Job(current, linked, sources, size, stack)
        job.set_parameters(request.parameters)
        job.set_buffers(request.buffers)
        job.set_block(FRAGMENT_BLOCK, fragment_numbers(request.state))
        neutral(current)
        current.enable_only(moderngl.NOTHING)
        bind_textures(current, linked, request.textures, stack)
        memory = reached(current, program, request.stores, stack)
        for start in range(0, count, size) if count else ():
            stop = min(start + size, count)
            for name, values in _drawn(job, start, stop, together=grouped(program)):
                found[name][start:stop] = values
            request.tell(stop, count)
        left = unchanged(request.stores) if memory is None else memory.left()
        check_errors(current, "running a fragment program over arrays")
    for name in names:
        found[name][found["killed"]] = 0.0
    return with_left(Results({name: found[name] for name in request.results}), left)


def _differentiates(program: Program) -> bool:
    """True if fragments that are not there matter to differences, which are 0 towards them."""
    rows = [row.opcode for row in program.instructions]
    return any(row.interpolates or row.texture is not None or row.name in ("DDX", "DDY") for row in rows)


def _drawn(job: Job, start: int, stop: int, *, together: bool) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """What some fragments leave: each result, and which were killed; ``together`` as Grid has it."""
    count = stop - start
    grid = Grid.of(count, together=together)
    context, used = job.context, {row.unit for row in job.linked.translation.samplers}
    unit = next((unit for unit in range(_UNITS) if unit not in used), context.default_texture_unit)
    if unit in used:
        raise TargetError(
            f"the program reads {len(used)} textures, and {context.info['GL_RENDERER']} has no unit more for "
            "its attributes"
        )
    context.clear_samplers(unit, unit + 1)
    with ExitStack() as stack:
        stack.callback(drop_released_framebuffer, context)
        if job.columns:
            images = [
                grid.pixels(np.ascontiguousarray(np.broadcast_to(rows, (count, 4))).view(np.uint32))
                for source in job.columns
                for rows in (source.rows(start, stop),)
            ]
            words = np.stack(images)
            inputs = context.texture_array((*grid.size, len(images)), 4, words.tobytes(), dtype="u4")
            stack.callback(inputs.release)
            inputs.filter = moderngl.NEAREST, moderngl.NEAREST
            inputs.use(unit)
        zeros = bytes(16 * grid.size[0] * grid.size[1])
        for step in job.linked.passes:
            targets = [context.texture(grid.size, 4, zeros, dtype="u4") for _ in range(len(step.results) + 1)]
            for target in targets:
                stack.callback(target.release)
            framebuffer = context.framebuffer(targets)
            stack.callback(framebuffer.release)
            framebuffer.use()
            if (sampler := step.program.get("fragments", None)) is not None:
                sampler.value = unit
            if (there := step.program.get(FRAGMENTS_THERE, None)) is not None:
                there.value = grid.there
            array = context.vertex_array(step.program, [])
            stack.callback(array.release)
            array.render(moderngl.TRIANGLES, vertices=3)
            for name, target in zip(step.results, targets, strict=False):
                yield name, grid.fragments(target.read()).view(np.float32)
            yield "killed", grid.fragments(targets[-1].read())[:, 0] == 0


def _compile(
    context: moderngl.Context,
    program: Program,
    target: Target,
    numerics: str,
    names: tuple[str, ...],
    watchdog: int | None,
    readings: Readings,
    reaches: MemoryReadings,
) -> Compiled:
    """A pass for as many results as a framebuffer surely has room for."""
    if reaching_outside(program) is not None and len(names) > _RESULTS_PER_PASS:
        raise TargetError(
            f"{program.source.name} reaches memory and writes {len(names)} results; such programs "
            f"have {_RESULTS_PER_PASS} at most on a GPU: ask for fewer results="
        )
    passes = []
    for first in range(0, max(len(names), 1), _RESULTS_PER_PASS):
        captured = names[first : first + _RESULTS_PER_PASS]
        translation = translate(
            program,
            target,
            interface="pixels",
            numerics=numerics,
            watchdog=watchdog,
            captured=captured,
            readings=dict(readings),
            **reaches.options,
        )
        check_image_units(context, [(program, translation)])
        for row in translation.buffers:
            check_block_size(context, row)
        try:
            linked = make_program(context, vertex_shader=_VERTEX, fragment_shader=translation.source)
        except moderngl.Error as error:
            raise InternalError(
                f"{context.info['GL_RENDERER']} refuses the translation to {target.name}: {error}"
            ) from error
        passes.append(Pass(linked, captured))
    return Compiled("pixels", translation, tuple(passes))
