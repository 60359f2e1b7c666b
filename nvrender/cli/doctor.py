"""``nvrender doctor``: what OpenGL is here, what works, what to install."""

from __future__ import annotations

import json
import sys

import click

from nvrender.source import ContextError


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object to standard output.")
def command(as_json: bool) -> None:
    """Tell what OpenGL is here, what works on it and what to install. Exit status 1 if none is usable."""
    from nvrender.gpu.context import headless, information

    try:
        facts = information(headless())
    except ContextError as error:
        if as_json:
            click.echo(json.dumps({"ok": False, "error": str(error)}, indent=2))
        else:
            click.echo(f"{error}", err=True)
        sys.exit(1)
    if as_json:
        click.echo(json.dumps({"ok": True, **facts}, indent=2))
        return
    for name, value in facts.items():
        click.echo(f"{name:<24} {value}")
