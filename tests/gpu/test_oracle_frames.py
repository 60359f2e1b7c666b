"""The oracle's frames are the GPU's: every demo scene, and what scenes do not use."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from nvrender.render import frames
from nvrender.scene.load import load_scene

SCENES = sorted((Path(__file__).parents[2] / "scenes").glob("*.toml"))
SIZE = (256, 256)
#: Pixels that may differ by more than 2/255, in percent.
SHARE = 0.2


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_demo_scenes(path: Path) -> None:
    scene = load_scene(path)
    poster = [scene.animation.poster]
    (gpu,) = frames(scene, SIZE, poster)
    (oracle,) = frames(scene, SIZE, poster, backend="oracle")
    assert (oracle[:, :, 3] == gpu[:, :, 3]).mean() > 0.99
    differ = np.abs(oracle.astype(int) - gpu).max(axis=2) > 2
    assert 100.0 * differ.mean() < SHARE
