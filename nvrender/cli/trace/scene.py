"""What ``nvrender trace`` follows in a scene: a fragment at a pixel of a frame."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from nvrender.source import InputError, named

if TYPE_CHECKING:
    from nvrender.oracle.trace.pixels import PixelFragment

_PIXEL = re.compile(r"(\d{1,6}),(\d{1,6})")


@dataclass(frozen=True)
class ScenePixel:
    """A pixel of a frame, from the upper left, in a picture of ``size``, None for the scene's own."""

    pixel: str | None
    frame: int | None
    size: str | None
    draw: str | None

    @property
    def asked(self) -> bool:
        """True if an option of scenes is there."""
        return any(option is not None for option in (self.pixel, self.frame, self.size, self.draw))


def scene_pixel_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a command the options of a ScenePixel, which it takes as ``scene_pixel``."""

    @wraps(command)
    def with_pixel(
        *args: Any, pixel: str | None, frame: int | None, size: str | None, draw: str | None, **others: Any
    ) -> Any:
        return command(*args, scene_pixel=ScenePixel(pixel, frame, size, draw), **others)

    options = (
        click.option(
            "--pixel",
            metavar="X,Y",
            help="Of a scene the pixel whose fragment is followed, from the upper left.",
        ),
        click.option("--frame", type=int, help="The scene's frame; its poster frame if absent."),
        click.option("--size", metavar="WxH", help="The picture's pixels; the scene's own size if absent."),
        click.option("--draw", metavar="NAME", help="Whose fragment is followed; that of the draw seen."),
    )
    for option in reversed(options):
        with_pixel = option(with_pixel)
    return with_pixel


def fragment_of(file: str, asked: ScenePixel) -> tuple[PixelFragment, str]:
    """The fragment that is seen there, or the last one of ``draw``, and where it is in words.

    InputError where no program shades the pixel, click's errors for options that are wrong.
    """
    from nvrender.cli.inputs.numerics import checked_size
    from nvrender.oracle.trace.pixels import fragments_at
    from nvrender.scene.load import load_scene

    match = _PIXEL.fullmatch(asked.pixel or "")
    if asked.pixel is None:
        raise click.UsageError(f"{named(file)}: of a scene --pixel X,Y says which fragment")
    if match is None:
        raise click.BadParameter(f"{asked.pixel!r} is not X,Y", param_hint="--pixel")
    scene = load_scene(Path(file))
    size = checked_size(asked.size) or scene.size
    x, y = int(match[1]), int(match[2])
    if x >= size[0] or y >= size[1]:
        raise InputError(
            f"--pixel {x},{y}: the picture has {size[0]} × {size[1]} pixels, from 0,0 at the upper left"
        )
    last = scene.animation.frames - 1
    frame = scene.animation.poster if asked.frame is None else asked.frame
    if not 0 <= frame <= last:
        raise InputError(f"--frame {frame}: the scene has frames 0 to {last}")
    found = fragments_at(scene, frame, size, x, y)
    names = list(dict.fromkeys(one.draw.name for one in found))
    if asked.draw is not None:
        found = [one for one in found if one.draw.name == asked.draw]
    if not found:
        there = f"; draws that do are {', '.join(names)}" if names else ""
        if all(draw.fragment is None for draw in scene.form.draw):
            there = "; none of its draws has one, trace follows a vertex of their vertex programs"
        of = f" of draw {asked.draw!r}" if asked.draw is not None else ""
        raise InputError(
            f"{named(file)}: no fragment program{of} shades pixel {x},{y} of frame {frame}{there}"
        )
    chosen = next((one for one in reversed(found) if one.drawn), found[-1])
    others = [name for name in names if name != chosen.draw.name]
    also = f"; --draw follows {', '.join(others)}" if others else ""
    where = f"pixel {x},{y} of frame {frame}, {size[0]} × {size[1]}: draw {chosen.draw.name}"
    return chosen, f"{where}, {named(Path(chosen.program.source.name).name)}{also}"
