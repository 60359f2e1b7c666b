"""Attributes elsewhere in the pixel, samples and their masks: oracle and GPU draw what the equations say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt
import pytest
from both_sides import SIDES, Drawn, picture_of

import nvrender
from nvrender.gl.state import State
from nvrender.glsl.link import DrawState, Link
from nvrender.glsl.translate import translate
from nvrender.gpu.context.target import wrong_away_from_centers
from nvrender.gpu.pipeline.pipeline import Pipeline
from nvrender.languages.load import load
from nvrender.source import InputError, TargetError

SIZE = (16, 16)
#: A triangle whose corners, at sub-pixels, are 1, 2 and 3 away, so that perspective counts.
DEPTHS = np.array([1.0, 2.0, 3.0])
CORNERS = np.array([[0.8125, 1.296875], [15.59375, 2.421875], [8.828125, 15.265625]])
POSITIONS = np.column_stack(
    [(CORNERS / 8.0 - 1.0) * DEPTHS[:, None], np.array([-0.5, 0.2, 0.7]) * DEPTHS, DEPTHS]
)
VALUES = np.array([[0.0, 1.0, 0.5, 1.0], [1.0, 0.0, 0.2, 1.0], [0.3, 0.4, 1.0, 1.0]])
#: Where llvmpipe's four samples, and the oracle's, lie in a pixel.
PLACES = np.array([[0.375, 0.125], [0.875, 0.375], [0.125, 0.625], [0.625, 0.875]])
VERTEX = load(
    "!!NVvp5.0 MOV result.position, vertex.attrib[0]; MOV result.attrib[1], vertex.attrib[1];"
    "MOV result.color, vertex.attrib[1]; MOV result.texcoord[0], vertex.attrib[1].yxzw; END"
)
Field = Callable[[Any, Any], npt.NDArray[np.float64]]


def shares(x: Any, y: Any) -> npt.NDArray[np.float64]:
    """Barycentric coordinates of window coordinates, (…, 3) (OpenGL 1.5, 3.5.1)."""
    corners = np.column_stack([CORNERS, np.ones(3)])
    return np.stack(np.broadcast_arrays(x, y, 1.0), axis=-1) @ np.linalg.inv(corners)


def perspective(x: Any, y: Any) -> npt.NDArray[np.float64]:
    """Equation 3.6 of OpenGL 1.5."""
    weights = shares(x, y) / DEPTHS
    return np.asarray(weights @ VALUES / weights.sum(axis=-1, keepdims=True))


def linear(x: Any, y: Any) -> npt.NDArray[np.float64]:
    """Equation 3.7."""
    return np.asarray(shares(x, y) @ VALUES)


def covered() -> npt.NDArray[np.bool_]:
    """(16, 16, 4), bottom row first: which samples lie in the triangle."""
    y, x = np.mgrid[0:16, 0:16]
    return np.stack([(shares(x + right, y + up) > 0).all(axis=-1) for right, up in PLACES], axis=-1)


def drawn(
    side: str, context: moderngl.Context, text: str, samples: int = 4, **options: Any
) -> npt.NDArray[np.float64]:
    """(16, 16, 4), bottom row first, 0 to 1."""
    options = {"state": State(), "program": VERTEX, "primitive": "TRIANGLES"} | options
    attributes: Mapping[int, Any] = options.pop("attributes", {0: POSITIONS, 1: VALUES})
    one = Drawn(attributes=attributes, fragment=load(f"!!NVfp5.0\n{text}\nEND"), **options)
    image = picture_of(side, context, [one], size=SIZE, samples=samples)
    return np.asarray(image[::-1] / 255.0)


def resolved(field: Field, offsets: Any = None) -> npt.NDArray[np.float64]:
    """What frames of four samples show of colours at the centre, or at ``offsets`` of each sample."""
    y, x = np.mgrid[0:16, 0:16]
    places = np.full((4, 2), 0.5) if offsets is None else offsets
    values = np.stack([field(x + right, y + up) for right, up in places], axis=-2)
    return np.asarray((np.clip(values, 0.0, 1.0) * covered()[..., None]).mean(axis=-2))


def close(found: npt.NDArray[np.float64], wanted: npt.NDArray[np.float64]) -> bool:
    return bool(np.abs(found - wanted).max() < 2.1 / 255)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("modifier", ["", "CENTROID", "SAMPLE"])
@pytest.mark.parametrize(
    ("instruction", "place"),
    [
        ("IPAO result.color, a, {0.375, -0.5, 8, 9};", (0.875, 0.0)),
        ("IPAO result.color, a, {-9, 0.25};", (0.0, 0.75)),
        ("TEMP r; MOV r, {0.25, 9, 9, 9}; IPAO result.color, a, -|r.xxyw|;", (0.25, 0.25)),
        ("IPAS result.color, a, 1;", (0.875, 0.375)),
        ("IPAS result.color, a, 2;", (0.125, 0.625)),
        ("IPAS result.color, a, 4;", (0.5, 0.5)),
    ],
)
def test_attributes_elsewhere(
    context: moderngl.Context, side: str, modifier: str, instruction: str, place: tuple[float, float]
) -> None:
    """NV_gpu_program5 2.X.8, IPAO and IPAS: CENTROID and SAMPLE are ignored; no sample is the centre."""
    found = drawn(side, context, f"{modifier} ATTRIB a = fragment.attrib[1]; {instruction}")
    assert close(found, resolved(perspective, np.tile(place, (4, 1))))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("far", [0, 1, 2])
def test_attributes_elsewhere_where_one_corner_is_far(context: moderngl.Context, side: str, far: int) -> None:
    """Equation 3.6 of OpenGL 1.5: 1/w changes to the right, or upwards, alone."""
    depths = np.ones(3)
    depths[far] = 12.0
    positions = np.column_stack([(CORNERS / 8.0 - 1.0) * depths[:, None], np.zeros(3), depths])

    def field(x: Any, y: Any) -> npt.NDArray[np.float64]:
        weights = shares(x, y) / depths
        return np.asarray(weights @ VALUES / weights.sum(axis=-1, keepdims=True))

    for offset in ((0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)):
        text = f"IPAO result.color, fragment.attrib[1], {{{offset[0]}, {offset[1]}}};"
        found = drawn(side, context, text, attributes={0: positions, 1: VALUES})
        assert close(found, resolved(field, np.tile((0.5 + offset[0], 0.5 + offset[1]), (4, 1))))


@pytest.mark.parametrize("side", SIDES)
def test_attributes_without_perspective_elsewhere(context: moderngl.Context, side: str) -> None:
    """NV_gpu_program5 2.X.8, IPAO: NOPERSPECTIVE and FLAT operate normally."""
    text = "NOPERSPECTIVE ATTRIB a = fragment.attrib[1]; IPAO result.color, a, {0.375, -0.5};"
    assert close(drawn(side, context, text), resolved(linear, np.tile((0.875, 0.0), (4, 1))))
    text = "FLAT ATTRIB a = fragment.attrib[1]; IPAO result.color, a, {0.375, -0.5};"
    found = drawn(side, context, text)
    assert close(found, resolved(lambda x, y: np.broadcast_to(VALUES[2], (*np.shape(x), 4))))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("text", [
    "IPAC result.color, fragment.attrib[1];",
    "CENTROID ATTRIB a = fragment.attrib[1]; MOV result.color, a;",
])  # fmt: skip
def test_the_centroid(context: moderngl.Context, side: str, text: str) -> None:
    """NV_gpu_program5 2.X.8, IPAC; NV_fragment_program4 2.X.3.1: inside the primitive, here at a sample."""
    inside = covered()
    first = PLACES[inside.argmax(axis=-1)]
    places = np.where((inside.any(axis=-1) & ~inside.all(axis=-1))[..., None], first, 0.5)
    y, x = np.mgrid[0:16, 0:16]
    wanted = perspective(x + places[..., 0], y + places[..., 1]) * inside.mean(axis=-1)[..., None]
    assert close(drawn(side, context, text), wanted)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("modifier", "field"), [("", perspective), ("NOPERSPECTIVE ", linear)])
def test_attributes_of_samples(context: moderngl.Context, side: str, modifier: str, field: Field) -> None:
    """NV_gpu_program5 2.X.2: each sample runs the program with the attribute at its place."""
    text = f"{modifier}SAMPLE ATTRIB a = fragment.attrib[1]; MOV result.color, a;"
    assert close(drawn(side, context, text), resolved(field, PLACES))


@pytest.mark.parametrize("side", SIDES)
def test_each_sample_is_killed_by_itself(context: moderngl.Context, side: str) -> None:
    """ARB_sample_shading: each sample is a fragment; NV_fragment_program4 2.X.8, KIL."""
    text = """SAMPLE ATTRIB a = fragment.attrib[1]; TEMP r; SUB r, a.x, 0.4; KIL r.x; MOV result.color, 1;"""
    y, x = np.mgrid[0:16, 0:16]
    values = np.stack([perspective(x + right, y + up)[..., 0] for right, up in PLACES], axis=-1)
    assert np.abs(values - 0.4).min() > 1e-4
    assert close(drawn(side, context, text)[..., 0], (covered() & (values > 0.4)).mean(axis=-1))


@pytest.mark.parametrize("side", SIDES)
def test_numbers_and_masks_of_samples(context: moderngl.Context, side: str) -> None:
    """NV_gpu_program5 2.X.3.2: a bit for each sample covered; of one sample run by itself that one's."""
    inside = covered()
    whole = "I2F.U r, fragment.samplemask.x; MUL result.color, r.x, 0.0625;"
    bits = inside @ (1 << np.arange(4))
    share = inside.mean(axis=-1)
    assert close(drawn(side, context, f"TEMP r; {whole}")[..., 0], bits / 16.0 * share)
    own = (inside * (1 << np.arange(4)) / 16.0).mean(axis=-1)
    number = "I2F r, fragment.sampleid.x; MUL result.color.y, r.x, 0.25;"
    found = drawn(side, context, f"TEMP r; {whole} {number}")
    assert close(found[..., 0], own)
    assert close(found[..., 1], (inside * np.arange(4) / 4.0).mean(axis=-1))
    sampled = f"TEMP r; SAMPLE ATTRIB a = fragment.attrib[1]; {whole} MOV result.color.y, a.x;"
    assert close(drawn(side, context, sampled)[..., 0], own)


