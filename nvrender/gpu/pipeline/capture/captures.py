"""What the stages of a pipeline before rasterization make of a mesh, captured.

As results, or as the records that a geometry program reads patches from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace
from typing import NamedTuple

import moderngl
import numpy as np

from nvrender.gl.inputs.request import Request
from nvrender.gl.inputs.results import Emitted, Results
from nvrender.gl.patches import check_chain
from nvrender.gl.state.state import State
from nvrender.glsl.registers.variables import RESULT_NAMES
from nvrender.glsl.targets import Target
from nvrender.glsl.translation import Translation
from nvrender.gpu.arrays.geometry.records import PatchRecords
from nvrender.gpu.context.lockstep_ends import whole_loops
from nvrender.gpu.context.neutral import neutral
from nvrender.gpu.context.pixel import bind_pixel
from nvrender.gpu.context.uniform_blocks import block_sizes
from nvrender.gpu.pipeline.capture.captured import Capture, captured_mesh, captured_records
from nvrender.gpu.pipeline.capture.controls import control_records, vertex_reads
from nvrender.gpu.pipeline.capture.patch_vertices import PatchDraw, captured_vertices, patch_records
from nvrender.gpu.pipeline.capture.patches import captured_patches
from nvrender.gpu.pipeline.capture.stages import CapturingStages, capturing_stages
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.gpu.pipeline.stage_blocks import StageBlocks
from nvrender.gpu.pipeline.stage_texts import Programs, VertexKey, records_read
from nvrender.gpu.pipeline.stage_textures import GivenTextures, stage_texture_keys
from nvrender.gpu.pipeline.vertex_arrays import VertexArrays
from nvrender.gpu.resources.memory_buffer import MemoryBuffer, bind_memory, check_passes
from nvrender.gpu.resources.textures import Textures, point_samplers
from nvrender.program import Program
from nvrender.program.declared import geometry_of
from nvrender.program.memory import reaching_outside

#: Output primitives that are no strips.
POINTS = "POINTS"
_ArrayOf = Callable[[moderngl.Program], moderngl.VertexArray]


class KeptCaptures:
    """The stages that captured last."""

    def __init__(self, context: moderngl.Context, programs: Programs, target: Target, numerics: str) -> None:
        self._context = context
        self._programs = programs
        self._target = target
        self._numerics = numerics
        self._key: tuple[VertexKey, tuple[str, ...]] | None = None
        self._stages: CapturingStages | None = None

    def of(self, key: VertexKey, names: tuple[str, ...]) -> CapturingStages:
        """The stages that capture ``names``; TargetError for what the context has no room for."""
        if self._stages is None or self._key != (key, names):
            programs = self._programs._replace(fragment=None)
            made = capturing_stages(self._context, programs, self._target, self._numerics, key, names)
            self.release()
            self._key, self._stages = (key, names), made
        return self._stages

    def release(self) -> None:
        """Release them."""
        if self._stages is not None:
            self._stages.release()
        self._stages = None


class Given(NamedTuple):
    """What stages that capture take of their pipeline: ``texts`` are what its programs became."""

    key: VertexKey
    texts: tuple[tuple[Program, Translation], ...]
    state: State
    textures: GivenTextures
    uploads: Textures
    memory: MemoryBuffer | None


class Captures:
    """The capturing stages of a pipeline with these ``programs``, whose uniforms are in ``blocks``."""

    def __init__(
        self,
        context: moderngl.Context,
        programs: Programs,
        target: Target,
        numerics: str,
        blocks: StageBlocks,
    ) -> None:
        self._context = context
        self._programs = programs
        self._blocks = blocks
        self._numerics = numerics
        self._all = KeptCaptures(context, programs, target, numerics)
        self._before = KeptCaptures(context, Programs(programs.vertex, None, None), target, numerics)

    def results(self, drawn: PatchDraw, names: tuple[str, ...], given: Given) -> Results:
        """``names`` of the last stage, of each vertex of each primitive there is to rasterize."""
        geometry = self._programs.geometry
        strips = geometry is not None and geometry_of(geometry).output != POINTS
        counted = self._programs.takes_patches or self._programs.evaluation is not None
        if drawn.instances == 1 or not strips or counted:
            return self._results(drawn, names, given)
        for program in self._programs.given:
            if program != self._programs.fragment:
                check_passes(program, drawn.instances)
        # Where an instance ends is how much there is without those behind it.
        fewer = [replace(drawn, instances=number) for number in range(1, drawn.instances)]
        ends = [len(_emitted(self._results(each, names[:1], given)).source) for each in fewer]
        return _apart(self._results(drawn, names, given), ends)

    def _results(self, drawn: PatchDraw, names: tuple[str, ...], given: Given) -> Results:
        mesh, geometry = drawn.mesh, self._programs.geometry
        programs = [row for row in self._programs.given if row is not self._programs.fragment]
        with ExitStack() as stack:
            stages = self._all.of(self._key(programs, given), names)
            for program in [geometry] if self._programs.takes_patches and geometry else programs:
                check_passes(program, len(stages.passes))
            records = self.records(drawn, given, stack) if self._programs.takes_patches else None
            array_of = self._array_of(mesh, stages, given, stack)
            capture = Capture(stages, geometry, names, array_of, stack)
            if records is not None and geometry is not None:
                return captured_records(capture, geometry, records)
            evaluation = self._programs.evaluation
            if evaluation is None or evaluation.tessellation is None:
                return captured_mesh(capture, mesh, drawn.instances)
            check_chain(mesh.primitive, self._programs.control, evaluation, geometry)
            with whole_loops(self._context, given.texts):
                return captured_patches(capture, drawn, evaluation.tessellation)

    def records(self, drawn: PatchDraw, given: Given, stack: ExitStack) -> PatchRecords:
        """What the geometry program reads of the patches of a draw, until ``stack`` closes.

        InputError for a mesh of other primitives.
        """
        geometry, control = self._programs.geometry, self._programs.control
        assert geometry is not None
        check_chain(drawn.mesh.primitive, control, None, geometry)
        if control is None:
            names = records_read(next(row for program, row in given.texts if program == geometry))
        else:
            names = tuple(RESULT_NAMES[name] for name in vertex_reads(control))
        with ExitStack() as before:
            arrays = self._vertex_arrays(drawn.mesh, names, given, before)
            vertex = self._programs.vertex
            if not names and vertex is not None and reaching_outside(vertex) is not None:
                alone = self._vertex_arrays(drawn.mesh, ("HPOS",), given, before)
                captured_vertices(drawn, alone, [1], before)
            if control is None:
                return patch_records(geometry, drawn, arrays, stack)
            request = self._control_request(control, given)
            return control_records(request, geometry, drawn, arrays, given.memory, stack)

    def _control_request(self, control: Program, given: Given) -> Request:
        """The run of a control program over arrays."""
        parameters = self._blocks.given(control)
        return Request(
            control,
            parameters.rows(given.state),
            control.results,
            buffers=parameters.buffers(),
            textures={unit: texture for unit, texture in given.textures.items() if texture is not None},
            state=given.state,
            numerics=self._numerics,
            context=self._context,
        )

    def _vertex_arrays(
        self, mesh: Mesh, names: tuple[str, ...], given: Given, stack: ExitStack
    ) -> list[moderngl.VertexArray]:
        """What captures results of the vertex stage, as GLSL calls them, 16 at once."""
        if not names:
            return []
        vertex = self._programs.vertex
        stages = self._before.of(self._key([] if vertex is None else [vertex], given), names)
        if vertex is not None:
            check_passes(vertex, len(stages.passes))
        array_of = self._array_of(mesh, stages, given, stack)
        return [array_of(row.program) for row, _ in stages.passes]

    def release(self) -> None:
        """Release everything."""
        self._all.release()
        self._before.release()

    def _key(self, programs: Iterable[Program], given: Given) -> VertexKey:
        """What decides the text of stages that capture."""
        key = given.key
        # Images are the whole pipeline's, as they were drawn with.
        bound = tuple(
            (stage, replace(key.bindings(stage), textures=row.textures))
            for stage, row in stage_texture_keys(self._context, programs, (), given.textures).programs
        )
        state = replace(key.state, sprites=frozenset(), flat_colors=False)
        return key._replace(state=state, bound=bound)

    def _array_of(self, mesh: Mesh, stages: CapturingStages, given: Given, stack: ExitStack) -> _ArrayOf:
        """What makes a program's vertex array and binds what it reads, until ``stack`` closes."""
        context, vertex = self._context, self._programs.vertex
        neutral(context)
        bind_pixel(context, stack)
        stack.enter_context(given.uploads.bound(stages.samplers.values(), given.textures))
        bind_memory(given.memory, self._programs.given)

        def array_of(program: moderngl.Program) -> moderngl.VertexArray:
            self._blocks.bind(block_sizes(program), vertex, given.state)
            point_samplers(context, program.glo, stages.samplers.values())
            arrays = VertexArrays(context, vertex, feeds_geometry=self._programs.geometry is not None)
            stack.callback(arrays.release)
            return arrays.of(mesh, program, self._blocks.current, given.state)

        return array_of


def _emitted(results: Results) -> Emitted:
    assert results.emitted is not None
    return results.emitted


def _apart(results: Results, ends: list[int]) -> Results:
    """The same with primitives that are counted through all instances, which end at these vertices."""
    emitted = _emitted(results)
    source = emitted.source.astype(np.int64)
    instance = np.searchsorted(ends, np.arange(len(source)), "right")
    apart = source + instance * (source.max(initial=0) + 1)
    return replace(results, emitted=replace(emitted, source=apart.astype(np.int32)))
