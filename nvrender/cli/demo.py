"""``nvrender demo``: the scenes that come with the package."""

from __future__ import annotations

import shutil
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import click

from nvrender.cli.messages.terminal import echo_json, show_error
from nvrender.demos import demo_scene, demo_scenes, documented_folders
from nvrender.files import check_folder, write_folder
from nvrender.source import InputError, NvrenderError, named

_WIDTH = 100


@click.command()
@click.argument("name", required=False, metavar="[NAME]")
@click.option("-o", "--output", metavar="FILE", help="As of render; NAME.png if absent. With --all a folder.")
@click.option("--size", metavar="WxH", help="Pixels; the scene's own size if absent.")
@click.option("--frames", metavar="N|FIRST:LAST", help="As of render.")
@click.option("--all", "every", is_flag=True, help="Render every scene into the folder that -o names.")
@click.option("--copy", metavar="DIR", help="Write the files that the documents name into DIR.")
@click.option("--path", "as_path", is_flag=True, help="Tell where the scene's file is, and render nothing.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object to standard output.")
@click.pass_context
def command(
    context: click.Context,
    name: str | None,
    output: str | None,
    size: str | None,
    frames: str | None,
    every: bool,
    copy: str | None,
    as_path: bool,
    as_json: bool,
) -> None:
    """Render the demo scene NAME, which comes with the package; without a name, list them all."""
    others = name or frames or as_path
    if every:
        if others or copy is not None or output is None:
            raise click.UsageError("--all takes no NAME, a folder by -o, and --size")
        _render_all(Path(output), size, as_json)
    elif copy is not None:
        if others or output or size:
            raise click.UsageError("--copy goes alone")
        _copy(Path(copy), as_json)
    elif name is None:
        if others or output or size:
            raise click.UsageError("name a scene; `nvrender demo` lists them")
        _list(as_json)
    elif as_path:
        path = str(demo_scene(name))
        if as_json:
            echo_json({"name": name, "path": path})
        else:
            click.echo(path)
    else:
        from nvrender.cli.render import command as render

        target = output or f"{name}.png"
        context.invoke(
            render, scene=str(demo_scene(name)), output=target, size=size, frames=frames, as_json=as_json
        )


def _copy(folder: Path, as_json: bool) -> None:
    """Scenes, programs and examples, whose paths below ``folder`` are those that the documents have."""
    found = documented_folders()
    for name in found:
        check_folder(folder / name)
        if (folder / name).exists():
            raise InputError(f"{named(folder / name)}: is there already; name another folder")
    unwanted = shutil.ignore_patterns("__pycache__")
    for name, there in found.items():
        write_folder(folder / name, partial(shutil.copytree, there, dirs_exist_ok=True, ignore=unwanted))
    written = [str(folder / name) for name in found]
    if as_json:
        echo_json({"folders": written})
    else:
        click.echo("\n".join(map(named, written)))


def _list(as_json: bool) -> None:
    scenes = [_facts(name, path) for name, path in demo_scenes().items()]
    if as_json:
        echo_json({"scenes": scenes})
        return
    formatter = click.HelpFormatter(width=_WIDTH)
    formatter.write_dl([(row["name"], f"{row['title']}. {row['description']}") for row in scenes])
    click.echo(formatter.getvalue(), nl=False)
    click.echo(
        "\nnvrender demo NAME renders one; nvrender view $(nvrender demo NAME --path) shows it in a window."
    )


def _facts(name: str, path: Path) -> dict[str, Any]:
    from nvrender.scene.load import parsed

    tables = parsed(path)
    words = {key: tables.get(key, "") for key in ("title", "description")}
    return {"name": name, "path": str(path), **words}


def _render_all(folder: Path, size: str | None, as_json: bool) -> None:
    """A line for each scene with its number, then what there is and what to do next."""
    from nvrender.cli.inputs.numerics import checked_size
    from nvrender.cli.render import usable_backend
    from nvrender.picture_files import save_picture
    from nvrender.render import render

    pixels = checked_size(size)
    check_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    backend = usable_backend()
    scenes = demo_scenes()
    started = time.monotonic()
    drawn: list[str] = []
    failed: list[str] = []
    for number, (name, path) in enumerate(scenes.items(), 1):
        target = folder / f"{name}.png"
        try:
            save_picture(render(path, pixels, backend=backend)[:, :, :3], target)
        except NvrenderError as error:
            failed.append(name)
            show_error(error)
            continue
        drawn.append(str(target))
        if not as_json:
            click.echo(f"{number} of {len(scenes)}  {named(target)}")
    if as_json:
        echo_json({"files": drawn, "failed": failed})
    else:
        seconds = time.monotonic() - started
        click.echo(f"{len(drawn)} of {len(scenes)} scenes drawn in {seconds:.0f} s: {named(folder)}")
        click.echo(
            "Next: nvrender demo lake -o lake.gif --size 320x180, or nvrender new my-scene for your own."
        )
    if failed:
        sys.exit(1)
