"""What a window reports: keys, the pointer, and its end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Key:
    """A key by glfw's name and number: pressed, held so long that it ``repeated``, or let go."""

    name: str
    number: int
    down: bool
    repeated: bool = False


@dataclass(frozen=True)
class Character:
    """A character that keys make."""

    text: str


@dataclass(frozen=True)
class Button:
    """A button of the mouse, 0 left, 1 right, 2 middle, with or without Shift."""

    number: int
    down: bool
    shift: bool = False


@dataclass(frozen=True)
class Pointer:
    """The pointer at ``x`` and ``y`` in pixels from the upper left."""

    x: float
    y: float


@dataclass(frozen=True)
class Wheel:
    """Steps of the wheel, positive away from the user."""

    steps: float


@dataclass(frozen=True)
class Focus:
    """The window has the keyboard, or has lost it."""

    has: bool


@dataclass(frozen=True)
class Exposed:
    """What the window showed is lost, or its size has changed."""


Event = Key | Character | Button | Pointer | Wheel | Focus | Exposed


@dataclass(frozen=True)
class Mouse:
    """Where the pointer is, and which button is held if one drags; ``pans`` tells what dragging does."""

    x: float = 0.0
    y: float = 0.0
    held: int | None = None
    pans: bool = False


def moused(mouse: Mouse, event: Event) -> tuple[Mouse, tuple[float, float] | None]:
    """The mouse after an event, and how far it dragged: pixels to the right and up."""
    if isinstance(event, Pointer):
        drag = (event.x - mouse.x, mouse.y - event.y) if mouse.held is not None else None
        return Mouse(event.x, event.y, mouse.held, mouse.pans), drag
    if isinstance(event, Button) and event.down and mouse.held is None:
        return Mouse(mouse.x, mouse.y, event.number, event.number != 0 or event.shift), None
    if (isinstance(event, Button) and not event.down and event.number == mouse.held) or event == Focus(False):
        return Mouse(mouse.x, mouse.y), None
    return mouse, None
