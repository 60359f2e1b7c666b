"""Workers that die, what pytest's start costs, and machines without OpenGL."""

from __future__ import annotations

import subprocess
import sys

import pytest
from plugin_project import GREY, Project, project_in

#: EGL finds no driver.
_NO_GL = {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nowhere", "__EGL_VENDOR_LIBRARY_DIRS": "/nowhere"}
_HEAVY = "numpy moderngl glcontext glfw PIL msgspec trimesh pyrr rich"


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    return project_in(pytester, monkeypatch, "-p", "no:hypothesispytest", own_process=True)


_WORKERS = """
import os
import signal
import numpy as np
import pytest

@pytest.mark.parametrize("number", range(12))
def test_grey(nvrender_image, number):
    nvrender_image.check(np.full((8, 10, 3), 10 * number, np.uint8))
    if number == 5 and os.path.exists("kill"):
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed by a signal")
def test_killed_workers_lose_nothing_of_others(project: Project) -> None:
    project.write(test_a=_WORKERS)
    options = ("-n", "2", "--nvrender-report", "out", "--nvrender-fail-unused")
    (project.root / "kill").touch()
    output = project.run(*options, passed=11, failed=1)
    assert "unused" not in output
    entries = project.report("out")
    statuses = {name.partition("[")[2]: entry["status"] for name, entry in entries.items()}
    assert statuses == {f"{number}]": "error" if number == 5 else "updated" for number in range(12)}
    assert "died" in entries["test_a.py::test_grey[5]"]["message"]
    assert project.files() == sorted(f"baselines/test_a.test_grey[{number}].png" for number in range(12))

    (project.root / "kill").unlink()
    (project.root / "baselines" / "test_a.test_gone.png").write_bytes(b"")
    output = project.run(*options, "--nvrender-fail-missing", passed=12, status=1)
    assert "unused: baselines/test_a.test_gone.png" in output
    # A part of the tests says nothing about the others' baselines.
    project.run("-n", "1", "--nvrender-fail-unused", "test_a.py::test_grey[3]", passed=1)


def test_start_imports_nothing_heavy(project: Project) -> None:
    project.write(
        conftest=f"import sys\nheavy = set({_HEAVY!r}.split())\n"
        "def pytest_unconfigure():\n    print('imported:', sorted(heavy & set(sys.modules)))\n",
        test_plain="def test_plain():\n    pass\n",
        test_grey=GREY.replace("VALUE", "10"),
    )
    assert "imported: []" in project.run("-s", "test_plain.py", passed=1)
    assert "imported: []" in project.run("-s", "--help", status=0)
    output = project.run("-s", "test_grey.py", passed=1)
    assert "numpy" in output.partition("imported:")[2]
    assert "moderngl" not in output.partition("imported:")[2]


def test_the_plugin_alone_imports_nothing_heavy() -> None:
    found = f"print(sorted(set({_HEAVY.split()}) & set(sys.modules)))"
    script = f"import nvrender.regression.pytest.plugin, sys\n{found}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="EGL's drivers are hidden by variables of GLVND"
)
def test_without_opengl_checks_are_skipped(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in _NO_GL.items():
        monkeypatch.setenv(name, value)
    project.add_ball()
    project.write(
        test_a="import pytest\ndef test_gpu(nvrender_image):\n    nvrender_image.check('ball.toml')\n"
        "def test_numbers(nvrender_numbers):\n    nvrender_numbers.check('ball.vp')\n"
        "@pytest.mark.nvrender_oracle\n"
        "def test_both(nvrender_image):\n    nvrender_image.check('ball.toml')\n"
        "def test_oracle(nvrender_image, nvrender_numbers):\n"
        "    nvrender_image.check('ball.toml', backend='oracle')\n"
        "    nvrender_numbers.check('ball.vp', backend='oracle')\n",
    )
    output = project.run("-rs", "--nvrender-fail-unused", passed=1, skipped=3)
    assert "no OpenGL 3.3 context could be made" in output
    assert "apt-get install libegl1" in output
    assert "`nvrender doctor` says what is here" in output
    assert project.files() == [f"baselines/oracle/test_a.test_oracle.{kind}" for kind in ("npz", "png")]
