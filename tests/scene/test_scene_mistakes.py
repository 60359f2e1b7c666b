"""Files, targets and frames found wrong only when a scene is drawn: one message, with the scene's key."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from scene_files import said

from nvrender.gl.textures.pictures import picture
from nvrender.render import render
from nvrender.scene.load import load_scene
from nvrender.source import InputError, SceneError

FLAT = "!!ARBfp1.0\nTEX result.color, fragment.texcoord[0], texture[0], 2D;\nEND\n"
AROUND = FLAT.replace("2D", "CUBE")
DRAW = """[meshes.m]
kind = "square"
[[draw]]
mesh = "m"
fragment = "{}"
textures = {{ 0 = {{ texture = "t" }} }}
"""
KEPT = "[targets.t]\nkeep = true\nsize = [4, 4]\n[[passes]]\nname = 'p'\ntarget = 't'\nrepeat = 10\n"


def scene(directory: Path, tables: str, fragment: str = "flat") -> Path:
    """A square with the texture or target t."""
    (directory / "flat").write_text(FLAT)
    (directory / "around").write_text(AROUND)
    path = directory / "scene.toml"
    path.write_text(f"{tables}\n{DRAW.format(fragment)}")
    return path


def message(path: Path, frame: int = 0) -> str:
    """What drawing says, the scene's name in front taken away."""
    with pytest.raises(SceneError) as caught:
        render(path, (8, 8), frame=frame, backend="oracle")
    text = said(caught.value, path)
    assert len(text.splitlines()) == 1
    return text


def cut_off(path: Path) -> None:
    noise = np.random.default_rng(0).integers(0, 256, (64, 64, 3), np.uint8)
    Image.fromarray(noise).save(path)
    path.write_bytes(path.read_bytes()[:4000])


@pytest.mark.parametrize(
    ("tables", "fragment", "key"),
    [
        ("[textures.t]\nkind = 'file'\npath = 'a.png'", "flat", "textures.t.path"),
        (
            "[textures.t]\nkind = 'normals'\nof = 'u'\n[textures.u]\nkind = 'file'\npath = 'a.png'",
            "flat",
            "textures.u.path",
        ),
        (
            f"[textures.t]\nkind = 'cube'\nfaces = {['b.png'] * 5 + ['a.png']}",
            "around",
            "textures.t.faces[5]",
        ),
    ],
)
def test_a_picture_cut_off_names_its_key(tmp_path: Path, tables: str, fragment: str, key: str) -> None:
    """Headers are read when the scene is loaded, the rest when it is drawn."""
    cut_off(tmp_path / "a.png")
    Image.new("RGB", (64, 64)).save(tmp_path / "b.png")
    assert message(scene(tmp_path, tables, fragment)).startswith(f"{key}: {tmp_path / 'a.png'} is damaged:")


