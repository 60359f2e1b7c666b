"""``nvrender check``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_helpers import PASSING, SHADERS, Command


def test_what_loads_and_what_does_not(nvrender: Command, passing: Path, failing: Path) -> None:
    outcome = nvrender("check", passing, failing, passing)
    assert outcome.status == 1
    assert outcome.out == (
        f"{passing}: ok, !!VP1.0, 3 instructions\n" * 2 + "1 error in 3 programs, 2 are well\n"
    )
    place, line, caret = outcome.err.splitlines()[:3]
    assert place.startswith(f"{failing}:3:1: ")
    assert line == "  SIN R0, R1;"
    assert caret == "  ^"


def test_every_shader_here_loads(nvrender: Command) -> None:
    outcome = nvrender("check", SHADERS)
    assert outcome.status == 0
    assert len(outcome.out.splitlines()) > 60
    assert outcome.err == ""


def test_a_folder_is_all_its_programs(
    nvrender: Command, tmp_path: Path, passing: Path, failing: Path
) -> None:
    """What begins with !!; two of them do not load, one of these since it may not be read."""
    (tmp_path / "in" / "sub").mkdir(parents=True)
    (tmp_path / "in" / "a").write_text(PASSING)
    (tmp_path / "in" / "notes.txt").write_text("no program")
    (tmp_path / "in" / "sub" / "b.vp").write_text(failing.read_text())
    outcome = nvrender("check", tmp_path / "in", passing)
    assert outcome.status == 1
    assert outcome.out.splitlines() == [
        f"{tmp_path / 'in' / 'a'}: ok, !!VP1.0, 3 instructions",
        f"{passing}: ok, !!VP1.0, 3 instructions",
        "1 error in 3 programs, 2 are well",
    ]
    assert outcome.err.startswith(f"{tmp_path / 'in' / 'sub' / 'b.vp'}:3:1: ")
    (tmp_path / "none").mkdir()
    nvrender("check", tmp_path / "none").failed_with(
        "holds no programs (files that begin with !!) and no scenes"
    )


def test_what_the_system_shows_as_files_is_left_out(
    nvrender: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, passing: Path
) -> None:
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc" / "a.vp").write_text(PASSING)
    monkeypatch.setattr("nvrender.cli.inputs.folders._SYSTEM", {str(tmp_path / "proc")})
    assert nvrender("check", tmp_path).out == f"{passing}: ok, !!VP1.0, 3 instructions\n"
    assert nvrender("check", tmp_path / "proc").status == 0


def test_json(nvrender: Command, passing: Path, failing: Path) -> None:
    outcome = nvrender("check", "--json", passing, failing, "nowhere.vp")
    assert outcome.status == 1
    assert outcome.err == ""
    good, bad, missing = json.loads(outcome.out)
    assert good == {
        "file": str(passing),
        "ok": True,
        "profile": "VP1.0",
        "options": [],
        "instructions": 3,
        "attributes": [{"index": 0, "name": "OPOS"}, {"index": 3, "name": "COL0"}],
        "parameters": {"absolute": [0], "relative": False},
        "results": ["HPOS", "COL0"],
        "written_parameters": [],
    }
    assert bad["file"] == str(failing)
    assert bad["ok"] is False
    assert (bad["error"]["line"], bad["error"]["column"], bad["error"]["position"]) == (3, 1, 30)
    assert bad["error"]["message"] and bad["error"]["section"]
    assert missing == {
        "file": "nowhere.vp",
        "ok": False,
        "error": {"message": "nowhere.vp: no such file"},
    }


def test_a_position_invariant_program_reads_positions(nvrender: Command, tmp_path: Path) -> None:
    """NV_vertex_program1_1 2.14.B: HPOS is computed from v[0]."""
    program = tmp_path / "invariant.vp"
    program.write_text("!!VP1.1\nOPTION NV_position_invariant;\nMOV o[COL0], v[COL0];\nEND\n")
    (report,) = json.loads(nvrender("check", "--json", program).out)
    assert [row["index"] for row in report["attributes"]] == [0, 3]
    assert report["options"] == ["NV_position_invariant"]


def test_standard_input(nvrender: Command) -> None:
    outcome = nvrender("check", "-", stdin=PASSING.encode())
    assert outcome.status == 0
    assert outcome.out == "-: ok, !!VP1.0, 3 instructions\n"
    message = nvrender("check", "-", stdin=b"!!VP1.0\nEND").failed_with()
    assert message.startswith("<stdin>:2:4: ")


def test_a_name_that_is_no_text(nvrender: Command, process: Command, tmp_path: Path) -> None:
    path = bytes(tmp_path) + b"/\xff\xe9.vp"
    Path(path.decode("utf-8", "surrogateescape")).write_text(PASSING)
    outcome = nvrender("check", path.decode("utf-8", "surrogateescape"))
    assert outcome.status == 0
    assert "ok, !!VP1.0" in outcome.out


def test_a_terminal_that_is_ascii(process: Command, tmp_path: Path) -> None:
    program = tmp_path / "naïve.vp"
    program.write_text(PASSING)
    outcome = process("trace", program, env={"PYTHONIOENCODING": "ascii"})
    assert outcome.status == 0
    assert "DP4 o[HPOS].x, c[0], v[" in outcome.out


def test_named_parameters_of_a_fragment_program(nvrender: Command, tmp_path: Path) -> None:
    """NV_fragment_program 3.11.2: every DECLARE, used or not, and what it holds at first."""
    program = tmp_path / "tint.fp"
    program.write_text(
        "!!FP1.0\nDECLARE tint = {0.5, 1};\nDECLARE unused;\nMUL R0, f[COL0], tint;\n"
        "ADD o[COLH], R0, p[7];\nEND\n"
    )
    outcome = nvrender("check", program)
    assert outcome.out == f"{program}: ok, !!FP1.0, 2 instructions\n"
    (report,) = json.loads(nvrender("check", "--json", program).out)
    assert report["profile"] == "FP1.0"
    assert report["named_parameters"] == [
        {"name": "tint", "initial": [0.5, 1.0, 0.0, 1.0]},
        {"name": "unused", "initial": [0.0, 0.0, 0.0, 0.0]},
    ]
    assert report["bindings"] == ["tint", "unused", "program.local[7]"]
    assert report["attributes"] == [{"index": 1, "name": "fragment.color.primary"}]
    assert report["results"] == ["COLH"]


_UNWRITTEN = "!!ARBvp1.0\nTEMP a;\nMOV a.xy, vertex.position;\nMOV result.position, a.xyzx;\nEND\n"


def test_registers_that_are_not_written_first(nvrender: Command, tmp_path: Path) -> None:
    """A warning changes no exit status."""
    path = tmp_path / "a.vp"
    path.write_text(_UNWRITTEN)
    lines = [
        f"{path}:4:22: warning: `a.z` may be read before it is written [read-before-write]",
        "  MOV result.position, a.xyzx;",
        "                       ^",
        "  what it is then is undefined; here it is 0",
        "  (ARB_vertex_program 2.14.4.4)",
    ]
    for command in ("check", "port"):
        outcome = nvrender(command, path)
        assert outcome.status == 0
        assert outcome.err.splitlines() == lines
    outcome = nvrender("check", "--json", path)
    assert outcome.err == ""
    (warning,) = json.loads(outcome.out)[0]["warnings"]
    assert warning["message"] == "`a.z` may be read before it is written"
    assert (warning["line"], warning["column"]) == (4, 22)
    nvrender("port", path.parent, "-o", tmp_path / "out")
    (entry,) = json.loads((tmp_path / "out" / "manifest.json").read_text())["programs"]
    assert entry["warnings"] == [{**warning, "file": "", "target": None}]
