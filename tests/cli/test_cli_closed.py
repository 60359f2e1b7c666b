"""Standard streams that whoever started the command closed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path

import pytest
from cli_helpers import REPOSITORY, SHADERS, Outcome
from forked_commands import forked_commands

MOV = REPOSITORY / "docs" / "examples" / "mov.toml"
#: As users start it.
ANEW = (sys.executable, "-m", "nvrender")
Run = Callable[..., Outcome]
CLOSED = ("<", ">", "2>", "< > 2>")


def _checked(closed: str, outcome: Outcome) -> Outcome:
    assert "Traceback" not in outcome.err and "Exception" not in outcome.err
    assert ">" not in closed.split() or not outcome.out
    assert "2>" not in closed or not outcome.err
    return outcome


def _run(command: Sequence[object], closed: str, *arguments: object) -> Outcome:
    """In a process of its own; ``closed`` as a shell writes it: ``< >``."""
    closing = " ".join(f"{name}&-" for name in closed.split())
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {closing}', "sh", *map(str, (*command, *arguments))],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return _checked(closed, Outcome(done.returncode, done.stdout, done.stderr))


@pytest.fixture(scope="module")
def forked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Runs the command in a forked process."""
    with forked_commands(tmp_path_factory.mktemp("commands"), dict(os.environ)) as commands:
        yield partial(_run, [commands / "nvrender"])


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


def test_commands_with_a_closed_stream(forked: Run, tmp_path: Path, passing: Path, scene: Path) -> None:
    """Results nobody can receive are a failure, as on a full disk; lost messages and unread input are not."""
    commands = _commands(tmp_path, passing, scene)
    # A third of all calls: each command in one way or two, each way with several commands.
    calls = [row for number, row in enumerate(product(CLOSED, commands.values())) if number % 3 == 0]
    for closed, arguments in calls:
        outcome = forked(closed, *arguments)
        if ">" not in closed.split():
            assert (outcome.status, outcome.err) == (0, "") and outcome.out, (closed, arguments)
            continue
        assert outcome.status == 1, (closed, arguments)
        assert closed != ">" or outcome.err == "nvrender: standard output is closed\n", arguments


@pytest.mark.parametrize("command", ["check", "port", "run", "trace", "diff"])
def test_a_program_on_closed_standard_input(forked: Run, command: str) -> None:
    assert forked("<", command, "-") == Outcome(1, "", "<stdin>: standard input is closed; name a file\n")


@pytest.mark.parametrize("closed", [">", "2>", "> 2>"])
def test_usage_and_errors_keep_their_status(failing: Path, closed: str) -> None:
    outcome = _run(ANEW, closed, "chekc")
    assert outcome.status == 2 and (closed != ">" or "did you mean 'check'?" in outcome.err)
    outcome = _run(ANEW, closed, "check", SHADERS / "skin.vp", failing)
    assert outcome.status == 1
    assert "2>" in closed or "failing.vp:3" in outcome.err or "is closed" in outcome.err


def test_a_file_is_not_opened_in_a_closed_streams_place(tmp_path: Path, scene: Path) -> None:
    """Whatever a driver prints would go into the picture."""
    path = tmp_path / "a.png"
    outcome = _run(ANEW, "< > 2>", "render", scene, "-o", path, "--size", "8x8", "--backend", "oracle")
    assert outcome == Outcome(1, "", "")
    assert path.read_bytes().startswith(b"\x89PNG")
