"""A scene's passes on the oracle: what stays the same from frame to frame is kept."""

from __future__ import annotations

from nvrender.gl.patches import INITIAL
from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.oracle.fixed.state_programs import prepared
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame, UInt8Array
from nvrender.oracle.frame.target import SceneTarget
from nvrender.oracle.memory.scene import SceneMemory
from nvrender.scene.meshes.background import background
from nvrender.scene.model import Scene
from nvrender.scene.moment.backdrop import background_program
from nvrender.scene.moment.cameras import target_sizes
from nvrender.scene.moment.dispatches import Dispatch, Filled
from nvrender.scene.moment.evaluate import Draw, Pass, steps
from nvrender.scene.textures.made import made
from nvrender.scene.textures.uses import TextureUse
from nvrender.source import InputError, TargetError, named


class Stage:
    """Draws frames of one scene at one size, with ``samples`` a pixel."""

    def __init__(self, scene: Scene, size: tuple[int, int], samples: int) -> None:
        self._scene = scene
        self._size = size
        self._behind = background_program()
        self._frame = Frame(size, samples)
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
            self._memory.run(one, {unit: self._texture(use) for unit, use in one.textures.items()})
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
            draw(frame, Stages(self._behind), Primitives("TRIANGLES", attributes, indices), State(), {})
        for each in one.draws:
            self._draw(each, frame)

    def _draw(self, one: Draw, frame: Frame) -> None:
        stages = Stages(
            one.program,
            prepared(one),
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
        primitives = Primitives(
            one.primitive, mesh.attributes, mesh.indices, one.instances, one.patch or INITIAL
        )
        textures = {unit: self._texture(use) for unit, use in one.textures.items()}
        draw(frame, stages, primitives, one.state.with_(tracking=()), textures)

    def _texture(self, use: TextureUse) -> Texture:
        if use.name in self._targets:
            return self._targets[use.name].texture(use.output)
        if use.name not in self._textures:
            self._textures[use.name] = made(self._scene, use.name)
        return self._textures[use.name]
