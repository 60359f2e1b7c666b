"""Conventional lighting, on the GPU and on the oracle, against numbers worked by hand (OpenGL 1.5, 2.14).

Most draw one point that fills the frame: a single vertex, wherever it is in eye coordinates.
"""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest
from both_sides import SIDES, Drawn, color_of, constant, picture_of
from drawing import SQUARE, close

from nvrender.gl.state import ColorMaterial, Light, LightModel, Material, State, TextureUnit
from nvrender.gl.state.checks import validate
from nvrender.gl.textures.texture import Texture
from nvrender.source import InputError

UP = constant(0.0, 0.0, 1.0)
NO_AMBIENT = LightModel(ambient=(0.0, 0.0, 0.0, 1.0))
DULL = Material(ambient=(0.0, 0.0, 0.0, 1.0), diffuse=(0.0, 0.0, 0.0, 1.0))
#: One place for all vertices: the picture is a point of the whole frame.
POINT = State(point_size=8.0, lighting=True, light_model=NO_AMBIENT)
FAR_LIGHT = Light(True, diffuse=(1.0, 1.0, 1.0, 1.0), position=(0.0, 0.0, 1.0, 0.0))


def lit(
    side: str, context: moderngl.Context, state: State, at: Any = (0.0, 0.0, 0.0), **attributes: Any
) -> Any:
    """The colour of a point at ``at`` in eye coordinates, whose window place is the middle."""
    projection = ((0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    arrays = {0: [at], 2: [attributes.get("normal", (0.0, 0.0, 1.0))]}
    if "color" in attributes:
        arrays[3] = [attributes["color"]]
    drawn = Drawn(state.with_(projection=projection), arrays, "POINTS")
    return color_of(side, context, drawn, size=(4, 4))


@pytest.mark.parametrize("side", SIDES)
def test_emission_and_the_ambient_light_of_the_scene(context: moderngl.Context, side: str) -> None:
    """2.14.1: e_cm + a_cm · a_cs = 0.1 + 0.5 · (0.2, 0.4, 0.6); alpha is d_cm's."""
    material = Material((0.5, 0.5, 0.5, 0.1), (0.9, 0.9, 0.9, 0.25), emission=(0.1, 0.1, 0.1, 1.0))
    model = LightModel(ambient=(0.2, 0.4, 0.6, 1.0))
    found = lit(side, context, POINT.with_(light_model=model, material=material))
    close(found, [0.2, 0.3, 0.4, 0.25])


@pytest.mark.parametrize("side", SIDES)
def test_the_first_light_is_white_and_the_others_black(context: moderngl.Context, side: str) -> None:
    """Table 6.9: light 0 shines with (1, 1, 1) along -z; d_cm is 0.8, and of light 1 nothing comes."""
    first, second, *rest = State().lights
    for lights, expected in (
        ((first, second, *rest), 0.0),
        ((Light(True, **{n: getattr(first, n) for n in ("diffuse", "specular")}), second, *rest), 0.8),
        ((first, Light(True), *rest), 0.0),
    ):
        found = lit(side, context, POINT.with_(lights=lights))
        close(found, [expected] * 3 + [1.0])


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("normal", "share"), [
    ((0.0, 0.0, 1.0), 1.0), ((0.6, 0.0, 0.8), 0.8), ((0.0, 1.0, 0.0), 0.0), ((0.0, 0.0, -1.0), 0.0),
    ((0.0, 0.0, 0.5), 0.5),
])  # fmt: skip
def test_diffuse_light(context: moderngl.Context, side: str, normal: Any, share: float) -> None:
    """2.14.1: (n ⊙ VP) d_cm · d_cl with d_cm = (0.5, 1, 0.25), d_cl = (1, 0.5, 1)."""
    light = Light(True, diffuse=(1.0, 0.5, 1.0, 1.0), position=(0.0, 0.0, 7.0, 0.0))
    material = Material(diffuse=(0.5, 1.0, 0.25, 1.0))
    found = lit(side, context, POINT.with_(lights=(light,), material=material), normal=normal)
    close(found, [0.5 * share, 0.5 * share, 0.25 * share, 1.0])


@pytest.mark.parametrize("side", SIDES)
def test_attenuation_by_distance(context: moderngl.Context, side: str) -> None:
    """2.14.1: the light is (0, 3, 4), 5 from the vertex; 1 / (1 + 0.2 · 5 + 0.08 · 25) = 1/4; n ⊙ VP = 4/5.

    0.25 · (0.4 of ambient light + 0.8).
    """
    light = Light(
        True, ambient=(0.4, 0.4, 0.4, 1.0), diffuse=(1.0, 1.0, 1.0, 1.0), position=(0.0, 6.0, 8.0, 2.0),
        attenuation=(1.0, 0.2, 0.08),
    )  # fmt: skip
    material = Material((1.0, 1.0, 1.0, 1.0), (1.0, 1.0, 1.0, 1.0))
    found = lit(side, context, POINT.with_(lights=(light,), material=material))
    close(found, [0.3] * 3 + [1.0])


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("cutoff", "exponent", "share"), [
    (180.0, 2.0, 1.0), (37.0, 0.0, 1.0), (36.8, 0.0, 0.0), (45.0, 2.0, 0.64), (90.0, 1.0, 0.8),
    (0.0, 0.0, 0.0),
])  # fmt: skip
def test_spotlights(
    context: moderngl.Context, side: str, cutoff: float, exponent: float, share: float
) -> None:
    """2.14.1: the light at (0, 3, 4) shines along -z; -VP ⊙ s = 0.8 = cos 36.87°; no spot at 180."""
    light = Light(
        True, diffuse=(1.0, 1.0, 1.0, 1.0), position=(0.0, 3.0, 4.0, 1.0), spot_direction=(0.0, 0.0, -3.0),
        spot_cutoff=cutoff, spot_exponent=exponent,
    )  # fmt: skip
    material = Material(diffuse=(1.0, 1.0, 1.0, 1.0))
    found = lit(side, context, POINT.with_(lights=(light,), material=material))
    close(found, [0.8 * share] * 3 + [1.0])


