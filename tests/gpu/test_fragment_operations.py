"""Per-fragment operations, on the GPU and on the oracle, against numbers worked by hand (OpenGL 1.5, 4.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import moderngl
import numpy as np
import pytest
from both_sides import SIDES, Drawn, color_of, constant, picture_of, resolvable
from drawing import SQUARE, close

from nvrender.gl.state import Blend, Depth, Fog, Light, PolygonOffset, State, Stencil
from nvrender.gl.state.checks import validate
from nvrender.gl.state.fragments import LOGIC_OPERATIONS
from nvrender.source import InputError

SOURCE, DESTINATION = (0.8, 0.4, 0.2, 0.6), (0.2, 0.4, 0.6, 0.8)
WHITE = {3: constant(1.0, 1.0, 1.0)}


def at(z: float) -> list[tuple[float, float, float]]:
    return [(float(x), float(y), z) for x, y in SQUARE]


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("blend", "expected"), [
    # Table 4.1: (1, 0.8, 0.8, 1.4), the difference, the difference the other way, the extremes.
    (Blend(True, "ONE", "ONE"), (1.0, 0.8, 0.8, 1.0)),
    (Blend(True, "ONE", "ONE", "FUNC_SUBTRACT"), (0.6, 0.0, 0.0, 0.0)),
    (Blend(True, "ONE", "ONE", "FUNC_REVERSE_SUBTRACT"), (0.0, 0.0, 0.4, 0.2)),
    (Blend(True, "ZERO", "ZERO", "MIN"), (0.2, 0.4, 0.2, 0.6)),
    (Blend(True, "ZERO", "ZERO", "MAX"), (0.8, 0.4, 0.6, 0.8)),
    # Alpha on its own: 0.6 · 0.6 + 0.8 · 0 beside sums, then a difference and an extreme of it.
    (Blend(True, "ONE", "ONE", alpha_source="SRC_ALPHA", alpha_destination="ZERO"), (1.0, 0.8, 0.8, 0.36)),
    (Blend(True, "ONE", "ZERO", alpha_destination="ONE", alpha_equation="FUNC_REVERSE_SUBTRACT"),
     (0.8, 0.4, 0.2, 0.2)),
    (Blend(True, "ONE", "ZERO", alpha_equation="MAX"), (0.8, 0.4, 0.2, 0.8)),
    # Table 4.2: constants (0.5, 0.25, 2 → 1, 0.5), and min(0.6, 1 - 0.8) = 0.2.
    (Blend(True, "CONSTANT_COLOR", "ZERO", color=(0.5, 0.25, 2.0, 0.5)), (0.4, 0.1, 0.2, 0.3)),
    (Blend(True, "ZERO", "ONE_MINUS_CONSTANT_COLOR", color=(0.5, 0.25, 2.0, 0.5)), (0.1, 0.3, 0.0, 0.4)),
    (Blend(True, "CONSTANT_ALPHA", "ONE_MINUS_CONSTANT_ALPHA", color=(0.0, 0.0, 0.0, 0.25)),
     (0.35, 0.4, 0.5, 0.75)),
    (Blend(True, "SRC_ALPHA_SATURATE", "ZERO"), (0.16, 0.08, 0.04, 0.6)),
])  # fmt: skip
def test_blending(context: moderngl.Context, side: str, blend: Blend, expected: Any) -> None:
    """4.1.7."""
    drawn = Drawn(State(blend=blend), {3: constant(*SOURCE)})
    close(color_of(side, context, drawn, clear=DESTINATION), expected)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("function", "passing"), [
    ("NEVER", []), ("LESS", [3]), ("LEQUAL", [2, 3]), ("GREATER", [1]), ("GEQUAL", [1, 2]), ("EQUAL", [2]),
    ("NOTEQUAL", [1, 3]), ("ALWAYS", [1, 2, 3]),
])  # fmt: skip
def test_the_stencil_test(context: moderngl.Context, side: str, function: str, passing: list[int]) -> None:
    """4.1.5: masked reference 2 (of 0xF2 and 3) ``function`` masked stored values."""
    for stored in (1, 2, 3):
        stencil = Stencil(True, function, reference=0xF2, mask=3)
        drawn = Drawn(State(stencil=stencil), WHITE)
        found = color_of(side, context, drawn, stencil=0x54 | stored)
        close(found[0], 1.0 if stored in passing else 0.0)


def stencil_of(side: str, context: moderngl.Context, *draws: Drawn, stencil: int) -> int:
    """The value left, found by drawing where it is each value's bits."""
    value = 0
    for bit in range(8):
        test = Stencil(True, "EQUAL", reference=1 << bit, mask=1 << bit)
        found = color_of(side, context, *draws, Drawn(State(stencil=test), WHITE), stencil=stencil)
        value |= int(found[0] == 1.0) << bit
    return value


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("operation", "values"), [
    ("KEEP", {0: 0, 5: 5, 255: 255}), ("ZERO", {5: 0}), ("REPLACE", {5: 0x2D}),
    ("INCR", {5: 6, 255: 255}), ("INCR_WRAP", {5: 6, 255: 0}), ("DECR", {5: 4, 0: 0}),
    ("DECR_WRAP", {5: 4, 0: 255}), ("INVERT", {5: 0xFA}),
])  # fmt: skip
def test_stencil_operations(
    context: moderngl.Context, side: str, operation: str, values: dict[int, int]
) -> None:
    """4.1.5, after both tests; REPLACE is by the reference, 0x2D, whatever the mask."""
    black = {3: constant(0.0, 0.0, 0.0, 0.0)}
    drawn = Drawn(State(stencil=Stencil(True, reference=0x2D, mask=1, depth_pass=operation)), black)
    for before, after in values.items():
        assert stencil_of(side, context, drawn, stencil=before) == after


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("function", "z", "left"), [("NEVER", 0.0, 0x11), ("ALWAYS", 0.9, 0x22),
                                                     ("ALWAYS", 0.0, 0x33)])  # fmt: skip
