"""``nvrender render``: a scene to PNG, a PNG sequence or GIF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nvrender.cli.files import write_whole
from nvrender.cli.progress import progress
from nvrender.source import InputError

if TYPE_CHECKING:
    from nvrender.scene.model import Scene


@click.command()
@click.argument("scene", metavar="SCENE")
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="A .png; frame####.png, one # a digit, for a sequence; or a .gif for an animation.",
)
@click.option("--size", metavar="WxH", help="Pixels; the scene's own size if absent.")
@click.option("--frames", metavar="N|FIRST:LAST", help="One frame, or a range (last not included).")
@click.option("--backend", default="gpu", show_default=True, type=click.Choice(["gpu", "oracle"]))
@click.option("--numerics", default="exact", show_default=True, type=click.Choice(["exact", "fast"]))
def command(
    scene: str, output: str, size: str | None, frames: str | None, backend: str, numerics: str
) -> None:
    """Render SCENE without a window."""
    from nvrender.render import frames as render_frames
    from nvrender.scene.load import load_scene

    loaded = load_scene(Path(scene))
    path = Path(output)
    animated = path.suffix.lower() == ".gif" or "#" in path.name
    if path.suffix.lower() not in (".png", ".gif"):
        raise click.UsageError(f"{output}: the name must end in .png or .gif")
    wanted = _frames(frames, loaded, animated)
    if not animated and len(wanted) != 1:
        raise click.UsageError("several frames need a .gif, or a name such as frame####.png")
    options: dict[str, Any] = {"backend": backend, "numerics": numerics}
    pictures = []
    with progress(f"Rendering {scene}") as update:
        for number, picture in enumerate(render_frames(loaded, _size(size), wanted, **options)):
            update(number, len(wanted))
            if "#" in path.name:
                numbered = path.with_name(_numbered(path.name, wanted[number]))
                _save(numbered, picture)
                click.echo(f"{numbered}")
            else:
                pictures.append(picture)
    if path.suffix.lower() == ".gif":
        _save_gif(path, pictures, loaded.animation.fps)
    elif pictures:
        _save(path, pictures[0])
    if pictures:
        click.echo(f"{path}")


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    width, by, height = text.lower().partition("x")
    if not by or not width.isdecimal() or not height.isdecimal() or not int(width) * int(height):
        raise click.BadParameter(f"{text!r} is not WxH, such as 1280x720", param_hint="--size")
    return int(width), int(height)


def _frames(text: str | None, scene: Scene, animated: bool) -> list[int]:
    if text is None:
        return list(range(scene.animation.frames)) if animated else [scene.animation.poster]
    first, colon, last = text.partition(":")
    try:
        start = int(first or 0)
        wanted = list(range(start, int(last or scene.animation.frames) if colon else start + 1))
    except ValueError:
        raise click.BadParameter(f"{text!r} is not N or FIRST:LAST", param_hint="--frames") from None
    if not wanted or wanted[0] < 0:
        raise InputError(f"--frames {text}: names no frame")
    return wanted


def _numbered(name: str, number: int) -> str:
    digits = name.count("#")
    return name.replace("#" * digits, str(number).zfill(digits))


def _save(path: Path, picture: Any) -> None:
    from PIL import Image

    image = Image.fromarray(picture[:, :, :3])
    write_whole(path, lambda stream: image.save(stream, format="PNG"))


def _save_gif(path: Path, pictures: list[Any], fps: float) -> None:
    from PIL import Image

    images = [Image.fromarray(picture[:, :, :3]) for picture in pictures]
    write_whole(
        path,
        lambda stream: images[0].save(
            stream,
            format="GIF",
            save_all=True,
            append_images=images[1:],
            duration=round(1000 / fps),
            loop=0,
        ),
    )
