"""Small draws with random state: the GPU and the oracle agree within a step of eight bits."""

from __future__ import annotations

import random
from typing import Any

import moderngl
import numpy as np
import pytest
from both_sides import Drawn, picture_of

from nvrender.gl.state import (
    AlphaTest,
    Blend,
    ColorMaterial,
    Combine,
    Depth,
    Fog,
    Light,
    LightModel,
    Material,
    PolygonOffset,
    State,
    Stencil,
    TextureGeneration,
    TextureUnit,
)
from nvrender.gl.state import fragments as words
from nvrender.gl.state.lighting import COLOR_MATERIALS, FACES
from nvrender.gl.textures.texture import Texture
from nvrender.languages.load import load

#: Beyond the frame on all sides, so that no edge decides a pixel.
CORNERS = [(-1.5, -1.5), (1.5, -1.5), (1.5, 1.5), (-1.5, 1.5)]
SIZE = (8, 8)
SEEDS = range(1)
DRAWS = 8


def vector(dice: random.Random, count: int, low: float = 0.0, high: float = 1.0) -> tuple[Any, ...]:
    return tuple(dice.uniform(low, high) for _ in range(count))


def matrix(dice: random.Random) -> Any:
    """A modelview matrix that moves, turns and squeezes, and a projection that undoes it."""
    upper = np.array([vector(dice, 3, -1.0, 1.0) for _ in range(3)]) + 2.0 * np.eye(3)
    whole = np.eye(4)
    whole[:3, :3], whole[:3, 3] = upper, vector(dice, 3, -2.0, 2.0)
    flat = np.diag([1.0, 1.0, 0.5, 1.0]) @ np.linalg.inv(whole)
    return tuple(map(tuple, whole.tolist())), tuple(map(tuple, flat.tolist()))


def attributes(dice: random.Random, corners: Any = CORNERS) -> dict[int, Any]:
    """Positions, normals, both colours, fog and texture coordinates, each corner with its own."""
    rows: dict[int, Any] = {0: [(*corner, dice.uniform(-1.0, 1.0)) for corner in corners]}
    for number, size, low, high in ((2, 3, -1.0, 1.0), (3, 4, 0.0, 1.0), (4, 3, 0.0, 0.5), (5, 1, 0.0, 1.0)):
        rows[number] = [vector(dice, size, low, high) for _ in corners]
    for unit in range(4):
        rows[8 + unit] = [vector(dice, 3, -1.0, 1.0) for _ in corners]
    return rows


def color(dice: random.Random, high: float = 1.0) -> tuple[float, float, float, float]:
    return (*vector(dice, 3, 0.0, high), dice.random())


def light(dice: random.Random) -> Light:
    far = dice.random() < 0.4
    return Light(
        dice.random() < 0.8, color(dice, 0.3), color(dice), color(dice),
        (*vector(dice, 3, -4.0, 4.0), 0.0 if far else dice.uniform(0.5, 2.0)),
        spot_direction=vector(dice, 3, -1.0, 1.0), spot_exponent=dice.choice((0.0, 1.0, 7.5)),
        # A cone's edge would fall between pixels; half spaces have one too, so that spots are wide or none.
        spot_cutoff=180.0, attenuation=(dice.uniform(0.5, 1.0), *vector(dice, 2, 0.0, 0.3)),
    )  # fmt: skip


def material(dice: random.Random) -> Material:
    return Material(
        color(dice), color(dice), color(dice), color(dice, 0.2), dice.choice((0.0, 1.0, 5.5, 40.0, 128.0))
    )


def lit(dice: random.Random) -> State:
    """Lighting, with normals that are normalised so that nothing is far beyond 1."""
    modelview, projection = matrix(dice)
    return State(
        modelview=modelview, projection=projection, lighting=dice.random() < 0.9, normalize=True,
        rescale_normal=dice.random() < 0.5, color_sum=dice.random() < 0.5,
        lights=tuple(light(dice) for _ in range(dice.randint(1, 8))),
        light_model=LightModel(
            color(dice, 0.4), *(dice.random() < 0.5 for _ in range(3))
        ),
        material=material(dice), back_material=material(dice), front_face=dice.choice(("CW", "CCW")),
        color_material=ColorMaterial(
            dice.random() < 0.5, dice.choice(FACES), dice.choice(COLOR_MATERIALS)
        ),
        flat_shading=dice.random() < 0.2,
        fog=Fog(
            dice.random() < 0.5, dice.choice(words.FOG_MODES), dice.uniform(0.0, 0.5), -1.0, 4.0,
            color(dice), dice.choice(words.FOG_SOURCES),
        ),
    )  # fmt: skip


