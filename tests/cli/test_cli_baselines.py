"""``nvrender baselines`` and ``nvrender report``: what there is, what goes, what becomes a baseline."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from cli_helpers import REPOSITORY, Command, files

from nvrender.regression.baselines import digests, images, numbers
from nvrender.regression.baselines.origin import Origin
from nvrender.regression.report.files import write_report
from nvrender.regression.report.model import Approval, Entry, Report

PIXELS = np.zeros((3, 4, 3), np.uint8)
ORIGIN = Origin("llvmpipe (LLVM 15)", "4.5 Mesa", {}, "amd")


def entry(name: str, **facts: object) -> Entry:
    approval = Approval(path=f"tests/baselines/test_a.{name}.png", data=images.encoded(PIXELS, ORIGIN))
    return Entry(
        name=name, **{"status": "failed", "message": "it differs\nby far", "approval": approval, **facts}
    )  # type: ignore[arg-type]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of three baselines, and a report of two results and a baseline nobody asks for."""
    folder = tmp_path / "tests" / "baselines"
    (folder / "llvmpipe").mkdir(parents=True)
    (folder / "llvmpipe" / "test_a.one.png").write_bytes(images.encoded(PIXELS, ORIGIN))
    two = numbers.Numbers({"a": np.arange(3)}, {}, Origin())
    (folder / "test_a.two.npz").write_bytes(numbers.encoded(two))
    (folder / "test_a.three.digest").write_bytes(digests.encoded(digests.digest_of(PIXELS), ORIGIN))
    (tmp_path / ".venv" / "baselines").mkdir(parents=True)
    (tmp_path / ".venv" / "baselines" / "a.png").touch()
    unused = Entry(name="tests/baselines/test_a.two.npz", status="unused")
    entries = (Entry(name="fine", status="passed"), entry("four"), entry("five", status="missing"), unused)
    write_report(Report(title="A", made="", entries=entries), tmp_path / "report")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_list(nvrender: Command, project: Path) -> None:
    outcome = nvrender("baselines", "list")
    assert outcome.status == 0 and outcome.out.splitlines()[-1].startswith("3 baselines, ")
    text = outcome.out
    assert "tests/baselines/llvmpipe/test_a.one.png: 4 × 3 pixels by llvmpipe (LLVM 15), amd, " in text
    assert "tests/baselines/test_a.two.npz: 1 array by any renderer, " in text
    assert "tests/baselines/test_a.three.digest: digest of 4 × 3 pixels by llvmpipe (LLVM 15), amd, " in text
    (project / "tests" / "baselines" / "test_a.bad.png").write_bytes(b"")
    outcome = nvrender("baselines", "list", "tests", "--json")
    rows = {Path(row["path"]).name: row for row in json.loads(outcome.out)["baselines"]}
    assert outcome.status == 1 and rows["test_a.bad.png"]["problem"] and len(rows) == 4
    assert rows["test_a.one.png"]["processor"] == "amd"
    nvrender("baselines", "list", "nowhere").failed_with("nowhere: is no folder")


def test_pruning(nvrender: Command, project: Path) -> None:
    path = "tests/baselines/test_a.two.npz"
    assert nvrender("baselines", "prune", "report", "--dry-run").out == f"{path}: would be removed\n"
    assert (project / path).exists()
    assert nvrender("baselines", "prune", "report").out == f"{path}: removed\n"
    assert not (project / path).exists()
    nvrender("baselines", "prune", "report").failed_with(f"{path}: cannot be removed")
    hostile = (
        Entry(name="tests/baselines/test_a.one.png", status="unused"),
        Entry(name="../x.png", status="unused"),
    )
    write_report(Report(title="A", made="", entries=hostile), project / "report")
    before = files(project)
    nvrender("baselines", "prune", "report").failed_with("../x.png: is no place of a baseline")
    assert files(project) == before


def test_approving(nvrender: Command, project: Path) -> None:
    four, five = (f"tests/baselines/test_a.{name}.png" for name in ("four", "five"))
    nvrender("baselines", "approve", "report", "fore").failed_with("no result of fore; did you mean four?")
    nvrender("baselines", "approve", "report", "fine").failed_with("the report has no result of fine")
    nvrender("baselines", "approve", "nowhere").failed_with("there is no file nowhere/report.json")
    nvrender("baselines", "approve", "report", "--root", "tests").failed_with(
        "tests/tests: there is no such folder of tests; --root names"
    )
    assert nvrender("baselines", "approve", "report", "four").out == f"{four}: approved\n"
    assert (images.read(project / four)[0] == PIXELS).all() and not (project / five).exists()
    outcome = nvrender("baselines", "approve", "report", "--json")
    assert json.loads(outcome.out) == {"approved": [four, five]}
    for text in ("", "{", '{"title": 7}'):
        (project / "report" / "report.json").write_text(text)
        nvrender("baselines", "approve", "report").failed_with("this is no report.json")
        nvrender("report", "report").failed_with("this is no report.json")


def test_what_a_report_found(nvrender: Command, project: Path) -> None:
    outcome = nvrender("report", "report")
    assert (outcome.status, outcome.err) == (1, "")
    assert outcome.out == (
        "failed: four: it differs\nmissing: five: it differs\nunused: tests/baselines/test_a.two.npz\n"
        "report/report.html: 1 failed, 1 missing, 1 unused, 1 passed\n"
    )
    assert len(json.loads(nvrender("report", "report", "--json").out)["entries"]) == 4
    write_report(Report(title="A", made=""), project / "report")
    assert nvrender("report", "report").out == "report/report.html: nothing was compared\n"
    nvrender("report", "report", "--serve", "--port", "65536").failed_with("--port", status=2)
    nvrender("report", "nowhere", "--serve").failed_with("there is no file nowhere/report.json")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise")
def test_a_served_report_ends_with_ctrl_c(project: Path) -> None:
    """As docs/report.md shows it."""
    text = (REPOSITORY / "docs" / "report.md").read_text()
    typed, shown = re.findall("^[$] nvrender (report .*--serve)\n(http.*)$", text, re.MULTILINE)[0]
    command = [sys.executable, "-m", "nvrender", *typed.split()]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=project
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert re.sub("[0-9]+/[^/]{32}/", "", line.strip()) == re.sub("[0-9]+/[^/]{24}/", "", shown)
    assert (out, err.strip(), process.returncode) == ("", "nvrender: interrupted", 130)
