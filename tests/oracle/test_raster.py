"""The oracle's rasterisation, with numbers by hand (OpenGL 1.5, chapters 2 and 3)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drawing_helpers import SQUARE, oracle_picture, window

from nvrender.gl.state import Blend, Depth, State
from nvrender.oracle.raster.assembly import CORNERS, assembled
from nvrender.oracle.raster.cover import cover
from nvrender.oracle.raster.interpolate import Interpolation
from nvrender.oracle.raster.triangles import SAMPLES, Rules, Vertices
from nvrender.oracle.raster.window import lines, points, triangles

WHITE = "MOV o[COL0], {1, 1, 1, 1};"
#: What adds up tells how often a pixel was drawn.
TEN = "MOV o[COL0], {0.0392156862, 0, 0, 0};"
ADDING = State(blend=Blend(True, "ONE", "ONE"))


def drawn(picture: np.ndarray) -> list[tuple[int, int]]:
    """Column and row of the pixels that are not black."""
    rows, columns = np.nonzero(picture[:, :, 0])
    return sorted(zip(columns.tolist(), rows.tolist(), strict=True))


@pytest.mark.parametrize("samples", sorted(SAMPLES))
def test_shared_edges_belong_to_one_polygon(samples: int) -> None:
    """3.5.1: a centre on a common edge is drawn exactly once; the middle of the fan is one."""
    rim = [(0, 0), (8, 0), (8, 3.5), (8, 8), (3.5, 8), (0, 8), (0, 3.5), (0, 0)]
    fan = window([(3.5, 3.5), *rim], (8, 8))
    picture = oracle_picture(
        TEN, {0: fan}, primitive="TRIANGLE_FAN", state=ADDING, size=(8, 8), samples=samples
    )
    assert (picture[:, :, 0] == 10).all()


def test_edges_through_centres_are_half_open() -> None:
    """3.5.1: of two sides of a square through pixel centres one has its pixels, as its neighbour would."""
    picture = oracle_picture(WHITE, {0: window([(0.5, 0.5), (2.5, 0.5), (2.5, 2.5), (0.5, 2.5)], (4, 4))})
    assert drawn(picture) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_small_triangles_between_centres_draw_nothing() -> None:
    corners = window([(1.6, 1.6), (2.4, 1.6), (2.4, 2.4)], (4, 4))
    assert not drawn(oracle_picture(WHITE, {0: corners}, primitive="TRIANGLES"))
    # Of four samples a pixel (2 + 1/8, 1 + 5/8) and (2 + 3/8, 2 + 1/8) are inside.
    picture = oracle_picture(WHITE, {0: corners}, primitive="TRIANGLES", samples=4)
    assert picture[:, :, 0].tolist() == [[0] * 4, [0, 0, 64, 0], [0, 0, 64, 0], [0] * 4]


def test_a_frame_of_odd_size_is_filled_to_its_edges() -> None:
    assert (oracle_picture(TEN, state=ADDING, size=(5, 3))[:, :, 0] == 10).all()


def test_clipping_to_near_and_far() -> None:
    """2.11: -w ≤ z ≤ w. z runs from −2 to 2, so half of the rows are left."""
    positions = [(x, y, 2 * y, 1) for x, y in SQUARE]
    assert oracle_picture(WHITE, {0: positions})[:, 0, 0].tolist() == [0, 255, 255, 0]


def test_clipping_behind_the_eye() -> None:
    """2.11: w = 1 − 2y is negative above the middle; z = 0 is inside only where w is not."""
    positions = [(x, y, 0, 1 - 2 * y) for x, y in SQUARE]
    picture = oracle_picture(WHITE, {0: positions}, size=(4, 8))
    # y/w in window coordinates: −1/3 at the bottom, beyond the top of the frame at the horizon.
    assert (picture[:3] == 0).all()
    assert (picture[3:, :, 0] == 255).sum() == (picture[3:, :, 0] > 0).sum() > 0


def test_what_reaches_far_beyond_the_frame_is_cut_to_it() -> None:
    positions = [(-1000, -1000), (3000, -1000), (-1000, 3000)]
    assert (oracle_picture(WHITE, {0: positions}, primitive="TRIANGLES")[:, :, 0] == 255).all()


def test_clip_distances_clip_where_their_planes_are_enabled() -> None:
    """NV_vertex_program2 2.11: what has a negative distance is not drawn."""
    body = f"{WHITE} MOV o[CLP0].x, v[OPOS].x;"
    enabled = State(clip_planes=(True, False, False, False, False, False))
    assert oracle_picture(body, state=enabled)[0, :, 0].tolist() == [0, 0, 255, 255]
    assert oracle_picture(body)[0, :, 0].tolist() == [255] * 4


def test_vertices_that_are_no_numbers_draw_nothing() -> None:
    positions = [(-1, -1), (1, np.nan), (1, np.inf), (-1, 1)]
    assert not drawn(oracle_picture(WHITE, {0: positions}))


#: Left w = 1, right w = 3.
SLANTED = [(-1, -1, 0, 1), (3, -3, 0, 3), (3, 3, 0, 3), (-1, 1, 0, 1)]


def test_perspective_interpolation() -> None:
    """3.5.1, equation 3.6: at share t of the width, (t/3) / ((1 − t) + t/3) of 0.8."""
    colors = [(0, 0, 0), (0.8, 0, 0), (0.8, 0, 0), (0, 0, 0)]
    picture = oracle_picture("MOV o[COL0], v[COL0];", {0: SLANTED, 3: colors})
    # t = 1/8, 3/8, 5/8, 7/8: 1/22, 1/6, 5/14, 7/10 of 204.
    assert picture[1, :, 0].tolist() == [9, 34, 73, 143]


def test_flat_colours_are_those_of_the_last_vertex() -> None:
    """2.14.7, table 2.12."""
    colors = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0)]
    picture = oracle_picture("MOV o[COL0], v[COL0];", {0: SQUARE, 3: colors}, state=State(flat_shading=True))
    assert (picture[:, :, :3] == (255, 255, 0)).all()


def test_varyings_without_perspective() -> None:
    """NV_gpu_program4, NOPERSPECTIVE: the barycentric coordinates themselves."""
    clip = np.array(SLANTED, np.float32)
    values = np.array([[0, 0, 0, 1], [1, 0, 0, 1], [1, 0, 0, 1], [0, 0, 0, 1]], np.float32)
    vertices = Vertices(clip, {"TEX0": values, "TEX1": values}, np.empty((4, 0), np.float32))
    corners = assembled("QUADS", np.arange(4))
    found = triangles(vertices, corners, Rules((4, 4), linear=frozenset({"TEX1"})))
    lower = np.zeros(4, np.intp)
    lanes = Interpolation(found).lanes(lower, np.arange(4), np.zeros(4, np.intp))
    assert lanes.varying("TEX1")[:, 0].tolist() == pytest.approx([1 / 8, 3 / 8, 5 / 8, 7 / 8])
    assert lanes.varying("TEX0")[:, 0].tolist() == pytest.approx([1 / 22, 1 / 6, 5 / 14, 7 / 10])


@pytest.mark.parametrize(("cull", "front", "seen"), [
    ("", "CCW", True), ("BACK", "CCW", True), ("FRONT", "CCW", False), ("BACK", "CW", False),
    ("FRONT", "CW", True), ("FRONT_AND_BACK", "CCW", False),
])  # fmt: skip
def test_culling(cull: str, front: str, seen: bool) -> None:
    """3.5.1; the square runs counter-clockwise."""
    state = State(cull_face=cull, front_face=front)
    assert bool(drawn(oracle_picture(WHITE, state=state))) is seen


def test_the_colours_of_both_sides() -> None:
    """2.14.1: with two-side colours a polygon that runs clockwise has the back colour."""
    body = "MOV o[COL0], {1, 0, 0, 1}; MOV o[BFC0], {0, 1, 0, 1};"
    state = State(vertex_program_two_side=True)
    assert oracle_picture(body, state=state)[0, 0].tolist() == [255, 0, 0, 255]
    assert oracle_picture(body, {0: SQUARE[::-1]}, state=state)[0, 0].tolist() == [0, 255, 0, 255]
    assert oracle_picture(body, {0: SQUARE[::-1]})[0, 0].tolist() == [255, 0, 0, 255]


SIZED = State(vertex_program_point_size=True)


@pytest.mark.parametrize(("size", "count"), [(3.0, 9), (1.0, 1), (0.25, 1), (-4.0, 1), (2.0, 4), (2.2, 9)])
def test_point_sizes(size: float, count: int) -> None:
    """3.3 and NV_vertex_program2 2.14.1.5: a square of that width, at least one pixel."""
    body = f"{WHITE} MOV o[PSIZ].x, v[3].x;"
    middle = window([(2.45, 2.45)], (5, 5))
    picture = oracle_picture(body, {0: middle, 3: [(size,)]}, primitive="POINTS", state=SIZED, size=(5, 5))
    assert len(drawn(picture)) == count


def test_point_sizes_count_only_where_the_program_sets_them() -> None:
    """NV_vertex_program2 2.14.1.5: else the state's."""
    state = State(point_size=3.0)
    body = f"{WHITE} MOV o[PSIZ].x, v[3].x;"
    attributes = {0: window([(2.5, 2.5)], (5, 5)), 3: [(1.0,)]}
    assert len(drawn(oracle_picture(body, attributes, primitive="POINTS", state=state, size=(5, 5)))) == 9


