"""Fragment programs in the oracle's frames, with numbers by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drawing_helpers import SQUARE, drawn_frame, rows, window

from nvrender.gl.state import AlphaTest, Blend, Depth, Fog, State, TextureUnit
from nvrender.gl.textures.texture import Texture

VERTEX = {
    "VP1.0": "!!VP1.0 MOV o[HPOS],v[OPOS];MOV o[TEX3],v[3];MOV o[COL0],v[9];END",
    "VP2.0": "!!VP2.0 MOV o[HPOS],v[OPOS];MOV o[TEX3],v[3];MOV o[COL0],v[9];END",
    "ARBvp1.0": "!!ARBvp1.0 MOV result.position, vertex.position;"
    "MOV result.texcoord[3], vertex.attrib[3]; MOV result.color, vertex.attrib[9]; END",
    "NVvp4.0": "!!NVvp4.0 MOV result.position, vertex.position;"
    "MOV result.texcoord[3], vertex.attrib[3]; MOV result.color, vertex.attrib[9]; END",
}
FRAGMENT = {
    "ARBfp1.0": "!!ARBfp1.0 ADD result.color, fragment.texcoord[3], fragment.color; END",
    "NVfp4.0": "!!NVfp4.0 ADD result.color, fragment.texcoord[3], fragment.color; END",
    "FP1.0": "!!FP1.0 MOV R0, f[TEX3]; ADD o[COLR], R0, f[COL0]; END",
}
V = VERTEX["NVvp4.0"]
WHITE = "MOV result.color, 1;"
FLOATS: dict[str, Any] = {"format": "RGBA32F"}
#: One number a corner of SQUARE, from 0 on the left to 1 on the right.
ACROSS = {0: SQUARE, 3: [[0.0], [1.0], [1.0], [0.0]]}
#: The same with w of 1 on the left and 3 on the right.
SLANTED = {0: [(-1, -1, 0, 1), (3, -3, 0, 3), (3, 3, 0, 3), (-1, 1, 0, 1)], 3: ACROSS[3]}


def whole(value: Any) -> list[Any]:
    """One value at every corner."""
    return [value] * 4


@pytest.mark.parametrize("fragment", FRAGMENT)
@pytest.mark.parametrize("vertex", VERTEX)
def test_stages_of_all_languages_link_by_binding(vertex: str, fragment: str) -> None:
    attributes = {0: SQUARE, 3: whole((0.25, 0.5, 0.125, 0.5)), 9: whole((0.5, 0.25, 0.125, 0.25))}
    frame = drawn_frame(VERTEX[vertex], FRAGMENT[fragment], attributes, **FLOATS)
    assert (rows(frame) == (0.75, 0.75, 0.25, 0.75)).all()


@pytest.mark.parametrize("name", ["color.secondary", "texcoord[5]", "attrib[7]", "fogcoord", "clip[2]"])
def test_what_nobody_writes(name: str) -> None:
    """docs/semantics.md."""
    frame = drawn_frame(V, f"!!NVfp4.0 MOV result.color, fragment.{name}; END", **FLOATS)
    assert (rows(frame) == (0, 0, 0, 1)).all()


def test_varyings_with_and_without_perspective() -> None:
    """OpenGL 1.5, 3.5.1, equations 3.6 and 3.7; NV_fragment_program4 2.X.3.1."""
    share = (np.arange(4) + 0.5) / 4
    expected = share / 3 / ((1 - share) + share / 3)
    text = "!!NVfp4.0 {} ATTRIB t = fragment.texcoord[3]; MOV result.color, t; END"
    found = rows(drawn_frame(V, text.format(""), SLANTED, **FLOATS))
    np.testing.assert_allclose(found[..., 0], np.tile(expected, (4, 1)), rtol=1e-6)
    found = rows(drawn_frame(V, text.format("NOPERSPECTIVE"), SLANTED, **FLOATS))
    np.testing.assert_allclose(found[..., 0], np.tile(share, (4, 1)), rtol=1e-6)


def test_clipping_leaves_varyings_linear_in_the_window() -> None:
    """EXT_gpu_shader4 issue 10: t' of what the clip plane cuts off; NV_fragment_program4 2.X.3.1."""
    vertex = V.replace("END", "MOV result.clip[1].x, vertex.attrib[4]; END")
    fragment = "!!NVfp4.0 NOPERSPECTIVE ATTRIB t = fragment.texcoord[3]; MOV result.color, t; END"
    attributes = {**SLANTED, 4: [[-0.25], [1.0], [1.0], [-0.25]]}
    state = State(clip_planes=(False, True))
    found = rows(drawn_frame(vertex, fragment, attributes, state=state, size=(8, 2), **FLOATS))[..., 0]
    # The distance is 0 a fifth of the way along the edges, which is 3/7 of the way in the window.
    np.testing.assert_allclose(found[:, 4:], np.tile((np.arange(4, 8) + 0.5) / 8, (2, 1)), rtol=1e-6)
    assert not found[:, :3].any()


