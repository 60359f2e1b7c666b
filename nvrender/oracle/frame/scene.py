"""A scene's passes on the oracle, their targets and memory: what stays the same is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.vertices import buffer_arrays, parameter_array
from nvrender.gl.inputs.work_groups import work_groups
from nvrender.gl.patches import INITIAL
from nvrender.gl.state.state import State
from nvrender.gl.textures.surfaces import Buffers
from nvrender.gl.textures.texture import Texture
from nvrender.memory import check_memory
from nvrender.oracle.fixed.state_programs import Run, on_oracle, prepared
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import FORMATS, Frame, UInt8Array
from nvrender.oracle.frame.program import Watch
from nvrender.oracle.machine.prepare import forget
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.memory.spaces import Held, Spaces
from nvrender.oracle.memory.work_groups import execute
from nvrender.program import Program
from nvrender.scene.forms.passes import FACES, TargetForm, sampling
from nvrender.scene.meshes.background import background
from nvrender.scene.meshes.shapes import MeshData
from nvrender.scene.model import Scene
from nvrender.scene.moment.backdrop import background_program
from nvrender.scene.moment.cameras import target_sizes
from nvrender.scene.moment.dispatches import Dispatch, Filled
from nvrender.scene.moment.evaluate import Draw, Pass, steps
from nvrender.scene.moment.memory import COUNTS_BYTES, first_contents, vertices
from nvrender.scene.textures.made import made
from nvrender.scene.textures.uses import TextureUse
from nvrender.source import InputError, TargetError, named

#: Told that there is more of a picture, which the function gives.
Progress = Callable[[Callable[[], UInt8Array]], None]

#: Of depth and stencil value.
_BYTES_BESIDE = 4 + 1


Dispatching = Callable[[Program, tuple[int, int, int], Resources], object]


class SceneMemory:
    """The buffers of ``scene`` beside a picture of ``size``."""

    def __init__(self, scene: Scene, size: tuple[int, int]) -> None:
        self.held = Held(first_contents(scene, size))

    def fill(self, filled: Filled) -> None:
        """Buffers hold again what they held at first."""
        self.held.refill(filled.keys)

    def run(self, one: Dispatch, textures: Mapping[int, Texture], execute: Dispatching = execute) -> None:
        """A compute pass; InputError where a buffer asks for more groups than there can be."""
        groups = one.groups
        if one.source is not None:
            counts = self.held.bytes_of(one.source)[one.offset : one.offset + COUNTS_BYTES]
            x, y, z = np.frombuffer(counts.tobytes(), np.uint32).tolist()
            groups = work_groups((x, y, z))
        if 0 in groups:
            return
        program = one.program
        buffers = buffer_arrays(program, one.parameters)
        rows = parameter_array(program, one.parameters, one.state)
        spaces = Spaces.of(program, self.held, buffers)
        execute(program, groups, Resources(rows, buffers, textures, spaces=spaces))

    def bring(self, mesh: MeshData) -> MeshData:
        """A mesh with the vertices that lie in its buffer now."""
        if mesh.source is None:
            return mesh
        return MeshData(vertices(self.held.bytes_of(mesh.source), mesh), mesh.indices, mesh.primitive)


class SceneTarget:
    """What passes draw into: ``begin``, draws into the frame it gives, ``end``; ``texture`` to read.

    Raises InputError where there is not as much memory.
    """

    def __init__(self, name: str, form: TargetForm, size: tuple[int, int]) -> None:
        self._form = form
        self._size = size
        self._layers = FACES if form.target == "CUBE" else form.layers or 1
        outputs = 0 if form.format == "DEPTH" else form.outputs
        format = "RGBA8" if form.format == "DEPTH" else form.format
        texel = 4 * outputs * np.dtype(FORMATS[format]).itemsize + _BYTES_BESIDE
        pixels = size[0] * size[1] * self._layers
        check_memory(
            texel * pixels, f"targets.{name}: {size[0]} × {size[1]} pixels and its layers", "make it smaller"
        )
        self._frame = Frame(size, outputs=outputs, format=format, layers=self._layers)
        #: What is read: the frame, or while it is read and drawn at once what was in it before.
        self._shown = self._frame
        self._textures: dict[int | str, Texture] = {}

    def begin(self, clear: Sequence[float] | None, layer: int | None, feedback: bool) -> Frame:
        """The frame to draw in, of one ``layer`` or of all.

        Its depths are cleared, and its colours to ``clear``; None leaves them. With ``feedback`` what is read
        until ``end`` is what was there before.
        """
        if feedback:
            self._shown = self._frame.copied()
        else:
            self._forget()
        frame = self._frame if layer is None else self._frame.layer(layer)
        frame.clear(clear)
        return frame

    def end(self) -> None:
        """What was drawn is what is read from now on."""
        self._shown = self._frame
        self._forget()

    def texture(self, output: int | str) -> Texture:
        """A colour, or "depth"; smaller levels are made where the filter has some."""
        if output not in self._textures:
            self._textures[output] = self._texture(output)
        return self._textures[output]

    def _texture(self, output: int | str) -> Texture:
        form, shown = self._form, self._shown
        width, height = self._size
        depth = not isinstance(output, int)
        texels: npt.NDArray[Any] = shown.depths() if depth else shown.colors[int(output)]
        shape = (self._layers, height, width, -1) if form.layered else (height, width, -1)
        fields = sampling(form, output)
        return Texture.from_array(
            texels.reshape(shape),
            form.target,
            "DEPTH" if depth else "RGBA",
            mipmaps="MIPMAP" in fields["min_filter"],
            **fields,
        )

    def _forget(self) -> None:
        for texture in self._textures.values():
            forget(texture)
        self._textures = {}


def frame_of(buffers: Buffers) -> Frame:
    """A frame whose buffers are those of the surfaces: what is drawn into it is drawn into them."""
    layers, samples = buffers.layers, max(buffers.samples, 1)
    frame = Frame((0, 0))
    frame.size, frame.layers, frame.layered = buffers.size, layers, buffers.layered
    frame.samples = samples
    count = buffers.size[0] * buffers.size[1] * samples * layers
    kept = [None if each is None else each.write()[0][:layers].reshape(count, 4) for each in buffers.colors]
    like = next((each.dtype for each in kept if each is not None), np.dtype(np.uint8))
    frame.colors = [np.zeros((count, 4), like) if each is None else each for each in kept]
    if buffers.depth is not None:
        depth, stencil = buffers.depth.write()
        frame.depth, frame.stencil = depth[:layers].reshape(count), stencil[:layers].reshape(count)
    else:  # the tests of neither are on
        frame.depth, frame.stencil = np.zeros(count, np.int32), np.zeros(count, np.uint8)
    return frame


class Drawing(Protocol):
    """Draws as ``draw`` does; what is drawn is in the frame once ``finish`` has been called."""

    def __call__(
        self,
        frame: Frame,
        stages: Stages,
        primitives: Primitives,
        state: State,
        textures: Mapping[int, Texture],
        watch: Watch | None = None,
    ) -> None: ...

    def finish(self) -> None: ...

    @property
    def dispatch(self) -> Dispatching: ...

    @property
    def state_program(self) -> Run: ...


class _Oracle:
    """Draws at once."""

    __call__ = staticmethod(draw)
    dispatch = staticmethod(execute)
    state_program = staticmethod(on_oracle)

    def finish(self) -> None:
        pass


class Stage:
    """Draws frames of one scene at one size, with ``samples`` a pixel; ``drawing`` draws, if not the oracle.

    ``progress`` is called whenever more of a frame is there, with what gives the picture so far.
    """

    def __init__(
        self,
        scene: Scene,
        size: tuple[int, int],
        samples: int,
        progress: Progress | None = None,
        drawing: Drawing | None = None,
    ) -> None:
        self._drawing = drawing or _Oracle()
        self._scene = scene
        self._size = size
        self._behind = background_program()
        self._frame = Frame(size, samples)
        if progress is not None:
            self._frame.told = partial(progress, self._frame.picture)
        self._textures: dict[str, Texture] = {}
        self._targets = {
            name: SceneTarget(name, scene.form.targets[name], own)
            for name, own in target_sizes(scene, size).items()
        }
        self._memory = SceneMemory(scene, size)
        self._last: int | None = None

    def picture(self, number: int) -> UInt8Array:
        """(H, W, 4), top row first, of one frame. SceneError, InputError."""
        last, self._last = self._last, None  # until the frame is there
        for one in steps(self._scene, last, number, self._size):
            if isinstance(one, Pass):
                self._draw_pass(one)
            elif isinstance(one, Filled):
                self._memory.fill(one)
            else:
                self._run(one)
        self._last = number
        return self._frame.picture()

    def _run(self, one: Dispatch) -> None:
        try:
            textures = {unit: self._texture(use) for unit, use in one.textures.items()}
            self._memory.run(one, textures, self._drawing.dispatch)
        except (InputError, TargetError) as error:
            raise type(error)(f"{named(self._scene.name)}: pass {one.name!r}: {error}") from None

    def _draw_pass(self, one: Pass) -> None:
        if one.target is None:
            self._frame.clear(one.clear)
            self._draw_all(one, self._frame)
            return
        target = self._targets[one.target]
        self._draw_all(one, target.begin(one.clear, one.layer, one.feedback))
        target.end()

    def _draw_all(self, one: Pass, frame: Frame) -> None:
        if one.background is not None:
            attributes, indices = background(one.background, one.size)
            self._drawing(
                frame, Stages(self._behind), Primitives("TRIANGLES", attributes, indices), State(), {}
            )
        for each in one.draws:
            self._draw(each, frame)
        self._drawing.finish()

    def _draw(self, one: Draw, frame: Frame, watch: Watch | None = None) -> None:
        stages = Stages(
            one.program,
            prepared(one, self._drawing.state_program),
            one.geometry,
            one.geometry_parameters,
            one.fragment,
            one.fragment_parameters,
            one.tess_control,
            one.tess_control_parameters,
            one.tess_evaluation,
            one.tess_evaluation_parameters,
            self._memory.held,
        )
        mesh = self._memory.bring(one.mesh)
        attributes = mesh.attributes if one.mesh.source is not None else mesh.filled()
        primitives = Primitives(one.primitive, attributes, mesh.indices, one.instances, one.patch or INITIAL)
        textures = {unit: self._texture(use) for unit, use in one.textures.items()}
        try:
            self._drawing(frame, stages, primitives, one.state.with_(tracking=()), textures, watch)
        except (InputError, TargetError) as error:
            raise type(error)(f"{named(self._scene.name)}: draw {one.name!r}: {error}") from None

    def _texture(self, use: TextureUse) -> Texture:
        if use.name in self._targets:
            return self._targets[use.name].texture(use.output)
        if use.name not in self._textures:
            self._textures[use.name] = made(self._scene, use.name)
        return self._textures[use.name]
