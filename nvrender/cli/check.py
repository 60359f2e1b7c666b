"""``nvrender check``: load programs and scenes, report every load error with its place."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from nvrender.cli.describe import describe
from nvrender.cli.diagnostics import error_data, warning_data
from nvrender.cli.folders import programs_below
from nvrender.cli.reading import Reading, extract_options, reading_options
from nvrender.cli.terminal import echo_json, progress, show_error
from nvrender.languages.warned import warnings_of
from nvrender.lower.first_reads import first_reads
from nvrender.program import Program
from nvrender.source import InputError, NvrenderError, ProgramWarning, named

Warned = tuple[ProgramWarning, ...]
_EMPTY = "holds no programs (files that begin with !!); scenes are named one by one"


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE|DIR…")
@extract_options
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Write one JSON array to standard output.")
def command(files: tuple[str, ...], as_json: bool, reading: Reading) -> None:
    """Load each FILE (- for standard input) and report what its specification forbids.

    Of a folder every program is loaded: the files below it that begin with !!. Of a scene (.toml) all that
    can be wrong without drawing it is reported. Exit status 1 if anything does not load.
    """
    failed = False
    reports: list[dict[str, Any]] = []
    with progress("Checking") as update:
        listed = [name for file in files for name in _listed(file, reading)]
        for number, file in enumerate(listed):
            for report in _checked(file, reading):
                failed = failed or report.error is not None
                reports.append(report.data)
                if not as_json:
                    _show(report)
            update(number + 1, len(listed))
    if as_json:
        echo_json(reports)
    if failed:
        sys.exit(1)


@dataclass(frozen=True)
class _Report:
    """What is said of a program or scene: why it is wrong, or what it is, in short and as data."""

    file: str
    error: NvrenderError | None = None
    summary: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    warned: Warned = ()

    @property
    def data(self) -> dict[str, Any]:
        """As ``--json`` has it."""
        if self.error is not None:
            return {"file": self.file, "ok": False, "error": error_data(self.error)}
        return {"file": self.file, "ok": True, **self.facts, **warning_data(self.warned)}


def _show(report: _Report) -> None:
    if report.error is not None:
        show_error(report.error)
        return
    click.echo(f"{named(report.file)}: ok, {report.summary}")
    for warning in report.warned:
        show_error(warning)


def _listed(file: str, reading: Reading) -> list[str]:
    """The programs below a folder; a file itself."""
    if not os.path.isdir(file):
        return [file]
    found = programs_below(Path(file), literals=bool(reading.literals))
    return sorted([*map(str, found.programs), *(str(path) for path, _ in found.errors)]) or [file]


def _checked(file: str, reading: Reading) -> Iterator[_Report]:
    """A scene, or every program of a file."""
    try:
        if os.path.isdir(file):
            raise InputError(f"{named(file)}: {_EMPTY}")
        if file.endswith(".toml"):
            yield _checked_scene(file)
            return
        sources = reading.sources_of(file)
    except NvrenderError as error:
        yield _Report(file, error)
        return
    for source in sources:
        name = file if len(sources) == 1 and not (reading.literals and source.pieces) else source.name
        try:
            program = reading.load(source)
        except NvrenderError as error:
            yield _Report(name, error)
            continue
        summary = f"{program.profile.header}, {_counted(len(program.instructions), 'instruction')}"
        yield _Report(name, None, summary, describe(program), _warned(program))


def _checked_scene(file: str) -> _Report:
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
    warned = tuple(row for _, program in sorted(scene.programs.items()) for row in _warned(program))
    return _Report(file, None, f"scene of {', '.join(_counted(*each) for each in counts)}", facts, warned)


def _warned(program: Program) -> Warned:
    return (*warnings_of(program), *first_reads(program))


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
