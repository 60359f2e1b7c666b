"""What a draw and a clear are, and who carries them out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from nvrender.gl.state import State, Vector4
from nvrender.gl.surfaces import Buffers
from nvrender.gl.texture_units import given_textures
from nvrender.gl.textures import Texture
from nvrender.oracle.frame_draw import Primitives, Stages, draw
from nvrender.oracle.frame_surfaces import frame_of

if TYPE_CHECKING:
    import moderngl

    from nvrender.gpu.mesh import Mesh
    from nvrender.gpu.pipeline import Pipeline
    from nvrender.gpu.surfaces import Surfaces

UInt8Array = npt.NDArray[np.uint8]

#: How many combinations of programs stay linked.
PIPELINES = 64
#: Vertices that are compared at a time.
_PART = 1 << 14


@dataclass(frozen=True)
class Drawing:
    """Vertices, and everything they are drawn with; ``state`` tracks nothing any more.

    ``textures`` has one for each unit that a program reads or the state enables, None where a program reads
    one that is not complete. The vertices' arrays may be
    views of memory that changes after the draw.
    """

    stages: Stages
    primitives: Primitives
    state: State
    buffers: Buffers
    textures: Mapping[int, Texture | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Clearing:
    """What Clear fills: a colour for all colour buffers, a depth and a stencil value, None for what stays.

    The scissor box and the masks of ``state`` count.
    """

    buffers: Buffers
    color: Vector4 | None
    depth: float | None
    stencil: int | None
    state: State


class Screen(Protocol):
    """Who carries out what fills buffers."""

    def clear(self, clearing: Clearing) -> None: ...

    def draw(self, drawing: Drawing) -> None: ...

    def release(self) -> None:
        """Give back what was made elsewhere than in memory."""
        ...


class OracleScreen:
    """Draws without OpenGL."""

    def clear(self, clearing: Clearing) -> None:
        one = clearing
        frame_of(one.buffers).clear(one.color, one.depth, one.stencil, one.state)

    def draw(self, drawing: Drawing) -> None:
        frame = frame_of(drawing.buffers)
        draw(frame, drawing.stages, drawing.primitives, drawing.state, given_textures(drawing.textures))

    def release(self) -> None:
        """There is nothing."""


@dataclass
class GpuScreen:
    """Draws by OpenGL; ``context`` is the caller's, None for nvrender's own. All is made at the first use."""

    context: moderngl.Context | None = None
    _surfaces: Surfaces | None = None
    _mesh: Mesh | None = None
    _last: Primitives | None = None
    _pipelines: dict[tuple[int, int, int], Pipeline] = field(default_factory=dict)

    def clear(self, clearing: Clearing) -> None:
        from nvrender.gpu.target import clear

        one = clearing
        with self._current() as context:
            target = self._held(context).drawable(one.buffers)
            clear(target.framebuffer, one.color, one.depth, one.stencil, one.state)

    def draw(self, drawing: Drawing) -> None:
        with self._current() as context:
            target = self._held(context).drawable(drawing.buffers)
            mesh = self._uploaded(context, drawing.primitives)
            self._pipeline(context, drawing).draw(mesh, target, drawing.textures)

    def _uploaded(self, context: moderngl.Context, given: Primitives) -> Mesh:
        """The vertices on the GPU; the last ones stay there, and are not sent again if they are the same."""
        from nvrender.gpu.mesh import Mesh

        if self._mesh is not None and _same(self._last, given):
            return self._mesh
        if self._mesh is not None:
            self._mesh.release()
        self._mesh, self._last = None, None
        mesh = Mesh(context, given.attributes, given.indices, given.primitive)
        self._mesh, self._last = mesh, _copied(given)
        return mesh

    def release(self) -> None:
        """Give back what was made on the GPU."""
        with self._current():
            for pipeline in self._pipelines.values():
                pipeline.release()
            if self._mesh is not None:
                self._mesh.release()
            if self._surfaces is not None:
                self._surfaces.release()
        self._pipelines, self._surfaces, self._mesh, self._last = {}, None, None, None

    @contextmanager
    def _current(self) -> Iterator[moderngl.Context]:
        """The context, current: the caller's is left as it was found, in nvrender's own nothing is kept."""
        from nvrender.gpu.context import check_context, require_version, using
        from nvrender.gpu.hold import held, unheld

        if self.context is None:
            with using(None) as context, unheld(context):
                yield context
            return
        check_context(self.context)
        require_version(self.context)
        with held(self.context):
            yield self.context

    def _held(self, context: moderngl.Context) -> Surfaces:
        from nvrender.gpu.surfaces import Surfaces

        if self._surfaces is None:
            self._surfaces = Surfaces(context, self._current)
        return self._surfaces

    def _pipeline(self, context: moderngl.Context, drawing: Drawing) -> Pipeline:
        """The pipeline of these programs, with the drawing's state and parameters."""
        from nvrender.gpu.pipeline import Pipeline

        stages = drawing.stages
        # Programs are large to compare; the pipeline keeps its own alive, so that these stay theirs.
        key = id(stages.vertex), id(stages.geometry), id(stages.fragment)
        if key in self._pipelines:
            pipeline = self._pipelines[key]
            if pipeline.state != drawing.state:
                pipeline.set_state(drawing.state)
        else:
            while len(self._pipelines) >= PIPELINES:
                self._pipelines.pop(next(iter(self._pipelines))).release()
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


def _same(one: Primitives | None, other: Primitives) -> bool:
    """Whether the same vertices are drawn in the same order."""
    if one is None or (one.primitive, one.attributes.keys()) != (other.primitive, other.attributes.keys()):
        return False
    if one.indices is None or other.indices is None:
        if one.indices is not other.indices:
            return False
    elif not np.array_equal(one.indices, other.indices):
        return False
    return all(_equal(array, other.attributes[number]) for number, array in one.attributes.items())


def _equal(one: npt.NDArray[Any], other: npt.NDArray[Any]) -> bool:
    """Bit for bit, for NaN too; a part at a time, which a processor's cache has room for."""
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    return all(
        np.array_equal(
            one[start : start + _PART].view(np.uint32), other[start : start + _PART].view(np.uint32)
        )
        for start in range(0, len(one), _PART)
    )


def _copied(given: Primitives) -> Primitives:
    """The same in memory that stays as it is."""
    attributes = {number: array.copy() for number, array in given.attributes.items()}
    return replace(given, attributes=attributes)