@pytest.mark.parametrize("side", SIDES)
def test_frames_of_one_sample(context: moderngl.Context, side: str) -> None:
    """NV_gpu_program5 2.X.3.2 and 2.X.8, IPAS: one sample at the centre, and masks that leave it alone."""
    text = """TEMP r; SAMPLE ATTRIB a = fragment.attrib[1];
    I2F.U r.x, fragment.samplemask.x; I2F r.y, fragment.sampleid.x; IPAS r.z, a, 3; MOV r.w, a.x;
    MOV.U result.samplemask, 0; MOV result.color, r;"""
    y, x = np.mgrid[0:16, 0:16]
    inside = (shares(x + 0.5, y + 0.5) > 0).all(axis=-1)
    values = perspective(x + 0.5, y + 0.5)
    ones, zeros = np.ones((16, 16)), np.zeros((16, 16))
    wanted = np.stack([ones, zeros, values[..., 2], values[..., 0]], axis=-1) * inside[..., None]
    assert close(drawn(side, context, text, samples=0), wanted)


@pytest.mark.parametrize("side", SIDES)
def test_masks_that_programs_write(context: moderngl.Context, side: str) -> None:
    """NV_gpu_program5 2.X.3.5: samples without a bit are not drawn; all are where none is written."""
    inside = covered()
    found = drawn(side, context, "MOV.U result.samplemask, 5; MOV result.color, 1;")
    assert close(found[..., 0], (inside & np.array([True, False, True, False])).mean(axis=-1))
    text = (
        "TEMP r; SGT.CC r, fragment.attrib[1].x, 0.4; MOV.S result.samplemask (NE.x), 8; MOV result.color, 1;"
    )
    y, x = np.mgrid[0:16, 0:16]
    value = perspective(x + 0.5, y + 0.5)[..., 0]
    wanted = np.where(value[..., None] > 0.4, inside & np.array([False, False, False, True]), inside)
    assert close(drawn(side, context, text)[..., 0], wanted.mean(axis=-1))


