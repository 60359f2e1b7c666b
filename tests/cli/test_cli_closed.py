"""Standard streams that whoever started the command closed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli_helpers import REPOSITORY, SHADERS

MOV = REPOSITORY / "docs" / "examples" / "mov.toml"
_CLOSE = {"<": 0, ">": 1, "2>": 2}


def _run(closed: str, *arguments: object) -> tuple[int, str, str]:
    """Exit status and what reached the streams that are open; ``closed`` as a shell writes it: ``< >``."""
    numbers = [_CLOSE[name] for name in closed.split()]
    command = [sys.executable, "-m", "nvrender", *map(str, arguments)]
    closing = " ".join(f"{name}&-" for name in closed.split())
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {closing}', "sh", *command],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr
    assert 1 not in numbers or not done.stdout
    assert 2 not in numbers or not done.stderr
    return done.returncode, done.stdout, done.stderr


def _commands(tmp_path: Path, passing: Path, scene: Path) -> dict[str, list[object]]:
    """A successful call of each command but those that need a window or draw for minutes."""
    return {
        "help": ["--help"],
        "check": ["check", passing],
        "check --json": ["check", "--json", passing],
        "port": ["port", passing],
        "run": ["run", passing],
        "trace": ["trace", passing],
        "diff": ["diff", passing, "--count", 4],
        "render": ["render", scene, "-o", tmp_path / "a.png", "--size", "8x8", "--backend", "oracle"],
        "gallery": ["gallery", scene.parent, "-o", tmp_path / "site", "--size", "8x8", "--jobs", 1],
        "spec": ["spec", MOV, "--backend", "oracle"],
        "doctor": ["doctor"],
    }


@pytest.mark.parametrize("closed", ["<", ">", "2>", "< > 2>"])
@pytest.mark.parametrize(
    "name",
    ["help", "check", "check --json", "port", "run", "trace", "diff", "render", "gallery", "spec", "doctor"],
)
def test_a_command_with_a_closed_stream(
    tmp_path: Path, passing: Path, scene: Path, name: str, closed: str
) -> None:
    """Results nobody can receive are a failure, as on a full disk; lost messages and unread input are not."""
    status, out, err = _run(closed, *_commands(tmp_path, passing, scene)[name])
    if ">" not in closed.split():
        assert (status, err) == (0, "") and out
        return
    assert status == 1
    assert closed != ">" or err == "nvrender: standard output is closed\n"


@pytest.mark.parametrize("command", ["check", "port", "run", "trace", "diff"])
def test_a_program_on_closed_standard_input(command: str) -> None:
    status, out, err = _run("<", command, "-")
    assert (status, out) == (1, "")
    assert err == "<stdin>: standard input is closed; name a file\n"


@pytest.mark.parametrize("closed", [">", "2>", "> 2>"])
def test_usage_and_errors_keep_their_status(failing: Path, closed: str) -> None:
    status, _, err = _run(closed, "chekc")
    assert status == 2 and (closed != ">" or "did you mean 'check'?" in err)
    status, _, err = _run(closed, "check", SHADERS / "skin.vp", failing)
    assert status == 1 and ("2>" in closed or "failing.vp:3" in err or "is closed" in err)


def test_a_file_is_not_opened_in_a_closed_streams_place(tmp_path: Path, scene: Path) -> None:
    """Whatever a driver prints would go into the picture."""
    path = tmp_path / "a.png"
    status, _, err = _run("< > 2>", "render", scene, "-o", path, "--size", "8x8", "--backend", "oracle")
    assert (status, err) == (1, "")
    assert path.read_bytes().startswith(b"\x89PNG")
