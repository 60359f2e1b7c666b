"""A scene → pictures, drawn by the GPU or, without any OpenGL, by the oracle."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.vertices import attributes_read, parameter_array
from nvrender.gl.state.state import State
from nvrender.languages.arb.vertex_bindings import VERTEX_INSTANCE
from nvrender.memory import memory_for
from nvrender.numerics import check_numerics
from nvrender.oracle.fixed.state_programs import run_state_program, state_program_inputs
from nvrender.picture import Picture
from nvrender.program import Program
from nvrender.scene.forms.base import MAX_SIZE
from nvrender.scene.load import load_scene
from nvrender.scene.model import Scene
from nvrender.scene.moment.backdrop import samples as usual_samples
from nvrender.scene.moment.evaluate import draws
from nvrender.source import InputError, named

if TYPE_CHECKING:
    import moderngl

    from nvrender.gpu.scene.stage import Stage
    from nvrender.oracle.frame.scene import Progress

UInt8Array = npt.NDArray[np.uint8]
SceneLike = Scene | str | os.PathLike[str]

BACKENDS = ("gpu", "oracle", "llvm")
_FRAMES = 10**9


def render(
    scene: SceneLike,
    size: tuple[int, int] | None = None,
    *,
    frame: int | None = None,
    backend: str = "gpu",
    context: moderngl.Context | None = None,
    numerics: str = "exact",
    samples: int | None = None,
) -> UInt8Array:
    """One frame of a scene, a path or what load_scene returns: (H, W, 4) uint8, top row first.

    A NumPy array that notebooks show as a picture.

    ``size`` is (width, height), the scene's own if None; ``frame`` None is the scene's poster frame.
    ``backend`` "oracle" draws on the CPU without any OpenGL, always with exact numerics, "llvm" by code
    compiled for the CPU (docs/llvm.md), both with ``samples`` a pixel, 1 or 4; None is the four that OpenGL
    has here where it has as many.
    SceneError for a bad scene, InputError for a bad argument, ContextError without OpenGL.
    """
    loaded = _scene(scene)
    wanted = [loaded.animation.poster if frame is None else frame]
    drawn = frames(loaded, size, wanted, backend=backend, context=context, numerics=numerics, samples=samples)
    return next(drawn)


def frames(
    scene: SceneLike,
    size: tuple[int, int] | None = None,
    wanted: Iterable[int] | None = None,
    *,
    backend: str = "gpu",
    context: moderngl.Context | None = None,
    numerics: str = "exact",
    samples: int | None = None,
    progress: Progress | None = None,
) -> Iterator[UInt8Array]:
    """The frames ``wanted``, all of the animation if None, one after the other.

    Shaders, meshes and textures are made once. A caller's context is left as found between frames too.
    ``progress`` is called whenever the oracle has drawn more of one, with what gives the picture so far.
    """
    loaded = _scene(scene)
    if backend not in BACKENDS:
        raise InputError(f"unknown back end {backend!r}; frames are drawn by 'gpu', 'oracle' or 'llvm'")
    size = checked_size(loaded.size if size is None else size)
    numbers = range(loaded.animation.frames) if wanted is None else wanted
    check_numerics(numerics)
    if backend != "gpu":
        if context is not None:
            name = "the oracle" if backend == "oracle" else "the back end llvm"
            raise InputError(f"{name} draws without OpenGL; leave out context or take backend='gpu'")
        drawing = numerics if backend == "llvm" else None
        by = _checked_samples(size, samples), progress, drawing
        return _processor_frames(loaded, size, numbers, *by)
    if samples is not None:
        raise InputError("samples are the oracle's and llvm's; OpenGL takes as many as it has, up to four")
    return _frames(loaded, size, numbers, context, numerics)


def programs_of(scene: SceneLike) -> tuple[Program, ...]:
    """Every program the scene uses, once, in order of first use."""
    return tuple(_scene(scene).programs.values())


def inputs(scene: SceneLike, frame: int = 0) -> list[tuple[Program, dict[Any, Any], Any, State]]:
    """What each draw, its first copy, hands its vertex programs: program, attributes, parameters, state.

    Attributes are the arrays of the mesh the program reads, of several instances each vertex belonging to
    another. Parameters of VP programs are (P, 4) float32 with
    tracked matrices in place and state programs run, those of ARB and NV4 programs a mapping of names,
    buffers among them; the state tracks nothing any more.
    """
    loaded = _scene(scene)
    rows = []
    seen: set[str] = set()
    for draw in draws(loaded, _checked_frame(frame), loaded.size):
        if draw.key in seen or "reflected" in draw.key or draw.program is None:
            continue
        seen.add(draw.key)
        state = draw.state.with_(tracking=())
        parameters: Any = draw.parameters
        if not draw.program.profile.declares_names:
            parameters = parameter_array(draw.program, draw.parameters, draw.state)
        for program, vector in draw.state_programs:
            attribute, before = state_program_inputs(program, vector, parameters)
            rows.append((program, {0: attribute}, before, state))
            run_state_program(program, vector, parameters)
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


def checked_size(size: Sequence[int]) -> tuple[int, int]:
    """A picture's width and height; InputError for what is none."""
    try:
        width, height = (int(value) for value in size)
    except (TypeError, ValueError):
        raise InputError(f"size is {size!r}; it must be (width, height) in pixels") from None
    if not (0 < width <= MAX_SIZE and 0 < height <= MAX_SIZE):
        raise InputError(f"size is {width} × {height}; both must be from 1 to {MAX_SIZE}")
    return width, height


