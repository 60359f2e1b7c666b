"""What is no file that a command reads: pipes, devices, folders, scenes for programs, empty names."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path

import numpy as np
import pytest
from cli_helpers import COMMANDS, PASSING, REPOSITORY, Command

from nvrender.files import opened
from nvrender.source import InputError

MOV = REPOSITORY / "docs" / "examples" / "mov.toml"


@pytest.mark.parametrize("command", ["check", "port", "run", "trace", "diff", "render", "view", "spec"])
def test_a_pipe_that_nobody_writes_to_is_not_waited_for(
    process: Command, tmp_path: Path, command: str
) -> None:
    name = tmp_path / ("pipe.toml" if command in ("render", "view", "spec") else "pipe.vp")
    os.mkfifo(name)
    more = ["-o", tmp_path / "a.png"] if command == "render" else []
    if command == "view":
        more = ["--output", tmp_path]
    message = process(command, name, *more).failed_with(str(name))
    assert "nobody writes to it" in message or "is not an ordinary file" in message


@pytest.mark.parametrize("option", ["--attributes", "--parameters", "--memory", "--storage"])
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_arrays_come_from_ordinary_files(process: Command, passing: Path, option: str, kind: str) -> None:
    name = passing.with_name("in.npz")
    if kind == "pipe":
        os.mkfifo(name)
    elif kind == "folder":
        name.mkdir()
    else:
        name = Path("/dev/zero")
    what = "is a directory" if kind == "folder" else "is no ordinary file"
    message = process("run", passing, option, name).failed_with(f"{name}: {what}; name a file")
    assert message.count("\n") == 1


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null", "/dev/full"])
def test_a_device_is_no_program(nvrender: Command, name: str) -> None:
    nvrender("check", name).failed_with(f"{name}: is no ordinary file; name a file")


def test_a_program_comes_out_of_a_pipe_that_somebody_writes_to(nvrender: Command, tmp_path: Path) -> None:
    """As ``nvrender check <(…)`` gives it: all of it, however slowly it comes."""
    text = PASSING.encode() + b"# " + b"x" * 100_000
    read, write = os.pipe()
    writer = threading.Thread(target=lambda: (os.write(write, text), os.close(write)))
    writer.start()
    outcome = nvrender("check", f"/dev/fd/{read}")
    writer.join()
    os.close(read)
    assert outcome.out == f"/dev/fd/{read}: ok, !!VP1.0, 3 instructions\n"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    both = os.open(pipe, os.O_RDWR)  # neither end waits for the other
    os.write(both, bytes(5000))
    with pytest.raises(InputError, match="at most 1000 bytes are read"):
        opened(pipe, 1000)
    os.close(both)


@pytest.mark.parametrize("command", ["port", "run"])
@pytest.mark.parametrize("kind", ["scene", "script"])
def test_a_scene_is_no_program(nvrender: Command, scene: Path, command: str, kind: str) -> None:
    """One line that says which commands take it, and no list of headers."""
    file = scene if kind == "scene" else MOV
    message = nvrender(command, file).failed_with(f"{file}: is no program; render, view, diff and check take")
    assert message.count("\n") == 1


def test_a_program_is_no_scene(nvrender: Command, passing: Path, tmp_path: Path) -> None:
    nvrender("render", passing, "-o", tmp_path / "a.png").failed_with(f"{passing}: is a program; a scene is")


@pytest.mark.parametrize("command", COMMANDS)
def test_an_empty_name_is_not_the_current_folder(
    nvrender: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.vp").write_text(PASSING)
    nvrender(command, "").failed_with("the argument '' names nothing", status=2)


def test_an_empty_folder_to_write_is_not_the_current_one(
    nvrender: Command, passing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(passing.parent)
    nvrender("diff", passing, "--report", "").failed_with("the argument '' names nothing", status=2)
    nvrender("diff", passing, "--report=").failed_with("the argument '--report=' names nothing", status=2)
    assert [path.name for path in passing.parent.iterdir()] == [passing.name]


def test_a_folder_without_programs_silences_no_other(
    nvrender: Command, tmp_path: Path, passing: Path, scene: Path
) -> None:
    """``check shaders scenes``: each is reported, in this order."""
    (tmp_path / "scenes").mkdir()
    (tmp_path / "scenes" / "a.toml").write_text("title = 'a'")
    outcome = nvrender("check", passing, tmp_path / "scenes", scene)
    assert outcome.status == 1
    *lines, last = outcome.out.splitlines()
    assert [line.partition(": ")[0] for line in lines] == [str(passing), str(scene)]
    assert last == "1 error in 2 programs and 1 scene, 2 are well"
    assert outcome.err == (
        f"{tmp_path / 'scenes'}: holds no programs (files that begin with !!) and no scenes\n"
    )
    listed = nvrender("check", "--json", passing, tmp_path / "scenes", scene)
    assert [row["ok"] for row in json.loads(listed.out)] == [True, False, True]


def test_arrays_are_read_as_before(nvrender: Command, passing: Path) -> None:
    name = passing.with_name("in.npz")
    np.savez(name, OPOS=np.ones((2, 4), np.float32))
    link = passing.with_name("link.npz")
    link.symlink_to(name)
    assert "HPOS[1]" in nvrender("run", passing, "--attributes", link).out
