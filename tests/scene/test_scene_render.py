"""Frames: coverage, colours, determinism, the oracle's, and arguments that cannot be used."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from scene_files import SCENES, write

from nvrender.gpu.context.context import headless
from nvrender.regression.comparison.pictures import compare_pictures
from nvrender.regression.comparison.tolerance import SHARE
from nvrender.render import frames, render
from nvrender.scene.load import load_scene
from nvrender.scene.model import Scene
from nvrender.source import InputError

EVERY = pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
SIZE = (128, 128)

RED_BALL = """tracking = [{ address = 0, matrix = "MODELVIEW_PROJECTION" }]
parameters = { 4 = [1.0, 0.0, 0.0, 1.0] }"""


@EVERY
def test_a_demo_is_a_picture_that_moves_and_the_oracles(path: Path) -> None:
    """Its frames do not depend on their order."""
    scene = load_scene(path)
    poster = scene.animation.poster
    picture, later, again = frames(scene, SIZE, [poster, poster + 25, poster])
    assert picture.shape == (SIZE[1], SIZE[0], 4) and picture.dtype == np.uint8
    colors = np.unique(picture[..., :3].reshape(-1, 3), axis=0)
    assert len(colors) > 400
    brightness = picture[..., :3].max(axis=2)
    # Neither black nor blown out.
    assert (brightness > 24).mean() > 0.08 and (brightness == 255).mean() < 0.12
    # Something stands in the middle: it differs from the sides of the same rows.
    middle = picture[28:114, 40:88, :3].astype(float)
    assert middle.std() > 12
    assert (picture == again).all()
    assert (picture != later).any(axis=2).mean() > 0.02
    if "Mesa 22." not in headless().info["GL_VERSION"]:
        scene = without_anisotropy(scene)
        picture = render(scene, SIZE)
    comparison = compare_pictures(picture, render(scene, SIZE, backend="oracle"))
    assert comparison.share < SHARE, comparison.text()


def without_anisotropy(scene: Scene) -> Scene:
    """Whose textures are filtered as OpenGL says, alike everywhere.

    EXT_texture_filter_anisotropic leaves what it asks for to the implementation; the oracle's ellipses are
    those of Mesa 22.
    """
    textures = {
        name: msgspec.structs.replace(form, anisotropy=1.0) for name, form in scene.form.textures.items()
    }
    return replace(scene, form=msgspec.structs.replace(scene.form, textures=textures))


def test_a_ball_covers_what_it_should(tmp_path: Path) -> None:
    path = write(tmp_path, "[camera]\neye = [0, 0, 5]\nfov = 60.0", "", RED_BALL)
    picture = render(path, (100, 100))
    red = (picture[..., :3] == [255, 0, 0]).all(axis=2)
    # A unit ball at distance 5 is seen at asin(1/5); tan of that over tan(30 degrees) is its radius.
    radius = 50 * np.tan(np.arcsin(1 / 5)) / np.tan(np.radians(30))
    assert red.sum() == pytest.approx(np.pi * radius**2, rel=0.05)
    rows, columns = np.nonzero(red)
    assert rows.mean() == pytest.approx(49.5, abs=1) and columns.mean() == pytest.approx(49.5, abs=1)


def test_the_background_runs_from_bottom_to_top(tmp_path: Path) -> None:
    path = write(tmp_path, "[background]\ncolors = [[1, 0, 0], [0, 0, 1]]", "radius = 0.01", RED_BALL)
    picture = render(path, (20, 40)).astype(int)
    assert picture[0, 0, 2] > 240 and picture[-1, 0, 0] > 240
    assert (np.diff(picture[:, 0, 0]) >= 0).all()


def test_state_programs_run_before_the_draw(tmp_path: Path) -> None:
    draw = """tracking = [{ address = 0, matrix = "MODELVIEW_PROJECTION" }]
parameters = { 5 = [0.0, 1.0, 1.0, 1.0] }
state_programs = [{ program = "state.vp", input = [1.0, 1.0, 0.0, 1.0] }]"""
    picture = render(write(tmp_path, "", "radius = 2.0", draw), (40, 40))
    assert picture[20, 20].tolist() == [0, 255, 0, 255]


def test_copies_are_drawn_each_in_its_place(tmp_path: Path) -> None:
    draw = """tracking = [{ address = 0, matrix = "MODELVIEW_PROJECTION" }]
copies = [
  { transform = [{ translate = [-2, 0, 0] }], parameters = { 4 = [1, 0, 0, 1] } },
  { transform = [{ translate = [2, 0, 0] }], parameters = { 4 = [0, 1, 0, 1] } },
]"""
    picture = render(write(tmp_path, "[camera]\neye = [0, 0, 8]", "radius = 1.0", draw), (80, 40))
    assert (picture[:, :40, 0] == 255).any() and (picture[:, 40:, 1] == 255).any()
    assert not (picture[:, 40:, 0] == 255).any() and not (picture[:, :40, 1] == 255).any()


def test_the_poster_frame_is_the_default(tmp_path: Path) -> None:
    before = """[animation]
frames = 10
fps = 10.0
poster = 5
[camera]
eye = [0, 0, { linear = { rate = 4.0, start = 3.0 } }]"""
    path = write(tmp_path, before, "", RED_BALL)
    assert (render(path, (32, 32)) == render(path, (32, 32), frame=5)).all()
    assert (render(path, (32, 32)) != render(path, (32, 32), frame=0)).any()
    assert len(list(frames(path, (8, 8)))) == 10


def test_arguments_that_cannot_be_used(tmp_path: Path) -> None:
    path = write(tmp_path, "", "", RED_BALL)
    with pytest.raises(InputError, match="unknown back end 'cpu'"):
        render(path, backend="cpu")
    with pytest.raises(InputError, match="size is 0 × 5"):
        render(path, (0, 5))
    with pytest.raises(InputError, match="size is"):
        render(path, (1, 2, 3))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="frame is too large; frames are numbered from 0 to 999999999"):
        render(path, (8, 8), frame=10**400, backend="oracle")
    with pytest.raises(InputError, match="unknown numerics 'slow'; there are exact, fast"):
        render(path, (8, 8), numerics="slow", backend="oracle")
    with pytest.raises(InputError, match="frame is -1"):
        render(path, frame=-1)
    with pytest.raises(InputError, match="a scene is a path"):
        render(3)  # type: ignore[arg-type]
