"""Several samples a pixel: state, queries and errors.

NV_explicit_multisample, EXT_framebuffer_multisample, OpenGL 1.5, 4.1.3.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

RENDERBUFFER = enums.TEXTURE_RENDERBUFFER_NV
BINDING, STORE = enums.TEXTURE_BINDING_RENDERBUFFER_NV, enums.TEXTURE_RENDERBUFFER_DATA_STORE_BINDING_NV
VALUE = enums.SAMPLE_MASK_VALUE_NV
_POINT = enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT


def test_what_there_is_at_first() -> None:
    """New State; OpenGL 1.5, table 6.16."""
    gl = context()
    assert gl.GetIntegerv(enums.SAMPLE_BUFFERS) == gl.GetIntegerv(enums.SAMPLES) == 0
    assert gl.IsEnabled(enums.MULTISAMPLE)
    for cap in (
        enums.SAMPLE_MASK_NV,
        enums.SAMPLE_COVERAGE,
        enums.SAMPLE_ALPHA_TO_COVERAGE,
        enums.SAMPLE_ALPHA_TO_ONE,
    ):
        assert not gl.IsEnabled(cap) and gl.GetIntegerv(cap) == 0
    assert gl.GetIntegerv(enums.MAX_SAMPLE_MASK_WORDS_NV) == 1
    assert gl.GetIntegerIndexedvEXT(VALUE, 0) == 0xFFFFFFFF and gl.GetBooleanIndexedvEXT(VALUE, 0) is True
    assert (
        gl.GetFloatv(enums.SAMPLE_COVERAGE_VALUE) == 1
        and gl.GetBooleanv(enums.SAMPLE_COVERAGE_INVERT) is False
    )
    assert gl.GetIntegerv(BINDING) == gl.GetIntegerv(STORE) == 0
    assert gl.GetError() == enums.NO_ERROR


def test_the_mask() -> None:
    gl = context()
    gl.SampleMaskIndexedNV(0, -2)
    assert gl.GetIntegerIndexedvEXT(VALUE, 0) == 0xFFFFFFFE
    gl.SampleMaskIndexedNV(0, 0)
    assert gl.GetBooleanIndexedvEXT(VALUE, 0) is False
    gl.SampleCoverage(2, True)
    assert (
        gl.GetFloatv(enums.SAMPLE_COVERAGE_VALUE) == 1
        and gl.GetBooleanv(enums.SAMPLE_COVERAGE_INVERT) is True
    )


def test_attributes() -> None:
    """The groups "multisample" and "enable"."""
    gl = context()
    gl.PushAttrib(enums.MULTISAMPLE_BIT)
    gl.SampleMaskIndexedNV(0, 5)
    gl.SampleCoverage(0.5, True)
    gl.Enable(enums.SAMPLE_MASK_NV)
    gl.Disable(enums.MULTISAMPLE)
    gl.PopAttrib()
    assert gl.GetIntegerIndexedvEXT(VALUE, 0) == 0xFFFFFFFF and gl.GetFloatv(enums.SAMPLE_COVERAGE_VALUE) == 1
    assert gl.IsEnabled(enums.MULTISAMPLE) and not gl.IsEnabled(enums.SAMPLE_MASK_NV)


def test_samples_that_are_not_there_change_no_picture() -> None:
    """OpenGL 1.5, 4.1.3: without a multisample buffer its operations change nothing."""
    gl = Context(backend="oracle", size=(2, 2), raise_errors=True)
    for cap in (enums.SAMPLE_MASK_NV, enums.SAMPLE_COVERAGE, enums.SAMPLE_ALPHA_TO_COVERAGE):
        gl.Enable(cap)
    gl.SampleMaskIndexedNV(0, 0)
    gl.SampleCoverage(0, False)
    gl.Begin(enums.QUADS)
    for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Vertex2f(*corner)
    gl.End()
    assert (gl.ReadPixels(0, 0, 2, 2, enums.RGBA, enums.UNSIGNED_BYTE) == 255).all()


def test_with_textures() -> None:
    """3.8.4, 3.8.12: a texture of a target of its own, which has the name of a renderbuffer."""
    gl = Context(backend="oracle", size=(2, 2), raise_errors=True)
    gl.BindRenderbuffer(enums.RENDERBUFFER_EXT, 5)
    gl.TexRenderbufferNV(RENDERBUFFER, 5)
    gl.BindTexture(RENDERBUFFER, 3)
    assert (gl.GetIntegerv(BINDING), gl.GetIntegerv(STORE)) == (3, 0)
    gl.BindRenderbuffer(enums.RENDERBUFFER_EXT, 6)
    gl.TexRenderbufferNV(RENDERBUFFER, 6)
    assert gl.GetIntegerv(STORE) == 6
    gl.ActiveTexture(enums.TEXTURE1)
    assert (gl.GetIntegerv(BINDING), gl.GetIntegerv(STORE)) == (0, 5)
    gl.TexRenderbufferNV(RENDERBUFFER, 0)
    assert gl.GetIntegerv(STORE) == 0
    gl.ActiveTexture(enums.TEXTURE0)
    gl.DeleteTextures([3])
    assert (gl.GetIntegerv(BINDING), gl.GetIntegerv(STORE)) == (0, 0)


def with_texture(call: Callable[[Context], Any]) -> Callable[[Context], Any]:
    def calls(gl: Context) -> Any:
        gl.BindTexture(RENDERBUFFER, 3)
        gl.BindFramebuffer(enums.FRAMEBUFFER_EXT, 1)
        return call(gl)

    return calls


@pytest.mark.parametrize(("call", "name"), [
    (lambda gl: gl.GetMultisamplefvNV(enums.SAMPLES, 0), "INVALID_ENUM"),
    (lambda gl: gl.GetMultisamplefvNV(enums.SAMPLE_POSITION_NV, 0), "INVALID_OPERATION"),
    (lambda gl: gl.SampleMaskIndexedNV(1, 0), "INVALID_VALUE"),
    (lambda gl: gl.SampleMaskIndexedNV(-1, 0), "INVALID_VALUE"),
    (lambda gl: gl.GetIntegerIndexedvEXT(VALUE, 1), "INVALID_VALUE"),
    (lambda gl: gl.GetBooleanIndexedvEXT(VALUE, 1), "INVALID_VALUE"),
    (lambda gl: gl.GetBooleanIndexedvEXT(enums.SAMPLES, 0), "INVALID_ENUM"),
    (lambda gl: gl.GetIntegerIndexedvEXT(enums.SAMPLES, 0), "INVALID_ENUM"),
    (lambda gl: gl.TexRenderbufferNV(enums.TEXTURE_2D, 0), "INVALID_ENUM"),
    (lambda gl: gl.TexRenderbufferNV(RENDERBUFFER, 7), "INVALID_OPERATION"),
    (with_texture(lambda gl: gl.BindTexture(enums.TEXTURE_2D, 3)), "INVALID_OPERATION"),
    (with_texture(lambda gl: gl.TexParameteri(RENDERBUFFER, enums.TEXTURE_WRAP_S, 1)), "INVALID_ENUM"),
    (with_texture(lambda gl: gl.GenerateMipmap(RENDERBUFFER)), "INVALID_ENUM"),
    (with_texture(lambda gl: gl.Enable(RENDERBUFFER)), "INVALID_ENUM"),
    (with_texture(lambda gl: gl.FramebufferTexture(*_POINT, 3, 0)),
     "INVALID_OPERATION"),
])  # fmt: skip
def test_errors(call: Callable[[Context], Any], name: str) -> None:
    """Errors; of the index of SampleMaskIndexedNV the list counts, not 4.1.3."""
    assert error_of(call) == name


FB, RB, C0 = enums.FRAMEBUFFER_EXT, enums.RENDERBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT


def made(gl: Context, samples: int = 4, name: int = 1, format: int = enums.RGBA8, size: int = 4) -> None:
    """A framebuffer of one renderbuffer, to be drawn into and read."""
    gl.BindRenderbuffer(RB, name)
    gl.RenderbufferStorageMultisample(RB, samples, format, size, size)
    gl.BindFramebuffer(FB, name)
    gl.FramebufferRenderbuffer(FB, C0, RB, name)


@pytest.mark.parametrize(("asked", "samples"), [(0, 0), (1, 4), (2, 4), (3, 4), (4, 4)])
def test_samples_of_renderbuffers(asked: int, samples: int) -> None:
    """4.4.2.1 and 4.4.4.2: at least so many, no more than the next number there is."""
    gl = context()
    assert gl.GetIntegerv(enums.MAX_SAMPLES_EXT) == 4
    made(gl, asked)
    assert gl.GetRenderbufferParameteriv(RB, enums.RENDERBUFFER_SAMPLES_EXT) == samples
    assert gl.GetIntegerv(enums.SAMPLES) == samples and gl.GetIntegerv(enums.SAMPLE_BUFFERS) == samples // 4
    gl.BindFramebuffer(enums.DRAW_FRAMEBUFFER_EXT, 0)
    assert gl.GetIntegerv(enums.SAMPLES) == gl.GetIntegerv(enums.SAMPLE_BUFFERS) == 0
    gl.RenderbufferStorage(RB, enums.RGBA8, 4, 4)
    assert gl.GetRenderbufferParameteriv(RB, enums.RENDERBUFFER_SAMPLES_EXT) == 0
    assert gl.GetError() == enums.NO_ERROR


def test_places_of_samples() -> None:
    """3.2.1: in pixels, from the lower left corner."""
    gl = context()
    made(gl)
    places = [gl.GetMultisamplefvNV(enums.SAMPLE_POSITION_NV, sample) for sample in range(4)]
    assert places == [(0.375, 0.125), (0.875, 0.375), (0.125, 0.625), (0.625, 0.875)]
    for wrong in (-1, 4):
        assert gl.GetMultisamplefvNV(enums.SAMPLE_POSITION_NV, wrong) is None
        assert gl.GetError() == enums.INVALID_OPERATION


def test_framebuffers_of_one_number_of_samples() -> None:
    gl = context()
    made(gl)
    gl.BindRenderbuffer(RB, 2)
    gl.RenderbufferStorage(RB, enums.DEPTH_COMPONENT, 4, 4)
    gl.FramebufferRenderbuffer(FB, enums.DEPTH_ATTACHMENT_EXT, RB, 2)
    assert gl.CheckFramebufferStatus(FB) == enums.FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_EXT
    assert gl.GetIntegerv(enums.SAMPLES) == 0
    gl.Clear(enums.COLOR_BUFFER_BIT)
    assert gl.GetError() == enums.INVALID_FRAMEBUFFER_OPERATION_EXT
    gl.RenderbufferStorageMultisample(RB, 2, enums.DEPTH_COMPONENT, 4, 4)
    assert gl.CheckFramebufferStatus(FB) == enums.FRAMEBUFFER_COMPLETE_EXT


def blit(
    *corners: int, read: int = 1, draw: int = 0, bits: int = enums.COLOR_BUFFER_BIT
) -> Callable[[Context], Any]:
    def call(gl: Context) -> None:
        gl.BindFramebuffer(enums.READ_FRAMEBUFFER_EXT, read)
        gl.BindFramebuffer(enums.DRAW_FRAMEBUFFER_EXT, draw)
        gl.BlitFramebuffer(*(corners or (0, 0, 4, 4, 0, 0, 4, 4)), bits, enums.NEAREST)

    return call


def after(*calls: Callable[[Context], Any]) -> Callable[[Context], Any]:
    def call(gl: Context) -> None:
        for each in calls:
            each(gl)

    return call


@pytest.mark.parametrize(("error", "call"), [
    ("INVALID_VALUE", lambda gl: made(gl, -1)),
    ("INVALID_VALUE", lambda gl: made(gl, 5)),
    ("INVALID_ENUM", lambda gl: made(gl, 4, format=enums.LUMINANCE8)),
    # 4.3.2 and 4.3.3: neither read nor copied.
    ("INVALID_OPERATION", after(made, lambda gl: gl.ReadPixels(
        0, 0, 1, 1, enums.RGBA, enums.UNSIGNED_BYTE))),
    ("INVALID_OPERATION", after(made, lambda gl: gl.CopyTexImage2D(
        enums.TEXTURE_2D, 0, enums.RGBA8, 0, 0, 1, 1, 0))),
    ("INVALID_OPERATION", after(made, lambda gl: (
        gl.TexImage2D(enums.TEXTURE_2D, 0, enums.RGBA8, 1, 1, 0, enums.RGBA, enums.UNSIGNED_BYTE, None),
        gl.CopyTexSubImage2D(enums.TEXTURE_2D, 0, 0, 0, 0, 0, 1, 1)))),
    ("", after(made, blit())),
    ("", after(made, blit(1, 1, 3, 3, 0, 0, 2, 2))),
    ("INVALID_OPERATION", after(made, blit(0, 0, 4, 4, 0, 0, 2, 4))),
    ("INVALID_OPERATION", after(made, blit(0, 0, 4, 4, 0, 0, 4, 3))),
    ("INVALID_OPERATION", after(made, blit(0, 0, 4, 4, 4, 0, 0, 4))),
    ("INVALID_OPERATION", after(made, blit(0, 0, 4, 4, 0, 0, 2, 4, bits=0))),
    ("INVALID_OPERATION", after(lambda gl: made(gl, format=enums.RGB8), blit())),
    ("INVALID_OPERATION", after(lambda gl: made(gl, format=enums.RGBA16F_ARB), blit())),
    ("INVALID_OPERATION", after(made, lambda gl: made(gl, 0, 2, enums.RGBA32F_ARB), blit(read=2, draw=1))),
    ("", after(made, lambda gl: made(gl, 0, 2), blit(read=2, draw=1))),
    ("", after(made, lambda gl: made(gl, 4, 2), blit(read=2, draw=1))),
    ("INVALID_FRAMEBUFFER_OPERATION", after(made, lambda gl: made(gl, 4, 2, size=0), blit(read=2, draw=1))),
])  # fmt: skip
def test_errors_of_samples(error: str, call: Callable[[Context], Any]) -> None:
    """EXT_framebuffer_multisample, Errors."""
    assert error_of(call) == error


@pytest.mark.parametrize(
    ("cap", "on"), [("MULTISAMPLE", False), ("SAMPLE_ALPHA_TO_COVERAGE", True), ("SAMPLE_ALPHA_TO_ONE", True)]
)
def test_what_nothing_is_drawn_with(cap: str, on: bool) -> None:
    gl = context()
    made(gl)
    (gl.Enable if on else gl.Disable)(getattr(enums, cap))
    gl.Clear(enums.COLOR_BUFFER_BIT)
    gl.Begin(enums.POINTS)
    gl.Vertex2f(0, 0)
    with pytest.raises(InputError, match=f"^{cap} is "):
        gl.End()
    gl.BindFramebuffer(FB, 0)
    gl.Begin(enums.POINTS)
    gl.Vertex2f(0, 0)
    gl.End()
    assert gl.GetError() == enums.NO_ERROR


def test_storage_is_made_at_once() -> None:
    """EXT_framebuffer_multisample 5.4: it goes into no list."""
    gl = context()
    gl.NewList(1, enums.COMPILE)
    made(gl)
    gl.EndList()
    assert gl.GetRenderbufferParameteriv(RB, enums.RENDERBUFFER_SAMPLES_EXT) == 4


def test_strings() -> None:
    """OpenGL 1.5, 6.1.11."""
    gl = context()
    assert gl.GetString(enums.VENDOR) == "nvrender" and gl.GetString(enums.RENDERER) == "nvrender oracle"
    assert gl.GetString(enums.VERSION).startswith("1.5 ")
    names = gl.GetString(enums.EXTENSIONS).split(" ")
    assert names == sorted(set(names)) and all(name.startswith("GL_") for name in names)
    assert {"GL_NV_vertex_program", "GL_ARB_fragment_program", "GL_EXT_framebuffer_object"} <= set(names)
    assert gl.GetString(enums.SAMPLES) is None and gl.GetError() == enums.INVALID_ENUM


T2, T3 = enums.TEXTURE_2D_MULTISAMPLE, enums.TEXTURE_2D_MULTISAMPLE_ARRAY
P2, P3 = enums.PROXY_TEXTURE_2D_MULTISAMPLE, enums.PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY
LEVEL = ("WIDTH", "HEIGHT", "DEPTH", "INTERNAL_FORMAT", "SAMPLES", "FIXED_SAMPLE_LOCATIONS",
         "COVERAGE_SAMPLES_NV", "COLOR_SAMPLES_NV", "RED_SIZE", "ALPHA_SIZE", "DEPTH_SIZE", "RED_TYPE_ARB",
         "DEPTH_TYPE_ARB", "BORDER", "COMPRESSED")  # fmt: skip


def level(gl: Context, target: int) -> list[int]:
    return [gl.GetTexLevelParameteriv(target, 0, getattr(enums, f"TEXTURE_{name}")) for name in LEVEL]


def test_images_of_several_samples() -> None:
    """ARB_texture_multisample 3.8.4, 3.8.12 and 6.1.3; NV_texture_multisample, New State."""
    gl = context()
    initial = [0, 0, 0, 1, 0, 1, *[0] * 9]
    normalized = enums.UNSIGNED_NORMALIZED_ARB
    for target, proxy, name in ((T2, P2, 3), (T3, P3, 4)):
        gl.BindTexture(target, name)
        assert level(gl, target) == level(gl, proxy) == initial
    gl.TexImage2DMultisample(T2, 2, enums.RGB8, 5, 6, False)
    assert level(gl, T2) == [5, 6, 1, enums.RGB8, 4, 0, 4, 4, 8, 0, 0, normalized, 0, 0, 0]
    gl.TexImage3DMultisample(T3, 4, enums.DEPTH_COMPONENT24, 5, 6, 7, True)
    depth = [5, 6, 7, enums.DEPTH_COMPONENT24, 4, 1, 4, 4, 0, 0, 24, 0, normalized, 0, 0]
    assert level(gl, T3) == depth and level(gl, P3) == initial
    gl.TexImage3DMultisample(P3, 4, enums.DEPTH_COMPONENT24, 5, 6, 7, True)
    assert level(gl, P3) == depth
    gl.TexImage2DMultisampleCoverageNV(T2, 4, 0, enums.RGBA16F_ARB, 1, 2, True)
    assert level(gl, T2)[:9] == [1, 2, 1, enums.RGBA16F_ARB, 4, 1, 4, 4, 16]
    gl.TexImage3DMultisampleCoverageNV(P3, 3, 3, enums.RGBA8, 9, 8, 7, True)
    assert level(gl, P3)[:5] == [9, 8, 7, enums.RGBA8, 4]
    gl.TexImage2DMultisample(P2, 1, enums.RGBA8, 99999, 1, True)  # too large: a proxy of nothing
    assert level(gl, P2) == initial
    gl.NewList(1, enums.COMPILE)
    gl.TexImage2DMultisample(P2, 1, enums.RGBA8, 9, 9, True)  # OpenGL 1.5, 5.4
    gl.TexImage2DMultisample(T2, 1, enums.RGBA8, 9, 9, True)
    gl.EndList()
    assert (level(gl, P2)[0], level(gl, T2)[0]) == (9, 1)
    gl.CallList(1)
    assert level(gl, T2)[0] == 9
    assert gl.GetIntegerv(enums.TEXTURE_BINDING_2D_MULTISAMPLE) == 3
    assert gl.GetIntegerv(enums.TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY) == 4
    limits = "COLOR_TEXTURE_SAMPLES", "DEPTH_TEXTURE_SAMPLES", "INTEGER_SAMPLES"
    assert [gl.GetIntegerv(getattr(enums, f"MAX_{name}")) for name in limits] == [4, 4, 1]
    for name, value in (("SAMPLES", 0), ("FIXED_SAMPLE_LOCATIONS", 1)):
        assert gl.GetTexLevelParameteriv(enums.TEXTURE_2D, 0, getattr(enums, f"TEXTURE_{name}")) == value
    assert gl.GetError() == enums.NO_ERROR


def attached(gl: Context, target: int = T2, *, fixed: bool = True, layer: int | None = None) -> None:
    gl.BindTexture(target, 7)
    if target == T2:
        gl.TexImage2DMultisample(T2, 4, enums.RGBA8, 4, 4, fixed)
    else:
        gl.TexImage3DMultisample(T3, 4, enums.RGBA8, 4, 4, 3, fixed)
    gl.BindFramebuffer(FB, 7)
    if layer is not None:
        gl.FramebufferTextureLayer(FB, C0, 7, 0, layer)
    elif target == T2:
        gl.FramebufferTexture2D(FB, C0, T2, 7, 0)
    else:
        gl.FramebufferTexture(FB, C0, 7, 0)


def status(gl: Context) -> int:
    value: int = gl.CheckFramebufferStatus(FB)
    return value


def test_framebuffers_of_such_textures() -> None:
    """4.4.2 and 4.4.4."""
    gl = context()
    for target in (T2, T3):
        gl.DeleteTextures([7])
        attached(gl, target)
        assert status(gl) == enums.FRAMEBUFFER_COMPLETE_EXT and gl.GetIntegerv(enums.SAMPLES) == 4
    gl.DeleteTextures([7])
    attached(gl, T3, layer=1)
    assert status(gl) == enums.FRAMEBUFFER_UNSUPPORTED_EXT
    attached(gl, T3, layer=3)
    assert status(gl) == enums.FRAMEBUFFER_INCOMPLETE_ATTACHMENT_EXT
    gl.DeleteTextures([7])
    attached(gl, fixed=False)
    assert status(gl) == enums.FRAMEBUFFER_COMPLETE_EXT
    gl.BindRenderbuffer(RB, 2)
    gl.RenderbufferStorageMultisample(RB, 4, enums.DEPTH_COMPONENT, 4, 4)
    gl.FramebufferRenderbuffer(FB, enums.DEPTH_ATTACHMENT_EXT, RB, 2)
    assert status(gl) == enums.FRAMEBUFFER_INCOMPLETE_MULTISAMPLE_EXT
    attached(gl)
    assert status(gl) == enums.FRAMEBUFFER_COMPLETE_EXT
    assert gl.GetError() == enums.NO_ERROR


#: Of a vertex and a fragment program.
TWO_TARGETS = """!!NV{}5.0
OPTION NV_explicit_multisample;
OPTION NV_texture_multisample;
TXFMS result.{}, {{0}}, texture[{}], {};
END"""


def two(first: str, unit: int, second: str) -> Callable[[Context], Any]:
    def call(gl: Context) -> None:
        for target, words in (
            (enums.VERTEX_PROGRAM_ARB, ("vp", "position", 0, first)),
            (enums.FRAGMENT_PROGRAM_ARB, ("fp", "color", unit, second)),
        ):
            gl.ProgramStringARB(target, enums.PROGRAM_FORMAT_ASCII_ARB, TWO_TARGETS.format(*words))
            assert gl.GetString(enums.PROGRAM_ERROR_STRING_ARB) == ""
            gl.Enable(target)
        gl.Begin(enums.POINTS)

    return call


@pytest.mark.parametrize(("error", "call"), [
    ("INVALID_ENUM", lambda gl: gl.TexImage2DMultisample(T3, 4, enums.RGBA8, 1, 1, True)),
    ("INVALID_ENUM", lambda gl: gl.TexImage3DMultisample(T2, 4, enums.RGBA8, 1, 1, 1, True)),
    ("INVALID_ENUM", lambda gl: gl.TexImage2DMultisample(enums.TEXTURE_2D, 4, enums.RGBA8, 1, 1, True)),
    ("INVALID_ENUM", lambda gl: gl.TexImage2DMultisample(T2, 4, enums.LUMINANCE8, 1, 1, True)),
    ("INVALID_ENUM", lambda gl: gl.TexImage2DMultisample(T2, 4, enums.RGB9_E5_EXT, 1, 1, True)),
    *(("INVALID_VALUE", lambda gl, count=count: gl.TexImage2DMultisample(T2, count, enums.RGBA8, 1, 1, True))
      for count in (-1, 0, 5)),
    ("INVALID_VALUE", lambda gl: gl.TexImage2DMultisample(T2, 4, enums.RGBA8, 4097, 1, True)),
    ("INVALID_VALUE", lambda gl: gl.TexImage2DMultisample(T2, 4, enums.RGBA8, 1, -1, True)),
    ("INVALID_VALUE", lambda gl: gl.TexImage3DMultisample(T3, 4, enums.RGBA8, 1, 1, 513, True)),
    ("OUT_OF_MEMORY", lambda gl: gl.TexImage2DMultisample(T2, 4, enums.RGBA8, 4096, 2048, True)),
    ("", lambda gl: gl.TexImage2DMultisample(T2, 4, enums.RGBA8, 4096, 1024, True)),
    ("INVALID_VALUE", lambda gl: gl.TexImage2DMultisampleCoverageNV(T2, 2, 3, enums.RGBA8, 1, 1, True)),
    ("INVALID_VALUE", lambda gl: gl.TexImage2DMultisampleCoverageNV(T2, 5, 2, enums.RGBA8, 1, 1, True)),
    ("INVALID_VALUE", lambda gl: gl.TexImage3DMultisampleCoverageNV(T3, 2, -1, enums.RGBA8, 1, 1, 1, True)),
    ("INVALID_VALUE", lambda gl: gl.GetTexLevelParameteriv(T2, 1, enums.TEXTURE_WIDTH)),
    ("INVALID_ENUM", lambda gl: gl.GetTexLevelParameteriv(T2, 0, enums.TEXTURE_WRAP_S)),
    ("INVALID_ENUM", lambda gl: gl.GetTexImage(T2, 0, enums.RGBA, enums.FLOAT)),
    ("INVALID_ENUM", lambda gl: gl.CopyTexImage2D(T2, 0, enums.RGBA8, 0, 0, 1, 1, 0)),
    ("INVALID_ENUM", lambda gl: gl.TexParameteri(T2, enums.TEXTURE_MAX_LEVEL, 0)),
    ("INVALID_ENUM", lambda gl: gl.GenerateMipmap(T3)),
    ("INVALID_ENUM", lambda gl: gl.Enable(T2)),
    ("INVALID_OPERATION", lambda gl: (gl.BindTexture(T2, 3), gl.BindTexture(T3, 3))),
    ("INVALID_VALUE", lambda gl: (attached(gl), gl.FramebufferTexture2D(FB, C0, T2, 7, 1))),
    ("INVALID_OPERATION", lambda gl: (attached(gl), gl.FramebufferTextureLayer(FB, C0, 7, 0, 0))),
    ("INVALID_OPERATION", lambda gl: (attached(gl), gl.FramebufferTexture2D(FB, C0, enums.TEXTURE_2D, 7, 0))),
    ("INVALID_ENUM", lambda gl: gl.GetMultisamplefv(enums.SAMPLES, 0)),
    ("INVALID_VALUE", lambda gl: gl.GetMultisamplefv(enums.SAMPLE_POSITION_NV, 0)),
    ("INVALID_VALUE", lambda gl: (attached(gl), gl.GetMultisamplefv(enums.SAMPLE_POSITION_NV, 4))),
    ("", lambda gl: (attached(gl), gl.GetMultisamplefv(enums.SAMPLE_POSITION_NV, 3))),
    ("INVALID_VALUE", lambda gl: gl.SampleMaski(1, 0)),
    ("", lambda gl: gl.SampleMaski(0, 0)),
    # NV_gpu_program4 2.X.4.4: a unit is taken for one target.
    ("INVALID_OPERATION", two("2DMS", 0, "RENDERBUFFER")),
    ("INVALID_OPERATION", two("2DMS", 0, "ARRAY2DMS")),
    ("", two("2DMS", 1, "RENDERBUFFER")),
    ("", two("RENDERBUFFER", 0, "RENDERBUFFER")),
])  # fmt: skip
def test_errors_of_textures(error: str, call: Callable[[Context], Any]) -> None:
    """ARB_texture_multisample and NV_texture_multisample, Errors."""
    assert error_of(call) == error


def test_an_image_with_a_handle_stays() -> None:
    """NV_bindless_texture 3.9.X."""
    gl = context()
    attached(gl)
    assert gl.GetTextureHandleNV(7) > 0
    gl.TexImage2DMultisample(T2, 4, enums.RGBA8, 1, 1, True)
    assert gl.GetError() == enums.INVALID_OPERATION
    assert gl.GetTexLevelParameteriv(T2, 0, enums.TEXTURE_WIDTH) == 4