def test_points_whose_centre_is_outside_are_not_drawn() -> None:
    """2.11."""
    for x, count in ((0.1, 6), (-0.1, 0)):
        picture = oracle_picture(
            WHITE,
            {0: window([(x, 2.5)], (5, 5))},
            primitive="POINTS",
            state=State(point_size=3.0),
            size=(5, 5),
        )
        assert len(drawn(picture)) == count


def test_lines_are_as_wide_as_a_pixel() -> None:
    """3.4.4: with four samples a rectangle of the line's width."""
    ends = window([(1, 2.5), (4, 2.5)], (6, 5))
    picture = oracle_picture(WHITE, {0: ends}, primitive="LINES", size=(6, 5), samples=4)
    assert drawn(picture) == [(1, 2), (2, 2), (3, 2)]
    assert (picture[2, 1:4, 0] == 255).all()


@pytest.mark.parametrize(("made", "ends"), [(lines, [[0, 2], [1, 3]]), (points, [[0, 1, 2, 3]])])
def test_quads_of_lines_and_points_are_row_by_row(made: Any, ends: list[list[int]]) -> None:
    """Both halves together: the order in which effects are seen (docs/semantics.md)."""
    clip = np.array([[-0.9, -0.8, 0, 1], [0.7, 0.9, 0, 1], [0.8, -0.7, 0, 1], [-0.6, 0.5, 0, 1]], np.float32)
    rules = Rules((16, 16), 4, point_size=7.0, line_width=5.0)
    found = made(Vertices(clip, {}, np.empty((4, 0), np.float32)), np.array(ends), rules)
    for quads in cover(found, (16, 16), 4):
        places = [*zip(found.owner[quads.triangle], quads.y, quads.x, strict=True)]
        assert len(places) > 20 and places == sorted(places)


