"""What ``nvrender diff`` writes and says."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nvrender.cli.messages.terminal import echo_json
from nvrender.files import write_whole
from nvrender.source import named, printable

if TYPE_CHECKING:
    from PIL.Image import Image

    from nvrender.regression.report.model import Entry


@dataclass(frozen=True)
class Pair:
    """Two pictures, the second the reference: what they are for JSON, their names, more for a report."""

    facts: dict[str, Any]
    name: str
    pictures: tuple[Any, Any]
    labels: tuple[str, str]
    more: dict[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Output:
    """Where to write what was found of ``sources``: a picture, a report, JSON instead of text."""

    sources: tuple[str, ...]
    picture: str | None
    report: str | None
    as_json: bool

    def save(self, image: Callable[[], Image], entries: Callable[[], Sequence[Entry]]) -> None:
        """Write the picture and the report, where they are wanted."""
        if self.picture is not None:
            made = image()
            write_whole(Path(self.picture), lambda stream: made.save(stream, format="PNG"))
        if self.report is not None:
            from nvrender.regression.report.files import now, write_report
            from nvrender.regression.report.model import Report

            write_report(
                Report(
                    title=" and ".join(Path(source).name for source in self.sources),
                    made=now(),
                    entries=tuple(entries()),
                    command=shlex.join(["nvrender", "diff", *self.sources]),
                ),
                Path(self.report),
            )

    def say(self, data: Any, text: Sequence[str]) -> None:
        """On standard output: JSON, or lines and then the files written."""
        if self.as_json:
            echo_json(data)
            return
        for line in text:
            click.echo(printable(line))
        if self.picture is not None:
            click.echo(named(self.picture))
        if self.report is not None:
            click.echo(named(Path(self.report) / "report.html"))