SHINY = Material(DULL.ambient, DULL.diffuse, specular=(1.0, 1.0, 1.0, 1.0), shininess=2.0)
GLOSS = Light(True, specular=(1.0, 1.0, 1.0, 1.0), position=(0.6, 0.0, 0.8, 0.0))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("local", "at", "square"), [
    (False, (3.0, 0.0, -4.0), 0.9),
    (True, (0.0, 0.0, -4.0), 0.9),
    (True, (4.0, 0.0, -3.0), 0.98),
])  # fmt: skip
def test_specular_light(context: moderngl.Context, side: str, local: bool, at: Any, square: float) -> None:
    """2.14.1: h = VP + (0, 0, 1) or VP + VPe. (0.6, 0, 1.8)/|…|: cos² = 3.24 / 3.6 = 0.9.

    From (4, 0, -3) the eye is at (-0.8, 0, 0.6): h = (-0.2, 0, 1.4), cos² = 1.96 / 2 = 0.98.
    """
    model = LightModel(NO_AMBIENT.ambient, local_viewer=local)
    state = POINT.with_(lights=(GLOSS,), material=SHINY, light_model=model)
    close(lit(side, context, state, at), [square] * 3 + [1.0])


@pytest.mark.parametrize("side", SIDES)
def test_no_highlight_on_the_side_away_from_the_light(context: moderngl.Context, side: str) -> None:
    """2.14.1: f_i is 0 where n ⊙ VP is, whatever the halfway vector; an exponent of 0 does not help."""
    light = Light(True, specular=(1.0, 1.0, 1.0, 1.0), position=(1.0, 0.0, 0.0, 0.0))
    for shininess in (0.0, 2.0):
        shiny = Material(DULL.ambient, DULL.diffuse, specular=(1.0, 1.0, 1.0, 1.0), shininess=shininess)
        close(lit(side, context, POINT.with_(lights=(light,), material=shiny)), [0.0, 0.0, 0.0, 1.0])


