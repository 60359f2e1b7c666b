"""Conventional texture and fog coordinates, point sizes and clip planes, on the GPU and on the oracle.

Against numbers worked by hand (OpenGL 1.5, 2.11, 3.3 and 3.10). A fragment program shows what arrives.
"""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np
import pytest
from both_sides import SIDES, Drawn, color_of, picture_of
from drawing import close

from nvrender.gl.state import (
    IDENTITY,
    Fog,
    Light,
    LightModel,
    Point,
    State,
    TextureGeneration,
    TextureUnit,
)
from nvrender.gl.state.checks import validate
from nvrender.gl.textures.texture import Texture
from nvrender.languages.load import load
from nvrender.source import InputError

#: Every vertex in the middle of the window, wherever it is in eye coordinates.
NOWHERE = ((0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
MOVED = ((1.0, 0.0, 0.0, 0.5), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, -2.0), (0.0, 0.0, 0.0, 1.0))
POINT = State(point_size=8.0, projection=NOWHERE)
NOTHING = (0.0, 0.0, 0.0, 0.0)


def shown(side: str, context: moderngl.Context, what: str, state: State, **attributes: Any) -> Any:
    """What the fragment attribute ``what`` is of a point, half of it and a half more, so that -1 is 0."""
    text = f"!!ARBfp1.0\nMAD result.color, {what}, 0.5, 0.5; END"
    numbers = {"at": 0, "normal": 2, "color": 3, "secondary": 4, "fog": 5, "tex0": 8, "tex1": 9}
    arrays = {0: [(0.0, 0.0, 0.0)]} | {numbers[name]: [value] for name, value in attributes.items()}
    drawn = Drawn(state, arrays, "POINTS", fragment=load(text))
    return 2.0 * color_of(side, context, drawn) - 1.0


def generating(*modes: str, unit: int = 0, **planes: Any) -> tuple[TextureGeneration, ...]:
    rows = [TextureGeneration()] * 8
    rows[unit] = TextureGeneration(modes=(*modes, *("",) * (4 - len(modes))), **planes)
    return tuple(rows)


def near(found: Any, expected: Any) -> None:
    """Within two steps, which the range of 2 makes of one."""
    close(np.asarray(found) / 2.0, np.asarray(expected) / 2.0)


@pytest.mark.parametrize("side", SIDES)
def test_object_linear(context: moderngl.Context, side: str) -> None:
    """2.11.4: p1 x + p2 y + p3 z + p4 w of object coordinates; q stays as it is given."""
    planes = ((0.5, 0.0, 0.0, 0.25), (0.0, 0.0, -0.5, 0.0), (0.25, 0.25, 0.25, 0.25), NOTHING)
    rows = generating("OBJECT_LINEAR", "OBJECT_LINEAR", "OBJECT_LINEAR", object=planes)
    state = POINT.with_(texture_generation=rows, modelview=MOVED)
    found = shown(side, context, "fragment.texcoord[0]", state, at=(1.0, -1.0, 0.5), tex0=(9, 9, 9, 0.5))
    near(found, (0.75, -0.25, 0.375, 0.5))


@pytest.mark.parametrize("side", SIDES)
def test_eye_linear(context: moderngl.Context, side: str) -> None:
    """2.11.4: of eye coordinates (1, -1, -1.5, 1), with eye planes as they are stored; t is not generated."""
    planes = ((0.5, 0.0, 0.0, 0.25), NOTHING, (0.0, 0.0, 0.5, 0.0), (0.0, 0.5, 0.0, 0.0))
    state = POINT.with_(
        texture_generation=generating("EYE_LINEAR", "", "EYE_LINEAR", "EYE_LINEAR", eye=planes),
        modelview=MOVED,
    )
    found = shown(side, context, "fragment.texcoord[0]", state, at=(0.5, -1.0, 0.5), tex0=(9.0, 0.125))
    near(found, (0.75, 0.125, -0.75, -0.5))


@pytest.mark.parametrize("side", SIDES)
def test_the_first_planes(context: moderngl.Context, side: str) -> None:
    """Table 6.17: (1, 0, 0, 0) for s, (0, 1, 0, 0) for t, zeros for r and q."""
    rows = generating("EYE_LINEAR", "EYE_LINEAR", "EYE_LINEAR", "OBJECT_LINEAR")
    state = POINT.with_(texture_generation=rows, modelview=MOVED)
    found = shown(
        side, context, "fragment.texcoord[0]", state, at=(0.25, -0.5, 0.5), tex0=(9.0, 9.0, 9.0, 9.0)
    )
    near(found, (0.75, -0.5, 0.0, 0.0))


REFLECTED = {"at": (0.0, 0.0, -2.0), "normal": (0.0, 0.6, 0.8)}


@pytest.mark.parametrize("side", SIDES)
def test_reflection_map(context: moderngl.Context, side: str) -> None:
    """2.11.4: u = (0, 0, -1), n · u = -0.8, r = u + 1.6 n = (0, 0.96, 0.28)."""
    state = POINT.with_(texture_generation=generating(*["REFLECTION_MAP"] * 3))
    near(shown(side, context, "fragment.texcoord[0]", state, **REFLECTED)[:3], (0.0, 0.96, 0.28))


@pytest.mark.parametrize("side", SIDES)
def test_sphere_map(context: moderngl.Context, side: str) -> None:
    """2.11.4: r = (0, 0.96, 0.28), m = 2 √(0.96² + 1.28²) = 3.2; s = 1/2, t = 0.3 + 1/2."""
    state = POINT.with_(texture_generation=generating("SPHERE_MAP", "SPHERE_MAP"))
    near(shown(side, context, "fragment.texcoord[0]", state, **REFLECTED)[:2], (0.5, 0.8))
    # r = (0, 0, -1): no direction is left.
    away = shown(side, context, "fragment.texcoord[0]", state, at=(0.0, 0.0, -2.0), normal=(1.0, 0.0, 0.0))
    near(away[:2], (0.5, 0.5))


@pytest.mark.parametrize("side", SIDES)
def test_normal_map(context: moderngl.Context, side: str) -> None:
    """2.11.4: the normal in eye coordinates, here scaled by 1/2 and not normalised."""
    modelview = ((0.0, -2.0, 0.0, 0.0), (2.0, 0.0, 0.0, 0.0), (0.0, 0.0, 2.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    state = POINT.with_(texture_generation=generating(*["NORMAL_MAP"] * 3), modelview=modelview)
    found = shown(side, context, "fragment.texcoord[0]", state, normal=(0.6, 0.0, -0.8))
    near(found[:3], (0.0, 0.3, -0.4))


@pytest.mark.parametrize("side", SIDES)
def test_matrices_come_after_generation(context: moderngl.Context, side: str) -> None:
    """2.11.4: the generated coordinates are transformed by the unit's own texture matrix."""
    halved = ((0.5, 0.0, 0.0, 0.25), (0.0, 0.5, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    state = POINT.with_(texture_generation=generating("OBJECT_LINEAR", unit=1), texture=(IDENTITY, halved))
    found = shown(side, context, "fragment.texcoord[1]", state, at=(0.5, 0.0, 0.0), tex1=(9.0, 0.5))
    near(found[:2], (0.5, 0.25))
    near(shown(side, context, "fragment.texcoord[0]", state, tex0=(0.5, 0.25))[:2], (0.5, 0.25))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("source", "expected"), [("FRAGMENT_DEPTH", 0.75), ("FOG_COORD", 0.25)])
def test_fog_coordinates(context: moderngl.Context, side: str, source: str, expected: float) -> None:
    """3.10: the depth in eye coordinates, 1/4, or the vertex's fog coordinate; 1 - c is left."""
    fog = Fog(True, "LINEAR", end=1.0, color=(0.0, 0.0, 0.0, 0.0), coordinate_source=source)
    arrays = {0: [(3.0, 2.0, -0.25)], 3: [(1.0, 1.0, 1.0)], 5: [(0.75,)]}
    close(color_of(side, context, Drawn(POINT.with_(fog=fog), arrays, "POINTS")), [expected] * 3 + [1.0])


@pytest.mark.parametrize("side", SIDES)
def test_fragment_programs_read_the_conventional_colors(context: moderngl.Context, side: str) -> None:
    """2.14.1: the current colours, without lighting; with it c_sec is (0, 0, 0, 1), or its A is 0."""
    plain = {"color": (0.5, 0.25, 0.0, 1.0), "secondary": (0.125, 0.25, 0.5, 0.75)}
    near(shown(side, context, "fragment.color", POINT, **plain), plain["color"])
    near(shown(side, context, "fragment.color.secondary", POINT, **plain), plain["secondary"])
    lit = POINT.with_(lighting=True, lights=(Light(True, diffuse=(1.0, 1.0, 1.0, 1.0)),))
    near(shown(side, context, "fragment.color.secondary", lit, **plain), (0.0, 0.0, 0.0, 1.0))
    separate = lit.with_(light_model=LightModel(separate_specular=True))
    near(shown(side, context, "fragment.color.secondary", separate, **plain), NOTHING)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("point", "size"), [
    (Point(), 8), (Point(attenuation=(4.0, 0.0, 0.0)), 4), (Point(attenuation=(0.0, 0.8, 0.0)), 4),
    (Point(attenuation=(0.0, 0.0, 0.16)), 4), (Point(attenuation=(1.0, 0.2, 0.08)), 4),
    (Point(attenuation=(0.0, 0.0, 0.16), minimum=6.0), 6), (Point(maximum=2.0), 2),
    (Point(attenuation=(400.0, 0.0, 0.0)), 1), (Point(attenuation=(0.0, 0.0, 0.0)), 16),
])  # fmt: skip
def test_point_sizes(context: moderngl.Context, side: str, point: Point, size: int) -> None:
    """3.3: 8 · √(1 / (a + b d + c d²)) at a distance of 5, between the bounds, and no less than 1."""
    state = POINT.with_(point=point)
    drawn = Drawn(state, {0: [(0.0, -3.0, -4.0)], 3: [(1.0, 1.0, 1.0)]}, "POINTS")
    # With an even size the middle of a frame of 16 pixels is a corner; with an odd one the point is moved.
    found = picture_of(side, context, [drawn], size=(16, 16))[:, :, 0] == 255
    assert found.sum() == size * size


@pytest.mark.parametrize("side", SIDES)
def test_sprites_are_as_large_as_their_points(context: moderngl.Context, side: str) -> None:
    """3.3, ARB_point_sprite 3.3: 8 pixels become 4; their quarters are the texels, t downwards."""
    ramp = np.array([[[10], [20]], [[30], [40]]], np.uint8)
    unit = TextureUnit(True, "REPLACE", base_format="LUMINANCE", coord_replace=True)
    state = POINT.with_(point=Point(attenuation=(4.0, 0.0, 0.0)), texture_units=(unit,))
    texture = Texture.from_array(ramp, min_filter="NEAREST", mag_filter="NEAREST")
    drawn = Drawn(state, {0: [(0.0, 0.0, 0.0)]}, "POINTS", textures={0: texture})
    found = picture_of(side, context, [drawn], size=(8, 8))[:, :, 0]
    assert found[2:6, 2:6].tolist() == [[10, 10, 20, 20]] * 2 + [[30, 30, 40, 40]] * 2
    assert found.sum() == 4 * 100


@pytest.mark.parametrize("side", SIDES)
def test_point_sizes_before_a_fragment_program(context: moderngl.Context, side: str) -> None:
    fragment = load("!!ARBfp1.0\nMOV result.color, 1; END")
    state = POINT.with_(point=Point(attenuation=(4.0, 0.0, 0.0)))
    drawn = Drawn(state, {0: [(0.0, 0.0, 0.0)]}, "POINTS", fragment=fragment)
    assert (picture_of(side, context, [drawn], size=(8, 8))[:, :, 0] == 255).sum() == 16


@pytest.mark.parametrize("side", SIDES)
def test_clip_planes_are_in_eye_space(context: moderngl.Context, side: str) -> None:
    """2.11: x of eye coordinates, moved by 1/2, from 1/4 on: from -1/4 of the window's own on."""
    moved = ((1.0, 0.0, 0.0, 0.5), *IDENTITY[1:])
    back = ((1.0, 0.0, 0.0, -0.5), *IDENTITY[1:])
    state = State(
        modelview=moved, projection=back, clip_planes=(False, True),
        clip_plane_equations=(NOTHING, (1.0, 0.0, 0.0, -0.25)),
    )  # fmt: skip
    found = picture_of(side, context, [Drawn(state, {3: [(1.0, 1.0, 1.0)] * 4})], size=(8, 1))
    assert found[0, :, 0].tolist() == [0] * 3 + [255] * 5


@pytest.mark.parametrize(("modes", "words"), [
    (("", "", "SPHERE_MAP", ""), "state.texture_generation[1].modes[2] is 'SPHERE_MAP'"),
    (("", "", "", "NORMAL_MAP"), "state.texture_generation[1].modes[3] is 'NORMAL_MAP'"),
    (("MIRROR", "", "", ""), "state.texture_generation[1].modes[0] is 'MIRROR'"),
])  # fmt: skip
def test_what_gl_refuses(modes: Any, words: str) -> None:
    """2.11.4: r is in no sphere map, q in no map."""
    with pytest.raises(InputError) as caught:
        validate(State(texture_generation=(TextureGeneration(), TextureGeneration(modes=modes))))
    assert words in str(caught.value)
