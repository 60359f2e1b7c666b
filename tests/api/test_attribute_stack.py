"""The stacks of attributes (OpenGL 1.5, 6.1.12 and the column "Attribute" of tables 6.5 to 6.22)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from api_helpers import context, error_of

from nvrender.api import Context, enums
from nvrender.api.state.attribute_stack import CLIENT_GROUPS, GROUPS
from nvrender.gl.state import State

Call = Callable[[Context], Any]


def switched(cap: int) -> tuple[Call, Call]:
    def change(gl: Context) -> None:
        (gl.Disable if gl.IsEnabled(cap) else gl.Enable)(cap)

    return change, lambda gl: gl.IsEnabled(cap)


def stated(name: str) -> Call:
    return lambda gl: getattr(gl._state.fixed.state, name)


def on_unit_2(call: Call) -> Call:
    def calls(gl: Context) -> Any:
        active = gl.GetIntegerv(enums.ACTIVE_TEXTURE)
        gl.ActiveTexture(enums.TEXTURE2)
        result = call(gl)
        gl.ActiveTexture(active)
        return result

    return calls


ENABLE, LIGHTING, POLYGON = enums.ENABLE_BIT, enums.LIGHTING_BIT, enums.POLYGON_BIT
FOG, TRANSFORM, COLOR = enums.FOG_BIT, enums.TRANSFORM_BIT, enums.COLOR_BUFFER_BIT
DEPTH, STENCIL, TEXTURE = enums.DEPTH_BUFFER_BIT, enums.STENCIL_BUFFER_BIT, enums.TEXTURE_BIT
CURRENT, EVAL = enums.CURRENT_ATTRIB_NV, enums.EVAL_BIT

#: What changes, how it is read, and the groups it is in.
ROWS: dict[str, tuple[Call, Call, int]] = {
    "generic attribute": (
        lambda gl: gl.VertexAttrib4fNV(6, 1, 2, 3, 4),
        lambda gl: gl.GetVertexAttribfvNV(6, CURRENT),
        enums.CURRENT_BIT,
    ),
    "color": (
        lambda gl: gl.Color3f(0, 1, 0), lambda gl: gl.GetFloatv(enums.CURRENT_COLOR), enums.CURRENT_BIT
    ),
    "raster position": (
        lambda gl: gl.WindowPos2f(3, 4),
        lambda gl: gl.GetFloatv(enums.CURRENT_RASTER_POSITION),
        enums.CURRENT_BIT,
    ),
    "raster valid": (
        lambda gl: gl.RasterPos2f(3, 4),
        lambda gl: gl.GetBooleanv(enums.CURRENT_RASTER_POSITION_VALID),
        enums.CURRENT_BIT,
    ),
    "edge flag": (
        lambda gl: gl.EdgeFlag(False), lambda gl: gl.GetBooleanv(enums.EDGE_FLAG), enums.CURRENT_BIT
    ),
    "point parameter": (
        lambda gl: gl.PointParameterf(enums.POINT_SIZE_MIN, 4), stated("point"), enums.POINT_BIT
    ),
    "polygon mode": (
        lambda gl: gl.PolygonMode(enums.BACK, enums.LINE),
        lambda gl: gl.GetIntegerv(enums.POLYGON_MODE),
        POLYGON,
    ),
    "logic op": (
        lambda gl: gl.LogicOp(enums.XOR), lambda gl: gl.GetIntegerv(enums.LOGIC_OP_MODE), COLOR
    ),
    "hint": (
        lambda gl: gl.Hint(enums.FOG_HINT, enums.NICEST),
        lambda gl: gl.GetIntegerv(enums.FOG_HINT),
        enums.HINT_BIT,
    ),
    "point size": (lambda gl: gl.PointSize(4), stated("point_size"), enums.POINT_BIT),
    "line stipple": (
        lambda gl: gl.LineStipple(2, 3),
        lambda gl: gl.GetIntegerv(enums.LINE_STIPPLE_PATTERN),
        enums.LINE_BIT,
    ),
    "line width": (lambda gl: gl.LineWidth(4), stated("line_width"), enums.LINE_BIT),
    "cull mode": (
        lambda gl: gl.CullFace(enums.FRONT), lambda gl: gl.GetIntegerv(enums.CULL_FACE_MODE), POLYGON
    ),
    "front face": (lambda gl: gl.FrontFace(enums.CW), stated("front_face"), POLYGON),
    "offset": (lambda gl: gl.PolygonOffset(1, 2), stated("polygon_offset"), POLYGON),
    "light": (lambda gl: gl.Lightf(enums.LIGHT1, enums.SPOT_CUTOFF, 9), stated("lights"), LIGHTING),
    "light model": (
        lambda gl: gl.LightModeli(enums.LIGHT_MODEL_TWO_SIDE, 1), stated("light_model"), LIGHTING
    ),
    "material": (lambda gl: gl.Materialf(enums.FRONT, enums.SHININESS, 9), stated("material"), LIGHTING),
    "back": (lambda gl: gl.Materialf(enums.BACK, enums.SHININESS, 9), stated("back_material"), LIGHTING),
    "color material": (
        lambda gl: gl.ColorMaterial(enums.BACK, enums.SPECULAR), stated("color_material"), LIGHTING
    ),
    "shade model": (lambda gl: gl.ShadeModel(enums.FLAT), stated("flat_shading"), LIGHTING),
    "fog": (lambda gl: gl.Fogf(enums.FOG_END, 9), stated("fog"), FOG),
    "fog source": (lambda gl: gl.Fogi(enums.FOG_COORD_SRC, enums.FOG_COORD), stated("fog"), FOG),
    "depth func": (lambda gl: gl.DepthFunc(enums.GEQUAL), stated("depth"), DEPTH),
    "depth mask": (lambda gl: gl.DepthMask(False), stated("depth"), DEPTH),
    "clear depth": (
        lambda gl: gl.ClearDepth(0.5), lambda gl: gl.GetFloatv(enums.DEPTH_CLEAR_VALUE), DEPTH
    ),
    "stencil func": (lambda gl: gl.StencilFunc(enums.LESS, 1, 2), stated("stencil"), STENCIL),
    "stencil op": (
        lambda gl: gl.StencilOp(enums.ZERO, enums.KEEP, enums.INCR), stated("stencil"), STENCIL
    ),
    "stencil mask": (lambda gl: gl.StencilMask(3), stated("stencil"), STENCIL),
    "clear stencil": (
        lambda gl: gl.ClearStencil(3), lambda gl: gl.GetIntegerv(enums.STENCIL_CLEAR_VALUE), STENCIL
    ),
    "depth range": (lambda gl: gl.DepthRange(0.25, 0.5), stated("depth_range"), enums.VIEWPORT_BIT),
    "viewport": (
        lambda gl: gl.Viewport(1, 2, 3, 4), lambda gl: gl.GetIntegerv(enums.VIEWPORT), enums.VIEWPORT_BIT
    ),
    "scissor box": (
        lambda gl: gl.Scissor(1, 2, 3, 4), lambda gl: gl.GetIntegerv(enums.SCISSOR_BOX), enums.SCISSOR_BIT
    ),
    "plane": (
        lambda gl: gl.ClipPlane(enums.CLIP_PLANE1, (1, 2, 3, 4)), stated("clip_plane_equations"), TRANSFORM
    ),
    "matrix mode": (
        lambda gl: gl.MatrixMode(enums.PROJECTION), lambda gl: gl.GetIntegerv(enums.MATRIX_MODE), TRANSFORM
    ),
    "grid": (
        lambda gl: gl.MapGrid1f(5, 0, 2), lambda gl: gl.GetIntegerv(enums.MAP1_GRID_SEGMENTS), EVAL
    ),
    "grid of two": (
        lambda gl: gl.MapGrid2d(5, 0, 2, 1, 0, 1), lambda gl: gl.GetFloatv(enums.MAP2_GRID_DOMAIN), EVAL
    ),
    "list base": (
        lambda gl: gl.ListBase(9), lambda gl: gl.GetIntegerv(enums.LIST_BASE), enums.LIST_BIT
    ),
    "alpha func": (lambda gl: gl.AlphaFunc(enums.LESS, 0.5), stated("alpha_test"), COLOR),
    "blend func": (lambda gl: gl.BlendFunc(enums.ZERO, enums.ONE), stated("blend"), COLOR),
    "blend color": (lambda gl: gl.BlendColor(1, 0, 1, 0), stated("blend"), COLOR),
    "blend equation": (lambda gl: gl.BlendEquation(enums.MIN), stated("blend"), COLOR),
    "color mask": (lambda gl: gl.ColorMask(0, 1, 0, 1), stated("color_mask"), COLOR),
    "clear color": (
        lambda gl: gl.ClearColor(1, 0, 1, 0), lambda gl: gl.GetFloatv(enums.COLOR_CLEAR_VALUE), COLOR
    ),
    "draw buffer": (
        lambda gl: gl.DrawBuffer(enums.FRONT), lambda gl: gl.GetIntegerv(enums.DRAW_BUFFER), COLOR
    ),
    "read buffer": (
        lambda gl: gl.ReadBuffer(enums.FRONT),
        lambda gl: gl.GetIntegerv(enums.READ_BUFFER),
        enums.PIXEL_MODE_BIT,
    ),
    "active texture": (
        lambda gl: gl.ActiveTexture(enums.TEXTURE3), lambda gl: gl.GetIntegerv(enums.ACTIVE_TEXTURE), TEXTURE
    ),
    "generation mode": (
        lambda gl: gl.TexGeni(enums.S, enums.TEXTURE_GEN_MODE, enums.SPHERE_MAP),
        lambda gl: gl._state.fixed.generation_modes,
        TEXTURE,
    ),
    "generation plane": (
        on_unit_2(lambda gl: gl.TexGenfv(enums.S, enums.EYE_PLANE, (1, 2, 3, 4))),
        stated("texture_generation"),
        TEXTURE,
    ),
    "generation": (*map(on_unit_2, switched(enums.TEXTURE_GEN_S)), TEXTURE | ENABLE),
    **{
        str(cap): (*switched(cap), groups)
        for cap, groups in (
            (enums.VERTEX_PROGRAM_NV, ENABLE), (enums.VERTEX_PROGRAM_POINT_SIZE_NV, ENABLE),
            (enums.VERTEX_PROGRAM_TWO_SIDE_NV, ENABLE), (enums.FRAGMENT_PROGRAM_ARB, ENABLE),
            (enums.GEOMETRY_PROGRAM_NV, ENABLE), (enums.CULL_FACE, ENABLE | POLYGON),
            (enums.TESS_CONTROL_PROGRAM_NV, ENABLE), (enums.TESS_EVALUATION_PROGRAM_NV, ENABLE),
            (enums.COMPUTE_PROGRAM_NV, ENABLE),
            (enums.POLYGON_OFFSET_FILL, ENABLE | POLYGON), (enums.LIGHTING, ENABLE | LIGHTING),
            (enums.LIGHT5, ENABLE | LIGHTING), (enums.COLOR_MATERIAL, ENABLE | LIGHTING),
            (enums.FOG, ENABLE | FOG), (enums.COLOR_SUM, ENABLE | FOG), (enums.DEPTH_TEST, ENABLE | DEPTH),
            (enums.STENCIL_TEST, ENABLE | STENCIL), (enums.NORMALIZE, ENABLE | TRANSFORM),
            (enums.RESCALE_NORMAL, ENABLE | TRANSFORM), (enums.CLIP_PLANE2, ENABLE | TRANSFORM),
            (enums.SCISSOR_TEST, ENABLE | enums.SCISSOR_BIT), (enums.ALPHA_TEST, ENABLE | COLOR),
            (enums.COLOR_LOGIC_OP, ENABLE | COLOR), (enums.POINT_SPRITE, ENABLE | enums.POINT_BIT),
            (enums.DITHER, ENABLE | COLOR), (enums.POINT_SMOOTH, ENABLE | enums.POINT_BIT),
            (enums.LINE_SMOOTH, ENABLE | enums.LINE_BIT), (enums.LINE_STIPPLE, ENABLE | enums.LINE_BIT),
            (enums.POLYGON_SMOOTH, ENABLE | POLYGON), (enums.POLYGON_OFFSET_LINE, ENABLE | POLYGON),
            (enums.POLYGON_OFFSET_POINT, ENABLE | POLYGON),
            (enums.AUTO_NORMAL, ENABLE | EVAL), (enums.MAP1_COLOR_4, ENABLE | EVAL),
            (enums.MAP2_VERTEX_3, ENABLE | EVAL), (enums.MAP1_VERTEX_ATTRIB0_4_NV, ENABLE | EVAL),
            (enums.MAP2_VERTEX_ATTRIB15_4_NV, ENABLE | EVAL), (enums.BLEND, ENABLE | COLOR),
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_each_group_keeps_what_is_in_it(row: tuple[Call, Call, int]) -> None:
    change, read, groups = row
    for mask in [bit for bit in GROUPS if bit & groups] + [enums.ALL_ATTRIB_BITS]:
        gl = context()
        before = read(gl)
        gl.PushAttrib(mask)
        change(gl)
        changed = read(gl)
        assert changed != before
        gl.PopAttrib()
        assert read(gl) == before, hex(mask)
    gl.PushAttrib(enums.ALL_ATTRIB_BITS & ~groups)
    change(gl)
    gl.PopAttrib()
    assert read(gl) == changed
    assert gl.GetError() == enums.NO_ERROR


def test_every_field_of_the_state_that_commands_set_is_in_one_group() -> None:
    """But for matrices, and for what are enables alone or no state of a context."""
    fields = [name for group in GROUPS.values() for name in group.state]
    assert len(fields) == len(set(fields))
    apart = {
        "modelview", "projection", "texture", "program", "tracking", "current_attributes", "cull_face",
        "integer_attributes", "long_attributes",
        "vertex_program_two_side", "vertex_program_point_size", "modelviews", "palette", "window_height",
        "texture_units", "scissor", "viewport", "logic_op", "sample_mask",
    }  # fmt: skip
    assert set(State.__dataclass_fields__) - set(fields) <= apart


@pytest.mark.parametrize("all_bits", [True, False])
def test_of_programs_only_the_enables_are_kept(all_bits: bool) -> None:
    """NV_vertex_program, Issues and 6.1.12; ARB_vertex_program 6.1.12."""
    gl = context()
    target = enums.VERTEX_PROGRAM_NV
    gl.PushAttrib(enums.ALL_ATTRIB_BITS if all_bits else ENABLE)
    gl.BindProgramNV(target, 1)
    gl.ProgramParameter4fNV(target, 0, 1, 2, 3, 4)
    gl.ProgramEnvParameter4fARB(enums.FRAGMENT_PROGRAM_ARB, 0, 1, 2, 3, 4)
    gl.TrackMatrixNV(target, 8, enums.MODELVIEW, enums.INVERSE_NV)
    gl.Translatef(1, 2, 3)
    gl.Map1f(enums.MAP1_VERTEX_ATTRIB5_4_NV, 0, 2, 4, 1, [1, 2, 3, 4])
    gl.PopAttrib()
    assert gl.GetMapfv(enums.MAP1_VERTEX_ATTRIB5_4_NV, enums.COEFF) == (1, 2, 3, 4)
    assert gl.GetIntegerv(enums.VERTEX_PROGRAM_BINDING_NV) == 1
    assert gl.GetProgramParameterfvNV(target, 0, enums.PROGRAM_PARAMETER_NV) == (1, 2, 3, 4)
    assert gl.GetProgramEnvParameterfvARB(enums.FRAGMENT_PROGRAM_ARB, 0) == (1, 2, 3, 4)
    assert gl.GetTrackMatrixivNV(target, 8, enums.TRACK_MATRIX_NV) == enums.MODELVIEW
    assert gl.GetFloatv(enums.MODELVIEW_MATRIX)[12:15] == (1, 2, 3)


CLIENT_ROWS: dict[str, tuple[Call, Call]] = {
    "generic array": (
        lambda gl: gl.VertexAttribPointerNV(3, 2, enums.SHORT, 8, np.zeros(4, np.int16)),
        lambda gl: [
            gl.GetVertexAttribivNV(3, enums.ATTRIB_ARRAY_SIZE_NV + part) for part in range(3)
        ] + [gl.GetVertexAttribPointervNV(3, enums.ATTRIB_ARRAY_POINTER_NV) is None],
    ),
    "normalized": (
        lambda gl: gl.VertexAttribPointerARB(3, 4, enums.FLOAT, True, 0, None),
        lambda gl: gl.GetVertexAttribivARB(3, enums.VERTEX_ATTRIB_ARRAY_NORMALIZED_ARB),
    ),
    "NV's enable": (
        lambda gl: gl.EnableClientState(enums.VERTEX_ATTRIB_ARRAY5_NV),
        lambda gl: gl.IsEnabled(enums.VERTEX_ATTRIB_ARRAY5_NV),
    ),
    "ARB's enable": (
        lambda gl: gl.EnableVertexAttribArrayARB(5),
        lambda gl: gl.GetVertexAttribivARB(5, enums.VERTEX_ATTRIB_ARRAY_ENABLED_ARB),
    ),
    "conventional enable": (
        lambda gl: gl.EnableClientState(enums.NORMAL_ARRAY), lambda gl: gl.IsEnabled(enums.NORMAL_ARRAY)
    ),
    "conventional array": (
        lambda gl: gl.ColorPointer(3, enums.FLOAT, 4, None),
        lambda gl: [array.size for array in gl._state.arrays.conventional.values()],
    ),
    "client texture": (
        lambda gl: gl.ClientActiveTexture(enums.TEXTURE2),
        lambda gl: gl.GetIntegerv(enums.CLIENT_ACTIVE_TEXTURE),
    ),
}  # fmt: skip


@pytest.mark.parametrize("row", CLIENT_ROWS.values(), ids=CLIENT_ROWS)
def test_the_arrays_of_the_client_are_kept(row: tuple[Call, Call]) -> None:
    """NV_vertex_program, table X.6; ARB_vertex_program, table X.7."""
    change, read = row
    for mask in (enums.CLIENT_VERTEX_ARRAY_BIT, enums.CLIENT_ALL_ATTRIB_BITS):
        gl = context()
        before = read(gl)
        gl.PushClientAttrib(mask)
        change(gl)
        changed = read(gl)
        assert changed != before
        gl.PopClientAttrib()
        assert read(gl) == before
    gl.PushClientAttrib(0)
    gl.PushAttrib(enums.ALL_ATTRIB_BITS)
    change(gl)
    gl.PopAttrib()
    gl.PopClientAttrib()
    assert read(gl) == changed
    assert gl.GetError() == enums.NO_ERROR


@pytest.mark.parametrize("client", ["", "Client"])
def test_stacks_have_their_depths(client: str) -> None:
    """Table 6.28 and 6.1.12: STACK_OVERFLOW and STACK_UNDERFLOW change nothing."""
    gl = context()
    push, pop = getattr(gl, f"Push{client}Attrib"), getattr(gl, f"Pop{client}Attrib")
    depth = getattr(enums, f"{client.upper()}{'_' if client else ''}ATTRIB_STACK_DEPTH")
    most = gl.GetIntegerv(getattr(enums, f"MAX_{client.upper()}{'_' if client else ''}ATTRIB_STACK_DEPTH"))
    assert most == 16 and gl.GetIntegerv(depth) == 0
    pop()
    assert gl.GetError() == enums.STACK_UNDERFLOW
    for count in range(most):
        push(1 << count)
        assert gl.GetIntegerv(depth) == count + 1
    push(0)
    assert gl.GetError() == enums.STACK_OVERFLOW and gl.GetIntegerv(depth) == most
    for _ in range(most):
        pop()
    assert gl.GetError() == enums.NO_ERROR and gl.GetIntegerv(depth) == 0


def test_entries_come_back_in_turn() -> None:
    gl = context()
    gl.Color3f(0, 0, 0)
    gl.PushAttrib(enums.CURRENT_BIT | FOG)
    gl.Color3f(0, 0, 1)
    gl.Fogf(enums.FOG_END, 5)
    gl.PushAttrib(enums.CURRENT_BIT)
    gl.Color3f(0, 1, 0)
    gl.Fogf(enums.FOG_END, 6)
    gl.PopAttrib()
    assert gl.GetFloatv(enums.CURRENT_COLOR) == (0, 0, 1, 1) and gl._state.fixed.state.fog.end == 6
    gl.Color3f(1, 1, 1)
    gl.PopAttrib()
    assert gl.GetFloatv(enums.CURRENT_COLOR) == (0, 0, 0, 1) and gl._state.fixed.state.fog.end == 1


@pytest.mark.parametrize(
    "name", ["PushAttrib", "PopAttrib", "PushClientAttrib", "PopClientAttrib"]
)  # fmt: skip
def test_not_between_begin_and_end(name: str) -> None:
    """OpenGL 1.5, 2.6.3."""

    def call(gl: Context) -> None:
        gl.Begin(enums.POINTS)
        getattr(gl, name)(*([0] if "Push" in name else []))

    assert error_of(call) == "INVALID_OPERATION"


def test_groups_name_fields_there_are() -> None:
    gl = context()
    for group in (*GROUPS.values(), *CLIENT_GROUPS.values()):
        assert all(hasattr(gl._state.fixed.state, name) for name in group.state)
        assert all(gl._state.get(path) is not None for path in group.fields)
