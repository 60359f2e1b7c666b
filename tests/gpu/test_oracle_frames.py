"""The oracle's frames are the GPU's: every scene of the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from nvrender.regression.comparison.limits import SHARE
from nvrender.regression.comparison.pictures import compare_pictures
from nvrender.render import render
from nvrender.scene.load import load_scene

SCENES = sorted((Path(__file__).parents[2] / "scenes").glob("*.toml"))
SIZE = (256, 256)


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_demo_scenes(path: Path) -> None:
    scene = load_scene(path)
    comparison = compare_pictures(render(scene, SIZE), render(scene, SIZE, backend="oracle"))
    assert comparison.share < SHARE, comparison.text()
