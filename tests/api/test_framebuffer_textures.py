"""Textures attached to framebuffer objects (NV_geometry_program4 4.4; EXT_framebuffer_object 4.4.2.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import GLError

FB, C0, C1 = enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT, enums.COLOR_ATTACHMENT1_EXT
DEPTH, STENCIL = enums.DEPTH_ATTACHMENT_EXT, enums.STENCIL_ATTACHMENT_EXT
RGBA, BYTES, FLOAT = enums.RGBA, enums.UNSIGNED_BYTE, enums.FLOAT
T2, T3, CUBE, RECT = enums.TEXTURE_2D, enums.TEXTURE_3D, enums.TEXTURE_CUBE_MAP, enums.TEXTURE_RECTANGLE_ARB
ARRAY1, ARRAY2 = enums.TEXTURE_1D_ARRAY_EXT, enums.TEXTURE_2D_ARRAY_EXT
FACE = enums.TEXTURE_CUBE_MAP_POSITIVE_X
COMPLETE = enums.FRAMEBUFFER_COMPLETE_EXT
WHITE, CLEAR = [255] * 4, enums.COLOR_BUFFER_BIT
LAYER_TARGETS = enums.FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS_EXT
LAYER_COUNT = enums.FRAMEBUFFER_INCOMPLETE_LAYER_COUNT_EXT
ATTACHMENT = enums.FRAMEBUFFER_INCOMPLETE_ATTACHMENT_EXT


def image(gl: Context, name: int, target: int, format: int = RGBA, depth: int = 3, level: int = 0) -> int:
    """An image of 4 × 4 texels, a layer's of ``depth``, all 0."""
    gl.BindTexture(target, name)
    of = (enums.DEPTH_COMPONENT, FLOAT) if format == enums.DEPTH_COMPONENT else (RGBA, BYTES)
    if target == enums.TEXTURE_1D:
        gl.TexImage1D(target, level, format, 4, 0, *of, None)
    elif target in (T3, ARRAY2):
        gl.TexImage3D(target, level, format, 4, 4, depth, 0, *of, None)
    elif target == ARRAY1:
        gl.TexImage2D(target, level, format, 4, depth, 0, *of, None)
    else:
        for face in range(6 if target == CUBE else 1):
            gl.TexImage2D(FACE + face if target == CUBE else target, level, format, 4, 4, 0, *of, None)
    return name


