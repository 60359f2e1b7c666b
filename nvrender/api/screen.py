"""The default framebuffer: what a draw is, and who carries it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from nvrender.gl.state import State
from nvrender.oracle.frame import Frame
from nvrender.oracle.frame_draw import draw
from nvrender.program import Program

if TYPE_CHECKING:
    import moderngl

    from nvrender.gpu.draw import Target
    from nvrender.gpu.pipeline import Pipeline

UInt8Array = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Drawing:
    """Vertices, and everything they are drawn with.

    ``programs`` and their ``parameters`` are those of vertices, geometry and fragments, None for no program.
    ``attributes`` maps numbers to (N, 1…4) arrays, ``indices`` gives the order, ``primitive`` is a
    mode of Begin.
    """

    programs: tuple[Program | None, Program | None, Program | None]
    parameters: tuple[Any, Any, Any]
    attributes: Mapping[int, npt.NDArray[Any]]
    indices: npt.NDArray[Any] | None
    primitive: str
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
        vertex, geometry, fragment = drawing.programs
        parameters, geometry_parameters, fragment_parameters = drawing.parameters
        draw(
            self._frame, vertex, drawing.attributes, drawing.indices, drawing.primitive, parameters,
            drawing.state, {},
            fragment=fragment, fragment_parameters=fragment_parameters,
            geometry=geometry, geometry_parameters=geometry_parameters,
        )  # fmt: skip

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
            with Mesh(context, drawing.attributes, drawing.indices, drawing.primitive) as mesh:
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

        vertex, geometry, fragment = drawing.programs
        if drawing.programs in self._pipelines:
            pipeline = self._pipelines[drawing.programs]
            if pipeline.state != drawing.state:
                pipeline.set_state(drawing.state)
        else:
            pipeline = Pipeline(context, vertex, fragment, geometry=geometry, state=drawing.state)
            self._pipelines[drawing.programs] = pipeline
        stages = zip(("vertex", "geometry", "fragment"), drawing.programs, drawing.parameters, strict=True)
        for stage, program, parameters in stages:
            if program is not None:
                pipeline.set_parameters(parameters, stage)
        return pipeline
