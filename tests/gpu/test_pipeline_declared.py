"""ARB and NV4 programs in the pipeline: state and parameters by name, colours, points of refusal."""

from __future__ import annotations

import moderngl
import numpy as np
import pytest
from drawing import SQUARE, close, one_color, picture

from nvrender.gl.state import FIRST_LIGHT, Depth, Material, State
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.run import run
from nvrender.source import TargetError

LIT = load(
    "!!ARBvp1.0\nOPTION ARB_position_invariant;\nTEMP r;\nMOV r, state.lightprod[0].diffuse;\n"
    "MUL result.color, r, program.local[3];\nEND"
)
TYPED = load(
    "!!NVvp4.0\nPARAM m[] = { state.matrix.mvp };\nINT PARAM k = program.env[5];\nTEMP r, p;\nINT TEMP i;\n"
    "MOV p, vertex.position;\n"
    "DP4 result.position.x, m[0], p;\nDP4 result.position.y, m[1], p;\nDP4 result.position.z, m[2], p;\n"
    "DP4 result.position.w, m[3], p;\nSHL.S i, k, 1;\nI2F r, i;\nMUL result.color, r, 0.25;\nEND"
)


def test_light_products_and_local_parameters(context: moderngl.Context) -> None:
    """ARB_vertex_program 2.14.3.2 and 2.14.4.5.1."""
    state = State(lights=(FIRST_LIGHT,), material=Material(diffuse=(1.0, 0.8, 0.4, 1.0)))
    pixels = picture(context, LIT, state=state, parameters={"program.local[3]": (1.0, 0.5, 0.0, 1.0)})
    assert pixels[1, 2].tolist() == [255, 102, 0, 255]