def test_what_decides_the_stencil_operation(
    context: moderngl.Context, side: str, function: str, z: float, left: int
) -> None:
    """4.1.5: fail, then depth_fail against 0.75, then depth_pass; only bits of the write mask change."""
    for reference in (0x11, 0x22, 0x33):
        words = {name: "REPLACE" if number == reference else "KEEP" for name, number in
                 (("fail", 0x11), ("depth_fail", 0x22), ("depth_pass", 0x33))}  # fmt: skip
        stencil = Stencil(True, function, reference=reference, write_mask=0x0F, **words)
        state = State(stencil=stencil, depth=Depth(True))
        drawn = Drawn(state, {0: at(z), 3: constant(0.0, 0.0, 0.0, 0.0)})
        found = stencil_of_depth(side, context, drawn)
        assert found == ((0x40 | (left & 0x0F)) if left == reference else 0x40)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("function", "z", "drawn"), [
    ("NEVER", 0.0, False), ("ALWAYS", 0.9, False), ("ALWAYS", 0.0, True),
])  # fmt: skip
def test_fragments_must_pass_both_tests(
    context: moderngl.Context, side: str, function: str, z: float, drawn: bool
) -> None:
    """4.1.5 and 4.1.6: neither colour nor depth is written otherwise; the depth is 0.75 before."""
    state = State(stencil=Stencil(True, function), depth=Depth(True))
    behind = Drawn(State(depth=Depth(True)), {0: at(0.7), 3: constant(0.0, 0.0, 1.0)})
    found = color_of(side, context, Drawn(state, {0: at(z), **WHITE}), behind, depth=0.75)
    close(found[:3], (1.0, 1.0, 1.0) if drawn else (0.0, 0.0, 0.0))


def stencil_of_depth(side: str, context: moderngl.Context, drawn: Drawn) -> int:
    """As ``stencil_of``, in a frame of depth 0.75 and stencil value 0x40."""
    value = 0
    for bit in range(8):
        test = State(stencil=Stencil(True, "EQUAL", reference=1 << bit, mask=1 << bit))
        found = color_of(side, context, drawn, Drawn(test, WHITE), stencil=0x40, depth=0.75)
        value |= int(found[0] == 1.0) << bit
    return value


@pytest.mark.parametrize("side", SIDES)
def test_faces_have_their_own_stencil(context: moderngl.Context, side: str) -> None:
    """OpenGL 2.0, 4.1.4: back_stencil for polygons that face back, stencil for all else."""
    stencil, back = Stencil(True, depth_pass="INCR"), Stencil(function="GREATER", reference=9, fail="DECR")
    state = State(stencil=stencil, back_stencil=back)
    black = {3: constant(0.0, 0.0, 0.0, 0.0)}
    assert stencil_of(side, context, Drawn(state, black), stencil=9) == 10
    assert stencil_of(side, context, Drawn(state, black | {0: SQUARE[::-1]}), stencil=9) == 8
    points = Drawn(state.with_(point_size=8.0), {0: [(0, 0)], 3: constant(0.0, count=1)}, "POINTS")
    assert stencil_of(side, context, points, stencil=9) == 10