@pytest.mark.parametrize("side", SIDES)
def test_where_a_sample_lies(context: moderngl.Context, side: str) -> None:
    """fragment.position of a sample run by itself is the sample's (docs/semantics.md)."""
    text = """SAMPLE ATTRIB a = fragment.attrib[1]; TEMP r;
    MUL r, fragment.position, {0.0625, 0.0625, 1, 1}; MOV result.color.xyz, r; MOV result.color.w, a.w;"""
    depths = np.array([-0.5, 0.2, 0.7]) * 0.5 + 0.5

    def field(x: Any, y: Any) -> npt.NDArray[np.float64]:
        return np.stack([x / 16.0, y / 16.0, shares(x, y) @ depths, np.ones(np.shape(x))], axis=-1)

    assert close(drawn(side, context, text), resolved(field, PLACES))


@pytest.mark.parametrize("side", SIDES)
def test_positions_elsewhere(context: moderngl.Context, side: str) -> None:
    """NV_gpu_program5 2.X.8, IPAO: fragment.position moves with the offset, and so do z and 1/w."""
    depths = np.array([-0.5, 0.2, 0.7]) * 0.5 + 0.5

    def field(x: Any, y: Any) -> npt.NDArray[np.float64]:
        return np.stack([x / 16, y / 16, shares(x, y) @ depths, shares(x, y) @ (1 / DEPTHS)], axis=-1)

    text = "TEMP r; IPAO r, fragment.position, {0.25, -0.5}; MUL result.color, r, {0.0625, 0.0625, 1, 1};"
    assert close(drawn(side, context, text), resolved(field, np.tile((0.75, 0.0), (4, 1))))
    flipped = f"OPTION ARB_fragment_coord_origin_upper_left; {text}"

    def below(x: Any, y: Any) -> npt.NDArray[np.float64]:
        return np.asarray(
            np.concatenate([x[..., None] / 16, 1 - y[..., None] / 16, field(x, y)[..., 2:]], axis=-1)
        )

    assert close(drawn(side, context, flipped), resolved(below, np.tile((0.75, 0.0), (4, 1))))


