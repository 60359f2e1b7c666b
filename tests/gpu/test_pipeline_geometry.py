"""Geometry programs in the pipeline: between any vertex and any fragment stage, by binding."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest
from drawing import SQUARE, close, one_color

import nvrender
from nvrender.gl.state import State
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.source import InputError

SHADERS = Path(__file__).parent.parent.parent / "shaders"
TRIANGLES = SQUARE[[0, 1, 2, 0, 2, 3]]
HEAD = "!!NVgp4.0 PRIMITIVE_IN {}; PRIMITIVE_OUT {}; VERTICES_OUT {};"
#: Every vertex on, whatever the body makes of it.
EACH = """ATTRIB p = vertex.position; INT TEMP i; MOV.S i, 0;
    REP.S 3; MOV result.position, p[i.x]; {} EMIT; ADD.S i.x, i.x, 1; ENDREP;"""
VERTEX = {
    "VP1.0": "!!VP1.0 MOV o[HPOS],v[OPOS];MOV o[COL0],v[COL0];MOV o[TEX3],v[9]; END",
    "VP2.0": "!!VP2.0 MOV o[HPOS],v[OPOS];MOV o[COL0],v[COL0];MOV o[TEX3],v[9]; END",
    "ARBvp1.0": "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, vertex.color;"
    "MOV result.texcoord[3], vertex.attrib[9]; END",
    "NVvp4.0": "!!NVvp4.0 MOV result.position, vertex.position; MOV result.color, vertex.color;"
    "MOV result.texcoord[3], vertex.attrib[9]; END",
}
FRAGMENT = {
    "none": None,
    "ARBfp1.0": "!!ARBfp1.0 MOV result.color, fragment.color; END",
    "NVfp4.0": "!!NVfp4.0 MOV result.color, fragment.color; END",
}
ATTRIBUTES = {
    0: TRIANGLES,
    3: np.tile(np.float32([2.0, 0.5, 1.0, 4.0]), (6, 1)),
    9: np.tile(np.float32([0.25, 0.5, 0.25, 0.25]), (6, 1)),
}


def picture(
    context: moderngl.Context,
    vertex: str | None,
    geometry: str,
    fragment: str | None = None,
    attributes: dict[Any, Any] | None = None,
    *,
    frame: tuple[str, str, int] = ("TRIANGLES", "TRIANGLE_STRIP", 3),
    primitive: str = "TRIANGLES",
    state: State | None = None,
    parameters: dict[str, Any] | None = None,
    target: str | None = None,
    size: tuple[int, int] = (4, 4),
) -> npt.NDArray[np.uint8]:
    with ExitStack() as stack:
        goal = stack.enter_context(Target(context, size))
        mesh = stack.enter_context(Mesh(context, attributes or ATTRIBUTES, primitive=primitive))
        pipeline = stack.enter_context(
            Pipeline(
                context,
                None if vertex is None else load(vertex),
                None if fragment is None else load(fragment),
                geometry=load(f"{HEAD.format(*frame)} {geometry} END"),
                state=state,
                target=target,
            )
        )
        for stage, values in (parameters or {}).items():
            pipeline.set_parameters(values, stage)
        goal.clear((0.0, 0.0, 0.0, 0.0))
        pipeline.draw(mesh, goal)
        return goal.read()


@pytest.mark.parametrize("target", ["glsl330", "glsl430"])
@pytest.mark.parametrize("fragment", FRAGMENT)
@pytest.mark.parametrize("vertex", VERTEX)
def test_programs_of_all_generations_link(
    context: moderngl.Context, vertex: str, fragment: str, target: str
) -> None:
    """Colours come as they are, and are clamped behind the program (NV_geometry_program4 issue 16)."""
    geometry = EACH.format("MUL result.color, vertex[0].color, vertex[0].texcoord[3];")
    image = picture(context, VERTEX[vertex], geometry, FRAGMENT[fragment], target=target)
    close(one_color(image), [0.5, 0.25, 0.25, 1.0])


@pytest.mark.parametrize("fragment", FRAGMENT)
def test_the_conventional_transform_feeds_it(context: moderngl.Context, fragment: str) -> None:
    geometry = EACH.format("MUL result.color, vertex[0].color, 0.25;")
    image = picture(context, None, geometry, FRAGMENT[fragment])
    close(one_color(image), [0.5, 0.125, 0.25, 1.0])


def test_what_nothing_writes_before_and_behind(context: moderngl.Context) -> None:
    """docs/semantics.md: (0, 0, 0, 1), and primitive 0."""
    before = EACH.format("MOV result.color, vertex[1].texcoord[5];")
    close(one_color(picture(context, VERTEX["VP2.0"], before)), [0, 0, 0, 1])
    behind = EACH.format("")
    fragment = "!!ARBfp1.0 SUB result.color, 1, fragment.texcoord[5]; END"
    close(one_color(picture(context, VERTEX["ARBvp1.0"], behind, fragment)), [1, 1, 1, 0])
    fragment = "!!NVfp4.0 I2F result.color, primitive.id.x; END"
    close(one_color(picture(context, VERTEX["NVvp4.0"], behind, fragment)), [0, 0, 0, 0])


def test_primitive_numbers_reach_fragments(context: moderngl.Context) -> None:
    """NV_geometry_program4 2.X.3.5, result.primid: the provoking vertex's."""
    geometry = EACH.format("ADD.S result.primid.x, primitive.id.x, i.x;")
    fragment = "!!NVfp4.0 TEMP r; I2F r, primitive.id.x; MUL result.color, r, 0.25; END"
    image = picture(context, VERTEX["NVvp4.0"], geometry, fragment)
    # Row 0 is the top: the upper left belongs to the second triangle, the lower right to the first.
    close(image[0, 0] / 255, [0.75] * 4)
    close(image[3, 3] / 255, [0.5] * 4)


