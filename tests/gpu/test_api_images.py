"""The object model's programs load from images and store into them (EXT_shader_image_load_store 3.9.X)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest

import nvrender
from nvrender.api import Context
from nvrender.api import enums as gl_enums
from nvrender.gl.textures.images import Image
from nvrender.gpu.context.context import using

ASCII, COMPUTE = gl_enums.PROGRAM_FORMAT_ASCII_ARB, gl_enums.COMPUTE_PROGRAM_NV
T2D, BYTES, RGBA8 = gl_enums.TEXTURE_2D, gl_enums.UNSIGNED_BYTE, gl_enums.RGBA8
READ_ONLY, READ_WRITE, WRITE_ONLY = gl_enums.READ_ONLY, gl_enums.READ_WRITE, gl_enums.WRITE_ONLY


@pytest.fixture
def gl(backend: str, context: moderngl.Context) -> Any:
    with Context(
        context if backend == "gpu" else None, backend=backend, size=(8, 8), raise_errors=True
    ) as made:
        yield made


def run(gl: Context, text: str, groups: tuple[int, int, int] = (1, 1, 1)) -> None:
    gl.ProgramStringARB(COMPUTE, ASCII, text)
    gl.Enable(COMPUTE)
    gl.DispatchCompute(*groups)


def texture(
    gl: Context, name: int, format: int, pixels: npt.NDArray[Any], layout: int = gl_enums.RGBA,
    kind: int = BYTES, target: int = T2D,
) -> None:  # fmt: skip
    """A texture of one level, (H, W, C) or (L, H, W, C) pixels."""
    gl.PixelStorei(gl_enums.UNPACK_ALIGNMENT, 1)
    gl.BindTexture(target, name)
    gl.TexParameteri(target, gl_enums.TEXTURE_MIN_FILTER, gl_enums.NEAREST)
    gl.TexParameteri(target, gl_enums.TEXTURE_MAG_FILTER, gl_enums.NEAREST)  # which integers must have
    sizes = pixels.shape[-2::-1]
    command = {1: gl.TexImage1D, 2: gl.TexImage2D, 3: gl.TexImage3D}[len(sizes)]
    command(target, 0, format, *sizes, 0, layout, kind, pixels)


def stored(gl: Context, layout: int = gl_enums.RGBA, kind: int = BYTES, target: int = T2D) -> Any:
    return gl.GetTexImage(target, 0, layout, kind)


COUNT = """!!NVcp5.0
GROUP_SIZE 4 4;
IMAGE picture = image[2];
IMAGE sums = image[5];
TEMP texel, place, old;
LOADIM.U32 texel, invocation.globalid, picture, 2D;
AND.U place.x, texel.x, 3;
MOV.U place.yzw, 0;
ATOMIM.ADD.U32 old, {1}, place, sums, 2D;
END"""


def test_texels_are_counted_by_atomics(gl: Context) -> None:
    """Table X.2: an RGBA8 texture seen as R32UI, and an R32UI texture that atomics change."""
    pixels = np.arange(4 * 4 * 4, dtype=np.uint8).reshape(4, 4, 4)
    pixels[..., 0] = np.array([[0, 1, 2, 3], [0, 0, 1, 1], [2, 2, 2, 2], [3, 0, 0, 2]])
    texture(gl, 1, RGBA8, pixels)
    texture(gl, 2, gl_enums.R32UI, np.zeros((1, 4, 1), np.uint32), gl_enums.RED_INTEGER_EXT,
            gl_enums.UNSIGNED_INT)  # fmt: skip
    gl.BindImageTextureEXT(2, 1, 0, False, 0, READ_ONLY, gl_enums.R32UI)
    gl.BindImageTextureEXT(5, 2, 0, False, 0, READ_WRITE, gl_enums.R32UI)
    run(gl, COUNT)
    run(gl, COUNT)
    gl.MemoryBarrierEXT(gl_enums.TEXTURE_UPDATE_BARRIER_BIT_EXT)
    found = stored(gl, gl_enums.RED_INTEGER_EXT, gl_enums.UNSIGNED_INT)
    assert found.reshape(-1).tolist() == [10, 6, 12, 4] and gl.faults == 0
    gl.BindTexture(T2D, 1)
    assert np.array_equal(stored(gl), pixels)


PAINT = """!!NVcp5.0
GROUP_SIZE 4 4;
IMAGE picture = image[0];
TEMP color, place;
MOV.U place, invocation.globalid;
I2F.U color, place;
MUL color, color, 0.25;
MOV color.w, 1;
STOREIM.F picture, color, place, @;
END"""


@pytest.mark.parametrize(
    ("format", "layout", "kind", "expected"),
    [
        (RGBA8, gl_enums.RGBA, BYTES, [64, 191, 0, 255]),
        (gl_enums.RGBA16, gl_enums.RGBA, gl_enums.UNSIGNED_SHORT, [16384, 49151, 0, 65535]),
        (gl_enums.RGBA16F_ARB, gl_enums.RGBA, gl_enums.FLOAT, [0.25, 0.75, 0, 1]),
        (gl_enums.RGBA32F_ARB, gl_enums.RGBA, gl_enums.FLOAT, [0.25, 0.75, 0, 1]),
        (gl_enums.RGB10_A2, gl_enums.RGBA, gl_enums.FLOAT, [256 / 1023, 767 / 1023, 0, 1]),
        (gl_enums.R8, gl_enums.RGBA, BYTES, [64, 0, 0, 255]),
        (gl_enums.RG16, gl_enums.RG, gl_enums.UNSIGNED_SHORT, [16384, 49151]),
        (gl_enums.R16F, gl_enums.RED, gl_enums.FLOAT, [0.25]),
        (gl_enums.RG32F, gl_enums.RG, gl_enums.FLOAT, [0.25, 0.75]),
    ],
)
def test_stores_convert_to_the_format(
    gl: Context, format: int, layout: int, kind: int, expected: Any
) -> None:
    """Table X.2: what is stored is what the texture holds, and programs and GetTexImage find."""
    texture(gl, 1, format, np.full((4, 5, 4), 9, np.uint8))
    before = stored(gl, layout, kind)
    gl.BindImageTextureEXT(0, 1, 0, False, 0, WRITE_ONLY, format)
    run(gl, PAINT.replace("@", "2D"))
    after = stored(gl, layout, kind)
    assert after[3, 1].tolist() == pytest.approx(expected, abs=1 / 65535)
    assert np.array_equal(after[:, 4], before[:, 4])  # where no invocation was


def test_packed_texels_are_words(gl: Context) -> None:
    """Table X.2: RGB10_A2 has red in the lowest bits and alpha in the two highest; R32UI is of its class."""
    pixels = np.array([[(1023, 0, 0, 0), (0, 1023, 0, 1), (0, 0, 1023, 2), (512, 256, 1, 3)]], np.float32)
    pixels /= np.float32([1023, 1023, 1023, 3])
    texture(gl, 1, gl_enums.RGB10_A2, pixels, kind=gl_enums.FLOAT)
    texture(gl, 2, gl_enums.R32UI, np.zeros((1, 4, 1), np.uint32), gl_enums.RED_INTEGER_EXT,
            gl_enums.UNSIGNED_INT)  # fmt: skip
    gl.BindImageTextureEXT(0, 1, 0, False, 0, READ_WRITE, gl_enums.R32UI)
    gl.BindImageTextureEXT(1, 2, 0, False, 0, READ_WRITE, gl_enums.R32UI)
    change = (
        "!!NVcp5.0 GROUP_SIZE 4; TEMP t; IMAGE a = image[0]; IMAGE b = image[1];"
        "LOADIM.U32 t, invocation.globalid, a, 2D; STOREIM.U32 b, t, invocation.globalid, 2D;"
        "XOR.U t, t, 0xC0000001; STOREIM.U32 a, t, invocation.globalid, 2D; END"
    )
    run(gl, change)
    words = [1023, 1023 << 10 | 1 << 30, 1023 << 20 | 2 << 30, 512 | 256 << 10 | 1 << 20 | 3 << 30]
    assert stored(gl, gl_enums.RED_INTEGER_EXT, gl_enums.UNSIGNED_INT).reshape(-1).tolist() == words
    gl.BindTexture(T2D, 1)
    changed = np.array([(1022, 0, 0, 3), (1, 1023, 0, 2), (1, 0, 1023, 1), (513, 256, 1, 0)])
    found = stored(gl, kind=gl_enums.FLOAT).reshape(4, 4) * [1023, 1023, 1023, 3]
    np.testing.assert_allclose(found, changed, atol=0.02)


LAYERS = [
    (gl_enums.TEXTURE_2D_ARRAY_EXT, "ARRAY2D", 3), (gl_enums.TEXTURE_3D, "3D", 3),
    (gl_enums.TEXTURE_CUBE_MAP, "CUBE", 6),
]  # fmt: skip


def layers(gl: Context, target: int, count: int) -> Any:
    """The levels of a texture, (L, H, W, 4)."""
    if target != gl_enums.TEXTURE_CUBE_MAP:
        return stored(gl, target=target)
    return np.array([stored(gl, target=gl_enums.TEXTURE_CUBE_MAP_POSITIVE_X + face) for face in range(count)])


@pytest.mark.parametrize(("target", "word", "count"), LAYERS)
@pytest.mark.parametrize("layered", [True, False])
def test_layers(gl: Context, target: int, word: str, count: int, layered: bool) -> None:
    """3.9.X: all of them, or one as a 2D image."""
    if target == gl_enums.TEXTURE_CUBE_MAP:
        gl.BindTexture(target, 1)
        gl.TexParameteri(target, gl_enums.TEXTURE_MIN_FILTER, gl_enums.NEAREST)
        for face in range(6):
            place = gl_enums.TEXTURE_CUBE_MAP_POSITIVE_X + face
            gl.TexImage2D(place, 0, RGBA8, 4, 4, 0, gl_enums.RGBA, BYTES, np.full((4, 4, 4), face, np.uint8))
    else:
        pixels = np.arange(count, dtype=np.uint8)[:, None, None, None] + np.zeros((count, 4, 4, 4), np.uint8)
        texture(gl, 1, RGBA8, pixels, target=target)
    gl.BindImageTextureEXT(0, 1, 0, layered, 2, READ_WRITE, RGBA8)
    run(gl, PAINT.replace("@", word if layered else "2D"), (1, 1, count if layered else 1))
    found = layers(gl, target, count)
    changed = [bool((found[layer] != layer).any()) for layer in range(count)]
    assert changed == ([True] * count if layered else [layer == 2 for layer in range(count)])
    assert found[2, 3, 1].tolist()[:2] == [64, 191]


def test_images_of_a_buffer(gl: Context) -> None:
    """EXT_texture_buffer_object with ARB_texture_rg: the buffer has what was stored."""
    gl.BindBuffer(gl_enums.TEXTURE_BUFFER_EXT, 4)
    gl.BufferData(gl_enums.TEXTURE_BUFFER_EXT, np.arange(6, dtype=np.uint32), gl_enums.DYNAMIC_COPY)
    gl.BindTexture(gl_enums.TEXTURE_BUFFER_EXT, 1)
    gl.TexBufferEXT(gl_enums.TEXTURE_BUFFER_EXT, gl_enums.R32UI, 4)
    gl.BindImageTextureEXT(0, 1, 0, False, 0, READ_WRITE, gl_enums.R32UI)
    text = """!!NVcp5.0
