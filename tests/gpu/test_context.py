"""Contexts: made once, described, and a caller's left as found."""

from __future__ import annotations

import ctypes
import json
import os
import threading
from collections.abc import Callable
from typing import Any

import moderngl
import pytest

from nvrender.gpu.context import context as room
from nvrender.gpu.context.context import check_errors, headless, information, staying, using
from nvrender.gpu.context.current import entered, leave
from nvrender.gpu.context.preservation import preserved
from nvrender.source import ContextError, InputError, InternalError


def test_headless_is_made_once() -> None:
    assert headless() is headless()


def test_headless_does_not_become_moderngls_default() -> None:
    headless()
    assert moderngl._store.default_context is not headless()


def test_each_thread_has_its_own_context() -> None:
    seen = []

    def ask() -> None:
        own = headless()
        with own:
            buffer = own.buffer(b"\x01\x02\x03\x04")
            seen.append((own, buffer.read()))
            buffer.release()

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert seen[0][0] is not headless()
    assert seen[0][1] == b"\x01\x02\x03\x04"
    seen[0][0].release()


def test_a_forked_process_is_told_instead_of_hanging(monkeypatch: pytest.MonkeyPatch) -> None:
    headless()
    monkeypatch.setattr(os, "getpid", lambda: -1)
    with pytest.raises(ContextError, match="forked from one that used OpenGL"):
        headless()


def test_a_version_out_of_reach_is_named() -> None:
    with pytest.raises(ContextError, match=r"OpenGL 9\.9 is needed, but .* gives \d\.\d"):
        headless(990)


def test_no_gl_says_why_and_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**settings: object) -> None:
        raise Exception("libEGL.so.1 not loaded")

    monkeypatch.setattr(moderngl, "create_context", refuse)
    monkeypatch.setattr(room.platform, "system", lambda: "Linux")
    with pytest.raises(ContextError) as caught:
        room._create()
    message = str(caught.value)
    assert "libEGL.so.1 not loaded" in message
    assert "apt-get install libegl1 libgl1 libgl1-mesa-dri" in message


