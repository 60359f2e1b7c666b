"""``nvrender fmt``."""

from __future__ import annotations

import json
from pathlib import Path

from cli_helpers import FAILING, SHADERS, Command

BEFORE = "!!VP1.0\nMOV   o[HPOS],v[OPOS];  # here\nEND"
AFTER = "!!VP1.0\nMOV o[HPOS], v[OPOS];  # here\nEND\n"


def test_files_are_formatted_in_place(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "a.vp").write_text(BEFORE)
    (tmp_path / "b.vp").write_text(AFTER)
    outcome = nvrender("fmt", tmp_path)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == f"{tmp_path / 'a.vp'}: formatted\n1 of 2 files is as formatted\n"
    assert (tmp_path / "a.vp").read_text() == AFTER
    assert nvrender("fmt", "--check", tmp_path).status == 0


def test_check_and_diff_write_nothing(nvrender: Command, tmp_path: Path) -> None:
    file = tmp_path / "a.vp"
    file.write_text(BEFORE)
    outcome = nvrender("fmt", "--check", file)
    assert (outcome.status, outcome.out) == (1, f"{file}: would be formatted\n")
    outcome = nvrender("fmt", "--diff", file)
    assert outcome.status == 0
    assert "-MOV   o[HPOS],v[OPOS];  # here\n-END\n\\ No newline at end of file\n+MOV o[HPOS]" in outcome.out
    assert nvrender("fmt", "--check", "--diff", file).status == 1
    assert file.read_text() == BEFORE


def test_standard_input_goes_to_standard_output(nvrender: Command) -> None:
    assert nvrender("fmt", "-", stdin=BEFORE.encode()).out == AFTER
    data = json.loads(nvrender("fmt", "--json", "-", stdin=BEFORE.encode()).out)
    assert data == [{"file": "-", "changed": True, "text": AFTER}]


def test_what_does_not_load_is_left_alone(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "a.vp").write_text(BEFORE)
    (tmp_path / "b.vp").write_text(FAILING)
    outcome = nvrender("fmt", tmp_path)
    outcome.failed_with("b.vp:3:1", "SIN")
    assert (tmp_path / "a.vp").read_text() == AFTER
    assert (tmp_path / "b.vp").read_text() == FAILING
    nvrender("fmt", tmp_path / "none.vp").failed_with("no such file")
    nvrender("fmt", "-", "-").failed_with("- goes alone", status=2)


def test_programs_one_behind_the_other(nvrender: Command, tmp_path: Path) -> None:
    file = tmp_path / "both.txt"
    file.write_text(f"first\n{BEFORE}\n\nsecond\n{BEFORE}\nlast\n")
    assert nvrender("fmt", file).status == 0
    assert file.read_text() == f"first\n{AFTER}\nsecond\n{AFTER}last\n"


def test_shaders_load_after_formatting(nvrender: Command, tmp_path: Path) -> None:
    file = tmp_path / "marquetry.fp"
    file.write_bytes((SHADERS / "marquetry.fp").read_bytes())
    assert nvrender("fmt", file).status == 0
    assert nvrender("check", file).status == 0
