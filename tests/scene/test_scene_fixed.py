"""What scenes say about the fixed function is the State it gives (docs/scenes.md), and draws it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scene_files import write_text

from nvrender.gl.state import (
    Blend,
    ColorMaterial,
    Combine,
    Fog,
    PolygonOffset,
    State,
    Stencil,
    TextureGeneration,
)
from nvrender.render import render
from nvrender.scene.load import load_scene
from nvrender.scene.moment.evaluate import draws
from nvrender.source import SceneError

SCENE = """{top}
[meshes.square]
kind = "square"

[textures.white]
kind = "checker"
colors = [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]

[lights.sun]
direction = [0.0, 0.0, 1.0]

[camera]
eye = [0.0, 0.0, 2.0]

[[draw]]
mesh = "square"
{draw}
"""


def state_of(directory: Path, draw: str, top: str = "") -> State:
    scene = load_scene(write_text(directory, SCENE.format(draw=draw, top=top)))
    return next(iter(draws(scene, 0, (200, 100)))).state


def test_every_key(tmp_path: Path) -> None:
    state = state_of(
        tmp_path,
        """
        textures.1 = { texture = "white", mode = "COMBINE", color = [0.5, 0.5, 0.5], combine = { \
            rgb = "INTERPOLATE", rgb_sources = ["TEXTURE0", "PREVIOUS"], rgb_operands = ["SRC_ALPHA"], \
            rgb_scale = 4, alpha = "SUBTRACT", alpha_sources = ["CONSTANT"], \
            alpha_operands = ["ONE_MINUS_SRC_ALPHA"], alpha_scale = 2 } }
        [draw.state]
        lighting = true
        normalize = true
        rescale_normal = true
        color_sum = true
        color_mask = [true, false, true, false]
        scissor = [0.25, 0.5, 0.5, 0.505]
        logic_op = "XOR"
        line_width = { linear = { rate = 1.0, start = 2.5 } }
        color_material = { face = "BACK", mode = "EMISSION" }
        fog = { source = "FOG_COORD" }
        blend = { source = "SRC_ALPHA_SATURATE", destination = "CONSTANT_COLOR", equation = "FUNC_SUBTRACT", \
            color = [0.1, 0.2, 0.3], alpha_source = "ONE", alpha_destination = "ZERO", \
            alpha_equation = "MAX" }
        stencil = { function = "LESS", reference = 3, mask = 7, fail = "ZERO", depth_fail = "INCR", \
            depth_pass = "REPLACE", write_mask = 15 }
        back_stencil = { depth_pass = "DECR_WRAP" }
        polygon_offset = { factor = 1.0, units = -2.0 }
        texgen.2 = { modes = { s = "SPHERE_MAP", t = "EYE_LINEAR", q = "OBJECT_LINEAR" } }
        """,
    )
    assert state.texture_units[1].mode == "COMBINE"
    assert state.texture_units[1].color == (0.5, 0.5, 0.5, 1.0)
    assert state.texture_units[1].combine == Combine(
        "INTERPOLATE", "SUBTRACT", ("TEXTURE0", "PREVIOUS", "CONSTANT"), ("CONSTANT", "PREVIOUS", "CONSTANT"),
        ("SRC_ALPHA", "SRC_COLOR", "SRC_ALPHA"), ("ONE_MINUS_SRC_ALPHA", "SRC_ALPHA", "SRC_ALPHA"), 4.0, 2.0,
    )  # fmt: skip
    assert (state.lighting, state.normalize, state.rescale_normal, state.color_sum) == (True,) * 4
    assert state.color_mask == (True, False, True, False)
    assert state.scissor == (50, 50, 100, 50)
    assert state.logic_op == "XOR"
    assert state.line_width == 2.5
    assert state.color_material == ColorMaterial(True, "BACK", "EMISSION")
    assert state.fog == Fog(True, coordinate_source="FOG_COORD", color=(0.0, 0.0, 0.0, 0.0))
    assert state.blend == Blend(
        True,
        "SRC_ALPHA_SATURATE",
        "CONSTANT_COLOR",
        "FUNC_SUBTRACT",
        "ONE",
        "ZERO",
        "MAX",
        (0.1, 0.2, 0.3, 1.0),
    )
    assert state.stencil == Stencil(True, "LESS", 3, 7, "ZERO", "INCR", "REPLACE", 15)
    assert state.back_stencil == Stencil(True, depth_pass="DECR_WRAP")
    assert state.polygon_offset == PolygonOffset(True, 1.0, -2.0)
    modes = ("SPHERE_MAP", "EYE_LINEAR", "", "OBJECT_LINEAR")
    assert state.texture_generation[2] == TextureGeneration(modes=modes)


def test_without_a_key_all_is_as_gl_starts(tmp_path: Path) -> None:
    state, usual = state_of(tmp_path, ""), State()
    names = "lighting color_material normalize stencil polygon_offset color_mask scissor logic_op line_width"
    for name in (*names.split(), "color_sum", "back_stencil", "texture_generation"):
        assert getattr(state, name) == getattr(usual, name)


def test_draws_change_what_the_scene_says(tmp_path: Path) -> None:
    top = '[state]\nlighting = true\nlights = ["sun"]\nstencil = { reference = 4 }\n'
    state = state_of(tmp_path, "state = { lighting = false }", top)
    assert (state.lighting, state.stencil.reference) == (False, 4)


@pytest.mark.parametrize(("draw", "words"), [
    ('textures.0 = { texture = "white", combine = {} }', "combine belongs to the mode COMBINE"),
    ('state = { stencil = { fail = "TOGGLE" } }', "stencil.fail"),
    ('state = { texgen = { 0 = { modes = { q = "SPHERE_MAP" } } } }', "texgen.0.modes.q"),
    ('state = { blend = { destination = "SRC_ALPHA_SATURATE" } }', "blend.destination"),
    ("state = { scissor = [0.0, 0.0, 2.0, 1.0] }", "scissor[2]"),
    ("state = { color_mask = [true] }", "color_mask"),
    ('state = { lights = ["sun"], logic_op = "PLUS" }', "logic_op"),
])  # fmt: skip
def test_what_is_wrong_is_named(tmp_path: Path, draw: str, words: str) -> None:
    with pytest.raises(SceneError) as caught:
        state_of(tmp_path, draw)
    assert words in str(caught.value)


def test_a_line_width_that_shrinks_to_nothing(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=r"draw\[0\].state.line_width: is 0 in frame 0"):
        state_of(tmp_path, "state = { line_width = 0.0 }")
    with pytest.raises(
        SceneError, match=r"line_width: is 1e\+300 in frame 0; expected a number above 0, at m"
    ):
        state_of(tmp_path, "state = { line_width = 1e300 }")


@pytest.mark.parametrize("backend", ["gpu", "oracle"])
def test_a_lit_scene_without_programs(tmp_path: Path, backend: str) -> None:
    """The sun along the normal: 0.5 of diffuse light, 0.25 of emission."""
    draw = """
    [draw.state]
    lighting = true
    lights = ["sun"]
    light_model = { ambient = [0.0, 0.0, 0.0] }
    material = { diffuse = [0.5, 0.0, 0.5], emission = [0.25, 0.25, 0.0] }
    """
    path = write_text(tmp_path, SCENE.format(draw=draw, top=""))
    found = render(path, size=(8, 8), backend=backend)[4, 4] / 255.0
    assert np.abs(found - [0.75, 0.25, 0.5, 1.0]).max() <= 1.001 / 255.0


SHADOW = """
[targets.shadow]
size = [8, 8]
format = "DEPTH"
compare = "LEQUAL"

