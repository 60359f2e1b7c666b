"""Programs read textures of signed fractions and small floats, and store into images of them.

EXT_texture_snorm 3.9, EXT_packed_float 3.8.1, EXT_texture_shared_exponent 3.8.x, EXT_shader_image_load_store
Table X.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums

ASCII, T2D, FLOAT = gl_enums.PROGRAM_FORMAT_ASCII_ARB, gl_enums.TEXTURE_2D, gl_enums.FLOAT
NEAREST, LINEAR, RGBA = gl_enums.NEAREST, gl_enums.LINEAR, gl_enums.RGBA
#: A quarter of the texel and a half, for what is negative or above 1.
SHOW = "!!ARBfp1.0 TEMP t; TEX t, {}, texture[0], 2D; MAD result.color, t, 0.25, 0.5; END"


@pytest.fixture
def gl(backend: str, context: moderngl.Context) -> Iterator[Context]:
    given = context if backend == "gpu" else None
    with Context(given, backend=backend, size=(8, 8), raise_errors=True) as made:
        made.TexParameteri(T2D, gl_enums.TEXTURE_MIN_FILTER, NEAREST)
        made.TexParameteri(T2D, gl_enums.TEXTURE_MAG_FILTER, NEAREST)
        yield made


def shown(gl: Context, coordinate: str) -> list[float]:
    """What a program reads at a place."""
    gl.ProgramStringARB(gl_enums.FRAGMENT_PROGRAM_ARB, ASCII, SHOW.format(coordinate))
    gl.Enable(gl_enums.FRAGMENT_PROGRAM_ARB)
    gl.Begin(gl_enums.QUADS)
    for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Vertex2f(*corner)
    gl.End()
    pixel = gl.ReadPixels(4, 4, 1, 1, RGBA, gl_enums.UNSIGNED_BYTE)[0, 0]
    return ((pixel / 255 - 0.5) * 4).tolist()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("RGBA8_SNORM", (-1, -0.5, 0.25, 1)), ("RGBA16_SNORM", (-1, -0.5, 0.25, 1)),
        ("RGB8_SNORM", (-1, -0.5, 0.25, 1)), ("RG8_SNORM", (-1, -0.5, 0, 1)),
        ("R16_SNORM", (-1, 0, 0, 1)), ("ALPHA8_SNORM", (0, 0, 0, 1)),
        ("LUMINANCE8_SNORM", (-1, -1, -1, 1)), ("LUMINANCE16_ALPHA16_SNORM", (-1, -1, -1, 1)),
        ("INTENSITY8_SNORM", (-1, -1, -1, -1)), ("R11F_G11F_B10F_EXT", (0, 0, 0.25, 1)),
        ("RGB9_E5_EXT", (0, 0, 0.25, 1)),
    ],
)  # fmt: skip
def test_what_programs_read(gl: Context, name: str, expected: tuple[float, ...]) -> None:
    texels = np.array([[[-1.5, -0.5, 0.25, 1.5]]], np.float32)
    gl.TexImage2D(T2D, 0, getattr(gl_enums, name), 1, 1, 0, RGBA, FLOAT, texels)
    assert shown(gl, "{0.5, 0.5}") == pytest.approx(expected, abs=0.02)


def test_filters_see_what_texels_stand_for(gl: Context) -> None:
    """Decoding comes before filtering; a word's middle would be another colour."""
    gl.TexParameteri(T2D, gl_enums.TEXTURE_MAG_FILTER, LINEAR)
    for name in ("RGB9_E5_EXT", "R11F_G11F_B10F_EXT", "RGB16_SNORM"):
        texels = np.array([[[1, 0, 0.5], [0.125, 1, 0.5]]], np.float32)
        gl.TexImage2D(T2D, 0, getattr(gl_enums, name), 2, 1, 0, gl_enums.RGB, FLOAT, texels)
        assert shown(gl, "{0.5, 0.5}") == pytest.approx((0.5625, 0.5, 0.5, 1), abs=0.02)


#: Copies of words, each texel from the place to its right.
_MOVE = """!!NVcp5.0
GROUP_SIZE 4 1;
IMAGE from = image[0];
IMAGE to = image[1];
TEMP texel, place;
ADD.U place.x, invocation.globalid.x, 1;
AND.U place.x, place.x, 3;
MOV.U place.yzw, 0;
LOADIM.{0} texel, place, from, 2D;
STOREIM.{0} to, texel, invocation.globalid, 2D;
END"""
MOVED = {
    "RGBA8_SNORM": "U32", "RGBA16_SNORM": "U32X2", "RG8_SNORM": "U16", "R16_SNORM": "U16",
    "R11F_G11F_B10F_EXT": "U32",
}  # fmt: skip


@pytest.mark.parametrize("name", MOVED)
def test_images_of_them(gl: Context, name: str) -> None:
    """What is stored is in the texture, encoded as it is."""
    format = getattr(gl_enums, name)
    rows = [[-1, 0.5, 1, -0.25], [1, -1, 0.5, 1], [0.75, 0.125, 2, 0], [0, 0.25, 8, 1]]
    texels = np.array([rows], np.float32)
    for number in (1, 2):
        gl.BindTexture(T2D, number)
        gl.TexParameteri(T2D, gl_enums.TEXTURE_MIN_FILTER, NEAREST)
        gl.TexImage2D(T2D, 0, format, 4, 1, 0, RGBA, FLOAT, texels)
        gl.BindImageTextureEXT(number - 1, number, 0, False, 0, gl_enums.READ_WRITE, format)
    before: Any = gl.GetTexImage(T2D, 0, RGBA, FLOAT)
    gl.ProgramStringARB(gl_enums.COMPUTE_PROGRAM_NV, ASCII, _MOVE.format(MOVED[name]))
    gl.Enable(gl_enums.COMPUTE_PROGRAM_NV)
    gl.DispatchCompute(1, 1, 1)
    assert gl.faults == 0
    after = gl.GetTexImage(T2D, 0, RGBA, FLOAT)
    assert np.array_equal(after, before[:, [1, 2, 3, 0]])
