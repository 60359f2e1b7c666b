"""Framebuffer objects of several samples a pixel, their resolve, and programs that fetch samples.

EXT_framebuffer_multisample 4.3.3 and 4.4, NV_explicit_multisample 3.8.4 and 4.1.3.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.gpu.context.gl_functions import GL

ASCII, FB, RB = gl_enums.PROGRAM_FORMAT_ASCII_ARB, gl_enums.FRAMEBUFFER_EXT, gl_enums.RENDERBUFFER_EXT
DRAW, READ, BYTES = gl_enums.DRAW_FRAMEBUFFER_EXT, gl_enums.READ_FRAMEBUFFER_EXT, gl_enums.UNSIGNED_BYTE
COLOR, DEPTH, STENCIL = (
    gl_enums.COLOR_BUFFER_BIT, gl_enums.DEPTH_BUFFER_BIT, gl_enums.STENCIL_BUFFER_BIT,
)  # fmt: skip
FRAGMENT, RENDERBUFFER = gl_enums.FRAGMENT_PROGRAM_ARB, gl_enums.TEXTURE_RENDERBUFFER_NV
RGBA, SIZE = gl_enums.RGBA, 8
#: The sample that program.local[0] says of the pixel a fragment is of.
FETCH = """!!NVfp4.0
OPTION NV_explicit_multisample;
INT TEMP place;
TEMP t;
TRUNC.S place, fragment.position;
MOV.S place.w, program.local[0].x;
TXFMS t, place, texture[0], RENDERBUFFER;
MOV result.color, t;
END"""


@pytest.fixture
def gl(backend: str, context: moderngl.Context) -> Iterator[Context]:
    """Framebuffer 1 is drawn into: RGBA8, depths and stencil values, of four samples."""
    given = context if backend == "gpu" else None
    with Context(given, backend=backend, size=(SIZE, SIZE), raise_errors=True) as made:
        framebuffer(made, 1)
        yield made


def framebuffer(gl: Context, name: int, color: int = gl_enums.RGBA8, samples: int = 4) -> None:
    for number, format in ((2 * name, color), (2 * name + 1, gl_enums.DEPTH24_STENCIL8_EXT)):
        gl.BindRenderbuffer(RB, number)
        gl.RenderbufferStorageMultisample(RB, samples, format, SIZE, SIZE)
    gl.BindFramebuffer(FB, name)
    gl.FramebufferRenderbuffer(FB, gl_enums.COLOR_ATTACHMENT0_EXT, RB, 2 * name)
    for point in (gl_enums.DEPTH_ATTACHMENT_EXT, gl_enums.STENCIL_ATTACHMENT_EXT):
        gl.FramebufferRenderbuffer(FB, point, RB, 2 * name + 1)
    assert gl.CheckFramebufferStatusEXT(FB) == gl_enums.FRAMEBUFFER_COMPLETE_EXT


def square(gl: Context, right: float = 1.0, z: float = 0.0) -> None:
    """From the left side on, ``right`` of pixels wide."""
    edge = 2 * right / SIZE - 1
    gl.Begin(gl_enums.QUADS)
    for corner in ((-1, -1), (edge, -1), (edge, 1), (-1, 1)):
        gl.Vertex3f(*corner, z)
    gl.End()


def resolved(gl: Context, bits: int = COLOR, name: int = 1) -> Any:
    """The colours of a framebuffer, blitted to the window."""
    gl.BindFramebuffer(READ, name)
    gl.BindFramebuffer(DRAW, 0)
    gl.BlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, bits, gl_enums.NEAREST)
    gl.BindFramebuffer(READ, 0)
    pixels = gl.ReadPixels(0, 0, SIZE, SIZE, RGBA, BYTES)
    gl.BindFramebuffer(DRAW, name)
    return pixels


def fetched(gl: Context, number: int) -> list[list[list[int]]]:
    """Red of the first row of pixels for each sample of a renderbuffer, as a program fetches it."""
    gl.BindTexture(RENDERBUFFER, 9)
    gl.TexRenderbufferNV(RENDERBUFFER, number)
    gl.BindFramebuffer(FB, 0)
    gl.ProgramStringARB(FRAGMENT, ASCII, FETCH)
    gl.Enable(FRAGMENT)
    found = []
    for sample in range(5):
        gl.ProgramLocalParameterI4iNV(FRAGMENT, 0, sample, 0, 0, 0)
        square(gl, SIZE)
        found.append(gl.ReadPixels(0, 0, SIZE, 1, RGBA, BYTES)[0, :, 0].tolist())
    gl.Disable(FRAGMENT)
    return found


def test_edges_are_the_mean_of_samples(gl: Context) -> None:
    """4.3.3: samples become one; an edge through a pixel covers two of four."""
    gl.Color3f(1, 0, 0)
    square(gl, 2.5)
    pixels = resolved(gl)
    assert pixels[3, :, 0].tolist() == [255, 255, 128, 0, 0, 0, 0, 0]


def test_programs_fetch_samples(gl: Context) -> None:
    """TXFMS of RENDERBUFFER: samples lie at GetMultisamplefv's places; of none there is (0, 0, 0, 0)."""
    places = [gl.GetMultisamplefvNV(gl_enums.SAMPLE_POSITION_NV, sample) for sample in range(4)]
    assert len(set(places)) == 4 and all(0 < each < 1 for place in places for each in place)
    gl.Color3f(0.2, 0, 0)
    square(gl, SIZE)
    gl.Color3f(1, 0, 0)
    square(gl, 2.5)
    found = fetched(gl, 2)
    for sample, (x, _) in enumerate(places):
        assert found[sample] == [255, 255, 255 if x < 0.5 else 51, *[51] * 5]
    assert found[4] == [0] * 8


