"""``nvrender demo`` and ``nvrender new``; what installed packages hold is told by test_distribution.py."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_helpers import REPOSITORY, Command, files

from nvrender import demos


def test_the_list_has_every_scene(nvrender: Command) -> None:
    rows = json.loads(nvrender("demo", "--json").out)["scenes"]
    assert [row["name"] for row in rows] == sorted(
        path.stem for path in (REPOSITORY / "scenes").glob("*.toml")
    )
    assert all(row["title"] and row["description"] for row in rows)


def test_a_path_is_that_of_the_scene(nvrender: Command) -> None:
    outcome = nvrender("demo", "lake", "--path")
    assert Path(outcome.out.strip()).samefile(REPOSITORY / "scenes" / "lake.toml")


def test_a_name_that_no_demo_has(nvrender: Command) -> None:
    nvrender("demo", "lak").failed_with("there is no demo lak; did you mean lake?")
    nvrender("demo", "qqq").failed_with("there is no demo qqq; `nvrender demo` lists them")
    nvrender("demo", "../scenes/lake").failed_with("there is no demo ../scenes/lake")


@pytest.mark.parametrize(
    "arguments",
    [["--all"], ["lake", "--all", "-o", "x"], ["--path"], ["--size", "4x4"], ["--all", "--frames", "1"]],
)
def test_wrong_usage(nvrender: Command, arguments: list[str]) -> None:
    assert nvrender("demo", *arguments).status == 2


def test_all_says_how_many(nvrender: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scene that cannot be drawn is a message, the others are drawn, and the exit status is 1."""
    broken = tmp_path / "broken.toml"
    broken.write_text("size = 3", encoding="utf-8")
    scenes = {"vases": REPOSITORY / "scenes" / "vases.toml", "broken": broken}
    monkeypatch.setattr("nvrender.cli.demo.demo_scenes", lambda: scenes)
    outcome = nvrender("demo", "--all", "-o", tmp_path / "a" / "b", "--size", "16x9")
    assert outcome.status == 1
    assert outcome.out.startswith(f"1 of 2  {tmp_path / 'a' / 'b' / 'vases.png'}\n1 of 2 scenes drawn in ")
    assert "Next: " in outcome.out
    assert outcome.err.startswith(f"{broken}:1: size: ")
    assert files(tmp_path / "a") == ["b/vases.png"]


def test_packages_without_scenes_say_so(
    nvrender: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demos, "_DATA", tmp_path / "data")
    monkeypatch.setattr(demos, "_CHECKOUT", tmp_path)
    nvrender("demo").failed_with(f"{tmp_path / 'data' / 'scenes'}: is not there; install nvrender again")
    nvrender("spec").failed_with(f"{tmp_path / 'data' / 'spec'}: is not there; install nvrender again")


def test_new_makes_what_loads(nvrender: Command, tmp_path: Path) -> None:
    place = tmp_path / "deep" / "new"
    outcome = nvrender("new", place, "--json")
    names = ["README.md", "model.fp", "model.vp", "scene.toml", "tiles.png"]
    assert json.loads(outcome.out) == {"files": [str(place / name) for name in names]}
    assert files(place) == names
    assert nvrender("check", place).status == 0
    assert nvrender("fmt", "--check", place).status == 0


def test_what_the_new_folder_says_to_type(
    nvrender: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the window, of few frames."""
    nvrender("new", tmp_path / "new")
    monkeypatch.chdir(tmp_path / "new")
    text = Path("README.md").read_text(encoding="utf-8")
    lines = [
        line.partition(" # ")[0].split()[1:] for line in text.splitlines() if line.startswith("    nvrender")
    ]
    assert [line[0] for line in lines] == ["render", "render", "view", "check", "port", "diff"]
    for name, *arguments in lines:
        if name != "view":
            frames = ["--frames", "0:3"] if "scene.gif" in arguments else []
            outcome = nvrender(name, *arguments, *frames)
            assert outcome.status == 0, (name, outcome)


def test_new_leaves_what_is_there(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("mine", encoding="utf-8")
    nvrender("new", tmp_path).failed_with(f"{tmp_path}: is not empty; name a new folder")
    nvrender("new", tmp_path / ".hidden").failed_with("is a file; name a folder")
    assert files(tmp_path) == [".hidden"]