def test_integers_pass_all_stages(context: moderngl.Context) -> None:
    vertex = "!!NVvp4.0 MOV result.position, vertex.position; MOV.S result.attrib[2], {-5, 7, 9, 11}; END"
    geometry = EACH.format("SUB.S result.attrib[4], vertex[2].attrib[2], 4;")
    fragment = """!!NVfp4.0 FLAT INT ATTRIB n = fragment.attrib[4]; TEMP r; I2F r, n;
    MUL result.color, r, {-0.1, 0.1, 0.1, 0.1}; END"""
    close(one_color(picture(context, vertex, geometry, fragment)), [0.9, 0.3, 0.5, 0.7])


def test_each_stage_has_its_own_parameters(context: moderngl.Context) -> None:
    """Variables of one name in three programs are three."""
    vertex = """!!NVvp4.0 PARAM c = program.local[0]; MOV result.position, vertex.position;
    MOV result.color, c; END"""
    geometry = "PARAM c = program.local[0];" + EACH.format("ADD result.color, vertex[0].color, c;")
    fragment = "!!ARBfp1.0 PARAM c = program.local[0]; ADD result.color, fragment.color, c; END"
    values = {
        stage: {"program.local[0]": value}
        for stage, value in {
            "vertex": [0.1, 0, 0, 0],
            "geometry": [0, 0.2, 0, 0],
            "fragment": [0, 0, 0.3, 0.4],
        }.items()
    }
    close(one_color(picture(context, vertex, geometry, fragment, parameters=values)), [0.1, 0.2, 0.3, 0.4])


def test_names_of_the_conventional_transform_are_free(context: moderngl.Context) -> None:
    geometry = "PARAM mvp[4] = { state.matrix.mvp }; PARAM modelview_z = program.local[1];"
    geometry += EACH.format("MOV result.color, mvp[2].z;").replace(
        "MOV result.position,", "ADD result.position, modelview_z,"
    )
    close(one_color(picture(context, None, geometry)), [1, 1, 1, 1])


def test_clip_distances_are_the_geometry_programs(context: moderngl.Context) -> None:
    geometry = EACH.format("MOV result.color, 1.0; MOV result.clip[1].x, p[i.x].x;")
    state = State(clip_planes=(False, True))
    image = picture(context, VERTEX["ARBvp1.0"], geometry, state=state)
    assert (image[:, :2] == 0).all() and (image[:, 2:] == 255).all()
    assert (picture(context, VERTEX["ARBvp1.0"], geometry) == 255).all()


def test_flat_colors_are_the_provoking_vertexs(context: moderngl.Context) -> None:
    geometry = EACH.format("SUB.S.CC i.y, i.x, 2; MOV result.color, 0.25; MOV result.color (EQ.y), 1.0;")
    close(one_color(picture(context, None, geometry, state=State(flat_shading=True))), [1, 1, 1, 1])


