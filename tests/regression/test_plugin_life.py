"""The life of a baseline: missing, made, agreed with, failed, replaced, unused."""

from __future__ import annotations

import pytest
from plugin_project import BALL, SCENE, TESTS, Project, project_in

from nvrender.regression.baselines.names import renderer_folder
from nvrender.regression.comparison.pictures import has_flip

#: The colour of the ball is another one.
CHANGED = SCENE.replace("[0.8, 0.5,", "[0.8, 0.6,")
WITHOUT_VERTICES = TESTS.partition("def test_vertices")[0]
STATUSES = {"test_scene.py::test_ball": "failed", "test_scene.py::test_vertices": "failed"}


def with_ball(project: Project) -> Project:
    project.add_ball()
    project.write(test_scene=TESTS)
    return project


def test_life(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    project = with_ball(project_in(pytester, monkeypatch))
    output = project.run("--nvrender-fail-missing", failed=2)
    assert "there is no baseline baselines/" in output
    assert "make it with: pytest test_scene.py::test_ball --nvrender-update" in output
    assert project.files() == []

    output = project.run(passed=2)
    files = project.files()
    folder = files[0].split("/")[1]
    assert files == [f"baselines/{folder}/test_scene.test_{name}" for name in ("ball.png", "vertices.npz")]
    assert output.count("created baselines/") == 2
    first = {file: (project.root / file).read_bytes() for file in files}

    output = project.run("--nvrender-fail-missing", "--nvrender-fail-unused", passed=2)
    assert "nvrender" not in output.partition("collected")[2]

    (project.root / "ball.toml").write_text(CHANGED)
    output = project.run("--nvrender-report", "report", failed=2)
    was, now = "4 = [0.8, 0.5, 0.3, 1.0]", "4 = [0.8, 0.6, 0.3, 1.0]"
    assert output.count(f"changed since: ball.toml:7: was {was!r}, is {now!r}") == 2
    assert "accept it with: pytest test_scene.py::test_ball --nvrender-update" in output
    assert {file: (project.root / file).read_bytes() for file in files} == first
    entries = project.report()
    assert {name: entry["status"] for name, entry in entries.items()} == STATUSES
    ball, vertices = entries["test_scene.py::test_ball"], entries["test_scene.py::test_vertices"]
    assert ball["accept_command"] == "pytest test_scene.py::test_ball --nvrender-update"
    assert output.count(f"both by {ball['renderer']}, {ball['version']}") == 2
    assert bool(ball["heat_map"]) == has_flip() == (ball["figures"]["flip"] is not None)
    assert ball["figures"]["share"] > 1 and ball["figures"]["worst"] > 2
    assert ball["baseline"]["path"] == files[0] and ball["result"]["width"] == 48
    assert (
        renderer_folder(ball["renderer"]) == folder
        and ball["renderer"] == ball["baseline_renderer"]
        and ball["version"]
    )
    assert ball["programs"][0]["source"] == BALL and ball["programs"][0]["links"]
    outside = {row["name"]: row["outside"] for row in vertices["numbers"]}
    assert outside["0.ball.vp.HPOS"] == 0 < outside["0.ball.vp.COL0"]

    output = project.run("--nvrender-update-failed", passed=2)
    assert output.count("replaced baselines/") == 2
    assert all((project.root / file).read_bytes() != first[file] for file in files)

    project.write(test_scene=WITHOUT_VERTICES)
    output = project.run("--nvrender-fail-unused", "--nvrender-report", "r", passed=1, status=1)
    assert f"unused: {files[1]}" in output
    assert project.report("r")[files[1]]["status"] == "unused"
    assert project.files() == files


def test_life_in_two_workers_on_another_renderer(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mesa's other renderer; what workers made, found and replaced is told once."""
    monkeypatch.setenv("GALLIUM_DRIVER", "softpipe")
    options = ("-p", "no:hypothesispytest", "-n", "2")
    project = with_ball(project_in(pytester, monkeypatch, *options, own_process=True))
    output = project.run(passed=2)
    files = project.files()
    if (folder := files[0].split("/")[1]) != "softpipe":
        pytest.skip(f"GALLIUM_DRIVER chooses no renderer here: {folder} draws")
    assert files == [f"baselines/softpipe/test_scene.test_{name}" for name in ("ball.png", "vertices.npz")]
    assert output.count("created baselines/") == 2

    (project.root / "ball.toml").write_text(CHANGED)
    output = project.run("--nvrender-report", "report", failed=2)
    assert output.count("changed since: ball.toml:7: was '4 = [0.8, 0.5, 0.3, 1.0]', is") == 2
    entries = project.report()
    assert {name: entry["status"] for name, entry in entries.items()} == STATUSES
    assert renderer_folder(entries["test_scene.py::test_ball"]["renderer"]) == "softpipe"

    project.write(test_scene=WITHOUT_VERTICES)
    options = ("--nvrender-update-failed", "--nvrender-fail-unused")
    output = project.run(*options, passed=1, status=1)
    assert output.count("replaced baselines/") == 1 and f"unused: {files[1]}" in output
    assert project.files() == files
