"""What a geometry program reads of vertices without a program is the same on both sides."""

from __future__ import annotations

import moderngl
import numpy as np
import pytest
from both_sides import Drawn, picture_of
from drawing import SQUARE

from nvrender.gl.state import Point, State
from nvrender.gpu.draw import Mesh
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.oracle.frame.capture import capture
from nvrender.oracle.frame.draw import Primitives, Stages

HEAD = "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
EACH = """ATTRIB p = vertex.position; {} INT TEMP i; TEMP r; MOV.S i, 0;
    REP.S 3; MOV result.position, p[i.x]; {} EMIT; ADD.S i.x, i.x, 1; ENDREP; END"""
INVARIANT = "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, vertex.color; END"
WRITING = """!!NVvp4.0 OPTION ARB_position_invariant; MOV result.clip[1].x, 9; END"""
#: Neither plane cuts the frame away; the first is not enabled.
PLANES = State(
    modelview=((2.0, 0.0, 0.0, 0.25), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0)),
    projection=((0.5, 0.0, 0.0, -0.125), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0)),
    clip_planes=(False, True, False, True),
    clip_plane_equations=(
        (1.0, 0.0, 0.0, 9.0), (0.25, 0.0, 0.0, 0.5), (0.0, 0.0, 0.0, 0.0), (0.0, 0.25, 0.0, 0.5)
    ),
)  # fmt: skip


def picture(
    side: str, context: moderngl.Context, vertex: str | None, geometry: str, state: State
) -> np.ndarray:
    programs = {"program": None if vertex is None else load(vertex), "geometry": load(HEAD + geometry)}
    attributes = {0: np.pad(SQUARE[[0, 1, 2, 0, 2, 3]], ((0, 0), (0, 2)), constant_values=(0, 1))}
    attributes[3] = np.tile([0.25, 0.5, 0.75, 1.0], (6, 1))
    return picture_of(side, context, [Drawn(state, attributes, "TRIANGLES", **programs)])


@pytest.mark.parametrize("side", ["gpu", "oracle"])
@pytest.mark.parametrize("vertex", [None, INVARIANT, WRITING], ids=["none", "invariant", "writing"])
def test_clip_distances_are_those_of_eye_coordinates(
    side: str, context: moderngl.Context, vertex: str | None
) -> None:
    """NV_geometry_program4 2.X.3.2: vertex.clip[n] without a program and of position-invariant ones."""
    body = "MOV r.x, d[i.x].x; MOV r.y, e[i.x].x; MOV r.zw, {0, 0, 0.5, 1}; MOV result.color, r;"
    geometry = EACH.format("ATTRIB d = vertex.clip[1]; ATTRIB e = vertex.clip[3];", body)
    pixels = picture(side, context, vertex, geometry, PLANES).astype(int)
    middles = (np.arange(4) + 0.5) / 2 - 1
    green = 255 * (0.25 * middles[::-1] + 0.5)
    # Red is clamped at the vertices already, where the distances are 1.0625 and 0.0625.
    red = 255 * (0.0625 + (1.0 - 0.0625) * (middles + 1) / 2)
    assert np.abs(pixels[..., 0] - red).max() <= 1
    assert np.abs(pixels[..., 1] - green[:, None]).max() <= 1


@pytest.mark.parametrize("side", ["gpu", "oracle"])
def test_a_geometry_program_clips_by_its_own_distances(side: str, context: moderngl.Context) -> None:
    """NV_geometry_program4 2.X.3.5: what the vertices' distances are does not clip."""
    state = PLANES.with_(clip_plane_equations=((0.0, 0.0, 0.0, -1.0),) * 4)
    geometry = EACH.format("ATTRIB d = vertex.clip[1];", "MOV result.color, -d[i.x].x;")
    assert picture(side, context, None, geometry, state).min() == 255
    geometry = EACH.format(
        "ATTRIB d = vertex.clip[1];", "MOV result.color, 1; MOV result.clip[1].x, d[i.x].x;"
    )
    assert not picture(side, context, None, geometry, state).any()


@pytest.mark.parametrize("side", ["gpu", "oracle"])
def test_sizes_by_distance_and_words_of_conventional_results(side: str, context: moderngl.Context) -> None:
    """OpenGL 1.5 3.3; NV_gpu_program4 2.X.4.1: an integer instruction reads a colour's words."""
    state = State(point_size=4.0, point=Point(attenuation=(16.0, 0.0, 0.0)))
    body = """MUL r.x, s[i.x].x, 0.5; SHR.U r.y, c[i.x].y, 1; SHL.U r.y, r.y, 1;
        MOV r.zw, {0, 0, 0, 1}; MOV result.color, r;"""
    geometry = EACH.format("ATTRIB s = vertex.pointsize; ATTRIB c = vertex.color;", body)
    pixels = picture(side, context, None, geometry, state).astype(int)
    assert np.abs(pixels - [128, 128, 0, 255]).max() <= 1


@pytest.mark.parametrize("header", ["!!VP1.0", "!!VP2.0"])
def test_words_of_vertex_programs_with_float_registers(context: moderngl.Context, header: str) -> None:
    """NV_gpu_program4 2.X.4.1: an integer instruction reads the words of a VP program's floats."""
    vertex = load(
        f"{header} MOV o[HPOS],v[OPOS];MOV o[COL0],v[COL0];"
        "MOV o[TEX2].x,v[OPOS].y;MOV o[FOGC].x,v[OPOS].z;END"
    )
    geometry = load(
        "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; TEMP r;"
        "SHR.U r, vertex[0].color, 1; SHL.U result.attrib[0], r, 1; SHR.U r, vertex[0].texcoord[2], 1;"
        "SHL.U result.attrib[1], r, 1; SHR.U r, vertex[0].fogcoord, 1; SHL.U result.attrib[2], r, 1;"
        "SHR.U r, vertex[0].texcoord[5], 1; SHL.U result.attrib[3], r, 1; SHR.U r, vertex[0].pointsize, 1;"
        "SHL.U result.attrib[4], r, 1; MOV result.position, vertex[0].position; EMIT; END"
    )
    attributes = {0: np.float32([[1, 2, 3, 4]]), 3: np.float32([[4, 0.5, 0.25, -1]])}
    oracle = capture(Stages(vertex, None, geometry), Primitives("POINTS", attributes), State(), {})
    with (
        Pipeline(context, vertex, geometry=geometry) as pipeline,
        Mesh(context, attributes, primitive="POINTS") as mesh,
    ):
        gpu = pipeline.capture(mesh)
    for side in (gpu, oracle):
        assert side["attrib[0]"].tolist() == [[4, 0.5, 0.25, -1]]
        assert side["attrib[1]"].tolist() == [[2, 0, 0, 1]]
        assert side["attrib[2]"].tolist() == [[3, 0, 0, 1]]
        assert side["attrib[3]"].tolist() == [[0, 0, 0, 1]] == side["attrib[4]"].tolist()