def test_a_driver_that_is_too_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is missing that could be installed beside it."""
    make = moderngl.create_context

    def old(*, require: int, **settings: Any) -> moderngl.Context:
        if require >= 330:
            raise Exception("eglCreateContext failed (0x3009)")
        return make(require=require, **settings)

    monkeypatch.setattr(moderngl, "create_context", old)
    with pytest.raises(ContextError, match=r"OpenGL 3\.3 is needed, but .* gives \d\.\d; update the driver"):
        room._create()

    def older(*, require: int, **settings: Any) -> moderngl.Context:
        if require >= 330:
            raise Exception("eglCreateContext failed (0x3009)")
        raise ValueError(f"Requested OpenGL version {require}, got version 0")

    monkeypatch.setattr(moderngl, "create_context", older)
    with pytest.raises(ContextError, match=r"needed, but the driver gives less than 3\.0; update") as caught:
        room._create()
    assert "apt-get" not in str(caught.value)


@pytest.mark.parametrize(("system", "words"), [("Darwin", "macOS"), ("Windows", "driver")])
def test_no_gl_elsewhere(monkeypatch: pytest.MonkeyPatch, system: str, words: str) -> None:
    def refuse(**settings: object) -> None:
        raise Exception("no pixel format")

    monkeypatch.setattr(moderngl, "create_context", refuse)
    monkeypatch.setattr(room.platform, "system", lambda: system)
    with pytest.raises(ContextError, match=words) as caught:
        room._create()
    assert "apt-get" not in str(caught.value)


def test_the_next_device_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    make = moderngl.create_context

    def broken_first_device(**settings: object) -> moderngl.Context:
        if settings.get("device_index") != 1:
            raise Exception("eglCreateContext failed (0x3009)")
        return make(require=330, standalone=True, backend="egl")

    monkeypatch.setattr(moderngl, "create_context", broken_first_device)
    made = room._create()
    assert made.version_code >= 330
    made.release()


def test_information_is_flat_and_json(context: moderngl.Context) -> None:
    facts = information(context)
    assert json.loads(json.dumps(facts)) == facts
    assert facts["renderer"] == context.info["GL_RENDERER"]
    assert facts["rendering"] == "yes"
    compute = facts["arrays by compute"]
    assert (
        compute == "yes" if context.version_code >= 430 else str(compute).startswith("no: needs OpenGL 4.3")
    )


def test_errors_are_internal_and_say_where(context: moderngl.Context) -> None:
    enable = ctypes.CFUNCTYPE(None, ctypes.c_uint)(context.mglo._context.load("glEnable"))
    enable(0xFFFF)
    with pytest.raises(InternalError, match="GL_INVALID_ENUM while drawing a cube"):
        check_errors(context, "drawing a cube")
    check_errors(context, "nothing is left to report")


def test_using_makes_current_what_was_current(foreign_context: moderngl.Context) -> None:
    buffer = foreign_context.buffer(b"mine")
    with using(None) as own:
        assert own is headless()
        theirs = own.buffer(b"ours")
        assert theirs.read() == b"ours"
        theirs.release()
    assert buffer.read() == b"mine"
    buffer.release()


def current_context() -> int:
    function = ctypes.CDLL("libEGL.so.1").eglGetCurrentContext
    function.restype = ctypes.c_void_p
    return function() or 0


def test_what_is_no_context_is_refused() -> None:
    gone = moderngl.create_context(standalone=True, backend="egl")
    gone.release()
    for context, words in (("llvmpipe", "a str"), (gone, "released")):
        with pytest.raises(InputError, match=f"moderngl.Context in use; this one is {words}"), using(context):  # type: ignore[arg-type]
            pass


def test_what_was_current_is_current_again(foreign_context: moderngl.Context) -> None:
    found = current_context()
    assert found
    with using(None):
        assert current_context() not in (0, found)
    assert current_context() == found
    with headless():
        within = current_context()
        with using(foreign_context):
            assert current_context() == found
        assert current_context() == within != found


def test_entering_what_is_current_changes_nothing(
    foreign_context: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    with entered(foreign_context):
        found = current_context()
    assert current_context() == found
    left = []
    monkeypatch.setattr(moderngl.Context, "__exit__", lambda *_: left.append(1))
    with entered(foreign_context):
        assert current_context() == found
    assert current_context() == found and not left


def test_what_stays_current_where_nothing_was(foreign_context: moderngl.Context) -> None:
    """Until it is left; what was current before is so again at once."""
    theirs = current_context()
    with staying():
        assert current_context() not in (0, theirs)
    assert current_context() == theirs
    with foreign_context:
        pass
    assert current_context() == 0
    with staying():
        own = current_context()
    with staying() as context:
        assert current_context() == own
    assert current_context() == own
    leave(context)
    assert current_context() == 0
    with headless():
        with staying() as context:
            assert current_context() == own
        leave(context)
        assert current_context() == own


Snapshot = Callable[[moderngl.Context], dict[str, object]]

_VERTEX = "#version 330\nin vec2 at; void main() { gl_Position = vec4(at, 0, 1); }"
_FRAGMENT = "#version 330\nuniform sampler2D t; out vec4 o; void main() { o = texture(t, vec2(0)) + 0.5; }"


_SIGNATURES: dict[str, list[Any]] = {
    "glEnable": [ctypes.c_uint],
    "glDisable": [ctypes.c_uint],
    "glPixelStorei": [ctypes.c_uint, ctypes.c_int],
    "glBindBuffer": [ctypes.c_uint, ctypes.c_uint],
    "glBindFramebuffer": [ctypes.c_uint, ctypes.c_uint],
    "glBindSampler": [ctypes.c_uint, ctypes.c_uint],
    "glClearColor": [ctypes.c_float] * 4,
    "glClearDepth": [ctypes.c_double],
    "glColorMask": [ctypes.c_ubyte] * 4,
    "glDepthMask": [ctypes.c_ubyte],
    "glDepthRange": [ctypes.c_double] * 2,
    "glBlendEquationSeparate": [ctypes.c_uint] * 2,
    "glActiveTexture": [ctypes.c_uint],
    "glFrontFace": [ctypes.c_uint],
    "glPolygonMode": [ctypes.c_uint] * 2,
    "glLineWidth": [ctypes.c_float],
    "glProvokingVertex": [ctypes.c_uint],
}


def gl(context: moderngl.Context, name: str, *arguments: float) -> None:
    """Call GL behind moderngl's back, as a caller may."""
    ctypes.CFUNCTYPE(None, *_SIGNATURES[name])(context.mglo._context.load(name))(*arguments)


