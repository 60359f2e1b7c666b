"""The lines of keys in scene files."""

from __future__ import annotations

from pathlib import Path

import pytest
from scene_files import SCENES

from nvrender.scene.lines import line_among, line_of, lines_of
from nvrender.scene.load import load_scene, parsed
from nvrender.source import SceneError

TEXT = '''size = [64, 48] # [x]
camera = { eye = [0.0, 0.0, 6.0], orbit = { radius = 2.0 } }
title = """a
[[draw]]
mesh = 1
"""
[meshes."a b"]
kind = "cube" # [meshes.c]
[[draw]]
mesh = "a b"
[[draw]]
mesh = 'q'
copies = [
  { transform = [{ scale = 2 }] },
  { transform = [
      { scale = 2 },
      { rotate = 3 },
  ] },
]
[draw.parameters]
"program.local[0]" = [1,
 2, "x"]
[[draw.state_programs]]
a.b = 1
[[draw]]
mesh = "last"
'''


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("size[1]", 1),
        ("camera.orbit.radius", 2),
        ("camera.fov", 2),
        ("title", 3),
        ("meshes.a b.kind", 8),
        ("draw", 9),
        ("draw[0].mesh", 10),
        ("draw[1].copies[1].transform[1].rotate", 17),
        ("draw[1].copies[0].transform[0].scale", 14),
        ("draw[1].parameters.program.local[0][2]", 22),
        ("draw[1].state_programs[0].a.b", 24),
        ("draw[2].mesh", 26),
        ("draw[2].unknown", 25),
        ("lights.a", None),
    ],
)
def test_the_line_of_a_key(key: str, line: int | None) -> None:
    assert line_of(TEXT, f"{key}: is wrong: really") == line
    assert line_of(TEXT, f"{key} names a program that does not load:\nx") == line


def test_the_line_of_a_key_that_nobody_knows() -> None:
    """At the head of the file, and in what the message names."""
    assert line_of(TEXT, "unknown key 'title'; known keys are size: and more") == 3
    assert line_of(TEXT, "meshes.a b: unknown key 'kind'; did you mean 'kin'?") == 8
    assert line_of(TEXT, "meshes.a b: unknown key 'kin'") == 7


def test_what_is_no_key_has_no_line() -> None:
    assert line_of(TEXT, "is nested too deeply") is None


def _keys(data: object, key: str = "") -> list[str]:
    if isinstance(data, dict):
        below = [_keys(value, f"{key}.{name}" if key else name) for name, value in data.items()]
    elif isinstance(data, list):
        below = [_keys(value, f"{key}[{place}]") for place, value in enumerate(data)]
    else:
        return [key]
    return [one for several in below for one in several]


@pytest.mark.parametrize("path", SCENES[::6], ids=lambda path: path.stem)
def test_every_number_of_a_scene_is_in_its_line(path: Path) -> None:
    """What the TOML reader finds under a key stands in the line."""
    text = path.read_text(encoding="utf-8")
    lines, found = text.split("\n"), lines_of(text)
    for key in _keys(parsed(path)):
        line = line_among(found, f"{key}: x")
        assert line is not None
        last = key.replace("]", "").replace("[", ".").rpartition(".")[2]
        assert last.isdigit() or last in lines[line - 1], (key, line)


def test_messages_begin_with_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text('size = [8, 8]\n[[draw]]\nmesh = "q"\n')
    with pytest.raises(SceneError, match=r"a\.toml:3: draw\[0\]\.mesh: there is no mesh 'q'"):
        load_scene(path)
    path.write_text("size = [8, 8] x\n")
    with pytest.raises(SceneError, match=r"a\.toml:1:15: is no valid TOML: [^(]*$"):
        load_scene(path)
