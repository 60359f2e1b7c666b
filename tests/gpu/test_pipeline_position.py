"""NV_position_invariant against the conventional transform, and the conventional pass itself."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest
from drawing import SQUARE, close, needs, one_color, picture, program

from nvrender.gl.state import Blend, Depth, Fog, State, TextureUnit
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline

Matrix = tuple[tuple[float, ...], ...]


def rows(matrix: Any) -> Matrix:
    return tuple(tuple(float(value) for value in row) for row in matrix)


def awkward() -> State:
    """A perspective and a modelview matrix full of numbers float32 cannot hold."""
    near, far, right, top = 0.137, 731.3, 0.0913, 0.0717
    projection = [
        [near / right, 0, 0.0313, 0],
        [0, near / top, -0.0271, 0],
        [0, 0, -(far + near) / (far - near), -2 * far * near / (far - near)],
        [0, 0, -1, 0],
    ]
    a, b, c = 0.7123, 1.9371, -0.4519
    turn = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])
    tilt = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    roll = np.array([[np.cos(c), 0, np.sin(c)], [0, 1, 0], [-np.sin(c), 0, np.cos(c)]])
    modelview = np.eye(4)
    modelview[:3, :3] = 1.0731 * turn @ tilt @ roll
    modelview[:3, 3] = 0.137, -0.291, -3.71
    return State(projection=rows(projection), modelview=rows(modelview))


def triangles(count: int) -> np.ndarray[Any, Any]:
    return np.random.default_rng(7).uniform(-2.0, 2.0, (3 * count, 3)).astype(np.float32)


INVARIANT = "OPTION NV_position_invariant;MOV o[COL0],c[0];"


@pytest.mark.parametrize("target", ["glsl330", "glsl430"])
@pytest.mark.parametrize("header", ["!!VP1.1", "!!VP2.0"])
@pytest.mark.parametrize("first", ["conventional", "program"])
def test_depths_equal_the_conventional_transforms__nv_vertex_program2_2_14_6_1(
    context: moderngl.Context, first: str, header: str, target: str
) -> None:
    """A second pass with an EQUAL depth test covers each pixel of the first, and no other."""
    needs(context, target)
    state = awkward()
    size = (96, 96)
    write = state.with_(depth=Depth(enabled=True, function="LESS"))
    equal = state.with_(
        depth=Depth(enabled=True, function="EQUAL", write=False),
        current_attributes=((0.0,) * 4,) * 3 + ((0.0, 1.0, 0.0, 1.0),),
        blend=Blend(enabled=True, source="ONE", destination="ONE"),
    )
    red = write.with_(current_attributes=((0.0,) * 4,) * 3 + ((1.0, 0.0, 0.0, 0.0),))
    vertex = program(INVARIANT, header)
    with (
        Target(context, size) as frame,
        Mesh(context, {0: triangles(400)}) as mesh,
        Pipeline(context, state=red if first == "conventional" else equal, target=target) as conventional,
        Pipeline(
            context, vertex, state=equal if first == "conventional" else write, target=target
        ) as invariant,
    ):
        invariant.set_parameters(
            {0: (0.0, 1.0, 0.0, 1.0) if first == "conventional" else (1.0, 0.0, 0.0, 0.0)}
        )
        frame.clear((0.0, 0.0, 0.0, 0.0), 1.0)
        for pipeline in (conventional, invariant) if first == "conventional" else (invariant, conventional):
            pipeline.draw(mesh, frame)
        found = frame.read()
    covered = found[..., 0] > 0
    assert covered.mean() > 0.2
    assert (found[..., 1] == found[..., 0]).all()


def test_invariant_programs_with_different_bodies_agree__nv_vertex_program2_2_14_6_1(
    context: moderngl.Context,
) -> None:
    state = awkward()
    bodies = [
        "MOV o[COL0],c[0].x;",
        "DP4 R0.x,c[4],v[OPOS];DP4 R0.y,c[5],v[OPOS];DP4 R0.z,c[6],v[OPOS];DP4 R0.w,c[7],v[OPOS];"
        "MOV o[TEX0],R0;MUL R1,v[NRML],c[1];ADD o[COL0],R1,c[0].x;",
    ]
    with Target(context, (64, 64)) as frame, Mesh(context, {0: triangles(200)}) as mesh:
        frame.clear()
        for depth, body in zip((Depth(True, "LESS"), Depth(True, "EQUAL", write=False)), bodies, strict=True):
            additive = Blend(depth.function == "EQUAL", "ONE", "ONE")
            vertex = program("OPTION NV_position_invariant;" + body, "!!VP2.0")
            with Pipeline(context, vertex, state=state.with_(depth=depth, blend=additive)) as pipeline:
                pipeline.set_parameters({0: (0.4,)})
                pipeline.draw(mesh, frame)
        red = frame.read()[..., 0]
    assert set(np.unique(red)) == {0, 204}


def test_position_follows_modelview_and_projection(context: moderngl.Context) -> None:
    """x' = 0.5 x + 0.5, then halved: the square ends at the middle quarter of the right half."""
    modelview = ((0.5, 0, 0, 0.5), (0, 0.5, 0, 0.5), (0, 0, 1, 0), (0, 0, 0, 1))
    projection = ((0.5, 0, 0, 0), (0, 0.5, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
    state = State(modelview=rows(modelview), projection=rows(projection))
    for vertex in (program(INVARIANT, "!!VP1.1"), None):
        found = picture(
            context, vertex, state=state, size=(8, 8), parameters=None if vertex is None else {0: (1.0,) * 4}
        )
        expected = np.zeros((8, 8), bool)
        expected[2:4, 4:6] = True
        assert ((found[..., 0] > 0) == expected).all()


# Without a vertex program


def test_conventional_color_is_attribute_3__nv_vertex_program2_table_x_2(context: moderngl.Context) -> None:
    close(one_color(picture(context, None)), [1.0, 1.0, 1.0, 1.0])
    found = picture(context, None, {0: SQUARE, "COL0": [[0.25, 2.0, -1.0, 0.5]] * 4})
    close(one_color(found), [0.25, 1.0, 0.0, 0.5])


def test_conventional_color_is_clamped_before_interpolation__opengl_2_14_9(context: moderngl.Context) -> None:
    colors = [[4.0], [-3.0], [-3.0], [4.0]]
    found = picture(context, None, {0: SQUARE, "COL0": colors}, size=(16, 2))
    close(found[1, :, 0] / 255.0, 1.0 - (np.arange(16) + 0.5) / 16)


def test_conventional_color_sum_is_off(context: moderngl.Context) -> None:
    found = picture(context, None, {0: SQUARE, "COL0": [[0.25] * 4] * 4, "COL1": [[0.5] * 4] * 4})
    close(one_color(found), [0.25] * 4)


def test_conventional_fog_is_by_eye_distance__opengl_3_10(context: moderngl.Context) -> None:
    """The square lies at z = −3 of the eye; fog runs from 1 to 5."""
    modelview = ((1.0, 0, 0, 0), (0, 1.0, 0, 0), (0, 0, 1.0, -3.0), (0, 0, 0, 1.0))
    projection = ((1.0, 0, 0, 0), (0, 1.0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 1.0))
    state = State(
        modelview=rows(modelview),
        projection=rows(projection),
        fog=Fog(True, "LINEAR", start=1.0, end=5.0, color=(0.0, 0.0, 1.0, 1.0)),
    )
    found = picture(context, None, {0: SQUARE, 3: [[1.0, 0.0, 0.0]] * 4}, state=state)
    close(one_color(found), [0.5, 0.0, 0.5, 1.0])


def test_conventional_texture_matrices__opengl_2_11_2(context: moderngl.Context) -> None:
    """Unit 1's matrix adds a half to s: the left texel's place shows the right one."""
    identity = State().texture[0]
    moved = ((1.0, 0.0, 0.0, 0.5), *identity[1:])
    units = (TextureUnit(), TextureUnit(True, "REPLACE", base_format="RGB"))
    pixels = np.array([[[255, 0, 0], [0, 255, 0]]], np.uint8)
    found = picture(
        context,
        None,
        {0: SQUARE, "TEX1": [[0.25, 0.5]] * 4},
        state=State(texture=(identity, moved, *(identity,) * 6), texture_units=units),
        textures={1: (pixels, "RGB", "REPEAT", "NEAREST")},
    )
    close(one_color(found), [0.0, 1.0, 0.0, 1.0])


def test_conventional_flat_shading(context: moderngl.Context) -> None:
    found = picture(
        context, None, {0: SQUARE, 3: [[0.1 * i] * 3 for i in range(4)]}, state=State(flat_shading=True)
    )
    close(one_color(found)[:3], [0.3] * 3)


def test_two_sides_and_clip_planes_do_not_touch_the_conventional_pass(context: moderngl.Context) -> None:
    state = State(vertex_program_two_side=True, front_face="CW", clip_planes=(True,) * 6)
    close(one_color(picture(context, None, state=state)), [1.0] * 4)
