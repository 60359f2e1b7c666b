"""What the playground's page asks of nvrender, and is made of; the page itself is in tests/browser."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import nvrender
from nvrender.cli.playground import command
from nvrender.source import InputError
from nvrender.web.playground import distribution, page
from nvrender.web.playground import snapshot as snapshots
from nvrender.web.playground.bridge import answer
from nvrender.web.playground.defaults import state_values
from nvrender.web.playground.package import package_archive
from nvrender.web.playground.page import write_playground
from nvrender.web.playground.snapshot import snapshot
from nvrender.web.playground.starts import FIRST, starting_points

SCENES = Path(__file__).parent.parent.parent / "scenes"
_FRAGMENT = "!!ARBfp1.0\nMOV result.color, fragment.color;\nEND\n"


def _ask(**question: Any) -> Any:
    return json.loads(answer(json.dumps(question)))


def _look(vertex: str, fragment: str = _FRAGMENT) -> Any:
    return _ask(question="look", vertex=vertex, fragment=fragment)


def test_the_archive_translates_without_any_other_package(tmp_path: Path) -> None:
    """In the page there is the standard library alone."""
    zipfile.ZipFile(io.BytesIO(package_archive())).extractall(tmp_path)
    script = f"""
import importlib.abc, json, sys
class Refusing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in sys.stdlib_module_names | {{"nvrender"}}:
            raise ImportError(name)
sys.meta_path.insert(0, Refusing())
from nvrender.web.playground.bridge import answer
vertex, fragment = {FIRST["vertex"]!r}, {FIRST["fragment"]!r}
found = json.loads(answer(json.dumps(dict(question="look", vertex=vertex, fragment=fragment))))
assert found["picture"]["vertex"], found
for tab in ("glsl", "es", "arb", "ir"):
    made = json.loads(answer(json.dumps(dict(question="show", text=vertex, name="vertex", tab=tab))))
    assert made["text"], made
"""
    path = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    subprocess.run([sys.executable, "-I", "-S", "-c", path + script], check=True)


def test_places_count_the_pages_letters() -> None:
    """A letter of two UTF-16 units stands before the error, which is underlined to the end of its word."""
    found = _look("!!VP1.0\n# 𝄞\nMOV o[HPOS], v[OPOSS];#𝄞\nMUX R0, R1;\nEND\n")["vertex"]["said"]
    assert [(row["line"], row["column"], row["length"]) for row in found] == [(3, 16, 5), (4, 1, 3)]
    found = _look("!!VP1.0\n#\nMOV o[HPOS], v[OPOS];\nMOV o[COL0],/*𝄞é*/ R0;\nEND\n")["vertex"]["said"]
    assert found and found[0]["line"] == 4


def test_errors_and_warnings_of_both_programs_are_told() -> None:
    found = _look(
        "!!VP1.0\nMOV o[HPOS], v[OPOS];\nMOV R0, v[OPOS];\nEND\n", "!!ARBfp1.0\nMOW result.color, x;\nEND\n"
    )
    assert [row["warning"] for row in found["vertex"]["said"]] == [True]
    assert [row["warning"] for row in found["fragment"]["said"]] and not found["fragment"]["said"][0][
        "warning"
    ]
    assert found["picture"] is None


def test_a_program_of_another_stage_is_translated_and_not_drawn() -> None:
    vertex = "!!NVcp5.0\nGROUP_SIZE 4;\nEND\n"
    found = _look(vertex)
    assert "compute programs" in found["picture"]["error"]
    assert _ask(question="show", text=vertex, name="vertex", tab="glsl")["title"] == "glsl430"
    assert "error" in _ask(question="show", text=vertex, name="vertex", tab="es")


@pytest.mark.parametrize("text", ["", "x", "!!", "!!VP1.0", "\0", "é" * 9, "!!VP9.9\nEND"])
def test_anything_typed_is_an_answer(text: str) -> None:
    assert _look(text)["vertex"]["said"]
    assert "error" in _ask(question="show", text=text, name="vertex", tab="glsl")


def test_registers_are_named_and_constants_known() -> None:
    vertex = """!!ARBvp1.0
