"""``nvrender spec``: conformance scripts on the back ends there are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from nvrender.cli.messages.terminal import echo_json, progress
from nvrender.demos import conformance_scripts
from nvrender.source import InputError, named, printable


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE|DIR]…")
@click.option(
    "--backend",
    "backends",
    multiple=True,
    type=click.Choice(["oracle", "gpu", "compute", "feedback", "llvm"]),
    help="May be repeated; compute and feedback are the GPU's two ways.  [default: oracle and gpu]",
)
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object to standard output.")
def command(files: tuple[str, ...], backends: tuple[str, ...], as_json: bool) -> None:
    """Run conformance scripts and list every case that fails.

    A folder stands for every .toml file in it. Without one it is all those that come with the package, which
    takes minutes. Exit status 1 if any case fails.
    """
    from nvrender.regression.conformance.run import check
    from nvrender.regression.conformance.script import read

    cases = [case for file in _scripts(files) for case in read(file)]
    wanted = [(case, backend) for case in cases for backend in backends or ("oracle", "gpu")]
    failures: list[dict[str, Any]] = []
    failed = 0
    with progress("Running cases") as update:
        for number, (case, backend) in enumerate(wanted):
            found = check(case, backend)
            failed += bool(found)
            failures += [
                {
                    "file": row.case.path,
                    "case": row.case.name,
                    "section": row.case.section,
                    "backend": backend,
                    "row": row.row,
                    "message": row.message,
                }
                for row in found
            ]
            if not as_json:
                for row in found:
                    click.echo(printable(f"{backend}: {row}"), err=True)
            update(number + 1, len(wanted))
    if as_json:
        echo_json({"cases": len(wanted), "failed": failed, "failures": failures})
    else:
        click.echo(f"{len(wanted)} cases run, {failed} failed")
    if failed:
        sys.exit(1)


def _scripts(files: tuple[str, ...]) -> list[Path]:
    scripts: list[Path] = []
    for file in files or (str(conformance_scripts()),):
        path = Path(file)
        found = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not found:
            raise InputError(f"{named(file)}: holds no conformance scripts (.toml files)")
        scripts += found
    return scripts
