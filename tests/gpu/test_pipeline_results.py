"""Vertex results in the real pipeline: colours and facing, points, clip distances, flat shading."""

from __future__ import annotations

import math
from typing import Any

import moderngl
import numpy as np
import pytest
from drawing import PASS, SQUARE, close, one_color, picture, program

from nvrender.gl.state import AlphaTest, Blend, Depth, Fog, State, TextureUnit

# Two-sided colours: front red plus a little blue, back green plus full blue
BOTH = "MOV o[COL0],c[0];MOV o[BFC0],c[1];MOV o[COL1],c[2];MOV o[BFC1],c[3];"
COLORS = {
    0: (1.0, 0.0, 0.0, 0.25),
    1: (0.0, 1.0, 0.0, 0.75),
    2: (0.0, 0.0, 0.2, 1.0),
    3: (0.0, 0.0, 1.0, 1.0),
}
FRONT, BACK = (1.0, 0.0, 0.2, 0.25), (0.0, 1.0, 1.0, 0.75)


@pytest.mark.parametrize("primitive", ["QUADS", "TRIANGLE_FAN", "POLYGON"])
@pytest.mark.parametrize("front_face", ["CCW", "CW"])
@pytest.mark.parametrize("winding", ["CCW", "CW"])
@pytest.mark.parametrize("two_side", [True, False])
def test_facing_selects_the_colors__nv_vertex_program2_2_14_1_5(
    context: moderngl.Context, two_side: bool, winding: str, front_face: str, primitive: str
) -> None:
    found = picture(
        context,
        BOTH,
        {0: SQUARE if winding == "CCW" else SQUARE[::-1]},
        primitive=primitive,
        parameters=COLORS,
        state=State(vertex_program_two_side=two_side, front_face=front_face),
    )
    close(one_color(found), FRONT if winding == front_face or not two_side else BACK)


@pytest.mark.parametrize(
    ("primitive", "vertices"),
    [
        ("POINTS", [[0.01, 0.01]]),
        ("LINES", [[0.9, 0.1], [-0.9, 0.1]]),
        ("LINE_STRIP", [[-0.9, 0.1], [0.9, 0.1]]),
    ],
)
@pytest.mark.parametrize("front_face", ["CCW", "CW"])
def test_points_and_lines_are_always_front__nv_vertex_program2_2_14_1_5(
    context: moderngl.Context, front_face: str, primitive: str, vertices: Any
) -> None:
    found = picture(
        context,
        BOTH,
        {0: vertices},
        primitive=primitive,
        parameters=COLORS,
        state=State(vertex_program_two_side=True, front_face=front_face, point_size=2.0),
    )
    drawn = found[found[..., 3] > 0]
    assert len(drawn)
    close(drawn / 255.0, np.broadcast_to(FRONT, drawn.shape))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("MOV o[COL0],c[0];", (0.0, 0.0, 0.0, 1.0)),
        ("MOV o[COL0],c[0];MOV o[COL1],c[3];", (0.0, 0.0, 0.0, 1.0)),
        ("MOV o[COL0],c[0];MOV o[BFC1],c[3];", (0.0, 0.0, 1.0, 1.0)),
        ("MOV o[BFC0],c[1];MOV o[COL1],c[3];", (0.0, 1.0, 0.0, 0.75)),
        ("MOV o[BFC0].y,c[1];", (0.0, 1.0, 0.0, 1.0)),
    ],
)
def test_back_colors_not_written_are_black__nv_vertex_program2_2_14_1_5(
    context: moderngl.Context, body: str, expected: Any
) -> None:
    state = State(vertex_program_two_side=True, front_face="CW")
    close(one_color(picture(context, body, parameters=COLORS, state=state)), expected)


def test_col0_not_written_is_opaque_black(context: moderngl.Context) -> None:
    found = picture(context, "MOV o[TEX0],v[OPOS];", clear=(1.0, 1.0, 1.0, 0.0))
    close(one_color(found), [0.0, 0.0, 0.0, 1.0])


@pytest.mark.parametrize(("name", "slope"), [("COL0", 1.0), ("COL1", 1.0)])
def test_colors_are_clamped_before_interpolation__nv_vertex_program2_2_14_1_5(
    context: moderngl.Context, name: str, slope: float
) -> None:
    """From 4 on the left to −3 on the right: a ramp from 1 to 0, not one that leaves [0, 1] half way."""
    found = picture(
        context,
        f"MOV o[{name}],v[6];",
        {0: SQUARE, 6: [[4.0], [-3.0], [-3.0], [4.0]]},
        size=(16, 2),
    )
    close(found[1, :, 0] / 255.0, 1.0 - (np.arange(16) + 0.5) / 16)


