"""Handles of textures and images (NV_bindless_texture 3.9.X, 5.5.1 and 6.1.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums

T2D, RGBA8, BYTES = enums.TEXTURE_2D, enums.RGBA8, enums.UNSIGNED_BYTE


def image(gl: Context, name: int, target: int = T2D, level: int = 0, size: int = 4) -> None:
    """A texture of one level, complete as it is; of faces all six."""
    gl.BindTexture(target, name)
    gl.TexParameteri(target, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
    rest = 0, enums.RGBA, BYTES, None
    if target == enums.TEXTURE_CUBE_MAP:
        for face in range(6):
            place = enums.TEXTURE_CUBE_MAP_POSITIVE_X + face
            gl.TexImage2D(place, level, RGBA8, size, size, *rest)
    elif target == enums.TEXTURE_1D:
        gl.TexImage1D(target, level, RGBA8, size, *rest)
    elif target in (enums.TEXTURE_3D, enums.TEXTURE_2D_ARRAY_EXT):
        gl.TexImage3D(target, level, RGBA8, size, size, 3, *rest)
    else:
        gl.TexImage2D(target, level, RGBA8, size, 3 if target == enums.TEXTURE_1D_ARRAY_EXT else size, *rest)


def buffer_texture(gl: Context, name: int) -> None:
    gl.BindBuffer(enums.TEXTURE_BUFFER_EXT, 9)
    gl.BufferData(enums.TEXTURE_BUFFER_EXT, 64, enums.STATIC_DRAW)
    gl.BindTexture(enums.TEXTURE_BUFFER_EXT, name)
    gl.TexBufferEXT(enums.TEXTURE_BUFFER_EXT, enums.RGBA8, 9)


def test_a_handle_is_one_number() -> None:
    """3.9.X: unique for each texture, and for each combination of an image's arguments; never 0."""
    gl = context()
    image(gl, 1)
    image(gl, 2)
    image(gl, 3, enums.TEXTURE_2D_ARRAY_EXT)
    given = [
        gl.GetTextureHandleNV(1), gl.GetTextureHandleNV(2), gl.GetImageHandleNV(1, 0, False, 0, RGBA8),
        gl.GetImageHandleNV(1, 0, False, 0, enums.R32UI), gl.GetImageHandleNV(3, 0, False, 1, RGBA8),
        gl.GetImageHandleNV(3, 0, False, 2, RGBA8), gl.GetImageHandleNV(3, 0, True, 0, RGBA8),
    ]  # fmt: skip
    assert len(set(given)) == 7 and all(0 < each < 2**64 for each in given)
    assert gl.GetTextureHandleNV(2) == given[1]
    assert gl.GetImageHandleNV(1, 0, False, 0, enums.R32UI) == given[3]
    assert gl.GetImageHandleNV(3, 0, True, 2, RGBA8) == given[6]  # whose layer does not count
    assert gl.GetError() == enums.NO_ERROR


def test_residency() -> None:
    gl = context()
    image(gl, 1)
    texture, level = gl.GetTextureHandleNV(1), gl.GetImageHandleNV(1, 0, False, 0, RGBA8)
    assert not gl.IsTextureHandleResidentNV(texture) and not gl.IsImageHandleResidentNV(level)
    gl.MakeTextureHandleResidentNV(texture)
    gl.MakeImageHandleResidentNV(level, enums.READ_WRITE)
    assert gl.IsTextureHandleResidentNV(texture) and gl.IsImageHandleResidentNV(level)
    gl.MakeTextureHandleNonResidentNV(texture)
    gl.MakeImageHandleNonResidentNV(level)
    assert not gl.IsTextureHandleResidentNV(texture) and not gl.IsImageHandleResidentNV(level)
    assert gl.GetError() == enums.NO_ERROR


def test_handles_are_shared_and_residency_is_not() -> None:
    """Appendix D.X."""
    first = context()
    second = Context(backend="oracle", share=first)
    image(first, 1)
    handle = first.GetTextureHandleNV(1)
    assert second.GetTextureHandleNV(1) == handle
    first.MakeTextureHandleResidentNV(handle)
    assert not second.IsTextureHandleResidentNV(handle)
    second.MakeTextureHandleResidentNV(handle)
    assert first.GetError() == second.GetError() == enums.NO_ERROR