def test_every_primitive_is_made_of_these() -> None:
    """2.6.1, and table 2.12: the last of each is the vertex that flat shading takes."""
    made = {name: assembled(name, np.arange(7)).T.tolist() for name in CORNERS}
    assert made == {
        "POINTS": [[n] for n in range(7)],
        "LINES": [[0, 1], [2, 3], [4, 5]],
        "LINE_STRIP": [[n, n + 1] for n in range(6)],
        "LINE_LOOP": [*([n, n + 1] for n in range(6)), [6, 0]],
        "TRIANGLES": [[0, 1, 2], [3, 4, 5]],
        "TRIANGLE_STRIP": [[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5], [4, 5, 6]],
        "TRIANGLE_FAN": [[0, n, n + 1] for n in range(1, 6)],
        "QUADS": [[0, 1, 3], [1, 2, 3]],
        "QUAD_STRIP": [[0, 1, 3], [2, 0, 3], [2, 3, 5], [4, 2, 5]],
        "POLYGON": [[n, n + 1, 0] for n in range(1, 6)],
        # NV_geometry_program4 2.6.1: without a geometry program the adjacent vertices are ignored.
        "LINES_ADJACENCY": [[1, 2]],
        "LINE_STRIP_ADJACENCY": [[n, n + 1] for n in range(1, 5)],
        "TRIANGLES_ADJACENCY": [[0, 2, 4]],
        "TRIANGLE_STRIP_ADJACENCY": [[0, 2, 4]],
    }


@pytest.mark.parametrize("function", [
    "NEVER", "LESS", "EQUAL", "LEQUAL", "GREATER", "NOTEQUAL", "GEQUAL", "ALWAYS",
])  # fmt: skip
@pytest.mark.parametrize("write", [True, False])
@pytest.mark.parametrize("blending", [True, False])
def test_depths_in_the_order_drawn(function: str, write: bool, blending: bool) -> None:
    """4.1.6: several squares in one draw are as one after the other, number for number."""
    depths = [0.5, 0.75, 0.25, 0.25, 1.0, 0.25]
    positions = [(x, y, 2 * z - 1, 1) for z in depths for x, y in SQUARE]
    colors = [(k / 255, 0, 0) for k in (1, 2, 4, 8, 16, 32) for _ in SQUARE]
    state = State(depth=Depth(True, function, write), blend=Blend(blending, "ONE", "ONE"))
    picture = oracle_picture("MOV o[COL0], v[COL0];", {0: positions, 3: colors}, state=state, size=(2, 2))
    compare = {
        "NEVER": lambda a, b: False, "LESS": float.__lt__, "EQUAL": float.__eq__, "LEQUAL": float.__le__,
        "GREATER": float.__gt__, "NOTEQUAL": float.__ne__, "GEQUAL": float.__ge__,
        "ALWAYS": lambda a, b: True,
    }[function]  # fmt: skip
    stored, color = 1.0, 0
    for number, depth in enumerate(depths):
        if compare(depth, stored):
            stored = depth if write else stored
            color = (color if blending else 0) + (1 << number)
    assert (picture[:, :, 0] == color).all()


def test_the_depth_range() -> None:
    """2.10.1: with the range turned around the far one is in front."""
    positions = [(x, y, z, 1) for z in (-0.5, 0.5) for x, y in SQUARE]
    colors = [color for color in ((1, 0, 0), (0, 1, 0)) for _ in SQUARE]
    attributes = {0: positions, 3: colors}
    depth = Depth(True)
    for between, seen in (((0.0, 1.0), [255, 0, 0]), ((1.0, 0.0), [0, 255, 0])):
        picture = oracle_picture(
            "MOV o[COL0], v[COL0];", attributes, state=State(depth=depth, depth_range=between)
        )
        assert picture[0, 0, :3].tolist() == seen