@pytest.mark.parametrize("side", SIDES)
def test_a_shininess_of_0_is_a_power_of_1(context: moderngl.Context, side: str) -> None:
    """2.14.1: so is 0 to the power of 0, of a normal that faces the light and not the halfway vector."""
    shiny = Material(DULL.ambient, DULL.diffuse, specular=(0.5, 0.5, 0.5, 1.0), shininess=0.0)
    for normal in ((0.0, 0.0, 1.0), (1.0, 0.0, -0.5)):
        found = lit(side, context, POINT.with_(lights=(GLOSS,), material=shiny), normal=normal)
        close(found, [0.5, 0.5, 0.5, 1.0])


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("face", "mode", "expected"), [
    ("FRONT", "EMISSION", (0.25 + 0.1 + 0.2, 0.5 + 0.1 + 0.2, 0.3, 1.0)),
    ("FRONT", "AMBIENT", (0.125 + 0.2, 0.25 + 0.2, 0.2, 1.0)),
    ("FRONT", "DIFFUSE", (0.1 + 0.125, 0.1 + 0.25, 0.1, 0.75)),
    ("FRONT_AND_BACK", "AMBIENT_AND_DIFFUSE", (0.25, 0.5, 0.0, 0.75)),
    ("FRONT", "SPECULAR", (0.3, 0.3, 0.3, 1.0)),
    ("BACK", "AMBIENT_AND_DIFFUSE", (0.3, 0.3, 0.3, 1.0)),
])  # fmt: skip
def test_color_material(context: moderngl.Context, side: str, face: str, mode: str, expected: Any) -> None:
    """2.14.3: ambient 0.2 by 0.5, diffuse 0.4 by 0.5; the current colour is (0.25, 0.5, 0, 0.75)."""
    state = POINT.with_(
        lights=(Light(True, diffuse=(0.5, 0.5, 0.5, 1.0)),),
        light_model=LightModel(ambient=(0.5, 0.5, 0.5, 1.0)),
        material=Material((0.2, 0.2, 0.2, 1.0), (0.4, 0.4, 0.4, 1.0)),
        color_material=ColorMaterial(True, face, mode),
    )
    close(lit(side, context, state, color=(0.25, 0.5, 0.0, 0.75)), expected)


@pytest.mark.parametrize("side", SIDES)
def test_two_sided_lighting(context: moderngl.Context, side: str) -> None:
    """2.14.1: the back has the normal reversed and a material of its own; without two_side it has neither."""
    first = Light(True, diffuse=(1.0, 1.0, 1.0, 1.0), position=(0.0, 0.0, -1.0, 0.0))
    model = LightModel(NO_AMBIENT.ambient, two_side=True)
    state = State(
        lighting=True, lights=(first,), light_model=model, material=Material(diffuse=(0.0, 1.0, 0.0, 1.0)),
        back_material=Material(diffuse=(0.5, 0.0, 0.0, 0.5)),
    )  # fmt: skip
    turned = {0: SQUARE[::-1], 2: UP}
    close(color_of(side, context, Drawn(state, turned)), [0.5, 0.0, 0.0, 0.5])
    close(color_of(side, context, Drawn(state, {2: UP})), [0.0, 0.0, 0.0, 1.0])
    close(color_of(side, context, Drawn(state.with_(light_model=NO_AMBIENT), turned)), [0.0, 0.0, 0.0, 1.0])


@pytest.mark.parametrize("side", SIDES)
def test_separate_specular_colors_are_summed_after_the_texture(context: moderngl.Context, side: str) -> None:
    """2.14.1 and 3.9: c_sec is added whatever COLOR_SUM says; a texture of 0.5 halves only c_pri."""
    unit = TextureUnit(True, "MODULATE", base_format="LUMINANCE")
    grey = Texture.from_array(np.full((1, 1, 1), 51, np.uint8), min_filter="NEAREST")
    material = Material(DULL.ambient, (0.5, 0.5, 0.5, 1.0), specular=(0.5, 0.5, 0.5, 1.0))
    light = Light(True, diffuse=(1.0, 1.0, 1.0, 1.0), specular=(1.0, 1.0, 1.0, 1.0))
    for separate, expected in ((True, 0.1 + 0.5), (False, 0.2)):
        state = State(
            lighting=True, lights=(light,), material=material, texture_units=(unit,),
            light_model=LightModel(NO_AMBIENT.ambient, separate_specular=separate),
        )  # fmt: skip
        found = color_of(side, context, Drawn(state, {2: UP}, textures={0: grey}))
        close(found, [expected] * 3 + [1.0])


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("scale", "changes", "expected"), [
    (2.0, {}, 0.4), (2.0, {"rescale_normal": True}, 0.8), (2.0, {"normalize": True}, 0.8),
    (0.25, {"normalize": True, "rescale_normal": True}, 0.8),
])  # fmt: skip
def test_normals(
    context: moderngl.Context, side: str, scale: float, changes: dict[str, bool], expected: float
) -> None:
    """2.11.3: through the inverse transpose; scaling by 2 halves a normal unless it is rescaled.

    The light comes along the normal turned by the modelview matrix, a quarter around y.
    """
    modelview = (
        (0.0, 0.0, scale, 0.0),
        (0.0, scale, 0.0, 0.0),
        (-scale, 0.0, 0.0, 0.0),
        (0.0, 0.0, 0.0, 1.0),
    )
    light = Light(True, diffuse=(1.0, 1.0, 1.0, 1.0), position=(1.0, 0.0, 0.0, 0.0))
    state = POINT.with_(modelview=modelview, lights=(light,), **changes)
    close(lit(side, context, state), [expected] * 3 + [1.0])


