"""Which textures a draw reads.

OpenGL 1.5, 3.8.10 and 3.8.15; ARB_fragment_program 3.11.6; NV_gpu_program4 2.X.4.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import moderngl
import numpy as np
import pytest

from nvrender.api import Context, enums
from nvrender.gpu.resources import textures
from nvrender.source import InputError

T1, T2, T3, CUBE = enums.TEXTURE_1D, enums.TEXTURE_2D, enums.TEXTURE_3D, enums.TEXTURE_CUBE_MAP
RECT = enums.TEXTURE_RECTANGLE_ARB
RGBA, BYTE = enums.RGBA, enums.UNSIGNED_BYTE
VP, FP = enums.VERTEX_PROGRAM_ARB, enums.FRAGMENT_PROGRAM_ARB


@pytest.fixture
def gl(backend: str, request: pytest.FixtureRequest) -> Iterator[Context]:
    """One of either backend, four pixels wide and high."""
    context = request.getfixturevalue("context") if backend == "gpu" else None
    with Context(context, backend=backend, size=(4, 4), raise_errors=True) as made:
        yield made


def one_color(gl: Context, target: int, color: Any, *, level: int = 0, size: int = 1) -> None:
    """An image of one colour, 0 to 255, and no mipmaps."""
    data = np.broadcast_to(np.array(color, np.uint8), (size,) * 2 + (4,))
    if target == T1:
        gl.TexImage1D(T1, level, RGBA, size, 0, RGBA, BYTE, data[0].tobytes())
    elif target == T3:
        gl.TexImage3D(T3, level, RGBA, size, size, 1, 0, RGBA, BYTE, data.tobytes())
    elif target == CUBE:
        for face in range(6):
            gl.TexImage2D(
                enums.TEXTURE_CUBE_MAP_POSITIVE_X + face, level, RGBA, size, size, 0, RGBA, BYTE, data
            )
    else:
        gl.TexImage2D(target, level, RGBA, size, size, 0, RGBA, BYTE, data)
    gl.TexParameteri(target, enums.TEXTURE_MIN_FILTER, enums.NEAREST)


def program(gl: Context, target: int, text: str) -> None:
    gl.ProgramStringARB(target, enums.PROGRAM_FORMAT_ASCII_ARB, text)
    gl.Enable(target)


def pixel(gl: Context, mode: int = enums.QUADS) -> list[int]:
    """What is drawn with a white quad over the whole frame."""
    gl.Clear(enums.COLOR_BUFFER_BIT)
    gl.Begin(mode)
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        gl.Vertex2f(x, y)
    gl.End()
    found: list[int] = gl.ReadPixels(2, 2, 1, 1, RGBA, BYTE)[0, 0].tolist()
    return found


def test_the_target_that_counts(gl: Context) -> None:
    """3.8.15; ARB_texture_rectangle: cube maps, then 3D, rectangles, 2D, 1D."""
    order = [CUBE, T3, RECT, T2, T1]
    for number, target in enumerate(order):
        one_color(gl, target, [50 * (number + 1), 0, 0, 255])
        gl.Enable(target)
    for number, target in enumerate(order):
        assert pixel(gl) == [50 * (number + 1), 0, 0, 255]
        gl.Disable(target)
    assert pixel(gl) == [255] * 4


def test_incomplete_textures_disable_their_unit(gl: Context) -> None:
    """3.8.10."""
    gl.Enable(T2)
    assert pixel(gl) == [255] * 4  # no image
    one_color(gl, T2, [10, 20, 30, 40], size=4)
    assert pixel(gl) == [10, 20, 30, 40]
    gl.TexParameteri(T2, enums.TEXTURE_MIN_FILTER, enums.NEAREST_MIPMAP_NEAREST)
    assert pixel(gl) == [255] * 4  # no mipmaps
    gl.TexParameteri(T2, enums.TEXTURE_MAX_LEVEL, 1)
    gl.TexImage2D(T2, 1, RGBA, 2, 1, 0, RGBA, BYTE, None)
    assert pixel(gl) == [255] * 4  # of the wrong size
    gl.TexImage2D(T2, 1, enums.RGB, 2, 2, 0, RGBA, BYTE, None)
    assert pixel(gl) == [255] * 4  # of another format
    gl.TexImage2D(T2, 1, RGBA, 2, 2, 0, RGBA, BYTE, np.full((2, 2, 4), 66, np.uint8))
    assert pixel(gl) == [10, 20, 30, 40]
    gl.TexParameteri(T2, enums.TEXTURE_BASE_LEVEL, 1)
    assert pixel(gl) == [66] * 4
    gl.TexParameteri(T2, enums.TEXTURE_BASE_LEVEL, 2)
    assert pixel(gl) == [255] * 4  # no base level, and behind the last
    gl.TexParameteri(T2, enums.TEXTURE_BASE_LEVEL, 0)
    gl.TexImage2D(T2, 0, RGBA, 0, 4, 0, RGBA, BYTE, None)
    assert pixel(gl) == [255] * 4  # nothing in it


def test_cube_maps_are_complete_with_six_faces(gl: Context) -> None:
    """3.8.10: of one size and format."""
    gl.Enable(CUBE)
    one_color(gl, CUBE, [9, 9, 9, 9], size=2)
    assert pixel(gl) == [9] * 4
    for size, internal in ((4, RGBA), (2, enums.RGB), (0, RGBA)):
        gl.TexImage2D(enums.TEXTURE_CUBE_MAP_NEGATIVE_Z, 0, internal, size, size, 0, RGBA, BYTE, None)
        assert pixel(gl) == [255] * 4


def test_lookups_in_incomplete_textures(gl: Context) -> None:
    """ARB_fragment_program 3.11.6: (0, 0, 0, 1); whatever is enabled; also in rectangles."""
    for target, image, constants in (("2D", T2, "0"), ("RECT", RECT, "1")):
        program(
            gl, FP, f"!!ARBfp1.0 TEMP r;TEX r,fragment.position,texture[{constants}],{target};"
            "ADD result.color,r,{0,0.2,0,0};END",
        )  # fmt: skip
        gl.ActiveTexture(enums.TEXTURE0 + int(constants))
        assert pixel(gl) == [0, 51, 0, 255]
        one_color(gl, image, [100, 0, 0, 100])
        gl.TexParameteri(image, enums.TEXTURE_WRAP_S, enums.CLAMP_TO_EDGE)
        assert pixel(gl) == [100, 51, 0, 100]


def test_integers(gl: Context) -> None:
    """EXT_texture_integer: complete without filters, read by instructions of their type."""
    gl.TexImage2D(
        T2, 0, enums.RGBA8UI_EXT, 1, 1, 0, enums.RGBA_INTEGER_EXT, BYTE, np.array([[[9, 8, 7, 6]]], np.uint8)
    )
    text = "!!NVfp4.0 TEMP r; TEX.{0} r,fragment.position,texture[0],2D; I2F r,r; MUL result.color,r,0.04;END"
    program(gl, FP, text.format("U"))
    assert pixel(gl) == [0, 0, 0, 10]  # (0, 0, 0, 1): filtered
    gl.TexParameteri(T2, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
    gl.TexParameteri(T2, enums.TEXTURE_MAG_FILTER, enums.NEAREST)
    assert pixel(gl) == [92, 82, 71, 61]
    program(gl, FP, text.format("S"))
    assert pixel(gl) == [0, 0, 0, 10]  # undefined for another type (docs/semantics.md)
    gl.Disable(FP)
    gl.Enable(T2)
    assert pixel(gl) == [255] * 4


def test_bias_of_the_unit(gl: Context) -> None:
    """3.8.8: added to the texture's."""
    one_color(gl, T2, [1, 1, 1, 1], size=4)
    one_color(gl, T2, [2, 2, 2, 2], level=1, size=2)
    one_color(gl, T2, [3, 3, 3, 3], level=2, size=1)
    gl.TexParameteri(T2, enums.TEXTURE_MIN_FILTER, enums.NEAREST_MIPMAP_NEAREST)
    gl.TexParameteri(T2, enums.TEXTURE_MAG_FILTER, enums.NEAREST)
    gl.Enable(T2)

    def textured() -> int:
        gl.Begin(enums.QUADS)
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            gl.TexCoord2f((x + 1) / 2, (y + 1) / 2)
            gl.Vertex2f(x, y)
        gl.End()
        return int(gl.ReadPixels(2, 2, 1, 1, RGBA, BYTE)[0, 0, 0])

    assert textured() == 1
    gl.TexEnvf(enums.TEXTURE_FILTER_CONTROL, enums.TEXTURE_LOD_BIAS, 1)
    assert textured() == 2
    gl.TexParameterf(T2, enums.TEXTURE_LOD_BIAS, 1)
    assert textured() == 3
    gl.TexParameterf(T2, enums.TEXTURE_MAX_LOD, 1)
    assert textured() == 2


