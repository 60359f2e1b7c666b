"""The fixed-function fragment stage, pixel by pixel."""

from __future__ import annotations

import math
from typing import Any

import moderngl
import numpy as np
import pytest
from both_sides import SIDES, Drawn, color_of
from drawing import COMPARISONS, SQUARE, close, one_color, picture, program

from nvrender.gl.state import AlphaTest, Fog, State, TextureUnit
from nvrender.gl.state.checks import validate
from nvrender.gl.state.fragments import BASE_FORMATS
from nvrender.glsl.targets import TARGETS
from nvrender.gpu.fixed.fragment_stage import fragment_source, fragment_stage
from nvrender.languages.load import load
from nvrender.source import InputError

COLOR = np.array([1.0, 0.5, 0.25, 0.75])
FOG_COLOR = np.array([0.0, 0.25, 1.0, 0.5])
OPAQUE = "MOV o[COL0],c[0];"


def factor(mode: str, coordinate: float, density: float, start: float, end: float) -> float:
    """OpenGL 1.5, 3.10, equations 3.24 to 3.26."""
    value = {
        "LINEAR": (end - coordinate) / (end - start),
        "EXP": math.exp(-density * coordinate),
        "EXP2": math.exp(-((density * coordinate) ** 2)),
    }[mode]
    return min(max(value, 0.0), 1.0)


@pytest.mark.parametrize("coordinate", [-3.0, 0.0, 0.5, 2.0, 4.0, 7.5, 10.0, 50.0])
@pytest.mark.parametrize("mode", ["LINEAR", "EXP", "EXP2"])
def test_fog_factor_and_mix__opengl_3_10(context: moderngl.Context, mode: str, coordinate: float) -> None:
    fog = Fog(enabled=True, mode=mode, density=0.3, start=2.0, end=10.0, color=tuple(FOG_COLOR))
    found = picture(
        context,
        OPAQUE + "MOV o[FOGC],c[1];",
        state=State(fog=fog),
        parameters={0: COLOR, 1: (coordinate, 99.0, 99.0, 99.0)},
    )
    f = factor(mode, coordinate, 0.3, 2.0, 10.0)
    close(one_color(found), [*(f * COLOR + (1 - f) * FOG_COLOR)[:3], COLOR[3]])


@pytest.mark.parametrize(("coordinate", "f"), [(4.9, 1.0), (5.0, 0.0), (5.1, 0.0)])
def test_linear_fog_whose_start_is_its_end_is_a_step(
    context: moderngl.Context, coordinate: float, f: float
) -> None:
    fog = Fog(enabled=True, mode="LINEAR", start=5.0, end=5.0, color=tuple(FOG_COLOR))
    found = picture(
        context,
        OPAQUE + "MOV o[FOGC],c[1].x;",
        state=State(fog=fog),
        parameters={0: COLOR, 1: (coordinate,)},
    )
    close(one_color(found), [*(f * COLOR + (1 - f) * FOG_COLOR)[:3], COLOR[3]])


def test_fog_distance_is_interpolated__nv_vertex_program2_2_14_1_5(context: moderngl.Context) -> None:
    fog = Fog(enabled=True, mode="LINEAR", start=0.0, end=1.0, color=(0.0, 0.0, 0.0, 0.0))
    found = picture(
        context,
        "MOV o[COL0],c[0].x;MOV o[FOGC].x,v[FOGC].x;",
        {0: SQUARE, "FOGC": [[0.0], [1.0], [1.0], [0.0]]},
        state=State(fog=fog),
        parameters={0: (1.0,)},
        size=(16, 2),
    )
    close(found[0, :, 0] / 255.0, 1.0 - (np.arange(16) + 0.5) / 16)