@pytest.mark.parametrize("side", SIDES)
def test_elements_chosen_at_run_time_and_both_sides(context: moderngl.Context, side: str) -> None:
    """NV_gpu_program4 2.X.4.2 in IPAO's operand, signs after interpolation (NV_gpu_program5 issue 8)."""
    text = """ATTRIB t[] = { fragment.texcoord[0..1] }; TEMP r; INT TEMP i;
    MOV.S i, {0, 1, 2, 0}; IPAO r, -t[i.x].yxzw, {0.25, -0.5}; IPAO r.w, |t[i.z]|, {0.5, 0.5};
    MOV result.color, -r;"""

    def field(x: Any, y: Any) -> npt.NDArray[np.float64]:
        return np.asarray(perspective(x, y) * np.array([1.0, 1.0, 1.0, 0.0]))

    found = drawn(side, context, text)
    assert close(found, resolved(field, np.tile((0.75, 0.0), (4, 1))))
    text = "IPAO result.color, fragment.color, {0.25, -0.5};"
    state = State(
        vertex_program_two_side=True, front_face="CW"
    )  # what is seen is the back, which is not written
    back = drawn(side, context, text, state=state)
    assert close(back[..., :3], np.zeros((16, 16, 3))) and close(back[..., 3], covered().mean(axis=-1))
    assert close(drawn(side, context, text), resolved(perspective, np.tile((0.75, 0.0), (4, 1))))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("samples", [0, 4])
def test_point_coordinates(context: moderngl.Context, side: str, samples: int) -> None:
    """NV_gpu_program5 2.X.3.2: (s, t) of section 3.3.1; 0 elsewhere (docs/semantics.md)."""
    state = State(point_size=8.0)
    point = {0: [[0.0, 0.0, 0.0, 1.0]], 1: [[0.0, 0.0, 0.0, 1.0]]}
    options: dict[str, Any] = {"state": state, "primitive": "POINTS", "attributes": point, "samples": samples}
    text = "MOV result.color, fragment.pointcoord; MOV result.color.w, 1;"
    found = drawn(side, context, text, **options)
    y, x = np.mgrid[0:16, 0:16] + 0.5
    inside = (np.abs(x - 8) < 4) & (np.abs(y - 8) < 4)
    wanted = np.stack([(x - 4) / 8, (12 - y) / 8, np.zeros((16, 16)), np.ones((16, 16))], axis=-1)
    assert close(found, wanted * inside[..., None])
    moved = drawn(side, context, text.replace("MOV", "IPAO", 1).replace(";", ", {0.5, 0.25};", 1), **options)
    wanted = np.stack([(x - 3.5) / 8, (11.75 - y) / 8, np.zeros((16, 16)), np.ones((16, 16))], axis=-1)
    assert close(moved, np.clip(wanted, 0, 1) * inside[..., None])
    triangle = drawn(side, context, text, samples=samples)
    assert triangle[..., 3].any() and not triangle[..., :3].any()