def generation(dice: random.Random) -> TextureGeneration:
    modes = ("", "OBJECT_LINEAR", "EYE_LINEAR", "NORMAL_MAP", "REFLECTION_MAP", "SPHERE_MAP")
    return TextureGeneration(
        tuple(vector(dice, 4, -1.0, 1.0) for _ in range(4)),
        tuple(vector(dice, 4, -1.0, 1.0) for _ in range(4)),
        (dice.choice(modes), dice.choice(modes), dice.choice(modes[:5]), dice.choice(modes[:3])),
    )  # fmt: skip


def combine(dice: random.Random) -> Combine:
    def three(known: Any) -> tuple[str, str, str]:
        return dice.choice(known), dice.choice(known), dice.choice(known)

    sources = (*words.COMBINE_SOURCES[:4], "TEXTURE0", "TEXTURE1", "TEXTURE2")
    return Combine(
        dice.choice(words.COMBINE_FUNCTIONS), dice.choice(words.COMBINE_ALPHA_FUNCTIONS), three(sources),
        three(sources), three(words.COMBINE_OPERANDS), three(words.ALPHA_OPERANDS),
        dice.choice(words.COMBINE_SCALES), dice.choice(words.COMBINE_SCALES),
    )  # fmt: skip


def texture(dice: random.Random, base_format: str) -> Texture:
    components = {"LUMINANCE_ALPHA": 2, "RGB": 3, "RGBA": 4}.get(base_format, 1)
    pixel = np.array([[[dice.randrange(256) for _ in range(components)]]], np.uint8)
    return Texture.from_array(pixel, "2D", base_format, min_filter="NEAREST", mag_filter="NEAREST")


def agree(context: moderngl.Context, draws: list[Drawn], what: str, **options: Any) -> None:
    gpu, oracle = (picture_of(side, context, draws, size=SIZE, **options) for side in ("gpu", "oracle"))
    difference = np.abs(gpu.astype(int) - oracle).max()
    assert difference <= 1, f"{what}: {difference} steps apart, {draws[-1].state}"


@pytest.mark.parametrize("seed", SEEDS)
def test_lighting_and_fog(context: moderngl.Context, seed: int) -> None:
    dice = random.Random(f"light {seed}")
    for number in range(DRAWS):
        state = lit(dice)
        agree(context, [Drawn(state, attributes(dice))], f"seed {seed}, draw {number}")


#: Hands on what the conventional stage gives it.
_HANDED_ON = ("position", "color", "color.secondary", "color.back", "color.back.secondary", "fogcoord")
PASSING = (
    "!!NVgp4.0\nPRIMITIVE_IN TRIANGLES; PRIMITIVE_OUT TRIANGLE_STRIP; VERTICES_OUT 3;\n"
    + "".join(
        "".join(f"MOV result.{name}, vertex[{vertex}].{name};\n" for name in _HANDED_ON) + "EMIT;\n"
        for vertex in range(3)
    )
    + "END"
)


@pytest.mark.parametrize("seed", SEEDS)
def test_lighting_before_a_geometry_program(context: moderngl.Context, seed: int) -> None:
    dice, geometry = random.Random(f"geometry {seed}"), load(PASSING)
    corners = [(-1.5, -1.5), (4.5, -1.5), (-1.5, 4.5)]
    for number in range(DRAWS):
        state = lit(dice).with_(vertex_program_two_side=dice.random() < 0.5)
        drawn = Drawn(state, attributes(dice, corners), "TRIANGLES", geometry=geometry)
        agree(context, [drawn], f"seed {seed}, draw {number}")


@pytest.mark.parametrize("seed", SEEDS)
def test_spotlights(context: moderngl.Context, seed: int) -> None:
    """One vertex each: a spot's edge is not met."""
    dice = random.Random(f"spot {seed}")
    for number in range(DRAWS):
        spot = light(dice)
        spot = Light(
            True, spot.ambient, spot.diffuse, spot.specular, spot.position, spot.spot_direction,
            spot.spot_exponent, dice.uniform(20.0, 90.0), spot.attenuation,
        )  # fmt: skip
        state = lit(dice).with_(lights=(light(dice), spot), point_size=16.0)
        agree(context, [Drawn(state, attributes(dice, [(0.0, 0.0)]), "POINTS")], f"{seed}, {number}")


@pytest.mark.parametrize("seed", SEEDS)
def test_texture_coordinates(context: moderngl.Context, seed: int) -> None:
    """What arrives at a fragment program, an eighth of it."""
    dice = random.Random(f"coordinates {seed}")
    for number in range(DRAWS):
        unit = number % 4
        text = f"!!ARBfp1.0\nMAD result.color, fragment.texcoord[{unit}], 0.125, 0.5; END"
        state = lit(dice).with_(
            texture_generation=tuple(generation(dice) for _ in range(4)), fog=Fog(),
            texture=tuple(tuple(vector(dice, 4, -0.6, 0.6) for _ in range(4)) for _ in range(4)),
        )  # fmt: skip
        drawn = Drawn(state, attributes(dice), fragment=load(text))
        agree(context, [drawn], f"seed {seed}, draw {number}")


