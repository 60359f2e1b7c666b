"""``nvrender fmt``: programs laid out anew, their comments kept."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from nvrender.cli.inputs.folders import programs_below
from nvrender.cli.messages.diagnostics import all_errors, diagnostic, error_data
from nvrender.cli.messages.reporting import shown
from nvrender.cli.messages.terminal import echo_json, show
from nvrender.files import write_bytes
from nvrender.languages.layout.layout import formatted
from nvrender.languages.load import load
from nvrender.source import InputError, NvrenderError, Source, named
from nvrender.sources.files import read_file, read_standard_input
from nvrender.sources.programs import programs


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE|DIR…")
@click.option("--check", is_flag=True, help="Write nothing; exit status 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON array, an object for each file.")
def command(files: tuple[str, ...], check: bool, diff: bool, as_json: bool) -> None:
    """Lay each FILE out anew, in place; of a folder all programs below it. - goes to standard output.

    A statement is a line; blocks are indented; blanks stand where the language's specification puts them.
    Comments stay, and the program stays the same. A file that does not load is reported and left alone.
    """
    rows = [_formatted(file) for file in _listed(files)]
    for row in rows:
        if row.error is not None and not as_json:
            few, rest = shown(row.file, [*map(diagnostic, all_errors(row.error))])
            for error in few:
                show(error)
            if rest:
                click.echo(rest, err=True)
        if diff and not as_json:
            click.echo("".join(row.difference()), nl=False)
        if check or diff:
            continue
        if row.file == "-" and row.error is None and not as_json:
            click.echo(row.after, nl=False)
        elif row.changed and row.file != "-":
            write_bytes(Path(row.file), row.after)
    if as_json:
        echo_json([row.data for row in rows])
    elif rows[0].file != "-" and not diff:
        _tell(rows, check)
    if any(row.error is not None or (check and row.changed) for row in rows):
        sys.exit(1)


@dataclass(frozen=True)
class _Row:
    """A file before and after, or why it was left alone."""

    file: str
    before: bytes = b""
    after: bytes = b""
    error: NvrenderError | None = None

    @property
    def changed(self) -> bool:
        return self.before != self.after

    @property
    def data(self) -> dict[str, object]:
        """As JSON has it; what goes to standard output otherwise is ``text``."""
        if self.error is not None:
            return {"file": self.file, "error": error_data(self.error)}
        text = {"text": self.after.decode("latin-1")} if self.file == "-" else {}
        return {"file": self.file, "changed": self.changed, **text}

    def difference(self) -> Iterator[str]:
        """The lines of a unified diff."""
        before, after = (
            text.decode("latin-1").splitlines(keepends=True) for text in (self.before, self.after)
        )
        name = named(self.file)
        for line in difflib.unified_diff(before, after, name, name):
            yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _listed(files: Sequence[str]) -> Iterator[str]:
    if "-" in files and len(files) > 1:
        raise click.UsageError("- goes alone")
    for file in files:
        if not os.path.isdir(file):
            yield file
            continue
        found = programs_below(Path(file)).programs
        if not found:
            raise InputError(f"{named(file)}: holds no programs (files that begin with !!)")
        yield from map(str, found)


def _formatted(file: str) -> _Row:
    try:
        source = read_standard_input() if file == "-" else read_file(Path(file))
        return _Row(file, source.data, _text(source))
    except NvrenderError as error:
        return _Row(file, error=error)


def _text(source: Source) -> bytes:
    """The text with every program in it laid out."""
    found = programs(source)
    if len(found) == 1:
        return formatted(load(source)).encode("latin-1")
    text, end = b"", 0
    for part in found:
        begin = part.pieces[0].at
        after = formatted(load(part)).encode("latin-1").rstrip(b"\r\n")
        text += source.data[end:begin] + after
        end = begin + len(part.data)
    return text + source.data[end:]


def _tell(rows: Sequence[_Row], check: bool) -> None:
    """A line for each file that changes, and how many there are."""
    changed = [row for row in rows if row.changed]
    for row in changed:
        click.echo(f"{named(row.file)}: {'would be formatted' if check else 'formatted'}")
    if len(rows) > 1 or not changed:
        same = sum(row.error is None for row in rows) - len(changed)
        files, are = ("files", "file")[len(rows) == 1], ("are", "is")[1 in (same, len(rows))]
        click.echo(f"{same} of {len(rows)} {files} {are} as formatted")