def test_wrong_interpolation_is_found_and_mended(context: moderngl.Context) -> None:
    """The probe's answer is in the shaders; without the divisor llvmpipe is off away from centres."""
    fragment = load("!!NVfp5.0 IPAO result.color, fragment.attrib[1], {0.5, 0}; END")
    with Pipeline(context, VERTEX, fragment) as pipeline:
        mended = "interpolated_weight" in pipeline.sources[-1]
    assert mended == wrong_away_from_centers(context).weighted
    assert (
        "interpolated_weight"
        in translate(fragment, "glsl430", link=Link(state=DrawState(weighted=True))).source
    )
    assert "interpolated_weight" not in translate(fragment, "glsl430").source


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("IPAC result.color, fragment.attrib[1];", "1:11: IPAC needs GLSL 4.00"),
        ("SAMPLE ATTRIB a = fragment.attrib[1]; MOV result.color, a;", r"1:49: fragment.attrib\[1\] needs"),
        ("MOV.S result.color, fragment.sampleid;", "1:11: fragment.sampleid needs GLSL 4.00"),
        ("MOV.U result.color, fragment.samplemask;", "1:11: fragment.samplemask needs GLSL 4.00"),
        ("MOV.U result.samplemask, 1;", "1:11: result.samplemask needs GLSL 4.00"),
        ("OPTION NV_early_fragment_tests; MOV result.color, 1;", "NV_early_fragment_tests needs GLSL 4.20"),
    ],
)
def test_what_glsl_330_has_not(text: str, what: str) -> None:
    with pytest.raises(TargetError, match=f"{what}.* which glsl330 is not; glsl430 has"):
        translate(load(f"!!NVfp5.0 {text} END"), "glsl330")


POSITION_DEPTHS = np.array([-0.5, 0.2, 0.7]) * 0.5 + 0.5
SCALED = "MUL result.color, r, {0.0625, 0.0625, 1, 1};"


def position(x: Any, y: Any) -> npt.NDArray[np.float64]:
    """``fragment.position`` of the triangle, x and y over 16."""
    z, w = shares(x, y) @ POSITION_DEPTHS, shares(x, y) @ (1 / DEPTHS)
    return np.stack(np.broadcast_arrays(x / 16.0, y / 16.0, z, w), axis=-1)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("number", "place"), [(0, PLACES[0]), (3, PLACES[3]), (4, (0.5, 0.5)), (-1, (0.5, 0.5))]
)
def test_positions_of_samples(
    context: moderngl.Context, side: str, number: int, place: tuple[float, float]
) -> None:
    """NV_gpu_program5 2.X.8, IPAS excludes facing and primitive.id alone."""
    text = f"TEMP r, i; MOV.S i, {number}; IPAS r, fragment.position, i.x; {SCALED}"
    assert close(drawn(side, context, text), resolved(position, np.tile(place, (4, 1))))
    single = drawn(side, context, text, samples=0)
    y, x = np.mgrid[0:16, 0:16] + 0.5
    inside = (shares(x, y) > 0).all(axis=-1)
    assert close(single, position(x, y) * inside[..., None])


@pytest.mark.parametrize("side", SIDES)
def test_1_over_w_of_a_sample_that_nothing_else_is_taken_at(context: moderngl.Context, side: str) -> None:
    """NV_gpu_program5 2.X.2: the number alone runs a program for each sample (docs/semantics.md)."""
    text = f"TEMP r; I2F r, fragment.sampleid.x; MAD r, r, 0, fragment.position; {SCALED}"
    assert close(drawn(side, context, text), resolved(position, PLACES))


