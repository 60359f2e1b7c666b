"""``nvrender spec``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_helpers import Command

SCRIPT = """
section = "NV_vertex_program 2.14.1.10.2"
[[case]]
name = "right"
program = "!!VP1.0 MOV o[HPOS], v[OPOS]; END"
attributes = { 0 = [1, 2, 3, 4] }
expect = { HPOS = [1, 2, 3, 4] }
"""
WRONG = SCRIPT.replace('"right"', '"wrong"').replace("HPOS = [1, 2", "HPOS = [1, 5")


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "sub" / "mov.toml"
    path.parent.mkdir()
    path.write_text(SCRIPT)
    return path


def test_what_passes(nvrender: Command, script: Path) -> None:
    outcome = nvrender("spec", script)
    assert (outcome.status, outcome.out, outcome.err) == (0, "2 cases run, 0 failed\n", "")
    assert nvrender("spec", script.parent.parent, "--backend", "feedback").out == "1 cases run, 0 failed\n"


def test_what_fails(nvrender: Command, script: Path) -> None:
    script.write_text(WRONG)
    outcome = nvrender("spec", script, "--backend", "oracle")
    message = outcome.failed_with(f"oracle: {script}: wrong, row 0: HPOS is", "NV_vertex_program 2.14.1.10.2")
    assert len(message.splitlines()) == 1
    assert outcome.out == "1 cases run, 1 failed\n"
    report = json.loads(nvrender("spec", script, "--json").out)
    assert (report["cases"], report["failed"]) == (2, 2)
    assert [row["backend"] for row in report["failures"]] == ["oracle", "gpu"]
    assert report["failures"][0]["case"] == "wrong"


def test_scripts_that_cannot_be_used(nvrender: Command, tmp_path: Path, script: Path) -> None:
    nvrender("spec", tmp_path / "no.toml").failed_with(f"{tmp_path / 'no.toml'}: ")
    script.write_text("case = 3")
    nvrender("spec", script).failed_with(str(script))
    script.unlink()
    nvrender("spec", script.parent).failed_with("holds no conformance scripts")