@pytest.mark.parametrize(("output", "covered"), [("POINTS", 3), ("LINE_STRIP", 16), ("TRIANGLE_STRIP", 64)])
def test_other_primitives_come_out(context: moderngl.Context, output: str, covered: int) -> None:
    """Points at three corners, the two sides of the lower right, the whole frame."""
    geometry = EACH.format("MOV result.color, 1.0;")
    attributes = {0: TRIANGLES[:3] * np.float32(0.875)} if output != "TRIANGLE_STRIP" else None
    image = picture(context, None, geometry, None, attributes, frame=("TRIANGLES", output, 3), size=(8, 8))
    number = int((image[..., 0] == 255).sum())
    assert number == covered if output != "LINE_STRIP" else abs(number - 15) <= 1


def test_point_sizes_and_sprites(context: moderngl.Context) -> None:
    """Sizes are the geometry program's, raw from the vertex program (NV_geometry_program4 3.3)."""
    vertex = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.pointsize.x, 0.5; END"
    geometry = """MOV result.position, vertex[0].position; MOV result.color, 1.0;
    MUL result.pointsize.x, vertex[0].pointsize.x, 8.0; EMIT;"""
    image = picture(
        context, vertex, geometry, None, {0: np.zeros((1, 2), np.float32)}, frame=("POINTS", "POINTS", 1),
        primitive="POINTS", state=State(vertex_program_point_size=True), size=(8, 8),
    )  # fmt: skip
    assert (image[2:6, 2:6] == 255).all() and int((image[..., 0] > 0).sum()) == 16


def test_outlines_of_a_triangle_with_its_neighbours(context: moderngl.Context) -> None:
    """shaders/silhouette.gp: edges beyond which nothing faces the viewer are drawn, the inner one is not."""
    loaded = load(SHADERS / "silhouette.gp")
    corners = np.float32([[-0.5, -0.5], [0, -0.9], [0.5, -0.5], [0.9, 0.9], [-0.5, 0.5], [-0.6, 0.4]])
    corners[1] = [0.0, 0.2]  # folds back under the triangle: the lower edge is an outline
    corners[5] = [0.2, 0.0]  # and so is the left one
    with ExitStack() as stack:
        goal = stack.enter_context(Target(context, (16, 16)))
        mesh = stack.enter_context(Mesh(context, {0: corners}, primitive="TRIANGLES_ADJACENCY"))
        pipeline = stack.enter_context(Pipeline(context, geometry=loaded))
        pipeline.set_parameters(
            {
                "program.local[0]": [0.1, 0, 0, 0.5], "program.local[1]": [1, 1, 1, 1],
                "program.local[2]": [16, 16, 1 / 16, 1 / 16], "program.local[3]": [0, 0, 1, 0],
            },
            "geometry",
        )  # fmt: skip
        goal.clear((0.0, 0.0, 0.0, 0.0))
        pipeline.draw(mesh, goal)
        lit = goal.read()[..., 0] > 0
    assert lit[11:13, 5:11].any() and lit[5:11, 3:5].any()
    assert not lit[6:8, 9:12].any() and not lit[8, 8]


def test_what_does_not_fit_is_named(context: moderngl.Context) -> None:
    geometry = EACH.format("MOV.S result.primid.x, primitive.id.x;")
    with pytest.raises(InputError, match="takes TRIANGLES; draw with the mode TRIANGLES or"):
        picture(context, None, geometry, primitive="LINES")
    with pytest.raises(InputError, match=r"reads primitive\.id, which OpenGL does not count in QUADS"):
        picture(context, None, geometry, None, {0: SQUARE}, primitive="QUADS")
    with pytest.raises(InputError, match="is a vertex program, no geometry program"):
        Pipeline(context, geometry=load(VERTEX["ARBvp1.0"]))
    with (
        pytest.raises(InputError, match="without a geometry program has no program parameters"),
        Pipeline(context) as empty,
    ):
        empty.set_parameters({}, "geometry")
    said = "there is no stage 'frag'; stages are vertex, .*, geometry, fragment"
    with pytest.raises(InputError, match=said), Pipeline(context) as empty:
        empty.set_parameters({}, "frag")


def test_sources_are_three(context: moderngl.Context) -> None:
    geometry = nvrender.load(f"{HEAD.format('TRIANGLES', 'TRIANGLE_STRIP', 3)} {EACH.format('')} END")
    with Pipeline(context, load(VERTEX["VP2.0"]), geometry=geometry) as pipeline:
        assert len(pipeline.sources) == 3 and pipeline.results == ("position",)
        assert "layout(triangles) in;" in pipeline.sources[1]
