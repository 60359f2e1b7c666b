"""``nvrender diff --report``."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from cli_helpers import Command, files, unprivileged
from PIL import Image

from nvrender.gl.inputs.results import Results
from nvrender.regression.comparison import programs as numbers
from nvrender.regression.report.files import read_report
from nvrender.regression.report.model import Entry


def entries(folder: Path) -> tuple[Entry, ...]:
    """The entries of the only report of a folder."""
    assert files(folder) == ["report.html", "report.json"]
    return read_report((folder / "report.json").read_bytes()).entries


def test_a_scene(nvrender: Command, scene: Path, tmp_path: Path) -> None:
    outcome = nvrender("diff", scene, "--size", "48x32", "--report", tmp_path / "out")
    assert outcome.status == 0, outcome.err
    assert outcome.out.splitlines()[-1] == str(tmp_path / "out" / "report.html")
    (entry,) = entries(tmp_path / "out")
    assert (entry.status, entry.result_label, entry.baseline_label) == ("passed", "GPU", "oracle")
    assert entry.result is not None and (entry.result.width, entry.result.height) == (48, 32)
    assert entry.renderer and entry.version and entry.baseline_renderer == "nvrender's oracle"
    (program,) = entry.programs
    assert program.name.endswith("ball.vp") and program.links and "gl_Position" in program.glsl
    assert entry.figures is not None and entry.figures.allowed == 0.2


def test_programs(nvrender: Command, scene: Path, passing: Path, tmp_path: Path) -> None:
    assert nvrender("diff", scene, "--programs", "--report", tmp_path / "a").status == 0
    assert [Path(entry.name).name for entry in entries(tmp_path / "a")] == ["ball.vp"]
    outcome = nvrender("diff", passing, "--json", "--report", tmp_path / "b")
    assert json.loads(outcome.out)[0]["mismatches"] == 0
    (entry,) = entries(tmp_path / "b")
    assert entry.status == "passed"
    assert [(row.name, row.values, row.outside) for row in entry.numbers] == [
        ("HPOS", 4096, 0),
        ("COL0", 4096, 0),
    ]


@pytest.mark.parametrize("mismatches", [(0, 1), (1, 0)])
def test_one_program_of_a_scene_that_differs_is_enough(
    nvrender: Command, scene: Path, monkeypatch: pytest.MonkeyPatch, mismatches: tuple[int, int]
) -> None:
    scene.write_text(scene.read_text() + "\n[[draw]]" + scene.read_text().partition("[[draw]]")[2])
    found = iter(
        SimpleNamespace(mismatches=number, as_data=dict, text=lambda number=number: f"{number} outside")
        for number in mismatches
    )
    monkeypatch.setattr(numbers, "compare_program", lambda *_, **__: next(found))
    outcome = nvrender("diff", scene, "--programs")
    assert (outcome.status, outcome.out) == (1, "".join(f"{number} outside\n" for number in mismatches))


def test_what_differs_is_in_the_report(
    nvrender: Command, passing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from nvrender.regression.comparison import programs as numbers
    from nvrender.run import run

    def wrong(*arguments: object, **options: object) -> Results:
        results = run(*arguments, **options)
        if options["backend"] == "gpu":
            results["COL0"][5, 2] = np.nextafter(results["COL0"][5, 2], np.float32(np.inf))
        return results

    monkeypatch.setattr(numbers, "run", wrong)
    np.savez(tmp_path / "in.npz", COL0=np.full((8, 4), 0.5))
    outcome = nvrender("diff", passing, "--attributes", tmp_path / "in.npz", "--report", tmp_path / "out")
    assert outcome.status == 1
    (entry,) = entries(tmp_path / "out")
    assert (entry.status, entry.message) == ("failed", "1 value outside the precision")
    color = entry.numbers[1]
    assert (color.name, color.outside, color.worst, color.place) == ("COL0", 1, 1.0, "vertex 5.z")
    assert (color.expected, color.actual) == ("0.5", "0.50000006")


def test_two_pictures(nvrender: Command, tmp_path: Path) -> None:
    names = tmp_path / "a.png", tmp_path / "b.png"
    for value, name in enumerate(names):
        Image.fromarray(np.full((4, 4, 3), 50 * value, np.uint8)).save(name)
    outcome = nvrender("diff", *names, "--report", tmp_path / "out")
    assert outcome.status == 1
    (entry,) = entries(tmp_path / "out")
    assert (entry.status, entry.result_label, entry.baseline_label) == ("failed", "a.png", "b.png")
    assert entry.message.startswith("100 % of the pixels differ by more than 2/255; 0.2 % may")
    command = read_report((tmp_path / "out" / "report.json").read_bytes()).command
    assert command == shlex.join(["nvrender", "diff", *map(str, names)])


def test_where_no_report_can_be_is_said_before_the_work(
    nvrender: Command, scene: Path, tmp_path: Path
) -> None:
    nvrender("diff", scene, "--report", scene).failed_with(f"{scene}: is a file; name a folder")
    nvrender("diff", scene, "--report", scene / "a" / "b").failed_with(f"{scene} is a file; name a folder")
    with unprivileged() as folder:
        closed = folder / "closed"
        closed.mkdir(0o500)
        nvrender("diff", scene, "--report", closed / "new").failed_with("may not be written")
        assert files(folder) == []