class Scene:
    """A caller in the middle of its own drawing, with everything bound and set to something unusual."""

    def __init__(self, context: moderngl.Context) -> None:
        self.context = context
        self.framebuffer = context.simple_framebuffer((32, 16))
        self.framebuffer.use()
        self.framebuffer.viewport = (3, 4, 20, 10)
        self.framebuffer.scissor = (1, 2, 9, 8)
        self.program = context.program(vertex_shader=_VERTEX, fragment_shader=_FRAGMENT)
        self.vertices = context.buffer(b"\0" * 24)
        self.array = context.vertex_array(self.program, [(self.vertices, "2f", "at")])
        self.texture = context.texture((2, 2), 4)
        self.texture.use(2)
        self.texture.use(5)
        self.sampler = context.sampler()
        self.uniforms, self.storage = context.buffer(reserve=512), context.buffer(reserve=512)
        self.array.render()
        context.enable_only(moderngl.BLEND | moderngl.CULL_FACE)
        context.blend_func = moderngl.DST_COLOR, moderngl.ZERO, moderngl.ONE, moderngl.ONE
        context.depth_func = ">="
        context.cull_face, context.front_face, context.wireframe = "front", "cw", True
        context.point_size, context.line_width, context.polygon_offset = 3.0, 1.0, (2.0, 5.0)
        self.uniforms.bind_to_uniform_block(0, 256, 128)
        self.storage.bind_to_storage_buffer(1, 256, 64)
        for name in (0x3003, 0x8F9D, 0x0B90):  # CLIP_DISTANCE3, PRIMITIVE_RESTART, STENCIL_TEST
            gl(context, "glEnable", name)
        gl(context, "glPixelStorei", 0x0D05, 8)
        gl(context, "glPixelStorei", 0x0CF5, 2)
        gl(context, "glBindBuffer", 0x8892, self.storage.glo)
        gl(context, "glClearColor", 0.1, 0.2, 0.3, 0.4)
        gl(context, "glDepthRange", 0.25, 0.5)
        gl(context, "glBlendEquationSeparate", 0x800A, 0x8006)
        gl(context, "glActiveTexture", 0x84C0 + 2)
        self.sampler.use(6)
        gl(context, "glBindFramebuffer", 0x8CA8, 0)
        gl(context, "glClearDepth", 0.75)
        gl(context, "glColorMask", 1, 0, 1, 0)
        gl(context, "glDepthMask", 0)
        gl(context, "glProvokingVertex", 0x8E4D)

    def release(self) -> None:
        things = (
            self.array,
            self.program,
            self.vertices,
            self.uniforms,
            self.storage,
            self.texture,
            self.sampler,
        )
        for thing in things:
            thing.release()
        for attachment in (*self.framebuffer.color_attachments, self.framebuffer.depth_attachment):
            attachment.release()
        self.framebuffer.release()


def disturb(context: moderngl.Context) -> None:
    """Touch everything nvrender might."""
    target = context.simple_framebuffer((8, 8))
    target.use()
    target.clear(1.0, 0.0, 0.0)
    context.enable_only(moderngl.DEPTH_TEST | moderngl.PROGRAM_POINT_SIZE)
    context.enable_direct(0x3003)
    context.disable_direct(0x0B90)
    context.blend_func, context.blend_equation = moderngl.DEFAULT_BLENDING, moderngl.MAX
    context.depth_func, context.cull_face, context.front_face = "<", "back", "ccw"
    context.wireframe, context.point_size, context.polygon_offset = False, 1.0, (0.0, 0.0)
    target.color_mask, target.depth_mask, target.scissor = (True, False, True, False), False, (0, 0, 1, 1)
    program = context.program(vertex_shader=_VERTEX, fragment_shader=_FRAGMENT)
    buffer = context.buffer(b"\0" * 64)
    array = context.vertex_array(program, [(buffer, "2f", "at")])
    texture = context.texture((1, 1), 4, b"\xff" * 4)
    texture.use(2)
    texture.use(5)
    buffer.bind_to_uniform_block(0)
    buffer.bind_to_storage_buffer(1)
    array.render()
    target.read()
    for thing in (
        array,
        program,
        buffer,
        texture,
        *target.color_attachments,
        target.depth_attachment,
        target,
    ):
        thing.release()
    for name, arguments in _DISTURBANCES:
        gl(context, name, *arguments)


