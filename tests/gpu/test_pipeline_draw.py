"""Meshes, textures, targets and GL state at the draw."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest
from drawing import COMPARISONS, PASS, SQUARE, close, one_color, picture, program

from nvrender.gl.state import Blend, Depth, State, TextureUnit, Tracking
from nvrender.gl.state.fragments import BLEND_FACTORS, DESTINATION_FACTORS
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.draw import Mesh, Target, state_guard
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.source import InputError

WHITE = "MOV o[COL0],c[0].x;"
ONE = {0: (1.0,)}


def lit(context: moderngl.Context, vertices: Any, primitive: str, size: int = 8) -> Any:
    attributes = {0: np.array(vertices, np.float32)}
    image = picture(context, WHITE, attributes, primitive=primitive, parameters=ONE, size=(size, size))
    return image[..., 0] > 0


# Primitives

QUARTER = [[-1, -1], [0, -1], [0, 0], [-1, 0]]


@pytest.mark.parametrize(
    ("primitive", "vertices"),
    [
        ("TRIANGLES", [[-1, -1], [0, -1], [0, 0], [-1, -1], [0, 0], [-1, 0]]),
        ("TRIANGLE_STRIP", [[-1, -1], [0, -1], [-1, 0], [0, 0]]),
        ("TRIANGLE_FAN", QUARTER),
        ("QUADS", [*QUARTER, [5, 5], [6, 6]]),
        ("QUAD_STRIP", [[-1, -1], [-1, 0], [-0.5, -1], [-0.5, 0], [0, -1], [0, 0], [5, 5]]),
        ("POLYGON", [[-1, -1], [-0.5, -1], [0, -1], [0, 0], [-1, 0]]),
        ("POINTS", [[x / 4 - 0.875, y / 4 - 0.875] for x in range(4) for y in range(4)]),
        ("LINES", [c for y in range(4) for c in ([-1, y / 4 - 0.875], [0, y / 4 - 0.875])]),
    ],
)
def test_primitives_cover_the_lower_left_quarter__opengl_2_6_1(
    context: moderngl.Context, primitive: str, vertices: Any
) -> None:
    expected = np.zeros((8, 8), bool)
    expected[4:, :4] = True
    assert (lit(context, vertices, primitive) == expected).all()


def test_line_strip_is_open_and_loop_is_closed(context: moderngl.Context) -> None:
    corners = [[-0.625, -0.625], [0.625, -0.625], [0.625, 0.625], [-0.625, 0.625]]
    strip, loop = (lit(context, corners, name) for name in ("LINE_STRIP", "LINE_LOOP"))
    assert not strip[3:5, 1].any()
    assert loop[3:5, 1].all()
    assert loop[1, 3] and loop[6, 3] and loop[3, 6]


@pytest.mark.parametrize("primitive", ["QUADS", "QUAD_STRIP", "POLYGON", "TRIANGLES", "LINES"])
def test_too_few_vertices_draw_nothing(context: moderngl.Context, primitive: str) -> None:
    assert not lit(context, [[-1, -1]], primitive).any()


def test_indices_choose_vertices(context: moderngl.Context) -> None:
    vertices = {0: [[9, 9], [-1, -1], [1, -1], [1, 1], [-1, 1]]}
    with (
        Target(context, (4, 4)) as frame,
        Mesh(context, vertices, [[1, 2, 3], [1, 3, 4]]) as mesh,
        Mesh(context, vertices, np.array([1, 2, 3, 4], np.int64), "QUADS") as quads,
        Pipeline(context, program(PASS + WHITE)) as pipeline,
    ):
        pipeline.set_parameters(ONE)
        for each in (mesh, quads):
            frame.clear()
            pipeline.draw(each, frame)
            assert (frame.read()[..., 0] == 255).all()


# Attributes


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([[0.2]], (0.2, 0.0, 0.0, 1.0)),
        ([[0.2, 0.4]], (0.2, 0.4, 0.0, 1.0)),
        ([[0.2, 0.4, 0.6]], (0.2, 0.4, 0.6, 1.0)),
        ([[0.2, 0.4, 0.6, 0.8]], (0.2, 0.4, 0.6, 0.8)),
        (np.array([[51, 102, 153, 204]], np.uint8), (0.2, 0.4, 0.6, 0.8)),
        (np.array([[1, 0, 1]], np.int16), (1.0, 0.0, 1.0, 1.0)),
        (np.array([[0.2, 0.4]], np.float64), (0.2, 0.4, 0.0, 1.0)),
    ],
)
def test_missing_components_are_0_0_1_and_bytes_are_fractions__nv_vertex_program_2_14_3(
    context: moderngl.Context, values: Any, expected: Any
) -> None:
    attributes = {0: SQUARE, 6: np.repeat(np.asarray(values), 4, axis=0)}
    close(one_color(picture(context, "MOV o[COL0],v[6];", attributes)), expected)


@pytest.mark.parametrize("number", range(1, 16))
def test_attribute_n_is_read_from_array_n(context: moderngl.Context, number: int) -> None:
    arrays = {n: np.full((4, 1 + n % 4), n / 15.0, np.float32) for n in range(1, 16)}
    found = one_color(picture(context, f"MOV o[COL0],v[{number}].x;", {0: SQUARE, **arrays}))
    close(found, [number / 15.0] * 4)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("WGHT", 1), ("VertexWeightEXT", 1), ("NRML", 2), ("Normal", 2), ("COL0", 3), ("Color", 3),
        ("COL1", 4), ("SecondaryColorEXT", 4), ("FOGC", 5), ("FogCoordEXT", 5), ("TEX0", 8),
        ("MultiTexCoord0", 8), ("TEX7", 15), ("MultiTexCoord7", 15),
    ],
)  # fmt: skip
def test_attribute_names_alias_numbers__nv_vertex_program2_table_x_2(
    context: moderngl.Context, name: str, number: int
) -> None:
    found = picture(context, f"MOV o[COL0],v[{number}];", {"OPOS": SQUARE, name: [[0.2, 0.4, 0.6]] * 4})
    close(one_color(found), [0.2, 0.4, 0.6, 1.0])


@pytest.mark.parametrize(
    ("number", "expected"),
    [(1, (0, 0, 0, 1)), (2, (0, 0, 1, 1)), (3, (1, 1, 1, 1)), (6, (0, 0, 0, 1)), (15, (0, 0, 0, 1))],
)
def test_attributes_without_an_array_have_the_initial_value__nv_vertex_program2_2_14_8(
    context: moderngl.Context, number: int, expected: Any
) -> None:
    close(one_color(picture(context, f"MOV o[COL0],v[{number}];")), expected)


def test_attributes_without_an_array_take_the_current_value(context: moderngl.Context) -> None:
    initial = State().current_attributes
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, program(PASS + "MOV R0,v[7];ADD o[COL0],R0,v[12];")) as pipeline,
    ):
        for a, b in ((0.25, 0.5), (0.125, 0.0)):
            current = list(initial)
            current[7], current[12] = (a, 0.0, 0.0, 1.0), (0.0, b, 0.0, 0.0)
            pipeline.set_state(State(current_attributes=tuple(current)))
            pipeline.draw(mesh, frame)
            close(one_color(frame.read()), [a, b, 0.0, 1.0])


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        ({}, ("at least one attribute",)),
        ({0: SQUARE, "NORMAL": SQUARE}, ("'NORMAL'", "OPOS to TEX7")),
        ({0: SQUARE, 16: SQUARE}, ("16",)),
        ({3: SQUARE, "COL0": SQUARE}, ("attribute 3", "twice")),
        ({0: SQUARE, 1: SQUARE[:2]}, ("different lengths", "4", "2")),
        ({0: np.zeros((3, 5))}, ("(3, 5)", "(N, 1) to (N, 4)")),
        ({0: np.zeros((0, 3))}, ("at least one vertex",)),
        ({0: [["a", "b"]]}, ("attribute 0", "numbers")),
        ({0: [0.0, 1.0]}, ("(2,)",)),
    ],
)
def test_attributes_that_do_not_fit_are_named(
    context: moderngl.Context, attributes: Any, words: tuple[str, ...]
) -> None:
    with pytest.raises(InputError) as caught:
        Mesh(context, attributes)
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize(
    ("indices", "primitive", "words"),
    [
        ([0, 1, 4], "TRIANGLES", ("0 to 4", "4 vertices")),
        ([-1, 1, 2], "TRIANGLES", ("-1 to 2",)),
        ([0.0, 1.0, 2.0], "TRIANGLES", ("float64", "integers")),
        (np.zeros(0, np.int32), "TRIANGLES", ("at least one index",)),
        ([0, 1, 2], "SQUARES", ("'SQUARES'", "QUADS")),
    ],
)
def test_indices_and_primitives_that_do_not_fit_are_named(
    context: moderngl.Context, indices: Any, primitive: str, words: tuple[str, ...]
) -> None:
    with pytest.raises(InputError) as caught:
        Mesh(context, {0: SQUARE}, indices, primitive)
    assert all(word in str(caught.value) for word in words)


# Parameters


def test_parameters_by_array_and_by_mapping(context: moderngl.Context) -> None:
    body = "MOV o[COL0],c[95];"
    array = np.zeros((96, 4), np.float32)
    array[95] = 0.2, 0.4, 0.6, 0.8
    for parameters in (array, {95: (0.2, 0.4, 0.6, 0.8)}):
        close(one_color(picture(context, body, parameters=parameters)), [0.2, 0.4, 0.6, 0.8])


def test_parameters_not_set_are_zero(context: moderngl.Context) -> None:
    close(one_color(picture(context, "MOV o[COL0],c[3];")), [0.0] * 4)


def test_an_array_changed_by_its_owner_later_changes_nothing(context: moderngl.Context) -> None:
    array = np.full((1, 4), 0.6, np.float32)
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, program(PASS + "MOV o[COL0],c[0];")) as pipeline,
    ):
        pipeline.set_parameters(array)
        array[:] = 0.0
        pipeline.draw(mesh, frame)
        close(one_color(frame.read()), [0.6] * 4)
        pipeline.set_parameters(array)
        pipeline.draw(mesh, frame)
        close(one_color(frame.read()), [0.0] * 4)


def test_a_mapping_changed_by_its_owner_later_changes_nothing(context: moderngl.Context) -> None:
    given = {0: np.full(4, 0.6, np.float32)}
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, program(PASS + "MOV o[COL0],c[0];")) as pipeline,
    ):
        pipeline.set_parameters(given)
        given[0][:] = 0.0
        pipeline.draw(mesh, frame)
        close(one_color(frame.read()), [0.6] * 4)


def test_tracked_matrices_follow_the_state__nv_vertex_program_2_14_5(context: moderngl.Context) -> None:
    tracking = (Tracking(4, "MODELVIEW_PROJECTION"),)
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, program(PASS + "MOV o[COL0],c[4];")) as pipeline,
    ):
        for value in (0.25, 0.75):
            matrix = ((value, 0.5, 0.0, 1.0), *State().modelview[1:])
            pipeline.set_state(State(modelview=matrix, tracking=tracking))
            pipeline.draw(mesh, frame)
            close(one_color(frame.read()), [value, 0.5, 0.0, 1.0])


def test_parameters_that_do_not_fit_are_an_error(context: moderngl.Context) -> None:
    with Pipeline(context, program(PASS + WHITE)) as pipeline, pytest.raises(InputError):
        pipeline.set_parameters({96: (1.0,)})
    with Pipeline(context) as pipeline, pytest.raises(InputError, match="no program parameters"):
        pipeline.set_parameters({0: (1.0,)})


# State at the draw


@pytest.mark.parametrize("z", [-0.5, 0.0, 0.5])
@pytest.mark.parametrize("function", COMPARISONS)
def test_depth_test__opengl_4_1_6(context: moderngl.Context, function: str, z: float) -> None:
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: np.insert(SQUARE, 2, z, axis=1)}, primitive="QUADS") as mesh,
        Pipeline(context, program(PASS + WHITE), state=State(depth=Depth(True, function))) as pipeline,
    ):
        pipeline.set_parameters(ONE)
        frame.clear((0.0, 0.0, 0.0), 0.5)
        pipeline.draw(mesh, frame)
        passed = COMPARISONS[function](z * 0.5 + 0.5, 0.5)
        assert (frame.read()[..., 0] == (255 if passed else 0)).all()


@pytest.mark.parametrize("write", [True, False])
def test_depth_write(context: moderngl.Context, write: bool) -> None:
    near, far = (np.insert(SQUARE, 2, z, axis=1) for z in (-0.5, 0.5))
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: near}, primitive="QUADS") as first,
        Mesh(context, {0: far}, primitive="QUADS") as second,
        Pipeline(context, program(PASS + "MOV o[COL0],c[0];")) as pipeline,
    ):
        frame.clear()
        pipeline.set_state(State(depth=Depth(True, "LESS", write=write)))
        pipeline.set_parameters({0: (1.0, 0.0, 0.0, 1.0)})
        pipeline.draw(first, frame)
        pipeline.set_parameters({0: (0.0, 1.0, 0.0, 1.0)})
        pipeline.draw(second, frame)
        close(one_color(frame.read()), [1.0, 0.0, 0.0, 1.0] if write else [0.0, 1.0, 0.0, 1.0])
        frame.clear(depth=0.0)
        pipeline.draw(second, frame)
        close(one_color(frame.read()), [0.0] * 4)


SOURCE, DESTINATION = np.array([0.8, 0.4, 0.2, 0.6]), np.array([0.2, 0.4, 0.6, 0.8])
CONSTANT = np.array([0.4, 0.6, 1.0, 0.2])
FACTORS = {
    "ZERO": 0.0, "ONE": 1.0,
    "SRC_COLOR": SOURCE, "ONE_MINUS_SRC_COLOR": 1 - SOURCE,
    "DST_COLOR": DESTINATION, "ONE_MINUS_DST_COLOR": 1 - DESTINATION,
    "SRC_ALPHA": SOURCE[3], "ONE_MINUS_SRC_ALPHA": 1 - SOURCE[3],
    "DST_ALPHA": DESTINATION[3], "ONE_MINUS_DST_ALPHA": 1 - DESTINATION[3],
    "CONSTANT_COLOR": CONSTANT, "ONE_MINUS_CONSTANT_COLOR": 1 - CONSTANT,
    "CONSTANT_ALPHA": CONSTANT[3], "ONE_MINUS_CONSTANT_ALPHA": 1 - CONSTANT[3],
    # f = min(As, 1 - Ad) for colours, 1 for alpha.
    "SRC_ALPHA_SATURATE": np.array([0.2, 0.2, 0.2, 1.0]),
}  # fmt: skip


def test_every_factor_of_one_colour_is_blended() -> None:
    """Those of second colours have a module of their own."""
    assert set(FACTORS) == {name for name in BLEND_FACTORS if "SRC1" not in name}


@pytest.mark.parametrize("source", FACTORS)
def test_blending__opengl_4_1_7(context: moderngl.Context, source: str) -> None:
    """Each with five others, so that none is mistaken for another; drivers compile each pair."""
    destinations = [name for name in FACTORS if name in DESTINATION_FACTORS]
    number = list(FACTORS).index(source)
    chosen = [destinations[(number + step) % len(destinations)] for step in range(0, len(destinations), 3)]
    with (
        Target(context, (1, 1)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, program(PASS + "MOV o[COL0],c[0];")) as pipeline,
    ):
        pipeline.set_parameters({0: SOURCE})
        for destination in chosen:
            for enabled in (True, False) if destination == chosen[0] else (True,):
                blend = Blend(enabled, source, destination, color=tuple(CONSTANT))
                pipeline.set_state(State(blend=blend))
                frame.clear(DESTINATION)
                pipeline.draw(mesh, frame)
                blended = SOURCE * FACTORS[source] + DESTINATION * FACTORS[destination]
                close(one_color(frame.read()), np.minimum(blended, 1.0) if enabled else SOURCE)


@pytest.mark.parametrize("front_face", ["CCW", "CW"])
@pytest.mark.parametrize(("cull", "front", "back"), [
    ("", True, True), ("BACK", True, False), ("FRONT", False, True), ("FRONT_AND_BACK", False, False),
])  # fmt: skip
def test_culling__opengl_3_5_1(
    context: moderngl.Context, cull: str, front: bool, back: bool, front_face: str
) -> None:
    for winding, visible in ((1, front), (-1, back)):
        square = SQUARE[:: winding if front_face == "CCW" else -winding]
        state = State(cull_face=cull, front_face=front_face)
        found = picture(context, WHITE, {0: square}, parameters=ONE, state=state)
        assert (found[..., 0] == (255 if visible else 0)).all()


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State(blend=Blend(True, "SRC", "ONE")), ("blend.source", "'SRC'", "SRC_ALPHA")),
        (State(depth=Depth(True, "NEAR")), ("depth.function", "'NEAR'", "LEQUAL")),
        (State(cull_face="LEFT"), ("cull_face", "'LEFT'", "FRONT_AND_BACK")),
        (State(front_face="CCCW"), ("front_face", "'CCCW'")),
        (State(point_size=0.0), ("point_size", "greater than 0")),
        (State(point_size=float("nan")), ("point_size",)),
        (State(texture_units=(TextureUnit(),) * 9), ("texture_units", "9", "8")),
    ],
)
def test_states_that_gl_does_not_take_are_named(
    context: moderngl.Context, state: State, words: tuple[str, ...]
) -> None:
    with pytest.raises(InputError) as caught:
        Pipeline(context, program(PASS + WHITE), state=state)
    assert all(word in str(caught.value) for word in words)


# Textures

REPLACE = TextureUnit(True, "REPLACE", base_format="RGBA")


def sampled(context: moderngl.Context, at: tuple[float, float], *texture: Any) -> Any:
    found = picture(
        context,
        "MOV o[TEX0],c[0];",
        state=State(texture_units=(REPLACE,)),
        parameters={0: (*at, 0.0, 1.0)},
        textures={0: texture},
    )
    return one_color(found)


ROW = np.array([[[255, 0, 0, 255], [0, 0, 255, 255]]], np.uint8)


@pytest.mark.parametrize(
    ("wrap", "s", "expected"),
    [
        ("REPEAT", 1.25, (1, 0, 0, 1)),
        ("REPEAT", -0.25, (0, 0, 1, 1)),
        ("CLAMP_TO_EDGE", 1.25, (0, 0, 1, 1)),
        ("CLAMP_TO_EDGE", -0.25, (1, 0, 0, 1)),
        (("CLAMP_TO_EDGE", "REPEAT"), -0.25, (1, 0, 0, 1)),
        (("REPEAT", "CLAMP_TO_EDGE"), -0.25, (0, 0, 1, 1)),
    ],
)
def test_wrap__opengl_3_8_7(context: moderngl.Context, wrap: Any, s: float, expected: Any) -> None:
    close(sampled(context, (s, 0.5), ROW, "RGBA", wrap, "NEAREST"), expected)


@pytest.mark.parametrize(
    ("filter", "expected"),
    [("NEAREST", (0, 0, 1, 1)), ("LINEAR", (0.25, 0, 0.75, 1)), (("NEAREST", "LINEAR"), (0.25, 0, 0.75, 1))],
)
def test_magnifying_filter__opengl_3_8_9(context: moderngl.Context, filter: Any, expected: Any) -> None:
    close(sampled(context, (0.625, 0.5), ROW, "RGBA", "CLAMP_TO_EDGE", filter), expected)


@pytest.mark.parametrize(
    ("filter", "grey"), [("LINEAR_MIPMAP_LINEAR", True), ("NEAREST_MIPMAP_NEAREST", True), ("NEAREST", False)]
)
def test_mipmaps_average_a_checkerboard__opengl_3_8_8(
    context: moderngl.Context, filter: str, grey: bool
) -> None:
    checkers = (np.indices((64, 64)).sum(axis=0) % 2 * 255).astype(np.uint8)
    found = picture(
        context,
        "MOV o[TEX0],v[OPOS];",
        {0: SQUARE * 0.5 + 0.5},
        state=State(texture_units=(TextureUnit(True, "REPLACE", base_format="LUMINANCE"),)),
        textures={0: (checkers, "LUMINANCE", "REPEAT", filter)},
        size=(8, 8),
    )[:4, 4:, 0]
    assert (np.abs(found - 127.5) <= 2.0).all() if grey else np.isin(found, (0, 255)).all()


@pytest.mark.parametrize("width", [1, 2, 3, 5, 7])
def test_rows_of_any_width(context: moderngl.Context, width: int) -> None:
    """RGB rows are not padded to four bytes."""
    pixels = np.random.default_rng(width).integers(0, 256, (3, width, 3), np.uint8)
    found = picture(
        context,
        "MOV o[TEX0],v[TEX0];",
        {0: SQUARE, "TEX0": SQUARE * 0.5 + 0.5},
        state=State(texture_units=(TextureUnit(True, "REPLACE", base_format="RGB"),)),
        textures={0: (pixels, None, "REPEAT", "NEAREST")},
        size=(width, 3),
    )
    assert (found[..., :3] == pixels).all()


def test_textures_too_large_are_named(context: moderngl.Context) -> None:
    texture = Texture.from_array(np.zeros((1, 1 << 17), np.uint8))
    with pytest.raises(InputError, match=r"texture\[0\]: a 2D texture of shape .*131072.* takes up to"):
        picture(
            context,
            WHITE,
            state=State(texture_units=(TextureUnit(True, base_format="LUMINANCE"),)),
            textures={0: texture},
        )


def test_units_without_their_texture_are_an_error(context: moderngl.Context) -> None:
    with pytest.raises(InputError, match="unit 0 is enabled"):
        picture(context, WHITE, state=State(texture_units=(REPLACE,)))
    with pytest.raises(InputError, match="the state says RGBA, the texture is LUMINANCE"):
        picture(context, WHITE, state=State(texture_units=(REPLACE,)), textures={0: (ROW[..., 0],)})


FACES = np.array(
    [[255, 0, 0], [0, 255, 255], [0, 255, 0], [255, 0, 255], [0, 0, 255], [255, 255, 0]], np.uint8
).reshape(6, 1, 1, 3)


@pytest.mark.parametrize("face", range(6))
@pytest.mark.parametrize("q", [1.0, 5.0])
def test_cube_maps_take_a_direction__opengl_3_8_6(context: moderngl.Context, face: int, q: float) -> None:
    direction = np.array([0.2, -0.3, 0.1, q])
    direction[face // 2] = 2.0 if face % 2 == 0 else -2.0
    found = cubed(context, FACES, direction)
    close(found, [*(FACES[face, 0, 0] / 255.0), 1.0])


def test_cube_map_rows_begin_at_t_0__opengl_table_3_19(context: moderngl.Context) -> None:
    """On +z, s goes with +x and t with −y: the first row is up."""
    faces = np.zeros((6, 2, 2), np.uint8)
    faces[4] = [[51, 102], [153, 204]]
    for x, y, expected in ((-0.5, 0.5, 0.2), (0.5, 0.5, 0.4), (-0.5, -0.5, 0.6), (0.5, -0.5, 0.8)):
        close(cubed(context, faces, (x, y, 1.0, 1.0))[:3], [expected] * 3)


def test_cube_map_faces_are_filtered_alone__opengl_3_8_6(context: moderngl.Context) -> None:
    """Beside the edge between +x and −z, which a caller may have joined."""
    context.enable_direct(0x884F)  # TEXTURE_CUBE_MAP_SEAMLESS
    close(cubed(context, FACES, (1.0, 0.0, -0.99, 1.0), "LINEAR"), [1.0, 0.0, 0.0, 1.0])


def cubed(context: moderngl.Context, faces: Any, direction: Any, filter: str = "NEAREST") -> Any:
    base_format = "RGB" if faces.ndim == 4 else "LUMINANCE"
    unit = TextureUnit(True, "REPLACE", base_format=base_format, target="CUBE")
    vertex = program(PASS + "MOV o[TEX0],c[0];MOV o[COL0].w,c[1].w;")
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(context, vertex, state=State(texture_units=(unit,))) as pipeline,
    ):
        pipeline.set_parameters({0: direction, 1: (0.0, 0.0, 0.0, 1.0)})
        pipeline.draw(mesh, frame, {0: Texture("CUBE", (faces,), base_format, mag_filter=filter)})
        return one_color(frame.read())


def test_a_cube_map_for_a_2d_unit_is_an_error(context: moderngl.Context) -> None:
    unit = TextureUnit(True, "REPLACE", base_format="RGB")
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}) as mesh,
        Pipeline(context, program(PASS + WHITE), state=State(texture_units=(unit,))) as pipeline,
        pytest.raises(InputError, match="the state says 2D, the texture is CUBE"),
    ):
        pipeline.draw(mesh, frame, {0: Texture("CUBE", (FACES,), "RGB")})


# Targets


def test_frames_are_read_top_row_first(context: moderngl.Context) -> None:
    found = picture(
        context, "MOV o[COL0],v[6].x;", {0: SQUARE, 6: [[0.0], [0.0], [1.0], [1.0]]}, size=(2, 16)
    )
    close(found[:, 0, 0] / 255.0, 1.0 - (np.arange(16) + 0.5) / 16)
    assert found.shape == (16, 2, 4)
    assert found.dtype == np.uint8
    assert found.flags.writeable


def test_clear_fills_color_and_depth(context: moderngl.Context) -> None:
    with Target(context, (3, 2)) as frame:
        frame.clear((0.2, 0.4, 0.6))
        close(one_color(frame.read()), [0.2, 0.4, 0.6, 1.0])
        frame.clear((0.2, 0.4, 0.6, 0.8))
        close(one_color(frame.read()), [0.2, 0.4, 0.6, 0.8])


def test_samples_smooth_edges(context: moderngl.Context) -> None:
    triangle = {0: [[-1, -1], [1, -1], [-1, 1]]}
    plain, smooth = (
        picture(
            context, WHITE, triangle, primitive="TRIANGLES", parameters=ONE, size=(16, 15), samples=samples
        )
        for samples in (0, 4)
    )
    assert set(np.unique(plain[..., 0])) == {0, 255}
    assert len(np.unique(smooth[..., 0])) > 2
    assert smooth[14, 0, 0] == 255 and smooth[0, 15, 0] == 0


@pytest.mark.parametrize(
    ("size", "samples", "words"),
    [
        ((0, 4), 0, ("0 × 4",)),
        ((4, 1 << 20), 0, ("1048576",)),
        ((4, 4), 1000, ("1000 samples",)),
        ((4, 4), -1, ("-1",)),
    ],
)
def test_targets_that_cannot_be_are_named(
    context: moderngl.Context, size: Any, samples: int, words: tuple[str, ...]
) -> None:
    with pytest.raises(InputError) as caught:
        Target(context, size, samples)
    assert all(word in str(caught.value) for word in words)


def test_many_draws_inside_one_hold(context: moderngl.Context) -> None:
    with (
        Target(context, (2, 2)) as frame,
        Mesh(context, {0: SQUARE}, primitive="QUADS") as mesh,
        Pipeline(
            context, program(PASS + "MOV o[COL0],c[0];"), state=State(blend=Blend(True, "ONE", "ONE"))
        ) as pipeline,
    ):
        pipeline.set_parameters({0: (0.2, 0.0, 0.0, 0.0)})
        with state_guard(context):
            frame.clear()
            for _ in range(3):
                pipeline.draw(mesh, frame)
        close(one_color(frame.read()), [0.6, 0.0, 0.0, 0.0])


def test_a_mesh_with_other_values(context: moderngl.Context) -> None:
    """In place where attributes and vertices are as they were, not at all where they are others."""
    places = np.array([[0, 1], [2, 3], [4, 5]], np.float32)
    with Mesh(context, {0: places, "COL0": places}) as mesh:
        assert mesh.write({"OPOS": -places, 3: np.zeros((3, 2))}) is True
        found = mesh.arrays()
        assert found[0].tolist() == (-places).tolist()
    with Mesh(context, {0: places}) as mesh:
        for other in ({0: places[:2]}, {1: places}, {0: places[:, :1]}, {0: places.astype("i4")}):
            assert mesh.write(other) is False
        with pytest.raises(InputError):
            mesh.write({0: "places"})
        assert mesh.arrays()[0].tolist() == places.tolist()