def test_textures_of_vertex_programs(gl: Context) -> None:
    """NV_vertex_program3: the same units."""
    gl.ActiveTexture(enums.TEXTURE3)
    one_color(gl, T1, [30, 60, 90, 120])
    gl.TexParameteri(T1, enums.TEXTURE_MAG_FILTER, enums.NEAREST)
    program(
        gl, VP, "!!ARBvp1.0 OPTION NV_vertex_program3; TEMP r; TEX r,vertex.position,texture[3],1D;"
        "MOV result.color,r; MOV result.position,vertex.position; END",
    )  # fmt: skip
    assert pixel(gl) == [30, 60, 90, 120]
    gl.RasterPos2f(0, 0)
    assert gl.GetFloatv(enums.CURRENT_RASTER_COLOR) == pytest.approx(np.array([30, 60, 90, 120]) / 255)


def test_incomplete_textures_of_the_first_fragment_programs(gl: Context) -> None:
    """NV_fragment_program 3.11.5.38: (0, 0, 0, 0)."""
    gl.LoadProgramNV(
        enums.FRAGMENT_PROGRAM_NV, 1, "!!FP1.0 TEX R0,f[WPOS],TEX1,RECT; ADD o[COLR],R0,{0.2,0,0,0}; END"
    )
    gl.BindProgramNV(enums.FRAGMENT_PROGRAM_NV, 1)
    gl.Enable(enums.FRAGMENT_PROGRAM_NV)
    assert pixel(gl) == [51, 0, 0, 0]
    gl.ActiveTexture(enums.TEXTURE1)
    one_color(gl, RECT, [0, 0, 7, 9])
    assert pixel(gl) == [51, 0, 7, 9]


