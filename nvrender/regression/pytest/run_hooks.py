"""One run of pytest: the checks of all its processes, unused baselines, the report.

With pytest-xdist every worker sends what its checks found with each test's report, and what it collected
at its end; only the controller puts them together and writes.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from nvrender.regression.baselines.names import IMAGE
from nvrender.regression.pytest.collected import Collected, partial_modules
from nvrender.source import NvrenderError, printable

if TYPE_CHECKING:
    from nvrender.regression.pytest.recorder import Recorder
    from nvrender.regression.report.model import Entry, Picture, Report

RECORDER: pytest.StashKey[Recorder] = pytest.StashKey()

_CRASHED = "the process that ran this test died, and what the test found is lost with it"
_PART = "nvrender"


class RunHooks:
    """The hooks of a run; ``config`` has the options of plugin.py."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.collected = Collected()
        self.broken: set[tuple[str, str]] = set()
        self.entries: list[Entry] = []
        self.unused: list[Path] = []
        self.report: Path | None = None
        self.problem = ""

    # In every process

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Every test that was collected, those that are deselected later included."""
        self.collected.tests |= {item.nodeid: str(item.path.parent) for item in items}

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        path = self.config.rootpath / report.nodeid.partition("::")[0]
        module = (str(path.parent), path.stem)
        if not report.passed:  # it or one of its classes, which are reported before it
            self.broken.add(module)
        elif report.nodeid.endswith(".py") and module not in self.broken and not self._option("lf"):
            single = partial_modules(self.config.args, self.config.invocation_params.dir)
            if path.resolve() not in single:
                self.collected.modules.add(module)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """What the checks found travels with the test's report."""
        report = yield
        recorder = item.stash.get(RECORDER, None)
        if recorder is not None:
            setattr(report, _PART, recorder.taken())
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(self.config, "workeroutput", None)
        if output is not None:
            output[_PART] = self.collected.collection()
            return
        self._finish(session)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """A test that is run again, by pytest-rerunfailures for one, begins anew."""
        if RECORDER in item.stash:
            del item.stash[RECORDER]

    # In the process that reports

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(self.config, "workerinput"):
            return
        if part := getattr(report, _PART, None):
            self.collected.asked |= {(tests, stem) for tests, stem in part["asked"]}
            self.collected.entries += [(report.nodeid, entry) for entry in part["entries"]]
            self.collected.places[report.nodeid] = report.location[:2]
        if report.skipped and hasattr(report, "wasxfail"):
            self.collected.expected[report.nodeid] = f"expected to fail: {report.wasxfail}".rstrip(": ")
        if report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.collected.passed.add(report.nodeid)
        if str(report.when) == "???":  # what pytest-xdist reports for a worker that died
            self.collected.crashed[report.nodeid] = _CRASHED

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker of pytest-xdist has ended; one that was killed has no output."""
        if part := getattr(node, "workeroutput", {}).get(_PART):
            self.collected.add_collection(part)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        shown = self.config.rootpath
        lines = [
            f"{entry.name}: {entry.message.splitlines()[0]}"
            for entry in self.entries
            if entry.status == "updated"
        ]
        lines += [
            f"flaky: {entry.name}: {entry.message.splitlines()[0]}"
            for entry in self.entries
            if entry.status == "flaky"
        ]
        lines += [f"unused: {_relative(path, shown)}" for path in self.unused]
        if self.unused:
            lines.append("no test asks for these baselines; remove them, or the tests that did are missing")
        if self.report is not None:
            lines.append(f"report: {self.report}")
        if self.problem:
            lines.append(self.problem)
        if lines:
            terminalreporter.section("nvrender")
            for line in lines:
                terminalreporter.line(printable(line))
        if self.github and self.entries:
            from nvrender.regression.report.github import annotated

            for line in annotated(self.report_of_run(), self.collected.places, self.config.rootpath):
                terminalreporter.line(line)

    def _finish(self, session: pytest.Session) -> None:
        self.entries = self.collected.decoded()
        if not self._option("collectonly") and (self.entries or self._option("nvrender_fail_unused")):
            self._guarded(session, self._find_unused)
        if self.unused and self._option("nvrender_fail_unused"):
            _fail(session)
        flaky = any(entry.status == "flaky" for entry in self.entries)
        if flaky and self._option("nvrender_fail_flaky"):
            _fail(session)
        if self._option("nvrender_report") is not None:
            self._guarded(session, self._write_report)
        if self.github and self.entries:
            self._guarded(session, self._write_summary)

    def _guarded(self, session: pytest.Session, action: Any) -> None:
        try:
            action()
        except NvrenderError as error:
            self.problem = str(error)
            _fail(session)

    def _find_unused(self) -> None:
        self.unused = self.collected.unused()

    def _write_report(self) -> None:
        from nvrender.regression.report.files import write_report

        directory = self.config.invocation_params.dir / self._option("nvrender_report")
        self.report, _ = write_report(self.report_of_run(), directory)

    def _write_summary(self) -> None:
        from nvrender.regression.report.github import write_summary

        write_summary(self.report_of_run(), os.environ.get("GITHUB_STEP_SUMMARY", ""))

    def report_of_run(self) -> Report:
        """All checks, and the baselines that none asked for."""
        from nvrender.regression.report.files import now
        from nvrender.regression.report.model import Entry, Report

        root = self.config.rootpath
        unused = [
            Entry(
                name=_relative(path, root),
                status="unused",
                message="no test asks for this baseline",
                baseline=_picture(path, root),
            )
            for path in self.unused
        ]
        command = shlex.join(("pytest", *map(str, self.config.invocation_params.args)))
        entries = (*map(self._with_command, self.entries), *unused)
        return Report(
            title=f"{root.name}: pictures and numbers", made=now(), entries=entries, command=command
        )

    def _with_command(self, entry: Entry) -> Entry:
        """With the command, in the folder where pytest was started, that approves what the report holds."""
        if entry.approval is None:
            return entry
        import msgspec

        directory, root, start = (
            self._option("nvrender_report"),
            self.config.rootpath,
            self.config.invocation_params.dir,
        )
        words = ["nvrender", "baselines", "approve", str(directory), entry.name]
        if root != start:
            words += ["--root", os.path.relpath(root, start)]
        return msgspec.structs.replace(entry, approve_command=shlex.join(words))

    @property
    def github(self) -> bool:
        """Whether GitHub is told."""
        wanted = self._option("nvrender_github")
        return is_set("GITHUB_ACTIONS") if wanted is None else bool(wanted)

    def _option(self, name: str) -> Any:
        return self.config.getoption(name, None)


def is_set(variable: str) -> bool:
    """Whether an environment variable says yes."""
    return os.environ.get(variable, "").lower() not in ("", "0", "false", "no")


def _fail(session: pytest.Session) -> None:
    if session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _relative(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _picture(path: Path, root: Path) -> Picture | None:
    """A stored picture for the report; None for numbers, and for what cannot be read."""
    from nvrender.gl.textures.pictures import shape
    from nvrender.regression.report.model import Picture

    if path.suffix != IMAGE:
        return None
    try:
        height, width, _ = shape(path)
    except NvrenderError:
        return None
    return Picture(width=width, height=height, png=path.read_bytes(), path=_relative(path, root))
