"""Names, bindings, units and parameters of textures (OpenGL 1.5, 3.8.4 and 3.8.12)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from api_helpers import error_of

from nvrender.api import Context, enums
from nvrender.source import InputError

T1, T2, T3, CUBE = enums.TEXTURE_1D, enums.TEXTURE_2D, enums.TEXTURE_3D, enums.TEXTURE_CUBE_MAP
RECT, ARRAY1, ARRAY2 = enums.TEXTURE_RECTANGLE_ARB, enums.TEXTURE_1D_ARRAY_EXT, enums.TEXTURE_2D_ARRAY_EXT


def made(**named: Any) -> Context:
    return Context(backend="oracle", raise_errors=True, **named)


def test_names_are_textures_once_bound() -> None:
    """3.8.12."""
    gl = made()
    first, second = gl.GenTextures(2)
    assert first != second and not gl.IsTexture(first) and gl.GenTextures(0) == ()
    gl.BindTexture(T2, first)
    gl.BindTexture(CUBE, 77)
    assert gl.IsTexture(first) and gl.IsTexture(77) and not gl.IsTexture(0) and not gl.IsTexture(second)
    assert gl.GetIntegerv(enums.TEXTURE_BINDING_2D) == first
    assert gl.GetIntegerv(enums.TEXTURE_BINDING_CUBE_MAP) == 77
    gl.ActiveTexture(enums.TEXTURE3)
    assert gl.GetIntegerv(enums.TEXTURE_BINDING_2D) == 0
    gl.BindTexture(T2, first)
    gl.DeleteTextures([first, 0, 1234])
    assert not gl.IsTexture(first) and gl.GetIntegerv(enums.TEXTURE_BINDING_2D) == 0
    gl.ActiveTexture(enums.TEXTURE0)
    assert gl.GetIntegerv(enums.TEXTURE_BINDING_2D) == 0
    gl.BindTexture(T3, first)  # the name is free again
    assert gl.AreTexturesResident([first, 77]) == (True, True)


def test_shared_textures() -> None:
    """NV_vertex_program 2.14.1.7: objects are shared, bindings and textures of name 0 are not."""
    gl = made()
    other = made(share=gl)
    gl.BindTexture(T2, 3)
    assert other.IsTexture(3) and other.GetIntegerv(enums.TEXTURE_BINDING_2D) == 0
    gl.TexParameteri(T2, enums.TEXTURE_WRAP_S, enums.CLAMP)
    other.BindTexture(T2, 3)
    assert other.GetTexParameteriv(T2, enums.TEXTURE_WRAP_S) == enums.CLAMP
    gl.BindTexture(T2, 0)
    other.BindTexture(T2, 0)
    gl.TexParameteri(T2, enums.TEXTURE_WRAP_S, enums.CLAMP_TO_EDGE)
    assert other.GetTexParameteriv(T2, enums.TEXTURE_WRAP_S) == enums.REPEAT


INITIAL = {
    enums.TEXTURE_WRAP_S: enums.REPEAT, enums.TEXTURE_WRAP_T: enums.REPEAT,
    enums.TEXTURE_WRAP_R: enums.REPEAT, enums.TEXTURE_MIN_FILTER: enums.NEAREST_MIPMAP_LINEAR,
    enums.TEXTURE_MAG_FILTER: enums.LINEAR,
    enums.TEXTURE_BORDER_COLOR: (0, 0, 0, 0), enums.TEXTURE_PRIORITY: 1, enums.TEXTURE_RESIDENT: 1,
    enums.TEXTURE_MIN_LOD: -1000, enums.TEXTURE_MAX_LOD: 1000, enums.TEXTURE_BASE_LEVEL: 0,
    enums.TEXTURE_MAX_LEVEL: 1000, enums.TEXTURE_LOD_BIAS: 0, enums.DEPTH_TEXTURE_MODE: enums.LUMINANCE,
    enums.TEXTURE_COMPARE_MODE: enums.NONE, enums.TEXTURE_COMPARE_FUNC: enums.LEQUAL,
    enums.GENERATE_MIPMAP: 0, enums.TEXTURE_MAX_ANISOTROPY_EXT: 1,
}  # fmt: skip


@pytest.mark.parametrize("target", [T1, T2, T3, CUBE, ARRAY1, ARRAY2])
def test_initial_parameters(target: int) -> None:
    """Table 6.16."""
    gl = made()
    for name in (0, 5):
        gl.BindTexture(target, name)
        for pname, value in INITIAL.items():
            assert gl.GetTexParameterfv(target, pname) == value, hex(pname)


def test_initial_parameters_of_rectangles() -> None:
    """ARB_texture_rectangle 3.8.11."""
    gl = made()
    for name in (0, 5):
        gl.BindTexture(RECT, name)
        for pname in (enums.TEXTURE_WRAP_S, enums.TEXTURE_WRAP_T, enums.TEXTURE_WRAP_R):
            assert gl.GetTexParameteriv(RECT, pname) == enums.CLAMP_TO_EDGE
        assert gl.GetTexParameteriv(RECT, enums.TEXTURE_MIN_FILTER) == enums.LINEAR


def test_parameters_are_set() -> None:
    """Table 3.19; each target of each unit has an object of its own."""
    gl = made()
    changed = {
        enums.TEXTURE_WRAP_S: enums.MIRRORED_REPEAT, enums.TEXTURE_WRAP_T: enums.MIRROR_CLAMP_EXT,
        enums.TEXTURE_WRAP_R: enums.CLAMP_TO_BORDER, enums.TEXTURE_MIN_FILTER: enums.LINEAR_MIPMAP_NEAREST,
        enums.TEXTURE_MAG_FILTER: enums.NEAREST, enums.TEXTURE_MIN_LOD: -2.5, enums.TEXTURE_MAX_LOD: 3.5,
        enums.TEXTURE_BASE_LEVEL: 2, enums.TEXTURE_MAX_LEVEL: 7, enums.TEXTURE_LOD_BIAS: 0.75,
        enums.DEPTH_TEXTURE_MODE: enums.ALPHA, enums.TEXTURE_COMPARE_MODE: enums.COMPARE_R_TO_TEXTURE,
        enums.TEXTURE_COMPARE_FUNC: enums.NEVER, enums.GENERATE_MIPMAP: 1, enums.TEXTURE_PRIORITY: 0.25,
        enums.TEXTURE_MAX_ANISOTROPY_EXT: 4,
    }  # fmt: skip
    gl.BindTexture(T2, 9)
    for number, (pname, value) in enumerate(changed.items()):
        if number % 2:
            gl.TexParameterf(T2, pname, value)
        else:
            gl.TexParameterfv(T2, pname, [value])
    for pname, value in changed.items():
        assert gl.GetTexParameterfv(T2, pname) == value, hex(pname)
    assert gl.GetTexParameteriv(T2, enums.TEXTURE_MIN_LOD) in (-2, -3)
    for target, name in ((T3, 0), (T2, 0), (T2, 10)):
        gl.BindTexture(target, name)
        for pname in changed:
            assert gl.GetTexParameterfv(target, pname) == INITIAL[pname]
    gl.TexParameterf(T2, enums.TEXTURE_PRIORITY, 7)
    gl.TexParameterf(T2, enums.TEXTURE_MAX_ANISOTROPY_EXT, 1e9)
    assert gl.GetTexParameterfv(T2, enums.TEXTURE_PRIORITY) == 1
    assert gl.GetTexParameterfv(T2, enums.TEXTURE_MAX_ANISOTROPY_EXT) == gl.GetFloatv(
        enums.MAX_TEXTURE_MAX_ANISOTROPY_EXT
    )
    gl.PrioritizeTextures([9, 555], [0.5, 0.5])
    gl.BindTexture(T2, 9)
    assert gl.GetTexParameterfv(T2, enums.TEXTURE_PRIORITY) == 0.5


def test_border_colors() -> None:
    """3.8.4 and table 2.6: integers are fractions, and as they are for EXT_texture_integer."""
    gl = made()
    color = enums.TEXTURE_BORDER_COLOR
    gl.TexParameterfv(T2, color, np.array([0.25, 0.5, 2, -1]))
    assert gl.GetTexParameterfv(T2, color) == (0.25, 0.5, 2, -1)
    gl.TexParameteriv(T2, color, [2**31 - 1, 0, -(2**31), 0])
    assert gl.GetTexParameterfv(T2, color) == pytest.approx((1, 0, -1, 0), abs=1e-9)
    assert gl.GetTexParameteriv(T2, color) == (2**31 - 1, 0, -(2**31), 0)
    gl.TexParameterIivEXT(T2, color, [7, -8, 9, 100000])
    assert gl.GetTexParameterIivEXT(T2, color) == (7, -8, 9, 100000)
    gl.TexParameterIuivEXT(T2, color, [7, 8, 9, 2**32 - 1])
    assert gl.GetTexParameterIuivEXT(T2, color)[3] == 2**32 - 1


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_are_none(value: float) -> None:
    gl = made()
    for pname in (
        enums.TEXTURE_MIN_LOD,
        enums.TEXTURE_MAX_LOD,
        enums.TEXTURE_LOD_BIAS,
        enums.TEXTURE_PRIORITY,
    ):
        gl.TexParameterf(T2, pname, value)
        assert np.isfinite(gl.GetTexParameterfv(T2, pname))
    gl.TexParameterfv(T2, enums.TEXTURE_BORDER_COLOR, [value] * 4)
    assert np.isfinite(gl.GetTexParameterfv(T2, enums.TEXTURE_BORDER_COLOR)).all()


def test_enables_are_of_units() -> None:
    """3.8.15."""
    gl = made()
    for cap in (T1, T2, T3, CUBE, RECT):
        assert not gl.IsEnabled(cap)
        gl.Enable(cap)
        gl.ActiveTexture(enums.TEXTURE1)
        assert not gl.IsEnabled(cap) and gl.GetIntegerv(cap) == 0
        gl.ActiveTexture(enums.TEXTURE0)
        assert gl.IsEnabled(cap)
        gl.Disable(cap)
        assert not gl.IsEnabled(cap)


def test_units() -> None:
    """ARB_fragment_program 2.10.2: more image units than coordinate sets, of which commands refuse others."""
    gl = made()
    assert gl.GetIntegerv(enums.MAX_TEXTURE_IMAGE_UNITS_ARB) == 16
    assert gl.GetIntegerv(enums.MAX_TEXTURE_COORDS_ARB) == 8
    for pname in (enums.MAX_VERTEX_TEXTURE_IMAGE_UNITS_ARB, enums.MAX_GEOMETRY_TEXTURE_IMAGE_UNITS_EXT):
        assert gl.GetIntegerv(pname) == 16
    gl.ActiveTexture(enums.TEXTURE15)
    assert gl.GetIntegerv(enums.ACTIVE_TEXTURE) == enums.TEXTURE15
    gl.BindTexture(T2, 4)
    gl.Enable(T2)
    assert gl.IsEnabled(T2)


def test_names_of_multitexture() -> None:
    """ARB_multitexture: the same commands."""
    gl = made()
    gl.ActiveTextureARB(enums.TEXTURE3_ARB)
    gl.ClientActiveTextureARB(enums.TEXTURE2_ARB)
    gl.MultiTexCoord2fARB(enums.TEXTURE3_ARB, 0.25, 0.5)
    gl.MultiTexCoord1svARB(enums.TEXTURE0_ARB, [7])
    assert gl.GetIntegerv(enums.ACTIVE_TEXTURE_ARB) == enums.TEXTURE3
    assert gl.GetIntegerv(enums.CLIENT_ACTIVE_TEXTURE_ARB) == enums.TEXTURE2
    assert gl.GetFloatv(enums.CURRENT_TEXTURE_COORDS) == (0.25, 0.5, 0, 1)
    gl.NewList(1, enums.COMPILE)
    gl.ClientActiveTextureARB(enums.TEXTURE1_ARB)  # at once (OpenGL 1.5, 5.4)
    gl.EndList()
    assert gl.GetIntegerv(enums.CLIENT_ACTIVE_TEXTURE) == enums.TEXTURE1


def on_unit_8(call: Any) -> Any:
    def calls(gl: Context) -> Any:
        gl.ActiveTexture(enums.TEXTURE8)
        return call(gl)

    return calls


NEITHER = enums.POSITION


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_VALUE", lambda gl: gl.GenTextures(-1)),
        ("OUT_OF_MEMORY", lambda gl: gl.GenTextures(2**31 - 1)),
        ("INVALID_ENUM", lambda gl: gl.BindTexture(NEITHER, 1)),
        ("INVALID_ENUM", lambda gl: gl.BindTexture(enums.PROXY_TEXTURE_2D, 1)),
        ("INVALID_ENUM", lambda gl: gl.BindTexture(enums.TEXTURE_CUBE_MAP_POSITIVE_X, 1)),
        ("INVALID_OPERATION", lambda gl: (gl.BindTexture(T2, 1), gl.BindTexture(T3, 1))),
        ("INVALID_VALUE", lambda gl: gl.AreTexturesResident([1])),
        ("INVALID_VALUE", lambda gl: gl.AreTexturesResident([0])),
        ("INVALID_ENUM", lambda gl: gl.ActiveTexture(enums.TEXTURE0 + 16)),
        ("INVALID_ENUM", lambda gl: gl.ActiveTexture(0)),
        ("INVALID_ENUM", lambda gl: gl.MultiTexCoord1f(enums.TEXTURE8, 0)),
        ("INVALID_ENUM", lambda gl: gl.ClientActiveTexture(enums.TEXTURE8)),
        ("INVALID_ENUM", lambda gl: gl.TexParameteri(NEITHER, enums.TEXTURE_WRAP_S, enums.REPEAT)),
        ("INVALID_ENUM", lambda gl: gl.TexParameteri(enums.TEXTURE_BUFFER_EXT, enums.TEXTURE_WRAP_S, 0x2901)),
        ("INVALID_ENUM", lambda gl: gl.TexParameteri(T2, NEITHER, 1)),
        ("INVALID_ENUM", lambda gl: gl.TexParameteri(T2, enums.TEXTURE_RESIDENT, 1)),
        ("INVALID_ENUM", lambda gl: gl.TexParameteri(T2, enums.TEXTURE_WRAP_S, enums.LINEAR)),
        ("INVALID_ENUM", lambda gl: gl.TexParameterf(T2, enums.TEXTURE_WRAP_S, float("nan"))),
        ("INVALID_ENUM", lambda gl: gl.TexParameteri(T2, enums.TEXTURE_MAG_FILTER, 0x2703)),
        ("INVALID_ENUM", lambda gl: gl.TexParameteri(T2, enums.TEXTURE_COMPARE_MODE, enums.LEQUAL)),
        ("INVALID_ENUM", lambda gl: gl.TexParameteri(T2, enums.DEPTH_TEXTURE_MODE, enums.RGBA)),
        ("INVALID_ENUM", lambda gl: gl.TexParameteri(T2, enums.TEXTURE_BORDER_COLOR, 1)),
        ("INVALID_VALUE", lambda gl: gl.TexParameteri(T2, enums.TEXTURE_BASE_LEVEL, -1)),
        ("INVALID_VALUE", lambda gl: gl.TexParameteri(T2, enums.TEXTURE_MAX_LEVEL, -1)),
        ("INVALID_VALUE", lambda gl: gl.TexParameterf(T2, enums.TEXTURE_MAX_ANISOTROPY_EXT, 0.5)),
        ("INVALID_ENUM", lambda gl: gl.TexParameteri(RECT, enums.TEXTURE_WRAP_S, enums.REPEAT)),
        ("INVALID_ENUM", lambda gl: gl.TexParameteri(RECT, enums.TEXTURE_WRAP_T, enums.MIRRORED_REPEAT)),
        ("INVALID_ENUM", lambda gl: gl.TexParameteri(RECT, enums.TEXTURE_MIN_FILTER, 0x2700)),
        ("INVALID_VALUE", lambda gl: gl.TexParameteri(RECT, enums.TEXTURE_BASE_LEVEL, 1)),
        ("INVALID_ENUM", lambda gl: gl.GetTexParameterfv(NEITHER, enums.TEXTURE_WRAP_S)),
        ("INVALID_ENUM", lambda gl: gl.GetTexParameteriv(T2, NEITHER)),
        ("INVALID_ENUM", lambda gl: gl.Enable(ARRAY2)),
        ("INVALID_OPERATION", on_unit_8(lambda gl: gl.TexGeni(enums.S, enums.TEXTURE_GEN_MODE, 0x2400))),
        ("INVALID_OPERATION", on_unit_8(lambda gl: gl.Enable(enums.TEXTURE_GEN_S))),
        ("INVALID_OPERATION", on_unit_8(lambda gl: gl.IsEnabled(enums.TEXTURE_GEN_S))),
        ("INVALID_OPERATION", on_unit_8(lambda gl: gl.GetFloatv(enums.CURRENT_TEXTURE_COORDS))),
        ("INVALID_OPERATION", on_unit_8(lambda gl: gl.GetFloatv(enums.TEXTURE_MATRIX))),
        ("INVALID_OPERATION", on_unit_8(lambda gl: (gl.MatrixMode(enums.TEXTURE), gl.LoadIdentity()))),
        ("INVALID_OPERATION", on_unit_8(lambda gl: (gl.MatrixMode(enums.TEXTURE), gl.PushMatrix()))),
        ("INVALID_OPERATION", on_unit_8(
            lambda gl: gl.TrackMatrixNV(enums.VERTEX_PROGRAM_NV, 0, enums.TEXTURE, enums.IDENTITY_NV))),
    ],
)  # fmt: skip
def test_errors(error: str, call: Any) -> None:
    """3.8.4, 3.8.12, 6.1.3; ARB_texture_rectangle, Errors; ARB_fragment_program 2.10.2."""
    assert error_of(call) == error


@pytest.mark.parametrize("value", ["text", {}, None, 1.5, [3], np.zeros(4), np.zeros((2, 2)), object()])
def test_what_no_program_could_pass(value: Any) -> None:
    gl = made()
    level = enums.TEXTURE_WIDTH
    for call in (
        lambda: gl.BindTexture(value, 1), lambda: gl.BindTexture(T2, value), lambda: gl.ActiveTexture(value),
        lambda: gl.ClientActiveTexture(value), lambda: gl.GenTextures(value),
        lambda: gl.TexParameteri(value, enums.TEXTURE_WRAP_S, 1), lambda: gl.TexParameteri(T2, value, 1),
        lambda: gl.GetTexParameteriv(T2, value), lambda: gl.TexEnvi(value, enums.TEXTURE_ENV_MODE, 1),
        lambda: gl.TexEnvi(enums.TEXTURE_ENV, value, 1), lambda: gl.GetTexLevelParameteriv(value, 0, level),
        lambda: gl.GetTexLevelParameteriv(T2, value, level), lambda: gl.GetTexLevelParameteriv(T2, 0, value),
        lambda: gl.TexImage2D(value, 0, 4, 1, 1, 0, enums.RGBA, enums.FLOAT, None),
        lambda: gl.TexImage2D(T2, 0, value, 1, 1, 0, enums.RGBA, enums.FLOAT, None),
        lambda: gl.TexImage2D(T2, 0, 4, value, 1, 0, enums.RGBA, enums.FLOAT, None),
        lambda: gl.TexImage2D(T2, 0, 4, 1, 1, 0, value, enums.FLOAT, None),
        lambda: gl.TexImage2D(T2, 0, 4, 1, 1, 0, enums.RGBA, value, None),
        lambda: gl.GetTexImage(T2, 0, enums.RGBA, value), lambda: gl.PixelStorei(value, 1),
        lambda: gl.PixelTransferf(value, 1), lambda: gl.TexBufferEXT(value, enums.RGBA8, 0),
    ):  # fmt: skip
        with pytest.raises(InputError):
            call()


def test_attribute_stacks() -> None:
    """6.1.12: TEXTURE_BIT keeps bindings, enables, environments and the parameters of what is bound."""
    gl = made()
    gl.BindTexture(T2, 1)
    gl.Enable(T2)
    gl.PushAttrib(enums.TEXTURE_BIT)
    gl.TexParameteri(T2, enums.TEXTURE_WRAP_S, enums.CLAMP)
    gl.TexParameteri(T3, enums.TEXTURE_WRAP_S, enums.CLAMP)
    gl.Disable(T2)
    gl.TexEnvi(enums.TEXTURE_ENV, enums.TEXTURE_ENV_MODE, enums.DECAL)
    gl.BindTexture(T2, 2)
    gl.TexParameteri(T2, enums.TEXTURE_WRAP_S, enums.CLAMP)
    gl.ActiveTexture(enums.TEXTURE9)
    gl.Enable(CUBE)
    gl.PopAttrib()
    assert gl.GetIntegerv(enums.ACTIVE_TEXTURE) == enums.TEXTURE0 and gl.IsEnabled(T2)
    assert gl.GetIntegerv(enums.TEXTURE_BINDING_2D) == 1
    assert gl.GetTexEnviv(enums.TEXTURE_ENV, enums.TEXTURE_ENV_MODE) == enums.MODULATE
    assert gl.GetTexParameteriv(T2, enums.TEXTURE_WRAP_S) == enums.REPEAT
    assert gl.GetTexParameteriv(T3, enums.TEXTURE_WRAP_S) == enums.REPEAT
    gl.BindTexture(T2, 2)
    assert gl.GetTexParameteriv(T2, enums.TEXTURE_WRAP_S) == enums.CLAMP
    gl.PushAttrib(enums.ENABLE_BIT)
    gl.Disable(T2)
    gl.TexParameteri(T2, enums.TEXTURE_WRAP_S, enums.REPEAT)
    gl.PopAttrib()
    assert gl.IsEnabled(T2) and gl.GetTexParameteriv(T2, enums.TEXTURE_WRAP_S) == enums.REPEAT
    gl.PushClientAttrib(enums.CLIENT_PIXEL_STORE_BIT)
    gl.PixelStorei(enums.UNPACK_ALIGNMENT, 1)
    gl.PopClientAttrib()
    assert gl.GetIntegerv(enums.UNPACK_ALIGNMENT) == 4


def test_stages_that_read_a_unit_in_two_ways() -> None:
    """docs/semantics.md: one linked shader has one sampler of a unit."""
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    gl.TexParameteri(T2, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
    gl.TexImage2D(T2, 0, enums.DEPTH_COMPONENT, 1, 1, 0, enums.DEPTH_COMPONENT, enums.FLOAT, None)
    vertex = "!!NVvp4.0 TEMP t; TEX t, {0}, texture[0], 2D; ADD result.position, vertex.position, t; END"
    for target, text in (
        (enums.VERTEX_PROGRAM_ARB, vertex),
        (enums.FRAGMENT_PROGRAM_ARB, "!!NVfp4.0 TEX result.color, {0}, texture[0], SHADOW2D; END"),
    ):
        gl.ProgramStringARB(target, enums.PROGRAM_FORMAT_ASCII_ARB, text)
        gl.Enable(target)
    gl.Begin(enums.POINTS)
    gl.Vertex2f(0, 0)
    with pytest.raises(
        InputError, match=r"^texture unit 0 is a sampler2D of one stage and a sampler2DShadow of"
    ):
        gl.End()


def test_depths_of_cubes_are_not_compared_without_a_program() -> None:
    gl = Context(backend="oracle", size=(4, 4), raise_errors=True)
    cube = enums.TEXTURE_CUBE_MAP
    gl.TexParameteri(cube, enums.TEXTURE_MIN_FILTER, enums.NEAREST)
    for face in range(6):
        place = enums.TEXTURE_CUBE_MAP_POSITIVE_X + face
        gl.TexImage2D(place, 0, enums.DEPTH_COMPONENT, 1, 1, 0, enums.DEPTH_COMPONENT, enums.FLOAT, None)
    gl.TexParameteri(cube, enums.TEXTURE_COMPARE_MODE, enums.COMPARE_R_TO_TEXTURE)
    gl.Enable(cube)
    gl.Begin(enums.POINTS)
    gl.Vertex2f(0, 0)
    with pytest.raises(
        InputError, match=r"^texture unit 0: depths of cube maps are compared by programs only"
    ):
        gl.End()