def test_one_value_a_pixel_is_one_sample(gl: Context) -> None:
    framebuffer(gl, 2, samples=0)
    gl.Color3f(0.6, 0, 0)
    square(gl, 3)
    assert fetched(gl, 4) == [[153] * 3 + [0] * 5, *[[0] * 8] * 4]


def test_depths_are_fetched(gl: Context) -> None:
    """A depth texture's values are luminance (OpenGL 1.5, table 3.21)."""
    gl.Enable(gl_enums.DEPTH_TEST)
    gl.Clear(DEPTH)
    square(gl, 2.5, z=-0.2)
    gl.Disable(gl_enums.DEPTH_TEST)
    places = [gl.GetMultisamplefvNV(gl_enums.SAMPLE_POSITION_NV, sample) for sample in range(4)]
    found = fetched(gl, 3)
    for sample, (x, _) in enumerate(places):
        assert found[sample] == [102, 102, 102 if x < 0.5 else 255, *[255] * 5]


def test_each_sample_has_depths_and_stencil_values(gl: Context) -> None:
    gl.Enable(gl_enums.DEPTH_TEST)
    gl.Enable(gl_enums.STENCIL_TEST)
    gl.ClearStencil(1)
    gl.Clear(COLOR | DEPTH | STENCIL)
    gl.StencilOp(gl_enums.KEEP, gl_enums.KEEP, gl_enums.INCR)
    gl.Color3f(1, 0, 0)
    square(gl, 2.5, z=0)
    gl.Color3f(0, 1, 0)
    square(gl, SIZE, z=0.5)
    pixels = resolved(gl)
    assert pixels[3, :4].tolist() == [[255, 0, 0, 255]] * 2 + [[128, 128, 0, 255], [0, 255, 0, 255]]
    gl.StencilFunc(gl_enums.EQUAL, 2, 255)
    gl.Disable(gl_enums.DEPTH_TEST)
    gl.Color3f(0, 0, 1)
    square(gl, 2.5)
    assert resolved(gl)[3, :4].tolist() == [[0, 0, 255, 255]] * 2 + [[0, 128, 128, 255], [0, 255, 0, 255]]


@pytest.mark.parametrize("mask", [0b0001, 0b0110, 0b1111, 0])
def test_the_sample_mask(gl: Context, mask: int) -> None:
    """NV_explicit_multisample 4.1.3: bit B is sample B."""
    gl.Enable(gl_enums.SAMPLE_MASK_NV)
    gl.SampleMaskIndexedNV(0, mask)
    gl.Color3f(1, 1, 1)
    square(gl, SIZE)
    gl.Disable(gl_enums.SAMPLE_MASK_NV)
    found = fetched(gl, 2)
    assert [row[0] for row in found[:4]] == [255 * (mask >> sample & 1) for sample in range(4)]


