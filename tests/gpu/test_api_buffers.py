"""Several colour buffers, framebuffer objects and what is read of them, on the GPU and on the oracle."""

from __future__ import annotations

from collections.abc import Callable

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

from nvrender.api import Context, enums

SIZE = (24, 20)
FP = enums.FRAGMENT_PROGRAM_ARB


def both(
    context: moderngl.Context, calls: Callable[[Context], npt.NDArray[np.generic]]
) -> npt.NDArray[np.generic]:
    """What ``calls`` give on the oracle, which the GPU's is equal to within 1/255."""
    found = []
    for backend in ("oracle", "gpu"):
        own = context if backend == "gpu" else None
        with Context(own, backend=backend, size=SIZE, raise_errors=True) as gl:
            found.append(np.asarray(calls(gl)))
    oracle, gpu = found
    assert oracle.dtype == gpu.dtype and oracle.shape == gpu.shape
    scale = 2.0 if oracle.dtype == np.uint8 else 0.01
    assert np.abs(oracle.astype(float) - gpu.astype(float)).max() <= scale
    return oracle


def read(gl: Context) -> npt.NDArray[np.uint8]:
    pixels: npt.NDArray[np.uint8] = gl.ReadPixels(0, 0, *SIZE, enums.RGBA, enums.UNSIGNED_BYTE)
    return pixels


def square(gl: Context, low: float = -1.0, high: float = 1.0, z: float = 0.0) -> None:
    gl.Begin(enums.QUADS)
    for x, y in ((low, low), (high, low), (high, high), (low, high)):
        gl.Color4f(abs(x), 0.5 + y / 2, 0.25, 0.5)
        gl.Vertex3f(x, y, z)
    gl.End()


@pytest.mark.parametrize("program", ["", "one", "two"])
def test_several_buffers(context: moderngl.Context, program: str) -> None:
    """ARB_draw_buffers 4.2.1: blending in each; without the option each has colour 0."""

    def calls(gl: Context) -> npt.NDArray[np.uint8]:
        gl.DrawBuffer(enums.FRONT_AND_BACK)
        gl.ClearColor(0.2, 0.4, 0.6, 1)
        gl.Clear(enums.COLOR_BUFFER_BIT)
        gl.DrawBuffersARB([enums.NONE, enums.BACK_LEFT, enums.FRONT_LEFT])
        if program:
            option = "OPTION ARB_draw_buffers;" if program == "two" else ""
            second = "MOV result.color[1], fragment.color.wzyx;" if program == "two" else ""
            text = f"!!ARBfp1.0 {option} MOV result.color, fragment.color;{second}END"
            gl.ProgramStringARB(FP, enums.PROGRAM_FORMAT_ASCII_ARB, text)
            gl.Enable(FP)
        gl.Enable(enums.BLEND)
        gl.BlendFunc(enums.ONE, enums.ONE_MINUS_SRC_ALPHA)
        square(gl, -0.7, 0.8)
        back = read(gl)
        gl.ReadBuffer(enums.FRONT)
        return np.stack([back, read(gl)])

    back, front = both(context, calls)
    assert (back == front).all() == (program != "two")
    assert len(np.unique(back.reshape(-1, 4), axis=0)) > 10


def test_several_buffers_of_one_output(context: moderngl.Context) -> None:
    """4.2.1: the same tests in both."""

    def calls(gl: Context) -> npt.NDArray[np.uint8]:
        gl.Enable(enums.DEPTH_TEST)
        gl.DrawBuffer(enums.FRONT_AND_BACK)
        gl.Clear(enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT)
        square(gl, -0.5, 0.5, 0.2)
        square(gl, -0.9, 0.2, 0.5)
        back = read(gl)
        gl.ReadBuffer(enums.FRONT)
        return np.stack([back, read(gl)])

    back, front = both(context, calls)
    assert (back == front).all() and back.any()