_DISTURBANCES: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("glBindSampler", (6, 0)),
    ("glBindFramebuffer", (0x8D40, 0)),
    ("glClearDepth", (0.5,)),
    ("glColorMask", (1, 1, 1, 1)),
    ("glDepthMask", (1,)),
    ("glDepthRange", (0.0, 1.0)),
    ("glFrontFace", (0x0901,)),
    ("glPolygonMode", (0x0408, 0x1B02)),
    ("glProvokingVertex", (0x8E4E,)),
    ("glPixelStorei", (0x0D05, 4)),
    ("glPixelStorei", (0x0CF5, 4)),
)


def test_a_foreign_context_is_left_as_found(foreign_context: moderngl.Context, snapshot: Snapshot) -> None:
    scene = Scene(foreign_context)
    before = snapshot(foreign_context)
    assert before["BLEND_DST_RGB"] == 0 and before["PACK_ALIGNMENT"] == 8 and before["CLIP_DISTANCE3"]
    with preserved(foreign_context):
        disturb(foreign_context)
        assert snapshot(foreign_context) != before
    after = snapshot(foreign_context)
    assert {name: (before[name], after[name]) for name in before if before[name] != after[name]} == {}
    assert foreign_context.fbo is scene.framebuffer
    assert (foreign_context.cull_face, foreign_context.front_face) == ("front", "cw")
    scene.release()


def test_moderngls_own_record_of_the_enables_is_left_as_found(
    foreign_context: moderngl.Context, snapshot: Snapshot
) -> None:
    scene = Scene(foreign_context)
    with preserved(foreign_context):
        disturb(foreign_context)
    # A scope puts back the flags moderngl believes to be set.
    with foreign_context.scope(scene.framebuffer, moderngl.NOTHING):
        pass
    after = snapshot(foreign_context)
    assert (after["BLEND"], after["CULL_FACE"], after["DEPTH_TEST"], after["PROGRAM_POINT_SIZE"]) == (
        True, True, False, False,
    )  # fmt: skip
    scene.release()


def test_a_foreign_context_is_left_as_found_after_an_error(
    foreign_context: moderngl.Context, snapshot: Snapshot
) -> None:
    scene = Scene(foreign_context)
    before = snapshot(foreign_context)
    with pytest.raises(RuntimeError, match="half way"), preserved(foreign_context):
        disturb(foreign_context)
        raise RuntimeError("half way")
    assert snapshot(foreign_context) == before
    scene.release()


def test_a_foreign_context_without_a_framebuffer(
    foreign_context: moderngl.Context, snapshot: Snapshot
) -> None:
    before = snapshot(foreign_context)
    with preserved(foreign_context):
        disturb(foreign_context)
    assert snapshot(foreign_context) == before
    assert foreign_context.fbo is None


def test_a_callers_pending_error_is_not_blamed_on_nvrender(foreign_context: moderngl.Context) -> None:
    ctypes.CFUNCTYPE(None, ctypes.c_uint)(foreign_context.mglo._context.load("glEnable"))(0xFFFF)
    with using(foreign_context) as current:
        check_errors(current, "nothing")


@pytest.mark.parametrize("given", [None, "no_opt"])
def test_llvmpipe_is_asked_to_filter_as_specified__opengl_1_5_3_8_8(
    monkeypatch: pytest.MonkeyPatch, given: str | None
) -> None:
    """While a context is made, unless the caller's environment says otherwise; then it is as it was."""
    monkeypatch.delenv("GALLIVM_PERF", raising=False)
    if given is not None:
        monkeypatch.setenv("GALLIVM_PERF", given)
    seen = []

    def create(**_: object) -> object:
        seen.append(os.environ.get("GALLIVM_PERF", ""))
        raise ValueError("no driver")

    monkeypatch.setattr(moderngl, "create_context", create)
    with pytest.raises(ContextError, match="no driver"):
        room._create()
    words = ("no_aos_sampling", "no_brilinear", "no_rho_approx") if given is None else (given,)
    assert seen and all(set(value.split(",")) == set(words) for value in seen)
    assert os.environ.get("GALLIVM_PERF") == given