def test_flat_words_are_the_last_vertexs() -> None:
    """NV_fragment_program4 2.X.3.1-2: words of any kind, denormal floats as well."""
    vertex = V.replace("END", "MOV.S result.attrib[2], vertex.attrib[5]; END")
    fragment = """!!NVfp4.0 FLAT INT ATTRIB a = fragment.attrib[2]; TEMP r; I2F.S r, a;
    MUL result.color, r, 0.25; END"""
    numbers = np.array([[9], [9], [9], [-3]], np.int32)
    found = rows(drawn_frame(vertex, fragment, {0: SQUARE, 5: numbers}, **FLOATS))
    assert (found[..., 0] == -0.75).all()


def test_colours_are_flat_by_the_shade_model() -> None:
    """NV_fragment_program4 2.X.3.1: "bound to colors will still be flat-shaded"."""
    colors = [(0, 0, 0, 1), (0, 0, 0, 1), (0, 0, 0, 1), (1, 0.5, 0.25, 1)]
    fragment = "!!ARBfp1.0 MOV result.color, fragment.color; END"
    frame = drawn_frame(V, fragment, {0: SQUARE, 9: colors}, state=State(flat_shading=True), **FLOATS)
    assert (rows(frame) == colors[3]).all()


def test_centroids_lie_inside() -> None:
    """NV_fragment_program4 2.X.3.1: "a point on or inside the primitive"; samples are at 3/8 and 1/8."""
    strip = window([(0, 0), (0.45, 0), (0.45, 4), (0, 4)], (4, 4))
    text = "!!NVfp4.0 {} ATTRIB t = fragment.texcoord[3]; MUL result.color, t, 0.45; END"
    for modifier, expected in (
        ("", {0.5}),
        ("CENTROID", {0.375, 0.125}),
        ("CENTROID NOPERSPECTIVE", {0.375, 0.125}),
    ):
        frame = drawn_frame(V, text.format(modifier), {0: strip, 3: ACROSS[3]}, samples=4, **FLOATS)
        found = frame.colors[0].reshape(4, 4, 4, 4)[:, 0, [0, 2], 0]
        assert {round(float(value), 6) for value in found.ravel()} == expected
    text = text.replace("0.45", "1")
    frame = drawn_frame(V, text.format("CENTROID"), ACROSS, samples=4, **FLOATS)
    np.testing.assert_allclose(frame.colors[0].reshape(4, 4, 4, 4)[0, :3, 0, 0], [0.125, 0.375, 0.625])


@pytest.mark.parametrize("turned", [False, True])
def test_two_sides_and_facing(turned: bool) -> None:
    """OpenGL 1.5, 2.14.1; NV_fragment_program4 2.X.3.2, fragment.facing."""
    vertex = V.replace("END", "MOV result.color, 0.25; MOV result.color.back, 0.75; END")
    fragment = "!!NVfp4.0 MUL result.color, fragment.color, fragment.facing.x; END"
    attributes = {0: SQUARE[::-1] if turned else SQUARE}
    for sides in (False, True):
        frame = drawn_frame(
            vertex, fragment, attributes, state=State(vertex_program_two_side=sides), **FLOATS
        )
        assert (rows(frame) == (-0.75 if sides and turned else -0.25 if turned else 0.25)).all()


