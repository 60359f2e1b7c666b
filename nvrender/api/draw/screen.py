"""What a draw and a clear are, and who carries them out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nvrender.api.draw.mesh_cache import KeptMemory, KeptMeshes
from nvrender.api.objects.drawing import Clearing, Dispatch, Drawing
from nvrender.gl.inputs.global_memory import Left
from nvrender.gl.inputs.results import Results
from nvrender.gl.textures.units import given_textures
from nvrender.languages.arb.geometry_bindings import PATCHES
from nvrender.oracle.frame.capture import capture
from nvrender.oracle.frame.draw import draw
from nvrender.oracle.frame.scene import frame_of
from nvrender.source import InputError

if TYPE_CHECKING:
    import moderngl

    from nvrender.gpu.pipeline.mesh import Mesh
    from nvrender.gpu.pipeline.pipeline import Pipeline
    from nvrender.gpu.pipeline.target import Drawable
    from nvrender.gpu.resources.surfaces import Surfaces

UInt8Array = npt.NDArray[np.uint8]

#: How many combinations of programs stay linked, a third of a megabyte each of llvmpipe's.
PIPELINES = 512


class OracleScreen:
    """Draws without OpenGL."""

    backend = "oracle"

    def clear(self, clearing: Clearing) -> None:
        one = clearing
        frame_of(one.buffers).clear(one.color, one.depth, one.stencil, one.state)

    def draw(self, drawing: Drawing) -> Left | None:
        assert drawing.buffers is not None
        frame = frame_of(drawing.buffers)
        held = None if drawing.memory is None else drawing.memory.held()
        stages = replace(drawing.stages, memory=held)
        draw(frame, stages, drawing.primitives, drawing.state, given_textures(drawing.textures))
        return None if held is None else held.left()

    def repeats(self, drawing: Drawing) -> None:
        """Nothing is kept of a draw."""

    def capture(self, drawing: Drawing, names: tuple[str, ...]) -> tuple[Results, Left | None]:
        held = None if drawing.memory is None else drawing.memory.held()
        stages, textures = replace(drawing.stages, memory=held), given_textures(drawing.textures)
        found = capture(stages, drawing.primitives, drawing.state, textures, names)
        return found, None if held is None else held.left()

    def dispatch(self, dispatch: Dispatch) -> Left | None:
        return _dispatched(dispatch, {"backend": "oracle"})

    def release(self) -> None:
        """There is nothing."""


@dataclass
class GpuScreen:
    """Draws by OpenGL; ``context`` is the caller's, None for the thread's own of nvrender.

    All is made at the first use; ``_used`` is where, None while there is nothing.
    """

    context: moderngl.Context | None = None
    backend: str = "gpu"
    _used: moderngl.Context | None = None
    _surfaces: Surfaces | None = None
    _meshes: KeptMeshes = field(default_factory=KeptMeshes)
    _memory: KeptMemory = field(default_factory=KeptMemory)
    _pipelines: dict[tuple[int, ...], Pipeline] = field(default_factory=dict)
    #: What was drawn last, and by what.
    _drawn: tuple[Drawing, Pipeline, Mesh, Drawable] | None = None

    def clear(self, clearing: Clearing) -> None:
        from nvrender.gpu.pipeline.target import clear

        one = clearing
        with self._current() as context:
            target = self._held(context).drawable(one.buffers)
            clear(target.framebuffer, one.color, one.depth, one.stencil, one.state)

    def draw(self, drawing: Drawing) -> Left | None:
        assert drawing.buffers is not None
        with self._current() as context:
            target = self._held(context).drawable(drawing.buffers)
            mesh = self._meshes.mesh(context, drawing.primitives, drawing.key)
            pipeline = self._pipeline(context, drawing)
            memory = self._memory.buffer(context, drawing.memory)
            pipeline.set_memory(memory)
            one = drawing.primitives
            patch = one.patch if one.primitive == PATCHES else None
            pipeline.draw(mesh, target, drawing.textures, instances=one.instances, patch=patch)
            self._drawn = drawing, pipeline, mesh, target
            return self._memory.left(drawing.memory)

    def repeats(self, drawing: Drawing) -> Callable[[Any, Any], bool] | None:
        if self._drawn is None or self._drawn[0] is not drawing:
            return None
        _, pipeline, mesh, target = self._drawn
        held, meshes = self._surfaces, self._meshes
        kept = meshes.kept(mesh) if drawing.key is None else None
        content = None if kept is None else kept.content
        if drawing.memory is not None or drawing.primitives.primitive == PATCHES or held is None:
            return None
        assert drawing.buffers is not None
        surfaces, own, state = drawing.buffers.surfaces, self.context is None, pipeline.state
        textures, instances = drawing.textures, drawing.primitives.instances

        def again(parameters: Mapping[str, Any], attributes: Mapping[int, Any] | None) -> bool:
            if attributes is None and kept is not None and kept.content is not content:
                return False
            for surface in surfaces:
                if not surface.lend_again(held):
                    return False
            if attributes is not None and not self._rewrite(mesh, attributes):
                return False
            pipeline.set_state(state)
            pipeline.set_memory(None)
            for stage, given in parameters.items():
                pipeline.set_parameters(given, stage)
            return pipeline.draw_again(mesh, target, textures, instances, own=own)

        return again

    def _rewrite(self, mesh: Mesh, attributes: Mapping[int, npt.NDArray[Any]]) -> bool:
        """Give the last mesh other values; nothing is preserved in nvrender's own context."""
        from nvrender.gpu.context.state_guard import unguarded
        from nvrender.gpu.context.use import use_of

        if self.context is not None or not use_of(mesh.context).is_current():
            return self._meshes.rewrite(mesh, attributes)
        with unguarded(mesh.context):
            return self._meshes.rewrite(mesh, attributes)

    def capture(self, drawing: Drawing, names: tuple[str, ...]) -> tuple[Results, Left | None]:
        with self._current() as context:
            mesh = self._meshes.mesh(context, drawing.primitives, drawing.key)
            pipeline = self._pipeline(context, drawing)
            pipeline.set_memory(self._memory.buffer(context, drawing.memory))
            one = drawing.primitives
            patch = one.patch if one.primitive == PATCHES else None
            found = pipeline.capture(
                mesh, drawing.textures, results=names, instances=one.instances, patch=patch
            )
            return found, self._memory.left(drawing.memory)

    def dispatch(self, dispatch: Dispatch) -> Left | None:
        with self._current() as context:
            return _dispatched(dispatch, {"backend": "gpu", "context": context})

    def release(self) -> None:
        """Give back what was made on the GPU; where nothing was, that is nothing."""
        if not self._used:
            return
        from nvrender.gpu.context.current import gone, leave

        if gone(self._used):
            self._pipelines, self._surfaces, self._used, self._drawn = {}, None, None, None
            self._meshes, self._memory = KeptMeshes(), KeptMemory()
            return
        with self._current() as context:
            for pipeline in self._pipelines.values():
                pipeline.release()
            self._meshes.release()
            self._memory.release()
            if self._surfaces is not None:
                self._surfaces.release()
        self._pipelines, self._surfaces, self._used, self._drawn = {}, None, None, None
        if self.context is None:
            leave(context)

    @contextmanager
    def _current(self) -> Iterator[moderngl.Context]:
        """The context, current: the caller's is left as it was found, in nvrender's own nothing is kept."""
        from nvrender.gpu.context.context import check_context, require_version, staying
        from nvrender.gpu.context.current import gone
        from nvrender.gpu.context.preservation import drop_released_framebuffer
        from nvrender.gpu.context.state_guard import state_guard, unguarded
        from nvrender.gpu.context.use import use_of

        used = self._used
        if self.context is None and used is not None and not gone(used) and use_of(used).is_current():
            drop_released_framebuffer(used)
            with unguarded(used):
                yield used
            return
        if self.context is None:
            with staying() as context, unguarded(context):
                if self._used not in (None, context):
                    raise InputError(
                        "this Context has drawn in another thread, where its OpenGL context is current; make "
                        "one for each thread"
                    )
                self._used = context
                yield context
            return
        check_context(self.context)
        require_version(self.context)
        with state_guard(self.context):
            self._used = self.context
            yield self.context

    def _held(self, context: moderngl.Context) -> Surfaces:
        from nvrender.gpu.resources.surfaces import Surfaces

        if self._surfaces is None:
            self._surfaces = Surfaces(context, self._current, own=self.context is None)
        return self._surfaces

    def _pipeline(self, context: moderngl.Context, drawing: Drawing) -> Pipeline:
        """The pipeline of these programs, with the drawing's state and parameters."""
        from nvrender.gpu.pipeline.pipeline import Pipeline

        stages = drawing.stages
        # Programs are large to compare; the pipeline keeps its own alive, so that these stay theirs.
        key = tuple(
            map(
                id,
                (
                    stages.vertex,
                    stages.tess_control,
                    stages.tess_evaluation,
                    stages.geometry,
                    stages.fragment,
                ),
            )
        )
        if (found := self._pipelines.pop(key, None)) is not None:
            self._pipelines[key] = pipeline = found  # the last one used is the last to go
            if pipeline.state != drawing.state:
                pipeline.set_state(drawing.state)
        else:
            while len(self._pipelines) >= PIPELINES:
                self._pipelines.pop(next(iter(self._pipelines))).release()
            pipeline = Pipeline(
                context, stages.vertex, stages.fragment, geometry=stages.geometry,
                tess_control=stages.tess_control, tess_evaluation=stages.tess_evaluation, state=drawing.state,
            )  # fmt: skip
            self._pipelines[key] = pipeline
        for stage, program, parameters in (
            ("vertex", stages.vertex, stages.parameters),
            ("tessellation control", stages.tess_control, stages.tess_control_parameters),
            ("tessellation evaluation", stages.tess_evaluation, stages.tess_evaluation_parameters),
            ("geometry", stages.geometry, stages.geometry_parameters),
            ("fragment", stages.fragment, stages.fragment_parameters),
        ):
            if program is not None:
                pipeline.set_parameters(parameters, stage)
        return pipeline


def _dispatched(dispatch: Dispatch, where: Mapping[str, Any]) -> Left | None:
    """What a dispatch leaves in memory, by the back end ``where`` says."""
    from nvrender.run import run

    memory = dispatch.memory
    given: dict[str, Any] = (
        {}
        if memory is None
        else {"memory": memory.memory, "storage": memory.storage, "images": memory.images}
    )
    results = run(
        dispatch.program, parameters=dispatch.parameters, state=dispatch.state, groups=dispatch.groups,
        textures=given_textures(dispatch.textures), **given, **where,
    )  # fmt: skip
    return None if memory is None else Left(results.memory, results.storage, results.faults, results.images)
