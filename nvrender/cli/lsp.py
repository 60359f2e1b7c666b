"""``nvrender lsp``: the language server, for editors."""

from __future__ import annotations

import os
import sys

import click

from nvrender.cli.messages.terminal import echo_json
from nvrender.source import InputError


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Tell name and version, and serve nothing.")
def command(as_json: bool) -> None:
    """Serve the Language Server Protocol on standard input and output, for an editor that starts it.

    It needs the extra nvrender[lsp].
    """
    try:
        from nvrender.editors.server import server
    except ImportError as error:
        raise InputError(f"the language server needs pygls ({error}): pip install 'nvrender[lsp]'") from None
    made = server()
    if as_json:
        echo_json({"name": made.name, "version": made.version})
        return
    # The server closes what it writes to; standard output is closed by whoever started this process.
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        made.start_io(sys.stdin.buffer, answers)