@pytest.mark.parametrize("side", SIDES)
def test_squares_in_one_draw_count_themselves(context: moderngl.Context, side: str) -> None:
    """4.1.5: fragments at one place are operated on in order; the depth test of each sees those before."""
    squares = [vertex for z in (0.5, -0.5, 0.0) for vertex in at(z)]
    stencil = Stencil(True, depth_pass="INCR", depth_fail="INVERT")
    state = State(stencil=stencil, depth=Depth(True))
    drawn = Drawn(state, {0: squares, 3: constant(0.0, 0.0, 0.0, 0.0, count=12)})
    assert stencil_of(side, context, drawn, stencil=3) == 0xFF & ~5


@pytest.mark.parametrize("side", SIDES)
def test_the_scissor_test(context: moderngl.Context, side: str) -> None:
    """4.1.2: left ≤ x < left + width, and so with y from the bottom."""
    drawn = Drawn(State(scissor=(1, 2, 2, 5)), WHITE)
    found = picture_of(side, context, [drawn, Drawn(State(scissor=(0, 0, 0, 9)), WHITE)])
    assert found[:, :, 0].tolist() == [[0, 255, 255, 0], [0, 255, 255, 0], [0] * 4, [0] * 4]


@pytest.mark.parametrize("side", SIDES)
def test_the_color_mask(context: moderngl.Context, side: str) -> None:
    """4.2.2: components whose mask is false stay; depths are written all the same."""
    masked = State(color_mask=(True, False, False, True), depth=Depth(True))
    draws = [Drawn(masked, {0: at(0.0), 3: constant(*SOURCE)}),
             Drawn(State(depth=Depth(True)), {0: at(0.5), **WHITE})]  # fmt: skip
    close(color_of(side, context, *draws, clear=DESTINATION), (0.8, 0.4, 0.6, 0.6))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("number", "operation"), [*enumerate(LOGIC_OPERATIONS)])
def test_logical_operations(context: moderngl.Context, side: str, number: int, operation: str) -> None:
    """Table 4.3, whose operations are numbered by what they make of (1, 1), (1, 0), (0, 1) and (0, 0).

    Blending does not count (4.1.9).
    """
    source, destination = 0b00110011, 0b01010101
    bits = {(0, 0): 3, (0, 1): 2, (1, 0): 1, (1, 1): 0}
    expected = 0
    for place in range(8):
        pair = source >> place & 1, destination >> place & 1
        expected |= (number >> bits[pair] & 1) << place
    state = State(logic_op=operation, blend=Blend(True, "ONE", "ONE"))
    found = color_of(
        side, context, Drawn(state, {3: constant(*[source / 255] * 4)}), clear=(destination / 255,) * 4
    )
    assert np.rint(found * 255).tolist() == [expected] * 4


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("factor", "units", "passes"), [
    (0.0, 0.0, True), (0.0, -2.0, True), (0.0, 2.0, False), (1.0, 0.0, False), (-1.0, 2.0, True),
    (0.5, -2.0**22, True),
])  # fmt: skip
def test_polygon_offset(
    context: moderngl.Context, side: str, factor: float, units: float, passes: bool
) -> None:
    """3.5.5: m is the slope, here 1/8 a pixel; units are of the smallest difference of depths."""
    tilted = [(float(x), float(y), 0.5 * float(x)) for x, y in SQUARE]
    offset = PolygonOffset(True, factor, units)
    moved = State(depth=Depth(True, "LEQUAL"), polygon_offset=offset)
    draws = [Drawn(State(depth=Depth(True)), {0: tilted, 3: constant(0.0, 0.0, 0.0)}),
             Drawn(moved, {0: tilted, **WHITE})]  # fmt: skip
    found = picture_of(side, context, draws)
    assert (found[:, :, 0] == (255 if passes else 0)).all()


@pytest.mark.parametrize("side", SIDES)
def test_how_far_a_polygon_is_moved(context: moderngl.Context, side: str) -> None:
    """3.5.5: depths run from 0 to 1/2 over 4 pixels, so that m is 1/8; a factor of 2 moves them by 1/4.

    In column 1 the depth is 3/16, moved 7/16.
    """
    tilted = [(float(x), float(y), 0.5 * float(x) - 0.5) for x, y in SQUARE]
    offset = State(depth=Depth(True), polygon_offset=PolygonOffset(True, 2.0, 0.0))
    for depth, passes in ((7 / 16 + 1 / 64, True), (7 / 16 - 1 / 64, False)):
        found = picture_of(side, context, [Drawn(offset, {0: tilted, **WHITE})], depth=depth)
        assert (found[:, 1, 0] == (255 if passes else 0)).all()


def test_the_difference_that_units_count(context: moderngl.Context) -> None:
    """3.5.5: r is the implementation's, one for all depths, and can be resolved; the oracle's is 2⁻²³."""
    r = resolvable(context)
    assert 2.0**-24 * (1 - 2.0**-16) < r < 2.0**-20
    offset = State(depth=Depth(True), polygon_offset=PolygonOffset(True, 0.0, 2.0**21))
    for side in SIDES:
        for z in (-0.9, 0.0, 0.4):
            for away, passes in ((1e-4, 1.0), (-1e-4, 0.0)):
                drawn = Drawn(offset, {0: at(z), **WHITE})
                assert color_of(side, context, drawn, depth=(z + 1) / 2 + 0.25 + away)[0] == passes, (side, z)