@pytest.mark.parametrize("side", SIDES)
def test_rescaling_is_by_the_third_row_of_the_inverse(context: moderngl.Context, side: str) -> None:
    """2.11.3: z' = z + 0.75 x; the inverse's third row is (-0.75, 0, 1), f = 1 / 1.25; y stays, times f."""
    modelview = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.75, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    light = Light(True, diffuse=(1.0, 1.0, 1.0, 1.0), position=(0.0, 1.0, 0.0, 0.0))
    state = POINT.with_(modelview=modelview, lights=(light,), rescale_normal=True)
    close(lit(side, context, state, normal=(0.0, 1.0, 0.0)), [0.64] * 3 + [1.0])


@pytest.mark.parametrize("side", SIDES)
def test_normals_of_a_squeezed_matrix(context: moderngl.Context, side: str) -> None:
    """2.11.3: (1, 0, 1)/√2 under a scale of 4 along x is (1/4, 0, 1)/√2, of length √(17/32): x is 1/√17."""
    modelview = ((4.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    light = Light(True, diffuse=(1.0, 1.0, 1.0, 1.0), position=(1.0, 0.0, 0.0, 0.0))
    material = Material(diffuse=(1.0, 1.0, 1.0, 1.0))
    normal = (0.5**0.5, 0.0, 0.5**0.5)
    state = POINT.with_(modelview=modelview, lights=(light,), material=material)
    close(lit(side, context, state, normal=normal)[0], 0.25 / 2**0.5)
    close(lit(side, context, state.with_(normalize=True), normal=normal)[0], 1 / 17**0.5)


@pytest.mark.parametrize("side", SIDES)
def test_colors_are_clamped_at_the_vertices(context: moderngl.Context, side: str) -> None:
    """2.14.6: emission 4 at the left and -2 at the right counts as 1 and 0."""
    state = State(
        lighting=True, light_model=NO_AMBIENT, color_material=ColorMaterial(True, "FRONT", "EMISSION")
    )
    colors = [(4.0,), (-2.0,), (-2.0,), (4.0,)]
    found = picture_of(side, context, [Drawn(state, {2: UP, 3: colors})], size=(8, 2))
    close(found[0, :, 0] / 255.0, 1.0 - (np.arange(8) + 0.5) / 8)


@pytest.mark.parametrize("side", SIDES)
def test_color_sum_without_lighting(context: moderngl.Context, side: str) -> None:
    """3.9: the secondary colour is added where COLOR_SUM is on, without its alpha."""
    colors = {3: constant(0.2, 0.4, 0.9, 0.5), 4: constant(0.1, 0.2, 0.3, 0.5)}
    close(color_of(side, context, Drawn(State(), colors)), [0.2, 0.4, 0.9, 0.5])
    close(color_of(side, context, Drawn(State(color_sum=True), colors)), [0.3, 0.6, 1.0, 0.5])


@pytest.mark.parametrize(("state", "words"), [
    (State(lights=(Light(spot_cutoff=91.0),)), "state.lights[0].spot_cutoff is 91.0"),
    (State(lights=(Light(attenuation=(1.0, -1.0, 0.0)),)), "state.lights[0].attenuation[1] is -1.0"),
    (State(material=Material(shininess=129.0)), "state.material.shininess is 129.0"),
    (State(color_material=ColorMaterial(True, "SIDE")), "state.color_material.face is 'SIDE'"),
    (State(color_material=ColorMaterial(mode="ALL")), "state.color_material.mode is 'ALL'"),
])  # fmt: skip
def test_what_gl_refuses(state: State, words: str) -> None:
    """2.14.2, table 2.10; 2.14.3."""
    with pytest.raises(InputError) as caught:
        validate(state)
    assert words in str(caught.value)
