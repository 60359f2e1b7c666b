"""``nvrender port``: several inputs, targets and processes; failures by cause."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_helpers import FAILING, PASSING, Command, files

COMPUTE = "!!NVcp5.0\nGROUP_SIZE 1;\nEND"


def texts(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in files(folder)}


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    root = tmp_path / "in"
    (root / "sub").mkdir(parents=True)
    for number in range(20):
        (root / ("sub" * (number % 2)) / f"p{number}.vp").write_text(PASSING)
    (root / "x.cp").write_text(COMPUTE)
    for number in range(3):
        (root / f"bad{number}.vp").write_text(FAILING.replace("R1", f"|R{number}|").replace("SIN", "MOV"))
    return root


def test_several_targets_have_a_folder_each(nvrender: Command, programs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    both = "--target", "glsl330", "--target", "glsl450", "--target", "glsl330"
    outcome = nvrender("port", programs, "-o", out, *both)
    assert outcome.status == 1
    assert outcome.out == f"{out}: 20 of 24 programs translated to glsl330, 21 of 24 to glsl450\n"
    assert sorted(os.listdir(out)) == ["glsl330", "glsl450", "manifest.json"]
    for target in ("glsl330", "glsl450"):
        nvrender("port", programs, "-o", tmp_path / target, "--target", target)
        alone = texts(tmp_path / target)
        del alone["manifest.json"]
        assert alone == texts(out / target)
    written = json.loads(nvrender("port", programs, "-o", out, *both, "--json").out)
    assert written["options"]["targets"] == ["glsl330", "glsl450"]
    rows = {row["file"]: row for row in written["programs"]}
    assert [row["file"] for row in rows["p0.vp"]["outputs"]] == [
        "glsl330/p0.vp.vert.glsl",
        "glsl450/p0.vp.vert.glsl",
    ]
    assert [row["target"] for row in rows["x.cp"]["outputs"]] == ["glsl450"]
    assert [row["target"] for row in rows["x.cp"]["errors"]] == ["glsl330"]
    assert outcome.err.count("x.cp:1:1: a !!NVcp5.0 program needs") == 1


def test_one_file_to_several_targets(nvrender: Command, passing: Path, tmp_path: Path) -> None:
    both = "--target", "glsl330", "--target", "glsl450"
    assert nvrender("port", passing, "-o", tmp_path / "out", *both).status == 0
    assert "glsl450/passing.vp.vert.glsl" in files(tmp_path / "out")
    nvrender("port", passing, *both).failed_with("several files or targets need -o FOLDER", status=2)


def test_several_files_lie_as_they_did(
    nvrender: Command, programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = "in/p0.vp", "in/sub/p1.vp", "in/./p0.vp"
    outcome = nvrender("port", *names, "-o", "out")
    assert (outcome.status, outcome.out) == (0, "out: 2 of 2 programs translated\n")
    assert files(tmp_path / "out") == ["manifest.json", "p0.vp.vert.glsl", "sub/p1.vp.vert.glsl"]
    assert nvrender("port", "in/sub", "in/p0.vp", "in/bad0.vp", "-o", "two").status == 1
    assert "sub/p1.vp.vert.glsl" in files(tmp_path / "two")
    failed = nvrender("port", "in/p0.vp", "in/none.vp", "-o", "three")
    failed.failed_with("in/none.vp: no such file")
    assert "1 of 2" in failed.out
    nvrender("port", "in/p0.vp", "-", "-o", "out").failed_with("standard input", status=2)


def test_failures_are_counted_by_cause(nvrender: Command, programs: Path, tmp_path: Path) -> None:
    outcome = nvrender("port", programs, "-o", tmp_path / "out", "--target", "glsl330")
    summary = outcome.err[outcome.err.index("4 failures, by cause:\n") :].splitlines()
    assert summary[1].strip().startswith("3  ")
    assert summary[2].strip() == f"first: {programs / 'bad0.vp'}:3:9"
    assert summary[3].strip().startswith("1  ")


WRONG = (
    "MOV none, vertex.position;",
    "TEMP a; TEMP a;",
    "FOO result.position;",
    "MOV vertex.position, {1, 1, 1, 1};",
    "MOV result.position vertex.position;",
    "MOV result.position, result.position;",
    "TEMP 1;",
    "OPTION NONE;",
    "RCP result.position, vertex.position;",
    "MOV result.position.yx, vertex.position;",
    "ADDRESS a; MOV a, a;",
    "PARAM p = vertex.position;",
)


@pytest.mark.parametrize(("causes", "named"), [(10, 10), (11, 11), (12, 10)])
def test_the_rarest_causes_are_counted_together(
    nvrender: Command, tmp_path: Path, causes: int, named: int
) -> None:
    for number, wrong in enumerate(WRONG[:causes]):
        (tmp_path / f"{number}.vp").write_text(f"!!ARBvp1.0\n{wrong}\nEND\n")
    rows = nvrender("port", *tmp_path.glob("*.vp"), "-o", tmp_path / "out").err.splitlines()
    assert sum(row.startswith("        first: ") for row in rows) == named
    assert (rows[-1] == f"     {causes - named}  by {causes - named} other causes") is (named < causes)


def test_the_number_of_processes_changes_nothing(nvrender: Command, programs: Path, tmp_path: Path) -> None:
    found = [nvrender("port", programs, "-o", tmp_path / f"out{jobs}", "--jobs", jobs) for jobs in (1, 2, 9)]
    assert len({row.err for row in found}) == 1 and {row.status for row in found} == {1}
    written = [texts(tmp_path / f"out{jobs}") for jobs in (1, 2, 9)]
    assert written[0] == written[1] == written[2]
    nvrender("port", programs, "-o", tmp_path / "out", "--jobs", 0).failed_with("--jobs", status=2)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_leaves_no_half_file_and_no_process(tmp_path: Path) -> None:
    root = tmp_path / "in"
    root.mkdir()
    for number in range(3000):
        (root / f"{number}.vp").write_text(PASSING)
    command = [
        sys.executable,
        "-m",
        "nvrender",
        "port",
        str(root),
        "-o",
        str(tmp_path / "out"),
        "--jobs",
        "2",
    ]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True)
    try:
        end = time.monotonic() + 60
        while not list((tmp_path / "out").glob("*.glsl")) and time.monotonic() < end:
            time.sleep(0.02)
        os.killpg(running.pid, signal.SIGINT)
        _, said = running.communicate(timeout=60)
    finally:
        running.kill()
    assert (running.returncode, said) == (130, b"\nnvrender: interrupted\n"), said.decode()
    end = time.monotonic() + 60
    with pytest.raises(ProcessLookupError):
        while time.monotonic() < end:  # what has ended is there until init has heard of it
            os.killpg(running.pid, 0)
            time.sleep(0.02)
    written = list((tmp_path / "out").iterdir())
    assert 0 < len(written) < 3000
    assert {path.suffix for path in written} == {".glsl"}
    assert all(path.read_text().endswith("}\n") for path in written)
