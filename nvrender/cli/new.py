"""``nvrender new``: the files of a first scene."""

from __future__ import annotations

from pathlib import Path

import click

from nvrender.cli.messages.terminal import echo_json
from nvrender.demos import TEMPLATE
from nvrender.files import check_folder, write_together
from nvrender.source import InputError, named


@click.command()
@click.argument("folder", metavar="DIR")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object naming the files made.")
def command(folder: str, as_json: bool) -> None:
    """Begin a scene in DIR: a scene file, a vertex and a fragment program, a texture, and what to try.

    The folder is made if need be; one that holds anything is refused.
    """
    place = Path(folder)
    check_folder(place)
    try:
        if place.is_dir() and any(place.iterdir()):
            raise InputError(f"{named(folder)}: is not empty; name a new folder")
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{named(folder)}: cannot be made: {error.strerror or error}") from None
    files = {place / file.name: file.read_bytes() for file in sorted(TEMPLATE.iterdir())}
    write_together(files)
    made = list(map(str, files))
    if as_json:
        echo_json({"files": made})
        return
    for name in made:
        click.echo(named(name))
    click.echo(f"Next: nvrender render {named(place / 'scene.toml')} -o {named(place / 'scene.png')}")
