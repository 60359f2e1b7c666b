"""``nvrender port --emit``: the intermediate representation of a program."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_helpers import FAILING, Command, files

from nvrender.ir.text.reader import read
from nvrender.passes import pipeline
from nvrender.passes.pipeline import LOWERED, Pass, after_each, names


def test_it_is_shown_beside_the_lines_of_the_program(nvrender: Command, passing: Path) -> None:
    outcome = nvrender("port", "--emit", "ir", passing)
    assert (outcome.status, outcome.err) == (0, "")
    assert [function.name for function in read(outcome.out).functions] == ["main"]
    lowered = nvrender("port", "--emit", f"ir:{LOWERED}", passing).out
    assert lowered.count("  // ") == len(read(lowered).functions[0].body) - 1
    first, *others = nvrender("port", "--emit", "all", passing).out.split("\n// after ")
    assert first == f"// {LOWERED}\n{lowered}".rstrip("\n") + "\n"
    assert [other.split(":")[0].split("\n")[0] for other in others] == list(names()[1:])
    changed = [other.partition("\n")[2] for other in others if ": no change" not in other]
    assert changed[-1] == outcome.out != lowered


def test_it_goes_to_a_file(nvrender: Command, passing: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    outcome = nvrender("port", "--emit", "ir", passing, "-o", out / "x.ir")
    assert (outcome.status, outcome.out) == (0, f"{out / 'x.ir'}\n")
    assert files(out) == ["x.ir"]
    assert (out / "x.ir").read_text() == nvrender("port", "--emit", "ir", passing).out
    outcome = nvrender("port", "--emit", "ir", passing, "-o", passing)
    assert outcome.status == 1
    assert "is the program itself" in outcome.err


@pytest.mark.parametrize("options", [["--json"], ["--target", "glsl330"], ["--numerics", "exact"]])
def test_it_takes_nothing_else(nvrender: Command, passing: Path, options: list[str]) -> None:
    outcome = nvrender("port", "--emit", "ir", passing, *options)
    assert outcome.status == 2
    assert "--emit goes with one program and no option but -o" in outcome.err


def test_a_folder_has_none(nvrender: Command, passing: Path, tmp_path: Path) -> None:
    assert nvrender("port", "--emit", "ir", passing.parent, "-o", tmp_path / "out").status == 2


def test_a_pass_that_there_is_not(nvrender: Command, passing: Path) -> None:
    outcome = nvrender("port", "--emit", "ir:nothing", passing)
    assert outcome.status == 2
    assert f"'ir:nothing' is none of ir, ir:{LOWERED}, " in outcome.err


def test_a_program_that_fails(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "bad.vp").write_text(FAILING)
    outcome = nvrender("port", "--emit", "ir", tmp_path / "bad.vp")
    assert outcome.status == 1
    assert "bad.vp:" in outcome.err


def test_each_pass_has_a_name(monkeypatch: pytest.MonkeyPatch, nvrender: Command, passing: Path) -> None:
    text = "shader\n\nfunction main {\n}\n"
    passes = Pass("empties", "", lambda shader: read(text)), Pass("keeps", "", lambda shader: shader)
    monkeypatch.setattr(pipeline, "PIPELINE", passes)
    assert names() == (LOWERED, "empties", "keeps")
    assert dict(after_each(read(text))).keys() == set(names())
    found = nvrender("port", "--emit", "all", passing).out
    assert found.endswith(f"\n// after empties\n{text}\n// after keeps: no change\n")
    assert nvrender("port", "--emit", "ir:empties", passing).out == text
