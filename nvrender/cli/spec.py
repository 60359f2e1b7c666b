"""``nvrender spec``: conformance scripts on the back ends there are."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import click

from nvrender.cli.farm.options import part_options
from nvrender.cli.farm.work import Parts, Work
from nvrender.cli.messages.terminal import echo_json, progress
from nvrender.demos import conformance_scripts
from nvrender.source import InputError, named, printable


@dataclass(frozen=True)
class _Outcome:
    """What the cases of a script came to: how many, how many failed, each failure as data and as a line."""

    cases: int
    failed: int
    failures: list[dict[str, Any]]
    said: list[str]


@dataclass(frozen=True)
class _Run:
    """Runs the cases of a script on each back end."""

    backends: tuple[str, ...]

    def __call__(self, script: Path) -> _Outcome:
        from nvrender.regression.conformance.run import check
        from nvrender.regression.conformance.script import read

        failures: list[dict[str, Any]] = []
        said: list[str] = []
        ran = [(case, backend) for case in read(script) for backend in self.backends]
        failed = 0
        for case, backend in ran:
            found = check(case, backend)
            failed += bool(found)
            said += [f"{backend}: {row}" for row in found]
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
        return _Outcome(len(ran), failed, failures, said)


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE|DIR]…")
@click.option(
    "--backend",
    "backends",
    multiple=True,
    type=click.Choice(["oracle", "gpu", "compute", "feedback", "llvm"]),
    help="May be repeated; compute and feedback are the GPU's two ways.  [default: oracle and gpu]",
)
@part_options
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object to standard output.")
def command(files: tuple[str, ...], backends: tuple[str, ...], as_json: bool, parts: Parts) -> None:
    """Run conformance scripts and list every case that fails.

    A folder stands for every .toml file in it. Without one it is all those that come with the package, which
    takes minutes. Exit status 1 if any case fails.
    """
    scripts = _scripts(files)
    run = _Run(backends or ("oracle", "gpu"))
    work = Work("spec", scripts, [*map(str, scripts), *run.backends], run, _Outcome)
    with progress("Running scripts") as update:
        rows = parts.rows(work, update)
    if rows is None:
        return
    ran, failed = sum(row.cases for row in rows), sum(row.failed for row in rows)
    if not as_json:
        for line in chain.from_iterable(row.said for row in rows):
            click.echo(printable(line), err=True)
    if as_json:
        failures = [failure for row in rows for failure in row.failures]
        echo_json({"cases": ran, "failed": failed, "failures": failures})
    else:
        click.echo(f"{ran} cases run, {failed} failed")
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
