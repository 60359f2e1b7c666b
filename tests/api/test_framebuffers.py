"""Framebuffer objects and renderbuffers (EXT_framebuffer_object 4.4; EXT_framebuffer_blit 4.4.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import GLError

FB, RB = enums.FRAMEBUFFER_EXT, enums.RENDERBUFFER_EXT
DRAW, READ = enums.DRAW_FRAMEBUFFER_EXT, enums.READ_FRAMEBUFFER_EXT
C0, C1 = enums.COLOR_ATTACHMENT0_EXT, enums.COLOR_ATTACHMENT1_EXT
DEPTH, STENCIL = enums.DEPTH_ATTACHMENT_EXT, enums.STENCIL_ATTACHMENT_EXT
RGBA, BYTES = enums.RGBA, enums.UNSIGNED_BYTE
TYPE, NAME = enums.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE_EXT, enums.FRAMEBUFFER_ATTACHMENT_OBJECT_NAME_EXT


def storage(gl: Context, name: int, format: int, size: tuple[int, int] = (8, 6)) -> int:
    gl.BindRenderbufferEXT(RB, name)
    gl.RenderbufferStorageEXT(RB, format, *size)
    return name


def bound(**attached: tuple[int, int] | tuple[int, int, tuple[int, int]]) -> Context:
    """With framebuffer 1, and at each point a renderbuffer of its own: (name, format[, size])."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.BindFramebufferEXT(FB, 1)
    points = {"color": C0, "second": C1, "depth": DEPTH, "stencil": STENCIL}
    for point, (name, *form) in attached.items():
        if form:
            storage(gl, name, *form)  # type: ignore[arg-type]
        gl.FramebufferRenderbufferEXT(FB, points[point], RB, name)
    return gl


