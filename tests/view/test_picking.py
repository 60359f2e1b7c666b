"""The vertex under the pointer, and what is said of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from view_scenes import PROGRAM, SCENE

from nvrender.scene.load import load_scene
from nvrender.scene.model import Scene
from nvrender.source import NvrenderError
from nvrender.view.highlight import HEADING
from nvrender.view.picking import clip_coordinates, picked
from nvrender.view.texts import heading
from nvrender.view.tracing import fragment_lines, trace_lines

SIZE = (400, 300)
TWO = """
size = [400, 300]
camera = { eye = [0.0, 0.0, 6.0] }
tracking = [{ address = 0, matrix = "MODELVIEW_PROJECTION" }]
[meshes.square]
kind = "square"
[[draw]]
name = "behind"
vertex = "cube.vp"
mesh = "square"
transform = [{ translate = [0.0, 0.0, -2.0] }, { scale = 3.0 }]
[[draw]]
name = "before"
mesh = "square"
PRIMITIVE
transform = [{ translate = [0.5, 0.0, 0.0] }]
"""


def loaded(folder: Path, text: str) -> Scene:
    (folder / "cube.vp").write_text(PROGRAM)
    path = folder / "scene.toml"
    path.write_text(text)
    return load_scene(path)


def window(scene: Scene, name: str) -> np.ndarray:
    """(N, 2) pixels from the upper left of a draw's vertices."""
    from nvrender.scene.moment.evaluate import draws

    draw = next(draw for draw in draws(scene, 0, SIZE) if draw.name == name)
    clip = clip_coordinates(scene, draw)
    assert clip is not None
    flat = clip[:, :2] / clip[:, 3:]
    return np.stack([(flat[:, 0] + 1) / 2 * SIZE[0], (1 - flat[:, 1]) / 2 * SIZE[1]], 1)


def test_the_nearest_corner_of_what_is_in_front(tmp_path: Path) -> None:
    scene = loaded(tmp_path, TWO.replace("PRIMITIVE", ""))
    for vertex, (x, y) in enumerate(window(scene, "before")):
        inwards = np.array([x, y]) * 0.9 + 0.1 * window(scene, "before").mean(0)
        found = picked(scene, 0, SIZE, *inwards)
        assert found is not None
        assert (found.draw.name, found.vertex) == ("before", vertex)
    # Beside the square in front there is the one behind it.
    left = window(scene, "before")[:, 0].min()
    found = picked(scene, 0, SIZE, left - 10.0, 150.0)
    assert found is not None
    assert found.draw.name == "behind"


def test_both_ways_to_transform_agree_with_the_picture(tmp_path: Path) -> None:
    from nvrender import render

    scene = loaded(tmp_path, SCENE)
    picture = render(scene, SIZE, frame=0)
    green = (picture[:, :, :3] == (0, 255, 0)).all(axis=2)
    for y in range(5, 300, 29):
        for x in range(5, 400, 29):
            assert (picked(scene, 0, SIZE, x + 0.5, y + 0.5) is not None) == green[y, x]


def test_points_and_lines_within_reach(tmp_path: Path) -> None:
    for primitive in ("POINTS", "LINES"):
        scene = loaded(tmp_path, TWO.replace("PRIMITIVE", f'primitive = "{primitive}"'))
        x, y = window(scene, "before")[2]
        found = picked(scene, 0, SIZE, x + 4.0, y - 4.0)
        assert found is not None
        assert (found.draw.name, found.vertex) == ("before", 2)
        found = picked(scene, 0, SIZE, x - 30.0, y + 30.0)
        assert found is not None
        assert found.draw.name == "behind"


def test_what_a_square_over_the_picture_shows(tmp_path: Path) -> None:
    laid = """
    [targets.drawn]
    [[passes]]
    name = "drawn"
    target = "drawn"
    [[draw]]
    name = "laid"
    mesh = "square"
    transform = [{ scale = 10.0 }]
    textures = { 0 = { texture = "drawn" } }
    state = { depth = { test = false } }
    """
    text = TWO.replace("PRIMITIVE", "").replace('mesh = "square"', 'mesh = "square"\npass = "drawn"')
    scene = loaded(tmp_path, text + laid)
    found = picked(scene, 0, SIZE, 240.0, 150.0)
    assert found is not None
    assert found.draw.name == "before"
    found = picked(scene, 0, SIZE, 2.0, 2.0)
    assert found is not None
    assert found.draw.name == "laid"


