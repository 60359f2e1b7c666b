"""A caller's context is left as found, and its state does not change what nvrender makes there."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import caller_state
import moderngl
import numpy as np
import pytest
from caller_operations import EVALUATION, SCENES, VERTEX, Found, loaded, operations, square
from caller_state import Caller, Commands, changed, read

import nvrender
from nvrender.api import Context
from nvrender.gl.inputs.global_memory import Memory
from nvrender.gl.patches import Patch
from nvrender.gpu.context import preservation, preserved_raster
from nvrender.gpu.draw import MemoryBuffer, Mesh, Target, state_guard
from nvrender.gpu.pipeline.read_back import read_framebuffer
from nvrender.gpu.resources.textures import TextureObject
from nvrender.render import frames as frames_of
from nvrender.source import InputError

OPERATIONS = operations()
NAMES = pytest.mark.parametrize("name", OPERATIONS)
_FEEDBACK = r"transform feedback is active in this context, .* end it \(glEndTransformFeedback\) before"


@pytest.fixture
def plain(name: str) -> Found:
    """What an operation makes in a context in which nothing was set."""
    made = moderngl.create_context(standalone=True, backend="egl")
    with made:
        found = OPERATIONS[name](made)
    made.release()
    return found


def test_a_caller_sets_all_of_the_tables__opengl_4_5_chapter_23(foreign_context: moderngl.Context) -> None:
    """Each at least with one index, so that what is not put back is seen."""
    before = read(foreign_context)
    caller = Caller(foreign_context)
    usual = {name.split("[")[0] for name in caller_state.usual(before, read(foreign_context))}
    set_at_some_index = {name.split("[")[0] for name in changed(before, read(foreign_context))}
    assert usual - set_at_some_index == {*caller_state.AS_IT_WAS}
    caller.release()


@NAMES
def test_all_state_is_as_found_and_changes_no_result__opengl_4_5_chapter_23(
    name: str, plain: Found, unwatched_context: moderngl.Context
) -> None:
    caller = Caller(unwatched_context)
    before = read(unwatched_context)
    found = OPERATIONS[name](unwatched_context)
    assert Commands(unwatched_context)("glGetError", result=ctypes.c_uint) == 0
    assert changed(before, read(unwatched_context)) == {}
    assert found.keys() == plain.keys()
    for key, array in plain.items():
        assert np.array_equal(array, found[key], equal_nan=np.asarray(array).dtype.kind == "f"), key
    caller.release()


@NAMES
def test_state_of_index_0_is_as_found_in_contexts_without_indices(
    name: str, unwatched_context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OpenGL 3.3 has one viewport and one blend function."""
    for module in (preservation, preserved_raster):
        monkeypatch.setattr(module, "has", lambda *_: False)
    caller = Caller(unwatched_context)
    gl = Commands(unwatched_context)
    for buffer in (0x9192, 0x8C8E):  # what only newer contexts have: QUERY_BUFFER
        gl("glBindBuffer", "uu", buffer, 0)
    gl("glViewport", "iiii", 3, 4, 20, 10)
    before = read(unwatched_context)
    OPERATIONS[name](unwatched_context)
    newer = ("VIEWPORT", "DEPTH_RANGE", "SCISSOR", "BLEND", "unit", "CLIP_", "SAMPLE_SHADING")
    left = changed(before, read(unwatched_context))
    assert {key for key in left if not key.startswith(newer) or key.endswith("[0]")} == set()
    caller.release()


def _words(context: moderngl.Context, own: moderngl.Texture, framebuffer: moderngl.Framebuffer) -> Any:
    """What a texture is sampled with, and the buffers a framebuffer draws into and reads."""
    gl = Commands(context)
    before = gl.integers(0x8CA6)[0], gl.integers(0x8CAA)[0]
    gl("glBindFramebuffer", "uu", 0x8D40, framebuffer.glo)
    words = [gl.integers(name)[0] for name in (0x0C02, 0x8825, 0x8826)]  # READ_BUFFER, DRAW_BUFFER0, 1
    for target, name in zip((0x8CA9, 0x8CA8), before, strict=True):
        gl("glBindFramebuffer", "uu", target, name)
    letters = (ctypes.c_int * 4)()
    gl("glGetTextureParameteriv", "uup", own.glo, 0x8E46, letters)  # TEXTURE_SWIZZLE_RGBA
    return words, list(letters), own.filter, own.repeat_x


