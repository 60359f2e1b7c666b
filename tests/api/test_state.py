"""Lights, materials, fog, planes and the fragment operations (OpenGL 1.5, 2.11, 2.14, 3.10, 4.1)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums
from nvrender.gl.state import State


def state(gl: Context) -> State:
    assert gl.GetError() == enums.NO_ERROR
    return gl._state.fixed.state


def test_lights_go_to_eye_space() -> None:
    """2.14.1: by the modelview matrix at the time of the call."""
    gl = context()
    gl.Translatef(1, 2, 3)
    gl.Rotatef(90, 0, 0, 1)
    gl.Lightfv(enums.LIGHT2, enums.POSITION, [1, 0, 0, 1])
    gl.Lightfv(enums.LIGHT2, enums.SPOT_DIRECTION, [1, 0, 0])
    gl.LoadIdentity()
    light = state(gl).lights[2]
    assert light.position == pytest.approx((1, 3, 3, 1)) and light.spot_direction == pytest.approx((0, 1, 0))
    gl.Lightfv(enums.LIGHT2, enums.DIFFUSE, np.array([0.25, 0.5, 0.75, 1]))
    gl.Lightf(enums.LIGHT2, enums.SPOT_CUTOFF, 45)
    gl.Lighti(enums.LIGHT2, enums.SPOT_EXPONENT, 3)
    gl.Lightf(enums.LIGHT2, enums.LINEAR_ATTENUATION, 0.5)
    light = state(gl).lights[2]
    assert (light.diffuse, light.spot_cutoff, light.spot_exponent) == ((0.25, 0.5, 0.75, 1), 45, 3)
    assert light.attenuation == (1, 0.5, 0)
    assert state(gl).lights[:2] == State().lights[:2]


def test_materials_and_the_model() -> None:
    gl = context()
    gl.Materialfv(enums.FRONT, enums.AMBIENT_AND_DIFFUSE, (0.1, 0.2, 0.3, 0.4))
    gl.Materialf(enums.FRONT_AND_BACK, enums.SHININESS, 7)
    gl.Materialfv(enums.BACK, enums.EMISSION, (1, 1, 0, 1))
    front, back = state(gl).material, state(gl).back_material
    assert front.ambient == front.diffuse == (0.1, 0.2, 0.3, 0.4) and front.shininess == back.shininess == 7
    assert back.emission == (1, 1, 0, 1) and back.ambient == State().material.ambient
    gl.LightModelfv(enums.LIGHT_MODEL_AMBIENT, (1, 2, 3, 4))
    gl.LightModeli(enums.LIGHT_MODEL_TWO_SIDE, 1)
    gl.LightModeli(enums.LIGHT_MODEL_COLOR_CONTROL, enums.SEPARATE_SPECULAR_COLOR)
    gl.LightModelf(enums.LIGHT_MODEL_LOCAL_VIEWER, 1)
    model = state(gl).light_model
    assert model.ambient == (1, 2, 3, 4) and model.two_side and model.separate_specular and model.local_viewer
    gl.ColorMaterial(enums.BACK, enums.SPECULAR)
    gl.ShadeModel(enums.FLAT)
    assert (state(gl).color_material.face, state(gl).color_material.mode) == ("BACK", "SPECULAR")
    assert state(gl).flat_shading


def test_planes_go_to_eye_space() -> None:
    """2.11, 2.11.4: by the inverse of the modelview matrix."""
    gl = context()
    gl.Translatef(0, 0, -5)
    gl.ClipPlane(enums.CLIP_PLANE3, (0, 0, 1, 0))
    assert state(gl).clip_plane_equations[3] == (0, 0, 1, 5)
    gl.ActiveTexture(enums.TEXTURE1)
    gl.TexGenfv(enums.T, enums.EYE_PLANE, (0, 0, 2, 0))
    gl.TexGendv(enums.T, enums.OBJECT_PLANE, (1, 2, 3, 4))
    gl.TexGeni(enums.T, enums.TEXTURE_GEN_MODE, enums.OBJECT_LINEAR)
    row = state(gl).texture_generation[1]
    assert row.eye[1] == (0, 0, 2, 10) and row.object[1] == (1, 2, 3, 4) and row.modes == ("",) * 4
    gl.Enable(enums.TEXTURE_GEN_T)
    gl.Enable(enums.TEXTURE_GEN_S)
    assert state(gl).texture_generation[1].modes == ("EYE_LINEAR", "OBJECT_LINEAR", "", "")
    assert gl.IsEnabled(enums.TEXTURE_GEN_T)
    gl.ActiveTexture(enums.TEXTURE0)
    assert not gl.IsEnabled(enums.TEXTURE_GEN_T)


def test_fog_points_and_lines() -> None:
    gl = context()
    gl.Fogi(enums.FOG_MODE, enums.LINEAR)
    gl.Fogfv(enums.FOG_COLOR, (2, 0.5, -1, 1))
    gl.Fogf(enums.FOG_START, -3)
    gl.Fogf(enums.FOG_END, 4)
    gl.Fogf(enums.FOG_DENSITY, 5)
    gl.Fogi(enums.FOG_COORD_SRC, enums.FOG_COORD)
    fog = state(gl).fog
    assert (fog.mode, fog.color, fog.start, fog.end, fog.density) == ("LINEAR", (1, 0.5, 0, 1), -3, 4, 5)
    assert fog.coordinate_source == "FOG_COORD"
    gl.PointSize(5)
    gl.LineWidth(3)
    assert (state(gl).point_size, state(gl).line_width) == (5, 3)


def test_fragment_operations() -> None:
    gl = context()
    gl.AlphaFunc(enums.GREATER, 1.5)
    gl.DepthFunc(enums.LEQUAL)
    gl.DepthMask(False)
    gl.DepthRange(-1, 0.5)
    gl.BlendFuncSeparate(enums.SRC_ALPHA_SATURATE, enums.ONE, enums.ZERO, enums.DST_COLOR)
    gl.BlendEquation(enums.MAX)
    gl.BlendColor(0.5, 2, 0, 1)
    gl.ColorMask(True, False, 1, 0)
    gl.StencilFunc(enums.NOTEQUAL, 300, 0x1FF)
    gl.StencilOp(enums.INVERT, enums.INCR_WRAP, enums.ZERO)
    gl.StencilMask(0x0F)
    gl.PolygonOffset(2, 3)
    now = state(gl)
    assert (now.alpha_test.function, now.alpha_test.reference) == ("GREATER", 1)
    assert (now.depth.function, now.depth.write, now.depth_range) == ("LEQUAL", False, (0, 0.5))
    blend = now.blend
    assert (blend.source, blend.destination, blend.equation) == ("SRC_ALPHA_SATURATE", "ONE", "MAX")
    assert (blend.alpha_source, blend.alpha_destination, blend.color) == ("ZERO", "DST_COLOR", (0.5, 1, 0, 1))
    assert now.color_mask == (True, False, True, False)
    stencil = now.stencil
    assert (stencil.function, stencil.reference, stencil.mask) == ("NOTEQUAL", 255, 0xFF)
    assert (stencil.fail, stencil.depth_fail, stencil.depth_pass) == ("INVERT", "INCR_WRAP", "ZERO")
    assert stencil.write_mask == 15 and (now.polygon_offset.factor, now.polygon_offset.units) == (2, 3)
    gl.BlendFunc(enums.ONE, enums.ZERO)
    assert (state(gl).blend.alpha_source, state(gl).blend.source) == ("", "ONE")


def test_queries() -> None:
    """6.1.1: what was set, and the initial values of tables 6.5 to 6.22."""
    gl = context()
    for pname, value in (
        (enums.CURRENT_COLOR, (1, 1, 1, 1)), (enums.CURRENT_NORMAL, (0, 0, 1)), (enums.CURRENT_FOG_COORD, 0),
        (enums.CURRENT_SECONDARY_COLOR, (0, 0, 0, 1)), (enums.CURRENT_TEXTURE_COORDS, (0, 0, 0, 1)),
        (enums.POINT_SIZE, 1), (enums.LINE_WIDTH, 1), (enums.CULL_FACE_MODE, enums.BACK),
        (enums.FRONT_FACE, enums.CCW), (enums.SHADE_MODEL, enums.SMOOTH), (enums.DEPTH_FUNC, enums.LESS),
        (enums.DEPTH_WRITEMASK, 1), (enums.DEPTH_RANGE, (0, 1)), (enums.COLOR_WRITEMASK, (1, 1, 1, 1)),
        (enums.COLOR_CLEAR_VALUE, (0, 0, 0, 0)), (enums.DEPTH_CLEAR_VALUE, 1), (enums.STENCIL_CLEAR_VALUE, 0),
        (enums.ACTIVE_TEXTURE, enums.TEXTURE0), (enums.CLIENT_ACTIVE_TEXTURE, enums.TEXTURE0),
        (enums.MATRIX_MODE, enums.MODELVIEW), (enums.VERTEX_ARRAY, 0), (enums.VERTEX_ATTRIB_ARRAY9_NV, 0),
    ):  # fmt: skip
        assert gl.GetFloatv(pname) == value, hex(pname)
    gl.Translatef(7, 0, 0)
    assert gl.GetFloatv(enums.MODELVIEW_MATRIX)[12] == 7 and gl.GetFloatv(enums.PROJECTION_MATRIX)[12] == 0
    gl.ActiveTexture(enums.TEXTURE2)
    gl.MatrixMode(enums.TEXTURE)
    gl.Scalef(3, 1, 1)
    assert gl.GetDoublev(enums.TEXTURE_MATRIX)[0] == 3
    gl.MultiTexCoord1f(enums.TEXTURE2, 0.5)
    assert gl.GetFloatv(enums.CURRENT_TEXTURE_COORDS) == (0.5, 0, 0, 1)
    gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY9_NV)
    assert gl.GetBooleanv(enums.VERTEX_ATTRIB_ARRAY9_NV) is True
    gl.DepthFunc(enums.GEQUAL)
    gl.CullFace(enums.FRONT)
    assert (gl.GetIntegerv(enums.DEPTH_FUNC), gl.GetIntegerv(enums.CULL_FACE_MODE)) == (
        enums.GEQUAL,
        enums.FRONT,
    )
    assert gl.GetError() == enums.NO_ERROR


@pytest.mark.parametrize(
    ("error", "call"),
    [
        ("INVALID_ENUM", lambda gl: gl.Lightf(enums.LIGHT7 + 1, enums.SPOT_CUTOFF, 5)),
        ("INVALID_ENUM", lambda gl: gl.Lightf(enums.LIGHT0, enums.SHININESS, 5)),
        ("INVALID_VALUE", lambda gl: gl.Lightf(enums.LIGHT0, enums.SPOT_CUTOFF, 91)),
        ("INVALID_VALUE", lambda gl: gl.Lightf(enums.LIGHT0, enums.SPOT_EXPONENT, 129)),
        ("INVALID_VALUE", lambda gl: gl.Lightf(enums.LIGHT0, enums.CONSTANT_ATTENUATION, -1)),
        ("INVALID_ENUM", lambda gl: gl.Materialf(enums.CW, enums.SHININESS, 5)),
        ("INVALID_ENUM", lambda gl: gl.Materialf(enums.FRONT, enums.POSITION, 5)),
        ("INVALID_VALUE", lambda gl: gl.Materialf(enums.FRONT, enums.SHININESS, -1)),
        ("INVALID_ENUM", lambda gl: gl.LightModeli(enums.POSITION, 1)),
        ("INVALID_ENUM", lambda gl: gl.LightModeli(enums.LIGHT_MODEL_COLOR_CONTROL, 1)),
        ("INVALID_ENUM", lambda gl: gl.ColorMaterial(enums.FRONT, enums.SHININESS)),
        ("INVALID_ENUM", lambda gl: gl.ShadeModel(enums.LINEAR)),
        ("INVALID_ENUM", lambda gl: gl.ClipPlane(enums.CLIP_PLANE5 + 1, (0, 0, 0, 1))),
        ("INVALID_ENUM", lambda gl: gl.TexGeni(enums.TEXTURE, enums.TEXTURE_GEN_MODE, enums.EYE_LINEAR)),
        ("INVALID_ENUM", lambda gl: gl.TexGeni(enums.R, enums.TEXTURE_GEN_MODE, enums.SPHERE_MAP)),
        ("INVALID_ENUM", lambda gl: gl.TexGeni(enums.Q, enums.TEXTURE_GEN_MODE, enums.NORMAL_MAP)),
        ("INVALID_ENUM", lambda gl: gl.TexGenfv(enums.S, enums.POSITION, (0, 0, 0, 1))),
        ("INVALID_ENUM", lambda gl: gl.Fogf(enums.POSITION, 1)),
        ("INVALID_ENUM", lambda gl: gl.Fogi(enums.FOG_MODE, enums.FLAT)),
        ("INVALID_VALUE", lambda gl: gl.Fogf(enums.FOG_DENSITY, -1)),
        ("INVALID_VALUE", lambda gl: gl.PointSize(0)),
        ("INVALID_VALUE", lambda gl: gl.LineWidth(-1)),
        ("INVALID_ENUM", lambda gl: gl.AlphaFunc(enums.ONE, 0)),
        ("INVALID_ENUM", lambda gl: gl.DepthFunc(enums.ONE)),
        ("INVALID_ENUM", lambda gl: gl.BlendFunc(enums.LESS, enums.ONE)),
        ("INVALID_ENUM", lambda gl: gl.BlendFunc(enums.ONE, enums.SRC_ALPHA_SATURATE)),
        ("INVALID_ENUM", lambda gl: gl.BlendEquation(enums.ONE)),
        ("INVALID_ENUM", lambda gl: gl.StencilFunc(enums.ONE, 0, 0)),
        ("INVALID_ENUM", lambda gl: gl.StencilOp(enums.KEEP, enums.KEEP, enums.LESS)),
    ],
)
def test_errors(error: str, call: Any) -> None:
    """OpenGL 1.5, 2.5 and the sections of the commands."""
    before = State()
    gl = context()
    call(gl)
    assert gl._state.fixed.state == before
    assert error_of(call) == error
