"""Numbers, transforms, cameras and bones as functions of the frame alone."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from scene_files import write

from nvrender.scene.forms.base import Function, Linear, Sine
from nvrender.scene.forms.passes import Camera, Orbit
from nvrender.scene.forms.scene import Chain, Light, Rotation, Step
from nvrender.scene.load import load_scene
from nvrender.scene.moment.animation import bone_rows, eye_and_target, number, transform
from nvrender.scene.moment.evaluate import Draw, draws
from nvrender.scene.moment.matrices import look_at, mirror, perspective, rotation
from nvrender.source import SceneError


@pytest.mark.parametrize(
    ("value", "time", "expected"),
    [
        (3.0, 9.0, 3.0),
        (Function(linear=Linear(rate=2.0, start=1.0)), 3.0, 7.0),
        (Function(sine=Sine(period=4.0, amplitude=2.0, offset=1.0)), 1.0, 3.0),
        (Function(sine=Sine(period=4.0, phase=0.25)), 0.0, 1.0),
        (Function(keys=((0.0, 1.0), (2.0, 5.0))), 1.0, 3.0),
        (Function(keys=((0.0, 1.0), (2.0, 5.0))), -1.0, 1.0),
        (Function(keys=((0.0, 1.0), (2.0, 5.0))), 9.0, 5.0),
        (Function(keys=((0.0, 1.0), (2.0, 5.0)), loop=True), 5.0, 3.0),
        (Function(keys=((-1.0, 1.0), (1.0, 5.0)), loop=True), -2.0, 3.0),
        (Function(keys=((0.0, 0.0), (1.0, 1.0)), smooth=True), 0.25, 0.15625),
    ],
)
def test_numbers(value: float | Function, time: float, expected: float) -> None:
    assert number(value, time) == pytest.approx(expected, abs=1e-12)


def test_a_sine_repeats_exactly_after_its_period() -> None:
    value = Function(sine=Sine(period=2.0, amplitude=3.0, phase=0.1))
    assert number(value, 0.5) == pytest.approx(number(value, 1_000_000.5), abs=1e-6)


def test_steps_apply_like_successive_gl_commands() -> None:
    steps = (Step(translate=(1.0, 0.0, 0.0)), Step(rotate=Rotation(angle=90.0)), Step(scale=2.0))
    point = transform(steps, {}, 0.0) @ [1.0, 0.0, 0.0, 1.0]
    assert np.allclose(point, [1.0, 0.0, -2.0, 1.0])
    lamp = {"lamp": Light(position=(3.0, 4.0, 5.0))}
    assert np.allclose(transform((Step(to_light="lamp"),), lamp, 0.0)[:3, 3], [3.0, 4.0, 5.0])


def test_rotations_turn_as_gl_does() -> None:
    assert np.allclose(rotation((0, 0, 1), 90.0)[:3, :3] @ [1, 0, 0], [0, 1, 0])
    assert np.allclose(rotation((1, 0, 0), 90.0)[:3, :3] @ [0, 1, 0], [0, 0, 1])


def test_the_camera_looks_down_minus_z() -> None:
    view = look_at((0, 0, 5), (0, 0, 0), (0, 1, 0))
    assert np.allclose(view @ [0, 0, 0, 1], [0, 0, -5, 1])
    clip = perspective(90.0, 2.0, 1.0, 10.0) @ view @ [2.0, 1.0, 4.0, 1.0]
    assert np.allclose(clip, [1.0, 1.0, -1.0, 1.0])
    far = perspective(90.0, 1.0, 1.0, 10.0) @ [0.0, 0.0, -10.0, 1.0]
    assert far[2] / far[3] == pytest.approx(1.0)


def test_an_orbit_keeps_its_distance() -> None:
    spin = Function(linear=Linear(rate=90.0))
    camera = Camera(target=(1.0, 2.0, 3.0), orbit=Orbit(radius=4.0, angle=spin, elevation=30.0))
    for time in (0.0, 1.0, 2.7):
        eye, target = eye_and_target(camera, time)
        assert math.dist(eye, target) == pytest.approx(4.0)
        assert eye[1] == pytest.approx(4.0)
    assert eye_and_target(camera, 1.0)[0][0] == pytest.approx(1.0 + 4.0 * math.cos(math.radians(30.0)))


def test_a_mirror_reflects_twice_to_nothing() -> None:
    matrix = mirror(1.5)
    assert np.allclose(matrix @ [1.0, 2.0, 3.0, 1.0], [1.0, 1.0, 3.0, 1.0])
    assert np.allclose(matrix @ matrix, np.eye(4))


def test_bones_at_rest_are_the_identity_and_carry_each_other() -> None:
    rest = bone_rows(Chain(address=0, bones=4), 0.0)
    assert rest.shape == (12, 4) and np.allclose(rest, np.tile(np.eye(4)[:3], (4, 1)))
    bent = bone_rows(Chain(address=0, bones=2, length=2.0, bend=(Rotation(angle=90.0, axis=(0, 0, 1)),)), 0.0)
    # The first bone lies along -x, the second, bent once more, points down from its end.
    tip = bent[3:] @ [0.0, 2.0, 0.0, 1.0]
    assert np.allclose(tip, [-1.0, -1.0, 0.0])
    assert np.allclose(bent[:3] @ [0.0, 1.0, 0.0, 1.0], bent[3:] @ [0.0, 1.0, 0.0, 1.0])


def test_growing_bends() -> None:
    """With growth 2 the second bone bends twice as far as the first: 90 degrees in all."""
    bend = (Rotation(angle=30.0, axis=(0, 0, 1)),)
    rows = bone_rows(Chain(address=0, bones=2, length=2.0, growth=2.0, bend=bend), 0.0)
    assert np.allclose(rows[3:5, :2], [[0, -1], [1, 0]])


def only(path: Path, frame: int) -> Draw:
    (draw,) = draws(load_scene(path), frame, (64, 36))
    return draw


ANIMATED = """parameters = { 4 = [{ linear = { rate = 3.0 } }, 1.0] }
transform = [{ rotate = { angle = { linear = { rate = 30.0 } } } }]
tracking = [{ address = 0, matrix = "MODELVIEW_PROJECTION" }]"""


def test_a_frame_depends_on_its_number_alone(tmp_path: Path) -> None:
    path = write(tmp_path, "[animation]\nframes = 10\nfps = 10.0", "", ANIMATED)
    later, first, again = only(path, 7), only(path, 0), only(path, 7)
    assert later.state == again.state and later.state != first.state
    assert (later.parameters[4] == again.parameters[4]).all()
    assert np.allclose(later.parameters[4], [2.1, 1.0, 0.0, 1.0])


def test_values_the_scene_knows_follow_the_space_asked_for(tmp_path: Path) -> None:
    before = """[camera]
