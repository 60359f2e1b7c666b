"""``nvrender spec``: conformance scripts on the back ends there are."""

from __future__ import annotations

import sys

import click


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--backend", "backends", multiple=True, type=click.Choice(["oracle", "gpu"]), help="Default: both."
)
def command(files: tuple[str, ...], backends: tuple[str, ...]) -> None:
    """Run conformance scripts and list every case that fails. Exit status 1 if any does."""
    from pathlib import Path

    from nvrender.regression.spec import check, read

    total = failed = 0
    for file in files:
        for case in read(Path(file)):
            for backend in backends or ("oracle", "gpu"):
                total += 1
                failures = check(case, backend)
                failed += bool(failures)
                for failure in failures:
                    click.echo(f"{file}: {backend}: {failure}", err=True)
    click.echo(f"{total} cases run, {failed} failed")
    if failed:
        sys.exit(1)