@pytest.mark.parametrize("seed", SEEDS)
def test_texture_environments(context: moderngl.Context, seed: int) -> None:
    dice = random.Random(f"environment {seed}")
    for number in range(DRAWS):
        modes = (*words.TEXTURE_ENVIRONMENTS, *["COMBINE"] * 5)
        formats = [dice.choice(words.BASE_FORMATS) for _ in range(4)]
        units = tuple(
            TextureUnit(
                dice.random() < 0.7, dice.choice(modes), color(dice), base_format, combine=combine(dice)
            )
            for base_format in formats
        )  # fmt: skip
        textures = {unit: texture(dice, base_format) for unit, base_format in enumerate(formats)}
        drawn = Drawn(State(texture_units=units), attributes(dice), textures=textures)
        agree(context, [drawn], f"seed {seed}, draw {number}")


def blend(dice: random.Random) -> Blend:
    source, destination, equation = words.BLEND_FACTORS, words.DESTINATION_FACTORS, words.BLEND_EQUATIONS
    return Blend(
        dice.random() < 0.7, dice.choice(source), dice.choice(destination), dice.choice(equation),
        dice.choice(("", *source)), dice.choice(("", *destination)), dice.choice(("", *equation)),
        color(dice),
    )  # fmt: skip


def stencil(dice: random.Random) -> Stencil:
    operations = (dice.choice(words.STENCIL_OPERATIONS) for _ in range(3))
    masks = [dice.choice((255, 15, 0xAA, dice.randrange(256))) for _ in range(2)]
    return Stencil(
        dice.random() < 0.7,
        dice.choice(words.COMPARISONS),
        dice.randrange(256),
        masks[0],
        *operations,
        masks[1],
    )


def square(dice: random.Random, tilt: float = 0.4) -> dict[int, Any]:
    """Any way round, at a depth of its own, a whole number of steps of colour; or a part of the frame."""
    z, slope = dice.uniform(-0.5, 0.5), dice.uniform(-tilt, tilt)
    corners = CORNERS[:: dice.choice((1, -1))]
    if dice.random() < 0.5:
        x, y = (dice.choice((-0.5, 0.0, 0.25)) for _ in range(2))
        corners = [(max(a, x) if a < 0 else a, max(b, y) if b < 0 else b) for a, b in corners]
    steps = tuple(dice.randrange(256) / 255.0 for _ in range(4))
    return {0: [(a, b, z + slope * a) for a, b in corners], 3: [steps] * 4}


@pytest.mark.parametrize("samples", [0, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_fragment_operations(context: moderngl.Context, seed: int, samples: int) -> None:
    """Squares over one another; of several blended ones errors would add up, so that at most two are.

    With several samples llvmpipe's scissor test takes some of the pixels beside the box.
    """
    dice = random.Random(f"operations {seed}, {samples}")
    for number in range(DRAWS):
        draws = []
        logic = dice.random() < 0.4
        for place in range(5):
            box = (dice.randrange(4), dice.randrange(4), dice.randrange(1, 6), dice.randrange(1, 6))
            state = State(
                blend=blend(dice) if place in (1, 3) and not logic else Blend(),
                depth=Depth(dice.random() < 0.7, dice.choice(words.COMPARISONS), dice.random() < 0.7),
                stencil=stencil(dice), back_stencil=dice.choice((None, stencil(dice))),
                color_mask=dice.choice(((True,) * 4, tuple(dice.random() < 0.6 for _ in range(4)))),
                scissor=dice.choice((None, None, None if samples else box)),
                logic_op=dice.choice(words.LOGIC_OPERATIONS) if logic else "",
                cull_face=dice.choice(("", "", "FRONT", "BACK")),
                alpha_test=AlphaTest(dice.random() < 0.2, dice.choice(words.COMPARISONS), 100.0 / 255.0),
                polygon_offset=PolygonOffset(
                    dice.random() < 0.3, dice.uniform(-1.0, 1.0), dice.uniform(-1e6, 1e6)
                ),
            )  # fmt: skip
            draws.append(Drawn(state, square(dice)))
        options: dict[str, Any] = {"samples": samples}
        options |= {"clear": tuple(dice.randrange(256) / 255.0 for _ in range(4))}
        options |= {"depth": dice.choice((1.0, 0.5)), "stencil": dice.randrange(256)}
        agree(context, draws, f"seed {seed}, draw {number}", **options)
