"""Objects in notebooks: short texts, pages, pictures, errors as messages, and the notebook of docs/."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import nvrender
from nvrender.picture import Picture
from nvrender.scene.load import load_scene
from nvrender.source import InternalError

from .cells import NOTEBOOKS, REPOSITORY, executed, shell, shown

SIDE = "!!VP1.0\nMOV o[HPOS], v[OPOS]; # <b>&\nMUL o[COL0], c[4], v[COL0];\nEND\n"


def side() -> nvrender.Program:
    return nvrender.load(SIDE, name="<i>.vp")


def test_texts_are_short() -> None:
    program = side()
    results = nvrender.run(program, {0: np.zeros((3, 4), np.float32)})
    picture = np.zeros((2, 2, 4), np.uint8)
    said = {
        repr(program): "<Program <i>.vp: !!VP1.0, 2 instructions>",
        repr(program.source): f"<Source <i>.vp: {len(SIDE)} bytes>",
        repr(results): "<Results: HPOS (3, 4) float32, COL0 (3, 4) float32>",
        repr(nvrender.State()): "<State: initial>",
        repr(nvrender.State(point_size=2.0, lighting=True)): "<State: point_size, lighting>",
        repr(nvrender.Texture.from_array(picture)): "<Texture: 2D, RGBA (2, 2, 4) uint8, 1 level>",
        repr(nvrender.Image(picture)): "<Image: 2D, RGBA8 (2, 2, 4), READ_WRITE>",
        repr(nvrender.Memory({"a": np.zeros(3)})): "<Memory: a (3,) float64 at 0x10000>",
        repr(load_scene(REPOSITORY / "scenes" / "lake.toml")).split("/")[-1].split(":")[0]: "lake.toml",
    }
    assert list(said) == list(said.values())
    translation = repr(nvrender.translate(program, numerics="fast"))
    assert translation.startswith("<Translation: glsl330 vertex shader, fast numerics, ")
    assert len(repr(program.instructions[0])) < 1500


def test_a_program_shows_its_assembly_beside_its_glsl() -> None:
    page = side()._repr_html_()
    assembly, glsl = page.split("</pre>")[:2]
    assert "# &lt;b&gt;&amp;" in assembly and "<b>" not in page and "&lt;i&gt;.vp: !!VP1.0" in page
    numbered = [line for line in glsl.split("\n") if ">3</span>" in line]
    assert len(numbered) == 1 and "COL0 = clamp(program.c[4] * v_COL0, 0.0, 1.0);" in numbered[0]
    assert "#version 330 core" in glsl
    assert "#version" in nvrender.translate(side())._repr_html_()


def test_a_program_that_no_target_can_express_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise nvrender.TargetError("no such shaders")

    monkeypatch.setattr("nvrender.notebook.programs.translate", refuse)
    page = side()._repr_html_()
    assert "no such shaders" in page and "MOV o[HPOS]" in page and "#version" not in page


def test_results_are_a_table_of_the_first_lanes() -> None:
    positions = np.arange(48, dtype=np.float32).reshape(12, 4) / 8
    page = nvrender.run(side(), {0: positions})._repr_html_()
    assert ">HPOS</th>" in page and ">0  0.125  0.25  0.375</td>" in page and "and 2 more" in page
    assert page.count("<tr>") == 11
    few = nvrender.run(side(), {0: positions[:2]})._repr_html_()
    assert few.count("<tr>") == 3 and "more" not in few


def test_state_shows_what_is_not_initial() -> None:
    page = nvrender.State(point_size=2.5, cull_face="BACK")._repr_html_()
    assert page.count("<tr>") == 2 and ">point_size</td>" in page and ">2.5</td>" in page


def test_frames_are_pictures_and_arrays() -> None:
    frame = nvrender.render(REPOSITORY / "scenes" / "toon.toml", (16, 12), backend="oracle")
    assert isinstance(frame, np.ndarray) and frame.shape == (12, 16, 4)
    assert isinstance(frame, Picture)
    data = frame._repr_png_()
    assert data is not None and (np.asarray(Image.open(io.BytesIO(data))) == frame).all()
    assert frame[0]._repr_png_() is None and (frame / 2.0)._repr_png_() is None


def test_errors_are_their_messages() -> None:
    cells = {
        'import nvrender; nvrender.load("!!VP1.0 MOV o[COL0], v[COL9]; END")': "<text>:1:24: expected",
        'nvrender.render("nowhere.toml")': "nowhere.toml: no such file",
        "from nvrender.source import InternalError; raise InternalError('odd')": "Traceback",
    }
    with shell() as running:
        for code, begin in cells.items():
            (stream,) = shown(running, code)
            text = "".join(stream["text"])
            assert text.startswith(begin), text
            assert ("Traceback" in text) is (begin == "Traceback")
    assert "odd" in "".join(InternalError("odd")._render_traceback_())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_it_shows_when_it_is_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    now = executed(notebook)
    for old, new in zip(notebook["cells"], now["cells"], strict=True):
        if old["cell_type"] == "code":
            assert _comparable(new) == _comparable(old), "python -m tests.notebook.cells writes it anew"


def _comparable(cell: dict[str, object]) -> str:
    """What a cell shows, but for pictures' pixels, which differ by processor in their last bits."""
    outputs = json.loads(json.dumps(cell["outputs"]))
    for output in outputs:
        data = output.get("data", {})
        if "image/png" in data:
            data["text/plain"], data["image/png"] = "", ""
    return json.dumps(outputs)