def test_depths_and_comparisons_of_programs(gl: Context) -> None:
    """ARB_fragment_program_shadow: the target compares, whatever the mode; as DEPTH_TEXTURE_MODE says."""
    text = "!!ARBfp1.0 OPTION ARB_fragment_program_shadow; TEX result.color,{0,0,0.6},texture[0],%s; END"
    gl.TexImage2D(T2, 0, enums.DEPTH_COMPONENT, 1, 1, 0, enums.DEPTH_COMPONENT, enums.FLOAT, [0.4])
    gl.TexParameteri(T2, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
    program(gl, FP, text % "SHADOW2D")
    assert pixel(gl) == [0, 0, 0, 255]
    gl.TexParameteri(T2, enums.TEXTURE_COMPARE_FUNC, enums.GREATER)
    gl.TexParameteri(T2, enums.DEPTH_TEXTURE_MODE, enums.ALPHA)
    assert pixel(gl) == [0, 0, 0, 255]
    gl.TexParameteri(T2, enums.TEXTURE_COMPARE_MODE, enums.COMPARE_R_TO_TEXTURE)
    program(gl, FP, text % "2D")
    assert pixel(gl) == [0, 0, 0, 102]
    one_color(gl, T2, [1, 2, 3, 4])
    program(gl, FP, text % "SHADOW2D")
    assert pixel(gl) == [0, 0, 0, 255]  # nothing to compare (docs/semantics.md)


@pytest.mark.parametrize(
    ("vertex", "fragment"),
    [("TEX r,{0},texture[0],SHADOW2D;", "TEX r,{0},texture[0],2D;"),
     ("TEX.S u,{0},texture[0],2D;", "TEX.U w,{0},texture[0],2D;")],
)  # fmt: skip
def test_one_unit_is_sampled_in_one_way(gl: Context, vertex: str, fragment: str) -> None:
    """What one shader cannot do is refused by both sides (docs/semantics.md)."""
    position = "MOV result.position,vertex.position;"
    program(gl, VP, f"!!NVvp4.0 TEMP r; INT TEMP u; {vertex} {position} END")
    program(gl, FP, f"!!NVfp4.0 TEMP r; UINT TEMP w; {fragment} MOV result.color,1; END")
    with pytest.raises(InputError, match="texture unit 0 is a"):
        pixel(gl)
    program(gl, FP, f"!!NVfp4.0 TEMP r; INT TEMP u; {vertex} MOV result.color,1; END")
    assert pixel(gl) == [255] * 4


def test_uploads(context: moderngl.Context, monkeypatch: pytest.MonkeyPatch) -> None:
    """A texture is sent once, however often it is drawn with; a change sends that texture alone."""
    sent = []
    upload = textures.uploaded
    monkeypatch.setattr(textures, "uploaded", lambda *given: sent.append(given[2]) or upload(*given))
    with Context(context, size=(4, 4), raise_errors=True) as gl:
        for unit in (0, 1):
            gl.ActiveTexture(enums.TEXTURE0 + unit)
            gl.BindTexture(T2, 7 + unit)
            one_color(gl, T2, [255, 100 * unit + 100, 0, 255], size=2)
            gl.Enable(T2)
        for _ in range(1000):
            gl.Begin(enums.POINTS)
            gl.Vertex2f(0, 0)
            gl.End()
        assert len(sent) == 2
        gl.TexSubImage2D(T2, 0, 0, 0, 2, 2, RGBA, BYTE, [255] * 16)
        assert pixel(gl) == [255, 100, 0, 255]
        assert len(sent) == 3
        gl.TexParameteri(T2, enums.TEXTURE_WRAP_S, enums.CLAMP_TO_EDGE)
        gl.TexEnvf(enums.TEXTURE_FILTER_CONTROL, enums.TEXTURE_LOD_BIAS, 1)
        pixel(gl)
        gl.TexParameteri(T2, enums.TEXTURE_MAG_FILTER, enums.NEAREST)
        pixel(gl)
        assert len(sent) == 3  # parameters send no images
