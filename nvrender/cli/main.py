"""The ``nvrender`` command: subcommands are imported when used; errors become one message."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from nvrender import __version__
from nvrender.source import NvrenderError

#: command → one line of help; each lives in the module of its name.
_COMMANDS = {
    "check": "Load programs and report what their specification forbids.",
    "port": "Translate a program, or a folder of them, to GLSL.",
    "run": "Run a vertex program over arrays.",
    "diff": "Compare GPU and oracle on a program or a scene's programs.",
    "trace": "Show every instruction one vertex executes.",
    "render": "Render a scene to PNG, a PNG sequence or GIF.",
    "spec": "Run conformance scripts on oracle and GPU.",
    "doctor": "Tell what OpenGL is here and what to install.",
}


class _Commands(click.Group):
    """Lists the commands without importing them and maps errors to messages and exit statuses."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"nvrender.cli.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def main(self, args: Sequence[str] | None = None, *_: Any, **__: Any) -> Any:
        try:
            super().main(args=args, prog_name="nvrender", standalone_mode=False)
        except click.exceptions.Exit as stop:
            sys.exit(stop.exit_code)
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except (click.Abort, KeyboardInterrupt):
            click.echo("nvrender: interrupted", err=True)
            sys.exit(130)
        except NvrenderError as error:
            click.echo(f"{error}", err=True)
            sys.exit(1)
        except BrokenPipeError:
            sys.stderr.close()
            sys.exit(1)
        except MemoryError:
            click.echo("nvrender: not enough memory for this", err=True)
            sys.exit(1)
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            click.echo(f"nvrender: {place}{error.strerror or error}", err=True)
            sys.exit(1)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="nvrender")
def main() -> None:
    """Runs, checks, translates and renders NVIDIA's and the ARB's assembly shading programs."""


if __name__ == "__main__":
    main()
