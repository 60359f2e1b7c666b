"""Standard streams that whoever started the command closed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli_helpers import REPOSITORY, SHADERS, Outcome

MOV = REPOSITORY / "docs" / "examples" / "mov.toml"
_NUMBERS = {"<": 0, ">": 1, "2>": 2}
#: Every call of a list in a process forked from one that has imported all: where to write, what is closed,
#: the arguments. As at an interpreter's start, the stream of a file descriptor that is closed is None.
_FORKS = """
import atexit, gc, json, os, pkgutil, sys
from importlib import import_module
import nvrender
from nvrender.cli.main import main
for module in pkgutil.walk_packages(nvrender.__path__, "nvrender."):
    if not module.name.endswith("__main__"):
        import_module(module.name)
gc.freeze()
for path, closed, arguments in json.load(sys.stdin):
    if pid := os.fork():
        with open(f"{path}.status", "w") as file:
            file.write(str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])))
        continue
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, name in ((1, "stdout"), (2, "stderr")):
        os.dup2(os.open(f"{path}.{name}", os.O_WRONLY | os.O_CREAT), number)
    os.closerange(3, 64)
    for number in closed:
        os.close(number)
        setattr(sys, ("stdin", "stdout", "stderr")[number], None)
    try:
        main(arguments)
    except SystemExit as stop:
        atexit._run_exitfuncs()
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
        os._exit(stop.code)  # as the interpreter does, which would free all modules one by one
"""
CLOSED = ("<", ">", "2>", "< > 2>")


def _checked(closed: str, outcome: Outcome) -> Outcome:
    assert "Traceback" not in outcome.err and "Exception" not in outcome.err
    assert ">" not in closed.split() or not outcome.out
    assert "2>" not in closed or not outcome.err
    return outcome


def _run(closed: str, *arguments: object) -> Outcome:
    """In a process of its own; ``closed`` as a shell writes it: ``< >``."""
    closing = " ".join(f"{name}&-" for name in closed.split())
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {closing}', "sh", sys.executable, "-m", "nvrender", *map(str, arguments)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return _checked(closed, Outcome(done.returncode, done.stdout, done.stderr))


def _forked(folder: Path, calls: list[tuple[str, list[object]]]) -> list[Outcome]:
    """Of each call, with what is closed."""
    paths = [folder / str(number) for number in range(len(calls))]
    rows = [
        (str(path), [_NUMBERS[name] for name in closed.split()], [*map(str, arguments)])
        for path, (closed, arguments) in zip(paths, calls, strict=True)
    ]
    done = subprocess.run([sys.executable, "-c", _FORKS], input=json.dumps(rows), text=True, timeout=300)
    assert done.returncode == 0
    return [
        _checked(
            closed,
            Outcome(
                int(path.with_suffix(".status").read_text()),
                path.with_suffix(".stdout").read_text(),
                path.with_suffix(".stderr").read_text(),
            ),
        )
        for path, (closed, _) in zip(paths, calls, strict=True)
    ]


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


def test_commands_with_a_closed_stream(tmp_path: Path, passing: Path, scene: Path) -> None:
    """Results nobody can receive are a failure, as on a full disk; lost messages and unread input are not."""
    commands = _commands(tmp_path, passing, scene)
    calls = [(closed, arguments) for closed in CLOSED for arguments in commands.values()]
    for (closed, arguments), outcome in zip(calls, _forked(tmp_path, calls), strict=True):
        if ">" not in closed.split():
            assert (outcome.status, outcome.err) == (0, "") and outcome.out, (closed, arguments)
            continue
        assert outcome.status == 1, (closed, arguments)
        assert closed != ">" or outcome.err == "nvrender: standard output is closed\n", arguments


def test_a_program_on_closed_standard_input(tmp_path: Path) -> None:
    commands = ("check", "port", "run", "trace", "diff")
    for outcome in _forked(tmp_path, [("<", [command, "-"]) for command in commands]):
        assert outcome == Outcome(1, "", "<stdin>: standard input is closed; name a file\n")


@pytest.mark.parametrize("closed", [">", "2>", "> 2>"])
def test_usage_and_errors_keep_their_status(failing: Path, closed: str) -> None:
    outcome = _run(closed, "chekc")
    assert outcome.status == 2 and (closed != ">" or "did you mean 'check'?" in outcome.err)
    outcome = _run(closed, "check", SHADERS / "skin.vp", failing)
    assert outcome.status == 1
    assert "2>" in closed or "failing.vp:3" in outcome.err or "is closed" in outcome.err


def test_a_file_is_not_opened_in_a_closed_streams_place(tmp_path: Path, scene: Path) -> None:
    """Whatever a driver prints would go into the picture."""
    path = tmp_path / "a.png"
    outcome = _run("< > 2>", "render", scene, "-o", path, "--size", "8x8", "--backend", "oracle")
    assert outcome == Outcome(1, "", "")
    assert path.read_bytes().startswith(b"\x89PNG")
