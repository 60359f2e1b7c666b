"""Names of files that hold control characters, ends of lines and markup: shown, never obeyed."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import numpy as np
import pytest
from cli_helpers import BALL, FAILING, PASSING, SCENE, Command, Outcome

from nvrender.regression.report.files import write_report
from nvrender.regression.report.model import Entry, Report
from nvrender.source import InputError, SceneError, named, printable

#: Escape sequences, a carriage return, an end of line before a lie, a C1 control, directions, rich's markup.
NAME = "a\x1b[31m\r[bold]\x07\n b.vp: ok\x9b\u202e\u2028\x7f"
SHOWN = "a\\x1b[31m\\r[bold]\\x07\\n b.vp: ok\\x9b\\u202e\\u2028\\x7f"
_RAW = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e]")


def clean(outcome: Outcome) -> str:
    """Everything the command wrote, after checking that no terminal obeys it."""
    text = outcome.out + outcome.err
    assert not _RAW.search(text), text
    assert all(not line.startswith(" b.vp") for line in text.splitlines())
    return text


def test_a_name_is_one_line_and_a_message_keeps_its_lines() -> None:
    assert named(NAME) == SHOWN and named("tab\t") == "tab\\t"
    assert printable("one\n  two\t\x1b") == "one\n  two\t\\x1b"
    assert str(InputError("a\x1b\nb")) == "a\\x1b\nb" == str(SceneError("a\x1b\nb"))
    plain = "Übung/naïve – \udcff.vp"
    assert named(plain) == printable(plain) == plain


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "{there}.vp"],
        ["check", "{failing}.vp"],
        ["check", "{folder}"],
        ["check", "{none}.vp"],
        ["check", "{there}.toml"],
        ["check", "{none}.toml"],
        ["check", "{empty}"],
        ["port", "{there}.vp", "-o", "{out}.glsl"],
        ["port", "{failing}.vp"],
        ["port", "{folder}", "-o", "{out}"],
        ["port", "{there}.vp", "-o", "{none}/x.glsl"],
        ["run", "{there}.vp", "-o", "{out}.npz"],
        ["run", "{there}.vp", "--attributes", "{there}.npz"],
        ["run", "{there}.vp", "--attributes", "{none}.npz"],
        ["run", "{there}.vp", "--memory", "{there}.npz"],
        ["run", "{there}.vp", "-p", "{none}=1"],
        ["run", "{there}.vp", "--texture", "0={none}.png"],
        ["trace", "{there}.vp", "--limit", "1"],
        ["diff", "{there}.vp", "--count", "2", "--report", "{out}"],
        ["diff", "{there}.png", "{there}.png", "-o", "{out}.png"],
        ["render", "{there}.toml", "-o", "{out}.png", "--size", "8x8", "--backend", "oracle"],
        ["render", "{none}.toml", "-o", "{out}.png"],
        ["render", "{there}.toml", "-o", "{none}.bmp"],
        ["render", "{folder}/broken.toml", "-o", "{out}.png"],
        ["gallery", "{folder}", "-o", "{out}", "--size", "8x8", "--jobs", "1"],
        ["gallery", "{none}", "-o", "{out}"],
        ["view", "{none}.toml"],
        ["view", "{there}.toml", "--output", "{none}"],
        ["spec", "{there}.toml"],
        ["spec", "{none}"],
        ["{none}"],
        ["check", "--{none}"],
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_no_control_character_of_a_name_reaches_a_terminal(
    nvrender: Command, tmp_path: Path, arguments: list[str]
) -> None:
    from PIL import Image

    there, failing, folder, empty = (tmp_path / (kind + NAME) for kind in ("there", "failing", "in", "empty"))
    Path(f"{there}.vp").write_text(PASSING)
    Path(f"{failing}.vp").write_text(FAILING)
    scene = SCENE.replace("ball.vp", json.dumps("there" + NAME + ".vp")[1:-1])
    Path(f"{there}.toml").write_text(scene)
    np.savez(f"{there}.npz", **{NAME: np.zeros((1, 4), np.float32)})
    Image.fromarray(np.zeros((4, 4, 3), np.uint8)).save(f"{there}.png")
    folder.mkdir()
    empty.mkdir()
    (folder / f"{NAME}.vp").write_text(PASSING)
    (folder / "failing.vp").write_text(FAILING)
    (folder / f"{NAME}.toml").write_text(SCENE)
    (folder / "ball.vp").write_text(BALL)
    (folder / "broken.toml").write_text(scene.replace("there", "none"))
    words = {"there": there, "failing": failing, "folder": folder, "empty": empty}
    words |= {"none": tmp_path / f"none{NAME}", "out": tmp_path / f"out{NAME}"}
    text = clean(nvrender(*(argument.format(**words) for argument in arguments)))
    assert SHOWN in text or "none" in str(arguments[-1]) or "{there}" in str(arguments)


def test_memory_by_hostile_names(nvrender: Command, tmp_path: Path) -> None:
    program = tmp_path / "a.cp"
    program.write_text(
        "!!NVcp5.0 GROUP_SIZE 1; PARAM p = program.local[0]; TEMP t; MOV.U t, 7; STORE.U32 t, p.x; END"
    )
    np.savez(tmp_path / "m.npz", **{NAME: np.zeros(1, np.uint32)})
    given = [program, "--memory", tmp_path / "m.npz", "-p", f"program.local[0]=@{NAME}"]
    assert SHOWN in clean(nvrender("run", *given))
    assert SHOWN in clean(nvrender("trace", *given)).replace("\n", "")
    clean(nvrender("run", *given[:3], "-p", "program.local[0]=@x\x1b"))


def test_a_page_shows_names_and_json_has_them(tmp_path: Path) -> None:
    entry = Entry(name=NAME, status="error", message=f"{NAME} is wrong")
    html, data = write_report(Report(title=NAME, made="now", entries=(entry,)), tmp_path)
    page = html.read_text(encoding="utf-8")
    assert not _RAW.search(page) and "\\u001b" not in page and "\\\\x1b[31m" in page
    assert json.loads(data.read_bytes())["entries"][0]["name"] == NAME


def test_a_gallery_shows_names(nvrender: Command, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / f"{NAME}.toml").write_text("title = 'broken'")
    outcome = nvrender("gallery", tmp_path / "in", "-o", tmp_path / "site", "--title", NAME)
    assert SHOWN in clean(outcome) and outcome.status == 1
    for name in ("index.html", "report.html"):
        page = (tmp_path / "site" / name).read_text(encoding="utf-8")
        assert not _RAW.search(page) and "\\u001b" not in page


def test_a_bar_does_not_read_names_as_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    """``[/x]`` would close what nobody opened."""
    from nvrender.cli.messages import terminal

    monkeypatch.setattr(terminal.sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(terminal, "_QUIET_SECONDS", -1.0)
    with terminal.progress(named(f"Drawing {NAME}[/x]")) as update:
        update(0, 2)
        update(1, 2)


def test_names_that_are_no_text_still_pass(nvrender: Command, tmp_path: Path) -> None:
    """What is no UTF-8 is what the terminal was given, byte for byte."""
    path = os.fsencode(tmp_path) + b"/\xe9.vp"
    Path(os.fsdecode(path)).write_text(PASSING)
    assert nvrender("check", os.fsdecode(path)).status == 0
