"""The example of docs/regression.md is a project that works, and its script is what a build server runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nvrender.regression.baselines.images import read
from nvrender.regression.pytest.subjects import here
from nvrender.source import ContextError

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "regression"


def run(project: Path, workers: int) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    environment |= {"PYTHON": sys.executable, "COLUMNS": "200", "PYTHONDONTWRITEBYTECODE": "1"}
    environment["WORKERS"] = str(workers)
    command = ["sh", str(project / "ci.sh"), "-p", "no:cacheprovider", "-p", "no:hypothesispytest"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)


@pytest.mark.skipif(sys.platform == "win32", reason="the script is for a POSIX shell")
def test_the_example_passes_and_catches_a_change(tmp_path: Path) -> None:
    stored = read(EXAMPLE / "tests" / "baselines" / "llvmpipe" / "test_pictures.test_pot[front].png")[1]
    try:
        found = here("gpu")
    except ContextError as error:
        pytest.skip(f"no OpenGL: {error}")
    if (found.renderer, found.version) != (stored.renderer, stored.version):
        pytest.skip(f"the example's baselines are by {stored.text()}; here is {found.text()}")
    project = tmp_path / "pots"
    shutil.copytree(EXAMPLE, project)
    done = run(project, 2)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "7 passed" in done.stdout and "unused" not in done.stdout
    assert (project / "report" / "report.html").is_file()

    shader = project / "shaders" / "pot.vp"
    shader.write_text(shader.read_text().replace("0.82, 40.0", "0.82, 24.0"))
    done = run(project, 0)
    assert done.returncode == 1
    assert "4 failed, 3 passed" in done.stdout
    assert "changed since: shaders/pot.vp:8: " in done.stdout