def test_handles_end_with_the_texture() -> None:
    """D.1.2; another texture of the name has another handle."""
    gl = context()
    image(gl, 1)
    texture, level = gl.GetTextureHandleNV(1), gl.GetImageHandleNV(1, 0, False, 0, RGBA8)
    gl.MakeTextureHandleResidentNV(texture)
    gl.DeleteTextures([1])
    for call, handle in ((gl.IsTextureHandleResidentNV, texture), (gl.IsImageHandleResidentNV, level)):
        assert call(handle) is False and gl.GetError() == enums.INVALID_OPERATION
    image(gl, 1)
    other = gl.GetTextureHandleNV(1)
    assert other not in (texture, level) and not gl.IsTextureHandleResidentNV(other)


FROZEN: list[Callable[[Context], Any]] = [
    lambda gl: gl.TexImage2D(T2D, 0, RGBA8, 4, 4, 0, enums.RGBA, BYTES, None),
    lambda gl: gl.TexImage2D(T2D, 1, RGBA8, 2, 2, 0, enums.RGBA, BYTES, None),
    lambda gl: gl.CopyTexImage2D(T2D, 0, RGBA8, 0, 0, 4, 4, 0),
    lambda gl: gl.TexParameteri(T2D, enums.TEXTURE_MIN_FILTER, enums.NEAREST),
    lambda gl: gl.TexParameterf(T2D, enums.TEXTURE_MIN_LOD, 0),
    lambda gl: gl.TexParameterfv(T2D, enums.TEXTURE_BORDER_COLOR, (0, 0, 0, 0)),
    lambda gl: gl.TexParameteriv(T2D, enums.TEXTURE_BORDER_COLOR, (0, 0, 0, 0)),
    lambda gl: gl.TexParameterIivEXT(T2D, enums.TEXTURE_BASE_LEVEL, 0),
]
MAKERS: list[Callable[[Context], int]] = [
    lambda gl: int(gl.GetTextureHandleNV(1)), lambda gl: int(gl.GetImageHandleNV(1, 0, False, 0, RGBA8)),
]  # fmt: skip


@pytest.mark.parametrize("call", FROZEN)
@pytest.mark.parametrize("handle", MAKERS)
def test_a_texture_with_a_handle_stays_as_it_is(
    call: Callable[[Context], Any], handle: Callable[[Context], int]
) -> None:
    """3.9.X: INVALID_OPERATION; that it was resident does not matter."""
    gl = context()
    image(gl, 1)
    call(gl)
    assert gl.GetError() == enums.NO_ERROR
    image(gl, 1)
    handle(gl)
    call(gl)
    assert gl.GetError() == enums.INVALID_OPERATION
    gl.BindTexture(T2D, 2)
    call(gl)
    assert gl.GetError() == enums.NO_ERROR


def test_its_texels_may_change() -> None:
    """3.9.X: TexSubImage*, CopyTexSubImage*, and rendering to a framebuffer object."""
    gl = Context(backend="oracle", size=(8, 8), raise_errors=True)
    image(gl, 1)
    gl.GetTextureHandleNV(1)
    gl.TexSubImage2D(T2D, 0, 0, 0, 1, 1, enums.RGBA, BYTES, np.full((1, 1, 4), 7, np.uint8))
    gl.CopyTexSubImage2D(T2D, 0, 1, 0, 0, 0, 1, 1)
    gl.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 1)
    gl.FramebufferTexture2DEXT(enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT, T2D, 1, 0)
    gl.ClearColor(1, 0, 0, 1)
    gl.Scissor(2, 2, 2, 2)
    gl.Enable(enums.SCISSOR_TEST)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    texels = gl.GetTexImage(T2D, 0, enums.RGBA, BYTES)
    assert texels[0, 0].tolist() == [7] * 4 and texels[3, 3].tolist() == [255, 0, 0, 255]


def test_proxies_and_priorities_are_not_the_texture() -> None:
    gl = context()
    image(gl, 1)
    gl.GetTextureHandleNV(1)
    gl.TexImage2D(enums.PROXY_TEXTURE_2D, 0, RGBA8, 4, 4, 0, enums.RGBA, BYTES, None)
    gl.PrioritizeTextures([1], [0.5])
    assert gl.GetError() == enums.NO_ERROR


def test_pop_attrib_leaves_it() -> None:
    gl = context()
    image(gl, 1)
    gl.PushAttrib(enums.TEXTURE_BIT)
    gl.TexParameteri(T2D, enums.TEXTURE_MAG_FILTER, enums.NEAREST)
    gl.GetTextureHandleNV(1)
    gl.PopAttrib()
    assert gl.GetTexParameteriv(T2D, enums.TEXTURE_MAG_FILTER) == enums.NEAREST


