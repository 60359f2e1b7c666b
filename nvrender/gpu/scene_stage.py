"""A scene on the GPU: what its passes draw with and into, made when first needed."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.state import State
from nvrender.gl.textures import Texture
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline import Pipeline
from nvrender.oracle.state_programs import prepared
from nvrender.scene.backdrop import background_program, samples
from nvrender.scene.background import background
from nvrender.scene.evaluate import Draw, passes
from nvrender.scene.model import Scene
from nvrender.scene.textures import made
from nvrender.source import InputError

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
        self._meshes: dict[str, Mesh] = {}
        self._textures: dict[str, Texture] = {}
        self._pipelines: dict[str, Pipeline] = {}
        attributes, indices = background(scene.form.background, size)
        self._background = Mesh(context, attributes, indices)
        self._behind = Pipeline(context, vertex=background_program(), numerics=numerics)

    def picture(self, frame: int) -> UInt8Array:
        """(H, W, 4) uint8, top row first."""
        for one in passes(self._scene, frame, self._size):
            if one.target is not None:
                raise InputError(f"pass {one.name!r}: targets are drawn by neither back end yet")
            self._target.clear(one.clear or (0.0, 0.0, 0.0, 1.0), 1.0)
            self._behind.draw(self._background, self._target)
            for draw in one.draws:
                self._draw(draw)
        return self._target.read()

    def release(self) -> None:
        things: list[Any] = [*self._pipelines.values(), *self._meshes.values()]
        for thing in (*things, self._behind, self._background, self._target):
            thing.release()

    def _draw(self, draw: Draw) -> None:
        pipeline = self._pipeline(draw, draw.state.with_(tracking=()))
        if draw.program is not None:
            pipeline.set_parameters(prepared(draw))
        if draw.fragment is not None:
            pipeline.set_parameters(draw.fragment_parameters, "fragment")
        if draw.geometry is not None:
            pipeline.set_parameters(draw.geometry_parameters, "geometry")
        textures = {unit: self._texture(use.name) for unit, use in draw.textures.items()}
        pipeline.draw(self._mesh(draw), self._target, textures, instances=draw.instances)

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

    def _texture(self, name: str) -> Texture:
        if name not in self._textures:
            form, base_format = self._scene.form.textures[name], self._scene.base_formats[name]
            self._textures[name] = made(form, self._scene.directory, base_format)
        return self._textures[name]
