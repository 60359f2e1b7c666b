"""The viewer's frames against a bare moderngl loop that draws the same."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count

import moderngl
import msgspec
import numpy as np
import numpy.typing as npt
from pyrr import Matrix44

from bench.shaders import ROOT
from bench.timing import Row, clock_of, medians, ratios
from nvrender.gpu.context.context import headless
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.pipeline.screen import Screen
from nvrender.scene.forms.meshes import Sphere
from nvrender.scene.load import load_scene
from nvrender.scene.meshes.background import background
from nvrender.scene.meshes.meshes import build
from nvrender.scene.model import Scene
from nvrender.view.picture import Picture, Wanted

Attributes = dict[int, npt.NDArray[np.float32]]
Indices = npt.NDArray[np.uint32]

_SIZE = (1280, 720)
_SCENE = ROOT / "bench" / "view.toml"
_TRIANGLES = 50_000
#: Pixels where what is drawn should cost nothing.
_FEW = (16, 9)
_REPEATS = 41
_SAMPLES = 4
_BAR = "≤ 0.10"
_INCLUDED = (
    f"processor time of frames of {_SIZE[0]} × {_SIZE[1]} pixels with four samples, each of another camera: "
    "values, uploads, {count} triangles in one draw and a background, resolving, and showing it in a "
    "framebuffer as the window's; the bare loop draws the same with the same shaders"
)


class _Bare:
    """A loop as one would write it for this one scene."""

    def __init__(self, context: moderngl.Context, picture: Picture, size: tuple[int, int]) -> None:
        scene, sources, behind = picture.scene, picture.sources["ball"], picture.behind
        self._context = context
        self._draw = scene.form.draw[0]
        self._target = context.framebuffer(
            [context.renderbuffer(size, 4, samples=_SAMPLES)],
            context.depth_renderbuffer(size, samples=_SAMPLES),
        )
        self._resolved = context.framebuffer([context.renderbuffer(size, 4)])
        self._values = np.zeros((96, 4), np.float32)
        for key, value in self._draw.parameters.items():
            self._values[int(key)] = [*value, 1.0][:4]
        mesh = build(scene.form.meshes["ball"], scene.directory)
        assert mesh.indices is not None
        self._array = self._made(sources, mesh.attributes, mesh.indices)
        self._behind = self._made(behind, *background(scene.form.background, size))
        block = self._array.program["ProgramParameters"]
        block.binding = 0
        self._block = context.buffer(reserve=block.size)

    def frame(self, number: int, screen: moderngl.Framebuffer) -> None:
        angle, height = math.radians(40.0 * number / 60.0), math.radians(20.0)
        level = 3.2 * math.cos(height)
        eye = (level * math.sin(angle), 3.2 * math.sin(height), level * math.cos(angle))
        seen = np.asarray(Matrix44.look_at(eye, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0))).T
        projection = np.asarray(Matrix44.perspective_projection(45.0, _SIZE[0] / _SIZE[1], 0.1, 100.0)).T
        self._values[0:4], self._values[4:8] = projection @ seen, seen
        self._block.write(self._values.tobytes()[: self._block.size])
        context = self._context
        self._target.use()
        self._target.clear(0.0, 0.0, 0.0, 1.0)
        context.enable_only(moderngl.NOTHING)
        self._behind.render()
        context.enable_only(moderngl.DEPTH_TEST)
        self._block.bind_to_uniform_block(0)
        self._array.render()
        context.copy_framebuffer(self._resolved, self._target)
        context.copy_framebuffer(screen, self._resolved)

    def _made(
        self, sources: tuple[str, ...], attributes: Attributes, indices: Indices
    ) -> moderngl.VertexArray:
        vertex, fragment = sources
        program = self._context.program(vertex_shader=vertex, fragment_shader=fragment)
        content = [
            (self._context.buffer(np.ascontiguousarray(array, np.float32)), f"{array.shape[1]}f", member.name)
            for name in program
            if isinstance(member := program[name], moderngl.Attribute)
            and member.location >= 0  # gl_VertexID and the like have none
            for array in [attributes[member.location]]
        ]
        return self._context.vertex_array(program, content, self._context.buffer(indices))


def rows() -> Iterator[Row]:
    """What the viewer adds to a frame, as a share of the bare loop's time, and frames a second."""
    context = headless()
    scene = load_scene(_SCENE)
    clock = clock_of(context.info["GL_RENDERER"])
    with state_guard(context), _loops(context, scene, _SIZE) as (own, other):
        added = 1.0 / ratios(other, {"viewer": own}, _REPEATS, clock=clock)["viewer"] - 1.0
        taken = medians({"viewer": own, "bare": other}, _REPEATS, clock=time.perf_counter)
    ball = scene.form.meshes["ball"]
    assert isinstance(ball, Sphere) and 2 * ball.segments * ball.rings == _TRIANGLES
    ball = msgspec.structs.replace(ball, segments=3, rings=3)
    small = replace(scene, form=msgspec.structs.replace(scene.form, meshes={"ball": ball}))
    with state_guard(context), _loops(context, small, _FEW) as (own, other):
        idle = medians({"viewer": own, "bare": other}, 8 * _REPEATS, clock=time.thread_time)
    details = {"included": _INCLUDED.format(count=_TRIANGLES)}
    yield Row("view: time the viewer adds to a frame of a bare loop", added, "share", _BAR, details)
    label = "  added where there is next to nothing to draw: Python, values and uploads"
    yield Row(label, 1e3 * (idle["viewer"] - idle["bare"]), "ms", "≤ 1")
    for name, seconds in taken.items():
        yield Row(f"  {name}: frames a second of time that passes", 1.0 / seconds, "1/s")


@contextmanager
def _loops(
    context: moderngl.Context, scene: Scene, size: tuple[int, int]
) -> Iterator[tuple[Callable[[], object], Callable[[], object]]]:
    """Functions that draw the next frame: the viewer's, and a loop's that is checked to draw the same."""
    window = context.framebuffer([context.renderbuffer(size, 4)])
    picture = Picture(context, scene, Wanted(0, size), "exact")
    screen = Screen(context, window)
    bare = _Bare(context, picture, size)

    def viewed(number: int) -> None:
        picture.draw(Wanted(number, size))
        picture.show(screen, (0, 0, *size))

    _check_alike(viewed, lambda number: bare.frame(number, window), window)
    yield _counted(context, viewed), _counted(context, lambda number: bare.frame(number, window))
    screen.release()
    picture.release()


def _counted(context: moderngl.Context, frame: Callable[[int], None]) -> Callable[[], object]:
    """A function that draws the next frame to its end each time it is called."""
    numbers = count(1)

    def one() -> None:
        frame(next(numbers) % 600)
        context.finish()

    return one


def _check_alike(
    one: Callable[[int], None], other: Callable[[int], None], window: moderngl.Framebuffer
) -> None:
    """SystemExit unless both show the same: a share of different work means nothing."""
    pictures = []
    for frame in (one, other):
        frame(100)
        pictures.append(np.frombuffer(window.read(components=3), np.uint8).astype(int))
    if np.abs(pictures[0] - pictures[1]).max() > 2:
        raise SystemExit("the viewer and the bare loop draw different pictures")
