"""Fragment programs in the pipeline: any vertex stage before them, by binding."""

from __future__ import annotations

from contextlib import ExitStack

import moderngl
import numpy as np
import pytest
from drawing import SQUARE, close, one_color
from drawing import programs_picture as picture

from nvrender.gl.state import AlphaTest, Depth, Fog, State
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.source import InputError

VP2 = "!!VP2.0 MOV o[HPOS],v[OPOS];{}END"
ARB = "!!ARBvp1.0 MOV result.position, vertex.position;{}END"
NV4 = "!!NVvp4.0 MOV result.position, vertex.position;{}END"
#: A vertex program of each generation that hands two attributes on.
VERTEX = {
    "VP2.0": VP2.format("MOV o[TEX3],v[3];MOV o[COL0],v[9];"),
    "ARBvp1.0": ARB.format("MOV result.texcoord[3], vertex.attrib[3]; MOV result.color, vertex.attrib[9];"),
    "NVvp4.0": NV4.format("MOV result.texcoord[3], vertex.attrib[3]; MOV result.color, vertex.attrib[9];"),
}
#: A fragment program of each generation that adds them.
FRAGMENT = {
    "ARBfp1.0": "!!ARBfp1.0 ADD result.color, fragment.texcoord[3], fragment.color; END",
    "NV_fragment_program": "!!ARBfp1.0 OPTION NV_fragment_program;"
    "ADDR_SAT result.color, fragment.texcoord[3], fragment.color; END",
    "NVfp4.0": "!!NVfp4.0 ADD result.color, fragment.texcoord[3], fragment.color; END",
}


@pytest.mark.parametrize("target", ["glsl330", None])
@pytest.mark.parametrize("fragment", FRAGMENT)
@pytest.mark.parametrize("vertex", VERTEX)
def test_any_generations_link(
    context: moderngl.Context, vertex: str, fragment: str, target: str | None
) -> None:
    image = picture(context, VERTEX[vertex], FRAGMENT[fragment], target=target)
    close(one_color(image), [0.75, 0.75, 0.25, 0.75])


def test_the_conventional_stage_comes_before_a_fragment_program(context: moderngl.Context) -> None:
    """OpenGL 1.5, 2.11: colour, texture coordinates and the eye's distance."""
    attributes = {
        0: SQUARE,
        "COL0": np.tile(np.float32([0.25, 0.5, 0.0, 1.0]), (4, 1)),
        "TEX2": np.tile(np.float32([0.5, 0.0, 0.75, 1.0]), (4, 1)),
    }
    body = "TEMP r; ADD r, fragment.color, fragment.texcoord[2]; SUB result.color, r, fragment.fogcoord.x;"
    close(one_color(picture(context, None, f"!!ARBfp1.0 {body} END", attributes)), [0.75, 0.5, 0.75, 1.0])


@pytest.mark.parametrize("vertex", [None, *VERTEX.values()], ids=["conventional", *VERTEX])
def test_what_nobody_writes_is_0_0_0_1(context: moderngl.Context, vertex: str | None) -> None:
    attributes = {0: SQUARE}
    body = "ADD result.color, fragment.color.secondary, {0, 0.25, 0, -0.5};"
    close(one_color(picture(context, vertex, f"!!ARBfp1.0 {body} END", attributes)), [0, 0.25, 0, 0.5])


def test_words_go_from_vertex_to_fragment_program(context: moderngl.Context) -> None:
    """NV_fragment_program4 2.X.3.2: generic attributes are read as what they were written."""
    vertex = NV4.format("MOV.S result.attrib[2], {-7, 300, 5, 1}; MOV.U result.attrib[3], 0xfffffff0;")
    fragment = (
        "!!NVfp4.0 FLAT INT ATTRIB a = fragment.attrib[2]; FLAT UINT ATTRIB b = fragment.attrib[3]; TEMP r;"
        "ADD.S r, a, {7, -200, 46, 254}; I2F.S r, r; MUL r, r, {1, 0.01, 0.01, 0.01};"
        "SHR.U r.x, b, 4; I2F.U r.x, r; MUL r.x, r, 3.7252906e-9; MOV result.color, r; END"
    )
    close(one_color(picture(context, vertex, fragment)), [1.0, 1.0, 0.51, 1.0])