@pytest.mark.parametrize("format", [enums.RGBA8, enums.RGB8, enums.RGBA16F_ARB, enums.RGB32F_ARB])
def test_framebuffer_objects(context: moderngl.Context, format: int) -> None:
    """EXT_framebuffer_object 4.4: drawn into in turns with the window, sharing depths with another one."""
    target, kind = enums.FRAMEBUFFER_EXT, enums.RENDERBUFFER_EXT

    def calls(gl: Context) -> npt.NDArray[np.uint8]:
        for name, form in ((1, format), (2, format), (3, enums.DEPTH24_STENCIL8_EXT)):
            gl.BindRenderbufferEXT(kind, name)
            gl.RenderbufferStorageEXT(kind, form, *SIZE)
        for name in (1, 2):
            gl.BindFramebufferEXT(target, name)
            gl.FramebufferRenderbufferEXT(target, enums.COLOR_ATTACHMENT0_EXT, kind, name)
            gl.FramebufferRenderbufferEXT(target, enums.DEPTH_ATTACHMENT_EXT, kind, 3)
            gl.FramebufferRenderbufferEXT(target, enums.STENCIL_ATTACHMENT_EXT, kind, 3)
            assert gl.CheckFramebufferStatusEXT(target) == enums.FRAMEBUFFER_COMPLETE_EXT
            gl.ClearColor(0.1, 0.2, 0.3, 0.4)
            gl.Clear(enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT)
        gl.Enable(enums.DEPTH_TEST)
        gl.Enable(enums.STENCIL_TEST)
        gl.StencilOp(enums.KEEP, enums.INVERT, enums.INCR)
        gl.Enable(enums.BLEND)
        gl.BlendFunc(enums.SRC_ALPHA, enums.DST_ALPHA)
        found = []
        for name, low, high, z in (
            (1, -0.8, 0.5, 0.1),
            (2, -0.4, 0.9, 0.5),
            (0, -1, 1, 0),
            (1, -0.6, 0.8, -0.2),
        ):
            gl.BindFramebufferEXT(target, name)
            square(gl, low, high, z)
            found.append(read(gl))
        gl.Disable(enums.DEPTH_TEST)
        for value in (0, 1, 2, 254, 255):
            gl.StencilFunc(enums.EQUAL, value, 255)
            square(gl, -value / 300, 1)
        found.append(read(gl))
        return np.stack(found)

    found = both(context, calls)
    assert len(np.unique(found.reshape(-1, 4), axis=0)) > 30


def test_surfaces_that_are_gone(context: moderngl.Context) -> None:
    """Renderbuffers that are deleted or made anew leave nothing behind on the GPU."""
    target, kind = enums.FRAMEBUFFER_EXT, enums.RENDERBUFFER_EXT

    def calls(gl: Context) -> npt.NDArray[np.uint8]:
        for size in (SIZE, (9, 30), SIZE):
            gl.BindRenderbuffer(kind, 1)
            gl.RenderbufferStorage(kind, enums.RGBA, *size)
            gl.BindFramebuffer(target, 1)
            gl.FramebufferRenderbuffer(target, enums.COLOR_ATTACHMENT0_EXT, kind, 1)
            square(gl, -0.5, 0.5)
        found = read(gl)
        gl.DeleteRenderbuffers([1])
        gl.DeleteFramebuffers([1])
        square(gl)
        return found

    assert both(context, calls).any()


#: Draws each triangle into the layer of its number, and in its colour.
LAYERS = (
    "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3; INT TEMP n;"
    "SUB.S n.x, primitive.id.x, 1;"
    + "".join(
        f"MOV result.position,vertex[{i}].position; MOV result.color,vertex[{i}].color;"
        "MOV.S result.layer.x, n.x; EMIT;"
        for i in range(3)
    )
    + "END"
)


@pytest.mark.parametrize(("target", "layers"), [
    (enums.TEXTURE_3D, 4), (enums.TEXTURE_2D_ARRAY_EXT, 4), (enums.TEXTURE_CUBE_MAP, 6),
    (enums.TEXTURE_2D_ARRAY_EXT, 1),
])  # fmt: skip
def test_layers(context: moderngl.Context, target: int, layers: int) -> None:
    """NV_geometry_program4 4.4.7: result.layer, from -1 to ``layers``, chooses that of colours and depths.

    In layers that are not there nothing is drawn (docs/semantics.md).
    """
    faces = range(enums.TEXTURE_CUBE_MAP_POSITIVE_X, enums.TEXTURE_CUBE_MAP_POSITIVE_X + 6)
    deep, rgba = enums.TEXTURE_2D_ARRAY_EXT, (enums.RGBA, enums.UNSIGNED_BYTE)

    def calls(gl: Context) -> npt.NDArray[np.uint8]:
        gl.BindTexture(deep, 2)
        depths = enums.DEPTH_COMPONENT, enums.FLOAT
        gl.TexImage3D(deep, 0, enums.DEPTH_COMPONENT, 16, 16, layers, 0, *depths, None)
        gl.BindTexture(target, 1)
        if target == enums.TEXTURE_CUBE_MAP:
            for face in faces:
                gl.TexImage2D(face, 0, enums.RGBA8, 16, 16, 0, *rgba, None)
        else:
            gl.TexImage3D(target, 0, enums.RGBA8, 16, 16, layers, 0, *rgba, None)
        gl.BindFramebufferEXT(enums.FRAMEBUFFER_EXT, 1)
        gl.FramebufferTextureEXT(enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT, 1, 0)
        gl.FramebufferTextureEXT(enums.FRAMEBUFFER_EXT, enums.DEPTH_ATTACHMENT_EXT, 2, 0)
        gl.ClearColor(0.1, 0.2, 0.3, 1)
        gl.Clear(enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT)
        gl.Viewport(0, 0, 16, 16)
        gl.Enable(enums.DEPTH_TEST)
        gl.ProgramStringARB(enums.GEOMETRY_PROGRAM_NV, enums.PROGRAM_FORMAT_ASCII_ARB, LAYERS)
        gl.Enable(enums.GEOMETRY_PROGRAM_NV)
        for z in (0.2, -0.3, 0.5):
            gl.Begin(enums.TRIANGLES)
            for number in range(layers + 2):
                gl.Color3f(number / 8, z + 0.3, 1 - number / 8)
                for x, y in ((-0.9, -0.8), (0.9, -0.7 + number / 9), (-0.2, z + 0.4)):
                    gl.Vertex3f(x, y, z)
            gl.End()
        first = gl.ReadPixels(0, 0, 16, 16, *rgba)
        if target == enums.TEXTURE_CUBE_MAP:
            seen = np.stack([gl.GetTexImage(face, 0, *rgba) for face in faces])
        else:
            seen = gl.GetTexImage(target, 0, *rgba)
        assert (first == seen[0]).all()
        return seen

    found = both(context, calls)
    assert len(found) == layers and len(np.unique(found.reshape(layers, -1), axis=0)) == layers


