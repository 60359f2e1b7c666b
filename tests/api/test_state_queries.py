"""What was set of the state, and its initial values (OpenGL 1.5, 6.1.2, 6.1.3, tables 6.9 to 6.19)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums

Call = Callable[[Context], Any]

#: Name → its initial value, a command and the value then.
ROWS: dict[str, tuple[Any, Call, Any]] = {
    "MODELVIEW_STACK_DEPTH": (1, lambda gl: gl.PushMatrix(), 2),
    "PROJECTION_STACK_DEPTH": (1, lambda gl: (gl.MatrixMode(enums.PROJECTION), gl.PushMatrix()), 2),
    "TEXTURE_STACK_DEPTH": (
        1, lambda gl: (gl.ActiveTexture(enums.TEXTURE3), gl.MatrixMode(enums.TEXTURE), gl.PushMatrix()), 2
    ),
    "LIGHT_MODEL_AMBIENT": (
        pytest.approx((0.2, 0.2, 0.2, 1)),
        lambda gl: gl.LightModelfv(enums.LIGHT_MODEL_AMBIENT, (1, 2, 3, 4)),
        (1, 2, 3, 4),
    ),
    "LIGHT_MODEL_LOCAL_VIEWER": (0, lambda gl: gl.LightModeli(enums.LIGHT_MODEL_LOCAL_VIEWER, 1), 1),
    "LIGHT_MODEL_TWO_SIDE": (0, lambda gl: gl.LightModeli(enums.LIGHT_MODEL_TWO_SIDE, 1), 1),
    "LIGHT_MODEL_COLOR_CONTROL": (
        enums.SINGLE_COLOR,
        lambda gl: gl.LightModeli(enums.LIGHT_MODEL_COLOR_CONTROL, enums.SEPARATE_SPECULAR_COLOR),
        enums.SEPARATE_SPECULAR_COLOR,
    ),
    "COLOR_MATERIAL_FACE": (
        enums.FRONT_AND_BACK, lambda gl: gl.ColorMaterial(enums.BACK, enums.SPECULAR), enums.BACK
    ),
    "COLOR_MATERIAL_PARAMETER": (
        enums.AMBIENT_AND_DIFFUSE, lambda gl: gl.ColorMaterial(enums.BACK, enums.SPECULAR), enums.SPECULAR
    ),
    "FOG_MODE": (enums.EXP, lambda gl: gl.Fogi(enums.FOG_MODE, enums.LINEAR), enums.LINEAR),
    "FOG_COLOR": ((0, 0, 0, 0), lambda gl: gl.Fogfv(enums.FOG_COLOR, (1, 0.5, 0, 1)), (1, 0.5, 0, 1)),
    "FOG_DENSITY": (1, lambda gl: gl.Fogf(enums.FOG_DENSITY, 2.5), 2.5),
    "FOG_START": (0, lambda gl: gl.Fogf(enums.FOG_START, 2.5), 2.5),
    "FOG_END": (1, lambda gl: gl.Fogf(enums.FOG_END, 2.5), 2.5),
    "FOG_COORD_SRC": (
        enums.FRAGMENT_DEPTH, lambda gl: gl.Fogi(enums.FOG_COORD_SRC, enums.FOG_COORD), enums.FOG_COORD
    ),
    "ALPHA_TEST_FUNC": (enums.ALWAYS, lambda gl: gl.AlphaFunc(enums.LESS, 0.5), enums.LESS),
    "ALPHA_TEST_REF": (0, lambda gl: gl.AlphaFunc(enums.LESS, 0.5), 0.5),
    **{
        name: (first, lambda gl: gl.BlendFunc(enums.SRC_ALPHA, enums.DST_COLOR), second)
        for name, first, second in (
            ("BLEND_SRC", enums.ONE, enums.SRC_ALPHA), ("BLEND_DST", enums.ZERO, enums.DST_COLOR),
            ("BLEND_SRC_RGB", enums.ONE, enums.SRC_ALPHA), ("BLEND_DST_RGB", enums.ZERO, enums.DST_COLOR),
            ("BLEND_SRC_ALPHA", enums.ONE, enums.SRC_ALPHA), ("BLEND_DST_ALPHA", enums.ZERO, enums.DST_COLOR),
        )
    },
    "BLEND_EQUATION": (enums.FUNC_ADD, lambda gl: gl.BlendEquation(enums.MIN), enums.MIN),
    "BLEND_COLOR": ((0, 0, 0, 0), lambda gl: gl.BlendColor(0, 0.5, 1, 1), (0, 0.5, 1, 1)),
    "STENCIL_FUNC": (enums.ALWAYS, lambda gl: gl.StencilFunc(enums.LESS, 3, 5), enums.LESS),
    "STENCIL_REF": (0, lambda gl: gl.StencilFunc(enums.LESS, 3, 5), 3),
    "STENCIL_VALUE_MASK": (255, lambda gl: gl.StencilFunc(enums.LESS, 3, 5), 5),
    "STENCIL_WRITEMASK": (255, lambda gl: gl.StencilMask(7), 7),
    "STENCIL_FAIL": (enums.KEEP, lambda gl: gl.StencilOp(enums.ZERO, enums.INCR, enums.DECR), enums.ZERO),
    "STENCIL_PASS_DEPTH_FAIL": (
        enums.KEEP, lambda gl: gl.StencilOp(enums.ZERO, enums.INCR, enums.DECR), enums.INCR
    ),
    "STENCIL_PASS_DEPTH_PASS": (
        enums.KEEP, lambda gl: gl.StencilOp(enums.ZERO, enums.INCR, enums.DECR), enums.DECR
    ),
    "POLYGON_OFFSET_FACTOR": (0, lambda gl: gl.PolygonOffset(2, 3), 2),
    "POLYGON_OFFSET_UNITS": (0, lambda gl: gl.PolygonOffset(2, 3), 3),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_values(name: str) -> None:
    first, change, then = ROWS[name]
    gl = context()
    assert gl.GetFloatv(getattr(enums, name)) == first
    change(gl)
    assert gl.GetFloatv(getattr(enums, name)) == then and gl.GetError() == enums.NO_ERROR


def test_factors_of_alpha_of_their_own() -> None:
    gl = context()
    gl.BlendFuncSeparate(enums.ONE, enums.ZERO, enums.SRC_ALPHA, enums.DST_ALPHA)
    for name, value in (("SRC_RGB", "ONE"), ("DST_RGB", "ZERO"), ("SRC_ALPHA", "SRC_ALPHA"),
                        ("DST_ALPHA", "DST_ALPHA")):  # fmt: skip
        assert gl.GetIntegerv(getattr(enums, f"BLEND_{name}")) == getattr(enums, value)


def test_lights() -> None:
    """Table 6.11; 2.14.1."""
    gl = context()
    for light, bright in ((enums.LIGHT0, 1), (enums.LIGHT1, 0)):
        for pname, value in (
            (enums.AMBIENT, (0, 0, 0, 1)), (enums.DIFFUSE, (bright, bright, bright, 1)),
            (enums.SPECULAR, (bright, bright, bright, 1)), (enums.POSITION, (0, 0, 1, 0)),
            (enums.SPOT_DIRECTION, (0, 0, -1)), (enums.SPOT_EXPONENT, 0), (enums.SPOT_CUTOFF, 180),
            (enums.CONSTANT_ATTENUATION, 1), (enums.LINEAR_ATTENUATION, 0),
            (enums.QUADRATIC_ATTENUATION, 0),
        ):  # fmt: skip
            assert gl.GetLightfv(light, pname) == value, hex(pname)
    gl.Translatef(1, 0, 0)
    gl.Lightfv(enums.LIGHT1, enums.POSITION, (1, 2, 3, 1))
    gl.Lightf(enums.LIGHT1, enums.QUADRATIC_ATTENUATION, 2.75)
    assert gl.GetLightfv(enums.LIGHT1, enums.POSITION) == (2, 2, 3, 1)
    assert gl.GetLightiv(enums.LIGHT1, enums.POSITION) == (2, 2, 3, 1)
    assert gl.GetLightiv(enums.LIGHT1, enums.QUADRATIC_ATTENUATION) == 3


def test_materials() -> None:
    """Table 6.11."""
    gl = context()
    for face in (enums.FRONT, enums.BACK):
        for pname, value in (
            (enums.AMBIENT, (0.2, 0.2, 0.2, 1)), (enums.DIFFUSE, (0.8, 0.8, 0.8, 1)),
            (enums.SPECULAR, (0, 0, 0, 1)), (enums.EMISSION, (0, 0, 0, 1)), (enums.SHININESS, 0),
        ):  # fmt: skip
            assert gl.GetMaterialfv(face, pname) == pytest.approx(value)
    gl.Materialf(enums.BACK, enums.SHININESS, 7.25)
    assert gl.GetMaterialfv(enums.BACK, enums.SHININESS) == 7.25
    assert gl.GetMaterialiv(enums.BACK, enums.SHININESS) == 7
    assert gl.GetMaterialfv(enums.FRONT, enums.SHININESS) == 0


def test_generation_and_planes() -> None:
    """Tables 6.9 and 6.18."""
    gl = context()
    planes = {enums.S: (1, 0, 0, 0), enums.T: (0, 1, 0, 0), enums.R: (0, 0, 0, 0), enums.Q: (0, 0, 0, 0)}
    for coord, plane in planes.items():
        assert gl.GetTexGeniv(coord, enums.TEXTURE_GEN_MODE) == enums.EYE_LINEAR
        assert gl.GetTexGenfv(coord, enums.OBJECT_PLANE) == gl.GetTexGendv(coord, enums.EYE_PLANE) == plane
    gl.TexGeni(enums.T, enums.TEXTURE_GEN_MODE, enums.SPHERE_MAP)
    gl.TexGenfv(enums.T, enums.OBJECT_PLANE, (1, 2, 3, 4.75))
    assert gl.GetTexGenfv(enums.T, enums.TEXTURE_GEN_MODE) == enums.SPHERE_MAP
    assert gl.GetTexGeniv(enums.T, enums.OBJECT_PLANE) == (1, 2, 3, 5)
    gl.ActiveTexture(enums.TEXTURE1)
    assert gl.GetTexGeniv(enums.T, enums.TEXTURE_GEN_MODE) == enums.EYE_LINEAR
    assert gl.GetClipPlane(enums.CLIP_PLANE5) == (0, 0, 0, 0)
    gl.Translatef(0, 0, 2)
    gl.ClipPlane(enums.CLIP_PLANE5, (0, 0, 1, 0))
    assert gl.GetClipPlane(enums.CLIP_PLANE5) == (0, 0, 1, -2)


MOST = 2**31 - 1


def test_integers_of_fractions() -> None:
    """6.1.2 and table 4.9: of colours, normals, depth ranges and clear depths 1 is the largest integer."""
    gl = context()
    assert gl.GetIntegerv(enums.CURRENT_COLOR) == (MOST,) * 4
    assert gl.GetIntegerv(enums.CURRENT_NORMAL) == (0, 0, MOST)
    assert gl.GetIntegerv(enums.DEPTH_RANGE) == (0, MOST)
    assert gl.GetIntegerv(enums.DEPTH_CLEAR_VALUE) == MOST
    gl.Normal3f(-1, 0, 0.5)
    assert gl.GetIntegerv(enums.CURRENT_NORMAL) == (-(2**31), 0, 2**30 - 1)
    gl.ClearColor(1, 0, 0, 0)
    assert gl.GetIntegerv(enums.COLOR_CLEAR_VALUE) == (MOST, 0, 0, 0)
    assert gl.GetLightiv(enums.LIGHT0, enums.DIFFUSE) == (MOST,) * 4
    assert gl.GetMaterialiv(enums.FRONT, enums.EMISSION) == (0, 0, 0, MOST)
    gl.PointSize(2.75)  # all else is rounded
    assert gl.GetIntegerv(enums.POINT_SIZE) == 3
    gl.TexCoord2f(0.75, 1)
    assert gl.GetIntegerv(enums.CURRENT_TEXTURE_COORDS) == (1, 1, 0, 1)


def test_colours_of_integers() -> None:
    """2.14.1, 3.10: as in table 2.6; places and numbers are as they are."""
    gl = context()
    color, near = (MOST, -(2**31), 2**30, 0), pytest.approx((1, -1, 0.5, 0), abs=1e-6)
    gl.Lightiv(enums.LIGHT1, enums.SPECULAR, color)
    gl.Lightiv(enums.LIGHT1, enums.POSITION, (3, 2, 1, 1))
    gl.Lightiv(enums.LIGHT1, enums.SPOT_CUTOFF, [45])
    assert gl.GetLightfv(enums.LIGHT1, enums.SPECULAR) == near
    assert gl.GetLightfv(enums.LIGHT1, enums.POSITION) == (3, 2, 1, 1)
    assert gl.GetLightfv(enums.LIGHT1, enums.SPOT_CUTOFF) == 45
    gl.Materialiv(enums.FRONT, enums.AMBIENT_AND_DIFFUSE, color)
    assert gl.GetMaterialfv(enums.FRONT, enums.AMBIENT) == near
    assert gl.GetMaterialfv(enums.FRONT, enums.DIFFUSE) == near
    gl.LightModeliv(enums.LIGHT_MODEL_AMBIENT, color)
    assert gl.GetFloatv(enums.LIGHT_MODEL_AMBIENT) == near
    gl.LightModeliv(enums.LIGHT_MODEL_TWO_SIDE, [1])
    assert gl.GetBooleanv(enums.LIGHT_MODEL_TWO_SIDE) is True
    gl.Fogiv(enums.FOG_COLOR, color)
    assert gl.GetFloatv(enums.FOG_COLOR) == pytest.approx((1, 0, 0.5, 0), abs=1e-6)
    gl.Fogiv(enums.FOG_END, [7])
    assert gl.GetFloatv(enums.FOG_END) == 7 and gl.GetError() == enums.NO_ERROR


@pytest.mark.parametrize(
    "call",
    [
        lambda gl: gl.GetLightfv(enums.LIGHT7 + 1, enums.AMBIENT),
        lambda gl: gl.GetLightiv(enums.LIGHT0, enums.SHININESS),
        lambda gl: gl.GetMaterialfv(enums.FRONT_AND_BACK, enums.AMBIENT),
        lambda gl: gl.GetMaterialiv(enums.FRONT, enums.AMBIENT_AND_DIFFUSE),
        lambda gl: gl.GetTexGenfv(enums.FRONT, enums.EYE_PLANE),
        lambda gl: gl.GetTexGeniv(enums.S, enums.POSITION),
        lambda gl: gl.GetClipPlane(enums.CLIP_PLANE5 + 1),
        lambda gl: gl.Fogiv(enums.LIGHT_MODEL_AMBIENT, (0, 0, 0, 0)),
    ],
)
def test_errors(call: Call) -> None:
    assert error_of(call) == "INVALID_ENUM"