def test_floats_written_and_words_read(context: moderngl.Context) -> None:
    vertex = NV4.format("MOV result.attrib[2], {1, 0.5, 0, 0};")
    fragment = (
        "!!NVfp4.0 FLAT UINT ATTRIB a = fragment.attrib[2]; TEMP r; SHR.U r, a, 23; I2F.U r, r;"
        "MUL result.color, r, 0.0078740157; END"
    )
    close(one_color(picture(context, vertex, fragment)), [1.0, 126 / 127, 0.0, 0.0])


def test_parameters_of_both_stages_keep_apart(context: moderngl.Context) -> None:
    """The same name in both programs: uniforms of linked shaders share their names."""
    vertex = ARB.format("PARAM tint = program.local[0]; MOV result.texcoord[3], tint;")
    fragment = (
        "!!ARBfp1.0 PARAM tint = program.local[0]; PARAM e[] = { program.env[1..2] };"
        "TEMP r; MUL r, fragment.texcoord[3], tint; ADD result.color, r, e[1]; END"
    )
    image = picture(
        context, vertex, fragment,
        parameters={"program.local[0]": (0.5, 1.0, 0.25, 1.0), "program.env[2]": (0.25, 0.0, 0.0, 0.0)},
        vertex_parameters={"program.local[0]": (0.5, 0.25, 1.0, 1.0)},
    )  # fmt: skip
    close(one_color(image), [0.5, 0.25, 0.25, 1.0])


def test_parameters_for_a_stage_without_a_program(context: moderngl.Context) -> None:
    with (
        Pipeline(context, load(ARB.format(""))) as pipeline,
        pytest.raises(InputError, match="without a fragment program"),
    ):
        pipeline.set_parameters({}, "fragment")


def test_buffers_of_both_stages_keep_apart(context: moderngl.Context) -> None:
    vertex = NV4.format("BUFFER4 b = program.buffer[1][0]; MOV result.texcoord[3], b;")
    fragment = "!!NVfp4.0 BUFFER4 b = program.buffer[1][0]; ADD result.color, fragment.texcoord[3], b; END"
    image = picture(
        context, vertex, fragment,
        parameters={"program.buffer[1]": np.float32([0.25, 0.0, 0.5, 0.0])},
        vertex_parameters={"program.buffer[1]": np.float32([0.25, 0.5, 0.0, 1.0])},
    )  # fmt: skip
    close(one_color(image), [0.5, 0.5, 0.5, 1.0])


def test_flat_shading_and_two_sides(context: moderngl.Context) -> None:
    """ARB_vertex_program 2.14.4.4: the side is chosen before the fragment program."""
    colors = np.float32([[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1], [1, 1, 1, 1]])
    vertex = ARB.format("MOV result.color, vertex.attrib[3]; SUB result.color.back, 1, vertex.attrib[3];")
    fragment = "!!ARBfp1.0 MOV result.color, fragment.color; END"
    attributes = {0: SQUARE, 3: colors}
    flat = State(flat_shading=True)
    close(one_color(picture(context, vertex, fragment, attributes, state=flat)), [1, 1, 1, 1])
    back = State(flat_shading=True, vertex_program_two_side=True)
    close(
        one_color(picture(context, vertex, fragment, {0: SQUARE[:, ::-1], 3: colors}, state=back)),
        [0, 0, 0, 0],
    )


