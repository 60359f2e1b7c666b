"""What ``nvrender port`` is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from nvrender.cli.farm.work import ALL, Parts
from nvrender.cli.inputs.reading import Reading
from nvrender.cli.messages.reporting import Messages
from nvrender.cli.port.options import Options


@dataclass(frozen=True)
class Request:
    """Files and folders to translate to ``targets``, none: for each program the first that can express it.

    ``output`` is the file or folder to write to, None: standard output. ``jobs`` are the processes, None: as
    many as there are processors. ``pair``: two files are a pair, of more those that have a name but for the
    suffix. ``parts`` are those of a farm or of ``--shard``.
    """

    sources: tuple[str, ...]
    output: str | None
    targets: tuple[str, ...]
    options: Options
    reading: Reading
    messages: Messages
    jobs: int | None = None
    as_json: bool = False
    pair: bool = False
    parts: Parts = ALL
