"""A report on disk: what report.json keeps, what is written where, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import nvrender
from nvrender.program import Program
from nvrender.regression.comparison.pictures import compare_pictures
from nvrender.regression.report.files import read_report, write_report
from nvrender.regression.report.html import SHORTCUTS
from nvrender.regression.report.model import Entry, Report
from nvrender.regression.report.parts import figures_of, picture_of, program_text
from nvrender.source import InputError


def example() -> Report:
    """Two entries, one with pictures and a program."""
    a = np.full((4, 6, 3), 200, np.uint8)
    b = a.copy()
    b[1, 2] = (0, 200, 210)
    figures = figures_of(compare_pictures(a, b), 0.2)
    program: Program = nvrender.load("!!VP1.0\n# position\nMOV o[HPOS], v[OPOS];\nEND\n")
    one = Entry(
        name="lake",
        status="failed",
        baseline=picture_of(b, "baselines/lake.png"),
        result=picture_of(a),
        figures=figures,
        programs=(program_text(program),),
    )
    return Report(
        title="Pictures", made="2026-01-02T03:04:05+00:00", entries=(one, Entry(name="b", status="passed"))
    )


def test_json_is_read_again_without_the_bytes(tmp_path: Path) -> None:
    html, data = write_report(example(), tmp_path / "new" / "folder")
    assert (html.name, data.name) == ("report.html", "report.json")
    read = read_report(data.read_bytes())
    assert read.entries[0].figures == example().entries[0].figures
    assert read.entries[0].baseline is not None
    assert read.entries[0].baseline.path == "baselines/lake.png"
    assert (read.entries[0].baseline.width, read.entries[0].baseline.png) == (6, b"")
    assert json.loads(data.read_bytes())["entries"][0]["figures"]["maximum"] == [200, 0, 10, 0]


def test_figures() -> None:
    figures = example().entries[0].figures
    assert figures is not None
    assert (figures.worst, figures.share, figures.allowed) == (200.0, 100 / 24, 0.2)


def test_lines_of_a_program_and_its_glsl_are_linked() -> None:
    (text,) = example().entries[0].programs
    ((source_line, glsl_line),) = text.links
    assert text.source.splitlines()[source_line - 1] == "MOV o[HPOS], v[OPOS];"
    assert text.glsl.splitlines()[glsl_line - 1].strip() == "HPOS = v_OPOS;"


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        ("!!VP1.0\nMOV R0, v[OPOS];\nMOV o[HPOS], v[OPOS];\nEND\n", ()),
        ("!!VP1.0\r\nMOV R0, v[NRML];\rMOV o[HPOS], v[OPOS];\nEND\n", (2,)),
        ("!!VP1.0\nEND\n", (2, 3)),
        ("!!VP1.0\nMOV R0, v[OPOS];\nMOV R1, R0;\nMOV o[HPOS], v[OPOS];\nEND\n", (2,)),
        ("# gone\n!!VP1.0\nMOV R0, v[OPOS];\nMOV o[HPOS], v[OPOS];\nEND\n", (1,)),
    ],
)
def test_lines_changed_since_the_baseline(before: str, changed: tuple[int, ...]) -> None:
    program = nvrender.load("!!VP1.0\nMOV R0, v[OPOS];\nMOV o[HPOS], v[OPOS];\nEND\n")
    assert program_text(program, before=before).changed == changed


def test_a_vertex_state_program_has_glsl() -> None:
    program = nvrender.load("!!VSP1.0\nMOV c[0], v[0];\nEND\n")
    assert "c[0]" in program_text(program).glsl


@pytest.mark.parametrize(
    ("data", "shown"),
    [("é".encode(), "é"), (b"\xe9", "é"), ("–".encode(), "–")],
    ids=["utf8", "latin1", "dash"],
)
def test_comments_are_read_as_they_were_meant(data: bytes, shown: str) -> None:
    program = nvrender.load(b"!!VP1.0\n#" + data + b"\nMOV o[HPOS], v[OPOS];\nEND\n")
    assert program_text(program).source.splitlines()[1] == "#" + shown


def test_other_files_of_the_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    write_report(example(), tmp_path)
    write_report(example(), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.txt", "report.html", "report.json"]


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "report").write_text("")
    with pytest.raises(InputError, match="is a file; name a folder"):
        write_report(example(), tmp_path / "report")


def test_a_folder_where_the_file_should_be(tmp_path: Path) -> None:
    (tmp_path / "report.html").mkdir()
    with pytest.raises(InputError, match="is a directory; name a file"):
        write_report(example(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_the_document_has_the_keys_of_the_page() -> None:
    text = (Path(__file__).parents[2] / "docs" / "report.md").read_text(encoding="utf-8")
    for keys, meaning in SHORTCUTS:
        assert f"| {' '.join(f'`{key}`' for key in keys.split())} | {meaning} |\n" in text


def test_names_that_are_no_utf8(tmp_path: Path) -> None:
    report = Report(title="a\udcff", made="", entries=(Entry(name="\udc80.vp", status="error"),))
    _, data = write_report(report, tmp_path)
    assert read_report(data.read_bytes()).title == "a?"


@pytest.mark.parametrize("data", [b"", b"[]", b'{"title": 3}', b"\xff"])
def test_what_is_no_report(data: bytes) -> None:
    with pytest.raises(InputError, match=r"no report\.json"):
        read_report(data)