def test_flat_attributes_come_from_the_last_vertex(context: moderngl.Context) -> None:
    """NV_fragment_program4 2.X.3.1: FLAT, whatever the shade model."""
    colors = np.float32([[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1], [1, 0, 1, 1]])
    vertex = VP2.format("MOV o[TEX3],v[3];")
    fragment = "!!NVfp4.0 FLAT ATTRIB t = fragment.texcoord[3]; MOV result.color, t; END"
    close(one_color(picture(context, vertex, fragment, {0: SQUARE, 3: colors})), [1, 0, 1, 1])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", [2.5, 3.5]),
        ("OPTION ARB_fragment_coord_origin_upper_left;", [2.5, 6.5]),
        ("OPTION ARB_fragment_coord_pixel_center_integer;", [2.0, 3.0]),
        (
            "OPTION ARB_fragment_coord_origin_upper_left; OPTION ARB_fragment_coord_pixel_center_integer;",
            [2.0, 6.0],
        ),
    ],
)
def test_window_position(context: moderngl.Context, options: str, expected: list[float]) -> None:
    """ARB_fragment_coord_conventions: pixel (2, 3) of a window of height 10."""
    fragment = f"!!ARBfp1.0 {options} MUL result.color, fragment.position, {{0.0625, 0.0625, 0, 0}}; END"
    image = picture(context, VERTEX["VP2.0"], fragment, size=(8, 10))
    close(image[::-1][3, 2, :2] / 255, np.array(expected) / 16)


def test_facing(context: moderngl.Context) -> None:
    """NV_fragment_program2 3.11.3.1: 1 for front-facing polygons, points and lines, else -1."""
    fragment = "!!ARBfp1.0 OPTION NV_fragment_program2; MAD result.color, fragment.facing.x, 0.25, 0.5; END"
    for square, primitive, expected in (
        (SQUARE, "QUADS", 0.75), (SQUARE[::-1], "QUADS", 0.25), (SQUARE[::-1] * 0.9, "LINE_LOOP", 0.75)
    ):  # fmt: skip
        image = picture(context, VERTEX["VP2.0"], fragment, {0: square}, primitive=primitive)
        close(image.max(axis=(0, 1)) / 255, [expected] * 4)


def test_primitive_numbers(context: moderngl.Context) -> None:
    """NV_fragment_program4 2.X.3.2: primitives since Begin."""
    fragment = "!!NVfp4.0 TEMP r; FLAT ATTRIB p = primitive.id; I2F.S r, p.x; MUL result.color, r, 0.25; END"
    points = np.float32([[-0.75, 0], [-0.25, 0], [0.25, 0], [0.75, 0]])
    image = picture(context, VERTEX["VP2.0"], fragment, {0: points}, primitive="POINTS", size=(4, 1))
    close(image[0] / 255, np.array([[0.25 * n] * 4 for n in range(4)]))


def test_killed_fragments_leave_the_frame(context: moderngl.Context) -> None:
    fragment = "!!ARBfp1.0 TEMP r; SUB r, fragment.position, 2; KIL r.x; MOV result.color, 1; END"
    image = picture(context, VERTEX["VP2.0"], fragment)
    close(image[..., 0] / 255, [[0, 0, 1, 1]] * 4)


def test_depth_of_the_program(context: moderngl.Context) -> None:
    """ARB_fragment_program 3.11.4.4: the second square is nearer by its vertices, farther by its program."""
    state = State(depth=Depth(enabled=True))
    programs = [
        load("!!ARBfp1.0 MOV result.depth, 0.25; MOV result.color, 1; END"),
        load("!!ARBfp1.0 MOV result.depth, 0.75; MOV result.color, {0, 1, 0, 1}; END"),
    ]
    with ExitStack() as stack:
        frame = stack.enter_context(Target(context, (2, 2)))
        frame.clear((0.0, 0.0, 0.0, 0.0))
        for depth, fragment in zip((0.5, -0.5), programs, strict=True):
            square = np.concatenate([SQUARE, np.full((4, 1), depth, np.float32)], axis=1)
            mesh = stack.enter_context(Mesh(context, {0: square}, primitive="QUADS"))
            pipeline = stack.enter_context(Pipeline(context, load(VERTEX["VP2.0"]), fragment, state=state))
            pipeline.draw(mesh, frame)
        close(one_color(frame.read()), [1, 1, 1, 1])


