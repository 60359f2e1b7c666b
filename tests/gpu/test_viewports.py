"""Viewports inside, across and beyond the frame, on the GPU and on the oracle (OpenGL 1.5, 2.10.1, 2.11)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import moderngl
import numpy as np
import numpy.typing as npt
import pytest
from both_sides import SIDES, Drawn, constant, picture_of

from nvrender.gl.state import Box, State
from nvrender.gl.state.checks import validate
from nvrender.gl.state.fragments import TextureUnit
from nvrender.gl.textures.texture import Texture
from nvrender.gpu.context.context import using
from nvrender.source import InputError

SIZE = (12, 10)
#: Far larger than the view volume.
LARGE = [(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)]

BEYOND = "#version 330\nvoid main() { gl_Position = vec4(2.0, 0.0, 0.0, 1.0); }"
RED = "#version 330\nout vec4 color; void main() { color = vec4(1.0, 0.0, 0.0, 1.0); }"


def drawn(
    side: str, context: moderngl.Context, state: State, positions: list[tuple[float, float]], primitive: str
) -> npt.NDArray[np.bool_]:
    """Which pixels are drawn, the bottom row first."""
    colors = constant(1.0, 1.0, 1.0, count=len(positions))
    found = picture_of(side, context, [Drawn(state, {0: positions, 3: colors}, primitive)], size=SIZE)
    return np.asarray(found[::-1, :, 0] == 255)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("viewport", [
    (3, 2, 5, 4), (-5, 3, 10, 20), (-30, -40, 100, 100), (11, 9, 16384, 16384),
    (-32768, -32768, 16384, 16384), (12, 0, 5, 5), (0, 0, 0, 5), (3, 3, 4, 0), (32767, 32767, 1, 1),
])  # fmt: skip
def test_polygons_end_at_the_viewport(context: moderngl.Context, side: str, viewport: Box) -> None:
    """2.11: what lies outside of the view volume is clipped away."""
    left, bottom, width, height = viewport
    expected = np.zeros(SIZE[::-1], np.bool_)
    expected[max(bottom, 0) : max(bottom + height, 0), max(left, 0) : max(left + width, 0)] = True
    if not (width and height):
        expected[:] = False
    assert (drawn(side, context, State(viewport=viewport), LARGE, "QUADS") == expected).all()


@pytest.mark.parametrize("side", SIDES)
def test_places_in_the_viewport(context: moderngl.Context, side: str) -> None:
    """2.10.1: x = (w / 2) x_d + o_x: ±1/2 in a viewport from 2 on, 8 wide, is 4 to 8; y alike."""
    square = [(x / 2, y / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    found = drawn(side, context, State(viewport=(2, 1, 8, 4)), square, "QUADS")
    rows, columns = np.nonzero(found)
    assert (columns.min(), columns.max(), rows.min(), rows.max(), found.sum()) == (4, 7, 2, 3, 8)


@pytest.mark.parametrize("side", SIDES)
def test_viewport_and_scissor_box(context: moderngl.Context, side: str) -> None:
    """4.1.2: both count."""
    state = State(viewport=(2, 2, 6, 6), scissor=(4, 0, 20, 4))
    rows, columns = np.nonzero(drawn(side, context, state, LARGE, "QUADS"))
    assert (columns.min(), columns.max(), rows.min(), rows.max()) == (4, 7, 2, 3)


@pytest.mark.parametrize("side", SIDES)
def test_lines_end_at_the_viewport_and_are_wide_beyond_it(context: moderngl.Context, side: str) -> None:
    """2.11, 3.4.2: cut where they leave the view volume, before they have a width."""
    line = [(-3.0, 0.9), (3.0, 0.9)]
    rows, columns = np.nonzero(
        drawn(side, context, State(viewport=(3, 2, 5, 4), line_width=3.0), line, "LINES")
    )
    assert (columns.min(), columns.max(), rows.min(), rows.max()) == (3, 7, 4, 6)


@pytest.mark.parametrize("side", SIDES)
def test_points_reach_beyond_the_viewport(context: moderngl.Context, side: str) -> None:
    """2.11, 3.3: a point whose centre is in the view volume is whole, one whose is not is not drawn."""
    state = State(viewport=(4, 4, 4, 4), point_size=4.0)
    rows, columns = np.nonzero(drawn(side, context, state, [(1.0, 1.0)], "POINTS"))
    assert (columns.min(), columns.max(), rows.min(), rows.max()) == (6, 9, 6, 9)
    assert not drawn(side, context, state, [(1.01, 0.0)], "POINTS").any()
    assert not drawn(side, context, state.with_(viewport=(4, 4, 0, 4)), [(0.0, 0.0)], "POINTS").any()


@pytest.mark.parametrize("side", SIDES)
def test_coordinates_within_points(context: moderngl.Context, side: str) -> None:
    """ARB_point_sprite 3.3: they start at the point, wherever the viewport is."""
    texels = np.zeros((4, 4, 4), np.uint8)
    texels[0, 0] = 255
    unit = TextureUnit(enabled=True, target="2D", mode="REPLACE", coord_replace=True)
    state = State(viewport=(-6, 1, 12, 8), point_size=4.0).with_(texture_units=(unit,))
    texture = Texture.from_array(texels, "2D", "RGBA", min_filter="NEAREST", mag_filter="NEAREST")
    found = picture_of(
        side, context, [Drawn(state, {0: [(0.5, 0.0)]}, "POINTS", textures={0: texture})], size=SIZE
    )
    # Its centre is at 3, 5: it begins in column 1, its top row is 6.
    assert np.argwhere(found[::-1, :, 3] == 255).tolist() == [[6, 1]]


@pytest.mark.parametrize(("viewport", "words"), [
    ((0, 0, -1, 5), "width and height must be 0 to 16384"), ((0, 0, 5, 16385), "width and height must be"),
    ((-32769, 0, 1, 1), "left and bottom must be -32768 to 32767"), ((0, 32768, 1, 1), "left and bottom"),
])  # fmt: skip
def test_viewports_there_are_not(viewport: Box, words: str) -> None:
    with pytest.raises(InputError) as caught:
        validate(State(viewport=viewport))
    assert words in str(caught.value)


def test_a_callers_viewport_is_left_as_found(
    foreign_context: moderngl.Context, snapshot: Callable[[moderngl.Context], dict[str, object]]
) -> None:
    before = snapshot(foreign_context)
    drawn("gpu", foreign_context, State(viewport=(3, 2, 5, 4)), LARGE, "QUADS")
    drawn("gpu", foreign_context, State(viewport=(3, 2, 0, 4)), LARGE, "QUADS")
    assert snapshot(foreign_context) == before


def test_points_are_clipped_alike_behind_one_without_depths() -> None:
    """2.11: wherever the first point was that a context clips (quirks.FIRST_CLIPPED_POINT)."""
    state = State(viewport=(4, 4, 4, 4), point_size=4.0)

    def first_points() -> npt.NDArray[np.bool_]:
        with using(None) as own, ExitStack() as stack:
            pixel = own.renderbuffer((1, 1))
            framebuffer, program = (
                own.framebuffer(pixel),
                own.program(vertex_shader=BEYOND, fragment_shader=RED),
            )
            array = own.vertex_array(program, [])
            for made in (pixel, framebuffer, program, array):
                stack.callback(made.release)
            framebuffer.use()
            array.render(moderngl.POINTS, vertices=1)
            return drawn("gpu", own, state, [(1.01, 0.0)], "POINTS")

    with ThreadPoolExecutor(1) as threads:  # which have contexts of their own
        assert not threads.submit(first_points).result().any()
