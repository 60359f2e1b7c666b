"""``nvrender render``: a scene to a picture, a sequence of pictures or an animation."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nvrender.cli.inputs.numerics import checked_size, numerics_option
from nvrender.cli.inputs.reading import Reading, reading_options, scene_reader
from nvrender.cli.messages.terminal import echo_json, progress, show_failure
from nvrender.files import check_output
from nvrender.source import named

if TYPE_CHECKING:
    from nvrender.render import UInt8Array
    from nvrender.scene.model import Scene

_DIGITS = re.compile(r"#+")


@click.command()
@click.argument("scene", metavar="SCENE")
@click.option(
    "-o",
    "--output",
    required=True,
    metavar="FILE",
    help="A .png or .jpg; frame####.png, one # a digit, for a sequence; a .gif, .webp or .mp4 for an "
    "animation; - writes a PNG to standard output.",
)
@click.option("--size", metavar="WxH", help="Pixels; the scene's own size if absent.")
@click.option(
    "--frames",
    metavar="N|FIRST:LAST",
    help="One frame, or a range without its last; the scene's poster frame, or all frames for a sequence "
    "or an animation, if absent.",
)
@click.option(
    "--backend",
    type=click.Choice(["gpu", "oracle", "llvm"]),
    help="What draws; the GPU, or the oracle on the CPU where there is no OpenGL, if absent. llvm is code "
    "compiled for the CPU.",
)
@numerics_option
@reading_options
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object naming the files made.")
def command(
    scene: str,
    output: str,
    size: str | None,
    frames: str | None,
    backend: str | None,
    numerics: str,
    as_json: bool,
    reading: Reading,
) -> None:
    """Render SCENE without a window."""
    target = _target(output)
    if as_json and target.piped:
        raise click.UsageError("--json and a picture cannot both go to standard output; name a file with -o")
    pixels = checked_size(size)
    span = _span(frames)
    if not target.piped:
        check_output(target.path)
    from nvrender.picture_files import check_animation
    from nvrender.render import frames as render_frames

    check_animation(target.suffix)
    loaded = scene_reader(reading)(Path(scene))
    wanted = _wanted(span, loaded, several=target.animated or target.numbered)
    if len(wanted) != 1 and not (target.animated or target.numbered):
        raise click.UsageError("several frames need a .gif, .webp or .mp4, or a name such as frame####.png")
    if wanted[-1] >= loaded.animation.frames:
        last = loaded.animation.frames - 1
        show_failure(
            f"the animation ends with frame {last}; what moves goes on beyond it, up to {wanted[-1]}"
        )
    backend = backend or usable_backend()
    pictures = render_frames(loaded, pixels, wanted, backend=backend, numerics=numerics)
    with progress(f"Rendering {named(scene)}") as update:
        written = _write(target, _counted(pictures, len(wanted), update), wanted, loaded.animation.fps)
    if as_json:
        echo_json({"scene": scene, "frames": list(wanted), "files": [str(name) for name in written]})
    else:
        for name in written:
            click.echo(named(name))


@dataclass(frozen=True)
class _Target:
    """Where pictures go: a file, numbered files, or standard output."""

    path: Path
    suffix: str
    animated: bool
    numbered: bool
    piped: bool


def _target(output: str) -> _Target:
    """UsageError for a name that tells no kind of picture."""
    from nvrender.picture_files import ANIMATIONS, STILLS

    path, piped = Path(output), output == "-"
    suffix = ".png" if piped else path.suffix.lower()
    if suffix not in (*STILLS, *ANIMATIONS):
        raise click.UsageError(f"{named(output)}: the name must end in {', '.join(STILLS + ANIMATIONS)}")
    runs, animated = len(_DIGITS.findall(path.name)), suffix in ANIMATIONS
    if runs > (0 if animated else 1):
        raise click.UsageError(
            f"{named(output)}: one run of # in the name of a .png or .jpg numbers its frames"
        )
    return _Target(path, suffix, animated, runs == 1, piped)


def _write(target: _Target, pictures: Iterator[UInt8Array], wanted: range, fps: float) -> list[Path]:
    """The files written, none for standard output."""
    from nvrender.picture_files import encode_picture, save_animation, save_picture

    if target.piped:
        encode_picture(next(pictures), sys.stdout.buffer)
        return []
    if target.animated:
        save_animation(target.path, pictures, fps)
        return [target.path]
    written = [_numbered(target.path, frame) for frame in wanted]
    for path, picture in zip(written, pictures, strict=True):
        save_picture(picture, path)
    return written


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


def _wanted(span: tuple[int, int | None] | None, scene: Scene, *, several: bool) -> range:
    if span is None:
        poster = scene.animation.poster
        return range(scene.animation.frames) if several else range(poster, poster + 1)
    first, last = span
    if last is None:
        last = scene.animation.frames
        if last <= first:
            raise click.BadParameter(f"the scene has frames 0 to {last - 1}", param_hint="--frames")
    return range(first, last)


def frames_of(text: str | None, scene: Scene, *, several: bool) -> range:
    """What --frames means of a scene; all frames if ``several``, else the poster, where nothing is said."""
    return _wanted(_span(text), scene, several=several)


def _counted(pictures: Iterator[UInt8Array], total: int, update: Any) -> Iterator[UInt8Array]:
    for number, picture in enumerate(pictures):
        update(number, total)
        yield picture[:, :, :3]


def _numbered(path: Path, frame: int) -> Path:
    return path.with_name(_DIGITS.sub(lambda run: str(frame).zfill(len(run[0])), path.name))