@pytest.mark.parametrize("samples", [0, 4])
def test_objects_given_are_as_found(samples: int, unwatched_context: moderngl.Context) -> None:
    """A texture that is drawn with, and a framebuffer of several colours whose first is read."""
    context = unwatched_context
    own = context.texture((2, 2), 4, bytes([10, 20, 30, 40] * 4))
    framebuffer = context.framebuffer([context.renderbuffer((4, 3), 4, samples=samples) for _ in range(2)])
    framebuffer.clear(0.2, 0.4, 0.6, 0.8)
    gl = Commands(context)
    gl("glBindFramebuffer", "uu", 0x8D40, framebuffer.glo)
    gl("glReadBuffer", "u", 0x8CE1)
    gl("glDrawBuffers", "ip", 2, (ctypes.c_uint * 2)(0, 0x8CE1))
    vertex, fragment = loaded(VERTEX, "!!ARBfp1.0 TEX result.color, fragment.position, texture[0], 2D; END")
    caller = Caller(context)
    before = _words(context, own, framebuffer), read(context)
    assert (read_framebuffer(framebuffer)[0] == (51, 102, 153, 204)).all()
    given = {0: TextureObject(own, "2D", "INTENSITY", wrap_s="CLAMP_TO_EDGE", min_filter="NEAREST")}
    with (
        nvrender.Pipeline(context, vertex, fragment) as pipeline,
        square(context) as mesh,
        Target(context, (4, 4)) as target,
    ):
        pipeline.draw(mesh, target, given)
        assert target.read()[3, 0].tolist() == [10] * 4
    after = _words(context, own, framebuffer), read(context)
    assert before[0] == after[0]
    assert changed(before[1], after[1]) == {}
    caller.release()


class Things:
    """What a caller has made before its transform feedback begins, or before its context is released."""

    def __init__(self, context: moderngl.Context) -> None:
        self.context = context
        self.pipeline = nvrender.Pipeline(context, *loaded(VERTEX))
        self.mesh, self.target = square(context), Target(context, (4, 4))
        self.point = Mesh(context, {0: [[0.0, 0.0]]}, primitive="POINTS")
        self.memory = MemoryBuffer(context, Memory({"a": np.zeros(4, np.uint32)}))
        self.api = Context(context, size=(4, 4))
        self.api.Rectf(-1, -1, 1, 1)
        self.pipeline.draw(self.mesh, self.target)

    def doors(self) -> Iterator[Callable[[], Any]]:
        """Every use of them."""
        pipeline, mesh, target, memory = self.pipeline, self.mesh, self.target, self.memory
        yield lambda: pipeline.draw(mesh, target)
        yield lambda: pipeline.draw(mesh)
        yield lambda: pipeline.render(mesh)
        yield lambda: pipeline.capture(mesh)
        yield lambda: pipeline.set_state(nvrender.State(color_sum=True))
        yield lambda: nvrender.Pipeline(self.context)
        yield lambda: Mesh(self.context, {0: [[0.0, 0.0]]})
        yield lambda: self.point.write({0: [[1.0, 0.0]]})
        yield lambda: Target(self.context, (2, 2))
        yield lambda: MemoryBuffer(self.context)
        yield target.clear
        yield target.read
        yield lambda: memory.read("a", 0, 4)
        yield lambda: memory.write("a", b"1234")
        yield memory.left
        yield lambda: self.api.Rectf(-1, -1, 1, 1)
        yield lambda: state_guard(self.context).__enter__()

    def release(self) -> None:
        for thing in (self.pipeline, self.mesh, self.point, self.target, self.memory, self.api):
            thing.release()


