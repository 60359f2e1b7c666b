"""A small project with pictures and numbers held still, and pytest run on it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

# Runs in this process forget the modules they import, and neither numpy nor a context survives that.
from nvrender.gpu.context import context  # noqa: F401
from nvrender.regression.pytest import subjects  # noqa: F401
from nvrender.regression.report import files as report  # noqa: F401

SCENE = """size = [48, 36]
camera = { eye = [0.0, 0.0, 4.0] }
meshes = { ball = { kind = "sphere" } }
tracking = [{ address = 0, matrix = "MODELVIEW_PROJECTION" }]

[parameters]
4 = [0.8, 0.5, 0.3, 1.0]

[[draw]]
vertex = "ball.vp"
mesh = "ball"
"""
BALL = """!!VP1.0
DP4 o[HPOS].x, c[0], v[OPOS];
DP4 o[HPOS].y, c[1], v[OPOS];
DP4 o[HPOS].z, c[2], v[OPOS];
DP4 o[HPOS].w, c[3], v[OPOS];
MUL o[COL0], c[4], v[NRML];
END
"""
#: A test of a picture and one of numbers.
TESTS = """
def test_ball(nvrender_image):
    nvrender_image.check("ball.toml")

def test_vertices(nvrender_numbers):
    nvrender_numbers.check("ball.toml")
"""
#: A test of a picture that needs no OpenGL: VALUE is what each of its pixels is.
GREY = """
import numpy as np

def test_grey(nvrender_image):
    nvrender_image.check(np.full((8, 10, 3), VALUE, np.uint8))
"""


@dataclass(frozen=True)
class Project:
    """Files in a folder; ``options`` go with every run, which is in this process or in one of its own."""

    pytester: pytest.Pytester
    options: tuple[str, ...] = ()
    own_process: bool = False

    @property
    def root(self) -> Path:
        return self.pytester.path

    def write(self, **texts: str) -> None:
        """Test modules by name: ``write(test_a="…")``."""
        for name, text in texts.items():
            (self.root / f"{name}.py").write_text(text, encoding="utf-8")

    def add_ball(self, scene: str = SCENE, program: str = BALL) -> None:
        """``ball.toml`` and ``ball.vp``."""
        (self.root / "ball.toml").write_text(scene)
        (self.root / "ball.vp").write_text(program)

    def run(self, *arguments: str, status: int | None = None, **outcomes: int) -> str:
        """What pytest prints, after checking how many tests passed, failed, …, and its exit status.

        Without ``status`` that is 1 if a test failed or had an error, else 0.
        """
        if self.own_process:
            done = self.pytester.runpytest_subprocess(*self.options, *arguments, timeout=300)
        else:
            done = self.pytester.runpytest_inprocess(*self.options, *arguments)
        output = "\n".join((*done.outlines, *done.errlines))
        assert "INTERNALERROR" not in output, output
        found = done.parseoutcomes() if outcomes else {}
        assert {name: count for name, count in found.items() if "warning" not in name} == outcomes, output
        wanted = int(bool({"failed", "errors"} & set(outcomes))) if status is None else status
        assert done.ret == wanted, output
        return output

    def files(self) -> list[str]:
        """Every baseline, and whatever else lies there, relative to the root."""
        found = (path for path in self.root.rglob("baselines/**/*") if path.is_file())
        return sorted(path.relative_to(self.root).as_posix() for path in found)

    def report(self, folder: str = "report") -> dict[str, dict[str, Any]]:
        """The entries of report.json by name; report.html is there as well."""
        assert (self.root / folder / "report.html").is_file()
        data = json.loads((self.root / folder / "report.json").read_text(encoding="utf-8"))
        return {entry["name"]: entry for entry in data["entries"]}


def project_in(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, *options: str, own_process: bool = False
) -> Project:
    """An empty project outside of continuous integration, whatever this process runs in."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    pytester.makeini("[pytest]\naddopts = --strict-markers\n")
    if not own_process:
        # Every run would import all plugins anew.
        monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        imported = "ignore::pytest.PytestAssertRewriteWarning"  # as the plugin has been here
        options = ("-p", "nvrender.regression.pytest.plugin", "-W", imported, *options)
    return Project(pytester, ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", *options), own_process)
