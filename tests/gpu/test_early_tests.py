"""NV_early_fragment_tests: stencil and depth test before the program, whatever becomes of fragments in it."""

from __future__ import annotations

import moderngl
import numpy as np
import pytest
from both_sides import SIDES, Drawn, picture_of

from nvrender.gl.state import AlphaTest, Blend, Depth, State, Stencil
from nvrender.glsl.translate import translate
from nvrender.languages.load import load

EARLY = "OPTION NV_early_fragment_tests;"
DEPTH = State(depth=Depth(True, "LESS"))
#: x and the four corners of the frame; near and far squares.
NEAR, FAR = ([[x, y, z, 1] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))] for z in (-0.5, 0.5))
#: Fragments of the left half are killed.
KILLS = "TEMP r; SUB r, fragment.position.x, 2; KIL r.x; MOV result.color, {0, 1, 0, 1};"
LEFT, RIGHT = (slice(None), slice(0, 2)), (slice(None), slice(2, 4))
RED = [255, 0, 0, 255]
GREEN = [0, 255, 0, 255]


def fragment(option: str, body: str) -> str:
    return f"!!NVfp5.0 {option} {body} END"


def after(
    side: str,
    context: moderngl.Context,
    body: str,
    option: str,
    first: State = DEPTH,
    second: State = DEPTH,
    samples: int = 0,
) -> list[list[int]]:
    """The colours left and right after a near square by ``body``, then a far red one."""
    draws = [
        Drawn(first, {0: NEAR}, fragment=load(fragment(option, body))),
        Drawn(second, {0: FAR}, fragment=load(fragment("", "MOV result.color, {1, 0, 0, 1};"))),
    ]
    picture = picture_of(side, context, draws, samples=samples)
    found = []
    for half in (LEFT, RIGHT):
        assert np.ptp(picture[half], axis=(0, 1)).max() == 0
        found.append(picture[half][0, 0].tolist())
    return found


NOTHING = [0, 0, 0, 0]


@pytest.mark.parametrize("samples", [0, 4])
@pytest.mark.parametrize("side", SIDES)
def test_killed_fragments_leave_their_depth(context: moderngl.Context, side: str, samples: int) -> None:
    """NV_gpu_program5 2.X.6.Y; EXT_shader_image_load_store 3.X."""
    assert after(side, context, KILLS, "", samples=samples) == [RED, GREEN]
    assert after(side, context, KILLS, EARLY, samples=samples) == [NOTHING, GREEN]


@pytest.mark.parametrize("samples", [0, 4])
@pytest.mark.parametrize("side", SIDES)
def test_killed_fragments_count_in_the_stencil(context: moderngl.Context, side: str, samples: int) -> None:
    first = State(stencil=Stencil(True, "ALWAYS", 1, depth_pass="REPLACE"))
    second = State(stencil=Stencil(True, "EQUAL", 1))
    assert after(side, context, KILLS, "", first, second, samples) == [NOTHING, RED]
    assert after(side, context, KILLS, EARLY, first, second, samples) == [RED, RED]


@pytest.mark.parametrize("side", SIDES)
def test_the_alpha_test_comes_too_late(context: moderngl.Context, side: str) -> None:
    """EXT_shader_image_load_store 3.X: depths of what the alpha test discards may be updated."""
    body = "TEMP r; SGT r, fragment.position.x, 2; MOV result.color, {0, 1, 0}; MOV result.color.w, r.x;"
    state = State(depth=Depth(True, "LESS"), alpha_test=AlphaTest(True, "GREATER", 0.5))
    assert after(side, context, body, "", state) == [RED, GREEN]
    assert after(side, context, body, EARLY, state) == [NOTHING, GREEN]


@pytest.mark.parametrize("side", SIDES)
def test_depths_of_the_program_have_no_effect(context: moderngl.Context, side: str) -> None:
    """NV_gpu_program5 issue 12."""
    body = "MOV result.depth, 1; MOV result.color, {0, 1, 0, 1};"
    assert after(side, context, body, "") == [RED, RED]
    assert after(side, context, body, EARLY) == [GREEN, GREEN]


@pytest.mark.parametrize("side", SIDES)
def test_masks_of_the_program_come_too_late(context: moderngl.Context, side: str) -> None:
    body = "MOV.U result.samplemask, 3; MOV result.color, {0, 1, 0, 1};"
    assert after(side, context, body, "", samples=4)[0] == [128, 128, 0, 255]
    assert after(side, context, body, EARLY, samples=4)[0] == [0, 128, 0, 128]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("blend", [Blend(), Blend(True, "ONE", "ONE"), Blend(True, "SRC_ALPHA", "ONE")])
def test_squares_of_one_draw_hide_each_other(context: moderngl.Context, side: str, blend: Blend) -> None:
    """A killed near fragment hides a far one behind it in the same draw; a far one before it is drawn."""
    # The near one goes.
    body = "TEMP r; MAD r, -fragment.position.z, 2, 1; KIL -r; MOV result.color, {0, 1, 0, 1};"
    state = State(depth=Depth(True, "LESS"), blend=blend)
    for option, order, wanted in (
        ("", NEAR + FAR, GREEN), (EARLY, NEAR + FAR, NOTHING), (EARLY, FAR + NEAR, GREEN),
    ):  # fmt: skip
        one = Drawn(state, {0: order}, fragment=load(fragment(option, body)))
        assert picture_of(side, context, [one])[0, 0].tolist() == wanted


@pytest.mark.parametrize("side", SIDES)
def test_what_fails_early_is_not_drawn(context: moderngl.Context, side: str) -> None:
    draws = [
        Drawn(DEPTH, {0: NEAR}, fragment=load(fragment("", "MOV result.color, {0, 1, 0, 1};"))),
        Drawn(DEPTH, {0: FAR}, fragment=load(fragment(EARLY, "MOV result.color, {1, 0, 0, 1};"))),
    ]
    assert picture_of(side, context, draws)[0, 0].tolist() == GREEN


def test_translations_say_so() -> None:
    """GLSL 4.20: a layout of the shader's inputs."""
    assert "layout(early_fragment_tests) in;" in translate(load(fragment(EARLY, KILLS)), "glsl430").source
