"""Coordinates of fragments within points (ARB_point_sprite 3.3), through every stage before and behind."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import moderngl
import numpy as np
import numpy.typing as npt
import pytest
from drawing import image

from nvrender.gl.state import State, TextureUnit
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.program import Program
from nvrender.regression.comparison.pictures import compare_pictures
from nvrender.regression.comparison.tolerance import SHARE
from nvrender.render import render

SIZE = (40, 30)
#: The point's centre in normalised device coordinates; its w is 2.
CENTER = (0.13, -0.21)
WIDTH = 11.5

VERTEX = {
    "vp": "!!VP1.1 MOV o[HPOS],v[OPOS]; MOV o[PSIZ].x,v[TEX3].x; END",
    "unsized": "!!VP1.1 MOV o[HPOS],v[OPOS]; END",
    "arb": "!!ARBvp1.0 MOV result.position,vertex.position; MOV result.pointsize.x,vertex.texcoord[3].x; END",
    "conventional": None,
}
GEOMETRY = (
    "!!NVgp4.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1; "
    "MOV result.position, vertex[0].position; MOV result.pointsize.x, vertex[0].pointsize.x; EMIT; END"
)
FRAGMENT = "!!ARBfp1.0 {options} MOV result.color, fragment.texcoord[0]; END"


def expected(size: float = WIDTH, corner: tuple[int, int] = (0, 0)) -> npt.NDArray[np.float64]:
    """(H, W, 2), bottom row first: s and t of each pixel's centre in a point of ``size``."""
    width, height = SIZE
    x, y = np.meshgrid(np.arange(width) + 0.5 - corner[0], np.arange(height) + 0.5 - corner[1])
    center_x, center_y = (0.5 * CENTER[0] + 0.5) * width, (0.5 * CENTER[1] + 0.5) * height
    return np.stack([0.5 + (x - center_x) / size, 0.5 - (y - center_y) / size], axis=2)


def inside(places: npt.NDArray[np.float64], size: float = WIDTH) -> npt.NDArray[np.bool_]:
    """The pixels that lie in the point as a whole."""
    return np.asarray((np.abs(places - 0.5) < 0.5 - 0.5 / size).all(axis=2))


def state(**changes: object) -> State:
    unit = TextureUnit(enabled=True, mode="REPLACE", base_format="RGB", coord_replace=True)
    return State(texture_units=(unit,), vertex_program_point_size=True, **changes)  # type: ignore[arg-type]


def drawn(
    context: moderngl.Context,
    samples: int,
    vertex: Program | None,
    fragment: Program | None = None,
    geometry: Program | None = None,
    primitive: str = "POINTS",
    **changes: object,
) -> npt.NDArray[np.float64]:
    """The frame, bottom row first, red and green from 0 to 1."""
    # Red is s, green is t, row 0 of the pixels is the top one, t = 1.
    ramp = np.zeros((256, 256, 3), np.uint8)
    ramp[:, :, 0], ramp[:, :, 1] = np.arange(256)[None], np.arange(256)[::-1, None]
    position = [[2 * CENTER[0], 2 * CENTER[1], 0.0, 2.0]]
    with ExitStack() as stack:
        frame = stack.enter_context(Target(context, SIZE, samples))
        mesh = stack.enter_context(
            Mesh(context, {0: position, 11: [[WIDTH]], 3: [[0, 0, 1, 1]]}, None, primitive)
        )
        pipeline = stack.enter_context(
            Pipeline(context, vertex, fragment, geometry=geometry, state=state(**changes))
        )
        frame.clear()
        texture = image(ramp, "RGB", "CLAMP_TO_EDGE", "NEAREST")
        pipeline.draw(mesh, frame, {0: texture})
        return frame.read()[::-1, :, :2] / 255.0


def check(found: npt.NDArray[np.float64], places: npt.NDArray[np.float64], size: float = WIDTH) -> None:
    pixels = inside(places, size)
    assert pixels.sum() > 0.6 * (size - 1) ** 2
    # A texel, or a step of eight bits.
    assert np.abs(found[pixels] - places[pixels]).max() < 1.5 / 255


@pytest.mark.parametrize("samples", [0, 4])
@pytest.mark.parametrize("stage", VERTEX)
def test_fixed_function(context: moderngl.Context, stage: str, samples: int) -> None:
    text = VERTEX[stage]
    vertex = None if text is None else load(text)
    sized = stage in ("vp", "arb")
    found = drawn(context, samples, vertex, point_size=7.25)
    size = WIDTH if sized else 7.25
    check(found, expected(size), size)


@pytest.mark.parametrize("samples", [0, 4])
@pytest.mark.parametrize("stage", VERTEX)
def test_fragment_programs(context: moderngl.Context, stage: str, samples: int) -> None:
    """Coordinates are replaced before the fragment program (ARB_fragment_program 3.11)."""
    text = VERTEX[stage]
    vertex = None if text is None else load(text)
    fragment = load(FRAGMENT.format(options=""))
    size = WIDTH if stage in ("vp", "arb") else 7.25
    check(drawn(context, samples, vertex, fragment, point_size=7.25), expected(size), size)