GROUP_SIZE 4;
TEMP old;
ATOMIM.ADD.U32 old, {100}, invocation.globalid, image[0], BUFFER;
END"""
    run(gl, text)
    found = gl.GetBufferSubData(gl_enums.TEXTURE_BUFFER_EXT, 0, 24).view(np.uint32)
    assert found.tolist() == [100, 101, 102, 103, 4, 5]


def _level(gl: Context, **changes: int) -> None:
    given = {"level": 0, "format": RGBA8, "access": READ_WRITE, **changes}
    gl.BindImageTextureEXT(0, 1, given["level"], False, 0, given["access"], given["format"])


INVALID: dict[str, Any] = {
    "no texture": lambda gl: gl.BindImageTextureEXT(0, 0, 0, False, 0, READ_WRITE, RGBA8),
    "deleted": lambda gl: (_level(gl), gl.DeleteTextures([1])),
    "incomplete": lambda gl: (
        _level(gl), gl.TexParameteri(T2D, gl_enums.TEXTURE_MIN_FILTER, gl_enums.LINEAR_MIPMAP_LINEAR)),
    "no such level": lambda gl: _level(gl, level=1),
    "below the base level": lambda gl: (
        gl.TexImage2D(T2D, 1, RGBA8, 4, 4, 0, gl_enums.RGBA, BYTES, None),
        gl.TexParameteri(T2D, gl_enums.TEXTURE_BASE_LEVEL, 1), _level(gl)),
    "read only": lambda gl: _level(gl, access=READ_ONLY),
    "another class": lambda gl: _level(gl, format=gl_enums.R16),
    "border": lambda gl: (gl.TexImage2D(T2D, 0, RGBA8, 6, 6, 1, gl_enums.RGBA, BYTES, None), _level(gl)),
    "no format of the table": lambda gl: (
        gl.TexImage2D(T2D, 0, gl_enums.LUMINANCE8_ALPHA8, 4, 4, 0, gl_enums.RGBA, BYTES, None),
        _level(gl, format=gl_enums.RG8)),
}  # fmt: skip


@pytest.mark.parametrize("case", INVALID)
def test_invalid_accesses_do_nothing(gl: Context, case: str) -> None:
    """3.9.X, the list of what is invalid."""
    texture(gl, 1, RGBA8, np.full((4, 4, 4), 9, np.uint8))
    INVALID[case](gl)
    before = None if case == "deleted" else stored(gl)
    run(gl, PAINT.replace("@", "2D"))
    if before is not None:
        assert np.array_equal(stored(gl), before)


def test_an_incomplete_texture_has_no_texel(gl: Context) -> None:
    """ARB_shader_image_size 2.X.8: its size is 0; 3.9.X: what is loaded is 0, in w too."""
    texture(gl, 1, RGBA8, np.full((4, 4, 4), 9, np.uint8))
    gl.TexParameteri(T2D, gl_enums.TEXTURE_MIN_FILTER, gl_enums.NEAREST_MIPMAP_NEAREST)
    gl.BindImageTextureEXT(0, 1, 0, False, 0, READ_WRITE, gl_enums.R8UI)
    texture(gl, 2, gl_enums.RGBA32UI_EXT, np.full((1, 2, 4), 7, np.uint32), gl_enums.RGBA_INTEGER_EXT,
            gl_enums.UNSIGNED_INT)  # fmt: skip
    gl.BindImageTextureEXT(1, 2, 0, False, 0, WRITE_ONLY, gl_enums.RGBA32UI_EXT)
    text = """!!NVcp5.0
