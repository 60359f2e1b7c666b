"""What surrounds fragment and geometry programs, on the oracle and in a pipeline."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest
from drawing import SQUARE, close, one_color

from nvrender.gl.state import AlphaTest, Fog, State, TextureUnit
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame

SIZE = (4, 4)
GREY = Texture.from_array(np.full((2, 2, 4), 51, np.uint8))
POSITION = "!!ARBvp1.0 MOV result.position, vertex.position; {} END"


def pictures(
    context: moderngl.Context,
    vertex: str | None,
    fragment: str,
    *,
    attributes: Mapping[int, Any] | None = None,
    state: State | None = None,
    textures: Mapping[int, Texture] | None = None,
    primitive: str = "QUADS",
    size: tuple[int, int] = SIZE,
    geometry: str | None = None,
) -> list[npt.NDArray[np.uint8]]:
    """(H, W, 4) of the oracle and of the GPU, drawn on (0, 0, 0, 0)."""
    program = None if vertex is None else load(vertex)
    arrays = {number: np.asarray(value, np.float32) for number, value in (attributes or {0: SQUARE}).items()}
    middle = None if geometry is None else load(geometry)
    frame = Frame(size)
    frame.clear((0.0, 0.0, 0.0, 0.0))
    stages = Stages(program, geometry=middle, fragment=load(fragment))
    draw(frame, stages, Primitives(primitive, arrays), state or State(), textures or {})
    with ExitStack() as stack:
        target = stack.enter_context(Target(context, size))
        mesh = stack.enter_context(Mesh(context, arrays, primitive=primitive))
        pipeline = stack.enter_context(
            Pipeline(context, program, load(fragment), geometry=middle, state=state)
        )
        target.clear((0.0, 0.0, 0.0, 0.0))
        pipeline.draw(mesh, target, dict(textures or {}))
        return [frame.picture(), target.read()]


def colors(*arguments: Any, **options: Any) -> list[list[float]]:
    """The one colour of each picture."""
    return [one_color(each) for each in pictures(*arguments, **options)]


@pytest.mark.parametrize("header", ["!!ARBfp1.0", "!!NVfp4.0"])
def test_fixed_texturing_colour_sum_and_fog_are_off(context: moderngl.Context, header: str) -> None:
    """ARB_fragment_program 3.11: "these operations are performed by the fragment program"."""
    vertex = POSITION.format(
        "MOV result.color, {0.5, 0.25, 0, 1}; MOV result.color.secondary, {0, 0.5, 0.5, 0};"
        "MOV result.fogcoord, 9; MOV result.texcoord[0], 0.5;"
    )
    state = State(
        color_sum=True,
        fog=Fog(enabled=True, mode="LINEAR", end=1.0, color=(1.0, 1.0, 1.0, 1.0)),
        texture_units=(TextureUnit(True, "REPLACE", base_format="RGBA"),),
    )
    for color in colors(
        context, vertex, f"{header} MOV result.color, fragment.color; END", state=state, textures={0: GREY}
    ):
        close(color, [0.5, 0.25, 0, 1])


@dataclass(frozen=True)
class Buffers:
    """A framebuffer with several colours."""

    framebuffer: moderngl.Framebuffer


def outputs(context: moderngl.Context, fragment: str, count: int) -> list[list[list[float]]]:
    """The one colour of each of ``count`` buffers, on the oracle and on the GPU; cleared to 1."""
    vertex, program = load(POSITION.format("MOV result.color, {0.5, 0.25, 0.75, 1};")), load(fragment)
    arrays = {0: SQUARE}
    frame = Frame(SIZE, outputs=count)
    frame.clear((1.0, 1.0, 1.0, 1.0))
    draw(frame, Stages(vertex, fragment=program), Primitives("QUADS", arrays), State(), {})
    with ExitStack() as stack:
        buffers = [context.renderbuffer(SIZE, 4) for _ in range(count)]
        target = context.framebuffer(buffers, context.depth_renderbuffer(SIZE))
        for each in (target.depth_attachment, *buffers, target):
            stack.callback(each.release)
        other = stack.enter_context(Target(context, SIZE))
        mesh = stack.enter_context(Mesh(context, arrays, primitive="QUADS"))
        pipeline = stack.enter_context(Pipeline(context, vertex, program))
        pipeline.draw(mesh, other)
        target.clear(1.0, 1.0, 1.0, 1.0)
        pipeline.draw(mesh, Buffers(target))
        found = [np.frombuffer(target.read(components=4, attachment=n), np.uint8) for n in range(count)]
        context.detect_framebuffer(0).use()
    images = [one_color(image.reshape(*SIZE, 4)) for image in found]
    return [[one_color(frame.picture(n)) for n in range(count)], images]


@pytest.mark.parametrize(
    ("fragment", "expected"),
    [
        ("!!ARBfp1.0 MOV result.color, fragment.color; END", [[0.5, 0.25, 0.75, 1]] * 3),
        ("!!NVfp4.0 MOV result.color, fragment.color; END", [[0.5, 0.25, 0.75, 1]] * 3),
        ("!!FP1.0 MOV o[COLH], f[COL0]; END", [[0.5, 0.25, 0.75, 1]] * 3),
        (
            "!!ARBfp1.0 OPTION ARB_fog_linear; TEMP color_2; MOV color_2, 1; MOV result.color, color_2; END",
            [[1, 1, 1, 1]] * 3,
        ),
        (
            "!!ARBfp1.0 OPTION ARB_draw_buffers; MOV result.color[1], fragment.color; END",
            [[0, 0, 0, 0], [0.5, 0.25, 0.75, 1], [0, 0, 0, 0]],
        ),
        (
            "!!NVfp4.0 OPTION ATI_draw_buffers; MOV result.color, 0.5; MOV result.color[2].y, 1; END",
            [[0.5, 0.5, 0.5, 0.5], [0, 0, 0, 0], [0, 1, 0, 0]],
        ),
        ("!!ARBfp1.0 MOV result.depth.z, 0; END", [[0, 0, 0, 0]] * 3),
    ],
)
def test_colours_of_several_buffers(
    context: moderngl.Context, fragment: str, expected: list[list[float]]
) -> None:
    """ARB_draw_buffers 3.11.3.4, 4.2.1: without an option colour 0 goes to each."""
    for found in outputs(context, fragment, 3):
        close(found, expected)


@pytest.mark.parametrize("header", ["!!ARBfp1.0", "!!NVfp4.0"])
def test_a_colour_nobody_writes_is_zero(context: moderngl.Context, header: str) -> None:
    """ARB_fragment_program 3.11.3.4 leaves it undefined (docs/semantics.md)."""
    vertex = POSITION.format("MOV result.color, 1;")
    for color in colors(context, vertex, f"{header} MOV result.depth.z, 0.5; END"):
        close(color, [0, 0, 0, 0])
    some = f"{header} MOV result.color.yw, 1; END"
    for color in colors(context, vertex, some):
        close(color, [0, 1, 0, 1])


def test_the_alpha_test_is_of_colour_0(context: moderngl.Context) -> None:
    """ARB_draw_buffers 4.2.1."""
    state = State(alpha_test=AlphaTest(enabled=True, function="GREATER", reference=0.5))
    for first, second, red in ((1, 0, 1), (0, 1, 0)):
        fragment = (
            f"!!ARBfp1.0 OPTION ARB_draw_buffers; MOV result.color[0], {{1, 0, 0, {first}}};"
            f"MOV result.color[1], {second}; END"
        )
        for color in colors(context, POSITION.format(""), fragment, state=state):
            assert color[0] == pytest.approx(red)


@pytest.mark.parametrize("vertex", [None, "!!ARBvp1.0 OPTION ARB_position_invariant; END"])
def test_clip_distances_of_the_conventional_transform(context: moderngl.Context, vertex: str | None) -> None:
    """NV_fragment_program4 2.X.3.2: the dot product of plane and eye coordinates, interpolated."""
    planes = ((1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 0.25))
    state = State(clip_planes=(True, True), clip_plane_equations=planes)
    fragment = (
        "!!NVfp4.0 MUL result.color, fragment.clip[0].x, 0.5; MOV result.color.y, fragment.clip[1].x; END"
    )
    for image in pictures(context, vertex, fragment, state=state):
        close(image[..., 0] / 255, [[0.125, 0.375, 0.625, 0.875]] * 4)
        close(image[..., 1] / 255, [[0.25] * 4] * 4)


def test_reading_one_name_inherits_the_modifiers_of_another(context: moderngl.Context) -> None:
    """NV_fragment_program4 2.X.3.1 and issue 3: also of a variable declared later that nothing reads."""
    vertex = POSITION.format(
        "MAD result.texcoord[1], vertex.position, 0.5, 0.5;MAD result.texcoord[3], vertex.position, 0.5, 0.5;"
    )
    fragment = (
        "!!NVfp4.0 TEMP r; MOV r.x, fragment.texcoord[1]; MOV r.y, fragment.texcoord[3].x;"
        "FLAT ATTRIB t[3] = { fragment.texcoord[0..2] }; MOV result.color, r.xyxx; END"
    )
    # The last vertex of each triangle of the square lies at the right, then at the left.
    for image in pictures(context, vertex, fragment):
        assert set(np.unique(image[..., 0])) <= {0, 255}
        close(image[..., 1] / 255, [[0.125, 0.375, 0.625, 0.875]] * 4)


#: Two quads side by side, a strip of two, and a polygon.
PRIMITIVES = {
    "QUADS": ([[-1, -1], [0, -1], [0, 1], [-1, 1], [0, -1], [1, -1], [1, 1], [0, 1]], [0, 0, 1, 1]),
    "QUAD_STRIP": ([[-1, -1], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 1]], [0, 0, 1, 1]),
    "POLYGON": ([[-1, -1], [0, -1], [1, -1], [1, 1], [0, 1], [-1, 1]], [0, 0, 0, 0]),
    "TRIANGLES": ([[-1, -1], [0, -1], [-1, 9], [0, -1], [1, -1], [1, 9]], [0, 9, 9, 1]),
}


@pytest.mark.parametrize("primitive", PRIMITIVES)
def test_polygons_are_counted_once(context: moderngl.Context, primitive: str) -> None:
    """NV_fragment_program4 2.X.3.2: quads have one number each, a polygon's is 0."""
    points, expected = PRIMITIVES[primitive]
    fragment = "!!NVfp4.0 TEMP r; ADD.S r.x, primitive.id, 1; I2F r.x, r; MUL result.color, r.x, 0.25; END"
    images = pictures(
        context, POSITION.format(""), fragment, attributes={0: points}, primitive=primitive, size=(4, 1)
    )
    for image in images:
        found = (image[0, :, 0] / 255 * 4).round() - 1
        assert [9 if want == 9 else int(have) for have, want in zip(found, expected, strict=True)] == expected


