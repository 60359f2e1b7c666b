"""Passes of a frame without any drawing: their order, what they see, and what values say of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scene_files import said

from nvrender.scene.load import load_scene
from nvrender.scene.model import Scene
from nvrender.scene.moment.evaluate import Pass, draws, passes, steps
from nvrender.scene.moment.matrices import look_at, look_to_face, orthographic, perspective
from nvrender.source import SceneError

VERTEX = "!!ARBvp1.0\nOPTION ARB_position_invariant;\nMOV result.color, program.local[0];\nEND\n"
MATRIX = (
    "!!ARBvp1.0\nOPTION ARB_position_invariant;\nDP4 result.color, program.local[0], program.local[3];\nEND\n"
)
READS = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n"

#: fading reads kept, which glow draws; once is read by the picture alone.
KEPT = """[animation]
fps = 1.0
[targets.kept]
size = [4, 4]
keep = true
[targets.helps]
scale = 0.5
[targets.once]
[[passes]]
name = "early"
target = "helps"
clear = [{ linear = { rate = 0.1 } }, 0.0, 0.0]
[[passes]]
name = "fading"
target = "kept"
repeat = 2
clear = [0.5, 0.25, 0.0]
[[passes]]
name = "late"
target = "once"
[meshes.m]
kind = "square"
[[draw]]
mesh = "m"
pass = "fading"
fragment = "reads"
textures = { 0 = { texture = "kept" } }
[[draw]]
mesh = "m"
pass = "fading"
textures = { 0 = { texture = "helps" } }
[[draw]]
mesh = "m"
pass = "late"
[[draw]]
mesh = "m"
textures = { 0 = { texture = "once" } }
"""


def loaded(directory: Path, text: str) -> Scene:
    for name, program in {"v": VERTEX, "matrix": MATRIX, "reads": READS}.items():
        (directory / name).write_text(program)
    path = directory / "scene.toml"
    path.write_text(text)
    return load_scene(path)


def names(found: list[Pass]) -> list[str]:
    return [one.name for one in found]


def test_passes_come_in_order_and_the_picture_last(tmp_path: Path) -> None:
    found = list(passes(loaded(tmp_path, KEPT), 3, (64, 32)))
    assert names(found) == ["early", "fading", "fading", "late", "picture"]
    assert [one.size for one in found] == [(32, 16), (4, 4), (4, 4), (64, 32), (64, 32)]
    assert [one.target for one in found] == ["helps", "kept", "kept", "once", None]
    assert [one.feedback for one in found] == [False, True, True, False, False]
    assert found[0].clear == (pytest.approx(0.3), 0.0, 0.0, 1.0)
    assert found[1].clear is None and found[3].clear == (0.0, 0.0, 0.0, 1.0)
    assert [len(one.draws) for one in found] == [0, 2, 2, 1, 1]
    assert found[-1].background is not None and found[0].background is None


def test_frames_before_run_only_what_later_ones_depend_on(tmp_path: Path) -> None:
    scene = loaded(tmp_path, KEPT)
    whole = ["early", "fading", "fading", "late", "picture"]
    part = ["early", "fading", "fading"]
    first = list(steps(scene, None, 2, (8, 8)))
    assert names(first) == ["initial kept", *part, *part, *whole]
    assert first[0].target == "kept" and first[0].clear == (0.5, 0.25, 0.0, 1.0) and not first[0].draws
    assert [one.clear for one in first if one.name == "early"] == [
        (pytest.approx(0.1 * frame), 0.0, 0.0, 1.0) for frame in range(3)
    ]
    assert names(list(steps(scene, 2, 3, (8, 8)))) == whole
    assert names(list(steps(scene, 2, 5, (8, 8)))) == [*part, *part, *whole]
    for last in (2, 1):
        assert names(list(steps(scene, last, 1, (8, 8)))) == ["initial kept", *part, *whole]


def test_scenes_that_keep_nothing_draw_the_frame_alone(tmp_path: Path) -> None:
    text = KEPT.replace("keep = true", "").replace(
        'fragment = "reads"\ntextures = { 0 = { texture = "kept" } }', ""
    )
    scene = loaded(tmp_path, text)
    assert names(list(steps(scene, None, 7, (8, 8)))) == ["early", "fading", "fading", "late", "picture"]


def test_first_contents_are_a_draw_into_every_layer(tmp_path: Path) -> None:
    text = """[targets.t]