def test_lines_and_points_face_the_front() -> None:
    fragment = "!!NVfp4.0 MOV result.color, fragment.facing; END"
    for primitive, ends in (("LINES", SQUARE[2:0:-1]), ("POINTS", [(0.1, 0.1)])):
        frame = drawn_frame(V, fragment, {0: ends}, primitive=primitive, **FLOATS)
        assert set(rows(frame)[..., 0].ravel().tolist()) == {0.0, 1.0}


@pytest.mark.parametrize(("primitive", "numbers"), [
    ("QUADS", [0, 1]), ("TRIANGLE_STRIP", [0, 1]), ("POLYGON", [0, 0]), ("LINES", [0, 1, 2, 3]),
])  # fmt: skip
def test_primitives_are_numbered(primitive: str, numbers: list[int]) -> None:
    """NV_fragment_program4 2.X.3.2, primitive.id: quads count once, a polygon is 0; instances count anew."""
    fragment = "!!NVfp4.0 TEMP r; I2F.S r, primitive.id.x; ADD result.color, r, 1; END"
    left, right = [(0, 0), (2, 0), (2, 4), (0, 4)], [(2, 0), (4, 0), (4, 4), (2, 4)]
    places = {
        "QUADS": [*left, *right],
        "TRIANGLE_STRIP": [left[0], left[1], left[3], right[1]],
        "POLYGON": left,
        "LINES": [(x, y + 0.5) for y in range(4) for x in (0, 4)],
    }[primitive]
    frame = drawn_frame(V, fragment, {0: window(places, (4, 4))}, primitive=primitive, instances=2, **FLOATS)
    found = set(rows(frame)[..., 0].ravel().tolist()) - {0.0}
    assert found == {number + 1.0 for number in numbers}


@pytest.mark.parametrize(("options", "expected"), [
    ("", (2.5, 3.5)),
    ("OPTION ARB_fragment_coord_origin_upper_left;", (2.5, 6.5)),
    ("OPTION ARB_fragment_coord_pixel_center_integer;", (2.0, 3.0)),
    ("OPTION ARB_fragment_coord_origin_upper_left; OPTION ARB_fragment_coord_pixel_center_integer;", (2, 6)),
])  # fmt: skip
def test_window_positions(options: str, expected: tuple[float, float]) -> None:
    """ARB_fragment_coord_conventions: pixel (2, 3) of a window ten pixels high; z in the window, 1/w."""
    fragment = f"!!NVfp4.0 {options} MOV result.color, fragment.position; END"
    corners = [(2 * x, 2 * y, 1.0, 2.0) for x, y in SQUARE]
    found = rows(drawn_frame(V, fragment, {0: corners}, size=(8, 10), **FLOATS))
    np.testing.assert_allclose(found[3, 2], [*expected, 0.75, 0.5], rtol=1e-6)


def test_killed_fragments() -> None:
    """ARB_fragment_program 3.11.5.15: they leave neither colour nor depth."""
    fragment = "!!ARBfp1.0 TEMP r; SUB r, fragment.position, 2; KIL r.x; MOV result.color, 1; END"
    frame = drawn_frame(V, fragment, state=State(depth=Depth(True)))
    assert rows(frame)[..., 0].tolist() == [[0, 0, 255, 255]] * 4
    assert (frame.depth.reshape(4, 4) == np.array([2**24 - 1] * 2 + [2**23] * 2)).all()


@pytest.mark.parametrize("text", [
    "!!ARBfp1.0 MOV result.color, fragment.position; MUL result.color.a, fragment.position.x, 0.25; END",
    "!!FP1.0 MOV o[COLH], f[WPOS]; MUL o[COLH].w, f[WPOS].x, 0.25; END",
])  # fmt: skip
def test_the_alpha_test_comes_after_the_program(text: str) -> None:
    """OpenGL 1.5, 4.1.4."""
    state = State(alpha_test=AlphaTest(True, "GREATER", 0.5))
    assert rows(drawn_frame(V, text, state=state))[..., 0].tolist() == [[0, 0, 255, 255]] * 4


