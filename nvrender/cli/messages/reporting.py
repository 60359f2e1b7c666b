"""Where the messages of a command that writes something else go, and in which form."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import click

from nvrender.cli.messages.diagnostics import Diagnostic, all_errors, diagnostic
from nvrender.cli.messages.formats import CONCISE, DOCUMENTS, FORMATS, FULL, LINES
from nvrender.cli.messages.selection import Selection, selection_options
from nvrender.cli.messages.terminal import json_text, show
from nvrender.languages.common.recovery import MOST
from nvrender.source import InternalError, NvrenderError, named

#: So many errors of a program people are shown, and as many warnings.
_SHOWN = 20


def format_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """``--output-format``, handed on as ``form``."""
    return click.option(
        "--output-format",
        "form",
        default=FULL,
        show_default=True,
        type=click.Choice(FORMATS),
        help="Messages with the line they are about, a line each, annotations of GitHub, or one JSON "
        "document.",
    )(command)


def shown(file: str, rows: Sequence[Diagnostic]) -> tuple[Sequence[Diagnostic], str]:
    """Errors or warnings of a program that people are shown, and a line for the rest, or ""."""
    rest = len(rows) - _SHOWN
    if rest <= 0:
        return rows, ""
    kind = rows[0].severity
    number = f"at least {rest}" if kind == "error" and len(rows) >= MOST else str(rest)
    return rows[:_SHOWN], f"{named(file)}: and {number} more {kind}{'s' * (rest != 1)}"


@dataclass
class Messages:
    """Messages on standard error, in a form, of the warnings those that are wanted."""

    form: str
    selection: Selection
    _found: list[Diagnostic] = field(default_factory=list)

    @property
    def for_people(self) -> bool:
        """True where summaries may stand between them."""
        return self.form in (FULL, CONCISE)

    def say(self, row: Diagnostic) -> None:
        """One message, at once or in the document at the end."""
        if self.form == FULL:
            show(row)
        elif self.form in LINES:
            click.echo(LINES[self.form](row), err=True)
        else:
            self._found.append(row)

    def say_all(self, file: str, rows: Sequence[Diagnostic]) -> None:
        """Errors, or warnings, of a program."""
        few, rest = shown(file, rows) if self.for_people else (rows, "")
        for row in few:
            self.say(row)
        if rest:
            click.echo(rest, err=True)

    @contextmanager
    def said(self) -> Iterator[None]:
        """Errors that end the block are messages, and exit status 1; a document is written behind it."""
        try:
            yield
        except InternalError:
            raise
        except NvrenderError as error:
            rows = [diagnostic(row) for row in all_errors(error)]
            self.say_all(rows[0].file, rows)
            self._write()
            sys.exit(1)
        except SystemExit:
            self._write()
            raise
        self._write()

    def _write(self) -> None:
        if self.form in DOCUMENTS:
            click.echo(json_text(DOCUMENTS[self.form](self._found)), err=True)


def message_options(command: Callable[..., None]) -> Callable[..., None]:
    """``--output-format``, ``--select`` and ``--ignore``, handed on as Messages, which errors are said by."""

    @wraps(command)
    def run(form: str, select: frozenset[str], ignore: frozenset[str], **given: Any) -> None:
        messages = Messages(form, Selection(select, ignore))
        with messages.said():
            command(messages=messages, **given)

    return format_option(selection_options(run))
