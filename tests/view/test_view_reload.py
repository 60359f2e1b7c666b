"""Which files are watched, and when they count as changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from view_scenes import PROGRAM, SCENE

from nvrender.view.reload import Watch, files_of, looked, watch


def settled(seen: Watch) -> tuple[Watch, bool]:
    """Two looks: the first sees the change, the second that it is over."""
    seen, changed = looked(seen)
    assert not changed
    return looked(seen)


def touch(path: Path, text: str) -> None:
    path.write_text(text)
    stamp = path.stat().st_mtime_ns + 10**9
    os.utime(path, ns=(stamp, stamp))


def test_the_scene_and_what_it_names(scene: Path) -> None:
    assert files_of(scene) == {scene, scene.parent / "cube.vp"}


def test_missing_files_are_waited_for(scene: Path) -> None:
    scene.write_text(SCENE.replace("cube.vp", "later/other.vp"))
    seen = watch(scene)
    assert not looked(seen)[1]
    (scene.parent / "later").mkdir()
    (scene.parent / "later" / "other.vp").write_text(PROGRAM)
    assert settled(seen)[1]


def test_a_change_counts_once_and_only_when_it_is_over(scene: Path) -> None:
    seen = watch(scene)
    touch(scene.parent / "cube.vp", "half")
    seen, changed = looked(seen)
    assert not changed
    touch(scene.parent / "cube.vp", "half of a file")
    seen, changed = looked(seen)
    assert not changed
    seen, changed = looked(seen)
    assert changed
    assert not looked(seen)[1]


def test_what_goes_and_comes_back(scene: Path) -> None:
    program = scene.parent / "cube.vp"
    seen = watch(scene)
    program.unlink()
    seen, changed = settled(seen)
    assert changed
    touch(program, PROGRAM)
    seen, changed = settled(seen)
    assert changed
    scene.unlink()
    seen, changed = settled(seen)
    assert changed
    assert program in seen.read
    touch(scene, SCENE)
    assert settled(seen)[1]


def test_a_scene_that_cannot_be_parsed_keeps_its_files(scene: Path) -> None:
    seen = watch(scene)
    touch(scene, "draw = [")
    seen, changed = settled(seen)
    assert changed
    touch(scene.parent / "cube.vp", "other")
    assert settled(seen)[1]


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe",
        b"a = [" * 3000,
        b'path = "a\\u0000b.vp"\n',
        b'path = "' + b"x" * 5000 + b'.vp"\n',
        b'text = """\nmany\nlines.vp\n"""\n',
        b"",
    ],
    ids=["not UTF-8", "nested", "NUL", "a long name", "lines", "empty"],
)
def test_whatever_the_scene_holds(scene: Path, content: bytes) -> None:
    scene.write_bytes(content)
    seen = watch(scene)
    assert scene in seen.read
    assert not looked(seen)[1]


def test_a_folder_or_nothing_instead(tmp_path: Path) -> None:
    assert files_of(tmp_path) == {tmp_path}
    assert files_of(tmp_path / "none.toml") == {tmp_path / "none.toml"}
