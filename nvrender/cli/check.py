"""``nvrender check``: load programs and scenes, report every error and warning with its place."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

from nvrender.cli.describe import describe
from nvrender.cli.inputs.folders import programs_below
from nvrender.cli.inputs.reading import Reading, extract_options, reading_options
from nvrender.cli.messages.diagnostics import (
    Diagnostic,
    all_errors,
    diagnostic,
    error_data,
    of_file,
    warning_data,
)
from nvrender.cli.messages.formats import CONCISE, DOCUMENTS, FULL, GITHUB, LINES
from nvrender.cli.messages.reporting import format_option, shown
from nvrender.cli.messages.selection import Selection, selection_options
from nvrender.cli.messages.terminal import echo_json, progress, show
from nvrender.lint.warnings import warnings_of
from nvrender.source import InputError, NvrenderError, ProgramWarning, named

#: The form of what --json asks for.
_DESCRIBED = "described"
_EMPTY = "holds no programs (files that begin with !!) and no scenes"


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE|DIR…")
@extract_options
@reading_options
@format_option
@click.option(
    "--json", "as_json", is_flag=True, help="Describe every program and scene as JSON, with what is wrong."
)
@selection_options
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
def command(
    files: tuple[str, ...],
    form: str,
    as_json: bool,
    select: frozenset[str],
    ignore: frozenset[str],
    watch: bool,
    reading: Reading,
) -> None:
    """Load each FILE (- for standard input) and report what its specification forbids.

    Of a folder every program is loaded, the files below it that begin with !!, and every scene. Of a scene
    (.toml) all that can be wrong without drawing it is reported. Exit status 1 if anything does not load.
    """
    form = _DESCRIBED if as_json else form
    selection = Selection(select, ignore)
    if not watch:
        if _check(files, form, selection, reading):
            sys.exit(1)
        return
    if form in (_DESCRIBED, *DOCUMENTS) or "-" in files:
        raise click.UsageError("--watch goes with files and messages, not with - or one JSON document")
    from nvrender.cli.watch import again_and_again

    again_and_again(files, lambda: _check(files, form, selection, reading))


@dataclass(frozen=True)
class _Report:
    """What is said of a program or scene: why it is wrong, or what it is, in short and as data."""

    file: str
    error: NvrenderError | None = None
    summary: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    warned: tuple[ProgramWarning, ...] = ()
    scene: bool = False

    @property
    def errors(self) -> list[NvrenderError]:
        """Everything that is wrong, the first first."""
        return [] if self.error is None else all_errors(self.error)

    @property
    def rows(self) -> list[Diagnostic]:
        """Errors and warnings."""
        rows = map(diagnostic, (*self.errors, *self.warned))
        return [of_file(row, self.file) for row in rows]

    @property
    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        if self.error is None:
            return {"file": self.file, "ok": True, **self.facts, **warning_data(self.warned)}
        first, *others = map(error_data, self.errors)
        more = {"others": others} if others else {}
        return {"file": self.file, "ok": False, "error": first, **more}


@dataclass
class _Counts:
    """What is counted for the last line."""

    errors: int = 0
    warnings: int = 0
    programs: int = 0
    scenes: int = 0
    well: int = 0


def _check(files: Sequence[str], form: str, selection: Selection, reading: Reading) -> bool:
    """Checks all and says what is found; True if something does not load."""
    reports: list[_Report] = []
    all_said: list[Diagnostic] = []
    counts = _Counts()
    known: set[tuple[str, Diagnostic]] = set()
    with progress("Checking") as update:
        listed = [name for file in files for name in _listed(file, reading)]
        for number, file in enumerate(listed):
            for report in _checked(file, selection, reading):
                reports.append(report)
                said = _new(report, known)
                all_said += said
                _count(counts, report, said)
                _show(report, said, form)
            update(number + 1, len(listed))
    if form == _DESCRIBED:
        echo_json([report.data for report in reports])
    elif form in DOCUMENTS:
        echo_json(DOCUMENTS[form](all_said))
    elif form in (FULL, CONCISE) and len(reports) > 1:
        click.echo(_summary(counts))
    return counts.well < len(reports)


def _new(report: _Report, known: set[tuple[str, Diagnostic]]) -> list[Diagnostic]:
    """What has not been said of the same file, which several scenes may name."""
    said = []
    for row in report.rows:
        if not row.warning:
            said.append(row)
            continue
        key = os.path.realpath(row.file), replace(row, file="", text="")
        if key not in known:
            said.append(row)
        known.add(key)
    return said


def _count(counts: _Counts, report: _Report, said: Sequence[Diagnostic]) -> None:
    counts.errors += sum(not row.warning for row in said)
    counts.warnings += sum(row.warning for row in said)
    counts.programs += not report.scene
    counts.scenes += report.scene
    counts.well += report.error is None


def _show(report: _Report, said: Sequence[Diagnostic], form: str) -> None:
    """What is shown of a report at once; people see the first of many errors and warnings."""
    if form == FULL and report.error is None:
        click.echo(f"{named(report.file)}: ok, {report.summary}")
    for warning in (False, True):
        rows = [row for row in said if row.warning == warning]
        few, rest = shown(report.file, rows) if form != GITHUB else (rows, "")
        for row in few:
            if form == FULL:
                show(row)
            elif form in LINES:
                click.echo(LINES[form](row))
        if rest and form in (FULL, CONCISE):
            click.echo(rest, err=True)


def _summary(counts: _Counts) -> str:
    """``3 errors and 2 warnings in 12 programs, 9 are well``."""
    found = [
        _counted(number, what)
        for number, what in ((counts.errors, "error"), (counts.warnings, "warning"))
        if number
    ]
    kinds = ((counts.programs, "program"), (counts.scenes, "scene"))
    checked = " and ".join(_counted(number, what) for number, what in kinds if number)
    every = counts.well == counts.programs + counts.scenes
    well = "all are" if every else {0: "none is", 1: "1 is"}.get(counts.well, f"{counts.well} are")
    return f"{' and '.join(found) or 'no errors'} in {checked}, {well} well"


def _listed(file: str, reading: Reading) -> list[str]:
    """The programs and scenes below a folder; a file itself."""
    if not os.path.isdir(file):
        return [file]
    found = programs_below(Path(file), literals=reading.literals)
    paths = (*found.programs, *found.scenes, *(path for path, _ in found.errors))
    return sorted(map(str, paths)) or [file]


def _checked(file: str, selection: Selection, reading: Reading) -> Iterator[_Report]:
    """A scene, or every program of a file."""
    scene = file.endswith(".toml")
    try:
        if os.path.isdir(file):
            raise InputError(f"{named(file)}: {_EMPTY}")
        if scene:
            yield _checked_scene(file, selection)
            return
        sources = reading.sources_of(file)
    except NvrenderError as error:
        yield _Report(file, error, scene=scene)
        return
    for source in sources:
        name = file if len(sources) == 1 and not (reading.literals and source.pieces) else source.name
        try:
            program = reading.load(source)
        except NvrenderError as error:
            yield _Report(name, error)
            continue
        summary = f"{program.profile.header}, {_counted(len(program.instructions), 'instruction')}"
        yield _Report(name, None, summary, describe(program), selection.of(warnings_of(program)))


def _checked_scene(file: str, selection: Selection) -> _Report:
    from nvrender.lint.scenes import missing_arrays
    from nvrender.scene.check.check import try_scene
    from nvrender.scene.load import load_scene

    scene = load_scene(Path(file))
    try_scene(scene)
    form = scene.form
    facts = {
        "title": scene.title,
        "size": list(scene.size),
        "frames": scene.animation.frames,
        "draws": len(form.draw),
        "programs": sorted(scene.programs),
        "passes": [one.name for one in form.passes],
        **{name: sorted(getattr(form, name)) for name in ("meshes", "textures", "targets", "lights")},
    }
    counts = (len(form.draw), "draw"), (len(scene.programs), "program"), (scene.animation.frames, "frame")
    summary = f"scene of {', '.join(_counted(*each) for each in counts)}"
    warned = [row for _, program in sorted(scene.programs.items()) for row in warnings_of(program)]
    warned += missing_arrays(scene)
    return _Report(file, None, summary, facts, selection.of(warned), scene=True)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