def _checked_frame(frame: int) -> int:
    whole = isinstance(frame, (int, np.integer)) and not isinstance(frame, bool)
    if not whole or not 0 <= frame < _FRAMES:
        what = "too large" if whole and frame > 0 else repr(frame)
        raise InputError(f"frame is {what}; frames are numbered from 0 to {_FRAMES - 1}")
    return int(frame)


def _frames(
    scene: Scene,
    size: tuple[int, int],
    numbers: Iterable[int],
    context: moderngl.Context | None,
    numerics: str,
) -> Iterator[UInt8Array]:
    from nvrender.gpu.context.context import using
    from nvrender.gpu.context.current import gone
    from nvrender.gpu.context.state_guard import state_guard
    from nvrender.gpu.scene.stage import Stage

    stage: Stage | None = None
    try:
        for number in numbers:
            with _memory(scene, size), using(context) as current, state_guard(current):
                stage = stage or Stage(scene, size, current, numerics)
                picture = stage.picture(_checked_frame(number))
            yield picture.view(Picture)
    finally:
        # Where Python ends the process takes everything along, and contexts may have gone.
        if stage is not None and not sys.is_finalizing() and not (context is not None and gone(context)):
            with using(context):
                stage.release()


def _checked_samples(size: tuple[int, int], samples: int | None) -> int:
    from nvrender.oracle.raster.triangles import SAMPLES

    if samples is None:
        return usual_samples(size)
    if type(samples) is not int or samples not in SAMPLES:
        raise InputError(f"samples is {samples!r}; a pixel has {' or '.join(map(str, SAMPLES))}")
    return samples


def _processor_frames(
    scene: Scene,
    size: tuple[int, int],
    numbers: Iterable[int],
    samples: int,
    progress: Progress | None,
    numerics: str | None,
) -> Iterator[UInt8Array]:
    """By compiled code with these numerics, by the oracle for None."""
    from nvrender.oracle.frame.scene import Drawing, Stage

    drawing: Drawing | None = None
    if numerics is not None:
        from nvrender.llvm.available import check_installed

        check_installed()
        from nvrender.software.draw import Drawer

        drawing = Drawer(numerics)
    with _memory(scene, size):
        stage = Stage(scene, size, samples, progress, drawing)
    for number in numbers:
        with _memory(scene, size):
            picture = stage.picture(_checked_frame(number))
        yield picture.view(Picture)


def _memory(scene: Scene, size: tuple[int, int]) -> AbstractContextManager[None]:
    return memory_for(f"{named(scene.name)} at {size[0]} × {size[1]} pixels", "draw a smaller picture")
