"""A scene on the GPU: what its passes draw with and into, made when first needed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from nvrender.gl.state.state import State
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.context.state_guard import session
from nvrender.gpu.pipeline.mesh import Mesh
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.gpu.pipeline.target import Target
from nvrender.gpu.resources.textures import TextureObject
from nvrender.gpu.scene.memory import SceneMemory
from nvrender.gpu.scene.target import SceneTarget
from nvrender.oracle.fixed.state_programs import prepared
from nvrender.program.memory import reaching_outside
from nvrender.scene.forms.passes import Background
from nvrender.scene.meshes.background import background
from nvrender.scene.model import Scene
from nvrender.scene.moment.backdrop import background_program, samples
from nvrender.scene.moment.dispatches import Dispatch, Filled
from nvrender.scene.moment.evaluate import Draw, Pass, Step, repeated, steps
from nvrender.scene.textures.made import made
from nvrender.scene.textures.uses import TextureUse
from nvrender.source import InputError, TargetError, named

_BLACK = 0.0, 0.0, 0.0, 1.0

UInt8Array = npt.NDArray[np.uint8]


class Stage:
    """What is on the GPU for one scene at one size."""

    def __init__(self, scene: Scene, size: tuple[int, int], context: moderngl.Context, numerics: str) -> None:
        self._scene = scene
        self._size = size
        self._context = context
        self._numerics = numerics
        self._target = _target(context, size)
        self._last: int | None = None
        self._memory = SceneMemory(scene, size, context, numerics)
        self._targets: dict[str, SceneTarget] = {}
        self._meshes: dict[str, Mesh] = {}
        self._textures: dict[str, Texture] = {}
        self._pipelines: dict[str, Pipeline] = {}
        self._backgrounds: dict[str, Mesh] = {}
        #: Draw → the key of its pipeline.
        self._names: dict[str, str] = {}
        self._behind = Pipeline(context, vertex=background_program(), numerics=numerics)

    def picture(self, frame: int) -> UInt8Array:
        """(H, W, 4) uint8, top row first."""
        self.draw(frame)
        return self._target.read()

    @property
    def target(self) -> Target:
        """What the picture is drawn into."""
        return self._target

    @property
    def frame(self) -> int | None:
        """The frame drawn last, None if the last one failed or there was none."""
        return self._last

    @property
    def sources(self) -> dict[str, tuple[str, ...]]:
        """Draw → its shaders, of the draws there have been: vertex, perhaps geometry, and fragment."""
        return {name: self._pipelines[key].sources for name, key in self._names.items()}

    @property
    def behind(self) -> tuple[str, ...]:
        """The shaders of backgrounds."""
        return self._behind.sources

    def draw(self, frame: int) -> None:
        """Draw a frame into ``target``."""
        last, self._last = self._last, None
        self._draw_passes(steps(self._scene, last, frame, self._size), frame)

    def change(self, scene: Scene) -> None:
        """Go on with the numbers of ``scene``, the same scene but for its camera and parameters."""
        self._scene = scene

    def draw_again(self) -> None:
        """Draw the last frame again, after a change; what it hands on to later frames stays as it is."""
        last, self._last = self._last, None
        if last is not None:
            self._draw_passes(repeated(self._scene, last, self._size), last)

    def resize(self, size: tuple[int, int]) -> None:
        """Go on with pictures of another size; targets begin anew."""
        self._release(self._targets, self._backgrounds, self._meshes)
        self._memory.release()
        self._memory = SceneMemory(self._scene, size, self._context, self._numerics)
        made = _target(self._context, size)
        self._target.release()
        self._target, self._size, self._last = made, size, None

    def release(self) -> None:
        self._release(self._pipelines, self._meshes, self._targets, self._backgrounds)
        self._memory.release()
        self._behind.release()
        self._target.release()

    def _release(self, *tables: dict[str, Any]) -> None:
        for table in tables:
            for thing in table.values():
                thing.release()
            table.clear()

    def _draw_passes(self, passes: Iterable[Step], frame: int) -> None:
        for one in passes:
            if isinstance(one, Pass):
                self._draw_pass(one)
            elif isinstance(one, Filled):
                self._memory.fill(one)
            else:
                self._run(one)
        self._last = frame

    def _run(self, one: Dispatch) -> None:
        try:
            self._memory.run(one, {unit: self._texture(use) for unit, use in one.textures.items()})
        except (InputError, TargetError) as error:
            raise type(error)(f"{named(self._scene.name)}: pass {one.name!r}: {error}") from None

    def _draw_pass(self, one: Pass) -> None:
        target: SceneTarget | Target = self._target
        if one.target is None:
            self._target.clear(one.clear or _BLACK)
        else:
            target = self._scene_target(one.target, one.size)
            target.begin(one.clear, layer=one.layer, feedback=one.feedback)
        if one.background is not None:
            self._behind.draw(self._background(one, one.background), target)
        with session(self._context):
            for draw in one.draws:
                try:
                    self._draw(draw, target)
                except (InputError, TargetError) as error:
                    raise type(error)(f"{named(self._scene.name)}: draw {draw.name!r}: {error}") from None
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
        if draw.tess_control is not None:
            pipeline.set_parameters(draw.tess_control_parameters, "tessellation control")
        if draw.tess_evaluation is not None:
            pipeline.set_parameters(draw.tess_evaluation_parameters, "tessellation evaluation")
        if any(reaching_outside(program) is not None for program in draw.programs):
            pipeline.set_memory(self._memory.buffer)
        textures = {unit: self._texture(use) for unit, use in draw.textures.items()}
        mesh = self._mesh(draw)
        if draw.mesh.source is not None:
            self._memory.bring(draw.mesh.source, mesh)
        pipeline.draw(mesh, target, textures, instances=draw.instances, patch=draw.patch)

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
            self._names[draw.name] = draw.key
            self._pipelines[draw.key] = Pipeline(
                self._context,
                vertex=draw.program,
                fragment=draw.fragment,
                geometry=draw.geometry,
                tess_control=draw.tess_control,
                tess_evaluation=draw.tess_evaluation,
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


def samples_drawn(context: moderngl.Context, size: tuple[int, int]) -> int:
    """How many samples a pixel of a frame has: one where the context has not as many as are wanted."""
    wanted = samples(size)
    return wanted if wanted <= context.max_samples else 1


def _target(context: moderngl.Context, size: tuple[int, int]) -> Target:
    drawn = samples_drawn(context, size)
    return Target(context, size, drawn if drawn > 1 else 0)
