"""Fragments of a scene's pixel: they give the colour that the picture has there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import nvrender
from nvrender.oracle.trace.pixels import fragments_at
from nvrender.oracle.trace.programs import Step
from nvrender.scene.load import load_scene

SCENE = """
size = [16, 12]
[camera]
eye = [0.0, 0.0, 3.0]
[[tracking]]
address = 0
matrix = "MODELVIEW_PROJECTION"
[meshes.ball]
kind = "sphere"
[[draw]]
name = "far"
vertex = "stage.vp"
fragment = "colour.fp"
mesh = "ball"
[[draw]]
name = "near"
vertex = "stage.vp"
fragment = "colour.fp"
mesh = "ball"
"""
VERTEX = """!!VP2.0
DP4 o[HPOS].x, c[0], v[OPOS];
DP4 o[HPOS].y, c[1], v[OPOS];
DP4 o[HPOS].z, c[2], v[OPOS];
DP4 o[HPOS].w, c[3], v[OPOS];
MOV o[TEX0], v[OPOS];
END
"""
FRAGMENT = """!!FP1.0
DDX R0, f[TEX0];
MULR R1, f[TEX0], f[TEX0];
ADDR R1, R1, R0;
MOVR o[COLR], R1;
MOVR o[COLR].w, {1}.x;
END
"""


def _colour(steps: list[Step]) -> list[float]:
    """What the result holds at the end."""
    found = dict.fromkeys("xyzw", 0.0)
    for step in steps:
        found.update((row.component, row.new) for row in step.changes if row.register.startswith("result"))
    return list(found.values())


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    (tmp_path / "stage.vp").write_text(VERTEX)
    (tmp_path / "colour.fp").write_text(FRAGMENT)
    path = tmp_path / "scene.toml"
    path.write_text(SCENE)
    return path


def test_the_fragment_gives_the_colour_of_the_picture(scene: Path) -> None:
    picture = nvrender.render(scene, backend="oracle", samples=1)
    loaded = load_scene(scene)
    for x, y in ((8, 6), (7, 5), (9, 7)):
        (one,) = (one for one in fragments_at(loaded, 0, (16, 12), x, y) if one.drawn)
        assert one.draw.name == "far"
        colour = _colour(list(one.steps()))
        wanted = np.round(np.clip(colour, 0, 1) * np.float32(255))
        assert abs(picture[y, x].astype(int) - wanted).max() <= 1


def test_operands_are_those_before(scene: Path) -> None:
    found = fragments_at(load_scene(scene), 0, (16, 12), 8, 6)
    _, square, add, *_ = list(found[0].steps())
    assert [row.text for row in square.operands] == ["f[TEX0]", "f[TEX0]"]
    products = np.float32(square.operands[0].values) * np.float32(square.operands[0].values)
    assert [np.float32(row) for row in add.operands[0].values] == pytest.approx(products.tolist(), rel=1e-6)


def test_a_pixel_without_fragments(scene: Path) -> None:
    assert fragments_at(load_scene(scene), 0, (16, 12), 0, 0) == []
