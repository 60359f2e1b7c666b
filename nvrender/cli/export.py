"""``nvrender export``: a scene as a WebGL 2 page that animates."""

from __future__ import annotations

from pathlib import Path

import click

from nvrender.cli.inputs.numerics import checked_size
from nvrender.cli.messages.terminal import progress
from nvrender.cli.render import frames_of
from nvrender.source import named


@click.command()
@click.argument("scene", metavar="SCENE")
@click.option("-o", "--output", required=True, metavar="DIR", help="A new folder, or an older page.")
@click.option("--size", metavar="WxH", help="Pixels; the scene's own size if absent.")
@click.option(
    "--frames", metavar="N|FIRST:LAST", help="One frame, or a range without its last; all frames if absent."
)
def command(scene: str, output: str, size: str | None, frames: str | None) -> None:
    """Write SCENE as a page that animates in any browser with WebGL 2, by double click, without a server.

    Its programs are GLSL ES 3.00, what they are given is computed for each frame. A scene that needs what
    WebGL 2 has not, such as geometry or compute programs, is an error that names it.
    """
    from nvrender.scene.load import load_scene
    from nvrender.web.export.page import export

    pixels = checked_size(size)
    loaded = load_scene(Path(scene))
    wanted = frames_of(frames, loaded, several=True)
    with progress(f"Exporting {named(scene)}") as update:
        index = export(loaded, Path(output), pixels or loaded.size, wanted, update)
    click.echo(named(index))
