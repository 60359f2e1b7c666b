"""``nvrender cache``: the translations that are kept between runs."""

from __future__ import annotations

import click

from nvrender.cache import MOST, OFF, VARIABLE, Cache, cache
from nvrender.cli.messages.terminal import echo_json
from nvrender.source import named


@click.command()
@click.argument("action", type=click.Choice(["show", "clear"]), default="show")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object to standard output.")
def command(action: str, as_json: bool) -> None:
    """Show where translations are kept and how many, or clear them.

    Programs that the GPU runs are translated once for all runs. NVRENDER_CACHE names another folder, or is
    off.
    """
    kept = cache()
    if kept is None:
        if as_json:
            echo_json({"folder": None, "entries": 0, "bytes": 0})
        else:
            click.echo(f"off: {VARIABLE} is {OFF}")
        return
    if action == "clear":
        kept.clear()
    _tell(kept, as_json=as_json)


def _tell(kept: Cache, *, as_json: bool) -> None:
    entries, size = kept.usage()
    if as_json:
        echo_json({"folder": str(kept.folder), "entries": entries, "bytes": size})
        return
    click.echo(f"folder   {named(str(kept.folder))}")
    click.echo(f"entries  {entries}")
    click.echo(f"size     {size / 2**20:.1f} of {MOST >> 20} MiB")
