"""``nvrender render``: a scene to PNG, a PNG sequence or GIF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nvrender.cli.numerics import checked_size, numerics_option
from nvrender.cli.terminal import echo_json, progress, show_failure
from nvrender.files import check_output, write_whole
from nvrender.source import named

if TYPE_CHECKING:
    from PIL.Image import Image

    from nvrender.scene.model import Scene

_DIGITS = re.compile(r"#+")


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
@click.option(
    "--frames",
    metavar="N|FIRST:LAST",
    help="One frame, or a range without its last; the scene's poster frame, or all frames for a sequence "
    "or GIF, if absent.",
)
@click.option(
    "--backend",
    type=click.Choice(["gpu", "oracle"]),
    help="What draws; the GPU, or the oracle on the CPU where there is no OpenGL, if absent.",
)
@numerics_option
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object naming the files made.")
def command(
    scene: str,
    output: str,
    size: str | None,
    frames: str | None,
    backend: str | None,
    numerics: str,
    as_json: bool,
) -> None:
    """Render SCENE without a window."""
    path = Path(output)
    kind = path.suffix.lower()
    if kind not in (".png", ".gif"):
        raise click.UsageError(f"{named(output)}: the name must end in .png or .gif")
    if len(_DIGITS.findall(path.name)) > 1 or (kind == ".gif" and "#" in path.name):
        raise click.UsageError(f"{named(output)}: one run of # in the name of a .png numbers its frames")
    pixels = checked_size(size)
    span = _span(frames)
    check_output(path)
    from nvrender.render import frames as render_frames
    from nvrender.scene.load import load_scene

    loaded = load_scene(Path(scene))
    wanted = _wanted(span, loaded, animated=kind == ".gif" or "#" in path.name)
    if len(wanted) != 1 and kind != ".gif" and "#" not in path.name:
        raise click.UsageError("several frames need a .gif, or a name such as frame####.png")
    backend = backend or usable_backend()
    pictures = render_frames(loaded, pixels, wanted, backend=backend, numerics=numerics)
    with progress(f"Rendering {named(scene)}") as update:
        images = _counted(pictures, len(wanted), update)
        if kind == ".gif":
            written = [path]
            _save_gif(path, images, loaded.animation.fps)
        else:
            written = [
                _save(_numbered(path, frame), image) for frame, image in zip(wanted, images, strict=True)
            ]
    if as_json:
        echo_json({"scene": scene, "frames": list(wanted), "files": [str(name) for name in written]})
    else:
        for name in written:
            click.echo(named(name))


def usable_backend() -> str:
    """The GPU, or else the oracle, after a line that says so."""
    from nvrender.source import ContextError

    try:
        from nvrender.gpu.context.context import headless

        headless()
    except (ContextError, ImportError):
        show_failure("there is no OpenGL here, the oracle draws on the CPU; `nvrender doctor` says why")
        return "oracle"
    return "gpu"


def _span(text: str | None) -> tuple[int, int | None] | None:
    """First and last, None where the animation's end is meant."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,9})|(\d{0,9}):(\d{0,9})", text, re.ASCII)
    if match is None:
        raise click.BadParameter(f"{text!r} is not N or FIRST:LAST", param_hint="--frames")
    if match[1] is not None:
        return int(match[1]), int(match[1]) + 1
    first, last = int(match[2] or 0), int(match[3]) if match[3] else None
    if last is not None and last <= first:
        raise click.BadParameter(f"{text!r} names no frame; LAST is not included", param_hint="--frames")
    return first, last


def _wanted(span: tuple[int, int | None] | None, scene: Scene, *, animated: bool) -> range:
    if span is None:
        poster = scene.animation.poster
        return range(scene.animation.frames) if animated else range(poster, poster + 1)
    first, last = span
    if last is None:
        last = scene.animation.frames
        if last <= first:
            raise click.BadParameter(f"the scene has frames 0 to {last - 1}", param_hint="--frames")
    return range(first, last)


def _counted(pictures: Iterator[Any], total: int, update: Any) -> Iterator[Image]:
    from PIL import Image

    for number, picture in enumerate(pictures):
        update(number, total)
        yield Image.fromarray(picture[:, :, :3])


def _numbered(path: Path, frame: int) -> Path:
    return path.with_name(_DIGITS.sub(lambda run: str(frame).zfill(len(run[0])), path.name))


def _save(path: Path, image: Image) -> Path:
    write_whole(path, lambda stream: image.save(stream, format="PNG"))
    return path


def _save_gif(path: Path, images: Iterator[Image], fps: float) -> None:
    first = next(images)
    # Frames are drawn while the file is written: no more than one is held at a time.
    options = {"append_images": chain(images), "duration": round(1000 / fps), "loop": 0}
    write_whole(path, lambda stream: first.save(stream, format="GIF", save_all=True, **options))
