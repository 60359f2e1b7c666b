"""The default framebuffer: what a draw is, and who carries it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from nvrender.gl.state import State
from nvrender.oracle.frame import Frame
from nvrender.oracle.frame_draw import Primitives, Stages, draw
from nvrender.program import Program

if TYPE_CHECKING:
    import moderngl

    from nvrender.gpu.draw import Target
    from nvrender.gpu.pipeline import Pipeline

UInt8Array = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Drawing:
    """Vertices, and everything they are drawn with; ``state`` tracks nothing any more."""

    stages: Stages
    primitives: Primitives
    state: State


class Screen(Protocol):
    """A frame of ``size`` pixels."""

    size: tuple[int, int]

    def clear(self, color: Sequence[float] | None, depth: float | None, stencil: int | None) -> None: ...

    def draw(self, drawing: Drawing) -> None: ...

    def read(self) -> UInt8Array:
        """(H, W, 4), top row first."""
        ...


class OracleScreen:
    """Drawn without OpenGL."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self._frame = Frame(size)

    def clear(self, color: Sequence[float] | None, depth: float | None, stencil: int | None) -> None:
        self._frame.clear(color, depth, stencil)

    def draw(self, drawing: Drawing) -> None:
        draw(self._frame, drawing.stages, drawing.primitives, drawing.state, {})

    def read(self) -> UInt8Array:
        return self._frame.picture()


@dataclass
class GpuScreen:
    """Drawn by OpenGL; ``context`` is the caller's, None for nvrender's own. Made at the first use."""

    size: tuple[int, int]
    context: moderngl.Context | None = None
    _target: Target | None = None
    _pipelines: dict[tuple[Program | None, ...], Pipeline] = field(default_factory=dict)

    def clear(self, color: Sequence[float] | None, depth: float | None, stencil: int | None) -> None:
        from nvrender.gpu.context import using

        with using(self.context) as context:
            self._made(context).clear(color, depth, stencil)

    def draw(self, drawing: Drawing) -> None:
        from nvrender.gpu.context import using
        from nvrender.gpu.draw import Mesh

        with using(self.context) as context:
            target = self._made(context)
            pipeline = self._pipeline(context, drawing)
            given = drawing.primitives
            with Mesh(context, given.attributes, given.indices, given.primitive) as mesh:
                pipeline.draw(mesh, target)

    def read(self) -> UInt8Array:
        from nvrender.gpu.context import using

        with using(self.context) as context:
            return self._made(context).read()

    def release(self) -> None:
        """Give back what was made on the GPU."""
        from nvrender.gpu.context import using

        with using(self.context):
            for pipeline in self._pipelines.values():
                pipeline.release()
            if self._target is not None:
                self._target.release()
        self._pipelines, self._target = {}, None

    def _made(self, context: moderngl.Context) -> Target:
        from nvrender.gpu.draw import Target

        if self._target is None:
            self._target = Target(context, self.size)
            self._target.clear()
        return self._target

    def _pipeline(self, context: moderngl.Context, drawing: Drawing) -> Pipeline:
        """The pipeline of these programs, with the drawing's state and parameters."""
        from nvrender.gpu.pipeline import Pipeline

        stages = drawing.stages
        key = stages.vertex, stages.geometry, stages.fragment
        if key in self._pipelines:
            pipeline = self._pipelines[key]
            if pipeline.state != drawing.state:
                pipeline.set_state(drawing.state)
        else:
            pipeline = Pipeline(
                context, stages.vertex, stages.fragment, geometry=stages.geometry, state=drawing.state
            )
            self._pipelines[key] = pipeline
        for stage, program, parameters in (
            ("vertex", stages.vertex, stages.parameters),
            ("geometry", stages.geometry, stages.geometry_parameters),
            ("fragment", stages.fragment, stages.fragment_parameters),
        ):
            if program is not None:
                pipeline.set_parameters(parameters, stage)
        return pipeline