class Feedback:
    """Transform feedback that a caller has begun."""

    def __init__(self, context: moderngl.Context) -> None:
        self._gl = Commands(context)
        self._program = context.program(
            "#version 330\nout vec4 kept; void main() { kept = gl_Position = vec4(0); }", varyings=["kept"]
        )
        self._buffer = context.buffer(reserve=256)
        self._gl("glUseProgram", "u", self._program.glo)
        self._gl("glBindBufferBase", "uuu", 0x8C8E, 0, self._buffer.glo)
        self._gl("glBeginTransformFeedback", "u", 0)

    def error(self) -> int:
        return int(self._gl("glGetError", result=ctypes.c_uint))

    def end(self) -> None:
        self._gl("glEndTransformFeedback")
        assert self.error() == 0
        self._program.release()
        self._buffer.release()


@pytest.mark.parametrize("name", [name for name in OPERATIONS if name != "own_frame"])
def test_operations_are_refused_while_feedback_is_active__opengl_4_5_13_2_2(
    name: str, foreign_context: moderngl.Context
) -> None:
    """UseProgram, and binding what is captured into, are INVALID_OPERATION meanwhile."""
    feedback = Feedback(foreign_context)
    before = read(foreign_context)
    with pytest.raises(InputError, match=_FEEDBACK):
        OPERATIONS[name](foreign_context)
    assert feedback.error() == 0
    assert changed(before, read(foreign_context)) == {}
    feedback.end()


def test_every_door_is_closed_while_feedback_is_active__opengl_4_5_13_2_2(
    foreign_context: moderngl.Context,
) -> None:
    foreign_context.simple_framebuffer((4, 4)).use()
    things, feedback = Things(foreign_context), Feedback(foreign_context)
    before = read(foreign_context)
    for door in things.doors():
        with pytest.raises(InputError, match=_FEEDBACK):
            door()
        assert feedback.error() == 0
    assert changed(before, read(foreign_context)) == {}
    feedback.end()
    things.pipeline.draw(things.mesh, things.target)
    assert things.target.read().any()
    things.release()
    bound = foreign_context.fbo
    foreign_context.detect_framebuffer(0).use()
    for thing in (*bound.color_attachments, bound.depth_attachment, bound):
        thing.release()


def test_patches_are_not_captured_while_a_query_counts_primitives__opengl_4_5_4_2(
    foreign_context: moderngl.Context,
) -> None:
    """BeginQuery of a target that has an active query is INVALID_OPERATION."""
    gl = Commands(foreign_context)
    vertex, evaluation = loaded(VERTEX, EVALUATION)
    query = gl.names("glGenQueries", 1)[0]
    with (
        nvrender.Pipeline(foreign_context, vertex, tess_evaluation=evaluation) as pipeline,
        square(foreign_context, "PATCHES") as mesh,
    ):
        gl("glBeginQuery", "uu", 0x8C87, query)
        with pytest.raises(InputError, match=r"PRIMITIVES_GENERATED is active .* end it"):
            pipeline.capture(mesh, patch=Patch(4))
        assert gl("glGetError", result=ctypes.c_uint) == 0
        gl("glEndQuery", "u", 0x8C87)
        assert pipeline.capture(mesh, patch=Patch(4))["position"].any()
    gl("glDeleteQueries", "ip", 1, (ctypes.c_uint * 1)(query))


def test_feedback_is_seen_where_it_cannot_be_asked_for__opengl_3_3_2_17(
    foreign_context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BindBufferBase is INVALID_OPERATION while it is active."""
    monkeypatch.setattr(preservation, "has", lambda *_: False)
    with nvrender.Pipeline(foreign_context, *loaded(VERTEX)):
        feedback = Feedback(foreign_context)
        before = read(foreign_context)
        with pytest.raises(InputError, match=_FEEDBACK):
            Target(foreign_context, (2, 2))
        assert feedback.error() == 0
        assert changed(before, read(foreign_context)) == {}
        feedback.end()
        Target(foreign_context, (2, 2)).release()


def test_nothing_is_left_to_do_in_a_context_that_is_released() -> None:
    made = moderngl.create_context(standalone=True, backend="egl")
    with made:
        made.simple_framebuffer((4, 4)).use()
        things = Things(made)
        frames = frames_of(SCENES / "lamplight.toml", (4, 4), context=made)
        next(frames)
    made.release()
    for door in things.doors():
        with pytest.raises(InputError, match="released"):
            door()
    things.release()
    things.release()
    frames.close()