eye = [0, 0, 5]
[lights.a]
position = [0, 0, 1]
[lights.b]
direction = [0, 3, 0]
color = [1, 0.5, 0]"""
    draw = """transform = [{ scale = 2.0 }]
[draw.parameters]
4 = { light = "a", space = "eye" }
5 = { light = "a", space = "object", w = 9 }
6 = { light = "b" }
7 = { color = "b", scale = 2.0 }
8 = { eye = "object" }
9 = { viewport = true }
10 = { direction = [1, 0, 0], space = "eye" }
20 = [[1], [2, 3]]"""
    values = only(write(tmp_path, before, "", draw), 0).parameters
    expected = {
        4: [0, 0, -4, 1], 5: [0, 0, 0.5, 9], 6: [0, 1, 0, 0], 7: [2, 1, 0, 1], 8: [0, 0, 2.5, 1],
        9: [64, 36, 1 / 64, 1 / 36], 10: [1, 0, 0, 0], 20: [1, 0, 0, 1], 21: [2, 3, 0, 1],
    }  # fmt: skip
    assert set(values) == set(expected)
    for register, row in expected.items():
        assert np.allclose(values[register], row, atol=1e-6), register


def test_reflected_draws_come_first_with_the_other_face_in_front(tmp_path: Path) -> None:
    before = "[reflection]\nheight = 1.0\n[lights.a]\nposition = [0, 5, 0]"
    draw = "reflected = true\nparameters = { 4 = { light = 'a' } }\nstate = { cull = 'BACK' }"
    mirrored, plain = draws(load_scene(write(tmp_path, before, "", draw)), 0, (64, 36))
    assert (mirrored.state.front_face, plain.state.front_face) == ("CW", "CCW")
    assert np.allclose(mirrored.parameters[4], [0, -3, 0, 1])
    assert np.allclose(plain.parameters[4], [0, 5, 0, 1])


def test_materials_and_copies_override_what_is_shared(tmp_path: Path) -> None:
    before = "[parameters]\n4 = [1]\n5 = [1]\n6 = [1]\n7 = [1]\n[materials.m]\n5 = [2]\n6 = [2]"
    draw = "material = 'm'\nparameters = { 6 = [3] }\ncopies = [{ parameters = { 7 = [4] } }, {}]"
    first, second = draws(load_scene(write(tmp_path, before, "", draw)), 0, (64, 36))
    assert [first.parameters[index][0] for index in (4, 5, 6, 7)] == [1, 2, 3, 4]
    assert second.parameters[7][0] == 1


@pytest.mark.parametrize(
    ("camera", "expected"),
    [
        ("fov = { linear = { rate = 90.0 } }", "camera.fov: is 180 in frame 2"),
        ("eye = [0, 3, 0]", "looks along up"),
        ("eye = [1, 1, 1]\ntarget = [1, 1, 1]", "the eye is at the target"),
    ],
)
def test_a_camera_that_cannot_see_is_reported_with_its_frame(
    tmp_path: Path, camera: str, expected: str
) -> None:
    path = write(tmp_path, f"[animation]\nfps = 1.0\n[camera]\n{camera}")
    with pytest.raises(SceneError, match=expected):
        only(path, 2)
