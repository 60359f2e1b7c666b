"""The command line, run in this process or in one of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cli_helpers import BALL, FAILING, PASSING, SCENE, Command, Outcome
from click.testing import CliRunner

from nvrender.cli.main import main


@pytest.fixture
def nvrender() -> Command:
    """Runs the command in this process; an exception that would be a traceback fails the test."""

    def run(*arguments: Any, stdin: bytes = b"") -> Outcome:
        result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Outcome(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def process() -> Command:
    """Runs the command in a process of its own."""

    def run(*arguments: Any, stdin: bytes = b"", **options: Any) -> Outcome:
        done = subprocess.run(
            [sys.executable, "-m", "nvrender", *map(str, arguments)],
            input=stdin, capture_output=True, timeout=120, check=False, **options,
        )  # fmt: skip
        return Outcome(
            done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
        )

    return run


@pytest.fixture
def passing(tmp_path: Path) -> Path:
    """A program that loads."""
    path = tmp_path / "passing.vp"
    path.write_text(PASSING)
    return path


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    """A program that does not load: its third line has an opcode VP1.0 lacks."""
    path = tmp_path / "failing.vp"
    path.write_text(FAILING)
    return path


@pytest.fixture
def scene(tmp_path: Path) -> Path:
    """A scene of one ball, small enough to be drawn quickly."""
    (tmp_path / "ball.vp").write_text(BALL)
    path = tmp_path / "ball.toml"
    path.write_text(SCENE)
    return path