@pytest.mark.parametrize(
    ("value", "invert", "count"), [(0.5, False, 2), (0.25, True, 3), (1, False, 4), (0, False, 0)]
)
def test_sample_coverage(gl: Context, value: float, invert: bool, count: int) -> None:
    """OpenGL 1.5, 4.1.3: so much of the samples, or the others; with the mask what both let through."""
    gl.Enable(gl_enums.SAMPLE_COVERAGE)
    gl.SampleCoverage(value, invert)
    gl.Color3f(1, 1, 1)
    square(gl, SIZE)
    found = fetched(gl, 2)
    assert sum(row[0] == 255 for row in found[:4]) == count
    gl.BindFramebuffer(FB, 1)
    gl.Clear(COLOR)
    gl.Enable(gl_enums.SAMPLE_MASK_NV)
    gl.SampleMaskIndexedNV(0, 0b0101)
    square(gl, SIZE)
    both = fetched(gl, 2)
    assert [row[0] for row in both[:4]] == [(5 >> sample & 1) * found[sample][0] for sample in range(4)]


def test_samples_are_copied_and_become_several(gl: Context) -> None:
    """4.3.3: of as many samples as they are, of one value in all of them."""
    framebuffer(gl, 2)
    framebuffer(gl, 3, samples=0)
    gl.BindFramebuffer(FB, 1)
    gl.Color3f(1, 0, 0)
    square(gl, 2.5)
    whole = 0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, COLOR | DEPTH | STENCIL, gl_enums.NEAREST
    gl.BindFramebuffer(READ, 1)
    gl.BindFramebuffer(DRAW, 2)
    gl.BlitFramebuffer(*whole)
    gl.BindFramebuffer(FB, 2)
    gl.Color3f(0, 1, 0)
    square(gl, 1)  # drawn over what was copied
    pixels = resolved(gl, name=2)
    assert pixels[3, :4].tolist() == [[0, 255, 0, 255], [255, 0, 0, 255], [128, 0, 0, 128], [0, 0, 0, 0]]
    gl.BindFramebuffer(READ, 3)
    gl.BindFramebuffer(FB, 3)
    gl.Color3f(0, 0, 1)
    square(gl, 2)
    gl.BindFramebuffer(READ, 3)
    gl.BindFramebuffer(DRAW, 1)
    gl.BlitFramebuffer(*whole)
    assert resolved(gl)[3, :4].tolist() == [[0, 0, 255, 255]] * 2 + [[0, 0, 0, 0]] * 2


def test_depths_become_one(gl: Context) -> None:
    """4.3.3: a single sample; it is the first (docs/semantics.md)."""
    gl.Enable(gl_enums.DEPTH_TEST)
    gl.ClearStencil(7)
    gl.Clear(DEPTH | STENCIL)
    square(gl, 3, z=-0.5)
    resolved(gl, DEPTH | STENCIL)
    gl.BindFramebuffer(READ, 0)
    depths = gl.ReadPixels(0, 3, SIZE, 1, gl_enums.DEPTH_COMPONENT, gl_enums.FLOAT)[0, :, 0]
    assert depths.tolist() == pytest.approx([0.25] * 3 + [1.0] * 5, abs=1e-6)
    stencils = gl.ReadPixels(0, 3, SIZE, 1, gl_enums.STENCIL_INDEX, BYTES)
    assert (stencils == 7).all()


@pytest.mark.parametrize("format", ["RGBA16F_ARB", "RGB32F_ARB", "RGB8"])
def test_other_formats(gl: Context, format: str) -> None:
    for name, samples in ((2, 4), (3, 0)):
        framebuffer(gl, name, getattr(gl_enums, format), samples)
    gl.BindFramebuffer(FB, 2)
    gl.Color4f(0.5, 0.25, 1, 0.5)
    square(gl, 2.5)
    gl.BindFramebuffer(READ, 2)
    gl.BindFramebuffer(DRAW, 3)
    gl.BlitFramebuffer(0, 0, SIZE, SIZE, 0, 0, SIZE, SIZE, COLOR, gl_enums.NEAREST)
    gl.BindFramebuffer(READ, 3)
    pixels = gl.ReadPixels(0, 3, 4, 1, RGBA, gl_enums.FLOAT)[0]
    alpha = 0.5 if "A" in format.split("_")[0] else 1
    assert np.allclose(pixels[0], [0.5, 0.25, 1, alpha], atol=0.003)
    assert np.allclose(pixels[2, :3], [0.25, 0.125, 0.5], atol=0.003)
    assert not pixels[3, :3].any()


def test_fragments_at_every_sample(gl: Context) -> None:
    """NV_gpu_program5's fragment.sampleid: one fragment for each sample."""
    gl.ProgramStringARB(
        FRAGMENT,
        ASCII,
        """!!NVfp5.0
TEMP t;
I2F t.x, fragment.sampleid.x;
MUL result.color, t.x, {0.25, 0, 0, 0};
END""",
    )
    gl.Enable(FRAGMENT)
    square(gl, SIZE)
    found = fetched(gl, 2)
    assert [row[0] for row in found[:4]] == [0, 64, 128, 191]