def test_integers_and_matrix_rows(context: moderngl.Context) -> None:
    """NV_gpu_program4 2.X.3.3: a parameter read as an integer is one."""
    half = ((1.0, 0.0, 0.0, 0.0), (0.0, 0.5, 0.0, -0.5), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    pixels = picture(
        context, TYPED, {0: SQUARE}, state=State(projection=half), parameters={"program.env[5]": (1, 2, 0, 2)}
    )
    filled = pixels[..., 3] == 255
    assert sorted(np.flatnonzero(filled.all(axis=1)).tolist()) in ([0, 1], [2, 3])
    assert filled.sum() == 8
    assert pixels[filled][0].tolist() == [128, 255, 0, 255]


INTEGERS = load(
    "!!NVvp4.0\nINT ATTRIB a = vertex.attrib[1];\nUINT ATTRIB b = vertex.attrib[6];\nTEMP r;\nINT TEMP i;\n"
    "SHL.S i, a, 1;\nADD.U.NTC i.y, i.y, b.x;\nI2F r, i;\nMUL result.color, r, 0.0625;\n"
    "MOV result.position, vertex.position;\nEND"
)


def test_integer_attributes_are_words(context: moderngl.Context) -> None:
    """NV_vertex_program4 2.X.3.2: typeless attributes are read as the instruction says."""
    one = np.tile(np.array([[2, 3, -1]], np.int32), (4, 1))
    for second in (np.full((4, 1), 4, np.uint32), np.full((4, 2), 4, np.int64), np.full((4, 1), 4, np.uint8)):
        pixels = picture(context, INTEGERS, {0: SQUARE, 1: one, "attrib[6]": second})
        close(one_color(pixels), [4 / 16, 10 / 16, 0.0, 2 / 16])


def test_floats_read_as_integers_keep_their_words(context: moderngl.Context) -> None:
    """The missing components too are those of floats: 1.0 is 0x3F800000."""
    program = load(
        "!!NVvp4.0\nINT ATTRIB a = vertex.attrib[1];\nTEMP r;\nINT TEMP i;\n"
        "SHR.S i, a, 23;\nI2F r, i;\nMUL result.color, r, 0.00390625;\n"
        "MOV result.position, vertex.position;\nEND"
    )
    values = np.full((4, 2), [4.0, 0.25], np.float32)
    close(one_color(picture(context, program, {0: SQUARE, 1: values})), [129 / 256, 125 / 256, 0, 127 / 256])


def test_an_integer_array_is_floats_to_other_programs(context: moderngl.Context) -> None:
    """One mesh, one reader of integers and two of floats."""
    values = np.full((4, 4), [1, 2, 3, 4], np.int32)
    floats = load(
        "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMUL result.color, vertex.attrib[6], 0.25;\nEND"
    )
    with (
        Mesh(context, {0: SQUARE, 6: values, 1: values}, primitive="QUADS") as mesh,
        Target(context, (4, 4)) as frame,
    ):
        for program, expected in (
            (INTEGERS, [2 / 16, 5 / 16, 6 / 16, 8 / 16]),
            (floats, [0.25, 0.5, 0.75, 1.0]),
            (load("!!VP1.0 MOV o[HPOS],v[OPOS]; MUL o[COL0],v[6],v[6].wwww; END"), [1.0, 1.0, 1.0, 1.0]),
        ):
            with Pipeline(context, program) as pipeline:
                frame.clear()
                pipeline.draw(mesh, frame)
                close(one_color(frame.read()), expected)


def test_current_values_reach_integer_inputs(context: moderngl.Context) -> None:
    """An attribute without an array has the current value, whose words are floats; a normal has w 1."""
    program = load(
        "!!NVvp4.0\nATTRIB n = vertex.normal;\nTEMP r;\nINT TEMP i;\nSHR.S i, vertex.attrib[7], 23;\n"
        "I2F r, i;\nMUL r, r, 0.00390625;\nMOV r.w, n.w;\nMOV result.color, r;\n"
        "MOV result.position, vertex.position;\nEND"
    )
    current = [(0.0, 0.0, 0.0, 1.0)] * 16
    current[7], current[2] = (1.0, 2.0, 4.0, 8.0), (0.0, 0.0, 1.0, 0.25)
    pixels = picture(context, program, state=State(current_attributes=tuple(current)))
    close(one_color(pixels), [127 / 256, 128 / 256, 129 / 256, 1.0])
    normals = np.full((4, 4), 0.25, np.float32)
    close(one_color(picture(context, program, {0: SQUARE, 2: normals}))[3:], [1.0])


def test_vertices_and_instances_are_numbered(context: moderngl.Context) -> None:
    """NV_vertex_program4 2.X.3.2: the index of the vertex and the number of the instance."""
    program = load(
        "!!NVvp4.0\nTEMP r, p;\nI2F r, vertex.instance.x;\nMOV p, vertex.position;\nMAD p.x, r.x, 0.5, p.x;\n"
        "MOV result.position, p;\nI2F r.y, vertex.id.x;\nMUL result.color, r, 0.25;\nEND"
    )
    # A pixel wide and the whole height, in the leftmost of four columns.
    bar = np.array([[-1, -1], [-0.5, -1], [-0.5, 1], [-1, 1]], np.float32)
    with (
        Mesh(context, {0: np.tile(bar, (2, 1))}, np.array([4, 5, 6, 4, 6, 7])) as mesh,
        Target(context, (4, 2)) as frame,
        Pipeline(context, program, state=State(flat_shading=True)) as pipeline,
    ):
        frame.clear()
        pipeline.draw(mesh, frame, instances=3)
        image = frame.read()
    assert image[:, :, 0].tolist() == [[0, 64, 128, 0]] * 2
    assert set(image[:, :3, 1].reshape(-1).tolist()) == {255} and image[0, 3].tolist() == [0, 0, 0, 0]


PLANES = ((0.0,) * 4,) * 6
TURNED = ((0.0, -1.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    "vertex",
    [
        None,
        "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, 1.0;\nEND",
        "!!NVvp4.0\nOPTION ARB_position_invariant;\nMOV result.color, 1.0;\nMOV result.clip[0], -1.0;\nEND",
    ],
)
@pytest.mark.parametrize("target", ["glsl330", "glsl430"])
def test_user_clip_planes_clip_eye_coordinates(
    context: moderngl.Context, vertex: str | None, target: str
) -> None:
    """OpenGL 1.5 2.11 and ARB_vertex_program 2.11; with NV_vertex_program2_option 2.11 the distances that an
    invariant program writes count for nothing."""
    equations = ((1.0, 0.0, 0.0, 0.0), *PLANES[1:3], (0.0, -2.0, 0.0, 0.0), *PLANES[4:])
    # The eye sees the square turned by 90 degrees: clipping is by what it sees.
    state = State(
        modelview=TURNED,
        clip_plane_equations=equations,
        clip_planes=(True, False, False, True, False, False),
    )
    pixels = picture(
        context, vertex and load(vertex), state=state, target=target
    )  # kept: x >= 0 and y <= 0 of the eye
    seen = pixels[..., 3] == 255
    assert seen.tolist() == [[False] * 4] * 2 + [[False, False, True, True]] * 2
    none = picture(
        context, vertex and load(vertex), state=state.with_(clip_planes=(False,) * 6), target=target
    )
    assert (none[..., 3] == 255).all()


def test_planes_do_not_clip_around_other_programs(context: moderngl.Context) -> None:
    """ARB_vertex_program 2.11: client-defined clip planes are always treated as disabled."""
    program = load("!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, 1.0;\nEND")
    state = State(clip_plane_equations=((0.0, 0.0, 0.0, -1.0), *PLANES[1:]), clip_planes=(True,) * 6)
    assert (picture(context, program, state=state)[..., 3] == 255).all()


@pytest.mark.parametrize(
    "header",
    ["!!NVvp4.0", "!!ARBvp1.0\nOPTION NV_vertex_program2;", "!!ARBvp1.0\nOPTION NV_vertex_program3;"],
)
def test_clip_distances_clip(context: moderngl.Context, header: str) -> None:
    """NV_vertex_program2_option 2.11: an enabled distance must not be negative; one not written is zero."""
    program = load(
        f"{header}\nMOV result.position, vertex.position;\nMOV result.color, 1.0;\n"
        "MOV result.clip[1].x, vertex.position.x;\nMOV result.clip[4].x, -vertex.position.y;\nEND"
    )
    for planes, expected in (
        ((1,), [[False, False, True, True]] * 4),
        ((1, 4), [[False] * 4] * 2 + [[False, False, True, True]] * 2),
        ((0, 5), [[True] * 4] * 4),
    ):
        state = State(clip_planes=tuple(plane in planes for plane in range(6)))
        assert (picture(context, program, state=state)[..., 3] == 255).tolist() == expected


TWO_SIDED = load(
    "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color.front, { 1, 0, 0, 1 };\n"
    "MOV result.color.back, { 0, 1, 0, 1 };\nMOV result.color.front.secondary, { 0, 0, 0.5, 0 };\n"
    "MOV result.color.back.secondary, { 0, 0, 2, 0 };\nEND"
)


def test_two_sides_have_two_colours(context: moderngl.Context) -> None:
    """ARB_vertex_program 2.14.3.7: VERTEX_PROGRAM_TWO_SIDE chooses by the face."""
    turned = SQUARE[::-1].copy()
    both = State(vertex_program_two_side=True)
    front = picture(context, TWO_SIDED, {0: SQUARE}, state=both)
    back = picture(context, TWO_SIDED, {0: turned}, state=both)
    single = picture(context, TWO_SIDED, {0: turned})
    assert front[1, 1, :2].tolist() == [255, 0] and back[1, 1, :2].tolist() == [0, 255]
    assert single[1, 1, :2].tolist() == [255, 0]
    culled = picture(context, TWO_SIDED, {0: turned}, state=both.with_(front_face="CW"))
    assert culled[1, 1, :2].tolist() == [255, 0]


def test_the_point_size_is_the_programs(context: moderngl.Context) -> None:
    """ARB_vertex_program 2.14.3.4 and 3.3: result.pointsize with VERTEX_PROGRAM_POINT_SIZE alone."""
    program = load(
        "!!ARBvp1.0\nMOV result.position, vertex.position;\nMOV result.color, 1.0;\n"
        "MUL result.pointsize.x, vertex.attrib[1].x, 2.0;\nEND"
    )
    attributes = {0: np.array([[0.0, 0.0]]), 1: np.array([[2.0]])}
    for state, count in ((State(vertex_program_point_size=True), 16), (State(point_size=2.0), 4)):
        pixels = picture(context, program, attributes, primitive="POINTS", state=state, size=(8, 8))
        assert (pixels[..., 3] == 255).sum() == count


def test_vertex_weights_are_refused(context: moderngl.Context) -> None:
    text = "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, vertex.weight[4]; END"
    with pytest.raises(TargetError, match=r"meshes hold no vertex\.weight\[4\] yet"):
        picture(context, load(text, limits={"vertex_units": 8}))


def test_depths_are_in_their_range(context: moderngl.Context) -> None:
    """OpenGL 1.5 2.10.1: DepthRange; what a program reads of it is what its fragments have."""
    program = load(
        "!!NVvp4.0\nMOV result.position, vertex.position;\nMOV result.color, state.depth.range.wwzw;\nEND"
    )
    front = State(depth=Depth(enabled=True), depth_range=(0.0, 0.25))
    behind = State(depth=Depth(enabled=True), depth_range=(0.5, 1.0))
    with (
        Mesh(context, {0: np.column_stack([SQUARE, [0.9] * 4])}, primitive="QUADS") as far,
        Mesh(context, {0: np.column_stack([SQUARE, [-0.9] * 4])}, primitive="QUADS") as near,
        Target(context, (2, 2)) as frame,
        Pipeline(context, program, state=front) as pipeline,
    ):
        frame.clear()
        pipeline.draw(far, frame)
        pipeline.set_state(behind)
        pipeline.draw(near, frame)
        close(one_color(frame.read()), [1.0, 1.0, 0.25, 1.0])


@pytest.mark.parametrize("dtype", [np.uint32, np.int64])
def test_what_only_unpacks_read_stays_a_word(context: moderngl.Context, dtype: type) -> None:
    """NV_gpu_program4 2.X.8, UP4UB: the bits of the operand, whatever type it has."""
    program = load(
        "!!NVvp4.0\nMOV result.position, vertex.position;\nUP4UB result.color, vertex.attrib[1].x;\nEND"
    )
    words = np.full((4, 1), 0xFF804020, dtype)
    close(
        one_color(picture(context, program, {0: SQUARE, 1: words})), [0x20 / 255, 0x40 / 255, 0x80 / 255, 1.0]
    )
    given = run(program, {0: SQUARE, 1: words}, backend="gpu")["color.front.primary"]
    assert (given == run(program, {0: SQUARE, 1: words})["color.front.primary"]).all()