def test_a_buffer_of_a_texture_with_a_handle_keeps_its_size() -> None:
    """3.9.X: BufferData and TexBuffer, not BufferSubData and MapBuffer."""
    gl = context()
    buffer_texture(gl, 1)
    gl.GetTextureHandleNV(1)
    gl.BufferSubData(enums.TEXTURE_BUFFER_EXT, 0, b"1234")
    gl.MapBuffer(enums.TEXTURE_BUFFER_EXT, enums.WRITE_ONLY)
    gl.UnmapBuffer(enums.TEXTURE_BUFFER_EXT)
    assert gl.GetError() == enums.NO_ERROR
    gl.BufferData(enums.TEXTURE_BUFFER_EXT, 64, enums.STATIC_DRAW)
    assert gl.GetError() == enums.INVALID_OPERATION
    gl.TexBufferEXT(enums.TEXTURE_BUFFER_EXT, enums.RGBA8, 0)
    assert gl.GetError() == enums.INVALID_OPERATION
    gl.BindBuffer(enums.ARRAY_BUFFER, 8)
    gl.BufferData(enums.ARRAY_BUFFER, 64, enums.STATIC_DRAW)
    gl.DeleteTextures([1])
    gl.BufferData(enums.TEXTURE_BUFFER_EXT, 32, enums.STATIC_DRAW)
    assert gl.GetError() == enums.NO_ERROR


LAYERED = [enums.TEXTURE_3D, enums.TEXTURE_1D_ARRAY_EXT, enums.TEXTURE_2D_ARRAY_EXT, enums.TEXTURE_CUBE_MAP]


@pytest.mark.parametrize("target", [T2D, enums.TEXTURE_1D, enums.TEXTURE_RECTANGLE_ARB, *LAYERED])
def test_layers(target: int) -> None:
    """INVALID_VALUE for a layer that is not there, INVALID_OPERATION for layers of what has none."""
    gl = context()
    image(gl, 1, target)
    layers = 6 if target == enums.TEXTURE_CUBE_MAP else 3 if target in LAYERED else 1
    for layer in range(layers):
        assert gl.GetImageHandleNV(1, 0, False, layer, RGBA8) and gl.GetError() == enums.NO_ERROR
    for layer in (layers, -1):
        assert gl.GetImageHandleNV(1, 0, False, layer, RGBA8) == 0
        assert gl.GetError() == enums.INVALID_VALUE
    found = gl.GetImageHandleNV(1, 0, True, 77, RGBA8)
    assert bool(found) == (target in LAYERED)
    assert gl.GetError() == (enums.NO_ERROR if target in LAYERED else enums.INVALID_OPERATION)


def test_what_fails_gives_nothing() -> None:
    """OpenGL 1.5, 2.5: a command in error has no effect; what it returns is 0 or FALSE."""
    gl = context()
    gl.GenSamplers(1)
    assert gl.GetTextureHandleNV(77) == gl.GetTextureSamplerHandleNV(77, 1) == 0
    assert gl.GetImageHandleNV(77, 0, False, 0, RGBA8) == 0
    for asked in (
        gl.IsTextureHandleResidentNV(7), gl.IsImageHandleResidentNV(7), gl.IsNamedBufferResidentNV(0),
        gl.IsBufferResidentNV(enums.ARRAY_BUFFER),
    ):  # fmt: skip
        assert asked is False
    assert gl.GetError() == enums.INVALID_VALUE


def test_images_of_buffer_textures() -> None:
    gl = context()
    buffer_texture(gl, 1)
    assert gl.GetImageHandleNV(1, 0, False, 0, RGBA8) and gl.GetError() == enums.NO_ERROR
    assert gl.GetImageHandleNV(1, 1, False, 0, RGBA8) == 0 and gl.GetError() == enums.INVALID_VALUE


def incomplete(gl: Context) -> int:
    gl.BindTexture(T2D, 5)
    gl.TexImage2D(T2D, 0, RGBA8, 4, 4, 0, enums.RGBA, BYTES, None)  # which wants mipmaps
    return 5


