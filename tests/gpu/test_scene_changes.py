"""A scene's stage that goes on with other numbers, at the same frame, and at another size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import moderngl
import msgspec
import numpy as np
import pytest

from nvrender import render
from nvrender.gpu.context.state_guard import state_guard
from nvrender.gpu.pipeline.screen import Screen
from nvrender.gpu.scene.stage import Stage
from nvrender.scene.forms.passes import Camera
from nvrender.scene.load import load_scene
from nvrender.scene.model import Scene

SCENES = Path(__file__).parents[2] / "scenes"
SIZE = (96, 54)
#: One that keeps a target from frame to frame, one with passes, one with a mirror, one with points.
NAMES = ("waves", "cobbles", "lake", "galaxy")


def changed(scene: Scene, **form: Any) -> Scene:
    return replace(scene, form=msgspec.structs.replace(scene.form, **form))


@pytest.mark.parametrize("name", NAMES)
def test_the_last_frame_again_is_the_same_picture(context: moderngl.Context, name: str) -> None:
    scene = load_scene(SCENES / f"{name}.toml")
    with state_guard(context):
        stage = Stage(scene, SIZE, context, "exact")
        first = stage.picture(2)
        assert stage.frame == 2
        stage.draw_again()
        assert np.array_equal(stage.target.read(), first)
        # What the frame hands on is what it was: the next one is too.
        following = stage.picture(3)
        stage.release()
    assert np.array_equal(following, render(scene, SIZE, frame=3))


@pytest.mark.parametrize("name", NAMES[1:])
def test_another_camera_is_as_if_the_scene_had_it(context: moderngl.Context, name: str) -> None:
    scene = load_scene(SCENES / f"{name}.toml")
    other = changed(scene, camera=Camera(eye=(1.0, 3.0, 7.0), target=(0.0, 0.5, 0.0), fov=50.0))
    with state_guard(context):
        stage = Stage(scene, SIZE, context, "exact")
        stage.draw(2)
        stage.change(other)
        stage.draw_again()
        assert np.array_equal(stage.target.read(), render(other, SIZE, frame=2))
        stage.release()


@pytest.mark.parametrize("name", NAMES)
def test_another_size_is_as_if_begun_with_it(context: moderngl.Context, name: str) -> None:
    scene = load_scene(SCENES / f"{name}.toml")
    with state_guard(context):
        stage = Stage(scene, SIZE, context, "exact")
        stage.draw(1)
        for size in ((1, 1), (64, 80)):
            stage.resize(size)
            assert stage.frame is None
            assert np.array_equal(stage.picture(1), render(scene, size, frame=1))
        stage.release()


def test_nothing_is_drawn_again_where_nothing_was(context: moderngl.Context) -> None:
    with state_guard(context):
        stage = Stage(load_scene(SCENES / "lake.toml"), SIZE, context, "exact")
        stage.draw_again()
        assert stage.frame is None
        assert stage.sources == {}
        stage.draw(0)
        assert all(text.startswith("#version") for texts in stage.sources.values() for text in texts)
        assert "posts" in " ".join(stage.sources)
        stage.release()


def test_a_screen_shows_targets_and_sheets(context: moderngl.Context) -> None:
    scene = load_scene(SCENES / "lake.toml")
    with state_guard(context):
        stage = Stage(scene, SIZE, context, "exact")
        expected = stage.picture(0)
        buffer = context.renderbuffer((120, 80), 4)
        window = context.framebuffer([buffer])
        screen = Screen(context, window)
        screen.clear((120, 80), (1.0, 0.0, 0.0))
        screen.show(stage.target, (4, 6, *SIZE))
        sheet = np.zeros((3, 5, 4), np.uint8)
        sheet[0, 0], sheet[2, 4] = (0, 255, 0, 255), (0, 0, 255, 255)
        screen.lay("sheet", (100, 70, 5, 3), sheet)
        shown = np.frombuffer(window.read(components=3), np.uint8).reshape(80, 120, 3)
        assert np.array_equal(shown[6 : 6 + SIZE[1], 4 : 4 + SIZE[0]][::-1], expected[:, :, :3])
        assert tuple(shown[0, 0]) == (255, 0, 0)
        # Top row first: the green texel is the upper left one; what is clear shows what is below.
        assert tuple(shown[72, 100]) == (0, 255, 0)
        assert tuple(shown[70, 104]) == (0, 0, 255)
        assert tuple(shown[71, 102]) == (255, 0, 0)
        for thing in (screen, stage, window, buffer):
            thing.release()
