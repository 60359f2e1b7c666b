"""Geometry programs in the oracle's frames, with numbers by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drawing_helpers import SQUARE, drawn_frame, rows, window

from nvrender.gl.state import Blend, State
from nvrender.source import InputError

V = """!!NVvp4.0 MOV result.position, vertex.position; MOV result.color, vertex.color;
MOV result.texcoord[3], vertex.attrib[9]; END"""
#: Every vertex on, whatever the body makes of it.
EACH = """!!NVgp4.0 PRIMITIVE_IN {}; PRIMITIVE_OUT {}; VERTICES_OUT 6; ATTRIB p = vertex.position;
INT TEMP i; MOV.S i, 0; REP.S {}; MOV result.position, p[i.x]; {} EMIT; ADD.S i.x, i.x, 1; ENDREP; END"""
TRIANGLES = [SQUARE[place] for place in (0, 1, 2, 0, 2, 3)]
COLOR = "!!NVfp4.0 MOV result.color, fragment.color; END"
NUMBER = "!!NVfp4.0 TEMP r; I2F.S r, primitive.id.x; ADD result.color, r, 1; END"
ADDING = State(blend=Blend(True, "ONE", "ONE"))
FLOATS: dict[str, Any] = {"format": "RGBA32F"}


def each(body: str, taken: str = "TRIANGLES", made: str = "TRIANGLE_STRIP") -> str:
    count = {"POINTS": 1, "LINES": 2, "TRIANGLES": 3, "LINES_ADJACENCY": 4, "TRIANGLES_ADJACENCY": 6}[taken]
    return EACH.format(taken, made, count, body)


@pytest.mark.parametrize("vertex", [
    V, V.replace("!!NVvp4.0", "!!ARBvp1.0"), V.replace("!!NVvp4.0", "!!ARBvp1.0 OPTION NV_vertex_program3;"),
    "!!VP2.0 MOV o[HPOS],v[OPOS];MOV o[COL0],v[COL0];MOV o[TEX3],v[9]; END",
])  # fmt: skip
def test_it_reads_what_the_vertex_program_wrote(vertex: str) -> None:
    """Colours as they are: they are clamped behind it (NV_geometry_program4 issue 16)."""
    attributes = {0: TRIANGLES, 3: [(2.0, 0.5, 1.0, 4.0)] * 6, 9: [(0.25, 0.5, 0.25, 0.5)] * 6}
    geometry = each("MUL result.color, vertex[0].color, vertex[0].texcoord[3];")
    found = rows(drawn_frame(vertex, COLOR, attributes, geometry=geometry, primitive="TRIANGLES", **FLOATS))
    assert (found == (0.5, 0.25, 0.25, 1.0)).all()


def test_what_nobody_writes() -> None:
    """docs/semantics.md: (0, 0, 0, 1) before and behind it, numbers 0; single values have 0, 0, 1 beside."""
    before = each("ADD result.color, vertex[1].texcoord[5], vertex[2].fogcoord;")
    found = rows(drawn_frame(V, COLOR, {0: TRIANGLES}, geometry=before, primitive="TRIANGLES", **FLOATS))
    assert (found == (0, 0, 0, 1)).all()
    behind = "!!NVfp4.0 MOV result.color, fragment.texcoord[5]; END"
    geometry = each("MOV result.color, 1;")
    found = rows(drawn_frame(V, behind, {0: TRIANGLES}, geometry=geometry, primitive="TRIANGLES", **FLOATS))
    assert (found == (0, 0, 0, 1)).all()
    found = rows(drawn_frame(V, NUMBER, {0: TRIANGLES}, geometry=geometry, primitive="TRIANGLES", **FLOATS))
    assert (found == 1).all()
    geometry = each("ADD.S result.primid.x, vertex[1].id.x, 4;")
    found = rows(drawn_frame(V, NUMBER, {0: TRIANGLES}, geometry=geometry, primitive="TRIANGLES", **FLOATS))
    assert (found == 5).all()


def test_numbers_are_the_provoking_vertexs() -> None:
    """NV_geometry_program4 2.X.3.5, result.primid: 2 more than primitive.id, at the last vertex."""
    geometry = each("ADD.S result.primid.x, primitive.id.x, i.x;")
    frame = drawn_frame(
        V, NUMBER, {0: TRIANGLES}, geometry=geometry, primitive="TRIANGLES", instances=2, **FLOATS
    )
    assert rows(frame)[0, 3, 0] == 3.0 and rows(frame)[3, 0, 0] == 4.0


@pytest.mark.parametrize(("primitive", "numbers"), [
    ("QUADS", {1.0}), ("TRIANGLE_FAN", {1.0, 2.0}), ("POLYGON", {1.0}),
])  # fmt: skip
def test_polygons_come_as_triangles(primitive: str, numbers: set[float]) -> None:
    """NV_geometry_program4 issue 17: and the frame is filled once."""
    geometry = each("MOV.S result.primid.x, primitive.id.x;")
    frame = drawn_frame(V, NUMBER, geometry=geometry, primitive=primitive, state=ADDING, **FLOATS)
    assert set(rows(frame)[..., 0].ravel().tolist()) == numbers


@pytest.mark.parametrize(("output", "covered"), [
    ("POINTS", [(1, 1), (6, 1), (6, 6)]),
    ("LINE_STRIP", [*((n, 1) for n in range(1, 6)), *((6, n) for n in range(1, 6))]),
])  # fmt: skip
def test_other_primitives_come_out(output: str, covered: list[tuple[int, int]]) -> None:
    """NV_geometry_program4 2.14.6.2: of the triangle's corners points, or the two sides behind another."""
    corners = window([(1.5, 1.5), (6.5, 1.5), (6.5, 6.5)], (8, 8))
    geometry = each("MOV result.color, 1;", made=output)
    frame = drawn_frame(V, COLOR, {0: corners}, geometry=geometry, primitive="TRIANGLES", size=(8, 8))
    found = {(x, y) for y, x in np.argwhere(rows(frame)[..., 0]).tolist()}
    assert set(covered) <= found and len(found - set(covered)) <= 1