@pytest.mark.parametrize("function", ["LESS", "NOTEQUAL", "ALWAYS"])
@pytest.mark.parametrize("write", [True, False])
def test_depths_of_the_program_replace_the_triangles(function: str, write: bool) -> None:
    """ARB_fragment_program 3.11.4.4: before the depth test; a square behind the viewport's depths counts."""
    fragment = """!!ARBfp1.0 MUL result.color, fragment.texcoord[3], {1, 0, 0, 0};
    SUB result.depth.z, fragment.texcoord[3].y, fragment.texcoord[3].z; END"""
    depths = [(0.25, 0.5, 0.0), (0.5, 0.75, 0.0), (0.75, 0.25, 0.0), (1.0, 0.25, 0.75)]
    attributes = {
        0: [(x, y, -z, 1) for z in (0.5, 0.9, -0.5, 0.2) for x, y in SQUARE],
        3: [(*numbers, 1) for numbers in depths for _ in SQUARE],
    }
    state = State(depth=Depth(True, function, write))
    frame = drawn_frame(V, fragment, attributes, state=state)
    values = [0.5, 0.75, 0.25, 0.0]
    stored, color = 1.0, 0.0
    for value, (red, _, _) in zip(values, depths, strict=True):
        if {"LESS": value < stored, "NOTEQUAL": value != stored, "ALWAYS": True}[function]:
            color, stored = red, value if write else stored
    assert (rows(frame)[..., 0] == np.rint(color * 255)).all()
    assert (frame.depth == round(stored * (2**24 - 1))).all()


def test_several_colours() -> None:
    """ARB_draw_buffers 3.11.3.4, 4.2.1; one that nobody writes is 0, and colour 0 goes to all without it."""
    text = "!!ARBfp1.0 OPTION ARB_draw_buffers; MOV result.color[{}], 0.25; MOV result.color[2], 0.5; END"
    found = drawn_frame(V, text.format(0), outputs=4, **FLOATS)
    assert [rows(found, output)[0, 0, 0] for output in range(4)] == [0.25, 0.0, 0.5, 0.0]
    found = drawn_frame(V, f"!!ARBfp1.0 {WHITE} END", outputs=2)
    assert (rows(found, 0) == 255).all() and (rows(found, 1) == 255).all()
    found = drawn_frame("!!VP1.0 MOV o[HPOS], v[OPOS]; MOV o[COL0], c[0].w; END", outputs=2,
                        parameters={"vertex": {0: (0, 0, 0, 1)}})  # fmt: skip
    assert (rows(found, 1) == 255).all()


def test_floats_are_not_clamped() -> None:
    """Colours of NVfp4.0 in float buffers; ARB programs clamp (ARB_fragment_program 3.11.4.4)."""
    body = "MOV result.color, {-2, 0.3, 1e5, 7};"
    found = rows(drawn_frame(V, f"!!NVfp4.0 {body} END", **FLOATS))[0, 0]
    assert found.tolist() == np.float32([-2, 0.3, 1e5, 7]).tolist()
    found = rows(drawn_frame(V, f"!!NVfp4.0 {body} END", format="RGBA16F"))[0, 0]
    assert found.dtype == np.float16 and found[1] == np.float16(0.3) and np.isinf(found[2])
    found = rows(drawn_frame(V, f"!!ARBfp1.0 {body} END", **FLOATS))[0, 0]
    assert found.tolist() == np.float32([0, 0.3, 1, 1]).tolist()
    state = State(blend=Blend(True, "SRC_ALPHA", "ONE"))
    found = rows(drawn_frame(V, f"!!NVfp4.0 {body} END", {0: SQUARE * 2}, state=state, **FLOATS))[0, 0]
    np.testing.assert_allclose(found, [-28, 4.2, 1.4e6, 98], rtol=1e-6)


@pytest.mark.parametrize(("mode", "factor"), [("exp", np.exp(-1)), ("exp2", np.exp(-1)), ("linear", 0.75)])
def test_fog_options(mode: str, factor: float) -> None:
    """ARB_fragment_program 3.11.4.5.1: whether fog is enabled does not matter."""
    vertex = V.replace("END", "MOV result.fogcoord.x, 0.5; END")
    fragment = f"!!ARBfp1.0 OPTION ARB_fog_{mode}; MOV result.color, {{2, 0.5, 0, 0.25}}; END"
    fog = Fog(density=2.0, start=0.0, end=2.0, color=(0.0, 1.0, 2.0, 1.0))
    found = rows(drawn_frame(vertex, fragment, state=State(fog=fog), **FLOATS))[0, 0]
    np.testing.assert_allclose(found, [factor, factor * 0.5 + 1 - factor, 1 - factor, 0.25], rtol=1e-6)


