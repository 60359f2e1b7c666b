"""Many programs to GLSL or plain ARB: the tree they are written to, its manifest, what failed and why."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence, Set
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import click

from nvrender.cli.farm.work import Work
from nvrender.cli.inputs.folders import programs_below
from nvrender.cli.messages.diagnostics import Diagnostic, diagnostic
from nvrender.cli.messages.terminal import echo_json, progress
from nvrender.cli.port.manifest.form import VERSION, Entry, Manifest, manifest_data, manifest_text
from nvrender.cli.port.pairs import paired
from nvrender.cli.port.request import Request
from nvrender.cli.port.translations import File, Job, Outcome, Plan, Porting, failure, translated
from nvrender.files import write_text
from nvrender.source import InputError, named

_MANIFEST = "manifest.json"
#: So many programs are worth processes of their own.
_MANY = 64
_CAUSES = 10


@dataclass(frozen=True)
class _Found:
    """Files to translate, how many other files are beside them, and what cannot be read."""

    jobs: list[Job]
    others: int
    unreadable: list[tuple[File, str]]


def port_all(request: Request, output: Path) -> None:
    """Translates files and folders of them into ``output``, a folder in it for each of several targets."""
    options, messages, targets = request.options, request.messages, request.targets
    if output.exists() and not output.is_dir():
        raise InputError(f"{named(output)}: is a file; name a folder to write to")
    found = _found(request.sources, pair=request.pair, literals=request.reading.literals)
    folders: dict[str | None, str] = dict.fromkeys(targets or (None,), "")
    if len(targets) > 1:
        folders = {target: target for target in targets}
    before = _present([output / folder for folder in folders.values()], found.jobs)
    for folder in folders.values():
        try:
            (output / folder).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{named(output / folder)}: cannot be made: {error.strerror}") from None
    plan = Plan(options, output, folders, messages.selection, request.reading, request.pair)
    work = Work("port", found.jobs, _asked(found, plan, targets), Porting(plan), list[Outcome])
    processes = request.jobs or ((os.cpu_count() or 1) if len(found.jobs) >= _MANY else 1)
    with progress("Translating") as update:
        rows = request.parts.rows(work, update, lambda jobs: translated(jobs, plan, processes))
    if rows is None:
        return
    outcomes = [*_unreadable(found), *chain.from_iterable(rows)]
    for outcome in outcomes:
        if warned := [row for row in outcome.said if row.warning]:
            messages.say_all(warned[0].file, warned)
    entries = sorted((outcome.entry for outcome in outcomes), key=lambda entry: entry.file)
    manifest = Manifest(VERSION, options.described(targets), entries)
    try:
        write_text(output / _MANIFEST, manifest_text(manifest))
    except InputError:
        _take_back([output / name for name in folders.values()], output, entries, before)
        raise
    errors = [row for outcome in outcomes for row in outcome.errors]
    missing = options.names.missing(key for outcome in outcomes for key in outcome.named)
    errors += map(diagnostic, missing)
    for outcome in outcomes:
        if outcome.errors:
            messages.say_all(outcome.errors[0].place, (*outcome.errors, *outcome.others))
    for row in map(diagnostic, missing):
        messages.say(row)
    if request.as_json:
        echo_json(manifest_data(manifest))
    else:
        _summarize(output, targets, entries, found)
    if messages.for_people:
        _show_causes(errors)
    if errors:
        sys.exit(1)


def _present(folders: Sequence[Path], jobs: Sequence[Job]) -> set[Path]:
    """What is there of where translations go, and the folders above."""
    names = {name for job in jobs for file in job.files for name in (file.name, file.name.parent)}
    places = [place for folder in folders for name in names if (place := folder / name).is_dir()]
    above = {path for folder in folders for path in (folder, *folder.parents) if path.exists()}
    return above.union(*((place, *place.parents, *place.iterdir()) for place in places))


def _take_back(folders: Sequence[Path], output: Path, entries: Sequence[Entry], before: Set[Path]) -> None:
    """What is new goes where no manifest tells of it, as on a full disk, and folders made for it."""
    rows = [row for entry in entries for made in entry.outputs for row in (made, made.companion)]
    written = {output / row.file for row in rows if row is not None and row.file is not None}
    for path in written - before:
        path.unlink(missing_ok=True)
    new = {folder for path in (*folders, *written) for folder in (path, *path.parents)} - before
    for folder in sorted(new, key=lambda folder: -len(folder.parts)):
        with suppress(OSError):  # holds something else
            folder.rmdir()


def _found(sources: Sequence[str], *, pair: bool, literals: str) -> _Found:
    """What is to be translated; names are paths below the folder that all have in common."""
    if len(sources) == 1 and os.path.isdir(sources[0]):
        root = Path(sources[0])
    else:
        parents = [path if path.is_dir() else path.parent for path in map(_absolute, sources)]
        root = Path(os.path.commonpath(parents))
        if len(sources) > 1 and len({path.anchor for path in parents}) > 1:
            raise InputError("the files lie on several drives; port those of each drive by themselves")
    paths, others, unreadable = dict[Path, Path](), 0, list[tuple[File, str]]()
    for source in map(Path, sources):
        if not source.is_dir():
            paths.setdefault(_below(source, root), source)
            continue
        below = programs_below(source, literals)
        if not below.programs and not below.errors:
            raise InputError(f"{named(source)}: holds no programs (files that begin with !!)")
        for path in below.programs:
            paths.setdefault(_below(path, root), path)
        others += below.others
        unreadable += [(File(path, _below(path, root)), reason) for path, reason in below.errors]
    groups = paired(sorted(paths)) if pair else [(name,) for name in sorted(paths)]
    alone = pair and len(paths) == 2
    jobs = [Job(tuple(File(paths[name], name) for name in group), alone) for group in groups]
    return _Found(jobs, others, unreadable)


def _absolute(source: str | Path) -> Path:
    return Path(os.path.abspath(source))


def _below(path: Path, root: Path) -> Path:
    return Path(os.path.relpath(path, root)) if root.is_absolute() else path.relative_to(root)


def _asked(found: _Found, plan: Plan, targets: tuple[str, ...]) -> list[str]:
    """Which files, in which order, are to become what."""
    names = [file.name.as_posix() for job in found.jobs for file in job.files]
    return [*names, str(plan.options.described(targets)), str(plan.reading.literals), str(plan.pair)]


def _unreadable(found: _Found) -> list[Outcome]:
    return [
        failure(file, InputError(f"{named(file.path)}: cannot be read: {reason}"))
        for file, reason in found.unreadable
    ]


def _summarize(output: Path, targets: tuple[str, ...], entries: Sequence[Entry], found: _Found) -> None:
    parts: list[str] = []
    for target in targets or (None,):
        good = sum(any(target in (None, row.target) for row in entry.outputs) for entry in entries)
        to = f" to {target}" if len(targets) > 1 else ""
        parts.append(f"{good} of {len(entries)}" + (" programs translated" if not parts else "") + to)
    if pairs := sum(entry.pair is not None for entry in entries) // 2:
        parts.append(f"{pairs} pair{'s' * (pairs != 1)}")
    others = f"; {found.others} other file{'s' * (found.others != 1)} left alone" if found.others else ""
    click.echo(f"{named(output)}: {', '.join(parts)}{others}")


def _show_causes(errors: Sequence[Diagnostic]) -> None:
    """Several failures by what they have in common, the commonest first."""
    if len(errors) < 2:
        return
    causes: dict[str, list[Diagnostic]] = {}
    for row in errors:
        causes.setdefault(row.cause, []).append(row)
    click.echo(f"{len(errors)} failures, by cause:", err=True)
    rows = sorted(causes.items(), key=lambda row: -len(row[1]))
    shown = len(rows) if len(rows) == _CAUSES + 1 else _CAUSES  # one more takes no more room than its number
    for cause, each in rows[:shown]:
        click.echo(f"{len(each):6}  {cause}\n        first: {each[0].place}", err=True)
    if others := rows[shown:]:
        click.echo(f"{sum(len(each) for _, each in others):6}  by {len(others)} other causes", err=True)