@pytest.mark.parametrize("side", SIDES)
def test_positions_of_centroids(context: moderngl.Context, side: str) -> None:
    """NV_gpu_program5 2.X.8, IPAC: where IPAC takes every attribute."""
    inside = covered()
    first = PLACES[inside.argmax(axis=-1)]
    places = np.where((inside.any(axis=-1) & ~inside.all(axis=-1))[..., None], first, 0.5)
    y, x = np.mgrid[0:16, 0:16]
    wanted = position(x + places[..., 0], y + places[..., 1]) * inside.mean(axis=-1)[..., None]
    assert close(drawn(side, context, f"TEMP r; IPAC r, fragment.position; {SCALED}"), wanted)


@pytest.mark.parametrize("side", SIDES)
def test_the_centroid_of_a_sample_run_by_itself(context: moderngl.Context, side: str) -> None:
    """It is that sample (docs/semantics.md)."""
    sample = "SAMPLE ATTRIB a = fragment.attrib[0]; MOV result.color[1], a;"
    text = f"OPTION ARB_draw_buffers; {sample} IPAC result.color[0], fragment.attrib[1];"
    assert close(drawn(side, context, text), resolved(perspective, PLACES))
    plain = f"{sample} IPAC result.color[0], b;"
    text = f"OPTION ARB_draw_buffers; NOPERSPECTIVE ATTRIB b = fragment.attrib[1]; {plain}"
    assert close(drawn(side, context, text), resolved(linear, PLACES))
    scaled = SCALED.replace("color", "color[0]")
    text = f"OPTION ARB_draw_buffers; TEMP r; {sample} IPAC r, fragment.position; {scaled}"
    assert close(drawn(side, context, text), resolved(position, PLACES))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("instruction", "place"),
    [("IPAO r, fragment.position, {0.25, -0.5};", (0.75, 0.0)), ("IPAS r, fragment.position, 1;", PLACES[1])],
)
def test_positions_elsewhere_of_samples_run_by_themselves(
    context: moderngl.Context, side: str, instruction: str, place: tuple[float, float]
) -> None:
    """NV_gpu_program5 2.X.8: from the centre, not from the fragment's own sample."""
    text = f"SAMPLE ATTRIB a = fragment.attrib[1]; TEMP r; {instruction} {SCALED} MUL result.color.w, a.w, r;"
    assert close(drawn(side, context, text), resolved(position, np.tile(place, (4, 1))))
    flipped = drawn(side, context, f"OPTION ARB_fragment_coord_origin_upper_left; {text}")

    def below(x: Any, y: Any) -> npt.NDArray[np.float64]:
        found = position(x, y)
        found[..., 1] = 1 - found[..., 1]
        return found

    assert close(flipped, resolved(below, np.tile(place, (4, 1))))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("sampled", [False, True])