def test_indices_and_adjacency() -> None:
    """NV_geometry_program4 2.6.1: a line and its neighbours."""
    geometry = """!!NVgp4.0 PRIMITIVE_IN LINES_ADJACENCY; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;
    MOV result.position, vertex[3].position; MOV result.color, 1; EMIT; END"""
    places = window([(0.5, 0.5), (1.5, 1.5), (2.5, 2.5), (3.5, 3.5)], (4, 4))
    frame = drawn_frame(
        V,
        COLOR,
        {0: places},
        geometry=geometry,
        primitive="LINES_ADJACENCY",
        indices=[0, 1, 3, 2, 3, 2, 1, 0],
    )
    assert np.argwhere(rows(frame)[..., 0]).tolist() == [[0, 0], [2, 2]]


def test_instances_are_primitives_of_their_own() -> None:
    vertex = """!!NVvp4.0 TEMP r; I2F.S r.x, vertex.instance.x; MOV result.color, r.x;
    MOV result.position, vertex.position; END"""
    geometry = each("MOV result.color, vertex[2].color;", taken="TRIANGLES")
    frame = drawn_frame(
        vertex, COLOR, {0: TRIANGLES}, geometry=geometry, primitive="TRIANGLES", instances=2, state=ADDING
    )
    assert (rows(frame) == 255).all()


@pytest.mark.parametrize("fragment", [None, COLOR])
def test_layers(fragment: str | None) -> None:
    """NV_geometry_program4 4.4.7: of the provoking vertex; of a frame without layers it has no effect."""
    body = "MOV result.color, 1; SUB.S result.layer.x, primitive.id.x, i.x; ADD.S result.layer.x, i.x, {};"
    triangles = {0: TRIANGLES}
    for first, expected in ((0, [0, 0, 255]), (-2, [255, 0, 0]), (1, [0, 0, 0]), (-3, [0, 0, 0])):
        geometry = each(body.format(first))
        frame = drawn_frame(V, fragment, triangles, geometry=geometry, primitive="TRIANGLES", layers=3)
        assert [int(rows(frame, layer=layer)[..., 0].mean()) for layer in range(3)] == expected
        frame = drawn_frame(V, fragment, triangles, geometry=geometry, primitive="TRIANGLES")
        assert (rows(frame) == 255).all()


