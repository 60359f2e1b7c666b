"""Orbit, pan and zoom as plain numbers."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nvrender.scene.forms.passes import Camera, Orbit
from nvrender.scene.load import load_scene
from nvrender.scene.moment.cameras import moment
from nvrender.view.camera import Viewpoint, orbited, panned, seen_from, viewpoint, visible_height, zoomed

START = Viewpoint((0.0, 0.0, 4.0), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 60.0, 0.1, 100.0)
DRAGS = st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), min_size=1, max_size=6)


def distance(place: Viewpoint) -> float:
    return float(np.linalg.norm(np.subtract(place.eye, place.target)))


def test_a_drag_to_the_right_turns_the_world_to_the_right() -> None:
    assert orbited(START, 0.1, 0.0).eye[0] < 0.0
    assert orbited(START, -90.0 / 240.0, 0.0).eye == pytest.approx((4.0, 0.0, 0.0), abs=1e-9)


def test_a_drag_upwards_looks_from_below() -> None:
    assert orbited(START, 0.0, 0.1).eye[1] < 0.0
    assert orbited(START, 0.0, -30.0 / 240.0).eye == pytest.approx(
        (0.0, 4.0 * math.sin(math.radians(30)), 4.0 * math.cos(math.radians(30)))
    )


@given(drags=DRAGS)
def test_orbits_keep_the_distance_and_stay_off_the_poles(drags: list[tuple[float, float]]) -> None:
    place = START
    for right, up in drags:
        place = orbited(place, right, up)
        assert distance(place) == pytest.approx(4.0)
        assert abs(place.eye[1]) <= 4.0 * math.sin(math.radians(89.0)) + 1e-6
        assert place.target == START.target


def test_a_camera_beyond_the_pole_is_not_thrown_back() -> None:
    above = Viewpoint((0.0, 4.0, 0.01), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 60.0, 0.1, 100.0)
    turned = orbited(above, 0.25, 0.0)
    assert turned.eye[1] == pytest.approx(4.0)
    assert orbited(above, 0.0, 0.1).eye[1] < 4.0


def test_another_up() -> None:
    place = Viewpoint((4.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 60.0, 0.1, 100.0)
    assert orbited(place, 0.3, 0.0).eye[2] == pytest.approx(0.0)
    assert orbited(place, 0.0, -0.1).eye[2] > 0.0


def test_a_pan_over_the_height_moves_by_what_is_seen() -> None:
    assert visible_height(START) == pytest.approx(8.0 * math.tan(math.radians(30)))
    moved = panned(START, 0.0, 1.0)
    assert moved.target == pytest.approx((0.0, -visible_height(START), 0.0))
    assert distance(moved) == pytest.approx(4.0)
    assert panned(START, 0.5, 0.0).target[0] == pytest.approx(-0.5 * visible_height(START))


@given(steps=st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=5))
def test_zooming_stays_finite_and_in_front(steps: list[float]) -> None:
    place = START
    for step in steps:
        place = zoomed(place, step)
    assert distance(place) * 1.0001 >= 4e-3
    assert distance(place) <= 4000.1


def test_zooming_there_and_back() -> None:
    assert zoomed(zoomed(START, 3.0), -3.0).eye == pytest.approx(START.eye)
    flat = Viewpoint((0.0, 0.0, 4.0), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 60.0, 0.1, 100.0, height=2.0)
    assert zoomed(flat, 1.0).height == pytest.approx(1.76)
    assert zoomed(flat, 1.0).eye == flat.eye
    assert visible_height(flat) == 2.0


def test_the_planes_go_with_the_distance(scene: Path) -> None:
    loaded = load_scene(scene)
    near = seen_from(loaded, zoomed(START, 50.0)).form.camera
    assert near.near < 0.1
    assert near.far == 100.0
    far = seen_from(loaded, zoomed(START, -50.0)).form.camera
    assert far.near == 0.1
    assert far.far > 1000.0
    assert seen_from(loaded, None) is loaded


@pytest.mark.parametrize(
    "camera",
    [
        Camera(eye=(1.0, 2.0, 3.0), target=(0.5, 0.0, 0.0), up=(0.0, 0.2, 1.0), fov=33.0),
        Camera(orbit=Orbit(radius=3.0, angle=20.0, elevation=10.0), height=2.5),
        Camera(eye=(1.0, 2.0, 3.0), face=2),
        Camera(eye=(1.0, 2.0, 3.0), face=5),
    ],
    ids=["eye and target", "orthographic orbit", "face up", "face back"],
)
def test_the_scenes_own_camera_is_the_same_view(scene: Path, camera: Camera) -> None:
    loaded = load_scene(scene)
    loaded = replace(loaded, form=msgspec.structs.replace(loaded.form, camera=camera))
    own = moment(loaded, 0, (300, 300)).views["picture"]
    again = moment(seen_from(loaded, viewpoint(camera, 0.0)), 0, (300, 300)).views["picture"]
    assert np.allclose(own.view, again.view, atol=1e-6)
    assert np.allclose(own.projection, again.projection, atol=1e-6)