PARAM half = { 0.5, 0.5, 0.5, 0.5 };
PARAM rows[2] = { state.matrix.mvp.row[2..3] };
TEMP r;
MAD r, rows[0], program.local[3], half;
ADD result.position, r, rows[1];
END
"""
    ((block, registers),) = _look(vertex)["picture"]["blocks"]
    assert block == "ProgramParameters"
    kinds = {row["name"]: row["kind"] for row in registers if row["kind"] != "constant"}
    assert kinds["program.local[3]"] == "number"
    assert kinds["state.matrix.mvp.row[2]"] == "matrix"


def test_starting_points_load_and_can_be_drawn() -> None:
    starts = starting_points([SCENES / name for name in ("lighting.toml", "letter.toml", "toon.toml")])
    assert [start["name"] for start in starts] == [
        FIRST["name"],
        "Still life",
        "Burning letter",
        "Rocket mail",
    ]
    for start in starts:
        found = _look(start["vertex"], start["fragment"])
        assert not [
            row for name in ("vertex", "fragment") for row in found[name]["said"] if not row["warning"]
        ]
        assert "error" not in found["picture"], start["name"]
    assert starts[1]["matrices"]["c[5]"] == ["MODELVIEW", "IDENTITY", 1]
    assert starts[1]["values"]["c[12]"] == [0.0, 1.0, 0.5, 2.0]


def test_the_state_is_that_of_opengl() -> None:
    """OpenGL 1.5, table 6.8: initial materials; the scene's colour is the product with the light model's."""
    values = state_values()
    assert values["state.material.front.diffuse"] == pytest.approx([0.8, 0.8, 0.8, 1.0])
    assert values["state.lightmodel.front.scenecolor"] == pytest.approx([0.04, 0.04, 0.04, 1.0])


def test_pyodide_that_cannot_be_had_is_one_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"pyodide\.mjs: No such file.*--pyodide names a folder"):
        write_playground(tmp_path / "page", [], tmp_path)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(distribution, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    with pytest.raises(InputError, match=r"Pyodide cannot be had: .*--pyodide takes its unpacked folder"):
        write_playground(tmp_path / "page", [])
    monkeypatch.setenv("npm_config_registry", "file:///tmp")
    with pytest.raises(InputError, match="is no web address"):
        write_playground(tmp_path / "page", [])


def test_a_damaged_archive_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / f"pyodide-{distribution.VERSION}.tgz"
    kept.write_bytes(b"cut off")
    monkeypatch.setattr(distribution, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(
        distribution.urllib.request, "urlopen", lambda *_, **__: io.BytesIO(b"something else")
    )
    with pytest.raises(InputError, match=r"is not Pyodide .* as it was published"):
        distribution.pyodide_files(None)
    assert kept.read_bytes() == b"cut off"


def test_every_file_of_the_page_is_in_the_package(tmp_path: Path) -> None:
    """A page's own files name each other."""
    for name in distribution.FILES:
        (tmp_path / name).write_bytes(b"")
    index = write_playground(tmp_path / "page", [], tmp_path)
    text = index.read_text(encoding="utf-8")
    folder = index.parent
    assert "http" not in text
    for name in ("base.css", "playground.css", "playground.js", "gl.js"):
        assert f'"{name}"' in text and (folder / name).stat().st_size
    assert nvrender.__version__ in (folder / "stock.js").read_text(encoding="utf-8")


@pytest.fixture
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A node that gives the archive back as Python's memory, and counts how often it was asked."""
    program = tmp_path / "node"
    program.write_text(f'#!/bin/sh\necho x >> {tmp_path}/asked\ngzip -nc "$3" > "$5"\n')
    program.chmod(0o755)
    monkeypatch.setattr(snapshots, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(snapshots.shutil, "which", lambda _: str(program))
    return program


PYODIDE = {"pyodide.asm.wasm": b"1", "python_stdlib.zip": b"1"}


@pytest.mark.skipif(os.name != "posix", reason="a shell script stands for node")
def test_the_memory_that_node_makes_is_kept_until_it_is_of_something_else(node: Path) -> None:
    made = snapshot(PYODIDE, b"one")
    assert gzip.decompress(made) == b"one"
    asked = node.with_name("asked")
    assert snapshot(PYODIDE, b"one") == made
    assert len(asked.read_text().split()) == 1
    assert gzip.decompress(snapshot(PYODIDE, b"two")) == b"two"
    for name in PYODIDE:
        assert snapshot({**PYODIDE, name: b"2"}, b"two")
    assert len(asked.read_text().split()) == 4
    kept = node.parent / "cache" / "nvrender.memory"
    kept.write_bytes(kept.read_bytes()[:-1])
    assert gzip.decompress(snapshot({**PYODIDE, name: b"2"}, b"two")) == b"two"
    assert len(asked.read_text().split()) == 5


@pytest.mark.skipif(os.name != "posix", reason="a shell script stands for node")
@pytest.mark.parametrize("script", ["exit 1", "exit 0", 'echo x > "$5"'])
def test_a_node_that_fails_makes_no_memory(node: Path, script: str) -> None:
    node.write_text(f"#!/bin/sh\n{script}\n")
    assert snapshot(PYODIDE, b"one") == b""


def test_without_node_there_is_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(snapshots.shutil, "which", lambda _: None)
    assert snapshot(PYODIDE, b"anything") == b""


def test_the_command_begins_with_the_demo_scenes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(
        page, "write_playground", lambda folder, scenes, _: asked.append([s.stem for s in scenes])
    )
    for arguments in ([], ["one.toml"]):
        CliRunner().invoke(command, [*arguments, "-o", "out"])
    assert len(asked[0]) > 20 and "letter" in asked[0]
    assert asked[1] == ["one"]