@pytest.mark.parametrize("mode", ["exp", "exp2", "linear"])
def test_fog_of_an_option_needs_no_enable(context: moderngl.Context, mode: str) -> None:
    """ARB_fragment_program 3.11.4.5.1 and issue 29."""
    vertex = ARB.format("MOV result.fogcoord, 0.5; MOV result.color, {2, 0.5, 0, 0.25};")
    fog = Fog(density=2.0, start=0.0, end=2.0, color=(0.0, 1.0, 2.0, 1.0))
    fragment = f"!!ARBfp1.0 OPTION ARB_fog_{mode}; MOV result.color, fragment.color; END"
    factor = {"exp": np.exp(-1.0), "exp2": np.exp(-1.0), "linear": 0.75}[mode]
    expected = [factor, factor * 0.5 + 1 - factor, 1 - factor, 0.25]
    close(one_color(picture(context, vertex, fragment, state=State(fog=fog))), expected)


def test_alpha_test_behind_a_fragment_program(context: moderngl.Context) -> None:
    """OpenGL 1.5, 4.1.4."""
    state = State(alpha_test=AlphaTest(enabled=True, function="GREATER", reference=0.5))
    body = "MOV result.color, fragment.position; MUL result.color.a, fragment.position.x, 0.25;"
    image = picture(context, VERTEX["VP2.0"], f"!!ARBfp1.0 {body} END", state=state)
    close(image[..., 0] / 255, [[0, 0, 1, 1]] * 4)
    # 0.501 and 0.5 are both 128 of 255, and 0.497 is 127 (2.14.9).
    state = State(alpha_test=AlphaTest(enabled=True, function="EQUAL", reference=0.5))
    for alpha, red in ((0.501, 1), (0.497, 0)):
        body = f"!!ARBfp1.0 MOV result.color, {{1, 0, 0, {alpha}}}; END"
        close(one_color(picture(context, VERTEX["VP2.0"], body, state=state))[:1], [red])


def test_textures_by_unit(context: moderngl.Context) -> None:
    """ARB_fragment_program 3.11.6: enables of the state do not matter."""
    fragment = (
        "!!ARBfp1.0 TEMP a, b; TEX a, fragment.texcoord[3], texture[1], 2D;"
        "TXP b, fragment.texcoord[3], texture[9], CUBE; ADD result.color, a, b; END"
    )
    plain = Texture.from_array(np.full((2, 2, 4), 51, np.uint8))
    cube = Texture.from_array(np.full((6, 2, 2, 4), 102, np.uint8), "CUBE")
    image = picture(context, VERTEX["VP2.0"], fragment, textures={1: plain, 9: cube})
    close(one_color(image), [0.6] * 4)
    with pytest.raises(InputError, match=r"reads texture\[9\]; textures has none"):
        picture(context, VERTEX["VP2.0"], fragment, textures={1: plain})
    with pytest.raises(InputError, match=r"texture\[1\]: TEX reads a 2D texture, and the one given is CUBE"):
        picture(context, VERTEX["VP2.0"], fragment, textures={1: cube, 9: cube})


def test_stages_that_read_a_unit_differently(context: moderngl.Context) -> None:
    """NV_gpu_program4 2.X.4.4."""
    vertex = "!!NVvp4.0 TEMP r; TEX r, vertex.position, texture[2], 2D; MOV result.position, r; END"
    fragment = "!!ARBfp1.0 TEX result.color, fragment.texcoord[3], texture[2], CUBE; END"
    with pytest.raises(InputError, match=r"texture\[2\] is a sampler2D in .* and a samplerCube in"):
        Pipeline(context, load(vertex), load(fragment))


def test_programs_of_other_stages_are_named(context: moderngl.Context) -> None:
    fragment, vertex = load(FRAGMENT["ARBfp1.0"]), load(VERTEX["VP2.0"])
    with pytest.raises(InputError, match="is a fragment program, no vertex program"):
        Pipeline(context, fragment)
    with pytest.raises(InputError, match="is a vertex program, no fragment program"):
        Pipeline(context, vertex, vertex)
    with pytest.raises(InputError, match="fragment is of type str"):
        Pipeline(context, vertex, FRAGMENT["ARBfp1.0"])  # type: ignore[arg-type]