@pytest.mark.parametrize("mode", ["LINEAR", "EXP", "EXP2"])
def test_fog_is_off_where_fogc_is_not_written__nv_vertex_program2_2_14_1_5(
    context: moderngl.Context, mode: str
) -> None:
    fog = Fog(enabled=True, mode=mode, density=9.0, start=-2.0, end=-1.0, color=tuple(FOG_COLOR))
    close(one_color(picture(context, OPAQUE, state=State(fog=fog), parameters={0: COLOR})), COLOR)


def test_fog_counts_as_written_if_some_instruction_names_it(context: moderngl.Context) -> None:
    """The write never happens, so the coordinate is the initial 0."""
    fog = Fog(enabled=True, mode="LINEAR", start=-1.0, end=1.0, color=(0.0, 0.0, 0.0, 0.0))
    vertex = program("MOV o[HPOS],v[OPOS];MOV o[COL0],c[0];MOV o[FOGC](FL),c[0];", "!!VP2.0")
    found = one_color(picture(context, vertex, state=State(fog=fog), parameters={0: (1.0, 1.0, 1.0, 1.0)}))
    close(found, [0.5, 0.5, 0.5, 1.0])


def test_fog_color_is_clamped__opengl_3_10(context: moderngl.Context) -> None:
    fog = Fog(enabled=True, mode="LINEAR", start=0.0, end=1.0, color=(3.0, -1.0, 0.5, 0.0))
    found = picture(
        context,
        OPAQUE + "MOV o[FOGC].x,c[0].w;",
        state=State(fog=fog),
        parameters={0: (0.0, 1.0, 0.5, 0.5)},
    )
    close(one_color(found), [0.5, 0.5, 0.5, 0.5])


def test_fog_that_is_not_enabled(context: moderngl.Context) -> None:
    found = picture(
        context, OPAQUE + "MOV o[FOGC],c[1];", parameters={0: COLOR, 1: (9.0,)}, state=State(fog=Fog())
    )
    close(one_color(found), COLOR)


# Texture environments

FRAGMENT = np.array([0.2, 0.6, 0.9, 0.8])
TEXEL = np.array([51, 153, 230, 102], np.uint8)
CONSTANT = np.array([0.9, 0.1, 0.4, 0.3])


def environment(mode: str, base_format: str) -> np.ndarray[Any, Any]:
    """OpenGL 1.5, 3.8.13: the texture functions, one row a format."""
    cf, af, cc, ac = FRAGMENT[:3], FRAGMENT[3], CONSTANT[:3], CONSTANT[3]
    first, ct, at = TEXEL[0] / 255, TEXEL[:3] / 255, TEXEL[3] / 255
    if base_format == "LUMINANCE_ALPHA":
        at = TEXEL[1] / 255
    rows: dict[str, dict[str, tuple[Any, Any]]] = {
        "REPLACE": {
            "ALPHA": (cf, first), "LUMINANCE": (first, af), "LUMINANCE_ALPHA": (first, at),
            "INTENSITY": (first, first), "RGB": (ct, af), "RGBA": (ct, at),
        },
        "MODULATE": {
            "ALPHA": (cf, af * first), "LUMINANCE": (cf * first, af),
            "LUMINANCE_ALPHA": (cf * first, af * at),
            "INTENSITY": (cf * first, af * first), "RGB": (cf * ct, af), "RGBA": (cf * ct, af * at),
        },
        "DECAL": {
            "ALPHA": (cf, af), "LUMINANCE": (cf, af), "LUMINANCE_ALPHA": (cf, af), "INTENSITY": (cf, af),
            "RGB": (ct, af), "RGBA": (cf * (1 - at) + ct * at, af),
        },
        "BLEND": {
            "ALPHA": (cf, af * first),
            "LUMINANCE": (cf * (1 - first) + cc * first, af),
            "LUMINANCE_ALPHA": (cf * (1 - first) + cc * first, af * at),
            "INTENSITY": (cf * (1 - first) + cc * first, af * (1 - first) + ac * first),
            "RGB": (cf * (1 - ct) + cc * ct, af),
            "RGBA": (cf * (1 - ct) + cc * ct, af * at),
        },
        "ADD": {
            "ALPHA": (cf, af * first), "LUMINANCE": (cf + first, af),
            "LUMINANCE_ALPHA": (cf + first, af * at),
            "INTENSITY": (cf + first, af + first), "RGB": (cf + ct, af), "RGBA": (cf + ct, af * at),
        },
    }  # fmt: skip
    color, alpha = rows[mode][base_format]
    return np.minimum(np.append(np.broadcast_to(color, 3), alpha), 1.0)