[[passes]]
name = "shadow"
target = "shadow"
camera = { eye = [0.0, 0.0, 2.0], near = 1.0, far = 3.0, height = 1.0 }
"""
FIRST = '[[draw]]\nmesh = "square"\npass = "shadow"\n'


@pytest.mark.parametrize("backend", ["gpu", "oracle"])
@pytest.mark.parametrize(("compare", "reference", "expected"), [
    ("true", 0.4, 1.0), ("true", 0.6, 0.0), ("false", 0.9, 0.5),
])  # fmt: skip
def test_depths_in_texture_environments(
    tmp_path: Path, backend: str, compare: str, reference: float, expected: float
) -> None:
    """OpenGL 1.5, 3.8.14: the square is halfway from near to far; r is all of a plane."""
    draw = f"""
    textures.0 = {{ texture = "shadow", mode = "REPLACE", compare = {compare} }}
    [draw.state.texgen.0]
    object = {{ s = [0.0, 0.0, 0.0, 0.5], t = [0.0, 0.0, 0.0, 0.5], r = [0.0, 0.0, 0.0, {reference}] }}
    modes = {{ s = "OBJECT_LINEAR", t = "OBJECT_LINEAR", r = "OBJECT_LINEAR" }}
    """
    path = write_text(tmp_path, SHADOW + SCENE.format(draw=draw, top="") + FIRST)
    found = render(path, size=(8, 8), backend=backend)[4, 4] / 255.0
    assert np.abs(found - [expected, expected, expected, 1.0]).max() <= 1.001 / 255.0


@pytest.mark.parametrize("backend", ["gpu", "oracle"])
def test_cube_maps_in_texture_environments(tmp_path: Path, backend: str) -> None:
    """OpenGL 1.5, 2.11.4 and 3.8.6: the normal of the square, towards the eye, looks up the face of +z."""
    faces = ["white", "white", "white", "white", "red", "white"]
    top = f"""
    [textures.red]
    kind = "checker"
    colors = [[1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]
    [textures.around]
    kind = "cube"
    faces = {faces}
    """
    draw = """
    textures.0 = { texture = "around", mode = "REPLACE" }
    state.texgen.0.modes = { s = "NORMAL_MAP", t = "NORMAL_MAP", r = "NORMAL_MAP" }
    """
    path = write_text(tmp_path, SCENE.format(draw=draw, top=top))
    assert render(path, size=(8, 8), backend=backend)[4, 4].tolist() == [255, 0, 0, 255]
