"""What a whole run of tests comes to: the checks of all its processes, and baselines no test asks for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nvrender.regression.baselines.files import baseline_files
from nvrender.regression.baselines.names import owners, stem_of, test_name

if TYPE_CHECKING:
    from nvrender.regression.report.model import Entry


_FAILURES = ("failed", "error", "missing")


@dataclass
class Collected:
    """What is known of tests, by node id, and of the modules they are in.

    ``tests`` are the collected ones and their folders, ``modules`` the (folder, module) that were collected
    wholly, ``passed`` the tests that ran to their end, ``asked`` the keys of places that had a check.
    ``entries`` are (test, encoded), ``expected`` why a test's failure is, ``crashed`` what is said of others;
    ``places`` are the files of tests, relative to pytest's root, and their lines from 0.
    """

    tests: dict[str, str] = field(default_factory=dict)
    modules: set[tuple[str, str]] = field(default_factory=set)
    passed: set[str] = field(default_factory=set)
    asked: set[tuple[str, str]] = field(default_factory=set)
    entries: list[tuple[str, bytes]] = field(default_factory=list)
    expected: dict[str, str] = field(default_factory=dict)
    crashed: dict[str, str] = field(default_factory=dict)
    places: dict[str, tuple[str, int | None]] = field(default_factory=dict)

    def collection(self) -> dict[str, Any]:
        """Tests and modules as plain data, for another process."""
        return {"tests": self.tests, "modules": sorted(map(list, self.modules))}

    def add_collection(self, data: dict[str, Any]) -> None:
        """What ``collection`` gave in another process."""
        self.tests |= data["tests"]
        self.modules |= {(folder, module) for folder, module in data["modules"]}

    def decoded(self) -> list[Entry]:
        """The entries of all checks by name; crashed tests are errors.

        Of a test that ran again it is the last, unless that passed and one before failed: then it is flaky.
        """
        if not self.entries and not self.crashed:
            return []
        import msgspec

        from nvrender.regression.report.model import Entry

        found: dict[str, Entry] = {}
        failed: dict[str, list[Entry]] = {}
        for node, data in self.entries:
            entry = msgspec.msgpack.decode(data, type=Entry)
            if (reason := self.expected.get(node)) is not None and entry.status != "updated":
                message = f"{reason}\n  {entry.message}".rstrip()
                none = {"accept_command": "", "approval": None}
                entry = msgspec.structs.replace(entry, status="passed", message=message, **none)
            if entry.status in _FAILURES:
                failed.setdefault(entry.name, []).append(entry)
            found[entry.name] = entry
        found |= {name: _flaky(rows) for name, rows in failed.items() if found[name].status == "passed"}
        for node, message in self.crashed.items():
            found.setdefault(node, Entry(name=node, status="error", message=message))
        return [found[name] for name in sorted(found)]

    def unused(self) -> list[Path]:
        """Baselines that no check asked for although their test ran to its end, or is there no more.

        Where that cannot be known, because a test failed, was skipped, left out or not collected, they count
        as used; and so do those of other renderers, if this one has a check of the name.
        """
        tests = {(folder, test_name(node)): node for node, folder in self.tests.items()}
        folders = {folder for folder, _ in self.modules}
        return [
            path
            for folder in sorted(folders)
            for path in baseline_files(Path(folder))
            if self._is_unused(folder, stem_of(path.name) or "", tests)
        ]

    def _is_unused(self, folder: str, stem: str, tests: dict[tuple[str, str], str]) -> bool:
        if (folder, stem) in self.asked:
            return False
        for owner in owners(stem):
            if (node := tests.get((folder, owner))) is not None:
                return node in self.passed
        module = stem.partition(".")[0]
        return (folder, module) in self.modules or not (Path(folder) / f"{module}.py").exists()


def _flaky(failed: list[Entry]) -> Entry:
    """What is told of a check that passed at last: its first failure."""
    import msgspec

    times = "once" if len(failed) == 1 else f"{len(failed)} times"
    message = f"failed {times} and passed when it was run again\n  {failed[0].message}"
    facts = {"status": "flaky", "message": message, "accept_command": "", "approval": None}
    return msgspec.structs.replace(failed[0], **facts)


def partial_modules(arguments: Iterable[str], root: Path) -> set[Path]:
    """The modules of which pytest's arguments name single tests."""
    return {(root / argument.partition("::")[0]).resolve() for argument in arguments if "::" in argument}