def components(base_format: str) -> int:
    return {"LUMINANCE_ALPHA": 2, "RGB": 3, "RGBA": 4}.get(base_format, 1)


@pytest.mark.parametrize("base_format", BASE_FORMATS)
@pytest.mark.parametrize("mode", ["REPLACE", "MODULATE", "DECAL", "BLEND", "ADD"])
def test_texture_environment__opengl_3_8_13(context: moderngl.Context, mode: str, base_format: str) -> None:
    unit = TextureUnit(enabled=True, mode=mode, color=tuple(CONSTANT), base_format=base_format)
    pixels = TEXEL[: components(base_format)].reshape(1, 1, -1)
    found = picture(
        context,
        OPAQUE + "MOV o[TEX0],v[OPOS];",
        state=State(texture_units=(unit,)),
        parameters={0: FRAGMENT},
        textures={0: (pixels, base_format)},
    )
    close(one_color(found), environment(mode, base_format))


def test_texture_units_apply_in_order(context: moderngl.Context) -> None:
    """MODULATE by unit 2, then ADD by unit 7: (0.5 · 0.4) + 0.6, clamped in no step."""
    units = [TextureUnit()] * 8
    units[2] = TextureUnit(enabled=True, mode="MODULATE", base_format="LUMINANCE")
    units[7] = TextureUnit(enabled=True, mode="ADD", base_format="LUMINANCE")
    found = picture(
        context,
        OPAQUE,
        state=State(texture_units=tuple(units)),
        parameters={0: (0.5, 0.5, 0.5, 1.0)},
        textures={2: ([[[np.uint8(102)]]], "LUMINANCE"), 7: ([[[np.uint8(153)]]], "LUMINANCE")},
    )
    close(one_color(found), [0.8, 0.8, 0.8, 1.0])


def test_a_sum_of_one_unit_is_clamped_before_the_next(context: moderngl.Context) -> None:
    units = (
        TextureUnit(enabled=True, mode="ADD", base_format="LUMINANCE"),
        TextureUnit(enabled=True, mode="MODULATE", base_format="LUMINANCE"),
    )
    found = picture(
        context,
        OPAQUE,
        state=State(texture_units=units),
        parameters={0: (0.8, 0.8, 0.8, 1.0)},
        textures={0: ([[[np.uint8(204)]]],), 1: ([[[np.uint8(102)]]],)},
    )
    close(one_color(found), [0.4, 0.4, 0.4, 1.0])


def test_a_sum_of_alphas_is_clamped_before_the_next_unit(context: moderngl.Context) -> None:
    units = (
        TextureUnit(enabled=True, mode="ADD", base_format="INTENSITY"),
        TextureUnit(enabled=True, mode="MODULATE", base_format="INTENSITY"),
    )
    found = picture(
        context,
        OPAQUE,
        state=State(texture_units=units),
        parameters={0: (0.8, 0.8, 0.8, 0.8)},
        textures={0: ([[[np.uint8(204)]]], "INTENSITY"), 1: ([[[np.uint8(102)]]], "INTENSITY")},
    )
    close(one_color(found), [0.4] * 4)


def test_the_environments_color_is_clamped__opengl_3_8_13(context: moderngl.Context) -> None:
    unit = TextureUnit(enabled=True, mode="BLEND", color=(2.0, -2.0, 0.5, 1.0), base_format="LUMINANCE")
    found = picture(
        context,
        OPAQUE,
        state=State(texture_units=(unit,)),
        parameters={0: (0.5, 0.5, 0.5, 1.0)},
        textures={0: ([[[np.uint8(102)]]],)},
    )
    close(one_color(found), [0.3 + 0.4, 0.3, 0.3 + 0.2, 1.0])