def test_layers_have_depths_of_their_own() -> None:
    geometry = each("MOV result.color, 1; MOV.S result.layer.x, primitive.id.x;")
    frame = drawn_frame(
        V,
        COLOR,
        {0: [SQUARE[0], SQUARE[1], SQUARE[2]] * 2},
        geometry=geometry,
        primitive="TRIANGLES",
        layers=2,
    )
    assert (rows(frame, layer=0) == rows(frame, layer=1)).all() and rows(frame).any()


def test_clip_distances_and_point_sizes_are_its_own() -> None:
    vertex = V.replace("END", "MOV result.clip[1].x, -1; MOV result.pointsize.x, 0.5; END")
    geometry = each("MOV result.color, 1; MOV result.clip[1].x, p[i.x].x;")
    state = State(clip_planes=(False, True))
    frame = drawn_frame(vertex, COLOR, {0: TRIANGLES}, geometry=geometry, primitive="TRIANGLES", state=state)
    assert rows(frame)[..., 0].tolist() == [[0, 0, 255, 255]] * 4
    geometry = each(
        "MOV result.color, 1; MUL result.pointsize.x, vertex[0].pointsize.x, 4.0;", "POINTS", "POINTS"
    )
    state = State(vertex_program_point_size=True)
    frame = drawn_frame(vertex, COLOR, {0: [(0, 0)]}, geometry=geometry, primitive="POINTS", state=state)
    assert int((rows(frame)[..., 0] > 0).sum()) == 4


def test_flat_colours_are_the_provoking_vertexs() -> None:
    geometry = each("SUB.S.CC i.y, i.x, 2; MOV result.color, 0.25; MOV result.color (EQ.y), 1.0;")
    state = State(flat_shading=True)
    frame = drawn_frame(V, COLOR, {0: TRIANGLES}, geometry=geometry, primitive="TRIANGLES", state=state)
    assert (rows(frame) == 255).all()


def test_words_pass_all_stages() -> None:
    vertex = "!!NVvp4.0 MOV result.position, vertex.position; MOV.S result.attrib[2], {-5, 7, 9, 11}; END"
    geometry = each("SUB.S result.attrib[4], vertex[2].attrib[2], 4;")
    fragment = """!!NVfp4.0 FLAT INT ATTRIB n = fragment.attrib[4]; TEMP r; I2F r, n;
    MOV result.color, r; END"""
    frame = drawn_frame(vertex, fragment, {0: TRIANGLES}, geometry=geometry, primitive="TRIANGLES", **FLOATS)
    assert (rows(frame) == (-9, 3, 5, 7)).all()


def test_a_primitive_it_does_not_take() -> None:
    with pytest.raises(InputError, match="'LINES' gives no TRIANGLES"):
        drawn_frame(V, COLOR, geometry=each(""), primitive="LINES")


@pytest.mark.parametrize(
    "vertex", [None, "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, 1; END"]
)
def test_distances_of_conventionally_transformed_vertices(vertex: str | None) -> None:
    """NV_geometry_program4 2.X.3.2, vertex[m].clip: the dot product of an enabled plane; none is clipped."""
    geometry = each("ADD r, vertex[2].clip[1].x, 1; MOV result.color, r;").replace(
        "INT TEMP", "TEMP r; INT TEMP"
    )
    state = State(clip_planes=(False, True), clip_plane_equations=((0.0,) * 4, (0.0, 2.0, 0.0, -2.5)))
    arguments: dict[str, Any] = {"geometry": geometry, "primitive": "TRIANGLES", "state": state}
    assert (rows(drawn_frame(vertex, COLOR, {0: TRIANGLES}, **arguments, **FLOATS))[..., 0] == 0.5).all()


@pytest.mark.parametrize("made", ["TRIANGLE_STRIP", "LINE_STRIP", "POINTS"])
@pytest.mark.parametrize("body", ["", "EMIT;", "ENDPRIM; MOV result.position, vertex[0].position; ENDPRIM;"])
def test_programs_that_emit_nothing_to_be_seen(made: str, body: str) -> None:
    geometry = f"!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT {made}; VERTICES_OUT 3; {body} END"
    for fragment in (COLOR, None):
        frame = drawn_frame(V, fragment, {0: TRIANGLES}, geometry=geometry, primitive="TRIANGLES", samples=4)
        assert not frame.colors[0].any()
