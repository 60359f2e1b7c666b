"""Keys and what they do: the table that window, help and documents share."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest


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
    Binding("compare", ("C",), "C", "the oracle's picture beside it"),
    Binding("choose next", ("RIGHT_BRACKET",), "]", "choose the next parameter", repeats=True),
    Binding("choose previous", ("LEFT_BRACKET",), "[", "choose the parameter before", repeats=True),
    Binding("increase", ("PERIOD",), ".", "increase the chosen parameter", repeats=True),
    Binding("decrease", ("COMMA",), ",", "decrease the chosen parameter", repeats=True),
    Binding("reset parameters", ("BACKSPACE",), "Backspace", "all parameters as in the file"),
    Binding("page down", ("PAGE_DOWN",), "Page Down", "on in a long text", repeats=True),
    Binding("page up", ("PAGE_UP",), "Page Up", "back in a long text", repeats=True),
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