def square(gl: Context, z: float = 0.0) -> None:
    gl.Begin(enums.QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Vertex3f(x, y, z)
    gl.End()


def pixel(gl: Context, x: int = 1, y: int = 1) -> list[int]:
    found: list[int] = gl.ReadPixels(x, y, 1, 1, RGBA, BYTES)[0, 0].tolist()
    return found


def test_names() -> None:
    """4.4.1, 4.4.2.1: a name is an object's once it is bound."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    for kind, target in (("Framebuffer", FB), ("Renderbuffer", RB)):
        generate, bind, delete, exists = (
            getattr(gl, name)
            for name in (f"Gen{kind}sEXT", f"Bind{kind}EXT", f"Delete{kind}sEXT", f"Is{kind}EXT")
        )
        assert generate(3) == (1, 2, 3) and generate(1) == (4,) and generate(0) == ()
        assert not exists(1) and not exists(0)
        bind(target, 2)
        bind(target, 9)
        assert exists(2) and exists(9) and not exists(1)
        delete([2, 1, 0, 77])
        assert not exists(2)
        assert generate(3) == (1, 2, 5)
    assert gl.GetIntegerv(enums.RENDERBUFFER_BINDING_EXT) == 9
    gl.DeleteRenderbuffers([9])
    assert gl.GetIntegerv(enums.RENDERBUFFER_BINDING_EXT) == 0


def test_bindings() -> None:
    """EXT_framebuffer_blit 4.4.1: one for drawing, one for reading; FRAMEBUFFER is both."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    draws, reads = enums.DRAW_FRAMEBUFFER_BINDING_EXT, enums.READ_FRAMEBUFFER_BINDING_EXT
    assert draws == enums.FRAMEBUFFER_BINDING_EXT
    assert (gl.GetIntegerv(draws), gl.GetIntegerv(reads)) == (0, 0)
    gl.BindFramebuffer(FB, 3)
    assert (gl.GetIntegerv(draws), gl.GetIntegerv(reads)) == (3, 3)
    gl.BindFramebuffer(READ, 4)
    assert (gl.GetIntegerv(draws), gl.GetIntegerv(reads)) == (3, 4)
    gl.BindFramebuffer(DRAW, 0)
    assert (gl.GetIntegerv(draws), gl.GetIntegerv(reads)) == (0, 4)
    gl.DeleteFramebuffers([4])
    assert gl.GetIntegerv(reads) == 0


def test_contexts_share_them() -> None:
    """4.4.1: as textures."""
    one = bound(color=(5, RGBA))
    other = Context(backend="oracle", size=(4, 4), raise_errors=True, share=one)
    one.ClearColor(1, 0, 0, 1)
    one.Clear(enums.COLOR_BUFFER_BIT)
    assert other.IsFramebuffer(1) and other.IsRenderbuffer(5)
    other.BindFramebuffer(FB, 1)
    assert pixel(other) == [255, 0, 0, 255]
    one.DeleteFramebuffers([1])
    assert other.CheckFramebufferStatus(FB) == enums.FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT_EXT


def test_a_renderbuffers_state() -> None:
    """Table 8.nnn: RGBA and 0 at first; then what there is of what was asked for."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    names = ("WIDTH", "HEIGHT", "INTERNAL_FORMAT", "RED_SIZE", "GREEN_SIZE", "BLUE_SIZE", "ALPHA_SIZE",
             "DEPTH_SIZE", "STENCIL_SIZE")  # fmt: skip

    def state() -> list[int]:
        pnames = [getattr(enums, f"RENDERBUFFER_{name}_EXT") for name in names]
        return [gl.GetRenderbufferParameterivEXT(RB, pname) for pname in pnames]

    gl.BindRenderbuffer(RB, 1)
    assert state() == [0, 0, RGBA, 0, 0, 0, 0, 0, 0]
    for format, bits in (
        (enums.RGB5, [8, 8, 8, 0, 0, 0]), (enums.RGBA16, [8, 8, 8, 8, 0, 0]),
        (enums.RGBA32F_ARB, [32, 32, 32, 32, 0, 0]), (enums.RGB16F_ARB, [16, 16, 16, 0, 0, 0]),
        (enums.DEPTH_COMPONENT16, [0, 0, 0, 0, 24, 0]), (enums.STENCIL_INDEX1_EXT, [0, 0, 0, 0, 0, 8]),
        (enums.DEPTH24_STENCIL8_EXT, [0, 0, 0, 0, 24, 8]),
    ):  # fmt: skip
        gl.RenderbufferStorage(RB, format, 7, 5)
        assert state() == [7, 5, format, *bits]
    gl.RenderbufferStorageMultisample(RB, 0, RGBA, 1, 2)
    assert state() == [1, 2, RGBA, 8, 8, 8, 8, 0, 0]


def test_what_is_attached() -> None:
    """6.1.3, table 8.nnn."""
    gl = bound(color=(5, RGBA))
    query = gl.GetFramebufferAttachmentParameterivEXT
    assert (query(FB, C0, TYPE), query(READ, C0, NAME)) == (RB, 5)
    assert query(FB, C1, TYPE) == enums.NONE
    gl.FramebufferRenderbuffer(DRAW, C0, RB, 0)
    assert query(FB, C0, TYPE) == enums.NONE
    gl.FramebufferRenderbuffer(FB, C0, RB, 5)
    gl.DeleteRenderbuffers([5])
    assert query(FB, C0, TYPE) == enums.NONE, "4.4.2.2: detached from the framebuffer in use"


def test_what_is_deleted_while_another_framebuffer_is_in_use() -> None:
    """4.4.2.2: it is not detached; 4.4.4.1: the name is no object's any more."""
    gl = bound(color=(5, RGBA))
    gl.BindFramebuffer(FB, 0)
    gl.DeleteRenderbuffers([5])
    gl.BindFramebuffer(FB, 1)
    assert gl.GetFramebufferAttachmentParameteriv(FB, C0, NAME) == 5
    assert gl.CheckFramebufferStatus(FB) == enums.FRAMEBUFFER_INCOMPLETE_ATTACHMENT_EXT


@pytest.mark.parametrize(("attached", "status"), [
    ({"color": (5, RGBA)}, "COMPLETE"), ({}, "INCOMPLETE_MISSING_ATTACHMENT"),
    ({"color": (5, RGBA, (0, 4))}, "INCOMPLETE_ATTACHMENT"),
    ({"color": (5, enums.DEPTH_COMPONENT)}, "INCOMPLETE_ATTACHMENT"),
    ({"color": (5, RGBA), "depth": (6, RGBA)}, "INCOMPLETE_ATTACHMENT"),
    ({"color": (5, RGBA), "depth": (6, enums.STENCIL_INDEX)}, "INCOMPLETE_ATTACHMENT"),
    ({"color": (5, RGBA), "stencil": (6, enums.DEPTH_COMPONENT)}, "INCOMPLETE_ATTACHMENT"),
    ({"color": (5, RGBA), "depth": (6, enums.DEPTH_COMPONENT)}, "COMPLETE"),
    ({"color": (5, RGBA), "stencil": (6, enums.STENCIL_INDEX8_EXT)}, "COMPLETE"),
    ({"color": (5, RGBA), "depth": (6, enums.DEPTH_STENCIL_EXT), "stencil": (6,)}, "COMPLETE"),
    ({"color": (5, RGBA), "depth": (6, enums.DEPTH_COMPONENT), "stencil": (7, enums.STENCIL_INDEX)},
     "UNSUPPORTED"),
    ({"color": (5, RGBA), "second": (6, RGBA)}, "COMPLETE"),
    ({"color": (5, RGBA), "second": (5,)}, "COMPLETE"),
    ({"color": (5, RGBA), "second": (6, enums.RGBA8)}, "INCOMPLETE_FORMATS"),
    ({"color": (5, RGBA), "second": (6, RGBA, (8, 7))}, "INCOMPLETE_DIMENSIONS"),
    ({"color": (5, RGBA), "depth": (6, enums.DEPTH_COMPONENT, (9, 6))}, "INCOMPLETE_DIMENSIONS"),
    ({"second": (6, RGBA)}, "INCOMPLETE_DRAW_BUFFER"), ({"depth": (6, enums.DEPTH_COMPONENT)},
                                                       "INCOMPLETE_DRAW_BUFFER"),
])  # fmt: skip
def test_completeness(attached: dict[str, Any], status: str) -> None:
    """4.4.4.1, 4.4.4.2; what is not complete is neither drawn into, cleared nor read (4.4.4.4)."""
    if attached.get("depth", (0,))[0] == attached.get("stencil", (1,))[0]:
        attached = attached | {"stencil": attached["depth"]}
    gl = bound(**attached)
    assert gl.CheckFramebufferStatusEXT(FB) == getattr(enums, f"FRAMEBUFFER_{status}_EXT")
    for call in (lambda: gl.Clear(enums.COLOR_BUFFER_BIT), lambda: square(gl), lambda: pixel(gl)):
        if status == "COMPLETE":
            call()
            continue
        with pytest.raises(GLError) as caught:
            call()
        assert caught.value.name == "INVALID_FRAMEBUFFER_OPERATION"
        assert caught.value.code == enums.INVALID_FRAMEBUFFER_OPERATION_EXT


def test_completeness_of_draw_and_read_buffers() -> None:
    """4.4.4.2: NONE asks for nothing; the window is always complete."""
    gl = bound(depth=(6, enums.DEPTH_COMPONENT))
    gl.DrawBuffer(enums.NONE)
    assert gl.CheckFramebufferStatus(FB) == enums.FRAMEBUFFER_INCOMPLETE_READ_BUFFER_EXT
    gl.ReadBuffer(enums.NONE)
    assert gl.CheckFramebufferStatus(FB) == enums.FRAMEBUFFER_COMPLETE_EXT
    square(gl)
    with pytest.raises(GLError) as caught:
        pixel(gl)
    assert caught.value.name == "INVALID_OPERATION"
    assert gl.CheckFramebufferStatus(FB) == enums.FRAMEBUFFER_COMPLETE_EXT
    gl.BindFramebuffer(FB, 0)
    assert gl.CheckFramebufferStatus(FB) == enums.FRAMEBUFFER_COMPLETE_EXT
    assert gl.GetIntegerv(enums.DRAW_BUFFER) == gl.GetIntegerv(enums.READ_BUFFER) == enums.BACK


def test_drawing_into_renderbuffers() -> None:
    gl = bound(color=(5, enums.RGBA), depth=(6, enums.DEPTH24_STENCIL8_EXT))
    gl.FramebufferRenderbuffer(FB, STENCIL, RB, 6)
    assert gl.GetIntegerv(enums.DRAW_BUFFER) == gl.GetIntegerv(enums.READ_BUFFER) == C0
    gl.ClearColor(0, 0, 1, 1)
    gl.Clear(enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT | enums.STENCIL_BUFFER_BIT)
    gl.Enable(enums.DEPTH_TEST)
    gl.Enable(enums.STENCIL_TEST)
    gl.StencilOp(enums.KEEP, enums.KEEP, enums.INCR)
    gl.Color3f(0, 1, 0)
    square(gl)
    assert (pixel(gl, 3, 3), pixel(gl, 4, 3), pixel(gl, 3, 5)) == (
        [0, 255, 0, 255],
        [0, 0, 255, 255],
        [0, 0, 255, 255],
    )
    assert gl.GetIntegerv(enums.VIEWPORT) == (0, 0, 4, 4), "the viewport stays the window's"
    gl.Viewport(0, 0, 8, 6)
    gl.StencilFunc(enums.EQUAL, 1, 255)
    gl.Color3f(1, 0, 0)
    square(gl, -0.5)
    assert pixel(gl, 3, 3) == [255, 0, 0, 255] and pixel(gl, 5, 5) == [0, 0, 255, 255]
    gl.BindFramebuffer(FB, 0)
    assert pixel(gl) == [0] * 4


def test_buffers_there_are_not() -> None:
    """OpenGL 1.5, 4.1.5 and 4.1.6: without depths or stencil values the tests pass; alpha of RGB is 1."""
    gl = bound(color=(5, enums.RGB8), depth=(6, enums.STENCIL_INDEX))
    gl.FramebufferRenderbuffer(FB, DEPTH, RB, 0)
    gl.Enable(enums.DEPTH_TEST)
    gl.DepthFunc(enums.NEVER)
    gl.Enable(enums.STENCIL_TEST)
    gl.StencilFunc(enums.NEVER, 0, 255)
    gl.Color4f(1, 0.6, 0, 0.2)
    square(gl)
    assert pixel(gl) == [255, 153, 0, 255]
    gl.ClearColor(0, 0, 0, 0)
    gl.Clear(enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT)
    assert pixel(gl) == [0, 0, 0, 255]
    gl.FramebufferRenderbuffer(FB, STENCIL, RB, 6)
    square(gl)
    assert pixel(gl) == [0, 0, 0, 255]
    gl.StencilFunc(enums.ALWAYS, 0, 255)
    gl.Enable(enums.BLEND)
    gl.BlendFunc(enums.DST_ALPHA, enums.ZERO)
    square(gl)
    assert pixel(gl) == [255, 153, 0, 255]


def test_several_attachments() -> None:
    """ARB_draw_buffers 4.2.1 of attachments; the framebuffer keeps what it draws into."""
    gl = bound(color=(5, RGBA), second=(6, RGBA))
    source = (
        "!!ARBfp1.0 OPTION ARB_draw_buffers;MOV result.color[0],{1,0,0,1}; MOV result.color[1],{0,1,0,1};END"
    )
    gl.ProgramStringARB(enums.FRAGMENT_PROGRAM_ARB, enums.PROGRAM_FORMAT_ASCII_ARB, source)
    gl.Enable(enums.FRAGMENT_PROGRAM_ARB)
    gl.DrawBuffersARB([C1, C0])
    square(gl)
    assert pixel(gl) == [0, 255, 0, 255]
    gl.ReadBuffer(C1)
    assert pixel(gl) == [255, 0, 0, 255]
    gl.BindFramebuffer(FB, 0)
    assert gl.GetIntegerv(enums.DRAW_BUFFER0_ARB) == enums.BACK
    gl.BindFramebuffer(FB, 1)
    assert (gl.GetIntegerv(enums.DRAW_BUFFER0_ARB), gl.GetIntegerv(enums.DRAW_BUFFER1_ARB)) == (C1, C0)
    assert gl.GetIntegerv(enums.READ_BUFFER) == C1
    gl.DrawBuffer(C0)
    gl.ClearColor(0, 0, 1, 1)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    assert pixel(gl) == [255, 0, 0, 255]


def with_framebuffer(call: Callable[[Context], Any]) -> Callable[[Context], Any]:
    def calls(gl: Context) -> Any:
        gl.BindFramebuffer(FB, 1)
        gl.BindRenderbuffer(RB, 5)
        return call(gl)

    return calls


@pytest.mark.parametrize(("call", "name"), [
    (lambda gl: gl.BindFramebuffer(RB, 1), "INVALID_ENUM"),
    (lambda gl: gl.BindRenderbuffer(FB, 1), "INVALID_ENUM"),
    (lambda gl: gl.GenFramebuffers(-1), "INVALID_VALUE"),
    (lambda gl: gl.GenRenderbuffers(-1), "INVALID_VALUE"),
    (lambda gl: gl.CheckFramebufferStatus(RB), "INVALID_ENUM"),
    (lambda gl: gl.RenderbufferStorage(FB, RGBA, 1, 1), "INVALID_ENUM"),
    (lambda gl: gl.RenderbufferStorage(RB, enums.LUMINANCE8, 1, 1), "INVALID_ENUM"),
    (lambda gl: gl.RenderbufferStorage(RB, RGBA, 1, 1), "INVALID_OPERATION"),
    (with_framebuffer(lambda gl: gl.RenderbufferStorage(RB, RGBA, -1, 1)), "INVALID_VALUE"),
    (with_framebuffer(lambda gl: gl.RenderbufferStorage(RB, RGBA, 1, 16385)), "INVALID_VALUE"),
    (with_framebuffer(lambda gl: gl.RenderbufferStorageMultisample(RB, 5, RGBA, 1, 1)), "INVALID_VALUE"),
    (lambda gl: gl.GetRenderbufferParameteriv(RB, enums.RENDERBUFFER_WIDTH_EXT), "INVALID_OPERATION"),
    (lambda gl: gl.GetRenderbufferParameteriv(RB, enums.TEXTURE_WIDTH), "INVALID_ENUM"),
    (lambda gl: gl.FramebufferRenderbuffer(FB, C0, RB, 0), "INVALID_OPERATION"),
    (with_framebuffer(lambda gl: gl.FramebufferRenderbuffer(RB, C0, RB, 5)), "INVALID_ENUM"),
    (with_framebuffer(lambda gl: gl.FramebufferRenderbuffer(FB, C0 + 8, RB, 5)), "INVALID_ENUM"),
    (with_framebuffer(lambda gl: gl.FramebufferRenderbuffer(FB, C0, FB, 5)), "INVALID_ENUM"),
    (with_framebuffer(lambda gl: gl.FramebufferRenderbuffer(FB, C0, RB, 6)), "INVALID_OPERATION"),
    (lambda gl: gl.GetFramebufferAttachmentParameteriv(FB, C0, TYPE), "INVALID_OPERATION"),
    (with_framebuffer(lambda gl: gl.GetFramebufferAttachmentParameteriv(FB, C0, NAME)), "INVALID_ENUM"),
    (with_framebuffer(lambda gl: gl.GetFramebufferAttachmentParameteriv(FB, C0, RGBA)), "INVALID_ENUM"),
    (with_framebuffer(lambda gl: gl.GetFramebufferAttachmentParameteriv(FB, RGBA, TYPE)), "INVALID_ENUM"),
    (with_framebuffer(lambda gl: gl.DrawBuffer(enums.BACK)), "INVALID_OPERATION"),
    (with_framebuffer(lambda gl: gl.DrawBuffersARB([enums.BACK_LEFT])), "INVALID_OPERATION"),
    (with_framebuffer(lambda gl: gl.DrawBuffersARB([C0, C0])), "INVALID_OPERATION"),
    (with_framebuffer(lambda gl: gl.DrawBuffer(C0 + 8)), "INVALID_OPERATION"),
    (with_framebuffer(lambda gl: gl.ReadBuffer(enums.FRONT)), "INVALID_OPERATION"),
    (with_framebuffer(lambda gl: gl.ReadBuffer(RGBA)), "INVALID_ENUM"),
    (lambda gl: gl.DrawBuffer(C0), "INVALID_OPERATION"), (lambda gl: gl.ReadBuffer(C0), "INVALID_OPERATION"),
    (lambda gl: gl.DrawBuffersARB([C0]), "INVALID_OPERATION"),
])  # fmt: skip
def test_errors(call: Callable[[Context], Any], name: str) -> None:
    assert error_of(call) == name


def test_limits() -> None:
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    assert gl.GetIntegerv(enums.MAX_COLOR_ATTACHMENTS_EXT) == 8
    assert gl.GetIntegerv(enums.MAX_RENDERBUFFER_SIZE_EXT) == 16384


def test_bits_of_what_is_drawn_into() -> None:
    """Table 8.nnn, "framebuffer dependent values"."""
    gl = bound(color=(5, enums.RGB16F_ARB), second=(6, enums.RGB16F_ARB), depth=(7, enums.DEPTH_COMPONENT))
    names = ("RED", "GREEN", "BLUE", "ALPHA", "DEPTH", "STENCIL")

    def bits() -> list[int]:
        return [gl.GetIntegerv(getattr(enums, f"{name}_BITS")) for name in names]

    assert bits() == [16, 16, 16, 0, 24, 0]
    gl.DrawBuffersARB([enums.NONE, C1])
    assert bits() == [16, 16, 16, 0, 24, 0]
    gl.DrawBuffer(enums.NONE)
    assert bits() == [0, 0, 0, 0, 24, 0]
    gl.BindFramebuffer(FB, 9)
    assert bits() == [0] * 6
    gl.BindFramebuffer(FB, 0)
    assert bits() == [8, 8, 8, 8, 24, 8]


def test_an_error_changes_nothing() -> None:
    gl = bound(color=(5, RGBA))
    gl.BindRenderbuffer(RB, 5)
    with pytest.raises(GLError):
        gl.RenderbufferStorage(RB, RGBA, 9, -9)
    with pytest.raises(GLError):
        gl.FramebufferRenderbuffer(FB, C0, RB, 77)
    assert gl.GetRenderbufferParameteriv(RB, enums.RENDERBUFFER_WIDTH_EXT) == 8
    assert gl.GetFramebufferAttachmentParameteriv(FB, C0, NAME) == 5