def test_coordinates_in_points_elsewhere(context: moderngl.Context, side: str, sampled: bool) -> None:
    """NV_gpu_program5 2.X.8, IPAC and IPAS of fragment.pointcoord: the point's own coordinates there."""
    state = State(point_size=8.25)
    point = {0: [[0.0390625, 0.0390625, 0.0, 1.0]], 1: [[0.0, 0.0, 0.0, 1.0]]}
    options: dict[str, Any] = {"state": state, "primitive": "POINTS", "attributes": point}
    own = "MOV result.color.w, 1;"
    if sampled:
        own = "SAMPLE ATTRIB a = fragment.attrib[1]; MOV result.color.w, a.w;"
    y, x = np.mgrid[0:16, 0:16]
    inside = np.stack(
        [(np.abs(x + dx - 8.3125) < 4.125) & (np.abs(y + dy - 8.3125) < 4.125) for dx, dy in PLACES], axis=-1
    )

    def field(right: Any, up: Any) -> npt.NDArray[np.float64]:
        s, t = (x + right - 4.1875) / 8.25, (12.4375 - y - up) / 8.25
        coordinates = np.clip(np.stack(np.broadcast_arrays(s, t, 0.0, 1.0), axis=-1), 0.0, 1.0)
        return np.asarray(coordinates * inside.mean(axis=-1)[..., None])

    found = drawn(side, context, f"{own} MOV result.color.xyz, fragment.pointcoord;", **options)
    assert close(found, field(0.5, 0.5))
    found = drawn(side, context, f"{own} IPAS result.color.xyz, fragment.pointcoord, 1;", **options)
    assert close(found, field(0.875, 0.375))
    found = drawn(side, context, f"{own} IPAC result.color.xyz, fragment.pointcoord;", **options)
    first = PLACES[inside.argmax(axis=-1)]
    places = np.where((inside.any(axis=-1) & ~inside.all(axis=-1))[..., None], first, 0.5)
    wanted = field(places[..., 0], places[..., 1])
    if sampled:  # docs/semantics.md
        each = [field(*place) / np.maximum(inside.mean(axis=-1), 0.25)[..., None] for place in PLACES]
        wanted = np.mean([one * inside[..., n, None] for n, one in enumerate(each)], axis=0)
    assert close(found, wanted)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    "instruction", ["IPAC r, a;", "IPAS r, a, 1;", "IPAO r, a, {0.5, -0.25};", "MOV r, a;"]
)
@pytest.mark.parametrize("modifier", ["", "CENTROID", "SAMPLE"])
def test_attributes_elsewhere_in_points(
    context: moderngl.Context, side: str, instruction: str, modifier: str
) -> None:
    """They do not change over a point (OpenGL 1.5, 3.3); llvmpipe's functions give anything there."""
    color = (0.25, 0.5, 0.75, 1.0)
    point = {0: [[0.0390625, 0.0390625, 0.0, 2.0]], 1: [color]}
    text = f"TEMP r; {modifier} ATTRIB a = fragment.attrib[1]; {instruction} MOV result.color, r;"
    state = State(point_size=8.0)
    found = drawn(side, context, text, state=state, primitive="POINTS", attributes=point)
    assert close(found[8, 8], np.array(color)) and close(found[1, 1], np.zeros(4))


def test_ports_say_what_they_must_be_told() -> None:
    """No GLSL says where samples lie; IPAO alone needs none."""
    texts = ["IPAC result.color, fragment.position;", "IPAS result.color, fragment.position, 1;"]
    for text in texts:
        source = translate(load(f"!!NVfp5.0 {text} END"), "glsl430").source
        assert "GL_SAMPLE_POSITION" in source and "uniform vec2 sample_places[32];" in source
    for text in (texts[0].replace("position", "attrib[0]"), texts[1].replace("position", "texcoord[0]"),
                 "IPAO result.color, fragment.position, 1;"):  # fmt: skip
        assert "sample_places" not in translate(load(f"!!NVfp5.0 {text} END"), "glsl430").source


@pytest.mark.parametrize("backend", ["oracle", "gpu"])
def test_what_arrays_of_fragments_are_given(backend: str) -> None:
    """docs/semantics.md: one sample, covered; no point; whole numbers must be whole."""
    text = """!!NVfp5.0 OPTION ARB_draw_buffers; MOV.S result.color[0], fragment.sampleid;
    MOV.U result.color[1], fragment.samplemask; MOV result.color[2], fragment.pointcoord;
    MOV.U result.samplemask (FL), 3; END"""
    found = nvrender.run(text, count=2, backend=backend)
    assert found["color[0]"].view(np.uint32).tolist() == [[0, 0, 0, 0]] * 2
    assert found["color[1]"].view(np.uint32).tolist() == [[1, 0, 0, 0]] * 2
    assert found["color[2]"].tolist() == [[0, 0, 0, 0]] * 2
    assert found["samplemask"].view(np.uint32).tolist() == [[0xFFFFFFFF, 0, 0, 0]] * 2
    given = {"sampleid": np.int32([[3]]), "samplemask": np.uint32([[8]]), "pointcoord": [[0.25, 0.5]]}
    found = nvrender.run(text, given, backend=backend)
    assert found["color[0]"].view(np.uint32).tolist() == [[3, 0, 0, 0]]
    assert found["color[1]"].view(np.uint32).tolist() == [[8, 0, 0, 0]]
    assert found["color[2]"].tolist() == [[0.25, 0.5, 0, 0]]
    with pytest.raises(InputError, match=r"fragment.sampleid holds integers"):
        nvrender.run(text, {"sampleid": [[0.5]]}, backend=backend)