@pytest.mark.parametrize(
    ("error", "call"),
    [
        *((error, lambda gl, name=name: gl.GetTextureHandleNV(name))
          for error, name in (("INVALID_VALUE", 0), ("INVALID_VALUE", 77), ("", 1))),
        ("INVALID_VALUE", lambda gl: gl.GetTextureHandleNV(gl.GenTextures(1)[0])),
        ("INVALID_OPERATION", lambda gl: gl.GetTextureHandleNV(incomplete(gl))),
        ("INVALID_OPERATION", lambda gl: (gl.BindTexture(enums.TEXTURE_BUFFER_EXT, 6),
                                          gl.GetTextureHandleNV(6))),
        ("INVALID_OPERATION", lambda gl: (gl.BindTexture(enums.TEXTURE_BUFFER_EXT, 6),
                                          gl.GetTextureSamplerHandleNV(6, gl.GenSamplers(1)[0]))),
        # A new sampler wants mipmaps, which the texture alone does not.
        ("INVALID_OPERATION", lambda gl: gl.GetTextureSamplerHandleNV(1, gl.GenSamplers(1)[0])),
        ("INVALID_VALUE", lambda gl: gl.GetTextureSamplerHandleNV(0, 1)),
        ("INVALID_VALUE", lambda gl: gl.GetTextureSamplerHandleNV(1, 0)),
        ("INVALID_VALUE", lambda gl: gl.GetTextureSamplerHandleNV(1, 7)),
        ("INVALID_VALUE", lambda gl: gl.GetImageHandleNV(0, 0, False, 0, RGBA8)),
        ("INVALID_VALUE", lambda gl: gl.GetImageHandleNV(77, 0, False, 0, RGBA8)),
        ("INVALID_VALUE", lambda gl: gl.GetImageHandleNV(1, 1, False, 0, RGBA8)),
        ("INVALID_VALUE", lambda gl: gl.GetImageHandleNV(3, 7, True, 0, RGBA8)),
        ("INVALID_VALUE", lambda gl: gl.GetImageHandleNV(1, -1, False, 0, RGBA8)),
        ("INVALID_VALUE", lambda gl: gl.GetImageHandleNV(1, 0, False, 0, enums.RGB8)),
        ("INVALID_OPERATION", lambda gl: gl.GetImageHandleNV(incomplete(gl), 0, False, 0, RGBA8)),
        ("INVALID_VALUE", lambda gl: gl.GetImageHandleNV(incomplete(gl), 3, False, 0, RGBA8)),
        *(("INVALID_OPERATION", lambda gl, name=name, rest=rest: getattr(gl, name)(0, *rest))
          for name, rest in (
              ("MakeTextureHandleResidentNV", ()), ("MakeTextureHandleNonResidentNV", ()),
              ("IsTextureHandleResidentNV", ()), ("MakeImageHandleResidentNV", (enums.READ_ONLY,)),
              ("MakeImageHandleNonResidentNV", ()), ("IsImageHandleResidentNV", ()))),
        # Handles of the other kind, handles that are resident, and those that are not.
        ("INVALID_OPERATION", lambda gl: gl.MakeTextureHandleResidentNV(MAKERS[1](gl))),
        ("INVALID_OPERATION", lambda gl: gl.IsTextureHandleResidentNV(MAKERS[1](gl))),
        ("INVALID_OPERATION", lambda gl: gl.MakeImageHandleResidentNV(MAKERS[0](gl), enums.READ_ONLY)),
        ("INVALID_OPERATION", lambda gl: gl.IsImageHandleResidentNV(MAKERS[0](gl))),
        ("INVALID_OPERATION", lambda gl: [gl.MakeTextureHandleResidentNV(MAKERS[0](gl)) for _ in "12"]),
        ("INVALID_OPERATION", lambda gl: [
            gl.MakeImageHandleResidentNV(MAKERS[1](gl), access)
            for access in (enums.READ_ONLY, enums.WRITE_ONLY)
        ]),
        ("INVALID_OPERATION", lambda gl: gl.MakeTextureHandleNonResidentNV(MAKERS[0](gl))),
        ("INVALID_OPERATION", lambda gl: gl.MakeImageHandleNonResidentNV(MAKERS[1](gl))),
        ("INVALID_ENUM", lambda gl: gl.MakeImageHandleResidentNV(MAKERS[1](gl), 7)),
    ],
)  # fmt: skip
def test_errors(error: str, call: Callable[[Context], Any]) -> None:
    def textured(gl: Context) -> None:
        image(gl, 1)
        call(gl)

    assert error_of(textured) == error


def test_residency_is_not_listed() -> None:
    """5.5.1: handle residency management."""
    gl = context()
    image(gl, 1)
    texture, level = (make(gl) for make in MAKERS)
    gl.NewList(1, enums.COMPILE)
    gl.MakeTextureHandleResidentNV(texture)
    gl.MakeImageHandleResidentNV(level, enums.READ_ONLY)
    assert gl.IsTextureHandleResidentNV(texture) and gl.IsImageHandleResidentNV(level)
    gl.MakeTextureHandleNonResidentNV(texture)
    gl.MakeImageHandleNonResidentNV(level)
    gl.EndList()
    gl.CallList(1)
    assert gl.GetError() == enums.NO_ERROR and not gl.IsTextureHandleResidentNV(texture)