def test_textures_that_were_drawn_are_read(context: moderngl.Context) -> None:
    """EXT_framebuffer_object 4.4.3: a picture, its levels, and one made of it in turns."""
    target, point = enums.FRAMEBUFFER_EXT, enums.COLOR_ATTACHMENT0_EXT
    texture = enums.TEXTURE_2D

    def calls(gl: Context) -> npt.NDArray[np.uint8]:
        for name in (1, 2):
            gl.BindTexture(texture, name)
            gl.TexImage2D(texture, 0, enums.RGBA8, 32, 32, 0, enums.RGBA, enums.UNSIGNED_BYTE, None)
            gl.TexParameteri(texture, enums.TEXTURE_MIN_FILTER, enums.LINEAR)
        gl.BindFramebufferEXT(target, 1)
        gl.FramebufferTexture2DEXT(target, point, texture, 1, 0)
        gl.Viewport(0, 0, 32, 32)
        square(gl, -0.7, 0.8)
        for turn in range(3):  # each the other's picture, smaller
            gl.FramebufferTexture2DEXT(target, point, texture, 2 - turn % 2, 0)
            textured(gl, 1 + turn % 2, 0.8)
        gl.BindTexture(texture, 2)
        gl.GenerateMipmapEXT(texture)
        gl.TexParameteri(texture, enums.TEXTURE_MIN_FILTER, enums.LINEAR_MIPMAP_NEAREST)
        gl.BindFramebufferEXT(target, 0)
        gl.Viewport(0, 0, *SIZE)
        textured(gl, 2, 0.5)
        return read(gl)

    assert len(np.unique(both(context, calls).reshape(-1, 4), axis=0)) > 20


def textured(gl: Context, name: int, size: float) -> None:
    gl.BindTexture(enums.TEXTURE_2D, name)
    gl.Enable(enums.TEXTURE_2D)
    gl.Begin(enums.QUADS)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Color4f(1, 1, 0.8, 1)
        gl.TexCoord2f(0.5 + x / 2, 0.5 + y / 2)
        gl.Vertex2f(x * size, y * size)
    gl.End()
    gl.Disable(enums.TEXTURE_2D)


def test_a_callers_context_is_left_as_found(
    foreign_context: moderngl.Context, snapshot: Callable[[moderngl.Context], dict[str, object]]
) -> None:
    """Drawing into, clearing and reading framebuffer objects, textures and the window, and the release."""
    target, texture = enums.FRAMEBUFFER_EXT, enums.TEXTURE_2D
    before = snapshot(foreign_context)
    with Context(foreign_context, size=SIZE, raise_errors=True) as gl:
        gl.BindTexture(texture, 1)
        gl.TexImage2D(texture, 0, enums.RGBA8, 9, 9, 0, enums.RGBA, enums.UNSIGNED_BYTE, None)
        gl.BindFramebufferEXT(target, 1)
        gl.FramebufferTexture2DEXT(target, enums.COLOR_ATTACHMENT0_EXT, texture, 1, 0)
        gl.Viewport(1, 2, 5, 6)
        gl.Enable(enums.SCISSOR_TEST)
        gl.Scissor(2, 2, 4, 4)
        gl.ColorMask(True, False, True, True)
        gl.DepthMask(False)
        gl.StencilMask(0x0F)
        for name in (1, 0):
            gl.BindFramebufferEXT(target, name)
            gl.Clear(enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT | enums.STENCIL_BUFFER_BIT)
            square(gl)
            gl.ReadPixels(0, 0, 4, 4, enums.RGBA, enums.FLOAT)
            assert snapshot(foreign_context) == before
    assert snapshot(foreign_context) == before