QUARTERS = np.array(
    [[[255, 0, 0], [0, 255, 0]], [[0, 0, 255], [255, 255, 255]]], np.uint8
)  # top row: red, green; bottom row: blue, white
RGB_REPLACE = State(texture_units=(TextureUnit(enabled=True, mode="REPLACE", base_format="RGB"),))


@pytest.mark.parametrize(
    ("coordinates", "expected"),
    [
        ((0.25, 0.25, 0.0, 1.0), (0, 0, 1)),
        ((0.75, 0.25, 0.0, 1.0), (1, 1, 1)),
        ((0.25, 0.75, 0.0, 1.0), (1, 0, 0)),
        ((0.75, 0.75, 0.0, 1.0), (0, 1, 0)),
        ((0.75, 0.75, 0.0, 3.0), (0, 0, 1)),
        ((1.5, 0.5, 9.0, 2.0), (1, 1, 1)),
        ((-0.5, -1.5, 0.0, -2.0), (1, 0, 0)),
    ],
)
def test_texture_lookup_divides_by_q__opengl_3_8_8(
    context: moderngl.Context, coordinates: tuple[float, ...], expected: tuple[float, ...]
) -> None:
    found = picture(
        context,
        OPAQUE + "MOV o[TEX0],c[1];",
        state=RGB_REPLACE,
        parameters={0: (0.0, 0.0, 0.0, 1.0), 1: coordinates},
        textures={0: (QUARTERS, "RGB", "REPEAT", "NEAREST")},
    )
    close(one_color(found), [*expected, 1.0])


def test_texture_coordinates_not_written_are_0_0_0_1(context: moderngl.Context) -> None:
    found = picture(
        context,
        OPAQUE,
        state=RGB_REPLACE,
        parameters={0: (0.0, 0.0, 0.0, 1.0)},
        textures={0: (QUARTERS, "RGB", "CLAMP_TO_EDGE", "NEAREST")},
    )
    close(one_color(found), [0.0, 0.0, 1.0, 1.0])


@pytest.mark.parametrize("unit", range(8))
def test_unit_n_has_its_own_texture_and_texn(context: moderngl.Context, unit: int) -> None:
    units = [TextureUnit()] * 8
    units[unit] = TextureUnit(enabled=True, mode="REPLACE", base_format="RGB")
    found = picture(
        context,
        f"MOV o[TEX{unit}],c[0];",
        state=State(texture_units=tuple(units)),
        parameters={0: (0.75, 0.75, 0.0, 1.0)},
        textures={unit: (QUARTERS, "RGB", "REPEAT", "NEAREST")},
    )
    close(one_color(found), [0.0, 1.0, 0.0, 1.0])


@pytest.mark.parametrize("replace", [True, False])
@pytest.mark.parametrize("primitive", ["POINTS", "QUADS"])
def test_point_sprites_have_their_own_coordinates__arb_point_sprite_3_3(
    context: moderngl.Context, primitive: str, replace: bool
) -> None:
    """From (0, 0) at the upper left: the frame shows the texture upside down."""
    unit = TextureUnit(enabled=True, mode="REPLACE", base_format="RGB", coord_replace=replace)
    found = picture(
        context,
        "MOV o[TEX0],c[0];",
        {0: [[0.0, 0.0]] if primitive == "POINTS" else SQUARE},
        primitive=primitive,
        state=State(texture_units=(unit,), point_size=8.0),
        parameters={0: (0.75, 0.25, 0.0, 1.0)},
        textures={0: (QUARTERS, "RGB", "REPEAT", "NEAREST")},
        size=(8, 8),
    )[::4, ::4, :3]
    if replace and primitive == "POINTS":
        assert (found == QUARTERS[::-1]).all()
    else:
        assert (found == QUARTERS[1, 1]).all()


