"""Fragment programs over arrays on the GPU: each fragment is a pixel, each four a quad of pixels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.arrays import AttributeSource
from nvrender.gl.inputs.global_memory import with_left
from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Results
from nvrender.glsl.link import Link
from nvrender.glsl.memory.block import FRAGMENTS_THERE
from nvrender.glsl.threads.quad_groups import grouped
from nvrender.gpu.arrays.compiled import Compiled, Pass, Shader, cached, linked, shader_of
from nvrender.gpu.arrays.grid import WIDEST, Grid
from nvrender.gpu.arrays.runner import BUFFER_BYTES, VECTOR, Job, Plan, ranges, run
from nvrender.gpu.arrays.vertices import columns_of
from nvrender.gpu.context.preservation import drop_released_framebuffer
from nvrender.gpu.context.target import target_for
from nvrender.gpu.context.work import lanes_a_call
from nvrender.gpu.fixed.fragment_stage import FRAGMENT_BLOCK, fragment_numbers
from nvrender.gpu.resources.image_units import Reached
from nvrender.ops.rows import Form
from nvrender.program import Program
from nvrender.program.memory import reaching_outside
from nvrender.source import InputError, TargetError

#: Colour attachments every context has (OpenGL 3.3, table 6.52), less the one of fragments not discarded.
_RESULTS_PER_PASS = 7
#: What is other where a neighbour is.
_BESIDE = {Form.DERIVATIVE, Form.INTERPOLATION, Form.TEXTURE}
_UNITS = 16  # image units a caller finds as they were
#: One triangle over every pixel, so that no quad of pixels has an edge in it.
_VERTEX = """\
#version 330 core
void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
"""


def execute(request: Request, sources: Mapping[int, AttributeSource], count: int) -> Results:
    """Run a fragment program for ``count`` fragments; result name → (count, 4) float32, ``killed`` bool.

    Fragments 4k … 4k + 3 are one 2×2 quad. Results of killed fragments are 0. Raises what ``runner.run``
    raises; TargetError for what has no translation.
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
    left = run(request, _FragmentPlan(count, lanes_a_call(program, request.watchdog), sources, found))
    for name in names:
        found[name][found["killed"]] = 0.0
    return with_left(Results({name: found[name] for name in request.results}), left)


def _differentiates(program: Program) -> bool:
    """True if fragments that are not there matter to differences, which are 0 towards them."""
    return any(instruction.opcode.row.form in _BESIDE for instruction in program.instructions)


@dataclass(frozen=True)
class _FragmentPlan(Plan):
    """Fragments fill ``found``."""

    doing = "running a fragment program over arrays"
    rasterizes = True

    sources: Mapping[int, AttributeSource]
    found: dict[str, npt.NDArray[Any]]

    def compiled(self, context: moderngl.Context, request: Request, reached: Reached) -> Compiled:
        target = target_for(context, request.program, "glsl330")
        names = tuple(name for name in self.found if name != "killed")
        shader = shader_of(context, request, reached, "pixels", target, Link(captured=names))
        return cached(context, shader, _passes)

    def parts(self, job: Job) -> Iterator[int]:
        job.set_block(FRAGMENT_BLOCK, fragment_numbers(job.request.state))
        columns = columns_of(job.linked, self.sources)
        together = grouped(job.request.program)
        quads = max(BUFFER_BYTES // (VECTOR * 4 * max(len(columns), 1)) // WIDEST, 1) * WIDEST
        for start, stop in ranges(self.total, min(4 * quads, self.at_once)):
            rows = [source.rows(start, stop) for source in columns]
            for name, values in _drawn(job, rows, Grid.of(stop - start, together=together)):
                self.found[name][start:stop] = values
            yield stop


def _drawn(job: Job, rows: list[npt.NDArray[Any]], grid: Grid) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """What the fragments of ``grid`` leave: each result, and which were killed."""
    context = job.context
    with ExitStack() as stack:
        stack.callback(drop_released_framebuffer, context)
        unit = _bind_attributes(job, rows, grid, stack)
        zeros = bytes(VECTOR * grid.size[0] * grid.size[1])
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


def _bind_attributes(job: Job, rows: list[npt.NDArray[Any]], grid: Grid, stack: ExitStack) -> int:
    """The unit of a texture with a layer of words for each of ``rows``, until ``stack`` closes."""
    context, used = job.context, {row.unit for row in job.linked.translation.samplers}
    unit = next((unit for unit in range(_UNITS) if unit not in used), context.default_texture_unit)
    if unit in used:
        raise TargetError(
            f"the program reads {len(used)} textures, and {context.info['GL_RENDERER']} has no unit more for "
            "its attributes"
        )
    context.clear_samplers(unit, unit + 1)
    if rows:
        whole = (np.ascontiguousarray(np.broadcast_to(row, (grid.count, 4))).view(np.uint32) for row in rows)
        words = np.stack([grid.pixels(row) for row in whole])
        inputs = context.texture_array((*grid.size, len(rows)), 4, words.tobytes(), dtype="u4")
        stack.callback(inputs.release)
        inputs.filter = moderngl.NEAREST, moderngl.NEAREST
        inputs.use(unit)
    return unit


def _passes(context: moderngl.Context, shader: Shader) -> Compiled:
    """A pass for as many results as a framebuffer surely has room for."""
    names = shader.link.captured or ()
    if reaching_outside(shader.program) is not None and len(names) > _RESULTS_PER_PASS:
        raise TargetError(
            f"{shader.program.source.name} reaches memory and writes {len(names)} results; such programs "
            f"have {_RESULTS_PER_PASS} at most on a GPU: ask for fewer results="
        )
    passes = []
    for first in range(0, max(len(names), 1), _RESULTS_PER_PASS):
        captured = names[first : first + _RESULTS_PER_PASS]
        translation = shader.translation(context, captured)
        program = linked(context, translation, vertex_shader=_VERTEX, fragment_shader=translation.source)
        passes.append(Pass(program, captured))
    return Compiled(translation, tuple(passes))
