"""``nvrender playground``: a page in which programs are checked, translated and drawn."""

from __future__ import annotations

from pathlib import Path

import click

from nvrender.demos import demo_scenes
from nvrender.source import named


@click.command()
@click.argument("scenes", nargs=-1, metavar="[SCENE]…")
@click.option("-o", "--output", required=True, metavar="DIR", help="A new folder, or an older playground.")
@click.option(
    "--pyodide",
    metavar="DIR",
    help="A folder with Pyodide, which is fetched from the npm registry once if absent.",
)
def command(scenes: tuple[str, ...], output: str, pyodide: str | None) -> None:
    """Write a page in which nvrender runs: programs are checked as they are typed, translated, and drawn.

    It begins with programs of each SCENE, or else of the demo scenes. Browsers run it from a server alone,
    any that serves files.
    """
    from nvrender.web.playground.page import write_playground

    folder = Path(output)
    begin = [Path(scene) for scene in scenes] or list(demo_scenes().values())
    index = write_playground(folder, begin, None if pyodide is None else Path(pyodide))
    click.echo(f"{named(index)}; to see it: python3 -m http.server -d {named(folder)}")