def test_fog_coordinates() -> None:
    """(f, 0, 0, 1), in !!FP1.0 (f, 0, 0, 0) (ARB_fragment_program and NV_fragment_program Table X.1)."""
    vertex = V.replace("END", "MOV result.fogcoord, {0.5, 9, 9, 9}; END")
    for text, last in (
        ("!!NVfp4.0 MOV result.color, fragment.fogcoord; END", 1.0),
        ("!!FP1.0 MOV o[COLR], f[FOGC]; END", 0.0),
    ):
        assert rows(drawn_frame(vertex, text, **FLOATS))[0, 0].tolist() == [0.5, 0.0, 0.0, last]


def levels(sizes: int) -> Texture:
    """A texture whose level n is all n."""
    return Texture(
        "2D",
        tuple(np.full((2**n, 2**n, 1), sizes - 1 - n, np.float32) for n in reversed(range(sizes))),
        "LUMINANCE",
        min_filter="NEAREST_MIPMAP_NEAREST",
        mag_filter="NEAREST",
    )


@pytest.mark.parametrize("text", [
    "!!ARBfp1.0 TEMP r; TEX r, fragment.texcoord[3], texture[2], 2D; MUL result.color, r, 0.25; END",
    "!!NVfp4.0 TEMP r; TEX r, fragment.texcoord[3], texture[2], 2D; MUL result.color, r, 0.25; END",
    "!!FP1.0 TEX R0, f[TEX3], TEX2, 2D; MUL o[COLR], R0, 0.25; END",
])  # fmt: skip
def test_levels_of_detail_need_neighbours_that_are_not_drawn(text: str) -> None:
    """ARB_fragment_program 3.11.6: one pixel of a triangle, four texels a pixel: level 2."""
    middle = window([(2.2, 2.2), (2.8, 2.2), (2.5, 2.9)], (5, 5))
    attributes = {0: middle, 3: [((x + 1) * 10 / 16, (y + 1) * 10 / 16) for x, y in middle]}
    frame = drawn_frame(
        V, text, attributes, primitive="TRIANGLES", size=(5, 5), textures={2: levels(5)}, **FLOATS
    )
    assert np.argwhere(rows(frame)[..., 0]).tolist() == [[2, 2]]
    assert rows(frame)[2, 2, 0] == 0.5


def test_derivatives_at_edges_and_behind_others() -> None:
    """NV_fragment_program_option 3.11.5.30: also where the neighbour belongs to another, or is hidden."""
    fragment = "!!NVfp4.0 TEMP r; DDX r.x, fragment.texcoord[3].x; DDY r.y, fragment.texcoord[3].y;" \
               "MOV r.zw, 0; MOV result.color, r; END"  # fmt: skip
    near = [(x, y, -0.5, 1) for x, y in window([(0, 0), (1, 0), (1, 3), (0, 3)], (5, 3))]
    far = [(x, y, 0.5, 1) for x, y in SQUARE]
    attributes = {0: [*near, *far], 3: [(9, 9)] * 4 + [(0, 0), (5, 0), (5, 6), (0, 6)]}
    frame = drawn_frame(V, fragment, attributes, size=(5, 3), state=State(depth=Depth(True)), **FLOATS)
    found = rows(frame)
    np.testing.assert_allclose(found[:, 0, :2], 0.0, atol=1e-5)
    np.testing.assert_allclose(found[:, 1:, :2], np.tile([1.0, 2.0], (3, 4, 1)), rtol=1e-5)


def test_sprite_coordinates_reach_programs() -> None:
    """ARB_point_sprite 3.3: they replace the texture coordinates of the unit."""
    units = (TextureUnit(), TextureUnit(coord_replace=True))
    state = State(point_size=4.0, texture_units=units)
    fragment = "!!ARBfp1.0 MOV result.color, fragment.texcoord[1]; END"
    found = rows(drawn_frame(V, fragment, {0: [(0, 0)]}, primitive="POINTS", state=state, **FLOATS))
    assert found[0].tolist() == [[x, 0.875, 0.0, 1.0] for x in (0.125, 0.375, 0.625, 0.875)]
    assert found[:, 0, 1].tolist() == [0.875, 0.625, 0.375, 0.125]


