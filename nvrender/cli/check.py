"""``nvrender check``: load programs and scenes, report every load error with its place."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from nvrender.cli.describe import describe
from nvrender.cli.diagnostics import error_data, warning_data
from nvrender.cli.folders import programs_below
from nvrender.cli.terminal import echo_json, progress, show_error
from nvrender.languages.load import FILE_LIMIT, load
from nvrender.lower.first_reads import first_reads
from nvrender.program import Program
from nvrender.source import InputError, NvrenderError, ProgramWarning, named

Warned = tuple[ProgramWarning, ...]
_EMPTY = "holds no programs (files that begin with !!); scenes are named one by one"


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE|DIR…")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON array to standard output.")
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Load each FILE (- for standard input) and report what its specification forbids.

    Of a folder every program is loaded: the files below it that begin with !!. Of a scene (.toml) all that
    can be wrong without drawing it is reported. Exit status 1 if anything does not load.
    """
    failed = False
    reports: list[dict[str, Any]] = []
    with progress("Checking") as update:
        listed = [name for file in files for name in _listed(file)]
        for number, (file, empty) in enumerate(listed):
            try:
                if empty:
                    raise InputError(f"{named(file)}: {_EMPTY}")
                facts, summary, warned = _checked(file)
            except NvrenderError as error:
                failed = True
                reports.append({"file": file, "ok": False, "error": error_data(error)})
                if not as_json:
                    show_error(error)
                continue
            if as_json:
                reports.append({"file": file, "ok": True, **facts, **warning_data(warned)})
                update(number + 1, len(listed))
            else:
                click.echo(f"{named(file)}: ok, {summary}")
                for warning in warned:
                    show_error(warning)
    if as_json:
        echo_json(reports)
    if failed:
        sys.exit(1)


def _listed(file: str) -> list[tuple[str, bool]]:
    """The programs below a folder; a file itself; a folder without any, and True."""
    if not os.path.isdir(file):
        return [(file, False)]
    found = programs_below(Path(file))
    names = sorted([*map(str, found.programs), *(str(path) for path, _ in found.errors)])
    return [(name, False) for name in names] or [(file, True)]


def _checked(file: str) -> tuple[dict[str, Any], str, Warned]:
    """What ``--json`` says of a file that is right, the same in short, and what is to be warned of."""
    if file.endswith(".toml"):
        return _checked_scene(file)
    program = load_file(file)
    count = _counted(len(program.instructions), "instruction")
    return describe(program), f"{program.profile.header}, {count}", first_reads(program)


def _checked_scene(file: str) -> tuple[dict[str, Any], str, Warned]:
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
    warned = tuple(row for _, program in sorted(scene.programs.items()) for row in first_reads(program))
    return facts, f"scene of {', '.join(_counted(*each) for each in counts)}", warned


def load_file(file: str) -> Program:
    """The program in a file, or on standard input for ``-``; a scene is none, whatever is in it."""
    if file.endswith(".toml") and os.path.isfile(file):
        raise InputError(
            f"{named(file)}: is no program; render, view, diff and check take scenes, spec "
            "takes conformance scripts"
        )
    if file != "-":
        return load(Path(file))
    if sys.stdin is None:
        raise InputError("<stdin>: standard input is closed; name a file")
    try:
        data = sys.stdin.buffer.read(FILE_LIMIT + 1)
    except OSError as error:
        raise InputError(f"<stdin>: cannot be read: {error.strerror}") from None
    if len(data) > FILE_LIMIT:
        raise InputError(f"<stdin>: a program has at most {FILE_LIMIT} bytes")
    return load(data, name="<stdin>")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