OPTION ARB_shader_image_size;
GROUP_SIZE 1;
TEMP t;
IMQ t, image[0], 2D;
STOREIM.U32X4 image[1], t, {0, 0, 0, 0}, 2D;
LOADIM.U8 t, {0, 0, 0, 0}, image[0], 2D;
STOREIM.U32X4 image[1], t, {1, 0, 0, 0}, 2D;
END"""
    run(gl, text)
    found = stored(gl, gl_enums.RGBA_INTEGER_EXT, gl_enums.UNSIGNED_INT)
    assert found.reshape(2, 4).tolist() == [[0] * 4, [0] * 4]


def test_units_with_one_level_share_it(gl: Context) -> None:
    """3.9.X: what is stored by one unit the other loads."""
    texture(gl, 1, RGBA8, np.zeros((1, 2, 4), np.uint8))
    gl.BindImageTextureEXT(0, 1, 0, False, 0, WRITE_ONLY, RGBA8)
    gl.BindImageTextureEXT(1, 1, 0, False, 0, READ_WRITE, gl_enums.R32UI)
    text = """!!NVcp5.0
GROUP_SIZE 1;
TEMP t;
STOREIM.F image[0], {1, 0, 1, 0}, {0, 0, 0, 0}, 2D;
LOADIM.U32 t, {0, 0, 0, 0}, image[1], 2D;
STOREIM.U32 image[1], t, {1, 0, 0, 0}, 2D;
END"""
    run(gl, text)
    assert stored(gl).tolist() == [[[255, 0, 255, 0], [255, 0, 255, 0]]]


def test_what_is_stored_is_sampled_and_drawn_over(gl: Context) -> None:
    """2.14.X: later commands find it, whatever they are."""
    texture(gl, 1, RGBA8, np.zeros((8, 8, 4), np.uint8))
    _level(gl)
    run(gl, PAINT.replace("@", "2D"), (2, 2, 1))
    gl.Enable(T2D)
    gl.TexEnvi(gl_enums.TEXTURE_ENV, gl_enums.TEXTURE_ENV_MODE, gl_enums.REPLACE)
    gl.Begin(gl_enums.QUADS)
    for x, y in ((0, 0), (1, 0), (1, 1), (0, 1)):
        gl.TexCoord2f(x, y)
        gl.Vertex2f(2 * x - 1, 2 * y - 1)
    gl.End()
    assert gl.ReadPixels(1, 3, 1, 1, gl_enums.RGBA, BYTES).tolist() == [[[64, 191, 0, 255]]]
    # A texture that is drawn into is an image with what was drawn.
    gl.Disable(T2D)
    gl.BindFramebufferEXT(gl_enums.FRAMEBUFFER_EXT, 1)
    gl.FramebufferTexture2DEXT(gl_enums.FRAMEBUFFER_EXT, gl_enums.COLOR_ATTACHMENT0_EXT, T2D, 1, 0)
    gl.ClearColor(0, 0, 1, 1)
    gl.Clear(gl_enums.COLOR_BUFFER_BIT)
    run(gl, "!!NVcp5.0 GROUP_SIZE 1; STOREIM.F image[0], {1, 1, 1, 1}, {2, 1, 0, 0}, 2D; END")
    picture = gl.ReadPixels(0, 0, 8, 8, gl_enums.RGB, BYTES)
    assert picture[1, 2].tolist() == [255] * 3 and picture[1, 3].tolist() == [0, 0, 255]


#: Each fragment stores where it is and counts itself.
SCRIBBLE = """!!NVfp5.0
IMAGE picture = image[1];
IMAGE total = image[2];
TEMP place, old, color;
FLR.S place, fragment.position;
MOV.S place.zw, 0;
I2F.S color, place;
MUL color, color, 0.125;
STOREIM.F picture, color, place, 2D;
MOV.S place, 0;
ATOMIM.ADD.U32 old, {1}, place, total, 1D;
MOV result.color, {1, 0, 0, 1};
END"""


def test_fragments_store_into_images(gl: Context) -> None:
    """2.14.X: one invocation for each fragment."""
    texture(gl, 1, RGBA8, np.zeros((8, 8, 4), np.uint8))
    texture(gl, 2, gl_enums.R32UI, np.zeros((1, 1), np.uint32), gl_enums.RED_INTEGER_EXT,
            gl_enums.UNSIGNED_INT, gl_enums.TEXTURE_1D)  # fmt: skip
    gl.BindImageTextureEXT(1, 1, 0, False, 0, WRITE_ONLY, RGBA8)
    gl.BindImageTextureEXT(2, 2, 0, False, 0, READ_WRITE, gl_enums.R32UI)
    gl.ProgramStringARB(gl_enums.FRAGMENT_PROGRAM_ARB, ASCII, SCRIBBLE)
    gl.Enable(gl_enums.FRAGMENT_PROGRAM_ARB)
    for size in (4, 6):
        gl.Viewport(0, 0, size, 2)
        gl.Rectf(-1, -1, 1, 1)
    found = gl.GetTexImage(gl_enums.TEXTURE_1D, 0, gl_enums.RED_INTEGER_EXT, gl_enums.UNSIGNED_INT)
    assert found.tolist() == [[20]] and gl.faults == 0
    picture = stored(gl)
    assert picture[1, :, 0].tolist() == [0, 32, 64, 96, 128, 159, 0, 0] and not picture[2:].any()


def test_an_image_that_changes_between_draws(gl: Context) -> None:
    """TexSubImage and stores take turns."""
    texture(gl, 1, RGBA8, np.zeros((1, 2, 4), np.uint8))
    gl.BindImageTextureEXT(0, 1, 0, False, 0, READ_WRITE, gl_enums.R32UI)
    text = """!!NVfp5.0
