"""Exercises of extensions. Of vertices and draws."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from exercise_helpers import CORNERS, FLOAT, T2, Exercise, arrays, color, fill, image, red, textured

from nvrender.api import Context, enums

_SHORT = enums.UNSIGNED_SHORT
_ORDER = np.array([0, 1, 2], np.uint16)
_T = enums.TRIANGLES


def drawn(draw: Callable[[Context], Any]) -> Exercise:
    """A draw from arrays fills the frame."""

    def exercise(gl: Context) -> bool:
        arrays(gl)
        draw(gl)
        return red(gl) == 255

    return exercise


def indirect(gl: Context) -> None:
    gl.BindBuffer(enums.DRAW_INDIRECT_BUFFER, 4)
    gl.BufferData(enums.DRAW_INDIRECT_BUFFER, np.array([3, 1, 0, 0], np.uint32), enums.STATIC_DRAW)
    gl.DrawArraysIndirect(enums.TRIANGLES, 0)


def buffers(gl: Context) -> bool:
    (name,) = gl.GenBuffersARB(1)
    gl.BindBufferARB(enums.ARRAY_BUFFER_ARB, name)
    gl.BufferDataARB(enums.ARRAY_BUFFER_ARB, CORNERS, enums.STATIC_DRAW_ARB)
    gl.VertexPointer(2, FLOAT, 0, 0)
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    return red(gl) == 255 and gl.GetIntegerv(enums.VERTEX_ARRAY_BUFFER_BINDING_ARB) == name


def unified(gl: Context) -> bool:
    gl.BindBuffer(enums.ARRAY_BUFFER, 5)
    gl.BufferData(enums.ARRAY_BUFFER, CORNERS, enums.STATIC_DRAW)
    gl.MakeBufferResidentNV(enums.ARRAY_BUFFER, enums.READ_ONLY)
    address = gl.GetBufferParameterui64vNV(enums.ARRAY_BUFFER, enums.BUFFER_GPU_ADDRESS_NV)
    gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY_UNIFIED_NV)
    gl.VertexFormatNV(2, FLOAT, 8)
    gl.EnableClientState(enums.VERTEX_ARRAY)
    gl.BufferAddressRangeNV(enums.VERTEX_ARRAY_ADDRESS_NV, 0, address, CORNERS.nbytes)
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    return red(gl) == 255


def recorded(gl: Context, draw: Callable[[Context], Any] | None = None) -> bool:
    target = enums.TRANSFORM_FEEDBACK_BUFFER_NV
    gl.BindTransformFeedbackNV(enums.TRANSFORM_FEEDBACK_NV, 1)
    gl.BindBufferBaseNV(target, 0, 6)
    gl.BufferData(target, 64, enums.DYNAMIC_COPY)
    gl.TransformFeedbackAttribsNV([enums.POSITION, 4, 0], enums.INTERLEAVED_ATTRIBS_NV)
    gl.BeginTransformFeedbackNV(enums.TRIANGLES)
    arrays(gl)
    gl.DrawArrays(enums.TRIANGLES, 0, 3)
    gl.EndTransformFeedbackNV()
    found = gl.GetBufferSubData(target, 0, 48).view(np.float32).reshape(3, 4)
    if draw is not None:
        gl.Clear(enums.COLOR_BUFFER_BIT)
        draw(gl)
    return bool((found[:, :2] == CORNERS).all()) and red(gl) == 255


def long_attribute(call: Callable[[Context], Any], letter: str) -> Exercise:
    return lambda gl: call(gl) is None and getattr(gl, f"GetVertexAttribL{letter}")(
        3, enums.CURRENT_VERTEX_ATTRIB_ARB)[0] == 5  # fmt: skip


def sprite(gl: Context) -> bool:
    image(gl)
    gl.Enable(enums.POINT_SPRITE_ARB)
    gl.TexEnvi(enums.POINT_SPRITE_ARB, enums.COORD_REPLACE_ARB, enums.TRUE)
    gl.PointSize(8)
    gl.Enable(T2)
    gl.TexEnvi(enums.TEXTURE_ENV, enums.TEXTURE_ENV_MODE, enums.REPLACE)
    gl.Begin(enums.POINTS)
    gl.Vertex2f(0, 0)
    gl.End()
    return color(gl) == [255, 0, 0]


def attenuated(suffix: str) -> Exercise:
    def exercise(gl: Context) -> bool:
        gl.PointSize(16)
        attenuation = getattr(enums, f"POINT_SIZE_MAX_{suffix}")
        getattr(gl, f"PointParameterf{suffix}")(attenuation, 1)
        gl.Begin(enums.POINTS)
        gl.Vertex2f(0, 0)
        gl.End()
        return bool(red(gl) == 0 and gl.GetFloatv(attenuation) == 1)

    return exercise


def fog(gl: Context) -> bool:
    gl.Enable(enums.FOG)
    gl.Fogi(enums.FOG_COORDINATE_SOURCE_EXT, enums.FOG_COORDINATE_EXT)
    gl.Fogi(enums.FOG_MODE, enums.LINEAR)
    gl.FogCoordfEXT(1)
    fill(gl)
    return red(gl) == 0


def rescaled(gl: Context) -> bool:
    gl.Enable(enums.LIGHTING)
    gl.Enable(enums.LIGHT0)
    fill(gl)
    before = red(gl)
    gl.Scalef(4, 4, 4)
    gl.Enable(enums.RESCALE_NORMAL_EXT)
    fill(gl)
    return abs(red(gl) - before) <= 1 and before > 100


def second(gl: Context) -> bool:
    gl.Enable(enums.COLOR_SUM_EXT)
    gl.Color3f(0, 0, 0)
    gl.SecondaryColor3fEXT(1, 0, 0)
    fill(gl)
    return color(gl) == [255, 0, 0]


def separate(gl: Context) -> bool:
    gl.LightModeli(enums.LIGHT_MODEL_COLOR_CONTROL_EXT, enums.SEPARATE_SPECULAR_COLOR_EXT)
    gl.Enable(enums.LIGHTING)
    gl.Enable(enums.LIGHT0)
    gl.Materialfv(enums.FRONT, enums.SPECULAR, (1, 0, 0, 1))
    gl.Materialf(enums.FRONT, enums.SHININESS, 0)
    image(gl, texel=(0, 0, 0, 255))
    return textured(gl) == 255


def window_position(gl: Context) -> bool:
    gl.WindowPos3fARB(3, 4, 0.5)
    return bool(gl.GetFloatv(enums.CURRENT_RASTER_POSITION) == (3, 4, 0.5, 1))


def transposed(gl: Context) -> bool:
    gl.LoadTransposeMatrixfARB([1, 0, 0, 5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    return bool(
        gl.GetFloatv(enums.TRANSPOSE_MODELVIEW_MATRIX_ARB)[3] == 5 == gl.GetFloatv(enums.MODELVIEW_MATRIX)[12]
    )


DRAW_EXERCISES: dict[str, Exercise] = {
    "ARB_draw_elements_base_vertex": drawn(lambda gl: gl.DrawElementsBaseVertex(_T, _SHORT, _ORDER + 4, -4)),
    "ARB_draw_indirect": drawn(indirect),
    "ARB_draw_instanced": drawn(lambda gl: gl.DrawArraysInstancedARB(_T, 0, 3, 2)),
    "EXT_draw_instanced": drawn(lambda gl: gl.DrawElementsInstancedEXT(_T, _SHORT, _ORDER, 2)),
    "EXT_draw_range_elements": drawn(lambda gl: gl.DrawRangeElementsEXT(_T, 0, 2, _SHORT, _ORDER)),
    "EXT_multi_draw_arrays": drawn(lambda gl: gl.MultiDrawElementsEXT(_T, _SHORT, [_ORDER])),
    "ARB_vertex_buffer_object": buffers,
    "NV_vertex_buffer_unified_memory": unified,
    "NV_transform_feedback": recorded,
    "NV_transform_feedback2": lambda gl: recorded(gl, lambda gl: gl.DrawTransformFeedbackNV(_T, 1)),
    "ARB_transform_feedback2": lambda gl: recorded(gl, lambda gl: gl.DrawTransformFeedback(_T, 1)),
    "ARB_transform_feedback_instanced": lambda gl: recorded(
        gl, lambda gl: gl.DrawTransformFeedbackInstanced(_T, 1, 2)),
    "EXT_vertex_attrib_64bit": long_attribute(lambda gl: gl.VertexAttribL1dEXT(3, 5), "dvEXT"),
    "NV_vertex_attrib_integer_64bit": long_attribute(lambda gl: gl.VertexAttribL1ui64NV(3, 5), "ui64vNV"),
    "ARB_point_sprite": sprite,
    "ARB_point_parameters": attenuated("ARB"),
    "EXT_point_parameters": attenuated("EXT"),
    "ARB_transpose_matrix": transposed,
    "ARB_window_pos": window_position,
    "EXT_fog_coord": fog,
    "EXT_rescale_normal": rescaled,
    "EXT_secondary_color": second,
    "EXT_separate_specular_color": separate,
}  # fmt: skip