size = [4, 4]
target = "CUBE"
format = "RGBA16F"
outputs = 2
keep = true
initial = "c"
[textures.c]
kind = "checker"
[[passes]]
name = "p"
target = "t"
[meshes.m]
kind = "square"
[[draw]]
mesh = "m"
"""
    first = [one for one in steps(loaded(tmp_path, text), None, 0, (8, 8)) if one.name == "initial t"]
    assert [one.layer for one in first] == list(range(6))
    (draw,) = first[0].draws
    assert draw.fragment is not None and draw.fragment.results == ("color[0]", "color[1]")
    assert draw.textures[0].name == "c"


CAMERAS = """[camera]
eye = [0.0, 1.0, 5.0]
[reflection]
height = -1.0
[lights.lamp]
position = [3.0, 4.0, 0.0]
[targets.t]
size = [8, 4]
[[passes]]
name = "p"
target = "t"
camera = { eye = [1.0, 2.0, 3.0], height = 4.0, near = 1.0, far = 9.0 }
[meshes.m]
kind = "square"
[[draw]]
mesh = "m"
vertex = "PROGRAM"
reflected = true
transform = [{ translate = [0.0, 2.0, 0.0] }]
[draw.parameters]
"program.local[0]" = VALUE
"""


def values(directory: Path, program: str, value: str) -> list[list[float]]:
    """program.local[0] and those after it, of the mirrored draw and the plain one."""
    scene = loaded(directory, CAMERAS.replace("PROGRAM", program).replace("VALUE", value))
    found = []
    for draw in draws(scene, 0, (16, 8)):
        found.append([float(x) for row in draw.parameters.values() for x in row])
    return found


VIEW = look_at((1.0, 2.0, 3.0), (0.0, 0.0, 0.0), (0.0, 1.0, 0.0))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('{ eye = "world", pass = "p" }', [1.0, 2.0, 3.0, 1.0]),
        ('{ eye = "object", pass = "p" }', [1.0, 0.0, 3.0, 1.0]),
        ('{ eye = "world", pass = "picture" }', [0.0, 1.0, 5.0, 1.0]),
        ('{ light = "lamp", space = "eye", pass = "p" }', list(VIEW @ [3.0, 4.0, 0.0, 1.0])),
        ('{ direction = [0, 1, 0], space = "eye", pass = "p" }', list(VIEW @ [0.0, 1.0, 0.0, 0.0])),
        ('{ viewport = true, pass = "p" }', [8.0, 4.0, 0.125, 0.25]),
        ("{ viewport = true }", [16.0, 8.0, 0.0625, 0.125]),
        ('{ target = "t" }', [8.0, 4.0, 0.125, 0.25]),
    ],
)
def test_values_as_a_pass_sees_them_in_no_mirror(tmp_path: Path, value: str, expected: list[float]) -> None:
    mirrored, plain = values(tmp_path, "v", value)
    assert mirrored == pytest.approx(expected) and plain == pytest.approx(expected)


def test_matrices_as_a_pass_sees_them(tmp_path: Path) -> None:
    model = np.eye(4)
    model[1, 3] = 2.0
    expected = orthographic(4.0, 2.0, 1.0, 9.0) @ VIEW @ model
    for found in values(tmp_path, "matrix", '{ matrix = "MODELVIEW_PROJECTION", pass = "p" }'):
        assert np.reshape(found, (4, 4)) == pytest.approx(expected, abs=1e-6)
    plain = values(tmp_path, "matrix", '{ matrix = "MODELVIEW_PROJECTION", pass = "p", face = 3 }')[1]
    expected = perspective(90.0, 1.0, 1.0, 9.0) @ look_to_face((1.0, 2.0, 3.0), 3) @ model
    assert np.reshape(plain, (4, 4)) == pytest.approx(expected, abs=1e-6)


def test_an_orthographic_camera_sees_its_height_at_every_distance() -> None:
    matrix = orthographic(4.0, 2.0, 1.0, 9.0)
    corners = np.array([[4.0, 2.0, -1.0, 1.0], [-4.0, -2.0, -9.0, 1.0]])
    assert corners @ matrix.T == pytest.approx(np.array([[1, 1, -1, 1], [-1, -1, 1, 1]]))


@pytest.mark.parametrize("face", range(6))
def test_faces_are_seen_as_cube_maps_are_read(face: int) -> None:
    """OpenGL 1.5, table 3.19: where sc and tc grow the face's s and t grow."""
    table = [
        ((1, 0, 0), (0, 0, -1), (0, -1, 0)), ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
        ((0, 1, 0), (1, 0, 0), (0, 0, 1)), ((0, -1, 0), (1, 0, 0), (0, 0, -1)),
        ((0, 0, 1), (1, 0, 0), (0, -1, 0)), ((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
    ]  # fmt: skip
    view = look_to_face((1.0, 2.0, 3.0), face)
    for way, seen in zip(table[face], ((0, 0, -1), (1, 0, 0), (0, 1, 0)), strict=True):
        assert view[:3, :3] @ way == pytest.approx(seen, abs=1e-12)
    assert view @ [1.0, 2.0, 3.0, 1.0] == pytest.approx([0, 0, 0, 1])


@pytest.mark.parametrize(
    ("camera", "expected"),
    [
        (
            "{ height = { linear = { rate = -1.0, start = 1.0 } } }",
            "passes[0].camera.height: is 0 in",
        ),
        ("{ fov = { linear = { rate = 100.0, start = 90.0 } } }", "passes[0].camera.fov: is 190 in frame 1"),
        ("{ eye = [0, 0, 0] }", "passes[0].camera: in frame 1 the eye is at the target"),
    ],
)
def test_a_camera_that_sees_nothing_is_named(tmp_path: Path, camera: str, expected: str) -> None:
    text = KEPT.replace('target = "helps"\n', f'target = "helps"\ncamera = {camera}\n')
    scene = loaded(tmp_path, text)
    with pytest.raises(SceneError) as caught:
        list(passes(scene, 1, (8, 8)))
    assert said(caught.value, Path(scene.name)).startswith(expected)


def test_a_target_too_large_for_a_picture_is_named(tmp_path: Path) -> None:
    scene = loaded(tmp_path, KEPT.replace("scale = 0.5", "scale = 8.0"))
    with pytest.raises(SceneError, match=r"targets.helps.scale: makes 32768 × 32768 pixels of"):
        list(passes(scene, 0, (4096, 4096)))