def test_both_back_ends_share_samples(context: moderngl.Context) -> None:
    """What one has drawn the other draws over, sample by sample."""
    with Context(context, size=(SIZE, SIZE), raise_errors=True) as first:
        framebuffer(first, 1)
        first.Enable(gl_enums.DEPTH_TEST)
        first.Enable(gl_enums.STENCIL_TEST)
        first.StencilOp(gl_enums.KEEP, gl_enums.KEEP, gl_enums.INCR)
        first.Clear(DEPTH)
        first.Color3f(1, 0, 0)
        square(first, 2.5, z=-0.5)
        second = Context(backend="oracle", size=(SIZE, SIZE), share=first, raise_errors=True)
        second.BindFramebuffer(FB, 1)
        second.Enable(gl_enums.DEPTH_TEST)
        second.Enable(gl_enums.STENCIL_TEST)
        second.StencilOp(gl_enums.KEEP, gl_enums.KEEP, gl_enums.INCR)
        second.Color3f(0, 1, 0)
        square(second, 3.5, z=0)
        first.StencilFunc(gl_enums.EQUAL, 1, 255)
        first.Color3f(0, 0, 1)
        square(first, SIZE, z=-0.9)
        pixels = resolved(first)
        assert pixels[3, :5].tolist() == [[0, 0, 255, 255]] * 3 + [[0, 0, 128, 128], [0, 0, 0, 0]]


SEVERAL = """!!NVfp5.0
OPTION NV_texture_multisample;
INT TEMP place;
TEMP t;
TRUNC.S place, fragment.position;
MOV.S place.z, program.local[0].y;
MOV.S place.w, program.local[0].x;
TXFMS t, place, texture[0], {};
MOV result.color, t;
END"""
#: Every triangle into the layer of its number.
LAYERS = """!!NVgp4.0
PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;
ATTRIB position = vertex.position;
ATTRIB color = vertex.color;
INT TEMP corner;
MOV.S corner.x, 0;
REP.S {3};
  MOV result.position, position[corner.x];
  MOV result.color, color[corner.x];
  MOV.S result.layer.x, primitive.id.x;
  EMIT;
  ADD.S corner.x, corner.x, 1;
ENDREP;
END"""
HANDLE = """!!NVfp5.0
OPTION NV_texture_multisample;
OPTION NV_bindless_texture;
PARAM words = program.local[0];
LONG TEMP handle;
INT TEMP place;
TEMP t;
PK64.U handle.x, words;
TRUNC.S place, fragment.position;
MOV.S place.w, 1;
TXFMS t, place, handle(handle.x), 2DMS;
MOV result.color, t;
END"""
T2 = gl_enums.TEXTURE_2D_MULTISAMPLE


def texture(gl: Context) -> None:
    """Framebuffer 5 is drawn into: texture 5."""
    gl.BindTexture(T2, 5)
    gl.TexImage2DMultisample(T2, 4, gl_enums.RGBA8, SIZE, SIZE, True)
    gl.BindFramebuffer(FB, 5)
    gl.FramebufferTexture2D(FB, gl_enums.COLOR_ATTACHMENT0_EXT, T2, 5, 0)


def read(gl: Context, target: str, layer: int = 0) -> list[list[int]]:
    """Red of a row of pixels for each sample of the texture of unit 0, drawn into the window."""
    gl.BindFramebuffer(FB, 0)
    gl.ProgramStringARB(FRAGMENT, ASCII, SEVERAL.format(target))
    gl.Enable(FRAGMENT)
    found = []
    for sample in range(4):
        gl.ProgramLocalParameterI4iNV(FRAGMENT, 0, sample, layer, 0, 0)
        square(gl, SIZE)
        found.append(gl.ReadPixels(0, 3, SIZE, 1, RGBA, BYTES)[0, :, 0].tolist())
    gl.Disable(FRAGMENT)
    return found