@pytest.mark.parametrize(
    ("primitive", "order", "expected"),
    [
        ("QUADS", [0, 1, 2, 3], {(0, 255, 255), (0, 255, 0)}),
        ("QUAD_STRIP", [0, 3, 1, 2], {(0, 0, 255), (255, 0, 255)}),
        ("POLYGON", [0, 1, 2, 3], {(255, 255, 0), (255, 0, 0)}),
        ("QUADS", [0, 1, 2], {(0, 0, 0)}),
    ],
)
def test_geometry_programs_get_polygons_in_triangles(
    context: moderngl.Context, primitive: str, order: list[int], expected: set[tuple[int, ...]]
) -> None:
    """NV_geometry_program4 issue 17: V0 V1 V2, V0 V2 V3; V0 V1 V3, V2 V0 V3; V1 V2 V0, V2 V3 V0."""
    geometry = (
        "!!NVgp4.0 PRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;"
        "TEMP c; MOV c.x, vertex[0].position.x; MOV c.y, vertex[1].position.x; MOV c.z, vertex[2].position.x;"
        "MAD result.color, c, 0.5, 0.5; MOV result.position, vertex[0].position; EMIT;"
        "MAD result.color, c, 0.5, 0.5; MOV result.position, vertex[1].position; EMIT;"
        "MAD result.color, c, 0.5, 0.5; MOV result.position, vertex[2].position; EMIT; END"
    )
    for image in pictures(
        context, POSITION.format(""), "!!ARBfp1.0 MOV result.color, fragment.color; END",
        attributes={0: np.asarray(SQUARE)[order]}, primitive=primitive, geometry=geometry,
    ):  # fmt: skip
        assert {tuple(color) for color in image[..., :3].reshape(-1, 3).tolist()} == expected