@pytest.mark.parametrize(
    "options", ["origin_upper_left", "pixel_center_integer", "origin_upper_left pixel_center_integer"]
)
def test_conventions_of_fragment_coordinates_do_not_matter(context: moderngl.Context, options: str) -> None:
    """ARB_fragment_coord_conventions changes fragment.position alone."""
    words = "".join(f"OPTION ARB_fragment_coord_{word};" for word in options.split())
    text = (
        f"!!ARBfp1.0 {words} TEMP r; MOV r, fragment.texcoord[0]; "
        "MAD r.z, fragment.position.x, 0.0001, 0.0; MOV result.color, r; END"
    )
    check(drawn(context, 4, load(VERTEX["vp"] or ""), load(text)), expected())


@pytest.mark.parametrize("programmed", [False, True])
def test_points_of_a_geometry_program(context: moderngl.Context, programmed: bool) -> None:
    fragment = load(FRAGMENT.format(options="")) if programmed else None
    vertex = load(
        "!!NVvp4.0 MOV result.position,vertex.position; MOV result.pointsize.x,vertex.texcoord[3].x; END"
    )
    check(drawn(context, 4, vertex, fragment, load(GEOMETRY)), expected())


def test_other_primitives_keep_theirs(context: moderngl.Context) -> None:
    """Only points have coordinates of their own; a line of the same pipeline has (0, 0, 0, 1)."""
    fragment = load(FRAGMENT.format(options=""))
    position = [[-0.9, 0.1], [0.9, 0.1]]
    with (
        Target(context, SIZE) as frame,
        Mesh(context, {0: position}, None, "LINES") as lines,
        Mesh(context, {0: [CENTER], 11: [[WIDTH]]}, None, "POINTS") as points,
        Pipeline(context, load(VERTEX["vp"] or ""), fragment, state=state()) as pipeline,
    ):
        frame.clear((1.0, 1.0, 1.0, 1.0))
        pipeline.draw(points, frame)
        assert frame.read()[..., 0].min() < 60
        frame.clear((1.0, 1.0, 1.0, 1.0))
        pipeline.draw(lines, frame)
        found = frame.read()
        covered = (found != 255).any(axis=2)
        assert covered.sum() > 30
        assert (found[covered] == [0, 0, 0, 255]).all()


def test_a_caller_s_viewport(context: moderngl.Context) -> None:
    """The point lies where the viewport of the framebuffer in use puts it."""
    fragment = load(FRAGMENT.format(options=""))
    size, corner = (SIZE[0] + 24, SIZE[1] + 16), (20, 9)
    position = [[*CENTER, 0.0, 1.0]]
    with (
        Target(context, size, 4) as frame,
        Mesh(context, {0: position, 11: [[WIDTH]]}, None, "POINTS") as points,
        Pipeline(context, load(VERTEX["vp"] or ""), fragment, state=state()) as pipeline,
    ):
        frame.clear()
        frame.framebuffer.viewport = (*corner, *SIZE)
        pipeline.draw(points, frame)
        found = frame.read()[::-1, :, :2] / 255.0
    check(found[corner[1] : corner[1] + SIZE[1], corner[0] : corner[0] + SIZE[0]], expected())


SCENE = """
size = [96, 96]
[camera]
orbit = { radius = 2.75, elevation = 33.0 }
[[tracking]]
address = 0
matrix = "MODELVIEW_PROJECTION"
[state]
point_size = "program"
[parameters]
12 = [0.0, 1.0, 0.5, 2.0]
20 = [0.0, 0.06, 0.28, 0.0]
21 = { viewport = true }
22 = [1.0, 1.0, 1.0, 1.0]
24 = [0.02, 40.0, 0.0, 0.0]
23 = [0.15915494, 6.2831853, 0.0, 0.0]
[meshes.stars]
kind = "galaxy"
count = 60
size = [3.0, 9.0]
[textures.disc]
kind = "radial"
size = [64, 64]
wrap = "CLAMP_TO_EDGE"
[[draw]]
vertex = "VERTEX"
FRAGMENT
mesh = "stars"
textures = { 0 = { texture = "disc", sprite = true } }
"""


@pytest.mark.parametrize("programmed", [False, True])
def test_the_oracle_agrees(context: moderngl.Context, tmp_path: Path, programmed: bool) -> None:
    (tmp_path / "sprite.fp").write_text(
        "!!ARBfp1.0 TEMP t; TEX t, fragment.texcoord[0], texture[0], 2D; "
        "MAD result.color, fragment.texcoord[0], t, 0.25; END"
    )
    text = SCENE.replace("VERTEX", str(Path(__file__).parents[2] / "shaders" / "galaxy.vp"))
    path = tmp_path / "scene.toml"
    path.write_text(text.replace("FRAGMENT", 'fragment = "sprite.fp"' if programmed else ""))
    pictures = [render(path, backend=backend) for backend in ("gpu", "oracle")]
    found = compare_pictures(*pictures)
    assert found.share < SHARE, found.text()
    assert len(np.unique(pictures[0].reshape(-1, 4), axis=0)) > 100
