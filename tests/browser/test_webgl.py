"""Exported pages draw in a browser's WebGL 2, by GLSL ES 3.00, what the oracle draws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from webgl import picture
from webgl_scenes import SCENES, written

import nvrender
from nvrender.scene.load import load_scene
from nvrender.web.export.page import export

#: Levels of 255 that filters and roundings may lie apart, and the share of pixels at edges.
_APART, _EDGES = 3, 0.01


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_looks_the_same(name: str, driver: Any, tmp_path: Path) -> None:
    scene = load_scene(written(name, tmp_path))
    expected = np.asarray(nvrender.render(scene, backend="oracle", samples=1))[..., :3].astype(int)
    found = picture(driver, export(scene, tmp_path / "page", scene.size, range(1))).astype(int)
    assert len(np.unique(expected.reshape(-1, 3), axis=0)) > 80
    apart = (np.abs(found - expected) > _APART).any(axis=-1)
    assert apart.mean() <= _EDGES, f"{apart.sum()} of {apart.size} pixels differ"
