"""``nvrender port``: programs to GLSL, with a manifest of what each reads and writes."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from nvrender.check.load import load
from nvrender.cli.check import load_file
from nvrender.cli.describe import describe
from nvrender.cli.files import write_text
from nvrender.cli.progress import progress
from nvrender.glsl.targets import TARGETS
from nvrender.glsl.translate import Translation, translate
from nvrender.program import Program
from nvrender.source import InputError, NvrenderError, ProgramError

_SUFFIXES = {"vertex": ".vert.glsl", "feedback": ".vert.glsl", "compute": ".comp.glsl"}


@click.command()
@click.argument("source", metavar="FILE|DIR")
@click.option(
    "-o", "--output", help="File to write, or folder where DIR is given; standard output if absent."
)
@click.option("--target", default="glsl330", show_default=True, type=click.Choice(list(TARGETS)))
@click.option(
    "--interface",
    default="vertex",
    show_default=True,
    type=click.Choice(list(_SUFFIXES)),
    help="A shader of the pipeline, one for transform feedback, or a compute shader over arrays.",
)
@click.option(
    "--numerics",
    default="fast",
    show_default=True,
    type=click.Choice(["fast", "exact"]),
    help="Plain operators to read, or every special value the specification defines.",
)
def command(source: str, output: str | None, target: str, interface: str, numerics: str) -> None:
    """Translate one program, or every program in a folder, to GLSL.

    A folder is translated file by file into the same tree, with manifest.json naming each program's
    attributes, parameters and results. Exit status 1 if any program fails; the others are written.
    """
    options = {"target": target, "interface": interface, "numerics": numerics}
    if Path(source).is_dir():
        if output is None:
            raise click.UsageError("a folder needs -o FOLDER to write to")
        _port_folder(Path(source), Path(output), options)
        return
    program = load_file(source)
    translation = translate(program, target, interface=interface, numerics=numerics)
    if output is None:
        click.echo(translation.source, nl=False)
        return
    path = Path(output)
    write_text(path, translation.source)
    write_text(
        path.with_suffix(".json"), json.dumps(_entry(program, translation, source, path.name), indent=2)
    )
    click.echo(f"{path}")


def _port_folder(folder: Path, output: Path, options: dict[str, Any]) -> None:
    programs = list(_programs(folder))
    if not programs:
        raise InputError(f"{folder}: holds no programs (files that start with !!)")
    if output.exists() and not output.is_dir():
        raise InputError(f"{output}: is a file; name a folder to write to")
    entries: list[dict[str, Any]] = []
    failed = 0
    with progress("Translating") as update:
        for number, path in enumerate(programs):
            update(number, len(programs))
            entry = _port_one(path, folder, output, options)
            failed += "error" in entry
            entries.append(entry)
    write_text(output / "manifest.json", json.dumps({"options": options, "programs": entries}, indent=2))
    click.echo(f"{output}: {len(entries) - failed} of {len(entries)} programs translated")
    if failed:
        sys.exit(1)


def _port_one(path: Path, folder: Path, output: Path, options: dict[str, Any]) -> dict[str, Any]:
    relative = path.relative_to(folder)
    destination = output / relative.with_name(relative.name + _SUFFIXES[options["interface"]])
    try:
        program = load(path)
        translation = translate(program, **options)
    except NvrenderError as error:
        click.echo(f"{error}", err=True)
        details: dict[str, Any] = {"message": str(error).splitlines()[0]}
        if isinstance(error, ProgramError):
            details = {"message": error.message, "line": error.line, "column": error.column}
        return {"file": relative.as_posix(), "error": details}
    destination.parent.mkdir(parents=True, exist_ok=True)
    write_text(destination, translation.source)
    return _entry(program, translation, relative.as_posix(), destination.relative_to(output).as_posix())


def _programs(folder: Path) -> Iterator[Path]:
    """Files below ``folder`` whose first bytes are ``!!``, in name order."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with path.open("rb") as stream:
                if stream.read(2) == b"!!":
                    yield path


def _entry(program: Program, translation: Translation, file: str, output: str) -> dict[str, Any]:
    return {
        "file": file,
        "output": output,
        **describe(program),
        "glsl": {
            "target": translation.target,
            "attributes": [
                {"index": row.index, "name": row.name, "location": row.location}
                for row in translation.attributes
            ],
            "parameters": {
                "block": translation.parameters.block,
                "array": translation.parameters.array,
                "count": translation.parameters.count,
            },
            "results": [{"result": row.result, "name": row.name} for row in translation.results],
        },
    }