TEMP old;
ATOMIM.ADD.U32 old, {1}, {0, 0, 0, 0}, image[0], 2D;
MOV result.color, 0;
END"""
    gl.ProgramStringARB(gl_enums.FRAGMENT_PROGRAM_ARB, ASCII, text)
    gl.Enable(gl_enums.FRAGMENT_PROGRAM_ARB)
    gl.Viewport(0, 0, 3, 1)
    found = []
    for value in (None, None, 100, None):
        if value is not None:
            part = np.full((1, 1, 4), value, np.uint8)
            gl.TexSubImage2D(T2D, 0, 0, 0, 1, 1, gl_enums.RGBA, BYTES, part)
        gl.Rectf(-1, -1, 1, 1)
        found.append(stored(gl)[0, 0].tolist())
    assert found == [[3, 0, 0, 0], [6, 0, 0, 0], [103, 100, 100, 100], [106, 100, 100, 100]]


def test_runs_between_dispatches_of_nvrenders_own_context() -> None:
    """Both bind their images to the units of one context."""
    image = Image(np.zeros((1, 4), np.uint32), "R32UI", "2D")
    count = COUNT.replace("image[2]", "image[0]").replace("image[5]", "image[0]")
    with Context(backend="gpu", size=(4, 4), raise_errors=True) as gl:
        texture(gl, 1, gl_enums.R32UI, np.zeros((1, 4, 1), np.uint32), gl_enums.RED_INTEGER_EXT,
                gl_enums.UNSIGNED_INT)  # fmt: skip
        gl.BindImageTextureEXT(0, 1, 0, False, 0, READ_WRITE, gl_enums.R32UI)
        for _ in range(2):
            run(gl, count)
            nvrender.run(count, images={0: image}, groups=1, backend="gpu")
        run(gl, count)
        assert stored(gl, gl_enums.RED_INTEGER_EXT, gl_enums.UNSIGNED_INT).sum() == 48
    left = nvrender.run(count, images={0: image}, groups=1, backend="gpu")
    assert left.images[0].sum() == 16
    with using(None) as own:
        assert own.error == "GL_NO_ERROR"