@pytest.fixture
def gl() -> Context:
    """With framebuffer 1; textures 1 to 3 are 1D to 3D, 4 a cube, 5 a rectangle, 6 and 7 arrays, 8 depths."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    for name, target in enumerate((enums.TEXTURE_1D, T2, T3, CUBE, RECT, ARRAY1, ARRAY2), 1):
        image(gl, name, target)
    image(gl, 8, T2, enums.DEPTH_COMPONENT)
    gl.BindFramebufferEXT(FB, 1)
    gl.ClearColor(1, 1, 1, 1)
    return gl


def texels(gl: Context, target: int) -> npt.NDArray[Any]:
    found: npt.NDArray[Any] = gl.GetTexImage(target, 0, RGBA, BYTES)
    return found


def white(found: npt.NDArray[Any]) -> list[bool]:
    """Which layers are white; the others must be black."""
    layers = found.reshape(found.shape[0], -1)
    assert (layers == layers[:, :1]).all()
    return (layers[:, 0] == 255).tolist()


def test_drawing_into_a_level(gl: Context) -> None:
    """4.4.2.3: levels of 1D, 2D and rectangle textures; the other levels stay."""
    gl.FramebufferTexture1DEXT(FB, C0, enums.TEXTURE_1D, 1, 0)
    assert gl.CheckFramebufferStatusEXT(FB) == COMPLETE
    gl.Clear(CLEAR)
    assert (texels(gl, enums.TEXTURE_1D) == 255).all() and texels(gl, enums.TEXTURE_1D).shape == (4, 4)
    for name, target in ((2, T2), (5, RECT)):
        gl.BindTexture(target, name)
        gl.FramebufferTexture2DEXT(FB, C0, target, name, 0)
        assert gl.CheckFramebufferStatusEXT(FB) == COMPLETE
        assert not texels(gl, target).any()
        gl.Enable(enums.SCISSOR_TEST)
        gl.Scissor(1, 0, 2, 1)
        gl.Clear(CLEAR)
        expected = np.zeros((4, 4, 4))
        expected[0, 1:3] = 255
        assert (texels(gl, target) == expected).all()
        assert (gl.ReadPixels(0, 0, 4, 4, RGBA, BYTES) == expected).all()
    gl.BindTexture(T2, 2)
    gl.TexImage2D(T2, 1, RGBA, 2, 2, 0, RGBA, BYTES, None)
    gl.FramebufferTexture(FB, C0, 2, 1)
    gl.Disable(enums.SCISSOR_TEST)
    gl.Clear(CLEAR)
    assert gl.GetTexImage(T2, 1, RGBA, BYTES).all() and not texels(gl, T2)[3].any()


def test_texels_that_change_under_a_framebuffer(gl: Context) -> None:
    """4.4.3: what TexSubImage puts there is drawn over, and read."""
    gl.BindTexture(T2, 2)
    gl.FramebufferTexture2D(FB, C0, T2, 2, 0)
    gl.Clear(CLEAR)
    gl.TexSubImage2D(T2, 0, 1, 1, 1, 1, RGBA, BYTES, np.array([[[1, 2, 3, 4]]], np.uint8))
    assert gl.ReadPixels(1, 1, 1, 1, RGBA, BYTES).tolist() == [[[1, 2, 3, 4]]]
    gl.Enable(enums.SCISSOR_TEST)
    gl.Scissor(0, 0, 1, 1)
    gl.ClearColor(0, 0, 0, 0)
    gl.Clear(CLEAR)
    found = texels(gl, T2)
    assert (
        found[1, 1].tolist() == [1, 2, 3, 4]
        and found[0, 0].tolist() == [0] * 4
        and found[3, 3].tolist() == WHITE
    )
    gl.TexImage2D(T2, 0, RGBA, 8, 2, 0, RGBA, BYTES, None)
    assert gl.ReadPixels(0, 0, 8, 2, RGBA, BYTES).shape == (2, 8, 4)
    assert not gl.ReadPixels(0, 0, 8, 2, RGBA, BYTES).any()


@pytest.mark.parametrize(("name", "target", "attach"), [
    (3, T3, lambda gl, layer: gl.FramebufferTextureLayerEXT(FB, C0, 3, 0, layer)),
    (3, T3, lambda gl, layer: gl.FramebufferTexture3DEXT(FB, C0, T3, 3, 0, layer)),
    (6, ARRAY1, lambda gl, layer: gl.FramebufferTextureLayerEXT(FB, C0, 6, 0, layer)),
    (7, ARRAY2, lambda gl, layer: gl.FramebufferTextureLayer(FB, C0, 7, 0, layer)),
])  # fmt: skip
def test_drawing_into_a_layer(gl: Context, name: int, target: int, attach: Callable[..., None]) -> None:
    gl.BindTexture(target, name)
    for layer, expected in ((1, [False, True, False]), (2, [False, True, True])):
        attach(gl, layer)
        assert gl.CheckFramebufferStatus(FB) == COMPLETE
        gl.Clear(CLEAR)
        assert white(texels(gl, target)) == expected
        query = gl.GetFramebufferAttachmentParameteriv
        assert query(FB, C0, enums.FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER_EXT) == layer
        assert query(FB, C0, enums.FRAMEBUFFER_ATTACHMENT_LAYERED_EXT) == 0
    attach(gl, 3)
    assert gl.CheckFramebufferStatus(FB) == ATTACHMENT


def test_drawing_into_faces(gl: Context) -> None:
    gl.BindTexture(CUBE, 4)
    gl.FramebufferTexture2DEXT(FB, C0, FACE + 1, 4, 0)
    gl.Clear(CLEAR)
    gl.FramebufferTextureFaceEXT(FB, C0, 4, 0, FACE + 4)
    assert gl.CheckFramebufferStatus(FB) == COMPLETE
    gl.Clear(CLEAR)
    assert white(np.stack([texels(gl, FACE + face) for face in range(6)])) == [
        face in (1, 4) for face in range(6)
    ]
    face = enums.FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE_EXT
    assert gl.GetFramebufferAttachmentParameteriv(FB, C0, face) == FACE + 4


@pytest.mark.parametrize(("name", "target"), [(3, T3), (4, CUBE), (6, ARRAY1), (7, ARRAY2)])
def test_layered_attachments(gl: Context, name: int, target: int) -> None:
    """4.4.7: Clear clears all layers, ReadPixels reads layer 0, draws go into layer 0."""

    def layers() -> npt.NDArray[Any]:
        if target != CUBE:
            return texels(gl, target)
        return np.stack([texels(gl, FACE + face) for face in range(6)])

    gl.BindTexture(target, name)
    gl.FramebufferTextureEXT(FB, C0, name, 0)
    assert gl.CheckFramebufferStatus(FB) == COMPLETE
    query = gl.GetFramebufferAttachmentParameteriv
    assert query(FB, C0, enums.FRAMEBUFFER_ATTACHMENT_LAYERED_EXT) == 1
    assert query(FB, C0, enums.FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER_EXT) == 0
    assert query(FB, C0, enums.FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE_EXT) == FACE
    gl.Clear(CLEAR)
    assert all(white(layers()))
    gl.Color4f(0, 0, 0, 0)
    gl.Begin(enums.QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Vertex2f(x, y)
    gl.End()
    assert white(layers()) == [layer > 0 for layer in range(len(layers()))]
    assert not gl.ReadPixels(0, 0, 1, 1, RGBA, BYTES).any()
    if target != CUBE:
        gl.FramebufferTextureLayer(FB, C0, name, 0, 2)
        gl.ClearColor(0, 0, 0, 0)
        gl.Clear(CLEAR)
        assert white(layers()) == [False, True, False]
        gl.FramebufferTexture(FB, C0, name, 0)
        gl.ClearColor(1, 1, 1, 1)
        gl.Clear(CLEAR)
        assert all(white(layers()))


def test_two_layers_of_one_texture(gl: Context) -> None:
    """They are attachments of their own."""
    gl.BindTexture(ARRAY2, 7)
    gl.FramebufferTextureLayer(FB, C0, 7, 0, 0)
    gl.FramebufferTextureLayer(FB, C1, 7, 0, 2)
    gl.DrawBuffersARB([C0, C1])
    assert gl.CheckFramebufferStatus(FB) == COMPLETE
    gl.Clear(CLEAR)
    assert white(texels(gl, ARRAY2)) == [True, False, True]
    gl.DrawBuffer(C1)
    gl.ClearColor(0, 0, 0, 0)
    gl.Clear(CLEAR)
    assert white(texels(gl, ARRAY2)) == [True, False, False]


def test_completeness_of_layers(gl: Context) -> None:
    """4.4.4.2."""
    gl.FramebufferTexture(FB, C0, 3, 0)
    gl.FramebufferTextureLayer(FB, C1, 7, 0, 0)
    assert gl.CheckFramebufferStatus(FB) == LAYER_TARGETS, "one of them is not layered"
    gl.FramebufferTexture(FB, C1, 7, 0)
    assert gl.CheckFramebufferStatus(FB) == LAYER_TARGETS, "3D and array"
    image(gl, 9, T3, depth=5)
    gl.FramebufferTexture(FB, C1, 9, 0)
    assert gl.CheckFramebufferStatus(FB) == LAYER_COUNT
    image(gl, 9, T3, depth=3)
    assert gl.CheckFramebufferStatus(FB) == COMPLETE
    gl.FramebufferTexture2D(FB, DEPTH, T2, 8, 0)
    assert gl.CheckFramebufferStatus(FB) == LAYER_TARGETS
    image(gl, 10, ARRAY2, enums.DEPTH_COMPONENT)
    gl.FramebufferTexture(FB, DEPTH, 10, 0)
    assert gl.CheckFramebufferStatus(FB) == COMPLETE, "depths may be of another target"
    with pytest.raises(GLError):
        gl.FramebufferTexture(FB, C0, 77, 0)


@pytest.mark.parametrize(("format", "status"), [
    (enums.RGB8, "COMPLETE"), (enums.RGBA16F_ARB, "COMPLETE"), (enums.RGB32F_ARB, "COMPLETE"),
    (enums.LUMINANCE8, "INCOMPLETE_ATTACHMENT"), (enums.ALPHA, "INCOMPLETE_ATTACHMENT"),
    (enums.DEPTH_COMPONENT, "INCOMPLETE_ATTACHMENT"), (enums.RGBA16, "UNSUPPORTED"),
    (enums.SRGB8_ALPHA8_EXT, "UNSUPPORTED"),
])  # fmt: skip
def test_formats_that_are_drawn_into(gl: Context, format: int, status: str) -> None:
    """4.4.4: RGB and RGBA are; of these nvrender draws into bytes and floats."""
    image(gl, 9, T2, format)
    gl.FramebufferTexture(FB, C0, 9, 0)
    assert gl.CheckFramebufferStatus(FB) == getattr(enums, f"FRAMEBUFFER_{status}_EXT")


def test_images_that_are_not_there(gl: Context) -> None:
    """4.4.4.1."""
    gl.FramebufferTexture(FB, C0, 2, 3)
    assert gl.CheckFramebufferStatus(FB) == ATTACHMENT
    gl.FramebufferTexture(FB, C0, 4, 0)
    assert gl.CheckFramebufferStatus(FB) == COMPLETE
    gl.BindTexture(CUBE, 4)
    gl.TexImage2D(FACE + 5, 0, RGBA, 8, 8, 0, RGBA, BYTES, None)
    assert gl.CheckFramebufferStatus(FB) == ATTACHMENT, "faces differ"
    gl.FramebufferTextureFaceEXT(FB, C0, 4, 0, FACE)
    assert gl.CheckFramebufferStatus(FB) == COMPLETE
    gl.DeleteTextures([4])
    assert gl.CheckFramebufferStatus(FB) == enums.FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT_EXT
    image(gl, 9, T2)
    gl.BindTexture(T2, 9)
    gl.TexImage2D(T2, 0, RGBA, 6, 6, 1, RGBA, BYTES, None)
    gl.FramebufferTexture(FB, C0, 9, 0)
    assert gl.CheckFramebufferStatus(FB) == enums.FRAMEBUFFER_UNSUPPORTED_EXT, "of a border"


def test_depth_textures(gl: Context) -> None:
    """What is drawn into one is read as depths, and from the texture."""
    gl.FramebufferTexture2D(FB, DEPTH, T2, 8, 0)
    gl.FramebufferTexture2D(FB, C0, T2, 2, 0)
    assert gl.CheckFramebufferStatus(FB) == COMPLETE
    gl.ClearDepth(0.75)
    gl.Clear(enums.DEPTH_BUFFER_BIT)
    gl.BindTexture(T2, 8)
    assert gl.GetTexImage(T2, 0, enums.DEPTH_COMPONENT, FLOAT).ravel() == pytest.approx([0.75] * 16, abs=1e-7)
    assert gl.ReadPixels(1, 1, 1, 1, enums.DEPTH_COMPONENT, FLOAT)[0, 0, 0] == pytest.approx(0.75, abs=1e-7)
    gl.FramebufferTexture2D(FB, STENCIL, T2, 8, 0)
    assert gl.CheckFramebufferStatus(FB) == ATTACHMENT


def test_what_is_attached(gl: Context) -> None:
    """6.1.3; a command that fails changes nothing; texture 0 detaches, whatever else is said."""
    query = gl.GetFramebufferAttachmentParameterivEXT
    gl.FramebufferTexture2D(FB, C0, T2, 2, 5)
    with pytest.raises(GLError):
        gl.FramebufferTexture2D(FB, C0, T2, 3, 0)
    values = {
        "OBJECT_TYPE": enums.TEXTURE, "OBJECT_NAME": 2, "TEXTURE_LEVEL": 5, "TEXTURE_LAYER": 0, "LAYERED": 0,
        "TEXTURE_CUBE_MAP_FACE": FACE,
    }  # fmt: skip
    for name, value in values.items():
        assert query(FB, C0, getattr(enums, f"FRAMEBUFFER_ATTACHMENT_{name}_EXT")) == value
    gl.FramebufferTextureLayerEXT(FB, C0, 0, -1, -1)
    assert query(FB, C0, enums.FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE_EXT) == enums.NONE


def test_mipmaps(gl: Context) -> None:
    """EXT_framebuffer_object 3.8.8: of what was drawn, when it is asked for."""
    gl.BindTexture(T2, 2)
    gl.FramebufferTexture2D(FB, C0, T2, 2, 0)
    gl.Enable(enums.SCISSOR_TEST)
    gl.Scissor(0, 0, 2, 4)
    gl.Clear(CLEAR)
    gl.GenerateMipmapEXT(T2)
    assert gl.GetTexImage(T2, 1, enums.RED, BYTES)[..., 0].tolist() == [[255, 0], [255, 0]]
    assert gl.GetTexImage(T2, 2, enums.RED, BYTES).tolist() == [[[128]]]


def prepared(call: Callable[[Context], Any]) -> Callable[[Context], Any]:
    def calls(gl: Context) -> Any:
        for name, target in enumerate((enums.TEXTURE_1D, T2, T3, CUBE, RECT, ARRAY1, ARRAY2), 1):
            gl.BindTexture(target, name)
        gl.BindTexture(enums.TEXTURE_BUFFER_EXT, 8)
        gl.BindFramebuffer(FB, 1)
        return call(gl)

    return calls


@pytest.mark.parametrize(("call", "name"), [
    (lambda gl: gl.FramebufferTexture(FB, C0, 0, 0), "INVALID_OPERATION"),
    *((prepared(call), name) for call, name in (
        (lambda gl: gl.FramebufferTexture(T2, C0, 2, 0), "INVALID_ENUM"),
        (lambda gl: gl.FramebufferTexture(FB, C0 + 8, 2, 0), "INVALID_ENUM"),
        (lambda gl: gl.FramebufferTexture(FB, C0, 9, 0), "INVALID_VALUE"),
        (lambda gl: gl.FramebufferTexture(FB, C0, 2, -1), "INVALID_VALUE"),
        (lambda gl: gl.FramebufferTexture(FB, C0, 2, 13), "INVALID_VALUE"),
        (lambda gl: gl.FramebufferTexture(FB, C0, 3, 10), "INVALID_VALUE"),
        (lambda gl: gl.FramebufferTexture(FB, C0, 5, 1), "INVALID_VALUE"),
        (lambda gl: gl.FramebufferTexture(FB, C0, 8, 0), "INVALID_OPERATION"),
        (lambda gl: gl.FramebufferTexture(FB, C0, 8, -1), "INVALID_VALUE"),
        (lambda gl: gl.FramebufferTextureLayer(FB, C0, 3, 0, -1), "INVALID_VALUE"),
        (lambda gl: gl.FramebufferTextureLayer(FB, C0, 9, 0, 0), "INVALID_VALUE"),
        (lambda gl: gl.FramebufferTextureLayer(FB, C0, 2, 0, 0), "INVALID_OPERATION"),
        (lambda gl: gl.FramebufferTextureLayer(FB, C0, 4, 0, 0), "INVALID_OPERATION"),
        (lambda gl: gl.FramebufferTextureLayer(FB, C0, 2, 0, -1), "INVALID_VALUE"),
        (lambda gl: gl.FramebufferTextureFaceEXT(FB, C0, 4, 0, CUBE), "INVALID_ENUM"),
        (lambda gl: gl.FramebufferTextureFaceEXT(FB, C0, 9, 0, FACE), "INVALID_VALUE"),
        (lambda gl: gl.FramebufferTextureFaceEXT(FB, C0, 2, 0, FACE), "INVALID_OPERATION"),
        (lambda gl: gl.FramebufferTextureFaceEXT(FB, C0, 0, 0, CUBE), ""),
        (lambda gl: gl.FramebufferTexture1D(FB, C0, T2, 1, 0), "INVALID_ENUM"),
        (lambda gl: gl.FramebufferTexture1D(FB, C0, T2, 0, 0), ""),
        (lambda gl: gl.FramebufferTexture1D(FB, C0, enums.TEXTURE_1D, 2, 0), "INVALID_OPERATION"),
        (lambda gl: gl.FramebufferTexture2D(FB, C0, T3, 3, 0), "INVALID_ENUM"),
        (lambda gl: gl.FramebufferTexture2D(FB, C0, T2, 5, 0), "INVALID_OPERATION"),
        (lambda gl: gl.FramebufferTexture2D(FB, C0, FACE, 2, 0), "INVALID_OPERATION"),
        (lambda gl: gl.FramebufferTexture2D(FB, C0, T2, 4, 0), "INVALID_OPERATION"),
        (lambda gl: gl.FramebufferTexture3D(FB, C0, T2, 0, 0, 0), "INVALID_ENUM"),
        (lambda gl: gl.FramebufferTexture3D(FB, C0, T3, 7, 0, 0), "INVALID_OPERATION"),
        (lambda gl: gl.FramebufferTexture3D(FB, C0, T3, 3, 0, -1), "INVALID_VALUE"),
        (lambda gl: gl.GenerateMipmap(RECT), "INVALID_ENUM"),
        (lambda gl: gl.GenerateMipmap(FACE), "INVALID_ENUM"),
        (lambda gl: gl.GenerateMipmap(CUBE), "INVALID_OPERATION"),
        (lambda gl: gl.GenerateMipmap(T2), ""),
    )),
])  # fmt: skip
def test_errors(call: Callable[[Context], Any], name: str) -> None:
    """4.4.2.3."""
    assert error_of(call) == name


def test_copies_of_a_framebuffer_object(gl: Context) -> None:
    """OpenGL 1.5, 3.8.2: CopyTexImage reads it as ReadPixels does, with the same errors."""
    image(gl, 9, T2, enums.RGBA32F_ARB)
    gl.FramebufferTexture(FB, C0, 9, 0)
    gl.ClearColor(0.25, 0.5, 1, 1)
    gl.Clear(CLEAR)
    gl.BindTexture(T2, 2)
    gl.CopyTexImage2D(T2, 0, enums.RGB8, 2, 2, 4, 4, 0)
    found = gl.GetTexImage(T2, 0, RGBA, BYTES)
    assert found[:2, :2].tolist() == [[[64, 128, 255, 255]] * 2] * 2 and not found[2:, :, :3].any()
    with pytest.raises(GLError) as caught:
        gl.CopyTexImage2D(T2, 0, enums.DEPTH_COMPONENT, 0, 0, 4, 4, 0)
    assert caught.value.name == "INVALID_OPERATION", "there are no depths"
    gl.FramebufferTexture(FB, C0, 0, 0)
    with pytest.raises(GLError) as caught:
        gl.CopyTexSubImage2D(T2, 0, 0, 0, 0, 0, 1, 1)
    assert caught.value.name == "INVALID_FRAMEBUFFER_OPERATION"
