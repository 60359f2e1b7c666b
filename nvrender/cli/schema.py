"""``nvrender schema``: what editors check and colour files by."""

from __future__ import annotations

from pathlib import Path

import click

from nvrender.cli.messages.terminal import echo_json
from nvrender.files import write_text
from nvrender.source import named


@click.command()
@click.argument("kind", type=click.Choice(["scene", "messages", "textmate"]))
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="OUT", help="A file to write.")
@click.option("--json", "as_json", is_flag=True, help="Name the file as JSON; what is in it is JSON anyway.")
def command(kind: str, output: Path | None, as_json: bool) -> None:
    """Write the JSON Schema of scene files or of messages as JSON, or the TextMate grammar of programs.

    A scene names its schema in its first line, for editors: #:schema scene.schema.json.
    """
    if kind == "scene":
        from nvrender.editors.schema import scene_schema as text
    elif kind == "messages":
        from nvrender.cli.messages.schema import messages_schema as text
    else:
        from nvrender.editors.textmate import textmate_text as text
    if output is None:
        click.echo(text(), nl=False)
        return
    write_text(output, text())
    if as_json:
        echo_json({"file": str(output)})
    else:
        click.echo(named(output))
