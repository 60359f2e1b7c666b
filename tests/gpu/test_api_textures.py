"""The same calls of nvrender.api with textures on the GPU and on the oracle give the same picture."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import moderngl
import numpy as np
import pytest

from nvrender.api import Context, enums

SIZE = (48, 40)
FP, VP = enums.FRAGMENT_PROGRAM_ARB, enums.VERTEX_PROGRAM_ARB
ASCII = enums.PROGRAM_FORMAT_ASCII_ARB


def checks(count: int, low: int = 40, high: int = 220) -> np.ndarray:
    """(count, count, 4) bytes: a chequered ramp."""
    place = np.arange(count)
    odd = (place[:, None] + place) % 2
    ramp = np.linspace(0, 60, count).astype(int)
    rows = np.stack(
        [
            low + odd * (high - low) * 3 // 4,
            low + ramp[:, None] + odd * 0,
            low + ramp + 90 * odd,
            255 - odd * 90,
        ],
        axis=2,
    )
    return rows.clip(0, 255).astype(np.uint8)


def image(gl: Context, name: int, pixels: np.ndarray, *, filtered: bool = True) -> None:
    """A two-dimensional texture of the active unit, without mipmaps."""
    gl.BindTexture(enums.TEXTURE_2D, name)
    filter_ = enums.LINEAR if filtered else enums.NEAREST
    gl.TexParameteri(enums.TEXTURE_2D, enums.TEXTURE_MIN_FILTER, filter_)
    gl.TexParameteri(enums.TEXTURE_2D, enums.TEXTURE_MAG_FILTER, filter_)
    gl.TexImage2D(
        enums.TEXTURE_2D, 0, enums.RGBA, pixels.shape[1], pixels.shape[0], 0, enums.RGBA,
        enums.UNSIGNED_BYTE, pixels,
    )  # fmt: skip


def square(gl: Context, size: float = 0.9, coordinate: float = 1.5, units: int = 2) -> None:
    gl.Begin(enums.QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        for unit in range(units):
            gl.MultiTexCoord2f(
                enums.TEXTURE0 + unit, coordinate * (x + 1) / 2, coordinate * (y + 1 + unit) / 2
            )
        gl.Color4f(0.6 + x / 3, 0.7 + y / 4, 0.9, 1)
        gl.Vertex3f(size * x, size * y, x / 2)
    gl.End()


def multitexture(gl: Context) -> None:
    """OpenGL 1.5, 3.8.13: MODULATE and then COMBINE, which interpolates by a constant and reads unit 0."""
    image(gl, 1, checks(8))
    gl.Enable(enums.TEXTURE_2D)
    gl.ActiveTexture(enums.TEXTURE1)
    image(gl, 2, checks(16, 90, 180)[::-1, :, ::-1], filtered=False)
    gl.TexParameteri(enums.TEXTURE_2D, enums.TEXTURE_WRAP_S, enums.MIRRORED_REPEAT)
    gl.TexParameteri(enums.TEXTURE_2D, enums.TEXTURE_WRAP_T, enums.CLAMP)
    gl.Enable(enums.TEXTURE_2D)
    for pname, value in (
        (enums.TEXTURE_ENV_MODE, enums.COMBINE), (enums.COMBINE_RGB, enums.INTERPOLATE),
        (enums.SRC0_RGB, enums.TEXTURE0), (enums.SRC1_RGB, enums.TEXTURE1), (enums.SRC2_RGB, enums.CONSTANT),
        (enums.OPERAND1_RGB, enums.ONE_MINUS_SRC_COLOR), (enums.OPERAND2_RGB, enums.SRC_COLOR),
        (enums.COMBINE_ALPHA, enums.ADD_SIGNED), (enums.RGB_SCALE, 2),
    ):  # fmt: skip
        gl.TexEnvi(enums.TEXTURE_ENV, pname, value)
    gl.TexEnvfv(enums.TEXTURE_ENV, enums.TEXTURE_ENV_COLOR, (0.25, 0.75, 0.5, 1))
    gl.MatrixMode(enums.TEXTURE)
    gl.Rotatef(20, 0, 0, 1)
    square(gl)


def reflection(gl: Context) -> None:
    """2.11.4, 3.8.6: a cube map looked up along reflections of a bent patch."""
    for face in range(6):
        pixels = (checks(8) // 2 + np.array([face * 20, 100 - face * 15, 30 * (face % 3), 0])).astype(
            np.uint8
        )
        gl.TexImage2D(
            enums.TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, enums.RGB, 8, 8, 0, enums.RGBA,
            enums.UNSIGNED_BYTE, pixels,
        )  # fmt: skip
    gl.TexParameteri(enums.TEXTURE_CUBE_MAP, enums.TEXTURE_MIN_FILTER, enums.LINEAR)
    gl.Enable(enums.TEXTURE_2D)  # which the cube map goes before (3.8.15)
    gl.Enable(enums.TEXTURE_CUBE_MAP)
    gl.TexEnvi(enums.TEXTURE_ENV, enums.TEXTURE_ENV_MODE, enums.REPLACE)
    for coordinate, cap in (
        (enums.S, enums.TEXTURE_GEN_S), (enums.T, enums.TEXTURE_GEN_T), (enums.R, enums.TEXTURE_GEN_R),
    ):  # fmt: skip
        gl.TexGeni(coordinate, enums.TEXTURE_GEN_MODE, enums.REFLECTION_MAP)
        gl.Enable(cap)
    gl.MatrixMode(enums.PROJECTION)
    gl.Frustum(-1, 1, -1, 1, 2, 9)
    gl.MatrixMode(enums.MODELVIEW)
    gl.Translatef(0, 0, -4)
    steps = np.linspace(-1.4, 1.4, 9)
    for low, high in pairwise(steps):
        gl.Begin(enums.QUAD_STRIP)
        for y in steps:
            for x in (low, high):
                gl.Normal3f(x, y, 0.8)
                gl.Vertex3f(x, y, 1 - (x * x + y * y) / 2)
        gl.End()


def shadow(gl: Context) -> None:
    """3.8.14: r compared with depths, and the depths themselves after TexSubImage."""
    depths = np.linspace(0, 1, 64).reshape(8, 8).astype(np.float32)
    gl.BindTexture(enums.TEXTURE_2D, 5)
    gl.TexImage2D(
        enums.TEXTURE_2D, 0, enums.DEPTH_COMPONENT24, 8, 8, 0, enums.DEPTH_COMPONENT, enums.FLOAT, depths
    )
    for pname, value in (
        (enums.TEXTURE_MIN_FILTER, enums.NEAREST), (enums.TEXTURE_MAG_FILTER, enums.NEAREST),
        (enums.TEXTURE_COMPARE_MODE, enums.COMPARE_R_TO_TEXTURE), (enums.TEXTURE_COMPARE_FUNC, enums.GEQUAL),
        (enums.DEPTH_TEXTURE_MODE, enums.INTENSITY),
    ):  # fmt: skip
        gl.TexParameteri(enums.TEXTURE_2D, pname, value)
    gl.Enable(enums.TEXTURE_2D)

    def quad(left: float) -> None:
        gl.Begin(enums.QUADS)
        for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)):
            gl.Color3f(1, 0.3 + x / 2, 0.2 + y / 2)
            gl.TexCoord3f(x, y, 0.2 + 0.5 * x)
            gl.Vertex2f(left + 0.9 * x, 1.6 * y - 0.8)
        gl.End()

    quad(-0.95)
    gl.TexSubImage2D(
        enums.TEXTURE_2D, 0, 2, 3, 4, 2, enums.DEPTH_COMPONENT, enums.UNSIGNED_SHORT,
        np.full((2, 4), 65535, np.uint16),
    )  # fmt: skip
    gl.TexParameteri(enums.TEXTURE_2D, enums.TEXTURE_COMPARE_MODE, enums.NONE)
    quad(0.05)


def programmed(gl: Context) -> None:
    """ARB_fragment_program 3.11.6: one, two and three sizes and a rectangle, whatever is enabled."""
    gl.ProgramStringARB(
        FP, ASCII,
        "!!ARBfp1.0 TEMP a,b,c,d; TEX a,fragment.texcoord[0],texture[0],2D;"
        "TEX b,fragment.texcoord[1],texture[1],1D; TEX c,a,texture[9],3D;"
        "MUL d,fragment.position,{0.1,0.1,1,1}; TEX d,d,texture[2],RECT; MAD a,a,b,c;"
        "MUL result.color,a,d; END",
    )  # fmt: skip
    gl.Enable(FP)
    image(gl, 1, checks(8))
    gl.ActiveTexture(enums.TEXTURE1)
    gl.TexParameteri(enums.TEXTURE_1D, enums.TEXTURE_MIN_FILTER, enums.LINEAR)
    gl.TexImage1D(
        enums.TEXTURE_1D, 0, enums.LUMINANCE_ALPHA, 4, 0, enums.LUMINANCE_ALPHA, enums.FLOAT,
        [0.2, 1, 0.5, 0.5, 0.9, 1, 0.4, 0.8],
    )  # fmt: skip
    gl.ActiveTexture(enums.TEXTURE9)
    gl.BindTexture(enums.TEXTURE_3D, 3)
    gl.TexParameteri(enums.TEXTURE_3D, enums.TEXTURE_MIN_FILTER, enums.LINEAR)
    volume = (np.arange(4 * 4 * 4 * 3).reshape(4, 4, 4, 3) % 97).astype(np.uint8)
    gl.TexImage3D(
        enums.TEXTURE_3D, 0, enums.RGB8, 4, 4, 4, 0, enums.BGR, enums.UNSIGNED_BYTE, volume.tobytes()
    )
    gl.ActiveTexture(enums.TEXTURE2)
    gl.TexImage2D(
        enums.TEXTURE_RECTANGLE_ARB, 0, enums.RGB, 5, 4, 0, enums.RGB, enums.UNSIGNED_SHORT_5_6_5,
        (np.arange(20) * 3001 + 30000).astype(np.uint16).reshape(4, 5),
    )  # fmt: skip
    square(gl)


def copied(gl: Context) -> None:
    """3.8.2: what is drawn becomes part of a texture, of which mipmaps are made, and is drawn with."""
    image(gl, 1, checks(16))
    gl.TexParameteri(enums.TEXTURE_2D, enums.GENERATE_MIPMAP, 1)
    gl.TexParameteri(enums.TEXTURE_2D, enums.TEXTURE_MIN_FILTER, enums.LINEAR_MIPMAP_NEAREST)
    square(gl, 0.5)
    gl.CopyTexSubImage2D(enums.TEXTURE_2D, 0, 3, 2, 12, 10, 12, 13)
    gl.Clear(enums.COLOR_BUFFER_BIT)
    gl.Enable(enums.TEXTURE_2D)
    square(gl, 0.9, 4)


def generation4(gl: Context) -> None:
    """NV_gpu_program4 2.X.4.4: layers, integers, a buffer for vertices, an incomplete cube map."""
    gl.BindBuffer(enums.TEXTURE_BUFFER_EXT, 1)
    corners = np.array([[-0.9, -0.8], [0.9, -0.9], [0.8, 0.9], [-0.7, 0.8]], np.float32)
    gl.BufferData(enums.TEXTURE_BUFFER_EXT, corners, enums.STATIC_DRAW)
    gl.TexBufferEXT(enums.TEXTURE_BUFFER_EXT, enums.LUMINANCE_ALPHA32F_ARB, 1)
    gl.ProgramStringARB(
        VP, ASCII,
        "!!NVvp4.0 TEMP r; INT TEMP i; MOV.S i,vertex.id; TXF r,i,texture[0],BUFFER;"
        "MOV result.position.xy,r.xwzw; MOV result.position.zw,{0,0,0,1}; MOV result.texcoord[0],r.xwzw; END",
    )  # fmt: skip
    gl.ProgramStringARB(
        FP, ASCII,
        "!!NVfp4.0 TEMP a,b,c; TEMP p; INT TEMP u; MAD p,fragment.texcoord[0],0.5,0.5; MUL p.z,p.x,2.9;"
        "TEX a,p,texture[1],ARRAY2D; TEX.S u,p,texture[2],ARRAY1D; I2F b,u; TEX c,p,texture[3],CUBE;"
        "MAD a,b,0.004,a; ADD a,a,c; MOV result.color,a; END",
    )  # fmt: skip
    gl.Enable(VP)
    gl.Enable(FP)
    gl.ActiveTexture(enums.TEXTURE1)
    layers = np.stack([checks(4, 20 * layer, 60 + 30 * layer) // 2 for layer in range(3)])
    gl.TexImage3D(
        enums.TEXTURE_2D_ARRAY_EXT, 0, enums.RGB8, 4, 4, 3, 0, enums.RGBA, enums.UNSIGNED_BYTE, layers
    )
    gl.TexParameteri(enums.TEXTURE_2D_ARRAY_EXT, enums.TEXTURE_MIN_FILTER, enums.LINEAR)
    gl.ActiveTexture(enums.TEXTURE2)
    rows = np.array([9, -70, 0, 0, 50, 100, 0, 0], np.int8)
    gl.TexImage2D(
        enums.TEXTURE_1D_ARRAY_EXT, 0, enums.INTENSITY16I_EXT, 2, 2, 0, enums.RED_INTEGER_EXT,
        enums.BYTE, rows,
    )  # fmt: skip
    for pname in (enums.TEXTURE_MIN_FILTER, enums.TEXTURE_MAG_FILTER):
        gl.TexParameteri(enums.TEXTURE_1D_ARRAY_EXT, pname, enums.NEAREST)
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.VertexPointer(2, enums.FLOAT, 0, corners)
    gl.DrawArrays(enums.QUADS, 0, 4)


def sprites(gl: Context) -> None:
    """ARB_point_sprite 3.3: one of two units has coordinates of its own where POINT_SPRITE is enabled."""
    for unit in (0, 1):
        gl.ActiveTexture(enums.TEXTURE0 + unit)
        image(gl, 1 + unit, checks(4 + 4 * unit), filtered=False)
        gl.Enable(enums.TEXTURE_2D)
        gl.MultiTexCoord2f(enums.TEXTURE0 + unit, 0.4, 0.1)
    gl.TexEnvi(enums.POINT_SPRITE, enums.COORD_REPLACE, 1)
    gl.PointSize(15)
    for cap, x in ((enums.POINT_SPRITE, -0.5), (enums.CULL_FACE, 0.5)):
        gl.Enable(cap)
        gl.Begin(enums.POINTS)
        gl.Vertex2f(x, 0)
        gl.Vertex2f(x, 0.55)
        gl.End()
        gl.Disable(enums.POINT_SPRITE)


CALLS = [multitexture, reflection, shadow, programmed, copied, generation4, sprites]


@pytest.mark.parametrize("calls", CALLS, ids=lambda calls: calls.__name__)
def test_gpu_and_oracle_draw_alike(context: moderngl.Context, calls: Callable[[Context], None]) -> None:
    pictures = []
    for backend in ("oracle", "gpu"):
        with Context(context if backend == "gpu" else None, backend=backend, size=SIZE,
                     raise_errors=True) as gl:  # fmt: skip
            gl.ClearColor(0.1, 0.2, 0.3, 1)
            gl.Clear(enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT)
            calls(gl)
            pixels = gl.ReadPixels(0, 0, *SIZE, enums.RGBA, enums.UNSIGNED_BYTE)
            pictures.append(pixels.astype(int))
    oracle, gpu = pictures
    assert len(np.unique(oracle.reshape(-1, 4), axis=0)) > 10
    assert (np.abs(oracle - gpu).max(axis=2) > 2).sum() <= 2