def test_textures_of_several_samples(gl: Context) -> None:
    """ARB_texture_multisample 3.8.4, NV_texture_multisample 2.X.4.4: drawn into, and fetched by TXFMS."""
    texture(gl)
    gl.Color3f(1, 0, 0)
    square(gl, 2.5)
    places = [gl.GetMultisamplefv(gl_enums.SAMPLE_POSITION_NV, sample) for sample in range(4)]
    found = read(gl, "2DMS")
    for sample, (x, _) in enumerate(places):
        assert found[sample] == [255, 255, 255 if x < 0.5 else 0, *[0] * 5]
    assert resolved(gl, name=5)[3, :4, 0].tolist() == [255, 255, 128, 0]
    gl.BindFramebuffer(FB, 5)
    square(gl, 4)
    assert read(gl, "2DMS")[0] == [255] * 4 + [0] * 4  # as it is now


def test_layers_of_several_samples(gl: Context) -> None:
    """ARB_texture_multisample 4.4.2: an array is attached with all its layers."""
    target = gl_enums.TEXTURE_2D_MULTISAMPLE_ARRAY
    gl.BindTexture(target, 5)
    gl.TexImage3DMultisample(target, 4, gl_enums.RGBA8, SIZE, SIZE, 3, True)
    gl.BindFramebuffer(FB, 5)
    gl.FramebufferTexture(FB, gl_enums.COLOR_ATTACHMENT0_EXT, 5, 0)
    gl.ClearColor(0.2, 0, 0, 0)
    gl.Clear(COLOR)
    gl.ProgramStringARB(gl_enums.GEOMETRY_PROGRAM_NV, ASCII, LAYERS)
    gl.Enable(gl_enums.GEOMETRY_PROGRAM_NV)
    gl.Enable(gl_enums.SAMPLE_MASK_NV)
    gl.SampleMaski(0, 0b0010)
    gl.Begin(gl_enums.TRIANGLES)
    for red in (0.4, 0.6):
        gl.Color3f(red, 0, 0)
        for corner in ((-1, -3), (3, 1), (-1, 1)):
            gl.Vertex2f(*corner)
    gl.End()
    gl.Disable(gl_enums.GEOMETRY_PROGRAM_NV)
    gl.Disable(gl_enums.SAMPLE_MASK_NV)
    for layer, red in ((0, 102), (1, 153), (2, 51)):
        assert [row[0] for row in read(gl, "ARRAY2DMS", layer)] == [51, red, 51, 51]
    assert read(gl, "ARRAY2DMS", 3) == [[0] * 8] * 4


def test_handles_of_several_samples(gl: Context) -> None:
    """NV_bindless_texture 3.9.X: what was drawn after the handle was made is fetched."""
    texture(gl)
    handle = gl.GetTextureHandleNV(5)
    gl.MakeTextureHandleResidentNV(handle)
    gl.Color3f(0.6, 0, 0)
    square(gl, 3)
    gl.BindFramebuffer(FB, 0)
    gl.ProgramStringARB(FRAGMENT, ASCII, HANDLE)
    gl.ProgramLocalParameterI4uiNV(FRAGMENT, 0, handle & 0xFFFFFFFF, handle >> 32, 0, 0)
    gl.Enable(FRAGMENT)
    square(gl, SIZE)
    assert gl.ReadPixels(0, 3, SIZE, 1, RGBA, BYTES)[0, :, 0].tolist() == [153] * 3 + [0] * 5


def test_a_callers_context_stays_as_it_was(context: moderngl.Context) -> None:
    """docs/api.md: what the copies of samples bind and set is put back."""
    gl = GL(context)
    name = (ctypes.c_uint * 1)()
    gl("glGenTextures", "ip", 1, name)
    gl("glActiveTexture", "u", 0x84C0)
    gl("glBindTexture", "uu", gl_enums.TEXTURE_2D_MULTISAMPLE_ARRAY, name[0])
    gl("glEnable", "u", gl_enums.SAMPLE_MASK_NV)
    gl("glSampleMaski", "uu", 0, 5)
    with Context(context, size=(SIZE, SIZE), raise_errors=True) as made:
        framebuffer(made, 1)
        made.Color3f(1, 1, 1)
        made.Enable(gl_enums.SAMPLE_MASK_NV)
        made.SampleMaski(0, 2)
        square(made, SIZE)
        assert resolved(made)[0, 0, 0] == 64
    assert gl.integers(gl_enums.TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY)[0] == name[0]
    assert gl.enabled(gl_enums.SAMPLE_MASK_NV) and gl.indexed(gl_enums.SAMPLE_MASK_VALUE_NV, 0) == 5
    gl("glSampleMaski", "uu", 0, 0xFFFFFFFF)
    gl("glDisable", "u", gl_enums.SAMPLE_MASK_NV)
    gl("glDeleteTextures", "ip", 1, name)
