"""``nvrender diff`` of folders: every program and scene in them, each as by itself."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from nvrender.cli.farm.work import Parts, Work
from nvrender.cli.inputs.folders import programs_below
from nvrender.cli.inputs.reading import Reading
from nvrender.cli.messages.terminal import echo_json, progress
from nvrender.source import InputError, NvrenderError, named

#: Options of one comparison, which several in a run do not have.
_OF_ONE = ("output", "report")


@dataclass(frozen=True)
class _Found:
    """What ``nvrender diff`` of a file ends with: its status, what it found, and its messages."""

    source: str
    status: int
    found: Any
    messages: str


@dataclass(frozen=True)
class _Diff:
    """Compares a file with the options of all."""

    options: tuple[str, ...]

    def __call__(self, source: str) -> _Found:
        from nvrender.cli.main import main

        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            try:
                main(["diff", "--json", *self.options, "--", source])
            except SystemExit as stop:
                status = stop.code if isinstance(stop.code, int) else 1
        text = out.getvalue()
        return _Found(source, status, json.loads(text) if text else None, err.getvalue())


def compare_all(context: click.Context, sources: Sequence[str], parts: Parts, as_json: bool) -> None:
    """Compares all of them and tells what differs; exit status 1 if anything does."""
    options = _options(context)
    files = _files(sources)
    work = Work("diff", files, [*files, *options], _Diff(options), _Found)
    with progress("Comparing") as update:
        rows = parts.rows(work, update)
    if rows is None:
        return
    differing = [row for row in rows if row.status and row.found is not None]
    failed = [row for row in rows if row.status and row.found is None]
    if as_json:
        keys = ("source", "status", "found", "messages")
        echo_json([{key: getattr(row, key) for key in keys} for row in rows])
    else:
        for row in (*differing, *failed):
            click.echo(row.messages or f"{named(row.source)}: differs", err=True, nl=not row.messages)
        told = f"{len(differing)} differ, {len(failed)} cannot be compared"
        click.echo(f"{len(rows)} programs and scenes compared: {told}")
    if differing or failed:
        sys.exit(1)


def _options(context: click.Context) -> tuple[str, ...]:
    """Those that were given, as words."""
    found: list[str] = []
    for parameter in context.command.params:
        name = parameter.name or ""
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if not given or name in ("sources", "as_json", "shard", "merge"):
            continue
        if name in _OF_ONE:
            raise click.UsageError(f"{parameter.opts[-1]} goes with one comparison")
        value = context.params[name]
        for each in value if isinstance(value, tuple) else (value,):
            found += [parameter.opts[-1]] if each is True else [parameter.opts[-1], str(each)]
    return tuple(found)


def _files(sources: Sequence[str]) -> list[str]:
    """The files, and the programs and scenes of folders, in order and once each."""
    found: list[str] = []
    for source in sources:
        if not Path(source).is_dir():
            found.append(source)
            continue
        below = programs_below(Path(source))
        if below.errors:
            path, reason = below.errors[0]
            raise InputError(f"{named(path)}: cannot be read: {reason}")
        if not below.programs and not below.scenes:
            raise InputError(f"{named(source)}: holds neither programs nor scenes")
        scenes = set(below.scenes)
        for path in sorted((*below.programs, *below.scenes)):
            found += [str(path)] if path in scenes else _programs(path)
    return list(dict.fromkeys(found))


def _programs(path: Path) -> list[str]:
    """The file, or each of several programs that it holds by its name; the file where it cannot be read."""
    try:
        sources = Reading().sources_of(str(path))
    except NvrenderError:
        sources = ()
    labels = [source.name.rpartition("#")[2] for source in sources]
    return [f"{path}#{label}" for label in labels] if len(labels) > 1 else [str(path)]
