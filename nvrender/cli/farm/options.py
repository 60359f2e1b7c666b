"""``--shard`` and ``--merge`` of the commands whose work comes in parts."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from nvrender.cli.farm.work import Parts

_SHARD = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})")


def shard(text: str) -> tuple[int, int]:
    """Which part of how many; ValueError where the text says neither."""
    found = _SHARD.fullmatch(text)
    if found is None or int(found[1]) > int(found[2]):
        raise ValueError(f"{text!r} is no part; the second of eight is 2/8")
    return int(found[1]), int(found[2])


def _shard(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[int, int] | None:
    try:
        return None if value is None else shard(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def part_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command ``--shard`` and ``--merge``, handed on as ``parts``."""

    @wraps(command)
    def run(*args: Any, shard: tuple[int, int] | None, merge: tuple[Path, ...], **given: Any) -> None:
        if shard and merge:
            raise click.UsageError("--shard does a part, --merge joins what is done; give one of them")
        command(*args, parts=Parts(*(shard or (1, 0)), merge), **given)

    shard_option = click.option(
        "--shard",
        metavar="I/N",
        callback=_shard,
        help="Do the I-th of N parts of the work, and write what came of it to standard output for --merge.",
    )
    merge_option = click.option(
        "--merge",
        multiple=True,
        metavar="PART|DIR",
        type=click.Path(exists=True, path_type=Path),
        help="Join parts that --shard wrote, or all in a folder, with the same arguments; may be repeated.",
    )
    return shard_option(merge_option(run))