# Colour sum


@pytest.mark.parametrize(
    ("primary", "secondary", "expected"),
    [
        ((0.2, 0.3, 0.4, 0.25), (0.1, 0.2, 0.3, 0.5), (0.3, 0.5, 0.7, 0.25)),
        ((0.7, 0.9, 1.0, 1.0), (0.6, 0.9, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0)),
        ((-5.0, 0.0, 0.5, 0.5), (0.5, 7.0, -2.0, 0.5), (0.5, 1.0, 0.5, 0.5)),
    ],
)  # fmt: skip
def test_color_sum_is_always_on_and_ignores_secondary_alpha__nv_vertex_program_3_9(
    context: moderngl.Context, primary: Any, secondary: Any, expected: Any
) -> None:
    found = picture(context, OPAQUE + "MOV o[COL1],c[1];", parameters={0: primary, 1: secondary})
    close(one_color(found), expected)


def test_color_sum_without_col1_adds_nothing__nv_vertex_program_3_9(context: moderngl.Context) -> None:
    close(one_color(picture(context, OPAQUE, parameters={0: COLOR})), COLOR)


def test_color_sum_comes_after_texturing_and_before_fog__nv_vertex_program_3_9(
    context: moderngl.Context,
) -> None:
    """Texel 0.4, plus 0.8, clamped to 1, halved by fog of black."""
    unit = TextureUnit(enabled=True, mode="REPLACE", base_format="LUMINANCE")
    fog = Fog(enabled=True, mode="LINEAR", start=0.0, end=1.0, color=(0.0, 0.0, 0.0, 1.0))
    found = picture(
        context,
        OPAQUE + "MOV o[COL1],c[1];MOV o[FOGC],c[2];",
        state=State(texture_units=(unit,), fog=fog),
        parameters={0: (0.0, 0.0, 0.0, 1.0), 1: (0.8, 0.8, 0.8, 0.0), 2: (0.5,)},
        textures={0: ([[[np.uint8(102)]]],)},
    )
    close(one_color(found), [0.5, 0.5, 0.5, 1.0])


# Alpha test


@pytest.mark.parametrize("alpha", [0.0, 0.2, 0.4, 0.6, 1.0])
@pytest.mark.parametrize("function", COMPARISONS)
def test_alpha_test__opengl_4_1_4(context: moderngl.Context, function: str, alpha: float) -> None:
    state = State(alpha_test=AlphaTest(enabled=True, function=function, reference=0.4))
    found = one_color(
        picture(
            context, OPAQUE, parameters={0: (1.0, 0.0, 0.0, alpha)}, state=state, clear=(0.0, 0.0, 1.0, 0.0)
        )
    )
    close(found, [1.0, 0.0, 0.0, alpha] if COMPARISONS[function](alpha, 0.4) else [0.0, 0.0, 1.0, 0.0])


def test_alpha_test_that_is_not_enabled(context: moderngl.Context) -> None:
    state = State(alpha_test=AlphaTest(enabled=False, function="NEVER"))
    close(one_color(picture(context, OPAQUE, parameters={0: COLOR}, state=state)), COLOR)


@pytest.mark.parametrize(("alpha", "equal"), [(0.4, True), (0.4015, True), (0.3985, True), (0.404, False)])
def test_alpha_test_has_the_frames_precision__opengl_2_14_9(
    context: moderngl.Context, alpha: float, equal: bool
) -> None:
    state = State(alpha_test=AlphaTest(enabled=True, function="EQUAL", reference=0.4))
    found = picture(context, OPAQUE, parameters={0: (1.0, 1.0, 1.0, alpha)}, state=state)
    assert found[0, 0, 0] == (255 if equal else 0)


