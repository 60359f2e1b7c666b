"""What reaches the terminal: error messages, JSON, progress bars."""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

from nvrender.cli.messages.diagnostics import Diagnostic, diagnostic
from nvrender.source import NvrenderError, printable

_QUIET_SECONDS = 1.0


def prepare_streams() -> None:
    """Let names that are no UTF-8 pass through, and never fail on what a terminal cannot show.

    A stream that the caller closed stays closed: what is read from it is an InputError, what is written to
    standard output an OSError (EBADF), and messages are lost.
    """
    for number, mode in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:  # else the next file to be opened were this stream
            os.set_inheritable(os.open(os.devnull, mode), True)
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            encoding = (stream.encoding or "").lower().replace("-", "")
            stream.reconfigure(errors="surrogateescape" if encoding == "utf8" else "backslashreplace")


def abandon_output() -> None:
    """After a broken pipe or a full disk nothing more is written to standard output, not even at exit."""
    with suppress(OSError, ValueError):  # a stream without a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def show_error(error: NvrenderError) -> None:
    """The message on standard error, in colours on a terminal."""
    show(diagnostic(error))


def show(found: Diagnostic) -> None:
    """The same of an error that is data already."""
    click.echo(_styled(found), err=True, color=False if os.environ.get("NO_COLOR") else None)


def show_failure(message: str) -> None:
    """One line on standard error, after the command's name."""
    click.echo(printable(f"nvrender: {message}"), err=True)


def echo_json(data: Any) -> None:
    """``data`` as JSON on standard output."""
    click.echo(json_text(data))


def json_text(data: Any) -> str:
    """``data`` as JSON; numbers JSON lacks are "NaN", "Infinity" and "-Infinity"."""
    import json

    return json.dumps(_finite(data), indent=2, allow_nan=False)


def echo_numbers(arrays: dict[str, list[Any]]) -> None:
    """As echo_json, one line: nested lists of many numbers. Complex ones are pairs, others bytes."""
    import json

    click.echo(json.dumps(_finite(arrays), allow_nan=False))


@contextmanager
def progress(description: str) -> Iterator[Callable[[int, int | None], None]]:
    """Yields ``update(done, total)``; on a terminal a bar appears on standard error after a second.

    Where the total is None, what is done is a number.
    """
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    started = time.monotonic()
    bar = None
    task = None
    plain = description

    def update(done: int, total: int | None) -> None:
        nonlocal bar, task, plain
        if bar is None and (total is None or done < total) and time.monotonic() - started > _QUIET_SECONDS:
            from rich.console import Console
            from rich.markup import escape
            from rich.progress import Progress

            bar = Progress(console=Console(stderr=True), transient=True)
            bar.start()
            plain = escape(description)
            task = bar.add_task(plain, total=total)
        if bar is not None and task is not None:
            said = plain if total is not None else f"{plain}: {done}"
            bar.update(task, completed=done, total=total, description=said)

    try:
        yield update
    finally:
        if bar is not None:
            bar.stop()


def _styled(found: Diagnostic) -> str:
    position = f"{found.place}:"
    if not found.text.startswith(position):
        return found.text
    first, *rest = found.text.splitlines()
    styled = [click.style(position, bold=True) + click.style(first[len(position) :], fg="red", bold=True)]
    if found.column and len(rest) > 1:
        line, caret, *rest = rest
        styled += [line, click.style(caret, fg="red")]
    return "\n".join([*styled, *(click.style(text, fg="cyan") for text in rest)])


def _finite(data: Any) -> Any:
    if isinstance(data, float):
        if math.isfinite(data):
            return data
        return "NaN" if math.isnan(data) else "Infinity" if data > 0 else "-Infinity"
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_finite(value) for value in data]
    if isinstance(data, complex):
        return [_finite(data.real), _finite(data.imag)]
    return list(data) if isinstance(data, bytes) else data