def test_a_damaged_mesh_names_its_key(tmp_path: Path) -> None:
    (tmp_path / "a.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
    path = scene(tmp_path, "[textures.t]\nkind = 'checker'")
    path.write_text(path.read_text().replace('"square"', "'file'\npath = 'a.obj'"))
    assert message(path).startswith(f"meshes.m.path: {tmp_path / 'a.obj'} ")


@pytest.mark.parametrize(("dtype", "words"), [(np.float32, "floats"), (np.int32, "32-bit integers")])
def test_pictures_that_do_not_say_what_white_is(tmp_path: Path, dtype: type, words: str) -> None:
    Image.fromarray(np.ones((2, 2), dtype)).save(tmp_path / "a.tif")
    path = scene(tmp_path, "[textures.t]\nkind = 'file'\npath = 'a.tif'")
    with pytest.raises(SceneError, match=rf"textures\.t\.path: .*a\.tif holds {words}; pictures of 8 or 16"):
        load_scene(path)
    with pytest.raises(InputError, match=words):
        picture(tmp_path / "a.tif")


def test_16_bits_of_grey_become_8(tmp_path: Path) -> None:
    words = np.array([[0, 128, 129, 257 * 100, 65406, 65407, 65535]], np.uint16)
    Image.fromarray(words).save(tmp_path / "a.png")
    assert picture(tmp_path / "a.png")[..., 0].tolist() == [[0, 0, 1, 100, 254, 255, 255]]


def test_targets_are_counted_together(tmp_path: Path) -> None:
    """Each of these takes 512 MiB."""
    one = "[targets.t{0}]\nsize = [8192, 8192]\n[[passes]]\nname = 'p{0}'\ntarget = 't{0}'\n"
    path = scene(tmp_path, "[textures.t]\nkind = 'checker'\n" + "".join(one.format(n) for n in range(9)))
    with pytest.raises(SceneError, match=r": targets\.t8: takes 512 MiB, with those before it 4608; at most"):
        load_scene(path)


def test_frames_far_behind_what_targets_keep(tmp_path: Path) -> None:
    path = scene(tmp_path, KEPT)
    assert message(path, 10_001).startswith("frame 10001 needs 100010 passes of the frames before it")
    path.write_text(path.read_text().replace("keep = true\n", ""))
    assert render(path, (8, 8), frame=10_001, backend="oracle").shape == (8, 8, 4)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("tables", "fragment"),
    [
        ("[textures.t]\nkind = 'normals'\nof = 'c'\nstrength = 1e308\n[textures.c]\nkind = 'noise'", "flat"),
        ("[textures.t]\nkind = 'sky'\nsize = 4\nlamps = [[1e300, 1e300, 0, 1e308, 1e308]]", "around"),
        ("[textures.t]\nkind = 'checker'\ncolors = [[1e308, -1e308, 5], [0, 0, 0]]", "flat"),
        (
            "[targets.t]\nformat = 'RGBA32F'\n[[passes]]\nname = 'p'\ntarget = 't'\nclear = [1e308, 0, 0]",
            "flat",
        ),
    ],
)
def test_extreme_numbers_draw_without_a_warning(tmp_path: Path, tables: str, fragment: str) -> None:
    assert render(scene(tmp_path, tables, fragment), (8, 8), backend="oracle").shape == (8, 8, 4)


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ("tint = { linear = { rate = 1.0 } }", "tint: unknown key 'linear'; a number that changes stands in"),
        ("tint = [1, 2, 3, 4, 5]", "tint: expected a vector of 1 to 4 numbers, got 5"),
        ("tint = [[1, 2], [3, 4]]", "tint: has shape (2, 2); it must be a vector of 1 to 4 numbers"),
        ("tnit = 1", "tnit: parameters has the key 'tnit'; keys are p[0] and so on, the names the program"),
        ('"p[999]" = 1', "p[999]: "),
        ("4 = 1", "4: tinted is an !!FP1.0 program, whose parameters have names such as p[4]"),
    ],
)
def test_parameters_of_declared_names(tmp_path: Path, parameters: str, expected: str) -> None:
    (tmp_path / "tinted").write_text("!!FP1.0\nDECLARE tint;\nMOV o[COLR], tint;\nEND\n")
    path = scene(tmp_path, "[textures.t]\nkind = 'checker'", "tinted")
    path.write_text(path.read_text() + f"fragment_parameters = {{ {parameters} }}\n")
    with pytest.raises(SceneError) as caught:
        load_scene(path)
    assert said(caught.value, path).startswith(f"draw[0].fragment_parameters.{expected}")


def test_a_folder_in_place_of_a_scene(tmp_path: Path) -> None:
    """The scene in it is named."""
    with pytest.raises(SceneError, match="is a directory; a file is needed"):
        load_scene(tmp_path)
    scene(tmp_path, KEPT)
    with pytest.raises(SceneError, match=r"is a directory; name a scene in it, as .*scene\.toml$"):
        load_scene(tmp_path)
