"""``nvrender farm``: another command, whose work many processes or machines do."""

from __future__ import annotations

import os
import sys
from importlib import import_module

import click

from nvrender.cli.commands import command_named
from nvrender.cli.farm.work import done_by
from nvrender.source import InputError

#: Commands whose work is tasks.
_COMMANDS = ("port", "diff", "gallery", "spec")
#: The fuzzers, which are no part of the package.
_FUZZ = "fuzz"


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="A running Dask scheduler, tcp://host:8786; this machine if absent.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 512),
    metavar="N",
    help="Processes on this machine.  [default: as many as there are processors]",
)
@click.argument("name", metavar="port|diff|gallery|spec|fuzz", type=click.Choice([*_COMMANDS, _FUZZ]))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED, metavar="…")
def command(scheduler: str | None, workers: int | None, name: str, arguments: tuple[str, ...]) -> None:
    """Run port, diff, gallery, spec or the fuzzers with their own arguments, the work done by a Dask cluster.

    What they write and say is what they do by themselves, whatever the number of workers, and if some are
    lost. Workers read and write the same folders as this process. The address of Dask's dashboard is told on
    standard error.
    """
    if scheduler and workers:
        raise click.UsageError("--workers are of this machine, --scheduler has its own")
    target = _target(name)
    from nvrender.cli.farm.cluster import farm

    with farm(scheduler, workers or os.cpu_count() or 1) as cluster, done_by(cluster):
        if cluster.dashboard:
            click.echo(f"dashboard: {cluster.dashboard}", err=True)
        status = target(list(arguments))
    if status:
        sys.exit(status)


def _target(name: str):  # type: ignore[no-untyped-def]
    if name == _FUZZ:
        sys.path.insert(0, os.getcwd())
        try:
            return import_module("tests.fuzz.__main__").main
        except ImportError:
            raise InputError("the fuzzers are in nvrender's source tree; run this there") from None
    found = command_named(name)
    return lambda arguments: found.main(arguments, prog_name=f"nvrender farm {name}", standalone_mode=False)
