"""Blending with a second colour of each fragment, on both sides (ARB_blend_func_extended)."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest
from both_sides import SIDES, Drawn, color_of, constant

import nvrender
from nvrender.gl.state import Blend, State
from nvrender.glsl.link import DrawState, Link
from nvrender.glsl.translate import translate
from nvrender.gpu.draw import Mesh, Target
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.oracle.frame.draw import Primitives, Stages, draw
from nvrender.oracle.frame.frame import Frame
from nvrender.source import InputError, ProgramError

FIRST, SECOND, DESTINATION = (0.8, 0.4, 0.2, 0.6), (0.5, 0.25, 1.5, 0.2), (0.2, 0.8, 0.6, 0.8)
HEADER = "!!NVfp5.0 OPTION ARB_blend_func_extended;"
BOTH = f"{HEADER} MOV result.color.primary, {{{FIRST}}}; MOV result.color.secondary, {{{SECOND}}}; END"
BOTH = BOTH.replace("{(", "{").replace(")}", "}")
SQUARE = {3: constant(1.0, 1.0, 1.0, 1.0)}


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("blend", "expected"), [
    # What is fixed point is clamped first: the second colour's blue is 1.
    (Blend(True, "SRC1_COLOR", "ZERO"), (0.4, 0.1, 0.2, 0.12)),
    (Blend(True, "ZERO", "SRC1_COLOR"), (0.1, 0.2, 0.6, 0.16)),
    (Blend(True, "ONE_MINUS_SRC1_COLOR", "ZERO"), (0.4, 0.3, 0.0, 0.48)),
    (Blend(True, "ONE", "ONE_MINUS_SRC1_COLOR"), (0.9, 1.0, 0.2, 1.0)),
    (Blend(True, "SRC1_ALPHA", "ZERO"), (0.16, 0.08, 0.04, 0.12)),
    (Blend(True, "ZERO", "ONE_MINUS_SRC1_ALPHA"), (0.16, 0.64, 0.48, 0.64)),
    (Blend(True, "ONE", "ZERO", alpha_source="SRC1_ALPHA", alpha_destination="ONE_MINUS_SRC1_ALPHA"),
     (0.8, 0.4, 0.2, 0.76)),
    (Blend(True, "ONE", "SRC1_ALPHA", "FUNC_SUBTRACT"), (0.76, 0.24, 0.08, 0.44)),
])  # fmt: skip
def test_factors(context: moderngl.Context, side: str, blend: Blend, expected: Any) -> None:
    """4.1.7, table 4.2."""
    found = color_of(side, context, Drawn(State(blend=blend), SQUARE, fragment=load(BOTH)), clear=DESTINATION)
    assert np.abs(found - expected).max() < 1.1 / 255


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    "fragment", [None, "!!NVfp5.0 MOV result.color, 1; END", "!!ARBfp1.0 MOV result.color, 1; END"]
)
def test_a_second_colour_nobody_writes_is_0(
    context: moderngl.Context, side: str, fragment: str | None
) -> None:
    """docs/semantics.md."""
    blend = Blend(True, "ONE_MINUS_SRC1_COLOR", "SRC1_COLOR")
    one = Drawn(State(blend=blend), SQUARE, fragment=load(fragment) if fragment else None)
    assert np.abs(color_of(side, context, one, clear=DESTINATION) - 1.0).max() < 1.1 / 255


@pytest.mark.parametrize("side", SIDES)
def test_without_such_factors_second_colours_go_nowhere(context: moderngl.Context, side: str) -> None:
    one = Drawn(State(blend=Blend(True, "ONE", "ZERO")), SQUARE, fragment=load(BOTH))
    assert np.abs(color_of(side, context, one, clear=DESTINATION) - FIRST).max() < 1.1 / 255
    off = Drawn(State(blend=Blend(False, "SRC1_COLOR", "ZERO")), SQUARE, fragment=load(BOTH))
    assert np.abs(color_of(side, context, off, clear=DESTINATION) - FIRST).max() < 1.1 / 255


def test_floats_are_not_clamped() -> None:
    frame = Frame((2, 2), format="RGBA32F")
    frame.clear(DESTINATION)
    state = State(blend=Blend(True, "SRC1_COLOR", "ONE"))
    square = {0: np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]])}
    draw(frame, Stages(fragment=load(BOTH)), Primitives("QUADS", square), state, {})
    assert np.allclose(frame.colors[0], [0.6, 0.9, 0.9, 0.92])


def test_one_colour_buffer_alone(context: moderngl.Context) -> None:
    """MAX_DUAL_SOURCE_DRAW_BUFFERS is 1 at least, and nothing here asks for more."""
    state = State(blend=Blend(True, "SRC1_COLOR", "ZERO"))
    message = "blending with SRC1_COLOR or SRC1_ALPHA takes one colour buffer, and this target has 2"
    square = {0: np.float32([[-1, -1], [1, -1], [1, 1], [-1, 1]])}
    with pytest.raises(InputError, match=message):
        draw(Frame((2, 2), outputs=2), Stages(fragment=load(BOTH)), Primitives("QUADS", square), state, {})
    buffers = [context.renderbuffer((2, 2)) for _ in range(2)]
    framebuffer = context.framebuffer(buffers)
    framebuffer.use()
    with (
        Pipeline(context, fragment=load(BOTH), state=state) as pipeline,
        Mesh(context, square, primitive="QUADS") as mesh,
        pytest.raises(InputError, match=message),
    ):
        pipeline.draw(mesh)
    framebuffer.release()
    for buffer in buffers:
        buffer.release()


@pytest.mark.parametrize("side", SIDES)
def test_second_colours_of_later_buffers(context: moderngl.Context, side: str) -> None:
    """NV_gpu_program5 2.X.3.5 has them; a frame takes as many as MAX_DUAL_SOURCE_DRAW_BUFFERS."""
    text = f"{HEADER} OPTION ARB_draw_buffers; MOV result.color[1].secondary, {{1, 2, 3, 4}}; END"
    program = load(text)
    assert nvrender.run(program, backend=side)["color[1].secondary"].tolist() == [[1, 2, 3, 4]]
    with pytest.raises(InputError, match=r"writes result.color\[1\].secondary: a frame blends with a second"):
        color_of(side, context, Drawn(State(), SQUARE, fragment=program))


@pytest.mark.parametrize("side", SIDES)
def test_runs_over_arrays_give_both(side: str) -> None:
    found = nvrender.run(BOTH, backend=side)
    assert np.allclose(found["color[0]"], [FIRST]) and np.allclose(found["color[0].secondary"], [SECOND])


def test_translations_say_where_second_colours_go() -> None:
    """ARB_blend_func_extended 3.12.2: index 1; left out where no frame blends with them."""
    assert "layout(location = 0, index = 1) precise out vec4 second_color;" in translate(load(BOTH)).source
    assert "index = 1" not in translate(load(BOTH), link=Link(state=DrawState(second_colors=False))).source
    plain = load("!!NVfp5.0 MOV result.color, 1; END")
    assert "index = 1" not in translate(plain).source
    assert (
        "index = 1) out vec4 second_color;"
        in translate(plain, link=Link(state=DrawState(second_colors=True))).source
    )


def test_second_colours_need_their_option() -> None:
    """NV_gpu_program5 2.X.3.5."""
    with pytest.raises(ProgramError):
        load("!!NVfp5.0 MOV result.color.secondary, 1; END")


def test_samples_are_blended_each(context: moderngl.Context) -> None:
    corners = {0: [[-1, -1], [0.7, -0.8], [0.2, 0.9]]}
    state = State(blend=Blend(True, "SRC1_ALPHA", "ONE_MINUS_SRC1_ALPHA"))
    frame = Frame((8, 8), 4)
    frame.clear(DESTINATION)
    arrays = {0: np.float32(corners[0])}
    draw(frame, Stages(fragment=load(BOTH)), Primitives("TRIANGLES", arrays), state, {})
    with (
        Target(context, (8, 8), 4) as target,
        Pipeline(context, fragment=load(BOTH), state=state) as pipeline,
        Mesh(context, arrays, primitive="TRIANGLES") as mesh,
    ):
        target.clear(DESTINATION)
        pipeline.draw(mesh, target)
        assert np.abs(target.read().astype(int) - frame.picture()).max() <= 1
