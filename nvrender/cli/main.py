"""The ``nvrender`` command: subcommands are imported when used; errors become one message."""

from __future__ import annotations

import atexit
import gc
import io
import re
import signal
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from errno import EBADF
from typing import Any

import click

from nvrender.cli.commands import COMMANDS, command_named
from nvrender.cli.messages.terminal import abandon_output, prepare_streams, show_error, show_failure
from nvrender.source import (
    InternalError,
    LongCallWarning,
    LoopsEndedWarning,
    NvrenderError,
    named,
    printable,
)

# What is left when a process ends need not be searched for cycles: a folder's translations take as long
# to look through as a twentieth of them took to make.
atexit.register(gc.freeze)

#: An empty word, which would be the current folder, or an option's.
_EMPTY = re.compile("(--[a-z-]+=)?")
_INTERRUPTED = 130
#: New objects after which cycles are looked for.
_COLLECTED = 50_000
_TERMINATED = 143


class _Commands(click.Group):
    """Lists the commands without importing them and maps errors to messages and exit statuses."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return command_named(name) if name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(f"there is no command {args[0]!r}{_nearest(args[0])}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if empty := [arg for arg in args if _EMPTY.fullmatch(arg)]:
            raise click.UsageError(f"the argument {empty[0]!r} names nothing", ctx)
        return super().parse_args(ctx, args)

    def main(self, args: Sequence[str] | None = None, *_: Any, **__: Any) -> Any:
        sys.exit(self._status(args))

    def _status(self, args: Sequence[str] | None) -> int:
        prepare_streams()
        try:
            with _terminated_cleanly(), _warnings_shown(), collected_rarely():
                return self._run(args)
        except (click.Abort, KeyboardInterrupt):
            show_failure("interrupted")
            return _INTERRUPTED

    def _run(self, args: Sequence[str] | None) -> int:
        try:
            try:
                status = super().main(args=args, prog_name="nvrender", standalone_mode=False)
            except SystemExit as stop:  # what it wrote is written before it exits, or is an error too
                status = stop.code
            sys.stdout.flush()
            return status if isinstance(status, int) else 0
        except click.exceptions.Exit as stop:
            return stop.exit_code
        except click.ClickException as error:
            said = io.StringIO()
            error.show(said)
            click.echo(printable(said.getvalue()), err=True, nl=False)
            return error.exit_code
        except InternalError as error:
            show_failure(f"this is a mistake in nvrender, please report it: {error}")
        except NvrenderError as error:
            show_error(error)
        except BrokenPipeError:
            abandon_output()
        except MemoryError:
            show_failure("not enough memory for this")
        except OSError as error:
            place = f"{named(error.filename)}: " if error.filename else ""
            closed = error.errno == EBADF and not error.filename
            show_failure("standard output is closed" if closed else f"{place}{error.strerror or error}")
            if not error.filename:
                abandon_output()
        return 1


@contextmanager
def _terminated_cleanly() -> Iterator[None]:
    """SIGTERM unwinds as Ctrl-C does, so that temporary files go."""

    def stop(*_: object) -> None:
        sys.exit(_TERMINATED)

    try:
        before = signal.signal(signal.SIGTERM, stop)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def collected_rarely() -> Iterator[None]:
    """Cycles of objects are looked for every 50,000 objects: translating makes many, few of them in cycles.

    As often as Python does by itself, that takes a fifth of the time.
    """
    before = gc.get_threshold()
    gc.set_threshold(_COLLECTED)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def _warnings_shown() -> Iterator[None]:
    """What nvrender warns of is one line each, once."""
    with warnings.catch_warnings():
        shown = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *rest: Any, **more: Any) -> None:
            if issubclass(category, (LongCallWarning, LoopsEndedWarning)):
                show_failure(f"warning: {message}")
            else:
                shown(message, category, *rest, **more)

        for category in (LongCallWarning, LoopsEndedWarning):
            warnings.simplefilter("once", category)
        warnings.showwarning = show
        yield


def _nearest(name: str) -> str:
    from difflib import get_close_matches

    found = get_close_matches(name, COMMANDS, 1)
    return f"; did you mean {found[0]!r}?" if found else f"; there are {', '.join(COMMANDS)}"


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="nvrender", prog_name="nvrender")
def main() -> None:
    """Runs, checks, translates and renders NVIDIA's and the ARB's assembly shading programs."""


if __name__ == "__main__":
    main()
