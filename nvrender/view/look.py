"""What a viewer shows, as one value, and what actions make of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from nvrender.view import camera as cameras
from nvrender.view import clock as clocks
from nvrender.view.camera import Viewpoint
from nvrender.view.clock import Clock
from nvrender.view.highlight import HEADING
from nvrender.view.sliders import ParameterComponent, Slider, step_of

#: A press of a key turns by this part of a drag over the window's height, and zooms by a step of the wheel.
_PRESS = 0.04
_PAGE = 12


@dataclass(frozen=True)
class Look:
    """``place`` None is the scene's own camera.

    ``sheet`` is the text over the picture, "" for none, from ``line`` on. ``values`` are parameters with
    other numbers than the file's; ``chosen`` is the number of the one that keys change.
    """

    clock: Clock
    place: Viewpoint | None = None
    sheet: str = ""
    line: int = 0
    panel: bool = False
    compare: bool = False
    values: Mapping[ParameterComponent, float] = field(default_factory=dict)
    chosen: int | None = None


def acted(look: Look, action: str, own: Viewpoint, poster: int) -> Look:
    """The look after an action; ``own`` is the scene's own camera now, ``poster`` its poster frame.

    Actions that change nothing of it, such as "screenshot", leave it as it is.
    """
    if action in _CLOCK:
        return replace(look, clock=_CLOCK[action](look.clock))
    if action in _CAMERA:
        return replace(look, place=_CAMERA[action](look.place or own))
    match action:
        case "poster":
            return replace(look, clock=clocks.at(look.clock, poster))
        case "reset camera":
            return replace(look, place=None)
        case "help" | "glsl" | "trace":
            return replace(look, sheet="" if look.sheet == action else action, line=0)
        case "trace fragment":
            return replace(look, sheet="trace", line=0)
        case "close":
            return replace(look, sheet="", chosen=None)
        case "page down":
            return replace(look, line=look.line + _PAGE)
        case "page up":
            return replace(look, line=max(0, look.line - _PAGE))
        case "panel":
            return replace(look, panel=not look.panel)
        case "compare":
            return replace(look, compare=not look.compare)
        case "reset parameters":
            return replace(look, values={})
    return look


def adjusted(look: Look, action: str, offered: Sequence[Slider]) -> Look:
    """The look after an action on the ``offered`` parameters: another is chosen, or its value changes."""
    if not offered:
        return look
    step = {"choose next": 1, "choose previous": -1}.get(action)
    if step is not None:
        start = (-1 if step > 0 else 0) if look.chosen is None else look.chosen
        return replace(look, chosen=(start + step) % len(offered))
    direction = {"increase": 1.0, "decrease": -1.0}.get(action)
    if direction is None or look.chosen is None:
        return look
    slider = offered[look.chosen % len(offered)]
    value = look.values.get(slider.place, slider.value) + direction * step_of(slider)
    return replace(look, values={**look.values, slider.place: value})


def jumped(look: Look, action: str, lines: Sequence[str]) -> Look:
    """The look after an action on the text over the picture: the next draw of it, or the one before."""
    draws = [number for number, line in enumerate(lines) if line.startswith(HEADING)]
    if action == "next draw":
        return replace(look, line=next((line for line in draws if line > look.line), look.line))
    return replace(look, line=next((line for line in reversed(draws) if line < look.line), 0))


def within(look: Look, lines: int) -> Look:
    """The look with a line that a text of so many lines has."""
    return replace(look, line=max(0, min(look.line, lines - 1)))


def dragged(look: Look, own: Viewpoint, right: float, up: float, *, pans: bool) -> Look:
    """The look after a drag by parts of the window's height."""
    move = cameras.panned if pans else cameras.orbited
    return replace(look, place=move(look.place or own, right, up))


def wheeled(look: Look, own: Viewpoint, steps: float) -> Look:
    """The look after steps of the wheel."""
    return replace(look, place=cameras.zoomed(look.place or own, steps))


_CLOCK: dict[str, Callable[[Clock], Clock]] = {
    "play": clocks.toggled,
    "next": partial(clocks.stepped, frames=1),
    "previous": partial(clocks.stepped, frames=-1),
    "first": partial(clocks.at, frame=0),
    "faster": partial(clocks.faster, steps=1),
    "slower": partial(clocks.faster, steps=-1),
}
_CAMERA: dict[str, Callable[[Viewpoint], Viewpoint]] = {
    "turn left": partial(cameras.orbited, right=_PRESS, up=0.0),
    "turn right": partial(cameras.orbited, right=-_PRESS, up=0.0),
    "turn up": partial(cameras.orbited, right=0.0, up=-_PRESS),
    "turn down": partial(cameras.orbited, right=0.0, up=_PRESS),
    "closer": partial(cameras.zoomed, steps=1.0),
    "farther": partial(cameras.zoomed, steps=-1.0),
}