def test_nothing_there(tmp_path: Path) -> None:
    scene = loaded(tmp_path, SCENE)
    assert picked(scene, 0, SIZE, 399.5, 0.5) is None
    assert trace_lines(scene, 0, SIZE, (399.5, 0.5)) == [
        "There is no vertex under the pointer; point at what is drawn and press T again."
    ]


def test_vertices_behind_the_eye_do_not_count(tmp_path: Path) -> None:
    scene = loaded(tmp_path, SCENE.replace("eye = [0.0, 0.0, 6.0]", "eye = [-1.5, 0.0, 0.2]"))
    found = picked(scene, 0, SIZE, 200.0, 150.0)
    assert found is not None
    # The eye is in the cube: what is in front is the side it looks to.
    assert found.draw.mesh.attributes[0][found.vertex][0] == 0.5


def test_a_vertex_is_traced(tmp_path: Path) -> None:
    scene = loaded(tmp_path, SCENE)
    found = picked(scene, 0, SIZE, 114.0, 150.0)
    assert found is not None
    lines = trace_lines(scene, 0, SIZE, (114.0, 150.0))
    assert lines[0] == heading(f"draw cube, vertex {found.vertex} of {found.draw.mesh.vertices}, cube.vp")
    assert lines[2].split()[:2] == ["oracle", "gpu"]
    table = {line.split()[0]: line.split()[1:] for line in lines[3:11]}
    assert table["COL0.y"][:2] == ["1", "1"]
    assert [float(value) for value in table["HPOS.w"]] == pytest.approx([5.5] * len(table["HPOS.w"]))
    steps = [line for line in lines if "  line " in line]
    assert len(steps) == 5
    assert "MOV o[COL0], c[4];" in steps[-1]


def test_the_conventional_stage_has_no_program(tmp_path: Path) -> None:
    scene = loaded(tmp_path, TWO.replace("PRIMITIVE", ""))
    x, y = window(scene, "before").mean(0)
    lines = trace_lines(scene, 0, SIZE, (float(x), float(y)))
    assert lines[0].startswith(f"{HEADING}draw before, vertex ")
    assert "there is no program" in lines[1]


@pytest.mark.parametrize("name", ["lake", "skin", "lights", "galaxy", "meadow", "tree", "pool", "octopus"])
def test_demo_scenes(name: str) -> None:
    """Whatever a scene has, picking gives a vertex of it or nothing."""
    path = Path(__file__).parents[2] / "scenes" / f"{name}.toml"
    scene = load_scene(path)
    found = []
    for x, y in ((320.0, 180.0), (200.0, 300.0)):
        try:
            found.append(trace_lines(scene, scene.animation.poster, (640, 360), (x, y)))
        except NvrenderError as error:
            pytest.fail(str(error))
    assert any(line.startswith(f"{HEADING}draw ") for lines in found for line in lines)


def test_the_fragment_under_the_pointer(tmp_path: Path) -> None:
    (tmp_path / "red.fp").write_text("!!FP1.0\nMOVR o[COLR], f[WPOS];\nEND\n")
    text = TWO.replace("PRIMITIVE", 'vertex = "cube.vp"\nfragment = "red.fp"')
    scene = loaded(tmp_path, text)
    x, y = window(scene, "before").mean(0)
    # The square in front is seen, and what lies behind it is there too.
    lines = fragment_lines(scene, 0, SIZE, (float(x), float(y)))
    pixel = f"pixel {int(x)}, {int(y)}, red.fp"
    assert lines[0] == heading(f"draw before, {pixel}")
    steps = [line for line in lines if "f[WPOS] = (" in line]
    assert f"f[WPOS] = ({int(x) + 0.5:g}, {SIZE[1] - int(y) - 0.5:g}, " in steps[0]
    assert len(steps) == sum(line.startswith(HEADING) for line in lines)
    assert fragment_lines(scene, 0, SIZE, (399.5, 0.5)) == [
        "No fragment program shades what is under the pointer."
    ]
