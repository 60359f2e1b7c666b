"""``nvrender view``: a scene in a window, with its files read again when they change."""

from __future__ import annotations

from pathlib import Path

import click

from nvrender.cli.inputs.numerics import checked_size, numerics_option
from nvrender.cli.inputs.reading import Reading, reading_options, scene_reader
from nvrender.cli.messages.terminal import echo_json
from nvrender.source import InputError, named


@click.command()
@click.argument("scene", metavar="SCENE")
@click.option("--size", metavar="WxH", help="Pixels of the window; the scene's own size if absent.")
@click.option("--frame", type=click.IntRange(min=0), metavar="N", help="The frame to begin with.")
@click.option("--paused", is_flag=True, help="Begin with the poster frame, or --frame, and stay there.")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=Path(),
    metavar="FOLDER",
    help="Where pictures and recordings go; the current folder if absent.",
)
@click.option(
    "--record-as",
    "kind",
    default="gif",
    show_default=True,
    type=click.Choice(["gif", "mp4", "png"]),
    help="What V records: a GIF, an MP4 (pip install 'nvrender[video]'), or a folder of PNG files.",
)
@click.option("--panel", is_flag=True, help="Begin with the panel open (pip install 'nvrender[view]').")
@numerics_option
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object naming the files made.")
def command(
    scene: str,
    size: str | None,
    frame: int | None,
    paused: bool,
    output: Path,
    kind: str,
    panel: bool,
    numerics: str,
    as_json: bool,
    reading: Reading,
) -> None:
    """Show SCENE in a window and read its files again when they change; H shows the keys.

    The pictures and recordings made are named once the window is closed.
    """
    pixels = checked_size(size)
    if not output.is_dir():
        raise InputError(f"{named(output)}: there is no such folder; --output names one that exists")
    from nvrender.view.viewer import Options, view

    load = scene_reader(reading)
    made = view(Path(scene), Options(pixels, frame, not paused, numerics, output, kind, panel, load))
    if as_json:
        echo_json({"scene": scene, "files": [str(path) for path in made]})
        return
    for path in made:
        click.echo(f"{named(path)}")