def test_parameters_and_buffers_of_each_stage() -> None:
    vertex = """!!NVvp4.0 PARAM c = program.local[0]; BUFFER4 b = program.buffer[1][0];
    MOV result.position, vertex.position; ADD result.texcoord[3], c, b; END"""
    fragment = """!!NVfp4.0 PARAM c = program.local[0]; BUFFER4 b = program.buffer[1][0]; TEMP r;
    ADD r, fragment.texcoord[3], c; ADD result.color, r, b; END"""
    parameters = {
        stage: {
            "program.local[0]": scale * np.float32([1, 0, 0, 0]),
            "program.buffer[1]": scale * np.float32([0, 1, 0, 0]),
        }
        for stage, scale in (("vertex", 0.25), ("fragment", 0.5))
    }
    found = rows(drawn_frame(vertex, fragment, parameters=parameters, **FLOATS))
    assert (found == (0.75, 0.75, 0, 0)).all()


def test_clip_distances_reach_fragments() -> None:
    """NV_fragment_program4 2.X.3.2: as written, or an enabled plane times eye coordinates."""
    fragment = "!!NVfp4.0 MOV result.color, fragment.clip[1]; END"
    vertex = V.replace("END", "MOV result.clip[1].x, vertex.attrib[3].x; END")
    found = rows(drawn_frame(vertex, fragment, ACROSS, **FLOATS))
    np.testing.assert_allclose(found[0], [(n / 8, 0, 0, 1) for n in (1, 3, 5, 7)], rtol=1e-6)
    state = State(clip_planes=(False, True), clip_plane_equations=((0.0,) * 4, (1.0, 0.0, 0.0, 0.0)))
    invariant = "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, 1; END"
    found = rows(drawn_frame(invariant, fragment, state=state, **FLOATS))
    np.testing.assert_allclose(found[0, :, 0], [0, 0, 0.25, 0.75], rtol=1e-6)


MODES = (
    "QUADS",
    "POINTS",
    "LINES",
    "TRIANGLE_STRIP",
    "POLYGON",
    "LINE_LOOP",
    "TRIANGLES_ADJACENCY",
    "TRIANGLE_FAN",
)


@pytest.mark.parametrize("primitive", MODES)
@pytest.mark.parametrize("samples", [1, 4])
def test_vertices_that_are_nowhere(primitive: str, samples: int) -> None:
    """Nothing is drawn of them, and nothing warns; incomplete primitives are ignored (OpenGL 1.5, 2.6.1)."""
    fragment = """!!NVfp4.0 TEMP r; DDX r, fragment.texcoord[3]; TEX r, r, texture[0], 2D;
    ADD result.color, r, 1; END"""
    arguments: dict[str, Any] = {"primitive": primitive, "samples": samples, "textures": {0: levels(3)}}
    wild = whole((np.nan, 1e38, -1e38, 0.0))
    for bad in ((np.nan, 0, 0, 1), (0, np.inf, 0, 1), (0, 0, 0, 0), (0, 0, 0, -1), (0, 0, 2, 1)):
        frame = drawn_frame(V, fragment, {0: whole(bad), 3: wild}, size=(7, 5), **arguments)
        assert not frame.colors[0].any()
    mixed = [(1e38, -1e38, 0, 1e-38), (1, 1, 1, 1), (0, 0, 0, 0), (-1, 2, 3, -1)]
    drawn_frame(V, fragment, {0: mixed, 3: wild}, size=(7, 5), **arguments)
    if primitive != "POINTS":
        frame = drawn_frame(V, fragment, {0: SQUARE[:1], 3: wild[:1]}, **arguments)
        assert not frame.colors[0].any()
    frame = drawn_frame(V, fragment, {0: SQUARE, 3: wild}, indices=[], **arguments)
    assert not frame.colors[0].any()


def test_positions_nobody_writes() -> None:
    """docs/semantics.md: there is nothing to be seen."""
    frame = drawn_frame("!!NVvp4.0 MOV result.color, 1; END", f"!!NVfp4.0 {WHITE} END")
    assert not rows(frame).any()
