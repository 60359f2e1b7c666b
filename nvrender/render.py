"""A scene → pictures, drawn by the GPU or, without any OpenGL, by the oracle."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nvrender.check.load import load
from nvrender.gl.inputs import attributes_read, parameter_array
from nvrender.gl.state import State
from nvrender.gl.textures import Texture
from nvrender.isa.arb_bindings import VERTEX_INSTANCE
from nvrender.oracle.machine import execute
from nvrender.program import Program
from nvrender.scene.background import background
from nvrender.scene.evaluate import Draw, draws
from nvrender.scene.form import MAX_SIZE
from nvrender.scene.load import load_scene
from nvrender.scene.model import Scene
from nvrender.scene.textures import made
from nvrender.source import InputError

if TYPE_CHECKING:
    import moderngl

    from nvrender.gpu.draw import Mesh, Target
    from nvrender.gpu.pipeline import Pipeline

Float32Array = npt.NDArray[np.float32]
UInt8Array = npt.NDArray[np.uint8]
SceneLike = Scene | str | os.PathLike[str]

BACKENDS = ("gpu", "oracle")

#: Samples a pixel, where the context has as many; larger pictures have one, to bound the memory.
_SAMPLES = 4
_SAMPLED_PIXELS = 4096 * 4096

_BACKGROUND = """!!VP1.0
# Behind everything: a square with a colour at each vertex.
MOV o[HPOS], v[OPOS];
MOV o[COL0], v[COL0];
END
"""


def render(
    scene: SceneLike,
    size: tuple[int, int] | None = None,
    *,
    frame: int | None = None,
    backend: str = "gpu",
    context: moderngl.Context | None = None,
    numerics: str = "exact",
) -> UInt8Array:
    """One frame of a scene, a path or what load_scene returns: (H, W, 4) uint8, top row first.

    ``size`` is (width, height), the scene's own if None; ``frame`` None is the scene's poster frame.
    ``backend`` "oracle" draws on the CPU without any OpenGL, always with exact numerics.
    SceneError for a bad scene, InputError for a bad argument, ContextError without OpenGL.
    """
    loaded = _scene(scene)
    wanted = [loaded.animation.poster if frame is None else frame]
    return next(frames(loaded, size, wanted, backend=backend, context=context, numerics=numerics))


def frames(
    scene: SceneLike,
    size: tuple[int, int] | None = None,
    wanted: Iterable[int] | None = None,
    *,
    backend: str = "gpu",
    context: moderngl.Context | None = None,
    numerics: str = "exact",
) -> Iterator[UInt8Array]:
    """The frames ``wanted``, all of the animation if None, one after the other.

    Shaders, meshes and textures are made once. A caller's context is left as found between frames too.
    """
    loaded = _scene(scene)
    if backend not in BACKENDS:
        raise InputError(f"unknown back end {backend!r}; frames are drawn by 'gpu' or 'oracle'")
    size = _checked_size(loaded.size if size is None else size)
    numbers = range(loaded.animation.frames) if wanted is None else wanted
    if backend == "oracle":
        if context is not None:
            raise InputError("the oracle draws without OpenGL; leave out context or take backend='gpu'")
        return _oracle_frames(loaded, size, numbers)
    return _frames(loaded, size, numbers, context, numerics)


def programs_of(scene: SceneLike) -> tuple[Program, ...]:
    """Every program the scene uses, once, in order of first use."""
    return tuple(_scene(scene).programs.values())


def inputs(scene: SceneLike, frame: int = 0) -> list[tuple[Program, dict[Any, Any], Any, State]]:
    """What each draw, its first copy, hands its programs: program, attributes, parameters, state.

    Attributes are the arrays of the mesh the program reads, of several instances each vertex belonging to
    another. Parameters of VP programs are (P, 4) float32 with
    tracked matrices in place and state programs run, those of ARB and NV4 programs a mapping of names,
    buffers among them; the state tracks nothing any more.
    """
    loaded = _scene(scene)
    rows = []
    seen: set[str] = set()
    for draw in draws(loaded, _checked_frame(frame), loaded.size):
        if draw.key in seen or "reflected" in draw.key:
            continue
        seen.add(draw.key)
        state = draw.state.with_(tracking=())
        parameters: Any = draw.parameters
        if draw.program.profile.language is None:
            parameters = parameter_array(draw.program, draw.parameters, draw.state)
        for program, vector in draw.state_programs:
            attribute, before = _state_program_inputs(program, vector, parameters)
            rows.append((program, {0: attribute}, before, state))
            _run_state_program(program, vector, parameters)
        reads = attributes_read(draw.program)
        attributes: dict[Any, Any] = {
            index: array for index, array in draw.mesh.attributes.items() if index in reads
        }
        if draw.instances > 1 and VERTEX_INSTANCE in reads:
            attributes["vertex.instance"] = np.arange(draw.mesh.vertices).reshape(-1, 1) % draw.instances
        rows.append((draw.program, attributes, parameters, state))
    return rows


def _scene(scene: SceneLike) -> Scene:
    if isinstance(scene, Scene):
        return scene
    if isinstance(scene, (str, os.PathLike)):
        return load_scene(scene)
    raise InputError(f"a scene is a path or what load_scene returns, not {type(scene).__name__}")


def _checked_size(size: Sequence[int]) -> tuple[int, int]:
    try:
        width, height = (int(value) for value in size)
    except (TypeError, ValueError):
        raise InputError(f"size is {size!r}; it must be (width, height) in pixels") from None
    if not (0 < width <= MAX_SIZE and 0 < height <= MAX_SIZE):
        raise InputError(f"size is {width} × {height}; both must be from 1 to {MAX_SIZE}")
    return width, height


def _checked_frame(frame: int) -> int:
    if isinstance(frame, bool) or not isinstance(frame, (int, np.integer)) or frame < 0:
        raise InputError(f"frame is {frame!r}; frames are numbered from 0")
    return int(frame)


def _prepared(draw: Draw) -> Any:
    """The draw's parameters with its matrices, after its state programs (NV_vertex_program 2.14.4).

    ARB and NV4 programs take theirs by name, and the rest from the state.
    """
    if draw.program.profile.language is not None:
        return draw.parameters
    parameters = parameter_array(draw.program, draw.parameters, draw.state)
    for program, vector in draw.state_programs:
        _run_state_program(program, vector, parameters)
    return parameters


def _run_state_program(program: Program, vector: Sequence[float], parameters: Float32Array) -> None:
    """Run it once; what it writes goes into ``parameters``."""
    attribute, before = _state_program_inputs(program, vector, parameters)
    parameters[: len(before)] = execute(program, {0: attribute}, before, 1)["c"]


def _state_program_inputs(
    program: Program, vector: Sequence[float], parameters: Float32Array
) -> tuple[Float32Array, Float32Array]:
    """v[0] as (1, 4), and a copy of as many of the parameters as the program has."""
    return np.array([vector], np.float32), parameters[: program.profile.parameters].copy()


def _frames(
    scene: Scene,
    size: tuple[int, int],
    numbers: Iterable[int],
    context: moderngl.Context | None,
    numerics: str,
) -> Iterator[UInt8Array]:
    from nvrender.gpu.context import using
    from nvrender.gpu.draw import held

    stage: _Stage | None = None
    try:
        for number in numbers:
            with using(context) as current, held(current):
                stage = stage or _Stage(scene, size, current, numerics)
                picture = stage.picture(_checked_frame(number))
            yield picture
    finally:
        if stage is not None:
            with using(context):
                stage.release()


def _oracle_frames(scene: Scene, size: tuple[int, int], numbers: Iterable[int]) -> Iterator[UInt8Array]:
    from nvrender.oracle.frame_scene import Stage

    samples = max(_SAMPLES, 1) if size[0] * size[1] <= _SAMPLED_PIXELS else 1
    stage = Stage(scene, size, samples, load(_BACKGROUND, name="background"))
    for number in numbers:
        found = draws(scene, _checked_frame(number), size)
        yield stage.picture((draw, _prepared(draw)) for draw in found)


class _Stage:
    """What is on the GPU for one scene at one size, made when first needed."""

    def __init__(self, scene: Scene, size: tuple[int, int], context: moderngl.Context, numerics: str) -> None:
        from nvrender.gpu.draw import Mesh, Target

        self._scene = scene
        self._size = size
        self._context = context
        self._numerics = numerics
        small = size[0] * size[1] <= _SAMPLED_PIXELS
        samples = _SAMPLES if small and context.max_samples >= _SAMPLES else 0
        self._target: Target = Target(context, size, samples)
        self._meshes: dict[str, Mesh] = {}
        self._textures: dict[str, Texture] = {}
        self._pipelines: dict[str, Pipeline] = {}
        attributes, indices = background(scene.form.background, size)
        self._background = Mesh(context, attributes, indices)

    def picture(self, frame: int) -> UInt8Array:
        self._target.clear((0.0, 0.0, 0.0, 1.0), 1.0)
        behind = self._pipeline("background", load(_BACKGROUND, name="background"), State())
        behind.draw(self._background, self._target)
        for draw in draws(self._scene, frame, self._size):
            pipeline = self._pipeline(draw.key, draw.program, draw.state.with_(tracking=()))
            pipeline.set_parameters(_prepared(draw))
            textures = {unit: self._texture(name) for unit, name in draw.textures.items()}
            pipeline.draw(self._mesh(draw), self._target, textures, instances=draw.instances)
        return self._target.read()

    def release(self) -> None:
        things: list[Any] = [*self._pipelines.values(), *self._meshes.values()]
        for thing in (*things, self._background, self._target):
            thing.release()

    def _pipeline(self, key: str, program: Program, state: State) -> Pipeline:
        from nvrender.gpu.pipeline import Pipeline

        if key not in self._pipelines:
            self._pipelines[key] = Pipeline(
                self._context, vertex=program, state=state, numerics=self._numerics
            )
        else:
            self._pipelines[key].set_state(state)
        return self._pipelines[key]

    def _mesh(self, draw: Draw) -> Mesh:
        from nvrender.gpu.draw import Mesh

        if draw.mesh_name not in self._meshes:
            data = draw.mesh
            self._meshes[draw.mesh_name] = Mesh(self._context, data.attributes, data.indices, data.primitive)
        return self._meshes[draw.mesh_name]

    def _texture(self, name: str) -> Texture:
        if name not in self._textures:
            form, base_format = self._scene.form.textures[name], self._scene.base_formats[name]
            self._textures[name] = made(form, self._scene.directory, base_format)
        return self._textures[name]
