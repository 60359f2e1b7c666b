"""Checks that pass when they are run again, and what GitHub is told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from plugin_project import GREY, Project, project_in

from nvrender.regression.report.github import annotated, summary, write_summary
from nvrender.regression.report.model import Entry, Report
from nvrender.source import InputError
from nvrender.workflow import workflow_command

#: Grey, but of the first COUNT runs another one.
_FLAKY = """
import numpy as np
from pathlib import Path

def test_grey(nvrender_image):
    count = len(list(Path().glob("run-*")))
    Path(f"run-{count}").touch()
    nvrender_image.check(np.full((8, 10, 3), 10, np.uint8), name="still")
    nvrender_image.check(np.full((8, 10, 3), 90 if count < COUNT else 10, np.uint8))
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)
    return project_in(pytester, monkeypatch, "-p", "pytest_rerunfailures")


def test_what_passes_at_last_is_flaky(project: Project) -> None:
    project.write(test_a=_FLAKY.replace("COUNT", "0"))
    project.run(passed=1)
    project.write(test_a=_FLAKY.replace("COUNT", "2"))
    output = project.run("--reruns", "3", "--nvrender-report", "out", passed=1, rerun=1)
    assert "flaky: test_a.py::test_grey: failed once and passed when it was run again" in output
    entries = project.report("out")
    entry = entries["test_a.py::test_grey"]
    assert (entry["status"], entry["accept_command"], entry["approval"]) == ("flaky", "", None)
    assert entry["figures"]["worst"] == 80 and "100 % of the pixels differ" in entry["message"]
    assert entries["test_a.py::test_grey still"]["status"] == "passed"


def test_flaky_checks_may_fail_the_run(project: Project) -> None:
    project.write(test_a=_FLAKY.replace("COUNT", "0"))
    project.run(passed=1)
    project.write(test_a=_FLAKY.replace("COUNT", "3"))
    output = project.run("--reruns", "3", "--nvrender-fail-flaky", passed=1, rerun=2, status=1)
    assert "failed 2 times and passed when it was run again" in output
    project.write(test_a=_FLAKY.replace("COUNT", "99"))
    assert "flaky:" not in project.run("--reruns", "1", failed=1, rerun=1)


def test_annotations_and_summary(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write(test_a=GREY.replace("VALUE", "10"))
    assert "::" not in project.run(passed=1).replace("test_a.py::", "")
    project.write(test_a=GREY.replace("VALUE", "90"))
    project.run("--nvrender-github", failed=1)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(project.root / "summary.md"))
    monkeypatch.setenv("GITHUB_WORKSPACE", str(project.root.parent))
    output = project.run("--nvrender-report", "out", failed=1)
    (line,) = re.findall("^::.*$", output, re.MULTILINE)
    place = f"file={project.root.name}/test_a.py,line=4,"
    assert line.startswith(
        f"::error {place}title=failed%3A test_a.py%3A%3Atest_grey::the result differs from "
    )
    assert "%0A  100 %25 of the pixels differ by more than 2/255" in line
    text = (project.root / "summary.md").read_text()
    assert "1 failed of 1" in text and "baselines approve out test&#95;a.py::test&#95;grey" in text
    project.run("--no-nvrender-github", failed=1)
    project.run(failed=1)
    assert (project.root / "summary.md").read_text().count("<h3>") == 2
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(project.root))
    assert "the summary cannot be written: Is a directory" in project.run(failed=1)


def test_hostile_names_stay_text(tmp_path: Path) -> None:
    name = "test_a.py::test[</code><script>|*a*`\n::error::x\r%0A,file=b]"
    entry = Entry(name=name, status="failed", message=f"{name}\n\n</pre><img src=x>")
    report = Report(title="<b>", made="", entries=(entry, Entry(name="b", status="passed")))
    (line,) = annotated(report, {}, tmp_path)
    assert (
        "\n" not in line and "\r" not in line and line.startswith("::error title=failed%3A test_a.py%3A%3A")
    )
    assert "%0A,file" not in line.partition("::test")[0]
    text = summary(report)
    assert "<script" not in text and "</code><" not in text and "<img" not in text and "<b>" not in text
    assert "*a*" not in text and "`" not in text
    assert "1 failed, 1 passed of 2" in text
    many = Report(title="", made="", entries=(entry,) * 1000)
    assert "and 800 more" in summary(many) and len(list(annotated(many, {}, tmp_path))) == 10
    write_summary(report, "")
    with pytest.raises(InputError, match="cannot be written"):
        write_summary(report, "a\0b")
    assert (
        workflow_command("warning", "a\nb%", file="", line=0, title="c,d")
        == "::warning title=c%2Cd::a%0Ab%25"
    )
