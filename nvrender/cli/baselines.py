"""``nvrender baselines``: those there are, those nobody asks for, and results that become some."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nvrender.cli.messages.terminal import echo_json
from nvrender.source import InputError, named

if TYPE_CHECKING:
    from nvrender.regression.report.model import Entry

_ROOT = click.option(
    "--root", metavar="DIR", default=".", show_default=True, help="What paths of the report begin at."
)
_JSON = click.option("--json", "as_json", is_flag=True, help="Write one JSON object to standard output.")


@click.group()
def command() -> None:
    """List baselines of tests, remove those that no test asks for, and approve results of a report."""


@command.command("list")
@click.argument("folder", metavar="[DIR]", default=".")
@_JSON
def list_command(folder: str, as_json: bool) -> None:
    """Tell of every baseline below DIR what it is, who drew it and how large its file is."""
    from nvrender.regression.baselines.listing import baselines_below

    rows = [row.as_data() for row in baselines_below(Path(folder))]
    if as_json:
        echo_json({"baselines": rows})
    else:
        for row in rows:
            who = row["problem"] or ", ".join(
                filter(None, (row["renderer"] or "any renderer", row["processor"]))
            )
            click.echo(f"{named(row['path'])}: {row['what']}{who}, {_size(row['bytes'])}")
        total = sum(row["bytes"] for row in rows)
        click.echo(f"{len(rows)} baseline{'s' * (len(rows) != 1)}, {_size(total)}")
    if any(row["problem"] for row in rows):
        sys.exit(1)


@command.command()
@click.argument("report", metavar="REPORT")
@click.option("--dry-run", is_flag=True, help="Only tell what would go.")
@_ROOT
@_JSON
def prune(report: str, dry_run: bool, root: str, as_json: bool) -> None:
    """Remove the baselines that no test of a whole run asked for, as the report in the folder REPORT says."""
    from nvrender.regression.baselines.approval import baseline_place, remove
    from nvrender.regression.report.files import report_in

    unused = [entry.name for entry in report_in(Path(report)).entries if entry.status == "unused"]
    for name in unused:
        baseline_place(Path(root), name)
    gone = [(baseline_place if dry_run else remove)(Path(root), name) for name in unused]
    _tell(gone, "would be removed" if dry_run else "removed", as_json)


@command.command()
@click.argument("report", metavar="REPORT")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@_ROOT
@_JSON
def approve(report: str, names: tuple[str, ...], root: str, as_json: bool) -> None:
    """Make results that the report in the folder REPORT holds the baselines, all or those of the tests named.

    Nothing is drawn: the results are those of the run that made the report, on a build server for one.
    """
    from nvrender.regression.baselines.approval import approve as approve_one
    from nvrender.regression.report.files import report_in

    entries = {entry.name: entry for entry in report_in(Path(report)).entries if entry.approval is not None}
    chosen = [_named(entries, name) for name in names] if names else list(entries.values())
    _tell([approve_one(Path(report), entry, Path(root)) for entry in chosen], "approved", as_json)


def _named(entries: dict[str, Entry], name: str) -> Entry:
    if name in entries:
        return entries[name]
    near = get_close_matches(name, entries, 1)
    there = f"did you mean {named(near[0])}?" if near else f"it has {len(entries)} results to approve"
    raise InputError(f"the report has no result of {named(name)}; {there}")


def _tell(paths: list[Path], what: str, as_json: bool) -> None:
    if as_json:
        facts: dict[str, Any] = {what.replace(" ", "_"): [str(path) for path in paths]}
        echo_json(facts)
        return
    for path in paths:
        click.echo(f"{named(path)}: {what}")
    if not paths:
        click.echo(f"nothing {what}")


def _size(count: int) -> str:
    return f"{count} bytes" if count < 10_000 else f"{count / 1024:,.0f} KiB"
