"""Parameters as sliders: which there are, and what changing one changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from view_scenes import PROGRAM

from nvrender.scene.load import load_scene
from nvrender.scene.model import Scene
from nvrender.scene.moment.evaluate import draws
from nvrender.view.clock import Clock
from nvrender.view.look import Look, adjusted
from nvrender.view.remarks import is_color
from nvrender.view.sliders import ParameterComponent, sliders, step_of, with_values

TEXT = """
tracking = [{ address = 0, matrix = "MODELVIEW_PROJECTION" }]
[parameters]
5 = 7
6 = [1.0, { sine = { period = 1.0 } }]
7 = { eye = "world" }
[materials.gold]
8 = [[1.0, 2.0], [3.0]]
[meshes.cube]
kind = "cube"
[[draw]]
name = "box"
vertex = "cube.vp"
mesh = "cube"
material = "gold"
parameters = { 4 = [0.0, -0.5, 0.25, 1.0] }
[[draw.copies]]
parameters = { 9 = 2.5 }
[[draw.copies]]
parameters = { 9 = -2.5 }
"""


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    (tmp_path / "cube.vp").write_text(PROGRAM)
    path = tmp_path / "scene.toml"
    path.write_text(TEXT)
    return load_scene(path)


def test_plain_numbers_are_sliders_and_nothing_else(scene: Scene) -> None:
    assert [(slider.name, slider.value) for slider in sliders(scene)] == [
        ("scene: c[5].x", 7.0),
        ("scene: c[6].x", 1.0),
        ("material gold: c[8].x", 1.0),
        ("material gold: c[8].y", 2.0),
        ("material gold: c[8] + 1.x", 3.0),
        ("box: c[4].x", 0.0),
        ("box: c[4].y", -0.5),
        ("box: c[4].z", 0.25),
        ("box: c[4].w", 1.0),
        ("box copy 0: c[9].x", 2.5),
        ("box copy 1: c[9].x", -2.5),
    ]


def test_a_slider_says_what_the_program_says_of_it(tmp_path: Path) -> None:
    remarks = "# c[4]-c[5]  rgb: how bright, a: alpha\n# c[6]: way to the light\n# c[9] nothing\n"
    (tmp_path / "cube.vp").write_text(PROGRAM.replace("\n", f"\n{remarks}", 1))
    path = tmp_path / "scene.toml"
    path.write_text(TEXT)
    found = {slider.name: slider.remark for slider in sliders(load_scene(path))}
    assert found["box: c[4].x"] == found["scene: c[5].x"] == "rgb: how bright, a: alpha"
    assert found["scene: c[6].x"] == "way to the light"
    assert found["box copy 0: c[9].x"] == found["material gold: c[8] + 1.x"] == ""


@pytest.mark.parametrize(
    ("remark", "values", "expected"),
    [
        ("sky colour", (2.0, 0.5, 0.1), True),
        ("rgb: tint, a: alpha", (0.1, 0.2, 0.3, 9.0), True),
        ("direction to the light", (0.5, 0.5, 0.5), False),
        ("", (0.5, 0.5, 0.5, 1.0), True),
        ("", (0.5, 0.5, 1.5), False),
        ("colour", (-0.1, 0.5, 0.5), False),
        ("colour", (0.5, 0.5), False),
    ],
)
def test_which_vectors_are_colors(remark: str, values: tuple[float, ...], expected: bool) -> None:
    assert is_color(remark, values) is expected


def test_a_slider_offers_more_than_its_value(scene: Scene) -> None:
    for slider in sliders(scene):
        assert slider.least <= slider.value <= slider.most
        assert slider.least < slider.most
        assert step_of(slider) > 0.0


def test_each_changes_its_own_number(scene: Scene) -> None:
    before = sliders(scene)
    for number, slider in enumerate(before):
        changed = with_values(scene, {slider.place: 42.0})
        after = sliders(changed)
        assert [one.value for one in after] == [
            42.0 if place == number else one.value for place, one in enumerate(before)
        ]
        assert [one.place for one in after] == [one.place for one in before]
    assert sliders(scene) == before


def test_what_is_changed_reaches_the_program(scene: Scene) -> None:
    green = next(slider.place for slider in sliders(scene) if slider.name == "box: c[4].y")
    (first, *_) = draws(with_values(scene, {green: 0.75}), 0, scene.size)
    assert list(first.parameters[4]) == [0.0, 0.75, 0.25, 1.0]


def test_integers_stay_integers(scene: Scene) -> None:
    (first, *_) = sliders(scene)
    changed = with_values(scene, {first.place: 2.6}).form.parameters["5"]
    assert changed == 3
    assert isinstance(changed, int)


def test_places_the_scene_no_longer_has_are_passed_over(scene: Scene) -> None:
    gone = ParameterComponent("draw 7", "parameters", "4", 0, 0)
    assert with_values(scene, {gone: 1.0}) is scene
    assert with_values(scene, {}) is scene


def test_keys_choose_and_change(scene: Scene) -> None:
    offered = sliders(scene)
    look = Look(Clock(1, 30.0))
    assert adjusted(look, "increase", offered) == look
    assert adjusted(look, "choose previous", offered).chosen == len(offered) - 1
    look = adjusted(look, "choose next", offered)
    assert look.chosen == 0
    for _ in range(40):
        look = adjusted(look, "increase", offered)
    assert look.values == {offered[0].place: pytest.approx(7.0 + 28.0)}
    assert adjusted(look, "decrease", offered).values[offered[0].place] < 35.0
    for _ in range(len(offered)):
        look = adjusted(look, "choose next", offered)
    assert look.chosen == 0
    assert adjusted(look, "choose next", ()) == look
