"""``nvrender check``: load programs, report every load error with its place."""

from __future__ import annotations

import sys
from typing import Any

import click

from nvrender.check.load import load
from nvrender.cli.describe import describe
from nvrender.source import InputError, ProgramError


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON array to standard output.")
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Load each FILE (- for standard input) and report what its specification forbids.

    Exit status 1 if any program does not load.
    """
    reports = [_report(file) for file in files]
    if as_json:
        import json

        click.echo(json.dumps([{key: row[key] for key in row if key != "text"} for row in reports], indent=2))
    else:
        for row in reports:
            click.echo(row["text"], err=not row["ok"])
    if not all(row["ok"] for row in reports):
        sys.exit(1)


def _report(file: str) -> dict[str, Any]:
    try:
        program = load_file(file)
    except ProgramError as error:
        details = {
            "position": error.position,
            "line": error.line,
            "column": error.column,
            "message": error.message,
            "hint": error.hint,
            "section": error.section,
        }
        return {"file": file, "ok": False, "error": details, "text": str(error)}
    except InputError as error:
        return {"file": file, "ok": False, "error": {"message": str(error)}, "text": str(error)}
    summary = describe(program)
    count = len(program.instructions)
    text = f"{file}: ok, {program.profile.header}, {count} instruction{'s' * (count != 1)}"
    return {"file": file, "ok": True, **summary, "text": text}


def load_file(file: str) -> Any:
    """The program in a file, or on standard input for ``-``."""
    from pathlib import Path

    if file == "-":
        return load(sys.stdin.buffer.read(), name="<stdin>")
    return load(Path(file))
