"""The checks of one test: their names, their outcomes, and how they fail it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest

from nvrender.regression.baselines.files import BaselineFile
from nvrender.regression.baselines.names import check_name, test_name
from nvrender.regression.pytest.policy import Policy
from nvrender.regression.report.model import Approval, Entry, Status
from nvrender.source import ContextError, InputError

_DOCTOR = "`nvrender doctor` says what is here"
#: What the command to accept a result helps against.
_ACCEPTABLE: tuple[Status, ...] = ("failed", "missing")


@dataclass
class Recorder:
    """What the checks of the test ``node`` in the folder ``tests`` asked for, and what became of them.

    ``asked`` are the keys of their places, ``entries`` encoded as the report's.
    """

    node: str
    tests: Path
    policy: Policy
    asked: list[tuple[str, str]] = field(default_factory=list)
    entries: list[bytes] = field(default_factory=list)

    def place(self, name: str | None, suffix: str) -> BaselineFile:
        """The place of a check for every renderer. InputError for a bad name, or one that was used before."""
        place = BaselineFile(self.tests, "", check_name(test_name(self.node), name), suffix)
        if place.key in self.asked:
            raise InputError(
                "this test has had a check without a name; give name= to all others"
                if name is None
                else f"this test has had a check named {name!r}; each needs its own"
            )
        self.asked.append(place.key)
        return place

    def name(self, name: str | None) -> str:
        """What the report calls a check."""
        return self.node if name is None else f"{self.node} {name}"

    def folders(self) -> tuple[Path, ...]:
        """Where files of a test are looked for."""
        return (self.tests, self.policy.root)

    def command(self) -> str:
        """The command, in the folder where pytest was started, that accepts the test's results."""
        module, separator, test = self.node.partition("::")
        path = self.policy.root / module
        with suppress(ValueError):  # on another drive
            path = Path(os.path.relpath(path, self.policy.start))
        return f"pytest {shlex.quote(path.as_posix() + separator + test)} --nvrender-update"

    def approvable(self, entry: Entry, path: Path, encoded: Callable[[], bytes]) -> Entry:
        """``entry`` with the bytes that make ``path`` the result's baseline, if a report will offer them."""
        if not self.policy.pictures or not path.is_relative_to(self.policy.root):
            return entry
        approval = Approval(path=path.relative_to(self.policy.root).as_posix(), data=encoded())
        return msgspec.structs.replace(entry, approval=approval)

    def taken(self) -> dict[str, Any]:
        """What was asked for so far, and the entries since the last call, as plain data."""
        entries, self.entries = self.entries, []
        return {"asked": [list(key) for key in self.asked], "entries": entries}

    def record(self, entry: Entry, *lines: str, status: Status, accept: bool = True) -> None:
        """Keep what became of a check; the lines are its message, ``accept`` says that it has a baseline."""
        message = "\n  ".join(lines)
        command = self.command() if accept and status in _ACCEPTABLE else ""
        done = msgspec.structs.replace(entry, status=status, message=message, accept_command=command)
        self.entries.append(msgspec.msgpack.encode(done))

    def fail(self, entry: Entry, *lines: str, status: Status = "error", accept: bool = True) -> NoReturn:
        """Record what went wrong and fail the test with its message, without a traceback."""
        self.record(entry, *lines, status=status, accept=accept)
        # Without a cause, which pytest would print as well.
        raise pytest.fail.Exception("nvrender: " + "\n  ".join(lines), pytrace=False) from None

    def skip(self, error: ContextError) -> NoReturn:
        """Skip the test where no OpenGL can be had."""
        pytest.skip(f"no OpenGL: {error}\n{_DOCTOR}")