# Flat shading: each vertex has its own grey; the triangles' or lines' greys follow


def greys(count: int) -> list[list[float]]:
    return [[(index + 1) * 0.1] for index in range(count)]


STRIP = [[-1, -1], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 1]]


@pytest.mark.parametrize(
    ("primitive", "vertices", "expected"),
    [
        # OpenGL 1.5, table 2.12, counting from 0: pixel (column, row from the top) → provoking vertex
        ("TRIANGLES", [[-1, -1], [1, -1], [-1, 1], [1, 1], [-1, 1], [1, -1]], {(1, 6): 2, (6, 1): 5}),
        ("TRIANGLE_STRIP", [[-1, -1], [1, -1], [-1, 1], [1, 1]], {(1, 6): 2, (6, 1): 3}),
        ("TRIANGLE_FAN", [[-1, -1], [1, -1], [1, 1], [-1, 1]], {(6, 5): 2, (1, 2): 3}),
        ("QUADS", [[-1, -1], [0, -1], [0, 1], [-1, 1], [0, -1], [1, -1], [1, 1], [0, 1]],
         {(0, 0): 3, (0, 7): 3, (3, 7): 3, (3, 0): 3, (4, 0): 7, (7, 7): 7, (4, 7): 7, (7, 0): 7}),
        ("QUAD_STRIP", STRIP, {(0, 0): 3, (0, 7): 3, (3, 7): 3, (3, 0): 3, (4, 0): 5, (7, 7): 5, (7, 0): 5}),
        ("POLYGON", [[-1, -1], [1, -1], [1, 1], [-1, 1]], {(0, 0): 0, (7, 0): 0, (7, 7): 0, (0, 7): 0}),
        ("LINES", [[-1, 0.1], [1, 0.1]], {(1, 3): 1, (6, 3): 1}),
        ("LINE_STRIP", [[-1, 0.1], [0, 0.1], [1, 0.1]], {(1, 3): 1, (6, 3): 2}),
        ("LINE_LOOP", [[-1, 0.6], [1, 0.6], [1, -0.6], [-1, -0.6]], {(4, 1): 1, (4, 6): 3}),
        ("POINTS", [[-0.6, 0.1], [0.6, 0.1]], {(1, 3): 0, (6, 3): 1}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", ["COL0", "COL1"])
def test_flat_shading_takes_the_provoking_vertex__opengl_2_14_7(
    context: moderngl.Context, name: str, primitive: str, vertices: Any, expected: dict[tuple[int, int], int]
) -> None:
    found = picture(
        context,
        f"MOV o[{name}],v[6].x;",
        {0: vertices, 6: greys(len(vertices))},
        primitive=primitive,
        state=State(flat_shading=True, point_size=2.0),
        size=(8, 8),
    )
    for (column, row), vertex in expected.items():
        close(found[row, column, 0] / 255.0, (vertex + 1) * 0.1)


def test_flat_shading_holds_for_back_colors(context: moderngl.Context) -> None:
    found = picture(
        context,
        "MOV o[BFC0],v[6].x;",
        {0: SQUARE[::-1], 6: greys(4)},
        state=State(flat_shading=True, vertex_program_two_side=True),
    )
    close(one_color(found)[:3], [0.4, 0.4, 0.4])


def test_flat_shading_leaves_texture_coordinates_and_fog_smooth(context: moderngl.Context) -> None:
    found = picture(
        context,
        "MOV o[COL0],c[0].x;MOV o[FOGC].x,v[6].x;",
        {0: SQUARE, 6: [[0.0], [1.0], [1.0], [0.0]]},
        state=State(flat_shading=True, fog=Fog(True, "LINEAR", start=0.0, end=1.0)),
        parameters={0: (1.0,)},
        size=(16, 2),
    )
    close(found[0, :, 0] / 255.0, 1.0 - (np.arange(16) + 0.5) / 16)


def test_smooth_shading_interpolates(context: moderngl.Context) -> None:
    found = picture(
        context, "MOV o[COL0],v[6].x;", {0: SQUARE, 6: [[0.0], [1.0], [1.0], [0.0]]}, size=(16, 2)
    )
    close(found[0, :, 0] / 255.0, (np.arange(16) + 0.5) / 16)


# Point size

WHITE = "MOV o[COL0],c[0].x;"


def point(context: moderngl.Context, body: str, state: State, size: Any = (1.0,), **more: Any) -> int:
    """How many pixels a point in the middle of a frame of 32 × 32 covers."""
    vertex = program(PASS + WHITE + body, more.pop("header", "!!VP1.0"))
    found = picture(
        context,
        vertex,
        {0: [[0.0, 0.0]]},
        primitive="POINTS",
        state=state,
        parameters={0: (1.0,), 1: size},
        size=(32, 32),
    )
    return int((found[..., 0] > 0).sum())


@pytest.mark.parametrize(
    ("mode", "body", "expected"),
    [
        (True, "MOV o[PSIZ].x,c[1].x;", 36),
        (False, "MOV o[PSIZ].x,c[1].x;", 16),
        (True, "", 16),
        (False, "", 16),
    ],
)
def test_point_size_needs_the_mode_and_a_write__nv_vertex_program2_2_14_1_5(
    context: moderngl.Context, mode: bool, body: str, expected: int
) -> None:
    state = State(vertex_program_point_size=mode, point_size=4.0)
    assert point(context, body, state, (6.0, 20.0, 20.0, 20.0)) == expected


@pytest.mark.parametrize("size", [0.0, -0.0, -5.0, -math.inf, 0.4, 1.0])
def test_small_point_sizes_are_one_pixel__nv_vertex_program2_2_14_1_5__opengl_3_3(
    context: moderngl.Context, size: float
) -> None:
    """Clamped to 0 or more; a width that rounds to 0 counts as 1."""
    state = State(vertex_program_point_size=True, point_size=4.0)
    assert point(context, "MOV o[PSIZ].x,c[1].x;", state, (size,)) == 1


@pytest.mark.parametrize("size", [255.0, 1.0e6, math.inf])
def test_large_point_sizes_are_clamped__nv_vertex_program2_2_14_1_5(
    context: moderngl.Context, size: float
) -> None:
    state = State(vertex_program_point_size=True)
    assert point(context, "MOV o[PSIZ].x,c[1].x;", state, (size,)) == 32 * 32


def test_points_have_their_own_sizes(context: moderngl.Context) -> None:
    found = picture(
        context,
        WHITE + "MOV o[PSIZ].x,v[6].x;",
        {0: [[-0.5, 0.5], [0.5, -0.5]], 6: [[2.0], [8.0]]},
        primitive="POINTS",
        state=State(vertex_program_point_size=True),
        parameters={0: (1.0,)},
        size=(32, 32),
    )
    lit = found[..., 0] > 0
    assert (lit[:16, :16].sum(), lit[16:, 16:].sum(), lit.sum()) == (4, 64, 68)


def test_psiz_does_not_matter_to_lines__nv_vertex_program2_2_14_1_5(context: moderngl.Context) -> None:
    found = picture(
        context,
        WHITE + "MOV o[PSIZ].x,c[1].x;",
        {0: [[-1, 0.05], [1, 0.05]]},
        primitive="LINES",
        state=State(vertex_program_point_size=True, point_size=8.0),
        parameters={0: (1.0,), 1: (8.0,)},
        size=(16, 16),
    )
    assert (found[..., 0] > 0).sum() == 16


# Clip distances

PLANES = "MOV o[COL0],c[0].x;MOV o[CLP0].x,v[0].x;MOV o[CLP2].x,v[0].y;MOV o[CLP5].x,-v[0].x;"


def clipped(context: moderngl.Context, planes: set[int], body: str = PLANES, **more: Any) -> Any:
    header = more.pop("header", "!!VP2.0")
    found = picture(
        context,
        program(PASS + body, header),
        more.pop("attributes", None),
        primitive=more.pop("primitive", "QUADS"),
        state=State(clip_planes=tuple(plane in planes for plane in range(6)), point_size=4.0),
        parameters=more.pop("parameters", {0: (1.0,)}),
        size=(8, 8),
        target=more.pop("target", None),
    )
    return found[..., 0] > 0


@pytest.mark.parametrize("target", ["glsl330", "glsl430"])
@pytest.mark.parametrize("planes", [set(), {0}, {2}, {5}, {0, 2}, {2, 5}, {0, 2, 5}])
def test_enabled_planes_clip__nv_vertex_program2_2_11(
    context: moderngl.Context, planes: set[int], target: str
) -> None:
    expected = np.ones((8, 8), bool)
    if 0 in planes:
        expected[:, :4] = False
    if 2 in planes:
        expected[4:] = False
    if 5 in planes:
        expected[:, 4:] = False
    assert (clipped(context, planes, target=target) == expected).all()


@pytest.mark.parametrize("plane", [1, 3, 4])
def test_planes_whose_distance_is_not_written_clip_nothing__nv_vertex_program2_2_14_1_5(
    context: moderngl.Context, plane: int
) -> None:
    assert clipped(context, {plane}).all()


def test_planes_do_nothing_in_vp1__nv_vertex_program_2_14_1_5(context: moderngl.Context) -> None:
    body = "MOV o[COL0],c[0].x;"
    assert clipped(context, set(range(6)), body, header="!!VP1.0").all()


@pytest.mark.parametrize(
    ("distance", "visible"),
    [(1.0, True), (0.0, True), (-0.0, True), (-1e-3, False), (-math.inf, False), (math.nan, False)],
)
def test_points_clip_by_their_own_distance__nv_vertex_program2_2_11(
    context: moderngl.Context, distance: float, visible: bool
) -> None:
    lit = clipped(
        context,
        {3},
        "MOV o[COL0],c[0].x;MOV o[CLP3].x,c[1].x;",
        attributes={0: [[0.0, 0.0]]},
        primitive="POINTS",
        parameters={0: (1.0,), 1: (distance, -1.0, -1.0, -1.0)},
    )
    assert lit.sum() == (16 if visible else 0)


def test_nan_distances_clip_polygons_away(context: moderngl.Context) -> None:
    body = "MOV o[COL0],c[0].x;MOV o[CLP1].x,c[1].x;"
    assert not clipped(context, {1}, body, parameters={0: (1.0,), 1: (math.nan,)}).any()


def test_position_invariant_programs_clip_by_clp__nv_vertex_program2_2_14_6_1(
    context: moderngl.Context,
) -> None:
    vertex = program("OPTION NV_position_invariant;MOV o[COL0],c[0].x;MOV o[CLP0].x,v[0].x;", "!!VP2.0")
    planes = (True, False, False, False, False, False)
    found = picture(context, vertex, state=State(clip_planes=planes), parameters={0: (1.0,)}, size=(8, 8))
    assert (found[:, :4, 0] == 0).all()
    assert (found[:, 4:, 0] == 255).all()


# Ends


def test_a_program_that_ends_abnormally_still_draws__nv_vertex_program2_2_14_2_3(
    context: moderngl.Context,
) -> None:
    body = "MOV o[HPOS],v[OPOS];MOV o[COL0],c[0];again:CAL again;MOV o[COL0],c[1];"
    parameters = {0: (0.0, 1.0, 0.0, 1.0), 1: (1.0, 0.0, 0.0, 1.0)}
    found = picture(context, program(body, "!!VP2.0"), parameters=parameters)
    close(one_color(found), [0.0, 1.0, 0.0, 1.0])


@pytest.mark.parametrize("target", ["glsl330", "glsl430"])
@pytest.mark.parametrize("flat", [True, False])
def test_every_result_and_every_stage_at_once__nv_vertex_program2_table_x_1(
    context: moderngl.Context, flat: bool, target: str
) -> None:
    """All 21 results, eight textures, fog, alpha test, both sides: it links on the smallest GL.

    Eight units add 1/15 each to the back colour 0.2, the secondary colour adds 0.1, half is fog.
    """
    body = "".join(f"MOV o[TEX{unit}],v[0];" for unit in range(8))
    body += "".join(f"MOV o[CLP{plane}].x,c[3].x;" for plane in range(6))
    body += "MOV o[COL0],c[0];MOV o[BFC0],c[1];MOV o[COL1],c[0];MOV o[BFC1],c[2];MOV o[FOGC].x,c[2].w;"
    state = State(
        vertex_program_two_side=True,
        vertex_program_point_size=True,
        front_face="CW",
        flat_shading=flat,
        clip_planes=(True,) * 6,
        texture_units=(TextureUnit(True, "ADD", base_format="LUMINANCE"),) * 8,
        fog=Fog(True, "LINEAR", start=0.0, end=1.0, color=(0.0, 0.0, 1.0, 0.0)),
        alpha_test=AlphaTest(True, "EQUAL", 0.6),
        blend=Blend(True, "SRC_ALPHA", "ONE"),
        depth=Depth(True, "LESS"),
    )
    found = picture(
        context,
        program(PASS + body + "MOV o[PSIZ].x,c[3].x;", "!!VP2.0"),
        state=state,
        parameters={
            0: (1.0, 1.0, 1.0, 1.0),
            1: (0.2, 0.0, 0.0, 0.6),
            2: (0.1, 0.0, 0.0, 0.5),
            3: (1.0,),
        },
        textures={unit: ([[[np.uint8(17)]]],) for unit in range(8)},
        target=target,
    )
    red, green = 0.2 + 8 / 15 + 0.1, 8 / 15
    close(one_color(found)[:3], [0.6 * red / 2, 0.6 * green / 2, 0.6 * (green + 1.0) / 2])
