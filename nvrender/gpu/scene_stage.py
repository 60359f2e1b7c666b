"""A scene on the GPU: what its passes draw with and into, made when first needed."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.state import State
from nvrender.gl.textures import Texture
from nvrender.gpu.mesh import Mesh
from nvrender.gpu.pipeline import Pipeline
from nvrender.gpu.scene_target import SceneTarget
from nvrender.gpu.target import Target
from nvrender.gpu.textures import TextureObject
from nvrender.oracle.state_programs import prepared
from nvrender.scene.backdrop import background_program, samples
from nvrender.scene.background import background
from nvrender.scene.evaluate import Draw, Pass, steps
from nvrender.scene.model import Scene
from nvrender.scene.pass_forms import Background
from nvrender.scene.texture_made import made
from nvrender.scene.texture_uses import TextureUse
from nvrender.source import InputError, TargetError

_BLACK = 0.0, 0.0, 0.0, 1.0

UInt8Array = npt.NDArray[np.uint8]


class Stage:
    """What is on the GPU for one scene at one size."""

    def __init__(self, scene: Scene, size: tuple[int, int], context: moderngl.Context, numerics: str) -> None:
        self._scene = scene
        self._size = size
        self._context = context
        self._numerics = numerics
        wanted = samples(size)
        self._target = Target(context, size, wanted if 1 < wanted <= context.max_samples else 0)
        self._last: int | None = None
        self._targets: dict[str, SceneTarget] = {}
        self._meshes: dict[str, Mesh] = {}
        self._textures: dict[str, Texture] = {}
        self._pipelines: dict[str, Pipeline] = {}
        self._backgrounds: dict[str, Mesh] = {}
        self._behind = Pipeline(context, vertex=background_program(), numerics=numerics)

    def picture(self, frame: int) -> UInt8Array:
        """(H, W, 4) uint8, top row first."""
        last, self._last = self._last, None
        for one in steps(self._scene, last, frame, self._size):
            self._draw_pass(one)
        self._last = frame
        return self._target.read()

    def release(self) -> None:
        things: list[Any] = [*self._pipelines.values(), *self._meshes.values(), *self._targets.values()]
        for thing in (*things, *self._backgrounds.values(), self._behind, self._target):
            thing.release()

    def _draw_pass(self, one: Pass) -> None:
        target: SceneTarget | Target = self._target
        if one.target is None:
            self._target.clear(one.clear or _BLACK)
        else:
            target = self._scene_target(one.target, one.size)
            target.begin(one.clear, layer=one.layer, feedback=one.feedback)
        if one.background is not None:
            self._behind.draw(self._background(one, one.background), target)
        for draw in one.draws:
            try:
                self._draw(draw, target)
            except (InputError, TargetError) as error:
                raise type(error)(f"{self._scene.name}: draw {draw.name!r}: {error}") from None
        if isinstance(target, SceneTarget):
            target.end()

    def _draw(self, draw: Draw, target: SceneTarget | Target) -> None:
        pipeline = self._pipeline(draw, draw.state.with_(tracking=()))
        if draw.program is not None:
            pipeline.set_parameters(prepared(draw))
        if draw.fragment is not None:
            pipeline.set_parameters(draw.fragment_parameters, "fragment")
        if draw.geometry is not None:
            pipeline.set_parameters(draw.geometry_parameters, "geometry")
        textures = {unit: self._texture(use) for unit, use in draw.textures.items()}
        pipeline.draw(self._mesh(draw), target, textures, instances=draw.instances)

    def _scene_target(self, name: str, size: tuple[int, int]) -> SceneTarget:
        if name not in self._targets:
            self._targets[name] = SceneTarget(self._context, name, self._scene.form.targets[name], size)
        return self._targets[name]

    def _background(self, one: Pass, form: Background) -> Mesh:
        if one.name not in self._backgrounds:
            attributes, indices = background(form, one.size)
            self._backgrounds[one.name] = Mesh(self._context, attributes, indices)
        return self._backgrounds[one.name]

    def _pipeline(self, draw: Draw, state: State) -> Pipeline:
        if draw.key not in self._pipelines:
            self._pipelines[draw.key] = Pipeline(
                self._context,
                vertex=draw.program,
                fragment=draw.fragment,
                geometry=draw.geometry,
                state=state,
                numerics=self._numerics,
            )
        else:
            self._pipelines[draw.key].set_state(state)
        return self._pipelines[draw.key]

    def _mesh(self, draw: Draw) -> Mesh:
        if draw.mesh_name not in self._meshes:
            data = draw.mesh
            self._meshes[draw.mesh_name] = Mesh(self._context, data.attributes, data.indices, data.primitive)
        return self._meshes[draw.mesh_name]

    def _texture(self, use: TextureUse) -> Texture | TextureObject:
        if use.name in self._targets:
            return self._targets[use.name].texture(use.output)
        if use.name not in self._textures:
            self._textures[use.name] = made(self._scene, use.name)
        return self._textures[use.name]