@pytest.mark.parametrize(("reference", "alpha"), [(2.0, 1.0), (-1.0, 0.0)])
def test_alpha_reference_is_clamped__opengl_4_1_4(
    context: moderngl.Context, reference: float, alpha: float
) -> None:
    state = State(alpha_test=AlphaTest(enabled=True, function="EQUAL", reference=reference))
    found = picture(context, OPAQUE, parameters={0: (1.0, 1.0, 1.0, alpha)}, state=state)
    assert found[0, 0, 0] == 255


def test_alpha_test_sees_alpha_after_texturing(context: moderngl.Context) -> None:
    """A cut-out: one texel of two has alpha 0."""
    unit = TextureUnit(enabled=True, mode="REPLACE", base_format="RGBA")
    pixels = np.array([[[255, 255, 255, 0], [255, 255, 255, 255]]], np.uint8)
    found = picture(
        context,
        "MUL o[TEX0],v[OPOS],c[1];",
        {0: SQUARE * 0.5 + 0.5},
        state=State(texture_units=(unit,), alpha_test=AlphaTest(True, "GREATER", 0.5)),
        parameters={1: (1.0, 1.0, 1.0, 1.0)},
        textures={0: (pixels, "RGBA", "CLAMP_TO_EDGE", "NEAREST")},
        size=(8, 8),
    )
    assert (found[:4, 6:, 0] == 255).all()
    assert not found[:, :6].any()
    assert not found[4:].any()


# The text


def test_numbers_do_not_change_the_text() -> None:
    results = ("HPOS", "COL0", "FOGC")
    first = State(fog=Fog(True, "EXP", 0.1), alpha_test=AlphaTest(True, "LESS", 0.5))
    second = State(
        fog=Fog(True, "EXP", 0.9, color=(1.0, 0.0, 0.0, 0.0)), alpha_test=AlphaTest(True, "LESS", 0.1)
    )
    stages = [fragment_stage(state, results, vertex_program=True) for state in (first, second)]
    assert stages[0] == stages[1]
    assert hash(stages[0]) == hash(stages[1])


def test_a_default_state_gives_a_stage_without_blocks_or_tests() -> None:
    text = fragment_source(fragment_stage(State(), ("HPOS", "COL0"), vertex_program=True), TARGETS["glsl330"])
    assert text.startswith("#version 330 core\n")
    assert not any(word in text for word in ("uniform", "discard", "texture", "gl_FrontFacing"))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State(fog=Fog(True, "FAR")), ("fog.mode", "'FAR'", "EXP2")),
        (State(alpha_test=AlphaTest(True, "MORE")), ("alpha_test.function", "'MORE'", "GREATER")),
        (State(texture_units=(TextureUnit(True, "MIX"),)), ("texture_units[0].mode", "'MIX'", "DECAL")),
        (
            State(texture_units=(TextureUnit(), TextureUnit(True, base_format="BGR"))),
            ("texture_units[1].base_format", "'BGR'", "LUMINANCE"),
        ),
    ],
)
def test_unknown_words_are_named(state: State, words: tuple[str, ...]) -> None:
    with pytest.raises(InputError) as caught:
        validate(state)
    assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("header", ["!!ARBvp1.0\nOPTION ARB_position_invariant;", "!!NVvp4.0\n"])
def test_color_sum_is_enabled_after_declared_programs__arb_vertex_program_3_9(
    context: moderngl.Context, side: str, header: str
) -> None:
    """Lighting does not matter to them."""
    move = "" if "ARB" in header else "MOV result.position, vertex.position;"
    colors = "MOV result.color, {0.25, 0.5, 0.75, 1.0}; MOV result.color.secondary, {0.5, 0.25, 0.5, 0.5};"
    program = load(f"{header} {move} {colors} END")
    for state, expected in (
        (State(lighting=True), (0.25, 0.5, 0.75, 1.0)),
        (State(color_sum=True), (0.75, 0.75, 1.0, 1.0)),
    ):
        close(color_of(side, context, Drawn(state, {}, program=program)), expected)