@pytest.mark.parametrize("side", SIDES)
def test_lines_and_points_are_not_moved(context: moderngl.Context, side: str) -> None:
    """3.5.5: the offset is of polygons that are filled."""
    for primitive, positions in (("LINES", [(-1.0, 0.1), (1.0, 0.1)]), ("POINTS", [(0.1, 0.1)])):
        state = State(depth=Depth(True, "LEQUAL"), polygon_offset=PolygonOffset(True, 0.0, 2.0**22))
        drawn = Drawn(state, {0: positions, 3: constant(1.0, 1.0, 1.0, count=len(positions))}, primitive)
        assert picture_of(side, context, [drawn], depth=0.5)[:, :, 0].max() == 255


@pytest.mark.parametrize("side", SIDES)
def test_wide_lines(context: moderngl.Context, side: str) -> None:
    """3.4.2: an x-major line is as many pixels high as it is wide."""
    line = Drawn(
        State(line_width=3.0), {0: [(-1.0, 0.125), (1.0, 0.125)], 3: constant(1.0, count=2)}, "LINES"
    )
    found = picture_of(side, context, [line], size=(8, 8))
    assert (found[:, :, 0] == 255).sum(axis=0).tolist() == [3] * 8


def test_a_callers_context_is_left_as_found(
    foreign_context: moderngl.Context, snapshot: Callable[[moderngl.Context], dict[str, object]]
) -> None:
    state = State(
        blend=Blend(True, "ONE", "CONSTANT_COLOR", "FUNC_SUBTRACT", color=DESTINATION),
        stencil=Stencil(True, "NOTEQUAL", 3, 0x0F, "INCR", "DECR", "INVERT", 0xF0),
        back_stencil=Stencil(True, "LESS", 5, 0x1F, write_mask=7),
        polygon_offset=PolygonOffset(True, 1.0, 2.0), color_mask=(True, False, True, False),
        scissor=(0, 0, 2, 2), logic_op="XOR", line_width=2.0,
    )  # fmt: skip
    before = snapshot(foreign_context)
    picture_of("gpu", foreign_context, [Drawn(state, WHITE)], stencil=3)
    assert snapshot(foreign_context) == before


@pytest.mark.parametrize(("state", "words"), [
    (State(blend=Blend(True, "ONE", "SRC_ALPHA_SATURATE")), "state.blend.destination is 'SRC_ALPHA_SAT"),
    (State(blend=Blend(equation="ADD")), "state.blend.equation is 'ADD'; it must be one of 'FUNC_ADD'"),
    (State(blend=Blend(alpha_source="HALF")), "state.blend.alpha_source is 'HALF'"),
    (State(stencil=Stencil(fail="TOGGLE")), "state.stencil.fail is 'TOGGLE'"),
    (State(back_stencil=Stencil(function="SAME")), "state.back_stencil.function is 'SAME'"),
    (State(logic_op="PLUS"), "state.logic_op is 'PLUS'"),
    (State(scissor=(0, 0, -1, 2)), "state.scissor is (0, 0, -1, 2)"),
    (State(line_width=0.0), "state.line_width is 0.0"),
    (State(depth=Depth("yes")), "state.depth.enabled is 'yes'; it must be True or False"),
    (State(depth=Depth(True, write=2)), "state.depth.write is 2; it must be True or False"),
    (State(depth=True), "state.depth is True; it must be a nvrender.gl.state.Depth"),
    (State(line_width="wide"), "state.line_width is 'wide'; it must be a number"),
    (State(cull_face=True), "state.cull_face is True; it must be a word"),
    (State(fog=Fog(color=(1.0, 1.0, 1.0))), "state.fog.color has 3 entries; there are 4"),
    (State(fog=Fog(color="white")), "state.fog.color is 'white'; it must be a tuple"),
    (State(viewport=(0, 0, 3.5, 2)), "state.viewport[2] is 3.5; it must be a whole number"),
    (State(lights=(Light(True, position=(0, 1, None, 0)),)), "state.lights[0].position[2] is None; it must"),
    (State(integer_attributes=frozenset({"0"})), "state.integer_attributes['0'] is '0'; it must be a whole"),
])  # fmt: skip
def test_what_gl_refuses(state: State, words: str) -> None:
    """4.1.2 to 4.1.9."""
    with pytest.raises(InputError) as caught:
        validate(state)
    assert words in str(caught.value)
