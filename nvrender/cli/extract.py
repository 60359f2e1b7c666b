"""``nvrender extract``: the programs in string literals, as a list or as files."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from nvrender.cli.inputs.folders import programs_below
from nvrender.cli.inputs.reading import BY_NAME, Reading, extract_as_option, nothing_in
from nvrender.cli.messages.terminal import echo_json, show_error
from nvrender.files import check_folder, write_bytes
from nvrender.source import InputError, NvrenderError, Source, named
from nvrender.sources.digests import text_sha256
from nvrender.sources.programs import HEADER


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE|DIR…")
@click.option("-o", "--output", metavar="DIR", help="Write each program to a file of this folder.")
@extract_as_option
@click.option("--json", "as_json", is_flag=True, help="Write one JSON array to standard output.")
def command(files: tuple[str, ...], output: str | None, language: str | None, as_json: bool) -> None:
    """List or write the programs in the string literals of C, C++, Lua, Python and JSON, or in any file.

    Each is named by what it is assigned to, file.c#light_vp, or by its line, file.c#line120; every command
    takes it by that name. Its SHA-256 is that of what the compiler of the language makes of it. Exit status 1
    where its literals do not tell a program whole; the others are written.
    """
    reading = Reading(literals=language or BY_NAME)
    if output is not None:
        check_folder(Path(output))
    failed = False
    holding = set[str]()
    reports: list[dict[str, Any]] = []
    for file, name, asked in (row for each in files for row in _listed(each, reading.literals)):
        try:
            sources = [source for source in reading.sources_of(file) if source.pieces]
            if not sources and file == asked:
                raise InputError(f"{named(file)}: {nothing_in(reading.literals, 'it')}")
            holding |= {asked} if sources else set()
        except NvrenderError as error:
            show_error(error)
            failed = True
            continue
        for source in sources:
            for fault in source.faults:
                show_error(fault)
            failed = failed or bool(source.faults)
            if not source.faults:
                reports.append(_report(source, None if output is None else Path(output, name)))
                if not as_json:
                    click.echo("  ".join(str(reports[-1][key]) for key in ("sha256", "file", "header")))
    for folder in dict.fromkeys(files):
        if os.path.isdir(folder) and folder not in holding and not failed:
            show_error(InputError(f"{named(folder)}: {nothing_in(reading.literals, 'its files')}"))
            failed = True
    if as_json:
        echo_json(reports)
    if failed:
        sys.exit(1)


def _listed(file: str, literals: str) -> list[tuple[str, str, str]]:
    """Files, with the paths below OUT of what they hold, and what was asked for."""
    if not os.path.isdir(file):
        return [(file, "stdin" if file == "-" else os.path.basename(file).partition("#")[0], file)]
    found = programs_below(Path(file), literals)
    paths = [*found.programs, *(path for path, _ in found.errors)]
    if not paths:
        raise InputError(f"{named(file)}: holds no programs")
    return [(str(path), os.path.relpath(path, file), file) for path in paths]


def _report(source: Source, output: Path | None) -> dict[str, Any]:
    """What is said of a program, which is written if asked for."""
    header = HEADER.search(source.data)
    facts: dict[str, Any] = {
        "file": source.name,
        "line": source.line_and_column(0)[0],
        "header": header[0].decode() if header else "",
        "sha256": text_sha256(source.data),
    }
    if output is not None:
        path = output.with_name(f"{output.name}.{source.name.rpartition('#')[2]}")
        write_bytes(path, source.data)
        facts["output"] = str(path)
    return facts
