"""Cube map arrays in the object model (ARB_texture_cube_map_array, NV_gpu_program5 2.X.4.4)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums

CUBES, BYTES = gl_enums.TEXTURE_CUBE_MAP_ARRAY_ARB, gl_enums.UNSIGNED_BYTE
FRAGMENT = """!!NVfp5.0
TEMP color, place;
MOV place, program.local[0];
TEX color, place, texture[0], ARRAYCUBE;
MOV result.color, color;
END"""
#: Of each face of two cubes one colour.
COLORS = np.arange(12 * 3, dtype=np.uint8).reshape(12, 1, 1, 3) * 7


def made(gl: Context) -> None:
    gl.BindTexture(CUBES, 1)
    for name in (gl_enums.TEXTURE_MIN_FILTER, gl_enums.TEXTURE_MAG_FILTER):
        gl.TexParameteri(CUBES, name, gl_enums.NEAREST)
    gl.PixelStorei(gl_enums.UNPACK_ALIGNMENT, 1)
    texels = COLORS + np.zeros((12, 4, 4, 3), np.uint8)
    gl.TexImage3D(CUBES, 0, gl_enums.RGB8, 4, 4, 12, 0, gl_enums.RGB, BYTES, texels)


DIRECTIONS = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]


def test_programs_read_every_face(backend: str, context: moderngl.Context) -> None:
    with Context(
        context if backend == "gpu" else None, backend=backend, size=(2, 2), raise_errors=True
    ) as gl:
        made(gl)
        assert gl.GetIntegerv(gl_enums.TEXTURE_BINDING_CUBE_MAP_ARRAY_ARB) == 1
        gl.ProgramStringARB(gl_enums.FRAGMENT_PROGRAM_ARB, gl_enums.PROGRAM_FORMAT_ASCII_ARB, FRAGMENT)
        gl.Enable(gl_enums.FRAGMENT_PROGRAM_ARB)
        for cube in range(2):
            for face, direction in enumerate(DIRECTIONS):
                gl.ProgramLocalParameter4fARB(gl_enums.FRAGMENT_PROGRAM_ARB, 0, *direction, cube)
                gl.Rectf(-1, -1, 1, 1)
                found = gl.ReadPixels(0, 0, 1, 1, gl_enums.RGB, BYTES)[0, 0]
                assert found.tolist() == COLORS[6 * cube + face, 0, 0].tolist()


def test_a_face_of_a_cube_is_drawn_into_and_stored_into(backend: str, context: moderngl.Context) -> None:
    """EXT_shader_image_load_store 3.9.X: the layer is 6 times the cube and the face."""
    with Context(
        context if backend == "gpu" else None, backend=backend, size=(2, 2), raise_errors=True
    ) as gl:
        gl.BindTexture(CUBES, 1)
        gl.TexParameteri(CUBES, gl_enums.TEXTURE_MIN_FILTER, gl_enums.NEAREST)
        gl.TexImage3D(CUBES, 0, gl_enums.RGBA8, 4, 4, 12, 0, gl_enums.RGBA, BYTES, None)
        gl.BindFramebufferEXT(gl_enums.FRAMEBUFFER_EXT, 1)
        attachment = gl_enums.COLOR_ATTACHMENT0_EXT
        gl.FramebufferTextureLayerEXT(gl_enums.FRAMEBUFFER_EXT, attachment, 1, 0, 7)
        gl.ClearColor(1, 0, 0, 1)
        gl.Clear(gl_enums.COLOR_BUFFER_BIT)
        for unit, layered, layer in ((0, True, 0), (1, False, 10)):
            gl.BindImageTextureEXT(unit, 1, 0, layered, layer, gl_enums.READ_WRITE, gl_enums.RGBA8)
        text = """!!NVcp5.0
GROUP_SIZE 1;
STOREIM.F image[0], {0, 1, 0, 1}, {1, 2, 8, 0}, ARRAYCUBE;
STOREIM.F image[1], {0, 0, 1, 1}, {3, 0, 0, 0}, 2D;
END"""
        gl.ProgramStringARB(gl_enums.COMPUTE_PROGRAM_NV, gl_enums.PROGRAM_FORMAT_ASCII_ARB, text)
        gl.Enable(gl_enums.COMPUTE_PROGRAM_NV)
        gl.DispatchCompute(1, 1, 1)
        found = gl.GetTexImage(CUBES, 0, gl_enums.RGB, BYTES)
    expected = np.zeros((12, 4, 4, 3), np.uint8)
    expected[7], expected[8, 2, 1], expected[10, 0, 3] = (255, 0, 0), (0, 255, 0), (0, 0, 255)
    assert np.array_equal(found, expected)


@pytest.mark.parametrize(
    ("error", "sizes"), [("", (4, 4, 6)), ("VALUE", (4, 2, 6)), ("VALUE", (4, 4, 5)), ("VALUE", (4, 4, 600))]
)
def test_sizes(error: str, sizes: Any) -> None:
    """3.8.1: squares, six times as many layers as cubes."""
    gl = Context(backend="oracle")
    gl.TexImage3D(CUBES, 0, gl_enums.RGBA8, *sizes, 0, gl_enums.RGBA, BYTES, None)
    assert gl.GetError() == (gl_enums.INVALID_VALUE if error else gl_enums.NO_ERROR)


def test_mipmaps_are_made() -> None:
    """EXT_framebuffer_object 4.4.5 of cubes, face by face."""
    gl = Context(backend="oracle", raise_errors=True)
    made(gl)
    gl.GenerateMipmapEXT(CUBES)
    assert gl.GetTexImage(CUBES, 2, gl_enums.RGB, BYTES).shape == (12, 1, 1, 3)
    assert np.array_equal(gl.GetTexImage(CUBES, 2, gl_enums.RGB, BYTES), COLORS)


def test_handles_of_layers() -> None:
    """NV_bindless_texture 3.9.X."""
    gl = Context(backend="oracle")
    made(gl)
    assert gl.GetImageHandleNV(1, 0, True, 0, gl_enums.RGBA8)
    assert gl.GetImageHandleNV(1, 0, False, 11, gl_enums.RGBA8) and gl.GetError() == gl_enums.NO_ERROR
    assert not gl.GetImageHandleNV(1, 0, False, 12, gl_enums.RGBA8)
