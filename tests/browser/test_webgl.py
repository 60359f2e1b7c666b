"""GLSL ES 3.00 draws in a browser's WebGL 2 what the oracle draws."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from report_browser import MISSING
from webgl import browser, picture
from webgl_scenes import SCENES, written

import nvrender
from nvrender.scene.load import load_scene

#: Levels of 255 that filters and roundings may lie apart, and the share of pixels at edges.
_APART, _EDGES = 3, 0.01


@pytest.fixture(scope="module")
def page() -> Iterator[Any]:
    if MISSING:
        pytest.skip(MISSING)
    with browser() as made:
        yield made


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_looks_the_same(name: str, page: Any, tmp_path: Path) -> None:
    scene = load_scene(written(name, tmp_path))
    expected = np.asarray(nvrender.render(scene, backend="oracle", samples=1)).astype(int)
    found = picture(page, scene, (expected.shape[1], expected.shape[0])).astype(int)
    assert len(np.unique(expected.reshape(-1, 4), axis=0)) > 80
    apart = (np.abs(found - expected) > _APART).any(axis=-1)
    assert apart.mean() <= _EDGES, f"{apart.sum()} of {apart.size} pixels differ"
