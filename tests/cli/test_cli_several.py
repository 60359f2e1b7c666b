"""Files with several programs, on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_helpers import PASSING, Command, files

VERTEX = "!!ARBvp1.0\nMUL result.position, vertex.position, program.local[0];\nEND\n"
FRAGMENT = "!!ARBfp1.0\nMUL result.color, fragment.texcoord[3], program.local[0];\nEND\n"


@pytest.fixture
def water(tmp_path: Path) -> Path:
    path = tmp_path / "in" / "water.txt"
    path.parent.mkdir()
    path.write_text(f"Water\n{VERTEX}\n{FRAGMENT}")
    return path


def test_check(nvrender: Command, water: Path) -> None:
    outcome = nvrender("check", water)
    assert outcome.out == (
        f"{water}#vertex: ok, !!ARBvp1.0, 1 instruction\n{water}#fragment: ok, !!ARBfp1.0, 1 instruction\n"
        "no errors in 2 programs, all are well\n"
    )
    assert nvrender("check", water.parent).out == outcome.out
    rows = json.loads(nvrender("check", "--json", water).out)
    assert [row["file"] for row in rows] == [f"{water}#vertex", f"{water}#fragment"]
    assert "!!ARBfp1.0" in nvrender("check", f"{water}#2").out
    assert "<stdin>#vertex: ok" in nvrender("check", "-", stdin=water.read_bytes()).out
    assert "ok" in nvrender("check", "<stdin>#fragment", stdin=water.read_bytes()).out
    water.write_text(water.read_text().replace("fragment.tex", "fragment.text"))
    outcome = nvrender("check", water)
    assert outcome.status == 1
    assert outcome.out.startswith(f"{water}#vertex: ok") and f"{water}:7:28: " in outcome.err


def test_run_and_trace(nvrender: Command, water: Path) -> None:
    for command in ("run", "trace"):
        nvrender(command, water).failed_with("holds 2 programs; name one: ")
        assert nvrender(command, f"{water}#vertex").status == 0
    assert "line 3 " in nvrender("trace", f"{water}#vertex").out


def test_a_pair_is_linked(nvrender: Command, water: Path, tmp_path: Path) -> None:
    """The vertex shader writes what the fragment shader reads; no two uniforms have a name."""
    outcome = nvrender("port", water, "-o", tmp_path / "out")
    assert outcome.out == f"{tmp_path / 'out'}: 2 of 2 programs translated, 1 pair\n"
    assert files(tmp_path / "out") == ["manifest.json", "water.txt.frag.glsl", "water.txt.vert.glsl"]
    vertex, fragment = (
        (tmp_path / "out" / f"water.txt.{name}.glsl").read_text() for name in ("vert", "frag")
    )
    assert "out vec4 TEX3;" in vertex and "in vec4 TEX3;" in fragment
    from nvrender.gpu.context.context import using

    with using(None) as context:
        context.program(vertex_shader=vertex, fragment_shader=fragment).release()
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert [row["file"] for row in manifest["programs"]] == ["water.txt#fragment", "water.txt#vertex"]
    nvrender("port", water).failed_with("holds 2 programs; name one")
    assert "vertex shader" in nvrender("port", f"{water}#vertex").out


def test_several_of_a_stage(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "all").write_text(PASSING + FRAGMENT + FRAGMENT + "!!VP1.0\nMUV;\nEND")
    outcome = nvrender("port", tmp_path / "in", "-o", tmp_path / "out")
    assert "3 of 4" in outcome.out
    assert files(tmp_path / "out") == [
        "all.2.frag.glsl", "all.frag.glsl", "all.vert.glsl", "manifest.json",
    ]  # fmt: skip
    rows = json.loads((tmp_path / "out" / "manifest.json").read_text())["programs"]
    assert [row["file"] for row in rows] == ["all#fragment", "all#fragment2", "all#vertex", "all#vertex2"]
    (tmp_path / "in" / "notes").write_text("Some text that names !!VP1.0 and has no program.\n")
    assert "1 other file left alone" in nvrender("port", tmp_path / "in", "-o", tmp_path / "out").out
