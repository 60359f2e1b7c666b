"""``nvrender report``: what a report says, and the report with a button that approves."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import click

from nvrender.source import named, printable

_LARGEST_PORT = 65535


@click.command()
@click.argument("folder", metavar="DIR")
@click.option(
    "--serve", is_flag=True, help="Show it in a browser of this machine, to approve results, until Ctrl-C."
)
@click.option(
    "--port",
    type=click.IntRange(0, _LARGEST_PORT),
    default=0,
    show_default="a free one",
    help="Of --serve.",
)
@click.option(
    "--root", metavar="DIR", default=".", show_default=True, help="What paths of baselines begin at."
)
@click.option("--json", "as_json", is_flag=True, help="Write report.json to standard output.")
def command(folder: str, serve: bool, port: int, root: str, as_json: bool) -> None:
    """Tell what the report in DIR found; the exit status is 1 if a comparison failed.

    With --serve the report is shown at an address that this machine alone can reach, and has a button that
    makes a result the baseline.
    """
    from nvrender.regression.report.files import HTML, report_in, report_json
    from nvrender.regression.report.model import STATUSES

    directory = Path(folder)
    if serve:
        _serve(directory, Path(root), port)
        return
    report = report_in(directory)
    counts = Counter(entry.status for entry in report.entries)
    if as_json:
        click.echo(report_json(report), nl=False)
    else:
        for entry in sorted(report.entries, key=lambda entry: STATUSES.index(entry.status)):
            if entry.status != "passed":
                first = entry.message.partition("\n")[0]
                click.echo(printable(f"{entry.status}: {entry.name}" + (f": {first}" if first else "")))
        told = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
        click.echo(f"{named(directory / HTML)}: {told or 'nothing was compared'}")
    if counts["failed"] or counts["error"] or counts["missing"]:
        sys.exit(1)


def _serve(directory: Path, root: Path, port: int) -> None:
    from nvrender.regression.report.serving import ReportServer

    with ReportServer(directory, root, port) as server:
        click.echo(f"{server.address} shows {named(directory)}, until Ctrl-C")
        sys.stdout.flush()
        server.serve_forever()
