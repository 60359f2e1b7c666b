"""What a window reports: keys, the pointer, and its end."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest


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


@dataclass(frozen=True)
class Binding:
    """``keys`` by glfw's names, as the ``shown`` text calls them; ``repeats`` while they are held."""

    action: str
    keys: tuple[str, ...]
    shown: str
    help: str
    repeats: bool = False


BINDINGS = (
    Binding("play", ("SPACE",), "Space", "pause, and go on"),
    Binding("next", ("RIGHT",), "Right", "one frame on, paused", repeats=True),
    Binding("previous", ("LEFT",), "Left", "one frame back, paused", repeats=True),
    Binding("first", ("HOME",), "Home", "the first frame"),
    Binding("poster", ("END",), "End", "the poster frame"),
    Binding("faster", ("UP",), "Up", "faster"),
    Binding("slower", ("DOWN",), "Down", "slower"),
    Binding("turn left", ("J",), "J", "go around to the left", repeats=True),
    Binding("turn right", ("L",), "L", "go around to the right", repeats=True),
    Binding("turn up", ("I",), "I", "go around upwards", repeats=True),
    Binding("turn down", ("K",), "K", "go around downwards", repeats=True),
    Binding("closer", ("EQUAL", "KP_ADD"), "+", "closer", repeats=True),
    Binding("farther", ("MINUS", "KP_SUBTRACT"), "-", "farther away", repeats=True),
    Binding("reset camera", ("R",), "R", "the scene's own camera again"),
    Binding("panel", ("P",), "P", "the panel, with nvrender[view]"),
    Binding("help", ("H", "F1"), "H, F1", "this help"),
    Binding("glsl", ("G",), "G", "the GLSL of each draw"),
    Binding("trace", ("T",), "T", "trace the vertex under the pointer"),
    Binding("trace fragment", ("F",), "F", "trace the fragment under the pointer"),
    Binding("compare", ("C",), "C", "the oracle's picture beside it"),
    Binding("choose next", ("RIGHT_BRACKET",), "]", "choose the next parameter", repeats=True),
    Binding("choose previous", ("LEFT_BRACKET",), "[", "choose the parameter before", repeats=True),
    Binding("increase", ("PERIOD",), ".", "increase the chosen parameter", repeats=True),
    Binding("decrease", ("COMMA",), ",", "decrease the chosen parameter", repeats=True),
    Binding("reset parameters", ("BACKSPACE",), "Backspace", "all parameters as in the file"),
    Binding("page down", ("PAGE_DOWN",), "Page Down", "on in a long text", repeats=True),
    Binding("page up", ("PAGE_UP",), "Page Up", "back in a long text", repeats=True),
    Binding("next draw", ("N",), "N", "the next draw of a long text", repeats=True),
    Binding("previous draw", ("B",), "B", "the draw before", repeats=True),
    Binding("screenshot", ("S",), "S", "save the picture as PNG"),
    Binding("record", ("V",), "V", "record, and end the recording"),
    Binding("reload", ("F5",), "F5", "read all files again"),
    Binding("close", ("ESCAPE",), "Esc", "close what is over the picture"),
    Binding("quit", ("Q",), "Q", "close the window"),
)

#: What the mouse does, for help and documents.
MOUSE = (
    ("Drag", "go around the target"),
    ("Right drag", "move along; so do middle, Shift"),
    ("Wheel", "closer and farther away"),
)

_ACTIONS = {key: binding for binding in BINDINGS for key in binding.keys}


def action_of(key: str, *, repeated: bool = False) -> str | None:
    """The action of a key by glfw's name; None for one that does nothing, or nothing while it is held."""
    binding = _ACTIONS.get(key)
    if binding is None or (repeated and not binding.repeats):
        return None
    return binding.action


def help_lines(columns: int) -> list[str]:
    """Keys and mouse as a table, in two halves beside each other where there is room for as many columns."""
    rows = [*MOUSE, *((binding.shown, binding.help) for binding in BINDINGS)]
    narrow = max(len(shown) for shown, _ in rows)
    lines = [f"{shown:<{narrow}}  {text}" for shown, text in rows]
    half, width = (len(lines) + 1) // 2, max(map(len, lines)) + 2
    if 2 * width > columns:
        return lines
    pairs = zip_longest(lines[:half], lines[half:], fillvalue="")
    return [f"{left:<{width}}{right}".rstrip() for left, right in pairs]
